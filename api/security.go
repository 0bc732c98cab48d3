package api

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
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

// secret returns at least 256 random bits as letters and digits, which need no escapes in an
// address.
func secret() string { return rand.Text() + rand.Text() }

// equal compares two secrets in constant time.
func equal(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// allowedHosts are the values of the Host header that the server accepts. Other names are refused,
// because a foreign page can make its name resolve to this machine (DNS rebinding).
type allowedHosts struct {
	scheme string
	port   string
	names  []string // lower case
	// public is the first given name, or "" if no other machine can connect.
	public string
	// anyAddr allows all numeric addresses, which cannot be rebound.
	anyAddr bool
}

func newAllowedHosts(listener net.Addr, tls bool, names []string) (h allowedHosts, err error) {
	addr, err := netip.ParseAddrPort(listener.String())
	if err != nil {
		return h, fmt.Errorf("listening on %v: %w", listener, err)
	}
	h = allowedHosts{
		scheme: "http", port: fmt.Sprint(addr.Port()),
		names: []string{"localhost", "127.0.0.1", "::1"}, anyAddr: !addr.Addr().IsLoopback(),
	}
	if tls {
		h.scheme = "https"
	}
	for _, name := range names {
		h.names = append(h.names, strings.ToLower(name))
	}
	if h.anyAddr && len(names) > 0 {
		h.public = names[0]
	}
	return h, nil
}

// allow reports whether a Host header has an allowed name and the right port.
func (h allowedHosts) allow(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"),
			map[string]string{"http": "80", "https": "443"}[h.scheme]
	}
	if port != h.port {
		return false
	}
	if slices.Contains(h.names, strings.ToLower(name)) {
		return true
	}
	_, err = netip.ParseAddr(name)
	return h.anyAddr && err == nil
}

// isOwnOrigin reports whether an origin is that of the server's own pages.
func (h allowedHosts) isOwnOrigin(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == h.scheme && h.allow(u.Host)
}

// credential is the kind of authentication of a request.
type credential int

const (
	noCredential credential = iota
	byToken
	byCookie
)

// secrets are those that the server has given to browsers, by their hashes: cookies, or tickets,
// which are good once and for a time. They end with the server.
type secrets struct {
	mu    sync.Mutex
	known []givenSecret // the earliest first
}

type givenSecret struct {
	hash [sha256.Size]byte
	ends time.Time // zero: with the server
}

// maxSecrets is the maximum number of secrets. Beyond it the oldest one is forgotten.
const maxSecrets = 1000

// give returns a new secret.
func (s *secrets) give(ends time.Time) string {
	text := secret()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.known) == maxSecrets {
		s.known = slices.Delete(s.known, 0, 1)
	}
	// Without the monotonic clock, which may stop while the machine sleeps.
	s.known = append(s.known, givenSecret{sha256.Sum256([]byte(text)), ends.Round(0)})
	return text
}

// has reports whether a secret is good, and with once forgets it.
func (s *secrets) has(text string, once bool) bool {
	hash := sha256.Sum256([]byte(text))
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.known, func(k givenSecret) bool { return k.hash == hash })
	if i < 0 {
		return false
	}
	ends := s.known[i].ends
	if once {
		s.known = slices.Delete(s.known, i, i+1)
	}
	return ends.IsZero() || time.Now().Before(ends)
}

// cookieName returns a name with the port, because browsers send cookies to all ports of a host and
// several servers may run on one machine.
func (s *Server) cookieName() string { return "box2el-" + s.hosts.port }

// cookie returns the cookie that authenticates a browser.
func (s *Server) cookie(value string) *http.Cookie {
	return &http.Cookie{
		Name: s.cookieName(), Value: value, Path: "/",
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: s.hosts.scheme == "https",
	}
}

// pageHeader is set by the page on its requests. A foreign page cannot set it without a CORS
// preflight, which is refused.
const pageHeader, pageValue = "X-Box2el", "page"

// guard checks Host, Origin and credential of a request.
func (s *Server) guard(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if !s.hosts.allow(r.Host) {
			return problemOf(http.StatusMisdirectedRequest, "other-host",
				"Host header not allowed; start the server with --host NAME, and use its port "+
					s.hosts.port)
		}
		if origin := r.Header.Get("Origin"); origin != "" && !s.hosts.isOwnOrigin(origin) {
			return problemOf(http.StatusForbidden, "other-origin",
				"cross-origin request refused")
		}
		if isPublic(c) {
			return next(c)
		}
		switch s.credentialOf(r) {
		case noCredential:
			return problemOf(http.StatusUnauthorized, "no-token",
				"not signed in: send the token of server.json, or run box2el-owl open for a browser")
		case byCookie:
			if err := checkPage(r); err != nil {
				return err
			}
		}
		return next(c)
	}
}

// isPublic reports whether a path needs no authentication: health, sign-in and the page, which has
// no data.
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
	if cookie, err := r.Cookie(s.cookieName()); err == nil && s.sessions.has(cookie.Value, false) {
		return byCookie
	}
	return noCredential
}

// checkPage refuses requests with a cookie that do not come from the server's own page, because a
// browser also sends the cookie with requests of other pages.
func checkPage(r *http.Request) error {
	site := r.Header.Get("Sec-Fetch-Site")
	writes := r.Method != http.MethodGet && r.Method != http.MethodHead
	switch {
	case site == "cross-site", site == "same-site", // another port of this machine
		writes && site != "" && site != "same-origin",
		writes && r.Header.Get(pageHeader) != pageValue:
		return problemOf(http.StatusForbidden, "not-the-page",
			"request with a cookie refused: only the server's own page may send it, with the header "+
				pageHeader)
	}
	return nil
}

const contentSecurityPolicy = "Content-Security-Policy"

// Content security policies of responses in general, of the page, and of reports, which have inline
// styles and are displayed in a sandbox.
const (
	contentPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; " +
		"frame-ancestors 'none'"
	pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; " +
		"img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	reportPolicy = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; " +
		"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

// protect sets the security headers of every response.
func protect(h http.Header) {
	h.Set(contentSecurityPolicy, contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// ticketLifetime is the time in which a ticket can be used.
const ticketLifetime = time.Minute
