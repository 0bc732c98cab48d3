package embed

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"box2el-owl/embed/internal/kernel"
)

// TestSkippedSteps: applying many skipped steps at once in float32 stays within 10⁻⁵ of taking all
// these steps in float64.
//
// The reference gets the gradients of the trainer, because gradients of values that differ by a
// rounding error may be those of the other side of a kink. The regularizer moves rows to 0 and past
// it. Near 0 rounding errors decide the direction, and two dense references that start a rounding
// error apart diverge as well. Such rows, five of 322, are not compared.
func TestSkippedSteps(t *testing.T) {
	d := mixedData(t)
	for _, λ := range []float64{0, .4} {
		t.Run(fmt.Sprint("λ=", λ), func(t *testing.T) {
			opts := mixedOptions(Box2EL, Corrected(Box2EL))
			opts.Hyper.Steps, opts.Hyper.Batch, opts.Hyper.Decay, opts.Hyper.Regularization = 1000,
				4, 700, λ
			tr, err := newTrainer(kernel.Float32(), d, opts)
			if err != nil {
				t.Fatal(err)
			}
			initialize(t, &tr.parameters.matrices, opts.Seed)
			dense := newDenseAdam(tr.parameters, *opts.Hyper)
			apart := newDenseAdam(tr.parameters, *opts.Hyper).perturbed(rand.New(rand.NewPCG(1, 2)))
			rests := newRests(tr.parameters.numRows())
			tr.start(t.Context())
			for step := 1; step <= opts.Hyper.Steps; step++ {
				taken, before := tr.plan, settled(tr, step)
				if err := tr.step(t.Context(), step); err != nil {
					t.Fatal(err)
				}
				gradients := gradientsOf(tr, taken, before)
				dense.step(step, gradients)
				apart.step(step, gradients)
				rests.note(taken)
				if step == nextValidation(step) { // no row is ahead of it
					compareRows(t, settled(tr, step+1), dense, apart, step)
				}
			}
			if rests.longest < 2*horizon || rests.number < 10*len(rests.last) {
				t.Errorf("%d rows skipped steps only %d times, at most %d steps at once",
					len(rests.last), rests.number, rests.longest)
			}
		})
	}
}

func compareRows(t *testing.T, got *parameters[float32], dense, apart *denseAdam, step int) {
	t.Helper()
	const tolerance = 1e-5
	undecided := largestDifferences(got, apart.values, dense.values)
	compared := 0
	for id, difference := range largestDifferences(got, got.values, dense.values) {
		if undecided[id] > tolerance/10 {
			continue
		}
		compared++
		if difference > tolerance {
			t.Errorf("step %d, row %d: %.1e off", step, id, difference)
		}
	}
	if compared < got.numRows()*95/100 {
		t.Errorf("step %d: only %d of %d rows could be compared", step, compared, got.numRows())
	}
}

// rests counts the steps in which rows have no gradient.
type rests struct {
	last            []int // step with a gradient, of each row
	number, longest int
}

func newRests(rows int) *rests { return &rests{last: make([]int, rows)} }

func (r *rests) note(p *plan) {
	for _, id := range p.rowIDs {
		if rest := p.step - r.last[id] - 1; rest > 0 {
			r.number++
			r.longest = max(r.longest, rest)
		}
		r.last[id] = p.step
	}
}

// gradientsOf returns the gradients of the step just taken, whose residuals are still in memory.
// before are the parameters before the step.
func gradientsOf(tr *trainer[float32], taken *plan, before *parameters[float32]) [][]float32 {
	next := tr.plan
	tr.plan = taken
	defer func() { tr.plan = next }()
	gradients := zeros(before)
	for i, id := range taken.rowIDs {
		b := before.blockOf(id)
		block, row := before.blocks[b], id-before.first[b]
		gradient := rowOf(gradients[b], block.Cols, row)
		copy(gradient, tr.gradient(i, tr.buffers[0][0].sum))
		mulSign(gradient[block.Absolute:], before.row(b, row)[block.Absolute:])
	}
	return gradients
}

// denseAdam is the dense Adam of PyTorch in float64: every step updates every row, also without
// gradient.
type denseAdam struct {
	hyper                    Hyper
	shape                    *parameters[float32]
	values, moment1, moment2 [][]float64
}

func newDenseAdam(p *parameters[float32], h Hyper) *denseAdam {
	d := &denseAdam{hyper: h, shape: p}
	for _, block := range p.values {
		values := make([]float64, len(block))
		for i, x := range block {
			values[i] = float64(x)
		}
		d.values = append(d.values, values)
		d.moment1 = append(d.moment1, make([]float64, len(block)))
		d.moment2 = append(d.moment2, make([]float64, len(block)))
	}
	return d
}

// perturbed changes each value by at most a rounding error of float32.
func (d *denseAdam) perturbed(random *rand.Rand) *denseAdam {
	for _, block := range d.values {
		for i := range block {
			block[i] *= 1 + (2*random.Float64()-1)*0x1p-24
		}
	}
	return d
}

// step moves all rows by gradients of the loss without regularizer; that of the regularizer is λ/N
// · row/‖row‖.
func (d *denseAdam) step(t int, gradients [][]float32) {
	rate := d.hyper.Rate
	if d.hyper.Decay > 0 && t > d.hyper.Decay {
		rate /= 10
	}
	correction1, correction2 := 1-math.Pow(beta1, float64(t)), 1-math.Pow(beta2, float64(t))
	for b, block := range d.shape.blocks {
		for i := range d.shape.rows[b] {
			row, gradient := rowOf(d.values[b], block.Cols, int32(i)),
				rowOf(gradients[b], block.Cols, int32(i))
			m, v := rowOf(d.moment1[b], block.Cols, int32(i)),
				rowOf(d.moment2[b], block.Cols, int32(i))
			norm := 0.0
			for _, x := range row {
				norm = math.Hypot(norm, x)
			}
			for j := range row {
				g := float64(gradient[j])
				if block.regularization != 0 && norm > 0 {
					g += d.shape.pull[b] * row[j] / norm
				}
				m[j] = beta1*m[j] + (1-beta1)*g
				v[j] = beta2*v[j] + (1-beta2)*g*g
				row[j] -= rate * (m[j] / correction1) / (math.Sqrt(v[j]/correction2) + epsilon)
			}
		}
	}
}

// largestDifferences returns the largest difference in each row, relative to the largest value of
// its block.
func largestDifferences[T kernel.Float](shape *parameters[float32], got [][]T,
	want [][]float64) []float64 {
	var differences []float64
	for b, block := range shape.blocks {
		largest := 0.0
		for _, x := range want[b] {
			largest = max(largest, math.Abs(x))
		}
		for i := range shape.rows[b] {
			worst, wanted := 0.0, rowOf(want[b], block.Cols, int32(i))
			for j, x := range rowOf(got[b], block.Cols, int32(i)) {
				worst = max(worst, math.Abs(float64(x)-wanted[j])/largest)
			}
			differences = append(differences, worst)
		}
	}
	return differences
}
