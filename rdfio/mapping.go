package rdfio

import (
	"context"

	"box2el-owl/owl"
)

// mapGraph turns the statements of one document, in document order, into an ontology by the OWL 2
// Mapping to RDF Graphs, sections 3.1-3.2. The table may be larger than what the statements use;
// repeated statements count once, and report.Triples is set to the number of distinct ones. It
// returns an error only when ctx ends.
func mapGraph(ctx context.Context, terms *termTable, statements []statement, opts decodeOptions, report *Report) (*owl.Ontology, error) {
	return nil, ErrUnsupportedSyntax
}
