package api

import (
	"bytes"
	"context"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"

	"box2el-owl/api/contract"
)

// metrics are the Prometheus metrics of a server.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	current  prometheus.Gauge
	streams  prometheus.Gauge
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "box2el_http_requests_total",
			Help: "Completed requests, by operation of the contract and status.",
		}, []string{"operation", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "box2el_http_request_seconds",
			Help: "Time from the header of a request to the end of its response, by operation, " +
				"without streams of events.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"operation"}),
		current: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "box2el_http_requests", Help: "Current requests, including streams of events.",
		}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "box2el_http_streams", Help: "Open streams of events.",
		}),
	}
	m.registry.MustRegister(
		m.requests, m.seconds, m.current, m.streams, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), stateCollector{s},
	)
	return m
}

// stateCollector collects the current state of the server.
type stateCollector struct{ server *Server }

var (
	jobsDesc = prometheus.NewDesc("box2el_jobs", "Queued and running jobs.",
		[]string{"kind", "state"}, nil)
	axiomsDesc = prometheus.NewDesc("box2el_ontology_axioms",
		"Axioms of an ontology.", []string{"ontology"}, nil)
	classesDesc = prometheus.NewDesc("box2el_ontology_classes",
		"Classes of a classified ontology.", []string{"ontology"}, nil)
	ontologiesDesc = prometheus.NewDesc("box2el_ontologies", "Open ontologies.",
		nil, nil)
)

// Describe implements prometheus.Collector.
func (stateCollector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobsDesc, axiomsDesc, classesDesc, ontologiesDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (c stateCollector) Collect(to chan<- prometheus.Metric) {
	queued, running := c.server.queue.Count()
	gauge := func(desc *prometheus.Desc, n int, labels ...string) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(n), labels...)
	}
	for state, counts := range map[string]map[string]int{"queued": queued, "running": running} {
		for kind, n := range counts {
			gauge(jobsDesc, n, kind, state)
		}
	}
	all := c.server.workspace.Ontologies()
	gauge(ontologiesDesc, len(all))
	for _, o := range all {
		status := o.Status()
		gauge(axiomsDesc, status.Axioms, status.ID)
		if n := status.Reasoner.Classes; n > 0 {
			gauge(classesDesc, n, status.ID)
		}
	}
}

// count counts a completed request.
func (m *metrics) count(operation string, status int, seconds float64) {
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Inc()
	if operation != "followJob" && operation != "followOntology" {
		m.seconds.WithLabelValues(operation).Observe(seconds)
	}
}

// GetMetrics returns the metrics in the text format of Prometheus.
func (s *Server) GetMetrics(
	context.Context, contract.GetMetricsRequestObject,
) (contract.GetMetricsResponseObject, error) {
	families, err := s.metrics.registry.Gather()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	encoder := expfmt.NewEncoder(&text, expfmt.NewFormat(expfmt.TypeTextPlain))
	for _, f := range families {
		if err := encoder.Encode(f); err != nil {
			return nil, err
		}
	}
	return contract.GetMetrics200TextResponse(text.String()), nil
}
