package owl

import "strings"

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
