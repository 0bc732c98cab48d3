package el

import (
	"box2el-owl/owl"
)

// datatype describes a datatype of the OWL 2 datatype map.
type datatype struct {
	inEL  bool // among the datatypes of OWL 2 Profiles, section 2.2.1
	set   valueSet
	parse parser
}

// datatypes holds rdfs:Literal and the OWL 2 datatype map (Structural Specification, section 4; the
// lexical and value spaces are those of XML Schema 1.1, part 2), and rdf:langString, the RDF 1.1
// datatype of the values of rdf:PlainLiteral with a language tag.
var datatypes = map[owl.Datatype]datatype{
	owl.RDFSLiteral:         {true, valueSet{}, noLiteral},
	owlDatatype("real"):     {true, ranked(numbers, reals), noLiteral},
	owlDatatype("rational"): {true, ranked(numbers, rationals), parseRational},
	xsdDatatype("decimal"):  {true, ranked(numbers, decimals), parseDecimal},
	xsdDatatype("double"):   {false, whole(doubles), parseDouble},
	xsdDatatype("float"):    {false, whole(floats), parseFloat},
	owl.XSDBoolean:          {false, whole(booleans), parseBoolean},

	owl.RDFPlainLiteral:             {true, ranked(texts, plainTexts), parsePlain},
	owl.RDFLangString:               {true, ranked(texts, taggedTexts), parseTagged},
	owl.XSDString:                   textType(true, untaggedTexts),
	xsdDatatype("normalizedString"): textType(true, normalizedTexts),
	xsdDatatype("token"):            textType(true, tokens),
	xsdDatatype("NMTOKEN"):          textType(true, nameTokens),
	xsdDatatype("Name"):             textType(true, names),
	xsdDatatype("NCName"):           textType(true, ncNames),
	xsdDatatype("language"):         textType(false, languageTags),

	xsdDatatype("hexBinary"):     {true, whole(hexOctets), parseHex},
	xsdDatatype("base64Binary"):  {true, whole(base64Octets), parseBase64},
	xsdDatatype("anyURI"):        {true, whole(resources), parseResource},
	owl.RDFXMLLiteral:            {true, whole(xmlContent), parseXML},
	xsdDatatype("dateTime"):      {true, ranked(times, moments), parseDateTime},
	xsdDatatype("dateTimeStamp"): {true, ranked(times, stamps), parseDateTimeStamp},

	owl.XSDInteger:                    integerType(true, "", ""),
	xsdDatatype("nonNegativeInteger"): integerType(true, "0", ""),
	xsdDatatype("nonPositiveInteger"): integerType(false, "", "0"),
	xsdDatatype("positiveInteger"):    integerType(false, "1", ""),
	xsdDatatype("negativeInteger"):    integerType(false, "", "-1"),
	xsdDatatype("long"): integerType(false, "-9223372036854775808",
		"9223372036854775807"),
	xsdDatatype("int"):           integerType(false, "-2147483648", "2147483647"),
	xsdDatatype("short"):         integerType(false, "-32768", "32767"),
	xsdDatatype("byte"):          integerType(false, "-128", "127"),
	xsdDatatype("unsignedLong"):  integerType(false, "0", "18446744073709551615"),
	xsdDatatype("unsignedInt"):   integerType(false, "0", "4294967295"),
	xsdDatatype("unsignedShort"): integerType(false, "0", "65535"),
	xsdDatatype("unsignedByte"):  integerType(false, "0", "255"),
}

func integerType(inEL bool, lowest, highest string) datatype {
	set := ranked(numbers, integers)
	set.low, set.high = lowest, highest
	return datatype{inEL, set, func(l *owl.Literal) (value, bool) {
		v, ok := parseInteger(l)
		return v, ok && set.holds(&v)
	}}
}

func textType(inEL bool, r rank) datatype {
	return datatype{inEL, ranked(texts, r), func(l *owl.Literal) (value, bool) {
		v, ok := parseText(l)
		return v, ok && v.rank <= r
	}}
}

// noLiteral is the parser of datatypes without literals.
func noLiteral(*owl.Literal) (value, bool) { return value{}, false }

func xsdDatatype(name string) owl.Datatype {
	return owl.Datatype{IRI: owl.NewIRI(owl.XSDNamespace + name)}
}
func owlDatatype(name string) owl.Datatype {
	return owl.Datatype{IRI: owl.NewIRI(owl.OWLNamespace + name)}
}

// IsBuiltIn reports whether an entity needs no declaration (section 5.8, table 5).
func IsBuiltIn(e owl.Entity) bool {
	return builtInKind(e.EntityIRI()).has(e.EntityKind())
}

func builtInKind(iri owl.IRI) kindSet {
	if kind, ok := iri.BuiltInKind(); ok {
		return 1 << kind
	}
	return 0
}
