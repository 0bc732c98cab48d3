package explain

import "box2el-owl/owl/el"

// list are axioms of one kind, those of a normal form and those that an extension adds, numbered through both.
type list[A any] struct{ base, more []A }

func (l *list[A]) len() int { return len(l.base) + len(l.more) }

func (l *list[A]) at(i int32) *A {
	if int(i) < len(l.base) {
		return &l.base[i]
	}
	return &l.more[int(i)-len(l.base)]
}

// all iterates over the axioms with their numbers.
func (l *list[A]) all(yield func(int32, *A) bool) {
	for i := range int32(l.len()) {
		if !yield(i, l.at(i)) {
			return
		}
	}
}

// normalForm is a normal form together with an extension of it. Nothing of the former is copied, so that a goal with
// names of its own costs little on a large ontology.
type normalForm struct {
	*el.Vocabulary             // of both
	sources        []el.Source // what the sources of the former stand for; nil for themselves

	nf1        list[el.NF1]
	nf2        list[el.NF2]
	nf3        list[el.NF3]
	nf4        list[el.NF4]
	disjoint   list[el.Disjoint]
	inclusions list[el.RoleInclusion]
	chains     list[el.RoleChain]
	ranges     list[el.Range]
	reflexive  list[el.Reflexive]
	hasSelf    list[el.HasSelf]
	selfSubs   list[el.SelfSub]
	keys       list[el.Key]
	functional list[el.FunctionalData]
	inverses   list[el.Inverses]

	// What holds of data values and datatypes by themselves.
	theory1   list[el.NF1]
	theory2   list[el.NF2]
	inhabited list[el.Concept]
	distinct  list[el.Concept]
}

// newNormalForm returns a normal form without an extension.
func newNormalForm(o *el.Ontology) *normalForm {
	theory := o.DataTheory(el.Top)
	return &normalForm{
		Vocabulary: o.Vocabulary,
		nf1:        list[el.NF1]{base: o.NF1},
		nf2:        list[el.NF2]{base: o.NF2},
		nf3:        list[el.NF3]{base: o.NF3},
		nf4:        list[el.NF4]{base: o.NF4},
		disjoint:   list[el.Disjoint]{base: o.Disjoint},
		inclusions: list[el.RoleInclusion]{base: o.Inclusions},
		chains:     list[el.RoleChain]{base: o.Chains},
		ranges:     list[el.Range]{base: o.Ranges},
		reflexive:  list[el.Reflexive]{base: o.Reflexive},
		hasSelf:    list[el.HasSelf]{base: o.HasSelf},
		selfSubs:   list[el.SelfSub]{base: o.SelfSubs},
		keys:       list[el.Key]{base: o.Keys},
		functional: list[el.FunctionalData]{base: o.FunctionalData},
		inverses:   list[el.Inverses]{base: o.Inverses},
		theory1:    list[el.NF1]{base: theory.NF1},
		theory2:    list[el.NF2]{base: theory.NF2},
		inhabited:  list[el.Concept]{base: theory.Inhabited},
		distinct:   list[el.Concept]{base: theory.Distinct},
	}
}

// extended returns a normal form, which has no extension yet, together with one.
func (n *normalForm) extended(o *el.Ontology) *normalForm {
	e := *n
	e.Vocabulary = o.Vocabulary
	e.nf1.more, e.nf2.more, e.nf3.more, e.nf4.more = o.NF1, o.NF2, o.NF3, o.NF4
	e.disjoint.more, e.inclusions.more, e.chains.more, e.ranges.more = o.Disjoint, o.Inclusions, o.Chains, o.Ranges
	e.reflexive.more, e.hasSelf.more, e.selfSubs.more = o.Reflexive, o.HasSelf, o.SelfSubs
	e.keys.more, e.functional.more, e.inverses.more = o.Keys, o.FunctionalData, o.Inverses
	theory := o.DataTheory(el.Concept(n.NumConcepts()))
	e.theory1.more, e.theory2.more, e.inhabited.more, e.distinct.more = theory.NF1, theory.NF2, theory.Inhabited, theory.Distinct
	return &e
}

// addsRoleAxioms reports whether the extension says something of roles, beyond using them.
func (n *normalForm) addsRoleAxioms() bool {
	return len(n.inclusions.more)+len(n.chains.more)+len(n.ranges.more)+len(n.reflexive.more)+
		len(n.keys.more)+len(n.functional.more)+len(n.inverses.more) > 0
}

// axiomKind tells which list of a normal form an axiom stands in.
type axiomKind uint8

const (
	kindNF1 axiomKind = iota
	kindNF2
	kindNF3
	kindNF4
	kindDisjoint
	kindInclusion
	kindChain
	kindRange
	kindReflexive
	kindHasSelf
	kindSelfSub
	kindKey
	kindFunctional
	kindInverses
)

// axiomRef names an axiom of the normal form: its kind in the upper bits, its place in the list of that
// kind in the lower ones. It is never negative.
type axiomRef int32

const axiomIndexBits = 27

func refTo(kind axiomKind, i int32) axiomRef { return axiomRef(int32(kind)<<axiomIndexBits | i) }

func (r axiomRef) kind() axiomKind { return axiomKind(r >> axiomIndexBits) }
func (r axiomRef) index() int32    { return int32(r & (1<<axiomIndexBits - 1)) }

// sourceOf returns the number of the axiom that an axiom of the normal form comes from.
func (n *normalForm) sourceOf(r axiomRef) el.Source {
	source := n.told(r)
	if source >= 0 && int(source) < len(n.sources) {
		return n.sources[source]
	}
	return source
}

func (n *normalForm) told(r axiomRef) el.Source {
	i := r.index()
	switch r.kind() {
	case kindNF1:
		return n.nf1.at(i).Source
	case kindNF2:
		return n.nf2.at(i).Source
	case kindNF3:
		return n.nf3.at(i).Source
	case kindNF4:
		return n.nf4.at(i).Source
	case kindDisjoint:
		return n.disjoint.at(i).Source
	case kindInclusion:
		return n.inclusions.at(i).Source
	case kindChain:
		return n.chains.at(i).Source
	case kindRange:
		return n.ranges.at(i).Source
	case kindReflexive:
		return n.reflexive.at(i).Source
	case kindHasSelf:
		return n.hasSelf.at(i).Source
	case kindSelfSub:
		return n.selfSubs.at(i).Source
	case kindKey:
		return n.keys.at(i).Source
	case kindFunctional:
		return n.functional.at(i).Source
	default:
		return n.inverses.at(i).Source
	}
}
