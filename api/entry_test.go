package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/api/contract"
)

// form returns a multipart body of files, given as field, name and text.
func form(t *testing.T, files ...[3]string) (body *bytes.Buffer, contentType string) {
	t.Helper()
	body = new(bytes.Buffer)
	w := multipart.NewWriter(body)
	for _, f := range files {
		part, err := w.CreateFormFile(f[0], f[1])
		if err != nil {
			t.Fatal(err)
		}
		part.Write([]byte(f[2]))
	}
	w.Close()
	return body, w.FormDataContentType()
}

// sendForm sends files in one request.
func (h *harness) sendForm(t *testing.T, method, path string, files ...[3]string) answer {
	body, contentType := form(t, files...)
	r := h.request(method, path, body)
	r.Header.Set("Content-Type", contentType)
	return h.do(r)
}

const (
	importing = `Ontology(<http://x/root> Import(<http://x/other>) Import(<http://x/none>)
SubClassOf(<http://x/A> <http://x/B>))`
	imported = `Ontology(<http://y/import> Declaration(Class(<http://x/B>))
AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <http://x/B> "the B"))`
	importCatalog = `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
<uri name="http://x/other" uri="imports/b.ofn"/></catalog>`
)

// TestSeveralFiles sends an ontology with an import that a catalog names, and finds the missing one
// named; after a restart, too.
func TestSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	h := start(t, Options{Store: filepath.Join(dir, "store.db")})
	id := h.open("").ID
	got := h.sendForm(t, "PUT", "/ontologies/"+id, [3]string{"file", "imports/b.ofn", imported},
		[3]string{"file", "root.ofn", importing},
		[3]string{"file", "catalog-v001.xml", importCatalog})
	var o contract.Ontology
	if err := json.Unmarshal(got.body, &o); err != nil {
		t.Fatal(err)
	}
	check := func(o contract.Ontology) {
		t.Helper()
		if o.IRI.String() != "http://x/root" || o.Axioms != 3 ||
			fmt.Sprint(o.MissingImports) != "[http://x/none]" || o.Unlabeled != 1 {
			t.Errorf("%d: %+v", got.status, o)
		}
	}
	check(o)
	several := h.sendForm(t, "PUT", "/ontologies/"+id, [3]string{"file", "c.ofn", `Ontology(<http://x/c>)`},
		[3]string{"file", "d.ofn", `Ontology(<http://x/d>)`})
	if several.status != 422 || !strings.Contains(string(several.body),
		`"candidates":["c.ofn","d.ofn"]`) {
		t.Errorf("two roots: %d %s", several.status, several.body)
	}
	bad := h.sendForm(t, "PUT", "/ontologies/"+id, [3]string{"document", "bad.ofn", `Ontology(`})
	if bad.status != 422 || !strings.Contains(string(bad.body), "bad.ofn") {
		t.Errorf("a bad file: %d %s", bad.status, bad.body)
	}
	if err := h.end(); err != nil {
		t.Fatal(err)
	}
	h = start(t, Options{Store: filepath.Join(dir, "store.db")})
	h.ask("GET", "/ontologies/"+id, nil, 200, &o)
	check(o)
	var d contract.Diff
	h.ask("POST", "/ontologies/"+id+"/diff", nil, 200, &d)
	if d.SubjectsTotal != 0 {
		t.Errorf("the document differs from itself after a restart: %+v", d)
	}
}

// TestDiff compares an ontology with its document, a stored one, another ontology and a file.
func TestDiff(t *testing.T) {
	h := start(t, Options{})
	const first = `Ontology(<http://x/o> Declaration(Class(<http://x/A>))
AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> <http://x/A> "the A")
SubClassOf(<http://x/A> <http://x/B>))`
	id := h.open(first).ID
	path := "/ontologies/" + id
	h.ask("POST", path+"/operations", map[string]any{"operation": "accept",
		"axioms": []string{"SubClassOf(<http://x/A> <http://x/C>)"}}, 200, nil)
	var d contract.Diff
	h.ask("POST", path+"/diff", nil, 200, &d)
	if d.Added != 1 || d.Removed != 0 || d.SubjectsTotal != 1 ||
		d.Subjects[0].Subject.Label != "the A" || deref(d.Accepts) != 1 || d.AcceptsMissing != nil {
		t.Errorf("since the document: %+v", d)
	}
	const second = `Ontology(<http://x/o> SubClassOf(<http://x/A> <http://x/D>))`
	h.ask("POST", path+"/diff", strings.NewReader(second), 200, &d)
	if d.Added != 1 || d.Removed != 4 || d.Changed != 1 || len(deref(d.AcceptsMissing)) != 1 ||
		d.Newer.Axioms != 1 || d.Subjects[0].Subject.Label != "A" {
		t.Errorf("against a newer file: %+v", d)
	}
	var back contract.Diff
	h.ask("POST", path+"/diff?newer=false", strings.NewReader(second), 200, &back)
	if back.Added != d.Removed || back.Removed != d.Added {
		t.Errorf("against an older file: %+v", back)
	}
	h.ask("PUT", path, strings.NewReader(second), 200, nil)
	var documents contract.DocumentList
	h.ask("GET", path+"/documents", nil, 200, &documents)
	number := documents.Items[len(documents.Items)-1].Number
	h.ask("POST", fmt.Sprintf("%s/diff?document=%d", path, number), nil, 200, &d)
	if d.Added != 1 || d.Removed != 3 {
		t.Errorf("against the first document: %+v", d)
	}
	other := h.open(`Ontology(<http://x/p>)`).ID
	h.ask("POST", path+"/diff?ontology="+other, nil, 200, &d)
	if d.Added != 1 || d.Removed != 0 || d.Older.IRI.String() != "http://x/p" {
		t.Errorf("against another ontology: %+v", d)
	}
	var o contract.Ontology
	h.ask("POST", fmt.Sprintf("%s/documents/%d/restore", path, number), nil, 200, &o)
	if o.Axioms != 3 {
		t.Errorf("restored: %d axioms", o.Axioms)
	}
}

// TestUnsatisfiableRoots asks for the root causes, the classes that depend on them, and repairs.
func TestUnsatisfiableRoots(t *testing.T) {
	h := start(t, Options{})
	id := h.classified(`Prefix(:=<http://x/>) Ontology(<http://x/o> DisjointClasses(:A :B)
SubClassOf(:Root :A) SubClassOf(:Root :B) SubClassOf(:Below :Root)
SubClassOf(:Related ObjectSomeValuesFrom(:r :Below)))`).ID
	var page contract.UnsatisfiablePage
	h.ask("GET", "/ontologies/"+id+"/unsatisfiable", nil, 200, &page)
	if page.Total != 3 || page.Roots != 1 || len(page.Items) != 1 {
		t.Fatalf("%+v", page)
	}
	root := page.Items[0]
	if root.Class.Label != "Root" || root.Dependents != 2 || len(root.Justification) != 3 ||
		len(root.Repairs) != 3 || !root.Complete {
		t.Errorf("%+v", root)
	}
}

// TestEntity asks for the names, relations, usage and path of a class, and for the preferred roots.
func TestEntity(t *testing.T) {
	h := start(t, Options{})
	const obo, oio = "http://purl.obolibrary.org/obo/", "http://www.geneontology.org/formats/oboInOwl#"
	id := h.classified(`Prefix(obo:=<` + obo + `>) Prefix(oio:=<` + oio + `>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>) Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Ontology(<http://x/o> Annotation(obo:IAO_0000700 obo:X_0000002)
AnnotationAssertion(rdfs:label obo:X_0000001 "thing")
AnnotationAssertion(rdfs:label obo:X_0000002 "cell")
AnnotationAssertion(rdfs:label obo:X_0000003 "T cell")
AnnotationAssertion(rdfs:label obo:X_0000003 "T-Zelle"@de)
AnnotationAssertion(oio:hasNarrowSynonym obo:X_0000003 "helper")
AnnotationAssertion(rdfs:label obo:X_0000004 "old")
AnnotationAssertion(owl:deprecated obo:X_0000004 "true")
AnnotationAssertion(obo:IAO_0100001 obo:X_0000004 obo:X_0000003)
SubClassOf(obo:X_0000002 obo:X_0000001) SubClassOf(obo:X_0000003 obo:X_0000002)
SubClassOf(obo:X_0000003 ObjectSomeValuesFrom(obo:p obo:X_0000001))
SubClassOf(obo:X_0000005 obo:X_0000003) Declaration(Class(obo:X_0000004)))`).ID
	var c contract.ClassDetail
	class := func(name string) string {
		return "/ontologies/" + id + "/classes/" + url.PathEscape(obo+name)
	}
	h.ask("GET", class("X_0000003"), nil, 200, &c)
	names := deref(c.Names)
	if deref(c.Id) != "X:0000003" || len(names) != 2 || names[0].Scope != "label" ||
		names[0].Lang != "de" || names[1].Scope != "narrow" ||
		len(deref(c.Relations)) != 1 || deref(c.UsageTotal) != 1 || len(deref(c.Path)) != 2 ||
		(*c.Path)[0].Label != "cell" {
		t.Errorf("%+v", c)
	}
	c = contract.ClassDetail{}
	h.ask("GET", class("X_0000004"), nil, 200, &c)
	if len(deref(c.ReplacedBy)) != 1 || (*c.ReplacedBy)[0].Label != "T cell" {
		t.Errorf("%+v", c)
	}
	var page contract.ClassPage
	h.ask("GET", "/ontologies/"+id+"/taxonomy?preferred=true", nil, 200, &page)
	if len(page.Items) != 1 || page.Items[0].Label != "cell" {
		t.Errorf("preferred roots: %+v", page)
	}
	h.ask("GET", "/ontologies/"+id+"/taxonomy?obsolete=false", nil, 200, &page)
	if len(page.Items) != 1 || page.Items[0].Label != "thing" {
		t.Errorf("without obsolete classes: %+v", page)
	}
}

// TestServedContract asks for the contract, and for axioms with < and >.
func TestServedContract(t *testing.T) {
	h := start(t, Options{})
	want, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if got := h.do(h.request("GET", "/openapi.yaml", nil)); got.status != 200 ||
		!bytes.Equal(got.body, want) {
		t.Errorf("%d, %d bytes", got.status, len(got.body))
	}
	id := h.classified(`Ontology(<http://x/o> SubClassOf(<http://x/A> <http://x/B>))`).ID
	got := h.do(h.request("GET", "/ontologies/"+id+"/classes/"+url.PathEscape("http://x/A"), nil))
	if !bytes.Contains(got.body, []byte("SubClassOf(<http://x/A> <http://x/B>)")) {
		t.Errorf("%s", got.body)
	}
}
