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

// metrics are the counts of a server.
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
			Help: "Requests answered, by operation of the contract and status.",
		}, []string{"operation", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "box2el_http_request_seconds",
			Help:    "Time from a request's header to the end of its answer, by operation; streams of events are left out.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"operation"}),
		current: prometheus.NewGauge(prometheus.GaugeOpts{Name: "box2el_http_requests",
			Help: "Requests being answered, streams of events included."}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{Name: "box2el_http_streams",
			Help: "Streams of events that are open."}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.current, m.streams, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), stateCollector{s})
	return m
}

// stateCollector tells how the server stands when it is asked.
type stateCollector struct{ server *Server }

var (
	jobsDesc = prometheus.NewDesc("box2el_jobs", "Jobs that have not ended.",
		[]string{"kind", "state"}, nil)
	axiomsDesc = prometheus.NewDesc("box2el_ontology_axioms", "Axioms of an ontology.",
		[]string{"ontology"}, nil)
	classesDesc = prometheus.NewDesc("box2el_ontology_classes",
		"Classes of an ontology that is classified.", []string{"ontology"}, nil)
	ontologiesDesc = prometheus.NewDesc("box2el_ontologies", "Ontologies that clients keep open.",
		nil, nil)
)

// Describe is for prometheus.Collector.
func (stateCollector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobsDesc, axiomsDesc, classesDesc, ontologiesDesc} {
		to <- d
	}
}

// Collect is for prometheus.Collector.
func (c stateCollector) Collect(to chan<- prometheus.Metric) {
	queued, running := c.server.queue.Count()
	for state, counts := range map[string]map[string]int{"queued": queued, "running": running} {
		for kind, n := range counts {
			to <- prometheus.MustNewConstMetric(jobsDesc, prometheus.GaugeValue, float64(n),
				kind, state)
		}
	}
	all := c.server.workspace.Ontologies()
	to <- prometheus.MustNewConstMetric(ontologiesDesc, prometheus.GaugeValue, float64(len(all)))
	for _, o := range all {
		status := o.Status()
		to <- prometheus.MustNewConstMetric(axiomsDesc, prometheus.GaugeValue,
			float64(status.Axioms), status.ID)
		if n := status.Reasoner.Classes; n > 0 {
			to <- prometheus.MustNewConstMetric(classesDesc, prometheus.GaugeValue, float64(n),
				status.ID)
		}
	}
}

// count is told of a request that has been answered.
func (m *metrics) count(operation string, status int, seconds float64) {
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Inc()
	if operation != "followJob" && operation != "followOntology" {
		m.seconds.WithLabelValues(operation).Observe(seconds)
	}
}

// GetMetrics writes the metrics in the text format of Prometheus.
func (s *Server) GetMetrics(context.Context,
	contract.GetMetricsRequestObject) (contract.GetMetricsResponseObject, error) {
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
