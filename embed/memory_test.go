package embed

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"box2el-owl/embed/dataset"
)

// heap samples the memory of Go's heap until stop is called.
type heap struct {
	objects, taken uint64 // peaks of the objects, dead ones included, and of the heap's memory
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
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
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

// parametersAndMoments returns three times the size of a model.
func parametersAndMoments(m *Model) uint64 {
	var n uint64
	for _, block := range m.values {
		n += uint64(len(block))
	}
	return 3 * 4 * n
}

// footprint is the memory of a training without its data, in bytes.
type footprint struct {
	live uint64 // live memory at the last validation
	// all allocations: an upper bound of the heap
	allocated uint64
	// allocations of a hundred steps with their validation, after the buffers have been allocated
	garbage uint64
	// observed peak of live objects and of dead ones not yet collected
	objects uint64
	taken   uint64 // observed peak of the heap's memory
	base    uint64 // parameters and moments
}

func footprintOfTraining(tb testing.TB, d *dataset.Dataset, opts Options) footprint {
	tb.Helper()
	runtime.GC() // pools are emptied by the second collection
	debug.FreeOSMemory()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	var f footprint
	opts.Step = func(p *Point) {
		runtime.ReadMemStats(&now)
		switch p.Step {
		case validateEvery:
			f.garbage = now.TotalAlloc
		case 2 * validateEvery:
			f.garbage = now.TotalAlloc - f.garbage
		case opts.Hyper.Steps:
			runtime.GC()
			runtime.ReadMemStats(&now)
			f.live = now.HeapAlloc - before.HeapAlloc
		}
	}
	h := watchHeap()
	m, err := Train(tb.Context(), d, opts)
	h.stop()
	if err != nil {
		tb.Fatal(err)
	}
	runtime.ReadMemStats(&now)
	f.allocated = now.TotalAlloc - before.TotalAlloc
	f.objects, f.taken = h.objects-before.HeapAlloc, h.taken-before.HeapAlloc
	f.base = parametersAndMoments(m)
	return f
}

// BenchmarkTrainMemory trains a problem of the paper's GALEN size over two validations, and reports
// its memory as multiples of parameters and moments. The peaks depend on the times of garbage
// collections and so on the load of the machine; live and allocated memory do not.
func BenchmarkTrainMemory(b *testing.B) {
	d := dataset.SplitWhole(newProblem(galenShape, 1), 1)
	for _, v := range []Variant{Corrected(Box2EL), Paper()} {
		b.Run(v.Mode, func(b *testing.B) {
			h := DefaultHyper(Box2EL)
			h.Steps = 220
			var f footprint
			for b.Loop() {
				f = footprintOfTraining(b, d, Options{Hyper: &h, Variant: &v})
			}
			ratio := func(n uint64) float64 { return float64(n) / float64(f.base) }
			b.ReportMetric(ratio(f.live), "live/base")
			b.ReportMetric(ratio(f.allocated), "allocated/base")
			b.ReportMetric(ratio(f.objects), "objects/base")
			b.ReportMetric(ratio(f.taken), "heap/base")
			b.ReportMetric(float64(f.garbage)/(1<<10), "kB/100-steps")
			b.ReportMetric(float64(f.base)/(1<<20), "base-MB")
		})
	}
}

// TestTrainGarbage: a hundred steps and a validation allocate little garbage, because the heap
// grows to twice the live memory. Two goroutines on one processor may find a pooled slice in use
// and allocate another one, so the test takes the smallest of three runs of a hundred steps.
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
		percent := debug.SetGCPercent(-1) // a collection would empty the pools
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

// TestPlansFit: plans allocate little more memory than they use, at the start and when they are
// reused.
func TestPlansFit(t *testing.T) {
	d := dataset.SplitWhole(newProblem(galenShape, 1), 1)
	for _, v := range []Variant{Corrected(Box2EL), Paper()} {
		h := DefaultHyper(Box2EL)
		m, err := newModel[float32](Box2EL, h, v)
		if err != nil {
			t.Fatal(err)
		}
		o := newBatchSchedule(newPlanner(d, Options{Model: Box2EL, Hyper: &h, Variant: &v}, m))
		begun := allocatedBy(func() { o.start(t.Context()) })
		used := allocatedBy(func() {
			for step := range 4 * horizon {
				o.planNext(step)
			}
		})
		held := uint64(8 * len(o.planner.sorted))
		for _, p := range o.plans {
			held += uint64(4*(len(p.rowIDs)+len(p.start)+len(p.uses)) + len(p.next))
			for _, batch := range p.batches {
				held += uint64(4 * len(batch))
			}
		}
		if begun > held+held/5 {
			t.Errorf("%s: plans of %d kB were made of %d kB", v.Mode, held>>10, begun>>10)
		}
		if used > held/10 {
			t.Errorf("%s: plans of %d kB took another %d kB in their use", v.Mode, held>>10,
				used>>10)
		}
		t.Logf("%s: plans of %d kB: %d kB, then %d kB", v.Mode, held>>10, begun>>10, used>>10)
	}
}

func allocatedBy(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func withRaceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
