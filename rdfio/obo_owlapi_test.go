package rdfio

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// TestOBOForOWLAPI writes outside ontologies as OBO and in functional syntax, and lets the OWL API
// read both: the logical axioms are the same without their annotations. $BOX2EL_OWLAPI_DUMP names
// the jar of a program that takes a list of documents (--list LIST --dir FOLDER) and writes the
// axioms of each, one a line in functional syntax.
//
// Instances are left out, because the OWL API ignores their stanzas.
func TestOBOForOWLAPI(t *testing.T) {
	jar := os.Getenv("BOX2EL_OWLAPI_DUMP")
	if jar == "" {
		t.Skip("BOX2EL_OWLAPI_DUMP is not set")
	}
	dir := t.TempDir()
	var list bytes.Buffer
	var names []string
	for _, folder := range []string{"corpus", "reads"} {
		for _, file := range outside.Glob(t, folder, "*.gz") {
			name := strings.TrimSuffix(filepath.Base(file), ".gz")
			if strings.HasSuffix(name, ".taxonomy") || strings.HasSuffix(name, ".axioms") {
				continue
			}
			o, _, err := ReadFile(t.Context(), file,
				ReadOptions{NoImports: true, Base: "http://example.org/" + name})
			if err != nil {
				continue
			}
			for _, syntax := range []string{"functional", "obo"} {
				var text bytes.Buffer
				if err := Write(&text, o, syntax); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				path := filepath.Join(dir, name+"."+syntax)
				if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&list, "%s\t%s.%s\thttp://example.org/x\t%s\n", path, name, syntax, syntax)
			}
			names = append(names, name)
		}
	}
	listed, out := filepath.Join(dir, "list"), filepath.Join(dir, "out")
	if err := os.WriteFile(listed, list.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(out, 0o700); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "java", "-Dfile.encoding=UTF-8", "-Xmx3g", "-jar", jar,
		"--list", listed, "--dir", out)
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
	compared := 0
	for _, name := range names {
		want, ok := dumpedAxioms(t, filepath.Join(out, name+".functional.axioms.gz"))
		if !ok {
			continue // the OWL API does not read it in functional syntax
		}
		got, _ := dumpedAxioms(t, filepath.Join(out, name+".obo.axioms.gz"))
		compared++
		missing, extra := without(want, got), without(got, want)
		if len(missing)+len(extra) > 0 {
			t.Errorf("%s: %d lost, %d new\n- %q\n+ %q", name, len(missing), len(extra),
				missing[:min(len(missing), 3)], extra[:min(len(extra), 3)])
		}
	}
	t.Logf("%d documents compared", compared)
}

// dumpedAxioms returns the canonical forms of the logical axioms of a file without annotations.
func dumpedAxioms(t *testing.T, path string) ([]string, bool) {
	file, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(unzipped); err != nil {
		t.Fatal(err)
	}
	parser := owl.NewFunctionalParser(nil)
	var list []string
	for line := range bytes.Lines(text.Bytes()) {
		a, _, err := parser.Axiom(line)
		if err != nil || a == nil || !a.Kind().IsLogical() || a.Kind() == owl.ClassAssertionKind ||
			a.Kind() == owl.ObjectPropertyAssertionKind || bytes.Contains(line, []byte("_:")) {
			continue // also the lines of the header
		}
		list = append(list, string(owl.AppendCanonicalBare(nil, a)))
	}
	slices.Sort(list)
	return slices.Compact(list), true
}
