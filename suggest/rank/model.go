package rank

import (
	"cmp"
	"slices"

	"box2el-owl/suggest/asserted"
)

// Model computes distances and losses of axioms by a trained embedding. Classes, properties and ID
// spaces have the numbers of the index. It is safe for concurrent use.
type Model interface {
	// Refines reports whether the weights were learned with models of this kind. Other models are
	// used only for ranking by the model alone.
	Refines() bool

	// Knows reports whether the model was trained on axioms about a class.
	Knows(class int32) bool

	// Superclasses returns the k classes D with the least distance of class ⊑ D, least first.
	Superclasses(class int32, k int) []int32

	// Fillers returns, for each query, the k classes D with the least distance of class ⊑ ∃r.D.
	Fillers(class int32, queries []FillerQuery, k int) [][]int32

	// Distances returns the distances of centers and the losses of class ⊑ ∃r.D, or of class ⊑ D
	// if the property is NoProperty, for each target D. They are NaN if the model does not know D.
	Distances(class, property int32, targets []int32) (distances, losses []float32)
}

// FillerQuery asks for fillers of a property in some ID spaces, or in all if Spaces is nil.
type FillerQuery struct {
	Property int32
	Spaces   []int32
}

// UseModel sets the trained model, or none if m is nil. It must not be called concurrently with
// other methods.
func (e *Engine) UseModel(m Model) { e.model = m }

// HasModel reports whether the Engine has a trained model.
func (e *Engine) HasModel() bool { return e.model != nil }

// modelValues holds the values of a candidate by the model. Ranks are those among the candidates of
// the same property, so that known superclasses and fillers do not count.
type modelValues struct {
	place, lossPlace float32 // ranks from 0; NaN if the model does not know the candidate
	placeInAll       float32 // rank by distance among the candidates of all properties
	distance, loss   float32
	tenth, tenthLoss float32 // of the tenth nearest candidate, or the last
	known            float32 // least distance of an asserted axiom of the subject
	near, nearAbove  float32 // shares of the classes nearest to the subject
	only             bool    // no other source gives the candidate
}

var modelColumns = []column[*modelValues]{
	{"place by distance", func(a *modelValues) float32 { return log1p(a.place) }},
	{"place by loss", func(a *modelValues) float32 { return log1p(a.lossPlace) }},
	{"place by distance among all", func(a *modelValues) float32 { return log1p(a.placeInAll) }},
	{"distance over the tenth", func(a *modelValues) float32 { return a.distance / (a.tenth + leastDistance) }},
	{"loss beyond the tenth", func(a *modelValues) float32 { return a.loss - a.tenthLoss }},
	{"distance over the least asserted one", func(a *modelValues) float32 { return a.distance / (a.known + leastDistance) }},
	{"asserted of classes near in the model", func(a *modelValues) float32 { return spread(a.near) }},
	{"superclass or property of classes near in the model", func(a *modelValues) float32 { return spread(a.nearAbove) }},
	{"given by the model alone", func(a *modelValues) float32 { return oneIf(a.only) }},
}

const leastDistance = 1e-6

// Bounds of the candidates by the model.
const (
	mostByModel    = 50 // superclasses
	mostNearFiller = 20 // of a property
	mostNearGiven  = 60 // of a given property
	mostSearched   = 6  // properties
	mostNearModel  = 30 // classes near to the subject whose axioms count
)

// isModeled reports whether the tables of a form have the columns of the model: the subject is a
// class with axioms that the model knows, and there are weights for the columns or the Engine has
// no weights.
func (q *query) isModeled(restrictions bool) bool {
	s, w := &q.subject, q.e.weights
	l := taskOf(*s, restrictions)
	return q.e.model != nil && q.e.model.Refines() && l != l.Modeled() && !s.AsNew &&
		q.e.model.Knows(s.Class) && (w == nil || w[l.Modeled()] != nil)
}

// superclassesByModel returns the classes that are nearest to the subject. The model searches once.
func (q *query) superclassesByModel() []int32 {
	if q.byModel == nil {
		q.byModel = q.e.model.Superclasses(q.subject.Class, mostByModel)
	}
	return q.byModel
}

// nearInModel returns the classes that are nearest to the subject and not above it. Their weights
// are proportional to 1 / (rank + 5), with ranks from 0, and have the sum 1.
func (q *query) nearInModel() []weighted {
	var list []weighted
	for _, c := range q.superclassesByModel() {
		if q.other(c) && !q.ancestors.marked[c] && len(list) < mostNearModel {
			list = append(list, weighted{c, 1 / float32(len(list)+5)})
		}
	}
	normalize(list)
	return list
}

// addNear adds classes that are near by the model to the candidates of a property, after those of
// all other sources.
func (q *query) addNear(property int32, near []int32) {
	if q.onlyModel == nil {
		q.onlyModel = make(map[asserted.Restriction]bool)
	}
	for _, d := range near {
		if !q.chosen.marked[d] {
			q.chosen.touch(d)
			q.onlyModel[asserted.Restriction{Property: property, Filler: d}] = true
		}
	}
}

// findNearFillers finds the fillers of the likeliest properties that are nearest by the model.
func (q *query) findNearFillers(uses []propertyUse, properties []int32) {
	if !q.isModeled(true) {
		return
	}
	k := mostNearGiven
	if len(properties) > 1 {
		k = mostNearFiller
		var list []weighted
		for _, r := range properties {
			list = append(list, weighted{r, uses[r].weight})
		}
		properties = bestNumbers(list, mostSearched)
	}
	var queries []FillerQuery
	for _, r := range properties {
		var spaces []int32
		for s := range q.e.properties[r].spaces {
			spaces = append(spaces, s)
		}
		queries = append(queries, FillerQuery{r, spaces})
	}
	for i, list := range q.e.model.Fillers(q.subject.Class, queries, k) {
		uses[queries[i].Property].near = list
	}
}

// addModel writes the columns of the model, which are the last ones.
func (q *query) addModel(t *Table) {
	e := q.e
	rows := make([]modelValues, len(t.Targets))
	same := func(r, s int32) bool { return r == s }
	for from, run := range asserted.Runs(t.Properties, same) {
		to := from + len(run)
		q.measure(rows[from:to], run[0], t.Targets[from:to])
	}
	axioms := make(map[asserted.Restriction]float32) // asserted ones, superclasses among them
	above, properties := make(map[int32]float32), make(map[int32]float32)
	for _, w := range q.nearInModel() {
		k := &e.classes[w.number]
		for _, p := range k.parents {
			axioms[superclass(p)] += w.weight
		}
		for _, r := range k.restrictions {
			axioms[r] += w.weight
		}
		for _, a := range k.ancestors {
			above[a] += w.weight
		}
		for r := range propertiesOf(k.restrictions) {
			properties[r] += w.weight
		}
	}
	for i, d := range t.Targets {
		r := asserted.Restriction{Property: t.Properties[i], Filler: d}
		rows[i].near, rows[i].nearAbove = axioms[r], properties[r.Property]
		if r.Property == NoProperty {
			rows[i].nearAbove = above[d]
		}
		rows[i].only = q.onlyModel[r]
	}
	t.writeModel(rows)
}

// measure sets the values of the candidates of one property that come from distances and losses.
func (q *query) measure(rows []modelValues, property int32, targets []int32) {
	known := q.subject.Parents
	if property != NoProperty {
		known = nil
		for _, r := range q.subject.Restrictions {
			if r.Property == property {
				known = append(known, r.Filler)
			}
		}
	}
	least := missing
	asserted, _ := q.e.model.Distances(q.subject.Class, property, known)
	for _, d := range asserted {
		if d == d && !(d >= least) {
			least = d
		}
	}
	distances, losses := q.e.model.Distances(q.subject.Class, property, targets)
	places, tenth := placesOfValues(distances)
	lossPlaces, tenthLoss := placesOfValues(losses)
	for i := range rows {
		rows[i] = modelValues{place: places[i], lossPlace: lossPlaces[i], distance: distances[i],
			loss: losses[i], tenth: tenth, tenthLoss: tenthLoss, known: least}
	}
}

// placesOfValues returns the rank of each value, 0 for the least and missing for NaN, and the tenth
// value or the last.
func placesOfValues(values []float32) (places []float32, tenth float32) {
	places, tenth = make([]float32, len(values)), missing
	var order []int
	for i, v := range values {
		places[i] = missing
		if v == v {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	for place, i := range order {
		places[i] = float32(place)
		if place < 10 {
			tenth = values[i]
		}
	}
	return places, tenth
}

// writeModel writes the columns of the model.
func (t *Table) writeModel(rows []modelValues) {
	distances := make([]float32, len(rows))
	for i := range rows {
		distances[i] = rows[i].distance
	}
	places, _ := placesOfValues(distances)
	for i := range rows {
		rows[i].placeInAll = places[i]
		for j := range modelColumns {
			t.Row(i)[t.Columns-len(modelColumns)+j] = modelColumns[j].value(&rows[i])
		}
	}
}
