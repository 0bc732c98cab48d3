package owl

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"
)

// Prefixes maps prefix names, without the colon, to the IRIs that they stand for (Structural
// Specification, section 2.4). The zero value is empty and ready for use; it is not safe for
// concurrent change.
type Prefixes struct {
	byName map[string]string
	// longest holds the declarations again, longest namespace first, then by name, for Abbreviate.
	longest []prefixDeclaration
}

type prefixDeclaration struct{ namespace, name string }

// StandardPrefixes returns the four that every functional-syntax document has: owl, rdf, rdfs, xsd.
func StandardPrefixes() *Prefixes {
	p := &Prefixes{}
	p.Set("owl", OWLNamespace)
	p.Set("rdf", RDFNamespace)
	p.Set("rdfs", RDFSNamespace)
	p.Set("xsd", XSDNamespace)
	return p
}

// Set declares name (which may be empty) for namespace, replacing an earlier declaration.
func (p *Prefixes) Set(name, namespace string) {
	if p.byName == nil {
		p.byName = make(map[string]string)
	}
	if old, ok := p.byName[name]; ok {
		i, _ := slices.BinarySearchFunc(p.longest, prefixDeclaration{old, name}, prefixDeclaration.compare)
		p.longest = slices.Delete(p.longest, i, i+1)
	}
	p.byName[name] = namespace
	d := prefixDeclaration{namespace, name}
	i, _ := slices.BinarySearchFunc(p.longest, d, prefixDeclaration.compare)
	p.longest = slices.Insert(p.longest, i, d)
}

func (d prefixDeclaration) compare(e prefixDeclaration) int {
	return cmp.Or(len(e.namespace)-len(d.namespace), strings.Compare(d.namespace, e.namespace), strings.Compare(d.name, e.name))
}

// Abbreviate finds the prefix with the longest namespace such that iri is namespace + local and
// local is a PN_LOCAL of SPARQL 1.0: legal in functional syntax, in Manchester syntax and, being a
// subset of it, in Turtle. Of several prefixes for one namespace the first by name is taken.
func (p *Prefixes) Abbreviate(iri string) (name, local string, ok bool) {
	if p == nil {
		return "", "", false
	}
	for i := range p.longest {
		d := &p.longest[i]
		if local, found := strings.CutPrefix(iri, d.namespace); found && isLocalName(local) {
			return d.name, local, true
		}
	}
	return "", "", false
}

// Clone returns a copy that can be changed apart from p; a nil p gives an empty one.
func (p *Prefixes) Clone() *Prefixes {
	if p == nil {
		return &Prefixes{}
	}
	return &Prefixes{byName: maps.Clone(p.byName), longest: slices.Clone(p.longest)}
}

// Namespace returns what name stands for.
func (p *Prefixes) Namespace(name string) (namespace string, ok bool) {
	if p == nil {
		return "", false
	}
	namespace, ok = p.byName[name]
	return namespace, ok
}

// Names returns the declared prefix names, sorted.
func (p *Prefixes) Names() []string {
	if p == nil {
		return nil
	}
	names := make([]string, 0, len(p.byName))
	for name := range p.byName {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Expand turns an abbreviated IRI such as "obo:CL_0000540" into the full one; ok is false where
// there is no colon or the prefix is not declared.
func (p *Prefixes) Expand(abbreviated string) (full string, ok bool) {
	name, local, found := strings.Cut(abbreviated, ":")
	if !found {
		return "", false
	}
	namespace, ok := p.Namespace(name)
	if !ok {
		return "", false
	}
	return namespace + local, true
}
