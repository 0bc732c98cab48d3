package suggest

import (
	"context"
	"math"
	"slices"
)

// subclassSignals names the signals of C ⊑ D. What is a share is on the scale of the function share.
var subclassSignals = []string{
	"geometry: distance", "geometry: rank", "geometry: inclusion loss",
	"label: similarity", "label: name covered", "label: named", "label: common beginning", "label: common end", "label: is its end",
	"definition: name covered", "definition: named", "definition: genus",
	"votes: label", "votes: geometry", "votes: superclass", "votes: filler", "votes: subclasses",
	"votes above: label", "votes above: geometry", "votes above: superclass", "votes above: filler", "votes above: subclasses",
	"structure: subclasses", "structure: information", "structure: leaf", "structure: below a superclass",
	"structure: sibling", "structure: shared information", "structure: depth", "structure: name space",
	"words: superclass", "words: above", "structure: features covered",
}

// Bounds of what is looked at for one subject: more of it was found not to help (docs/usefulness.md).
const (
	nearestSuperclasses = 120
	popularClasses      = 20
)

// subclasses returns the candidates D of C ⊑ D with their signals. Those in forced are candidates in any case.
func (v *view) subclasses(ctx context.Context, n *neighborhood, forced []int32, s *scratch) (*table, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := n.class
	s.begin()
	s.mark(c)
	for _, d := range v.entailed(c) {
		s.mark(d)
	}
	for _, d := range v.told.ancestors.of(c) {
		s.mark(d)
	}
	s.ballots.begin()
	v.vote(n, s)
	v.voteByWords(n, s)

	s.candidates = s.candidates[:0]
	consider := func(d int32) {
		if s.mark(d) && !v.t.Deprecated[d] && !slices.Contains(v.told.ancestors.of(d), c) {
			s.candidates = append(s.candidates, d)
		}
	}
	nearest := v.nearest(n)
	for place, d := range nearest {
		if x := s.ballots.to(d.class); x.place == 0 {
			x.place = int32(place + 1)
		}
		consider(d.class)
	}
	for _, d := range s.ballots.voted {
		if s.ballots.on(d).near() {
			consider(d)
		}
	}
	for _, x := range n.voices[byLabel] {
		consider(x.class)
	}
	for _, m := range n.mentions {
		consider(m.class)
	}
	for _, m := range n.inDefinition {
		consider(m.class)
	}
	for _, p := range v.told.supers.of(c) {
		for _, d := range v.told.subs.of(p)[:min(mostSiblings, len(v.told.subs.of(p)))] {
			consider(d)
		}
	}
	for _, d := range v.popular {
		consider(d)
	}

	t, found := s.newTable(Subclass), len(s.candidates)
	for _, d := range forced {
		if !slices.Contains(s.candidates, d) {
			s.candidates = append(s.candidates, d)
		}
	}
	t.reserve(len(s.candidates))
	for i, d := range s.candidates {
		t.add(Statement{c, NoProperty, d}, i >= found)
	}
	v.fillSubclasses(n, t, nearest, s)
	return t, nil
}

// ranked is a class with its distance and place among the nearest.
type ranked struct {
	class    int32
	distance float64
}

func (v *view) nearest(n *neighborhood) []ranked {
	var nearest []ranked
	for _, x := range n.near {
		if d := v.classOf[x.Class]; d >= 0 {
			nearest = append(nearest, ranked{d, float64(x.Distance)})
		}
	}
	return nearest
}

// vote lets the classes around the subject vote for their superclasses.
func (v *view) vote(n *neighborhood, s *scratch) {
	for k := range n.voices {
		for _, x := range n.voices[k] {
			for _, d := range v.told.supers.of(x.class) {
				s.ballots.to(d).direct[k] += x.weight
			}
			for _, d := range v.told.ancestors.of(x.class) {
				s.ballots.to(d).above[k] += x.weight
			}
		}
	}
}

// voteByWords finds what superclasses go with the words of the subject's names and definition.
func (v *view) voteByWords(n *neighborhood, s *scratch) {
	for _, w := range n.words {
		users := v.text.users[w]
		for _, c := range users {
			if c != n.class {
				for _, d := range v.told.supers.of(c) {
					s.count.add(d)
				}
			}
		}
		s.count.settle(len(users), s.raiseWords)
		for _, c := range users {
			if c != n.class {
				for _, d := range v.told.ancestors.of(c) {
					s.count.add(d)
				}
			}
		}
		s.count.settle(len(users), s.raiseWordsAbove)
	}
}

func (s *scratch) raiseWords(class int32, share float64) {
	x := s.ballots.to(class)
	x.words = max(x.words, share)
}

func (s *scratch) raiseWordsAbove(class int32, share float64) {
	x := s.ballots.to(class)
	x.wordsAbove = max(x.wordsAbove, share)
}

// fillSubclasses fills in the signals kind by kind. What a short loop asks for is on its way from memory for several candidates at the same time,
// and hardly anything of it is near.
func (v *view) fillSubclasses(n *neighborhood, t *table, nearest []ranked, s *scratch) {
	v.measure(n, t, s, func(candidates []int32, distance, loss []float32) {
		v.geometry.SuperclassDistances(n.row, candidates, distance, loss)
	})
	behind := -logOf(2*len(nearest) + 1) // all of the nearest
	if n.row < 0 {
		behind = math.NaN()
	}
	scale := scaleOf(nearest)
	for i, st := range t.statements {
		x, votes := t.row(i), s.ballots.on(st.Target)
		x[0], x[1], x[2] = -x[0]/scale, behind, -x[2]/scale
		if votes.place > 0 {
			x[1] = -logOf(int(votes.place))
		}
		for k := range likenesses {
			x[12+k] = share(votes.direct[k])
			x[17+k] = share(votes.above[k])
		}
		x[30], x[31] = share(votes.words), share(votes.wordsAbove)
	}
	v.fillNames(n, t)
	for i, st := range t.statements {
		covered := s.coverage.of(st.Target)
		t.row(i)[4], t.row(i)[9] = covered.byNames, covered.byDefinition
	}
	v.fillStructure(n.class, t)
	v.markLineage(n.class, s)
	common := v.commonAncestors(s)
	for i, st := range t.statements {
		t.row(i)[27] = common(st.Target)
	}
	features := v.featuresOf(n.class, s)
	for i, st := range t.statements {
		t.row(i)[32] = features(st.Target)
	}
}

func (v *view) fillNames(n *neighborhood, t *table) {
	label := v.text.label(n.class)
	for i, st := range t.statements {
		d, x := st.Target, t.row(i)
		other := v.text.label(d)
		x[3] = float64(n.similarity[d])
		x[5] = named(n.mentions, d, label)
		x[6], x[7] = ends(label, other)
		x[8] = flag(len(other) > 0 && len(other) < len(label) && x[7] == logOf(1+len(other)))
		x[10] = named(n.inDefinition, d, other)
		x[11] = genus(n.inDefinition, d)
	}
}

func (v *view) fillStructure(c int32, t *table) {
	space := v.told.traits[c].space
	for i, st := range t.statements {
		x, traits := t.row(i), &v.told.traits[st.Target]
		x[22] = traits.logSubs
		x[23] = traits.says
		x[24] = flag(traits.subs == 0)
		x[28] = float64(traits.depth)
		x[29] = flag(traits.space == space)
	}
	for i, st := range t.statements {
		d, x := st.Target, t.row(i)
		x[25] = flag(intersects(v.told.ancestors.of(d), v.told.supers.of(c)))
		x[26] = flag(intersects(v.told.supers.of(d), v.told.supers.of(c)))
	}
}

// measure writes distance and loss of each candidate to the signals 0 and 2, NaN where the model does not know it.
func (v *view) measure(n *neighborhood, t *table, s *scratch, distances func(candidates []int32, distance, loss []float32)) {
	s.rows, s.candidates = s.rows[:0], s.candidates[:0]
	for i, st := range t.statements {
		t.row(i)[0], t.row(i)[2] = math.NaN(), math.NaN()
		if row := v.rowOf(st.Target); n.row >= 0 && row >= 0 {
			s.rows = append(s.rows, row)
			s.candidates = append(s.candidates, int32(i))
		}
	}
	if len(s.rows) == 0 {
		return
	}
	s.distance, s.loss = resized(s.distance, len(s.rows)), resized(s.loss, len(s.rows))
	distances(s.rows, s.distance, s.loss)
	for j, i := range s.candidates {
		t.row(int(i))[0], t.row(int(i))[2] = float64(s.distance[j]), float64(s.loss[j])
	}
}

// scaleOf is what counts as near around the subject: the distance of the tenth.
func scaleOf(nearest []ranked) float64 {
	if len(nearest) == 0 {
		return 1
	}
	if d := nearest[min(10, len(nearest)-1)].distance; d > 0 {
		return d
	}
	return 1
}

// markLineage marks a class and those it is told to lie below, and nothing else.
func (v *view) markLineage(c int32, s *scratch) {
	s.begin()
	s.mark(c)
	for _, a := range v.told.ancestors.of(c) {
		s.mark(a)
	}
}

// commonAncestors returns how much it says that a class and the one whose lineage is marked have their most telling common superclass.
func (v *view) commonAncestors(s *scratch) func(d int32) float64 {
	return func(d int32) float64 {
		best := 0.0
		if s.marked(d) {
			best = v.told.information(d)
		}
		for _, a := range v.told.ancestors.of(d) {
			if s.marked(a) {
				best = max(best, v.told.information(a))
			}
		}
		return best
	}
}

// featuresOf returns the share of what is told of a class that holds for c as well, by told superclasses and restrictions, each
// counting as much as it says. The lineage of c is marked.
func (v *view) featuresOf(c int32, s *scratch) func(d int32) float64 {
	own := slices.Clone(v.told.restrictions.of(c))
	for _, a := range v.told.ancestors.of(c) {
		own = append(own, v.told.restrictions.of(a)...)
	}
	has := func(r restriction) bool {
		for _, o := range own {
			if o.property == r.property && (o.target == r.target || slices.Contains(v.told.ancestors.of(o.target), r.target)) {
				return true
			}
		}
		return false
	}
	return func(d int32) float64 {
		all := v.told.traits[d].toldSays
		if all == 0 {
			return 0
		}
		var in float64
		for _, p := range v.told.supers.of(d) {
			if s.marked(p) {
				in += v.told.information(p)
			}
		}
		for _, r := range v.told.restrictions.of(d) {
			if has(r) {
				in += v.told.fillingOf(r).says
			}
		}
		return in / all
	}
}

func intersects(a, b []int32) bool {
	for _, x := range a {
		if slices.Contains(b, x) {
			return true
		}
	}
	return false
}
