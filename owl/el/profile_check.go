package el

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// checker collects the violations of OWL 2 EL.
type checker struct {
	ontology   *owl.Ontology
	declared   map[owl.Entity]bool
	kinds      map[owl.IRI]kindSet // as declared
	defined    map[owl.Datatype]int
	hierarchy  *propertyHierarchy
	at         int // index of the current axiom, -1 outside axioms
	violations []Violation
	last       map[violationKey]int // by reason and subject: the last axiom with this violation
}

type violationKey struct {
	reason  ProfileReason
	subject string
}

// kindSet is a set of owl.EntityKinds.
type kindSet uint8

func (s kindSet) has(k owl.EntityKind) bool { return s>>k&1 == 1 }

func newChecker(o *owl.Ontology) *checker {
	c := &checker{
		ontology:  o,
		declared:  make(map[owl.Entity]bool),
		kinds:     make(map[owl.IRI]kindSet),
		defined:   make(map[owl.Datatype]int),
		hierarchy: newPropertyHierarchy(o),
		last:      make(map[violationKey]int),
	}
	for _, a := range o.Axioms {
		switch a := a.(type) {
		case *owl.Declaration:
			c.declared[a.Entity] = true
			c.kinds[a.Entity.EntityIRI()] |= 1 << a.Entity.EntityKind()
		case *owl.DatatypeDefinition:
			c.defined[a.Datatype]++
		}
	}
	return c
}

// violate records a violation by the current axiom, once for each reason and subject.
func (c *checker) violate(reason ProfileReason, subject string) {
	key := violationKey{reason, subject}
	if last, ok := c.last[key]; ok && last == c.at {
		return
	}
	c.last[key] = c.at
	c.violations = append(c.violations, Violation{c.at, reason, subject, 1})
}

// sort sorts violations that were found late into the order of the axioms.
func (c *checker) sort() {
	slices.SortStableFunc(c.violations, func(a, b Violation) int {
		return cmp.Compare(a.Axiom, b.Axiom)
	})
}

func (c *checker) header() {
	o := c.ontology
	for _, iri := range []owl.IRI{o.IRI, o.VersionIRI} {
		if iri.IsReserved() {
			c.violate(ReservedOntologyIRI, iri.String())
		}
	}
	if o.IRI.IsZero() && !o.VersionIRI.IsZero() {
		c.violate(VersionWithoutOntologyIRI, o.VersionIRI.String())
	}
	c.annotations(o.Annotations)
}

// axiom checks one axiom: its kind, its operands, and the entities in it.
func (c *checker) axiom(a owl.Axiom) {
	switch a := a.(type) {
	case *owl.Declaration:
		c.declaration(a.Entity)
	case *owl.SubClassOf:
		c.class(a.Sub)
		c.class(a.Super)
	case *owl.EquivalentClasses:
		c.atLeast(2, len(a.Classes))
		c.classes(a.Classes)
	case *owl.DisjointClasses:
		c.atLeast(2, len(a.Classes))
		c.classes(a.Classes)
	case *owl.DisjointUnion:
		c.violate(AxiomOutsideEL, a.Kind().String())
		c.atLeast(2, len(a.Classes))
		c.entity(a.Class)
		c.classes(a.Classes)

	case *owl.SubObjectPropertyOf:
		c.property(a.Sub)
		c.property(a.Super)
	case *owl.SubPropertyChainOf:
		c.atLeast(2, len(a.Chain))
		c.properties(a.Chain)
		c.property(a.Super)
	case *owl.EquivalentObjectProperties:
		c.atLeast(2, len(a.Properties))
		c.properties(a.Properties)
	case *owl.ObjectPropertyDomain:
		c.property(a.Property)
		c.class(a.Domain)
	case *owl.ObjectPropertyRange:
		c.property(a.Property)
		c.class(a.Range)
	case *owl.ReflexiveObjectProperty:
		c.property(a.Property)
	case *owl.TransitiveObjectProperty:
		c.property(a.Property)
	case *owl.DisjointObjectProperties:
		c.violate(AxiomOutsideEL, a.Kind().String())
		c.atLeast(2, len(a.Properties))
		c.properties(a.Properties)
	case *owl.InverseObjectProperties:
		c.violate(AxiomOutsideEL, a.Kind().String())
		c.property(a.First)
		c.property(a.Second)
	case *owl.FunctionalObjectProperty:
		c.propertyOutsideEL(a, a.Property)
	case *owl.InverseFunctionalObjectProperty:
		c.propertyOutsideEL(a, a.Property)
	case *owl.IrreflexiveObjectProperty:
		c.propertyOutsideEL(a, a.Property)
	case *owl.SymmetricObjectProperty:
		c.propertyOutsideEL(a, a.Property)
	case *owl.AsymmetricObjectProperty:
		c.propertyOutsideEL(a, a.Property)

	case *owl.SubDataPropertyOf:
		c.dataProperty(a.Sub)
		c.entity(a.Super) // the only position that the top data property may have
	case *owl.EquivalentDataProperties:
		c.atLeast(2, len(a.Properties))
		c.dataProperties(a.Properties)
	case *owl.DisjointDataProperties:
		c.violate(AxiomOutsideEL, a.Kind().String())
		c.atLeast(2, len(a.Properties))
		c.dataProperties(a.Properties)
	case *owl.DataPropertyDomain:
		c.dataProperty(a.Property)
		c.class(a.Domain)
	case *owl.DataPropertyRange:
		c.dataProperty(a.Property)
		c.dataRange(a.Range)
	case *owl.FunctionalDataProperty:
		c.dataProperty(a.Property)
	case *owl.DatatypeDefinition:
		c.datatype(a.Datatype)
		c.dataRange(a.Range)
	case *owl.HasKey:
		c.atLeast(1, len(a.ObjectProperties)+len(a.DataProperties))
		c.class(a.Class)
		c.properties(a.ObjectProperties)
		c.dataProperties(a.DataProperties)

	case *owl.SameIndividual:
		c.atLeast(2, len(a.Individuals))
		c.individuals(a.Individuals)
	case *owl.DifferentIndividuals:
		c.atLeast(2, len(a.Individuals))
		c.individuals(a.Individuals)
	case *owl.ClassAssertion:
		c.class(a.Class)
		c.individual(a.Individual)
	case *owl.ObjectPropertyAssertion:
		c.property(a.Property)
		c.individual(a.Source)
		c.individual(a.Target)
	case *owl.NegativeObjectPropertyAssertion:
		c.property(a.Property)
		c.individual(a.Source)
		c.individual(a.Target)
	case *owl.DataPropertyAssertion:
		c.dataProperty(a.Property)
		c.individual(a.Source)
		c.literal(a.Target)
	case *owl.NegativeDataPropertyAssertion:
		c.dataProperty(a.Property)
		c.individual(a.Source)
		c.literal(a.Target)

	case *owl.AnnotationAssertion:
		c.entity(a.Property)
		c.annotationValue(a.Value)
	case *owl.SubAnnotationPropertyOf:
		c.entity(a.Sub)
		c.entity(a.Super)
	case *owl.AnnotationPropertyDomain:
		c.entity(a.Property)
	case *owl.AnnotationPropertyRange:
		c.entity(a.Property)
	case *owl.Rule:
		c.violate(RuleOutsideOWL, "")
	}
}

func (c *checker) propertyOutsideEL(a owl.Axiom, p owl.ObjectPropertyExpression) {
	c.violate(AxiomOutsideEL, a.Kind().String())
	c.property(p)
}

// atLeast checks the number of operands.
func (c *checker) atLeast(want, have int) {
	if have < want {
		c.violate(TooFewOperands, "")
	}
}

// declaration checks that the name may be declared, and is not declared as two kinds that exclude
// each other.
func (c *checker) declaration(e owl.Entity) {
	c.entity(e)
	if d, ok := e.(owl.Datatype); ok {
		c.knownDatatype(d)
	}
	kinds := c.kinds[e.EntityIRI()] | builtInKind(e.EntityIRI())
	properties := 0
	for _, k := range []owl.EntityKind{
		owl.ObjectPropertyKind, owl.DataPropertyKind, owl.AnnotationPropertyKind,
	} {
		if kinds.has(k) {
			properties++
		}
	}
	if properties > 1 {
		c.violate(PropertyPunning, e.EntityIRI().String())
	}
	if kinds.has(owl.ClassKind) && kinds.has(owl.DatatypeKind) {
		c.violate(DatatypePunning, e.EntityIRI().String())
	}
}

// entity checks that an entity is declared and has no reserved name. Individuals need no
// declaration.
func (c *checker) entity(e owl.Entity) {
	if c.declared[e] && !e.EntityIRI().IsReserved() {
		return
	}
	if IsBuiltIn(e) {
		return
	}
	if e.EntityIRI().IsReserved() {
		c.violate(ReservedVocabulary, e.EntityIRI().String())
		return
	}
	if e.EntityKind() != owl.NamedIndividualKind {
		c.violate(UndeclaredEntity, describe(e))
	}
}

func describe(e owl.Entity) string {
	return e.EntityKind().String() + " " + e.EntityIRI().String()
}

// class checks a class expression (OWL 2 Profiles, section 2.2.3). An expression outside EL is
// reported once; its parts are checked as well. It recurses like Normalize.
func (c *checker) class(e owl.ClassExpression) {
	switch e := e.(type) {
	case owl.Class:
		c.entity(e)
	case *owl.ObjectIntersectionOf:
		c.atLeast(2, len(e.Operands))
		c.classes(e.Operands)
	case *owl.ObjectOneOf:
		if len(e.Individuals) != 1 {
			c.violate(SeveralIndividuals, "")
		}
		c.individuals(e.Individuals)
	case *owl.ObjectSomeValuesFrom:
		c.property(e.Property)
		c.class(e.Filler)
	case *owl.ObjectHasValue:
		c.property(e.Property)
		c.individual(e.Individual)
	case *owl.ObjectHasSelf:
		c.property(e.Property)
		if !c.hierarchy.isSimple(e.Property) {
			c.violate(CompositeProperty, propertyName(e.Property))
		}
	case *owl.DataSomeValuesFrom:
		c.onlyProperty(e.Properties)
		c.dataRange(e.Range)
	case *owl.DataHasValue:
		c.dataProperty(e.Property)
		c.literal(e.Value)

	case *owl.ObjectUnionOf:
		c.violate(ClassExpressionOutsideEL, "ObjectUnionOf")
		c.classes(e.Operands)
	case *owl.ObjectComplementOf:
		c.violate(ClassExpressionOutsideEL, "ObjectComplementOf")
		c.class(e.Operand)
	case *owl.ObjectAllValuesFrom:
		c.violate(ClassExpressionOutsideEL, "ObjectAllValuesFrom")
		c.property(e.Property)
		c.class(e.Filler)
	case *owl.ObjectMinCardinality:
		c.cardinality("ObjectMinCardinality", e.Property, e.Filler)
	case *owl.ObjectMaxCardinality:
		c.cardinality("ObjectMaxCardinality", e.Property, e.Filler)
	case *owl.ObjectExactCardinality:
		c.cardinality("ObjectExactCardinality", e.Property, e.Filler)
	case *owl.DataAllValuesFrom:
		c.violate(ClassExpressionOutsideEL, "DataAllValuesFrom")
		c.onlyProperty(e.Properties)
		c.dataRange(e.Range)
	case *owl.DataMinCardinality:
		c.dataCardinality("DataMinCardinality", e.Property, e.Range)
	case *owl.DataMaxCardinality:
		c.dataCardinality("DataMaxCardinality", e.Property, e.Range)
	case *owl.DataExactCardinality:
		c.dataCardinality("DataExactCardinality", e.Property, e.Range)
	}
}

func (c *checker) classes(list []owl.ClassExpression) {
	for _, e := range list {
		c.class(e)
	}
}

func (c *checker) cardinality(
	name string, p owl.ObjectPropertyExpression, filler owl.ClassExpression,
) {
	c.violate(ClassExpressionOutsideEL, name)
	c.property(p)
	if filler != nil {
		c.class(filler)
	}
}

func (c *checker) dataCardinality(name string, p owl.DataProperty, r owl.DataRange) {
	c.violate(ClassExpressionOutsideEL, name)
	c.dataProperty(p)
	if r != nil {
		c.dataRange(r)
	}
}

func (c *checker) property(p owl.ObjectPropertyExpression) {
	if inverse, ok := p.(*owl.ObjectInverseOf); ok {
		c.violate(InverseOutsideEL, inverse.Property.IRI.String())
		c.entity(inverse.Property)
		return
	}
	c.entity(p.(owl.ObjectProperty))
}

func (c *checker) properties(list []owl.ObjectPropertyExpression) {
	for _, p := range list {
		c.property(p)
	}
}

func (c *checker) dataProperty(p owl.DataProperty) {
	if p == owl.TopDataProperty {
		c.violate(TopDataPropertyUse, "")
	}
	c.entity(p)
}

func (c *checker) dataProperties(list []owl.DataProperty) {
	for _, p := range list {
		c.dataProperty(p)
	}
}

func (c *checker) onlyProperty(list []owl.DataProperty) {
	if len(list) != 1 {
		c.violate(SeveralDataProperties, "")
	}
	c.dataProperties(list)
}

func (c *checker) individual(a owl.Individual) {
	switch a := a.(type) {
	case owl.NamedIndividual:
		c.entity(a)
	case owl.AnonymousIndividual:
		c.violate(AnonymousIndividualOutsideEL, "_:"+a.ID.String())
	}
}

func (c *checker) individuals(list []owl.Individual) {
	for _, a := range list {
		c.individual(a)
	}
}

// dataRange checks a data range (OWL 2 Profiles, section 2.2.4).
func (c *checker) dataRange(d owl.DataRange) {
	switch d := d.(type) {
	case owl.Datatype:
		c.datatype(d)
	case *owl.DataIntersectionOf:
		c.atLeast(2, len(d.Operands))
		c.dataRanges(d.Operands)
	case *owl.DataOneOf:
		if len(d.Literals) != 1 {
			c.violate(SeveralLiterals, "")
		}
		for _, l := range d.Literals {
			c.literal(l)
		}
	case *owl.DataUnionOf:
		c.violate(DataRangeOutsideEL, "DataUnionOf")
		c.dataRanges(d.Operands)
	case *owl.DataComplementOf:
		c.violate(DataRangeOutsideEL, "DataComplementOf")
		c.dataRange(d.Operand)
	case *owl.DatatypeRestriction:
		c.violate(DataRangeOutsideEL, "DatatypeRestriction")
		c.datatype(d.Datatype)
	}
}

func (c *checker) dataRanges(list []owl.DataRange) {
	for _, d := range list {
		c.dataRange(d)
	}
}

// datatype checks a datatype in a logical axiom.
func (c *checker) datatype(d owl.Datatype) {
	if datatype, builtIn := datatypes[d]; builtIn && !datatype.inEL ||
		!builtIn && d.IRI.IsReserved() {
		c.violate(DatatypeOutsideEL, d.IRI.String())
	}
	if c.knownDatatype(d) {
		c.entity(d)
	}
}

// knownDatatype checks that a datatype is built in or defined (section 11.2).
func (c *checker) knownDatatype(d owl.Datatype) bool {
	if _, builtIn := datatypes[d]; builtIn || c.defined[d] > 0 {
		return true
	}
	c.violate(UnknownDatatype, d.IRI.String())
	return false
}

func (c *checker) literal(l *owl.Literal) {
	c.datatype(l.Datatype)
	c.lexicalForm(l)
}

// lexicalForm checks a literal against the lexical space of its datatype. The lexical space of a
// defined datatype is empty (section 9.4), as are those of rdfs:Literal and owl:real.
func (c *checker) lexicalForm(l *owl.Literal) {
	datatype, builtIn := datatypes[l.Datatype]
	if !builtIn && c.defined[l.Datatype] == 0 {
		return
	}
	if builtIn {
		if _, ok := datatype.parse(l); ok {
			return
		}
	}
	c.violate(IllTypedLiteral, string(owl.AppendLiteral(nil, shortened(l), nil)))
}

// shortened returns the literal truncated for a message.
func shortened(l *owl.Literal) *owl.Literal {
	const longest = 60
	if len(l.Lexical) <= longest {
		return l
	}
	short := *l
	short.Lexical = strings.ToValidUTF8(l.Lexical[:longest], "") + "…"
	return &short
}

func (c *checker) annotations(list []owl.Annotation) {
	for _, a := range list {
		c.entity(a.Property)
		c.annotationValue(a.Value)
		c.annotations(a.Annotations)
	}
}

func (c *checker) annotationValue(v owl.AnnotationValue) {
	if l, ok := v.(*owl.Literal); ok && c.knownDatatype(l.Datatype) {
		c.lexicalForm(l)
	}
}

// datatypeDefinitions checks that datatypes are defined once and acyclically (section 11.2).
func (c *checker) datatypeDefinitions() {
	uses := make(map[owl.Datatype][]owl.Datatype)
	for i, a := range c.ontology.Axioms {
		d, ok := a.(*owl.DatatypeDefinition)
		if !ok {
			continue
		}
		c.at = i
		if _, builtIn := datatypes[d.Datatype]; builtIn || c.defined[d.Datatype] > 1 {
			c.violate(RedefinedDatatype, d.Datatype.IRI.String())
		}
		uses[d.Datatype] = appendDatatypes(uses[d.Datatype], d.Range)
	}
	cyclic := cyclicDatatypes(uses)
	for i, a := range c.ontology.Axioms {
		if d, ok := a.(*owl.DatatypeDefinition); ok && cyclic[d.Datatype] {
			c.at = i
			c.violate(CyclicDatatype, d.Datatype.IRI.String())
		}
	}
	c.at = -1
}

// appendDatatypes appends the datatypes that occur in a data range, except those of literals.
func appendDatatypes(dst []owl.Datatype, d owl.DataRange) []owl.Datatype {
	rest := []owl.DataRange{d}
	for len(rest) > 0 {
		last := len(rest) - 1
		d := rest[last]
		rest = rest[:last]
		switch d := d.(type) {
		case owl.Datatype:
			dst = append(dst, d)
		case *owl.DataIntersectionOf:
			rest = append(rest, d.Operands...)
		case *owl.DataUnionOf:
			rest = append(rest, d.Operands...)
		case *owl.DataComplementOf:
			rest = append(rest, d.Operand)
		case *owl.DatatypeRestriction:
			dst = append(dst, d.Datatype)
		}
	}
	return dst
}

// cyclicDatatypes returns the datatypes with cyclic definitions, directly or through others. It
// repeatedly removes datatypes whose parts are all removed; the rest is cyclic.
func cyclicDatatypes(uses map[owl.Datatype][]owl.Datatype) map[owl.Datatype]bool {
	waiting := make(map[owl.Datatype]int) // uses that are not removed
	usedBy := make(map[owl.Datatype][]owl.Datatype)
	var free []owl.Datatype
	remaining := make(map[owl.Datatype]bool)
	for d, parts := range uses {
		remaining[d] = true
		for _, part := range parts {
			if _, defined := uses[part]; defined {
				waiting[d]++
				usedBy[part] = append(usedBy[part], d)
			}
		}
		if waiting[d] == 0 {
			free = append(free, d)
		}
	}
	for len(free) > 0 {
		last := len(free) - 1
		d := free[last]
		free = free[:last]
		delete(remaining, d)
		for _, user := range usedBy[d] {
			if waiting[user]--; waiting[user] == 0 {
				free = append(free, user)
			}
		}
	}
	return remaining
}

// propertyHierarchy reports the chains that violate the restriction on the property hierarchy.
func (c *checker) propertyHierarchy() {
	for _, i := range c.hierarchy.irregular() {
		c.at = i
		c.violate(IrregularChain, "")
	}
}

// rangesOfChains checks the global restriction of OWL 2 EL: every range of a chain's superproperty
// must be a range of the chain's last property or of one of its superproperties.
func (c *checker) rangesOfChains() {
	ranges := make(map[owl.ObjectProperty]map[string]bool)
	up := make(map[owl.ObjectProperty][]owl.ObjectProperty)
	include := func(sub, super owl.ObjectPropertyExpression) {
		r, ok1 := sub.(owl.ObjectProperty)
		s, ok2 := super.(owl.ObjectProperty)
		if ok1 && ok2 {
			up[r] = append(up[r], s)
		}
	}
	for _, a := range c.ontology.Axioms {
		switch a := a.(type) {
		case *owl.SubObjectPropertyOf:
			include(a.Sub, a.Super)
		case *owl.EquivalentObjectProperties:
			for i := 1; i < len(a.Properties); i++ {
				include(a.Properties[0], a.Properties[i])
				include(a.Properties[i], a.Properties[0])
			}
		case *owl.ObjectPropertyRange:
			if p, ok := a.Property.(owl.ObjectProperty); ok {
				if ranges[p] == nil {
					ranges[p] = make(map[string]bool)
				}
				ranges[p][string(owl.AppendCanonicalClassExpression(nil, a.Range))] = true
			}
		}
	}
	if len(ranges) == 0 {
		return
	}
	imposed := make(map[owl.ObjectProperty]map[string]bool)
	for i, a := range c.ontology.Axioms {
		chain, ok := a.(*owl.SubPropertyChainOf)
		if !ok || len(chain.Chain) == 0 {
			continue
		}
		super, ok1 := chain.Super.(owl.ObjectProperty)
		last, ok2 := chain.Chain[len(chain.Chain)-1].(owl.ObjectProperty)
		if !ok1 || !ok2 {
			continue
		}
		for _, p := range []owl.ObjectProperty{super, last} {
			if imposed[p] == nil {
				imposed[p] = imposedRanges(p, up, ranges)
			}
		}
		for r := range imposed[super] {
			if !imposed[last][r] {
				c.at = i
				c.violate(ChainWithoutRange,
					fmt.Sprintf("%s lacks a range of %s", last.IRI, super.IRI))
			}
		}
	}
}

// imposedRanges returns the ranges of p and of all its superproperties.
func imposedRanges(
	p owl.ObjectProperty, up map[owl.ObjectProperty][]owl.ObjectProperty,
	ranges map[owl.ObjectProperty]map[string]bool,
) map[string]bool {
	imposed := make(map[string]bool)
	seen := map[owl.ObjectProperty]bool{p: true}
	for rest := []owl.ObjectProperty{p}; len(rest) > 0; {
		q := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		for r := range ranges[q] {
			imposed[r] = true
		}
		for _, super := range up[q] {
			if !seen[super] {
				seen[super] = true
				rest = append(rest, super)
			}
		}
	}
	return imposed
}

func propertyName(p owl.ObjectPropertyExpression) string {
	if inverse, ok := p.(*owl.ObjectInverseOf); ok {
		return "inverse of " + inverse.Property.IRI.String()
	}
	return p.(owl.ObjectProperty).IRI.String()
}
