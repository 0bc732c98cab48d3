package el

import (
	"cmp"
	"fmt"
	"reflect"
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
	switch a.Kind() {
	case owl.DisjointUnionKind, owl.DisjointObjectPropertiesKind, owl.InverseObjectPropertiesKind,
		owl.FunctionalObjectPropertyKind, owl.InverseFunctionalObjectPropertyKind,
		owl.IrreflexiveObjectPropertyKind, owl.SymmetricObjectPropertyKind,
		owl.AsymmetricObjectPropertyKind, owl.DisjointDataPropertiesKind:
		c.violate(AxiomOutsideEL, a.Kind().String())
	}
	least := 2
	switch a := a.(type) {
	case *owl.Declaration:
		c.declaration(a.Entity)
		return
	case *owl.AnnotationAssertion:
		c.entity(a.Property)
		c.annotationValue(a.Value)
		return
	case *owl.SubDataPropertyOf:
		c.dataProperty(a.Sub)
		c.entity(a.Super) // the only position that the top data property may have
		return
	case *owl.HasKey:
		c.atLeast(1, len(a.ObjectProperties)+len(a.DataProperties))
		least = 0
	case *owl.SubPropertyChainOf: // a list, not a set
		c.atLeast(2, len(a.Chain))
		least = 0
	case *owl.Rule:
		c.violate(RuleOutsideOWL, "")
		return
	}
	c.operands(owl.Slots(&owl.AxiomShapes[a.Kind()], a), least)
}

// operands checks the operands of an axiom or expression. Its lists must have least items or more.
func (c *checker) operands(slots []any, least int) {
	for _, x := range slots {
		switch x := x.(type) {
		case []any:
			c.atLeast(least, distinct(x))
			c.operands(x, 0)
		case owl.ClassExpression:
			c.class(x)
		case owl.ObjectPropertyExpression:
			c.objectProperty(x)
		case owl.DataProperty:
			c.dataProperty(x)
		case owl.AnnotationProperty:
			c.entity(x)
		case owl.Individual:
			c.individual(x)
		case owl.DataRange:
			c.dataRange(x)
		case *owl.Literal:
			c.datatype(x.Datatype)
			c.lexicalForm(x)
		}
	}
}

// atLeast checks the number of operands.
func (c *checker) atLeast(want, have int) {
	if have < want {
		c.violate(TooFewOperands, "")
	}
}

// distinct returns 1 if all operands are equal, and otherwise their number. The lists of the
// grammar are sets, which documents may write with duplicates (section 2.1).
func distinct[T any](operands []T) int {
	if len(operands) > 0 && !slices.ContainsFunc(operands, func(x T) bool {
		return !reflect.DeepEqual(x, operands[0])
	}) {
		return 1
	}
	return len(operands)
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
	if named, ok := e.(owl.Class); ok {
		c.entity(named)
		return
	}
	shape := owl.ClassShape(e)
	switch e.ExpressionKind() {
	case owl.ObjectIntersectionOfKind, owl.ObjectOneOfKind, owl.ObjectSomeValuesFromKind,
		owl.ObjectHasValueKind, owl.ObjectHasSelfKind, owl.DataSomeValuesFromKind,
		owl.DataHasValueKind:
	default:
		c.violate(ClassExpressionOutsideEL, shape.Name)
	}
	least := 0
	switch e := e.(type) {
	case *owl.ObjectIntersectionOf:
		least = 2
	case *owl.ObjectOneOf:
		c.one(SeveralIndividuals, distinct(e.Individuals))
	case *owl.DataSomeValuesFrom:
		c.one(SeveralDataProperties, len(e.Properties))
	case *owl.DataAllValuesFrom:
		c.one(SeveralDataProperties, len(e.Properties))
	}
	c.operands(owl.Slots(shape, e), least)
	if loop, ok := e.(*owl.ObjectHasSelf); ok && !c.hierarchy.isSimple(loop.Property) {
		c.violate(CompositeProperty, propertyName(loop.Property))
	}
}

// one checks that a list has one element.
func (c *checker) one(reason ProfileReason, have int) {
	if have != 1 {
		c.violate(reason, "")
	}
}

func (c *checker) objectProperty(p owl.ObjectPropertyExpression) {
	if inverse, ok := p.(*owl.ObjectInverseOf); ok {
		c.violate(InverseOutsideEL, inverse.Property.IRI.String())
		p = inverse.Property
	}
	c.entity(p.(owl.ObjectProperty))
}

func (c *checker) dataProperty(p owl.DataProperty) {
	if p == owl.TopDataProperty {
		c.violate(TopDataPropertyUse, "")
	}
	c.entity(p)
}

func (c *checker) individual(a owl.Individual) {
	switch a := a.(type) {
	case owl.NamedIndividual:
		c.entity(a)
	case owl.AnonymousIndividual:
		c.violate(AnonymousIndividualOutsideEL, "_:"+a.ID.String())
	}
}

// dataRange checks a data range (OWL 2 Profiles, section 2.2.4).
func (c *checker) dataRange(d owl.DataRange) {
	least := 0
	switch d := d.(type) {
	case owl.Datatype:
		c.datatype(d)
		return
	case *owl.DataIntersectionOf:
		least = 2
	case *owl.DataOneOf:
		c.one(SeveralLiterals, distinct(d.Literals))
	default:
		c.violate(DataRangeOutsideEL, owl.DataRangeShape(d).Name)
	}
	c.operands(owl.Slots(owl.DataRangeShape(d), d), least)
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
		var names []owl.Datatype // the defined one, then those of its range
		owl.EachName(d, func(_ owl.EntityKind, name owl.IRI) {
			names = append(names, owl.Datatype{IRI: name})
		})
		uses[d.Datatype] = append(uses[d.Datatype], names[1:]...)
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

// cyclicDatatypes returns the datatypes with cyclic definitions, directly or through others.
func cyclicDatatypes(uses map[owl.Datatype][]owl.Datatype) map[owl.Datatype]bool {
	cyclic := make(map[owl.Datatype]bool)
	var visit func(d owl.Datatype) bool
	visit = func(d owl.Datatype) bool {
		if known, ok := cyclic[d]; ok {
			return known
		}
		cyclic[d] = len(uses[d]) > 0 // if one of its parts leads back to it
		found := false
		for _, part := range uses[d] {
			found = visit(part) || found
		}
		cyclic[d] = found
		return found
	}
	for d := range uses {
		visit(d)
	}
	return cyclic
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
	h := c.hierarchy
	if len(h.ranges) == 0 {
		return
	}
	isNamed := func(p int32) bool { return p%2 == 0 }
	imposed := make(map[int32]map[string]bool) // by property, those of its superproperties too
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
		for _, p := range []int32{h.number(super), h.number(last)} {
			if imposed[p] != nil {
				continue
			}
			imposed[p] = make(map[string]bool)
			for q := range reachable(h.up, []int32{p}, isNamed) {
				for _, r := range h.ranges[q] {
					imposed[p][r] = true
				}
			}
		}
		for r := range imposed[h.number(super)] {
			if !imposed[h.number(last)][r] {
				c.at = i
				c.violate(ChainWithoutRange,
					fmt.Sprintf("%s lacks a range of %s", last.IRI, super.IRI))
			}
		}
	}
}

func propertyName(p owl.ObjectPropertyExpression) string {
	if inverse, ok := p.(*owl.ObjectInverseOf); ok {
		return "inverse of " + inverse.Property.IRI.String()
	}
	return p.(owl.ObjectProperty).IRI.String()
}
