package el

// Concept is the id of a concept of a normal form: Top, Bottom, then named classes, nominals, data
// values, data ranges and introduced names. Ids are dense and can index slices.
type Concept int32

// The two built-in concepts.
const (
	Top    Concept = 0 // owl:Thing, and rdfs:Literal for data
	Bottom Concept = 1 // owl:Nothing
)

// Role is the id of an object or data property of a normal form.
type Role int32

// The four built-in roles; every other role has a larger id.
const (
	TopRole        Role = 0
	BottomRole     Role = 1
	TopDataRole    Role = 2
	BottomDataRole Role = 3
)

// Source is the origin of a normal-form axiom: the index of the asserted axiom in
// owl.Ontology.Axioms, or Definition.
type Source int32

// Definition marks an axiom that defines an introduced name. With the expression instead of the
// name it is a tautology, so it depends on no asserted axiom.
const Definition Source = -1

// from returns the source. The kinds of axioms inherit it.
func (s Source) from() Source { return s }

// shift increases the source by an offset.
func (s *Source) shift(offset Source) {
	if *s != Definition {
		*s += offset
	}
}

// ConceptKind is the kind of a concept.
type ConceptKind uint8

// The kinds of concepts.
const (
	BuiltIn    ConceptKind = iota // Top and Bottom
	NamedClass                    // a class of the signature
	Nominal                       // {a} for an individual, named or anonymous
	DataValue                     // {v} for a literal
	DataRange                     // a datatype
	Introduced                    // a name for a composed class expression or data range
	numConceptKinds
)

// Ontology is an EL++ ontology in normal form (Baader, Brandt, Lutz, "Pushing the EL Envelope",
// section 4; ranges as in "Pushing the EL Envelope Further", section 3). It is equivalent to its
// source axioms as far as these are in EL or have a sound part in EL; the Report of Normalize lists
// the rest.
//
// Axioms are in the order of their sources. An axiom with two sources occurs twice.
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
	Source
}

// NF2 is Left ⊓ Right ⊑ Super.
type NF2 struct {
	Left, Right, Super Concept
	Source
}

// NF3 is Sub ⊑ ∃Role.Filler; a property assertion is one between nominals.
type NF3 struct {
	Sub    Concept
	Role   Role
	Filler Concept
	Source
}

// NF4 is ∃Role.Filler ⊑ Super; a domain is one with Filler Top.
type NF4 struct {
	Role          Role
	Filler, Super Concept
	Source
}

// Disjoint states that no element is in two of the concepts. A concept that occurs twice in the
// list is unsatisfiable.
type Disjoint struct {
	Concepts []Concept
	Source
}

// RoleInclusion is Sub ⊑ Super between two object or two data properties.
type RoleInclusion struct {
	Sub, Super Role
	Source
}

// RoleChain is Parts[0] ∘ Parts[1] ∘ … ⊑ Super with two or more parts.
type RoleChain struct {
	Parts []Role
	Super Role
	Source
}

// Range states that every value of Role is in Concept.
type Range struct {
	Role    Role
	Concept Concept
	Source
}

// Reflexive states that Role connects everything to itself.
type Reflexive struct {
	Role Role
	Source
}

// HasSelf is Sub ⊑ ∃Role.Self.
type HasSelf struct {
	Sub  Concept
	Role Role
	Source
}

// SelfSub is ∃Role.Self ⊑ Super.
type SelfSub struct {
	Role  Role
	Super Concept
	Source
}

// Key is HasKey(Class (Objects) (Data)).
type Key struct {
	Class         Concept
	Objects, Data []Role
	Source
}

// FunctionalData states that everything has at most one value of Role.
type FunctionalData struct {
	Role Role
	Source
}

// Inverses states that First is the inverse of Second. It is outside EL; the reasoner uses it for
// links between named individuals only. A symmetric role is its own inverse.
type Inverses struct {
	First, Second Role
	Source
}

// NumAxioms returns the number of axioms of all kinds.
func (o *Ontology) NumAxioms() int {
	return len(o.NF1) + len(o.NF2) + len(o.NF3) + len(o.NF4) +
		len(o.Disjoint) + len(o.Inclusions) + len(o.Chains) + len(o.Ranges) + len(
		o.Reflexive) + len(o.HasSelf) + len(o.SelfSubs) +
		len(o.Keys) + len(o.FunctionalData) + len(o.Inverses)
}
