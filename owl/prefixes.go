package owl

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
)

// Prefixes maps prefix names, without the colon, to the IRIs that they stand for (Structural
// Specification, section 2.4). The zero value is empty and ready for use; it is not safe for
// concurrent change.
type Prefixes struct {
	byName map[string]string
	index  atomic.Pointer[namespaceIndex] // nil after a change; see namespaces
}

// namespaceIndex finds the prefix of a namespace.
type namespaceIndex struct {
	names   map[string]string // by namespace; of several names the first in order
	lengths []int             // of the namespaces, each once, longest first
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
	if p.index.Load() != nil {
		p.index.Store(nil)
	}
}

// namespaces returns the index, and makes it if there was a change since. Several goroutines may make
// it at once; the results are equal.
func (p *Prefixes) namespaces() *namespaceIndex {
	if x := p.index.Load(); x != nil {
		return x
	}
	x := &namespaceIndex{names: make(map[string]string, len(p.byName))}
	lengths := make(map[int]bool)
	for name, namespace := range p.byName {
		if first, known := x.names[namespace]; !known || name < first {
			x.names[namespace] = name
		}
		lengths[len(namespace)] = true
	}
	x.lengths = slices.SortedFunc(maps.Keys(lengths), func(a, b int) int { return b - a })
	p.index.Store(x)
	return x
}

// Abbreviate finds the prefix with the longest namespace such that iri is namespace + local and
// local is a PN_LOCAL of SPARQL 1.0: legal in functional syntax, in Manchester syntax and, being a
// subset of it, in Turtle. Of several prefixes for one namespace the first by name is taken.
func (p *Prefixes) Abbreviate(iri string) (name, local string, ok bool) {
	return p.Split(iri, isLocalName)
}

// Split does the same with another rule for local names.
func (p *Prefixes) Split(iri string, isLocal func(string) bool) (name, local string, ok bool) {
	if p == nil || len(p.byName) == 0 {
		return "", "", false
	}
	x := p.namespaces()
	for _, n := range x.lengths {
		if n > len(iri) || !isLocal(iri[n:]) {
			continue
		}
		if name, ok := x.names[iri[:n]]; ok {
			return name, iri[n:], true
		}
	}
	return "", "", false
}

// Clone returns a copy that can be changed apart from p; a nil p gives an empty one.
func (p *Prefixes) Clone() *Prefixes {
	if p == nil {
		return &Prefixes{}
	}
	return &Prefixes{byName: maps.Clone(p.byName)}
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
