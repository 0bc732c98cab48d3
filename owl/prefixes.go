package owl

import (
	"sort"
	"strings"
)

// Prefixes maps prefix names, without the colon, to the IRIs that they stand for (Structural
// Specification, section 2.4). The zero value is empty and ready for use; it is not safe for
// concurrent change.
type Prefixes struct {
	byName map[string]string
}

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
	p.byName[name] = namespace
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
