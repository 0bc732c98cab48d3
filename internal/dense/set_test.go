package dense

import (
	"math"
	"testing"
)

func TestSet(t *testing.T) {
	s := NewSet(3)
	if s.Has(1) || !s.Add(1) || s.Add(1) || !s.Has(1) || s.Has(0) {
		t.Error("the set does not have exactly what was added")
	}
	for _, epoch := range []uint32{s.epoch, math.MaxUint32 - 1, math.MaxUint32} {
		s.epoch = epoch
		s.Add(2)
		if s.Clear(); s.Has(2) || s.Has(0) {
			t.Errorf("epoch %d: the set is not empty after Clear", epoch)
		}
	}
}

func TestMap(t *testing.T) {
	m := NewMap[int](3)
	if *m.At(1) += 5; m.Of(1) != 5 || m.Of(0) != 0 || m.Has(0) || !m.Has(1) {
		t.Error("the map does not have exactly what was set")
	}
	if m.Clear(); m.Has(1) || m.Of(1) != 0 || *m.At(1) != 0 {
		t.Error("a value is left after Clear")
	}
}

func TestReset(t *testing.T) {
	var s Set
	s.Reset(2)
	s.Add(1)
	if s.Reset(100); s.Has(1) || !s.Add(99) {
		t.Error("the set is not empty or has no room after Reset")
	}
}
