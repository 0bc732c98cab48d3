package index

import (
	"context"
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/role"
)

// ConceptID is the number of a concept in the index: a concept of the normal form, or one that the
// index introduces (ranged fillers, automaton states, ∃r.Self). The range of the number tells how
// the rules treat an inherited subsumer (see index.ActiveOnly).
type ConceptID int32

// Bitset is a set of concept ids.
type Bitset = dense.Bitset[ConceptID]

// NoConcept marks a concept id without a concept of the normal form.
const NoConcept el.Concept = -1

// Index is the normal form prepared for saturation: by concept id, the axioms that a rule needs for
// a new subsumer.
type Index struct {
	NF  *el.Ontology
	Box *role.Box

	// Concept ids are in four blocks, so that one comparison tells the kind:
	//
	//	[0, ActiveOnly)             left conjuncts and members of disjointness axioms
	//	[ActiveOnly, active)        the same, and links propagate them
	//	[active, propagated)        links propagate them (fillers and states)
	//	[propagated, NumConcepts)   the rest
	ActiveOnly, Active, Propagated, NumConcepts ConceptID

	Top, Bottom ConceptID
	Literal     ConceptID    // rdfs:Literal, the top of data values
	Concepts    []el.Concept // by id; of several merged concepts their representative
	Names       *Collapse    // nil if no concepts were merged
	IDOf        []ConceptID  // by concept of the normal form
	flags       []uint8      // by id
	Contexts    []ConceptID  // the ids with a context, ascending by concept

	// By id: the axioms with it on the left.
	inclusions   dense.ListsOf[ConceptID]   // NF1
	conjuncts    dense.ListsOf[Conjunct]    // NF2
	existentials dense.ListsOf[Existential] // NF3
	negatives    dense.ListsOf[NegativeOccurrence]
	members      dense.Lists // the disjointness axioms with three or more members

	Special   bool                // some id is a member or ∃r.Self
	SelfRoles map[ConceptID]int32 // ids of ∃r.Self, with the role id of r

	Representatives []int32 // representative roles, by role id
	Automata        []*role.Automaton
	Walked          map[int32]*role.Automaton // of others, by representative: see saturate
	States          []ConceptID               // states of the negative existentials
	// by role id: the ids that every link propagates because its target is in ⊤
	TopPropagated dense.Graph
	// the id of the top object role if automata read it, else -1
	Universal int32
	TopData   bool              // the links of the top data role to every value exist
	Composing *role.Composition // nil if all roles have automata

	Nominals []ConceptID
	// EveryConcept is set if every concept has a context; see Closure.
	EveryConcept bool
	// The axioms of a layer are compiled with these fields; see saturate.Editor.
	RoleIDOf    []int32                 // by representative: its role id or -1
	Ranges      map[int32]RangeSet      // by role id
	Ranged      map[RangedKey]ConceptID // the concept of a filler within a range set
	SelfIDs     map[int32]ConceptID     // by representative: the id of ∃r.Self
	AutomatonOf map[int32]int32         // by representative
	Disjoint    int32                   // number of disjointness axioms in members

	// Changed marks the ids whose axioms are in Changes instead of the lists above: ids added after
	// the index was made, and ids with added or removed axioms. Both are empty in the index of a
	// base.
	Changed Bitset
	Changes *Changes
	layers  int // over the base
}

// Flags of concept ids.
const (
	IsContext uint8 = 1 << iota
	IsNominal
	IsMember
	IsSelf
	IsData // a context of data values
)

// LongConjuncts is the number of NF2 axioms of a concept above which they are sorted and searched
// by bisection.
const LongConjuncts = 16

// Conjunct is an NF2 axiom seen from one of its conjuncts.
type Conjunct struct{ Other, Super ConceptID }

// Existential is the right side of an NF3 axiom.
type Existential struct {
	RoleID int32
	Filler ConceptID
}

// NegativeOccurrence is an occurrence of a concept in a negative existential ∃r.F with an
// automaton: as F (at is the accepting target) or as the state at. The states of the existential
// begin at First in Index.States. If at is -1, the existential has only a start state without
// incoming transitions, and first is that concept id.
type NegativeOccurrence struct{ Automaton, First, At int32 }

// IsContext reports whether a concept id has a context.
func (x *Index) IsContext(a ConceptID) bool { return x.FlagsOf(a)&IsContext != 0 }

// FlagsOf returns the flags of a concept id.
func (x *Index) FlagsOf(a ConceptID) uint8 {
	if x.Changed.Has(a) {
		return x.Changes.Axioms[a].Flags
	}
	return x.flags[a]
}

// Inclusions returns the right sides of the NF1 axioms with a on the left.
func (x *Index) Inclusions(a ConceptID) []ConceptID {
	if x.Changed.Has(a) {
		return x.Changes.Axioms[a].NF1
	}
	return x.inclusions.Of(int32(a))
}

// Conjuncts returns the NF2 axioms with the conjunct a.
func (x *Index) Conjuncts(a ConceptID) []Conjunct {
	if x.Changed.Has(a) {
		return x.Changes.Axioms[a].NF2
	}
	return x.conjuncts.Of(int32(a))
}

// Existentials returns the right sides of the NF3 axioms with a on the left.
func (x *Index) Existentials(a ConceptID) []Existential {
	if x.Changed.Has(a) {
		return x.Changes.Axioms[a].NF3
	}
	return x.existentials.Of(int32(a))
}

// NegativesOf returns the occurrences of a in negative existentials.
func (x *Index) NegativesOf(a ConceptID) []NegativeOccurrence {
	if x.Changed.Has(a) {
		return x.Changes.Axioms[a].Negatives
	}
	return x.negatives.Of(int32(a))
}

// DisjointnessOf returns the disjointness axioms with three or more members that have a.
func (x *Index) DisjointnessOf(a ConceptID) []int32 {
	if x.Changed.Has(a) {
		return x.Changes.Axioms[a].Members
	}
	return x.members.Of(int32(a))
}

// Targets appends the concepts that a link with this role propagates because its target is subsumed
// by a.
func (x *Index) Targets(to []ConceptID, a ConceptID, roleID int32) []ConceptID {
	for _, g := range x.NegativesOf(a) {
		to = x.Propagates(to, g, roleID)
	}
	return to
}

// Propagates appends the concepts that a link with this role propagates because of one occurrence.
func (x *Index) Propagates(to []ConceptID, g NegativeOccurrence, roleID int32) []ConceptID {
	column := x.Automata[g.Automaton].Column(roleID)
	switch {
	case column < 0:
	case g.At < 0:
		to = append(to, ConceptID(g.First))
	default:
		for _, p := range x.Automata[g.Automaton].Sources(column, g.At) {
			to = append(to, x.States[g.First+p])
		}
	}
	return to
}

// RangeSet holds the ranges of a role and its super-roles, sorted. Equal sets have equal ids.
type RangeSet struct {
	ID       int32
	Concepts []el.Concept
}

// RangedKey is a filler and the id of a range set.
type RangedKey struct {
	Filler ConceptID
	Set    int32
}

// Options configure an index.
type Options struct {
	Incremental  bool         // layers will follow
	EveryConcept bool         // every concept gets a context and can be asked about; see Closure
	Contexts     []el.Concept // these always get a context
}

// New prepares the normal form. The only error is that of the context.
func New(
	ctx context.Context,
	nf *el.Ontology,
	names *Collapse,
	opts Options,
) (*Index, error) {
	if names != nil {
		nf = nf.Substitute(names.by)
	}
	b := &indexer{
		names: names, allRoles: opts.Incremental, asked: opts.Contexts,
		everyConcept: opts.EveryConcept,
		box: role.NewBox(
			nf,
		), count: int32(nf.NumConcepts()), self: make(map[int32]ConceptID),
		ranged: make(map[RangedKey]ConceptID),
	}
	b.Compiler = Compiler{Sink: b, NF: nf, Top: top, Bottom: bottom}
	b.search = dense.NewTraversal(b.box.Size)
	b.Literal = b.Fresh()
	for _, step := range []func(){
		b.addConcepts, b.addDataTheory, func() { b.Disjointness(nf.Disjoint) }, b.addSelf,
		b.addExistentials, func() { b.addAutomata(ctx) },
	} {
		step()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return b.number(ctx)
}

// GivesIndividuals reports whether an axiom can put an individual into the context of another
// concept. Most ontologies only assert facts about individuals and do not need the inverse of the
// saturation.
func (x *Index) GivesIndividuals() bool {
	if len(x.Nominals) == 0 {
		return false
	}
	if len(x.Changed) > 0 {
		return true // unknown without a search of all layers
	}
	isIndividual := func(a ConceptID) bool { return x.flags[a]&IsNominal != 0 }
	return slices.ContainsFunc(x.inclusions.Items, isIndividual) ||
		slices.ContainsFunc(x.conjuncts.Items, func(c Conjunct) bool {
			return isIndividual(c.Super)
		}) ||
		slices.ContainsFunc(x.States, isIndividual) ||
		slices.ContainsFunc(x.negatives.Items, func(g NegativeOccurrence) bool {
			return g.At < 0 && isIndividual(ConceptID(g.First))
		}) ||
		slices.ContainsFunc(x.TopPropagated.Items, func(a int32) bool {
			return isIndividual(ConceptID(a))
		})
}

// IsNamedIndividual reports whether a is the nominal of a named individual.
func (x *Index) IsNamedIndividual(a ConceptID) bool {
	if x.FlagsOf(a)&IsNominal == 0 {
		return false
	}
	_, ok := x.NF.Individual(x.Concepts[a]).(owl.NamedIndividual)
	return ok
}

// Block returns the number of the block of concept ids that a is in.
func (x *Index) Block(a ConceptID) int {
	b := 0
	if a >= x.ActiveOnly {
		b++
	}
	if a >= x.Active {
		b++
	}
	if a >= x.Propagated {
		b++
	}
	return b
}

// Jumps reports whether a chain that an automaton reads contains the top role.
func (x *Index) Jumps(a *role.Automaton) bool {
	return x.Universal >= 0 && a.Role != x.Box.Universal && a.Column(x.Universal) >= 0
}

// BuildAutomaton builds the automaton of a role that the index has none of.
func (x *Index) BuildAutomaton(r int32) (*role.Automaton, error) {
	return role.NewBuilder(x.Box, x.Representatives).Build(r)
}
