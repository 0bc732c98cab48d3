package kernel

import "math"

const signBit = 1 << 63

// abs clears the sign; the ways through float64 here and below are exact.
func abs[T Float](x T) T {
	return T(math.Abs(float64(x)))
}

// timesSign is x·sgn(s), with +0 for s = 0.
func timesSign[T Float](x, s T) T {
	if s == 0 {
		return 0
	}
	sign := math.Float64bits(float64(s)) & signBit
	return T(math.Float64frombits(math.Float64bits(float64(x)) ^ sign))
}

// positive is [x]₊; a NaN passes.
func positive[T Float](x T) T {
	if 0 > x {
		return 0
	}
	return x
}

// larger is max(a, b): b of equals, NaN if either is.
func larger[T Float](a, b T) T {
	if a > b {
		return a
	}
	if a <= b {
		return b
	}
	return a + b
}

// smaller is min(a, b): b of equals, NaN if either is.
func smaller[T Float](a, b T) T {
	if a < b {
		return a
	}
	if a >= b {
		return b
	}
	return a + b
}

// sqrt is correctly rounded for float32 too: float64 has more than twice its digits.
func sqrt[T Float](x T) T {
	return T(math.Sqrt(float64(x)))
}
