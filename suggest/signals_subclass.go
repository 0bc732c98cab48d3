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

// Bounds of what is looked at for one subject.
const (
	nearestSuperclasses = 200
	popularClasses      = 50
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
	for _, d := range v.told.ancestors[c] {
		s.mark(d)
	}
	v.vote(n, s)
	v.voteByWords(n, s)
	defer s.clearVotes()

	s.candidates = s.candidates[:0]
	consider := func(d int32) {
		if s.mark(d) && !v.t.Deprecated[d] && !slices.Contains(v.told.ancestors[d], c) {
			s.candidates = append(s.candidates, d)
		}
	}
	nearest := v.nearest(n)
	for _, d := range nearest {
		consider(d.class)
	}
	for k := range s.votes {
		for _, d := range s.votes[k].above.touched {
			consider(d)
		}
	}
	for _, d := range s.words.touched {
		consider(d)
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
	for _, p := range v.told.supers[c] {
		for _, d := range v.told.subs[p][:min(mostSiblings, len(v.told.subs[p]))] {
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
			for _, d := range v.told.supers[x.class] {
				s.votes[k].direct.add(d, x.weight)
			}
			for _, d := range v.told.ancestors[x.class] {
				s.votes[k].above.add(d, x.weight)
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
				for _, d := range v.told.supers[c] {
					s.count.add(d, 1)
				}
			}
		}
		s.count.settle(len(users), &s.words)
		for _, c := range users {
			if c != n.class {
				for _, d := range v.told.ancestors[c] {
					s.count.add(d, 1)
				}
			}
		}
		s.count.settle(len(users), &s.wordsAbove)
	}
}

func (s *scratch) clearVotes() {
	s.words.clear()
	s.wordsAbove.clear()
	for k := range s.votes {
		s.votes[k].direct.clear()
		s.votes[k].above.clear()
	}
}

func (v *view) fillSubclasses(n *neighborhood, t *table, nearest []ranked, s *scratch) {
	c := n.class
	v.measure(n, t, s, func(candidates []int32, distance, loss []float32) {
		v.geometry.SuperclassDistances(n.row, candidates, distance, loss)
	})
	place := s.places(nearest)
	scale := scaleOf(nearest)
	label := v.text.labels[c]
	common := v.commonAncestors(c, s)
	covered := v.featuresOf(c)
	for i, st := range t.statements {
		d, x := st.Target, t.row(i)
		x[0], x[2] = -x[0]/scale, -x[2]/scale
		x[1] = -math.Log(float64(place(d)))
		if n.row < 0 {
			x[1] = math.NaN()
		}
		x[3] = float64(n.similarity[d])
		x[4] = s.byLabel.of(d)
		x[5] = named(n.mentions, d, len(label))
		x[6], x[7] = ends(label, v.text.labels[d])
		x[8] = flag(len(v.text.labels[d]) > 0 && len(v.text.labels[d]) < len(label) && x[7] == math.Log(1+float64(len(v.text.labels[d]))))
		x[9] = s.byDefinition.of(d)
		x[10] = named(n.inDefinition, d, max(1, len(v.text.labels[d])))
		x[11] = genus(n.inDefinition, d)
		for k := range likenesses {
			x[12+k] = share(s.votes[k].direct.weight[d])
			x[17+k] = share(s.votes[k].above.weight[d])
		}
		x[22] = math.Log(1 + float64(len(v.told.subs[d])))
		x[23] = v.told.information(d)
		x[24] = flag(len(v.told.subs[d]) == 0)
		x[25] = flag(intersects(v.told.ancestors[d], v.told.supers[c]))
		x[26] = flag(intersects(v.told.supers[d], v.told.supers[c]))
		x[27] = common(d)
		x[28] = float64(v.told.depth[d])
		x[29] = flag(v.told.spaces[d] == v.told.spaces[c])
		x[30], x[31] = share(s.words.weight[d]), share(s.wordsAbove.weight[d])
		x[32] = covered(d)
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

// places returns the place of a class among the nearest; all others share the one behind them.
func (s *scratch) places(nearest []ranked) func(class int32) int {
	place := make(map[int32]int, len(nearest))
	for i, x := range nearest {
		if _, ok := place[x.class]; !ok {
			place[x.class] = i + 1
		}
	}
	return func(class int32) int {
		if p, ok := place[class]; ok {
			return p
		}
		return 2*len(nearest) + 1
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

// commonAncestors returns how much it says that a class and c have their most telling common superclass.
func (v *view) commonAncestors(c int32, s *scratch) func(d int32) float64 {
	s.begin()
	s.mark(c)
	for _, a := range v.told.ancestors[c] {
		s.mark(a)
	}
	return func(d int32) float64 {
		best := 0.0
		if s.marks[d] == s.round {
			best = v.told.information(d)
		}
		for _, a := range v.told.ancestors[d] {
			if s.marks[a] == s.round {
				best = max(best, v.told.information(a))
			}
		}
		return best
	}
}

// featuresOf returns the share of what is told of a class that holds for c as well, by told superclasses and restrictions, each
// counting as much as it says.
func (v *view) featuresOf(c int32) func(d int32) float64 {
	above := append([]int32{c}, v.told.ancestors[c]...)
	var own []restriction
	for _, a := range above {
		own = append(own, v.told.restrictions[a]...)
	}
	has := func(r restriction) bool {
		for _, o := range own {
			if o.property == r.property && (o.target == r.target || slices.Contains(v.told.ancestors[o.target], r.target)) {
				return true
			}
		}
		return false
	}
	return func(d int32) float64 {
		var in, all float64
		for _, p := range v.told.supers[d] {
			says := v.told.information(p)
			all += says
			in += says * flag(slices.Contains(above, p))
		}
		for _, r := range v.told.restrictions[d] {
			says := math.Log(float64(len(v.told.supers)+1) / float64(len(v.told.bearers[r])+1))
			all += says
			in += says * flag(has(r))
		}
		if all == 0 {
			return 0
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
