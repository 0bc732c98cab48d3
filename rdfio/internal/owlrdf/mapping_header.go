package owlrdf

import (
	"slices"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// readHeader finds the node of the ontology and reads its name, version and imports (section
// 3.1.2). Of several nodes of type owl:Ontology it uses the first that no other one names in an
// annotation or import; the rest are ordinary subjects. Annotations are read with the axioms.
func (m *mapper) readHeader() {
	nodes := m.headerNodes()
	if len(nodes) == 0 {
		m.note(doc.NoteHeader, "there is no owl:Ontology")
		return
	}
	m.header = m.chooseHeader(nodes)
	if len(nodes) > 1 {
		m.note(doc.NoteHeader, "several ontologies; this document is read as "+m.name(m.header))
	}
	if m.isIRI(m.header) {
		m.ontology.IRI = m.iri(m.header)
	}
	for _, i := range m.with(m.header, versionIRI) {
		if o := m.statements[i].O; m.isIRI(o) && m.ontology.VersionIRI.IsZero() {
			m.ontology.VersionIRI = m.iri(o)
			m.use(i)
		}
	}
	for _, node := range nodes {
		if i := m.find(node, m.wordTerms[rdfType], m.wordTerms[ontologyType]); i >= 0 {
			m.use(i)
		}
		m.readImports(node)
	}
}

// headerNodes returns the nodes of type owl:Ontology in document order, or else the first node with
// an import.
func (m *mapper) headerNodes() []rdf.ID {
	var typed, importing []rdf.ID
	for i := range m.statements {
		st := &m.statements[i]
		if m.marks[i]&repeated != 0 {
			continue
		}
		switch {
		case m.words[st.P] == rdfType && m.words[st.O] == ontologyType:
			m.line = st.Line
			typed = append(typed, st.S)
		case m.words[st.P] == imports:
			importing = append(importing, st.S)
		}
	}
	if len(typed) > 0 {
		return typed
	}
	return importing[:min(1, len(importing))]
}

func (m *mapper) chooseHeader(nodes []rdf.ID) rdf.ID {
	if len(nodes) == 1 {
		return nodes[0]
	}
	named := make(map[rdf.ID]bool)
	for _, node := range nodes {
		for _, i := range m.about(node) {
			if o := m.statements[i].O; o != node {
				named[o] = true
			}
		}
	}
	for _, node := range nodes {
		if !named[node] {
			return node
		}
	}
	return nodes[0]
}

func (m *mapper) readImports(node rdf.ID) {
	found := slices.Clone(m.with(node, imports))
	slices.Sort(found) // document order
	for _, i := range found {
		if o := m.statements[i].O; m.isIRI(o) {
			m.use(i)
			if name := m.iri(o); !slices.Contains(m.ontology.Imports, name) {
				m.ontology.Imports = append(m.ontology.Imports, name)
			}
		}
	}
}
