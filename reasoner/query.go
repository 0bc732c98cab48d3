package reasoner

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// Answer holds the entailed relations of a class expression. All lists are sorted by IRI.
type Answer struct {
	// Satisfiable is false if the expression is equivalent to owl:Nothing. Then every class
	// subsumes it, and only Equivalent is set.
	Satisfiable bool
	// Equivalent lists the equivalent named classes, including owl:Thing and owl:Nothing.
	Equivalent []owl.Class
	// Supers and Subs are the named strict superclasses and subclasses: all of them, or only the
	// direct ones if requested. owl:Thing and owl:Nothing are listed only if no other class is.
	// Subs has no unsatisfiable classes.
	Supers, Subs []owl.Class
	// Instances lists the named individuals of the expression; the direct ones are in none of its
	// Subs.
	Instances []owl.NamedIndividual
	// Exact is false if the expression is outside EL. Then the answers are correct but may be
	// incomplete.
	Exact bool
}

// Query finds the named superclasses, subclasses, equivalent classes and instances of a class
// expression. The expression may use names that the ontology does not have. The answer of an
// inconsistent ontology is empty: see Consistent.
func (r *Reasoner) Query(ctx context.Context, c owl.ClassExpression, direct bool) (*Answer, error) {
	if !r.Consistent() {
		return &Answer{}, ctx.Err()
	}
	right := el.NewExtension(r.nf)
	concept, exactRight := right.Right(c)
	definition, _ := right.Finish()
	left := el.NewExtension(definition)
	name, exactLeft := left.Left(c)
	definitions, _ := left.Finish()

	l, err := r.evaluable(ctx, definition, concept, definitions)
	if err != nil {
		return nil, err
	}
	// links cannot be followed backward
	if l.Assumed > 0 || l.Index.Composing != nil || l.Index.Universal >= 0 {
		if l, err = r.assume(ctx, definition.Join(definitions, 0), concept); err != nil {
			return nil, err
		}
		if l.Below == r.s {
			if err := l.AssumeEach(ctx, r.opts.Workers); err != nil {
				return nil, err
			}
		}
	}
	e := saturate.NewEvaluator(&l.Saturation, definitions)
	q := query{r: r, l: l, t: r.taxonomy, root: l.Index.IDOf[concept]}
	if q.given, err = l.Given(ctx, q.root); err != nil {
		return nil, err
	}
	a := &Answer{
		Exact:       exactRight && exactLeft,
		Satisfiable: q.given.Consistent() && !q.given.Store.Unsatisfiable(q.root),
	}
	if !a.Satisfiable {
		a.Equivalent = append(r.taxonomy.Unsatisfiable(), owl.Nothing)
		slices.SortFunc(a.Equivalent, compareClasses)
		return a, nil
	}
	q.extent = e.Extent(name)
	q.divide()
	a.Equivalent = q.t.named(q.equivalent)
	if q.isThing {
		a.Equivalent = append(a.Equivalent, owl.Thing)
		slices.SortFunc(a.Equivalent, compareClasses)
	}
	subs, supers := q.subs, q.supers
	if direct {
		subs, supers = q.greatest(subs), q.t.least(supers)
	}
	a.Subs, a.Supers = q.t.named(subs), q.t.named(supers)
	if len(a.Subs) == 0 {
		a.Subs = []owl.Class{owl.Nothing}
	}
	if len(a.Supers) == 0 && !q.isThing {
		a.Supers = []owl.Class{owl.Thing}
	}
	a.Instances = q.instances(direct)
	return a, ctx.Err()
}

// evaluable returns a layer in which the axioms of an extension hold, one of its concepts is
// solved, and definitions, which extend the extension, can be evaluated.
func (r *Reasoner) evaluable(
	ctx context.Context, extension *el.Ontology, concept el.Concept, definitions *el.Ontology,
) (*saturate.Layer, error) {
	if r.needDerivation(extension, definitions) {
		extension = extension.Join(definitions, 0)
	}
	return r.assume(ctx, extension, concept)
}

// needDerivation reports whether the definitions must be derived like axioms: they have data or
// individuals that the extension lacks, or a top property.
func (r *Reasoner) needDerivation(extension, definitions *el.Ontology) bool {
	for c := el.Concept(extension.NumConcepts()); c < el.Concept(definitions.NumConcepts()); c++ {
		if definitions.IsDataConcept(c) || definitions.Kind(c) == el.Nominal {
			return true
		}
	}
	box := r.s.Index.Box
	return slices.ContainsFunc(definitions.NF4, func(a el.NF4) bool {
		return int(a.Role) < len(box.Rep) &&
			(box.Rep[a.Role] == box.Universal || box.Rep[a.Role] == box.Rep[el.TopDataRole])
	})
}

// query classifies the named classes above and below one context.
type query struct {
	r      *Reasoner
	l      *saturate.Layer
	given  *saturate.Layer // in which the root is nonempty
	t      *Taxonomy
	root   index.ConceptID
	extent []index.ConceptID

	isThing                  bool
	equivalent, subs, supers []int32 // ranks in the taxonomy, ascending
}

// divide finds the classes above and below the root, and those that are both.
func (q *query) divide() {
	above := make(map[int32]bool)
	for _, a := range q.given.Store.Subsumers(q.root) {
		for _, rank := range q.ranks(a) {
			above[rank] = true
		}
	}
	for _, c := range q.extent {
		if c == q.l.Index.Top {
			q.isThing = true
		}
		for _, rank := range q.ranks(c) {
			if above[rank] {
				q.equivalent = append(q.equivalent, rank)
				delete(above, rank)
			} else {
				q.subs = append(q.subs, rank)
			}
		}
	}
	for rank := range above {
		q.supers = append(q.supers, rank)
	}
	slices.Sort(q.equivalent)
	slices.Sort(q.subs)
	slices.Sort(q.supers)
}

// own returns the ids in the Reasoner's index of a concept id in the current layer, which may
// have an index of its own. It returns nil for concepts that the Reasoner does not know.
func (q *query) own(a index.ConceptID) []index.ConceptID {
	var ids []index.ConceptID
	for _, c := range q.l.Index.ConceptsOf(a) {
		if int(c) < len(q.r.s.Index.IDOf) {
			ids = append(ids, q.r.s.Index.IDOf[c])
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ranks returns the ranks of the named classes of a concept id.
func (q *query) ranks(a index.ConceptID) []int32 {
	var ranks []int32
	for _, own := range q.own(a) {
		ranks = q.t.appendRanks(ranks, own)
	}
	return ranks
}

// least drops the classes strictly above another class of the list.
func (t *Taxonomy) least(ranks []int32) []int32 {
	above := make(map[int32]bool)
	for _, rank := range ranks {
		group := t.representative[rank]
		if group == thing {
			continue
		}
		above[thing] = true
		for _, d := range t.direct.Of(group) {
			above[d] = true
		}
	}
	// the list is closed upward, so direct superclasses are sufficient
	return slices.DeleteFunc(slices.Clone(ranks), func(rank int32) bool {
		return above[t.representative[rank]]
	})
}

// greatest drops the classes below another class of the list.
func (q *query) greatest(ranks []int32) []int32 {
	in := make(map[int32]bool)
	for _, rank := range ranks {
		in[q.t.representative[rank]] = true
	}
	return slices.DeleteFunc(slices.Clone(ranks), func(rank int32) bool {
		group := q.t.representative[rank]
		return group >= 0 && slices.ContainsFunc(q.t.direct.Of(group), func(d int32) bool {
			return in[d]
		})
	})
}

func (q *query) instances(direct bool) []owl.NamedIndividual {
	realization := q.r.Realization()
	below := make(map[int32]bool)
	for _, rank := range q.subs {
		below[rank] = true
	}
	var found []int32
	for _, c := range q.extent {
		var here []int32
		for _, own := range q.own(c) {
			here = append(here, realization.numbers[own]...)
		}
		if len(here) == 0 {
			continue
		}
		if direct && slices.ContainsFunc(q.l.Store.Subsumers(c), func(a index.ConceptID) bool {
			return slices.ContainsFunc(q.ranks(a), func(rank int32) bool { return below[rank] })
		}) {
			continue
		}
		found = append(found, here...)
	}
	slices.Sort(found)
	individuals := make([]owl.NamedIndividual, len(found))
	for n, i := range found {
		individuals[n] = realization.individuals[i]
	}
	return individuals
}
