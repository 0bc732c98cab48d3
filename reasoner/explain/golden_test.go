package explain

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/owl"
)

// TestGolden renders proof and justifications of testdata/proof: each ontology names its goal in
// its last line.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/proof/*.ofn")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	used := make(map[string]bool)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			o := readOWL(t, string(text))
			_, goalText, ok := strings.Cut(string(text), "\n# goal ")
			if !ok {
				t.Fatal("no goal")
			}
			o.Prefixes.Set("owl", owl.OWLNamespace)
			goal, err := owl.ParseAxiom(strings.TrimSpace(goalText), o.Prefixes)
			if err != nil {
				t.Fatal(err)
			}
			x := explainWith(t, explainerOf(t, o, Options{}), goal)
			if !x.Entailed() {
				t.Fatal("not entailed")
			}
			checkProof(t, o, proofOf(t, x), goal)
			j, err := x.Justifications(t.Context(), Limits{Count: All})
			if err != nil {
				t.Fatal(err)
			}
			m := owl.Manchester{Prefixes: o.Prefixes}
			var b bytes.Buffer
			b.WriteString(proofOf(t, x).Text(m, ""))
			for _, set := range j.Sets {
				b.WriteString("\njustification\n")
				for _, a := range set {
					b.WriteString("  " + m.Axiom(o.Axioms[a]) + "\n")
				}
			}
			b.WriteString("\n")
			document, err := json.MarshalIndent(proofOf(t, x).JSON(m), "", " ")
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(document, '\n'))
			name := strings.TrimSuffix(file, ".ofn") + ".txt"
			used[name] = true
			golden.Check(t, name, b.Bytes())
		})
	}
	golden.Orphans(t, "testdata/proof/*.txt", used)
}
