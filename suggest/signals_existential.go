package suggest

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// existentialSignals names the signals of C ⊑ ∃r.D.
var existentialSignals = []string{
	"geometry: distance", "geometry: rank", "geometry: loss",
	"label: similarity", "label: name covered", "label: named",
	"definition: name covered", "definition: named",
	"votes: label", "votes: geometry", "votes: superclass", "votes: filler", "votes: subclasses",
	"votes above: label", "votes above: geometry", "votes above: superclass", "votes above: filler", "votes above: subclasses",
	"property: label", "property: geometry", "property: superclass", "property: filler", "property: subclasses",
	"structure: frequency", "structure: name space", "structure: below an inherited filler", "structure: filler of another property",
	"structure: has the property", "structure: information", "structure: frequency of the property",
	"words: filler", "words: property",
	"structure: share of the property's fillers", "geometry: distance beside other properties", "geometry: loss beside other properties",
}

const (
	propertiesLooked = 8
	// In the model it is searched for the likeliest ones only: that takes a millisecond each.
	propertiesSearched = 3
	nearestFillers     = 100
	popularFillers     = 40
	mostSubfillers     = 100
)

// existentials returns the candidates (r, D) of C ⊑ ∃r.D with their signals, for the given properties, or for those that the
// classes around the subject use.
func (v *view) existentials(ctx context.Context, n *neighborhood, properties []int32, forced []restriction, s *scratch) (*table, error) {
	if properties == nil {
		properties = v.propertiesAround(n)
		for _, f := range forced {
			if !slices.Contains(properties, f.property) {
				properties = append(properties, f.property)
			}
		}
	}
	t := s.newTable(Existential)
	words := v.fillersByWord(n)
	nearest, err := v.nearestFillers(ctx, n, properties)
	if err != nil {
		return nil, err
	}
	for _, r := range properties {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v.existentialsOf(n, r, words[r], nearest[r], forced, t, s)
	}
	return t, nil
}

// propertiesAround are the properties of the classes around the subject, those of most weight.
func (v *view) propertiesAround(n *neighborhood) []int32 {
	weights := make(map[int32]float64)
	for r, used := range v.fillersByWord(n) {
		weights[r] += propertyShare(used)
	}
	for k := range n.voices {
		for _, x := range n.voices[k] {
			for _, r := range v.told.restrictions[x.class] {
				weights[r.property] += x.weight
			}
		}
	}
	for _, a := range append([]int32{n.class}, v.told.ancestors[n.class]...) {
		for _, r := range v.told.restrictions[a] {
			weights[r.property] += 0.1
		}
	}
	for r, uses := range v.told.uses { // what is frequent is possible
		if uses > 0 {
			weights[int32(r)] += 0.1 * float64(uses) / float64(v.told.most)
		}
	}
	var properties []int32
	for r := range weights {
		properties = append(properties, r)
	}
	slices.SortFunc(properties, func(a, b int32) int { return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b)) })
	return properties[:min(propertiesLooked, len(properties))]
}

// wordUse is a filler that a class has which shares a word with the subject.
type wordUse struct {
	target int32
	class  int32
	word   int32 // place among the words
	users  int   // classes with the word
}

// fillersByWord lists by property what the classes have that share a word with the subject, word by word.
func (v *view) fillersByWord(n *neighborhood) map[int32][]wordUse {
	used := make(map[int32][]wordUse)
	for i, w := range n.words {
		users := v.text.users[w]
		for _, c := range users {
			if c != n.class {
				for _, r := range v.told.restrictions[c] {
					used[r.property] = append(used[r.property], wordUse{r.target, c, int32(i), len(users)})
				}
			}
		}
	}
	return used
}

// propertyShare is the largest share of classes with one of the subject's words that use a property.
func propertyShare(used []wordUse) float64 {
	best := 0.0
	for i := 0; i < len(used); {
		word, classes, last := used[i].word, 0, int32(-1)
		users := used[i].users
		for ; i < len(used) && used[i].word == word; i++ {
			if used[i].class != last {
				classes++
				last = used[i].class
			}
		}
		best = max(best, float64(classes)/float64(users+2))
	}
	return best
}

// voteByFillers finds what fillers go with the words of the subject.
func (s *scratch) voteByFillers(used []wordUse) {
	for i := 0; i < len(used); {
		word, users := used[i].word, used[i].users
		for ; i < len(used) && used[i].word == word; i++ {
			s.count.add(used[i].target, 1)
		}
		s.count.settle(users, &s.words)
	}
}

func (v *view) existentialsOf(n *neighborhood, r int32, words []wordUse, nearest []int32, forced []restriction, t *table, s *scratch) {
	c := n.class
	s.begin()
	inherited := v.inherited(c, r)
	// Entailed are ∃r.E of the class and those above it, and what is above E.
	for _, e := range inherited {
		s.mark(e)
		for _, d := range v.told.ancestors[e] {
			s.mark(d)
		}
	}
	v.voteFillers(n, r, s)
	s.voteByFillers(words)
	defer s.clearVotes()

	s.candidates = s.candidates[:0]
	consider := func(d int32) {
		if d != c && s.mark(d) && !v.t.Deprecated[d] {
			s.candidates = append(s.candidates, d)
		}
	}
	for _, d := range nearest {
		consider(d)
	}
	for k := range s.votes {
		for _, d := range s.votes[k].direct.touched {
			consider(d)
		}
	}
	for _, d := range s.words.touched {
		consider(d)
	}
	likely := func(d int32) bool { return v.told.spaceUses[r][v.told.spaces[d]] > 0 }
	for _, m := range slices.Concat(n.mentions, n.inDefinition) {
		if likely(m.class) {
			consider(m.class)
		}
	}
	for _, x := range n.voices[byLabel] {
		if likely(x.class) {
			consider(x.class)
		}
	}
	for _, f := range v.told.fillers[r][:min(popularFillers, len(v.told.fillers[r]))] {
		consider(f.class)
	}
	for _, e := range inherited {
		for _, d := range v.told.subs[e][:min(mostSubfillers, len(v.told.subs[e]))] {
			consider(d)
		}
	}

	found := len(s.candidates)
	for _, f := range forced {
		if f.property == r && !slices.Contains(s.candidates, f.target) {
			s.candidates = append(s.candidates, f.target)
		}
	}
	from := len(t.statements)
	t.reserve(len(s.candidates))
	for i, d := range s.candidates {
		t.add(Statement{c, r, d}, i >= found)
	}
	part := &table{statements: t.statements[from:], width: t.width, values: t.values[from*t.width:]}
	v.fillExistentials(n, r, part, inherited, propertyShare(words), s)
}

// inherited are the fillers E of the told C ⊑ ∃r.E and of those above C.
func (v *view) inherited(c, r int32) []int32 {
	var fillers []int32
	collect := func(class int32) {
		for _, x := range v.told.restrictions[class] {
			if x.property == r {
				fillers = append(fillers, x.target)
			}
		}
	}
	collect(c)
	for _, a := range v.told.ancestors[c] {
		collect(a)
	}
	slices.Sort(fillers)
	return slices.Compact(fillers)
}

// nearestFillers returns what the model has nearest for the first properties, by property, in the name spaces that the property's fillers are
// of.
func (v *view) nearestFillers(ctx context.Context, n *neighborhood, properties []int32) (map[int32][]int32, error) {
	if n.row < 0 {
		return nil, nil
	}
	var searched []int32
	var roles []RoleQuery
	for _, r := range properties {
		if role := v.roleOf(r); role >= 0 && len(roles) < propertiesSearched {
			searched, roles = append(searched, r), append(roles, RoleQuery{role, v.fillerRegions[r]})
		}
	}
	if len(roles) == 0 {
		return nil, nil
	}
	lists, err := v.geometry.Fillers(ctx, n.row, roles, nearestFillers)
	if err != nil {
		return nil, err
	}
	nearest := make(map[int32][]int32, len(lists))
	for i, list := range lists {
		for _, x := range list {
			if d := v.classOf[x.Class]; d >= 0 {
				nearest[searched[i]] = append(nearest[searched[i]], d)
			}
		}
	}
	return nearest, nil
}

// voteFillers lets the classes around the subject vote for their fillers, and for what is above these.
func (v *view) voteFillers(n *neighborhood, r int32, s *scratch) {
	for k := range n.voices {
		for _, x := range n.voices[k] {
			for _, has := range v.told.restrictions[x.class] {
				if has.property != r {
					continue
				}
				s.votes[k].direct.add(has.target, x.weight)
				s.votes[k].above.add(has.target, x.weight)
				for _, d := range v.told.ancestors[has.target] {
					s.votes[k].above.add(d, x.weight)
				}
			}
		}
	}
}

func (v *view) fillExistentials(n *neighborhood, r int32, t *table, inherited []int32, byWord float64, s *scratch) {
	c := n.class
	role := v.roleOf(r)
	if role >= 0 {
		v.measure(n, t, s, func(candidates []int32, distance, loss []float32) {
			v.geometry.FillerDistances(n.row, role, candidates, distance, loss)
		})
	}
	known := n.row >= 0 && role >= 0
	place, scale := t.places()
	var property [likenesses]float64
	for k := range n.voices {
		for _, x := range n.voices[k] {
			if slices.ContainsFunc(v.told.restrictions[x.class], func(has restriction) bool { return has.property == r }) {
				property[k] += x.weight
			}
		}
	}
	own := 0
	for _, has := range v.told.restrictions[c] {
		if has.property == r {
			own++
		}
	}
	var propertyShares [likenesses]float64
	for k, weight := range property {
		propertyShares[k] = share(weight)
	}
	ownSignal, usesSignal, byWordSignal := math.Log(1+float64(own)), math.Log(1+float64(v.told.uses[r])), share(byWord)
	for i, st := range t.statements {
		d, x := st.Target, t.row(i)
		x[33], x[34] = -x[0], -x[2] // the scale of each property is another
		x[0], x[2] = -x[0]/scale, -x[2]/scale
		x[1] = -math.Log(float64(place[i]))
		if !known {
			for _, j := range [...]int{0, 1, 2, 33, 34} {
				x[j] = math.NaN()
			}
		}
		x[3] = float64(n.similarity[d])
		x[4] = s.byLabel.of(d)
		x[5] = named(n.mentions, d, max(1, len(v.text.labels[d])))
		x[6] = s.byDefinition.of(d)
		x[7] = named(n.inDefinition, d, max(1, len(v.text.labels[d])))
		for k := range likenesses {
			x[8+k] = share(s.votes[k].direct.weight[d])
			x[13+k] = share(s.votes[k].above.weight[d])
			x[18+k] = propertyShares[k]
		}
		bearers := len(v.told.bearers[restriction{r, d}])
		x[23] = math.Log(1 + float64(bearers))
		x[24] = share(float64(v.told.spaceUses[r][v.told.spaces[d]]))
		x[25] = flag(intersects(inherited, v.told.ancestors[d]))
		x[26] = flag(slices.ContainsFunc(v.told.restrictions[c], func(has restriction) bool { return has.target == d }))
		x[27] = ownSignal
		x[28] = v.told.information(d)
		x[29] = usesSignal
		x[30], x[31] = share(s.words.weight[d]), byWordSignal
		x[32] = share(float64(bearers) / float64(max(1, v.told.uses[r])))
	}
}
