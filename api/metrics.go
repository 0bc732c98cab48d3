package api

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"box2el-owl/api/contract"
)

// GetMetrics returns the memory and the garbage collections of the process in the text format of
// Prometheus.
func (s *Server) GetMetrics(
	context.Context, contract.GetMetricsRequestObject,
) (contract.GetMetricsResponseObject, error) {
	var text strings.Builder
	gauge := func(name, help string, value uint64) {
		fmt.Fprintf(&text, "# HELP %[1]s %[2]s\n# TYPE %[1]s gauge\n%[1]s %[3]d\n", name, help,
			value)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	gauge("go_goroutines", "Current goroutines.", uint64(runtime.NumGoroutine()))
	gauge("go_memstats_heap_alloc_bytes", "Bytes of the heap in use.", memory.HeapAlloc)
	gauge("go_memstats_next_gc_bytes", "Bytes of the heap at which garbage is collected next.",
		memory.NextGC)
	gauge("go_memstats_sys_bytes", "Bytes obtained from the system.", memory.Sys)
	fmt.Fprintf(&text, "# HELP go_gc_duration_seconds Pauses of garbage collections.\n"+
		"# TYPE go_gc_duration_seconds summary\ngo_gc_duration_seconds_sum %g\n"+
		"go_gc_duration_seconds_count %d\n", float64(memory.PauseTotalNs)/1e9, memory.NumGC)
	return contract.GetMetrics200TextResponse(text.String()), nil
}
