package rdfio

func decodeRDFXML(w *window, terms *termTable, opts decodeOptions, emit func(statement) error) error {
	return ErrUnsupportedSyntax
}
func isRDFXML(head []byte) bool { return false }
