package api

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"box2el-owl/api/contract"
)

func zipped(t testing.TB, plain []byte) io.Reader {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(plain)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &packed
}

// zeros is an endless body.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// with sets a header of a request. Host is a field of the request.
func with(r *http.Request, name, value string) *http.Request {
	if name == "Host" {
		r.Host = value
		return r
	}
	r.Header.Set(name, value)
	return r
}

// TestSecurity has a subtest for each name in docs/security.md.
func TestSecurity(t *testing.T) {
	limits := Limits{
		DocumentSent: mB, DocumentBytes: 4 * mB, RequestBytes: 256 * kB,
		Stall: 300 * time.Millisecond, Pace: 64 * kB, Patience: 500 * time.Millisecond,
	}
	h := start(t, Options{Limits: limits})
	o := h.open(heart)
	bare := func(method, path string) *http.Request {
		r := h.request(method, path, nil)
		r.Header.Del("Authorization")
		return r
	}

	t.Run("no-token", func(t *testing.T) {
		if got := h.do(bare("GET", "/health")); got.status != 200 {
			t.Errorf("health: %d", got.status)
		}
		for id, path := range h.paths() {
			method, path, _ := strings.Cut(path, " ")
			if id != "getHealth" && id != "openSession" {
				h.refused(bare(method, path), 401, "no-token")
			}
		}
		h.refused(bare("GET", "/no-such-thing"), 401, "no-token")
		h.refused(bare("OPTIONS", "/ontologies"), 401, "no-token")
	})
	t.Run("wrong-token", func(t *testing.T) {
		for _, value := range []string{"Bearer wrong", "Bearer ", "Bearer", "Basic " + h.token,
			h.token, "Bearer " + h.token + "x", "Bearer " + h.token[1:]} {
			h.refused(with(bare("GET", "/ontologies"), "Authorization", value), 401, "no-token")
		}
		h.refused(with(bare("GET", "/ontologies"), "Cookie", h.cookieName()+"=wrong"), 401,
			"no-token")
		h.refused(bare("GET", "/ontologies?token="+h.token), 401, "no-token")
	})
	t.Run("wrong-host", func(t *testing.T) {
		for _, host := range []string{"example.org", "example.org:" + h.hosts.port, "localhost",
			"localhost:1", "127.0.0.1.example.org:" + h.hosts.port, "192.168.0.1:" + h.hosts.port} {
			h.refused(with(h.request("GET", "/health", nil), "Host", host), 421, "other-host")
			h.refused(with(h.request("GET", "/ontologies", nil), "Host", host), 421, "other-host")
		}
		for _, host := range []string{"localhost:" + h.hosts.port, "LOCALHOST:" + h.hosts.port,
			"127.0.0.1:" + h.hosts.port, "[::1]:" + h.hosts.port} {
			got := h.do(with(h.request("GET", "/ontologies", nil), "Host", host))
			if got.status != 200 {
				t.Errorf("%s: %d", host, got.status)
			}
		}
	})
	t.Run("foreign-origin", func(t *testing.T) {
		for _, origin := range []string{"https://example.org", "null", "http://localhost", "http://localhost:1", "https://localhost:" + h.hosts.port, "http://localhost:" + h.hosts.port + ".example.org"} {
			h.refused(with(h.request("GET", "/ontologies", nil), "Origin", origin),
				403, "other-origin")
			got := h.refused(with(h.request("OPTIONS", "/ontologies", nil), "Origin", origin),
				403, "other-origin")
			for name := range got.header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("an answer to %s has %s", origin, name)
				}
			}
		}
		got := h.do(with(h.request("GET", "/ontologies", nil), "Origin", h.URL()))
		if got.status != 200 {
			t.Errorf("its own origin: %d", got.status)
		}
	})
	t.Run("ticket", func(t *testing.T) {
		var ticket contract.Ticket
		h.ask("POST", "/tickets", nil, 201, &ticket)
		path := strings.TrimPrefix(ticket.Url, h.URL()+basePath)
		if got := h.do(bare("HEAD", path)); got.status != 405 {
			t.Errorf("HEAD: %d", got.status)
		}
		got := h.do(bare("GET", path+"&to="+url.QueryEscape("#/o/x\r\nSet-Cookie: a=b")))
		if place := got.header.Get("Location"); got.status != 303 ||
			!strings.HasPrefix(place, "/#/o/x%0D%0A") {
			t.Errorf("%d, to %q", got.status, place)
		}
		cookies := got.header.Values("Set-Cookie")
		if len(cookies) != 1 || !strings.Contains(cookies[0], "HttpOnly") ||
			!strings.Contains(cookies[0], "SameSite=Strict") ||
			!strings.Contains(cookies[0], "Path=/") {
			t.Errorf("cookies %q", cookies)
		}
		h.refused(bare("GET", path), 401, "no-ticket") // used
		read := h.do(with(bare("GET", path), "Accept", "text/html,*/*;q=0.8"))
		if read.status != 401 || !strings.HasPrefix(read.header.Get("Content-Type"), "text/html") ||
			!strings.Contains(string(read.body), "already used or has expired") {
			t.Errorf("a browser is answered %d: %s", read.status, read.body)
		}
		h.refused(bare("GET", "/session?ticket=made-up"), 401, "no-ticket")
		h.ask("POST", "/tickets", nil, 201, &ticket)
		class := "/o/x/class/http%3A%2F%2Fexample.org%2F%23C"
		got = h.do(bare("GET", strings.TrimPrefix(ticket.Url, h.URL()+basePath)+
			"&to="+url.QueryEscape(class)))
		if place := got.header.Get("Location"); place != "/#"+class {
			t.Errorf("a class is led to %q", place)
		}
		if log := h.log.String(); strings.Contains(log, ticket.Ticket) ||
			strings.Contains(log, h.token) {
			t.Error("the log has a ticket or the token in it")
		}
	})
	t.Run("secrets", func(t *testing.T) {
		var s secrets
		late, session := s.give(time.Now().Add(-time.Second)), s.give(time.Time{})
		if s.has(late, true) || !s.has(session, false) || !s.has(session, true) ||
			s.has(session, false) {
			t.Error("a secret is good beyond its end, or not before")
		}
	})
	t.Run("cookie-without-header", func(t *testing.T) {
		browser := h.browser(t)
		page := func(method, path string, headers ...string) *http.Request {
			r := bare(method, path)
			for i := 0; i < len(headers); i += 2 {
				r.Header.Set(headers[i], headers[i+1])
			}
			for _, c := range browser {
				r.AddCookie(c)
			}
			return r
		}
		h.refused(page("POST", "/tickets"), 403, "not-the-page")
		h.refused(page("POST", "/tickets", "Sec-Fetch-Site", "same-origin"), 403, "not-the-page")
		h.refused(page("POST", "/tickets", pageHeader, pageValue, "Sec-Fetch-Site", "same-site"),
			403, "not-the-page")
		h.refused(page("POST", "/tickets", pageHeader, pageValue, "Sec-Fetch-Site", "cross-site"),
			403, "not-the-page")
		h.refused(page("POST", "/tickets", pageHeader, pageValue, "Origin", "https://example.org"), 403, "other-origin")
		h.refused(page("DELETE", "/ontologies/"+o.ID), 403, "not-the-page")
		h.refused(page("GET", "/ontologies", "Sec-Fetch-Site", "cross-site"), 403, "not-the-page")
		for _, r := range []*http.Request{
			page("GET", "/ontologies"), page("GET", "/ontologies", "Sec-Fetch-Site", "none"),
			page("POST", "/tickets", pageHeader, pageValue),
			page("POST", "/tickets", pageHeader, pageValue, "Sec-Fetch-Site", "same-origin",
				"Origin", h.URL()),
		} {
			if got := h.do(r); got.status/100 != 2 {
				t.Errorf("the page's own %s: %d %s", r.Method, got.status, got.body)
			}
		}
	})
	t.Run("headers", func(t *testing.T) {
		for _, r := range []*http.Request{bare("GET", "/health"), bare("GET", "/ontologies"),
			h.request("GET", "/ontologies", nil)} {
			header := h.do(r).header
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "Content-Security-Policy": contentPolicy,
			} {
				if got := header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		}
		got, err := http.Get(h.URL() + "/")
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		policy := got.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "script-src 'self'") ||
			!strings.Contains(policy, "frame-ancestors 'none'") ||
			strings.Contains(policy, "unsafe") {
			t.Errorf("the page's policy: %q", policy)
		}
	})
	t.Run("path-traversal", func(t *testing.T) {
		for _, path := range []string{"/../../etc/passwd", "/..%2f..%2fetc%2fpasswd",
			"/assets/../web.go", "/" + "%2e%2e/server.json", "//etc/passwd"} {
			r := h.request("GET", "", nil)
			r.URL.Opaque = "//" + r.URL.Host + path // not cleaned
			got, err := h.client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			got.Body.Close()
			if got.StatusCode < 300 {
				t.Errorf("%s: %d", path, got.StatusCode)
			}
		}
		for _, id := range []string{"..%2F..", "%2e%2e", "a%00b", strings.Repeat("a", 1000)} {
			if got := h.do(h.request("GET", "/ontologies/"+id, nil)); got.status != 404 {
				t.Errorf("ontology %s: %d", id, got.status)
			}
		}
		secret := filepath.Join(h.dir, handshakeFile)
		for _, path := range []string{secret, "/etc/passwd", "../" + filepath.Base(h.dir) + "/server.json", "file://" + secret, "/no/such/file"} {
			h.refused(h.request("POST", "/ontologies", contract.NewOntology{Path: &path}),
				403, "path")
		}
	})
	t.Run("allow-path", func(t *testing.T) {
		root, outside := t.TempDir(), t.TempDir()
		for _, dir := range []string{root, outside} {
			err := os.WriteFile(filepath.Join(dir, "heart.ofn"), []byte(heart), 0o600)
			if err != nil {
				t.Fatal(err)
			}
		}
		h := start(t, Options{Roots: []string{root}})
		err := os.Symlink(filepath.Join(outside, "heart.ofn"), filepath.Join(root, "link.ofn"))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, "heart.ofn")
		var o contract.Ontology
		h.ask("POST", "/ontologies", contract.NewOntology{Path: &path}, 201, &o)
		if o.Axioms != 10 {
			t.Errorf("%d axioms", o.Axioms)
		}
		for _, path := range []string{filepath.Join(outside, "heart.ofn"),
			filepath.Join(root, "link.ofn"), root + "/../" + filepath.Base(outside) + "/heart.ofn",
			root} {
			h.refused(h.request("POST", "/ontologies", contract.NewOntology{Path: &path}),
				403, "path")
		}
	})
	t.Run("huge-body", func(t *testing.T) {
		r := h.request("PUT", "/ontologies/"+o.ID, io.LimitReader(zeros{}, gB))
		r.ContentLength = gB
		h.refused(r, 413, "too-large")
		h.tooLarge(t, "PUT", "/ontologies/"+o.ID, "") // without Content-Length
		h.tooLarge(t, "POST", "/ontologies", "application/json")
	})
	t.Run("gzip-bomb", func(t *testing.T) {
		bomb := func() io.Reader { return zipped(t, bytes.Repeat([]byte(" "), 64*mB)) }
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, encoding := range []string{"gzip", ""} {
			r := h.request("PUT", "/ontologies/"+o.ID, bomb())
			if encoding != "" {
				r.Header.Set("Content-Encoding", encoding)
			}
			h.refused(with(r, "Content-Type", "text/owl-functional"), 413, "too-large")
		}
		r := h.request("POST", "/ontologies", bomb())
		h.refused(with(with(r, "Content-Encoding", "gzip"), "Content-Type", "application/json"),
			413, "too-large")
		runtime.ReadMemStats(&after)
		// the bombs were compressed in this process
		if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 300*mB {
			t.Errorf("the heap has grown by %d MB", grown/mB)
		}
		h.refused(with(with(h.request("POST", "/ontologies", strings.NewReader("{}")),
			"Content-Encoding", "gzip"), "Content-Type", "application/json"), 400, "bad-gzip")
		h.refused(with(with(h.request("POST", "/ontologies", strings.NewReader("{}")),
			"Content-Encoding", "br"), "Content-Type", "application/json"), 415, "other-encoding")
	})
	t.Run("slow-header", func(t *testing.T) {
		h := start(t, Options{Limits: Limits{Header: 300 * time.Millisecond}})
		connection := h.dial(t)
		fmt.Fprintf(connection, "GET %s/health HTTP/1.1\r\nHost: %s\r\n", basePath,
			connection.RemoteAddr())
		wantClosed(t, connection, 5*time.Second)
	})
	t.Run("slow-body", func(t *testing.T) {
		for name, drip := range map[string]func(net.Conn){
			"nothing more": func(net.Conn) {},
			"a little at a time": func(c net.Conn) {
				for range 100 {
					if _, err := c.Write([]byte("x")); err != nil {
						return
					}
					time.Sleep(50 * time.Millisecond)
				}
			},
		} {
			t.Run(name, func(t *testing.T) {
				connection := h.dial(t)
				fmt.Fprintf(connection,
					"PUT %s/ontologies/%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 100000\r\n\r\nOntology(",
					basePath, o.ID, connection.RemoteAddr(), h.token)
				go drip(connection)
				got, err := http.ReadResponse(bufio.NewReader(connection), nil)
				if err != nil {
					t.Fatal(err)
				}
				if got.StatusCode != 408 || !got.Close {
					t.Errorf("%d, close %v", got.StatusCode, got.Close)
				}
			})
		}
	})
	t.Run("slow-reader", func(t *testing.T) {
		big := h.open("")
		var document strings.Builder
		document.WriteString("Ontology(<urn:o>\n")
		for i := range 20000 {
			fmt.Fprintf(&document, "Declaration(Class(<http://example.org/a/rather/long/name/%d>))\n", i)
		}
		document.WriteString(")")
		r := h.request("PUT", "/ontologies/"+big.ID, zipped(t, []byte(document.String())))
		if got := h.do(r); got.status != 200 {
			t.Fatalf("%d %s", got.status, got.body)
		}
		ask := func() net.Conn {
			connection := h.dial(t)
			connection.(*net.TCPConn).SetReadBuffer(4 * kB)
			fmt.Fprintf(connection,
				"GET %s/ontologies/%s/classes?limit=1000 HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", basePath, big.ID, connection.RemoteAddr(), h.token)
			return connection
		}
		for range 20 { // more than CPU slots
			ask()
		}
		// It is answered while the others do not read. Until their answers exist, the server may
		// be busy.
		for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
			got := h.do(h.request("GET", "/ontologies/"+big.ID+"/classes?limit=1", nil))
			if got.status == http.StatusOK {
				break
			}
			if got.status != http.StatusServiceUnavailable || time.Now().After(end) {
				t.Fatalf("%d %s", got.status, got.body)
			}
		}
	})
	t.Run("slow-clients", func(t *testing.T) {
		for range 200 { // none of them sends its body
			connection := h.dial(t)
			fmt.Fprintf(connection,
				"POST %s/ontologies HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
				basePath, connection.RemoteAddr(), h.token)
		}
		for range 10 {
			h.ask("GET", "/ontologies/"+o.ID+"/classes", nil, 200, nil)
		}
	})
	t.Run("too-much-at-once", func(t *testing.T) {
		h := start(t, Options{Limits: Limits{Cores: 1, Patience: 50 * time.Millisecond}})
		o := h.open(heart)
		give, err := h.slots.acquire(t.Context(), quick)
		if err != nil {
			t.Fatal(err)
		}
		got := h.refused(h.request("GET", "/ontologies/"+o.ID+"/classes", nil), 503, "busy")
		if got.header.Get("Retry-After") != "1" {
			t.Errorf("Retry-After %q", got.header.Get("Retry-After"))
		}
		h.ask("GET", "/ontologies/"+o.ID, nil, 200, nil) // needs no CPU slot
		give()
		h.ask("GET", "/ontologies/"+o.ID+"/classes", nil, 200, nil)
	})
	t.Run("requests-per-client", func(t *testing.T) {
		c := clientLimit{limit: 2}
		leave, ok := c.acquire("192.0.2.1:1000")
		_, second := c.acquire("192.0.2.1:1001")
		_, third := c.acquire("192.0.2.1:1002")
		_, other := c.acquire("192.0.2.2:1000")
		if !ok || !second || third || !other {
			t.Errorf("let in: %v %v %v, another machine %v", ok, second, third, other)
		}
		leave()
		if _, again := c.acquire("192.0.2.1:1003"); !again {
			t.Error("not let in after one has left")
		}
		for range 10 {
			if _, ok := c.acquire("127.0.0.1:1000"); !ok {
				t.Error("this machine is counted")
			}
		}
	})
	t.Run("bad-json", func(t *testing.T) {
		for _, body := range []string{"", "{", `{"name":"x"`, `{"name":"x"} {}`,
			`{"name":"x"} trailing`, "not json", "\x00", strings.Repeat("[", 100_000), `{"name":01}`, "{\"name\":\"\xff",
			"{\"name\":\"\xff\"}"} {
			h.refused(h.request("POST", "/ontologies", body), 400, "bad-json")
		}
		h.refused(with(h.request("POST", "/ontologies", "{}"), "Content-Type", "text/plain"),
			415, "other-type")
		h.refused(with(h.request("POST", "/ontologies", "{}"), "Content-Type", ""),
			415, "other-type")
	})
	t.Run("unknown-field", func(t *testing.T) {
		for body, field := range map[string]string{
			`{"name":"x","nane":"y"}`: "", `{"Name":"x"}`: "", `{"name":1}`: "/name", `{"name":null}`: "/name", `[]`: "", `"x"`: "", `null`: "",
			`{"name":"` + strings.Repeat("x", 201) + `"}`: "/name",
		} {
			got := h.refused(h.request("POST", "/ontologies", body), 422, "invalid")
			if _, p := got.problem(t); field != "" && (p.Field == nil || *p.Field != field) {
				t.Errorf("%s: the fault is said to be in %v", body, p.Field)
			}
		}
		for _, query := range []string{"?limit=0", "?limit=x", "?limit=1001", "?limt=1",
			"?limit=1&limit=2", "?limit=1;x", "?limit=%zz"} {
			h.refused(h.request("GET", "/ontologies"+query, nil), 400, "invalid")
		}
	})
	t.Run("wrong-method", func(t *testing.T) {
		for _, method := range []string{"PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "FOO"} {
			got, err := http.DefaultClient.Do(h.request(method, "/ontologies", nil))
			if err != nil {
				t.Fatal(err)
			}
			got.Body.Close()
			if got.StatusCode != 405 || got.Header.Get("Allow") == "" {
				t.Errorf("%s: %d, Allow %q", method, got.StatusCode, got.Header.Get("Allow"))
			}
		}
	})
	t.Run("second-server", func(t *testing.T) {
		_, err := New(t.Context(), Options{Store: filepath.Join(h.dir, "store.db")})
		if !errors.Is(err, ErrRunning) || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) ||
			!strings.Contains(err.Error(), h.URL()) {
			t.Errorf("%v", err)
		}
		var won sync.Map // of several that start concurrently, one gets the store
		dir := t.TempDir()
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				s, err := New(t.Context(), Options{Store: filepath.Join(dir, "store.db")})
				if err == nil {
					won.Store(i, s)
				} else if !errors.Is(err, ErrRunning) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		n := 0
		won.Range(func(_, s any) bool { n++; s.(*Server).Close(); return true })
		if n != 1 {
			t.Errorf("%d servers have the store", n)
		}
	})
	t.Run("token-file", func(t *testing.T) {
		path := filepath.Join(h.dir, handshakeFile)
		info, err := os.Stat(path)
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		text, err := os.ReadFile(path)
		var shake map[string]any
		if err != nil || json.Unmarshal(text, &shake) != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"pid", "port", "token", "contract", "version", "startedAt"} {
			if shake[name] == nil {
				t.Errorf("the file has no %q", name)
			}
		}
		if token := shake["token"].(string); len(token) < 43 || token != h.token {
			t.Errorf("token %q", token)
		}
		other := start(t, Options{})
		if other.token == h.token {
			t.Error("two servers have the same token")
		}
		if found, err := Find(t.Context(), other.dir); err != nil || found.URL != other.URL() {
			t.Errorf("found %v, %v", found.URL, err)
		}
		text, err = os.ReadFile(filepath.Join(other.dir, handshakeFile))
		if err != nil {
			t.Fatal(err)
		}
		other.end()
		if _, err := Find(t.Context(), other.dir); !errors.Is(err, ErrNotRunning) {
			t.Errorf("after its end: %v", err)
		}
		// A killed server leaves its file behind: its port does not respond, or its process id
		// belongs to another process.
		os.WriteFile(filepath.Join(other.dir, handshakeFile), text, 0o600)
		if _, err := Find(t.Context(), other.dir); !errors.Is(err, ErrNotRunning) {
			t.Errorf("of a file left behind: %v", err)
		}
		again := start(t, Options{Store: filepath.Join(other.dir, "store.db")})
		if found, err := Find(t.Context(), again.dir); err != nil || found.URL != again.URL() {
			t.Errorf("started again: %v, %v", found.URL, err)
		}
	})
	t.Run("token-file-replaced", func(t *testing.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, handshakeFile)
		if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
		lock, err := lockDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer lock.release()
		written := make(chan error, 1)
		go func() {
			var err error
			for pid := 0; pid < 200 && err == nil; pid++ {
				err = lock.announce(Handshake{PID: pid})
			}
			written <- err
		}()
		for reads := 0; ; reads++ {
			if _, err := readHandshake(dir); err != nil && runtime.GOOS != "windows" {
				t.Fatalf("read %d: %v", reads, err)
			}
			select {
			case err := <-written:
				info, statErr := os.Stat(path)
				if err != nil || statErr != nil ||
					runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
					t.Errorf("%v, %v, %v", err, info, statErr)
				}
				return
			default:
			}
		}
	})
	t.Run("open-to-all", func(t *testing.T) {
		store := filepath.Join(t.TempDir(), "store.db")
		s, err := New(t.Context(), Options{Store: store, Listen: "0.0.0.0:0"})
		if !errors.Is(err, ErrOpenToAll) {
			t.Errorf("%v", err)
			s.Close()
		}
		h := start(t, Options{Listen: "0.0.0.0:0", Insecure: true,
			Names: []string{"ontology.example.org"}})
		var ticket contract.Ticket
		h.ask("POST", "/tickets", nil, 201, &ticket)
		if !strings.HasPrefix(ticket.Url, "http://ontology.example.org:"+h.hosts.port+"/") {
			t.Errorf("other machines are sent to %s", ticket.Url)
		}
		h.refused(with(h.request("GET", "/ontologies", nil), "Host", "example.org:"+h.hosts.port),
			421, "other-host")
		r := h.request("GET", "/ontologies", nil)
		r.Header.Del("Authorization")
		h.refused(r, 401, "no-token")
		for _, host := range []string{"ontology.example.org:" + h.hosts.port,
			"192.0.2.1:" + h.hosts.port} {
			got := h.do(with(h.request("GET", "/ontologies", nil), "Host", host))
			if got.status != 200 {
				t.Errorf("%s: %d", host, got.status)
			}
		}
	})
	t.Run("tls", func(t *testing.T) {
		certificate, key, roots := makeCertificate(t)
		h := start(t, Options{Certificate: certificate, Key: key})
		client := http.Client{Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: roots}}}
		defer client.CloseIdleConnections()
		got, err := client.Do(h.request("GET", "/ontologies", nil))
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != 200 || !strings.HasPrefix(h.URL(), "https://") || !strings.Contains(h.cookie("x").String(), "Secure") {
			t.Errorf("%d at %s", got.StatusCode, h.URL())
		}
		// The commands find it, although the certificate is for its name and unknown to the system.
		found, err := Find(t.Context(), h.dir)
		if err != nil {
			t.Fatal(err)
		}
		if at, err := found.Ticket(t.Context()); err != nil || !strings.HasPrefix(at, h.URL()) {
			t.Errorf("%s, %v", at, err)
		}
		plain, err := http.Get(strings.Replace(h.URL(), "https", "http", 1) + basePath + "/health")
		if err == nil {
			plain.Body.Close()
			if plain.StatusCode == 200 {
				t.Error("it answers without TLS")
			}
		}
	})
}

// paths are the methods and paths of all operations, with parameters filled in.
func (h *harness) paths() map[string]string {
	fill := strings.NewReplacer("{id}", "x", "{job}", "x", "{class}", "x", "{name}",
		"comparison.html")
	paths := make(map[string]string)
	for id, o := range h.operations {
		paths[id] = o.route.Method + " " + fill.Replace(o.route.Path)
	}
	return paths
}

// browser signs in with a ticket, and returns its cookies.
func (h *harness) browser(t *testing.T) []*http.Cookie {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Jar: jar}
	var ticket contract.Ticket
	h.ask("POST", "/tickets", nil, 201, &ticket)
	got, err := client.Get(ticket.Url)
	if err != nil {
		t.Fatal(err)
	}
	got.Body.Close()
	if got.StatusCode != 200 || got.Request.URL.Path != "/" {
		t.Fatalf("signed in: %d at %s", got.StatusCode, got.Request.URL)
	}
	home, _ := url.Parse(h.URL())
	return jar.Cookies(home)
}

// tooLarge sends a body without Content-Length until it is refused, by a response or by a closed
// connection.
func (h *harness) tooLarge(t *testing.T, method, path, kind string) {
	t.Helper()
	connection := h.dial(t)
	fmt.Fprintf(connection,
		"%s %s%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n",
		method, basePath, path, connection.RemoteAddr(), h.token, kind)
	go func() {
		chunk := fmt.Sprintf("%x\r\n%s\r\n", 64*kB, strings.Repeat(" ", 64*kB))
		for range gB / (64 * kB) {
			if _, err := io.WriteString(connection, chunk); err != nil {
				return
			}
		}
	}()
	got, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.StatusCode != 413 || !got.Close {
		t.Errorf("%s %s: %d, close %v", method, path, got.StatusCode, got.Close)
	}
}

func (h *harness) dial(t *testing.T) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", h.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	return connection
}

// wantClosed checks that the server closes a connection in time, with or without a response.
func wantClosed(t *testing.T, connection net.Conn, within time.Duration) {
	t.Helper()
	connection.SetReadDeadline(time.Now().Add(within))
	if _, err := io.Copy(io.Discard, connection); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("open after %v", within)
	}
}

// makeCertificate writes a self-signed certificate for 127.0.0.1.
func makeCertificate(t *testing.T) (certificate, key string, roots *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &private.PublicKey,
		private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, content []byte) string {
		path := filepath.Join(t.TempDir(), name)
		err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots = x509.NewCertPool()
	roots.AddCert(parsed)
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "EC PRIVATE KEY", secret), roots
}
