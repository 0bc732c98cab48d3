package owl

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
)

// Prefixes maps prefix names, without the colon, to namespaces (Structural Specification, section
// 2.4). The zero value is empty and ready for use. It is not safe for concurrent modification.
type Prefixes struct {
	byName map[string]string
	index  atomic.Pointer[namespaceIndex] // nil after a change; see namespaces
}

// ErrExpansion is an error of Expansion.
var ErrExpansion = fmt.Errorf("abbreviated IRIs take more than %d MB in full", maxExpansion>>20)

// Expansion bounds the memory of abbreviated IRIs: many short names may share a namespace of
// megabytes. The zero value is ready for use.
type Expansion struct{ bytes int }

const (
	usualNamespace = 256 // bytes; namespaces up to this length do not count
	maxExpansion   = 64 << 20
)

// Add counts the namespace or base of one IRI. It returns ErrExpansion beyond the bound.
func (e *Expansion) Add(namespace int) error {
	if namespace > usualNamespace {
		e.bytes += namespace
	}
	if e.bytes > maxExpansion {
		return ErrExpansion
	}
	return nil
}

// namespaceIndex finds the prefix of a namespace.
type namespaceIndex struct {
	names   map[string]string // by namespace; of several names the first in order
	lengths []int             // of the namespaces, each once, longest first
}

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
	p.byName[name] = namespace
	if p.index.Load() != nil {
		p.index.Store(nil)
	}
}

// namespaces returns the index, and makes it if there was a change since. Several goroutines may
// make it at once; the results are equal.
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

// Abbreviate returns the prefix with the longest namespace such that iri is namespace + local and
// local is a PN_LOCAL of SPARQL 1.0, which is legal in functional syntax, Manchester syntax and
// Turtle. Of several prefixes with one namespace it returns the first by name.
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

// Clone returns an independent copy, which is empty if p is nil.
func (p *Prefixes) Clone() *Prefixes {
	if p == nil {
		return &Prefixes{}
	}
	return &Prefixes{byName: maps.Clone(p.byName)}
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
	return slices.Sorted(maps.Keys(p.byName))
}

// All iterates over the prefix names and their namespaces, sorted by name.
func (p *Prefixes) All() iter.Seq2[string, string] {
	return func(yield func(name, namespace string) bool) {
		for _, name := range p.Names() {
			if !yield(name, p.byName[name]) {
				return
			}
		}
	}
}

// WithStandard returns a copy with the prefixes of StandardPrefixes that p does not declare.
func (p *Prefixes) WithStandard() *Prefixes {
	all := p.Clone()
	for name, namespace := range standardPrefixes.All() {
		if _, declared := all.Namespace(name); !declared {
			all.Set(name, namespace)
		}
	}
	return all
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

// IsNameStart reports whether r is in PN_CHARS_BASE.
func IsNameStart(r rune) bool {
	if r < 0x80 {
		return r >= 0 && 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	switch {
	case r <= 0x2FF:
		return r >= 0xC0 && r != 0xD7 && r != 0xF7
	case r <= 0x1FFF:
		return r >= 0x370 && r != 0x37E
	case r <= 0x218F:
		return r == 0x200C || r == 0x200D || r >= 0x2070
	case r <= 0x2FEF:
		return r >= 0x2C00
	case r <= 0xD7FF:
		return r >= 0x3001
	case r <= 0xFFFD:
		return r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0
	default:
		return r >= 0x10000 && r <= 0xEFFFF
	}
}

// IsNameChar reports whether r is in PN_CHARS.
func IsNameChar(r rune) bool {
	if r < 0x80 {
		return r >= 0 && (IsNameStart(r) || '0' <= r && r <= '9' || r == '_' || r == '-')
	}
	return IsNameStart(r) || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}
