package main

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
)

// mapped returns f of each element. It never returns nil, so that JSON has a list.
func mapped[T, U any](list []T, f func(T) U) []U {
	out := make([]U, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// nonZero returns a pointer to a value; nil, which JSON has as null, for the zero value.
func nonZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// writeDocument writes an object as one JSON document, indented, with the warnings of the ontology
// that was read as its last field.
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

// indentJSON indents a compact document by two spaces per level. A list within a list that contains
// neither lists nor objects, such as a pair of classes, remains on one line for diff and grep.
func indentJSON(compact []byte) []byte {
	var indented bytes.Buffer
	_ = json.Indent(&indented, compact, "", "  ") // it is valid
	indented.WriteByte('\n')
	out := make([]byte, 0, indented.Len())
	start := -1 // of a list within a list, in out
	for line := range bytes.Lines(indented.Bytes()) {
		text := bytes.TrimSpace(line)
		switch {
		case len(text) == 1 && text[0] == '[' && len(out) > 0:
			out = append(out, line...)
			start = len(out) - 1
			continue
		case start >= 0 && text[0] == ']':
			items := bytes.Split(bytes.TrimSpace(out[start:]), []byte("\n"))
			for i := range items {
				items[i] = bytes.TrimSpace(items[i])
			}
			out = append(append(out[:start], bytes.Join(items, []byte(" "))...), text...)
			out = append(out, '\n')
			start = -1
			continue
		case text[0] == '[' || text[0] == '{':
			start = -1
		}
		out = append(out, line...)
	}
	return out
}
