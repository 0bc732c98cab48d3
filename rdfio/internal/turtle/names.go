package turtle

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// prefixedNameInFull reads the PrefixedName at w.Pos character by character and interns its IRI.
func (d *turtleDecoder) prefixedNameInFull() (rdf.ID, error) {
	prefix, err := d.prefixEnd()
	if err != nil {
		return rdf.None, err
	}
	end, escaped, err := d.localEnd(prefix + 1)
	if err != nil {
		return rdf.None, err
	}
	name := d.rest()[:end]
	namespace, ok := d.prefixes[string(name[:prefix])]
	if !ok {
		fault := d.errorAt(0, fmt.Errorf("undefined prefix %q", name[:prefix+1]))
		if namespace, ok = d.undeclared(string(name[:prefix])); !ok {
			return rdf.None, fault
		}
		err := d.opts.Tolerate(doc.NoteUndeclaredPrefix, fault, "read as <"+namespace+">")
		if err != nil {
			return rdf.None, err
		}
		d.prefixes[string(name[:prefix])] = namespace
		d.opts.Prefix(string(name[:prefix]), namespace)
	}
	if err := d.expand(len(namespace)); err != nil {
		return rdf.None, err
	}
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
	return id, nil
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
func (d *turtleDecoder) prefixEnd() (int, error) {
	n, last := 0, rune(0)
	for {
		r, size := d.runeAt(n)
		if r == ':' && last != '.' {
			return n, nil
		}
		if !(n == 0 && owl.IsNameStart(r) || n > 0 && (owl.IsNameChar(r) || r == '.')) {
			break
		}
		n += size
		last = r
	}
	switch word := d.rest()[:n]; {
	case d.w.Err != nil:
		return 0, d.w.Err
	case n == 0 || d.atEndBehind(n):
		return 0, d.unexpected(n, `a prefix and ":"`)
	default:
		return 0, d.errorAt(0, fmt.Errorf(
			`unknown word %s: expected a prefix with ":", or an IRI in angle brackets`,
			excerpt(word, 24)))
	}
}

// localEnd returns the offset after the PN_LOCAL at w.Pos+n, which may be empty, and whether it
// contains backslashes.
func (d *turtleDecoder) localEnd(n int) (end int, escaped bool, err error) {
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
					return 0, false, d.unexpected(n+size, `two hexadecimal digits behind "%"`)
				}
			}
		case r == '\\':
			if turtleClass[d.byteAt(n+1)]&classEscape == 0 {
				return 0, false, d.unexpected(n+1, `one of _~.-!$&'()*+,;=/?#@% behind "\"`)
			}
			escaped = true
			size = 2
		case r == ':' || isLabelStart(r):
		case n > start && owl.IsNameChar(r):
		case d.w.Err != nil:
			return 0, false, d.w.Err
		default:
			return end, escaped, nil
		}
		n += size
		end = n
	}
}

// nameCache is a direct-mapped cache of short prefixed names, of constant size.
type nameCache struct {
	slots [1 << nameCacheBits]cachedName
	age   uint32 // incremented if a prefix changes its namespace; names of another age are invalid
}

const nameCacheBits = 12

type cachedName struct {
	key nameKey
	id  rdf.ID
	age uint32
}

// nameKey is a name of at most 24 bytes, padded with zeros. The zero key is invalid.
type nameKey struct{ a, b, c uint64 }

const maxKeyedName = 24

// nameKeyAt returns the key of the name of n bytes at buf[i:]. It returns false if the name is too
// long, or too near the end of buf to be loaded in words.
func nameKeyAt(buf []byte, i, n int) (nameKey, bool) {
	if n == 0 || n > maxKeyedName || i+maxKeyedName > len(buf) {
		return nameKey{}, false
	}
	words := buf[i : i+maxKeyedName]
	key := nameKey{a: binary.LittleEndian.Uint64(words)}
	if n <= 8 {
		key.a &= lowBytes(n)
		return key, true
	}
	key.b = binary.LittleEndian.Uint64(words[8:])
	if n <= 16 {
		key.b &= lowBytes(n - 8)
		return key, true
	}
	key.c = binary.LittleEndian.Uint64(words[16:]) & lowBytes(n-16)
	return key, true
}

// lowBytes returns a mask of the first n bytes of a word, n from 1 to 8.
func lowBytes(n int) uint64 { return ^uint64(0) >> (64 - 8*uint(n)) }

// find returns the term of a name, if it is in the cache, and the slot of the name.
func (c *nameCache) find(key nameKey) (id rdf.ID, slot *cachedName, ok bool) {
	// from SplitMix64
	const odd1, odd2, odd3 = 0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb
	h := key.a*odd1 ^ key.b*odd2 ^ key.c*odd3
	slot = &c.slots[(h^h>>29)*odd1>>(64-nameCacheBits)]
	return slot.id, slot, slot.key == key && slot.age == c.age
}

// forget empties the cache because a prefix has changed its namespace.
func (c *nameCache) forget() {
	if c.age++; c.age == 0 {
		c.slots = [1 << nameCacheBits]cachedName{}
	}
}
