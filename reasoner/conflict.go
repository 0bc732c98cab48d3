package reasoner

import (
	"context"
	"errors"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Conflict is what contradicts when axioms are added.
type Conflict struct {
	// Inconsistent says that the ontology would have no model; Unsatisfiable are the classes that would become unsatisfiable, sorted by
	// IRI.
	Inconsistent  bool
	Unsatisfiable []owl.Class
	// Exact is false where an axiom lies outside EL: there may be a conflict that was not found.
	Exact bool
}

// Contradicts reports whether anything does.
func (c *Conflict) Contradicts() bool { return c.Inconsistent || len(c.Unsatisfiable) > 0 }

// Conflict says what would contradict if axioms were added, all of them together. What some axioms contradict, more of them
// do too: to clear many, it is enough to ask about all at once.
func (r *Reasoner) Conflict(ctx context.Context, axioms ...owl.Axiom) (*Conflict, error) {
	if !r.Consistent() {
		return &Conflict{Inconsistent: true, Exact: true}, ctx.Err()
	}
	if len(axioms) == 1 {
		c := r.newConflicts()
		defer c.release()
		if found, err := c.of(ctx, axioms[0]); !errors.Is(err, errNoSpread) {
			return found, err
		}
	}
	return r.conflictInLayer(ctx, axioms)
}

// conflictInLayer is Conflict for any axioms.
func (r *Reasoner) conflictInLayer(ctx context.Context, axioms []owl.Axiom) (*Conflict, error) {
	with, err := r.suppose(ctx, axioms...)
	if err != nil {
		return nil, err
	}
	c := &Conflict{Inconsistent: !with.consistent(), Exact: !with.partial}
	if !c.Inconsistent {
		c.Unsatisfiable = r.newlyUnsatisfiable(with)
	}
	return c, nil
}

// Conflicts says of each axiom what would contradict if it alone were added. What it returns is shared between axioms of which the same
// contradicts.
//
// Cost: where spread will do, what each adds. The others are supposed together and, if that contradicts, by halves.
func (r *Reasoner) Conflicts(ctx context.Context, axioms []owl.Axiom) ([]*Conflict, error) {
	found := make([]*Conflict, len(axioms))
	if !r.Consistent() {
		for i := range found {
			found[i] = &Conflict{Inconsistent: true, Exact: true}
		}
		return found, ctx.Err()
	}
	c := r.newConflicts()
	defer c.release()
	var places []int
	for i, a := range axioms {
		one, err := c.of(ctx, a)
		switch {
		case errors.Is(err, errNoSpread):
			places = append(places, i)
		case err != nil:
			return nil, err
		}
		found[i] = one
	}
	return found, r.conflictsInLayers(ctx, axioms, places, found)
}

// conflictsInLayers is Conflicts for the axioms at some places.
//
// What follows from some axioms follows from more of them. So where all together contradict nothing, none of them does, and
// one supposition answers for all. Where they do, those that leave their own left side without instances are found by a question each,
// which costs the same however many classes lie below; of the others each half is asked.
func (r *Reasoner) conflictsInLayers(ctx context.Context, axioms []owl.Axiom, places []int, found []*Conflict) error {
	if len(places) == 0 {
		return nil
	}
	together, err := r.conflictOfAll(ctx, axioms, places, found)
	if err != nil || len(places) == 1 || !together.Contradicts() {
		return err
	}
	var rest []int
	emptied := make(map[owl.Class]*Conflict)
	for _, at := range places {
		sub, empty, err := r.emptiesItself(ctx, axioms[at])
		if err != nil {
			return err
		}
		if !empty {
			rest = append(rest, at)
			continue
		}
		if emptied[sub] == nil { // with C ⊓ D ⊑ ⊥, C ⊑ D says the same as C ⊑ ⊥
			if emptied[sub], err = r.Conflict(ctx, &owl.SubClassOf{Sub: sub, Super: owl.Nothing}); err != nil {
				return err
			}
		}
		found[at] = emptied[sub]
	}
	return r.halve(ctx, axioms, rest, found)
}

// emptiesItself reports whether C ⊓ D ⊑ ⊥ follows for C ⊑ D, so that it leaves C without instances. C is a named class.
func (r *Reasoner) emptiesItself(ctx context.Context, a owl.Axiom) (c owl.Class, empty bool, err error) {
	inclusion, ok := a.(*owl.SubClassOf)
	if !ok {
		return c, false, nil
	}
	if c, ok = inclusion.Sub.(owl.Class); !ok {
		return c, false, nil
	}
	both := &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{c, inclusion.Super}}
	empty, _, err = r.Entails(ctx, &owl.SubClassOf{Sub: both, Super: owl.Nothing})
	return c, empty, err
}

func (r *Reasoner) halve(ctx context.Context, axioms []owl.Axiom, places []int, found []*Conflict) error {
	if len(places) == 0 {
		return nil
	}
	together, err := r.conflictOfAll(ctx, axioms, places, found)
	if err != nil || len(places) == 1 || !together.Contradicts() {
		return err
	}
	half := len(places) / 2
	if err := r.halve(ctx, axioms, places[:half], found); err != nil {
		return err
	}
	return r.halve(ctx, axioms, places[half:], found)
}

// conflictOfAll says what the axioms at some places contradict together, which is the answer for each if it is nothing.
func (r *Reasoner) conflictOfAll(ctx context.Context, axioms []owl.Axiom, places []int, found []*Conflict) (*Conflict, error) {
	chosen := make([]owl.Axiom, len(places))
	for i, at := range places {
		chosen[i] = axioms[at]
	}
	together, err := r.conflictInLayer(ctx, chosen)
	for _, at := range places {
		found[at] = together
	}
	return together, err
}

// conflicts finds what single axioms contradict, by spread.
type conflicts struct {
	r *Reasoner
	p *spread // nil: nothing can be found so

	// emptied is what contradicts where sub has no instance: with C ⊓ D ⊑ ⊥, C ⊑ D says the same as C ⊑ ⊥.
	sub     atom
	emptied *Conflict
}

func (r *Reasoner) newConflicts() *conflicts {
	c := &conflicts{r: r}
	if r.s.spreads() {
		c.p = r.s.newSpread()
	}
	return c
}

func (c *conflicts) release() {
	if c.p != nil {
		c.p.release()
	}
}

// of returns what an axiom C ⊑ D or C ⊑ ∃r.D between named classes contradicts. The error is errNoSpread or that of a context that has
// ended.
func (c *conflicts) of(ctx context.Context, a owl.Axiom) (*Conflict, error) {
	if c.p == nil {
		return nil, errNoSpread
	}
	inclusion, ok := a.(*owl.SubClassOf)
	if !ok {
		return nil, errNoSpread
	}
	sub, ok := c.r.named(inclusion.Sub)
	if !ok || sub == c.p.x.top || sub == c.p.x.bottom {
		return nil, errNoSpread
	}
	if err := c.add(ctx, sub, inclusion.Super); err != nil {
		return nil, err
	}
	if !c.p.isDead.has(sub) {
		return c.found(), nil
	}
	if c.emptied == nil || c.sub != sub {
		if err := c.p.empty(ctx, sub); err != nil {
			return nil, err
		}
		c.sub, c.emptied = sub, c.found()
	}
	return c.emptied, nil
}

func (c *conflicts) add(ctx context.Context, sub atom, super owl.ClassExpression) error {
	if target, ok := c.r.named(super); ok {
		return c.p.include(ctx, sub, target)
	}
	role, filler, ok := c.r.namedExistential(super)
	if !ok {
		return errNoSpread
	}
	letter := c.p.x.letterOf[role]
	if letter < 0 {
		return errNoSpread
	}
	var ranges []atom
	for _, d := range c.p.x.ranges[letter].concepts {
		ranges = append(ranges, c.p.x.atomOf[d])
	}
	return c.p.link(ctx, sub, letter, filler, ranges)
}

// found is what has become unsatisfiable.
func (c *conflicts) found() *Conflict {
	p, t := c.p, c.r.taxonomy
	if slices.ContainsFunc(p.dead, func(d atom) bool { return d == p.x.top || d != p.fresh() && p.x.flagsOf(d)&isNominal != 0 }) {
		return &Conflict{Inconsistent: true, Exact: true}
	}
	var ranks []int32
	for _, d := range p.dead {
		if d != p.fresh() {
			ranks = t.appendRanks(ranks, d)
		}
	}
	slices.Sort(ranks) // which is by IRI
	found := &Conflict{Exact: true}
	for _, rank := range ranks {
		found.Unsatisfiable = append(found.Unsatisfiable, t.classes[rank])
	}
	return found
}

// named returns the atom of a named class that the ontology has.
func (r *Reasoner) named(c owl.ClassExpression) (atom, bool) {
	class, ok := c.(owl.Class)
	if !ok {
		return 0, false
	}
	return r.taxonomy.atom(class)
}

// namedExistential returns the representative and the atom of ∃r.D for a named property and a named class that the ontology has; not for
// the top and the bottom property.
func (r *Reasoner) namedExistential(c owl.ClassExpression) (role int32, filler atom, ok bool) {
	some, ok := c.(*owl.ObjectSomeValuesFrom)
	if !ok {
		return 0, 0, false
	}
	property, ok := some.Property.(owl.ObjectProperty)
	if !ok {
		return 0, 0, false
	}
	named, ok := r.nf.RoleOf(property)
	if !ok || int(named) >= len(r.s.x.box.rep) {
		return 0, 0, false
	}
	box := r.s.x.box
	role = box.rep[named]
	if role == box.universal || role == box.rep[el.BottomRole] {
		return 0, 0, false
	}
	filler, ok = r.named(some.Filler)
	return role, filler, ok
}

// suppose returns a saturation in which an axiom holds too.
func (r *Reasoner) suppose(ctx context.Context, axioms ...owl.Axiom) (*saturation, error) {
	x := el.NewExtension(r.nf)
	if err := x.Add(ctx, axioms...); err != nil {
		return nil, err
	}
	complete := x.Complete()
	extension, _ := x.Finish()
	s, err := r.assume(ctx, extension)
	if err != nil {
		return nil, err
	}
	s.partial = !complete
	if !s.consistent() || s.root == nil {
		return s, nil
	}
	return s, s.assumeEach(ctx, r.opts)
}

// newlyUnsatisfiable returns the named classes that are unsatisfiable in with and not in the ontology.
func (r *Reasoner) newlyUnsatisfiable(with *saturation) []owl.Class {
	var classes []owl.Class
	t := r.taxonomy
	consider := func(class owl.Class, rank int32) {
		concept, ok := with.x.nf.ConceptOf(class)
		if ok && with.store.unsatisfiable(with.x.atomOf[concept]) && t.representative[rank] != nothing {
			classes = append(classes, class)
		}
	}
	if with.below == r.s {
		for c := range with.recent {
			for _, rank := range t.appendRanks(nil, c) {
				consider(t.classes[rank], rank)
			}
		}
	} else {
		for rank, class := range t.classes {
			consider(class, int32(rank))
		}
	}
	slices.SortFunc(classes, compareClasses)
	return classes
}
