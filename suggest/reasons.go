package suggest

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/rank"
)

// analogies finds asserted axioms that support a suggestion, as appendix I of the Box²EL paper does
// by hand: neighbors of the subject in the model that share asserted features with it and have the
// suggested one. A feature is a superclass or a restriction: a Statement without its class.
type analogies struct {
	t     *Terminology
	x     *asserted.Index
	model rank.Model // nil if there is no trained model

	words map[string]int32 // labels with a word
}

const (
	numNeighbors = 50   // neighbors in the model
	maxHolders   = 2048 // classes with a feature that are compared
	maxCited     = 5    // axioms of a sentence
	numNearest   = 10   // neighbors in the model that are evidence without others
)

func newAnalogies(t *Terminology, x *asserted.Index, m rank.Model) *analogies {
	e := &analogies{t: t, x: x, model: m, words: make(map[string]int32)}
	for _, label := range t.labels {
		for _, w := range slices.Compact(slices.Sorted(slices.Values(words(label)))) {
			e.words[w]++
		}
	}
	return e
}

// holdersOf returns the classes with a feature, ascending.
func (e *analogies) holdersOf(feature Statement) []int32 {
	if feature.Property == NoProperty {
		return e.x.Children(feature.Target)
	}
	return e.x.Holders(feature.Restriction())
}

// has reports whether a feature of a class is asserted.
func (e *analogies) has(class int32, feature Statement) bool {
	return e.x.Asserts(feature.Restriction().Of(class))
}

// subject is a class with its features and neighbors.
type subject struct {
	*analogies
	class     int32
	unseen    bool    // there is a model, and it does not know the class
	neighbors []int32 // the nearest classes in the model, the nearest first

	features []Statement // its asserted statements
	holders  [][]int32   // by feature: see holdersOf
	siblings []int       // by feature: other holders that are not deprecated

	// shared has, for other classes, the sum of the weights of the features that they share with
	// the subject.
	shared map[int32]float64
}

// subject finds the features and neighbors of a class.
func (e *analogies) subject(class int32) *subject {
	s := &subject{analogies: e, class: class, features: e.x.Statements(class),
		shared: make(map[int32]float64)}
	for _, f := range s.features {
		holders, siblings := e.holdersOf(f), 0
		information := math.Log(float64(1+len(e.t.Classes)) / float64(1+len(holders)))
		for _, other := range holders {
			if s.isSibling(other) {
				siblings++
				s.shared[other] += information
			}
		}
		s.holders, s.siblings = append(s.holders, holders), append(s.siblings, siblings)
	}
	if e.model != nil {
		s.unseen = !e.model.Knows(class)
		s.neighbors = e.model.Superclasses(class, numNeighbors)
	}
	return s
}

// rank returns the rank of a class among the neighbors, from 1, or 0.
func (s *subject) rank(class int32) int { return slices.Index(s.neighbors, class) + 1 }

// isSibling reports whether a class with a feature is compared with the subject.
func (s *subject) isSibling(class int32) bool { return class != s.class && !s.t.Deprecated[class] }

// why returns the evidence for a statement about the subject, the strongest first.
func (s *subject) why(of Statement) []evidence.Evidence {
	type weighted struct {
		evidence.Evidence
		strength float64
	}
	var found []weighted
	add := func(e evidence.Evidence, strength float64) {
		if strength > 0 {
			found = append(found, weighted{e, strength})
		}
	}
	add(s.analogy(of))
	add(s.structure(of))
	add(s.definition(of))
	add(s.label(of))
	if len(found) == 0 {
		add(s.nearest(of))
	}
	slices.SortStableFunc(found,
		func(a, b weighted) int { return cmp.Compare(b.strength, a.strength) })
	list := make([]evidence.Evidence, len(found))
	for i, w := range found {
		list[i] = w.Evidence
	}
	return list
}

// analogy returns a sentence with the class that is most similar to the subject among those with
// the feature. The similarity is the information content of the shared features, times a factor for
// neighbors in the model.
func (s *subject) analogy(of Statement) (e evidence.Evidence, strength float64) {
	best, similarity := int32(-1), 0.0
	consider := func(other int32) {
		if !s.isSibling(other) {
			return
		}
		shared := s.shared[other]
		if shared == 0 {
			return
		}
		if at := s.rank(other); at > 0 {
			shared *= 1.5 + 1/float64(at)
		}
		if shared > similarity {
			best, similarity = other, shared
		}
	}
	holders := s.holdersOf(of)
	for _, other := range holders[:min(len(holders), maxHolders)] {
		consider(other)
	}
	if len(holders) > maxHolders {
		for _, other := range s.neighbors {
			if s.has(other, of) {
				consider(other)
			}
		}
	}
	if best < 0 {
		return e, 0
	}
	cited := s.t.Asserting(of.Restriction().Of(best))[:1]
	var features []any
	for _, f := range s.features {
		if s.has(best, f) && len(features) < 3 {
			features = append(features, s.predicate(f, "are subclasses of", "have"))
			cited = cite(cited, s.t.Asserting(f)[0])
			f.Class = best
			cited = cite(cited, s.t.Asserting(f)[0])
		}
	}
	both := [...]string{"%p", "%p and %p", "%p, %p and %p"}[len(features)-1]
	e = evidence.New("analogy", "%e%p %p; both %p.", s.t.Classes[best], s.ranked(best),
		s.predicate(of, "is a subclass of", "has"), evidence.PhraseOf(both, features...))
	e.Axioms = cited
	return e, similarity / (similarity + 6)
}

// ranked returns the rank of a class among the neighbors in brackets, if it is one of them.
func (s *subject) ranked(class int32) evidence.Phrase {
	if at := s.rank(class); at > 0 {
		return evidence.PhraseOf(" (rank %d by embedding distance)", at)
	}
	return evidence.PhraseOf("")
}

// nearest returns a sentence with the neighbor in the model with the feature or, for a superclass
// that is a neighbor itself, with one of its features. It is used if there is no other evidence.
func (s *subject) nearest(of Statement) (e evidence.Evidence, strength float64) {
	for _, other := range s.neighbors[:min(numNearest, len(s.neighbors))] {
		if s.isSibling(other) && s.has(other, of) {
			of.Class = other
			e = evidence.New("analogy", "Similar class: %e%p %p.", s.t.Classes[other],
				s.ranked(other), s.predicate(of, "is a subclass of", "has"))
			e.Axioms = s.t.Asserting(of)[:1]
			return e, 0.1
		}
	}
	at, features := s.rank(of.Target), s.x.Statements(of.Target)
	if of.Property != NoProperty || at == 0 || at > numNearest || len(features) == 0 {
		return e, 0
	}
	e = evidence.New("analogy", "%e, which %p, is rank %d by embedding distance.",
		s.t.Classes[of.Target], s.predicate(features[0], "is a subclass of", "has"), at)
	e.Axioms = s.t.Asserting(features[0])[:1]
	return e, 0.1
}

// structure returns a sentence with the share of the classes with the feature among those with the
// same asserted superclass as the subject.
func (s *subject) structure(of Statement) (e evidence.Evidence, strength float64) {
	holders := s.holdersOf(of)
	parent, have, all := -1, 0, 0
	for i, f := range s.features {
		if f.Property != NoProperty || f.Target == of.Target && of.Property == NoProperty {
			continue
		}
		siblings, with := s.siblings[i], 0
		some, other := s.holders[i], of // the shorter of two lists is intersected with the other
		if len(holders) < len(some) {
			some, other = holders, f
		}
		for _, sibling := range some {
			if s.isSibling(sibling) && s.has(sibling, other) {
				with++
			}
		}
		share := float64(with) / float64(siblings+3) // smoothed
		if with >= 2 && share > strength {
			parent, have, all, strength = i, with, siblings, share
		}
	}
	if have == 0 {
		return e, 0
	}
	e = evidence.New("structure", "%d of %d siblings under %e %p.", have, all,
		s.t.Classes[s.features[parent].Target], s.predicate(of, "are subclasses of", "have"))
	for _, sibling := range s.holders[parent] {
		if len(e.Axioms) == maxCited {
			break
		}
		if s.isSibling(sibling) && s.has(sibling, of) {
			e.Axioms = cite(e.Axioms, s.t.Asserting(of.Restriction().Of(sibling))[0])
		}
	}
	return e, strength
}

// cite appends an axiom to a list that lacks it and has fewer than maxCited.
func cite(list []owl.Axiom, a owl.Axiom) []owl.Axiom {
	if len(list) == maxCited || slices.Contains(list, a) {
		return list
	}
	return append(list, a)
}

// definition returns a sentence if the subject's definition contains a name of the target.
func (s *subject) definition(of Statement) (e evidence.Evidence, strength float64) {
	text := s.t.Definition(s.class)
	for _, name := range s.names(of.Target) {
		if at := indexWords(text, name); at >= 0 && utf8.RuneCountInString(name) >= 4 {
			return evidence.New("definition", "Definition mentions “%s”: %q.", name,
				excerpt(text, at, at+len(name))), 0.45
		}
	}
	return e, 0
}

// names returns the label of a class, if it has one, and its synonyms.
func (s *subject) names(class int32) []string {
	names := s.t.synonyms[class]
	if label := s.t.labels[class]; label != "" {
		names = append([]string{label}, names...)
	}
	return names
}

// label returns a sentence if the labels of the subject and of the target have words of sufficient
// information content in common.
func (s *subject) label(of Statement) (e evidence.Evidence, strength float64) {
	if s.t.labels[s.class] == "" || s.t.labels[of.Target] == "" {
		return e, 0
	}
	own, other := words(s.t.labels[s.class]), words(s.t.labels[of.Target])
	var shared []string
	var weight, most float64
	for _, w := range other {
		information := math.Log(float64(1+len(s.t.Classes)) / float64(1+s.words[w]))
		most += information
		if slices.Contains(own, w) && !slices.Contains(shared, w) {
			weight += information
			shared = append(shared, w)
		}
	}
	switch {
	case len(shared) == 0 || weight < 2:
		return e, 0
	case len(shared) == len(other):
		return evidence.New("label", "Label contains %e.", s.t.Classes[of.Target]), 0.5
	}
	return evidence.New("label", "Shared label words: %s.", strings.Join(shared, ", ")),
		0.4 * weight / most
}

// predicate returns a statement without its class as a phrase: isA with a superclass, or has with a
// property and a filler.
func (e *analogies) predicate(f Statement, isA, has string) evidence.Phrase {
	if f.Property == NoProperty {
		return evidence.PhraseOf(isA+" %e", e.t.Classes[f.Target])
	}
	return evidence.PhraseOf(has+" %e some %e", e.t.Properties[f.Property], e.t.Classes[f.Target])
}

// words returns the maximal sequences of letters and digits of a text, in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// indexWords returns the place of a name in a text with no letter or digit directly before or after
// it, or −1. It ignores case.
func indexWords(text, name string) int {
	if name == "" {
		return -1
	}
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from := 0; from+len(name) <= len(text); {
		if strings.EqualFold(text[from:from+len(name)], name) {
			before, _ := utf8.DecodeLastRuneInString(text[:from])
			after, _ := utf8.DecodeRuneInString(text[from+len(name):])
			if !(from > 0 && inWord(before)) && !(from+len(name) < len(text) && inWord(after)) {
				return from
			}
		}
		_, size := utf8.DecodeRuneInString(text[from:])
		from += size
	}
	return -1
}

// excerpt returns the text around a range, cut between words.
func excerpt(text string, from, to int) string {
	const around = 40
	before, after := text[max(0, from-around):from], text[to:min(len(text), to+around)]
	if from > around {
		_, before, _ = strings.Cut(before, " ")
		before = "… " + before
	}
	if to+around < len(text) {
		after = after[:max(0, strings.LastIndexByte(after, ' '))] + " …"
	}
	return strings.Join(strings.Fields(before+text[from:to]+after), " ")
}
