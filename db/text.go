package db

import (
	"encoding/json"
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

// jsonText returns the text of a JSON document for a column; an empty document becomes null.
func jsonText(document json.RawMessage) string {
	if len(document) == 0 {
		return "null"
	}
	return string(document)
}
