package api

import (
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

// observe is the outermost middleware. It gives the request an id and, after any outcome, sends a
// response and writes a line to the log.
func (s *Server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		w := c.Response().Writer
		connection := http.NewResponseController(w)
		connection.SetWriteDeadline(time.Time{}) // set by the previous response of the connection
		c.Response().Writer = &pacedWriter{
			ResponseWriter: w, connection: connection, stall: s.limits.Stall,
		}
		if r := c.Request(); r.Body != nil && r.Body != http.NoBody {
			sent := &pacedReader{
				ReadCloser: r.Body, connection: connection, limits: &s.limits, since: start,
			}
			// a copy, because net/http needs its own body to close the connection gracefully
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
				s.log.Info("response interrupted", "request", id, "error", err)
				defer panic(http.ErrAbortHandler) // closes the connection
			}
			s.answerProblem(err, c)
		}
		s.record(c, id, time.Since(start))
		return nil
	}
}

// safely converts a panic to an error.
func (s *Server) safely(next echo.HandlerFunc, c echo.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return next(c)
}

// record logs a request. The query is not logged, because it can have a ticket.
func (s *Server) record(c echo.Context, id string, took time.Duration) {
	r := c.Request()
	s.log.Info("request", "request", id, "method", r.Method, "path", r.URL.Path,
		"status", c.Response().Status, "bytes", c.Response().Size,
		"ms", float64(took.Microseconds())/1000, "from", r.RemoteAddr)
}

type headKey struct{}

// isHead reports whether the request is HEAD.
func isHead(ctx context.Context) bool { return ctx.Value(headKey{}) != nil }

// headAsGet answers HEAD with the header of GET, except for /session, where GET uses up a ticket.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead && r.URL.Path != basePath+"/session" {
			// a copy, because net/http uses the method of the original
			r = r.WithContext(context.WithValue(r.Context(), headKey{}, true))
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// clientLimit bounds the number of concurrent requests of each other machine.
type clientLimit struct {
	limit int
	mu    sync.Mutex
	used  map[netip.Addr]int
}

// acquire counts a request and reports whether it is within the limit. The caller calls release
// when the request ends. This machine is not limited: its programs belong to one user.
func (c *clientLimit) acquire(remote string) (release func(), ok bool) {
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
	if c.used == nil {
		c.used = make(map[netip.Addr]int)
	}
	if c.used[addr] >= c.limit {
		return nil, false
	}
	c.used[addr]++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.used[addr]--; c.used[addr] == 0 {
			delete(c.used, addr)
		}
	}, true
}

// limitRequests bounds the number of concurrent requests. Streams of events have a limit of their
// own.
func (s *Server) limitRequests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		release, ok := s.perClient.acquire(c.Request().RemoteAddr)
		if !ok {
			return &problem{newProblem(http.StatusTooManyRequests, "too-many",
				"too many concurrent requests from one machine"), time.Second}
		}
		defer release()
		open := &s.requests
		if isStream(c) {
			open = &s.streams
		}
		if !open.reserve(1) {
			return errBusy
		}
		defer open.release(1)
		return next(c)
	}
}
