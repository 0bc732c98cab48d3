package rdfio

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

// slab hands out structs from blocks: an axiom costs no allocation of its own.
type slab[T any] struct{ free []T }

const slabSize = 256

func (s *slab[T]) new() *T {
	if len(s.free) == 0 {
		s.free = make([]T, slabSize)
	}
	t := &s.free[0]
	s.free = s.free[1:]
	return t
}

// axiomSlabs are for the axioms that ontologies have many of.
type axiomSlabs struct {
	declarations         slab[owl.Declaration]
	subClasses           slab[owl.SubClassOf]
	annotationAssertions slab[owl.AnnotationAssertion]
	classAssertions      slab[owl.ClassAssertion]
	objectAssertions     slab[owl.ObjectPropertyAssertion]
	dataAssertions       slab[owl.DataPropertyAssertion]
}

// translate makes the header, then the axiom of each main triple (tables 16 and 17), in document
// order.
func (m *mapper) translate() {
	m.readHeader()
	for i := range m.statements {
		if m.canceled(i) {
			return
		}
		if m.marks[i]&(repeated|used) == 0 {
			m.translateStatement(int32(i))
		}
	}
}

// translateStatement makes one axiom, or one for every node that annotates the statement.
func (m *mapper) translateStatement(i int32) {
	st := &m.statements[i]
	if !m.isMain(st) {
		return
	}
	m.line = st.line
	m.use(i)
	annotatedBy := m.attachedTo(i)
	if len(annotatedBy) == 0 {
		m.translateTriple(st, nil)
		return
	}
	plain := false // whether the axiom has been made without annotations
	for _, on := range annotatedBy {
		m.useReification(on.node)
		annotations := m.annotations(on.node, 0)
		if len(annotations) > 0 || !plain {
			m.translateTriple(st, annotations)
			m.again = true
		}
		plain = plain || len(annotations) == 0
	}
	m.again = false
}

// isMain reports whether a triple makes an axiom or belongs to the header. The others belong to
// an expression, a list, or a node that stands for something else; whoever needs them uses them.
func (m *mapper) isMain(st *statement) bool {
	switch w := m.words[st.p]; {
	case w == rdfType:
		return m.isMainType(st)
	case w == noWord, w == rdfSubject, w == rdfPredicate, w == rdfObject:
		return !m.is(st.s, reificationNode|axiomNode|ruleNode|ruleAtomNode) && !m.isFacet(st)
	case w == inverseOf:
		return !m.isBlank(st.s) || m.statements[m.one(st.s, inverseOf)].o != st.o // of several, the first defines the node
	case w < intersectionOf:
		return true
	case w <= oneOf, w == onDatatype:
		return !m.isBlank(st.s)
	}
	return false
}

func (m *mapper) isMainType(st *statement) bool {
	switch w := m.words[st.o]; w {
	case classType, rdfsClassType, datatypeType, dataRangeType, objectPropertyType, dataPropertyType,
		annotationPropertyType, ontologyPropertyType, namedIndividualType:
		return !m.isBlank(st.s)
	case axiomType: // whose triple is not in the document
		about, ok := m.reified(st.s)
		return !ok || m.find(about.s, about.p, about.o) < 0
	case ontologyType, restrictionType, selfRestrictionType, listType, annotationType:
		return false
	default:
		return w < swrlVariableType || w > swrlBuiltinAtomType
	}
}

// isFacet reports whether a triple is a facet of a datatype restriction.
func (m *mapper) isFacet(st *statement) bool {
	return m.is(st.s, facetNode) && m.isLiteral(st.o) ||
		m.isBlank(st.s) && m.is(st.s, dataRangeNode) && strings.HasPrefix(m.text(st.p), owl.XSDNamespace)
}

// translateTriple makes the axiom of a main triple, or notes why it cannot.
func (m *mapper) translateTriple(st *statement, annotations []owl.Annotation) {
	err := m.axiom(st, annotations)
	if err == nil {
		return
	}
	if at := (*nodeError)(nil); errors.As(err, &at) && at.name == m.name(st.o) {
		err = at.err // the name stands right before it
	}
	m.note(doc.NoteRefusedAxiom, fmt.Sprintf("%s %s %s: %v", m.name(st.s), m.name(st.p), m.name(st.o), err))
}

var errLiteral = errors.New("a literal cannot stand here")

// axiom makes the axiom of a main triple.
func (m *mapper) axiom(st *statement, annotations []owl.Annotation) error {
	with := owl.Annotated{Annotations: annotations}
	w := m.words[st.p]
	switch w {
	case noWord, rdfSubject, rdfPredicate, rdfObject:
		m.assertion(st, with)
		return nil
	}
	if m.isLiteral(st.o) {
		return errLiteral
	}
	switch w {
	case rdfType:
		return m.typed(st, with)
	case subClassOf:
		return m.subClass(st, with)
	case equivalentClass:
		return m.equivalentClasses(st, with)
	case disjointWith:
		return m.disjointClasses(st, with)
	case disjointUnionOf:
		return m.disjointUnion(st, with)
	case intersectionOf, unionOf, complementOf, oneOf, datatypeComplementOf, onDatatype:
		return m.definition(st, with)
	case subPropertyOf:
		return m.subProperty(st, with)
	case equivalentProperty, propertyDisjointWith:
		return m.propertyPair(st, w, with)
	case inverseOf:
		return m.inverses(st, with)
	case propertyChainAxiom:
		return m.chain(st.o, st.s, with)
	case domain:
		return m.domain(st, with)
	case rng:
		return m.rangeOf(st, with)
	case hasKey:
		return m.hasKey(st, with)
	case sameAs, differentFrom:
		return m.individualPair(st, w, with)
	}
	return fmt.Errorf("no axiom has the predicate %s", m.name(st.p))
}

// add doubles the list where it is full: append would copy a long one in smaller steps, four times
// over.
func (m *mapper) add(a owl.Axiom) {
	if list := m.ontology.Axioms; len(list) == cap(list) {
		m.ontology.Axioms = slices.Grow(list, len(list)+1)
	}
	m.ontology.Axioms = append(m.ontology.Axioms, a)
}

// isNew reports whether no unannotated axiom of this kind with these parts has been made from
// other triples. It is asked where that can be: blank nodes may stand for equal expressions, and
// the operands of symmetric axioms may have been swapped.
func (m *mapper) isNew(kind owl.AxiomKind, with owl.Annotated, parts ...int32) bool {
	if len(with.Annotations) > 0 {
		return true
	}
	m.key = append(append(m.key[:0], int32(kind)), parts...)
	_, isNew := m.seen.add(m.key)
	return isNew
}

// isNewPair is isNew for two operands of a symmetric axiom.
func (m *mapper) isNewPair(kind owl.AxiomKind, with owl.Annotated, a, b int32) bool {
	return m.isNew(kind, with, min(a, b), max(a, b))
}

// typed makes what a triple with rdf:type stands for: a declaration, a characteristic of a
// property, an axiom over a list, or a class assertion.
func (m *mapper) typed(st *statement, with owl.Annotated) error {
	w := m.words[st.o]
	m.noteOldType(st, w)
	switch w {
	case classType, rdfsClassType:
		m.declare(st.s, madeClass, owl.ClassKind, with)
	case datatypeType, dataRangeType:
		m.declare(st.s, madeDatatype, owl.DatatypeKind, with)
	case objectPropertyType:
		m.declare(st.s, madeObjectProperty, owl.ObjectPropertyKind, with)
	case dataPropertyType:
		m.declare(st.s, madeDataProperty, owl.DataPropertyKind, with)
	case annotationPropertyType, ontologyPropertyType:
		m.declare(st.s, madeAnnotationProperty, owl.AnnotationPropertyKind, with)
	case namedIndividualType:
		m.declare(st.s, madeIndividual, owl.NamedIndividualKind, with)
	case rdfPropertyType: // a property of the kind that its use tells
	case functionalType, inverseFunctionalType, reflexiveType, irreflexiveType, symmetricType, asymmetricType, transitiveType:
		return m.characteristic(st.s, w, with)
	case deprecatedClassType, deprecatedPropertyType:
		m.deprecate(st.s, with)
	case axiomType:
		return m.bareAxiom(st)
	case allDifferentType, allDisjointClassesType, allDisjointPropertiesType:
		return m.disjointMembers(st.s, w, with)
	case negativePropertyAssertionType:
		return m.negativeAssertion(st.s, with)
	case swrlImpType:
		return m.rule(st.s, with)
	default:
		return m.classAssertion(st, with)
	}
	return nil
}

// noteOldType notes the types that OWL 2 has better ones for. rdfs:Class and rdf:Property beside
// these say nothing more (table 5).
func (m *mapper) noteOldType(st *statement, w word) {
	kind := doc.NoteOldVocabulary
	switch w {
	case rdfsClassType:
		if m.is(st.s, owlClassNode) {
			return
		}
	case rdfPropertyType:
		if m.is(st.s, declaredProperty|functionalNode) {
			return
		}
	case dataRangeType:
	case ontologyPropertyType, deprecatedClassType, deprecatedPropertyType:
		kind = doc.NoteOWL1Vocabulary
	default:
		return
	}
	m.note(kind, m.name(st.s)+" "+m.name(st.p)+" "+m.name(st.o))
}

// bareAxiom makes the axiom that an owl:Axiom describes whose triple is not in the document.
func (m *mapper) bareAxiom(st *statement) error {
	about, ok := m.reified(st.s)
	if !ok {
		return errors.New("it lacks owl:annotatedSource, owl:annotatedProperty or owl:annotatedTarget")
	}
	about.line = st.line
	if !m.makesAxioms(about.p) || !m.isMain(&about) {
		return fmt.Errorf("%s %s %s is no axiom", m.name(about.s), m.name(about.p), m.name(about.o))
	}
	m.useReification(st.s)
	m.note(doc.NoteBareReification, fmt.Sprintf("%s %s %s", m.name(about.s), m.name(about.p), m.name(about.o)))
	m.translateTriple(&about, m.annotations(st.s, 0))
	return nil
}

// makesAxioms reports whether triples with this predicate are main triples of axioms. Names of the
// reserved vocabulary that mean nothing are not taken for annotation properties here.
func (m *mapper) makesAxioms(p termID) bool {
	if m.words[p] != noWord {
		return m.words[p] < intersectionOf
	}
	if m.is(p, isProperty) {
		return true
	}
	iri := m.text(p)
	return !strings.HasPrefix(iri, owl.RDFNamespace) && !strings.HasPrefix(iri, owl.RDFSNamespace) && !strings.HasPrefix(iri, owl.OWLNamespace)
}

func (m *mapper) declare(t termID, made termFlags, kind owl.EntityKind, with owl.Annotated) {
	if len(with.Annotations) == 0 && m.is(t, made) {
		return
	}
	m.flags[t] |= made
	d := m.declarations.new()
	*d = owl.Declaration{Annotated: with, Entity: owl.NewEntity(kind, m.iri(t))}
	m.add(d)
}

// characteristic makes the axiom of one of the seven types of properties; three of them declare an
// object property in OWL 1 (table 6).
func (m *mapper) characteristic(t termID, w word, with owl.Annotated) error {
	if w == functionalType {
		return m.functional(t, with)
	}
	if w == inverseFunctionalType || w == symmetricType || w == transitiveType {
		if m.isIRI(t) && m.find(t, m.wordTerms[rdfType], m.wordTerms[objectPropertyType]) < 0 {
			m.declare(t, madeObjectProperty, owl.ObjectPropertyKind, owl.Annotated{})
		}
	}
	p, _, err := m.property(t)
	if err != nil {
		return err
	}
	switch w {
	case inverseFunctionalType:
		m.add(&owl.InverseFunctionalObjectProperty{Annotated: with, Property: p})
	case reflexiveType:
		m.add(&owl.ReflexiveObjectProperty{Annotated: with, Property: p})
	case irreflexiveType:
		m.add(&owl.IrreflexiveObjectProperty{Annotated: with, Property: p})
	case symmetricType:
		m.add(&owl.SymmetricObjectProperty{Annotated: with, Property: p})
	case asymmetricType:
		m.add(&owl.AsymmetricObjectProperty{Annotated: with, Property: p})
	default:
		m.add(&owl.TransitiveObjectProperty{Annotated: with, Property: p})
	}
	return nil
}

func (m *mapper) functional(t termID, with owl.Annotated) error {
	object, data := m.isObject(t), m.is(t, isDataProperty)
	if !object && !data {
		return errors.New("nothing tells whether it is an object or a data property")
	}
	if data {
		m.add(&owl.FunctionalDataProperty{Annotated: with, Property: m.dataProperty(t)})
	}
	if object {
		p, _, err := m.property(t)
		if err != nil {
			return err
		}
		m.add(&owl.FunctionalObjectProperty{Annotated: with, Property: p})
	}
	return nil
}

// isObject reports whether a term is an object property or the inverse of one.
func (m *mapper) isObject(t termID) bool {
	return m.is(t, isObjectProperty) || m.isBlank(t) && m.one(t, inverseOf) >= 0
}

// skipAnnotationAssertion counts what is left out, and does what making it does to the rest: blank nodes
// get their names in document order, and undeclared properties are noted.
func (m *mapper) skipAnnotationAssertion(st *statement) {
	m.report.Skipped++
	m.annotationProperty(st.p)
	m.annotationSubject(st.s)
	if m.isBlank(st.o) {
		m.annotationValue(st.o)
	}
}

// deprecate says in OWL 2's way that a class or property is deprecated (table 18).
func (m *mapper) deprecate(t termID, with owl.Annotated) {
	if m.sparse {
		m.report.Skipped++
		m.annotationSubject(t)
		return
	}
	a := m.annotationAssertions.new()
	*a = owl.AnnotationAssertion{Annotated: with, Property: owl.OWLDeprecated, Subject: m.annotationSubject(t),
		Value: owl.NewLiteral("true", owl.XSDBoolean)}
	m.add(a)
}

func (m *mapper) classAssertion(st *statement, with owl.Annotated) error {
	class, ref, err := m.classExpression(st.o)
	if err != nil {
		return err
	}
	if ref < 0 && !m.isNew(owl.ClassAssertionKind, with, ref, int32(st.s)) {
		return nil
	}
	a := m.classAssertions.new()
	*a = owl.ClassAssertion{Annotated: with, Class: class, Individual: m.individual(st.s)}
	m.add(a)
	return nil
}

func (m *mapper) subClass(st *statement, with owl.Annotated) error {
	sub, refSub, err := m.classExpression(st.s)
	if err != nil {
		return err
	}
	super, refSuper, err := m.classExpression(st.o)
	if err != nil {
		return err
	}
	if (refSub < 0 || refSuper < 0) && !m.isNew(owl.SubClassOfKind, with, refSub, refSuper) {
		return nil
	}
	a := m.subClasses.new()
	*a = owl.SubClassOf{Annotated: with, Sub: sub, Super: super}
	m.add(a)
	return nil
}

// equivalentClasses makes an axiom about classes or, where the other side is a data range, a
// datatype definition.
func (m *mapper) equivalentClasses(st *statement, with owl.Annotated) error {
	m.resolve(st.s)
	m.resolve(st.o)
	is := m.sortOfPart(st.o)
	if is == unknownSort {
		is = m.sortOfPart(st.s)
	}
	if is == dataSort && !(m.isIRI(st.o) && m.sortOfPart(st.s) == classSort) {
		return m.datatypeDefinition(st, with)
	}
	a, refA, err := m.classExpression(st.s)
	if err != nil {
		return err
	}
	b, refB, err := m.classExpression(st.o)
	if err != nil {
		return err
	}
	if m.isNewPair(owl.EquivalentClassesKind, with, refA, refB) {
		m.add(&owl.EquivalentClasses{Annotated: with, Classes: []owl.ClassExpression{a, b}})
	}
	return nil
}

func (m *mapper) datatypeDefinition(st *statement, with owl.Annotated) error {
	if !m.isIRI(st.s) {
		return errors.New("a datatype definition without a name")
	}
	r, ref, err := m.dataRange(st.o)
	if err != nil {
		return err
	}
	if m.isNew(owl.DatatypeDefinitionKind, with, int32(st.s), ref) {
		m.add(&owl.DatatypeDefinition{Annotated: with, Datatype: m.datatype(st.s), Range: r})
	}
	return nil
}

func (m *mapper) disjointClasses(st *statement, with owl.Annotated) error {
	a, refA, err := m.classExpression(st.s)
	if err != nil {
		return err
	}
	b, refB, err := m.classExpression(st.o)
	if err != nil {
		return err
	}
	if m.isNewPair(owl.DisjointClassesKind, with, refA, refB) {
		m.add(&owl.DisjointClasses{Annotated: with, Classes: []owl.ClassExpression{a, b}})
	}
	return nil
}

func (m *mapper) disjointUnion(st *statement, with owl.Annotated) error {
	if !m.isIRI(st.s) {
		return errors.New("a disjoint union without a name")
	}
	classes, refs, err := m.classList(st.o)
	if err != nil {
		return err
	}
	if m.isNew(owl.DisjointUnionKind, with, append(refs, int32(st.s))...) {
		m.add(&owl.DisjointUnion{Annotated: with, Class: m.class(st.s), Classes: classes})
	}
	return nil
}

// definition makes the axiom of a name that carries a constructor itself, as in OWL 1's
// "complete" classes (table 18).
func (m *mapper) definition(st *statement, with owl.Annotated) error {
	w := m.words[st.p]
	i := m.find(st.s, st.p, st.o)
	if i < 0 {
		return errors.New("the definition of a name stands in a reified triple only")
	}
	for _, part := range m.partsOf(w, st.o) {
		m.resolve(part)
	}
	is := classSort
	if w == datatypeComplementOf || w == onDatatype || m.isDataRangeName(st.s) {
		is = dataSort
	}
	// The expression has no node. It is built in the cell of an IRI, which needs none.
	node := m.wordTerms[intersectionOf]
	if err := m.buildDefinition(node, i, is); err != nil {
		return err
	}
	value, ref, err := m.part(node)
	if err != nil {
		return err
	}
	if is == dataSort {
		if m.isNew(owl.DatatypeDefinitionKind, with, int32(st.s), ref) {
			m.add(&owl.DatatypeDefinition{Annotated: with, Datatype: m.datatype(st.s), Range: value.(owl.DataRange)})
		}
		return nil
	}
	if m.isNewPair(owl.EquivalentClassesKind, with, int32(st.s), ref) {
		m.add(&owl.EquivalentClasses{Annotated: with, Classes: []owl.ClassExpression{m.class(st.s), value.(owl.ClassExpression)}})
	}
	return nil
}

func (m *mapper) buildDefinition(node termID, i int32, is sort) error {
	if m.words[m.statements[i].p] != onDatatype {
		return m.buildConnective(node, i, is)
	}
	var c constructor
	c[onDatatype], c[withRestrictions] = i, m.one(m.statements[i].s, withRestrictions)
	return m.buildDatatypeRestriction(node, &c)
}

// partsOf returns the terms that the object of a connective names.
func (m *mapper) partsOf(w word, o termID) []termID {
	switch w {
	case complementOf, datatypeComplementOf:
		return []termID{o}
	case intersectionOf, unionOf:
		list, _ := m.listMembers(o)
		return slices.Clone(list)
	}
	return nil
}

// classList returns the class expressions of a list, and their references sorted.
func (m *mapper) classList(head termID) ([]owl.ClassExpression, []int32, error) {
	list, err := m.useList(head)
	if err != nil {
		return nil, nil, err
	}
	list = slices.Clone(list)
	classes := make([]owl.ClassExpression, len(list))
	refs := make([]int32, len(list))
	for k, t := range list {
		if classes[k], refs[k], err = m.classExpression(t); err != nil {
			return nil, nil, err
		}
	}
	slices.Sort(refs)
	return classes, refs, nil
}

// propertyList returns the object property expressions of a list, and their references in order.
func (m *mapper) propertyList(head termID) ([]owl.ObjectPropertyExpression, []int32, error) {
	list, err := m.useList(head)
	if err != nil {
		return nil, nil, err
	}
	list = slices.Clone(list)
	properties := make([]owl.ObjectPropertyExpression, len(list))
	refs := make([]int32, len(list))
	for k, t := range list {
		if properties[k], refs[k], err = m.property(t); err != nil {
			return nil, nil, err
		}
	}
	return properties, refs, nil
}

func (m *mapper) subProperty(st *statement, with owl.Annotated) error {
	if i := m.one(st.s, propertyChain); m.isBlank(st.s) && i >= 0 { // as in drafts of OWL 2
		m.use(i)
		m.note(doc.NoteOldVocabulary, "owl:propertyChain")
		return m.chain(m.statements[i].o, st.o, with)
	}
	if m.isBlank(st.s) && m.one(st.s, first) >= 0 {
		m.note(doc.NoteOldVocabulary, "a list in place of owl:propertyChainAxiom")
		return m.chain(st.s, st.o, with)
	}
	switch {
	case m.isObject(st.o) && (m.isObject(st.s) || !m.is(st.o, isDataProperty)):
		sub, refSub, err := m.property(st.s)
		if err != nil {
			return err
		}
		super, refSuper, err := m.property(st.o)
		if err != nil {
			return err
		}
		if (refSub >= 0 && refSuper >= 0) || m.isNew(owl.SubObjectPropertyOfKind, with, refSub, refSuper) {
			m.add(&owl.SubObjectPropertyOf{Annotated: with, Sub: sub, Super: super})
		}
	case !m.isIRI(st.s) || !m.isIRI(st.o):
		return errors.New("a property without a name")
	case m.is(st.o, isDataProperty):
		m.add(&owl.SubDataPropertyOf{Annotated: with, Sub: m.dataProperty(st.s), Super: m.dataProperty(st.o)})
	default:
		m.add(&owl.SubAnnotationPropertyOf{Annotated: with, Sub: m.annotationProperty(st.s), Super: m.annotationProperty(st.o)})
	}
	return nil
}

// chain makes chain ⊑ super; a chain of one is a plain inclusion, an empty one says nothing.
func (m *mapper) chain(list, super termID, with owl.Annotated) error {
	chain, refs, err := m.propertyList(list)
	if err != nil {
		return err
	}
	if len(chain) == 0 {
		return errors.New("an empty property chain")
	}
	p, ref, err := m.property(super)
	if err != nil {
		return err
	}
	if m.isNew(owl.SubPropertyChainOfKind, with, append(refs, ref)...) {
		m.add(&owl.SubPropertyChainOf{Annotated: with, Chain: chain, Super: p})
	}
	return nil
}

// propertyPair makes the equivalence or disjointness of two object or two data properties; of two
// that are both, it makes both.
func (m *mapper) propertyPair(st *statement, w word, with owl.Annotated) error {
	object := m.isObject(st.s) && m.isObject(st.o)
	data := m.is(st.s, isDataProperty) && m.is(st.o, isDataProperty)
	if !object && !data {
		object = m.isObject(st.s) || m.isObject(st.o)
		data = !object && (m.is(st.s, isDataProperty) || m.is(st.o, isDataProperty)) && m.isIRI(st.s) && m.isIRI(st.o)
		if !object && !data {
			return errors.New("OWL has this for object and for data properties only")
		}
	}
	if data {
		m.dataPropertyPair(st, w, with)
	}
	if !object {
		return nil
	}
	a, refA, err := m.property(st.s)
	if err != nil {
		return err
	}
	b, refB, err := m.property(st.o)
	if err != nil {
		return err
	}
	pair := []owl.ObjectPropertyExpression{a, b}
	switch {
	case w == equivalentProperty && m.isNewPair(owl.EquivalentObjectPropertiesKind, with, refA, refB):
		m.add(&owl.EquivalentObjectProperties{Annotated: with, Properties: pair})
	case w == propertyDisjointWith && m.isNewPair(owl.DisjointObjectPropertiesKind, with, refA, refB):
		m.add(&owl.DisjointObjectProperties{Annotated: with, Properties: pair})
	}
	return nil
}

func (m *mapper) dataPropertyPair(st *statement, w word, with owl.Annotated) {
	pair := []owl.DataProperty{m.dataProperty(st.s), m.dataProperty(st.o)}
	switch {
	case w == equivalentProperty && m.isNewPair(owl.EquivalentDataPropertiesKind, with, int32(st.s), int32(st.o)):
		m.add(&owl.EquivalentDataProperties{Annotated: with, Properties: pair})
	case w == propertyDisjointWith && m.isNewPair(owl.DisjointDataPropertiesKind, with, int32(st.s), int32(st.o)):
		m.add(&owl.DisjointDataProperties{Annotated: with, Properties: pair})
	}
}

func (m *mapper) inverses(st *statement, with owl.Annotated) error {
	a, refA, err := m.property(st.s)
	if err != nil {
		return err
	}
	b, refB, err := m.property(st.o)
	if err != nil {
		return err
	}
	if m.isNewPair(owl.InverseObjectPropertiesKind, with, refA, refB) {
		m.add(&owl.InverseObjectProperties{Annotated: with, First: a, Second: b})
	}
	return nil
}

func (m *mapper) domain(st *statement, with owl.Annotated) error {
	object, data := m.isObject(st.s), m.is(st.s, isDataProperty)
	if !object && !data {
		if !m.isIRI(st.o) || !m.isIRI(st.s) {
			return errors.New("the domain of an annotation property can only be a name")
		}
		m.add(&owl.AnnotationPropertyDomain{Annotated: with, Property: m.annotationProperty(st.s), Domain: m.iri(st.o)})
		return nil
	}
	class, ref, err := m.classExpression(st.o)
	if err != nil {
		return err
	}
	if ref < 0 && !m.isNew(owl.ObjectPropertyDomainKind, with, int32(st.s), ref) {
		return nil
	}
	if object {
		p, _, err := m.property(st.s)
		if err != nil {
			return err
		}
		m.add(&owl.ObjectPropertyDomain{Annotated: with, Property: p, Domain: class})
		return nil
	}
	m.add(&owl.DataPropertyDomain{Annotated: with, Property: m.dataProperty(st.s), Domain: class})
	return nil
}

func (m *mapper) rangeOf(st *statement, with owl.Annotated) error {
	object, data := m.isObject(st.s), m.is(st.s, isDataProperty)
	if object && data {
		m.resolve(st.o)
		data = m.sortOfPart(st.o) == dataSort
		object = !data
	}
	switch {
	case object:
		p, _, err := m.property(st.s)
		if err != nil {
			return err
		}
		class, ref, err := m.classExpression(st.o)
		if err != nil {
			return err
		}
		if ref >= 0 || m.isNew(owl.ObjectPropertyRangeKind, with, int32(st.s), ref) {
			m.add(&owl.ObjectPropertyRange{Annotated: with, Property: p, Range: class})
		}
	case data:
		r, ref, err := m.dataRange(st.o)
		if err != nil {
			return err
		}
		if ref >= 0 || m.isNew(owl.DataPropertyRangeKind, with, int32(st.s), ref) {
			m.add(&owl.DataPropertyRange{Annotated: with, Property: m.dataProperty(st.s), Range: r})
		}
	case !m.isIRI(st.o) || !m.isIRI(st.s):
		return errors.New("the range of an annotation property can only be a name")
	default:
		m.add(&owl.AnnotationPropertyRange{Annotated: with, Property: m.annotationProperty(st.s), Range: m.iri(st.o)})
	}
	return nil
}

func (m *mapper) hasKey(st *statement, with owl.Annotated) error {
	class, ref, err := m.classExpression(st.s)
	if err != nil {
		return err
	}
	list, err := m.useList(st.o)
	if err != nil {
		return err
	}
	list = slices.Clone(list)
	a := &owl.HasKey{Annotated: with, Class: class}
	refs := []int32{ref}
	for _, t := range list {
		if m.isIRI(t) && m.is(t, isDataProperty) && !m.isObject(t) {
			a.DataProperties = append(a.DataProperties, m.dataProperty(t))
			refs = append(refs, int32(t))
			continue
		}
		p, ref, err := m.property(t)
		if err != nil {
			return err
		}
		a.ObjectProperties = append(a.ObjectProperties, p)
		refs = append(refs, ref)
	}
	slices.Sort(refs[1:])
	if m.isNew(owl.HasKeyKind, with, refs...) {
		m.add(a)
	}
	return nil
}

func (m *mapper) individualPair(st *statement, w word, with owl.Annotated) error {
	pair := []owl.Individual{m.individual(st.s), m.individual(st.o)}
	switch {
	case w == sameAs && m.isNewPair(owl.SameIndividualKind, with, int32(st.s), int32(st.o)):
		m.add(&owl.SameIndividual{Annotated: with, Individuals: pair})
	case w == differentFrom && m.isNewPair(owl.DifferentIndividualsKind, with, int32(st.s), int32(st.o)):
		m.add(&owl.DifferentIndividuals{Annotated: with, Individuals: pair})
	}
	return nil
}

// disjointMembers makes the axiom of a node of type owl:AllDifferent, owl:AllDisjointClasses or
// owl:AllDisjointProperties; its annotations are triples of the node itself.
func (m *mapper) disjointMembers(node termID, w word, with owl.Annotated) error {
	i := m.one(node, members)
	if i < 0 && w == allDifferentType {
		i = m.one(node, distinctMembers)
	}
	if i < 0 {
		return errors.New("no owl:members")
	}
	m.use(i)
	head := m.statements[i].o
	with.Annotations = append(with.Annotations, m.annotations(node, 0)...)
	switch w {
	case allDifferentType:
		return m.allDifferent(head, with)
	case allDisjointClassesType:
		classes, refs, err := m.classList(head)
		if err != nil {
			return err
		}
		if m.isNew(owl.DisjointClassesKind, with, refs...) {
			m.add(&owl.DisjointClasses{Annotated: with, Classes: classes})
		}
		return nil
	}
	return m.allDisjointProperties(head, with)
}

func (m *mapper) allDifferent(head termID, with owl.Annotated) error {
	list, err := m.useList(head)
	if err != nil {
		return err
	}
	individuals := make([]owl.Individual, len(list))
	refs := make([]int32, len(list))
	for k, t := range list {
		if m.isLiteral(t) {
			return errLiteral
		}
		individuals[k], refs[k] = m.individual(t), int32(t)
	}
	slices.Sort(refs)
	if m.isNew(owl.DifferentIndividualsKind, with, refs...) {
		m.add(&owl.DifferentIndividuals{Annotated: with, Individuals: individuals})
	}
	return nil
}

// allDisjointProperties is about data properties if all members can be that and not all can be
// object properties.
func (m *mapper) allDisjointProperties(head termID, with owl.Annotated) error {
	list, err := m.useList(head)
	if err != nil {
		return err
	}
	data, object := true, true
	for _, t := range list {
		data = data && m.isIRI(t) && m.is(t, isDataProperty)
		object = object && m.isObject(t)
	}
	if data && !object {
		properties := make([]owl.DataProperty, len(list))
		refs := make([]int32, len(list))
		for k, t := range list {
			properties[k], refs[k] = m.dataProperty(t), int32(t)
		}
		slices.Sort(refs)
		if m.isNew(owl.DisjointDataPropertiesKind, with, refs...) {
			m.add(&owl.DisjointDataProperties{Annotated: with, Properties: properties})
		}
		return nil
	}
	properties, refs, err := m.propertyList(head)
	if err != nil {
		return err
	}
	slices.Sort(refs)
	if m.isNew(owl.DisjointObjectPropertiesKind, with, refs...) {
		m.add(&owl.DisjointObjectProperties{Annotated: with, Properties: properties})
	}
	return nil
}

func (m *mapper) negativeAssertion(node termID, with owl.Annotated) error {
	s, p := m.either(node, sourceIndividual, rdfSubject), m.either(node, assertionProperty, rdfPredicate)
	if s < 0 || p < 0 {
		return errors.New("it lacks owl:sourceIndividual or owl:assertionProperty")
	}
	o := m.one(node, targetIndividual)
	if o < 0 {
		o = m.either(node, targetValue, rdfObject)
	}
	if o < 0 {
		return errors.New("it lacks owl:targetIndividual or owl:targetValue")
	}
	source, property, target := m.statements[s].o, m.statements[p].o, m.statements[o].o
	if m.isLiteral(source) {
		return errLiteral
	}
	for _, i := range [...]int32{s, p, o} {
		m.use(i)
	}
	with.Annotations = append(with.Annotations, m.annotations(node, 0)...)
	if m.isLiteral(target) {
		if !m.isIRI(property) {
			return fmt.Errorf("%s is no data property", m.name(property))
		}
		if m.isNew(owl.NegativeDataPropertyAssertionKind, with, int32(source), int32(property), int32(target)) {
			m.add(&owl.NegativeDataPropertyAssertion{Annotated: with, Property: m.dataProperty(property), Source: m.individual(source), Target: m.literal(target)})
		}
		return nil
	}
	e, ref, err := m.property(property)
	if err != nil {
		return err
	}
	if m.isNew(owl.NegativeObjectPropertyAssertionKind, with, int32(source), ref, int32(target)) {
		m.add(&owl.NegativeObjectPropertyAssertion{Annotated: with, Property: e, Source: m.individual(source), Target: m.individual(target)})
	}
	return nil
}

// assertion makes what a triple with any other predicate says: a property assertion or an
// annotation, by the kind of the property.
func (m *mapper) assertion(st *statement, with owl.Annotated) {
	f := m.flags[st.p]
	switch {
	case m.isLiteral(st.o) && f&isDataProperty != 0 && f&isAnnotationProperty == 0:
		a := m.dataAssertions.new()
		*a = owl.DataPropertyAssertion{Annotated: with, Property: m.dataProperty(st.p), Source: m.individual(st.s), Target: m.literal(st.o)}
		m.add(a)
		return
	case !m.isLiteral(st.o) && f&isObjectProperty != 0:
		a := m.objectAssertions.new()
		*a = owl.ObjectPropertyAssertion{Annotated: with, Property: m.objectProperty(st.p), Source: m.individual(st.s), Target: m.individual(st.o)}
		m.add(a)
		return
	}
	if m.words[st.p] != noWord || f&(isDataProperty|isObjectProperty) != 0 && f&isAnnotationProperty == 0 {
		m.note(doc.NoteKeptAsAnnotation, m.name(st.s)+" "+m.name(st.p)+" "+m.name(st.o))
	}
	if st.s == m.header {
		m.ontology.Annotations = append(m.ontology.Annotations,
			owl.Annotation{Property: m.annotationProperty(st.p), Value: m.annotationValue(st.o), Annotations: with.Annotations})
		return
	}
	if m.sparse {
		m.skipAnnotationAssertion(st)
		return
	}
	a := m.annotationAssertions.new()
	*a = owl.AnnotationAssertion{Annotated: with, Property: m.annotationProperty(st.p), Subject: m.annotationSubject(st.s), Value: m.annotationValue(st.o)}
	m.add(a)
}
