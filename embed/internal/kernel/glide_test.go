package kernel

import (
	"testing"
	"unsafe"
)

// TestLayout: the assembly knows where things stand.
func TestLayout(t *testing.T) {
	var share Share[float32]
	var step AdamStep[float32]
	var shrinking Shrinking[float32]
	var sums GlideSums[float32]
	var glide GlideSteps[float32]
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
		{"GlideSums.YPP", unsafe.Offsetof(sums.YPP), 12}, {"GlideSums.MostY", unsafe.Offsetof(sums.MostY), 28}, {"GlideSums", unsafe.Sizeof(sums), 36},
		{"GlideSteps.P1", unsafe.Offsetof(glide.P1), 8}, {"GlideSteps.A0", unsafe.Offsetof(glide.A0), 20}, {"GlideSteps.B0", unsafe.Offsetof(glide.B0), 32},
		{"GlideSteps.C0", unsafe.Offsetof(glide.C0), 44}, {"GlideSteps.V", unsafe.Offsetof(glide.V), 56}, {"GlideSteps", unsafe.Sizeof(glide), 76},
	} {
		if unsafe.Sizeof(uintptr(0)) == 8 && at.got != at.want {
			t.Errorf("%s stands at %d, assembly takes it from %d", at.what, at.got, at.want)
		}
	}
}
