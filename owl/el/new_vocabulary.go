package el

import (
	"fmt"

	"box2el-owl/owl"
)

// NewVocabulary returns a vocabulary of names without axioms, for normal forms that do not come
// from Normalize. After Top and Bottom the classes have the ids 2, 3, … in the given order, then
// the individuals. The properties, which are owl.ObjectProperty or owl.DataProperty, have ids from
// 4, after the built-in roles. It returns an error for a name that is built in, empty or given
// twice.
func NewVocabulary(
	classes []owl.Class, individuals []owl.Individual, properties []owl.Entity,
) (*Vocabulary, error) {
	n := newNormalizer(&owl.Ontology{})
	v := n.out.Vocabulary
	for _, c := range classes {
		if _, known := find(v, classRefs, c); known || c.IRI.IsZero() {
			return nil, notNew("class", c.IRI)
		}
		n.class(c)
	}
	for i, a := range individuals {
		if a == nil || n.nominal(a).index() != int32(i) {
			return nil, fmt.Errorf("individual %v is empty or given twice", a)
		}
	}
	for _, p := range properties {
		if _, known := v.RoleOf(p); known || p.EntityIRI().IsZero() {
			return nil, notNew("property", p.EntityIRI())
		}
		switch p.(type) {
		case owl.ObjectProperty, owl.DataProperty:
			n.newRole(p)
		default:
			return nil, fmt.Errorf("%v is no object or data property", p.EntityIRI())
		}
	}
	n.number()
	v.lookup = lookup{}
	return v, nil
}

func notNew(kind string, iri owl.IRI) error {
	return fmt.Errorf("%s %q is built in, empty or given twice", kind, iri)
}
