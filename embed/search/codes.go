package search

import (
	"math"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// codes are the vectors of a space's candidates, rounded to eight bits: x ≈ center + s·X with whole numbers X and a scale s of each
// vector's own. They bound how far a query is from a candidate, whatever has been rounded where:
//
//	b ≤ ‖q − x‖ ≤ b + 2e + slack    b = [‖q̂ − x̂‖ − e]₊ − slack
//
// where x̂ and q̂ are what is left of x and q, e is what was lost of x, and slack what was lost of q. The kernel gives b + slack.
// Both losses hold the rounding of the kernel, too: it takes squares of w = ‖x̂‖² and c = ‖q̂‖² and their product to a sum
// that is off by 7 roundings of w + c at most, and √a − √b is √|a − b| at most, so the distance by 2^-10.5·(√w + √c).
type codes struct {
	n      int // dimensions, even: that of the points or one more
	dim    int // dimensions of the points
	center []float32
	packed []int8
	about  []float32
}

const (
	largestCode = 127

	// kernelLoss times the length of a vector is its share in what the kernel's rounding loses.
	kernelLoss = 0x1p-10

	// farthest is the length of vectors that squares can be taken of, and mostDimensions how many of their dimensions the sums of
	// the kernel hold.
	farthest       = 1e15
	mostDimensions = 1 << 14

	// smallest is the largest element of a vector that is rounded to 0: scales below it would not be normal numbers.
	smallest = 1e-25
)

// newCodes rounds the vectors of the candidates with the ids. It returns nil where there are such that cannot be: too long, or
// not of numbers.
func newCodes(points *ranking.Points[float32], ids []int32) *codes {
	dim := points.Dim()
	c := &codes{dim: dim, n: dim + dim%2}
	if dim > mostDimensions {
		return nil
	}
	c.center = centerOf(points, ids)
	c.packed = make([]int8, kernel.CodesLen(c.n, len(ids)))
	c.about = make([]float32, kernel.AboutLen(len(ids)))
	vector, code := make([]float32, dim), make([]int8, c.n)
	for j, id := range ids {
		points.Vector(int(id), vector)
		scale, ok := c.scale(vector, largestCode)
		if !ok {
			return nil
		}
		square, lost := 0.0, 0.0
		for d, v := range vector {
			y := float64(v) - float64(c.center[d])
			x := whole(y, scale, largestCode)
			code[d] = int8(x)
			rounded := scale * float64(x)
			square += rounded * rounded
			lost += (y - rounded) * (y - rounded)
		}
		kernel.PutCode(c.packed, c.n, j, code)
		e := math.Sqrt(lost) + kernelLoss*math.Sqrt(square)
		kernel.PutAbout(c.about, j, float32(2*scale), float32(square), up(e))
	}
	return c
}

// centerOf is the mean of some of the vectors. Any point would do; the nearer, the smaller the scales.
func centerOf(points *ranking.Points[float32], ids []int32) []float32 {
	const sample = 4096
	n := points.Dim()
	vector, sum, center := make([]float32, n), make([]float64, n), make([]float32, n)
	step := max(1, len(ids)/sample)
	count := 0
	for i := 0; i < len(ids); i += step {
		points.Vector(int(ids[i]), vector)
		for d, v := range vector {
			sum[d] += float64(v)
		}
		count++
	}
	for d, s := range sum {
		if mean := s / float64(max(count, 1)); math.Abs(mean) <= farthest {
			center[d] = float32(mean)
		}
	}
	return center
}

// scale is a float32 that takes the vector's largest element to the largest whole number. ok is false if the vector cannot be
// rounded.
func (c *codes) scale(vector []float32, largest int) (scale float64, ok bool) {
	var most, square float64
	for d, v := range vector {
		y := math.Abs(float64(v) - float64(c.center[d]))
		most = max(most, y) // NaN if y is
		square += y * y
	}
	if !(square <= farthest*farthest) {
		return 0, false
	}
	if most < smallest {
		return 0, true
	}
	return float64(float32(most / float64(largest))), true
}

// whole is y/scale, rounded; 0 where the scale is.
func whole(y, scale float64, largest int) int {
	if scale == 0 {
		return 0
	}
	x := int(math.Floor(y/scale + 0.5))
	return max(-largest, min(largest, x))
}

// up is a float32 that is not smaller.
func up(x float64) float32 {
	return math.Nextafter32(float32(x), math.MaxFloat32)
}

// queries are vectors to be compared with the codes, of 15 bits or a little less.
type queries struct {
	whole          []int16
	square, scales []float32
	slack          []float32
}

func (c *codes) newQueries(count int) *queries {
	return &queries{
		whole:  make([]int16, count*c.n),
		square: make([]float32, count), scales: make([]float32, count), slack: make([]float32, count),
	}
}

// put rounds query i. It returns false if it cannot be.
func (c *codes) put(q *queries, i int, vector []float32) bool {
	largest := kernel.LargestQuery(c.n)
	scale, ok := c.scale(vector, largest)
	if !ok {
		return false
	}
	row := q.whole[i*c.n : (i+1)*c.n]
	square, lost := 0.0, 0.0
	for d, v := range vector {
		y := float64(v) - float64(c.center[d])
		x := whole(y, scale, largest)
		row[d] = int16(x)
		rounded := scale * float64(x)
		square += rounded * rounded
		lost += (y - rounded) * (y - rounded)
	}
	q.square[i], q.scales[i] = float32(square), float32(scale)
	q.slack[i] = up(math.Sqrt(lost) + kernelLoss*math.Sqrt(square))
	return true
}

// bounds writes b + slack of the first k queries for the candidates of the groups from … from+groups−1, a row of them for each.
func (c *codes) bounds(ops *kernel.Ops[float32], out []float32, stride int, q *queries, k, from, groups int) {
	ops.TileBounds(out, stride, q.whole, q.square, q.scales, c.n, k,
		c.packed[from*c.n*kernel.Lanes:], c.about[from*3*kernel.Lanes:], groups)
}

// lost is e of candidate j.
func (c *codes) lost(j int) float32 {
	return c.about[(j/kernel.Lanes*3+2)*kernel.Lanes+j%kernel.Lanes]
}
