//go:build nojsonld

package rdfio

import "fmt"

// decodeJSONLD refuses the syntax: this program was built without the library that reads it.
func decodeJSONLD(w *window, _ *termTable, _ decodeOptions, _ func(statement) error) error {
	return w.errorAt(w.pos, fmt.Errorf("%w: JSON-LD is left out of this build (tag nojsonld); convert the document to Turtle first", ErrUnsupportedSyntax))
}
