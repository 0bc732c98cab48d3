package api

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// secret returns 256 random bits as text.
func secret() string {
	bits := make([]byte, 32)
	rand.Read(bits) // never fails
	return base64.RawURLEncoding.EncodeToString(bits)
}

// equal compares in constant time.
func equal(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// allowedHosts are the names by which the server may be called. Names that a foreign page could have
// pointed at this machine are not among them.
type allowedHosts struct {
	scheme string
	port   string
	names  []string // lower case
	// addresses as numbers are fine: no name can be bound to another machine without one
	anyAddr bool
}

func newAllowedHosts(listener net.Addr, tls bool, names []string) (d allowedHosts, err error) {
	addr, err := netip.ParseAddrPort(listener.String())
	if err != nil {
		return d, fmt.Errorf("listening on %v: %w", listener, err)
	}
	d = allowedHosts{scheme: "http", port: fmt.Sprint(addr.Port()),
		names: []string{"localhost", "127.0.0.1", "::1"}, anyAddr: !addr.Addr().IsLoopback()}
	if tls {
		d.scheme = "https"
	}
	for _, name := range names {
		d.names = append(d.names, strings.ToLower(name))
	}
	return d, nil
}

// allow reports whether host, as in the header Host, is one of the names, with the right port.
func (d allowedHosts) allow(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"),
			map[string]string{"http": "80", "https": "443"}[d.scheme]
	}
	if port != d.port {
		return false
	}
	if slices.Contains(d.names, strings.ToLower(name)) {
		return true
	}
	_, err = netip.ParseAddr(name)
	return d.anyAddr && err == nil
}

// isOwnOrigin reports whether an origin is that of the server's own pages.
func (d allowedHosts) isOwnOrigin(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == d.scheme && d.allow(u.Host)
}

// credential says how a request came in.
type credential int

const (
	noCredential credential = iota
	byToken
	byCookie
)

// sessions are the browsers that have signed in; they end with the server. Cookies are kept as
// hashes.
type sessions struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]bool
	order [][sha256.Size]byte // the earliest first
}

// maxSessions is how many there are at most; after that the earliest has to sign in again.
const maxSessions = 1000

func (s *sessions) open() (cookie string) {
	cookie = secret()
	hash := sha256.Sum256([]byte(cookie))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = make(map[[sha256.Size]byte]bool)
	}
	if len(s.order) == maxSessions {
		delete(s.known, s.order[0])
		s.order = slices.Delete(s.order, 0, 1)
	}
	s.known[hash] = true
	s.order = append(s.order, hash)
	return cookie
}

func (s *sessions) has(cookie string) bool {
	hash := sha256.Sum256([]byte(cookie))
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[hash]
}

// cookieName is that of this server: cookies do not tell ports apart, and several servers may run
// on one machine.
func (s *Server) cookieName() string { return "box2el-" + s.hosts.port }

// cookie is the one that lets a browser in.
func (s *Server) cookie(value string) *http.Cookie {
	return &http.Cookie{
		Name: s.cookieName(), Value: value, Path: "/",
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: s.hosts.scheme == "https",
	}
}

// pageHeader is set by the page on what it sends; a foreign page could not set it without asking
// first (CORS), and is refused then.
const pageHeader, pageValue = "X-Box2el", "page"

// guard decides who may ask.
func (s *Server) guard(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if !s.hosts.allow(r.Host) {
			return problemOf(http.StatusMisdirectedRequest, "other-host",
				"this server does not go by the name in the header Host")
		}
		if origin := r.Header.Get("Origin"); origin != "" && !s.hosts.isOwnOrigin(origin) {
			return problemOf(http.StatusForbidden, "other-origin",
				"pages of other servers may not ask this one")
		}
		if isPublic(c) {
			return next(c)
		}
		switch s.credentialOf(r) {
		case noCredential:
			return problemOf(http.StatusUnauthorized, "no-token",
				"sign in with the token in server.json, or in a browser with: box2el-owl open")
		case byCookie:
			if err := checkPage(r); err != nil {
				return err
			}
		}
		return next(c)
	}
}

// isPublic reports whether a path is open to everybody: those two of the API, and the page, in which
// there is nothing to know.
func isPublic(c echo.Context) bool {
	switch c.Path() {
	case basePath + "/health", basePath + "/session":
		return true
	}
	path := c.Request().URL.Path
	return path != basePath && !strings.HasPrefix(path, basePath+"/")
}

func (s *Server) credentialOf(r *http.Request) credential {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok &&
		strings.EqualFold(scheme, "Bearer") {
		if equal(token, s.token) {
			return byToken
		}
		return noCredential
	}
	if cookie, err := r.Cookie(s.cookieName()); err == nil && s.sessions.has(cookie.Value) {
		return byCookie
	}
	return noCredential
}

// checkPage holds a request that came in by cookie to being the page's own: a browser sends cookies
// along whoever makes it ask.
func checkPage(r *http.Request) error {
	site := r.Header.Get("Sec-Fetch-Site")
	writes := r.Method != http.MethodGet && r.Method != http.MethodHead
	switch {
	case site == "cross-site", site == "same-site", // another port of this machine
		writes && site != "" && site != "same-origin",
		writes && r.Header.Get(pageHeader) != pageValue:
		return problemOf(http.StatusForbidden, "not-the-page",
			"a browser may change something from the server's own page only, which says so in the header "+pageHeader)
	}
	return nil
}

// contentPolicy is that of whatever is no page of ours; of a report, which has its style in it and
// is shown on its own, reportPolicy.
const (
	contentPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	pagePolicy    = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	reportPolicy = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

// protect sets the headers that every answer has.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// ticketLifetime is for how long a browser may come in with a ticket.
const ticketLifetime = time.Minute
