package safetensors

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Field is an entry of the metadata: a *string, which is stored unchanged, or a pointer to a value,
// which is stored as JSON.
type Field struct {
	Name  string
	Value any
}

// Encode stores fields in metadata.
func Encode(metadata map[string]string, fields []Field) error {
	for _, f := range fields {
		if s, ok := f.Value.(*string); ok {
			metadata[f.Name] = *s
			continue
		}
		text, err := json.Marshal(f.Value)
		if err != nil {
			return fmt.Errorf("metadata %q: %w", f.Name, err)
		}
		metadata[f.Name] = string(text)
	}
	return nil
}

// Decode sets fields from metadata. A missing field, and one that its value has no place for, is
// invalid.
func Decode(metadata map[string]string, fields []Field) error {
	for _, f := range fields {
		text, ok := metadata[f.Name]
		if !ok {
			return invalid("no metadata %q", f.Name)
		}
		if s, ok := f.Value.(*string); ok {
			*s = text
			continue
		}
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		err := d.Decode(f.Value)
		if err == nil {
			if _, more := d.Token(); more != io.EOF {
				err = fmt.Errorf("something follows the JSON value")
			}
		}
		if err != nil {
			return invalid("metadata %q: %v", f.Name, err)
		}
	}
	return nil
}
