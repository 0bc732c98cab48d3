package contract

import (
	"encoding/json"
	"io"
)

// NewEncoder returns an encoder that does not escape < and >, because each IRI of an axiom
// has them.
func NewEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}
