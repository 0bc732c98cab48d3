package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestBadInput runs the commands with invalid and malicious input. Each must end with exit code 3
// and one line that names the file and, if known, the position.
func TestBadInput(t *testing.T) {
	const deep = 1_000_000
	turtle := "@prefix : <http://example.org/#> .\n"
	fs := "Prefix(:=<http://example.org/#>)\nOntology(\n"
	rdf := `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://example.org/#">` + "\n"
	bomb := `<!DOCTYPE r [ <!ENTITY a "aaaaaaaaaa">`
	for i := 'b'; i <= 'l'; i++ {
		bomb += "<!ENTITY " + string(i) + ` "` + strings.Repeat("&"+string(i-1)+";", 10) + `">`
	}
	bomb += " ]>\n" + rdf + "<rdf:Description><e:p>&l;</e:p></rdf:Description></rdf:RDF>"
	whole, err := os.ReadFile("../../examples/heart.owl")
	if err != nil {
		t.Fatal(err)
	}

	cases := []struct {
		name, file, content string
		placed              bool   // the line names file:line:col
		want                string // part of the message
	}{
		{"TruncatedGzip", "a.ttl.gz", gzipped(t, turtle+strings.Repeat(":a :b :c .\n", 1000))[:60], false, "cut off"},
		{"TruncatedTurtle", "a.ttl", turtle + ":a :b", true, "ends"},
		{"TruncatedRDFXML", "a.owl", string(whole[:len(whole)/2]), true, "ends"},
		{"TruncatedFunctional", "a.ofn", fs + "SubClassOf(:A :B", true, "ends"},
		{"TruncatedJSONLD", "a.jsonld", `{"@id": "http://example.org/a", `, false, ""},
		{"EntityBomb", "a.owl", bomb, true, "larger than the limit"},
		{"ExternalEntity", "a.owl", `<!DOCTYPE r [ <!ENTITY x SYSTEM "file:///etc/passwd"> ]>` + "\n" + rdf + "<rdf:Description><e:p>&x;</e:p></rdf:Description></rdf:RDF>", true, "entit"},
		{"DeepTurtleNodes", "a.ttl", turtle + ":a :b " + strings.Repeat("[ :b ", deep), true, "larger than the limit"},
		{"DeepTurtleLists", "a.ttl", turtle + ":a :b " + strings.Repeat("( ", deep), true, "larger than the limit"},
		{"DeepRDFXML", "a.owl", rdf + strings.Repeat("<e:A><e:p>", deep/2), true, "larger than the limit"},
		{"DeepFunctional", "a.ofn", fs + "SubClassOf(:A " + strings.Repeat("ObjectComplementOf(", deep), true, "larger than the limit"},
		{"DeepJSONLD", "a.jsonld", strings.Repeat(`{"http://example.org/p":`, deep) + "1" + strings.Repeat("}", deep), false, ""},
		{"HTMLPage", "a.owl", "<!DOCTYPE html>\n<html><head><title>404</title></head></html>", true, "HTML"},
		{"Empty", "a.ttl", "", false, "empty"},
		{"InvalidUTF8", "a.ttl", turtle + ":a :b \"\xff\xfe\" .", true, "UTF-8"},
		{"InvalidUTF8XML", "a.owl", rdf + "<rdf:Description><e:p>\xc3\x28</e:p></rdf:Description></rdf:RDF>", true, "UTF-8"},
		{"LFSPointer", "a.owl", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n", true, "LFS"},
		{"TruncatedOWLXML", "a.owx", "<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\"><Declaration>", true, "ends"},
		{"InvalidUTF8Manchester", "a.omn", "Ontology: <http://example.org/>\nClass: <\xff>\n", true, "UTF-8"},
		{"Binary", "a.owl", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00", false, ""},
		{"UndefinedPrefix", "a.ttl", "@prefix : <http://example.org/#> .\n:a nope:b :c .\n", true, `undefined prefix "nope:"`},
		{"MismatchedTags", "a.owl", rdf + "<rdf:Description></e:p></rdf:RDF>", true, ""},
	}
	place := regexp.MustCompile(`:\d+:\d+: `)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, []byte(c.content), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, verb := range []string{"classify", "stats", "triples"} {
				ext := filepath.Ext(c.file)
				if verb == "triples" && (ext == ".ofn" || ext == ".omn" || ext == ".owx") {
					continue // not an RDF syntax
				}
				args := []string{verb, path}
				if strings.HasPrefix(c.name, "InvalidUTF8") && verb != "triples" {
					args = append(args, "--strict") // else they are read as Windows-1252
				}
				code, message := runForTest(args...)
				checkFault(t, verb, code, message, path)
				if c.placed && !place.MatchString(message) {
					t.Errorf("%s: no line and column in %q", verb, message)
				}
				if !strings.Contains(message, c.want) {
					t.Errorf("%s: %q does not say %q", verb, message, c.want)
				}
			}
		})
	}
	t.Run("MissingFile", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "no-such.ttl")
		for _, verb := range []string{"classify", "triples"} {
			code, message := runForTest(verb, path)
			checkFault(t, verb, code, message, path)
		}
	})
	t.Run("Directory", func(t *testing.T) {
		path := t.TempDir()
		for _, verb := range []string{"classify", "triples"} {
			code, message := runForTest(verb, path)
			checkFault(t, verb, code, message, path)
			if !strings.Contains(message, "directory") {
				t.Errorf("%s: %q does not say that it is a directory", verb, message)
			}
		}
	})
}

// TestUnexplainedInconsistency explains an inconsistency that needs more inferences than the limit
// allows: the answer is that it is entailed, and why there is no proof.
func TestUnexplainedInconsistency(t *testing.T) {
	var b strings.Builder
	b.WriteString("Prefix(:=<http://x/>)\nOntology(<http://x>\nDifferentIndividuals(:a0 :a300)\n")
	for i := range 300 {
		fmt.Fprintf(&b, "SameIndividual(:a%d :a%d)\n", i, i+1)
	}
	path := filepath.Join(t.TempDir(), "equal.ofn")
	if err := os.WriteFile(path, []byte(b.String()+")\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string][]string{
		"text": {"The ontology is inconsistent.\nNo proof: more inferences are needed"},
		"json": {`"consistent": false`, `"entailed": true`, `"note": "more inferences are needed`},
	} {
		var out, errs bytes.Buffer
		code := run([]string{"explain", path, "--inconsistent", "--format", format},
			&streams{in: strings.NewReader(""), out: &out, err: &errs})
		if code != exitInconsistent {
			t.Errorf("%s: exit code %d: %s", format, code, errs.String())
		}
		for _, w := range want {
			if !strings.Contains(out.String(), w) {
				t.Errorf("%s: no %q in %s", format, w, out.String())
			}
		}
	}
}

// TestAxiomsOfWindows reads a file of axioms with a byte order mark, and refuses one in UTF-16.
func TestAxiomsOfWindows(t *testing.T) {
	dir := t.TempDir()
	ontology, list := filepath.Join(dir, "o.ofn"), filepath.Join(dir, "axioms.txt")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(ontology, "Ontology(<http://x> SubClassOf(<http://x/A> <http://x/B>))")
	write(list, "\ufeffSubClassOf(<http://x/A> <http://x/B>)\r\n")
	if code, message := runForTest("check", "-q", ontology, "--axioms", list); code != exitDone {
		t.Errorf("byte order mark: exit code %d: %s", code, message)
	}
	write(list, "\xff\xfeS\x00u\x00b\x00")
	code, message := runForTest("check", "-q", ontology, "--axioms", list)
	if code != exitInput || !strings.Contains(message, "axioms.txt: the file is not in UTF-8") {
		t.Errorf("UTF-16: exit code %d: %s", code, message)
	}
}

// checkFault checks for exit code 3 and one line that names the file once.
func checkFault(t *testing.T, verb string, code exitCode, message, path string) {
	t.Helper()
	if code != exitInput {
		t.Errorf("%s: exit code %d, want %d (%s)", verb, code, exitInput, message)
	}
	if strings.Count(message, "\n") != 1 || len(message) > 600 {
		t.Errorf("%s: not one clear line: %q", verb, message)
	}
	if strings.Count(message, path) != 1 {
		t.Errorf("%s: %q should name %s once", verb, message, path)
	}
}

// runForTest runs one command line in this process.
func runForTest(args ...string) (exitCode, string) {
	var out, errs bytes.Buffer
	code := run(args, &streams{in: strings.NewReader(""), out: &out, err: &errs})
	return code, errs.String()
}

func gzipped(t *testing.T, s string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestOutOfMemory runs commands on ontologies whose entailments or parameters need more memory than
// they may use. Each must end with exit code 1 and a sentence.
func TestOutOfMemory(t *testing.T) {
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString("Prefix(:=<http://example.org/#>)Ontology(<http://example.org/>\n")
	for i := range 20_000 { // 200 million entailed subsumptions
		fmt.Fprintf(&b, "SubClassOf(:A%d :A%d)\n", i, i+1)
	}
	chain := filepath.Join(dir, "chain.ofn")
	if err := os.WriteFile(chain, []byte(b.String()+")"), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"classify", chain}, {"train", chain, "--dim", "4", "--steps", "2", "-o", "-"},
		{"evaluate", chain, "--dim", "4", "--steps", "2"},
	} {
		cmd := exec.Command(self, args...)
		cmd.Env = append(os.Environ(), runMain+"=1", "GOMEMLIMIT=300MiB", "BOX2EL_HOME="+dir)
		text, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != int(exitFailure) ||
			!strings.Contains(string(text), "not enough memory") {
			t.Errorf("%s: %v: %.500s", args[0], err, text)
		}
	}
}
