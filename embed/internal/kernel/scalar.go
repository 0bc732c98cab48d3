package kernel

import (
	"math"
	"unsafe"
)

const (
	sign32 = 1 << 31
	sign64 = 1 << 63
)

// abs and timesSign work on bits, because signs are random and branches on them would be mispredicted.
// Of the two ways, each instance keeps one.

// abs clears the sign, also of a zero.
func abs[T Float](x T) T {
	if unsafe.Sizeof(x) == 4 {
		return T(math.Float32frombits(math.Float32bits(float32(x)) &^ sign32))
	}
	return T(math.Abs(float64(x)))
}

// timesSign is x·sgn(s), with +0 where s is 0 or a NaN.
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

// signed is a residual: x ≥ 0 with the sign of d. Its lowest bit is 1 where d is 0 or a NaN, and else 0.
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

// byCenter is the residual with its sign, and 0 where that is 0.
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

// positive is [x]₊; a NaN passes.
func positive[T Float](x T) T {
	return max(x, 0)
}

// larger is max(a, b), NaN if either is. A zero is +0: instructions differ in which of two zeros is
// the larger one.
func larger[T Float](a, b T) T {
	return max(a, b) + 0
}

// smaller is min(a, b), NaN if either is. A zero is +0.
func smaller[T Float](a, b T) T {
	return min(a, b) + 0
}

// sqrt is correctly rounded for float32 too: float64 has more than twice its digits.
func sqrt[T Float](x T) T {
	return T(math.Sqrt(float64(x)))
}
