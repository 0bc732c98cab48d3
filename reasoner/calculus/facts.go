package calculus

import (
	"math"

	"box2el-owl/owl/el"
)

// Context is the number of a context: a set of elements whose subsumers and links are derived.
type Context int32

// TopContext is the context of ⊤.
const TopContext Context = 0

// Elements tells which elements a context holds: the instances of a concept; of these only the
// values of a role, if the role has a range; or the value that a functional data property has for
// the elements of another context.
type Elements struct {
	Concept el.Concept
	Role    el.Role // the elements are values of this role; AnyRole for all
	Owner   Context // the context whose value of Role this is; NoContext otherwise
}

// The zero values of Elements.
const (
	AnyRole   el.Role = -1
	NoContext Context = -1
)

// FactKind is the kind of a fact.
type FactKind int32

// The kinds of facts. A, B and C are contexts, roles and concepts as written.
const (
	IsSub        FactKind = iota // A ⊑ concept B
	IsSelf                       // A ⊑ ∃B.Self
	IsLink                       // A –B→ C
	IsLong                       // A –B→ C, by the transitivity of B
	IsPath                       // A –…→ C along the chain prefix B
	IsInclusion                  // role A ⊑ role B
	IsNonempty                   // A has an instance
	IsValue                      // {A} –B→ {C} for an individual or data value C
	IsShared                     // {A} and {B} share a value of role C
	IsFunctional                 // role A is functional
	NoKind                       // the kind of a fact that never holds
)

// Fact is a derived statement.
type Fact struct {
	Kind    FactKind
	A, B, C int32
}

// Sub returns the fact c ⊑ d.
func Sub(c Context, d el.Concept) Fact { return Fact{Kind: IsSub, A: int32(c), B: int32(d)} }

// Includes returns the fact r ⊑ s.
func Includes(r, s el.Role) Fact { return Fact{Kind: IsInclusion, A: int32(r), B: int32(s)} }

// IsFunctionalRole returns the fact that r is functional.
func IsFunctionalRole(r el.Role) Fact { return Fact{Kind: IsFunctional, A: int32(r)} }

func self(c Context, r el.Role) Fact { return Fact{Kind: IsSelf, A: int32(c), B: int32(r)} }
func link(c Context, r el.Role, e Context) Fact {
	return Fact{IsLink, int32(c), int32(r), int32(e)}
}
func nonempty(c Context) Fact { return Fact{Kind: IsNonempty, A: int32(c)} }
func value(a Context, r el.Role, v el.Concept) Fact {
	return Fact{IsValue, int32(a), int32(r), int32(v)}
}
func shared(a, b Context, r el.Role) Fact {
	return Fact{IsShared, int32(min(a, b)), int32(max(a, b)), int32(r)}
}

// FactID is the number of a fact, in the order of derivation.
type FactID int32

// none is a premise that needs no fact, like r ⊑ r, or an axiom that needs no citation.
const none FactID = math.MinInt32

// Inference is one instance of a rule.
type Inference struct {
	Rule       Rule
	Conclusion FactID
	start, end int32 // in Saturation.pool
}

// Cite returns an axiom as a premise.
func Cite(source el.Source) FactID {
	if source == el.Definition {
		return none
	}
	return ^FactID(source)
}

// Cited returns the axiom that a premise cites; ok is false if the premise is a fact.
func (f FactID) Cited() (source el.Source, ok bool) { return el.Source(^f), f < 0 }
