package owlrdf

import (
	"slices"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// attachment links a statement to a node of type owl:Axiom or owl:Annotation with its annotations.
type attachment struct {
	statement int32
	node      rdf.ID
}

// reification is a node of type owl:Axiom or owl:Annotation with its statement.
type reification struct {
	node rdf.ID
	line int32
	rdf.Statement
}

// reify finds the statement of each reification (section 3.2.5 of the mapping). Some writers repeat
// an expression instead of sharing its blank node, so reify looks for an equal triple if the
// document does not have the triple itself. Nodes without a statement are read as axioms later; see
// bareAxiom.
func (m *mapper) reify() {
	var lonely []reification // whose triple the document does not have
	for i := range m.statements {
		if m.canceled(i) {
			return
		}
		st := &m.statements[i]
		if !m.isReificationType(int32(i)) {
			continue
		}
		about, ok := m.reified(st.S)
		if !ok {
			continue
		}
		if at := m.find(about.S, about.P, about.O); at >= 0 {
			m.attach(at, st.S)
		} else if m.isBlank(about.S) || m.isBlank(about.O) {
			lonely = append(lonely, reification{st.S, st.Line, about})
		}
	}
	m.reifyEqual(lonely)
	slices.SortStableFunc(m.attached,
		func(a, b attachment) int { return int(a.statement) - int(b.statement) })
}

// isReificationType reports whether statement i gives its subject the type owl:Axiom or
// owl:Annotation. If a node has both types, only owl:Axiom counts.
func (m *mapper) isReificationType(i int32) bool {
	st := &m.statements[i]
	if m.words[st.P] != rdfType || m.marks[i]&repeated != 0 {
		return false
	}
	switch m.words[st.O] {
	case axiomType:
		return true
	case annotationType:
		return m.find(st.S, st.P, m.wordTerms[axiomType]) < 0
	}
	return false
}

// reified returns the triple of a reification. ok is false if a part of it is missing, its subject
// is a literal, or its predicate is not an IRI.
func (m *mapper) reified(node rdf.ID) (about rdf.Statement, ok bool) {
	s := m.either(node, annotatedSource, rdfSubject)
	p := m.either(node, annotatedProperty, rdfPredicate)
	o := m.either(node, annotatedTarget, rdfObject)
	if s < 0 || p < 0 || o < 0 {
		return rdf.Statement{}, false
	}
	about = rdf.Statement{S: m.statements[s].O, P: m.statements[p].O, O: m.statements[o].O}
	return about, !m.isLiteral(about.S) && m.isIRI(about.P)
}

// either returns the first statement about a node with the predicate now or, if there is none, with
// the predicate once of OWL 1; −1 if there is neither.
func (m *mapper) either(node rdf.ID, now, once word) int32 {
	if i := m.one(node, now); i >= 0 {
		return i
	}
	return m.one(node, once)
}

// attach records that a node has the annotations of statement i.
func (m *mapper) attach(i int32, node rdf.ID) {
	m.marks[i] |= annotated
	m.attached = append(m.attached, attachment{i, node})
}

// reifyEqual attaches nodes to statements that differ only in blank nodes.
func (m *mapper) reifyEqual(lonely []reification) {
	if len(lonely) == 0 {
		return
	}
	predicates := make(map[rdf.ID]bool)
	nodes := make(map[[3]int32][]reification)
	for k := range lonely {
		m.line = lonely[k].line
		if key, ok := m.meaning(&lonely[k].Statement); ok {
			predicates[lonely[k].P] = true
			nodes[key] = append(nodes[key], lonely[k])
		}
	}
	for i := range m.statements {
		if m.canceled(i) {
			return
		}
		st := &m.statements[i]
		if m.marks[i]&repeated != 0 || !predicates[st.P] || !m.isBlank(st.S) && !m.isBlank(st.O) {
			continue
		}
		key, ok := m.meaning(st)
		if !ok {
			continue
		}
		for _, r := range nodes[key] {
			m.attach(int32(i), r.node)
			if m.one(r.O, first) >= 0 {
				_, _ = m.useList(r.O) // the copy goes into the axiom as well
			}
		}
		delete(nodes, key) // the first of equal statements is enough
	}
}

// meaning returns a key of a statement: statements of equal axioms have equal keys, because blank
// nodes are replaced by their expressions. ok is false if a blank node has no expression.
func (m *mapper) meaning(st *rdf.Statement) (key [3]int32, ok bool) {
	s, okS := m.reference(st.S)
	o, okO := m.reference(st.O)
	return [3]int32{s, int32(st.P), o}, okS && okO
}

// reference returns the reference of a term. A blank node has the reference of its expression or
// list.
func (m *mapper) reference(t rdf.ID) (int32, bool) {
	if !m.isBlank(t) {
		return int32(t), true
	}
	if m.one(t, first) >= 0 {
		return m.listReference(t)
	}
	m.resolve(t)
	_, ref, err := m.part(t)
	return ref, err == nil
}

// listReference interns a list of property or class expressions.
func (m *mapper) listReference(head rdf.ID) (int32, bool) {
	found, err := m.listMembers(head)
	if err != nil {
		return 0, false
	}
	values := slices.Clone(found)
	key := []int32{int32(listType) << 2}
	for _, t := range values {
		ref := int32(t)
		if m.isBlank(t) {
			m.resolve(t)
			if _, ref, err = m.part(t); err != nil {
				return 0, false
			}
		}
		key = append(key, ref)
	}
	number, isNew := m.keys.add(key)
	if isNew {
		m.values = append(m.values, expression{ref: ^number})
	}
	return ^number, true
}

// attachedTo returns the nodes that annotate statement i.
func (m *mapper) attachedTo(i int32) []attachment {
	if i < 0 || m.marks[i]&annotated == 0 {
		return nil
	}
	from, _ := slices.BinarySearchFunc(m.attached,
		i, func(a attachment, i int32) int { return int(a.statement) - int(i) })
	to := from
	for to < len(m.attached) && m.attached[to].statement == i {
		to++
	}
	return m.attached[from:to]
}

// maxAnnotationDepth bounds the nesting of annotations of annotations.
const maxAnnotationDepth = 100

// annotations returns the annotations of a reification: its triples with annotation properties,
// with their own annotations from owl:Annotation nodes.
func (m *mapper) annotations(node rdf.ID, depth int) []owl.Annotation {
	var list []owl.Annotation
	for _, i := range m.about(node) {
		st := &m.statements[i]
		if !m.isAnnotationPredicate(st.P) {
			continue
		}
		m.use(i)
		a := owl.Annotation{Property: m.annotationProperty(st.P), Value: m.annotationValue(st.O)}
		for _, on := range m.attachedTo(i) {
			if depth == maxAnnotationDepth {
				m.note(doc.NoteRefusedAxiom, "annotations of annotations nested too deep")
				break
			}
			m.useReification(on.node)
			a.Annotations = append(a.Annotations, m.annotations(on.node, depth+1)...)
		}
		list = append(list, a)
	}
	return list
}

// useReification marks the triples of a reification as used: its types and the parts of its
// statement.
func (m *mapper) useReification(node rdf.ID) {
	for _, w := range [...]word{annotatedSource, annotatedProperty, annotatedTarget, rdfSubject,
		rdfPredicate, rdfObject} {
		if i := m.one(node, w); i >= 0 {
			m.use(i)
		}
	}
	for _, w := range [...]word{axiomType, annotationType} {
		if i := m.find(node, m.wordTerms[rdfType], m.wordTerms[w]); i >= 0 {
			m.use(i)
		}
	}
}

// isAnnotationPredicate reports whether triples with this predicate can be annotations. Predicates
// in the vocabulary of the mapping cannot.
func (m *mapper) isAnnotationPredicate(p rdf.ID) bool { return m.words[p] == noWord }

func (m *mapper) annotationValue(t rdf.ID) owl.AnnotationValue {
	switch m.terms.Kind(t) {
	case rdf.Literal:
		return m.literal(t)
	case rdf.Blank:
		return m.anonymous(t)
	}
	return m.iri(t)
}

func (m *mapper) annotationSubject(t rdf.ID) owl.AnnotationSubject {
	if m.isBlank(t) {
		return m.anonymous(t)
	}
	return m.iri(t)
}
