package kernel

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
)

// BenchmarkBandwidth measures the memory bandwidth available to a training step: rows of 400
// numbers (1,600 bytes: a box of 200 dimensions) of three arrays, parameters and the two moments of
// Adam, each read and written once, for the numbers of concepts of GALEN and of a large ontology.
// "move" has almost no arithmetic, so it is the upper limit; the ratio of "Adam" to it is the share
// that a step reaches. MB/s count each byte twice, for reading and writing.
func BenchmarkBandwidth(b *testing.B) {
	const width = 400
	ops := Float32()
	for _, rows := range []int{24_000, 65_000} {
		random := rand.New(rand.NewPCG(1, 1))
		var arrays [3][]float32
		for i := range arrays {
			arrays[i] = make([]float32, rows*width)
			for j := range arrays[i] {
				arrays[i][j] = random.Float32()
			}
		}
		gradient := make([]float32, width)
		for i := range gradient {
			gradient[i] = random.Float32()
		}
		inOrder := make([]int, rows)
		for i := range inOrder {
			inOrder[i] = i
		}
		step := unmoved()
		for _, what := range []struct {
			name string
			run  func(p, m, v []float32)
		}{
			{"move", func(p, m, v []float32) {
				const part = width / 4 // so that all three are processed together, as in Adam
				for at := 0; at < width; at += part {
					ops.Axpy(p[at:at+part], 1e-30, gradient[:part])
					ops.Axpy(m[at:at+part], 1e-30, gradient[:part])
					ops.Axpy(v[at:at+part], 1e-30, gradient[:part])
				}
			}},
			{"Adam", func(p, m, v []float32) {
				ops.Adam(Row[float32]{p, m, v}, []Share[float32]{{C: gradient, KC: 1}}, false,
					&step, Row[float32]{}, nil)
			}},
		} {
			for _, order := range []struct {
				name string
				rows []int
			}{{"random", random.Perm(rows)}, {"sequential", inOrder}} {
				for _, cores := range []int{1, 2} {
					b.Run(fmt.Sprintf("rows=%d/%s/%s/cores=%d", rows, what.name, order.name, cores),
						func(b *testing.B) {
							b.SetBytes(int64(2 * 3 * 4 * width * rows))
							for b.Loop() {
								var wg sync.WaitGroup
								for core := range cores {
									wg.Go(func() {
										for _, row := range order.rows[core*rows/cores : (core+
											1)*rows/cores] {
											at, end := row*width, (row+1)*width
											what.run(arrays[0][at:end], arrays[1][at:end],
												arrays[2][at:end])
										}
									})
								}
								wg.Wait()
							}
						})
				}
			}
		}
	}
}
