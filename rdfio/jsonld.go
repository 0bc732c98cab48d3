package rdfio

import (
	"io"

	"box2el-owl/owl"
)

func decodeJSONLD(w *window, terms *termTable, opts decodeOptions, emit func(statement) error) error {
	return ErrUnsupportedSyntax
}
func isJSONLD(head []byte) bool                      { return false }
func writeJSONLD(w io.Writer, o *owl.Ontology) error { return ErrUnsupportedSyntax }
