package main

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
)

// writeDocument writes an object as writeIndented does, with the warnings of the ontology that was
// read as its last field.
func (s *streams) writeDocument(w io.Writer, object any) error {
	compact, err := s.withWarnings(object)
	if err != nil {
		return err
	}
	_, err = w.Write(indentJSON(compact))
	return err
}

// withWarnings encodes an object with the field warnings, if an ontology was read.
func (s *streams) withWarnings(object any) ([]byte, error) {
	compact, err := encodeJSON(object)
	if err != nil || s.warnings == nil {
		return compact, err
	}
	list, err := encodeJSON(s.warnings)
	return slices.Concat(compact[:len(compact)-1], []byte(`,"warnings":`), list, []byte{'}'}), err
}

func encodeJSON(value any) ([]byte, error) {
	var compact bytes.Buffer
	enc := json.NewEncoder(&compact)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSpace(compact.Bytes()), err
}

// writeIndented writes one JSON document, indented. A list within a list, such as a pair of
// classes, is on one line, which is convenient for diff and grep.
func writeIndented(w io.Writer, document any) error {
	compact, err := encodeJSON(document)
	if err != nil {
		return err
	}
	_, err = w.Write(indentJSON(compact))
	return err
}

// indentJSON indents a compact document by two spaces per level. A list within a list that contains
// neither lists nor objects remains on one line.
func indentJSON(compact []byte) []byte {
	out := make([]byte, 0, 2*len(compact))
	var open []byte // open brackets
	inline := false // in a list that remains on one line
	newLine := func() {
		out = append(append(out, '\n'), strings.Repeat("  ", len(open))...)
	}
	for i := 0; i < len(compact); i++ {
		switch c := compact[i]; c {
		case '"':
			n := stringLength(compact[i:])
			out = append(out, compact[i:i+n]...)
			i += n - 1
		case '[', '{':
			within := len(open) > 0 && open[len(open)-1] == '['
			open = append(open, c)
			out = append(out, c)
			switch {
			case compact[i+1] == c+2: // ']' and '}' are two after '[' and '{'
			case c == '[' && within && isFlat(compact[i+1:]):
				inline = true
			default:
				newLine()
			}
		case ']', '}':
			open = open[:len(open)-1]
			if !inline && compact[i-1] != c-2 {
				newLine()
			}
			inline = false
			out = append(out, c)
		case ',':
			out = append(out, c)
			if inline {
				out = append(out, ' ')
			} else {
				newLine()
			}
		case ':':
			out = append(out, ": "...)
		default:
			out = append(out, c)
		}
	}
	return append(out, '\n')
}

// isFlat reports whether a list ends before another list or an object begins.
func isFlat(rest []byte) bool {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '"':
			i += stringLength(rest[i:]) - 1
		case ']':
			return true
		case '[', '{':
			return false
		}
	}
	return false
}

// stringLength returns the length of the string at the beginning of text, including quotation
// marks.
func stringLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}
