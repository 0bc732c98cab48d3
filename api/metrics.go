package api

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"box2el-owl/api/contract"
)

// requestCounts counts completed requests by status. The zero value is ready to use.
type requestCounts struct {
	mu       sync.Mutex
	byStatus map[string]int
}

// add counts a request with a status.
func (c *requestCounts) add(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byStatus == nil {
		c.byStatus = make(map[string]int)
	}
	c.byStatus[fmt.Sprintf("{status=\"%d\"}", status)]++
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
func (e *exposition) gauge(name, help string, value int) {
	e.family(name, "gauge", help, map[string]int{"": value})
}

// GetMetrics returns numbers of requests, jobs and ontologies, and the memory of the process.
func (s *Server) GetMetrics(
	context.Context, contract.GetMetricsRequestObject,
) (contract.GetMetricsResponseObject, error) {
	var e exposition
	s.counts.mu.Lock()
	e.family("box2el_http_requests_total", "counter", "Completed requests, by status.",
		s.counts.byStatus)
	s.counts.mu.Unlock()
	queued, running := s.queue.Count()
	jobs := make(map[string]int)
	for state, counts := range map[string]map[string]int{"queued": queued, "running": running} {
		for kind, n := range counts {
			jobs[fmt.Sprintf("{kind=%q,state=%q}", kind, state)] = n
		}
	}
	e.family("box2el_jobs", "gauge", "Queued and running jobs.", jobs)
	all := s.workspace.Ontologies()
	axioms := make(map[string]int)
	for _, o := range all {
		status := o.Status()
		axioms[fmt.Sprintf("{ontology=%q}", status.ID)] = status.Axioms
	}
	e.gauge("box2el_ontologies", "Open ontologies.", len(all))
	e.family("box2el_ontology_axioms", "gauge", "Axioms of an ontology.", axioms)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	e.gauge("go_goroutines", "Current goroutines.", runtime.NumGoroutine())
	e.gauge("go_memstats_heap_alloc_bytes", "Bytes of the heap in use.", int(memory.HeapAlloc))
	e.gauge("go_memstats_next_gc_bytes", "Bytes of the heap at which garbage is collected next.",
		int(memory.NextGC))
	fmt.Fprintf(&e, "# HELP go_gc_duration_seconds Pauses of garbage collections.\n"+
		"# TYPE go_gc_duration_seconds summary\ngo_gc_duration_seconds_sum %g\n"+
		"go_gc_duration_seconds_count %d\n", float64(memory.PauseTotalNs)/1e9, memory.NumGC)
	e.gauge("go_memstats_sys_bytes", "Bytes obtained from the system.", int(memory.Sys))
	return contract.GetMetrics200TextResponse(e.String()), nil
}
