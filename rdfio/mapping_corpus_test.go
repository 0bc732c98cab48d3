package rdfio

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// peerCounts are the counts of the OWL API for a file of the corpus.
type peerCounts struct {
	Name   string
	Syntax string
	Base   string
	OWLAPI struct {
		OntologyIRI          string         `json:"ontology_iri"`
		Imports              []string       `json:"imports"`
		Axioms               *int           `json:"axioms"`
		LogicalAxioms        int            `json:"logical_axioms"`
		Classes              int            `json:"classes"`
		ObjectProperties     int            `json:"object_properties"`
		DataProperties       int            `json:"data_properties"`
		AnnotationProperties int            `json:"annotation_properties"`
		Individuals          int            `json:"individuals"`
		Datatypes            int            `json:"datatypes"`
		AxiomsByType         map[string]int `json:"axioms_by_type"`
		OntologyAnnotations  int            `json:"ontology_annotations"`
	}
	Triples *int
}

// corpusDifference is why some counts of one file differ from the OWL API's: for each count ours
// and theirs.
type corpusDifference struct {
	Reason string            `json:"reason"`
	Counts map[string][2]int `json:"counts"`
}

// TestCorpusAxioms compares what is read from every file of the corpus with the counts of the OWL
// API. Each difference has its reason in testdata/corpus-differences.json; others, and those that
// no longer exist, are errors.
func TestCorpusAxioms(t *testing.T) {
	known := map[string][]corpusDifference{}
	text, err := os.ReadFile("testdata/corpus-differences.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &known); err != nil {
		t.Fatal(err)
	}
	for _, path := range outside.Glob(t, "corpus", "*.json") {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var peer peerCounts
			if err := json.Unmarshal(text, &peer); err != nil {
				t.Fatal(err)
			}
			if peer.OWLAPI.Axioms == nil || peer.Triples == nil {
				t.Skip("the peers refuse this file, and so do we: see the tests of the readers")
			}
			o, report, err := readCorpusFile(strings.TrimSuffix(path, ".json")+".gz", peer)
			if err != nil {
				t.Fatal(err)
			}
			if report.Triples != *peer.Triples {
				t.Errorf("%d triples, want %d", report.Triples, *peer.Triples)
			}
			checkCounts(t, countsOf(o), peer.counts(), known[name])
			if t.Failed() || testing.Verbose() {
				for _, n := range report.Notes {
					t.Logf("%s: %d %v", n.Kind, n.Count, n.Examples)
				}
			}
		})
	}
}

func readCorpusFile(path string, peer peerCounts) (*owl.Ontology, *Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	format := map[string]string{"RDF/XML": "rdfxml", "Turtle": "turtle"}[peer.Syntax]
	return Read(context.Background(), f,
		ReadOptions{File: peer.Name, Base: peer.Base, Format: format})
}

// counts returns the peer's counts by our names.
func (p peerCounts) counts() map[string]int {
	renamed := map[string]string{
		"IrrefexiveObjectProperty":  "IrreflexiveObjectProperty", // the OWL API's spelling
		"AnnotationPropertyRangeOf": "AnnotationPropertyRange",
	}
	n := map[string]int{
		"axioms": *p.OWLAPI.Axioms, "logical axioms": p.OWLAPI.LogicalAxioms,
		"classes": p.OWLAPI.Classes, "object properties": p.OWLAPI.ObjectProperties, "data properties": p.OWLAPI.DataProperties,
		"annotation properties": p.OWLAPI.AnnotationProperties, "individuals": p.OWLAPI.Individuals, "datatypes": p.OWLAPI.Datatypes,
		"ontology annotations": p.OWLAPI.OntologyAnnotations, "imports": len(p.OWLAPI.Imports),
		"ontology IRI " + p.OWLAPI.OntologyIRI: 1,
	}
	for kind, count := range p.OWLAPI.AxiomsByType {
		if ours, ok := renamed[kind]; ok {
			kind = ours
		}
		n[kind] = count
	}
	return n
}

func countsOf(o *owl.Ontology) map[string]int {
	o.Dedup()
	n := map[string]int{"axioms": len(o.Axioms), "logical axioms": 0,
		"ontology annotations": len(o.Annotations), "imports": len(o.Imports),
		"ontology IRI " + o.IRI.String(): 1}
	for kind, count := range o.AxiomsByType() {
		n[kind.String()] = count
		if kind.IsLogical() {
			n["logical axioms"] += count
		}
	}
	names := [...]string{"classes", "datatypes", "object properties", "data properties",
		"annotation properties", "individuals"}
	for _, e := range o.Signature() {
		n[names[e.EntityKind()]]++
	}
	return n
}

// checkCounts fails for each count that differs without a reason, and for each reason without a
// difference.
func checkCounts(t *testing.T, ours, theirs map[string]int, known []corpusDifference) {
	t.Helper()
	explained := map[string][2]int{}
	for _, d := range known {
		if d.Reason == "" {
			t.Error("a difference without a reason")
		}
		maps.Copy(explained, d.Counts)
	}
	all := maps.Clone(ours)
	maps.Copy(all, theirs)
	for _, what := range slices.Sorted(maps.Keys(all)) {
		d, ok := explained[what]
		delete(explained, what)
		switch {
		case ours[what] == theirs[what] && ok:
			t.Errorf("%s: no difference any more, remove it from corpus-differences.json", what)
		case ours[what] != theirs[what] && d != [2]int{ours[what], theirs[what]}:
			t.Errorf("%s: %d, the OWL API has %d", what, ours[what], theirs[what])
		}
	}
	for what := range explained {
		t.Errorf("%s: explained, but in neither", what)
	}
}
