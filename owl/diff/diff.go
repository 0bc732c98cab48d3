package diff

import (
	"context"
	"crypto/sha256"
	"slices"

	"box2el-owl/owl"
)

// Diff is the difference of two versions.
type Diff struct {
	// Added, Removed are numbers of axioms, with those of the pairs that Changed counts.
	Added, Removed, Changed int
	// AnnotationsOnly is the number of axioms that both versions have with different annotations.
	AnnotationsOnly int
	// AddedEntities, RemovedEntities and Deprecated are numbers of subjects by state.
	AddedEntities, RemovedEntities, Deprecated int
	// Subjects holds the axioms by their subject, ascending; those without a subject are last.
	Subjects []Subject
}

// State is the state of a subject in the newer version.
type State string

// The states. The zero value is a subject that both versions have.
const (
	Added      State = "added"
	Removed    State = "removed"
	Deprecated State = "deprecated"
)

// Subject holds the differences of one entity. Its lists are in the order of owl.Compare.
type Subject struct {
	IRI            owl.IRI // zero: axioms without a named subject
	State          State
	Added, Removed []owl.Axiom // without those of Changed
	Changed        []Change
}

// Change is a removed axiom and an added one of the same subject and shape.
type Change struct{ Before, After owl.Axiom }

// Compare returns the difference of two lists of axioms. The error is that of ctx.
func Compare(ctx context.Context, older, newer []owl.Axiom) (*Diff, error) {
	index, err := indexOf(ctx, older, newer)
	if err != nil {
		return nil, err
	}
	d := &Diff{}
	bySubject := make(map[owl.IRI]*Subject)
	subject := func(a owl.Axiom) *Subject {
		iri := SubjectOf(a)
		if bySubject[iri] == nil {
			bySubject[iri] = &Subject{IRI: iri}
		}
		return bySubject[iri]
	}
	for _, e := range index {
		switch before, after := e.axioms[0], e.axioms[1]; {
		case before == nil:
			s := subject(after)
			s.Added = append(s.Added, after)
		case after == nil:
			s := subject(before)
			s.Removed = append(s.Removed, before)
		case e.annotations[0] != e.annotations[1]:
			d.AnnotationsOnly++
		}
	}
	had, has := subjectsOf(older, bySubject), subjectsOf(newer, bySubject)
	for iri, s := range bySubject {
		d.Added += len(s.Added)
		d.Removed += len(s.Removed)
		owl.SortAxioms(s.Added)
		owl.SortAxioms(s.Removed)
		s.pair()
		d.Changed += len(s.Changed)
		switch {
		case iri.IsZero():
		case !had[iri]:
			s.State = Added
			d.AddedEntities++
		case !has[iri]:
			s.State = Removed
			d.RemovedEntities++
		case slices.ContainsFunc(s.Added, deprecates):
			s.State = Deprecated
			d.Deprecated++
		}
		d.Subjects = append(d.Subjects, *s)
	}
	slices.SortFunc(d.Subjects, func(a, b Subject) int {
		if a.IRI.IsZero() != b.IRI.IsZero() {
			return b.IRI.Compare(a.IRI)
		}
		return a.IRI.Compare(b.IRI)
	})
	return d, ctx.Err()
}

// Both returns the newer version with the axioms of the removed entities, for the names of both
// versions.
func (d *Diff) Both(older, newer *owl.Ontology) *owl.Ontology {
	removed := make(map[owl.IRI]bool)
	for _, s := range d.Subjects {
		if s.State == Removed {
			removed[s.IRI] = true
		}
	}
	both := *newer
	both.Axioms = slices.Clip(both.Axioms)
	for _, a := range older.Axioms {
		if len(removed) > 0 && removed[SubjectOf(a)] {
			both.Axioms = append(both.Axioms, a)
		}
	}
	return &both
}

// entry is an axiom without annotations, in both versions.
type entry struct {
	axioms      [2]owl.Axiom // the first of each version; nil if it has none
	annotations [2][8]byte   // XOR of the hashes of the different forms with annotations
}

// indexOf returns the axioms by the hash of their form without annotations.
func indexOf(ctx context.Context, versions ...[]owl.Axiom) (map[owl.Hash]entry, error) {
	index := make(map[owl.Hash]entry, len(versions[0]))
	var text []byte
	for version, axioms := range versions {
		seen := make(map[owl.Hash]bool)
		for i, a := range axioms {
			if i%(1<<14) == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			text = owl.AppendCanonicalBare(text[:0], a)
			key := owl.Hash(sha256.Sum256(text))
			e := index[key]
			if e.axioms[version] == nil {
				e.axioms[version] = a
			}
			if len(a.AxiomAnnotations()) > 0 {
				if full := owl.HashAxiom(a); !seen[full] {
					seen[full] = true
					for i := range e.annotations[version] {
						e.annotations[version][i] ^= full[i]
					}
				}
			}
			index[key] = e
		}
	}
	return index, nil
}

// subjectsOf returns which of the subjects of a difference are subjects in a version.
func subjectsOf(axioms []owl.Axiom, of map[owl.IRI]*Subject) map[owl.IRI]bool {
	found := make(map[owl.IRI]bool, len(of))
	for _, a := range axioms {
		if iri := SubjectOf(a); of[iri] != nil {
			found[iri] = true
		}
	}
	return found
}

func deprecates(a owl.Axiom) bool {
	_, ok := owl.DeprecatedBy(a)
	return ok
}

// pair moves added and removed axioms of the same shape to Changed, in their order.
func (s *Subject) pair() {
	removed := make(map[string][]owl.Axiom)
	for _, a := range s.Removed {
		if shape := shapeOf(a); shape != "" {
			removed[shape] = append(removed[shape], a)
		}
	}
	paired := make(map[owl.Axiom]bool)
	s.Added = slices.DeleteFunc(s.Added, func(a owl.Axiom) bool {
		shape := shapeOf(a)
		list := removed[shape]
		if len(list) == 0 {
			return false
		}
		removed[shape], paired[list[0]] = list[1:], true
		s.Changed = append(s.Changed, Change{list[0], a})
		return true
	})
	s.Removed = slices.DeleteFunc(s.Removed, func(a owl.Axiom) bool { return paired[a] })
}

// shapeOf returns the kind of an axiom with its property: axioms of one subject with the same shape
// can replace one another. It is "" for a declaration.
func shapeOf(a owl.Axiom) string {
	kind := a.Kind().String()
	switch a := a.(type) {
	case *owl.Declaration:
		return ""
	case *owl.SubClassOf:
		return kind + " " + expressionShape(a.Super)
	case *owl.AnnotationAssertion:
		lang := ""
		if value, ok := a.Value.(*owl.Literal); ok {
			lang = value.Lang
		}
		return kind + " " + a.Property.IRI.String() + " " + lang
	case *owl.ObjectPropertyAssertion:
		return string(owl.AppendObjectPropertyExpression([]byte(kind), a.Property, nil))
	case *owl.DataPropertyAssertion:
		return kind + " " + a.Property.IRI.String()
	case *owl.Rule:
		return ""
	}
	return kind
}

func expressionShape(c owl.ClassExpression) string {
	switch c := c.(type) {
	case owl.Class:
		return "class"
	case *owl.ObjectSomeValuesFrom:
		return string(owl.AppendObjectPropertyExpression([]byte("some "), c.Property, nil))
	case *owl.ObjectAllValuesFrom:
		return string(owl.AppendObjectPropertyExpression([]byte("only "), c.Property, nil))
	}
	return owl.ClassShape(c).Keyword
}

// SubjectOf returns the entity that an axiom is about: the declared one, the class on the left
// side, the least of several, the property, the individual. It is zero if that is an expression.
func SubjectOf(a owl.Axiom) owl.IRI {
	if subjects := owl.Subjects(a); len(subjects) > 0 {
		return slices.MinFunc(subjects, owl.IRI.Compare)
	}
	var inverses []owl.IRI
	for _, x := range owl.SubjectSlot(a) {
		if inverse, ok := x.(*owl.ObjectInverseOf); ok {
			inverses = append(inverses, inverse.Property.IRI)
		}
	}
	if len(inverses) == 0 {
		return owl.IRI{}
	}
	return slices.MinFunc(inverses, owl.IRI.Compare)
}
