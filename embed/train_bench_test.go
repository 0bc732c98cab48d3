package embed

import (
	"fmt"
	"testing"

	"box2el-owl/embed/internal/kernel"
)

// BenchmarkSteps takes steps of Box²EL with n = 200, batches of 512, ω = 1 and λ = 0.4, without
// validations.
func BenchmarkSteps(b *testing.B) {
	for _, shape := range []problemShape{galenShape, largeShape} {
		d := newProblem(shape, 1)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", shape.Name, workers), func(b *testing.B) {
				h := DefaultHyper(Box2EL)
				h.Steps = 1 << 14
				v := Paper()
				tr, err := newTrainer(kernel.Float32(),
					d, Options{Model: Box2EL, Hyper: &h, Variant: &v, Workers: workers})
				if err != nil {
					b.Fatal(err)
				}
				initialize(b, &tr.parameters.matrices, 1)
				tr.start(b.Context())
				step := 1
				for range 100 {
					tr.step(b.Context(), step)
					step++
				}
				before := cpuSeconds(b)
				for b.Loop() {
					if err := tr.step(b.Context(), step); err != nil {
						b.Fatal(err)
					}
					step++
				}
				b.ReportMetric(float64(len(tr.plan.rowIDs)), "rows/step")
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
				b.ReportMetric(1000*(cpuSeconds(b)-before)/float64(b.N), "cpu-ms/step")
			})
		}
	}
}
