package rdfio

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
)

// otherForOWLAPI lists the documents that the OWL API reads otherwise from OBO, with the reason.
var otherForOWLAPI = map[string]string{
	"environmental-exposure-ontology__src_mapping_combined-exposure_5326142.obo": "no alternative ids of relations",
	"jena-assembler.ttl":               "a domain of an undeclared property is that of an object property",
	"made-subset-blank.obo":            "%20 is encoded again",
	"robot__docs_examples_example.obo": "no idspace: foaf",
	"so.owl":                           "no idspace: dc",
}

// TestOBOForOWLAPI writes outside ontologies as OBO and in functional syntax, and lets the OWL API
// read both: the logical axioms are the same without their annotations, and the annotations are the
// same but for what docs/formats.md lists.
//
// Instances are left out, because the OWL API ignores their stanzas.
func TestOBOForOWLAPI(t *testing.T) {
	api := outside.NewOWLAPI(t)
	names := documentsForOWLAPI(t, api, []string{"corpus", "reads"}, []string{"functional", "obo"})
	api.Read(t)
	compared, annotations := 0, 0
	for _, name := range names {
		individuals := make(map[owl.IRI]bool) // the OWL API ignores their stanzas
		lines, ok := api.Lines(t, name+".functional")
		if !ok {
			continue // the OWL API does not read it in functional syntax
		}
		want := dumpedAxioms(lines, individuals)
		lines, _ = api.Lines(t, name+".obo")
		got := dumpedAxioms(lines, individuals)
		compared++
		annotations += len(want.annotations)
		lost := append(without(want.logical, got.logical),
			without(want.annotations, got.annotations)...)
		added := append(without(got.logical, want.logical),
			without(got.annotations, want.annotations)...)
		if differ, known := len(lost)+len(added) > 0, otherForOWLAPI[name] != ""; differ != known {
			t.Errorf("%s: %d lost, %d new\n- %q\n+ %q", name, len(lost), len(added),
				lost[:min(len(lost), 3)], added[:min(len(added), 3)])
		}
	}
	t.Logf("%d documents with %d annotations compared", compared, annotations)
}

// documentsForOWLAPI adds the documents of folders in syntaxes, each under its name and syntax. It
// returns the names of the documents.
func documentsForOWLAPI(t *testing.T, api *outside.OWLAPI, folders, syntaxes []string) []string {
	var names []string
	for _, folder := range folders {
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
			for _, syntax := range syntaxes {
				var text bytes.Buffer
				if err := Write(&text, o, syntax); err == nil {
					parser := syntax
					if syntax == "turtle" {
						parser = "" // the one that it prefers; its own reads \n in a string as n
					}
					api.Add(t, name+"."+syntax, parser, text.Bytes())
				} else if !errors.Is(err, ErrNotWritable) {
					t.Fatalf("%s: %v", name, err)
				} else {
					t.Logf("%s is not written in %s: %v", name, syntax, err)
				}
			}
			names = append(names, name)
		}
	}
	return names
}

// dumped holds canonical forms of the axioms of a file: logical ones without their annotations, and
// annotation assertions with theirs.
type dumped struct{ logical, annotations []string }

// dumpedAxioms returns the axioms of lines without those that docs/formats.md names as differences
// of the OWL API.
//
// Axioms about individuals are left out; those of the lines are added to the set.
func dumpedAxioms(lines []string, individuals map[owl.IRI]bool) dumped {
	parser := owl.NewFunctionalParser(nil)
	var assertions []*owl.AnnotationAssertion
	var all dumped
	for _, line := range lines {
		a, _, err := parser.Axiom([]byte(line))
		if err != nil || a == nil || strings.Contains(line, "_:") {
			continue // also the lines of the header
		}
		switch a := a.(type) {
		case *owl.AnnotationAssertion:
			assertions = append(assertions, a)
		default:
			for _, e := range owl.AxiomSignature(a) {
				if e.EntityKind() == owl.NamedIndividualKind {
					individuals[e.EntityIRI()] = true
				}
			}
			if a.Kind().IsLogical() && a.Kind() != owl.ClassAssertionKind &&
				a.Kind() != owl.ObjectPropertyAssertionKind {
				all.logical = append(all.logical, string(owl.AppendCanonicalBare(nil, a)))
			}
		}
	}
	for _, a := range assertions {
		if subject, ok := a.Subject.(owl.IRI); ok && individuals[subject] || differs(a) {
			continue
		}
		kept := *a
		kept.Annotations = nil
		for _, n := range a.Annotations {
			if name, ok := strings.CutPrefix(n.Property.IRI.String(), oboInOwl); ok &&
				!strings.Contains(name, ":") { // an IRI or id behind oboInOwl:
				n.Annotations = nil // descriptions of cross references
				kept.Annotations = append(kept.Annotations, n)
			}
		}
		all.annotations = append(all.annotations, string(owl.AppendCanonical(nil, &kept)))
	}
	slices.Sort(all.logical)
	slices.Sort(all.annotations)
	all.logical = slices.Compact(all.logical)
	all.annotations = slices.Compact(all.annotations)
	return all
}

const oboInOwl = "http://www.geneontology.org/formats/oboInOwl#"

// differs reports whether the OWL API reads an annotation of an OBO document otherwise, or adds it:
// ids, labels of its own vocabulary, replaced_by.
func differs(a *owl.AnnotationAssertion) bool {
	subject, _ := a.Subject.(owl.IRI)
	switch p := a.Property.IRI.String(); p {
	case oboInOwl + "id", oboInOwl + "is_metadata_tag", oboInOwl + "shorthand",
		"http://purl.obolibrary.org/obo/IAO_0100001":
		return true
	case "http://purl.obolibrary.org/obo/IAO_0000231", owl.OWLNamespace + "deprecated":
		// of alternative ids that the ontology does not mention
		return true
	case owl.RDFSNamespace + "comment": // of a subset without text
		text, ok := a.Value.(*owl.Literal)
		return ok && text.Lexical == ""
	case owl.RDFSNamespace + "label":
		name := subject.String()
		return strings.HasPrefix(name, oboInOwl) ||
			strings.HasPrefix(name, "http://purl.obolibrary.org/obo/IAO_")
	}
	return false
}
