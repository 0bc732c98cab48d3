package place

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
)

// patterns holds the patterns of the definitions of an ontology. The label of a defined class with
// a placeholder for the name of its genus or of a filler is a pattern; the definition with the same
// placeholder is its shape. "lung cell" ≡ cell ⊓ ∃part of.lung has the pattern "# cell" and the
// shape cell ⊓ ∃part of.#.
type patterns struct {
	x     *asserted.Index
	named map[asserted.Phrase][]int32  // classes without a label by the names induced for them
	by    map[asserted.Phrase]*pattern // by the label with holes

	// rate is a share of the members of all patterns with two members or more: of those that their
	// pattern still defines correctly if it is learned from the other members (leave-one-out). It
	// is smoothed.
	rate float64
}

// pattern is a label with holes (placeholders), with the shapes of the definitions of its members:
// the defined classes with such labels.
type pattern struct {
	label   string // with # for holes
	members int
	shapes  []shape // most frequent first
}

// shape is a definition with holes. In its form, numbers below −1 are holes: −2 the first.
type shape struct {
	form    asserted.Form
	count   int
	classes []int32 // at most three of them
}

const (
	mostHoles     = 2
	mostSpanWords = 6
	mostWords     = 12
	mostExamples  = 3
	firstHole     = -2
	mostNamed     = 2 // classes of one name
)

// newPatterns learns the patterns of the definitions of an ontology.
func newPatterns(x *asserted.Index) patterns {
	p := patterns{x: x, named: make(map[asserted.Phrase][]int32),
		by: make(map[asserted.Phrase]*pattern)}
	p.induce()
	for i := range x.Definitions {
		d := &x.Definitions[i]
		if x.Usable[d.Class] {
			p.learn(d, x.Labels[d.Class].Words)
		}
	}
	for c := range int32(len(x.Classes)) {
		if ds := x.DefinitionsOf(c); len(ds) > 0 && x.Usable[c] {
			p.count(ds, x.Labels[c].Words)
		}
	}
	p.finish()
	return p
}

// classes returns the classes of a name.
func (p *patterns) classes(name asserted.Phrase) []int32 {
	list := p.x.NamedBy(name)
	if len(list) == 0 {
		list = p.named[name]
	}
	return list[:min(len(list), mostNamed)]
}

// induce finds names for fillers without a label. If a class is defined by a genus and such a
// filler, its label without the name of the genus is a name of the filler. Of several names, that
// of most classes is used.
func (p *patterns) induce() {
	x := p.x
	votes := make(map[int32]map[string]int)
	for i := range x.Definitions {
		d := &x.Definitions[i]
		var unnamed []int32
		for _, r := range d.Restrictions {
			if len(x.Labels[r.Filler].Words) == 0 {
				unnamed = append(unnamed, r.Filler)
			}
		}
		if len(d.Genus) != 1 || !x.Live[d.Class] || len(unnamed) != 1 {
			continue
		}
		rest := beyond(x.Labels[d.Class].Words, x.Labels[d.Genus[0]].Words)
		if rest == "" {
			continue
		}
		if votes[unnamed[0]] == nil {
			votes[unnamed[0]] = make(map[string]int)
		}
		votes[unnamed[0]][rest]++
	}
	for _, c := range slices.Sorted(maps.Keys(votes)) {
		best := ""
		for name, n := range votes[c] {
			if n > votes[c][best] || n == votes[c][best] && name < best {
				best = name
			}
		}
		name := asserted.PhraseOf(strings.Fields(best)...)
		if len(x.NamedBy(name)) == 0 {
			p.named[name] = append(p.named[name], c)
		}
	}
}

// beyond returns the words of a label before or after the words of a name in it, without
// prepositions and articles at the ends, or "".
func beyond(label, name []string) string {
	if len(name) == 0 || len(label) <= len(name) {
		return ""
	}
	var rest []string
	switch {
	case slices.Equal(label[len(label)-len(name):], name):
		rest = label[:len(label)-len(name)]
	case slices.Equal(label[:len(name)], name):
		rest = label[len(name):]
	}
	skipped := func(w string) bool { return asserted.IsPreposition(w) || w == "the" || w == "a" }
	for len(rest) > 0 && skipped(rest[0]) {
		rest = rest[1:]
	}
	for len(rest) > 0 && skipped(rest[len(rest)-1]) {
		rest = rest[:len(rest)-1]
	}
	return strings.Join(rest, " ")
}

// span is a part of a label that names a class.
type span struct {
	start, end int
	class      int32
}

// spans returns the parts of a label that name classes.
func (p *patterns) spans(words []string) []span {
	var list []span
	for start := range words {
		name := asserted.PhraseOf()
		for end := start + 1; end <= min(len(words), start+mostSpanWords); end++ {
			name = name.Then(asserted.PhraseOf(words[end-1]))
			if end-start == len(words) {
				continue
			}
			for _, c := range p.classes(name) {
				list = append(list, span{start, end, c})
			}
		}
	}
	return list
}

// eachPattern visits a label with a hole for each of its spans, and for each two of them.
func eachPattern(words []string, spans []span, visit func(label asserted.Phrase, holes []span)) {
	var holes [mostHoles]span
	for i, a := range spans {
		holes[0] = a
		visit(asserted.PhraseOf(withHoles(words, holes[:1])...), holes[:1])
		for _, b := range spans[i+1:] {
			if b.start >= a.end {
				holes[1] = b
				visit(asserted.PhraseOf(withHoles(words, holes[:2])...), holes[:2])
			}
		}
	}
}

// withHoles returns a label with # for spans.
func withHoles(words []string, holes []span) []string {
	list := make([]string, 0, mostWords)
	from := 0
	for _, h := range holes {
		list = append(append(list, words[from:h.start]...), "#")
		from = h.end
	}
	return append(list, words[from:]...)
}

// formOf returns the form of a definition with holes for the classes of spans. It reports false
// unless each of these classes is in the definition.
func formOf(d *asserted.Definition, holes []span) (asserted.Form, bool) {
	var used [mostHoles]bool
	form, ok := d.Form(func(c int32) int32 {
		for i, h := range holes {
			if h.class == c {
				used[i] = true
				return int32(firstHole - i)
			}
		}
		return c
	})
	return form, ok && !slices.Contains(used[:len(holes)], false)
}

// fill returns the definition of a form with the classes of spans in its holes.
func fill(form asserted.Form, holes []span) (genus int32, list []asserted.Restriction) {
	return form.Fill(func(n int32) int32 {
		if n <= firstHole {
			return holes[firstHole-n].class
		}
		return n
	})
}

// learn adds the patterns of a definition.
func (p *patterns) learn(d *asserted.Definition, words []string) {
	if len(words) < 2 || len(words) > mostWords {
		return
	}
	spans := p.spans(words)
	spans = slices.DeleteFunc(spans, func(s span) bool {
		return !slices.Contains(d.Genus, s.class) && !slices.ContainsFunc(d.Restrictions,
			func(r asserted.Restriction) bool { return r.Filler == s.class })
	})
	eachPattern(words, spans, func(label asserted.Phrase, holes []span) {
		if form, ok := formOf(d, holes); ok && p.by[label] == nil {
			name := strings.Join(withHoles(words, holes), " ")
			p.by[label] = &pattern{label: name, shapes: []shape{{form: form}}}
		}
	})
}

// count adds a defined class to the patterns that its label matches.
func (p *patterns) count(definitions []asserted.Definition, words []string) {
	if len(words) < 2 || len(words) > mostWords {
		return
	}
	c := definitions[0].Class
	matched := make(map[asserted.Phrase]asserted.Form) // "" if no definition has the holes
	eachPattern(words, p.spans(words), func(label asserted.Phrase, holes []span) {
		if p.by[label] == nil || matched[label] != "" {
			return
		}
		matched[label] = ""
		for i := range definitions {
			if form, ok := formOf(&definitions[i], holes); ok {
				matched[label] = form
				return
			}
		}
	})
	for label, form := range matched {
		of := p.by[label]
		of.members++
		if form == "" {
			continue
		}
		at := slices.IndexFunc(of.shapes, func(s shape) bool { return s.form == form })
		if at < 0 {
			at = len(of.shapes)
			of.shapes = append(of.shapes, shape{form: form})
		}
		s := &of.shapes[at]
		s.count++
		if len(s.classes) < mostExamples {
			s.classes = append(s.classes, c)
		}
	}
}

// finish sorts the shapes and computes the rate.
func (p *patterns) finish() {
	right, all := 0, 0
	for _, of := range p.by {
		slices.SortFunc(of.shapes, func(a, b shape) int {
			return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.form, b.form))
		})
		if of.members > 1 {
			right += of.right()
			all += of.members
		}
	}
	p.rate = float64(right+1) / float64(all+4)
}

// right returns the number of members that the pattern defines correctly if it is learned from the
// other members. They are those of the first shape if it remains the first without one of them.
func (of *pattern) right() int {
	first, second := of.shapes[0].count, 0
	if len(of.shapes) > 1 {
		second = of.shapes[1].count
	}
	if first-1 < max(second, 1) {
		return 0
	}
	return first
}

// share returns the leave-one-out share of members with a shape, smoothed by two members with the
// rate of all patterns.
func (p *patterns) share(of *pattern, i int) float64 {
	right := of.right()
	if i > 0 {
		right = max(of.shapes[i].count-1, 0)
	}
	return (float64(right) + 2*p.rate) / float64(of.members+2)
}

// match is a definition of a label by a pattern.
type match struct {
	genus        int32
	restrictions []asserted.Restriction
	share        float64
	of           *pattern
	shape        *shape
}

// mostShapes is the number of shapes of a pattern that are applied.
const mostShapes = 3

// match returns the definitions of a name by patterns, each once, the most probable first. Class is
// the class with this name, or −1. Shapes that only its own definition has are not used.
func (p *patterns) match(name asserted.Name, class int32) []match {
	words := name.Words
	if len(words) < 2 || len(words) > mostWords {
		return nil
	}
	spans := slices.DeleteFunc(p.spans(words), func(s span) bool { return s.class == class })
	var list []match
	eachPattern(words, spans, func(label asserted.Phrase, holes []span) {
		of := p.by[label]
		if of == nil {
			return
		}
		for i := range of.shapes[:min(len(of.shapes), mostShapes)] {
			s := &of.shapes[i]
			if s.count == 1 && s.classes[0] == class {
				continue
			}
			m := match{share: p.share(of, i), of: of, shape: s}
			m.genus, m.restrictions = fill(s.form, holes)
			at := slices.IndexFunc(list, func(o match) bool {
				return o.genus == m.genus && slices.Equal(o.restrictions, m.restrictions)
			})
			switch {
			case at < 0:
				list = append(list, m)
			case m.share > list[at].share:
				list[at] = m
			}
		}
	})
	slices.SortStableFunc(list, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(b.shape.count, a.shape.count),
			cmp.Compare(a.genus, b.genus), slices.CompareFunc(a.restrictions, b.restrictions,
				asserted.CompareRestrictions))
	})
	return list
}
