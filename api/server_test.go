package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/labstack/echo/v4"

	"box2el-owl/api/contract"
	"box2el-owl/embed"
	"box2el-owl/jobs"
)

// harness is a server on its own port with a client that has the token. Every response is checked
// against the contract.
type harness struct {
	*Server // nil if it is another process
	t       testing.TB
	url     string
	token   string
	dir     string
	client  *http.Client
	log     *syncBuffer
	end     func() error // ends Serve
}

// syncBuffer is a log that may be read while it is written.
type syncBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func start(t testing.TB, opts Options) *harness {
	t.Helper()
	if opts.Store == "" {
		opts.Store = filepath.Join(t.TempDir(), "store.db")
	}
	h := &harness{t: t, dir: filepath.Dir(opts.Store), log: new(syncBuffer)}
	opts.Version = "test"
	opts.Log = slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var err error
	if h.Server, err = New(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	ready := make(chan struct{})
	go func() {
		served <- h.Serve(ctx, func() error { close(ready); return nil })
	}()
	<-ready
	h.url, h.token = h.URL(), h.Server.token
	h.end = sync.OnceValue(func() error {
		cancel()
		return errors.Join(<-served, h.Close())
	})
	t.Cleanup(func() {
		if err := h.end(); err != nil {
			t.Errorf("ending the server: %v", err)
		}
	})
	h.connect()
	return h
}

// connect creates the client.
func (h *harness) connect() {
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	h.t.Cleanup(transport.CloseIdleConnections)
	h.client = &http.Client{
		Transport: &witness{t: h.t, next: transport, router: contractRouter(h.t, h.url)},
		CheckRedirect: func(*http.Request,
			[]*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}

func contractRouter(t testing.TB, url string) routers.Router {
	t.Helper()
	spec, err := contract.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	spec.Servers = openapi3.Servers{{URL: url + basePath}}
	router, err := legacy.NewRouter(spec)
	if err != nil {
		t.Fatal(err)
	}
	return router
}

// witness checks every response of the API against the contract.
type witness struct {
	t      testing.TB
	next   http.RoundTripper
	router routers.Router
	seen   sync.Map // operations answered with success
}

func (w *witness) RoundTrip(r *http.Request) (*http.Response, error) {
	asked := r.Clone(r.Context())
	got, err := w.next.RoundTrip(r)
	link := strings.HasPrefix(r.Header.Get("Accept"), "text/html") // followed by a person
	if err != nil || link || !strings.HasPrefix(r.URL.Path, basePath+"/") {
		return got, err
	}
	if got.Header.Get("X-Request-Id") == "" {
		w.t.Errorf("%s %s: an answer without an id", r.Method, r.URL.Path)
	}
	kind := got.Header.Get("Content-Type")
	if got.StatusCode >= 400 && kind != "application/problem+json" {
		w.t.Errorf("%s %s: %d with Content-Type %q", r.Method, r.URL.Path, got.StatusCode, kind)
	}
	if asked.Method == http.MethodHead || asked.Method == http.MethodOptions ||
		kind == "text/event-stream" {
		return got, nil
	}
	route, params, err := w.router.FindRoute(asked)
	if err != nil {
		if got.StatusCode != http.StatusNotFound && got.StatusCode != http.StatusMethodNotAllowed &&
			got.StatusCode/100 != 4 {
			w.t.Errorf("%s %s is not in the contract, and is answered with %d", r.Method, r.URL,
				got.StatusCode)
		}
		return got, nil
	}
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return nil, err
	}
	got.Body.Close()
	got.Body = io.NopCloser(bytes.NewReader(body))
	err = openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: asked,
			PathParams: params, Route: route},
		Status: got.StatusCode, Header: got.Header, Body: io.NopCloser(bytes.NewReader(body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true,
			ExcludeResponseBody: kind != "application/json" && kind != "application/problem+json"},
	})
	if err != nil {
		w.t.Errorf("%s %s: the answer is not as the contract has it: %v\n%s", r.Method, r.URL,
			err, body)
	}
	if got.StatusCode < 400 {
		w.seen.Store(route.Operation.OperationID, true)
	}
	return got, nil
}

// request returns a request with the token. path is relative to basePath. A body that is neither a
// string nor a reader is sent as JSON.
func (h *harness) request(method, path string, body any) *http.Request {
	h.t.Helper()
	var from io.Reader
	kind := ""
	switch b := body.(type) {
	case nil:
	case string:
		from, kind = strings.NewReader(b), "application/json"
	case io.Reader:
		from = b
	default:
		text, err := json.Marshal(b)
		if err != nil {
			h.t.Fatal(err)
		}
		from, kind = bytes.NewReader(text), "application/json"
	}
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.url+basePath+path, from)
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+h.token)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	return r
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (h *harness) do(r *http.Request) answer {
	h.t.Helper()
	got, err := h.client.Do(r)
	if err != nil {
		h.t.Fatalf("%s %s: %v", r.Method, r.URL, err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		h.t.Fatalf("%s %s: %v", r.Method, r.URL, err)
	}
	return answer{got.StatusCode, got.Header, body}
}

// ask sends a request, checks the status, and decodes the response.
func (h *harness) ask(method, path string, body any, status int, into any) answer {
	h.t.Helper()
	got := h.do(h.request(method, path, body))
	if got.status != status {
		h.t.Fatalf("%s %s: %d, want %d\n%s", method, path, got.status, status, got.body)
	}
	if into != nil {
		if err := json.Unmarshal(got.body, into); err != nil {
			h.t.Fatalf("%s %s: %v\n%s", method, path, err, got.body)
		}
	}
	return got
}

// problem returns the type of a problem without its prefix.
func (a answer) problem(t testing.TB) (name string, p contract.Problem) {
	t.Helper()
	if err := json.Unmarshal(a.body, &p); err != nil {
		t.Fatalf("%d is no problem: %s", a.status, a.body)
	}
	if p.Status != a.status {
		t.Errorf("the status is %d, in the body %d", a.status, p.Status)
	}
	return strings.TrimPrefix(p.Type, problemPrefix), p
}

// refused checks that the response is a problem of a type.
func (h *harness) refused(r *http.Request, status int, name string) answer {
	h.t.Helper()
	got := h.do(r)
	if found, _ := got.problem(h.t); got.status != status || found != name {
		h.t.Errorf("%s %s: %d %s, want %d %s\n%s", r.Method, r.URL, got.status, found, status, name,
			got.body)
	}
	return got
}

// heart is a small ontology.
const heart = `Prefix(:=<http://example.org/heart#>)
Ontology(<http://example.org/heart>
Declaration(Class(:Heart)) Declaration(Class(:Organ)) Declaration(Class(:Endocardium))
Declaration(Class(:Tissue)) Declaration(ObjectProperty(:partOf))
AnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#label> :Heart "heart"@en)
SubClassOf(:Heart :Organ)
SubClassOf(:Endocardium :Tissue)
SubClassOf(:Endocardium ObjectSomeValuesFrom(:partOf :Heart))
DisjointClasses(:Organ :Tissue)
)`

// open creates an ontology with a document.
func (h *harness) open(document string) contract.Ontology {
	h.t.Helper()
	var o contract.Ontology
	h.ask("POST", "/ontologies", contract.NewOntology{}, 201, &o)
	if document != "" {
		h.ask("PUT", "/ontologies/"+o.ID, strings.NewReader(document), 200, &o)
	}
	return o
}

// classified creates a classified ontology.
func (h *harness) classified(document string) contract.Ontology {
	h.t.Helper()
	o := h.open(document)
	var job contract.Job
	h.ask("POST", "/ontologies/"+o.ID+"/classify", nil, 202, &job)
	if job = h.awaitJob(job.ID); job.State != jobs.Done {
		h.t.Fatalf("classification: %+v", job)
	}
	h.ask("GET", "/ontologies/"+o.ID, nil, 200, &o)
	return o
}

func (h *harness) awaitJob(id string) (job contract.Job) {
	h.t.Helper()
	for deadline := time.Now().Add(10 * time.Minute); time.Now().Before(deadline); time.Sleep(
		5 * time.Millisecond) {
		h.ask("GET", "/jobs/"+id, nil, 200, &job)
		switch job.State {
		case jobs.Done, jobs.Failed, jobs.Cancelled:
			return job
		}
	}
	h.t.Fatalf("job %s does not end: %+v", id, job)
	return job
}

func TestServer(t *testing.T) {
	h := start(t, Options{})
	var health contract.Health
	h.ask("GET", "/health", nil, 200, &health)
	if health.Status != contract.Ok || health.Version != "test" {
		t.Errorf("health %+v", health)
	}
	var can contract.Capabilities
	h.ask("GET", "/capabilities", nil, 200, &can)
	if len(can.Models) != len(embed.Architectures()) || can.Limits.EditAxioms != maxAxioms {
		t.Errorf("capabilities %+v", can)
	}
	o := h.classified(heart)
	if o.Reasoner.State != "ready" || *o.Reasoner.Classes < 4 {
		t.Errorf("classified: %+v", o.Reasoner)
	}
	var page contract.OntologyPage
	h.ask("GET", "/ontologies", nil, 200, &page)
	if len(page.Items) != 1 || page.Items[0].ID != o.ID {
		t.Errorf("ontologies %+v", page)
	}
	metrics := string(h.ask("GET", "/metrics", nil, 200, nil).body)
	for _, want := range []string{
		"go_goroutines ", "go_gc_duration_seconds_count ", "go_memstats_next_gc_bytes ",
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("metrics lack %s in\n%s", want, metrics)
		}
	}
	h.ask("DELETE", "/ontologies/"+o.ID, nil, 204, nil)
	h.refused(h.request("GET", "/ontologies/"+o.ID, nil), 404, "unknown-ontology")
}

// TestSync does as an editor: it sends the whole document, then edits. An edit of another revision
// is refused.
func TestSync(t *testing.T) {
	h := start(t, Options{})
	o := h.classified(heart)
	const axiom = "SubClassOf(<http://example.org/heart#Tissue> <http://example.org/heart#Organ>)"
	var edited contract.Ontology
	h.ask("PATCH", "/ontologies/"+o.ID,
		contract.Edit{BaseRevision: o.Revision, Add: &[]string{axiom}}, 200, &edited)
	if edited.Revision <= o.Revision || edited.Axioms != o.Axioms+1 ||
		edited.LogicalAxioms != o.LogicalAxioms+1 || *edited.Reasoner.Unsatisfiable != 2 {
		t.Errorf("edited: %+v", edited)
	}
	got := h.refused(h.request("PATCH", "/ontologies/"+o.ID,
		contract.Edit{BaseRevision: o.Revision, Add: &[]string{axiom}}), 409, "other-base")
	if _, p := got.problem(t); p.Revision == nil || *p.Revision != edited.Revision {
		t.Errorf("the problem has the revision %v", p.Revision)
	}
	h.ask("PATCH", "/ontologies/"+o.ID,
		contract.Edit{BaseRevision: edited.Revision, Remove: &[]string{axiom}}, 200, &edited)
	if edited.Axioms != o.Axioms || edited.LogicalAxioms != o.LogicalAxioms ||
		*edited.Reasoner.Unsatisfiable != 0 {
		t.Errorf("undone: %+v, before %+v", edited, o)
	}
	got = h.refused(h.request("PATCH", "/ontologies/"+o.ID,
		contract.Edit{BaseRevision: o.Revision, Add: &[]string{axiom, "SubClassOf(<a>"}}),
		422, "bad-axiom")
	if _, p := got.problem(t); p.Field == nil || *p.Field != "/add/1" {
		t.Errorf("the fault is said to be in %v", p.Field)
	}
	got = h.refused(h.request("PUT", "/ontologies/"+o.ID,
		strings.NewReader("Ontology(\n  SubClassOf(<urn:a>")), 422, "bad-document")
	if _, p := got.problem(t); p.Line == nil || *p.Line != 2 {
		t.Errorf("the fault is said to be in line %v: %s", p.Line, got.body)
	}
	for _, damaged := range []string{"\x1f\x8b\x08", "\x1f\x8b\x00\x00\x00\x00\x00\x00\x00\x00"} {
		h.refused(h.request("PUT", "/ontologies/"+o.ID, strings.NewReader(damaged)), 422,
			"bad-document")
	}
	var same contract.Ontology
	h.ask("GET", "/ontologies/"+o.ID, nil, 200, &same)
	if same.Revision != edited.Revision || same.Axioms != o.Axioms {
		t.Error("what was refused has changed something")
	}
}

func TestGzip(t *testing.T) {
	h := start(t, Options{})
	o := h.open("")
	r := h.request("PUT", "/ontologies/"+o.ID, zipped(t, []byte(heart)))
	r.Header.Set("Content-Encoding", "gzip")
	r.Header.Set("Content-Type", "text/owl-functional")
	if got := h.do(r); got.status != 200 {
		t.Errorf("%d: %s", got.status, got.body)
	}
	// a gzip file without Content-Encoding
	got := h.do(h.request("PUT", "/ontologies/"+o.ID, zipped(t, []byte(heart))))
	if got.status != 200 {
		t.Errorf("%d: %s", got.status, got.body)
	}
	r = h.request("POST", "/ontologies", zipped(t, []byte(`{"name":"zipped"}`)))
	r.Header.Set("Content-Encoding", "gzip")
	r.Header.Set("Content-Type", "application/json")
	if got := h.do(r); got.status != 201 || !bytes.Contains(got.body, []byte("zipped")) {
		t.Errorf("%d: %s", got.status, got.body)
	}
	// a long one and a short one
	for path, want := range map[string]string{"/openapi.yaml": "gzip", "/health": ""} {
		r := h.request("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		if got := h.do(r); got.header.Get("Content-Encoding") != want {
			t.Errorf("%s is answered with Content-Encoding %q, want %q",
				path, got.header.Get("Content-Encoding"), want)
		}
	}
}

// TestLargeBodies: large bodies and responses are buffered in files, which are deleted afterwards.
func TestLargeBodies(t *testing.T) {
	h := start(t, Options{})
	o := h.open("")
	var document strings.Builder
	document.WriteString("Ontology(<urn:o>\n")
	for document.Len() < 3*maxInMemory {
		document.WriteString("Declaration(Class(<http://example.org/a-class-with-a-long-name/" + strings.Repeat("x", document.Len()%100) + ">))\n")
	}
	document.WriteString(")")
	got := h.do(h.request("PUT", "/ontologies/"+o.ID, strings.NewReader(document.String())))
	if got.status != 200 {
		t.Errorf("%d: %s", got.status, got.body)
	}
	if memory, disk := h.bodiesInMemory.used.Load(), h.bodiesOnDisk.used.Load(); memory != 0 ||
		disk != 0 {
		t.Errorf("%d and %d bytes are taken of the budgets", memory, disk)
	}
	if left, _ := filepath.Glob(filepath.Join(h.dir, ".body-*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

func TestHeadAndOptions(t *testing.T) {
	h := start(t, Options{})
	if got := h.do(h.request("HEAD", "/ontologies", nil)); got.status != 200 || len(got.body) != 0 {
		t.Errorf("HEAD: %d, %q", got.status, got.body)
	}
	got := h.do(h.request("OPTIONS", "/ontologies", nil))
	if allow := got.header.Get("Allow"); got.status != 204 || !strings.Contains(allow, "POST") ||
		got.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("OPTIONS: %d, Allow %q", got.status, allow)
	}
	got = h.refused(h.request("DELETE", "/ontologies", nil), 405, "no-such-method")
	if allow := got.header.Get("Allow"); !strings.Contains(allow, "GET") ||
		!strings.Contains(allow, "POST") {
		t.Errorf("Allow %q", allow)
	}
	h.refused(h.request("GET", "/nothing", nil), 404, "no-such-path")
}

// TestEnd: Find does not find a stopped server.
func TestEnd(t *testing.T) {
	h := start(t, Options{})
	if err := h.end(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(h.dir, handshakeFile)); !os.IsNotExist(err) {
		t.Errorf("the handshake file is still there: %v", err)
	}
}

// TestErrorsSayNothing: details of internal errors are in the log, not in the response.
func TestErrorsSayNothing(t *testing.T) {
	h := start(t, Options{})
	h.store.Close()
	got := h.refused(h.request("POST", "/ontologies", map[string]any{}), 500, "about:blank")
	_, p := got.problem(t)
	if strings.Contains(string(got.body), "sql") || strings.Contains(string(got.body), h.dir) {
		t.Errorf("the answer tells %s", got.body)
	}
	if text := h.log.String(); !strings.Contains(text, "request failed") ||
		!strings.Contains(text, *p.Instance) {
		t.Errorf("the log has nothing of request %s:\n%s", *p.Instance, text)
	}
}

// TestPanics: a panic of a handler is a response 500, and the server keeps running.
func TestPanics(t *testing.T) {
	h := start(t, Options{})
	handler := h.observe(func(echo.Context) error { panic("on purpose") })
	recorder := httptest.NewRecorder()
	err := handler(echo.New().NewContext(httptest.NewRequest("GET", "/x", nil), recorder))
	if err != nil || recorder.Code != 500 || strings.Contains(recorder.Body.String(), "purpose") {
		t.Errorf("%d %s, %v", recorder.Code, recorder.Body, err)
	}
	if !strings.Contains(h.log.String(), "on purpose") {
		t.Error("the log has nothing of it")
	}
}
