package rdfio

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
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
		// of several, the first defines the node
		return !m.isBlank(st.s) || m.statements[m.one(st.s, inverseOf)].o != st.o
	case w < intersectionOf:
		return true
	case w <= oneOf, w == onDatatype:
		return !m.isBlank(st.s)
	}
	return false
}

func (m *mapper) isMainType(st *statement) bool {
	switch w := m.words[st.o]; w {
	case classType, rdfsClassType, datatypeType, dataRangeType, objectPropertyType,
		dataPropertyType,
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
		m.isBlank(st.s) && m.is(st.s, dataRangeNode) &&
			strings.HasPrefix(m.text(st.p), owl.XSDNamespace)
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
	m.note(NoteRefusedAxiom, fmt.Sprintf("%s %s %s: %v", m.name(st.s), m.name(st.p),
		m.name(st.o), err))
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
		return m.make(owl.SubClassOfKind, with, st.s, st.o)
	case equivalentClass:
		return m.equivalentClasses(st, with)
	case disjointWith:
		return m.make(owl.DisjointClassesKind, with, st.s, st.o)
	case disjointUnionOf:
		return m.disjointUnion(st, with)
	case intersectionOf, unionOf, complementOf, oneOf, datatypeComplementOf, onDatatype:
		return m.definition(st, with)
	case subPropertyOf:
		return m.subProperty(st, with)
	case equivalentProperty, propertyDisjointWith:
		return m.propertyPair(st, w, with)
	case inverseOf:
		return m.make(owl.InverseObjectPropertiesKind, with, st.s, st.o)
	case propertyChainAxiom:
		return m.chain(st.o, st.s, with)
	case domain:
		return m.domain(st, with)
	case rng:
		return m.rangeOf(st, with)
	case hasKey:
		return m.hasKey(st, with)
	case sameAs:
		return m.make(owl.SameIndividualKind, with, st.s, st.o)
	case differentFrom:
		return m.make(owl.DifferentIndividualsKind, with, st.s, st.o)
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

// make makes an axiom, whose slots the terms fill in the order of its shape. A list takes all terms
// that the slots behind it leave.
//
// It makes an unannotated axiom only once if other triples may state it too: blank nodes may stand
// for equal expressions and equal negative assertions, and operands may be in another order.
func (m *mapper) make(kind owl.AxiomKind, with owl.Annotated, terms ...termID) error {
	var a owl.Axiom
	switch kind {
	case owl.SubClassOfKind:
		a = m.subClasses.new()
	case owl.ClassAssertionKind:
		a = m.classAssertions.new()
	default:
		a = owl.AxiomShapes[kind].New()
	}
	m.fill = slotFiller{m: m, terms: append(m.fill.terms[:0], terms...), refs: m.fill.refs[:0]}
	m.fill.repeatable = kind == owl.NegativeObjectPropertyAssertionKind ||
		kind == owl.NegativeDataPropertyAssertionKind
	owl.AxiomShapes[kind].Visit(a, &m.fill)
	switch {
	case m.fill.err != nil:
		return m.fill.err
	case len(with.Annotations) > 0:
		owl.Annotate(a, with.Annotations)
	case m.fill.repeatable && !m.isNew(kind, m.fill.refs):
		return nil
	}
	m.add(a)
	return nil
}

// isNew reports whether no axiom of a kind with these parts was passed to it before.
func (m *mapper) isNew(kind owl.AxiomKind, parts []int32) bool {
	m.key = append(append(m.key[:0], int32(kind)), parts...)
	_, isNew := m.seen.add(m.key)
	return isNew
}

// slotFiller fills the slots of an axiom with what terms stand for. It is an owl.SlotVisitor for
// the slots of the kinds that mapper.make is called for.
type slotFiller struct {
	owl.SlotVisitor // nil

	m          *mapper
	terms      []termID
	next       int     // among the terms
	refs       []int32 // to the parts, those of lists without order sorted
	repeatable bool
	err        error
}

// fillSlot fills a slot with what the next term stands for.
func fillSlot[T any](f *slotFiller, slot *T, part func(*mapper, termID) (T, int32, error)) {
	if f.err != nil {
		return
	}
	value, ref, err := part(f.m, f.terms[f.next])
	if err != nil {
		f.err = err
		return
	}
	*slot = value
	f.next++
	f.refs = append(f.refs, ref)
	f.repeatable = f.repeatable || ref < 0
}

// fillList fills a list with what the terms before the given one stand for.
func fillList[T any](f *slotFiller, list *[]T, end int, order owl.ListOrder,
	part func(*mapper, termID) (T, int32, error)) {
	f.repeatable = true
	if end == f.next {
		return
	}
	items := make([]T, end-f.next)
	at := len(f.refs)
	for i := range items {
		fillSlot(f, &items[i], part)
	}
	if *list = items; order != owl.AsWritten {
		slices.Sort(f.refs[at:])
	}
}

// named turns a function that returns the entity of a term into one that fillSlot takes.
func named[T any](entity func(*mapper, termID) T) func(*mapper, termID) (T, int32, error) {
	return func(m *mapper, t termID) (T, int32, error) { return entity(m, t), int32(t), nil }
}

// Parts of axioms that are names or literals.
var (
	classPart              = named((*mapper).class)
	datatypePart           = named((*mapper).datatype)
	dataPropertyPart       = named((*mapper).dataProperty)
	annotationPropertyPart = named((*mapper).annotationProperty)
	iriPart                = named((*mapper).iri)
	literalPart            = named((*mapper).literal)
)

func individualPart(m *mapper, t termID) (owl.Individual, int32, error) {
	if m.isLiteral(t) {
		return nil, 0, errLiteral
	}
	return m.individual(t), int32(t), nil
}

func (f *slotFiller) Class(c *owl.ClassExpression) { fillSlot(f, c, (*mapper).classExpression) }

func (f *slotFiller) NamedClass(c *owl.Class) { fillSlot(f, c, classPart) }

func (f *slotFiller) Classes(list *[]owl.ClassExpression, _ int, order owl.ListOrder) {
	fillList(f, list, len(f.terms), order, (*mapper).classExpression)
}

func (f *slotFiller) ObjectProperty(p *owl.ObjectPropertyExpression) {
	fillSlot(f, p, (*mapper).property)
}

// ObjectProperties takes the terms of a key up to its data properties.
func (f *slotFiller) ObjectProperties(list *[]owl.ObjectPropertyExpression, least int,
	order owl.ListOrder) {
	end := f.next
	for end < len(f.terms) && (least > 0 || !f.m.isKeyData(f.terms[end])) {
		end++
	}
	fillList(f, list, end, order, (*mapper).property)
}

func (f *slotFiller) Inverses(first, second *owl.ObjectPropertyExpression) {
	fillSlot(f, first, (*mapper).property)
	fillSlot(f, second, (*mapper).property)
	slices.Sort(f.refs)
	f.repeatable = true
}

func (f *slotFiller) Chain(list *[]owl.ObjectPropertyExpression) {
	fillList(f, list, len(f.terms)-1, owl.AsWritten, (*mapper).property)
}

func (f *slotFiller) DataProperty(p *owl.DataProperty) { fillSlot(f, p, dataPropertyPart) }

func (f *slotFiller) DataProperties(list *[]owl.DataProperty, _ int, order owl.ListOrder) {
	fillList(f, list, len(f.terms), order, dataPropertyPart)
}

func (f *slotFiller) AnnotationProperty(p *owl.AnnotationProperty) {
	fillSlot(f, p, annotationPropertyPart)
}

func (f *slotFiller) Individual(i *owl.Individual) { fillSlot(f, i, individualPart) }

func (f *slotFiller) Individuals(list *[]owl.Individual, _ int, order owl.ListOrder) {
	fillList(f, list, len(f.terms), order, individualPart)
}

func (f *slotFiller) Datatype(d *owl.Datatype) { fillSlot(f, d, datatypePart) }

func (f *slotFiller) DataRange(r *owl.DataRange) { fillSlot(f, r, (*mapper).dataRange) }

func (f *slotFiller) Literal(l **owl.Literal) { fillSlot(f, l, literalPart) }

func (f *slotFiller) IRI(i *owl.IRI) { fillSlot(f, i, iriPart) }

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
	case functionalType, inverseFunctionalType, reflexiveType, irreflexiveType, symmetricType,
		asymmetricType, transitiveType:
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
		return m.make(owl.ClassAssertionKind, with, st.o, st.s)
	}
	return nil
}

// noteOldType notes the types that OWL 2 has better ones for. rdfs:Class and rdf:Property beside
// these say nothing more (table 5).
func (m *mapper) noteOldType(st *statement, w word) {
	kind := NoteOldVocabulary
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
		kind = NoteOWL1Vocabulary
	default:
		return
	}
	m.note(kind, m.name(st.s)+" "+m.name(st.p)+" "+m.name(st.o))
}

// bareAxiom makes the axiom that an owl:Axiom describes whose triple is not in the document.
func (m *mapper) bareAxiom(st *statement) error {
	about, ok := m.reified(st.s)
	if !ok {
		return errors.New(
			"it lacks owl:annotatedSource, owl:annotatedProperty or owl:annotatedTarget")
	}
	about.line = st.line
	if !m.makesAxioms(about.p) || !m.isMain(&about) {
		return fmt.Errorf("%s %s %s is no axiom", m.name(about.s), m.name(about.p), m.name(about.o))
	}
	m.useReification(st.s)
	m.note(NoteBareReification, fmt.Sprintf("%s %s %s", m.name(about.s), m.name(about.p),
		m.name(about.o)))
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
	return !strings.HasPrefix(iri, owl.RDFNamespace) &&
		!strings.HasPrefix(iri, owl.RDFSNamespace) && !strings.HasPrefix(iri, owl.OWLNamespace)
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
	return m.make(characteristics[w], with, t)
}

// characteristics holds the axioms of types of properties.
var characteristics = map[word]owl.AxiomKind{
	inverseFunctionalType: owl.InverseFunctionalObjectPropertyKind,
	reflexiveType:         owl.ReflexiveObjectPropertyKind,
	irreflexiveType:       owl.IrreflexiveObjectPropertyKind,
	symmetricType:         owl.SymmetricObjectPropertyKind,
	asymmetricType:        owl.AsymmetricObjectPropertyKind,
	transitiveType:        owl.TransitiveObjectPropertyKind,
}

func (m *mapper) functional(t termID, with owl.Annotated) error {
	object, data := m.isObject(t), m.is(t, isDataProperty)
	if !object && !data {
		return errors.New("nothing tells whether it is an object or a data property")
	}
	if data {
		if err := m.make(owl.FunctionalDataPropertyKind, with, t); err != nil {
			return err
		}
	}
	if object {
		return m.make(owl.FunctionalObjectPropertyKind, with, t)
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
	*a = owl.AnnotationAssertion{Annotated: with, Property: owl.OWLDeprecated,
		Subject: m.annotationSubject(t),
		Value:   owl.NewLiteral("true", owl.XSDBoolean)}
	m.add(a)
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
		if !m.isIRI(st.s) {
			return errors.New("a datatype definition without a name")
		}
		return m.make(owl.DatatypeDefinitionKind, with, st.s, st.o)
	}
	return m.make(owl.EquivalentClassesKind, with, st.s, st.o)
}

func (m *mapper) disjointUnion(st *statement, with owl.Annotated) error {
	if !m.isIRI(st.s) {
		return errors.New("a disjoint union without a name")
	}
	list, err := m.useList(st.o)
	if err != nil {
		return err
	}
	return m.make(owl.DisjointUnionKind, with, append([]termID{st.s}, list...)...)
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
		m.addDefinition(&owl.DatatypeDefinition{
			Annotated: with, Datatype: m.datatype(st.s), Range: value.(owl.DataRange),
		}, int32(st.s), ref)
		return nil
	}
	m.addDefinition(&owl.EquivalentClasses{
		Annotated: with,
		Classes:   []owl.ClassExpression{m.class(st.s), value.(owl.ClassExpression)},
	}, min(int32(st.s), ref), max(int32(st.s), ref))
	return nil
}

// addDefinition adds the axiom of a definition unless make or it made the same before.
func (m *mapper) addDefinition(a owl.Axiom, parts ...int32) {
	if len(a.AxiomAnnotations()) > 0 || m.isNew(a.Kind(), parts) {
		m.add(a)
	}
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

func (m *mapper) subProperty(st *statement, with owl.Annotated) error {
	if i := m.one(st.s, propertyChain); m.isBlank(st.s) && i >= 0 { // as in drafts of OWL 2
		m.use(i)
		m.note(NoteOldVocabulary, "owl:propertyChain")
		return m.chain(m.statements[i].o, st.o, with)
	}
	if m.isBlank(st.s) && m.one(st.s, first) >= 0 {
		m.note(NoteOldVocabulary, "a list in place of owl:propertyChainAxiom")
		return m.chain(st.s, st.o, with)
	}
	switch {
	case m.isObject(st.o) && (m.isObject(st.s) || !m.is(st.o, isDataProperty)):
		return m.make(owl.SubObjectPropertyOfKind, with, st.s, st.o)
	case !m.isIRI(st.s) || !m.isIRI(st.o):
		return errors.New("a property without a name")
	case m.is(st.o, isDataProperty):
		return m.make(owl.SubDataPropertyOfKind, with, st.s, st.o)
	}
	return m.make(owl.SubAnnotationPropertyOfKind, with, st.s, st.o)
}

// chain makes chain ⊑ super; a chain of one is a plain inclusion, an empty one says nothing.
func (m *mapper) chain(list, super termID, with owl.Annotated) error {
	chain, err := m.useList(list)
	if err != nil {
		return err
	}
	if len(chain) == 0 {
		return errors.New("an empty property chain")
	}
	return m.make(owl.SubPropertyChainOfKind, with, append(slices.Clone(chain), super)...)
}

// propertyPair makes the equivalence or disjointness of two object or two data properties; of two
// that are both, it makes both.
func (m *mapper) propertyPair(st *statement, w word, with owl.Annotated) error {
	object := m.isObject(st.s) && m.isObject(st.o)
	data := m.is(st.s, isDataProperty) && m.is(st.o, isDataProperty)
	if !object && !data {
		object = m.isObject(st.s) || m.isObject(st.o)
		data = !object && (m.is(st.s, isDataProperty) || m.is(st.o, isDataProperty)) &&
			m.isIRI(st.s) && m.isIRI(st.o)
		if !object && !data {
			return errors.New("OWL has this for object and for data properties only")
		}
	}
	ofObject, ofData := owl.EquivalentObjectPropertiesKind, owl.EquivalentDataPropertiesKind
	if w == propertyDisjointWith {
		ofObject, ofData = owl.DisjointObjectPropertiesKind, owl.DisjointDataPropertiesKind
	}
	if data {
		if err := m.make(ofData, with, st.s, st.o); err != nil {
			return err
		}
	}
	if object {
		return m.make(ofObject, with, st.s, st.o)
	}
	return nil
}

func (m *mapper) domain(st *statement, with owl.Annotated) error {
	object, data := m.isObject(st.s), m.is(st.s, isDataProperty)
	if !object && !data {
		if !m.isIRI(st.o) || !m.isIRI(st.s) {
			return errors.New("the domain of an annotation property can only be a name")
		}
		return m.make(owl.AnnotationPropertyDomainKind, with, st.s, st.o)
	}
	if object {
		return m.make(owl.ObjectPropertyDomainKind, with, st.s, st.o)
	}
	return m.make(owl.DataPropertyDomainKind, with, st.s, st.o)
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
		return m.make(owl.ObjectPropertyRangeKind, with, st.s, st.o)
	case data:
		return m.make(owl.DataPropertyRangeKind, with, st.s, st.o)
	case !m.isIRI(st.o) || !m.isIRI(st.s):
		return errors.New("the range of an annotation property can only be a name")
	}
	return m.make(owl.AnnotationPropertyRangeKind, with, st.s, st.o)
}

func (m *mapper) hasKey(st *statement, with owl.Annotated) error {
	list, err := m.useList(st.o)
	if err != nil {
		return err
	}
	terms := append([]termID{st.s}, list...)
	slices.SortStableFunc(terms[1:], func(a, b termID) int {
		return int(b2i(m.isKeyData(a)) - b2i(m.isKeyData(b)))
	})
	return m.make(owl.HasKeyKind, with, terms...)
}

// isKeyData reports whether a property of a key is a data property.
func (m *mapper) isKeyData(t termID) bool {
	return m.isIRI(t) && m.is(t, isDataProperty) && !m.isObject(t)
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
	list, err := m.useList(head)
	if err != nil {
		return err
	}
	kind := owl.DisjointObjectPropertiesKind
	switch {
	case w == allDifferentType:
		kind = owl.DifferentIndividualsKind
	case w == allDisjointClassesType:
		kind = owl.DisjointClassesKind
	case m.areData(list):
		kind = owl.DisjointDataPropertiesKind
	}
	return m.make(kind, with, slices.Clone(list)...)
}

// areData reports whether all members can be data properties and not all can be object properties.
func (m *mapper) areData(list []termID) bool {
	data, object := true, true
	for _, t := range list {
		data = data && m.isIRI(t) && m.is(t, isDataProperty)
		object = object && m.isObject(t)
	}
	return data && !object
}

func (m *mapper) negativeAssertion(node termID, with owl.Annotated) error {
	s, p := m.either(node, sourceIndividual, rdfSubject),
		m.either(node, assertionProperty, rdfPredicate)
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
		return m.make(owl.NegativeDataPropertyAssertionKind, with, property, source, target)
	}
	return m.make(owl.NegativeObjectPropertyAssertionKind, with, property, source, target)
}

// assertion makes what a triple with any other predicate says: a property assertion or an
// annotation, by the kind of the property.
func (m *mapper) assertion(st *statement, with owl.Annotated) {
	f := m.flags[st.p]
	switch {
	case m.isLiteral(st.o) && f&isDataProperty != 0 && f&isAnnotationProperty == 0:
		a := m.dataAssertions.new()
		*a = owl.DataPropertyAssertion{Annotated: with, Property: m.dataProperty(st.p),
			Source: m.individual(st.s), Target: m.literal(st.o)}
		m.add(a)
		return
	case !m.isLiteral(st.o) && f&isObjectProperty != 0:
		a := m.objectAssertions.new()
		*a = owl.ObjectPropertyAssertion{Annotated: with, Property: m.objectProperty(st.p),
			Source: m.individual(st.s), Target: m.individual(st.o)}
		m.add(a)
		return
	}
	if m.words[st.p] != noWord || f&(isDataProperty|isObjectProperty) != 0 &&
		f&isAnnotationProperty == 0 {
		m.note(NoteKeptAsAnnotation, m.name(st.s)+" "+m.name(st.p)+" "+m.name(st.o))
	}
	if st.s == m.header {
		m.ontology.Annotations = append(m.ontology.Annotations,
			owl.Annotation{Property: m.annotationProperty(st.p), Value: m.annotationValue(st.o),
				Annotations: with.Annotations})
		return
	}
	if m.sparse {
		m.skipAnnotationAssertion(st)
		return
	}
	a := m.annotationAssertions.new()
	*a = owl.AnnotationAssertion{Annotated: with, Property: m.annotationProperty(st.p),
		Subject: m.annotationSubject(st.s), Value: m.annotationValue(st.o)}
	m.add(a)
}
