package rdfio

func decodeJSONLD(w *window, terms *termTable, opts decodeOptions, emit func(statement) error) error {
	return ErrUnsupportedSyntax
}
func isJSONLD(head []byte) bool { return false }
