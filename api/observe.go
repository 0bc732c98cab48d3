package api

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// observe is the outermost part: the request gets its id, and however it ends there is an answer, a
// line in the log, and a count.
func (s *Server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		s.metrics.flying.Inc()
		defer s.metrics.flying.Dec()
		w := c.Response().Writer
		connection := http.NewResponseController(w)
		connection.SetWriteDeadline(time.Time{}) // that of the former answer on this connection
		c.Response().Writer = &pacedWriter{ResponseWriter: w, connection: connection,
			stall: s.limits.Stall}
		if r := c.Request(); r.Body != nil && r.Body != http.NoBody {
			sent := &pacedReader{ReadCloser: r.Body, connection: connection, limits: &s.limits,
				since: start}
			// a copy: net/http has to find its own body, to end a connection gently
			r = r.WithContext(r.Context())
			r.Body = sent
			c.SetRequest(r)
			defer sent.finish()
		}
		id := rand.Text()
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		protect(c.Response().Header())
		if err := s.safely(next, c); err != nil {
			if c.Response().Committed {
				s.log.Info("answer broken off", "request", id, "error", err)
				defer panic(http.ErrAbortHandler) // the client is to see that it is not all
			}
			s.answerProblem(err, c)
		}
		s.record(c, id, time.Since(start))
		return nil
	}
}

// safely turns a panic into an error.
func (s *Server) safely(next echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return next(c)
}

// record logs and counts a request. What was asked for, beyond the path, is not logged: there are
// tickets in it.
func (s *Server) record(c echo.Context, id string, took time.Duration) {
	r := c.Request()
	operation := cmp.Or(s.routes[r.Method+" "+c.Path()], "other")
	s.metrics.count(operation, c.Response().Status, took.Seconds())
	s.log.Info("request", "request", id, "method", r.Method, "path", r.URL.Path, "operation",
		operation,
		"status", c.Response().Status, "bytes", c.Response().Size, "ms", float64(took.Microseconds())/1000, "from", r.RemoteAddr)
}

type headKey struct{}

// isHead reports whether only the header of an answer is wanted.
func isHead(ctx context.Context) bool { return ctx.Value(headKey{}) != nil }

// headAsGet answers HEAD with the header that GET would have. Opening a session uses up a ticket,
// so there it is refused.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead && r.URL.Path != basePath+"/session" {
			// a copy: net/http goes by the original
			r = r.WithContext(context.WithValue(r.Context(), headKey{}, true))
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// clientLimit counts the requests of other machines.
type clientLimit struct {
	most int
	mu   sync.Mutex
	of   map[netip.Addr]int
}

// acquire counts one more; false where there are too many. This machine is not counted: its programs
// are one user's.
func (c *clientLimit) acquire(remote string) (leave func(), ok bool) {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return func() {}, true
	}
	addr, err := netip.ParseAddr(host)
	if err != nil || addr.Unmap().IsLoopback() {
		return func() {}, true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = make(map[netip.Addr]int)
	}
	if c.of[addr] >= c.most {
		return nil, false
	}
	c.of[addr]++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.of[addr]--; c.of[addr] == 0 {
			delete(c.of, addr)
		}
	}, true
}

// limitRequests bounds how many requests there are at the same time; streams of events are counted
// apart.
func (s *Server) limitRequests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		leave, ok := s.perClient.acquire(c.Request().RemoteAddr)
		if !ok {
			return &problem{status: http.StatusTooManyRequests, name: "too-many",
				detail: "too many requests at the same time from one machine", retry: time.Second}
		}
		defer leave()
		places := &s.requests
		if isStream(c) {
			places = &s.streams
		}
		if !places.reserve(1) {
			return errBusy
		}
		defer places.release(1)
		return next(c)
	}
}
