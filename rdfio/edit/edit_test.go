package edit

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// axioms parses axioms over http://x/, one a line.
func axioms(t testing.TB, text string) (list []owl.Axiom) {
	t.Helper()
	prefixes := owl.StandardPrefixes()
	prefixes.Set("", "http://x/")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		a, err := owl.ParseAxiom(line, prefixes)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, a)
	}
	return list
}

const ofn = `# A comment on top
Prefix(:=<http://x/>)
Ontology(<http://x>
Declaration(Class(:A))
Declaration(Class(:B))
`

const names = `@prefix : <http://x/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class . :B a owl:Class . :C a owl:Class . :note a owl:AnnotationProperty .
:p a owl:ObjectProperty .
`

// cases are documents, edits of them, and the documents that the edits make.
var cases = []struct{ name, format, document, remove, add, want string }{
	{"one of several axioms on a line", "functional",
		ofn + "SubClassOf(:A :B) SubClassOf(:B :C) SubClassOf(:C :D) # three\n)\n",
		"SubClassOf(:B :C)", "",
		ofn + "SubClassOf(:A :B) SubClassOf(:C :D) # three\n)\n"},
	{"the last axiom of a line", "functional",
		ofn + "SubClassOf(:A :B) SubClassOf(:C :D)\n)\n",
		"SubClassOf(:C :D)", "",
		ofn + "SubClassOf(:A :B)\n)\n"},
	{"behind a line of several axioms", "functional",
		ofn + "  SubClassOf(:A :B) SubClassOf(:C :D) # two\n)\n",
		"", "SubClassOf(:A :E)",
		ofn + "  SubClassOf(:A :B) SubClassOf(:C :D) # two\n  SubClassOf(:A :E)\n)\n"},
	{"an axiom on several lines, with comments inside", "functional",
		ofn + "  SubClassOf( # why\n    :A\n    # because\n    :B)\nSubClassOf(:B :C)\n)\n",
		"SubClassOf(:A :B)", "",
		ofn + "SubClassOf(:B :C)\n)\n"},
	{"a comment behind a removed axiom stays", "functional",
		ofn + "SubClassOf(:A :B) # keep me\nSubClassOf(:B :C)\n)\n",
		"SubClassOf(:A :B)", "",
		ofn + "# keep me\nSubClassOf(:B :C)\n)\n"},
	{"parentheses and comments in literals", "functional",
		ofn + "AnnotationAssertion(rdfs:comment :A \") # not a comment (\")\n" +
			"SubClassOf(:A :B)\n)\n",
		"SubClassOf(:A :B)", "SubClassOf(:A :C)",
		ofn + "AnnotationAssertion(rdfs:comment :A \") # not a comment (\")\n" +
			"SubClassOf(:A :C)\n)\n"},
	{"no line end at the end", "functional",
		"Prefix(:=<http://x/>) Ontology(SubClassOf(:A :B))",
		"", "SubClassOf(:A :C)",
		"Prefix(:=<http://x/>) Ontology(SubClassOf(:A :B)\nSubClassOf(:A :C)\n)"},
	{"an empty ontology", "functional", "Ontology()\n", "", "SubClassOf(:A :B)",
		"Ontology(\nSubClassOf(<http://x/A> <http://x/B>)\n)\n"},
	{"Windows line ends and a byte order mark", "functional",
		"\ufeffPrefix(:=<http://x/>)\r\nOntology(\r\nSubClassOf(:A :B)\r\n)\r\n",
		"", "SubClassOf(:A :C)",
		"\ufeffPrefix(:=<http://x/>)\r\nOntology(\r\nSubClassOf(:A :B)\r\nSubClassOf(:A :C)\r\n)\r\n"},
	{"a new class gets its block", "functional",
		ofn + `
############################
#   Classes
############################

# Class: :A (a)

SubClassOf(:A :B)

# Class: :C (:C)

SubClassOf(:C :B)


SubClassOf(ObjectIntersectionOf(:A :C) :B)
)
`, "SubClassOf(:A :B)", "Declaration(Class(:Bb))\nSubClassOf(:Bb :A)\nSubClassOf(:A :C)",
		ofn + `Declaration(Class(:Bb))

############################
#   Classes
############################

# Class: :A (a)

SubClassOf(:A :C)

# Class: :Bb (:Bb)

SubClassOf(:Bb :A)

# Class: :C (:C)

SubClassOf(:C :B)


SubClassOf(ObjectIntersectionOf(:A :C) :B)
)
`},
	{"bytes and escapes that are read leniently", "turtle",
		"@prefix : <http://x/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" +
			":A a owl:Class ;\n  rdfs:comment \"caf\xe9\" # \xe9\n  ;\n  rdfs:label \"a \\(b\\)\" .\n",
		`AnnotationAssertion(rdfs:label :A "a \\(b\\)")`, "SubClassOf(:A :B)",
		"@prefix : <http://x/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" +
			":A a owl:Class ;\n  rdfs:subClassOf :B ;\n  rdfs:comment \"caf\xe9\" # \xe9\n  ;\n  .\n"},
	{"objects of a list of objects", "turtle", `@prefix : <http://x/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:A a owl:Class ; # the first
   rdfs:subClassOf :B , # one
                   :C ,
                   :D ;
   rdfs:label "a; b . c , [" .
:B a owl:Class . :C a owl:Class . :D a owl:Class .
`, "SubClassOf(:A :C)", "SubClassOf(:A :E)", `@prefix : <http://x/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:A a owl:Class ; # the first
   rdfs:subClassOf :B , # one
                   :E ,
                   :D ;
   rdfs:label "a; b . c , [" .
:B a owl:Class . :C a owl:Class . :D a owl:Class .
`},
	{"tabs, and a semicolon on a line of its own", "turtle",
		"@prefix : <http://x/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" +
			"@prefix owl: <http://www.w3.org/2002/07/owl#> .\n" +
			":p a owl:ObjectProperty .\n:A\n\ta owl:Class\n\t\t;\n\trdfs:seeAlso :B ;\n" +
			"\trdfs:subClassOf :C,\n\t\t:D,\n\t\t:F ;\n\t.\n",
		"AnnotationAssertion(rdfs:seeAlso :A :B)\nSubClassOf(:A :D)",
		"SubClassOf(:A ObjectSomeValuesFrom(:p :E))",
		"@prefix : <http://x/> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" +
			"@prefix owl: <http://www.w3.org/2002/07/owl#> .\n" +
			":p a owl:ObjectProperty .\n:A\n\ta owl:Class\n\t\t;\n" +
			"\trdfs:subClassOf :C,\n\t\t[\n\t\t\ta owl:Restriction ;\n" +
			"\t\t\towl:onProperty :p ;\n\t\t\towl:someValuesFrom :E\n\t\t],\n\t\t:F ;\n\t.\n"},
	{"a shared blank node", "turtle", `@prefix : <http://x/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:p a owl:ObjectProperty .
:A rdfs:subClassOf _:r ; a owl:Class .
:B rdfs:subClassOf _:r ; a owl:Class .
_:r a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :C .
`, "SubClassOf(:A ObjectSomeValuesFrom(:p :C))", "", `@prefix : <http://x/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:p a owl:ObjectProperty .
:A a owl:Class .
:B rdfs:subClassOf _:r ; a owl:Class .
_:r a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :C .
`},
	{"a blank node that nothing refers to any more", "turtle", `@prefix : <http://x/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:p a owl:ObjectProperty .
:A a owl:Class ; rdfs:subClassOf _:r .
_:r a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :C .
`, "SubClassOf(:A ObjectSomeValuesFrom(:p :C))", "", `@prefix : <http://x/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:p a owl:ObjectProperty .
:A a owl:Class .
`},
	{"an axiom with annotations", "turtle", `@prefix : <http://x/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:A a owl:Class ;
   rdfs:subClassOf :B .
[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ;
   owl:annotatedTarget :B ; rdfs:comment "why" .
:B a owl:Class .
`, `SubClassOf(Annotation(rdfs:comment "why") :A :B)`, "", `@prefix : <http://x/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:A a owl:Class .
:B a owl:Class .
`},
	{"entities and elements of one line", "rdfxml", `<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY x "http://x/"> <!ENTITY owl "http://www.w3.org/2002/07/owl#"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="&owl;"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xml:base="http://x/">
  <!-- the first -->
  <owl:Class rdf:about="&x;A"><rdfs:subClassOf rdf:resource="#B"/><!-- keep --></owl:Class>
  <owl:Class rdf:ID="B"/>
</rdf:RDF>
`, "SubClassOf(:A <http://x/#B>)", "SubClassOf(<http://x/#B> :C)", `<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY x "http://x/"> <!ENTITY owl "http://www.w3.org/2002/07/owl#"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="&owl;"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xml:base="http://x/">
  <!-- the first -->
  <owl:Class rdf:about="&x;A"><!-- keep --></owl:Class>
  <owl:Class rdf:ID="B">
    <rdfs:subClassOf rdf:resource="&x;C"/>
  </owl:Class>
</rdf:RDF>
`},
	{"a declaration inside a removed element is written anew", "rdfxml", `<rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:owl="http://www.w3.org/2002/07/owl#"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Class rdf:about="http://x/A">
    <rdfs:subClassOf><owl:Class rdf:about="http://x/B"/></rdfs:subClassOf>
    <rdfs:label>a</rdfs:label>
  </owl:Class>
</rdf:RDF>
`, "SubClassOf(:A :B)", "", `<rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:owl="http://www.w3.org/2002/07/owl#"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Class rdf:about="http://x/A">
    <rdfs:label>a</rdfs:label>
  </owl:Class>
  <owl:Class rdf:about="http://x/B"/>
</rdf:RDF>
`},
	{"a clause in front of a flag that comes last", "obo", `format-version: 1.2
ontology: x

[Typedef]
id: X:5
name: part of
is_class_level: true
`, "", "TransitiveObjectProperty(<http://purl.obolibrary.org/obo/X_5>)", `format-version: 1.2
ontology: x

[Typedef]
id: X:5
name: part of
is_transitive: true
is_class_level: true
`},
	{"clauses in the order of their tags", "obo", `format-version: 1.2
ontology: x

[Term]
id: X:1
name: one
is_a: X:2 {source="why"} ! two
! a comment
relationship: part_of X:3
created_by: me

[Term]
id: X:2
name: two

[Typedef]
id: part_of
name: part of
`, `SubClassOf(Annotation(<http://www.geneontology.org/formats/oboInOwl#source> "why") ` +
		`<http://purl.obolibrary.org/obo/X_1> <http://purl.obolibrary.org/obo/X_2>)`,
		`SubClassOf(<http://purl.obolibrary.org/obo/X_1> <http://purl.obolibrary.org/obo/X_4>)
DisjointClasses(<http://purl.obolibrary.org/obo/X_1> <http://purl.obolibrary.org/obo/X_2>)`,
		`format-version: 1.2
ontology: x

[Term]
id: X:1
name: one
is_a: X:4
disjoint_from: X:2 ! two
! a comment
relationship: part_of X:3
created_by: me

[Term]
id: X:2
name: two

[Typedef]
id: part_of
name: part of
`},
	{"a stanza goes with its declaration", "obo", `format-version: 1.2
ontology: x
default-namespace: d

[Term]
id: X:1
name: one

[Term]
id: X:2
name: two
namespace: e
is_a: X:1
`, `Declaration(Class(<http://purl.obolibrary.org/obo/X_2>))
AnnotationAssertion(rdfs:label <http://purl.obolibrary.org/obo/X_2> "two")
SubClassOf(<http://purl.obolibrary.org/obo/X_2> <http://purl.obolibrary.org/obo/X_1>)`,
		`Declaration(Class(<http://purl.obolibrary.org/obo/X_3>))
AnnotationAssertion(<http://www.geneontology.org/formats/oboInOwl#hasOBONamespace> ` +
			`<http://purl.obolibrary.org/obo/X_3> "other")
AnnotationAssertion(<http://www.geneontology.org/formats/oboInOwl#id> ` +
			`<http://purl.obolibrary.org/obo/X_3> "X:3")
SubClassOf(<http://purl.obolibrary.org/obo/X_3> <http://purl.obolibrary.org/obo/X_1>)`,
		`format-version: 1.2
ontology: x
default-namespace: d

[Term]
id: X:1
name: one

[Term]
id: X:3
namespace: other
is_a: X:1 ! one
`},
	{"a namespace goes with its stanza", "obo",
		"ontology: x\n\n[Term]\nid: X:1\n\n[Term]\nid: X:2\nname: two\nnamespace: e\n",
		"Declaration(Class(<http://purl.obolibrary.org/obo/X_2>))\n" +
			"AnnotationAssertion(rdfs:label <http://purl.obolibrary.org/obo/X_2> \"two\")", "",
		"ontology: x\n\n[Term]\nid: X:1\n"},
	{"what only a clause declares goes with it", "obo", `format-version: 1.2
ontology: x

[Term]
id: X:1
name: one
is_a: X:2
`, `Declaration(Class(<http://purl.obolibrary.org/obo/X_2>))
SubClassOf(<http://purl.obolibrary.org/obo/X_1> <http://purl.obolibrary.org/obo/X_2>)`, "",
		`format-version: 1.2
ontology: x

[Term]
id: X:1
name: one
`},
	{"a relation whose IRI is in its xref", "obo", `format-version: 1.2
ontology: x

[Typedef]
id: part_of
name: part of
xref: BFO:0000050
is_transitive: true
`, "TransitiveObjectProperty(<http://purl.obolibrary.org/obo/BFO_0000050>)", "",
		`format-version: 1.2
ontology: x

[Typedef]
id: part_of
name: part of
xref: BFO:0000050
`},
	{"a definition is replaced", "obo", `format-version: 1.2
ontology: x

[Term]
id: X:1
name: one
intersection_of: X:2
intersection_of: part_of X:3 ! three

[Typedef]
id: part_of
name: part of
`, `EquivalentClasses(<http://purl.obolibrary.org/obo/X_1> ObjectIntersectionOf(` +
		`<http://purl.obolibrary.org/obo/X_2> ObjectSomeValuesFrom(` +
		`<http://purl.obolibrary.org/obo/x#part_of> <http://purl.obolibrary.org/obo/X_3>)))`,
		`EquivalentClasses(<http://purl.obolibrary.org/obo/X_1> ObjectIntersectionOf(` +
			`<http://purl.obolibrary.org/obo/X_4> ObjectSomeValuesFrom(` +
			`<http://purl.obolibrary.org/obo/x#part_of> <http://purl.obolibrary.org/obo/X_3>)))`,
		`format-version: 1.2
ontology: x

[Term]
id: X:1
name: one
intersection_of: X:4
intersection_of: part_of X:3

[Typedef]
id: part_of
name: part of
`},
	{"a literal without a language where elements inherit one", "rdfxml",
		`<rdf:RDF xml:lang="en" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"
    xmlns:owl="http://www.w3.org/2002/07/owl#">
    <owl:Class rdf:about="http://x/A">
        <rdfs:label>a</rdfs:label>
    </owl:Class>
    <owl:Class rdf:about="http://x/B" xml:lang=""/>
</rdf:RDF>
`, "", `AnnotationAssertion(rdfs:label :A "b")
AnnotationAssertion(rdfs:label :B "b")
Declaration(Class(:C))
AnnotationAssertion(rdfs:label :C "c")`,
		`<rdf:RDF xml:lang="en" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"
    xmlns:owl="http://www.w3.org/2002/07/owl#">
    <owl:Class rdf:about="http://x/A">
        <rdfs:label>a</rdfs:label>
        <rdfs:label xml:lang="">b</rdfs:label>
    </owl:Class>
    <owl:Class rdf:about="http://x/B" xml:lang="">
        <rdfs:label>b</rdfs:label>
    </owl:Class>
    <owl:Class rdf:about="http://x/C">
        <rdfs:label xml:lang="">c</rdfs:label>
    </owl:Class>
</rdf:RDF>
`},
	{"two statements about a blank node", "turtle", names + `_:x a :A .
_:x # a remark
   a :B ; :note "b" ; :note _:y .
_:y a :C ; :note "c" .
`, "ClassAssertion(:A _:x)", "", names + `_:x # a remark
   a :B ; :note "b" ; :note _:y .
_:y a :C ; :note "c" .
`},
	{"a byte of Latin-1", "obo", "format-version: 1.2\nontology: x\n\n[Term]\nid: X:1\n" +
		"name: caf\xe9\ncomment: th\xe9\n",
		`AnnotationAssertion(rdfs:label <http://purl.obolibrary.org/obo/X_1> "café")`, "",
		"format-version: 1.2\nontology: x\n\n[Term]\nid: X:1\ncomment: th\xe9\n"},
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		t.Run(c.format+"/"+c.name, func(t *testing.T) {
			opts := rdfio.ReadOptions{Format: c.format}
			got, err := Apply(t.Context(), []byte(c.document), opts, axioms(t, c.remove),
				axioms(t, c.add))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != c.want {
				t.Errorf("got\n%s\ninstead of\n%s", got, c.want)
			}
		})
	}
}

// TestUnpacked unpacks documents, and refuses damaged ones and those above the limit.
func TestUnpacked(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.WriteString(w, ofn+")\n")
	w.Close()
	text, zipped, err := Unpacked(packed.Bytes())
	if string(text) != ofn+")\n" || !zipped || err != nil {
		t.Errorf("%q, %v, %v", text, zipped, err)
	}
	if text, zipped, err := Unpacked(text); string(text) != ofn+")\n" || zipped || err != nil {
		t.Errorf("plain: %q, %v, %v", text, zipped, err)
	}
	if _, _, err := Unpacked(packed.Bytes()[:packed.Len()-1]); err == nil {
		t.Error("a truncated document is unpacked")
	}
	defer func(n int64) { maxUnpacked = n }(maxUnpacked)
	maxUnpacked = int64(len(ofn)) + 1
	if text, _, err := Unpacked(packed.Bytes()); text != nil || err == nil {
		t.Errorf("a document above the limit is unpacked: %q, %v", text, err)
	}
}

// TestRefused edits what cannot be edited: the error names the axiom, and there is no document.
func TestRefused(t *testing.T) {
	obo := "format-version: 1.2\nontology: x\n\n[Term]\nid: X:1\n"
	xml := `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:owl="http://www.w3.org/2002/07/owl#"><owl:Class rdf:about="http://x/A"/></rdf:RDF>`
	for _, c := range []struct {
		format, document, add string
		want                  error
	}{
		{"ntriples", "<http://x/A> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://x/B> .\n",
			"SubClassOf(:A :C)", ErrSyntax},
		{"obo", obo, "SubClassOf(ObjectUnionOf(:A :B) :C)", ErrNotAdded},
		{"obo", obo + "union_of: X:2\nunion_of: X:3\n",
			"EquivalentClasses(<http://purl.obolibrary.org/obo/X_1> ObjectUnionOf(" +
				"<http://purl.obolibrary.org/obo/X_2> <http://purl.obolibrary.org/obo/X_4>))",
			ErrNotAdded},
		{"rdfxml", xml, `AnnotationAssertion(<http://x/1> :A "b")`, ErrNotAdded},
		{"rdfxml", xml, "AnnotationAssertion(rdfs:label :A \"b\x01\")", ErrNotAdded},
	} {
		got, err := Apply(t.Context(), []byte(c.document), rdfio.ReadOptions{Format: c.format}, nil,
			axioms(t, c.add))
		var fault *Error
		if got != nil || !errors.Is(err, c.want) || !errors.As(err, &fault) {
			t.Errorf("%s: %q, %v; want %v", c.format, got, err, c.want)
		}
	}
	for remove, statement := range map[string]string{ // nodes with IRIs
		"NegativeObjectPropertyAssertion(:p :i :j)": ":n a owl:NegativePropertyAssertion ; " +
			"owl:sourceIndividual :i ; owl:assertionProperty :p ; owl:targetIndividual :j .",
		`SubClassOf(Annotation(:note "one") :A :B)`: ":A rdfs:subClassOf :B . " +
			":n a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedTarget :B ; " +
			`owl:annotatedProperty rdfs:subClassOf ; :note "one" .`,
	} {
		got, err := Apply(t.Context(), []byte(names+statement), rdfio.ReadOptions{Format: "turtle"},
			axioms(t, remove), nil)
		if got != nil || !errors.Is(err, ErrNotRemoved) {
			t.Errorf("%s: %q, %v", remove, got, err)
		}
	}
	broken := []byte("Ontology(\n")
	if _, err := Apply(t.Context(), broken, rdfio.ReadOptions{}, nil, nil); err == nil {
		t.Error("a broken document is edited")
	}
}

// TestUnified lets git apply the patches of the cases.
func TestUnified(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is missing")
	}
	for i, c := range cases {
		dir := t.TempDir()
		path := filepath.Join(dir, "document")
		if err := os.WriteFile(path, []byte(c.document), 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(git, "apply", "--unidiff-zero", "-p1", "-")
		run.Dir = dir
		run.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		run.Stdin = bytes.NewReader(Unified("document", []byte(c.document), []byte(c.want)))
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("case %d: %v: %s", i, err, out)
			continue
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != c.want {
			t.Errorf("case %d: %q, %v", i, got, err)
		}
	}
}

// FuzzApply edits random ontologies in each syntax.
func FuzzApply(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		for _, format := range []string{"functional", "turtle", "rdfxml"} {
			randomEdit(t, seed, format)
		}
	})
}
