package db

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The sizes that a store accepts, in bytes.
const (
	MaxAxiom = 1 << 20 // axioms and JSON documents
	MaxField = 64 << 10
)

// field is a text for a column.
type field struct{ name, text string }

// checkTexts returns ErrInvalid for a text that is too long or would not be read back unchanged.
func checkTexts(fields ...field) error {
	for _, f := range fields {
		if err := checkText(f.name, f.text, MaxField); err != nil {
			return err
		}
	}
	return nil
}

func checkText(name, text string, most int) error {
	switch {
	case len(text) > most:
		return fmt.Errorf("%w %s: %d bytes are more than %d", ErrInvalid, name, len(text), most)
	case !utf8.ValidString(text):
		return fmt.Errorf("%w %s: it is not UTF-8", ErrInvalid, name)
	case strings.IndexByte(text, 0) >= 0:
		return fmt.Errorf("%w %s: it has a zero byte in it", ErrInvalid, name)
	}
	return nil
}

// canonicalJSON sorts the members of objects. An empty document becomes null.
func canonicalJSON(document json.RawMessage) (json.RawMessage, error) {
	if len(document) == 0 {
		return json.RawMessage("null"), nil
	}
	if len(document) > MaxAxiom {
		return nil, fmt.Errorf("%d bytes are more than %d", len(document), MaxAxiom)
	}
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("there is something behind the JSON document")
	}
	return json.Marshal(value)
}
