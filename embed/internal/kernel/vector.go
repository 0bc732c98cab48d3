package kernel

func add[T Float](dst, a, b []T) {
	same3(len(dst), len(a), len(b))
	for i := range dst {
		dst[i] = a[i] + b[i]
	}
}

func sub[T Float](dst, a, b []T) {
	same3(len(dst), len(a), len(b))
	for i := range dst {
		dst[i] = a[i] - b[i]
	}
}

func axpy[T Float](dst []T, k T, x []T) {
	same2(len(dst), len(x))
	for i := range dst {
		dst[i] += T(k * x[i])
	}
}

func dot[T Float](a, b []T) T {
	same2(len(a), len(b))
	var s lanes[T]
	for i := range a {
		s[i%Lanes] += T(a[i] * b[i])
	}
	return s.sum()
}

func sumSquares[T Float](a []T) T {
	var s lanes[T]
	for i, x := range a {
		s[i%Lanes] += T(x * x)
	}
	return s.sum()
}

// lanes holds the accumulators of a sum: element i is added to lane i mod Lanes, as in a vector
// register.
type lanes[T Float] [Lanes]T

// sum adds the upper half to the lower half until one lane is left.
func (s *lanes[T]) sum() T {
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}
