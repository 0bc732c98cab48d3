package saturate

import "box2el-owl/reasoner/internal/index"

// idSet is an open-addressing hash set of concept ids, each with a tag. A slot holds id+1 in the
// low half and the tag in the high half; 0 is an empty slot. The zero value is not usable: call
// reset first.
type idSet struct {
	slots   []uint64
	shift   uint8 // 32 - log2(len(slots))
	level   uint8 // len(slots) is minSlots << (2*level)
	count   int32
	buffers [keptLevels][]uint64 // memory for each level, for reuse
}

const (
	logMinSlots = 6
	keptLevels  = 5
)

// reset clears the set.
func (s *idSet) reset() {
	s.count = 0
	s.setLevel(0)
}

// setLevel replaces the table by an empty one of a level.
func (s *idSet) setLevel(level uint8) {
	log := logMinSlots + 2*level
	s.level, s.shift = level, 32-log
	if int(level) < keptLevels {
		if s.buffers[level] == nil {
			s.buffers[level] = make([]uint64, 1<<log)
		} else {
			clear(s.buffers[level])
		}
		s.slots = s.buffers[level]
		return
	}
	s.slots = make([]uint64, 1<<log)
}

// slot returns the slot of a, or the empty slot where it belongs. At most 5/8 of the slots are
// used, so the probe ends.
func (s *idSet) slot(a index.ConceptID) *uint64 {
	key := uint32(a) + 1
	slots := s.slots
	mask := uint32(len(slots) - 1)
	i := (key * 0x9E3779B1) >> (s.shift & 31)
	for {
		p := &slots[i&mask]
		if k := uint32(*p); k == key || k == 0 {
			return p
		}
		i++
	}
}

// has reports whether a is in the set.
func (s *idSet) has(a index.ConceptID) bool { return *s.slot(a) != 0 }

// tag returns the tag of a, or 0 if it is not in the set.
func (s *idSet) tag(a index.ConceptID) uint32 { return uint32(*s.slot(a) >> 32) }

// setTag changes the tag of a, which must be in the set.
func (s *idSet) setTag(a index.ConceptID, tag uint32) {
	*s.slot(a) = uint64(uint32(a)+1) | uint64(tag)<<32
}

// add adds a with the tag 0 and reports whether it is new.
func (s *idSet) add(a index.ConceptID) bool {
	p := s.slot(a)
	if *p != 0 {
		return false
	}
	*p = uint64(uint32(a) + 1)
	s.count++
	s.reserve(0)
	return true
}

// put sets the tag of a and adds a if it is new; then present is false. There must be room for a:
// see reserve.
func (s *idSet) put(a index.ConceptID, tag uint32) (old uint32, present bool) {
	p := s.slot(a)
	v := *p
	*p = uint64(uint32(a)+1) | uint64(tag)<<32
	if v == 0 {
		s.count++
	}
	return uint32(v >> 32), v != 0
}

// reserve makes room for n more ids.
func (s *idSet) reserve(n int) {
	need := int(s.count) + n
	if need*8 <= len(s.slots)*5 {
		return
	}
	level := s.level + 1
	for need*8 > 5<<(logMinSlots+2*level) {
		level++
	}
	old := s.slots
	s.setLevel(level)
	for _, v := range old {
		if v != 0 {
			*s.slot(index.ConceptID(uint32(v) - 1)) = v
		}
	}
}
