package curate

import (
	"context"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
)

// BuiltIn answers what an ontology entails together with the built-in axioms of RO, BFO and IAO:
// see relations.Used.Axioms. It uses a second Reasoner, made by the first question, so the taxonomy
// and all other answers of the first one do not change. Built-in axioms that would make the
// ontology inconsistent or a class unsatisfiable are left out. It is safe for concurrent use.
type BuiltIn struct {
	ontology func() *owl.Ontology
	used     func() *relations.Used
	base     *reasoner.Reasoner
	former   *extended // of an earlier state; nil if there is none

	lock chan struct{} // holds one value while made is unlocked
	made *extended
}

// extended is an ontology with built-in axioms.
type extended struct {
	axioms    []owl.Axiom // of the ontology
	used      *relations.Used
	builtIn   []owl.Axiom
	reasoner  *reasoner.Reasoner // nil if there is no built-in axiom
	explainer *explain.Explainer
}

// NewBuiltIn returns a BuiltIn of an ontology that is classified. It costs nothing until the first
// question; that takes a classification.
func NewBuiltIn(ontology func() *owl.Ontology, r *reasoner.Reasoner) *BuiltIn {
	return &BuiltIn{
		ontology: ontology, base: r, lock: make(chan struct{}, 1),
		used: sync.OnceValue(func() *relations.Used { return relations.For(ontology()) }),
	}
}

// Used returns the relations of the ontology and their built-in axioms, contradicting ones
// included.
func (b *BuiltIn) Used() *relations.Used { return b.used() }

// Edited returns the BuiltIn of an edited ontology. It edits the Reasoner of b if that has been
// made, and otherwise makes one on demand.
func (b *BuiltIn) Edited(ontology func() *owl.Ontology, r *reasoner.Reasoner) *BuiltIn {
	next := NewBuiltIn(ontology, r)
	select {
	case b.lock <- struct{}{}:
		defer func() { <-b.lock }()
		if next.former = b.made; next.former == nil {
			next.former = b.former
		}
	default: // b is being made
	}
	return next
}

// EntailsEach reports which axioms the ontology entails together with the built-in ones.
func (b *BuiltIn) EntailsEach(ctx context.Context, axioms []owl.Axiom) ([]bool, error) {
	x, err := b.extended(ctx)
	if err != nil {
		return nil, err
	}
	if x.reasoner == nil {
		return make([]bool, len(axioms)), nil
	}
	entailed, _, err := x.reasoner.EntailsEach(ctx, axioms)
	return entailed, err
}

// Assuming returns a minimal set of built-in axioms with which the ontology entails an axiom,
// sorted. It is empty if none is needed or if the axiom is not entailed. If there are too many
// inferences to search, it returns all built-in axioms.
func (b *BuiltIn) Assuming(ctx context.Context, a owl.Axiom) ([]suggest.BuiltInAxiom, error) {
	x, err := b.extended(ctx)
	if err != nil || x.reasoner == nil {
		return nil, err
	}
	isBuiltIn := func(a owl.Axiom) bool {
		_, ok := x.used.Source(a)
		return ok
	}
	needed := slices.Clone(x.builtIn)
	if explanation, err := x.explainer.Axiom(ctx, a); err == nil {
		needed = explanation.Needed(isBuiltIn)
	} else if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	owl.SortAxioms(needed)
	var list []suggest.BuiltInAxiom
	for _, a := range needed {
		source, _ := x.used.Source(a)
		list = append(list, suggest.BuiltInAxiom{Axiom: a, Source: source})
	}
	return list, nil
}

// Complete changes the verdict on a new subclass axiom that the ontology entails together with
// built-in axioms, and returns those that it needs.
func (b *BuiltIn) Complete(ctx context.Context, a owl.Axiom,
	j *reasoner.Judgement) ([]suggest.BuiltInAxiom, error) {
	if _, ok := a.(*owl.SubClassOf); !ok || j.Verdict != reasoner.Novel {
		return nil, nil
	}
	entailed, err := b.EntailsEach(ctx, []owl.Axiom{a})
	if err != nil || !entailed[0] {
		return nil, err
	}
	*j = reasoner.Judgement{Verdict: reasoner.Entailed, Conflict: reasoner.Conflict{Exact: true}}
	return b.Assuming(ctx, a)
}

// Prepare does what the first question would do.
func (b *BuiltIn) Prepare(ctx context.Context) error {
	_, err := b.extended(ctx)
	return err
}

func (b *BuiltIn) extended(ctx context.Context) (*extended, error) {
	select {
	case b.lock <- struct{}{}:
		defer func() { <-b.lock }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if b.made == nil {
		x, err := b.extend(ctx)
		if err != nil {
			return nil, err
		}
		b.made = x
		b.former, b.ontology, b.base = nil, nil, nil
	}
	return b.made, nil
}

// maxLeftOut is the maximum number of times that built-in axioms are left out because they
// contradict the ontology. Each takes several classifications.
const maxLeftOut = 4

func (b *BuiltIn) extend(ctx context.Context) (*extended, error) {
	o := b.ontology()
	x := &extended{axioms: o.Axioms, used: b.used()}
	x.builtIn = x.used.Axioms()
	if r, err := b.edited(ctx, x); err != nil {
		return nil, err
	} else if r != nil {
		x.reasoner, x.explainer = r, explain.Of(r, explain.Options{})
		return x, nil
	}
	for range maxLeftOut {
		if len(x.builtIn) == 0 {
			return x, nil
		}
		all := &owl.Ontology{Axioms: slices.Concat(o.Axioms, x.builtIn)}
		r, err := reasoner.New(ctx, all, reasoner.Options{})
		if err != nil {
			return nil, err
		}
		if b.harmless(r) {
			x.reasoner, x.explainer = r, explain.Of(r, explain.Options{})
			return x, nil
		}
		if x.builtIn, err = b.withoutConflict(ctx, x.builtIn); err != nil {
			return nil, err
		}
	}
	x.builtIn = nil
	return x, nil
}

// harmless reports whether the built-in axioms contradict nothing.
func (b *BuiltIn) harmless(r *reasoner.Reasoner) bool {
	return r.Consistent() &&
		len(r.Taxonomy().Unsatisfiable()) <= len(b.base.Taxonomy().Unsatisfiable())
}

// withoutConflict returns built-in axioms without a smallest set that contradicts the ontology; nil
// if there is no such set.
func (b *BuiltIn) withoutConflict(ctx context.Context, axioms []owl.Axiom) ([]owl.Axiom, error) {
	_, smallest, err := suggest.MinimalConflict(ctx, b.base.Conflict, axioms)
	if err != nil || len(smallest) == 0 {
		return nil, err
	}
	var rest []owl.Axiom
	for i, a := range axioms {
		if !slices.Contains(smallest, i) {
			rest = append(rest, a)
		}
	}
	return rest, nil
}

// maxFollowed is the largest edit that is made to the Reasoner of an earlier state.
const maxFollowed = 1000

// edited returns the Reasoner of an earlier state with the edits since; nil if there is none, or if
// the built-in axioms have changed.
func (b *BuiltIn) edited(ctx context.Context, x *extended) (*reasoner.Reasoner, error) {
	if b.former == nil || b.former.reasoner == nil || !sameAxioms(b.former.builtIn, x.builtIn) {
		return nil, nil
	}
	add, remove := Difference(b.former.axioms, x.axioms)
	if len(add)+len(remove) > maxFollowed {
		return nil, nil
	}
	r, err := b.former.reasoner.Apply(ctx, add, remove)
	if err != nil || !b.harmless(r) {
		return nil, ctx.Err()
	}
	return r, nil
}

func sameAxioms(a, b []owl.Axiom) bool {
	return slices.EqualFunc(a, b, func(a, b owl.Axiom) bool { return owl.Compare(a, b) == 0 })
}

// Difference returns what must be added to a list and removed from it to get an edited one. An edit
// keeps the order of the remaining axioms and appends the new ones.
func Difference(before, after []owl.Axiom) (add, remove []owl.Axiom) {
	at := 0
	for _, a := range before {
		if at < len(after) && after[at] == a {
			at++
		} else {
			remove = append(remove, a)
		}
	}
	return after[at:], remove
}
