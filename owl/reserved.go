package owl

import (
	"strings"
	"sync"
)

// IsReserved reports whether an IRI is from the reserved vocabulary (Structural Specification,
// section 2.4).
func (i IRI) IsReserved() bool {
	s := i.String()
	if !strings.HasPrefix(s, "http://www.w3.org/") {
		return false
	}
	return strings.HasPrefix(s, OWLNamespace) || strings.HasPrefix(s, RDFNamespace) ||
		strings.HasPrefix(s, RDFSNamespace) || strings.HasPrefix(s, XSDNamespace)
}

var builtInKinds = sync.OnceValue(func() map[IRI]EntityKind {
	kinds := make(map[IRI]EntityKind, len(builtIn))
	for _, e := range builtIn {
		kinds[e.EntityIRI()] = e.EntityKind()
	}
	return kinds
})

// BuiltInKind returns the kind of a built-in entity, which needs no declaration (Structural
// Specification, section 5.8, table 5). It reports false for other IRIs.
func (i IRI) BuiltInKind() (EntityKind, bool) {
	kind, ok := builtInKinds()[i]
	return kind, ok
}
