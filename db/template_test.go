package db

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// TestTemplates writes what was accepted of testdata/accepted/*.txt, one axiom a line, as a ROBOT
// template and as KGCL, with and without the ontology. Lines of the goldens that begin with # are
// what was left.
func TestTemplates(t *testing.T) {
	ontology, _, err := rdfio.ReadFile(t.Context(), "testdata/accepted/onto.ofn",
		rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/accepted/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names := owl.Parser{Names: owl.NewNames(ontology), AllowNew: true}
		var decisions []Decision
		for line := range strings.Lines(string(text)) {
			axiom, err := names.Axiom(line)
			if err != nil {
				t.Fatalf("%s: %q: %v", file, line, err)
			}
			decisions = append(decisions,
				Decision{Key: line, Ontology: onto, Axiom: owl.Canonical(axiom), Action: Accept})
		}
		for name, write := range map[string]func(*bytes.Buffer) ([]Decision, error){
			"robot.tsv": func(b *bytes.Buffer) ([]Decision, error) {
				return WriteROBOT(b, decisions, ontology)
			},
			"kgcl": func(b *bytes.Buffer) ([]Decision, error) {
				return WriteKGCL(b, decisions, ontology)
			},
			"nameless.tsv": func(b *bytes.Buffer) ([]Decision, error) {
				return WriteROBOT(b, decisions, nil)
			},
			"nameless.kgcl": func(b *bytes.Buffer) ([]Decision, error) {
				return WriteKGCL(b, decisions, nil)
			},
		} {
			var out bytes.Buffer
			left, err := write(&out)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range left {
				out.WriteString("# " + d.Axiom + "\n")
			}
			golden.Check(t, strings.TrimSuffix(file, ".txt")+"."+name, out.Bytes())
		}
	}
}
