package owl

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"
)

// Prefixes maps prefix names, without the colon, to namespaces (Structural Specification, section
// 2.4). The zero value is empty and ready for use. It is not safe for concurrent modification.
type Prefixes struct {
	byName map[string]string
	// longest holds the declarations again, longest namespace first, then by name, for Abbreviate.
	longest []prefixDeclaration
}

type prefixDeclaration struct{ namespace, name string }

// StandardPrefixes returns the prefixes of every functional-syntax document: owl, rdf, rdfs, xsd.
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
		i, _ := slices.BinarySearchFunc(p.longest, prefixDeclaration{old, name},
			prefixDeclaration.compare)
		p.longest = slices.Delete(p.longest, i, i+1)
	}
	p.byName[name] = namespace
	d := prefixDeclaration{namespace, name}
	i, _ := slices.BinarySearchFunc(p.longest, d, prefixDeclaration.compare)
	p.longest = slices.Insert(p.longest, i, d)
}

func (d prefixDeclaration) compare(e prefixDeclaration) int {
	return cmp.Or(len(e.namespace)-len(d.namespace), strings.Compare(d.namespace, e.namespace),
		strings.Compare(d.name, e.name))
}

// Abbreviate returns the prefix with the longest namespace such that iri is namespace + local and
// local is a PN_LOCAL of SPARQL 1.0, which is legal in functional syntax, Manchester syntax and
// Turtle. Of several prefixes with one namespace it returns the first by name.
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

// Clone returns an independent copy, which is empty if p is nil.
func (p *Prefixes) Clone() *Prefixes {
	if p == nil {
		return &Prefixes{}
	}
	return &Prefixes{byName: maps.Clone(p.byName), longest: slices.Clone(p.longest)}
}

// Namespace returns the namespace of a prefix name.
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

// Expand returns the full IRI of an abbreviated one such as "obo:CL_0000540"; ok is false if it has
// no colon or the prefix is not declared.
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
