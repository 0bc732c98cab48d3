package el

import (
	"context"
	"errors"

	"box2el-owl/owl"
)

// ErrDependsOnBase is returned if axioms cannot be added by extension, because they change the
// normal form of axioms of the base. The whole ontology must be normalized again. See
// Extension.Complete.
var ErrDependsOnBase = errors.New("the axioms change the normal form of others")

// Extend normalizes additional axioms over the vocabulary of base. The result contains only what is
// new: the axioms, with sources that count from the first of the given ones, the definitions that
// base does not have, and a vocabulary in which the concepts and roles of base keep their ids. Base
// and result together are equivalent to the normal form of all axioms.
//
// Base is not changed; goroutines may extend it concurrently. The result can be extended again: the
// cost of a lookup grows with the logarithm of what was added. An extension takes time proportional
// to its axioms. The first extension of a base that Normalize made also indexes the expressions of
// base.
//
// An axiom that base already has results in the same normal-form axioms in the same order, without
// definitions. Callers use that to find the axioms to remove with an asserted axiom; definitions
// and names remain.
//
// The error is ErrDependsOnBase, or that of the context.
func Extend(ctx context.Context, base *Ontology, axioms []owl.Axiom) (*Ontology, *Report, error) {
	x := NewExtension(base)
	if err := x.Add(ctx, axioms...); err != nil {
		return nil, nil, err
	}
	if !x.Complete() {
		return nil, nil, ErrDependsOnBase
	}
	o, report := x.Finish()
	return o, report, nil
}

// Extension is a normal form under construction, over the vocabulary of a base; see Extend. Queries
// use it to name class expressions.
type Extension struct {
	n        *normalizer // n.out has the axioms that are not numbered yet
	ontology *Ontology   // the other axioms; its Vocabulary is that of n.out
	given    int         // number of axioms so far
}

// NewExtension returns an empty extension of base.
func NewExtension(base *Ontology) *Extension {
	v := upon(base.Vocabulary)
	return &Extension{
		n:        &normalizer{out: &Ontology{Vocabulary: v}, report: &Report{}},
		ontology: &Ontology{Vocabulary: v},
	}
}

// Add normalizes axioms. The error is that of the context; the extension must not be used after it.
func (x *Extension) Add(ctx context.Context, axioms ...owl.Axiom) error {
	if err := x.n.normalizeAll(ctx, x.given, axioms, nil); err != nil {
		return err
	}
	x.given += len(axioms)
	x.number()
	return nil
}

// Right returns a concept for c on the right of inclusions: its definition is concept ⊑ c. The
// entailments of the concept are those of the members of c, so the subsumers of c are those of the
// concept.
//
// The concept is c itself if c is a class, ⊤, ⊥ or {a}, and base's name of c if it has one. If EL++
// cannot express c, exact is false and the definition is a larger expression: the subsumers found
// are correct, but some may be missing.
func (x *Extension) Right(c owl.ClassExpression) (concept Concept, exact bool) {
	return x.define(c, x.n.upper, x.n.onRight)
}

// Left returns a concept for c on the left of inclusions: its definition is c ⊑ concept. The
// subclasses and instances of c are those of the concept; C ⊑ D is entailed if Right(C) ⊑ Left(D)
// is.
//
// If EL++ cannot express c, exact is false and the definition is a smaller expression: the
// subclasses found are correct, but some may be missing. A complement is never exact: check C ⊓ D ⊑
// ⊥ instead of C ⊑ ¬D.
func (x *Extension) Left(c owl.ClassExpression) (concept Concept, exact bool) {
	return x.define(c, x.n.lower, x.n.onLeft)
}

func (x *Extension) define(
	c owl.ClassExpression, translate func(owl.ClassExpression) ref, name func(ref) Concept,
) (Concept, bool) {
	x.n.unused = x.n.unused[:0]
	r := translate(c)
	exact := len(x.n.unused) == 0
	name(r)
	x.n.finish()
	x.number()
	return x.n.out.name(r), exact
}

// Complete reports whether base and extension together are equivalent to the normal form of all
// their axioms. Otherwise they are sound but weaker. That occurs outside EL only: if an axiom adds
// the first inverse of a property with a domain or range, or the first domain or range of a
// property with an inverse, and if a left side is the first to use a complement that right sides
// use. An axiom that base already has does not change Complete.
func (x *Extension) Complete() bool { return !x.n.missesBase }

// Finish returns the normal form of the additions and the report on the axioms. The extension must
// not be used after it.
func (x *Extension) Finish() (*Ontology, *Report) {
	x.ontology.Vocabulary = x.ontology.compact()
	return x.ontology, x.n.report
}

// number converts the refs in the new axioms to concepts, and appends these axioms to the others.
func (x *Extension) number() {
	v := x.n.out.Vocabulary
	v.nameAll()
	x.n.out.eachConcept(func(c *Concept) { *c = v.name(ref(*c)) })
	x.ontology = x.ontology.Join(x.n.out, 0)
	x.n.out = &Ontology{Vocabulary: v}
}
