//go:build unix

package embed

import (
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
	"time"
)

// benchmarkModel returns the model in the file $BOX2EL_MODEL, or one of 65,272 classes after 200
// steps.
func benchmarkModel(b *testing.B) *Model {
	b.Helper()
	if path := os.Getenv("BOX2EL_MODEL"); path != "" {
		m, err := OpenModel(path)
		if err != nil {
			b.Fatal(err)
		}
		return m
	}
	h := DefaultHyper(Box2EL)
	h.Steps = 200
	m, err := Train(b.Context(), newProblem(largeShape, 1), Options{Model: Box2EL, Hyper: &h})
	if err != nil {
		b.Fatal(err)
	}
	return m
}

func everyClass(m *Model) []bool {
	all := make([]bool, len(m.Classes))
	for i := range all {
		all[i] = true
	}
	return all
}

// BenchmarkNearest prepares a search and searches the 256 nearest classes of random classes.
func BenchmarkNearest(b *testing.B) {
	const k = 256
	m := benchmarkModel(b)
	random := rand.New(rand.NewPCG(1, 1))
	class := func() int32 { return int32(random.IntN(len(m.Classes))) }
	role := func() int32 { return int32(random.IntN(len(m.Roles))) }
	s, err := m.NewSearch(everyClass(m), nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, bench := range []struct {
		name string
		ask  func() error
	}{
		{"prepare", func() error { _, err := m.NewSearch(everyClass(m), nil); return err }},
		{"superclasses", func() error { _, err := s.Superclasses(b.Context(), class(), k); return err }},
		{"fillers", func() error {
			_, err := s.Fillers(b.Context(), class(), []RoleQuery{{Role: role()}}, k)
			return err
		}},
		{"fillers in 3 roles", func() error {
			_, err := s.Fillers(b.Context(), class(),
				[]RoleQuery{{Role: role()}, {Role: role()}, {Role: role()}}, k)
			return err
		}},
	} {
		b.Run(fmt.Sprintf("%s/classes=%d", bench.name, len(m.Classes)), func(b *testing.B) {
			b.ReportAllocs()
			start := processTime()
			for b.Loop() {
				if err := bench.ask(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(processTime()-start)/1e3/float64(b.N), "cpu-µs/op")
		})
	}
}

// processTime returns the CPU time of all threads of the process.
func processTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
