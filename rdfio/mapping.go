package rdfio

import "box2el-owl/owl"

// mapGraph turns the statements of one document, in document order, into an ontology by the OWL 2
// Mapping to RDF Graphs, sections 3.1-3.2. The table may be larger than what the statements use.
func mapGraph(terms *termTable, statements []statement, opts decodeOptions, report *Report) (*owl.Ontology, error) {
	return nil, ErrUnsupportedSyntax
}
