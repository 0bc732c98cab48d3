//go:build unix

package reasoner_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"box2el-owl/internal/outside"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// BenchmarkClassify classifies obo-medium and the ontologies of the path list $BOX2EL_BENCH:
//
//	BOX2EL_BENCH=/data/sn100k.ofn go test -run=^$ -bench=Classify -benchtime=3x ./reasoner
//
// It reports the derived facts, the facts per second of saturation, and the heap bytes for each
// fact.
func BenchmarkClassify(b *testing.B) {
	files := filepath.SplitList(os.Getenv("BOX2EL_BENCH"))
	if len(files) == 0 {
		files = outside.Glob(b, "ontologies", "obo-medium.ofn.gz")
	}
	for _, file := range files {
		o, _, err := rdfio.ReadFile(context.Background(), file, rdfio.ReadOptions{NoImports: true})
		if err != nil {
			b.Fatal(err)
		}
		nf := normalize(b, o)
		for _, workers := range []int{1, 2} {
			b.Run(filepath.Base(file)+"/workers="+string(rune('0'+workers)), func(b *testing.B) {
				b.ReportAllocs()
				var before, after runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				var s reasoner.Statistics
				var t *reasoner.Taxonomy
				cpu := cpuTime(b)
				runs := 0
				for b.Loop() {
					runs++
					t = classify(b, nf, workers)
					s = t.Statistics()
				}
				b.ReportMetric(float64((cpuTime(b)-cpu).Milliseconds())/float64(runs), "cpu-ms/op")
				runtime.GC()
				runtime.ReadMemStats(&after)
				runtime.KeepAlive(t)
				b.ReportMetric(float64(s.Derived), "facts")
				b.ReportMetric(float64(s.Contexts), "contexts")
				b.ReportMetric(float64(s.Derived)/s.Saturate.Seconds()/1e6, "Mfacts/s")
				b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(s.Derived),
					"B/fact")
				b.ReportMetric(float64(s.Index.Milliseconds()), "index-ms")
				b.ReportMetric(float64(s.Saturate.Milliseconds()), "saturate-ms")
				b.ReportMetric(float64(s.Reduce.Milliseconds()), "reduce-ms")
			})
		}
	}
}

// cpuTime returns the CPU time of the process, which is less noisy than the clock on a shared
// machine.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
