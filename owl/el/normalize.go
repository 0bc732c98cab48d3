package el

import (
	"context"
	"slices"

	"box2el-owl/owl"
)

// Options configures Normalize. The options do not change the result.
type Options struct {
	// Progress receives the stage "normalizing", in axioms. It may be nil.
	Progress owl.Progress
}

// Normalize returns the normal form of an ontology, or of a merged imports closure. The Report
// lists what is outside EL++ and was omitted; no ontology is an error. The only error is that of
// the context.
//
// The vocabulary contains every class, individual and property of the logical axioms in the order
// in which they are mentioned, then those that are only declared. The normal form does not refer to
// o, except for literals.
func Normalize(ctx context.Context, o *owl.Ontology, opts Options) (*Ontology, *Report, error) {
	n := newNormalizer(o)
	if err := n.normalizeAll(ctx, 0, o.Axioms, opts.Progress); err != nil {
		return nil, nil, err
	}
	n.number()
	n.omitChains()
	// saturation and training do not need it, and it is as large as the vocabulary
	n.out.lookup = lookup{}
	return n.out, n.report, ctx.Err()
}

const axiomsPerCheck = 1000

// normalizer builds a normal form. The concepts in the axioms of out are refs until number converts
// them to Concepts.
type normalizer struct {
	out    *Ontology
	report *Report

	unfinished []definition // requested definitions that are not added yet

	missesBase    bool // an addition depends on an omission of the base; see Extension.Complete
	ownsExchanges bool // out.exchanges is not shared with the base

	stack  []ref // operands of the current intersections and unions
	source Source
	unused []Reason // reasons why the current axiom is not used completely
}

// directions is a set of directions in which an introduced name is defined.
type directions uint8

const (
	onLeft  directions = 1 << iota // expression ⊑ name
	onRight                        // name ⊑ expression
	dropped                        // of complements: dropComplements removed the inclusions in it
)

type definition struct {
	name      ref
	direction directions
}

func newNormalizer(o *owl.Ontology) *normalizer {
	declared := [6]int{}
	for _, a := range o.Axioms {
		if d, ok := a.(*owl.Declaration); ok {
			declared[d.Entity.EntityKind()]++
		}
	}
	n := &normalizer{
		out: &Ontology{Vocabulary: &Vocabulary{
			classRefs:      make(map[owl.Class]ref, declared[owl.ClassKind]+2),
			individualRefs: make(map[owl.Individual]ref, declared[owl.NamedIndividualKind]),
		}},
		report: &Report{},
	}
	n.out.addBuiltInRoles()
	n.out.lookup.tables = &tables{}
	n.out.classRefs[owl.Thing], n.out.classRefs[owl.Nothing] = topRef, bottomRef
	return n
}

func (v *Vocabulary) addBuiltInRoles() {
	v.roles = []owl.Entity{
		owl.TopObjectProperty, owl.BottomObjectProperty, owl.TopDataProperty,
		owl.BottomDataProperty,
	}
	for r, p := range v.roles {
		put(&v.roleIDs, p, Role(r))
	}
}

// normalizeAll normalizes axioms with numbers from first on.
func (n *normalizer) normalizeAll(
	ctx context.Context, first int, axioms []owl.Axiom, progress owl.Progress,
) error {
	n.findExchanges(axioms)
	total := int64(len(axioms))
	for i, a := range axioms {
		if i%axiomsPerCheck == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress.Report("normalizing", int64(i), total)
		}
		n.normalize(first+i, a)
	}
	progress.Report("normalizing", total, total)
	n.declare(axioms)
	n.dropComplements()
	return nil
}

// normalize normalizes axiom i.
func (n *normalizer) normalize(i int, a owl.Axiom) {
	n.source, n.unused = Source(i), n.unused[:0]
	before := n.out.NumAxioms()
	n.axiom(a)
	isUsed := n.out.NumAxioms() > before // definitions do not count
	n.finish()
	if len(n.unused) == 0 {
		if a.Kind().IsLogical() {
			n.report.Used++
		}
		return
	}
	effect := Ignored
	if isUsed {
		effect = UsedPartly
	}
	for _, reason := range n.unused {
		n.report.Omissions = append(n.report.Omissions, Omission{i, reason, effect})
	}
}

// omit records that the current axiom is not used completely.
func (n *normalizer) omit(reason Reason) {
	if !slices.Contains(n.unused, reason) {
		n.unused = append(n.unused, reason)
	}
}

// axiom normalizes a, with one case for each kind of axiom in the order of the specification.
func (n *normalizer) axiom(a owl.Axiom) {
	switch a := a.(type) {
	case *owl.SubClassOf:
		n.subClassOf(a.Sub, a.Super)
	case *owl.EquivalentClasses:
		n.equivalentClasses(a.Classes)
	case *owl.DisjointClasses:
		n.disjointClasses(a.Classes)
	case *owl.DisjointUnion:
		n.disjointUnion(a)

	case *owl.SubObjectPropertyOf:
		n.subObjectPropertyOf(a.Sub, a.Super)
	case *owl.SubPropertyChainOf:
		n.subPropertyChainOf(a)
	case *owl.EquivalentObjectProperties:
		n.equivalentObjectProperties(a.Properties)
	case *owl.DisjointObjectProperties, *owl.DisjointDataProperties:
		n.mention(a)
		n.omit(DisjointProperties)
	case *owl.InverseObjectProperties:
		n.inverseObjectProperties(a.First, a.Second)
	case *owl.ObjectPropertyDomain:
		r, inverse := n.property(a.Property)
		n.domain(r, inverse, a.Domain)
	case *owl.ObjectPropertyRange:
		r, inverse := n.property(a.Property)
		n.domain(r, !inverse, a.Range)
	case *owl.FunctionalObjectProperty:
		n.mention(a)
		n.omit(FunctionalProperty)
	case *owl.InverseFunctionalObjectProperty:
		n.mention(a)
		n.omit(InverseFunctionalProperty)
	case *owl.ReflexiveObjectProperty:
		r, _ := n.property(a.Property) // r⁻ is reflexive exactly when r is
		n.out.Reflexive = append(n.out.Reflexive, Reflexive{r, n.source})
	case *owl.IrreflexiveObjectProperty:
		r, _ := n.property(a.Property)
		n.includeSelf(r, Bottom)
	case *owl.SymmetricObjectProperty:
		n.inverseObjectProperties(a.Property, a.Property)
	case *owl.AsymmetricObjectProperty:
		r, _ := n.property(a.Property)
		n.includeSelf(r, Bottom)
		n.omit(AsymmetricProperty)
	case *owl.TransitiveObjectProperty:
		r, _ := n.property(a.Property)
		n.chain([]Role{r, r}, r)

	case *owl.SubDataPropertyOf:
		n.roleInclusion(n.role(a.Sub), n.role(a.Super))
	case *owl.EquivalentDataProperties:
		n.equivalentDataProperties(a.Properties)
	case *owl.DataPropertyDomain:
		n.domain(n.role(a.Property), false, a.Domain)
	case *owl.DataPropertyRange:
		n.valueRange(n.role(a.Property), n.upperRange(a.Range))
	case *owl.FunctionalDataProperty:
		n.out.FunctionalData = append(n.out.FunctionalData,
			FunctionalData{n.role(a.Property), n.source})

	case *owl.DatatypeDefinition:
		d := n.datatype(a.Datatype)
		n.include(d, n.upperRange(a.Range))
		n.include(n.lowerRange(a.Range), d)
	case *owl.HasKey:
		n.hasKey(a)

	case *owl.SameIndividual:
		n.sameIndividual(a.Individuals)
	case *owl.DifferentIndividuals:
		n.differentIndividuals(a.Individuals)
	case *owl.ClassAssertion:
		n.implies(n.nominal(a.Individual), a.Class)
	case *owl.ObjectPropertyAssertion:
		r, source, target := n.assertion(a.Property, a.Source, a.Target)
		n.include(source, n.some(r, target))
	case *owl.NegativeObjectPropertyAssertion:
		r, source, target := n.assertion(a.Property, a.Source, a.Target)
		n.include(source, n.not(n.some(r, target)))
	case *owl.DataPropertyAssertion:
		n.include(n.nominal(a.Source), n.some(n.role(a.Property), n.value(a.Target)))
	case *owl.NegativeDataPropertyAssertion:
		n.include(n.nominal(a.Source), n.not(n.some(n.role(a.Property), n.value(a.Target))))

	case *owl.Rule:
		n.omit(DLSafeRule)
	}
}

func (n *normalizer) subClassOf(sub, super owl.ClassExpression) { n.implies(n.lower(sub), super) }

// implies adds left ⊑ right. Intersections are split before translation, because their parts need
// no name for the whole, and ⊤ ⊑ ∀r.C is a range.
func (n *normalizer) implies(left ref, right owl.ClassExpression) {
	switch right := right.(type) {
	case *owl.ObjectIntersectionOf:
		if !n.isUnion(left) {
			for _, operand := range right.Operands {
				n.implies(left, operand)
			}
			return
		}
	case *owl.ObjectAllValuesFrom:
		if left == topRef {
			r, inverse := n.property(right.Property)
			n.domain(r, !inverse, right.Filler)
			return
		}
	case *owl.DataAllValuesFrom:
		if left == topRef && len(right.Properties) == 1 {
			n.valueRange(n.role(right.Properties[0]), n.upperRange(right.Range))
			return
		}
	}
	n.include(left, n.upper(right))
}

// equivalentClasses relates every operand to one hub, so n operands need 2n inclusions. The hub is
// a named class, or else an operand that EL expresses exactly. Two operands without a name, and
// operands without a hub, are included in each other in a cycle.
func (n *normalizer) equivalentClasses(classes []owl.ClassExpression) {
	if len(classes) < 2 {
		for _, c := range classes {
			n.mentionClass(c)
		}
		return
	}
	at := slices.IndexFunc(classes, isNamed)
	if at < 0 && len(classes) > 2 {
		at = slices.IndexFunc(classes, func(c owl.ClassExpression) bool {
			return n.lower(c) == n.upper(c)
		})
	}
	if at < 0 {
		for i, c := range classes {
			n.subClassOf(c, classes[(i+1)%len(classes)])
		}
		return
	}
	hub := n.lower(classes[at])
	for i, c := range classes {
		if i != at {
			n.implies(hub, c)
			n.include(n.lower(c), hub)
		}
	}
}

func isNamed(c owl.ClassExpression) bool {
	_, ok := c.(owl.Class)
	return ok
}

func (n *normalizer) disjointClasses(classes []owl.ClassExpression) {
	concepts := make([]Concept, 0, len(classes))
	for _, c := range classes {
		if l := n.lower(c); l != bottomRef {
			concepts = append(concepts, n.onLeft(l))
		}
	}
	n.disjoint(concepts)
}

func (n *normalizer) disjointUnion(a *owl.DisjointUnion) {
	whole := n.lower(a.Class)
	for _, part := range a.Classes {
		n.include(n.lower(part), whole)
	}
	n.disjointClasses(a.Classes)
	switch len(a.Classes) {
	case 0:
		n.omit(MalformedAxiom)
	case 1:
		n.implies(whole, a.Classes[0])
	default:
		n.omit(CoveringUnion)
	}
}

func (n *normalizer) subObjectPropertyOf(sub, super owl.ObjectPropertyExpression) {
	r, rInverse := n.property(sub)
	s, sInverse := n.property(super)
	if rInverse != sInverse && s != TopRole && r != BottomRole {
		n.omit(InverseProperty)
		return
	}
	n.roleInclusion(r, s)
}

// subPropertyChainOf reads r⁻ ∘ s⁻ ⊑ t⁻ as s ∘ r ⊑ t; chains of mixed directions are outside EL.
func (n *normalizer) subPropertyChainOf(a *owl.SubPropertyChainOf) {
	super, inverse := n.property(a.Super)
	parts := make([]Role, len(a.Chain))
	mixed := false
	for i, p := range a.Chain {
		r, rInverse := n.property(p)
		mixed = mixed || rInverse != inverse
		if inverse {
			parts[len(parts)-1-i] = r
		} else {
			parts[i] = r
		}
	}
	switch {
	case len(parts) == 0:
		n.omit(MalformedAxiom)
	case mixed:
		n.omit(InverseProperty)
	case len(parts) == 1:
		n.roleInclusion(parts[0], super)
	default:
		n.chain(parts, super)
	}
}

// equivalentObjectProperties relates every operand to the first.
func (n *normalizer) equivalentObjectProperties(properties []owl.ObjectPropertyExpression) {
	if len(properties) == 0 {
		return
	}
	hub, hubInverse := n.property(properties[0])
	for _, p := range properties[1:] {
		r, inverse := n.property(p)
		if inverse != hubInverse {
			n.inverses(hub, r)
			continue
		}
		n.roleInclusion(hub, r)
		n.roleInclusion(r, hub)
	}
}

func (n *normalizer) equivalentDataProperties(properties []owl.DataProperty) {
	if len(properties) == 0 {
		return
	}
	hub := n.role(properties[0])
	for _, p := range properties[1:] {
		r := n.role(p)
		n.roleInclusion(hub, r)
		n.roleInclusion(r, hub)
	}
}

// hasKey uses a key only completely, because a key with fewer properties is stronger.
func (n *normalizer) hasKey(a *owl.HasKey) {
	key := Key{Source: n.source}
	anyInverse := false
	for _, p := range a.ObjectProperties {
		r, inverse := n.property(p)
		anyInverse = anyInverse || inverse
		key.Objects = append(key.Objects, r)
	}
	for _, p := range a.DataProperties {
		key.Data = append(key.Data, n.role(p))
	}
	class := n.lower(a.Class)
	switch {
	case anyInverse:
		n.omit(KeyOverInverse)
	case len(key.Objects)+len(key.Data) == 0:
		n.omit(MalformedAxiom)
	case class != bottomRef:
		key.Class = n.onLeft(class)
		n.out.Keys = append(n.out.Keys, key)
	}
}

// sameIndividual relates every operand to the first.
func (n *normalizer) sameIndividual(individuals []owl.Individual) {
	if len(individuals) == 0 {
		return
	}
	hub := n.nominal(individuals[0])
	for _, a := range individuals[1:] {
		same := n.nominal(a)
		n.include(hub, same)
		n.include(same, hub)
	}
}

func (n *normalizer) differentIndividuals(individuals []owl.Individual) {
	concepts := make([]Concept, 0, len(individuals))
	for _, a := range individuals {
		concepts = append(concepts, Concept(n.nominal(a)))
	}
	n.disjoint(concepts)
}

// assertion returns the role and the nominals of an assertion, with r⁻(a, b) as r(b, a).
func (n *normalizer) assertion(
	p owl.ObjectPropertyExpression, source, target owl.Individual,
) (r Role, from, to ref) {
	r, inverse := n.property(p)
	from, to = n.nominal(source), n.nominal(target)
	if inverse {
		from, to = to, from
	}
	return r, from, to
}

// declare adds entities that are only declared to the vocabulary.
func (n *normalizer) declare(axioms []owl.Axiom) {
	for _, a := range axioms {
		if d, ok := a.(*owl.Declaration); ok {
			n.add(d.Entity)
		}
	}
}
