package reasoner

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/propagate"
	"box2el-owl/reasoner/internal/saturate"
)

// Conflict lists what adding axioms would break: it makes the ontology inconsistent, or makes
// classes unsatisfiable. Nil is no conflict.
type Conflict struct {
	// Inconsistent is set if the ontology would have no model. Unsatisfiable lists the classes that
	// would become unsatisfiable, sorted by IRI.
	Inconsistent  bool
	Unsatisfiable []owl.Class
	// Exact is false if an axiom outside EL, an added one or one of the ontology, may cause a
	// conflict that was not found.
	Exact bool
	// Partial is set if the search stopped after the first conflict; there may be more.
	Partial bool
}

// Contradicts reports whether there is a conflict.
func (c *Conflict) Contradicts() bool {
	return c != nil && (c.Inconsistent || len(c.Unsatisfiable) > 0)
}

// Consequence returns a contradiction as an axiom that follows: the ontology is inconsistent, or
// the first class is unsatisfiable. It is nil if there is no conflict.
func (c *Conflict) Consequence() owl.Axiom {
	switch {
	case !c.Contradicts():
		return nil
	case c.Inconsistent:
		return &owl.SubClassOf{Sub: owl.Thing, Super: owl.Nothing}
	}
	return &owl.SubClassOf{Sub: c.Unsatisfiable[0], Super: owl.Nothing}
}

// Conflict finds the conflicts of adding all axioms together. Conflicts are monotone: a larger set
// of axioms has all conflicts of a smaller one. One call without a conflict clears every subset.
func (r *Reasoner) Conflict(ctx context.Context, axioms ...owl.Axiom) (*Conflict, error) {
	if !r.Consistent() {
		return &Conflict{Inconsistent: true, Exact: true}, ctx.Err()
	}
	if len(axioms) == 1 {
		var found [1]*Conflict
		rest, err := r.conflictsByPropagation(ctx, axioms, found[:], false)
		if err != nil || len(rest) == 0 {
			return found[0], err
		}
	}
	return r.conflictInLayer(ctx, axioms)
}

// conflictInLayer is Conflict by a layer, for all kinds of axioms.
func (r *Reasoner) conflictInLayer(ctx context.Context, axioms []owl.Axiom) (*Conflict, error) {
	with, err := r.hypothetical(ctx, axioms...)
	if err != nil {
		return nil, err
	}
	c := &Conflict{Inconsistent: !with.Consistent(), Exact: !with.Partial}
	if !c.Inconsistent {
		c.Unsatisfiable = r.newlyUnsatisfiable(with)
	}
	return c, nil
}

// Conflicts finds for each axiom the conflicts of adding it alone, or some of them. Axioms that
// make their own left side unsatisfiable share a result if it is the same.
//
// Cost: proportional to the consequences, until the first conflict of each axiom is found; less if
// axioms about one class follow each other.
func (r *Reasoner) Conflicts(ctx context.Context, axioms []owl.Axiom) ([]*Conflict, error) {
	found := make([]*Conflict, len(axioms))
	if !r.Consistent() {
		for i := range found {
			found[i] = &Conflict{Inconsistent: true, Exact: true}
		}
		return found, ctx.Err()
	}
	rest, err := r.conflictsByPropagation(ctx, axioms, found, true)
	if err != nil {
		return nil, err
	}
	return found, r.conflictsInLayers(ctx, axioms, rest, found)
}

// conflictsInLayers is Conflicts for the axioms at some indexes.
//
// Conflicts are monotone, so if all axioms together have none, one layer decides all. Otherwise,
// axioms that make their own left side unsatisfiable are found by one query each, whose cost does
// not depend on the number of subclasses. The remaining axioms are searched by bisection.
func (r *Reasoner) conflictsInLayers(
	ctx context.Context, axioms []owl.Axiom, places []int, found []*Conflict,
) error {
	if decided, err := r.decideTogether(ctx, axioms, places, found); decided {
		return err
	}
	var rest []int
	conflictOf := make(map[owl.Class]*Conflict)
	for _, at := range places {
		sub, unsatisfiable, err := r.contradictsItself(ctx, axioms[at])
		if err != nil {
			return err
		}
		if !unsatisfiable {
			rest = append(rest, at)
			continue
		}
		if conflictOf[sub] == nil { // if C ⊓ D ⊑ ⊥, then C ⊑ D is equivalent to C ⊑ ⊥
			if conflictOf[sub], err = r.Conflict(ctx,
				&owl.SubClassOf{Sub: sub, Super: owl.Nothing}); err != nil {
				return err
			}
		}
		found[at] = conflictOf[sub]
	}
	return r.halve(ctx, axioms, rest, found)
}

// contradictsItself reports whether the axiom is C ⊑ D for a named class C, and C ⊓ D ⊑ ⊥ is
// entailed. It makes C unsatisfiable.
func (r *Reasoner) contradictsItself(
	ctx context.Context, a owl.Axiom,
) (c owl.Class, unsatisfiable bool, err error) {
	inclusion, ok := a.(*owl.SubClassOf)
	if !ok {
		return c, false, nil
	}
	if c, ok = inclusion.Sub.(owl.Class); !ok {
		return c, false, nil
	}
	both := &owl.ObjectIntersectionOf{Operands: []owl.ClassExpression{c, inclusion.Super}}
	unsatisfiable, _, err = r.Entails(ctx, &owl.SubClassOf{Sub: both, Super: owl.Nothing})
	return c, unsatisfiable, err
}

func (r *Reasoner) halve(
	ctx context.Context, axioms []owl.Axiom, places []int, found []*Conflict,
) error {
	if decided, err := r.decideTogether(ctx, axioms, places, found); decided {
		return err
	}
	half := len(places) / 2
	if err := r.halve(ctx, axioms, places[:half], found); err != nil {
		return err
	}
	return r.halve(ctx, axioms, places[half:], found)
}

// decideTogether stores the conflict of the axioms at some indexes together for each of them. It
// reports whether that decides all, because they certainly have no conflict or it is that of a
// single axiom. An error does, too.
func (r *Reasoner) decideTogether(
	ctx context.Context, axioms []owl.Axiom, places []int, found []*Conflict,
) (decided bool, err error) {
	if len(places) == 0 {
		return true, nil
	}
	chosen := make([]owl.Axiom, len(places))
	for i, at := range places {
		chosen[i] = axioms[at]
	}
	together, err := r.conflictInLayer(ctx, chosen)
	for _, at := range places {
		found[at] = together
	}
	return err != nil || len(places) == 1 || together.Exact && !together.Contradicts(), err
}

// conflictsByPropagation is Conflicts for inclusions C ⊑ D and C ⊑ ∃r.D between named classes. If
// partial is false, it finds all conflicts. It returns the indexes of the axioms that need a layer.
func (r *Reasoner) conflictsByPropagation(
	ctx context.Context, axioms []owl.Axiom, found []*Conflict, partial bool,
) (rest []int, err error) {
	applicable := propagate.Applicable(r.s)
	p := propagate.New(r.s)
	defer p.Release()
	isEnough := func(d index.ConceptID) bool {
		return partial && !p.IsFresh(d) && r.taxonomy.rank(d) >= 0
	}
	unsatisfiable := make(map[index.ConceptID]*Conflict) // of C ⊑ ⊥
	for i, a := range axioms {
		sub, add, ok := r.addition(a)
		if !ok || !applicable {
			rest = append(rest, i)
			continue
		}
		if err := p.Add(ctx, sub, add, isEnough); err != nil {
			return nil, err
		}
		switch {
		case p.Across:
			rest = append(rest, i)
		case !p.Unsatisfiable.Has(int32(sub)):
			found[i] = r.unsatisfiable(p.NewUnsatisfiable)
			found[i].Partial = partial && len(found[i].Unsatisfiable) > 0
		default: // C ⊓ D ⊑ ⊥, so C ⊑ D is equivalent to C ⊑ ⊥
			if unsatisfiable[sub] == nil {
				if err := p.AddUnsatisfiable(ctx, sub); err != nil {
					return nil, err
				}
				unsatisfiable[sub] = r.unsatisfiable(p.NewUnsatisfiable)
			}
			found[i] = unsatisfiable[sub]
		}
	}
	return rest, nil
}

// addition returns the right side of an axiom C ⊑ D or C ⊑ ∃r.D between named classes.
func (r *Reasoner) addition(a owl.Axiom) (sub index.ConceptID, add propagate.Addition, ok bool) {
	x := r.s.Index
	inclusion, ok := a.(*owl.SubClassOf)
	if !ok {
		return 0, add, false
	}
	if sub, ok = r.named(inclusion.Sub); !ok || sub == x.Top || sub == x.Bottom {
		return 0, add, false
	}
	if super, ok := r.named(inclusion.Super); ok {
		return sub, propagate.Addition{Super: super, RoleID: -1}, true
	}
	role, filler, ok := r.namedExistential(inclusion.Super)
	if !ok || x.RoleIDOf[role] < 0 {
		return 0, add, false
	}
	add = propagate.Addition{Super: filler, RoleID: x.RoleIDOf[role]}
	for _, d := range x.Ranges[add.RoleID].Concepts {
		add.Ranges = append(add.Ranges, x.IDOf[d])
	}
	return sub, add, true
}

// unsatisfiable returns the conflict in which the contexts are unsatisfiable.
func (r *Reasoner) unsatisfiable(contexts []index.ConceptID) *Conflict {
	x, t := r.s.Index, r.taxonomy
	var ranks []int32
	for _, d := range contexts {
		switch {
		case d == x.Top || d < x.NumConcepts && x.FlagsOf(d)&index.IsNominal != 0:
			return &Conflict{Inconsistent: true, Exact: true}
		case d < x.NumConcepts:
			ranks = t.appendRanks(ranks, d)
		}
	}
	slices.Sort(ranks) // ranks are in the order of the IRIs
	return &Conflict{Exact: true, Unsatisfiable: t.named(ranks)}
}

// named returns the concept id of a named class of the ontology.
func (r *Reasoner) named(c owl.ClassExpression) (index.ConceptID, bool) {
	class, ok := c.(owl.Class)
	if !ok {
		return 0, false
	}
	return r.taxonomy.conceptID(class)
}

// namedExistential returns the representative of r and the concept id of D for ∃r.D with a named
// property and a named class of the ontology. It rejects the top and the bottom property.
func (r *Reasoner) namedExistential(
	c owl.ClassExpression,
) (role int32, filler index.ConceptID, ok bool) {
	some, ok := c.(*owl.ObjectSomeValuesFrom)
	if !ok {
		return 0, 0, false
	}
	property, ok := some.Property.(owl.ObjectProperty)
	if !ok {
		return 0, 0, false
	}
	named, ok := r.nf.RoleOf(property)
	if !ok || int(named) >= len(r.s.Index.Box.Rep) {
		return 0, 0, false
	}
	box := r.s.Index.Box
	role = box.Rep[named]
	if role == box.Universal || role == box.Rep[el.BottomRole] {
		return 0, 0, false
	}
	filler, ok = r.named(some.Filler)
	return role, filler, ok
}

// hypothetical returns a layer in which hypothetical axioms hold.
func (r *Reasoner) hypothetical(
	ctx context.Context,
	axioms ...owl.Axiom,
) (*saturate.Layer, error) {
	x := el.NewExtension(r.nf)
	if err := x.Add(ctx, axioms...); err != nil {
		return nil, err
	}
	if !x.Complete() {
		// The normal form of the axioms together is that of each given these.
		if err := x.Add(ctx, r.axioms.slice()...); err != nil {
			return nil, err
		}
	}
	extension, report := x.Finish()
	l, err := r.assume(ctx, extension)
	if err != nil {
		return nil, err
	}
	l.Partial = slices.ContainsFunc(report.Omissions, func(o el.Omission) bool {
		return o.Axiom < len(axioms)
	}) || r.chainsWithoutRange(extension)
	if !l.Consistent() || l.Below != r.s {
		return l, nil
	}
	return l, l.AssumeEach(ctx, r.opts.Workers)
}

// chainsWithoutRange reports whether an extension gives a chain a range that its last property
// lacks.
func (r *Reasoner) chainsWithoutRange(extension *el.Ontology) bool {
	if len(extension.Chains)+len(extension.Ranges)+len(extension.Inclusions) == 0 {
		return false
	}
	with := r.nf.Join(extension, 0).ChainsWithoutRange()
	return len(with) > len(r.nf.ChainsWithoutRange())
}

// newlyUnsatisfiable returns the named classes that are unsatisfiable in with but not in the
// ontology, sorted by IRI.
func (r *Reasoner) newlyUnsatisfiable(with *saturate.Layer) (classes []owl.Class) {
	t := r.taxonomy
	for _, rank := range r.changedClasses(with) {
		concept, ok := with.Index.NF.ConceptOf(t.classes[rank])
		if ok && with.Store.Unsatisfiable(with.Index.IDOf[concept]) &&
			t.representative[rank] != nothing {
			classes = append(classes, t.classes[rank])
		}
	}
	return classes
}
