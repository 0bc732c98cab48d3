package workspace

import (
	"io"
	"os"
	"strings"
	"testing"
)

// TestSentFilesAreDropped sends files that the ontology does not keep: none remains.
func TestSentFilesAreDropped(t *testing.T) {
	const organs = `Ontology(<http://x/organs> Declaration(Class(<http://x/Organ>)))`
	for _, tt := range []struct {
		name, last string
		kept       int
	}{
		{"a file that is no ontology", "Ontology(", 0},
		{"two roots", organs, 0},
		{"an import", strings.Replace(organs, "<http://x/organs>",
			"<http://x/organs> Import(<http://x/o>)", 1), 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, _ := openAt(t, t.TempDir())
			o, err := w.Create(t.Context(), New{})
			if err != nil {
				t.Fatal(err)
			}
			texts := []string{heart, tt.last}
			_, err = o.Replace(t.Context(), func() (Part, error) {
				if len(texts) == 0 {
					return Part{}, io.EOF
				}
				text := texts[0]
				texts = texts[1:]
				return Part{Body: strings.NewReader(text)}, nil
			}, ReplaceOptions{})
			if (err == nil) != (tt.kept > 0) {
				t.Fatal(err)
			}
			files, err := os.ReadDir(w.opts.Documents)
			if err != nil || len(files) != tt.kept {
				t.Errorf("%d files, want %d (%v): %v", len(files), tt.kept, err, files)
			}
		})
	}
}
