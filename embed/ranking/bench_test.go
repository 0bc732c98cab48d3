package ranking

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"box2el-owl/embed/internal/kernel"
)

// BenchmarkRank ranks 1,000 axioms exactly, packing included, on one worker: the sizes of the paper's
// GALEN and of a large ontology, n = 200.
func BenchmarkRank(b *testing.B) {
	const n, axioms = 200, 1000
	ops := kernel.Float32()
	for _, classes := range []int{24_353, 65_272} {
		rng := rand.New(rand.NewPCG(1, 1))
		m := newModel[float32](rng, n, classes, 40)
		for _, name := range []string{"distance", "sum of distances", "hinge"} {
			b.Run(fmt.Sprintf("%s/classes=%d", name, classes), func(b *testing.B) {
				form := m.scorers(ops)[name].Form()
				table := randomAxioms(rng, form, classes, 40, axioms)
				for b.Loop() {
					s := m.scorers(ops)[name]
					if _, err := Rank(b.Context(), s.Scorer, table, Options{Workers: 1}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/axioms*1e6, "µs/axiom")
			})
		}
	}
}
