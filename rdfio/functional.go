package rdfio

import (
	"io"

	"box2el-owl/owl"
)

func readFunctional(w *window, opts decodeOptions, report *Report) (*owl.Ontology, error) {
	return nil, ErrUnsupportedSyntax
}
func isFunctional(head []byte) bool                      { return false }
func writeFunctional(w io.Writer, o *owl.Ontology) error { return ErrUnsupportedSyntax }
