package embed

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/embedgen"
)

// heap samples the memory of Go's heap until stop is called.
type heap struct {
	objects, taken uint64 // peaks: objects, dead ones included; what the system has given for them
	stopped        chan struct{}
	done           chan struct{}
}

func watchHeap() *heap {
	h := &heap{stopped: make(chan struct{}), done: make(chan struct{})}
	h.sample()
	go func() {
		defer close(h.done)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-h.stopped:
				return
			case <-tick.C:
				h.sample()
			}
		}
	}()
	return h
}

func (h *heap) sample() {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(s)
	objects := s[0].Value.Uint64()
	h.objects = max(h.objects, objects)
	h.taken = max(h.taken, objects+s[1].Value.Uint64()+s[2].Value.Uint64())
}

func (h *heap) stop() {
	close(h.stopped)
	<-h.done
	h.sample()
}

// parametersAndMoments is three times the size of a model.
func parametersAndMoments(m *Model) uint64 {
	var n uint64
	for _, block := range m.values {
		n += uint64(len(block))
	}
	return 3 * 4 * n
}

// peakOfTraining is the memory that a training takes beside its data, and that of parameters and moments.
func peakOfTraining(tb testing.TB, d *dataset.Dataset, opts Options) (objects, taken, base uint64) {
	tb.Helper()
	runtime.GC()
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	h := watchHeap()
	m, err := Train(tb.Context(), d, opts)
	h.stop()
	if err != nil {
		tb.Fatal(err)
	}
	return h.objects - before.HeapAlloc, h.taken - before.HeapAlloc, parametersAndMoments(m)
}

// BenchmarkTrainMemory trains a problem of the paper's GALEN size over two validations, and reports the peak of the heap as a
// multiple of parameters and moments.
func BenchmarkTrainMemory(b *testing.B) {
	d, _ := dataset.SplitWhole(embedgen.New(embedgen.GALEN, 1), 1)
	for _, v := range []Variant{Corrected(Box2EL), Paper()} {
		b.Run(v.Mode, func(b *testing.B) {
			h := DefaultHyper(Box2EL)
			h.Steps = 220
			var objects, taken, base uint64
			for b.Loop() {
				objects, taken, base = peakOfTraining(b, d, Options{Hyper: &h, Variant: &v})
			}
			b.ReportMetric(float64(objects)/float64(base), "objects/base")
			b.ReportMetric(float64(taken)/float64(base), "heap/base")
			b.ReportMetric(float64(base)/(1<<20), "base-MB")
		})
	}
}

// TestTrainGarbage: a hundred steps and a validation leave next to nothing behind for the garbage collector, which lets a heap grow to
// twice what is in use. Two goroutines that meet on one processor find one slice lent where each had its own, so that now and
// then one more is made: the least of three hundreds counts.
func TestTrainGarbage(t *testing.T) {
	if withRaceDetector() {
		t.Skip("with the race detector, sync.Pool forgets a part of what it is given")
	}
	d := mixedData(t)
	for _, a := range Architectures() {
		opts := mixedOptions(a, Corrected(a))
		opts.Workers = 2
		opts.Hyper.Steps = 401
		opts.Hyper.Dim = 100
		var at []uint64
		opts.Step = func(*Point) {
			var s runtime.MemStats
			runtime.ReadMemStats(&s)
			at = append(at, s.TotalAlloc)
		}
		percent := debug.SetGCPercent(-1) // it would take away what is lent
		_, err := Train(t.Context(), d, opts)
		debug.SetGCPercent(percent)
		if err != nil {
			t.Fatal(err)
		}
		if len(at) != 6 {
			t.Fatalf("%d validations", len(at))
		}
		if least := min(at[2]-at[1], at[3]-at[2], at[4]-at[3]); least > 512<<10 {
			t.Errorf("%s: a hundred steps leave %d kB behind", a, least>>10)
		}
	}
}

func withRaceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
