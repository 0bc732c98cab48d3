package likely

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/texts"
)

// Template is a proposed definition Class ≡ Genus ⊓ ∃r.D ⊓ ….
type Template struct {
	Class        int32
	Genus        int32
	Restrictions []asserted.Restriction

	// Defined and matching count the classes of the same name template that have a definition of
	// this form, and all of them.
	defined, matching int

	// Evidence has one sentence. Group is equal for definitions of one template.
	Evidence []evidence.Evidence
	Group    string
}

// bound returns the confidence of the template.
func (t Template) bound() float64 { return wilson(t.defined, t.matching) }

// fewestDefined is the number of classes of a template that must have a definition of its form.
const fewestDefined = 4

// Definitions proposes definitions for classes whose label follows a template of defined classes,
// as "X phenotype" ≡ phenotype ⊓ ∃inheres in.X. All are possible. They are sorted by the confidence
// of the template, then by IRI. The only error is that of ctx.
func Definitions(ctx context.Context, t *texts.Texts, opts Options) ([]Template, error) {
	f, err := newFinder(ctx, t, opts)
	if err != nil {
		return nil, err
	}
	f.findPairs()
	found := make(map[int32]Template)
	for _, of := range f.groupByKey(f.entriesOf(0, f.slotPairs, f.slotKeys)) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch of[0].kind() {
		case fullKey, nextKey, previousKey:
			f.propose(of, found)
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b Template) int {
		return cmp.Or(cmp.Compare(b.bound(), a.bound()), cmp.Compare(a.Class, b.Class))
	}), nil
}

// propose adds definitions for the classes with a key that have none, by the one that most others
// with it have.
func (f *finder) propose(entries []entry, found map[int32]Template) {
	shapes := make([]asserted.Form, len(entries))
	counts := make(map[asserted.Form]int)
	for i, e := range entries {
		if shapes[i] = f.shapeOf(&f.pairs[e.pair]); shapes[i] != "" {
			counts[shapes[i]]++
		}
	}
	best := asserted.Form("") // the least of the most frequent ones
	for shape, k := range counts {
		if k > counts[best] || k == counts[best] && shape < best {
			best = shape
		}
	}
	n := counts[best]
	bound := wilson(n, len(entries))
	if n < fewestDefined || bound < templateRate {
		return
	}
	var classes, fillers []int32
	for i, e := range entries {
		if shapes[i] == best && len(classes) < mostSampled {
			classes = append(classes, e.class)
			fillers = append(fillers, f.pairs[e.pair].filler)
		}
	}
	t := tests{w: f.scratch[0]}
	t.sides[0], t.sides[1] = t.w.sharedBy(classes), t.w.sharedBy(fillers)
	for i, e := range entries {
		p := &f.pairs[e.pair]
		if shapes[i] != "" || !f.mayBeDefined(p) || found[p.class].bound() >= bound {
			continue
		}
		proposed, brings, ok := f.fill(best, p)
		if !ok || !t.hasAll(p.class, t.sides[0], brings, true) ||
			!t.hasAll(p.filler, t.sides[1], brings, false) {
			continue
		}
		proposed.defined, proposed.matching = n, len(entries)
		proposed.Group = fmt.Sprintf("template %x", e.hash)
		as := rule{family: slotFamily, key: e.kind(), pair: e.pair}
		proposed.Evidence = []evidence.Evidence{evidence.New("template",
			"%d of the %d classes named “%s” are defined in this form: %e with %e.", n,
			len(entries), f.pattern(&as), f.name(proposed.Genus), f.x.Properties[brings.Property])}
		found[p.class] = proposed
	}
}

// slot replaces the mentioned class in a shape.
const slot int32 = -1

// shapeOf returns the form of the first definition of the class of a pair that has the mentioned
// class exactly once, with a slot in its place; "" if there is none.
func (f *finder) shapeOf(p *pair) asserted.Form {
	for _, d := range f.x.DefinitionsOf(p.class) {
		slots := 0
		shape, ok := d.Form(func(c int32) int32 {
			if c == p.filler {
				slots++
				return slot
			}
			return c
		})
		if ok && slots == 1 {
			return shape
		}
	}
	return ""
}

// mayBeDefined reports whether a definition may be proposed for the class of a pair.
func (f *finder) mayBeDefined(p *pair) bool {
	c := p.class
	return len(f.x.DefinitionsOf(c)) == 0 && f.subjects[c] && !f.negated[c] && !f.privative[c] &&
		!p.either && f.x.Live[p.filler]
}

// fill returns the definition of a shape with the mentioned class in its slot, if the class is
// below the genus. It also returns the restriction with that class or, if it is the genus, the
// first one.
func (f *finder) fill(shape asserted.Form, p *pair) (t Template, brings asserted.Statement,
	ok bool) {
	if shape.Genus() != slot && f.x.Comparable(p.class, p.filler) {
		return t, brings, false
	}
	t.Class = p.class
	t.Genus, t.Restrictions = shape.Fill(func(n int32) int32 {
		if n == slot {
			return p.filler
		}
		return n
	})
	for i, r := range t.Restrictions {
		if i == 0 || r.Filler == p.filler {
			brings = r.Of(p.class)
		}
	}
	return t, brings, p.class != t.Genus && f.x.IsBelow(p.class, t.Genus)
}
