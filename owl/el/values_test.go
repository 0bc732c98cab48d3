package el_test

import (
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// literal parses form^^name, form@tag or a plain string; a name without a prefix is one of XML
// Schema.
func literal(text string) *owl.Literal {
	if form, name, ok := strings.Cut(text, "^^"); ok {
		return owl.NewLiteral(form, datatypeNamed(name))
	}
	if at := strings.LastIndex(text, "@"); at >= 0 {
		return owl.NewLangString(text[:at], text[at+1:])
	}
	return owl.NewString(text)
}

func datatypeNamed(name string) owl.Datatype {
	for prefix, namespace := range map[string]string{"owl:": owl.OWLNamespace, "rdf:": owl.RDFNamespace, "rdfs:": owl.RDFSNamespace, ":": "http://example.org/"} {
		if local, ok := strings.CutPrefix(name, prefix); ok {
			return owl.Datatype{IRI: owl.NewIRI(namespace + local)}
		}
	}
	return owl.Datatype{IRI: owl.NewIRI(owl.XSDNamespace + name)}
}

// TestIdentity compares values with the identity of the standards: Structural Specification (OWL),
// section 4; XML Schema 1.1 part 2 (XSD); rdf:PlainLiteral (PL).
func TestIdentity(t *testing.T) {
	same := []struct{ clause, a, b string }{
		{"OWL 4.1: xsd:integer and what is derived from it are subsets of owl:real", "1^^integer", "1^^short"},
		{"OWL 4.1", "1^^integer", "1.0^^decimal"},
		{"OWL 4.1", "1^^integer", "2/2^^owl:rational"},
		{"OWL 4.1", "0.5^^decimal", "1/2^^owl:rational"},
		{"OWL 4.1", "-0.125^^decimal", "-1/8^^owl:rational"},
		{"OWL 4.1", "2/6^^owl:rational", "1/3^^owl:rational"},
		{"OWL 4.1", "+2/06^^owl:rational", "01/3^^owl:rational"},
		{"OWL 4.1", "0/7^^owl:rational", "0^^integer"},
		{"OWL 4.1", "-0/7^^owl:rational", "0^^integer"},
		{"XSD 3.4.13.1: leading zeros and sign", "+007^^integer", "7^^unsignedByte"},
		{"XSD 3.4.13: there is one zero", "-0^^integer", "0^^nonNegativeInteger"},
		{"XSD 3.3.3.1", "-0.0^^decimal", "0^^integer"},
		{"XSD 3.3.3.1", ".5^^decimal", "0.500^^decimal"},
		{"XSD 3.3.3.1", "5.^^decimal", "5^^decimal"},
		{"XSD 3.3.2.2", "1^^boolean", "true^^boolean"},
		{"XSD 3.3.2.2", "0^^boolean", "false^^boolean"},
		{"XSD 3.3.5.2", "1e1^^double", "10^^double"},
		{"XSD 3.3.5.2: rounding", "0.1^^float", "0.100000001^^float"},
		{"XSD 3.3.5.2: overflow", "1e999^^double", "INF^^double"},
		{"XSD 3.3.5.2", "+INF^^double", "INF^^double"},
		{"XSD 3.3.4: NaN is identical with itself", "NaN^^float", "NaN^^float"},
		{"PL 4: no tag, the same as the string", "x@^^rdf:PlainLiteral", "x"},
		{"PL 4", "a@b@en^^rdf:PlainLiteral", "a@b@en"},
		{"PL 4: tags are in lower case", "x@en-GB", "x@EN-gb"},
		{"XSD 3.4: derived string types", "x^^NCName", "x"},
		{"XSD 3.4", "x^^language", "x^^token"},
		{"XSD 3.4", "a b^^normalizedString", "a b"},
		{"XSD 3.3.15.2", "0fb7^^hexBinary", "0FB7^^hexBinary"},
		{"XSD 3.3.16.2: spaces", "D 7 c =^^base64Binary", "D7c=^^base64Binary"},
		{"XSD 3.3.7.2: 24:00:00", "2019-12-31T24:00:00^^dateTime", "2020-01-01T00:00:00^^dateTime"},
		{"XSD 3.3.7.2", "2020-02-28T24:00:00.00Z^^dateTime", "2020-02-29T00:00:00Z^^dateTime"},
		{"XSD 3.3.7.2", "2100-02-28T24:00:00Z^^dateTime", "2100-03-01T00:00:00Z^^dateTime"},
		{"XSD 3.3.7.2", "9999-12-31T24:00:00Z^^dateTime", "10000-01-01T00:00:00Z^^dateTime"},
		{"XSD D.2: the year 0 is there", "-0001-12-31T24:00:00Z^^dateTime", "0000-01-01T00:00:00Z^^dateTime"},
		{"XSD D.2", "-10000-12-31T24:00:00Z^^dateTime", "-9999-01-01T00:00:00Z^^dateTime"},
		{"XSD D.2", "-0000-01-01T00:00:00Z^^dateTime", "0000-01-01T00:00:00Z^^dateTime"},
		{"XSD 3.3.7.2: zeros of seconds", "2020-01-01T00:00:01.500Z^^dateTime", "2020-01-01T00:00:01.5Z^^dateTime"},
		{"XSD 3.3.7.2", "2020-01-01T00:00:01.000Z^^dateTime", "2020-01-01T00:00:01Z^^dateTime"},
		{"XSD D.2.1: Z is the offset 0", "2020-01-01T00:00:00+00:00^^dateTime", "2020-01-01T00:00:00-00:00^^dateTimeStamp"},
		{"XSD 3.4.28", "2020-01-01T00:00:00Z^^dateTime", "2020-01-01T00:00:00Z^^dateTimeStamp"},
		{"RDF 1.1 Concepts 5.2: the same DOM", "<a y='1' x=\"2\"/>^^rdf:XMLLiteral", "<a x=\"2\" y=\"1\"></a>^^rdf:XMLLiteral"},
		{"RDF 1.1 Concepts 5.2", "&#65;^^rdf:XMLLiteral", "A^^rdf:XMLLiteral"},
	}
	for _, c := range same {
		a, okA := el.ValueKey(literal(c.a))
		b, okB := el.ValueKey(literal(c.b))
		if !okA || !okB || a != b {
			t.Errorf("%s and %s are not one value (%s): %s, %t; %s, %t", c.a, c.b, c.clause, a, okA,
				b, okB)
		}
	}
	different := []struct{ clause, a, b string }{
		{"OWL 4.2: the value spaces of float, double and real are pairwise disjoint", "1^^float", "1^^double"},
		{"OWL 4.2", "1^^float", "1^^integer"},
		{"OWL 4.2", "1^^double", "1^^decimal"},
		{"XSD 3.3.4: +0 and -0 are not identical", "0^^double", "-0^^double"},
		{"XSD 3.3.4", "0.0^^float", "-0.0^^float"},
		{"XSD 3.3.5.2", "0.1^^float", "0.10001^^float"},
		{"XSD 3.3.7: equal, not identical", "2020-01-01T00:00:00Z^^dateTime", "2020-01-01T01:00:00+01:00^^dateTime"},
		{"XSD 3.3.7", "2020-01-01T00:00:00Z^^dateTime", "2020-01-01T00:00:00^^dateTime"},
		{"OWL 4.5: hexBinary and base64Binary are disjoint", "0FB7^^hexBinary", "D7c=^^base64Binary"},
		{"OWL 4.6: anyURI and string are disjoint", "http://example.org/^^anyURI", "http://example.org/"},
		{"XSD 3.3.17: no normalization of URIs", "http://example.org/^^anyURI", "http://EXAMPLE.org/^^anyURI"},
		{"PL 4: a tag makes a pair", "x@en", "x"},
		{"PL 4", "x@en", "x@de"},
		{"PL 4", "x@en", "X@en"},
		{"XSD 3.3.1", "x", "X"},
		{"XSD 3.3.1: é composed and decomposed", "\u00e9", "e\u0301"},
		{"XSD 3.3.1", "1", "1^^integer"},
		{"XSD 3.3.2", "true^^boolean", "true"},
		{"XSD 3.3.2", "1^^boolean", "1^^integer"},
		{"OWL 4.8: XML literals are no strings", "x^^rdf:XMLLiteral", "x"},
		{"OWL 4.1", "1/3^^owl:rational", "0.333333333333333333^^decimal"},
		{"OWL 4.1", "1^^integer", "-1^^integer"},
		{"XSD 3.4.2: case of xsd:language", "en^^language", "EN^^language"},
		{"RDF 1.1 Concepts 5.2", "<a/>^^rdf:XMLLiteral", "<b/>^^rdf:XMLLiteral"},
		{"RDF 1.1 Concepts 5.2", "&lt;a/&gt;^^rdf:XMLLiteral", "<a></a>^^rdf:XMLLiteral"},
	}
	for _, c := range different {
		a, okA := el.ValueKey(literal(c.a))
		b, okB := el.ValueKey(literal(c.b))
		if !okA || !okB || a == b || el.Vague(literal(c.a)) || el.Vague(literal(c.b)) {
			t.Errorf("%s and %s are not distinguished (%s): %s, %t; %s, %t", c.a, c.b, c.clause, a,
				okA, b, okB)
		}
	}
}

// TestVague has literals that may have the value of others.
func TestVague(t *testing.T) {
	for _, text := range []string{
		"x^^:unknown", "2020-01-01^^date", "x^^rdfs:Literal",
		strings.Repeat("7", 5000) + "/" + strings.Repeat("3", 5000) + "^^owl:rational",
		"<a xmlns='urn:x'/>^^rdf:XMLLiteral", "<x:a/>^^rdf:XMLLiteral", "<![CDATA[a]]>^^rdf:XMLLiteral",
	} {
		l := literal(text)
		if _, ok := el.ValueKey(l); !ok || !el.Vague(l) {
			t.Errorf("%.60s is ill-typed or known", text)
		}
	}
}

func TestIllTyped(t *testing.T) {
	for _, text := range []string{
		"^^integer", "x^^integer", "1.0^^integer", " 1^^integer", "1 ^^integer", "--1^^integer", "1e1^^decimal", ".^^decimal", "+^^decimal", "1,5^^decimal",
		"300^^byte", "-129^^byte", "128^^byte", "-1^^nonNegativeInteger", "0^^positiveInteger", "1^^nonPositiveInteger", "0^^negativeInteger",
		"32768^^short", "2147483648^^int", "-2147483649^^int", "9223372036854775808^^long", "-1^^unsignedLong", "18446744073709551616^^unsignedLong",
		"4294967296^^unsignedInt", "65536^^unsignedShort", "256^^unsignedByte", "-1^^unsignedByte",
		"1^^owl:rational", "1/0^^owl:rational", "1/-2^^owl:rational", "1.5/2^^owl:rational", "1/2/3^^owl:rational", "/2^^owl:rational", "1^^owl:real",
		"TRUE^^boolean", "2^^boolean", "^^boolean", "inf^^double", "0x10^^double", "1_0^^double", "nan^^float", "^^float", "-NaN^^double",
		"x^^rdf:PlainLiteral", "x@e_n^^rdf:PlainLiteral", "x^^rdf:langString", "x@123456789",
		"a\tb^^normalizedString", " a^^token", "a  b^^token", "a ^^token", "^^NMTOKEN", "a b^^NMTOKEN", "1a^^Name", "-a^^Name", "a:b^^NCName", "^^NCName",
		"toolonglanguage^^language", "e1^^language", "en-^^language", "-en^^language",
		"abc^^hexBinary", "xx^^hexBinary", "D7c^^base64Binary", "D7d=^^base64Binary", "D7c=\n^^base64Binary", "D  7c=^^base64Binary",
		"<a>^^rdf:XMLLiteral", "<a></b>^^rdf:XMLLiteral", "</a>^^rdf:XMLLiteral", "<a x='1' x='2'/>^^rdf:XMLLiteral", "&nbsp;^^rdf:XMLLiteral", "<!DOCTYPE a>^^rdf:XMLLiteral", "<?xml version='1.0'?>^^rdf:XMLLiteral",
		"2020-01-01T00:00:00^^dateTimeStamp", "2020-01-01^^dateTime", "2020-13-01T00:00:00^^dateTime", "2020-00-01T00:00:00^^dateTime", "2021-02-29T00:00:00^^dateTime", "1900-02-29T00:00:00^^dateTime",
		"2020-04-31T00:00:00^^dateTime", "2020-01-00T00:00:00^^dateTime", "2020-01-01T24:00:01^^dateTime", "2020-01-01T24:00:00.1^^dateTime", "2020-01-01T25:00:00^^dateTime", "2020-01-01T00:60:00^^dateTime", "2020-01-01T00:00:60^^dateTime",
		"2020-01-01T00:00:00.^^dateTime", "2020-01-01T00:00:00+14:01^^dateTime", "2020-01-01T00:00:00+15:00^^dateTime", "2020-01-01T00:00:00+0100^^dateTime", "2020-01-01T00:00:00z^^dateTime", "20-01-01T00:00:00^^dateTime", "02020-01-01T00:00:00^^dateTime",
		"+2020-01-01T00:00:00^^dateTime", "2020-01-01 00:00:00^^dateTime", "2020-01-01T00:00:00Zx^^dateTime", "^^dateTime", "--01-01T00:00:00^^dateTime",
	} {
		if key, ok := el.ValueKey(literal(text)); ok {
			t.Errorf("%q has the value %s", text, key)
		}
	}
}

// TestHugeLiterals would not end in time if parsing were quadratic in the length of a literal.
func TestHugeLiterals(t *testing.T) {
	digits := strings.Repeat("1234567890", 200_000)
	for _, text := range []string{
		digits + "^^integer", digits + "^^byte", "-" + digits + "." + digits + "^^decimal",
		digits + "/" + digits + "^^owl:rational", digits + "/1^^owl:rational",
		digits + "^^double", digits + "^^string", digits + "^^language", digits + "^^NMTOKEN",
		digits + "^^hexBinary", digits + "^^base64Binary", digits + "-12-31T24:00:00^^dateTime",
		strings.Repeat("<a>", 100_000) + strings.Repeat("</a>", 100_000) + "^^rdf:XMLLiteral",
	} {
		if _, ok := el.ValueKey(literal(text)); ok != !strings.HasSuffix(text, "byte") &&
			!strings.HasSuffix(text, "language") {
			t.Errorf("%.10s…%s: well-typed is %t", text, text[strings.Index(text, "^^"):], ok)
		}
	}
}

// FuzzValue parses literals of every datatype. The key of a numeric literal must be a literal of
// the same value; no input may panic.
func FuzzValue(f *testing.F) {
	f.Fuzz(func(t *testing.T, lexical, lang string, n uint8) {
		names := el.DatatypeNames()
		l := &owl.Literal{
			Lexical: lexical, Datatype: owl.Datatype{IRI: owl.NewIRI(names[int(n)%len(names)])},
			Lang: lang,
		}
		form, again, ok := el.CanonicalLiteral(l)
		if !ok {
			return
		}
		key, _ := el.ValueKey(l)
		if back, ok := el.ValueKey(again); !ok || back != key {
			t.Errorf("%q^^%s has the form %q, which is %s and not %s", lexical, l.Datatype.IRI,
				form, back, key)
		}
	})
}
