package rank

import (
	"math"
	"slices"
	"sync"

	"box2el-owl/suggest/asserted"
)

// NoClass is the number of a class that is not in the index.
const NoClass int32 = -1

// NoProperty is the property of a candidate C ⊑ D.
const NoProperty int32 = -1

// Subject holds the text and the axioms of a class that candidates are ranked for.
type Subject struct {
	// Class is its number, or NoClass if it is new.
	Class int32

	// AsNew ranks Class, which must have no subclass, as if it were new: its asserted and entailed
	// axioms are not used.
	AsNew bool

	// Names has the label first, then synonyms. Definition is its textual definition.
	Names      []asserted.Name
	Definition string

	// Space is the number of its ID space, or −1.
	Space int32

	// Parents and Restrictions are the asserted ones.
	Parents      []int32
	Restrictions []asserted.Restriction
}

// Candidate is C ⊑ D or C ⊑ ∃r.D with its score: the log-odds, by the weights, that a curator adds
// it. Scores order the candidates of one form; they are no probabilities of truth.
type Candidate struct {
	Property int32 // NoProperty for C ⊑ D
	Target   int32
	Score    float64
}

// Restriction returns the property and the target.
func (c Candidate) Restriction() asserted.Restriction {
	return asserted.Restriction{Property: c.Property, Filler: c.Target}
}

// Engine ranks by the names, texts and axioms of an ontology. It is safe for concurrent use, except
// for UseModel.
type Engine struct {
	x       *asserted.Index
	weights *Weights
	model   Model // nil if there is no trained model
	classes []class

	words asserted.Vocabulary
	grams map[uint32]int32

	byWord, byGram, byText *cosines

	named     map[uint64][]int32 // classes by the hash of the words of a name
	nameUsers [][]int32          // by word: classes with the word in a name
	textUsers [][]int32          // by word: classes with the word in the definition
	masked    analogyIndex

	children           [][]int32
	restrictions       []usedRestriction
	restrictionNumbers map[asserted.Restriction]int32 // numbers of rules
	fillerUses         []int32                        // by class: restrictions with it as filler
	properties         []property
	// cues counts restrictions by the word before the filler's name, then by property.
	cues     map[int32]map[int32]int32
	stems    map[string][]int32 // classes of one-word names by the first letters
	frequent []int32            // classes with most children, most first
	below    []int32            // by class: number of descendants

	scratch sync.Pool
}

// class is a class of the Engine. Words are numbers.
type class struct {
	names        [][]int32 // the label first
	head         int       // place of the head word in the label
	text         []int32   // first words of the definition
	genus        []int32   // words of the genus of the definition
	parents      []int32
	ancestors    []int32
	restrictions []asserted.Restriction
	numbers      []int32 // of the restrictions; nil if the class is not usable
	space        int32
	usable       bool // neither deprecated nor unsatisfiable
}

// label returns the words of the label, or nil if the class has no name.
func (k *class) label() []int32 {
	if len(k.names) == 0 {
		return nil
	}
	return k.names[0]
}

// Bounds of the words and names that are read of a class.
const (
	mostTextWords = 60
	mostNames     = 12
	mostNameWords = 12
)

// New indexes the classes of an ontology, in time linear in its names and definitions. Weights may
// be nil for an Engine that makes tables only.
func New(x *asserted.Index, weights *Weights) *Engine {
	e := &Engine{
		x: x, weights: weights, grams: make(map[uint32]int32), named: make(map[uint64][]int32),
		restrictionNumbers: make(map[asserted.Restriction]int32),
		stems:              make(map[string][]int32),
	}
	n := int32(len(x.Classes))
	e.classes = make([]class, n)
	for c := range n {
		e.classes[c] = e.read(e.Subject(c), e.words.Numbers)
		e.classes[c].ancestors = x.Ancestors(c)
		e.classes[c].usable = x.Usable[c]
	}
	e.scratch.New = func() any { return new(scratch) }
	e.indexNames()
	e.indexStructure()
	return e
}

// Subject returns a class of the index as a subject.
func (e *Engine) Subject(c int32) Subject { return SubjectOf(e.x, c) }

// SubjectOf returns a class of an index as a subject.
func SubjectOf(x *asserted.Index, c int32) Subject {
	return Subject{
		Class: c, Names: x.Names(c), Definition: x.Texts[c], Space: x.Spaces[c],
		Parents: x.Parents(c), Restrictions: x.Restrictions(c),
	}
}

// read returns a subject with its words as numbers.
func (e *Engine) read(s Subject, numbers func([]string) []int32) class {
	k := class{head: -1, parents: s.Parents, restrictions: s.Restrictions, space: s.Space}
	for i := range first(s.Names, mostNames) {
		words := first(s.Names[i].Words, mostNameWords)
		if len(words) == 0 {
			continue
		}
		if len(k.names) == 0 {
			k.head = min(s.Names[i].Head, len(words)-1)
		}
		k.names = append(k.names, numbers(words))
	}
	words := asserted.Words(asserted.Clip(s.Definition, 16*mostTextWords))
	words = first(words, mostTextWords)
	k.text = numbers(words)
	start, end := genusOf(words)
	k.genus = k.text[start:end]
	return k
}

// genusOf returns the range of words from the first that is no article up to the first that ends
// the genus: that, which, a preposition, a participle.
func genusOf(words []string) (start, end int) {
	for start < len(words) && start < 6 && leading[words[start]] {
		start++
	}
	end = start
	for end < len(words) && (end == start || !asserted.IsPreposition(words[end]) &&
		!asserted.IsParticiple(words[end]) && !closing[words[end]]) {
		end++
	}
	return start, end
}

var leading = asserted.WordSet(
	"a an the any one some kind type class form subclass variety of this is")
var closing = asserted.WordSet("that which who whose where when is are has have and or within")

// indexNames indexes the names and definitions of all classes.
func (e *Engine) indexNames() {
	var names, texts, grams []document
	for c := range int32(len(e.classes)) {
		if e.classes[c].usable {
			n, g, t := e.documents(c)
			names, grams, texts = append(names, n...), append(grams, g...), append(texts, t...)
		}
	}
	e.byWord = newCosines(names, len(e.words.Words), 0.25)
	e.byText = newCosines(texts, len(e.words.Words), 0.1)
	e.byGram = newCosines(grams, len(e.grams), 0.1)
	e.nameUsers = make([][]int32, len(e.words.Words))
	e.textUsers = make([][]int32, len(e.words.Words))
	for c := range int32(len(e.classes)) {
		if e.classes[c].usable {
			e.indexWords(c)
		}
	}
	e.masked.sort()
}

// documents returns the names, their 4-grams and the text of a class.
func (e *Engine) documents(c int32) (names, grams, texts []document) {
	k := &e.classes[c]
	for i, name := range k.names {
		names = append(names, document{c, termsOf(name)})
		if i < mostGramNames {
			grams = append(grams, document{c, termsOf(e.gramsOf(name))})
		}
	}
	if len(k.text) > 0 || len(k.names) > 0 {
		texts = append(texts, document{c, e.textTerms(k)})
	}
	return names, grams, texts
}

const mostGramNames = 3

// textTerms returns the words of the label and of the definition.
func (e *Engine) textTerms(k *class) []term {
	return termsOf(slices.Concat(k.label(), k.text))
}

// indexWords adds the words, the names and the label of a class to the indexes.
func (e *Engine) indexWords(c int32) {
	k := &e.classes[c]
	for i, name := range k.names {
		h := hashWords(name)
		if i == 0 || !slices.Contains(e.named[h], c) {
			e.named[h] = append(e.named[h], c)
		}
		for _, w := range name {
			if users := e.nameUsers[w]; len(users) == 0 || users[len(users)-1] != c {
				e.nameUsers[w] = append(users, c)
			}
		}
	}
	if label := k.label(); len(label) == 1 {
		if stem := stemOf(e.words.Words[label[0]]); stem != "" {
			e.stems[stem] = append(e.stems[stem], c)
		}
	}
	for _, w := range k.text {
		if users := e.textUsers[w]; len(users) == 0 || users[len(users)-1] != c {
			e.textUsers[w] = append(users, c)
		}
	}
	e.masked.add(c, k.label())
}

// indexStructure indexes children, holders of restrictions and the use of properties.
func (e *Engine) indexStructure() {
	n := len(e.classes)
	e.children, e.below = make([][]int32, n), make([]int32, n)
	e.fillerUses = make([]int32, n)
	e.properties = make([]property, len(e.x.Properties))
	for r := range e.properties {
		e.properties[r] = property{
			fillers: make(map[int32]int32), spaces: make(map[int32]int32),
			name: e.words.Numbers(e.x.PropertyNames[r].Words),
		}
	}
	for c := range int32(n) {
		k := &e.classes[c]
		if !k.usable {
			continue
		}
		for _, p := range k.parents {
			e.children[p] = append(e.children[p], c)
		}
		for _, a := range k.ancestors {
			e.below[a]++
		}
		for _, r := range k.restrictions {
			e.use(c, r)
		}
	}
	var parents []weighted
	for c := range int32(n) {
		if len(e.children[c]) > 0 && e.classes[c].usable {
			parents = append(parents, weighted{c, float32(len(e.children[c]))})
		}
	}
	e.frequent = bestNumbers(parents, mostFrequent)
	e.countProperties()
}

const mostFrequent = 260

// rule is a restriction that some classes have.
type usedRestriction struct {
	asserted.Restriction
	holders []int32
}

// use adds a restriction of a class to the indexes.
func (e *Engine) use(c int32, r asserted.Restriction) {
	n, ok := e.restrictionNumbers[r]
	if !ok {
		n = int32(len(e.restrictions))
		e.restrictionNumbers[r] = n
		e.restrictions = append(e.restrictions, usedRestriction{Restriction: r})
	}
	e.restrictions[n].holders = append(e.restrictions[n].holders, c)
	e.classes[c].numbers = append(e.classes[c].numbers, n)
	p := &e.properties[r.Property]
	p.uses++
	p.fillers[r.Filler]++
	e.fillerUses[r.Filler]++
	p.spaces[e.classes[r.Filler].space]++
}

// stemOf returns the first five bytes of a word of six or more, else "".
func stemOf(word string) string {
	if len(word) < 6 {
		return ""
	}
	return word[:5]
}

// hashWords hashes a sequence of word numbers.
func hashWords(words []int32) uint64 { return hashOn(14695981039346656037, words) }

// hashOn returns the hash of some words, given by their hash, and those that follow.
func hashOn(h uint64, words []int32) uint64 {
	for _, w := range words {
		h = hashStep(h, w)
	}
	return h
}

func hashStep(h uint64, w int32) uint64 {
	h ^= uint64(uint32(w)) + 0x9e3779b97f4a7c15
	h *= 1099511628211
	return h ^ h>>29
}

// gramsOf returns the numbers of the 4-grams of a name and gives new 4-grams new numbers.
func (e *Engine) gramsOf(name []int32) []int32 {
	var list []int32
	eachGram(name, func(w int32) string { return e.words.Words[w] }, func(gram uint32) {
		n, ok := e.grams[gram]
		if !ok {
			n = int32(len(e.grams))
			e.grams[gram] = n
		}
		list = append(list, n)
	})
	return list
}

// eachGram visits the sequences of four bytes of a name, a blank between words and at both ends.
func eachGram(name []int32, spell func(int32) string, visit func(uint32)) {
	gram, n := uint32(' '), 1
	for _, w := range name {
		word := spell(w)
		for i := range len(word) + 1 {
			b := byte(' ')
			if i < len(word) {
				b = word[i]
			}
			gram = gram<<8 | uint32(b)
			if n++; n >= 4 {
				visit(gram)
			}
		}
	}
}

// first returns the first n items of a list, or all.
func first[T any](list []T, n int) []T { return list[:min(len(list), n)] }

// ic returns the information content of a class: 0 for one above all others, 1 for one without
// subclasses.
func (e *Engine) ic(c int32) float32 {
	n := float64(len(e.x.Classes))
	return float32(-math.Log((1+float64(e.below[c]))/(n+1)) / math.Log(n+1))
}
