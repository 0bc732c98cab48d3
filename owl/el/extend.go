package el

import (
	"context"
	"errors"

	"box2el-owl/owl"
)

// ErrDependsOnBase says that axioms cannot be added by extension: with them, axioms of the base have a
// normal form that says more. The whole must be normalized anew. See Extension.Complete.
var ErrDependsOnBase = errors.New("the axioms change the normal form of others")

// Extend normalizes further axioms over the vocabulary of base. The result has what is new alone: the
// axioms, with sources that count from the first of the given ones, the definitions that base does not
// have, and a vocabulary in which the concepts and roles of base keep their ids, new ones following.
// Base and result together say what Normalize makes of all axioms together.
//
// Base is not changed; many goroutines may extend it at once. The result may be extended in turn, and so
// on: the cost of a lookup grows with the logarithm of what has been added. An extension takes
// time in proportion to its axioms (but the first of a base that Normalize made builds tables over
// the expressions of base).
//
// An axiom that base has already, by Normalize or Extend, comes out again: the same normal-form axioms in
// the same order, without definitions. So one finds what to take away with an asserted axiom;
// definitions and names stay.
//
// The error is ErrDependsOnBase, or that of a context that has ended.
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

// Extension is a normal form in the making, over the vocabulary of a base; see Extend. It serves for
// queries, which need names of class expressions besides axioms.
type Extension struct {
	n        *normalizer // n.out has what is not numbered yet
	ontology *Ontology   // the rest; its Vocabulary is that of n.out
	given    int         // axioms
}

// NewExtension returns an empty extension of base.
func NewExtension(base *Ontology) *Extension {
	v := upon(base.Vocabulary)
	return &Extension{
		n:        &normalizer{out: &Ontology{Vocabulary: v}, report: &Report{}},
		ontology: &Ontology{Vocabulary: v},
	}
}

// Add normalizes axioms. The error is that of a context that has ended; the extension is then of no
// further use.
func (x *Extension) Add(ctx context.Context, axioms ...owl.Axiom) error {
	if err := x.n.normalizeAll(ctx, x.given, axioms, nil); err != nil {
		return err
	}
	x.given += len(axioms)
	x.number()
	return nil
}

// Right returns a concept that stands for c on the right of inclusions: its definition says concept ⊑ c.
// So what is entailed for the concept is what is entailed for the members of c, and to ask for the
// subsumers of c is to ask for those of the concept.
//
// The concept is c itself where c is a class, ⊤, ⊥ or {a}, and base's name of c where it has one. Where
// EL++ cannot say c, exact is false and the definition is of a larger expression: the subsumers found are
// true of c, but some may be missing.
func (x *Extension) Right(c owl.ClassExpression) (concept Concept, exact bool) {
	return x.define(c, x.n.upper, x.n.onRight)
}

// Left returns a concept that stands for c on the left of inclusions: its definition says c ⊑ concept. So
// what is entailed to be below the concept is what is entailed to be below c, and to ask for the
// subsumees and instances of c is to ask for those of the concept; C ⊑ D is entailed if Right(C) ⊑
// Left(D) is.
//
// Where EL++ cannot say c, exact is false and the definition is of a smaller expression: the subsumees
// found are true of c, but some may be missing. A complement is never exact: C ⊑ ¬D is better asked as
// C ⊓ D ⊑ ⊥.
func (x *Extension) Left(c owl.ClassExpression) (concept Concept, exact bool) {
	return x.define(c, x.n.lower, x.n.onLeft)
}

func (x *Extension) define(c owl.ClassExpression, translate func(owl.ClassExpression) ref, name func(ref) Concept) (Concept, bool) {
	x.n.unused = x.n.unused[:0]
	r := translate(c)
	exact := len(x.n.unused) == 0
	name(r)
	x.n.finish()
	x.number()
	return x.n.out.name(r), exact
}

// Complete reports whether base and extension together say all that Normalize makes of their axioms
// together. Otherwise they say less, though nothing wrong. That happens outside EL only, where an axiom gives
// a property with a domain or range its first inverse, or one with an inverse its first domain or range,
// and where a left side is the first to use a complement that right sides use. An axiom that base has
// already leaves it true.
func (x *Extension) Complete() bool { return !x.n.missesBase }

// Finish returns the normal form of what has been added and defined, and the report on the axioms. The
// extension cannot be used after it.
func (x *Extension) Finish() (*Ontology, *Report) {
	x.ontology.Vocabulary = x.ontology.compact()
	return x.ontology, x.n.report
}

// number turns the refs in the new axioms into concepts, and moves these to the others.
func (x *Extension) number() {
	v := x.n.out.Vocabulary
	v.nameAll()
	x.n.out.eachConcept(func(c *Concept) { *c = v.name(ref(*c)) })
	x.ontology.append(x.n.out)
	x.n.out = &Ontology{Vocabulary: v}
}
