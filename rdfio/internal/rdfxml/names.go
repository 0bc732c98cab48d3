package rdfxml

import (
	"bytes"
	"fmt"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
	"box2el-owl/rdfio/internal/xml"
)

const rdfNamespace = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

// rdfName is the role of a name in RDF/XML (RDF 1.1 XML Syntax, sections 5.1 and 6.2).
type rdfName uint8

const (
	otherName rdfName = iota // an IRI like any other
	nameRDF
	nameDescription
	nameLi
	nameType
	nameID
	nameAbout
	nameNodeID
	nameResource
	nameDatatype
	nameParseType
	nameOld     // rdf:bagID, rdf:aboutEach, rdf:aboutEachPrefix
	nameLang    // xml:lang
	nameBase    // xml:base
	nameIgnored // reserved for XML
)

var rdfNames = map[string]rdfName{
	"RDF": nameRDF, "Description": nameDescription, "li": nameLi, "type": nameType, "ID": nameID, "about": nameAbout,
	"nodeID": nameNodeID, "resource": nameResource, "datatype": nameDatatype, "parseType": nameParseType,
	"bagID": nameOld, "aboutEach": nameOld, "aboutEachPrefix": nameOld,
}

// knownRDF reports whether a name is in the vocabulary of RDF 1.1, without those of the syntax.
func knownRDF(local []byte) bool {
	switch string(local) {
	case "Seq", "Bag", "Alt", "List", "Statement", "Property", "XMLLiteral", "HTML", "JSON",
		"langString", "PlainLiteral", "langRange",
		"CompoundLiteral", "direction", "language", "nil", "first", "rest", "value", "subject", "predicate", "object":
		return true
	}
	return len(local) > 1 && local[0] == '_' && local[1] != '0' &&
		bytes.Trim(local[1:], "0123456789") == nil
}

// unqualifiedNames are the attributes that need no prefix, as in old documents (section 6.1.4).
var unqualifiedNames = map[string]rdfName{
	"ID": nameID, "about": nameAbout, "resource": nameResource, "parseType": nameParseType, "type": nameType,
}

// cachedQName is a resolved name. It is valid for the namespaces of scope.
type cachedQName struct {
	scope uint32
	kind  rdfName
	term  rdf.ID // rdf.None for the names of the syntax
}

// name resolves a qualified name.
func (d *rdfxmlDecoder) name(raw []byte, attribute bool, at int) cachedQName {
	names := d.elements
	if attribute {
		names = d.attributeNames
	}
	if c, known := names[string(raw)]; known && c.scope == d.x.Ns.Scope {
		return c
	}
	kind, term := d.resolveName(raw, attribute, at)
	c := cachedQName{d.x.Ns.Scope, kind, term}
	if !d.nameless { // otherwise each occurrence is noted
		names[string(raw)] = c
	}
	d.nameless = false
	return c
}

// resolveName resolves a qualified name without the cache (sections 6.1.2 and 6.1.4).
func (d *rdfxmlDecoder) resolveName(raw []byte, attribute bool, at int) (rdfName, rdf.ID) {
	prefix, local, ok := xml.SplitQName(raw)
	if !ok {
		d.failf(at, "invalid name %q", raw)
	}
	namespace, declared := "", true
	if !attribute || prefix != nil {
		namespace, declared = d.x.Ns.Lookup(prefix)
	}
	switch {
	case !declared:
		d.failf(at, "undefined prefix %q", string(prefix)+":")
		return nameIgnored, rdf.None
	case string(prefix) == "xmlns":
		d.failf(at, "an element with the prefix xmlns: %s", raw)
		return nameIgnored, rdf.None
	case namespace == xml.Namespace && string(local) == "lang" && attribute:
		return nameLang, rdf.None
	case namespace == xml.Namespace && string(local) == "base" && attribute:
		return nameBase, rdf.None
	case attribute && (reservedXML(prefix) || prefix == nil && reservedXML(local)):
		return nameIgnored, rdf.None
	case namespace == "" && attribute:
		kind, ok := unqualifiedNames[string(local)]
		switch {
		case !ok:
			d.nameless = true
			d.tolerate(doc.NoteNoNamespace,
				d.x.Failf(at, "attribute %s without a namespace", raw), "left out")
			return nameIgnored, rdf.None
		case kind == nameType:
			return kind, d.rdfType
		}
		return kind, rdf.None
	case namespace == "":
		d.nameless = true
		fault := d.x.Failf(at, "element <%s> without a namespace", raw)
		if len(d.open) == 0 {
			d.fail(fault)
		}
		d.tolerate(doc.NoteNoNamespace, fault, "read as a name of the document")
		d.ref = append(append(d.ref[:0], '#'), local...)
		return otherName, d.reference(d.ref, &d.bases[len(d.bases)-1], at)
	}
	kind := otherName
	if namespace == rdfNamespace {
		if kind = rdfNames[string(local)]; kind != otherName && kind != nameType {
			return kind, rdf.None
		}
		if kind == otherName && !knownRDF(local) {
			d.warnAt(at, fmt.Sprintf("%s is no name of RDF; it is read as any other IRI", raw))
		}
	}
	if err := d.x.CountPrefix(len(namespace)); err != nil {
		d.fail(d.x.Fail(at, err))
	}
	d.ref = append(append(d.ref[:0], namespace...), local...)
	return kind, d.reference(d.ref, &d.bases[0], at)
}

// reservedXML reports whether a prefix or an unprefixed name begins with "xml" or "XML".
func reservedXML(name []byte) bool {
	return len(name) >= 3 && rdf.EqualFoldASCII(name[:3], []byte("xml"))
}
