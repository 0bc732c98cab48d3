package suggest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// analogies finds grounds for suggestions in what is asserted: the paper's appendix I looks, for a
// suggestion about SodiumLactate, at classes near to it in the space of the model that share
// asserted features with it and have the one that is suggested.
type analogies struct {
	t     *Terminology
	model rank.Model // nil if there is none

	first   []int32 // by class: the place of its first statement; one more at the end
	bearers []int32 // places of statements, by property, target and class

	words map[string]int32 // in how many labels a word stands

	rooms sync.Pool // of *shared, for subjects
}

const (
	numNeighbors = 50   // classes of the model that are looked at for analogies
	maxBearers   = 2048 // classes with a feature that are looked at; of more, the first
	maxCited     = 5    // axioms that a ground cites at most
	maxExamples  = 2    // of a mere count
)

func newAnalogies(t *Terminology, m rank.Model) *analogies {
	e := &analogies{t: t, model: m, words: make(map[string]int32)}
	e.rooms.New = func() any { return &shared{newSlate[float64](len(t.Classes))} }
	told := t.Statements()
	e.first = make([]int32, len(t.Classes)+1)
	e.bearers = make([]int32, len(told))
	for i, s := range told {
		e.first[s.Class+1]++
		e.bearers[i] = int32(i)
	}
	for c := range t.Classes {
		e.first[c+1] += e.first[c]
	}
	slices.SortFunc(e.bearers, func(a, b int32) int { return compareFeatures(told[a], told[b]) })
	for _, label := range t.labels {
		for _, w := range slices.Compact(slices.Sorted(slices.Values(words(label)))) {
			e.words[w]++
		}
	}
	return e
}

// compareFeatures orders by what is said, then by whom it is said of.
func compareFeatures(a, b Statement) int {
	return cmp.Or(compareAxioms(a, b), cmp.Compare(a.Class, b.Class))
}

// compareAxioms orders by property, then by target.
func compareAxioms(a, b Statement) int {
	return asserted.CompareRestrictions(a.Restriction(), b.Restriction())
}

// told are the statements about a class, its features.
func (e *analogies) told(class int32) []Statement {
	return e.t.Statements()[e.first[class]:e.first[class+1]]
}

// bearing returns the places of the statements that say a feature, ascending by class.
func (e *analogies) bearing(feature Statement) []int32 {
	told := e.t.Statements()
	from := func(class int32) int {
		at, _ := slices.BinarySearchFunc(e.bearers,
			feature.Restriction().Of(class),
			func(place int32, s Statement) int { return compareFeatures(told[place], s) })
		return at
	}
	return e.bearers[from(0):from(math.MaxInt32)]
}

func (e *analogies) has(class int32, feature Statement) bool {
	_, found := slices.BinarySearchFunc(e.told(class), feature, compareAxioms)
	return found
}

// subject is a class with what is near to it.
type subject struct {
	*analogies
	class  int32
	unseen bool          // there is a model, and it does not know the class
	near   map[int32]int // places of its neighbors in the model, from 1

	features []Statement // what is asserted of it
	bearers  [][]int32   // of the features: see bearing
	siblings []int       // of the features: other bearers that are not deprecated
	shared   *shared     // what other classes have of the features
}

// shared has the weights of the features of a subject that other classes share with it.
type shared struct{ slate[float64] }

func (s *shared) add(class int32, weight float64) {
	sum, _ := s.to(class)
	*sum += weight
}

// of is 0 for a class that shares nothing.
func (s *shared) of(class int32) float64 {
	if sum := s.on(class); sum != nil {
		return *sum
	}
	return 0
}

// subject looks at what surrounds a class. It is good until the room is used for another one.
func (e *analogies) subject(class int32, room *shared) *subject {
	s := &subject{analogies: e, class: class, near: make(map[int32]int), features: e.told(class),
		shared: room}
	s.shared.begin()
	told := e.t.Statements()
	for _, f := range s.features {
		bearers, siblings := e.bearing(f), 0
		// a rare feature says more
		weight := math.Log(float64(1+len(e.t.Classes)) / float64(1+len(bearers)))
		for _, place := range bearers {
			if other := told[place].Class; s.isSibling(other) {
				siblings++
				s.shared.add(other, weight)
			}
		}
		s.bearers, s.siblings = append(s.bearers, bearers), append(s.siblings, siblings)
	}
	if e.model == nil {
		return s
	}
	s.unseen = !e.model.Knows(class)
	for i, c := range e.model.Superclasses(class, numNeighbors) {
		s.near[c] = i + 1
	}
	return s
}

// isSibling reports whether a bearer of one of the subject's features counts beside it.
func (s *subject) isSibling(class int32) bool { return class != s.class && !s.t.Deprecated[class] }

// why are the grounds of a statement about the subject, strongest first.
func (s *subject) why(of Statement) []Reason {
	type ground struct {
		Reason
		strength float64
	}
	var grounds []ground
	add := func(r Reason, strength float64) {
		if r.Text != "" {
			grounds = append(grounds, ground{r, strength})
		}
	}
	add(s.analogy(of))
	add(s.structure(of))
	add(s.definition(of))
	add(s.label(of))
	if len(grounds) == 0 {
		add(s.nearest(of))
	}
	if len(grounds) == 0 {
		add(s.frequency(of))
	}
	slices.SortStableFunc(grounds,
		func(a, b ground) int { return cmp.Compare(b.strength, a.strength) })
	reasons := make([]Reason, len(grounds))
	for i, g := range grounds {
		reasons[i] = g.Reason
	}
	return reasons
}

// analogy finds the class that is most like the subject among those of which the same is asserted:
// the weight of shared asserted features, rare ones counting more, and nearness in the model.
func (s *subject) analogy(of Statement) (Reason, float64) {
	told := s.t.Statements()
	var best, bestPlace int32 = -1, 0
	var likeness float64
	consider := func(place int32) {
		other := told[place].Class
		if !s.isSibling(other) {
			return
		}
		shared := s.shared.of(other)
		if shared == 0 {
			return
		}
		if at := s.near[other]; at > 0 {
			shared *= 1.5 + 1/float64(at)
		}
		if shared > likeness {
			best, bestPlace, likeness = other, place, shared
		}
	}
	bearing := s.bearing(of)
	for _, place := range bearing[:min(len(bearing), maxBearers)] {
		consider(place)
	}
	if len(bearing) > maxBearers {
		for _, other := range s.neighbors() {
			if s.has(other, of) {
				at, _ := slices.BinarySearchFunc(bearing, other,
					func(place, class int32) int { return cmp.Compare(told[place].Class, class) })
				consider(bearing[at])
			}
		}
	}
	if best < 0 {
		return Reason{}, 0
	}
	r := Reason{Kind: "analogy", Axioms: s.t.Asserting(told[bestPlace])[:1]}
	var features []string
	for _, f := range s.features {
		if s.has(best, f) && len(features) < 3 {
			features = append(features, s.feature(f))
			r.cite(s.t.Asserting(f)[:1])
			f.Class = best
			r.cite(s.t.Asserting(f)[:1])
		}
	}
	where := ""
	if at := s.near[best]; at > 0 {
		where = fmt.Sprintf(" (%s to it in the model)", ordinal(at, "nearest"))
	}
	r.Text = fmt.Sprintf("%s%s is asserted to be %s; both are %s.", quoted(s.t.name(best)),
		where, s.feature(of), enumerated(features))
	return r, likeness / (likeness + 6)
}

// nearest is for what nothing else speaks for: the class nearest in the model of which the same is
// asserted, though it shares nothing with the subject; or that the superclass is near itself.
func (s *subject) nearest(of Statement) (Reason, float64) {
	for i, other := range s.neighbors() {
		if s.isSibling(other) && s.has(other, of) {
			of.Class = other
			return Reason{
				Kind: "analogy",
				Text: fmt.Sprintf("%s (%s to it in the model) is asserted to be %s.",
					quoted(s.t.name(other)), ordinal(i+1, "nearest"), s.feature(of)),
				Axioms: s.t.Asserting(of)[:1],
			}, 0.1
		}
	}
	at, features := s.near[of.Target], s.told(of.Target)
	if of.Property != NoProperty || at == 0 || len(features) == 0 {
		return Reason{}, 0
	}
	return Reason{
		Kind: "analogy",
		Text: fmt.Sprintf("In the model %s, which is asserted to be %s, is the %s class to it.",
			quoted(s.t.name(of.Target)), s.feature(features[0]), ordinal(at, "nearest")),
		Axioms: s.t.Asserting(features[0])[:1],
	}, 0.1
}

// frequency is the last resort: of how many classes the same is asserted, whatever they are.
func (s *subject) frequency(of Statement) (Reason, float64) {
	told := s.t.Statements()
	r, count := Reason{Kind: "structure"}, 0
	bearing := s.bearing(of)
	for _, place := range bearing[:min(len(bearing), maxBearers)] {
		if s.isSibling(told[place].Class) {
			if count++; len(r.Axioms) < maxExamples {
				r.cite(s.t.Asserting(told[place])[:1])
			}
		}
	}
	switch {
	case count == 0:
		return Reason{}, 0
	case count == 1:
		r.Text = fmt.Sprintf("One other class is asserted to be %s.", s.feature(of))
	case len(bearing) > maxBearers:
		r.Text = fmt.Sprintf("More than %d other classes are asserted to be %s.", maxBearers,
			s.feature(of))
	default:
		r.Text = fmt.Sprintf("%d other classes are asserted to be %s.", count, s.feature(of))
	}
	return r, 0.05
}

// neighbors are the classes near in the model, the nearest first.
func (s *subject) neighbors() []int32 {
	list := make([]int32, len(s.near))
	for c, at := range s.near {
		list[at-1] = c
	}
	return list
}

// structure counts how many of those who share an asserted superclass with the subject have the
// feature.
func (s *subject) structure(of Statement) (Reason, float64) {
	told := s.t.Statements()
	bearing := s.bearing(of)
	parent, have, all := -1, 0, 0
	var strength float64
	for i, f := range s.features {
		if f.Property != NoProperty || f.Target == of.Target && of.Property == NoProperty {
			continue
		}
		siblings, with := s.siblings[i], 0
		if s.isSibling(of.Target) && s.has(of.Target, f) {
			siblings--
		}
		some, other := s.bearers[i], of
		if len(bearing) < len(some) {
			some, other = bearing, f
		}
		for _, place := range some {
			if sibling := told[place].Class; sibling != of.Target && s.isSibling(sibling) &&
				s.has(sibling, other) {
				with++
			}
		}
		share := float64(with) / float64(siblings+3) // a few siblings prove little
		if with >= 2 && share > strength {
			parent, have, all, strength = i, with, siblings, share
		}
	}
	if have == 0 {
		return Reason{}, 0
	}
	r := Reason{
		Kind: "structure",
		Text: fmt.Sprintf("%d of the %d other classes asserted to be %s are asserted to be %s.",
			have, all, quoted(s.t.name(s.features[parent].Target)), s.feature(of)),
	}
	for _, place := range s.bearers[parent] {
		if len(r.Axioms) == maxCited {
			break
		}
		if sibling := told[place].Class; s.isSibling(sibling) && s.has(sibling, of) {
			with := of
			with.Class = sibling
			r.cite(s.t.Asserting(with)[:1])
		}
	}
	return r, strength
}

// cite adds axioms, as far as there is room and they are not there.
func (r *Reason) cite(axioms []owl.Axiom) {
	for _, a := range axioms {
		if len(r.Axioms) < maxCited && !slices.Contains(r.Axioms, a) {
			r.Axioms = append(r.Axioms, a)
		}
	}
}

// definition looks for the target's name in what the subject's definition says.
func (s *subject) definition(of Statement) (Reason, float64) {
	text := s.t.Definition(s.class)
	for _, name := range s.names(of.Target) {
		if at := indexWords(text, name); at >= 0 && utf8.RuneCountInString(name) >= 4 {
			return Reason{
				Kind: "definition",
				Text: fmt.Sprintf("The definition of %s names %s: “%s”.", quoted(s.t.name(s.class)),
					quoted(name), excerpt(text, at, at+len(name))),
			}, 0.45
		}
	}
	return Reason{}, 0
}

// names are what a class is called.
func (s *subject) names(class int32) []string {
	names := s.t.synonyms[class]
	if label := s.t.labels[class]; label != "" {
		names = append([]string{label}, names...)
	}
	return names
}

// label looks for words that the names of the subject and of the target share, common ones aside.
func (s *subject) label(of Statement) (Reason, float64) {
	if s.t.labels[s.class] == "" || s.t.labels[of.Target] == "" {
		return Reason{}, 0
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
		return Reason{}, 0
	case len(shared) == len(other):
		return Reason{
			Kind: "label",
			Text: fmt.Sprintf("The label %s has all words of %s.", quoted(s.t.name(s.class)),
				quoted(s.t.name(of.Target))),
		}, 0.5
	}
	for i, w := range shared {
		shared[i] = quoted(w)
	}
	return Reason{
		Kind: "label",
		Text: fmt.Sprintf("The labels %s and %s share %s.", quoted(s.t.name(s.class)),
			quoted(s.t.name(of.Target)), enumerated(shared)),
	}, 0.4 * weight / most
}

// feature says what a statement says of its subject: a class, or a property with a filler.
func (e *analogies) feature(f Statement) string {
	if f.Property == NoProperty {
		return quoted(e.t.name(f.Target))
	}
	return fmt.Sprintf("‘%s some %s’", e.t.propertyName(f.Property), e.t.name(f.Target))
}

func quoted(name string) string { return "‘" + name + "’" }

func enumerated(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func ordinal(n int, what string) string {
	if n == 1 {
		return what
	}
	ending := "th"
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		ending = "st"
	case n%10 == 2:
		ending = "nd"
	case n%10 == 3:
		ending = "rd"
	}
	return fmt.Sprintf("%d%s %s", n, ending, what)
}

// words are the letters and digits of a text in runs, in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// indexWords is the place of a name in a text, whatever the case, where no letter or digit stands
// before or after it; -1 where there is none.
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

// excerpt is the text around a place, cut between words.
func excerpt(text string, from, to int) string {
	const around = 40
	start, end := max(0, from-around), min(len(text), to+around)
	before, after := "", ""
	if start > 0 {
		before = "… "
		if blank := strings.IndexByte(text[start:from], ' '); blank >= 0 {
			start += blank + 1
		} else {
			start = from
		}
	}
	if end < len(text) {
		after = " …"
		if blank := strings.LastIndexByte(text[to:end], ' '); blank >= 0 {
			end = to + blank
		} else {
			end = to
		}
	}
	return before + strings.Join(strings.Fields(text[start:end]), " ") + after
}
