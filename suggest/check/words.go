package check

import (
	_ "embed"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
)

//go:embed opposites.txt
var opposites string

// listed has the opposites of each word of opposites.txt.
var listed = func() map[string][]string {
	of := make(map[string][]string)
	for line := range strings.Lines(opposites) {
		pair := strings.Fields(line)
		of[pair[0]] = append(of[pair[0]], pair[1])
		of[pair[1]] = append(of[pair[1]], pair[0])
	}
	return of
}()

// marker is a word with a polarity, such as "CD38-positive".
type marker struct {
	stem     string // the text before the polarity; "" if the word has none
	polarity polarity
}

// polarity is the sign or level of a marker.
type polarity int8

const (
	unmarked polarity = iota
	positive
	negative
	high
	low
	charged // with two plus signs; three are charged+1
)

var polarities = map[string]polarity{
	"positive": positive, "negative": negative, "high": high, "low": low,
}

// markerOf splits "cd38-positive" into "cd38" and positive, and "fe++" into "fe" and its charge.
func markerOf(word string) marker {
	if at := strings.LastIndexByte(word, '-'); at > 0 {
		if p, ok := polarities[word[at+1:]]; ok {
			return marker{word[:at], p}
		}
	}
	stem := strings.TrimRight(word, "+")
	if plus := len(word) - len(stem); plus > 1 && plus < 10 && stem != "" {
		return marker{stem, charged + polarity(plus-2)}
	}
	return marker{}
}

// contrary reports whether two markers have the same stem and opposite polarities.
func (m marker) contrary(n marker) bool {
	if m.stem != n.stem {
		return false
	}
	p, q := min(m.polarity, n.polarity), max(m.polarity, n.polarity)
	switch {
	case p >= charged:
		return p != q
	case q >= charged:
		return false
	}
	return p == positive && q == negative || p == high && q == low || p == negative && q == high
}

// contrasts holds pairs of words, the lesser first, that the ontology uses as opposites: three or
// more pairs of siblings have labels that differ in these two words only, before the head.
type contrasts map[[2]string]contrast

// contrast counts the pairs of labels that differ in two words only.
type contrast struct {
	siblings   int32 // pairs with a parent in common, neither above the other
	comparable int32 // pairs with one class above the other
}

const (
	mostWords       = 24   // of a label that opposites are learned from
	mostAlike       = 64   // siblings whose labels differ in the same place
	fewestContrasts = 3    // pairs of labels that make two words opposites
	mostCooccurring = 0.02 // share of the labels with one of two opposites that have both
)

// pairOf returns two words, the lesser first.
func pairOf(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// learnContrasts finds the opposites of an ontology.
func learnContrasts(x *asserted.Index) contrasts {
	siblings := make(map[[2]string]int32)
	for p := range int32(len(x.Classes)) {
		countSiblings(x, p, siblings)
	}
	learned := make(contrasts)
	for pair, n := range siblings {
		if n >= fewestContrasts && !areRelated(x, pair) {
			learned[pair] = contrast{siblings: n}
		}
	}
	learned.countComparable(x)
	learned.dropCooccurring(x)
	return learned
}

// holed is a label with one word before the head replaced by a wildcard.
type holed struct {
	word  string
	class int32
}

var wildcard = asserted.PhraseOf("_")

// countSiblings counts the pairs of words in which labels of the children of a class differ. More
// than mostAlike children are names in a series, not opposites.
func countSiblings(x *asserted.Index, parent int32, counts map[[2]string]int32) {
	children := x.DirectSubs(parent)
	if len(children) < 2 {
		return
	}
	alike := make(map[asserted.Phrase][]holed)
	for _, c := range children {
		words := x.Labels[c].Words
		if !x.Live[c] || len(words) > mostWords {
			continue
		}
		for i, word := range before(&x.Labels[c]) {
			rest := asserted.PhraseOf(words[:i]...).Then(wildcard).
				Then(asserted.PhraseOf(words[i+1:]...))
			alike[rest] = append(alike[rest], holed{word, c})
		}
	}
	for _, list := range alike {
		if len(list) > mostAlike {
			continue
		}
		for i, g := range list {
			for _, h := range list[:i] {
				if g.word == h.word || x.Comparable(g.class, h.class) {
					continue
				}
				first, _ := asserted.LeastCommon(x.DirectSupers(g.class), x.DirectSupers(h.class))
				if first == parent { // each pair is counted once
					counts[pairOf(g.word, h.word)]++
				}
			}
		}
	}
}

// areRelated reports whether classes with the two words as their labels are comparable.
func areRelated(x *asserted.Index, pair [2]string) bool {
	others := x.LabelledBy(asserted.PhraseOf(pair[1]))
	return slices.ContainsFunc(x.LabelledBy(asserted.PhraseOf(pair[0])), func(c int32) bool {
		return slices.ContainsFunc(others, func(d int32) bool { return x.Comparable(c, d) })
	})
}

// countComparable counts the pairs of labels that differ in two opposites only and whose classes
// are comparable.
func (t contrasts) countComparable(x *asserted.Index) {
	for c := range int32(len(x.Classes)) {
		name := &x.Labels[c]
		if !x.Live[c] || len(name.Words) > mostWords {
			continue
		}
		for _, d := range x.Ancestors(c) {
			other := &x.Labels[d]
			at, only := asserted.Difference(name.Words, other.Words)
			if !only || at >= min(name.Head, other.Head) || !x.Live[d] ||
				d < c && x.IsBelow(d, c) { // equivalent classes are counted once
				continue
			}
			pair := pairOf(name.Words[at], other.Words[at])
			if n, ok := t[pair]; ok {
				n.comparable++
				t[pair] = n
			}
		}
	}
}

// dropCooccurring drops the pairs whose words are both in more than mostCooccurring of the labels
// with the rarer of them.
func (t contrasts) dropCooccurring(x *asserted.Index) {
	counts := make(map[string]int32) // labels by word that has an opposite
	for pair := range t {
		counts[pair[0]], counts[pair[1]] = 0, 0
	}
	together := make(map[[2]string]int32)
	for c := range x.Labels {
		words := x.Labels[c].Words
		if len(words) > mostWords {
			continue
		}
		var in []string
		for _, word := range words {
			if _, ok := counts[word]; ok && !slices.Contains(in, word) {
				in = append(in, word)
				counts[word]++
			}
		}
		for i, a := range in {
			for _, b := range in[:i] {
				together[pairOf(a, b)]++
			}
		}
	}
	for pair, n := range together {
		if float64(n) > mostCooccurring*float64(min(counts[pair[0]], counts[pair[1]])) {
			delete(t, pair)
		}
	}
}

// areLearnedOpposites reports whether two words are learned opposites even without the labels of
// the classes c and d.
func (v *view) areLearnedOpposites(a, b string, c, d int32) bool {
	t := v.learned[pairOf(a, b)]
	switch {
	case v.index.Comparable(c, d):
		t.comparable--
	case asserted.Intersect(v.index.DirectSupers(c), v.index.DirectSupers(d)):
		t.siblings--
	}
	return t.siblings >= fewestContrasts && t.comparable <= 0
}

// mostContained bounds the words of a name that is looked up in another.
const mostContained = 64

// contains reports whether a name has all words of another.
func contains(n, other *asserted.Name) bool { return lacksOnly(n, other, "") }

// lacksOnly reports whether a name has all words of another but one.
func lacksOnly(n, other *asserted.Name, but string) bool {
	return len(other.Words) <= mostContained &&
		!slices.ContainsFunc(other.Words, func(word string) bool {
			return word != but && !has(n, word)
		})
}

// has reports whether a name has a word.
func has(n *asserted.Name, word string) bool { return slices.Contains(n.Words, word) }

// before returns the words of a name before its head.
func before(n *asserted.Name) []string { return n.Words[:max(n.Head, 0)] }

// endsIn reports whether a name, or its part before the first comma or bracket, ends in a word.
func endsIn(n *asserted.Name, word string) bool {
	for i := 1; i < len(n.Words); i++ {
		if n.BreakBefore(i) {
			if n.Words[i-1] == word {
				return true
			}
			break
		}
	}
	return n.Words[len(n.Words)-1] == word
}
