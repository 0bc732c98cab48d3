package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"box2el-owl/api/contract"
	"box2el-owl/internal/outside"
	"box2el-owl/jobs"
)

var (
	benchModels = flag.String("models", "",
		"folder where benchmarks keep the models that they train")
	benchSteps = flag.Int("steps", 300, "steps of these trainings")
)

// durations are the durations of single requests.
type durations struct {
	mu  sync.Mutex
	all []time.Duration
}

func (d *durations) time(f func()) {
	start := time.Now()
	f()
	took := time.Since(start)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, took)
}

func (d *durations) report(b *testing.B) {
	slices.Sort(d.all)
	for _, p := range []int{50, 90, 99, 100} {
		b.ReportMetric(float64(d.all[(len(d.all)-1)*p/100].Microseconds())/1000,
			fmt.Sprintf("p%d-ms", p))
	}
}

// plain disables the check of responses against the contract and their compression. The panel does
// not request compression either, because it is on the same machine.
func (h *harness) plain() {
	h.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100,
		DisableCompression: true}}
	h.t.Cleanup(h.client.CloseIdleConnections)
}

// medium starts a server with obo-medium, classified and with suggestions ready.
func medium(b *testing.B) (*harness, contract.Ontology, []string) {
	b.Helper()
	path := outside.Data(b, "ontologies", "obo-medium.ofn.gz")
	models := *benchModels
	if models == "" {
		models = b.TempDir()
	}
	h := start(b, Options{Models: models})
	h.plain()
	file, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	var o contract.Ontology
	h.ask("POST", "/ontologies", `{"name":"obo-medium"}`, 201, &o)
	began := time.Now()
	h.ask("PUT", "/ontologies/"+o.ID, io.Reader(file), 200, &o)
	put := time.Since(began)
	var job contract.Job
	h.ask("POST", "/ontologies/"+o.ID+"/trainings", fmt.Sprintf(`{"steps":%d}`, *benchSteps),
		202, &job)
	if job = h.awaitJob(job.ID); job.State != jobs.Done {
		b.Fatalf("training: %+v", job)
	}
	b.Logf("read in %v, classified and ready %v later", put.Round(time.Millisecond),
		job.Finished.Sub(job.Started).Round(time.Millisecond))
	var classes []string
	for cursor := ""; ; {
		var page contract.ClassPage
		h.ask("GET", "/ontologies/"+o.ID+"/classes?limit=1000&cursor="+url.QueryEscape(cursor), nil,
			200, &page)
		for _, c := range page.Items {
			if !c.Deprecated {
				classes = append(classes, c.IRI.String())
			}
		}
		if page.Next == "" {
			return h, o, classes
		}
		cursor = page.Next
	}
}

// BenchmarkMedium measures the latencies of requests over sockets, including the client.
func BenchmarkMedium(b *testing.B) {
	h, o, classes := medium(b)
	path := "/ontologies/" + o.ID
	suggestions := func(random *rand.Rand, among int) {
		got := h.do(h.request("POST", path+"/suggestions:query",
			contract.SuggestionQuery{Subject: classes[random.IntN(among)]}))
		if got.status != 200 {
			b.Errorf("%d %s", got.status, got.body)
		}
	}
	b.Run("suggestions/one client", func(b *testing.B) {
		random := rand.New(rand.NewPCG(1, 1))
		var d durations
		for b.Loop() {
			d.time(func() { suggestions(random, len(classes)) })
		}
		d.report(b)
	})
	crowd := func(b *testing.B, among int) {
		var d durations
		var group sync.WaitGroup
		began := time.Now()
		for client := range 50 {
			group.Go(func() {
				random := rand.New(rand.NewPCG(2, uint64(client)))
				for range b.N {
					d.time(func() { suggestions(random, among) })
				}
			})
		}
		group.Wait()
		b.ReportMetric(float64(len(d.all))/time.Since(began).Seconds(), "requests/s")
		d.report(b)
	}
	b.Run("suggestions/50 clients", func(b *testing.B) { crowd(b, len(classes)) })
	// input of each operation
	b.Run("suggestions/50 clients among 200 classes", func(b *testing.B) { crowd(b, 200) })
	b.Run("edit", func(b *testing.B) {
		random := rand.New(rand.NewPCG(3, 1))
		h.ask("GET", path, nil, 200, &o)
		var d durations
		for i := 0; b.Loop(); i++ {
			axiom := []string{fmt.Sprintf("SubClassOf(<%s> <%s>)",
				classes[random.IntN(len(classes))], classes[random.IntN(len(classes))])}
			for _, e := range []contract.Edit{{Add: &axiom},
				{Remove: &axiom}} {
				e.BaseRevision = o.Revision
				d.time(func() { h.ask("PATCH", path, e, 200, &o) })
			}
		}
		d.report(b)
	})
	b.Run("search", func(b *testing.B) {
		random := rand.New(rand.NewPCG(4, 1))
		words := []string{"cell", "neuron", "heart", "left ven", "UBERON:0000948", "meta"}
		var d durations
		for b.Loop() {
			d.time(func() {
				h.ask("GET", path+"/classes?limit=20&q="+
					url.QueryEscape(words[random.IntN(len(words))]), nil, 200, nil)
			})
		}
		d.report(b)
	})
	b.Run("cancel/classification",
		func(b *testing.B) { h.benchCancel(b, path+"/classify", nil, 300*time.Millisecond) })
	b.Run("cancel/training", func(b *testing.B) {
		h.benchCancel(b, path+"/trainings", `{"retrain":true,"steps":100000}`, 4*time.Second)
	})
}

// benchCancel cancels a job some time after its start.
func (h *harness) benchCancel(b *testing.B, path string, body any, after time.Duration) {
	var d durations
	for b.Loop() {
		var job contract.Job
		h.ask("POST", path, body, 202, &job)
		time.Sleep(time.Duration(float64(after) * rand.Float64()))
		d.time(func() { h.ask("DELETE", "/jobs/"+job.ID, nil, 200, &job) })
		if job.State != jobs.Cancelled && job.State != jobs.Done {
			b.Errorf("cancelled: %s", job.State)
		}
	}
	d.report(b)
}

// BenchmarkIdleClients measures the latency of one client while the server has 1,000 idle streams
// of events and 200 clients that send slowly.
func BenchmarkIdleClients(b *testing.B) {
	h := start(b, Options{})
	h.plain()
	o := h.classified(heart)
	last := h.waiting(b, o.ID).ID
	memory := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc+m.StackInuse) / mB
	}
	rest := memory()
	dial := func(format string, args ...any) net.Conn {
		c, err := net.Dial("tcp", h.listener.Addr().String())
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { c.Close() })
		fmt.Fprintf(c, format, args...)
		return c
	}
	for range 1000 {
		c := dial("GET %s/jobs/%s/events HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n",
			basePath, last, h.listener.Addr(), h.token)
		got, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || got.StatusCode != 200 {
			b.Fatalf("%v, %v", got, err)
		}
	}
	b.ReportMetric(memory()-rest, "MB-streams")
	for range 200 {
		dial(
			"POST %s/ontologies HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{\"name\":", basePath, h.listener.Addr(), h.token)
	}
	var d durations
	for b.Loop() {
		d.time(func() { h.ask("GET", "/ontologies/"+o.ID+"/classes", nil, 200, nil) })
	}
	d.report(b)
	b.ReportMetric(memory()-rest, "MB")
}

// BenchmarkAdmission measures the check of a request against the contract.
func BenchmarkAdmission(b *testing.B) {
	h := start(b, Options{})
	text, _ := json.Marshal(contract.SuggestionQuery{Subject: "http://purl.obolibrary.org/obo/UBERON_0000948", Properties: &[]string{"http://purl.obolibrary.org/obo/BFO_0000050"}})
	for b.Loop() {
		value, err := readJSON(bytes.NewReader(text))
		if err == nil {
			err = h.operations["suggest"].checkBody(value)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStart measures the time from start to the first response of a server with an empty
// store.
func BenchmarkStart(b *testing.B) {
	var d durations
	for b.Loop() {
		dir, err := os.MkdirTemp(b.TempDir(), "")
		if err != nil {
			b.Fatal(err)
		}
		d.time(func() {
			s, err := New(b.Context(), Options{Store: filepath.Join(dir, "store.db")})
			if err != nil {
				b.Fatal(err)
			}
			s.Close()
		})
	}
	d.report(b)
}
