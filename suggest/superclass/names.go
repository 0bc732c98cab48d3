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

// without returns the rate without one of its pairs that is not entailed.
func (r rate) without() rate { return rate{r.n - 1, r.k} }

// p returns the share of entailed pairs, smoothed by the share a over all pairs.
func (r rate) p(a float64) float64 { return (float64(r.k) + 2*a) / (float64(r.n) + 2) }

// add counts a pair.
func (r *rate) add(entailed bool) {
	r.n++
	if entailed {
		r.k++
	}
}

// count counts a pair with a key.
func count[K comparable](rates map[K]rate, key K, entailed bool) {
	r := rates[key]
	r.add(entailed)
	rates[key] = r
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
	n := len(label.Words)
	if n < 2 || n > 31 || label.Head < 0 {
		return
	}
	words := phrases(label.Words)
	var seen []int32
	eachPart(n, label.Head, func(mask uint32) {
		part := asserted.PhraseOf()
		for m := mask; m != 0; m &= m - 1 {
			part = part.Then(words[bits.TrailingZeros32(m)])
		}
		consider := func(d int32, name *asserted.Name, isLabel bool) {
			if d == c || slices.Contains(seen, d) || !x.Live[d] || x.IsBelow(d, c) ||
				name.Head != bits.OnesCount32(mask&(1<<label.Head-1)) || s.crosses(c, d) {
				return
			}
			seen = append(seen, d)
			p := namePair{c: c, d: d, start: int8(bits.TrailingZeros32(mask))}
			p.more, p.place = furtherWords(label.Words, mask, label.Head)
			p.ends = isLabel && !name.HasBreaks() && endsLabel(label, mask)
			visit(p, x.IsBelow(c, d))
		}
		for _, d := range x.LabelledBy(part) {
			consider(d, &x.Labels[d], true)
		}
		for _, d := range x.SynonymousBy(part) {
			for i := range x.Exact[d] {
				if name := &x.Exact[d][i]; asserted.PhraseOf(name.Words...) == part {
					consider(d, name, false)
					break
				}
			}
		}
	})
}

// phrases returns the phrase of each word.
func phrases(words []string) []asserted.Phrase {
	list := make([]asserted.Phrase, len(words))
	for i, w := range words {
		list[i] = asserted.PhraseOf(w)
	}
	return list
}

// eachPart visits the subsequences of n words with the head as masks, without that of all words:
// all of them for up to mostNameWords words, else the contiguous ones.
func eachPart(n, head int, visit func(mask uint32)) {
	if n <= mostNameWords {
		for mask := uint32(1)<<n - 2; mask > 0; mask-- {
			if mask>>head&1 == 1 {
				visit(mask)
			}
		}
		return
	}
	for from := head; from >= 0; from-- {
		for to := head + 1; to <= n; to++ {
			if to-from < n {
				visit((uint32(1)<<to - 1) &^ (uint32(1)<<from - 1))
			}
		}
	}
}

// endsLabel reports whether the words of a mask are contiguous and end a label, or begin it before
// a preposition or bracket.
func endsLabel(label *asserted.Name, mask uint32) bool {
	if !isContiguous(mask) {
		return false
	}
	start, end := bits.TrailingZeros32(mask), bits.Len32(mask)
	if end == len(label.Words) {
		return !breakWithin(label, start)
	}
	return start == 0 && (label.BreakBefore(end) && !isComma(label) ||
		asserted.IsPreposition(label.Words[end]))
}

// breakWithin reports whether a comma or bracket separates the words from start on.
func breakWithin(n *asserted.Name, start int) bool {
	for i := max(start, 1); i < len(n.Words); i++ {
		if n.BreakBefore(i) {
			return true
		}
	}
	return false
}

// isComma reports whether the breaks of a name are commas, not brackets.
func isComma(n *asserted.Name) bool {
	return strings.Contains(n.Text, ",") && !strings.ContainsAny(n.Text, "([{")
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
			count(r.byD, nameKey{p.d, p.place}, entailed)
			count(r.byMore, p.more, entailed)
			count(r.byHead, [2]string{p.more, x.Labels[p.d].HeadWord()}, entailed)
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
func (r *nameRates) score(x *asserted.Index, p namePair) nameScore {
	s := nameScore{a: r.all[p.place].share()}
	s.d = r.byD[nameKey{p.d, p.place}].without()
	s.m = r.byMore[p.more].without()
	// Words may give kinds of one head and parts of another. So the rate with D's head is used,
	// smoothed by the rate with any head.
	h := r.byHead[[2]string{p.more, x.Labels[p.d].HeadWord()}].without()
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
	c, d     int32
	x, y     int32
	from, to int8            // the words X of C's label
	at       asserted.Phrase // u and v
}

// common returns the common words of the names as text.
func (t *template) common(x *asserted.Index) string {
	words := x.Labels[t.c].Words
	return strings.Join(words[:t.from], " ") + " _ " + strings.Join(words[t.to:], " ")
}

// mostTemplateWords bounds the labels that are compared by templates.
const mostTemplateWords = 20

var gap = asserted.PhraseOf("_")

// templates visits the templates of a class with others.
func (s *shapes) templates(c int32, visit func(template)) {
	x := s.x
	n := len(x.Labels[c].Words)
	if n < 2 || n > mostTemplateWords || !x.Live[c] {
		return
	}
	words := phrases(x.Labels[c].Words)
	before := asserted.PhraseOf()
	for from := range n {
		inner := asserted.PhraseOf()
		for to := from + 1; to <= n; to++ {
			inner = inner.Then(words[to-1])
			if to-from == n {
				break
			}
			for _, e := range x.LabelledBy(inner) {
				if e == c {
					continue
				}
				after := asserted.PhraseOf()
				for _, w := range words[to:] {
					after = after.Then(w)
				}
				t := template{c: c, x: e, from: int8(from), to: int8(to),
					at: before.Then(gap).Then(after)}
				s.templatesAt(t, before, after, visit)
			}
		}
		before = before.Then(words[from])
	}
}

// templatesAt visits the templates with given common words, for the classes above x.
func (s *shapes) templatesAt(t template, before, after asserted.Phrase, visit func(template)) {
	x := s.x
	for _, y := range x.Ancestors(t.x) {
		if !x.Live[y] || x.IsBelow(y, t.x) {
			continue
		}
		for _, d := range x.LabelledBy(before.Then(s.labels[y]).Then(after)) {
			if d != y && d != t.c && len(x.Labels[d].Words) <= mostTemplateWords &&
				!x.IsBelow(d, t.c) && !s.crosses(t.c, d) {
				t.d, t.y = d, y
				visit(t)
			}
		}
	}
}

// mostTemplates bounds the pairs of templates on hostile input.
const mostTemplates = 4_000_000
