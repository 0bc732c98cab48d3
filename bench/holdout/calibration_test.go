package main

import (
	"math"
	"testing"

	"box2el-owl/suggest"
)

// TestSettle measures a calibration error that is known: nine in ten of .2 right, and none of .9.
func TestSettle(t *testing.T) {
	c := &calibration{Bins: make([]suggest.Bin, 10)}
	for i := range 10 {
		c.add(c.Bins, .2, i > 0, 2)
	}
	c.add(c.Bins, .9, false, 5)
	ece, all := settle(c.Bins)
	if want := (20*.7 + 5*.9) / 25; math.Abs(ece-want) > 1e-9 || all != 25 {
		t.Errorf("error %v of %v candidates, want %v of 25", ece, all, want)
	}
	if want := 2*(9*.64+.04) + 5*.81; math.Abs(c.squares-want) > 1e-9 {
		t.Errorf("squares %v, want %v", c.squares, want)
	}
	if b := c.Bins[2]; b.N != 20 || math.Abs(b.Observed-.9) > 1e-9 || b.Low != .2 {
		t.Errorf("bin of .2: %+v", b)
	}
}
