package embed

import (
	"testing"

	"box2el-owl/embed/internal/kernel"
)

// BenchmarkModels takes training steps of every model on a problem of the size of the paper's
// GALEN, on one worker.
func BenchmarkModels(b *testing.B) {
	d := newProblem(galenShape, 1)
	for _, a := range Architectures() {
		b.Run(string(a), func(b *testing.B) {
			h, v := DefaultHyper(a), Paper()
			h.Steps = 1 << 14
			tr, err := newTrainer(kernel.Float32(),
				d, Options{Model: a, Hyper: &h, Variant: &v, Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			initialize(b, &tr.parameters.matrices, 1)
			tr.start(b.Context())
			b.ReportAllocs()
			for step := 1; b.Loop(); step++ {
				if err := tr.step(b.Context(), step); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
