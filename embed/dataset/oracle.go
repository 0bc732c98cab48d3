package dataset

import (
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// NormalForm returns axioms of the data set as a normal form with a separate vocabulary, for a
// reasoner. owl:Thing and owl:Nothing are el.Top and el.Bottom; the other classes are named classes
// with the ids 2, 3, … in the order of their ids, followed by the individuals as nominals. If Top
// is 0 and Bottom 1, as in FromNormalForm, class ids and concepts are the same numbers. Roles
// follow the four built-in ones, unless they have the name of one, and are all object properties.
//
// It does not express that data values differ or are in data ranges.
func (d *Dataset) NormalForm(sets ...*Axioms) *el.Ontology {
	ids := d.conceptIDs()
	o := &el.Ontology{Vocabulary: d.vocabulary()}
	for _, set := range sets {
		for form := range NumForms {
			for axiom := range set[form].Rows() {
				ids.put(o, form, axiom)
			}
		}
	}
	return o
}

// vocabulary returns the names of the data set. Validate requires them to be distinct; otherwise
// braces are added.
func (d *Dataset) vocabulary() *el.Vocabulary {
	classes, individuals, properties := newNames(), newNames(), newNames()
	for _, builtIn := range []owl.Class{owl.Thing, owl.Nothing} {
		classes.ids[builtIn.IRI.String()] = None
	}
	var c []owl.Class
	for id, name := range d.Classes {
		if int32(id) != d.Top && int32(id) != d.Bottom {
			c = append(c, owl.Class{IRI: classes.iri(name)})
		}
	}
	var i []owl.Individual
	for _, name := range d.Individuals {
		i = append(i, owl.NamedIndividual{IRI: individuals.iri(name)})
	}
	var p []owl.Entity
	for _, name := range d.Roles {
		if _, builtIn := builtInRole(name); !builtIn {
			p = append(p, owl.ObjectProperty{IRI: properties.iri(name)})
		}
	}
	v, err := el.NewVocabulary(c, i, p)
	if err != nil {
		panic("dataset: " + err.Error()) // unreachable: the names are distinct
	}
	return v
}

// iri adds a name and returns it.
func (n *names) iri(name string) owl.IRI { return owl.NewIRI(n.list[n.add(name)]) }

func builtInRole(name string) (el.Role, bool) {
	for r, p := range []owl.Entity{
		el.TopRole:        owl.TopObjectProperty,
		el.BottomRole:     owl.BottomObjectProperty,
		el.TopDataRole:    owl.TopDataProperty,
		el.BottomDataRole: owl.BottomDataProperty,
	} {
		if name == p.EntityIRI().String() {
			return el.Role(r), true
		}
	}
	return 0, false
}

// conceptIDs maps ids between a data set and its NormalForm.
type conceptIDs struct {
	class   []el.Concept // by class
	nominal el.Concept   // the first individual
	role    []el.Role    // by role

	of []int32 // by concept: the class, or None
}

func (d *Dataset) conceptIDs() *conceptIDs {
	ids := &conceptIDs{class: make([]el.Concept, len(d.Classes)), of: []int32{d.Top, d.Bottom}}
	for id := range ids.class {
		switch int32(id) {
		case d.Top:
			ids.class[id] = el.Top
		case d.Bottom:
			ids.class[id] = el.Bottom
		default:
			ids.class[id] = el.Concept(len(ids.of))
			ids.of = append(ids.of, int32(id))
		}
	}
	ids.nominal = el.Concept(len(ids.of))
	next := el.BottomDataRole + 1
	for _, name := range d.Roles {
		r, builtIn := builtInRole(name)
		if !builtIn {
			r = next
			next++
		}
		ids.role = append(ids.role, r)
	}
	return ids
}

func (ids *conceptIDs) individual(a int32) el.Concept { return ids.nominal + el.Concept(a) }

// put adds an axiom to a normal form.
func (ids *conceptIDs) put(o *el.Ontology, form Form, axiom []int32) {
	class := func(column int) el.Concept { return ids.class[axiom[column]] }
	role := func(column int) el.Role { return ids.role[axiom[column]] }
	individual := func(column int) el.Concept { return ids.individual(axiom[column]) }
	switch form {
	case NF1:
		o.NF1 = append(o.NF1, el.NF1{Sub: class(0), Super: class(1)})
	case NF2:
		o.NF2 = append(o.NF2, el.NF2{Left: class(0), Right: class(1), Super: class(2)})
	case NF3:
		o.NF3 = append(o.NF3, el.NF3{Sub: class(0), Role: role(1), Filler: class(2)})
	case NF4:
		o.NF4 = append(o.NF4, el.NF4{Role: role(0), Filler: class(1), Super: class(2)})
	case NF5:
		o.Disjoint = append(o.Disjoint, el.Disjoint{Concepts: []el.Concept{class(0), class(1)}})
	case RoleInclusion:
		o.Inclusions = append(o.Inclusions, el.RoleInclusion{Sub: role(0), Super: role(1)})
	case RoleChain:
		o.Chains = append(o.Chains,
			el.RoleChain{Parts: []el.Role{role(0), role(1)}, Super: role(2)})
	case Range:
		o.Ranges = append(o.Ranges, el.Range{Role: role(0), Concept: class(1)})
	case ConceptAssertion:
		o.NF1 = append(o.NF1, el.NF1{Sub: individual(0), Super: class(1)})
	case ExistsAssertion:
		o.NF3 = append(o.NF3, el.NF3{Sub: individual(2), Role: role(0), Filler: class(1)})
	case RoleAssertion:
		o.NF3 = append(o.NF3, el.NF3{Sub: individual(1), Role: role(0), Filler: individual(2)})
	}
}

// Oracle answers entailment queries about a normal form, in its ids; reasoner.Closure implements
// it. Lists are ascending and contain all concepts of the normal form, including nominals and
// built-in ones. It is safe for concurrent use.
type Oracle interface {
	SubsumedBy(c, d el.Concept) bool                             // C ⊑ D
	ConjunctionSubsumedBy(c, d, e el.Concept) bool               // C ⊓ D ⊑ E
	SubsumedByExists(c el.Concept, r el.Role, d el.Concept) bool // C ⊑ ∃r.D
	ExistsSubsumedBy(r el.Role, c, d el.Concept) bool            // ∃r.C ⊑ D

	Superclasses(c el.Concept) []el.Concept                    // all D with C ⊑ D
	SuperclassesOfConjunction(c, d el.Concept) []el.Concept    // all E with C ⊓ D ⊑ E
	SubclassesOfExists(r el.Role, d el.Concept) []el.Concept   // all C with C ⊑ ∃r.D
	SuperclassesOfExists(r el.Role, c el.Concept) []el.Concept // all D with ∃r.C ⊑ D
}

// ClosureOver returns the closure of an oracle over d.NormalForm. In addition to NF1 to NF4 it
// answers queries of NF5 and the three kinds of assertions. It reports role axioms and ranges as
// not entailed. Answers for the first individual of r(a, b) are individuals. There are none for
// columns that no evaluation leaves open.
func ClosureOver(d *Dataset, oracle Oracle) Closure {
	return &closure{conceptIDs: d.conceptIDs(), oracle: oracle}
}

type closure struct {
	*conceptIDs
	oracle Oracle
}

// Entails implements Closure.
func (c *closure) Entails(form Form, axiom []int32) bool {
	switch form {
	case NF1:
		return c.oracle.SubsumedBy(c.class[axiom[0]], c.class[axiom[1]])
	case NF2:
		return c.oracle.ConjunctionSubsumedBy(c.class[axiom[0]], c.class[axiom[1]],
			c.class[axiom[2]])
	case NF3:
		return c.oracle.SubsumedByExists(c.class[axiom[0]], c.role[axiom[1]], c.class[axiom[2]])
	case NF4:
		return c.oracle.ExistsSubsumedBy(c.role[axiom[0]], c.class[axiom[1]], c.class[axiom[2]])
	case NF5:
		return c.oracle.ConjunctionSubsumedBy(c.class[axiom[0]], c.class[axiom[1]], el.Bottom)
	case ConceptAssertion:
		return c.oracle.SubsumedBy(c.individual(axiom[0]), c.class[axiom[1]])
	case ExistsAssertion:
		return c.oracle.SubsumedByExists(c.individual(axiom[2]), c.role[axiom[0]],
			c.class[axiom[1]])
	case RoleAssertion:
		return c.oracle.SubsumedByExists(c.individual(axiom[1]), c.role[axiom[0]],
			c.individual(axiom[2]))
	}
	return false
}

// Answers implements Closure. The caller owns the list.
func (c *closure) Answers(form Form, axiom []int32, column int) []int32 {
	kind := form.Columns()[column]
	switch {
	case form == NF1 && column == 1:
		return c.ids(kind, c.oracle.Superclasses(c.class[axiom[0]]))
	case form == NF2 && column == 2:
		return c.ids(kind, c.oracle.SuperclassesOfConjunction(c.class[axiom[0]], c.class[axiom[1]]))
	case form == NF3 && column == 0:
		return c.ids(kind, c.oracle.SubclassesOfExists(c.role[axiom[1]], c.class[axiom[2]]))
	case form == NF4 && column == 2:
		return c.ids(kind, c.oracle.SuperclassesOfExists(c.role[axiom[0]], c.class[axiom[1]]))
	case form == RoleAssertion && column == 1:
		return c.ids(kind, c.oracle.SubclassesOfExists(c.role[axiom[0]], c.individual(axiom[2])))
	}
	return nil
}

// ids returns the concepts of a kind as ids of the data set.
func (c *closure) ids(kind Kind, concepts []el.Concept) []int32 {
	var ids []int32
	for _, concept := range concepts {
		switch {
		case kind == Individual && concept >= c.nominal:
			ids = append(ids, int32(concept-c.nominal))
		case kind == Class && concept < c.nominal && c.of[concept] != None:
			ids = append(ids, c.of[concept])
		}
	}
	slices.Sort(ids) // owl:Thing and owl:Nothing may have any class id
	return ids
}
