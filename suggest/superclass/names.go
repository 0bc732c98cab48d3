package superclass

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
)

// rate counts pairs of classes with a key: all of them, and those in which C ⊑ D is entailed.
type rate struct{ n, k int32 }

// without returns the rate without one of its pairs.
func (r rate) without(entailed bool) rate {
	r.n--
	if entailed {
		r.k--
	}
	return r
}

// p returns the share of entailed pairs, smoothed by the share a over all pairs.
func (r rate) p(a float64) float64 { return (float64(r.k) + 2*a) / (float64(r.n) + 2) }

// add counts a pair.
func (r *rate) add(entailed bool) {
	r.n++
	if entailed {
		r.k++
	}
}

func (r rate) share() float64 {
	if r.n == 0 {
		return 0
	}
	return float64(r.k) / float64(r.n)
}

// Positions, by D's head, of the words of C's name that D's name lacks.
const (
	before = iota
	after
	around
	numPlaces
)

// namePair is a pair (C, D) in which C's label has all words of a name of D, in order, with the
// same head, and more words.
type namePair struct {
	c, d  int32
	more  string // the further words, with their position
	place int8   // the position: before, after or around
	ends  bool   // D's label ends C's label, or precedes a preposition or bracket in it
	start int8   // the first word of D's name in C's label
}

// mostNameWords bounds the labels with all subsequences of words looked up. For longer labels, only
// contiguous parts are looked up.
const mostNameWords = 10

// namePairs visits the pairs (c, D), and whether each is entailed.
func (s *shapes) namePairs(c int32, visit func(p namePair, entailed bool)) {
	x := s.x
	label := &x.Labels[c]
	words, head := label.Words, label.Head
	n := len(words)
	if n < 2 || head < 0 {
		return
	}
	seen := make(map[int32]bool)
	chosen := make([]string, 0, n)
	try := func(mask uint32) {
		chosen = chosen[:0]
		at := 0
		for i := range n {
			if mask>>i&1 == 1 {
				if i == head {
					at = len(chosen)
				}
				chosen = append(chosen, words[i])
			}
		}
		key := strings.Join(chosen, " ")
		consider := func(d int32, name *asserted.Name, isLabel bool) {
			if d == c || seen[d] || name.Head != at || !x.Live[d] {
				return
			}
			if x.IsBelow(d, c) || s.crosses(c, d) {
				return
			}
			seen[d] = true
			p := namePair{c: c, d: d}
			p.more, p.place = furtherWords(words, mask, head)
			p.start = int8(bits.TrailingZeros32(mask))
			last := bits.Len32(mask) - 1
			switch {
			case !isLabel || name.HasBreaks() || !isContiguous(mask):
			case last == n-1 && !breakWithin(label, p.start, n):
				p.ends = true
			case p.start == 0 && (label.BreakBefore(last+1) && !isComma(label, last+1) ||
				asserted.IsPreposition(words[last+1])):
				p.ends = true
			}
			visit(p, x.IsBelow(c, d))
		}
		for _, d := range x.Labelled(key) {
			consider(d, &x.Labels[d], true)
		}
		for _, d := range x.Synonymous(key) {
			for i := range x.Exact[d] {
				if name := &x.Exact[d][i]; name.Key() == key {
					consider(d, name, false)
					break
				}
			}
		}
	}
	all := uint32(1)<<min(n, 31) - 1
	if n <= mostNameWords {
		for mask := all - 1; mask > 0; mask-- {
			if mask>>head&1 == 1 {
				try(mask)
			}
		}
		return
	}
	if n > 31 {
		return
	}
	for from := head; from >= 0; from-- {
		for to := head + 1; to <= n; to++ {
			if to-from < n {
				try((uint32(1)<<to - 1) &^ (uint32(1)<<from - 1))
			}
		}
	}
}

// breakWithin reports whether a comma or bracket separates the words from start on.
func breakWithin(n *asserted.Name, start int8, end int) bool {
	for i := int(start); i < end; i++ {
		if n.BreakBefore(i) && i > 0 {
			return true
		}
	}
	return false
}

// isComma reports whether the break before a word is a comma, not a bracket.
func isComma(n *asserted.Name, i int) bool {
	text := n.Text
	return strings.Contains(text, ",") && !strings.ContainsAny(text, "([{")
}

// furtherWords returns the words that a mask lacks, with their position as first byte.
func furtherWords(words []string, mask uint32, head int) (more string, place int8) {
	var b strings.Builder
	var isBefore, isAfter bool
	for i, w := range words {
		if mask>>i&1 == 1 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		isBefore, isAfter = isBefore || i < head, isAfter || i > head
	}
	switch {
	case isBefore && isAfter:
		place = around
	case isAfter:
		place = after
	}
	return string("<>="[place]) + b.String(), place
}

// isContiguous reports whether the ones of a mask that is not 0 are next to each other.
func isContiguous(mask uint32) bool {
	mask >>= bits.TrailingZeros32(mask)
	return mask&(mask+1) == 0
}

// nameRates holds the rates of the name witness.
type nameRates struct {
	all    [numPlaces]rate
	byD    map[nameKey]rate
	byMore map[string]rate    // by further words
	byHead map[[2]string]rate // by further words and head of D
}

type nameKey struct {
	d     int32
	place int8
}

// newNameRates counts the pairs of names of all classes. It also returns the pairs that may be
// evidence and are not entailed.
func newNameRates(s *shapes) (*nameRates, map[[2]int32]namePair) {
	x := s.x
	r := &nameRates{byD: make(map[nameKey]rate), byMore: make(map[string]rate),
		byHead: make(map[[2]string]rate)}
	named := make(map[[2]int32]namePair)
	for c := range int32(len(x.Classes)) {
		if !x.Live[c] {
			continue
		}
		s.namePairs(c, func(p namePair, entailed bool) {
			r.all[p.place].add(entailed)
			d := r.byD[nameKey{p.d, p.place}]
			d.add(entailed)
			r.byD[nameKey{p.d, p.place}] = d
			m := r.byMore[p.more]
			m.add(entailed)
			r.byMore[p.more] = m
			h := r.byHead[[2]string{p.more, x.Labels[p.d].HeadWord()}]
			h.add(entailed)
			r.byHead[[2]string{p.more, x.Labels[p.d].HeadWord()}] = h
			if !entailed && p.ends {
				named[[2]int32{p.c, p.d}] = p
			}
		})
	}
	return r, named
}

// nameScore holds the rates of one pair, without the pair.
type nameScore struct {
	a, pD, pM, p float64 // shares: of all pairs, of D, of the further words, combined
	d, m         rate    // of D, and of the further words
	plausible    bool    // neither rate is evidence against the pair
}

// score returns the rates of a pair. The combined share assumes that D and the further words are
// independent evidence.
func (r *nameRates) score(x *asserted.Index, p namePair, entailed bool) nameScore {
	s := nameScore{a: r.all[p.place].share()}
	s.d = r.byD[nameKey{p.d, p.place}].without(entailed)
	s.m = r.byMore[p.more].without(entailed)
	// Words may give kinds of one head and parts of another. So the rate with D's head is used,
	// smoothed by the rate with any head.
	h := r.byHead[[2]string{p.more, x.Labels[p.d].HeadWord()}].without(entailed)
	s.pD, s.pM = s.d.p(s.a), h.p(s.m.p(s.a))
	s.p = sigmoid(logit(s.pD) + logit(s.pM) - logit(s.a))
	s.plausible = !(s.d.n >= 3 && s.pD < genusContra || s.m.n >= 2 && s.pM < genusContra)
	return s
}

// holds reports whether the names are evidence.
func (s *nameScore) holds() bool {
	return s.a >= namePrior && s.p >= nameRate && s.pD >= namePartRate && s.pM >= namePartRate
}

func logit(p float64) float64 {
	const least = 1e-6
	p = min(max(p, least), 1-least)
	return math.Log(p / (1 - p))
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Words directly before D's name that make C no kind of D.
var separatingWords = asserted.WordSet(
	"and or upstream non per versus vs reverse anti pre post sub")

// template is a pair of names with common words: C is named u X v and D u Y v, with x strictly
// below y.
type template struct {
	c, d int32
	x, y int32
	at   string // u and v
}

// templates returns the pairs of names with common words, at most mostTemplates.
func (s *shapes) templates() []template {
	x := s.x
	type member struct{ inner, class int32 }
	groups := make(map[string][]member)
	for c := range int32(len(x.Classes)) {
		if !x.Live[c] {
			continue
		}
		words := x.Labels[c].Words
		n := len(words)
		if n < 2 || n > 20 {
			continue
		}
		for from := range n {
			for to := from + 1; to <= n; to++ {
				if to-from == n {
					continue
				}
				for _, inner := range x.Labelled(strings.Join(words[from:to], " ")) {
					if inner != c {
						at := strings.Join(words[:from], " ") + " _ " +
							strings.Join(words[to:], " ")
						groups[at] = append(groups[at], member{inner, c})
					}
				}
			}
		}
	}
	keys := make([]string, 0, len(groups))
	for at, members := range groups {
		if len(members) > 1 {
			keys = append(keys, at)
		}
	}
	slices.Sort(keys)
	var found []template
	for _, at := range keys {
		of := make(map[int32][]int32, len(groups[at]))
		for _, m := range groups[at] {
			of[m.inner] = append(of[m.inner], m.class)
		}
		for _, m := range groups[at] {
			for _, y := range x.Ancestors(m.inner) {
				if x.IsBelow(y, m.inner) {
					continue
				}
				for _, d := range of[y] {
					if d != m.class && !x.IsBelow(d, m.class) && !s.crosses(m.class, d) {
						found = append(found, template{m.class, d, m.inner, y, at})
					}
				}
			}
		}
		if len(found) > mostTemplates {
			break
		}
	}
	return found
}

// mostTemplates bounds the pairs of templates on hostile input.
const mostTemplates = 4_000_000
