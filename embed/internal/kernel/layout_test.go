package kernel

import (
	"testing"
	"unsafe"
)

// TestLayout compares the offsets of fields with those in the assembly.
func TestLayout(t *testing.T) {
	var share Share[float32]
	var step AdamStep[float32]
	var shrinking Shrinking[float32]
	for _, at := range []struct {
		what      string
		got, want uintptr
	}{
		{"Share.O", unsafe.Offsetof(share.O), 24}, {"Share.KC", unsafe.Offsetof(share.KC), 48}, {"Share.KO", unsafe.Offsetof(share.KO), 52},
		{"Share.Hinge", unsafe.Offsetof(share.Hinge), 56}, {"Share", unsafe.Sizeof(share), 64},
		{"AdamStep.GainV", unsafe.Offsetof(step.GainV), 12}, {"AdamStep.Slope", unsafe.Offsetof(step.Slope), 16},
		{"AdamStep.Level", unsafe.Offsetof(step.Level), 20}, {"AdamStep.Epsilon", unsafe.Offsetof(step.Epsilon), 24},
		{"AdamStep.Later", unsafe.Offsetof(step.Later), 28},
		{"Shrinking.Pull", unsafe.Offsetof(shrinking.Pull), 72}, {"Shrinking.Squares", unsafe.Offsetof(shrinking.Squares), 76},
		{"Shrinking.Steps", unsafe.Offsetof(shrinking.Steps), 80}, {"Shrinking", unsafe.Sizeof(shrinking), 104},
	} {
		if unsafe.Sizeof(uintptr(0)) == 8 && at.got != at.want {
			t.Errorf("%s stands at %d, assembly takes it from %d", at.what, at.got, at.want)
		}
	}
}
