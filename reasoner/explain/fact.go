package explain

import "box2el-owl/owl/el"

// node is a context of the prover: a set of elements whose subsumers and links it derives.
type node int32

// nodeKey says which elements a context holds: the instances of a concept, of them only the values of
// a role where that has a range, or the one value that a functional data property gives an element of
// another context.
type nodeKey struct {
	concept el.Concept
	role    el.Role // the elements are values of this role; anyRole for all of them
	owner   node    // whose value under the functional role it is; noNode otherwise
}

const (
	anyRole el.Role = -1
	noNode  node    = -1
)

// factKind tells the derived facts apart.
// It fills its place in factKey, so that that is hashed as a whole.
type factKind int32

const (
	factSub        factKind = iota // a ⊑ concept b
	factSelf                       // a ⊑ ∃b.Self for a role b
	factLink                       // a –b→ c
	factLong                       // the same, by the transitivity of b
	factPath                       // a –…→ c along the chain prefix b: the first parts of a chain, of two and more
	factInclusion                  // a ⊑ b for roles
	factNonempty                   // a has an instance
	factValue                      // {a} –b→ {c} for a role b and a nominal or data value c
	factShared                     // {a} and {b} have a value of role c in common
	factFunctional                 // the role a is functional
	factGoal                       // what is to be explained
	numFactKinds
)

// factKey is one fact. Which of a, b and c are nodes, roles and concepts depends on the kind.
type factKey struct {
	kind    factKind
	a, b, c int32
}

// fact numbers the facts of a prover in the order of their derivation.
type fact int32

const noFact fact = -1

func subFact(c node, d el.Concept) factKey { return factKey{kind: factSub, a: int32(c), b: int32(d)} }
func selfFact(c node, r el.Role) factKey   { return factKey{kind: factSelf, a: int32(c), b: int32(r)} }
func linkFact(c node, r el.Role, e node) factKey {
	return factKey{factLink, int32(c), int32(r), int32(e)}
}
func pathFact(c node, prefix int32, e node) factKey {
	return factKey{factPath, int32(c), prefix, int32(e)}
}
func inclusionFact(r, s el.Role) factKey {
	return factKey{kind: factInclusion, a: int32(r), b: int32(s)}
}
func functionalFact(r el.Role) factKey { return factKey{kind: factFunctional, a: int32(r)} }
func nonemptyFact(c node) factKey      { return factKey{kind: factNonempty, a: int32(c)} }
func valueFact(c node, r el.Role, v el.Concept) factKey {
	return factKey{factValue, int32(c), int32(r), int32(v)}
}
func sharedFact(c, d node, r el.Role) factKey {
	return factKey{factShared, int32(min(c, d)), int32(max(c, d)), int32(r)}
}

// inference is one instance of a rule. Its premises and the axioms that it uses stand in
// derivation.pool.
type inference struct {
	conclusion fact
	start, end int32
	rule       rule
}

// derivation is all that was derived from an ontology under one assumption, with every way in which it
// was: a directed hypergraph of facts and inferences.
type derivation struct {
	nf    *normalForm
	nodes []nodeKey
	data  []bool // by node: its elements are data values
	facts []factKey

	inferences []inference
	pool       []int32 // premises as facts, axioms by asPremise
}

// of returns the premises and axioms of an inference as they stand in the pool.
func (d *derivation) of(i *inference) []int32 { return d.pool[i.start:i.end] }
