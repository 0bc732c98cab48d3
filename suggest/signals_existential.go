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

// Bounds of what is looked at for one subject: more of it was found not to help (docs/usefulness.md).
const (
	propertiesLooked = 7
	// In the model it is searched for the likeliest ones only: that takes a millisecond each.
	propertiesSearched = 3
	nearestFillers     = 50
	popularFillers     = 10
	mostSubfillers     = 40
)

// existentials returns the candidates (r, D) of C ⊑ ∃r.D with their signals, for the given properties, or for those that the
// classes around the subject use.
func (v *view) existentials(ctx context.Context, n *neighborhood, properties []int32, forced []restriction, s *scratch) (*table, error) {
	words := v.fillersByWord(n, s)
	if properties == nil {
		properties = v.propertiesAround(n, words)
		for _, f := range forced {
			if !slices.Contains(properties, f.property) {
				properties = append(properties, f.property)
			}
		}
	}
	t := s.newTable(Existential)
	nearest, err := v.nearestFillers(ctx, n, properties)
	if err != nil {
		return nil, err
	}
	for _, r := range properties {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v.existentialsOf(n, r, words.of(r), nearest[r], forced, t, s)
	}
	return t, nil
}

// propertiesAround are the properties of the classes around the subject, those of most weight.
func (v *view) propertiesAround(n *neighborhood, words *lists[wordUse]) []int32 {
	weights := make([]float64, len(v.told.uses))
	for r := range weights {
		weights[r] = propertyShare(words.of(int32(r)))
	}
	for k := range n.voices {
		for _, x := range n.voices[k] {
			for _, r := range v.told.restrictions.of(x.class) {
				weights[r.property] += x.weight
			}
		}
	}
	for _, a := range append([]int32{n.class}, v.told.ancestors.of(n.class)...) {
		for _, r := range v.told.restrictions.of(a) {
			weights[r.property] += 0.1
		}
	}
	var properties []int32
	for r, uses := range v.told.uses { // what is frequent is possible
		weights[r] += 0.1 * float64(uses) / float64(v.told.most)
		if weights[r] > 0 {
			properties = append(properties, int32(r))
		}
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

// fillersByWord finds what the classes have that share a word with the subject: by property, word by word. It is good until the next call with the same
// scratch.
func (v *view) fillersByWord(n *neighborhood, s *scratch) *lists[wordUse] {
	each := func(visit func(r restriction, use wordUse)) {
		for i, w := range n.words {
			users := v.text.users[w]
			for _, c := range users {
				if c != n.class {
					for _, r := range v.told.restrictions.of(c) {
						visit(r, wordUse{r.target, c, int32(i), len(users)})
					}
				}
			}
		}
	}
	// Counted first, at two places behind their property, where they are then made to begin one place behind it, and to end there.
	first := resized(s.used.first, len(v.told.uses)+2)
	clear(first)
	each(func(r restriction, _ wordUse) { first[r.property+2]++ })
	for i := 2; i < len(first); i++ {
		first[i] += first[i-1]
	}
	uses := resized(s.used.items, int(first[len(first)-1]))
	each(func(r restriction, use wordUse) {
		uses[first[r.property+1]] = use
		first[r.property+1]++
	})
	s.used = lists[wordUse]{first, uses}
	return &s.used
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
			s.count.add(used[i].target)
		}
		s.count.settle(users, s.raiseWords)
	}
}

func (v *view) existentialsOf(n *neighborhood, r int32, words []wordUse, nearest []int32, forced []restriction, t *table, s *scratch) {
	c := n.class
	s.begin()
	inherited := v.inherited(c, r)
	// Entailed are ∃r.E of the class and those above it, and what is above E.
	for _, e := range inherited {
		s.mark(e)
		for _, d := range v.told.ancestors.of(e) {
			s.mark(d)
		}
	}
	s.ballots.begin()
	v.voteFillers(n, r, s)
	s.voteByFillers(words)

	s.candidates = s.candidates[:0]
	consider := func(d int32) {
		if d != c && s.mark(d) && !v.t.Deprecated[d] {
			s.candidates = append(s.candidates, d)
		}
	}
	for _, d := range nearest {
		consider(d)
	}
	for _, d := range s.ballots.voted {
		if s.ballots.on(d).chosen() {
			consider(d)
		}
	}
	likely := func(d int32) bool { return v.told.spaceShares[r][v.told.traits[d].space] > 0 }
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
		for _, d := range v.told.subs.of(e)[:min(mostSubfillers, len(v.told.subs.of(e)))] {
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
		for _, x := range v.told.restrictions.of(class) {
			if x.property == r {
				fillers = append(fillers, x.target)
			}
		}
	}
	collect(c)
	for _, a := range v.told.ancestors.of(c) {
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
			for _, has := range v.told.restrictions.of(x.class) {
				if has.property != r {
					continue
				}
				target := s.ballots.to(has.target)
				target.direct[k] += x.weight
				target.above[k] += x.weight
				for _, d := range v.told.ancestors.of(has.target) {
					s.ballots.to(d).above[k] += x.weight
				}
			}
		}
	}
}

// fillExistentials fills in the signals of candidates with one property, kind by kind as fillSubclasses does.
func (v *view) fillExistentials(n *neighborhood, r int32, t *table, inherited []int32, byWord float64, s *scratch) {
	c := n.class
	role := v.roleOf(r)
	if role >= 0 {
		v.measure(n, t, s, func(candidates []int32, distance, loss []float32) {
			v.geometry.FillerDistances(n.row, role, candidates, distance, loss)
		})
	}
	place, scale := t.places(s)
	property := v.propertyVotes(n, r)
	byWord = share(byWord)
	for i, st := range t.statements {
		x, votes := t.row(i), s.ballots.on(st.Target)
		x[33], x[34] = -x[0], -x[2] // the scale of each property is another
		x[0], x[2] = -x[0]/scale, -x[2]/scale
		x[1] = -logOf(place[i])
		if n.row < 0 || role < 0 {
			for _, j := range [...]int{0, 1, 2, 33, 34} {
				x[j] = math.NaN()
			}
		}
		for k := range likenesses {
			x[8+k] = share(votes.direct[k])
			x[13+k] = share(votes.above[k])
			x[18+k] = property[k]
		}
		x[30], x[31] = share(votes.words), byWord
	}
	for i, st := range t.statements {
		d, x := st.Target, t.row(i)
		other := v.text.label(d)
		x[3] = float64(n.similarity[d])
		x[5] = named(n.mentions, d, other)
		x[7] = named(n.inDefinition, d, other)
	}
	for i, st := range t.statements {
		covered := s.coverage.of(st.Target)
		t.row(i)[4], t.row(i)[6] = covered.byNames, covered.byDefinition
	}
	own := 0
	for _, has := range v.told.restrictions.of(c) {
		own += int(flag(has.property == r))
	}
	ownSignal, usesSignal, spaceShares := logOf(1+own), logOf(1+int(v.told.uses[r])), v.told.spaceShares[r]
	for i, st := range t.statements {
		d, x := st.Target, t.row(i)
		traits, filling := &v.told.traits[d], v.told.fillingOf(restriction{r, d})
		x[23] = filling.logBearers
		x[24] = spaceShares[traits.space]
		x[26] = flag(slices.ContainsFunc(v.told.restrictions.of(c), func(has restriction) bool { return has.target == d }))
		x[27] = ownSignal
		x[28] = traits.says
		x[29] = usesSignal
		x[32] = filling.share
	}
	if len(inherited) == 0 {
		return
	}
	for i, st := range t.statements {
		t.row(i)[25] = flag(intersects(inherited, v.told.ancestors.of(st.Target)))
	}
}

// propertyVotes are the shares of the classes around the subject that use a property.
func (v *view) propertyVotes(n *neighborhood, r int32) (shares [likenesses]float64) {
	for k := range n.voices {
		var weight float64
		for _, x := range n.voices[k] {
			if slices.ContainsFunc(v.told.restrictions.of(x.class), func(has restriction) bool { return has.property == r }) {
				weight += x.weight
			}
		}
		shares[k] = share(weight)
	}
	return shares
}
