package owlrdf

import (
	"fmt"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// lists reads RDF collections.
type lists struct {
	buffer []rdf.ID
	steps  int // cells read so far, see listCells
}

// listCells visits the cells of the list that begins at head, with or without rdf:List types. The
// list is open if its last cell does not lead to rdf:nil; rest is -1 if it has no rdf:rest.
//
// Brent's algorithm finds cycles. The number of steps in a document is bounded, because lists that
// share their tails could make it quadratic.
func (m *mapper) listCells(head rdf.ID,
	visit func(cell, value rdf.ID, first, rest int32)) (open bool, err error) {
	saved, length, power := head, 0, 1
	for node := head; m.words[node] != nilList; {
		f, r := m.one(node, first), m.one(node, rest)
		switch {
		case f < 0 && r < 0 && node == head:
			return false, fmt.Errorf("%s is no list", m.name(head))
		case f < 0 && r < 0:
			return true, nil
		case f < 0:
			return false, fmt.Errorf("the list at %s has a cell without rdf:first", m.name(head))
		case m.several(node, first) || m.several(node, rest):
			return false, fmt.Errorf("the list at %s has a cell with two values or two ends",
				m.name(head))
		case m.steps > 64*len(m.statements)+1<<10:
			return false, fmt.Errorf("the list at %s shares its cells with too many others",
				m.name(head))
		}
		visit(node, m.statements[f].O, f, r)
		if m.steps++; m.canceled(m.steps) {
			return false, m.err
		}
		if r < 0 {
			return true, nil
		}
		node = m.statements[r].O
		if node == saved {
			return false, fmt.Errorf("the list at %s is cyclic", m.name(head))
		}
		if length++; length == power {
			saved, length, power = node, 0, 2*power
		}
	}
	return false, nil
}

// listMembers returns the values of a list, valid until the next call.
func (m *mapper) listMembers(head rdf.ID) ([]rdf.ID, error) {
	m.buffer = m.buffer[:0]
	_, err := m.listCells(head, func(_, value rdf.ID,
		_, _ int32) {
		m.buffer = append(m.buffer, value)
	})
	return m.buffer, err
}

// useList returns the values of a list, valid until the next call, and marks its statements as
// used.
func (m *mapper) useList(head rdf.ID) ([]rdf.ID, error) {
	m.buffer = m.buffer[:0]
	last := int32(0)
	open, err := m.listCells(head, func(cell, value rdf.ID, first, rest int32) {
		m.buffer = append(m.buffer, value)
		m.use(first)
		if rest >= 0 {
			m.use(rest)
		}
		m.useTypes(cell, listType, swrlAtomListType)
		last = first
	})
	if open {
		m.report.Note(doc.NoteOpenList, int(m.statements[last].Line), 0,
			fmt.Sprintf("the list at %s does not end in rdf:nil; read as if it did", m.name(head)))
	}
	return m.buffer, err
}

// useTypes marks the given types of a node as used.
func (m *mapper) useTypes(node rdf.ID, types ...word) {
	for _, w := range types {
		if i := m.find(node, m.wordTerms[rdfType], m.wordTerms[w]); i >= 0 {
			m.use(i)
		}
	}
}
