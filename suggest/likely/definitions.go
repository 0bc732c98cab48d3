package likely

import (
	"cmp"
	"context"
	"fmt"
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

	// Defined and Matching count the classes of the same name template that have a definition of
	// this form, and all of them.
	defined, matching int

	// Evidence has one sentence. Group is equal for definitions of one template.
	Evidence []evidence.Evidence
	Group    string
}

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
	entries, runs := f.groupByKey(0, f.slotPairs, f.slotKeys)
	found := make(map[int32]Template)
	var members []templateMember
	for _, r := range runs {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r.key != fullKey && r.key != nextKey && r.key != previousKey {
			continue
		}
		members = f.templateMembers(entries[r.from:r.to], members[:0])
		f.propose(members, r, entries[r.from].hash, found)
	}
	list := make([]Template, 0, len(found))
	for _, t := range found {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b Template) int {
		return cmp.Or(cmp.Compare(wilson(b.defined, b.matching), wilson(a.defined, a.matching)),
			cmp.Compare(a.Class, b.Class))
	})
	return list, nil
}

// templateMember is a class of a template.
type templateMember struct {
	pair int32

	// shape is that of its definition; "" if no definition has the mentioned class exactly once.
	shape asserted.Form
}

// templateMembers appends the members of a template with the shapes of their definitions.
func (f *finder) templateMembers(entries []entry, list []templateMember) []templateMember {
	for _, e := range entries {
		p := &f.pairs[e.pair]
		m := templateMember{pair: e.pair}
		for _, d := range f.x.DefinitionsOf(p.class) {
			if shape, ok := shapeOf(&d, p.filler); ok {
				m.shape = shape
				break
			}
		}
		list = append(list, m)
	}
	return list
}

// slot replaces the mentioned class in a shape.
const slot int32 = -1

// shapeOf returns the form of a definition with a slot in place of the mentioned class. It reports
// whether the class occurs exactly once.
func shapeOf(d *asserted.Definition, mentioned int32) (asserted.Form, bool) {
	slots := 0
	shape, ok := d.Form(func(c int32) int32 {
		if c == mentioned {
			slots++
			return slot
		}
		return c
	})
	return shape, ok && slots == 1
}

// propose adds definitions for the classes of a template that have none.
func (f *finder) propose(members []templateMember, r run, hash uint64, found map[int32]Template) {
	best, n := mostFrequent(members)
	if best == "" || n < fewestDefined || wilson(n, len(members)) < templateRate {
		return
	}
	var classes, fillers []int32
	for _, m := range members {
		if m.shape == best && len(classes) < mostSampled {
			classes = append(classes, f.pairs[m.pair].class)
			fillers = append(fillers, f.pairs[m.pair].filler)
		}
	}
	t := tests{w: f.scratch[0]}
	t.sides[0], t.sides[1] = t.w.sharedBy(classes), t.w.sharedBy(fillers)
	for _, m := range members {
		p := &f.pairs[m.pair]
		if m.shape != "" || !f.mayBeDefined(p) {
			continue
		}
		proposed, brings, ok := f.fill(best, p)
		if !ok || !t.hasAll(p.class, t.sides[0], brings, true) ||
			!t.hasAll(p.filler, t.sides[1], brings, false) {
			continue
		}
		old, ok := found[p.class]
		if ok && wilson(old.defined, old.matching) >= wilson(n, len(members)) {
			continue
		}
		proposed.defined, proposed.matching = n, len(members)
		as := rule{family: slotFamily, key: r.key, hash: hash, pair: m.pair, from: p.from, to: p.to}
		proposed.Evidence = []evidence.Evidence{evidence.New("template",
			"%d of the %d classes named “%s” are defined in this form: %e with %e.", n, len(members),
			f.pattern(&as), f.name(proposed.Genus), f.x.Properties[brings.Property])}
		proposed.Group = fmt.Sprintf("template %x", hash)
		found[p.class] = proposed
	}
}

// mostFrequent returns the shape that most members have, of several the least, and their number.
func mostFrequent(members []templateMember) (best asserted.Form, n int) {
	counts := make(map[asserted.Form]int)
	for _, m := range members {
		if m.shape != "" {
			counts[m.shape]++
		}
	}
	for shape, k := range counts {
		if k > n || k == n && shape < best {
			best, n = shape, k
		}
	}
	return best, n
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
