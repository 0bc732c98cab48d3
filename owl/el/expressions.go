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

// op is the constructor of a composed expression.
type op uint8

const (
	opAnd         op = iota // a ⊓ b
	opOr                    // a ⊔ b; on left-hand sides only
	opNot                   // ¬b; on right-hand sides only
	opSome                  // ∃role.b
	opSelf                  // ∃role.Self
	opSomeInverse           // ∃role⁻.⊤, the range of role; b is ⊤; on left-hand sides only
	opAllInverse            // ∀role⁻.b; on right-hand sides only
	// opaque[b]: the name of a class expression that connects its equivalent expressions
	opOpaque
)

// expression is a composed expression. An n-ary intersection or union is a chain of binary ones
// with operands in ascending order, so that those with a common prefix share it: a is the prefix
// and b the last operand.
type expression struct {
	op   op
	role Role
	a, b ref
}

func (e expression) hash() uint64 {
	h := uint64(uint32(e.a))<<32 | uint64(uint32(e.b))
	h ^= (uint64(uint32(e.role))<<8 | uint64(e.op)) * 0x9e3779b97f4a7c15
	h *= 0xff51afd7ed558ccd
	h ^= h >> 32
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>29
}

// expressionTable is a hash set of expressions: open addressing with linear probing over indexes
// into a list of expressions, which the caller owns. At most half of the slots are used.
type expressionTable struct {
	slots []int32 // index+1; 0 is free
	shift uint8   // a hash's slot is its upper bits
}

// intern returns the index of e in list, and appends e if it is new.
func (t *expressionTable) intern(list []expression, e expression) ([]expression, int32) {
	if 2*len(list) >= len(t.slots) {
		t.grow(list)
	}
	mask := len(t.slots) - 1
	for i := int(e.hash() >> t.shift); ; i = (i + 1) & mask {
		switch s := t.slots[i]; {
		case s == 0:
			list = push(list, e)
			t.slots[i] = int32(len(list))
			return list, int32(len(list) - 1)
		case list[s-1] == e:
			return list, s - 1
		}
	}
}

// find returns the index of e in list, if it is there.
func (t *expressionTable) find(list []expression, e expression) (index int32, ok bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	mask := len(t.slots) - 1
	for i := int(e.hash() >> t.shift); ; i = (i + 1) & mask {
		switch s := t.slots[i]; {
		case s == 0:
			return 0, false
		case list[s-1] == e:
			return s - 1, true
		}
	}
}

// grow rebuilds the table over list, with more room.
func (t *expressionTable) grow(list []expression) {
	bits := uint8(4)
	for 1<<bits <= 2*len(list) {
		bits++
	}
	t.slots = make([]int32, 1<<bits)
	t.shift = 64 - bits
	mask := len(t.slots) - 1
	for n, e := range list {
		i := int(e.hash() >> t.shift)
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n + 1)
	}
}
