package rdfio

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// site is an https server on this machine, and a fetcher that may reach it.
func site(t *testing.T, handler http.HandlerFunc) (*httptest.Server, *fetcher) {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return server, &fetcher{
		size: 1 << 20, timeout: 5 * time.Second, redirects: 5,
		allowed: func(netip.Addr) error { return nil },
		tls:     &tls.Config{RootCAs: roots},
	}
}

func TestFetch(t *testing.T) {
	server, f := site(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept"), "text/turtle") {
			t.Errorf("Accept: %s", r.Header.Get("Accept"))
		}
		hop, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch hop {
		case "hop":
			http.Redirect(w, r, "/"+rest, http.StatusFound)
		case "loop":
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		case "plain":
			http.Redirect(w, r, "http://"+r.Host+"/onto", http.StatusFound)
		case "file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "huge":
			fmt.Fprint(w, "Ontology(\n")
			for range 1 << 12 {
				if _, err := io.WriteString(w, strings.Repeat("# x\n", 1<<8)); err != nil {
					return
				}
			}
		case "html":
			fmt.Fprint(w, "<!DOCTYPE html><html>")
		case "onto":
			fmt.Fprint(w, ofn("http://x.org/b"))
		case "ntriples":
			w.Header().Set("Content-Type", "application/n-triples; charset=utf-8")
			fmt.Fprint(w, "<http://a> <http://b> <http://c> .\n")
		default:
			http.NotFound(w, r)
		}
	})
	tests := []struct {
		path string
		says string // of the error; empty for none
	}{
		{"/onto", ""},
		{"/ntriples", ""},
		{"/hop/hop/hop/hop/hop/onto", ""},
		{"/hop/hop/hop/hop/hop/hop/onto", "more than 5 redirects"},
		{"/loop", "more than 5 redirects"},
		{"/plain", "is not https"}, // the test server has a port of its own, which no https server shares
		{"/file", "web address"},
		{"/huge", "larger than the limit"},
		{"/html", "HTML page"},
		{"/none", "404"},
	}
	for _, test := range tests {
		o, report, err := f.read(t.Context(), server.URL+test.path, ReadOptions{Base: "http://x.org/b"})
		if test.says == "" {
			if err != nil {
				t.Errorf("%s: %v", test.path, err)
			} else if test.path == "/ntriples" && report.Syntax != "ntriples" {
				t.Errorf("%s: read as %s, in spite of its media type", test.path, report.Syntax)
			} else if test.path == "/onto" && len(o.Axioms) != 1 {
				t.Errorf("%s: %d axioms", test.path, len(o.Axioms))
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: error %v, want one that says %q", test.path, err, test.says)
		}
		var unreachable *fetchError
		if test.path != "/html" && !errors.As(err, &unreachable) {
			t.Errorf("%s: error %T, want a *fetchError", test.path, err)
		}
	}
}

func TestFetchTimeLimit(t *testing.T) {
	release := make(chan struct{})
	server, f := site(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "Ontology(\n")
		w.(http.Flusher).Flush()
		<-release
	})
	defer close(release)
	f.timeout = 100 * time.Millisecond
	_, _, err := f.read(t.Context(), server.URL, ReadOptions{})
	var unreachable *fetchError
	if !errors.As(err, &unreachable) || !strings.Contains(err.Error(), "100ms") {
		t.Errorf("error %v, want one that names the time limit", err)
	}

	f.timeout = time.Minute
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, _, err := f.read(ctx, server.URL, ReadOptions{}); err != context.DeadlineExceeded {
		t.Errorf("error %v, want the caller's own", err)
	}
}

// TestFetchStaysOutside fetches from this machine and its network by several names, which is an
// error.
func TestFetchStaysOutside(t *testing.T) {
	server, f := site(t, func(w http.ResponseWriter,
		r *http.Request) {
		t.Error("the server was reached")
	})
	f.allowed = publicAddress
	port := server.Listener.Addr().String()[strings.LastIndex(server.Listener.Addr().String(),
		":"):]
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]"} {
		_, _, err := f.read(t.Context(), "https://"+host+port+"/", ReadOptions{})
		var unreachable *fetchError
		if !errors.As(err, &unreachable) {
			t.Errorf("%s: error %v, want a *fetchError", host, err)
		}
		if host == "127.0.0.1" && !strings.Contains(err.Error(), "not a public address") {
			t.Errorf("%s: error %v, want one that says why", host, err)
		}
	}
}

func TestPublicAddress(t *testing.T) {
	for _, a := range []string{
		"127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "0.1.2.3",
		"100.64.0.1", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.0.8",
		"::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
		"64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "::7f00:1", "fec0::1",
	} {
		if err := publicAddress(netip.MustParseAddr(a)); err == nil {
			t.Errorf("%s passes as public", a)
		}
	}
	for _, a := range []string{"8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1",
		"2a00:1450::1"} {
		if err := publicAddress(netip.MustParseAddr(a)); err != nil {
			t.Error(err)
		}
	}
}

func TestSecure(t *testing.T) {
	for in, want := range map[string]string{
		"http://x.org/a":          "https://x.org/a",
		"http://x.org:80/a":       "https://x.org/a",
		"https://x.org:8443/a":    "https://x.org:8443/a",
		"https://me:pw@x.org/a#f": "https://x.org/a",
		"http://x.org:8080/a":     "",
		"ftp://x.org/a":           "",
		"file:///etc/passwd":      "",
		"urn:x":                   "",
		"https:///a":              "",
	} {
		u, err := url.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := secure(u)
		if (err == nil) != (want != "") || err == nil && got.String() != want {
			t.Errorf("secure(%q) = %v, %v, want %q", in, got, err, want)
		}
	}
}

// TestFetchImports: without the option, nothing asks the network; with it, an address
// that is not public makes a missing import, not an error.
func TestFetchImports(t *testing.T) {
	server, _ := site(t, func(w http.ResponseWriter,
		r *http.Request) {
		t.Error("the server was reached")
	})
	dir := folder(t, map[string]string{"a.ofn": ofn("http://x.org/a", server.URL+"/b")})
	for _, allowed := range []bool{false, true} {
		_, report, err := ReadFile(t.Context(), filepath.Join(dir, "a.ofn"),
			ReadOptions{FetchImports: allowed})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.MissingImports) != 1 {
			t.Errorf("FetchImports %v: missing %q", allowed, report.MissingImports)
		}
		why := report.Notes[len(report.Notes)-1].Examples[0].Message
		if strings.Contains(why, "public address") != allowed {
			t.Errorf("FetchImports %v: %s", allowed, why)
		}
	}
}
