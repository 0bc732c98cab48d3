//go:build unix

package ranking

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/internal/lexicon"
)

// BenchmarkRank ranks 1,000 axioms exactly, including packing, on one worker: the sizes of the
// paper's GALEN and of a large ontology, n = 200.
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
				start := cpu()
				for b.Loop() {
					s := m.scorers(ops)[name]
					if _, err := Rank(b.Context(), s.Scorer, table,
						Options{Workers: 1}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(cpu()-start)/1e3/float64(b.N)/axioms, "cpu-µs/axiom")
			})
		}
	}
}

// BenchmarkLexical ranks by labels and builds the lexicon.
func BenchmarkLexical(b *testing.B) {
	const classes, axioms = 65_272, 500
	rng := rand.New(rand.NewPCG(1, 1))
	labels := randomLabels(rng, classes)
	var train dataset.Axioms
	train[dataset.NF3] = randomAxioms(rng, dataset.NF3, classes, 40, 90_000)
	for i := range train[dataset.NF3].Len() { // a few fillers have most of the subjects
		if row := train[dataset.NF3].Row(i); i%2 == 0 {
			row[1], row[2] = 0, row[2]%100
		}
	}
	b.Run(fmt.Sprintf("lexicon/labels=%d", classes), func(b *testing.B) {
		for b.Loop() {
			lexicon.New(labels)
		}
	})
	l := lexicon.New(labels)
	for _, q := range Questions()[:3] {
		b.Run(fmt.Sprintf("%v/classes=%d", q.Form, classes), func(b *testing.B) {
			s := NewLexical(q, l, &train)
			table := randomAxioms(rng, q.Form, classes, 1, axioms)
			start := cpu()
			for b.Loop() {
				if _, err := Rank(b.Context(), s, table, Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(cpu()-start)/1e3/float64(b.N)/axioms, "cpu-µs/axiom")
		})
	}
}

// cpu returns the CPU time of this process, which is more reliable than the clock on a shared
// machine.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
