package superclass

import (
	"slices"
	"strings"
	"unicode"

	"box2el-owl/suggest/asserted"
)

// texts has the definitions of the classes as words.
type texts struct {
	x     *asserted.Index
	whole [][]string // content words of the definition, by class, ascending; nil: no definition
	first [][]string // those of its first sentence

	copies map[uint64]int // definitions by hash, see hashOf
}

func newTexts(x *asserted.Index) *texts {
	t := &texts{
		x: x, whole: make([][]string, len(x.Classes)), first: make([][]string, len(x.Classes)),
		copies: make(map[uint64]int),
	}
	definitions, count := 0, make(map[string]int)
	for c, text := range x.Texts {
		if text == "" || !x.Live[c] {
			continue
		}
		definitions++
		text = withoutBrackets(clip(text))
		words := asserted.Words(text)
		t.copies[hashOf(words)]++
		t.whole[c] = contentWords(words)
		for _, w := range t.whole[c] {
			count[w]++
		}
		t.first[c] = t.whole[c]
		if sentence := firstSentence(text); len(sentence)+1 < len(text) {
			t.first[c] = contentWords(asserted.Words(sentence))
		}
	}
	if definitions < commonFewest {
		return t
	}
	// Words that a share of all definitions have, such as "bearer", say nothing.
	isCommon := func(w string) bool { return float64(count[w]) > commonWords*float64(definitions) }
	for _, list := range [][][]string{t.whole, t.first} {
		for c, words := range list {
			if slices.ContainsFunc(words, isCommon) { // the two lists may be one
				list[c] = slices.DeleteFunc(slices.Clone(words), isCommon)
			}
		}
	}
	return t
}

// hashOf returns the FNV-1a hash of words, each ended by a blank.
func hashOf(words []string) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		for i := range len(w) {
			h = (h ^ uint64(w[i])) * 1099511628211
		}
		h = (h ^ ' ') * 1099511628211
	}
	return h
}

// clip bounds a definition: the rest of a very long one is not compared.
func clip(text string) string {
	const most = 4000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

func foldText(text string) string { return strings.Join(asserted.Words(text), " ") }

// isCopied reports whether another class has the same definition.
func (t *texts) isCopied(c int32) bool {
	text := t.x.Texts[c]
	return text != "" && t.copies[hashOf(asserted.Words(withoutBrackets(clip(text))))] > 1
}

// firstSentence returns a text up to the first full stop before a blank and a capital, or all.
func firstSentence(text string) string {
	for i := 0; i+2 < len(text); i++ {
		if (text[i] == '.' || text[i] == ';') && text[i+1] == ' ' {
			before := text[strings.LastIndexByte(text[:i], ' ')+1 : i]
			if !abbreviations[strings.ToLower(strings.TrimLeft(before, "("))] {
				return text[:i]
			}
		}
	}
	return strings.TrimSuffix(strings.TrimSpace(text), ".")
}

var abbreviations = asserted.WordSet("e.g i.e e.g. i.e. cf vs approx ca dr fig no sp spp subsp var")

// withoutBrackets cuts bracketed parts.
func withoutBrackets(text string) string {
	if !strings.ContainsAny(text, "([{") {
		return text
	}
	var b strings.Builder
	depth := 0
	for _, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth > 0 {
				depth--
				continue
			}
		}
		if depth == 0 {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// contentWords returns those of some words that carry meaning, ascending.
func contentWords(words []string) []string {
	content := make([]string, 0, len(words))
	for _, w := range words {
		if isContent(w) {
			content = append(content, w)
		}
	}
	slices.Sort(content)
	return slices.Clip(slices.Compact(content))
}

func isContent(word string) bool {
	if len(word) < 3 || functionWords[word] || asserted.IsPreposition(word) {
		return false
	}
	return strings.ContainsFunc(word, unicode.IsLetter)
}

var functionWords = asserted.WordSet(
	"the this that these those which whose who what where when whether and but nor not",
	"its their his her they them itself has have had having been being was were are can",
	"could may might must shall should will would does did done one two three four five",
	"located part parts found present also usually often generally typically such other",
	"another same each every any all some most more less least least many several both",
	"either neither only then than there here thus hence for with without",
)

// covered reports whether the definition of d holds for c by its words: at least two and half of
// the content words of d's first sentence, without those of its name and of its superclasses'
// names, occur in c's definition, label or fillers, and a share of all its words occurs in c's
// definition. found and all are the counts of the first condition.
func (t *texts) covered(c, d int32) (found, all int, ok bool) {
	if t.whole[c] == nil || t.first[d] == nil {
		return 0, 0, false
	}
	own := t.wordsOf(c)
	common := t.commonWords(d)
	for _, w := range t.first[d] {
		if common[w] {
			continue
		}
		all++
		if own[w] {
			found++
		}
	}
	shared := 0
	for _, w := range t.whole[d] {
		if _, has := slices.BinarySearch(t.whole[c], w); has {
			shared++
		}
	}
	ok = found >= 2 && float64(found) >= definingShare*float64(all) &&
		float64(shared) >= definedShare*float64(len(t.whole[d])) && !t.scalesDiffer(c, d) &&
		foldText(t.x.Texts[c]) != foldText(t.x.Texts[d])
	return found, all, ok
}

// wordsOf returns the words of a class's definition, label and fillers' labels.
func (t *texts) wordsOf(c int32) map[string]bool {
	own := make(map[string]bool, 2*len(t.whole[c]))
	add := func(words []string) {
		for _, w := range words {
			own[w] = true
		}
	}
	add(t.whole[c])
	add(t.x.Labels[c].Words)
	for _, r := range t.x.Restrictions(c) {
		add(t.x.Labels[r.Filler].Words)
	}
	return own
}

// commonWords returns the words of the label of a class and of its asserted superclasses.
func (t *texts) commonWords(d int32) map[string]bool {
	common := make(map[string]bool)
	for _, w := range t.x.Labels[d].Words {
		common[w] = true
	}
	for _, p := range t.x.Parents(d) {
		for _, w := range t.x.Labels[p].Words {
			common[w] = true
		}
	}
	return common
}

// differentia returns how many content words the first sentence of d's definition has besides
// those of its name and of its superclasses' names, and how many of them c's texts contain.
func (t *texts) differentia(c, d int32) (found, all int) {
	if t.first[d] == nil {
		return 0, 0
	}
	own, common := t.wordsOf(c), t.commonWords(d)
	for _, p := range t.x.Parents(c) { // what is said of the parents holds for c
		for _, w := range t.whole[p] {
			own[w] = true
		}
		for _, w := range t.x.Labels[p].Words {
			own[w] = true
		}
	}
	for _, w := range t.first[d] {
		if !common[w] {
			all++
			if own[w] {
				found++
			}
		}
	}
	return found, all
}

// scalesDiffer reports whether one definition has a word of a scale and the other one a different
// word of the same scale, or whether they name different numbers.
func (t *texts) scalesDiffer(c, d int32) bool {
	a, b := scaleWords(t.x, c), scaleWords(t.x, d)
	for of, word := range b {
		if other, ok := a[of]; ok && other != word {
			return true
		}
	}
	return false
}

// scaleWords returns the word of each scale that label and first sentence of a class have, by scale
// and the word after it: "high brightness" and "low saturation" are two. A scale with two words
// for the same word after it is left out.
func scaleWords(x *asserted.Index, c int32) map[scaled]string {
	found, twice := make(map[scaled]string), make(map[scaled]bool)
	see := func(words []string) {
		for i, w := range words {
			scale, ok := scales[w]
			if !ok {
				continue
			}
			of := scaled{scale: scale}
			if i+1 < len(words) {
				of.next = words[i+1]
			}
			if old, seen := found[of]; seen && old != w {
				twice[of] = true
			}
			found[of] = w
		}
	}
	see(x.Labels[c].Words)
	see(asserted.Words(firstSentence(clip(x.Texts[c]))))
	for of := range twice {
		delete(found, of)
	}
	return found
}

// scaled is a scale with the word that it qualifies.
type scaled struct {
	scale int
	next  string
}

var scales = scaleNumbers(
	"high medium moderate low", "left right", "increased decreased", "positive negative",
	"anterior posterior", "dorsal ventral", "upper lower", "inner outer", "internal external",
	"male female", "proximal distal", "medial lateral", "early late", "first second third fourth",
	"small large", "mature immature", "primary secondary tertiary", "maximum minimum",
	"one two three four five six seven eight", "start stop end", "input output", "superior inferior",
	"adult larval embryonic", "heavy light", "pale deep", "dark bright", "central peripheral", "acute chronic",
)

func scaleNumbers(lists ...string) map[string]int {
	m := make(map[string]int)
	for i, list := range lists {
		for _, w := range strings.Fields(list) {
			m[w] = i
		}
	}
	return m
}
