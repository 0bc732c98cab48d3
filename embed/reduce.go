package embed

import (
	"math"

	"box2el-owl/embed/internal/kernel"
)

// The reductions below read squared norms ‖x‖² of residuals and replace them by factors k such that
// k·x is the gradient by the hinge's argument. The gradient of a norm of 0 is 0.

// meanOfSquares returns mean ‖x_i‖².
func meanOfSquares[T kernel.Float](val []T, n int) float64 {
	var sum float64
	for i := range val {
		sum += float64(val[i])
		val[i] = T(2 / float64(n))
	}
	return sum / float64(n)
}

// meanSquareOfHalfSum returns mean (½(‖x_i‖ + ‖z_i‖))². Each axiom has two numbers.
func meanSquareOfHalfSum[T kernel.Float](val []T, n int) float64 {
	var sum float64
	for i := 0; i < len(val); i += 2 {
		a, b := math.Sqrt(float64(val[i])), math.Sqrt(float64(val[i+1]))
		half := (a + b) / 2
		sum += float64(half * half)
		val[i], val[i+1] = factor[T](half/float64(n), a), factor[T](half/float64(n), b)
	}
	return sum / float64(n)
}

// meanSquareOfSum returns mean (‖x_i‖ + ‖z_i‖)².
func meanSquareOfSum[T kernel.Float](val []T, n int) float64 {
	var sum float64
	for i := 0; i < len(val); i += 2 {
		a, b := math.Sqrt(float64(val[i])), math.Sqrt(float64(val[i+1]))
		sum += float64((a + b) * (a + b))
		slope := 2 * (a + b) / float64(n)
		val[i], val[i+1] = factor[T](slope, a), factor[T](slope, b)
	}
	return sum / float64(n)
}

// meanSquareOfAllPairs returns the mean of (‖x_i‖ + ‖z_j‖)² over all i and j.
func meanSquareOfAllPairs[T kernel.Float](val []T, n int) float64 {
	var meanA, meanB, squares float64
	for i := 0; i < len(val); i += 2 {
		squares += float64(val[i]) + float64(val[i+1])
		meanA += math.Sqrt(float64(val[i]))
		meanB += math.Sqrt(float64(val[i+1]))
	}
	meanA /= float64(n)
	meanB /= float64(n)
	for i := 0; i < len(val); i += 2 {
		a, b := math.Sqrt(float64(val[i])), math.Sqrt(float64(val[i+1]))
		val[i] = factor[T](2*(a+meanB)/float64(n), a)
		val[i+1] = factor[T](2*(b+meanA)/float64(n), b)
	}
	return squares/float64(n) + float64(2*meanA*meanB)
}

// meanSquareFrom returns the reduction Σ_k mean (δ − ‖x_ik‖)², where k are the numbers of an axiom.
func meanSquareFrom[T kernel.Float](δ T) func([]T, int) float64 {
	return func(val []T, n int) float64 {
		var sum float64
		for i := range val {
			m := math.Sqrt(float64(val[i]))
			short := float64(δ) - m
			sum += float64(short * short)
			val[i] = factor[T](-2*short/float64(n), m)
		}
		return sum / float64(n)
	}
}

// factor returns slope/norm, or 0 for a norm of 0.
func factor[T kernel.Float](slope, norm float64) T {
	if norm == 0 {
		return 0
	}
	return T(slope / norm)
}

// meanOfHinges returns the mean over axioms of the sum of their numbers [x]₊. The vectors are
// gradients of the numbers, so the factor is 1/n, or 0 for a number that is not positive.
func meanOfHinges[T kernel.Float](val []T, n int) float64 {
	var sum float64
	for i, x := range val {
		val[i] = 0
		if !(x <= 0) { // also if x is NaN
			sum += float64(x)
			val[i] = T(1 / float64(n))
		}
	}
	return sum / float64(n)
}

// meanOfSums returns the mean over axioms of the sum of their numbers.
func meanOfSums[T kernel.Float](val []T, n int) float64 {
	var sum float64
	for i, x := range val {
		sum += float64(x)
		val[i] = T(1 / float64(n))
	}
	return sum / float64(n)
}
