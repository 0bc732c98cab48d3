package owlrdf

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// expressions holds the class expressions, data ranges and inverse properties of blank nodes. Equal
// ones share a struct: each is interned by its constructor and the references to its parts, sorted
// if they are a set.
type expressions struct {
	values   []expression // by number, as in keys
	keys     tupleSet
	key      []int32 // of the current expression,
	size     int64   // and the measures of its parts so far
	depth    int32
	stack    []rdf.ID // nodes to resolve
	written  int64    // see maxWritten
	failures []error  // of nodes without an expression; see cell

	literalValues []*owl.Literal // see literal

	// An expression by kind that was made, but not needed, because an equal one was there before.
	spareClasses [len(classWords)]owl.ClassExpression
	spareRanges  [len(rangeWords)]owl.DataRange
}

// expression is one class expression, data range or object property expression.
type expression struct {
	value any
	ref   int32 // ^number, or the name that the blank node wraps
	depth int32
	size  int64 // nodes as a tree, so that shared parts count each time
}

// The cell of a blank node in mapper.cells is one of these: unresolved; resolving, while its parts
// are resolved; firstExpression + the number of its expression; firstFailure - the number of its
// failure. That of a literal is 0 or 1 + the number of its value.
const (
	unresolved      int32 = 0
	resolving       int32 = -1
	firstExpression int32 = 1
	firstFailure    int32 = -2
)

// A reference to a part is the rdf.ID of a name or literal, or ^number of an expression.

var errCyclic = errors.New("it contains itself")

// resolve computes the cells of a blank node and its parts. It uses a stack instead of recursion,
// because documents may nest deeply.
func (m *mapper) resolve(root rdf.ID) {
	if !m.isBlank(root) || m.cells[root] != unresolved {
		return
	}
	m.stack = append(m.stack[:0], root)
	for round := 1; len(m.stack) > 0; round++ {
		if m.canceled(round) {
			return // Map returns before the cell is used
		}
		node := m.stack[len(m.stack)-1]
		switch m.cells[node] {
		case unresolved:
			m.cells[node] = resolving
			m.pushParts(node)
		case resolving:
			m.stack = m.stack[:len(m.stack)-1]
			if err := m.build(node); err != nil {
				m.cells[node] = firstFailure - int32(len(m.failures))
				m.failures = append(m.failures, m.failed(node, err))
			}
		default: // a shared node that was resolved before
			m.stack = m.stack[:len(m.stack)-1]
		}
	}
}

// nodeError is returned for a node without an expression.
type nodeError struct {
	name string
	err  error
}

func (e *nodeError) Error() string { return e.name + ": " + e.err.Error() }
func (e *nodeError) Unwrap() error { return e.err }

// failed returns an error that names the innermost node at fault.
func (m *mapper) failed(node rdf.ID, err error) error {
	var inner *nodeError
	if errors.As(err, &inner) {
		return inner
	}
	return &nodeError{m.name(node), err}
}

// pushParts pushes the unresolved parts of a node. A part that is being resolved is a cycle, which
// build detects.
func (m *mapper) pushParts(node rdf.ID) {
	for _, i := range m.about(node) {
		st := &m.statements[i]
		switch m.words[st.P] {
		case intersectionOf, unionOf, onProperties:
			members, _ := m.listMembers(st.O)
			for _, part := range members {
				m.pushPart(part)
			}
		case complementOf, datatypeComplementOf, onProperty, someValuesFrom, allValuesFrom, onClass,
			onDataRange, inverseOf:
			m.pushPart(st.O)
		}
	}
}

func (m *mapper) pushPart(part rdf.ID) {
	if !m.isBlank(part) {
		return
	}
	m.refer(part)
	if m.cells[part] == unresolved {
		m.stack = append(m.stack, part)
	}
}

// constructor holds the statements of a node by constructor word, or -1.
type constructor [withRestrictions + 1]int32

// build makes the expression of a node whose parts are resolved (tables 11 to 14 of the mapping,
// and owl:DataRange and owl:SelfRestriction of OWL 1).
func (m *mapper) build(node rdf.ID) error {
	var c constructor
	for w := range c {
		c[w] = -1
	}
	for _, i := range m.about(node) {
		if w := m.words[m.statements[i].P]; w.isConstructor() && c[w] < 0 {
			c[w] = i
		}
	}
	m.useTypes(node, classType, rdfsClassType, datatypeType, objectPropertyType, restrictionType,
		selfRestrictionType, dataRangeType)
	switch {
	case c[onProperty] >= 0 || c[onProperties] >= 0:
		return m.buildRestriction(node, &c)
	case c[intersectionOf] >= 0:
		return m.buildConnective(node, c[intersectionOf], m.sortOf(node))
	case c[unionOf] >= 0:
		return m.buildConnective(node, c[unionOf], m.sortOf(node))
	case c[complementOf] >= 0:
		return m.buildConnective(node, c[complementOf], m.sortOf(node))
	case c[datatypeComplementOf] >= 0:
		return m.buildConnective(node, c[datatypeComplementOf], dataSort)
	case c[oneOf] >= 0:
		return m.buildConnective(node, c[oneOf], m.sortOf(node))
	case c[onDatatype] >= 0:
		return m.buildDatatypeRestriction(node, &c)
	case c[onDataRange] >= 0:
		return m.buildOldDatatypeRestriction(node, c[onDataRange])
	case c[inverseOf] >= 0:
		return m.buildInverse(node, c[inverseOf])
	}
	return errors.New("it is no expression")
}

// sort distinguishes class expressions and data ranges.
type sort uint8

const (
	unknownSort sort = iota
	classSort
	dataSort
)

func (m *mapper) sortOf(node rdf.ID) sort {
	switch {
	case m.is(node, dataRangeNode):
		return dataSort
	case m.is(node, declaredClass):
		return classSort
	}
	return unknownSort
}

// sortOfPart returns the sort of a resolved term.
func (m *mapper) sortOfPart(t rdf.ID) sort {
	switch {
	case m.isLiteral(t):
		return unknownSort
	case m.isIRI(t):
		if m.isDataRangeName(t) {
			return dataSort
		}
		if m.is(t, isClass) {
			return classSort
		}
		return unknownSort
	}
	if cell := m.cells[t]; cell >= firstExpression {
		switch m.values[cell-firstExpression].value.(type) {
		case owl.DataRange:
			return dataSort
		case owl.ClassExpression:
			return classSort
		}
	}
	return unknownSort
}

// buildConnective makes the intersection, union, complement or enumeration of statement i. The
// operands decide if the sort is unknown. Lists of one operand or none are read by table 15.
func (m *mapper) buildConnective(node rdf.ID, i int32, is sort) error {
	w, o := m.words[m.statements[i].P], m.statements[i].O
	m.use(i)
	var operands []rdf.ID
	switch w {
	case complementOf, datatypeComplementOf:
		operands = []rdf.ID{o}
	default:
		list, err := m.useList(o)
		if err != nil {
			return err
		}
		operands = list
	}
	if is == unknownSort {
		is = m.sortOfOperands(w, operands)
	}
	m.newKey(w, is)
	switch {
	case len(operands) == 0:
		return m.intern(node, func() any { return emptyConnective(w, is) })
	case w == oneOf:
		m.addSize(int64(len(operands)))
		for _, t := range operands {
			if m.isLiteral(t) != (is == dataSort) {
				return fmt.Errorf("an enumeration of %s and others", m.name(t))
			}
		}
	case len(operands) == 1 && (w == intersectionOf || w == unionOf):
		return m.buildOnly(node, operands[0], is)
	}
	if is == dataSort {
		return construct(m, node, &owl.DataRangeShapes[rangeKinds[w]],
			&m.spareRanges[rangeKinds[w]], 0, operands...)
	}
	return construct(m, node, &owl.ClassShapes[classKinds[w]], &m.spareClasses[classKinds[w]], 0,
		operands...)
}

// emptyConnective returns an intersection, union or enumeration without operands.
func emptyConnective(w word, is sort) any {
	switch {
	case w == intersectionOf && is == dataSort:
		return owl.RDFSLiteral
	case w == intersectionOf:
		return owl.Thing
	case is == dataSort:
		return &owl.DataComplementOf{Operand: owl.RDFSLiteral}
	}
	return owl.Nothing
}

// buildOnly makes an intersection or union of one operand, which is that operand.
func (m *mapper) buildOnly(node, operand rdf.ID, is sort) error {
	if is == dataSort {
		value, ref, err := m.dataPart(operand)
		if err != nil {
			return err
		}
		return m.alias(node, value, ref)
	}
	value, ref, err := m.classPart(operand)
	if err != nil {
		return err
	}
	return m.alias(node, value, ref)
}

// construct makes the expression of a shape with resolved terms for its slots; number is that of a
// cardinality restriction. The key has begun. Spare keeps the value if there is an equal one.
func construct[T comparable](m *mapper, node rdf.ID, shape *owl.Shape[T], spare *T, number int,
	terms ...rdf.ID) error {
	f := &m.inner
	f.m, f.nested, f.number, f.next, f.err = m, true, number, 0, nil
	f.terms, f.refs = append(f.terms[:0], terms...), f.refs[:0]
	var none T
	if *spare == none {
		*spare = shape.New()
	}
	if shape.Visit(*spare, f); f.err != nil {
		return f.err
	}
	m.key = append(m.key, f.refs...)
	isNew, err := m.internKey(node)
	if isNew {
		m.values[len(m.values)-1].value = *spare
		*spare = none
	}
	return err
}

func (m *mapper) sortOfOperands(w word, operands []rdf.ID) sort {
	for _, t := range operands {
		if w == oneOf && m.isLiteral(t) {
			return dataSort
		}
		if s := m.sortOfPart(t); w != oneOf && s != unknownSort {
			return s
		}
	}
	return classSort
}

// buildDatatypeRestriction makes a datatype with facets. Each node of the list has a triple, which
// is a facet.
func (m *mapper) buildDatatypeRestriction(node rdf.ID, c *constructor) error {
	datatype := m.statements[c[onDatatype]].O
	if !m.isIRI(datatype) {
		return fmt.Errorf("a restriction on %s, which is no datatype", m.name(datatype))
	}
	if c[withRestrictions] < 0 {
		return errors.New("a datatype restriction without owl:withRestrictions")
	}
	nodes, err := m.useList(m.statements[c[withRestrictions]].O)
	if err != nil {
		return err
	}
	m.use(c[onDatatype])
	m.use(c[withRestrictions])
	facets := make([]int32, 0, len(nodes))
	for _, f := range nodes {
		about := m.about(f)
		if len(about) != 1 || !m.isLiteral(m.statements[about[0]].O) {
			return fmt.Errorf("%s is not one facet with its value", m.name(f))
		}
		facets = append(facets, about[0])
	}
	return m.internRestriction(node, datatype, facets)
}

// internRestriction makes a datatype with the facets that are the given statements.
func (m *mapper) internRestriction(node, datatype rdf.ID, statements []int32) error {
	m.newKey(onDatatype, dataSort)
	m.key = append(m.key, int32(datatype))
	facets := make([]owl.FacetRestriction, len(statements))
	for k, i := range statements {
		m.use(i)
		st := &m.statements[i]
		m.key = append(m.key, int32(st.P), int32(st.O))
		facets[k] = owl.FacetRestriction{Facet: m.iri(st.P), Value: m.literal(st.O)}
	}
	m.addSize(int64(len(facets)))
	return m.intern(node, func() any {
		return &owl.DatatypeRestriction{Datatype: m.datatype(datatype), Facets: facets}
	})
}

// buildOldDatatypeRestriction makes a data range of OWL 1.1, whose own triples are the facets.
func (m *mapper) buildOldDatatypeRestriction(node rdf.ID, i int32) error {
	datatype := m.statements[i].O
	if !m.isIRI(datatype) {
		return fmt.Errorf("a restriction on %s, which is no datatype", m.name(datatype))
	}
	m.use(i)
	m.note(doc.NoteOldVocabulary, "facets without owl:withRestrictions")
	var facets []int32
	for _, f := range m.about(node) {
		st := &m.statements[f]
		if m.isLiteral(st.O) && strings.HasPrefix(m.text(st.P), owl.XSDNamespace) {
			facets = append(facets, f)
		}
	}
	if len(facets) == 0 {
		return errors.New("a restriction of a datatype without a facet")
	}
	return m.internRestriction(node, datatype, facets)
}

// buildInverse makes an inverse property. The inverse of an inverse is the property itself.
func (m *mapper) buildInverse(node rdf.ID, i int32) error {
	m.use(i)
	part, ref, err := m.propertyPart(m.statements[i].O)
	if err != nil {
		return err
	}
	if inner, ok := part.(*owl.ObjectInverseOf); ok {
		return m.alias(node, inner.Property, m.keys.tuple(^ref)[1])
	}
	m.newKey(inverseOf, unknownSort)
	m.key = append(m.key, ref)
	return m.intern(node,
		func() any { return &owl.ObjectInverseOf{Property: part.(owl.ObjectProperty)} })
}

// newKey begins the key of an expression.
func (m *mapper) newKey(w word, is sort) {
	m.key = append(m.key[:0], int32(w)<<2|int32(is))
	m.size, m.depth = 1, 0
}

func (m *mapper) addSize(n int64) { m.size += n }

// maxWritten bounds the size of all expressions of a document as trees. If every node has one
// place, as in OWL 2 DL, that is less than one part for each statement; with shared nodes it is
// exponential.
func (m *mapper) maxWritten() int64 { return 64*int64(len(m.statements)) + 1<<16 }

// intern sets the cell of a node to the expression with the current key, which it makes if it is
// new.
func (m *mapper) intern(node rdf.ID, value func() any) error {
	isNew, err := m.internKey(node)
	if isNew {
		m.values[len(m.values)-1].value = value()
	}
	return err
}

// internKey sets the cell of a node to the expression with the current key. The value of a new one
// is the last of m.values, for the caller to set. Expressions that nest too deep, or are too large
// as trees, are errors.
func (m *mapper) internKey(node rdf.ID) (isNew bool, err error) {
	if int(m.depth)+1 > m.limits.Depth {
		return false, fmt.Errorf("%w: expressions nested more than %d deep", doc.ErrTooLarge,
			m.limits.Depth)
	}
	if m.size > m.maxWritten() {
		return false, fmt.Errorf(
			"%w: an expression of more than %d parts, shared ones counted each time",
			doc.ErrTooLarge, m.maxWritten())
	}
	number, isNew := m.keys.add(m.key)
	if isNew {
		m.values = append(m.values, expression{nil, ^number, m.depth + 1, m.size})
	}
	m.cells[node] = firstExpression + number
	return isNew, nil
}

// alias sets the cell of a node to an expression that it only wraps.
func (m *mapper) alias(node rdf.ID, value any, ref int32) error {
	if ref < 0 {
		m.cells[node] = firstExpression + ^ref
		return nil
	}
	m.newKey(noWord, unknownSort)
	m.key = append(m.key, ref)
	if err := m.intern(node, func() any { return value }); err != nil {
		return err
	}
	m.values[m.cells[node]-firstExpression].ref = ref
	return nil
}

// part returns the expression of a resolved blank node, and its reference.
func (m *mapper) part(t rdf.ID) (any, int32, error) {
	switch cell := m.cells[t]; {
	case cell >= firstExpression:
		e := &m.values[cell-firstExpression]
		m.size += e.size
		m.depth = max(m.depth, e.depth)
		return e.value, e.ref, nil
	case cell == resolving:
		return nil, 0, errCyclic
	case cell <= firstFailure:
		return nil, 0, m.failures[firstFailure-cell]
	}
	return nil, 0, errors.New("not resolved") // impossible, because the caller resolves all parts
}

// partOf returns the entity or the expression of type T of a resolved term.
func partOf[T any](m *mapper, t rdf.ID, name func(*mapper, rdf.ID) T, what, expression string) (
	x T, ref int32, err error) {
	switch {
	case m.isIRI(t):
		m.size++
		return name(m, t), int32(t), nil
	case m.isLiteral(t):
		return x, 0, fmt.Errorf("%s is no %s", m.name(t), what)
	}
	value, ref, err := m.part(t)
	if err != nil {
		return x, 0, err
	}
	x, ok := value.(T)
	if !ok {
		return x, 0, fmt.Errorf("%s is no %s", m.name(t), expression)
	}
	return x, ref, nil
}

func (m *mapper) classPart(t rdf.ID) (owl.ClassExpression, int32, error) {
	return partOf(m, t, func(m *mapper, t rdf.ID) owl.ClassExpression { return m.class(t) },
		"class", "class expression")
}

func (m *mapper) dataPart(t rdf.ID) (owl.DataRange, int32, error) {
	return partOf(m, t, func(m *mapper, t rdf.ID) owl.DataRange { return m.datatype(t) },
		"datatype", "data range")
}

func (m *mapper) propertyPart(t rdf.ID) (owl.ObjectPropertyExpression, int32, error) {
	return partOf(m, t,
		func(m *mapper, t rdf.ID) owl.ObjectPropertyExpression { return m.objectProperty(t) },
		"property", "property expression")
}

// place resolves a blank node of an axiom and counts its size as a tree.
func (m *mapper) place(t rdf.ID) error {
	if !m.isBlank(t) {
		return nil
	}
	m.resolve(t)
	m.refer(t)
	if cell := m.cells[t]; cell >= firstExpression {
		if m.written += m.values[cell-firstExpression].size; m.written > m.maxWritten() {
			return fmt.Errorf("%w: shared expressions of more than %d parts",
				doc.ErrTooLarge, m.maxWritten())
		}
	}
	return nil
}

// refer notes blank nodes of several axioms or expressions, which OWL 2 DL forbids.
func (m *mapper) refer(t rdf.ID) {
	if m.again {
		return
	}
	switch f := m.flags[t]; {
	case f&referredTo == 0:
		m.flags[t] |= referredTo
	case f&notedShared == 0:
		m.flags[t] |= notedShared
		m.note(doc.NoteSharedNode, m.name(t)+" is part of several axioms or expressions")
	}
}

// The next five functions return the entity of their kind with the name t.

func (m *mapper) class(t rdf.ID) owl.Class { return owl.Class{IRI: m.named(t, owl.ClassKind)} }

func (m *mapper) datatype(t rdf.ID) owl.Datatype {
	return owl.Datatype{IRI: m.named(t, owl.DatatypeKind)}
}

func (m *mapper) objectProperty(t rdf.ID) owl.ObjectProperty {
	return owl.ObjectProperty{IRI: m.named(t, owl.ObjectPropertyKind)}
}

func (m *mapper) dataProperty(t rdf.ID) owl.DataProperty {
	return owl.DataProperty{IRI: m.named(t, owl.DataPropertyKind)}
}

func (m *mapper) annotationProperty(t rdf.ID) owl.AnnotationProperty {
	return owl.AnnotationProperty{IRI: m.named(t, owl.AnnotationPropertyKind)}
}

// undeclaredNotes holds the findings about entities of a kind that are not declared.
var undeclaredNotes = [...]doc.NoteKind{
	owl.ClassKind:              doc.NoteUndeclaredClass,
	owl.DatatypeKind:           doc.NoteUndeclaredDatatype,
	owl.ObjectPropertyKind:     doc.NoteUndeclaredObjectProperty,
	owl.DataPropertyKind:       doc.NoteUndeclaredDataProperty,
	owl.AnnotationPropertyKind: doc.NoteUndeclaredAnnotationProperty,
}

// named returns the name of an entity, and notes it once if it is not declared.
func (m *mapper) named(t rdf.ID, kind owl.EntityKind) owl.IRI {
	if !m.is(t, (declaredClass|notedClass)<<kind) &&
		!(kind == owl.DatatypeKind && m.isDatatypeName(t)) {
		m.flags[t] |= notedClass << kind
		m.note(undeclaredNotes[kind], m.name(t))
	}
	return m.iri(t)
}

// buildRestriction makes a restriction on a property (tables 13 and 14). The kind of the property
// decides between object and data restrictions. If it is both or neither, the rest of the
// restriction decides.
func (m *mapper) buildRestriction(node rdf.ID, c *constructor) error {
	properties, isList, err := m.restricted(c)
	if err != nil {
		return err
	}
	w := noWord
	for _, candidate := range [...]word{someValuesFrom, allValuesFrom, hasValue, hasSelf,
		minQualifiedCardinality, maxQualifiedCardinality, qualifiedCardinality, minCardinality,
		maxCardinality, cardinality} {
		if c[candidate] >= 0 {
			w = candidate
			break
		}
	}
	if w == noWord {
		if m.find(node, m.wordTerms[rdfType], m.wordTerms[selfRestrictionType]) < 0 {
			return errors.New("a restriction without a filler, value or cardinality")
		}
		w = hasSelf
	} else {
		m.use(c[w])
	}
	is := classSort
	if isList || m.restrictsData(properties[0], w, c) {
		is = dataSort
	}
	terms, number, err := m.restrictionTerms(w, properties, is, c)
	if err != nil {
		return err
	}
	m.newKey(w.unqualified(), is)
	kind := classKinds[w.unqualified()]
	if is == dataSort {
		kind = dataKinds[w.unqualified()]
		m.addSize(int64(len(properties)))
	}
	return construct(m, node, &owl.ClassShapes[kind], &m.spareClasses[kind], number, terms...)
}

// restrictionTerms returns the terms of the slots of a restriction, and the number of a
// cardinality. The sort is that of the properties.
func (m *mapper) restrictionTerms(w word, properties []rdf.ID, is sort, c *constructor) (
	terms []rdf.ID, number int, err error) {
	isData := is == dataSort
	switch {
	case w == someValuesFrom || w == allValuesFrom:
		return append(properties, m.statements[c[w]].O), 0, nil
	case w == hasSelf && isData:
		return nil, 0, fmt.Errorf("owl:hasSelf on the data property %s", m.name(properties[0]))
	case len(properties) > 1:
		return nil, 0, errors.New("several properties in a restriction that allows one")
	case w == hasValue:
		value := m.statements[c[w]].O
		switch {
		case m.isLiteral(value) && !isData:
			return nil, 0, fmt.Errorf("the object property %s has the literal %s as its value",
				m.name(properties[0]), m.name(value))
		case !m.isLiteral(value) && isData:
			return nil, 0, fmt.Errorf(
				"the data property %s has %s as its value, which is no literal",
				m.name(properties[0]), m.name(value))
		}
		return append(properties, value), 0, nil
	case w == hasSelf:
		if c[hasSelf] >= 0 {
			if value := m.statements[c[hasSelf]].O; !m.isLiteral(value) || !isTrue(m.text(value)) {
				return nil, 0, fmt.Errorf("owl:hasSelf with %s in place of true", m.name(value))
			}
		}
		return properties, 0, nil
	}
	filler := c[onClass]
	if isData {
		filler = c[onDataRange]
	}
	if filler >= 0 {
		m.use(filler)
		properties = append(properties, m.statements[filler].O)
	}
	number, err = m.cardinality(c[w])
	return properties, number, err
}

// restricted returns the property of owl:onProperty, or those of owl:onProperties.
func (m *mapper) restricted(c *constructor) (properties []rdf.ID, isList bool, err error) {
	if c[onProperty] >= 0 {
		m.use(c[onProperty])
		p := m.statements[c[onProperty]].O
		if m.isLiteral(p) {
			return nil, false, fmt.Errorf("%s is no property", m.name(p))
		}
		return append(make([]rdf.ID, 0, 2), p), false, nil
	}
	m.use(c[onProperties])
	list, err := m.useList(m.statements[c[onProperties]].O)
	if err != nil {
		return nil, false, err
	}
	if len(list) == 0 {
		return nil, false, errors.New("owl:onProperties with an empty list")
	}
	for _, p := range list {
		if !m.isIRI(p) {
			return nil, false, fmt.Errorf("%s is no data property", m.name(p))
		}
	}
	return slices.Clone(list), true, nil
}

// restrictsData reports whether a restriction is on a data property.
func (m *mapper) restrictsData(p rdf.ID, w word, c *constructor) bool {
	if !m.isIRI(p) {
		return false
	}
	object, data := m.is(p, isObjectProperty), m.is(p, isDataProperty)
	if object != data {
		return data
	}
	switch w {
	case someValuesFrom, allValuesFrom:
		return m.sortOfPart(m.statements[c[w]].O) == dataSort
	case hasValue:
		return m.isLiteral(m.statements[c[w]].O)
	case hasSelf:
		return false
	}
	return c[onDataRange] >= 0
}

// cardinality returns the number of a cardinality restriction. It ignores the datatype, because
// files have xsd:int, xsd:integer or none in place of xsd:nonNegativeInteger.
func (m *mapper) cardinality(i int32) (int, error) {
	o := m.statements[i].O
	if m.isLiteral(o) {
		n, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(m.text(o)), "+"), 10, 32)
		if err == nil && n >= 0 {
			return int(n), nil
		}
	}
	return 0, fmt.Errorf("%s is no cardinality", m.name(o))
}

func isTrue(lexical string) bool {
	lexical = strings.TrimSpace(lexical)
	return lexical == "true" || lexical == "1"
}
