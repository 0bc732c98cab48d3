package outside

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// OWLAPI collects documents for the OWL API to read. The environment variable BOX2EL_OWLAPI_DUMP
// names the jar of a program that takes a list of documents (--list LIST --dir FOLDER) and writes
// header and axioms of each to FOLDER, one a line in functional syntax, sorted.
type OWLAPI struct {
	jar, dir string
	list     bytes.Buffer
}

// NewOWLAPI returns an empty collection. It skips the test if the variable is not set.
func NewOWLAPI(t testing.TB) *OWLAPI {
	t.Helper()
	jar := os.Getenv("BOX2EL_OWLAPI_DUMP")
	if jar == "" {
		t.Skip("BOX2EL_OWLAPI_DUMP is not set")
	}
	return &OWLAPI{jar: jar, dir: t.TempDir()}
}

// Add adds a document in a syntax, under a name.
func (a *OWLAPI) Add(t testing.TB, name, syntax string, text []byte) {
	t.Helper()
	path := filepath.Join(a.dir, name+".document")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&a.list, "%s\t%s\thttp://example.org/x\t%s\n", path, name, syntax)
}

// Read has the OWL API read the documents.
func (a *OWLAPI) Read(t testing.TB) {
	t.Helper()
	list := filepath.Join(a.dir, "list")
	if err := os.WriteFile(list, a.list.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "java", "-Dfile.encoding=UTF-8", "-Xmx3g",
		"-jar", a.jar, "--list", list, "--dir", a.dir)
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
}

// Lines returns the lines of a document, and false if the OWL API does not read it.
func (a *OWLAPI) Lines(t testing.TB, name string) ([]string, bool) {
	t.Helper()
	path := filepath.Join(a.dir, name+".axioms.gz")
	if _, err := os.Stat(path); err != nil {
		return nil, false
	}
	return strings.Split(strings.TrimRight(string(Unpack(t, path)), "\n"), "\n"), true
}
