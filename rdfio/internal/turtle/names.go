package turtle

import (
	"bytes"
	"fmt"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// prefixedNameInFull reads the PrefixedName at w.Pos character by character and interns its IRI.
func (d *turtleDecoder) prefixedNameInFull() rdf.ID {
	prefix := d.prefixEnd()
	end, escaped := d.localEnd(prefix + 1)
	if d.err != nil {
		return rdf.None
	}
	name := d.rest()[:end]
	namespace, ok := d.prefixes[string(name[:prefix])]
	if !ok {
		fault := d.errorAt(0, fmt.Errorf("undefined prefix %q", name[:prefix+1]))
		if namespace, ok = d.undeclared(string(name[:prefix])); !ok {
			d.fail(fault)
			return rdf.None
		}
		d.tolerate(doc.NoteUndeclaredPrefix, fault, "read as <"+namespace+">")
		if d.err != nil {
			return rdf.None
		}
		d.prefixes[string(name[:prefix])] = namespace
		d.opts.Prefix(string(name[:prefix]), namespace)
	}
	d.expand(len(namespace))
	d.iriText = append(d.iriText[:0], namespace...)
	local := name[prefix+1:]
	if escaped {
		for i := bytes.IndexByte(local, '\\'); i >= 0; i = bytes.IndexByte(local, '\\') {
			d.iriText = append(append(d.iriText, local[:i]...), local[i+1])
			local = local[i+2:]
		}
	}
	d.iriText = append(d.iriText, local...)
	id := d.internIRI(d.iriText)
	d.w.Pos += end
	return id
}

// undeclared returns the namespace of a prefix that needs no declaration: a well-known one, or the
// empty one, which is <#> in N3.
func (d *turtleDecoder) undeclared(prefix string) (string, bool) {
	if prefix != "" {
		namespace, ok := WellKnownPrefixes[prefix]
		return namespace, ok
	}
	namespace, err := rdf.Resolve(nil, &d.base, []byte("#"))
	return string(namespace), err == nil
}

// WellKnownPrefixes are the prefixes that need no declaration: those of RDF4J, which the OWL API
// uses, and two of OBO.
var WellKnownPrefixes = map[string]string{
	"owl":      owl.OWLNamespace,
	"rdf":      owl.RDFNamespace,
	"rdfs":     owl.RDFSNamespace,
	"xsd":      owl.XSDNamespace,
	"skos":     "http://www.w3.org/2004/02/skos/core#",
	"skosxl":   "http://www.w3.org/2008/05/skos-xl#",
	"dc":       "http://purl.org/dc/elements/1.1/",
	"dc11":     "http://purl.org/dc/elements/1.1/",
	"dcterms":  "http://purl.org/dc/terms/",
	"foaf":     "http://xmlns.com/foaf/0.1/",
	"prov":     "http://www.w3.org/ns/prov#",
	"ssn":      "http://www.w3.org/ns/ssn/",
	"sosa":     "http://www.w3.org/ns/sosa/",
	"time":     "http://www.w3.org/2006/time#",
	"qb":       "http://purl.org/linked-data/cube#",
	"dcat":     "http://www.w3.org/ns/dcat#",
	"org":      "http://www.w3.org/ns/org#",
	"vcard":    "http://www.w3.org/2006/vcard/ns#",
	"void":     "http://rdfs.org/ns/void#",
	"schema":   "http://schema.org/",
	"sh":       "http://www.w3.org/ns/shacl#",
	"obo":      rdf.OBONamespace,
	"oboInOwl": rdf.OIONamespace,
}

// prefixEnd returns the offset of the colon after the PN_PREFIX at w.Pos, which may be empty.
func (d *turtleDecoder) prefixEnd() int {
	n, last := 0, rune(0)
	for {
		r, size := d.runeAt(n)
		if r == ':' && last != '.' {
			return n
		}
		if !(n == 0 && owl.IsNameStart(r) || n > 0 && (owl.IsNameChar(r) || r == '.')) {
			break
		}
		n += size
		last = r
	}
	if n == 0 || d.atEndBehind(n) {
		d.unexpected(n, `a prefix and ":"`)
	}
	d.fail(d.errorAt(0, fmt.Errorf(
		`unknown word %s: expected a prefix with ":", or an IRI in angle brackets`,
		excerpt(d.rest()[:n], 24))))
	return 0
}

// localEnd returns the offset after the PN_LOCAL at w.Pos+n, which may be empty, and whether it
// contains backslashes.
func (d *turtleDecoder) localEnd(n int) (end int, escaped bool) {
	start := n
	end = n // a local name does not end in a full stop
	for {
		r, size := d.runeAt(n)
		switch {
		case r == '.' && n > start:
			n++
			continue
		case r == '%':
			for size = 1; size < 3; size++ {
				if !rdf.IsHexDigit(d.byteAt(n + size)) {
					d.unexpected(n+size, `two hexadecimal digits behind "%"`)
					return end, false
				}
			}
		case r == '\\':
			if turtleClass[d.byteAt(n+1)]&classEscape == 0 {
				d.unexpected(n+1, `one of _~.-!$&'()*+,;=/?#@% behind "\"`)
				return end, false
			}
			escaped = true
			size = 2
		case r == ':' || isLabelStart(r):
		case n > start && owl.IsNameChar(r):
		default:
			return end, escaped
		}
		n += size
		end = n
	}
}
