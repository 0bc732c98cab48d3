package suggest

import (
	"math"
	"slices"

	"box2el-owl/internal/lexicon"
)

// texts is what names and definitions say: which names stand in which texts, and how much words say.
type texts struct {
	lexicon *lexicon.Lexicon

	words map[string]int32
	rare  []float64 // by word: ln(1 + N/df) over the names of classes

	names       [][][]int32 // by class: the words of its label and synonyms
	definitions [][]int32   // by class

	users [][]int32 // by word: the classes that have it in a name or in the definition, ascending

	bags []bag // of the names, class by class
	// The names of class c begin at bags[first[c]] with its label, the words of a name follow those of the one before in bagged.
	first  []int32
	bagged []int32

	phrases map[uint64][]int32 // the classes that go by a name, by the hash of its words
	longest int                // words of a name
}

// bag is a name to be compared with words, all names side by side.
type bag struct {
	end  int32   // of its words
	says float64 // what they say together
}

// longestName bounds the names that are looked for in texts.
const longestName = 12

func newTexts(t *Terminology) *texts {
	x := &texts{words: make(map[string]int32), phrases: make(map[uint64][]int32)}
	labels := make([]string, len(t.Classes))
	var df []float64
	for c := range t.Classes {
		labels[c] = t.Label(int32(c))
		label := x.wordsOf(labels[c])
		names := [][]int32{label}
		for _, s := range t.synonyms[c] {
			names = append(names, x.wordsOf(s))
		}
		x.names = append(x.names, names)
		for len(df) < len(x.words) {
			df = append(df, 0)
		}
		for i, w := range label {
			if !slices.Contains(label[:i], w) {
				df[w]++
			}
		}
		for _, name := range names {
			if len(name) == 0 || len(name) > longestName {
				continue
			}
			h := hashOf(name)
			if known := x.phrases[h]; len(known) == 0 || known[len(known)-1] != int32(c) {
				x.phrases[h] = append(known, int32(c))
			}
			x.longest = max(x.longest, len(name))
		}
	}
	for c := range t.Classes {
		x.definitions = append(x.definitions, x.wordsOf(t.definitions[c]))
	}
	x.users = make([][]int32, len(x.words))
	for c := range t.Classes {
		for _, w := range wordSet(append(x.names[c], x.definitions[c])...) {
			x.users[w] = append(x.users[w], int32(c))
		}
	}
	x.rare = make([]float64, len(x.words))
	for w := range x.rare {
		count := 0.5
		if w < len(df) {
			count = max(count, df[w])
		}
		x.rare[w] = math.Log(1 + float64(len(t.Classes))/count)
	}
	x.lexicon = lexicon.New(labels)
	x.layOut()
	return x
}

// layOut puts the names side by side.
func (x *texts) layOut() {
	for _, names := range x.names {
		x.first = append(x.first, int32(len(x.bags)))
		for _, name := range names {
			says := 0.0
			for _, w := range name {
				says += x.rare[w]
			}
			x.bagged = append(x.bagged, name...)
			x.bags = append(x.bags, bag{int32(len(x.bagged)), says})
		}
	}
	x.first = append(x.first, int32(len(x.bags)))
}

// label is the words of a class's label.
func (x *texts) label(class int32) []int32 {
	bags, begin := x.namesOf(class)
	return x.bagged[begin:bags[0].end]
}

// namesOf are the names of a class, its label first, and where their words begin.
func (x *texts) namesOf(class int32) (bags []bag, begin int32) {
	at := x.first[class]
	if at > 0 {
		begin = x.bags[at-1].end
	}
	return x.bags[at:x.first[class+1]], begin
}

// wordsOf numbers the words of a text; a plural s counts for nothing.
func (x *texts) wordsOf(text string) []int32 {
	var ids []int32
	for _, w := range lexicon.Words(text) {
		if n := len(w); n > 3 && w[n-1] == 's' && w[n-2] != 's' {
			w = w[:n-1]
		}
		id, ok := x.words[string(w)]
		if !ok {
			id = int32(len(x.words))
			x.words[string(w)] = id
		}
		ids = append(ids, id)
	}
	return ids
}

// hashOf is FNV-1a over words. Two names of one hash are taken for one.
func hashOf(words []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		for shift := 0; shift < 32; shift += 8 {
			h = (h ^ uint64(byte(w>>shift))) * 1099511628211
		}
	}
	return h
}

// mention is a name of a class in a text: of length words, from word at on.
type mention struct {
	class      int32
	at, length int
}

// mentions finds the names of classes in a text, longest first at each word.
func (x *texts) mentions(text []int32) []mention {
	var found []mention
	for at := range text {
		for length := min(x.longest, len(text)-at); length > 0; length-- {
			for _, c := range x.phrases[hashOf(text[at:at+length])] {
				found = append(found, mention{c, at, length})
			}
		}
	}
	return found
}

// coverage says how well names are covered by the words of a subject's names, and by those of its definition. It remembers what it has said.
type coverage struct {
	text   *texts
	among  [2][]int32
	asked  []uint64     // by word, a bit each: it is among them, as few are; of all that is in the processor's cache
	saying [][2]float64 // by word: how much it says if it is among them, else 0
	known  slate[covered]
}

// covered are the shares of a class.
type covered struct{ byNames, byDefinition float64 }

func newCoverage(x *texts) *coverage {
	return &coverage{
		text: x, asked: make([]uint64, len(x.words)/64+1), saying: make([][2]float64, len(x.words)), known: newSlate[covered](len(x.names)),
	}
}

// by begins with other words.
func (c *coverage) by(names, definition []int32) {
	for i, words := range [2][]int32{names, definition} {
		for _, w := range c.among[i] {
			c.asked[w/64] = 0
			c.saying[w][i] = 0
		}
		c.among[i] = words
	}
	for i, words := range c.among {
		for _, w := range words {
			c.asked[w/64] |= 1 << (w % 64)
			c.saying[w][i] = c.text.rare[w]
		}
	}
	c.known.begin()
}

// of has the shares of a class's best covered name that are among the words, weighted by how much words say.
func (c *coverage) of(class int32) *covered {
	known, first := c.known.to(class)
	if !first {
		return known
	}
	bags, begin := c.text.namesOf(class)
	for _, name := range bags {
		var inNames, inDefinition float64
		for _, w := range c.text.bagged[begin:name.end] {
			if c.asked[w/64]>>(w%64)&1 == 0 {
				continue
			}
			says := &c.saying[w]
			inNames += says[0]
			inDefinition += says[1]
		}
		begin = name.end
		if inNames > 0 {
			known.byNames = max(known.byNames, inNames/name.says)
		}
		if inDefinition > 0 {
			known.byDefinition = max(known.byDefinition, inDefinition/name.says)
		}
	}
	return known
}

// wordSet sorts words, each once.
func wordSet(texts ...[]int32) []int32 {
	set := slices.Concat(texts...)
	slices.Sort(set)
	return slices.Compact(set)
}
