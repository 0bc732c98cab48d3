package rdfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/internal/owlgen"
	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/owlrdf"
)

// roundTrip writes o and reads what was written.
func roundTrip(t testing.TB, f Format, o *owl.Ontology) *owl.Ontology {
	t.Helper()
	var b bytes.Buffer
	if err := f.write(&b, o); err != nil {
		t.Fatalf("writing %s: %v", f.Name, err)
	}
	again, report, err := Read(context.Background(), bytes.NewReader(b.Bytes()), ReadOptions{File: "written." + f.Name, Base: "http://example.org/base"})
	if err != nil && strings.Contains(err.Error(), "(tag nojsonld)") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("reading what was written: %v\n%s", err, excerptAround(b.String(), err))
	}
	if report.Syntax != f.Name && f.Name != "ntriples" { // which is Turtle, too
		t.Errorf("what was written as %s was read as %s", f.Name, report.Syntax)
	}
	return again
}

func excerptAround(text string, err error) string {
	var at *ParseError
	if !errors.As(err, &at) || at.Line == 0 {
		return ""
	}
	return strings.Split(text, "\n")[at.Line-1]
}

func TestRoundTripRandomOntologies(t *testing.T) {
	seeds, size := 60, 60
	if testing.Short() {
		seeds = 5
	}
	for _, f := range formats {
		if f.write == nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			for seed := range seeds {
				o := owlgen.Ontology(rand.New(rand.NewPCG(uint64(seed), 1)), size)
				if f.Name == "manchester" {
					o = inManchester(o)
				}
				if diff := diffThrough(f, o, roundTrip(t, f, o)); diff != "" {
					t.Fatalf("seed %d: %s", seed, diff)
				}
			}
		})
	}
}

func TestRoundTripLongLists(t *testing.T) {
	d := owl.DataProperty{IRI: owl.NewIRI("http://example.org/d")}
	o := &owl.Ontology{IRI: owl.NewIRI("http://example.org/o"), Axioms: []owl.Axiom{&owl.Declaration{Entity: d}}}
	values, classes := &owl.DataOneOf{}, &owl.ObjectUnionOf{}
	for i := range 60_000 {
		values.Literals = append(values.Literals, owl.NewString(fmt.Sprint(i)))
		classes.Operands = append(classes.Operands, owl.Class{IRI: owl.NewIRI(fmt.Sprint("http://example.org/", i))})
	}
	o.Axioms = append(o.Axioms,
		&owl.DataPropertyRange{Property: d, Range: values},
		&owl.SubClassOf{Sub: owl.Thing, Super: classes})
	for _, f := range formats {
		if f.Name == "rdfxml" || f.Name == "turtle" { // the two that nest
			if diff := ontologyDiff(o, roundTrip(t, f, o), f.decode != nil); diff != "" {
				t.Errorf("%s: %.300s", f.Name, diff)
			}
		}
	}
}

// TestRoundTripOutsideFiles reads every outside ontology of a moderate size, and writes and reads
// it in every syntax.
func TestRoundTripOutsideFiles(t *testing.T) {
	largest := int64(300 << 10) // compressed
	if testing.Short() {
		largest = 20 << 10
	}
	// JSON-LD takes most of the time of this test. All files pass.
	const largestJSONLD = 5000
	files := outside.Glob(t, "corpus", "*.gz")
	files = append(files, outside.Glob(t, "ontologies", "*.gz")...)
	for _, file := range files {
		name := filepath.Base(file)
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".taxonomy.gz") || info.Size() > largest {
			continue
		}
		t.Run(name, func(t *testing.T) {
			o, _, err := ReadFile(context.Background(), file, ReadOptions{NoImports: true, Base: "http://example.org/" + name})
			if err != nil {
				t.Skipf("not readable: %v", err)
			}
			for _, f := range formats {
				if f.write == nil || f.Name == "jsonld" && len(o.Axioms) > largestJSONLD {
					continue
				}
				t.Run(f.Name, func(t *testing.T) { roundTripOutside(t, f, o) })
			}
		})
	}
}

func roundTripOutside(t *testing.T, f Format, o *owl.Ontology) {
	err := f.write(&bytes.Buffer{}, o)
	if errors.Is(err, ErrNotWritable) {
		t.Skipf("cannot be written: %v", err)
	}
	if diff := diffThrough(f, o, roundTrip(t, f, o)); diff != "" {
		t.Error(diff)
	}
}

// diffThrough compares an ontology with what a format made of it. Manchester syntax declares every
// entity that is the subject of a frame.
func diffThrough(f Format, want, got *owl.Ontology) string {
	if f.Name == "obo" {
		want, got = throughOBO(want, got)
	}
	if f.Name == "manchester" {
		declared := make(map[owl.Hash]bool)
		for _, a := range want.Axioms {
			declared[owl.HashAxiom(a)] = true
		}
		got.Axioms = slices.DeleteFunc(got.Axioms, func(a owl.Axiom) bool {
			return a.Kind() == owl.DeclarationKind && !declared[owl.HashAxiom(a)]
		})
	}
	return ontologyDiff(want, got, f.decode != nil)
}

// inManchester returns the ontology without what Manchester syntax has no form for: annotations of
// declarations, and annotations of IRIs that name no entity.
func inManchester(o *owl.Ontology) *owl.Ontology {
	named := make(map[owl.IRI]bool)
	for _, e := range o.Signature() {
		named[e.EntityIRI()] = true
	}
	kept := *o
	kept.Axioms = nil
	for _, a := range o.Axioms {
		switch a := a.(type) {
		case *owl.Declaration:
			kept.Axioms = append(kept.Axioms, &owl.Declaration{Entity: a.Entity})
			continue
		case *owl.AnnotationAssertion:
			if iri, ok := a.Subject.(owl.IRI); ok && !named[iri] {
				continue
			}
		}
		kept.Axioms = append(kept.Axioms, a)
	}
	return &kept
}

// ontologyDiff compares two ontologies, the second one having gone through RDF or not. In RDF,
// undeclared entities are declared.
func ontologyDiff(want, got *owl.Ontology, throughRDF bool) string {
	if got.IRI != want.IRI || got.VersionIRI != want.VersionIRI {
		return fmt.Sprintf("ontology %v, version %v; want %v, %v", got.IRI, got.VersionIRI,
			want.IRI, want.VersionIRI)
	}
	wanted, found := statements(want, throughRDF), statements(got, throughRDF)
	missing, extra := without(wanted, found), without(found, wanted)
	if throughRDF {
		var declarations []string
		for _, e := range want.Signature() {
			declarations = append(declarations,
				string(owl.AppendCanonical(nil, &owl.Declaration{Entity: e})))
		}
		slices.Sort(declarations)
		extra = without(extra, declarations)
	}
	if len(missing)+len(extra) == 0 {
		return ""
	}
	return fmt.Sprintf("%d statements are lost, %d are new:\n- %s\n+ %s", len(missing), len(extra),
		strings.Join(missing[:min(len(missing), 5)], "\n- "),
		strings.Join(extra[:min(len(extra), 5)], "\n+ "))
}

// without returns what is in a and not in b; both are sorted.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool {
		_, found := slices.BinarySearch(b, s)
		return found
	})
}

// statements returns the canonical forms of all that an ontology says, each once, sorted. With
// throughRDF they have the form that they have after RDF (OWL 2 Mapping to RDF Graphs):
//   - an axiom that is there with and without annotations is there with them only (section 2.3.1
//     reifies the triple that both have);
//   - an assertion about an inverse property is one about the property, turned round (table 1);
//   - an annotation assertion about the IRI of the ontology is an annotation of the ontology;
//   - what the vocabulary of OWL itself contains counts as declared: a property that is said to be
//     transitive or symmetric gets its declaration from that (table 6);
//   - equivalences of more than two are chains of pairs (table 1).
func statements(o *owl.Ontology, throughRDF bool) []string {
	var all []string
	for _, i := range o.Imports {
		all = append(all, "Import("+i.String()+")")
	}
	for _, a := range o.Annotations {
		all = append(all, string(owl.AppendCanonicalAnnotation(nil, a)))
	}
	annotated := make(map[string]bool)
	for _, axiom := range o.Axioms {
		if !throughRDF {
			all = append(all, string(owl.AppendCanonical(nil, axiom)))
			continue
		}
		if a, ok := axiom.(*owl.AnnotationAssertion); ok &&
			a.Subject == owl.AnnotationSubject(o.IRI) {
			all = append(all,
				string(owl.AppendCanonicalAnnotation(nil,
					owl.Annotation{Property: a.Property, Value: a.Value,
						Annotations: a.Annotations})))
			continue
		}
		if d, ok := axiom.(*owl.Declaration); ok &&
			strings.HasPrefix(d.Entity.EntityIRI().String(), owl.OWLNamespace) {
			continue
		}
		for _, axiom := range asPairs(turnedRound(axiom)) {
			all = append(all, string(owl.AppendCanonical(nil, axiom)))
			if len(axiom.AxiomAnnotations()) > 0 {
				annotated[string(owl.AppendCanonical(nil, bare(axiom)))] = true
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(s string) bool { return annotated[s] })
}

func turnedRound(axiom owl.Axiom) owl.Axiom {
	if a, ok := axiom.(*owl.ObjectPropertyAssertion); ok {
		if inverse, ok := a.Property.(*owl.ObjectInverseOf); ok {
			return &owl.ObjectPropertyAssertion{Annotated: a.Annotated, Property: inverse.Property,
				Source: a.Target, Target: a.Source}
		}
	}
	return axiom
}

// bare returns a copy of the axiom without its annotations.
func bare(axiom owl.Axiom) owl.Axiom { return withAnnotations(axiom, nil) }

// asPairs splits an axiom that RDF writes as a chain of pairs. Which chain is left to the writer.
func asPairs(axiom owl.Axiom) []owl.Axiom {
	switch a := axiom.(type) {
	case *owl.EquivalentClasses:
		return chainOf(a.Classes, func(pair []owl.ClassExpression) owl.Axiom {
			return &owl.EquivalentClasses{Annotated: a.Annotated, Classes: pair}
		})
	case *owl.EquivalentObjectProperties:
		return chainOf(a.Properties, func(pair []owl.ObjectPropertyExpression) owl.Axiom {
			return &owl.EquivalentObjectProperties{Annotated: a.Annotated, Properties: pair}
		})
	case *owl.EquivalentDataProperties:
		return chainOf(a.Properties, func(pair []owl.DataProperty) owl.Axiom {
			return &owl.EquivalentDataProperties{Annotated: a.Annotated, Properties: pair}
		})
	case *owl.SameIndividual:
		return chainOf(a.Individuals, func(pair []owl.Individual) owl.Axiom {
			return &owl.SameIndividual{Annotated: a.Annotated, Individuals: pair}
		})
	}
	return []owl.Axiom{axiom}
}

func chainOf[T any](operands []T, axiom func(pair []T) owl.Axiom) []owl.Axiom {
	t := &owlrdf.Translation{Label: func(id owl.IRI) owl.IRI { return id }}
	compare := func(a, b T) int {
		x, y := t.Node(a), t.Node(b)
		return owlrdf.CompareNodes(&x, &y)
	}
	sorted := slices.Clone(operands)
	slices.SortFunc(sorted, compare)
	sorted = slices.CompactFunc(sorted, func(a, b T) bool { return compare(a, b) == 0 })
	if len(sorted) == 1 {
		return []owl.Axiom{axiom(sorted)}
	}
	var pairs []owl.Axiom
	for i := range sorted[1:] {
		pairs = append(pairs, axiom(sorted[i:i+2]))
	}
	return pairs
}

// withAnnotations returns a copy of the axiom with other annotations.
func withAnnotations(axiom owl.Axiom, annotations []owl.Annotation) owl.Axiom {
	copied := reflect.New(reflect.TypeOf(axiom).Elem())
	copied.Elem().Set(reflect.ValueOf(axiom).Elem())
	a := copied.Interface().(owl.Axiom)
	owl.Annotate(a, annotations)
	return a
}

// TestMissingDeclarations writes an ontology that declares nothing, with and without an import,
// which may have the declarations.
func TestMissingDeclarations(t *testing.T) {
	const axioms = `SubClassOf(:A ObjectSomeValuesFrom(:p :B)) SubClassOf(:A DataHasValue(:d "x"))
EquivalentClasses(:C :D) AnnotationAssertion(:note :A "x") AnnotationPropertyRange(:see :A)`
	for header, want := range map[string]string{
		"":                     "AnnotationProperty AnnotationProperty Class Class Class Class DataProperty ObjectProperty",
		"Import(<http://e/i>)": "AnnotationProperty Class Class DataProperty ObjectProperty",
	} {
		text := "Prefix(:=<http://e/#>) Ontology(<http://e/o> " + header + " " + axioms + ")"
		o, _, err := Read(t.Context(), strings.NewReader(text), ReadOptions{File: "made.ofn"})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range formats {
			if f.decode == nil || f.write == nil {
				continue
			}
			var kinds []string
			for _, a := range roundTrip(t, f, o).Axioms {
				if d, ok := a.(*owl.Declaration); ok {
					kinds = append(kinds, d.Entity.EntityKind().String())
				}
			}
			slices.Sort(kinds)
			if got := strings.Join(kinds, " "); got != want {
				t.Errorf("%s, %q: declared are %s, want %s", f.Name, header, got, want)
			}
		}
	}
}
