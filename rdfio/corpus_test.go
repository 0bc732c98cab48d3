package rdfio

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
)

// corpusFile is a file of the outside corpus with what its JSON says of it.
type corpusFile struct {
	Name    string
	Syntax  string
	Base    string
	Triples *int // nil if the document must be refused
	data    []byte
}

// corpus returns the files of the outside corpus that are in a syntax.
func corpus(t *testing.T, syntax string) []corpusFile {
	t.Helper()
	var files []corpusFile
	for _, path := range outside.Glob(t, "corpus", "*.json") {
		description, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var f corpusFile
		if err := json.Unmarshal(description, &f); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if f.Syntax != syntax {
			continue
		}
		f.data = unpack(t, strings.TrimSuffix(path, ".json")+".gz")
		files = append(files, f)
	}
	if len(files) == 0 {
		t.Fatalf("the corpus has no file in %s", syntax)
	}
	return files
}

// unpack reads a gzip file.
func unpack(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// checkCorpus decodes the files of a syntax: the number of distinct triples must be the one that
// rdflib and raptor agree on; what both refuse must be refused with its place.
func checkCorpus(t *testing.T, syntax string, decode decodeFunc) {
	for _, f := range corpus(t, syntax) {
		t.Run(f.Name, func(t *testing.T) {
			text, err := transcode(f.data, bytes.NewReader(f.data))
			if err != nil {
				t.Fatal(err)
			}
			g, err := decodeToGraph(decode, text, f.Base)
			if f.Triples == nil {
				var place *ParseError
				if !errors.As(err, &place) || place.Line == 0 {
					t.Errorf("%s: error %v, want one with a place", f.Name, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(g) != *f.Triples {
				t.Errorf("%s has %d distinct triples, want %d", f.Name, len(g), *f.Triples)
			}
		})
	}
}
