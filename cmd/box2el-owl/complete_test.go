package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompleteLarge checks that labels of a document of 3 MB are completed, and none of one that
// would take too long.
func TestCompleteLarge(t *testing.T) {
	var document strings.Builder
	document.WriteString("Prefix(:=<http://x.org/>)\n" +
		"Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)\nOntology(<http://x.org/>\n")
	for i := range 6000 {
		fmt.Fprintf(&document, "AnnotationAssertion(rdfs:label :C%d \"class %d\")\n"+
			"SubClassOf(:C%d :Top)\nAnnotationAssertion(rdfs:comment :C%d \"%s\")\n",
			i, i, i, i, strings.Repeat("comment ", 50))
	}
	path := filepath.Join(t.TempDir(), "large.ofn")
	for _, c := range []struct {
		more int
		want string
	}{
		{0, "class 599\t:C599\nclass 5990\t:C5990\n"},
		{completionSize, ":"},
	} {
		text := document.String() + strings.Repeat(" ", c.more) + ")\n"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		run([]string{"__complete", "suggest", path, "Class 599"},
			&streams{in: strings.NewReader(""), out: &out, err: &errs})
		if len(text) < 3e6 || !strings.HasPrefix(out.String(), c.want) {
			t.Errorf("%d bytes: %q, want %q first", len(text), out.String(), c.want)
		}
	}
}
