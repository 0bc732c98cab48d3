package api

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"box2el-owl/api/contract"
)

// buckets are the upper bounds of the histogram of response times, in seconds.
var buckets = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// metrics are the counters of a server.
type metrics struct {
	current, streams atomic.Int64

	mu       sync.Mutex
	requests map[string]int // by labels
	seconds  map[string]*histogram
}

// histogram counts times by bucket. The last count is of those above all bounds.
type histogram struct {
	counts [len(buckets) + 1]int
	sum    float64
}

func newMetrics() *metrics {
	return &metrics{requests: make(map[string]int), seconds: make(map[string]*histogram)}
}

// count counts a completed request.
func (m *metrics) count(operation string, status int, seconds float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[fmt.Sprintf("{operation=%q,status=\"%d\"}", operation, status)]++
	if operation == "followJob" || operation == "followOntology" {
		return
	}
	h := m.seconds[operation]
	if h == nil {
		h = new(histogram)
		m.seconds[operation] = h
	}
	bucket, _ := slices.BinarySearch(buckets[:], seconds)
	h.counts[bucket]++
	h.sum += seconds
}

// exposition is a text in the format of Prometheus.
type exposition struct{ strings.Builder }

// family writes the name, type and help text of a metric and its values by labels.
func (e *exposition) family(name, kind, help string, values map[string]int) {
	fmt.Fprintf(e, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
	for _, labels := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(e, "%s%s %d\n", name, labels, values[labels])
	}
}

// gauge writes a metric with a single value.
func (e *exposition) gauge(name, help string, value int64) {
	e.family(name, "gauge", help, map[string]int{"": int(value)})
}

// write writes the counters of requests.
func (m *metrics) write(e *exposition) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e.family("box2el_http_requests_total", "counter",
		"Completed requests, by operation of the contract and status.", m.requests)
	const name = "box2el_http_request_seconds"
	e.family(name, "histogram", "Time from the header of a request to the end of its response, "+
		"by operation, without streams of events.", nil)
	for _, operation := range slices.Sorted(maps.Keys(m.seconds)) {
		h, n := m.seconds[operation], 0
		for i, bound := range buckets {
			n += h.counts[i]
			fmt.Fprintf(e, "%s_bucket{operation=%q,le=\"%g\"} %d\n", name, operation, bound, n)
		}
		n += h.counts[len(buckets)]
		fmt.Fprintf(e, "%s_bucket{operation=%q,le=\"+Inf\"} %d\n", name, operation, n)
		fmt.Fprintf(e, "%s_sum{operation=%q} %g\n", name, operation, h.sum)
		fmt.Fprintf(e, "%s_count{operation=%q} %d\n", name, operation, n)
	}
	e.gauge("box2el_http_requests", "Current requests, including streams of events.",
		m.current.Load())
	e.gauge("box2el_http_streams", "Open streams of events.", m.streams.Load())
}

// GetMetrics returns the metrics in the text format of Prometheus.
func (s *Server) GetMetrics(
	context.Context, contract.GetMetricsRequestObject,
) (contract.GetMetricsResponseObject, error) {
	var e exposition
	s.metrics.write(&e)
	queued, running := s.queue.Count()
	jobs := make(map[string]int)
	for state, counts := range map[string]map[string]int{"queued": queued, "running": running} {
		for kind, n := range counts {
			jobs[fmt.Sprintf("{kind=%q,state=%q}", kind, state)] = n
		}
	}
	e.family("box2el_jobs", "gauge", "Queued and running jobs.", jobs)
	all := s.workspace.Ontologies()
	axioms, classes := make(map[string]int), make(map[string]int)
	for _, o := range all {
		status := o.Status()
		label := fmt.Sprintf("{ontology=%q}", status.ID)
		axioms[label] = status.Axioms
		if n := status.Reasoner.Classes; n > 0 {
			classes[label] = n
		}
	}
	e.gauge("box2el_ontologies", "Open ontologies.", int64(len(all)))
	e.family("box2el_ontology_axioms", "gauge", "Axioms of an ontology.", axioms)
	e.family("box2el_ontology_classes", "gauge", "Classes of a classified ontology.", classes)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	e.gauge("go_goroutines", "Current goroutines.", int64(runtime.NumGoroutine()))
	e.gauge("go_memstats_heap_alloc_bytes", "Bytes of the heap in use.", int64(memory.HeapAlloc))
	e.gauge("go_memstats_next_gc_bytes", "Bytes of the heap at which garbage is collected next.",
		int64(memory.NextGC))
	fmt.Fprintf(&e, "# HELP go_gc_duration_seconds Pauses of garbage collections.\n"+
		"# TYPE go_gc_duration_seconds summary\ngo_gc_duration_seconds_sum %g\n"+
		"go_gc_duration_seconds_count %d\n", float64(memory.PauseTotalNs)/1e9, memory.NumGC)
	e.gauge("go_memstats_sys_bytes", "Bytes obtained from the system.", int64(memory.Sys))
	return contract.GetMetrics200TextResponse(e.String()), nil
}
