package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTreeOfManyPaths classifies 60 levels of two classes, each below both of the next level: a
// class has up to 2^59 places in the tree.
func TestTreeOfManyPaths(t *testing.T) {
	var b strings.Builder
	b.WriteString("Ontology(<http://x/o>\n")
	for i := range 60 {
		for _, pair := range []string{"xx", "xy", "yx", "yy"} {
			fmt.Fprintf(&b, "SubClassOf(<http://x/L%d%c> <http://x/L%d%c>)\n",
				i, pair[0], i+1, pair[1])
		}
	}
	b.WriteString(")\n")
	file := filepath.Join(t.TempDir(), "paths.ofn")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	io := &streams{in: strings.NewReader(""), out: &out, err: &out}
	if code := execute(t.Context(), []string{"classify", "-q", "-f", "tree", file}, io); code != 0 {
		t.Fatalf("exit code %d: %.200s", code, out.String())
	}
	if n := out.Len(); n > longText+1<<20 || !strings.Contains(out.String(), "(+2 above)") {
		t.Errorf("tree of %d bytes, want at most 65 MB", n)
	}
}
