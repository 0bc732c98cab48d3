package rdfio

import "testing"

func TestW3CRDFXML(t *testing.T) { runW3C(t, "rdf-xml", decodeRDFXML, 166) }

func TestCorpusRDFXML(t *testing.T) { checkCorpus(t, "RDF/XML", decodeRDFXML) }
