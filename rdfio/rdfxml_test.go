package rdfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	knakk "github.com/knakk/rdf"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/rdfxml"
	"box2el-owl/rdfio/internal/turtle"
)

func TestW3CRDFXML(t *testing.T) { runW3C(t, "rdf-xml", rdfxml.Decode, 166) }

func TestCorpusRDFXML(t *testing.T) { checkCorpus(t, "RDF/XML", rdfxml.Decode) }

// rdfxmlStart begins the documents of the tests below, on one line.
const rdfxmlStart = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/" xml:base="http://b/d">`

func inRDF(body string) string { return rdfxmlStart + "\n" + body + "\n</rdf:RDF>" }

// The cases that the W3C suite leaves out, by section of RDF 1.1 XML Syntax. In the wanted triples
// e:x is <http://e/x>, b:x is <http://b/x>, rdf:x a name of RDF, and "x" a plain literal.
func TestRDFXMLGrammar(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"no statement", ``, ``},
		{"typed node", `<e:A rdf:about="s"/>`, `b:s rdf:type e:A`},
		{"white space in an empty property", `<e:A rdf:about="s"><e:p rdf:resource="x"> </e:p></e:A>`, `b:s rdf:type e:A . b:s e:p b:x`},
		{"unqualified attributes", `<e:A about="s"><e:p resource="x"/></e:A>`, `b:s rdf:type e:A . b:s e:p b:x`},
		{"attributes reserved for XML", `<e:A rdf:about="s" xml:space="preserve" xmlfoo="1"/>`, `b:s rdf:type e:A`},
		{"empty literal with datatype", `<rdf:Description rdf:about="s"><e:p rdf:datatype="dt"/></rdf:Description>`, `b:s e:p ""^^b:dt`},
		{"datatype hides the language", `<rdf:Description rdf:about="s"><e:p rdf:datatype="dt" xml:lang="en">t</e:p></rdf:Description>`, `b:s e:p "t"^^b:dt`},
		{"datatype next to property attributes", `<rdf:Description rdf:about="s"><e:p rdf:datatype="dt" e:q="1"/></rdf:Description>`, `b:s e:p _:o . _:o e:q "1"`},
		{"language is inherited and ended", `<rdf:Description rdf:about="s" xml:lang="de"><e:p>a</e:p><e:p xml:lang="">b</e:p><e:p xml:lang="EN">c</e:p></rdf:Description>`,
			`b:s e:p "a"@de . b:s e:p "b" . b:s e:p "c"@en`},
		{"property attributes", `<e:A rdf:about="s" xml:lang="de" e:p="v" rdf:type="t"/>`, `b:s rdf:type e:A . b:s e:p "v"@de . b:s rdf:type b:t`},
		{"rdf:type as an element", `<rdf:Description rdf:about="s"><rdf:type>t</rdf:type></rdf:Description>`, `b:s rdf:type "t"`},
		{"rdf:li next to rdf:_1", `<rdf:Bag rdf:about="s"><rdf:li>1</rdf:li><rdf:_1>2</rdf:_1><rdf:li>3</rdf:li></rdf:Bag>`,
			`b:s rdf:type rdf:Bag . b:s rdf:_1 "1" . b:s rdf:_1 "2" . b:s rdf:_2 "3"`},
		{"rdf:li counts per element", `<rdf:Bag rdf:about="s"><rdf:li><rdf:Bag rdf:about="t"><rdf:li>1</rdf:li></rdf:Bag></rdf:li><rdf:li rdf:parseType="Resource"><rdf:li>2</rdf:li></rdf:li></rdf:Bag>`,
			`b:s rdf:type rdf:Bag . b:s rdf:_1 b:t . b:t rdf:type rdf:Bag . b:t rdf:_1 "1" . b:s rdf:_2 _:r . _:r rdf:_1 "2"`},
		{"text in pieces", `<rdf:Description rdf:about="s"><e:p>a<!--b-->c<?d e?>&lt;<![CDATA[<f>]]>` + "\r\n\rg" + `</e:p></rdf:Description>`, `b:s e:p "ac<<f>\n\ng"`},
		{"empty collection", `<rdf:Description rdf:about="s"><e:p rdf:parseType="Collection"> </e:p></rdf:Description>`, `b:s e:p rdf:nil`},
		{"reified collection", `<rdf:Description rdf:about="s"><e:p rdf:ID="r" rdf:parseType="Collection"><e:A rdf:about="x"/><rdf:Description rdf:about="y"/></e:p></rdf:Description>`,
			`b:s e:p _:1 . _:1 rdf:first b:x . b:x rdf:type e:A . _:1 rdf:rest _:2 . _:2 rdf:first b:y . _:2 rdf:rest rdf:nil .
			 b:d#r rdf:type rdf:Statement . b:d#r rdf:subject b:s . b:d#r rdf:predicate e:p .
			 b:d#r rdf:object _:1`},
		{"reified resource, its own base", `<rdf:Description rdf:about="s"><e:p xml:base="http://b/x/" rdf:ID="r" rdf:parseType="Resource"><e:q rdf:resource="z"/></e:p><e:q rdf:resource="z"/></rdf:Description>`,
			`b:s e:p _:r . _:r e:q b:x/z . b:s e:q b:z .
			 b:x/#r rdf:type rdf:Statement . b:x/#r rdf:subject b:s . b:x/#r rdf:predicate e:p .
			 b:x/#r rdf:object _:r`},
		{"the same rdf:ID under another base", `<e:A rdf:ID="a"/><e:A xml:base="http://b/x" rdf:ID="a"/>`, `b:d#a rdf:type e:A . b:x#a rdf:type e:A`},
		{"blank node labels", `<e:A rdf:nodeID="n"><e:p rdf:nodeID="m"/><e:q><rdf:Description/></e:q></e:A><e:A rdf:nodeID="m"/>`,
			`_:n rdf:type e:A . _:n e:p _:m . _:n e:q _:x . _:m rdf:type e:A`},
		{"absolute IRIs stay as written", `<e:A rdf:about="http://b/x/../y"/>`, `b:x/../y rdf:type e:A`},
		{"a namespace declared anew", `<e:A rdf:about="s"><e:p xmlns:e="http://b/"><e:A rdf:about="t"/></e:p><e:p>v</e:p></e:A>`,
			`b:s rdf:type e:A . b:s b:p b:t . b:t rdf:type b:A . b:s e:p "v"`},
		{"default namespace, not for attributes", `<A xmlns="http://e/" about="s"><p xmlns="http://b/">v</p></A>`, `b:s rdf:type e:A . b:s b:p "v"`},
		{"unknown rdf:parseType", `<rdf:Description rdf:about="s"><e:p rdf:parseType="daml:x">a&amp;<b/></e:p></rdf:Description>`, `b:s e:p "a&amp;<b></b>"^^rdf:XMLLiteral`},
		{"an XML literal in exclusive canonical form",
			`<rdf:Description rdf:about="s"><e:p rdf:parseType="Literal" xmlns:z="http://z/" xmlns="http://d/">` +
				`<x z:b='"' a="&#9;&gt;" z:a="é" xml:lang="en"><e:y xmlns:e="http://e2/"/><w xmlns=""/><z:v/></x><!-- c --><?t  d ?> &gt;<![CDATA[<&]]>&#13;</e:p></rdf:Description>`,
			`b:s e:p "<x xmlns=\"http://d/\" xmlns:z=\"http://z/\" a=\"&#x9;>\" xml:lang=\"en\" z:a=\"é\" z:b=\"&quot;\">` +
				`<e:y xmlns:e=\"http://e2/\"></e:y><w xmlns=\"\"></w><z:v></z:v></x><!-- c --><?t d ?> &gt;&lt;&amp;&#xD;"^^rdf:XMLLiteral`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := decodeToGraph(rdfxml.Decode, strings.NewReader(inRDF(c.body)), "http://elsewhere/")
			if err != nil {
				t.Fatal(err)
			}
			checkIsomorphic(t, got, parseWanted(t, c.want))
		})
	}
}

// parseWanted reads the triples of TestRDFXMLGrammar.
func parseWanted(t *testing.T, text string) graph {
	t.Helper()
	prologue := fmt.Sprintf("@prefix rdf: <%s> . @prefix e: <http://e/> . @prefix b: <http://b/> .\n", owl.RDFNamespace)
	for _, name := range []string{"b:d#r", "b:d#a", "b:x#a", "b:x/#r", "b:x/z", "b:x/../y"} {
		text = strings.ReplaceAll(text, name+" ", "<http://b/"+name[2:]+"> ")
	}
	if strings.TrimSpace(text) != "" {
		text += " ."
	}
	g, err := decodeToGraph(turtle.Decode, strings.NewReader(prologue+text), "http://elsewhere/")
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return g
}

// Documents that are refused: the place and the reason.
func TestRDFXMLFaults(t *testing.T) {
	const doctype = `<!DOCTYPE rdf:RDF [<!ENTITY a "x"><!ENTITY loop "&pool;"><!ENTITY pool "&loop;"><!ENTITY ext SYSTEM "file:///etc/passwd">` +
		`<!ENTITY open "<e:A>"><!ENTITY close "</e:A>"><!ENTITY lt2 "&#60;">]>`
	for _, c := range []struct{ name, document, want string }{
		// XML
		{"mismatched tags", inRDF(`<e:A></e:B>`), `2:6: </e:B> where </e:A> is expected, to end the element of line 2`},
		{"unclosed element", rdfxmlStart + "<e:A>", `the document ends too early: element <e:A> of line 1 is not closed`},
		{"inside a tag", rdfxmlStart + "<e:A rdf:about='", `the document ends too early: inside a tag`},
		{"two roots", "<rdf:RDF xmlns:rdf='" + owl.RDFNamespace + "'/><a/>", `a second document element: <a>`},
		{"text before the root", "x" + inRDF(``), `1:1: text outside the document element`},
		{"text behind the root", inRDF(``) + " x", `text outside the document element`},
		{"end tag alone", "</a>", `1:1: end tag without a start tag`},
		{"attribute twice", inRDF(`<e:A e:p="1" e:p="2"/>`), `2:14: attribute e:p is there twice`},
		{"attribute twice by namespace", inRDF(`<e:A xmlns:f="http://e/" e:p="1" f:p="2"/>`), `attribute <http://e/p> is there twice`},
		{"attribute without value", inRDF(`<e:A e:p/>`), `2:9: attribute e:p without value`},
		{"attribute without quotes", inRDF(`<e:A e:p=1/>`), `2:10: the value of attribute e:p is not in quotes`},
		{"attributes without space", inRDF(`<e:A e:p="1"e:q="2"/>`), `2:13: no white space before the attribute e:q`},
		{"less-than in an attribute", inRDF(`<e:A e:p="<"/>`), `2:11: "<" in the value of attribute e:p`},
		{"name that begins with a digit", inRDF(`<e:1A/>`), `2:1: invalid name "e:1A"`},
		{"name with two colons", inRDF(`<e:A:B/>`), `2:1: invalid name "e:A:B"`},
		{"name with a forbidden character", inRDF(`<e:A×/>`), `2:1: invalid name`},
		{"stray less-than", inRDF(`<e:A>< </e:A>`), `2:6: "<" that starts no tag`},
		{"stray ampersand", inRDF(`<e:A e:p="a & b"/>`), `"&" that starts no reference`},
		{"bracket sequence in text", inRDF(`<e:A><e:p>]]></e:p></e:A>`), `2:11: "]]>" in text`},
		{"double hyphen in a comment", inRDF("<!-- a -- b -->"), `2:8: "--" inside a comment`},
		{"control character", inRDF("<e:A><e:p>\x01</e:p></e:A>"), `2:11: control character 0x01`},
		{"NUL in an attribute", inRDF("<e:A e:p='\x00'/>"), `2:11: control character 0x00`},
		{"invalid UTF-8 in text", inRDF("<e:A><e:p>a\xff</e:p></e:A>"), `2:12: invalid UTF-8: byte 0xff`},
		{"invalid UTF-8 in an attribute", inRDF("<e:A e:p='\xc3('/>"), `2:11: invalid UTF-8: byte 0xc3`},
		{"invalid UTF-8 in a comment", inRDF("<!--\xc0\x80-->"), `2:5: invalid character 0xc0`},
		{"overlong UTF-8", inRDF("<e:A><e:p>\xc0\xaf</e:p></e:A>"), `2:11: invalid UTF-8: byte 0xc0`},
		{"surrogate in UTF-8", inRDF("<e:A><e:p>\xed\xa0\x80</e:p></e:A>"), `2:11: invalid UTF-8: byte 0xed`},
		{"noncharacter", inRDF("<e:A><e:p>\uffff</e:p></e:A>"), `2:11: character U+FFFF`},
		{"reference to NUL", inRDF("<e:A><e:p>&#0;</e:p></e:A>"), `2:11: reference to the character U+0000`},
		{"reference to a surrogate", inRDF("<e:A e:p='&#xD800;'/>"), `reference to the character U+D800`},
		{"reference beyond Unicode", inRDF("<e:A e:p='&#99999999999999999999;'/>"), `which no document may have`},
		{"XML declaration in the middle", inRDF(`<?xml version="1.0"?>`), `2:1: an XML declaration that does not begin the document`},
		{"XML declaration without version", `<?xml encoding="UTF-8"?>` + inRDF(``), `1:1: an XML declaration without version 1.0`},
		{"document type behind the root", inRDF(``) + "<!DOCTYPE a>", `a document type declaration where none may be`},
		{"empty", "", `the document ends too early: it has no element`},
		{"a comment alone", "<!-- -->", `the document ends too early: it has no element`},

		// Entities
		{"undeclared entity", inRDF("<e:A><e:p>&a;</e:p></e:A>"), `2:11: entity &a; is not declared`},
		{"external entity", doctype + inRDF("<e:A><e:p>&ext;</e:p></e:A>"), `2:11: external entity &ext; is not read`},
		{"external entity in an attribute", doctype + inRDF("<e:A e:p='&ext;'/>"), `external entity &ext; is not read`},
		{"external parameter entity", `<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>` + inRDF(``), `parameter entity %p; is not read`},
		{"entity that contains itself", doctype + inRDF("<e:A><e:p>&loop;</e:p></e:A>"), `entity &loop; contains itself`},
		{"entity that contains itself in an attribute", doctype + inRDF("<e:A e:p='&loop;'/>"), `entity &loop; contains itself`},
		{"entity that opens an element", doctype + inRDF("&open;</e:A>"), `in entity &open;: element <e:A> is not closed`},
		{"entity that closes an element", doctype + inRDF("<e:A>&close;"), `in entity &close;: an entity closes an element that it did not open`},
		{"less-than through an entity", doctype + inRDF("<e:A e:p='&lt2;'/>"), `entity &lt2; has a "<"`},

		// Namespaces
		{"undefined prefix of an element", inRDF(`<f:A/>`), `2:1: undefined prefix "f:"`},
		{"undefined prefix of an attribute", inRDF(`<e:A f:p=""/>`), `2:6: undefined prefix "f:"`},
		{"prefix out of scope", inRDF(`<f:A xmlns:f="http://f/"/><f:A/>`), `2:27: undefined prefix "f:"`},
		{"prefix without namespace", inRDF(`<e:A xmlns:f=""/>`), `the namespace of prefix f is empty`},
		{"prefix xmlns", inRDF(`<e:A xmlns:xmlns="http://f/"/>`), `the prefix xmlns and its namespace cannot be declared`},
		{"prefix xml", inRDF(`<e:A xmlns:xml="http://f/"/>`), `the prefix xml and its namespace belong to each other`},
		{"undefined prefix in an XML literal", inRDF(`<e:A><e:p rdf:parseType="Literal"><f:x/></e:p></e:A>`), `undefined prefix "f:"`},
		{"attribute twice in an XML literal", inRDF(`<e:A><e:p rdf:parseType="Literal"><x xmlns:f="http://e/" f:a="" e:a=""/></e:p></e:A>`), `is there twice`},

		// RDF
		{"element without namespace", `<a/>`, `1:1: element <a> without a namespace`},
		{"attribute without namespace", inRDF(`<e:A foo="1"/>`), `2:6: attribute foo without a namespace`},
		{"rdf:RDF inside", inRDF(`<rdf:RDF/>`), `<rdf:RDF> is not allowed as a node element`},
		{"attribute on rdf:RDF", `<rdf:RDF xmlns:rdf="` + owl.RDFNamespace + `" rdf:about="x"/>`, `<rdf:RDF> with an attribute`},
		{"text between nodes", inRDF(`<e:A/> x`), `2:8: text between node elements`},
		{"text between properties", inRDF(`<e:A>x</e:A>`), `2:6: text between property elements`},
		{"text in a collection", inRDF(`<e:A><e:p rdf:parseType="Collection">x</e:p></e:A>`), `text in a collection`},
		{"text before an element", inRDF(`<e:A><e:p>x<e:B/></e:p></e:A>`), `2:12: element <e:B> next to text`},
		{"text behind an element", inRDF(`<e:A><e:p><e:B/>x</e:p></e:A>`), `2:17: text next to the element`},
		{"two elements in a property", inRDF(`<e:A><e:p><e:B/><e:B/></e:p></e:A>`), `2:17: a second element in a property element`},
		{"element with rdf:datatype", inRDF(`<e:A><e:p rdf:datatype="x"><e:B/></e:p></e:A>`), `element <e:B> in a property element with rdf:datatype`},
		{"content next to rdf:resource", inRDF(`<e:A><e:p rdf:resource="x">y</e:p></e:A>`), `text in a property element that must be empty`},
		{"element next to rdf:resource", inRDF(`<e:A><e:p rdf:resource="x"><e:B/></e:p></e:A>`), `in a property element that must be empty`},
		{"rdf:ID and rdf:about", inRDF(`<e:A rdf:ID="a" rdf:about="b"/>`), `more than one of rdf:ID, rdf:about and rdf:nodeID`},
		{"rdf:resource on a node", inRDF(`<e:A rdf:resource="a"/>`), `2:6: rdf:resource is not allowed on a node element`},
		{"rdf:about on a property", inRDF(`<e:A><e:p rdf:about="a"/></e:A>`), `2:11: rdf:about is not allowed on a property element`},
		{"rdf:resource and rdf:datatype", inRDF(`<e:A><e:p rdf:resource="a" rdf:datatype="b"/></e:A>`), `on a property element whose value is no literal`},
		{"rdf:resource and rdf:nodeID", inRDF(`<e:A><e:p rdf:resource="a" rdf:nodeID="b"/></e:A>`), `rdf:resource and rdf:nodeID on one property element`},
		{"rdf:parseType next to others", inRDF(`<e:A><e:p rdf:parseType="Resource" rdf:resource="a"/></e:A>`), `rdf:resource next to rdf:parseType`},
		{"property attribute next to rdf:parseType", inRDF(`<e:A><e:p rdf:parseType="Resource" e:q="a"/></e:A>`), `a property attribute next to rdf:parseType`},
		{"qualified and unqualified", inRDF(`<e:A rdf:about="a" about="b"/>`), `attribute about is there twice`},
		{"rdf:bagID", inRDF(`<e:A rdf:bagID="a"/>`), `2:6: rdf:bagID is not allowed as an attribute`},
		{"rdf:li as an attribute", inRDF(`<e:A rdf:li="a"/>`), `rdf:li is not allowed as an attribute`},
		{"rdf:ID that is no name", inRDF(`<e:A rdf:ID="a b"/>`), `2:6: rdf:ID="a b" is not an XML name without colon`},
		{"rdf:ID twice", inRDF("<e:A rdf:ID='a'/>\n<e:A rdf:ID='a'/>"), `3:6: rdf:ID="a" is there twice`},
		{"rdf:ID twice, once reifying", inRDF(`<e:A rdf:ID="a"><e:p rdf:ID="a"/></e:A>`), `is there twice`},
		{"rdf:nodeID that is no name", inRDF(`<e:A rdf:nodeID="_:a"/>`), `rdf:nodeID="_:a" is not an XML name`},
		{"language tag with a space", inRDF(`<e:A xml:lang="e n"/>`), `2:6: invalid language tag "e n"`},
		{"language tag longer than a term can hold", inRDF(`<e:A xml:lang="` + strings.Repeat("ab-", 90) + `x"/>`), `invalid language tag`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := decodeToGraph(rdfxml.Decode, strings.NewReader(c.document), "http://elsewhere/")
			var place *ParseError
			if !errors.As(err, &place) || place.Line == 0 || place.Col == 0 {
				t.Fatalf("error %v, want one with a place", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q, want %q in it", err, c.want)
			}
		})
	}
}

func TestRDFXMLWithoutBase(t *testing.T) {
	start := strings.Replace(rdfxmlStart, ` xml:base="http://b/d"`, "", 1)
	if g, err := decodeToGraph(rdfxml.Decode, strings.NewReader(start+`<e:A rdf:about="http://s"/></rdf:RDF>`), ""); err != nil || len(g) != 1 {
		t.Errorf("absolute IRIs without a base: %v, %v, want one triple", g, err)
	}
	_, err := decodeToGraph(rdfxml.Decode,
		strings.NewReader(start+`<e:A rdf:about="s"/></rdf:RDF>`), "")
	if !errors.Is(err, rdf.ErrNoBase) {
		t.Errorf("relative IRI without a base: error %v, want %v", err, rdf.ErrNoBase)
	}
}

// Odd documents are read, and say why they are odd.
func TestRDFXMLWarnings(t *testing.T) {
	for _, c := range []struct{ name, document, want string }{
		{"space in an IRI", inRDF(`<e:A rdf:about="http://x/a b"/>`), `2:6 IRI with the character ' ': <http://x/a b>`},
		{"language tag with underscore", inRDF(`<e:A xml:lang="en_US"/>`), `2:6 language tag "en_US" is not as BCP 47 wants it`},
		{"unknown parse type", inRDF(`<e:A><e:p rdf:parseType="x"/></e:A>`), `2:11 unknown rdf:parseType "x" taken as "Literal"`},
		{"unknown name of RDF", inRDF(`<e:A rdf:resourc="x" rdf:langRange="en"/>`), `2:6 rdf:resourc is no name of RDF; it is read as any other IRI`},
		{"default of an attribute", `<!DOCTYPE a [<!ATTLIST e:A e:p CDATA "x > y">]>` + inRDF(``), `1:1 the defaults of attributes in the document type declaration are not read`},
		{"external subset", `<!DOCTYPE rdf:RDF SYSTEM "x.dtd">` + inRDF(``), `1:1 the external part of the document type declaration is not read`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			opts := doc.Options{Warn: func(line, col int,
				message string) {
				got = append(got, fmt.Sprintf("%d:%d %s", line, col, message))
			}}
			w := doc.NewWindow(context.Background(), strings.NewReader(c.document), "test",
				Limits{})
			if err := rdfxml.Decode(w, rdf.NewTable(), opts,
				func(rdf.Statement) error { return nil }); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{c.want}, got); diff != "" {
				t.Errorf("warnings differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRDFXMLPrefixesAndLines(t *testing.T) {
	const document = `<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY e "http://e/"> ]>
<rdf:RDF xmlns="http://d/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
   xmlns:e="&e;">
 <e:A rdf:about="&e;s">
  <e:p>one
  two</e:p>
  <e:q xmlns:inner="http://i/"
       rdf:resource="&e;o"/>
 </e:A>
</rdf:RDF>`
	var prefixes []string
	var lines []int32
	opts := doc.Options{Prefix: func(name,
		namespace string) {
		prefixes = append(prefixes, name+"="+namespace)
	}}
	w := doc.NewWindow(context.Background(), iotest.OneByteReader(strings.NewReader(document)),
		"test", Limits{})
	err := rdfxml.Decode(w, rdf.NewTable(), opts, func(s rdf.Statement) error {
		lines = append(lines, s.Line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"=http://d/", "rdf=" + owl.RDFNamespace, "e=http://e/"}, prefixes); diff != "" {
		t.Errorf("prefixes differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int32{5, 7, 8}, lines); diff != "" {
		t.Errorf("lines differ (-want +got):\n%s", diff)
	}
}

// rdfxmlSample has most constructs of the syntax.
func rdfxmlSample(t testing.TB) []byte {
	t.Helper()
	sample, err := os.ReadFile("testdata/rdfxml/sample.rdf")
	if err != nil {
		t.Fatal(err)
	}
	return sample
}

// A document that is cut off anywhere is refused with ErrTruncated and a place, unless the cut is
// behind the root element.
func TestRDFXMLTruncated(t *testing.T) {
	sample := rdfxmlSample(t)
	end := bytes.LastIndex(sample, []byte("</rdf:RDF>")) + len("</rdf:RDF>")
	for n := range sample {
		_, err := decodeToGraph(rdfxml.Decode, bytes.NewReader(sample[:n]), "http://elsewhere/")
		var place *ParseError
		switch {
		case n >= end:
			if err != nil && !errors.Is(err, ErrTruncated) {
				t.Errorf("cut at %d: %v", n, err)
			}
		case !errors.Is(err, ErrTruncated):
			t.Errorf("cut at %d: error %v, want %v", n, err, ErrTruncated)
		case !errors.As(err, &place) || place.Line != 1+bytes.Count(sample[:n], []byte{'\n'}):
			t.Errorf("cut at %d: error %v, want one in line %d", n, err,
				1+bytes.Count(sample[:n], []byte{'\n'}))
		}
	}
}

// The graph does not depend on the pieces in which a document arrives, and an error of the stream
// comes through wherever it occurs.
func TestRDFXMLStream(t *testing.T) {
	sample := rdfxmlSample(t)
	want, err := decodeToGraph(rdfxml.Decode, bytes.NewReader(sample), "http://elsewhere/")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]io.Reader{
		"one byte":     iotest.OneByteReader(bytes.NewReader(sample)),
		"half":         iotest.HalfReader(bytes.NewReader(sample)),
		"data and EOF": iotest.DataErrReader(bytes.NewReader(sample)),
	} {
		got, err := decodeToGraph(rdfxml.Decode, r, "http://elsewhere/")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkIsomorphic(t, got, want)
	}
	broken := errors.New("the disk is on fire")
	for n := range sample {
		_, err := decodeToGraph(rdfxml.Decode, io.MultiReader(bytes.NewReader(sample[:n]), iotest.ErrReader(broken)), "http://elsewhere/")
		if !errors.Is(err, broken) {
			t.Fatalf("broken behind %d bytes: error %v, want %v", n, err, broken)
		}
	}
}

// Nesting, tokens and entities have limits.
func TestRDFXMLLimits(t *testing.T) {
	nested := func(open, shut string, n int) string {
		return inRDF("<e:A><e:p>" + strings.Repeat(open, n) + strings.Repeat(shut, n) +
			"</e:p></e:A>")
	}
	bomb := func(use string) string {
		var dtd strings.Builder
		dtd.WriteString(`<!ENTITY l0 "lol">`)
		for i := 1; i < 12; i++ {
			fmt.Fprintf(&dtd, `<!ENTITY l%d "%s">`,
				i, strings.Repeat(fmt.Sprintf("&l%d;", i-1), 10))
		}
		return "<!DOCTYPE rdf:RDF [" + dtd.String() + "]>" + inRDF(use)
	}
	empty := strings.ReplaceAll(bomb("<e:A e:p='&l11;'/>"), `"lol"`, `""`)
	const small = 1 << 16
	for name, c := range map[string]struct {
		document string
		limits   Limits
	}{
		"1,000,000 elements deep":          {nested("<e:A><e:p>", "</e:p></e:A>", 500_000), Limits{}},
		"1,000,000 elements in a literal":  {strings.Replace(nested("<x>", "</x>", 1_000_000), "<e:p>", "<e:p rdf:parseType='Literal'>", 1), Limits{}},
		"1,000,000 collections deep":       {nested("<e:A><e:p rdf:parseType='Collection'>", "</e:p></e:A>", 500_000), Limits{}},
		"1,000,000 namespaces deep":        {nested("<e:A xmlns='http://x/'><e:p xmlns=''>", "</e:p></e:A>", 500_000), Limits{}},
		"entity bomb in text":              {bomb("<e:A><e:p>&l11;</e:p></e:A>"), Limits{}},
		"entity bomb in an attribute":      {bomb("<e:A e:p='&l11;'/>"), Limits{Expansion: 1 << 20, Token: 1 << 40}},
		"entity bomb in a name space":      {bomb("<e:A xmlns:f='&l11;'/>"), Limits{Expansion: 1 << 20}},
		"entity bomb of empty entities":    {empty, Limits{Expansion: 1 << 20}},
		"bases that grow with the depth":   {nested("<e:A xml:base='x/'><e:p xml:base='x/'>", "</e:p></e:A>", 20_000), Limits{Expansion: 1 << 20}},
		"short references to a long base":  {inRDF("<e:A xml:base='http://" + strings.Repeat("x", small) + "/'>" + numbered("<e:p rdf:resource='%d'/>", 1000) + "</e:A>"), Limits{Expansion: 1 << 20}},
		"short names in a long namespace":  {inRDF("<e:A xmlns:f='http://" + strings.Repeat("x", small) + "/'>" + numbered("<f:p%d/>", 1000) + "</e:A>"), Limits{Expansion: 1 << 20}},
		"XML literals in a long namespace": {inRDF("<e:A xmlns:f='http://" + strings.Repeat("x", small) + "/'>" + strings.Repeat("<e:p rdf:parseType='Literal'><f:x/></e:p>", 1000) + "</e:A>"), Limits{Expansion: 1 << 20}},
		"long text":                        {inRDF("<e:A><e:p>" + strings.Repeat("x", 2*small) + "</e:p></e:A>"), Limits{Token: small}},
		"long text in pieces":              {inRDF("<e:A><e:p>" + strings.Repeat("x&lt;", small) + "</e:p></e:A>"), Limits{Token: small}},
		"long attribute of references":     {"<!DOCTYPE a [<!ENTITY a '" + strings.Repeat("a", small) + "'>]>" + inRDF("<e:A e:p='&a;&a;'/>"), Limits{Token: small}},
		"long comment":                     {inRDF("<!--" + strings.Repeat("x", 1<<20) + "-->"), Limits{Token: small}},
		"long XML literal":                 {inRDF("<e:A><e:p rdf:parseType='Literal'>" + strings.Repeat("<x/>", small) + "</e:p></e:A>"), Limits{Token: small}},
	} {
		t.Run(name, func(t *testing.T) {
			w := doc.NewWindow(context.Background(), strings.NewReader(c.document), "test",
				c.limits)
			err := rdfxml.Decode(w, rdf.NewTable(), doc.Options{Base: "http://b/", Limits: c.limits}, func(rdf.Statement) error { return nil })
			var place *ParseError
			if !errors.Is(err, ErrTooLarge) || !errors.As(err, &place) || place.Line == 0 {
				t.Errorf("error %v, want %v with a place", err, ErrTooLarge)
			}
		})
	}
}

// numbered repeats a text with the numbers up to n in it.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestRDFXMLCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	document := io.MultiReader(strings.NewReader(rdfxmlStart), endless("<e:A rdf:about='x'/>\n"))
	w := doc.NewWindow(ctx, document, "test", Limits{})
	statements := 0
	err := rdfxml.Decode(w, rdf.NewTable(), doc.Options{}, func(rdf.Statement) error {
		if statements++; statements == 100_000 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// endless repeats a text for ever.
type endless string

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e) <= len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}

// The error of emit ends the reading and is returned unchanged.
func TestRDFXMLEmitError(t *testing.T) {
	stop := errors.New("enough")
	for at := 1; at < 20; at++ {
		n := 0
		w := doc.NewWindow(context.Background(), bytes.NewReader(rdfxmlSample(t)), "test", Limits{})
		err := rdfxml.Decode(w, rdf.NewTable(), doc.Options{Base: "http://b/"}, func(rdf.Statement) error {
			if n++; n >= at {
				return stop
			}
			return nil
		})
		if err != stop || n != at {
			t.Errorf("emit fails at statement %d: error %v after %d, want %v", at, err, n, stop)
		}
	}
}

// Where knakk/rdf reads a file of the W3C suite, it must find the graph that we find. It does not
// know how to resolve IRIs, nor do its XML literals follow the standard.
func TestRDFXMLAgainstKnakk(t *testing.T) {
	compared := 0
	for _, test := range w3cTests(t, "rdf-xml") {
		data, err := os.ReadFile(test.action)
		if err != nil {
			t.Fatal(err)
		}
		want, err := knakkGraph(bytes.NewReader(data), knakk.RDFXML, test.base)
		if err != nil || bytes.Contains(data, []byte("xml:base")) ||
			bytes.Contains(data, []byte(`parseType="Literal"`)) {
			continue
		}
		got, err := decodeToGraph(rdfxml.Decode, bytes.NewReader(data), test.base)
		if err != nil && strings.HasSuffix(test.kind, "NegativeSyntax") {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if compared++; !isomorphic(got, want) {
			t.Run(test.name, func(t *testing.T) { checkIsomorphic(t, got, want) })
		}
	}
	if compared < 50 {
		t.Errorf("only %d files compared", compared)
	}
}

func TestIsRDFXML(t *testing.T) {
	for _, c := range []struct {
		head string
		want bool
	}{
		{rdfxmlStart, true},
		{`<?xml version="1.0"?><!-- <html> --><!DOCTYPE rdf:RDF [<!ENTITY a "]>">]>` + rdfxmlStart, true},
		{`<owl:Ontology xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>`, true},
		{`<?xml version="1.0"?><!-- <x xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"`, true},
		{`<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://x">`, false},
		{`<!DOCTYPE html><html><head>`, false},
		{`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`, false},
		{`<http://a> <http://b> <http://c> .`, false},
		{`<a> <b> <c> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .`, false},
		{`@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .`, false},
		{`Prefix(:=<http://a>)`, false},
		{``, false},
		{`<`, false},
	} {
		if got := rdfxml.Is([]byte(c.head)); got != c.want {
			t.Errorf("isRDFXML(%q) = %v, want %v", c.head, got, c.want)
		}
	}
}

// FuzzRDFXML wants of any input: no panic, an error with a place or a graph, and the same again
// when the document arrives byte by byte.
func FuzzRDFXML(f *testing.F) {
	f.Add(rdfxmlSample(f))
	f.Add([]byte(inRDF(`<e:A rdf:about="a"><e:p rdf:parseType="Collection"><e:B/></e:p></e:A>`)))
	f.Add([]byte(`<!DOCTYPE a [<!ENTITY % p "<!ENTITY a '<e:A/>'>"> %p;]>` + inRDF("&a;")))
	limits := Limits{Token: 1 << 16, Depth: 100, Expansion: 1 << 16}
	decode := func(r io.Reader) ([]rdf.Statement, error) {
		var statements []rdf.Statement
		err := rdfxml.Decode(doc.NewWindow(context.Background(), r, "test", limits), rdf.NewTable(), doc.Options{Base: "http://b/", Limits: limits},
			func(s rdf.Statement) error {
				statements = append(statements, s)
				return nil
			})
		return statements, err
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		whole, err := decode(bytes.NewReader(document))
		var place *ParseError
		if err != nil && (!errors.As(err, &place) || place.Line < 1 || place.Col < 1) {
			t.Fatalf("error without a place: %v", err)
		}
		pieces, err2 := decode(iotest.OneByteReader(bytes.NewReader(document)))
		if fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Errorf("error %v in one piece, %v byte by byte", err, err2)
		}
		if !slices.Equal(whole, pieces) {
			t.Errorf("statements %v in one piece, %v byte by byte", whole, pieces)
		}
	})
}
