package el

import "box2el-owl/owl"

// Concept numbers the concept names of a normal form: Top, Bottom, then named classes, nominals,
// data values, data ranges and introduced names. Ids are dense, so that concepts index slices.
type Concept int32

// The two built-in concepts.
const (
	Top    Concept = 0 // owl:Thing, and rdfs:Literal where a data value is meant
	Bottom Concept = 1 // owl:Nothing
)

// Role numbers the object and data properties of a normal form.
type Role int32

// The four built-in roles; every other role has a larger id.
const (
	TopRole        Role = 0
	BottomRole     Role = 1
	TopDataRole    Role = 2
	BottomDataRole Role = 3
)

// Source is where a normal-form axiom comes from: the index of the asserted axiom in
// owl.Ontology.Axioms, or Definition.
type Source int32

// Definition marks an axiom that only says what an introduced name stands for. Read with that
// expression in place of the name it is a tautology, so it needs no asserted axiom.
const Definition Source = -1

// ConceptKind says what a concept stands for.
type ConceptKind uint8

// The kinds of concepts.
const (
	BuiltIn    ConceptKind = iota // Top and Bottom
	NamedClass                    // a class of the signature
	Nominal                       // {a} for an individual, named or anonymous
	DataValue                     // {v} for a literal
	DataRange                     // a datatype or a composed data range
	Introduced                    // a name for a composed class expression
)

// Ontology is an EL++ ontology in normal form (Baader, Brandt, Lutz, "Pushing the EL Envelope",
// section 4; ranges as in "… Further", section 3). It says the same as the axioms that it was made from, as far as
// they lie in EL or have a sound part that does; Normalize tells of the rest in its Report.
//
// Axioms stand in the order of their sources; an axiom that two sources give stands twice.
type Ontology struct {
	*Vocabulary

	NF1 []NF1
	NF2 []NF2
	NF3 []NF3
	NF4 []NF4

	Disjoint   []Disjoint
	Inclusions []RoleInclusion
	Chains     []RoleChain
	Ranges     []Range
	Reflexive  []Reflexive
	HasSelf    []HasSelf
	SelfSubs   []SelfSub

	Keys           []Key
	FunctionalData []FunctionalData
	Inverses       []Inverses
}

// NF1 is Sub ⊑ Super.
type NF1 struct {
	Sub, Super Concept
	Source     Source
}

// NF2 is Left ⊓ Right ⊑ Super.
type NF2 struct {
	Left, Right, Super Concept
	Source             Source
}

// NF3 is Sub ⊑ ∃Role.Filler; a property assertion is one between nominals.
type NF3 struct {
	Sub    Concept
	Role   Role
	Filler Concept
	Source Source
}

// NF4 is ∃Role.Filler ⊑ Super; a domain is one with Filler Top.
type NF4 struct {
	Role          Role
	Filler, Super Concept
	Source        Source
}

// Disjoint says that no element is in two of the concepts; a concept that stands twice in the
// list is empty.
type Disjoint struct {
	Concepts []Concept
	Source   Source
}

// RoleInclusion is Sub ⊑ Super between two object or two data properties.
type RoleInclusion struct {
	Sub, Super Role
	Source     Source
}

// RoleChain is Parts[0] ∘ Parts[1] ∘ … ⊑ Super with two or more parts.
type RoleChain struct {
	Parts  []Role
	Super  Role
	Source Source
}

// Range says that every value of Role is in Concept.
type Range struct {
	Role    Role
	Concept Concept
	Source  Source
}

// Reflexive says that Role connects everything to itself.
type Reflexive struct {
	Role   Role
	Source Source
}

// HasSelf is Sub ⊑ ∃Role.Self.
type HasSelf struct {
	Sub    Concept
	Role   Role
	Source Source
}

// SelfSub is ∃Role.Self ⊑ Super.
type SelfSub struct {
	Role   Role
	Super  Concept
	Source Source
}

// Key is HasKey(Class (Objects) (Data)).
type Key struct {
	Class         Concept
	Objects, Data []Role
	Source        Source
}

// FunctionalData says that everything has at most one value of Role.
type FunctionalData struct {
	Role   Role
	Source Source
}

// Inverses says that First is the inverse of Second. It lies outside EL; the reasoner uses it for
// links between named individuals only. A symmetric role is its own inverse.
type Inverses struct {
	First, Second Role
	Source        Source
}

// Vocabulary says what the concepts and roles of an Ontology stand for.
type Vocabulary struct {
	kinds    []ConceptKind // by Concept
	meanings []int32       // by Concept: the index into the list of its kind

	classes     []owl.Class
	individuals []owl.Individual
	values      []*owl.Literal
	ranges      []owl.DataRange
	introduced  []owl.ClassExpression

	classIDs map[owl.Class]Concept

	roles   []owl.Entity // by Role: owl.ObjectProperty or owl.DataProperty
	roleIDs map[owl.Entity]Role
}

// NumConcepts returns the number of concepts; ids run from 0 to it.
func (v *Vocabulary) NumConcepts() int { return len(v.kinds) }

// NumRoles returns the number of roles; ids run from 0 to it.
func (v *Vocabulary) NumRoles() int { return len(v.roles) }

// Kind returns what sort of thing c stands for.
func (v *Vocabulary) Kind(c Concept) ConceptKind { return v.kinds[c] }

// Class returns the class that c stands for; c is Top, Bottom or a NamedClass.
func (v *Vocabulary) Class(c Concept) owl.Class {
	switch c {
	case Top:
		return owl.Thing
	case Bottom:
		return owl.Nothing
	}
	return v.classes[v.meanings[c]]
}

// Individual returns the individual whose nominal c is.
func (v *Vocabulary) Individual(c Concept) owl.Individual { return v.individuals[v.meanings[c]] }

// Value returns the literal that c stands for.
func (v *Vocabulary) Value(c Concept) *owl.Literal { return v.values[v.meanings[c]] }

// Range returns the data range that c stands for.
func (v *Vocabulary) Range(c Concept) owl.DataRange { return v.ranges[v.meanings[c]] }

// ConceptOf returns the concept of a class; ok is false where the normal form does not have it.
func (v *Vocabulary) ConceptOf(c owl.Class) (concept Concept, ok bool) {
	switch c {
	case owl.Thing:
		return Top, true
	case owl.Nothing:
		return Bottom, true
	}
	concept, ok = v.classIDs[c]
	return concept, ok
}

// Property returns the property that r stands for: an owl.ObjectProperty or an owl.DataProperty.
func (v *Vocabulary) Property(r Role) owl.Entity { return v.roles[r] }

// RoleOf returns the role of an owl.ObjectProperty or owl.DataProperty.
func (v *Vocabulary) RoleOf(p owl.Entity) (role Role, ok bool) {
	role, ok = v.roleIDs[p]
	return role, ok
}

// IsData reports whether r is a data property.
func (v *Vocabulary) IsData(r Role) bool { return v.roles[r].EntityKind() == owl.DataPropertyKind }
