package kernel

import (
	"testing"
	"unsafe"
)

// TestLayout compares the offsets of fields with those in the assembly.
func TestLayout(t *testing.T) {
	var share Share[float32]
	var step Step[float32]
	for _, at := range []struct {
		what      string
		got, want uintptr
	}{
		{"Share.O", unsafe.Offsetof(share.O), 24}, {"Share.KC", unsafe.Offsetof(share.KC), 48}, {"Share.KO", unsafe.Offsetof(share.KO), 52},
		{"Share.Hinge", unsafe.Offsetof(share.Hinge), 56}, {"Share", unsafe.Sizeof(share), 64},
		{"Step.Epsilon", unsafe.Offsetof(step.Epsilon), 4}, {"Step", unsafe.Sizeof(step), 8},
	} {
		if unsafe.Sizeof(uintptr(0)) == 8 && at.got != at.want {
			t.Errorf("%s stands at %d, assembly takes it from %d", at.what, at.got, at.want)
		}
	}
}
