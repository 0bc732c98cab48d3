package embed

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

func skewed(classes, roles int, counts [dataset.NumForms]int) *dataset.Dataset {
	d := &dataset.Dataset{Classes: make([]string, classes), Roles: make([]string, roles), Top: 0, Bottom: 1}
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 10, uint64(classes-1))
	zr := rand.NewZipf(r, 1.1, 3, uint64(roles-1))
	for f := range dataset.NumForms {
		for range counts[f] {
			var row []int32
			for i, k := range f.Columns() {
				switch {
				case k == dataset.Role:
					row = append(row, int32(zr.Uint64()))
				case i == len(f.Columns())-1:
					row = append(row, int32(zipf.Uint64()))
				default:
					row = append(row, int32(r.IntN(classes)))
				}
			}
			d.Train[f].Append(row...)
		}
	}
	return d
}

func BenchmarkSteps(b *testing.B) {
	for _, size := range []struct {
		name           string
		classes, roles int
		counts         [dataset.NumForms]int
	}{
		{"galen", 24353, 951, [dataset.NumForms]int{28890, 13595, 28118, 13597, 0, 958, 58}},
		{"65k", 65272, 40, [dataset.NumForms]int{110000, 20000, 90000, 20000, 0, 40, 10}},
	} {
		d := skewed(size.classes, size.roles, size.counts)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", size.name, workers), func(b *testing.B) {
				h := DefaultHyper(Box2EL)
				h.Steps = 1 << 14
				v := Paper()
				tr, err := newTrainer(kernel.Float32(), d, Options{Model: Box2EL, Hyper: &h, Variant: &v, Workers: workers})
				if err != nil {
					b.Fatal(err)
				}
				tr.parameters.initialize(1)
				tr.planner.plan(1, tr.plan)
				step := 1
				for range 100 {
					tr.step(step)
					step++
				}
				before := cpuSeconds(b)
				for b.Loop() {
					if err := tr.step(step); err != nil {
						b.Fatal(err)
					}
					step++
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
				b.ReportMetric(1000*(cpuSeconds(b)-before)/float64(b.N), "cpu-ms/step")
			})
		}
	}
}

// cpuSeconds is the processor time of the process so far.
func cpuSeconds(b *testing.B) float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}
