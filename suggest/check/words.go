package check

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"box2el-owl/internal/dense"
	"box2el-owl/suggest/asserted"
)

//go:embed opposites.txt
var opposites string

// words holds the labels of the classes as numbered words.
type words struct {
	asserted.Vocabulary

	labels     dense.Lists // by class, in the order of the label
	sets       dense.Lists // by class, ascending
	heads      []int32     // by class: the place of the head, or −1
	lasts      []int32     // by class: the last word before a comma or bracket, or −1
	properties dense.Lists // by property, in the order of the label

	listed    [][]int32 // by word: its opposites in opposites.txt
	privative []bool    // by word
	markers   []marker  // by word
	learned   map[[2]int32]contrast
}

// marker is a word with a polarity, such as "CD38-positive".
type marker struct {
	stem     int32 // number of the text before the polarity, or −1
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

// newWords numbers the words of all labels and learns which of them are opposites.
func newWords(x *asserted.Index) words {
	var w words
	labels, sets := make([][]int32, len(x.Classes)), make([][]int32, len(x.Classes))
	w.heads, w.lasts = make([]int32, len(x.Classes)), make([]int32, len(x.Classes))
	for c := range x.Classes {
		w.heads[c] = int32(x.Labels[c].Head)
		labels[c] = w.Numbers(x.Labels[c].Words)
		w.lasts[c] = lastWord(&x.Labels[c], labels[c])
		sets[c] = ascending(labels[c])
	}
	names := make([][]int32, len(x.Properties))
	for r := range x.Properties {
		names[r] = w.Numbers(x.PropertyNames[r].Words)
	}
	w.labels, w.sets = dense.ListsFrom(labels), dense.ListsFrom(sets)
	w.properties = dense.ListsFrom(names)
	pairs := strings.Split(strings.TrimSpace(opposites), "\n")
	for _, pair := range pairs {
		w.Numbers(strings.Fields(pair))
	}
	w.listed = make([][]int32, len(w.Words))
	for _, pair := range pairs {
		p := w.Numbers(strings.Fields(pair))
		w.listed[p[0]] = append(w.listed[p[0]], p[1])
		w.listed[p[1]] = append(w.listed[p[1]], p[0])
	}
	w.findMarkers()
	w.learn(x)
	return w
}

// lastWord returns the last word of a name before its first comma or bracket, or −1.
func lastWord(n *asserted.Name, label []int32) int32 {
	for i := range label {
		if i > 0 && n.BreakBefore(i) {
			return label[i-1]
		}
	}
	if len(label) == 0 {
		return -1
	}
	return label[len(label)-1]
}

// ascending returns the set of a list's numbers, sorted.
func ascending(list []int32) []int32 {
	s := slices.Clone(list)
	slices.Sort(s)
	return slices.Compact(s)
}

// findMarkers finds the privative words and the markers among the words.
func (w *words) findMarkers() {
	var stems asserted.Vocabulary
	w.privative, w.markers = make([]bool, len(w.Words)), make([]marker, len(w.Words))
	for i, text := range w.Words {
		w.privative[i] = asserted.IsPrivative(text)
		stem, p := splitMarker(text)
		if p == unmarked {
			w.markers[i].stem = -1
			continue
		}
		w.markers[i] = marker{stems.Number(stem), p}
	}
}

// splitMarker splits "cd38-positive" into "cd38" and positive, and "fe++" into "fe" and its charge.
func splitMarker(word string) (string, polarity) {
	if at := strings.LastIndexByte(word, '-'); at > 0 {
		if p, ok := polarities[word[at+1:]]; ok {
			return word[:at], p
		}
	}
	stem := strings.TrimRight(word, "+")
	if plus := len(word) - len(stem); plus > 1 && plus < 10 && stem != "" {
		return stem, charged + polarity(plus-2)
	}
	return "", unmarked
}

// contrary reports whether two words have the same stem and opposite polarities.
func (w *words) contrary(a, b int32) bool {
	m, n := w.markers[a], w.markers[b]
	if m.stem < 0 || m.stem != n.stem {
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

// hole is a label with one word replaced by a wildcard.
type hole struct {
	key   uint64 // hash of the other words and of the place of the wildcard
	word  int32
	class int32
}

// learn finds the pairs of words that the ontology uses as opposites: three or more pairs of
// siblings have labels that differ in these two words only, before the head.
func (w *words) learn(x *asserted.Index) {
	siblings := make(map[[2]int32]int32)
	for p := range int32(len(x.Classes)) {
		w.countSiblings(x, p, siblings)
	}
	w.learned = make(map[[2]int32]contrast)
	for pair, n := range siblings {
		if n >= fewestContrasts && w.related(x, pair) == 0 {
			w.learned[pair] = contrast{siblings: n}
		}
	}
	w.countComparable(x)
	w.dropCooccurring(x)
}

// holes appends the holes of the words before the head of a label.
func (w *words) holes(c int32, list []hole) []hole {
	label := w.labels.Of(c)
	if len(label) > mostWords {
		return list
	}
	for i := range max(w.heads[c], 0) {
		h := mix(uint64(len(label)), uint64(i))
		for j, word := range label {
			if j != int(i) {
				h = mix(h, uint64(word))
			}
		}
		list = append(list, hole{h, label[i], c})
	}
	return list
}

// countSiblings counts the pairs of words, the lesser first, in which labels of the children of a
// class differ. More than mostAlike children are names in a series, not opposites.
func (w *words) countSiblings(x *asserted.Index, parent int32, counts map[[2]int32]int32) {
	var holes []hole
	for _, c := range x.DirectSubs(parent) {
		if x.Live[c] {
			holes = w.holes(c, holes)
		}
	}
	slices.SortFunc(holes, func(a, b hole) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.word, b.word))
	})
	for _, run := range asserted.Runs(holes, func(a, b hole) bool { return a.key == b.key }) {
		if len(run) > mostAlike {
			continue
		}
		for i, g := range run {
			for _, h := range run[i+1:] {
				if g.word == h.word || x.Comparable(g.class, h.class) {
					continue
				}
				first, _ := asserted.LeastCommon(x.DirectSupers(g.class), x.DirectSupers(h.class))
				if first == parent { // each pair is counted once
					counts[[2]int32{g.word, h.word}]++
				}
			}
		}
	}
}

// countComparable counts the pairs of labels that differ in two learned opposites only and whose
// classes are comparable.
func (w *words) countComparable(x *asserted.Index) {
	for c := range int32(len(x.Classes)) {
		label := w.labels.Of(c)
		if !x.Live[c] || len(label) > mostWords {
			continue
		}
		for _, d := range x.Ancestors(c) {
			at, only := asserted.Difference(label, w.labels.Of(d))
			if !only || at >= int(min(w.heads[c], w.heads[d])) || !x.Live[d] ||
				d < c && x.IsBelow(d, c) { // equivalent classes are counted once
				continue
			}
			a, b := label[at], w.labels.Of(d)[at]
			pair := [2]int32{min(a, b), max(a, b)}
			if n, ok := w.learned[pair]; ok {
				n.comparable++
				w.learned[pair] = n
			}
		}
	}
}

// related counts the pairs of comparable classes whose labels are the two words.
func (w *words) related(x *asserted.Index, pair [2]int32) int {
	n := 0
	for _, c := range x.LabelledBy(asserted.PhraseOf(w.Words[pair[0]])) {
		for _, d := range x.LabelledBy(asserted.PhraseOf(w.Words[pair[1]])) {
			if x.Comparable(c, d) {
				n++
			}
		}
	}
	return n
}

// dropCooccurring drops the learned pairs whose words are both in more than mostCooccurring of the
// labels with the rarer of them.
func (w *words) dropCooccurring(x *asserted.Index) {
	counts := make([]int32, len(w.Words))
	together := make(map[[2]int32]int32)
	first := make([]bool, len(w.Words)) // has a partner
	for pair := range w.learned {
		first[pair[0]] = true
	}
	for c := range int32(len(x.Classes)) {
		set := w.sets.Of(c)
		for _, a := range set {
			counts[a]++
		}
		if len(set) > mostWords {
			continue
		}
		for _, a := range set {
			if !first[a] {
				continue
			}
			for _, b := range set {
				if _, ok := w.learned[[2]int32{a, b}]; ok {
					together[[2]int32{a, b}]++
				}
			}
		}
	}
	for pair, n := range together {
		if float64(n) > mostCooccurring*float64(min(counts[pair[0]], counts[pair[1]])) {
			delete(w.learned, pair)
		}
	}
}

// areLearnedOpposites reports whether two words are learned opposites even without the labels of
// the classes c and d.
func (v *view) areLearnedOpposites(a, b, c, d int32) bool {
	t, ok := v.words.learned[[2]int32{a, b}]
	if !ok {
		t, ok = v.words.learned[[2]int32{b, a}]
	}
	switch {
	case !ok:
		return false
	case v.index.Comparable(c, d):
		t.comparable--
	case asserted.Intersect(v.index.DirectSupers(c), v.index.DirectSupers(d)):
		t.siblings--
	}
	return t.siblings >= fewestContrasts && t.comparable <= 0
}

// has reports whether a label has a word.
func (w *words) has(c, word int32) bool {
	_, found := slices.BinarySearch(w.sets.Of(c), word)
	return found
}

// contains reports whether the label of c has all words of the label of d.
func (w *words) contains(c, d int32) bool {
	all, some := w.sets.Of(c), w.sets.Of(d)
	if len(some) > len(all) {
		return false
	}
	for _, word := range some {
		at, found := slices.BinarySearch(all, word)
		if !found {
			return false
		}
		all = all[at+1:]
	}
	return true
}

// head returns the head word of a label, or −1.
func (w *words) head(c int32) int32 {
	if w.heads[c] < 0 {
		return -1
	}
	return w.labels.Of(c)[w.heads[c]]
}

// endsIn reports whether a label, or its part before the first comma or bracket, ends in a word.
func (w *words) endsIn(c, word int32) bool {
	label := w.labels.Of(c)
	return w.lasts[c] == word || label[len(label)-1] == word
}

// before returns the words of a label before its head.
func (w *words) before(c int32) []int32 { return w.labels.Of(c)[:max(w.heads[c], 0)] }

// quote returns a word as text.
func (w *words) quote(word int32) string { return w.Words[word] }
