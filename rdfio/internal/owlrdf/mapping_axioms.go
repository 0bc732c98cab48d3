package owlrdf

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
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
	m.line = st.Line
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
func (m *mapper) isMain(st *rdf.Statement) bool {
	switch w := m.words[st.P]; {
	case w == rdfType:
		return m.isMainType(st)
	case w == noWord, w == rdfSubject, w == rdfPredicate, w == rdfObject:
		return !m.is(st.S, reificationNode|axiomNode|ruleNode|ruleAtomNode) && !m.isFacet(st)
	case w == inverseOf:
		return !m.isBlank(st.S) || m.statements[m.one(st.S, inverseOf)].O != st.O // of several, the first defines the node
	case w < intersectionOf:
		return true
	case w <= oneOf, w == onDatatype:
		return !m.isBlank(st.S)
	}
	return false
}

func (m *mapper) isMainType(st *rdf.Statement) bool {
	switch w := m.words[st.O]; w {
	case classType, rdfsClassType, datatypeType, dataRangeType, objectPropertyType, dataPropertyType,
		annotationPropertyType, ontologyPropertyType, namedIndividualType:
		return !m.isBlank(st.S)
	case axiomType: // whose triple is not in the document
		about, ok := m.reified(st.S)
		return !ok || m.find(about.S, about.P, about.O) < 0
	case ontologyType, restrictionType, selfRestrictionType, listType, annotationType:
		return false
	default:
		return w < swrlVariableType || w > swrlBuiltinAtomType
	}
}

// isFacet reports whether a triple is a facet of a datatype restriction.
func (m *mapper) isFacet(st *rdf.Statement) bool {
	return m.is(st.S, facetNode) && m.isLiteral(st.O) ||
		m.isBlank(st.S) && m.is(st.S, dataRangeNode) && strings.HasPrefix(m.text(st.P), owl.XSDNamespace)
}

// translateTriple makes the axiom of a main triple, or notes why it cannot.
func (m *mapper) translateTriple(st *rdf.Statement, annotations []owl.Annotation) {
	err := m.axiom(st, annotations)
	if err == nil {
		return
	}
	if at := (*nodeError)(nil); errors.As(err, &at) && at.name == m.name(st.O) {
		err = at.err // the name stands right before it
	}
	m.note(doc.NoteRefusedAxiom, fmt.Sprintf("%s %s %s: %v", m.name(st.S), m.name(st.P), m.name(st.O), err))
}

var errLiteral = errors.New("a literal cannot stand here")

// axiom makes the axiom of a main triple.
func (m *mapper) axiom(st *rdf.Statement, annotations []owl.Annotation) error {
	with := owl.Annotated{Annotations: annotations}
	w := m.words[st.P]
	switch w {
	case noWord, rdfSubject, rdfPredicate, rdfObject:
		m.assertion(st, with)
		return nil
	}
	if m.isLiteral(st.O) {
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
		return m.chain(st.O, st.S, with)
	case domain:
		return m.domain(st, with)
	case rng:
		return m.rangeOf(st, with)
	case hasKey:
		return m.hasKey(st, with)
	case sameAs, differentFrom:
		return m.individualPair(st, w, with)
	}
	return fmt.Errorf("no axiom has the predicate %s", m.name(st.P))
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
func (m *mapper) typed(st *rdf.Statement, with owl.Annotated) error {
	w := m.words[st.O]
	m.noteOldType(st, w)
	switch w {
	case classType, rdfsClassType:
		m.declare(st.S, madeClass, owl.ClassKind, with)
	case datatypeType, dataRangeType:
		m.declare(st.S, madeDatatype, owl.DatatypeKind, with)
	case objectPropertyType:
		m.declare(st.S, madeObjectProperty, owl.ObjectPropertyKind, with)
	case dataPropertyType:
		m.declare(st.S, madeDataProperty, owl.DataPropertyKind, with)
	case annotationPropertyType, ontologyPropertyType:
		m.declare(st.S, madeAnnotationProperty, owl.AnnotationPropertyKind, with)
	case namedIndividualType:
		m.declare(st.S, madeIndividual, owl.NamedIndividualKind, with)
	case rdfPropertyType: // a property of the kind that its use tells
	case functionalType, inverseFunctionalType, reflexiveType, irreflexiveType, symmetricType, asymmetricType, transitiveType:
		return m.characteristic(st.S, w, with)
	case deprecatedClassType, deprecatedPropertyType:
		m.deprecate(st.S, with)
	case axiomType:
		return m.bareAxiom(st)
	case allDifferentType, allDisjointClassesType, allDisjointPropertiesType:
		return m.disjointMembers(st.S, w, with)
	case negativePropertyAssertionType:
		return m.negativeAssertion(st.S, with)
	case swrlImpType:
		return m.rule(st.S, with)
	default:
		return m.classAssertion(st, with)
	}
	return nil
}

// noteOldType notes the types that OWL 2 has better ones for. rdfs:Class and rdf:Property beside
// these say nothing more (table 5).
func (m *mapper) noteOldType(st *rdf.Statement, w word) {
	kind := doc.NoteOldVocabulary
	switch w {
	case rdfsClassType:
		if m.is(st.S, owlClassNode) {
			return
		}
	case rdfPropertyType:
		if m.is(st.S, declaredProperty|functionalNode) {
			return
		}
	case dataRangeType:
	case ontologyPropertyType, deprecatedClassType, deprecatedPropertyType:
		kind = doc.NoteOWL1Vocabulary
	default:
		return
	}
	m.note(kind, m.name(st.S)+" "+m.name(st.P)+" "+m.name(st.O))
}

// bareAxiom makes the axiom that an owl:Axiom describes whose triple is not in the document.
func (m *mapper) bareAxiom(st *rdf.Statement) error {
	about, ok := m.reified(st.S)
	if !ok {
		return errors.New("it lacks owl:annotatedSource, owl:annotatedProperty or owl:annotatedTarget")
	}
	about.Line = st.Line
	if !m.makesAxioms(about.P) || !m.isMain(&about) {
		return fmt.Errorf("%s %s %s is no axiom", m.name(about.S), m.name(about.P), m.name(about.O))
	}
	m.useReification(st.S)
	m.note(doc.NoteBareReification, fmt.Sprintf("%s %s %s", m.name(about.S), m.name(about.P), m.name(about.O)))
	m.translateTriple(&about, m.annotations(st.S, 0))
	return nil
}

// makesAxioms reports whether triples with this predicate are main triples of axioms. Names of the
// reserved vocabulary that mean nothing are not taken for annotation properties here.
func (m *mapper) makesAxioms(p rdf.ID) bool {
	if m.words[p] != noWord {
		return m.words[p] < intersectionOf
	}
	if m.is(p, isProperty) {
		return true
	}
	iri := m.text(p)
	return !strings.HasPrefix(iri, owl.RDFNamespace) && !strings.HasPrefix(iri, owl.RDFSNamespace) && !strings.HasPrefix(iri, owl.OWLNamespace)
}

func (m *mapper) declare(t rdf.ID, made termFlags, kind owl.EntityKind, with owl.Annotated) {
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
func (m *mapper) characteristic(t rdf.ID, w word, with owl.Annotated) error {
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

func (m *mapper) functional(t rdf.ID, with owl.Annotated) error {
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
func (m *mapper) isObject(t rdf.ID) bool {
	return m.is(t, isObjectProperty) || m.isBlank(t) && m.one(t, inverseOf) >= 0
}

// skipAnnotationAssertion counts what is left out, and does what making it does to the rest: blank nodes
// get their names in document order, and undeclared properties are noted.
func (m *mapper) skipAnnotationAssertion(st *rdf.Statement) {
	m.report.Skipped++
	m.annotationProperty(st.P)
	m.annotationSubject(st.S)
	if m.isBlank(st.O) {
		m.annotationValue(st.O)
	}
}

// deprecate says in OWL 2's way that a class or property is deprecated (table 18).
func (m *mapper) deprecate(t rdf.ID, with owl.Annotated) {
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

func (m *mapper) classAssertion(st *rdf.Statement, with owl.Annotated) error {
	class, ref, err := m.classExpression(st.O)
	if err != nil {
		return err
	}
	if ref < 0 && !m.isNew(owl.ClassAssertionKind, with, ref, int32(st.S)) {
		return nil
	}
	a := m.classAssertions.new()
	*a = owl.ClassAssertion{Annotated: with, Class: class, Individual: m.individual(st.S)}
	m.add(a)
	return nil
}

func (m *mapper) subClass(st *rdf.Statement, with owl.Annotated) error {
	sub, refSub, err := m.classExpression(st.S)
	if err != nil {
		return err
	}
	super, refSuper, err := m.classExpression(st.O)
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
func (m *mapper) equivalentClasses(st *rdf.Statement, with owl.Annotated) error {
	m.resolve(st.S)
	m.resolve(st.O)
	is := m.sortOfPart(st.O)
	if is == unknownSort {
		is = m.sortOfPart(st.S)
	}
	if is == dataSort && !(m.isIRI(st.O) && m.sortOfPart(st.S) == classSort) {
		return m.datatypeDefinition(st, with)
	}
	a, refA, err := m.classExpression(st.S)
	if err != nil {
		return err
	}
	b, refB, err := m.classExpression(st.O)
	if err != nil {
		return err
	}
	if m.isNewPair(owl.EquivalentClassesKind, with, refA, refB) {
		m.add(&owl.EquivalentClasses{Annotated: with, Classes: []owl.ClassExpression{a, b}})
	}
	return nil
}

func (m *mapper) datatypeDefinition(st *rdf.Statement, with owl.Annotated) error {
	if !m.isIRI(st.S) {
		return errors.New("a datatype definition without a name")
	}
	r, ref, err := m.dataRange(st.O)
	if err != nil {
		return err
	}
	if m.isNew(owl.DatatypeDefinitionKind, with, int32(st.S), ref) {
		m.add(&owl.DatatypeDefinition{Annotated: with, Datatype: m.datatype(st.S), Range: r})
	}
	return nil
}

func (m *mapper) disjointClasses(st *rdf.Statement, with owl.Annotated) error {
	a, refA, err := m.classExpression(st.S)
	if err != nil {
		return err
	}
	b, refB, err := m.classExpression(st.O)
	if err != nil {
		return err
	}
	if m.isNewPair(owl.DisjointClassesKind, with, refA, refB) {
		m.add(&owl.DisjointClasses{Annotated: with, Classes: []owl.ClassExpression{a, b}})
	}
	return nil
}

func (m *mapper) disjointUnion(st *rdf.Statement, with owl.Annotated) error {
	if !m.isIRI(st.S) {
		return errors.New("a disjoint union without a name")
	}
	classes, refs, err := m.classList(st.O)
	if err != nil {
		return err
	}
	if m.isNew(owl.DisjointUnionKind, with, append(refs, int32(st.S))...) {
		m.add(&owl.DisjointUnion{Annotated: with, Class: m.class(st.S), Classes: classes})
	}
	return nil
}

// definition makes the axiom of a name that carries a constructor itself, as in OWL 1's
// "complete" classes (table 18).
func (m *mapper) definition(st *rdf.Statement, with owl.Annotated) error {
	w := m.words[st.P]
	i := m.find(st.S, st.P, st.O)
	if i < 0 {
		return errors.New("the definition of a name stands in a reified triple only")
	}
	for _, part := range m.partsOf(w, st.O) {
		m.resolve(part)
	}
	is := classSort
	if w == datatypeComplementOf || w == onDatatype || m.isDataRangeName(st.S) {
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
		if m.isNew(owl.DatatypeDefinitionKind, with, int32(st.S), ref) {
			m.add(&owl.DatatypeDefinition{Annotated: with, Datatype: m.datatype(st.S), Range: value.(owl.DataRange)})
		}
		return nil
	}
	if m.isNewPair(owl.EquivalentClassesKind, with, int32(st.S), ref) {
		m.add(&owl.EquivalentClasses{Annotated: with, Classes: []owl.ClassExpression{m.class(st.S), value.(owl.ClassExpression)}})
	}
	return nil
}

func (m *mapper) buildDefinition(node rdf.ID, i int32, is sort) error {
	if m.words[m.statements[i].P] != onDatatype {
		return m.buildConnective(node, i, is)
	}
	var c constructor
	c[onDatatype], c[withRestrictions] = i, m.one(m.statements[i].S, withRestrictions)
	return m.buildDatatypeRestriction(node, &c)
}

// partsOf returns the terms that the object of a connective names.
func (m *mapper) partsOf(w word, o rdf.ID) []rdf.ID {
	switch w {
	case complementOf, datatypeComplementOf:
		return []rdf.ID{o}
	case intersectionOf, unionOf:
		list, _ := m.listMembers(o)
		return slices.Clone(list)
	}
	return nil
}

// classList returns the class expressions of a list, and their references sorted.
func (m *mapper) classList(head rdf.ID) ([]owl.ClassExpression, []int32, error) {
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
func (m *mapper) propertyList(head rdf.ID) ([]owl.ObjectPropertyExpression, []int32, error) {
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

func (m *mapper) subProperty(st *rdf.Statement, with owl.Annotated) error {
	if i := m.one(st.S, propertyChain); m.isBlank(st.S) && i >= 0 { // as in drafts of OWL 2
		m.use(i)
		m.note(doc.NoteOldVocabulary, "owl:propertyChain")
		return m.chain(m.statements[i].O, st.O, with)
	}
	if m.isBlank(st.S) && m.one(st.S, first) >= 0 {
		m.note(doc.NoteOldVocabulary, "a list in place of owl:propertyChainAxiom")
		return m.chain(st.S, st.O, with)
	}
	switch {
	case m.isObject(st.O) && (m.isObject(st.S) || !m.is(st.O, isDataProperty)):
		sub, refSub, err := m.property(st.S)
		if err != nil {
			return err
		}
		super, refSuper, err := m.property(st.O)
		if err != nil {
			return err
		}
		if (refSub >= 0 && refSuper >= 0) || m.isNew(owl.SubObjectPropertyOfKind, with, refSub, refSuper) {
			m.add(&owl.SubObjectPropertyOf{Annotated: with, Sub: sub, Super: super})
		}
	case !m.isIRI(st.S) || !m.isIRI(st.O):
		return errors.New("a property without a name")
	case m.is(st.O, isDataProperty):
		m.add(&owl.SubDataPropertyOf{Annotated: with, Sub: m.dataProperty(st.S), Super: m.dataProperty(st.O)})
	default:
		m.add(&owl.SubAnnotationPropertyOf{Annotated: with, Sub: m.annotationProperty(st.S), Super: m.annotationProperty(st.O)})
	}
	return nil
}

// chain makes chain ⊑ super; a chain of one is a plain inclusion, an empty one says nothing.
func (m *mapper) chain(list, super rdf.ID, with owl.Annotated) error {
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
func (m *mapper) propertyPair(st *rdf.Statement, w word, with owl.Annotated) error {
	object := m.isObject(st.S) && m.isObject(st.O)
	data := m.is(st.S, isDataProperty) && m.is(st.O, isDataProperty)
	if !object && !data {
		object = m.isObject(st.S) || m.isObject(st.O)
		data = !object && (m.is(st.S, isDataProperty) || m.is(st.O, isDataProperty)) && m.isIRI(st.S) && m.isIRI(st.O)
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
	a, refA, err := m.property(st.S)
	if err != nil {
		return err
	}
	b, refB, err := m.property(st.O)
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

func (m *mapper) dataPropertyPair(st *rdf.Statement, w word, with owl.Annotated) {
	pair := []owl.DataProperty{m.dataProperty(st.S), m.dataProperty(st.O)}
	switch {
	case w == equivalentProperty && m.isNewPair(owl.EquivalentDataPropertiesKind, with, int32(st.S), int32(st.O)):
		m.add(&owl.EquivalentDataProperties{Annotated: with, Properties: pair})
	case w == propertyDisjointWith && m.isNewPair(owl.DisjointDataPropertiesKind, with, int32(st.S), int32(st.O)):
		m.add(&owl.DisjointDataProperties{Annotated: with, Properties: pair})
	}
}

func (m *mapper) inverses(st *rdf.Statement, with owl.Annotated) error {
	a, refA, err := m.property(st.S)
	if err != nil {
		return err
	}
	b, refB, err := m.property(st.O)
	if err != nil {
		return err
	}
	if m.isNewPair(owl.InverseObjectPropertiesKind, with, refA, refB) {
		m.add(&owl.InverseObjectProperties{Annotated: with, First: a, Second: b})
	}
	return nil
}

func (m *mapper) domain(st *rdf.Statement, with owl.Annotated) error {
	object, data := m.isObject(st.S), m.is(st.S, isDataProperty)
	if !object && !data {
		if !m.isIRI(st.O) || !m.isIRI(st.S) {
			return errors.New("the domain of an annotation property can only be a name")
		}
		m.add(&owl.AnnotationPropertyDomain{Annotated: with, Property: m.annotationProperty(st.S), Domain: m.iri(st.O)})
		return nil
	}
	class, ref, err := m.classExpression(st.O)
	if err != nil {
		return err
	}
	if ref < 0 && !m.isNew(owl.ObjectPropertyDomainKind, with, int32(st.S), ref) {
		return nil
	}
	if object {
		p, _, err := m.property(st.S)
		if err != nil {
			return err
		}
		m.add(&owl.ObjectPropertyDomain{Annotated: with, Property: p, Domain: class})
		return nil
	}
	m.add(&owl.DataPropertyDomain{Annotated: with, Property: m.dataProperty(st.S), Domain: class})
	return nil
}

func (m *mapper) rangeOf(st *rdf.Statement, with owl.Annotated) error {
	object, data := m.isObject(st.S), m.is(st.S, isDataProperty)
	if object && data {
		m.resolve(st.O)
		data = m.sortOfPart(st.O) == dataSort
		object = !data
	}
	switch {
	case object:
		p, _, err := m.property(st.S)
		if err != nil {
			return err
		}
		class, ref, err := m.classExpression(st.O)
		if err != nil {
			return err
		}
		if ref >= 0 || m.isNew(owl.ObjectPropertyRangeKind, with, int32(st.S), ref) {
			m.add(&owl.ObjectPropertyRange{Annotated: with, Property: p, Range: class})
		}
	case data:
		r, ref, err := m.dataRange(st.O)
		if err != nil {
			return err
		}
		if ref >= 0 || m.isNew(owl.DataPropertyRangeKind, with, int32(st.S), ref) {
			m.add(&owl.DataPropertyRange{Annotated: with, Property: m.dataProperty(st.S), Range: r})
		}
	case !m.isIRI(st.O) || !m.isIRI(st.S):
		return errors.New("the range of an annotation property can only be a name")
	default:
		m.add(&owl.AnnotationPropertyRange{Annotated: with, Property: m.annotationProperty(st.S), Range: m.iri(st.O)})
	}
	return nil
}

func (m *mapper) hasKey(st *rdf.Statement, with owl.Annotated) error {
	class, ref, err := m.classExpression(st.S)
	if err != nil {
		return err
	}
	list, err := m.useList(st.O)
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

func (m *mapper) individualPair(st *rdf.Statement, w word, with owl.Annotated) error {
	pair := []owl.Individual{m.individual(st.S), m.individual(st.O)}
	switch {
	case w == sameAs && m.isNewPair(owl.SameIndividualKind, with, int32(st.S), int32(st.O)):
		m.add(&owl.SameIndividual{Annotated: with, Individuals: pair})
	case w == differentFrom && m.isNewPair(owl.DifferentIndividualsKind, with, int32(st.S), int32(st.O)):
		m.add(&owl.DifferentIndividuals{Annotated: with, Individuals: pair})
	}
	return nil
}

// disjointMembers makes the axiom of a node of type owl:AllDifferent, owl:AllDisjointClasses or
// owl:AllDisjointProperties; its annotations are triples of the node itself.
func (m *mapper) disjointMembers(node rdf.ID, w word, with owl.Annotated) error {
	i := m.one(node, members)
	if i < 0 && w == allDifferentType {
		i = m.one(node, distinctMembers)
	}
	if i < 0 {
		return errors.New("no owl:members")
	}
	m.use(i)
	head := m.statements[i].O
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

func (m *mapper) allDifferent(head rdf.ID, with owl.Annotated) error {
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
func (m *mapper) allDisjointProperties(head rdf.ID, with owl.Annotated) error {
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

func (m *mapper) negativeAssertion(node rdf.ID, with owl.Annotated) error {
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
	source, property, target := m.statements[s].O, m.statements[p].O, m.statements[o].O
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
func (m *mapper) assertion(st *rdf.Statement, with owl.Annotated) {
	f := m.flags[st.P]
	switch {
	case m.isLiteral(st.O) && f&isDataProperty != 0 && f&isAnnotationProperty == 0:
		a := m.dataAssertions.new()
		*a = owl.DataPropertyAssertion{Annotated: with, Property: m.dataProperty(st.P), Source: m.individual(st.S), Target: m.literal(st.O)}
		m.add(a)
		return
	case !m.isLiteral(st.O) && f&isObjectProperty != 0:
		a := m.objectAssertions.new()
		*a = owl.ObjectPropertyAssertion{Annotated: with, Property: m.objectProperty(st.P), Source: m.individual(st.S), Target: m.individual(st.O)}
		m.add(a)
		return
	}
	if m.words[st.P] != noWord || f&(isDataProperty|isObjectProperty) != 0 && f&isAnnotationProperty == 0 {
		m.note(doc.NoteKeptAsAnnotation, m.name(st.S)+" "+m.name(st.P)+" "+m.name(st.O))
	}
	if st.S == m.header {
		m.ontology.Annotations = append(m.ontology.Annotations,
			owl.Annotation{Property: m.annotationProperty(st.P), Value: m.annotationValue(st.O), Annotations: with.Annotations})
		return
	}
	if m.sparse {
		m.skipAnnotationAssertion(st)
		return
	}
	a := m.annotationAssertions.new()
	*a = owl.AnnotationAssertion{Annotated: with, Property: m.annotationProperty(st.P), Subject: m.annotationSubject(st.S), Value: m.annotationValue(st.O)}
	m.add(a)
}
