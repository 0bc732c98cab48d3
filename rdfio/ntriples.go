package rdfio

func decodeNTriples(w *window, terms *termTable, opts decodeOptions, emit func(statement) error) error {
	return ErrUnsupportedSyntax
}
func isNTriples(head []byte) bool { return false }
