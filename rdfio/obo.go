package rdfio

import "box2el-owl/owl"

func readOBO(w *window, opts decodeOptions, report *Report) (*owl.Ontology, error) {
	return nil, ErrUnsupportedSyntax
}
func isOBO(head []byte) bool { return false }
