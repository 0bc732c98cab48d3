package el

// ref names a concept during normalization: its kind in the upper bits, its index in the list of
// that kind in the lower ones. Built-in concepts have the same number as ref and as Concept.
type ref int32

const (
	topRef    = ref(Top)
	bottomRef = ref(Bottom)

	refKindShift = 28
	refIndexMask = 1<<refKindShift - 1
)

func makeRef(kind ConceptKind, index int32) ref { return ref(int32(kind)<<refKindShift | index) }

func (r ref) kind() ConceptKind { return ConceptKind(r >> refKindShift) }
func (r ref) index() int32      { return int32(r & refIndexMask) }

// op is the constructor of a composed expression. It has no padding after it in an expression, so
// that the hash of a map key is that of one piece of memory.
type op int32

const (
	opAnd         op = iota // a ⊓ b
	opOr                    // a ⊔ b; on left-hand sides only
	opNot                   // ¬b; on right-hand sides only
	opSome                  // ∃role.b
	opSelf                  // ∃role.Self
	opSomeInverse           // ∃role⁻.⊤, the range of role; b is ⊤; on left-hand sides only
	opAllInverse            // ∀role⁻.b; on right-hand sides only
)

// expression is a composed expression. An n-ary intersection or union is a chain of binary ones
// with operands in ascending order, so that those with a common prefix share it: a is the prefix
// and b the last operand.
type expression struct {
	op   op
	role Role
	a, b ref
}
