package search

import (
	"math"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// codes are the vectors of a space's candidates, rounded twice: to half a byte a number, which say
// of nearly all that they are too far, and to a byte, for what is left. x ≈ center + s·X with whole
// numbers X and a scale s of each vector's own. They bound how far a query is from a candidate,
// whatever has been rounded where:
//
//	|‖q − x‖ − ‖q̂ − x̂‖| ≤ e + slack
//
// where x̂ and q̂ are what is left of x and q, e is what was lost of x, and slack what was lost of
// q. A query is rounded twice, too.
type codes struct {
	dim    int // dimensions of the points
	center []float32
	coarse coarse
	fine   fine
}

// coarse are the numbers 2u − 15, with u from 0 to 15, packed for the kernel. It gives [‖q̂ − x̂‖ −
// e]₊, the lower bound and slack.
//
// Both losses hold the rounding of the kernel, too: it takes squares of w = ‖x̂‖² and c = ‖q̂‖² and
// their product to a sum that is off by 7 roundings of w + c at most, and √a − √b is √|a − b| at
// most, so the distance by 2^-10.5·(√w + √c).
type coarse struct {
	n      int // dimensions, a multiple of 8
	packed []uint8
	about  []float32
}

// fine are numbers from −127 to 127, a row for each candidate.
type fine struct {
	n     int // length of a row, a multiple of 16
	rows  []int8
	about []aboutFine
}

// aboutFine is a candidate's scale, Σ X² and e. As sums of whole numbers are exact and the rest is
// float64, a distance is off by 2^-25·(√w + √c) at most.
type aboutFine struct {
	scale   float32
	squares int32
	lost    float32
}

const (
	largestQuery, coarseLevels = 127, 16
	largestFine                = 127

	// coarseLoss and fineLoss times the length of a vector are its share in what rounding sums
	// loses.
	coarseLoss = 0x1p-10
	fineLoss   = 0x1p-24

	// farthest is the length of vectors that squares can be taken of, and mostDimensions how many
	// of their dimensions the sums of the kernel hold.
	farthest       = 1e15
	mostDimensions = 1 << 14

	// smallest is the largest element of a vector that is rounded to 0: scales below it would not
	// be normal numbers.
	smallest = 1e-25
)

// newCodes rounds the vectors of the candidates with the ids. It returns nil where there are such
// that cannot be: too long, or not of numbers.
func newCodes(points *ranking.Points[float32], ids []int32) *codes {
	dim := points.Dim()
	if dim > mostDimensions {
		return nil
	}
	c := &codes{dim: dim, center: centerOf(points, ids)}
	c.coarse.n, c.fine.n = (dim+7)/8*8, (dim+15)/16*16
	c.coarse.packed = make([]uint8, kernel.CodesLen(c.coarse.n, len(ids)))
	c.coarse.about = make([]float32, kernel.AboutLen(len(ids)))
	c.fine.rows = make([]int8, c.fine.n*len(ids))
	c.fine.about = make([]aboutFine, len(ids))
	vector, y, code := make([]float32, dim), make([]float64, dim), make([]uint8, c.coarse.n)
	for j, id := range ids {
		points.Vector(int(id), vector)
		most, ok := c.deviation(vector, y)
		if !ok {
			return nil
		}
		c.coarse.put(j, y, most, code)
		c.fine.put(j, y, most)
	}
	return c
}

// centerOf is the mean of some of the vectors. Any point would do; the nearer, the smaller the
// scales.
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

// deviation writes a vector's difference from the center. most is its largest element; ok is false
// if it cannot be rounded.
func (c *codes) deviation(vector []float32, y []float64) (most float64, ok bool) {
	square := 0.0
	for d, v := range vector {
		x := float64(v) - float64(c.center[d])
		y[d] = x
		most = max(most, math.Abs(x)) // NaN if x is
		square += x * x
	}
	return most, square <= farthest*farthest
}

// scaleOf is a float32, and 1 over it, or 0 for both where a vector's largest element is as good as
// 0.
func scaleOf(most float64, levels int) (scale, inverse float64) {
	if most < smallest {
		return 0, 0
	}
	scale = float64(float32(most / float64(levels)))
	return scale, 1 / scale
}

// put rounds candidate j to the nearest odd number of scales; code is room for its numbers.
func (c *coarse) put(j int, y []float64, most float64, code []uint8) {
	scale, inverse := scaleOf(most, coarseLevels)
	square, lost := 0.0, 0.0
	for d, v := range y {
		u := max(0, min(coarseLevels-1, int(v*inverse/2+coarseLevels/2)))
		code[d] = uint8(u)
		rounded := scale * float64(2*u-(coarseLevels-1))
		square += rounded * rounded
		lost += (v - rounded) * (v - rounded)
	}
	kernel.PutCode(c.packed, c.n, j, code)
	kernel.PutAbout(c.about, j, float32(2*scale), float32(square),
		up(math.Sqrt(lost)+coarseLoss*math.Sqrt(square)))
}

// put rounds candidate j.
func (f *fine) put(j int, y []float64, most float64) {
	scale, inverse := scaleOf(most, largestFine)
	row := f.rows[j*f.n:][:len(y)]
	squares, lost := 0, 0.0
	for d, v := range y {
		x := whole(v, inverse, largestFine)
		row[d] = int8(x)
		squares += x * x
		rest := v - scale*float64(x)
		lost += rest * rest
	}
	length := scale * math.Sqrt(float64(squares))
	f.about[j] = aboutFine{float32(scale), int32(squares), up(math.Sqrt(lost) + fineLoss*length)}
}

// whole is y times the inverse of a scale, rounded.
func whole(y, inverse float64, largest int) int {
	x := int(y*inverse+float64(largest)+0.5) - largest // what is truncated is not below 0
	return max(-largest, min(largest, x))
}

// up is a float32 that is not smaller.
func up(x float64) float32 {
	return math.Nextafter32(float32(x), math.MaxFloat32)
}

// queries are vectors to be compared with the codes: rounded to 8 bits for coarse ones, and to 15
// bits or a little less for fine ones.
type queries struct {
	coarse  []int8
	offsets []int32
	squares []float32
	scales  []float32
	slack   []float32

	fine      []int16
	aboutFine []aboutQuery
	deviation []float64
}

// aboutQuery is the scale, the square c and the slack of a query rounded finely.
type aboutQuery struct{ scale, square, slack float64 }

func (c *codes) newQueries(count int) *queries {
	return &queries{
		coarse: make([]int8, count*c.coarse.n), offsets: make([]int32, count),
		squares: make([]float32, count), scales: make([]float32, count),
		slack: make([]float32, count),
		fine:  make([]int16, count*c.fine.n), aboutFine: make([]aboutQuery, count),
		deviation: make([]float64, c.dim),
	}
}

// put rounds query i. It returns false if it cannot be.
func (c *codes) put(q *queries, i int, vector []float32) bool {
	most, ok := c.deviation(vector, q.deviation)
	if !ok {
		return false
	}
	q.putCoarse(i, c.coarse.n, most)
	q.putFine(i, c.fine.n, most)
	return true
}

func (q *queries) putCoarse(i, n int, most float64) {
	scale, inverse := scaleOf(most, largestQuery)
	row := q.coarse[i*n:][:len(q.deviation)]
	sum, square, lost := 0, 0.0, 0.0
	for d, y := range q.deviation {
		x := whole(y, inverse, largestQuery)
		row[d] = int8(x)
		sum += x
		rounded := scale * float64(x)
		square += rounded * rounded
		lost += (y - rounded) * (y - rounded)
	}
	q.offsets[i] = int32((1 - coarseLevels) * sum)
	q.squares[i], q.scales[i] = float32(square), float32(scale)
	q.slack[i] = up(math.Sqrt(lost) + coarseLoss*math.Sqrt(square))
}

func (q *queries) putFine(i, n int, most float64) {
	largest := kernel.LargestQuery(n)
	scale, inverse := scaleOf(most, largest)
	row := q.fine[i*n:][:len(q.deviation)]
	squares, lost := 0, 0.0
	for d, y := range q.deviation {
		x := whole(y, inverse, largest)
		row[d] = int16(x)
		squares += x * x
		rest := y - scale*float64(x)
		lost += rest * rest
	}
	square := scale * scale * float64(squares)
	q.aboutFine[i] = aboutQuery{scale, square, math.Sqrt(lost) + fineLoss*math.Sqrt(square)}
}

// bounds writes [‖q̂ − x̂‖ − e]₊ of the first k queries, rounded coarsely, for the candidates of
// the blocks from … from+blocks−1, a row of them for each.
func (c *coarse) bounds(ops *kernel.Ops[float32], out []float32, stride int, q *queries, k,
	from, blocks int) {
	first := from * kernel.BlockLanes
	ops.TileBounds(out, stride, q.coarse, q.offsets, q.squares, q.scales, c.n, k,
		c.packed[kernel.CodesLen(c.n, first):], c.about[kernel.AboutLen(first):], blocks)
}

// finely is room for the fine bounds of a piece of candidates.
type finely struct {
	sums  [piece]int32
	about [piece]aboutFine
}

// add adds what ‖q − x‖ is at least and at most for query i and the candidates at some slots, those
// of a piece at most.
func (f *fine) add(ops *kernel.Ops[float32], between []interval, q *queries, i int, slots []int32,
	room *finely) {
	sums, about := room.sums[:len(slots)], room.about[:len(slots)]
	ops.DotRows(sums, q.fine[i*f.n:][:f.n], f.rows, slots)
	query := q.aboutFine[i]
	for at, slot := range slots {
		about[at] = f.about[slot] // nothing is waited for until all are on their way
	}
	for at := range slots {
		a := about[at]
		scale := float64(a.scale)
		square := query.square + scale*(scale*float64(a.squares)-2*query.scale*float64(sums[at]))
		distance, lost := math.Sqrt(max(0, square)), float64(a.lost)+query.slack
		between[at].lower += max(0, distance-lost)
		between[at].upper += distance + lost
	}
}
