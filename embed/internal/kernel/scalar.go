package kernel

import (
	"math"
	"unsafe"
)

const (
	sign32 = 1 << 31
	sign64 = 1 << 63
)

// abs and timesSign work on bits, because branches on random signs would be mispredicted. Each
// instance compiles to one of the two cases.

// abs clears the sign, also of a zero.
func abs[T Float](x T) T {
	if unsafe.Sizeof(x) == 4 {
		return T(math.Float32frombits(math.Float32bits(float32(x)) &^ sign32))
	}
	return T(math.Abs(float64(x)))
}

// timesSign returns x·sgn(s), and +0 if s is 0 or NaN.
func timesSign[T Float](x, s T) T {
	if s == 0 || s != s {
		return 0
	}
	if unsafe.Sizeof(s) == 4 {
		return T(math.Float32frombits(
			math.Float32bits(float32(x)) ^ math.Float32bits(float32(s))&sign32))
	}
	return T(
		math.Float64frombits(math.Float64bits(float64(x)) ^ math.Float64bits(float64(s))&sign64))
}

// signed returns a residual: x ≥ 0 with the sign of d. Its lowest bit is 1 if d is 0 or NaN, and 0
// otherwise.
func signed[T Float](x, d T) T {
	tied := d == 0 || d != d
	if unsafe.Sizeof(x) == 4 {
		b := math.Float32bits(float32(x))&^1 | math.Float32bits(float32(d))&sign32
		if tied {
			b |= 1
		}
		return T(math.Float32frombits(b))
	}
	b := math.Float64bits(float64(x))&^1 | math.Float64bits(float64(d))&sign64
	if tied {
		b |= 1
	}
	return T(math.Float64frombits(b))
}

// byCenter returns the residual with its sign, or 0 if the sign is 0.
func byCenter[T Float](r T) T {
	tied := false
	if unsafe.Sizeof(r) == 4 {
		tied = math.Float32bits(float32(r))&1 != 0
	} else {
		tied = math.Float64bits(float64(r))&1 != 0
	}
	if tied {
		return 0
	}
	return r
}

// positive returns [x]₊; a NaN stays NaN.
func positive[T Float](x T) T {
	return max(x, 0)
}

// larger returns max(a, b), or NaN if either is NaN. A zero result is +0, because instructions
// differ in which zero is the larger one.
func larger[T Float](a, b T) T {
	return max(a, b) + 0
}

// smaller returns min(a, b), or NaN if either is NaN. A zero result is +0.
func smaller[T Float](a, b T) T {
	return min(a, b) + 0
}

// sqrt is correctly rounded for float32 too, because float64 has more than twice its digits.
func sqrt[T Float](x T) T {
	return T(math.Sqrt(float64(x)))
}
