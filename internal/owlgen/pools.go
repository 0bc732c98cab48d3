package owlgen

import "box2el-owl/owl"

const namespace = "http://example.org/"

// The pools of the generator. Names are unusual where a syntax could fail on them. Names of
// properties end in an NCName, because RDF/XML requires it.
var (
	classes = each(func(i owl.IRI) owl.Class { return owl.Class{IRI: i} },
		owl.OWLNamespace+"Thing", owl.OWLNamespace+"Nothing",
		namespace+"A", namespace+"B", namespace+"C", namespace+"D", namespace+"E", namespace+"F",
		namespace+"obo/CL_0000540", namespace+"obo/GO_0000001",
		namespace+"007",                // no NCName at the end
		namespace+"ends.with.dot.",     // no PN_LOCAL
		namespace+"a%20b",              // percent encoding is kept
		namespace+"p(1),q=2;r'*!$~@",   // legal in IRIs, reserved in Turtle names
		namespace+"x?y=1&z=2#frag",     // needs escaping in XML
		namespace+"naïve#élan",         // IRI, not URI
		namespace+"日本語/クラス",            // no ASCII in the name
		namespace+"𝔸",                  // beyond the basic plane
		"urn:uuid:f81d4fae-7dec",       // no slash, no hash
		"tag:example.org,2020:a:b-c_d", // colons in the name
		namespace,                      // empty local name
		namespace+"-minus", namespace+"_:underscore")

	objectProperties = each(
		func(i owl.IRI) owl.ObjectProperty { return owl.ObjectProperty{IRI: i} },
		owl.OWLNamespace+"topObjectProperty", owl.OWLNamespace+"bottomObjectProperty",
		namespace+"p", namespace+"q", namespace+"r", namespace+"obo/BFO_0000050",
		namespace+"part-of.direct", namespace+"1st", "urn:example:hasPart",
		namespace+"x?y=1&z=hat_être")

	dataProperties = each(func(i owl.IRI) owl.DataProperty { return owl.DataProperty{IRI: i} },
		owl.OWLNamespace+"topDataProperty", owl.OWLNamespace+"bottomDataProperty",
		namespace+"dp", namespace+"dq", namespace+"dr", namespace+"other#Größe")

	annotationProperties = each(
		func(i owl.IRI) owl.AnnotationProperty { return owl.AnnotationProperty{IRI: i} },
		owl.RDFSNamespace+"label", owl.RDFSNamespace+"comment", owl.OWLNamespace+"versionInfo",
		namespace+"ap", namespace+"obo/IAO_0000115", namespace+"note'n", "http://www.geneontology.org/formats/oboInOwl#hasDbXref")

	datatypes = each(func(i owl.IRI) owl.Datatype { return owl.Datatype{IRI: i} },
		namespace+"dt", namespace+"dt#Länge", namespace+"42")

	datatypesAndBuiltIn = append(each(func(i owl.IRI) owl.Datatype { return owl.Datatype{IRI: i} },
		owl.RDFSNamespace+"Literal", owl.XSDNamespace+"string", owl.XSDNamespace+"integer",
		owl.XSDNamespace+"dateTime",
		owl.OWLNamespace+"rational", owl.RDFNamespace+"XMLLiteral"), datatypes...)

	individuals = each(func(i owl.IRI) owl.NamedIndividual { return owl.NamedIndividual{IRI: i} },
		namespace+"a", namespace+"b", namespace+"c", namespace+"i/9", "mailto:someone@example.org",
		namespace+"A") // also a class: punning

	anonymousIndividuals = []owl.AnonymousIndividual{
		{ID: owl.NewIRI("x")}, {ID: owl.NewIRI("genid7")}, {ID: owl.NewIRI("node-é.1")},
		{ID: owl.NewIRI("b0")}, {ID: owl.NewIRI("L-9_ü")},
	}

	languages = []string{"en", "de-CH-1996", "zh-Hant", "pt-br"}

	texts = []string{
		"", " ", "plain", " leading and trailing ", "two\nlines", "tab\tcarriage\rreturn", "dos\r\nline", "\n",
		`"quoted"`, `'single'`, `""" long """`, `'''`, `ends with "`, `ends with \`, `\`, `\n is no newline`, `\u0041`,
		"<b>&amp;</b>", "]]>", "<![CDATA[x]]>", "&lt;", "a & b < c > d", "%s %d %!x", "100%",
		"Zoë", "日本語", "𝔸𝕓 🦉", "e\u0301 is not \u00e9", "\u00a0no-break", "next\u0085line", "line\u2028separator",
		"\ufeffBOM", "\u200fright to left", "\u007f delete", "\ufffd", "@en", "^^xsd:string", "# no comment", "a;b,c.d", "{}|^`",
	}

	typed = []*owl.Literal{
		owl.NewLiteral("007", owl.XSDInteger), owl.NewLiteral("+5", owl.XSDInteger),
		owl.NewLiteral("-0", owl.XSDInteger),
		owl.NewLiteral(" 5 ", owl.XSDInteger), owl.NewLiteral("not a number", owl.XSDInteger),
		owl.NewLiteral("true", owl.XSDBoolean), owl.NewLiteral("1", owl.XSDBoolean),
		owl.NewLiteral("TRUE", owl.XSDBoolean),
		owl.NewLiteral("1.0", xsd("decimal")), owl.NewLiteral("1.", xsd("decimal")),
		owl.NewLiteral(".5", xsd("decimal")), owl.NewLiteral("5", xsd("decimal")),
		owl.NewLiteral("1e3", xsd("double")), owl.NewLiteral("INF", xsd("double")),
		owl.NewLiteral("1.5", xsd("double")),
		owl.NewLiteral("2026-02-30T25:00:00Z", xsd("dateTime")),
		owl.NewLiteral("3", xsd("nonNegativeInteger")),
		owl.NewLiteral("<p xmlns=\"http://www.w3.org/1999/xhtml\">x &amp; y</p>", owl.RDFXMLLiteral),
		owl.NewLiteral("http://example.org/no IRI", xsd("anyURI")), owl.NewLiteral("1/3", owl.Datatype{IRI: owl.NewIRI(owl.OWLNamespace + "rational")}),
		owl.NewLiteral("a \"value\"", owl.Datatype{IRI: owl.NewIRI(namespace + "dt#Länge")}),
		owl.NewLiteral("", owl.Datatype{IRI: owl.NewIRI(namespace + "42")}),
	}
)

// prefixes returns the prefixes of the random ontologies: an empty one, nested ones, an unused one,
// and two names of one namespace.
func prefixes() *owl.Prefixes {
	p := owl.StandardPrefixes()
	p.Set("", namespace)
	p.Set("obo", namespace+"obo/")
	p.Set("CL", namespace+"obo/CL_")
	p.Set("unused", "http://unused.example.org/")
	p.Set("oio", "http://www.geneontology.org/formats/oboInOwl#")
	p.Set("oboInOwl", "http://www.geneontology.org/formats/oboInOwl#")
	return p
}

// entities returns all entities to declare, without built-in ones.
func entities() []owl.Entity {
	var all []owl.Entity
	all = appendEntities(all, classes)
	all = appendEntities(all, objectProperties)
	all = appendEntities(all, dataProperties)
	all = appendEntities(all, annotationProperties)
	all = appendEntities(all, datatypes)
	return appendEntities(all, individuals)
}

func appendEntities[T owl.Entity](all []owl.Entity, some []T) []owl.Entity {
	for _, e := range some {
		if !e.EntityIRI().IsReserved() {
			all = append(all, e)
		}
	}
	return all
}

func xsd(name string) owl.Datatype { return owl.Datatype{IRI: owl.NewIRI(owl.XSDNamespace + name)} }

func each[T any](make func(owl.IRI) T, iris ...string) []T {
	var pool []T
	for _, iri := range iris {
		pool = append(pool, make(owl.NewIRI(iri)))
	}
	return pool
}
