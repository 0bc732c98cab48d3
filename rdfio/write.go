package rdfio

import (
	"io"

	"box2el-owl/owl"
)

func writeTurtle(w io.Writer, o *owl.Ontology) error   { return ErrUnsupportedSyntax }
func writeRDFXML(w io.Writer, o *owl.Ontology) error   { return ErrUnsupportedSyntax }
func writeNTriples(w io.Writer, o *owl.Ontology) error { return ErrUnsupportedSyntax }
