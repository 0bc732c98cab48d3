package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		"Zellkörper 細胞 \u200d":            "Zellkörper 細胞 \u200d",
		"a\nfake line\r\tb":               "a fake line  b",
		"\x1b]0;owned\x07":                `\x1b]0;owned\a`,
		"\u009b31m\x7f\x00":               `\u009b31m\x7f\x00`,
		"\u202eevil\u2066\u200f\u061c":    `\u202eevil\u2066\u200f\u061c`,
		"line\u2028separator\u2029":       `line\u2028separator\u2029`,
		"\x9b31m \xff":                    `\x9b31m \xff`,
		"\ufffd is a character by itself": "\ufffd is a character by itself",
	} {
		if got := printable(text); got != want {
			t.Errorf("printable(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestPrintableWriter(t *testing.T) {
	const text = "two\nlines\tand é 細 \U0001f9ec \x1b[2J \u202e \xe7\xb4. \u009b\n"
	const want = "two\nlines\tand é 細 \U0001f9ec \\x1b[2J \\u202e \\xe7\\xb4. \\u009b\n"
	for _, in := range []io.Reader{
		strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)),
	} {
		var out bytes.Buffer
		w := &printableWriter{w: &out}
		buf := make([]byte, 100)
		for {
			n, err := in.Read(buf)
			if err == io.EOF {
				break
			}
			if _, err := w.Write(buf[:n]); err != nil {
				t.Fatal(err)
			}
		}
		if out.String() != want {
			t.Errorf("got %q, want %q", &out, want)
		}
	}
}

// TestTextForPeople checks that no command prints an escape sequence of a document to a terminal.
func TestTextForPeople(t *testing.T) {
	t.Setenv("BOX2EL_HOME", t.TempDir())
	const evil = `evil\u001B]0;owned\u0007\u001B[2J\u009B31m` +
		`\rfake\u0008\u202E\u2066\u007F\nfake line`
	file := filepath.Join(t.TempDir(), "evil.ttl")
	document := `@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix : <http://e/#> .
<http://e/> a owl:Ontology ; owl:imports <http://e/missing` + "\u202e" + `> .
:A a owl:Class ; rdfs:label "A ` + evil + `" ; rdfs:subClassOf :B .
:B a owl:Class ; rdfs:label "B ` + evil + `" ; rdfs:subClassOf :C .
:C a owl:Class ; rdfs:label "C ` + evil + `" .
:D` + "\u202e" + ` a owl:Class ; rdfs:subClassOf :B , [ owl:complementOf :B ] .
:x a :A .
:B rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :r ; owl:hasValue "x ` + evil + `" ] .
:r a owl:DatatypeProperty .`
	document = strings.ReplaceAll(document, ":D\u202e", "<http://e/#D\u202e>")
	if err := os.WriteFile(file, []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("NO_COLOR", "1") // the only escape sequences of the program are colors
	shown := 0
	for _, args := range [][]string{
		{"classify", "-f", "tree", file}, {"classify", file}, {"realize", file}, {"stats", file}, {"profile", "--all", file},
		{"query", file, "<http://e/#B>"}, {"query", file, "evil"}, {"query", file, "nosuch\u202e"},
		{"explain", file, "<http://e/#A>", "<http://e/#C>"}, {"explain", "--proof", file, "<http://e/#D\u202e>"},
		{"check", file, "SubClassOf(<http://e/#C> <http://e/#A>)"}, {"place", file, "<http://e/#A>"}, {"suggest", file, "<http://e/#A>"},
		{"history", "accept", file, "SubClassOf(<http://e/#C> <http://e/#A>)", "--comment", "a\x1b[2J\u202e"},
		{"history", "list", file}, {"stats", "no\x1b[31m.owl"},
	} {
		var out, err bytes.Buffer
		run(args, &streams{
			in: strings.NewReader(""), out: &out, err: &err, outTerminal: true, outWidth: 200,
			outHeight: 60,
		})
		text := out.String() + err.String()
		shown += strings.Count(text, "evil")
		for _, r := range strings.NewReplacer("\n", "", "\t", "").Replace(text) {
			if isUnprintable(r) {
				t.Errorf("%q shows %q:\n%q", args, r, text)
				break
			}
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(strings.TrimSpace(line), "fake line") {
				t.Errorf("%q shows a line of a label:\n%s", args, text)
			}
		}
	}
	if shown < 10 {
		t.Errorf("labels were shown %d times, want 10 or more", shown)
	}
}
