package workspace

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"box2el-owl/owl"
)

// NewIRI returns an IRI for a new class in the numbering of an OBO ontology: the number after the
// greatest one of its ID space. The ID space is the one that the ontology is named after, or else
// the one of most classes. It reports false if there is none. It takes linear time.
func (v *View) NewIRI() (string, bool) {
	type space struct {
		iri           string // up to the number
		count, digits int
		greatest      uint64
	}
	spaces := make(map[string]*space)
	classes := v.lookup().classes
	for _, c := range classes {
		id, ok := owl.OBOID(c.String())
		if !ok {
			continue
		}
		name, digits, _ := strings.Cut(id, ":")
		number, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			continue
		}
		s := spaces[name]
		if s == nil {
			s = &space{iri: strings.TrimSuffix(c.String(), digits)}
			spaces[name] = s
		}
		s.count++
		if len(digits) > s.digits || len(digits) == s.digits && number > s.greatest {
			s.digits, s.greatest = len(digits), number
		}
	}
	own, _, _ := strings.Cut(path.Base(v.OWL().IRI.String()), ".")
	found := spaces[strings.ToUpper(own)]
	for _, s := range spaces {
		if found == nil && 2*s.count > len(classes) {
			found = s
		}
	}
	if found == nil {
		return "", false
	}
	next := fmt.Sprintf("%0*d", found.digits, found.greatest+1)
	return found.iri + next, len(next) == found.digits
}
