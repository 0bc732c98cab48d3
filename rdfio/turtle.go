package rdfio

func decodeTurtle(w *window, terms *termTable, opts decodeOptions, emit func(statement) error) error {
	return ErrUnsupportedSyntax
}
func isTurtle(head []byte) bool { return false }
