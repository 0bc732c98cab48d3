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

// slab allocates structs in blocks.
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

// axiomSlabs allocate frequent axioms and their literals.
type axiomSlabs struct {
	declarations         slab[owl.Declaration]
	subClasses           slab[owl.SubClassOf]
	annotationAssertions slab[owl.AnnotationAssertion]
	classAssertions      slab[owl.ClassAssertion]
	objectAssertions     slab[owl.ObjectPropertyAssertion]
	dataAssertions       slab[owl.DataPropertyAssertion]
	literals             slab[owl.Literal]
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
	m.line, m.at, m.annotatedBy = st.Line, i, rdf.None
	m.use(i)
	annotatedBy := m.attachedTo(i)
	if len(annotatedBy) == 0 {
		m.translateTriple(st, nil)
		return
	}
	plain := false // the axiom was made without annotations
	for _, on := range annotatedBy {
		m.useReification(on.node)
		annotations := m.annotations(on.node, 0)
		if m.annotatedBy = on.node; len(annotations) > 0 || !plain {
			m.translateTriple(st, annotations)
			m.again = true
		}
		plain = plain || len(annotations) == 0
	}
	m.again = false
}

// isMain reports whether a triple makes an axiom or belongs to the header. The others are parts of
// expressions, lists, reifications or rules.
func (m *mapper) isMain(st *rdf.Statement) bool {
	switch w := m.words[st.P]; {
	case w == rdfType:
		return m.isMainType(st)
	case w == noWord, w == rdfSubject, w == rdfPredicate, w == rdfObject:
		return !m.is(st.S, reificationNode|axiomNode|ruleNode|ruleAtomNode) && !m.isFacet(st)
	case w == inverseOf:
		// the first of several defines the node
		return !m.isBlank(st.S) || m.statements[m.one(st.S, inverseOf)].O != st.O
	case w < intersectionOf:
		return true
	case w <= oneOf, w == onDatatype:
		return !m.isBlank(st.S)
	}
	return false
}

func (m *mapper) isMainType(st *rdf.Statement) bool {
	switch w := m.words[st.O]; w {
	case classType, rdfsClassType, datatypeType, dataRangeType, objectPropertyType,
		dataPropertyType,
		annotationPropertyType, ontologyPropertyType, namedIndividualType:
		return !m.isBlank(st.S)
	case axiomType: // if its triple is not in the document
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
		m.isBlank(st.S) && m.is(st.S, dataRangeNode) &&
			strings.HasPrefix(m.text(st.P), owl.XSDNamespace)
}

// translateTriple makes the axiom of a main triple, or notes the reason why there is none.
func (m *mapper) translateTriple(st *rdf.Statement, annotations []owl.Annotation) {
	err := m.axiom(st, annotations)
	if err == nil {
		return
	}
	if at := (*nodeError)(nil); errors.As(err, &at) && at.name == m.name(st.O) {
		err = at.err // because the message ends with the name
	}
	m.note(doc.NoteRefusedAxiom, fmt.Sprintf("%s %s %s: %v", m.name(st.S), m.name(st.P),
		m.name(st.O), err))
}

var errLiteral = errors.New("a literal is not allowed here")

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
		return m.make(owl.SubClassOfKind, with, st.S, st.O)
	case equivalentClass:
		return m.equivalentClasses(st, with)
	case disjointWith:
		return m.make(owl.DisjointClassesKind, with, st.S, st.O)
	case disjointUnionOf:
		return m.disjointUnion(st, with)
	case intersectionOf, unionOf, complementOf, oneOf, datatypeComplementOf, onDatatype:
		return m.definition(st, with)
	case subPropertyOf:
		return m.subProperty(st, with)
	case equivalentProperty, propertyDisjointWith:
		return m.propertyPair(st, w, with)
	case inverseOf:
		return m.make(owl.InverseObjectPropertiesKind, with, st.S, st.O)
	case propertyChainAxiom:
		return m.chain(st.O, st.S, with)
	case domain, rng:
		return m.domainOrRange(st, w, with)
	case hasKey:
		return m.hasKey(st, with)
	case sameAs:
		return m.make(owl.SameIndividualKind, with, st.S, st.O)
	case differentFrom:
		return m.make(owl.DifferentIndividualsKind, with, st.S, st.O)
	}
	return fmt.Errorf("no axiom has the predicate %s", m.name(st.P))
}

// add appends an axiom. It doubles a full list, because append grows a long one in smaller steps.
func (m *mapper) add(a owl.Axiom) {
	m.traceAxiom(a)
	if list := m.ontology.Axioms; len(list) == cap(list) {
		m.ontology.Axioms = slices.Grow(list, len(list)+1)
	}
	m.ontology.Axioms = append(m.ontology.Axioms, a)
}

func (m *mapper) traceAxiom(a owl.Axiom) {
	if m.trace != nil {
		m.trace(a)
	}
}

// make makes an axiom with terms for its slots in the order of its shape. A list takes all terms
// but those of later slots.
//
// Different triples may state the same axiom: their expressions are equal nodes, or operands are in
// another order. Such an axiom without annotations is made once.
func (m *mapper) make(kind owl.AxiomKind, with owl.Annotated, terms ...rdf.ID) error {
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
	if kind == owl.InverseObjectPropertiesKind { // its order means nothing
		slices.Sort(m.fill.refs)
		m.fill.repeatable = true
	}
	switch {
	case m.fill.err != nil:
		return m.fill.err
	case len(with.Annotations) > 0:
		owl.Annotate(a, with.Annotations)
	case m.fill.repeatable && !m.isNew(kind, m.fill.refs):
		m.traceAxiom(a)
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

// slotFiller fills the slots of an axiom or expression with the entities and expressions of terms.
// It is an owl.SlotVisitor for the kinds that mapper.make and construct make.
type slotFiller struct {
	owl.SlotVisitor // nil

	m          *mapper
	nested     bool // in an expression, so that blank nodes are resolved
	number     int  // of a cardinality restriction
	terms      []rdf.ID
	next       int     // among the terms
	refs       []int32 // to the parts, those of lists without order sorted
	repeatable bool
	err        error
}

// fillSlot fills a slot with the entity, individual or literal of the next term.
func fillSlot[T any](f *slotFiller, slot *T, part func(*mapper, rdf.ID) (T, int32, error)) {
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

// fillPart fills a slot with the entity or expression of the next term.
func fillPart[T any](f *slotFiller, slot *T, part func(*mapper, rdf.ID) (T, int32, error)) {
	if f.err == nil && !f.nested {
		f.err = f.m.place(f.terms[f.next])
	}
	fillSlot(f, slot, part)
}

// entityPart returns a function for fillSlot from one that returns the entity of a term.
func entityPart[T any](entity func(*mapper, rdf.ID) T) func(*mapper, rdf.ID) (T, int32, error) {
	return func(m *mapper, t rdf.ID) (T, int32, error) { return entity(m, t), int32(t), nil }
}

// Parts of axioms that are names or literals.
var (
	namedClassPart         = entityPart((*mapper).class)
	datatypePart           = entityPart((*mapper).datatype)
	dataPropertyPart       = entityPart((*mapper).dataProperty)
	annotationPropertyPart = entityPart((*mapper).annotationProperty)
	iriPart                = entityPart((*mapper).iri)
	literalPart            = entityPart((*mapper).literal)
)

func individualPart(m *mapper, t rdf.ID) (owl.Individual, int32, error) {
	if m.isLiteral(t) {
		return nil, 0, errLiteral
	}
	return m.individual(t), int32(t), nil
}

func (f *slotFiller) Slot(slot, _ any) {
	switch x := slot.(type) {
	case *owl.ClassExpression:
		fillPart(f, x, (*mapper).classPart)
	case *owl.ObjectPropertyExpression:
		fillPart(f, x, (*mapper).propertyPart)
	case *owl.DataRange:
		fillPart(f, x, (*mapper).dataPart)
	case *owl.Class:
		fillSlot(f, x, namedClassPart)
	case *owl.DataProperty:
		fillSlot(f, x, dataPropertyPart)
	case *owl.AnnotationProperty:
		fillSlot(f, x, annotationPropertyPart)
	case *owl.Individual:
		fillSlot(f, x, individualPart)
	case *owl.Datatype:
		fillSlot(f, x, datatypePart)
	case **owl.Literal:
		fillSlot(f, x, literalPart)
	case *owl.IRI:
		fillSlot(f, x, iriPart)
	case *int:
		*x = f.number
		f.refs = append(f.refs, int32(f.number))
	default:
		panic(fmt.Sprintf("unexpected slot %T", slot))
	}
}

// Filler fills the filler of a cardinality restriction if it has one. The restriction may have been
// filled before, for an expression that was not needed.
func (f *slotFiller) Filler(slot, _ any) {
	switch x := slot.(type) {
	case *owl.ClassExpression:
		*x = nil
	case *owl.DataRange:
		*x = nil
	}
	if f.next < len(f.terms) {
		f.Slot(slot, nil)
	}
}

// List fills a list. A chain ends before its super-property, the data properties of a restriction
// before its range, and the object properties of a key before its data properties.
func (f *slotFiller) List(list owl.List, least int, order owl.ListOrder) {
	end := len(f.terms)
	_, ofProperties := list.(*owl.Items[owl.ObjectPropertyExpression])
	switch {
	case order == owl.AsWritten:
		end--
	case least == 0 && ofProperties:
		for end = f.next; end < len(f.terms) && !f.m.isKeyData(f.terms[end]); {
			end++
		}
	}
	f.repeatable = true
	at := len(f.refs)
	for list.Reset(end - f.next); f.next < end && f.err == nil; {
		f.Slot(list.Add(), nil)
	}
	if order != owl.AsWritten {
		slices.Sort(f.refs[at:])
	}
}

// typed makes the axiom of a triple with rdf:type: a declaration, a characteristic of a property,
// an axiom over a list, or a class assertion.
func (m *mapper) typed(st *rdf.Statement, with owl.Annotated) error {
	w := m.words[st.O]
	m.noteOldType(st, w)
	if kind, declares := declaredKinds[w]; declares {
		m.declare(st.S, kind, with)
		return nil
	}
	switch w {
	case rdfPropertyType: // its kind follows from its use
	case functionalType, inverseFunctionalType, reflexiveType, irreflexiveType, symmetricType,
		asymmetricType, transitiveType:
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
		return m.make(owl.ClassAssertionKind, with, st.O, st.S)
	}
	return nil
}

// noteOldType notes types that OWL 2 has replaced. It ignores rdfs:Class and rdf:Property of a node
// that also has a type of OWL 2 (table 5).
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

// bareAxiom makes the axiom of an owl:Axiom whose triple is not in the document.
func (m *mapper) bareAxiom(st *rdf.Statement) error {
	about, ok := m.reified(st.S)
	if !ok {
		return errors.New(
			"it lacks owl:annotatedSource, owl:annotatedProperty or owl:annotatedTarget")
	}
	about.Line = st.Line
	if !m.makesAxioms(about.P) || !m.isMain(&about) {
		return fmt.Errorf("%s %s %s is no axiom", m.name(about.S), m.name(about.P), m.name(about.O))
	}
	m.useReification(st.S)
	m.note(doc.NoteBareReification, fmt.Sprintf("%s %s %s", m.name(about.S), m.name(about.P),
		m.name(about.O)))
	m.translateTriple(&about, m.annotations(st.S, 0))
	return nil
}

// makesAxioms reports whether triples with this predicate are main triples of axioms. Other names
// of the reserved vocabulary are no annotation properties.
func (m *mapper) makesAxioms(p rdf.ID) bool {
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

func (m *mapper) declare(t rdf.ID, kind owl.EntityKind, with owl.Annotated) {
	if len(with.Annotations) == 0 && m.is(t, madeClass<<kind) {
		return
	}
	m.flags[t] |= madeClass << kind
	d := m.declarations.new()
	*d = owl.Declaration{Annotated: with, Entity: owl.NewEntity(kind, m.iri(t))}
	m.add(d)
}

// characteristic makes the axiom of one of the seven types of properties. Three of them also
// declare an object property in OWL 1 (table 6).
func (m *mapper) characteristic(t rdf.ID, w word, with owl.Annotated) error {
	if w == functionalType {
		return m.functional(t, with)
	}
	if w == inverseFunctionalType || w == symmetricType || w == transitiveType {
		if m.isIRI(t) && m.find(t, m.wordTerms[rdfType], m.wordTerms[objectPropertyType]) < 0 {
			m.declare(t, owl.ObjectPropertyKind, owl.Annotated{})
		}
	}
	return m.make(characteristics[w], with, t)
}

// characteristics holds the axioms of types of object properties.
var characteristics = func() map[word]owl.AxiomKind {
	found := make(map[word]owl.AxiomKind)
	for kind, w := range axiomWords {
		if w.isCharacteristic() && kind != int(owl.FunctionalDataPropertyKind) {
			found[w] = owl.AxiomKind(kind)
		}
	}
	return found
}()

func (m *mapper) functional(t rdf.ID, with owl.Annotated) error {
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
func (m *mapper) isObject(t rdf.ID) bool {
	return m.is(t, isObjectProperty) || m.isBlank(t) && m.one(t, inverseOf) >= 0
}

// skipAnnotationAssertion counts an annotation assertion. It names blank nodes and notes undeclared
// properties, so that the rest of the result does not depend on sparse reading.
func (m *mapper) skipAnnotationAssertion(st *rdf.Statement) {
	m.report.Skipped++
	m.annotationProperty(st.P)
	m.annotationSubject(st.S)
	if m.isBlank(st.O) {
		m.annotationValue(st.O)
	}
}

// deprecate makes the annotation of a deprecated class or property (table 18).
func (m *mapper) deprecate(t rdf.ID, with owl.Annotated) {
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

// equivalentClasses makes an axiom about classes or, if the other side is a data range, a datatype
// definition.
func (m *mapper) equivalentClasses(st *rdf.Statement, with owl.Annotated) error {
	m.resolve(st.S)
	m.resolve(st.O)
	is := m.sortOfPart(st.O)
	if is == unknownSort {
		is = m.sortOfPart(st.S)
	}
	isClass := m.isIRI(st.O) && m.sortOfPart(st.S) == classSort && !m.is(st.S, declaredDatatype)
	if is == dataSort && !isClass {
		if !m.isIRI(st.S) {
			return errors.New("a datatype definition without a name")
		}
		return m.make(owl.DatatypeDefinitionKind, with, st.S, st.O)
	}
	return m.make(owl.EquivalentClassesKind, with, st.S, st.O)
}

func (m *mapper) disjointUnion(st *rdf.Statement, with owl.Annotated) error {
	if !m.isIRI(st.S) {
		return errors.New("a disjoint union without a name")
	}
	list, err := m.useList(st.O)
	if err != nil {
		return err
	}
	return m.make(owl.DisjointUnionKind, with, append([]rdf.ID{st.S}, list...)...)
}

// definition makes the axiom of a name with a constructor, as in "complete" classes of OWL 1 (table
// 18).
func (m *mapper) definition(st *rdf.Statement, with owl.Annotated) error {
	w := m.words[st.P]
	i := m.find(st.S, st.P, st.O)
	if i < 0 {
		return errors.New("the definition of a name is in a reified triple only")
	}
	for _, part := range m.partsOf(w, st.O) {
		m.resolve(part)
	}
	is := classSort
	if w == datatypeComplementOf || w == onDatatype || m.isDataRangeName(st.S) {
		is = dataSort
	}
	// The expression has no node of its own. It is kept in the cell of the IRI owl:intersectionOf,
	// which no other expression uses.
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
			Annotated: with, Datatype: m.datatype(st.S), Range: value.(owl.DataRange),
		}, int32(st.S), ref)
		return nil
	}
	m.addDefinition(&owl.EquivalentClasses{
		Annotated: with,
		Classes:   []owl.ClassExpression{m.class(st.S), value.(owl.ClassExpression)},
	}, min(int32(st.S), ref), max(int32(st.S), ref))
	return nil
}

// addDefinition adds the axiom of a definition unless it was made before.
func (m *mapper) addDefinition(a owl.Axiom, parts ...int32) {
	if len(a.AxiomAnnotations()) > 0 || m.isNew(a.Kind(), parts) {
		m.add(a)
	} else {
		m.traceAxiom(a)
	}
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

func (m *mapper) subProperty(st *rdf.Statement, with owl.Annotated) error {
	if i := m.one(st.S, propertyChain); m.isBlank(st.S) && i >= 0 { // in drafts of OWL 2
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
		return m.make(owl.SubObjectPropertyOfKind, with, st.S, st.O)
	case !m.isIRI(st.S) || !m.isIRI(st.O):
		return errors.New("a property without a name")
	case m.is(st.O, isDataProperty):
		return m.make(owl.SubDataPropertyOfKind, with, st.S, st.O)
	}
	return m.make(owl.SubAnnotationPropertyOfKind, with, st.S, st.O)
}

// chain makes the axiom chain ⊑ super. An empty chain is an error.
func (m *mapper) chain(list, super rdf.ID, with owl.Annotated) error {
	chain, err := m.useList(list)
	if err != nil {
		return err
	}
	if len(chain) == 0 {
		return errors.New("an empty property chain")
	}
	return m.make(owl.SubPropertyChainOfKind, with, append(slices.Clone(chain), super)...)
}

// propertyPair makes the equivalence or disjointness of two object or two data properties, or two
// axioms if they are both.
func (m *mapper) propertyPair(st *rdf.Statement, w word, with owl.Annotated) error {
	object := m.isObject(st.S) && m.isObject(st.O)
	data := m.is(st.S, isDataProperty) && m.is(st.O, isDataProperty)
	if !object && !data {
		object = m.isObject(st.S) || m.isObject(st.O)
		data = !object && (m.is(st.S, isDataProperty) || m.is(st.O, isDataProperty)) &&
			m.isIRI(st.S) && m.isIRI(st.O)
		if !object && !data {
			return errors.New("OWL has this for object and for data properties only")
		}
	}
	ofObject, ofData := owl.EquivalentObjectPropertiesKind, owl.EquivalentDataPropertiesKind
	if w == propertyDisjointWith {
		ofObject, ofData = owl.DisjointObjectPropertiesKind, owl.DisjointDataPropertiesKind
	}
	if data {
		if err := m.make(ofData, with, st.S, st.O); err != nil {
			return err
		}
	}
	if object {
		return m.make(ofObject, with, st.S, st.O)
	}
	return nil
}

// domainOrRange makes the axiom of a domain or range. If the property is an object and a data
// property, a range decides.
func (m *mapper) domainOrRange(st *rdf.Statement, w word, with owl.Annotated) error {
	ofObject, ofData := owl.ObjectPropertyDomainKind, owl.DataPropertyDomainKind
	ofAnnotation := owl.AnnotationPropertyDomainKind
	object, data := m.isObject(st.S), m.is(st.S, isDataProperty)
	if w == rng {
		ofObject, ofData = owl.ObjectPropertyRangeKind, owl.DataPropertyRangeKind
		ofAnnotation = owl.AnnotationPropertyRangeKind
		if object && data {
			m.resolve(st.O)
			object = m.sortOfPart(st.O) != dataSort
		}
	}
	switch {
	case object:
		return m.make(ofObject, with, st.S, st.O)
	case data:
		return m.make(ofData, with, st.S, st.O)
	case !m.isIRI(st.O) || !m.isIRI(st.S):
		return fmt.Errorf("the %s of an annotation property can only be a name", w.local())
	}
	return m.make(ofAnnotation, with, st.S, st.O)
}

func (m *mapper) hasKey(st *rdf.Statement, with owl.Annotated) error {
	list, err := m.useList(st.O)
	if err != nil {
		return err
	}
	terms, data := []rdf.ID{st.S}, []rdf.ID(nil)
	for _, t := range list {
		if m.isKeyData(t) {
			data = append(data, t)
		} else {
			terms = append(terms, t)
		}
	}
	return m.make(owl.HasKeyKind, with, append(terms, data...)...)
}

// isKeyData reports whether a property of a key is a data property.
func (m *mapper) isKeyData(t rdf.ID) bool {
	return m.isIRI(t) && m.is(t, isDataProperty) && !m.isObject(t)
}

// disjointMembers makes the axiom of a node of type owl:AllDifferent, owl:AllDisjointClasses or
// owl:AllDisjointProperties. Annotations are triples of the node.
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
func (m *mapper) areData(list []rdf.ID) bool {
	data, object := true, true
	for _, t := range list {
		data = data && m.isIRI(t) && m.is(t, isDataProperty)
		object = object && m.isObject(t)
	}
	return data && !object
}

func (m *mapper) negativeAssertion(node rdf.ID, with owl.Annotated) error {
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
		return m.make(owl.NegativeDataPropertyAssertionKind, with, property, source, target)
	}
	return m.make(owl.NegativeObjectPropertyAssertionKind, with, property, source, target)
}

// assertion makes the axiom of a triple with another predicate: a property assertion or an
// annotation, by the kind of the property.
func (m *mapper) assertion(st *rdf.Statement, with owl.Annotated) {
	f := m.flags[st.P]
	switch {
	case m.isLiteral(st.O) && f&isDataProperty != 0 && f&isAnnotationProperty == 0:
		a := m.dataAssertions.new()
		*a = owl.DataPropertyAssertion{Annotated: with, Property: m.dataProperty(st.P),
			Source: m.individual(st.S), Target: m.literal(st.O)}
		m.add(a)
		return
	case !m.isLiteral(st.O) && f&isObjectProperty != 0:
		a := m.objectAssertions.new()
		*a = owl.ObjectPropertyAssertion{Annotated: with, Property: m.objectProperty(st.P),
			Source: m.individual(st.S), Target: m.individual(st.O)}
		m.add(a)
		return
	}
	if m.words[st.P] != noWord || f&(isDataProperty|isObjectProperty) != 0 &&
		f&isAnnotationProperty == 0 {
		m.note(doc.NoteKeptAsAnnotation, m.name(st.S)+" "+m.name(st.P)+" "+m.name(st.O))
	}
	if st.S == m.header {
		m.ontology.Annotations = append(m.ontology.Annotations,
			owl.Annotation{Property: m.annotationProperty(st.P), Value: m.annotationValue(st.O),
				Annotations: with.Annotations})
		return
	}
	if m.sparse {
		m.skipAnnotationAssertion(st)
		return
	}
	a := m.annotationAssertions.new()
	*a = owl.AnnotationAssertion{Annotated: with, Property: m.annotationProperty(st.P),
		Subject: m.annotationSubject(st.S), Value: m.annotationValue(st.O)}
	m.add(a)
}
