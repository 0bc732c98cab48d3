package owl

import "hash/maphash"

// iriTable finds interned IRIs by the bytes that stand for them, without an allocation and without
// the lock of NewIRI. The zero value is empty.
type iriTable struct {
	seed  maphash.Seed
	slots []iriSlot // open addressing; len is a power of two, at most half of them in use
	keys  []string
	iris  []IRI // by the same index as keys
}

type iriSlot struct {
	hash  uint32
	index int32 // into keys and iris, plus 1; 0 empty
}

func (t *iriTable) hash(key []byte) uint32 {
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
		t.slots = make([]iriSlot, 64)
	}
	return uint32(maphash.Bytes(t.seed, key))
}

// find looks for a key whose hash is known.
func (t *iriTable) find(hash uint32, key []byte) (IRI, bool) {
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; t.slots[i].index != 0; i = (i + 1) & mask {
		if s := t.slots[i]; s.hash == hash && t.keys[s.index-1] == string(key) {
			return t.iris[s.index-1], true
		}
	}
	return IRI{}, false
}

// add puts in a key that find did not find.
func (t *iriTable) add(hash uint32, key string, iri IRI) {
	t.keys = append(t.keys, key)
	t.iris = append(t.iris, iri)
	t.place(iriSlot{hash, int32(len(t.keys))})
	if 2*len(t.keys) <= len(t.slots) {
		return
	}
	old := t.slots
	t.slots = make([]iriSlot, 2*len(old))
	for _, s := range old {
		if s.index != 0 {
			t.place(s)
		}
	}
}

func (t *iriTable) place(s iriSlot) {
	mask := uint32(len(t.slots) - 1)
	i := s.hash & mask
	for t.slots[i].index != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}
