package jsonld

import "bytes"

// maxDocument is the largest JSON-LD document that is read or written, in bytes: it is held in
// memory several times.
const maxDocument = 64 << 20

// Is reports whether a document begins like a JSON object or an array of objects. Turtle may begin
// with one bracket, but not with two, and not with a bracket and a brace.
func Is(head []byte) bool {
	first, rest := cutSpace(head)
	second, _ := cutSpace(rest)
	switch first {
	case '{':
		return second == '"' || second == '}'
	case '[':
		return second == '{' || second == '['
	}
	return false
}

// cutSpace returns the first character that is no white space, 0 if there is none, and the rest.
func cutSpace(b []byte) (first byte, rest []byte) {
	b = bytes.TrimLeft(b, " \t\r\n")
	if len(b) == 0 {
		return 0, nil
	}
	return b[0], b[1:]
}
