package rdfio

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"box2el-owl/owl"
)

// fetchError is returned if a document cannot be fetched.
type fetchError struct {
	url string
	err error
}

func (e *fetchError) Error() string { return fmt.Sprintf("cannot fetch %s: %v", e.url, e.err) }
func (e *fetchError) Unwrap() error { return e.err }

// fetcher gets documents over https, also those of http IRIs and redirects. It checks the resolved
// address of every connection, so that no name and no redirect leads into the local network. It
// uses no proxy for the same reason.
type fetcher struct {
	size      int64 // of a document, unpacked by the transport
	timeout   time.Duration
	redirects int
	allowed   func(netip.Addr) error
	tls       *tls.Config // nil for the system's
}

var publicFetcher = fetcher{size: 256 << 20, timeout: 60 * time.Second, redirects: 5,
	allowed: publicAddress}

// read reads a document from the network.
func (f *fetcher) read(ctx context.Context, iri string, opts ReadOptions) (*owl.Ontology, *Report,
	error) {
	limited, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	transport := f.transport()
	defer transport.CloseIdleConnections()
	response, err := f.open(limited, &http.Client{
		Transport: transport,
		CheckRedirect: func(*http.Request,
			[]*http.Request) error {
			return http.ErrUseLastResponse
		},
	}, iri)
	if err != nil {
		return nil, nil, f.explain(ctx, iri, err)
	}
	defer response.Body.Close()
	opts.File = response.Request.URL.String()
	opts.MediaType = response.Header.Get("Content-Type")
	o, report, err := Read(limited,
		&cappedReader{r: response.Body, left: f.size, size: f.size}, opts)
	if err != nil && (limited.Err() != nil || errors.Is(err, errTooMuch)) {
		return nil, nil, f.explain(ctx, iri, err)
	}
	return o, report, err
}

// explain returns the error of the caller's context, or the reason in a fetchError.
func (f *fetcher) explain(ctx context.Context, iri string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no answer within %v", f.timeout)
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return &fetchError{iri, err}
}

// open follows redirects, each over https.
func (f *fetcher) open(ctx context.Context, client *http.Client, iri string) (*http.Response,
	error) {
	at, err := url.Parse(iri)
	if err != nil {
		return nil, err
	}
	for range f.redirects + 1 {
		if at, err = secure(at); err != nil {
			return nil, err
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
		if err != nil {
			return nil, err
		}
		request.Header.Set("Accept", acceptHeader())
		request.Header.Set("User-Agent", "box2el-owl")
		response, err := client.Do(request)
		if err != nil {
			return nil, err
		}
		if response.StatusCode == http.StatusOK {
			return response, nil
		}
		response.Body.Close()
		location, err := response.Location()
		if err != nil || response.StatusCode < 300 || response.StatusCode > 399 {
			return nil, fmt.Errorf("the server answers %s", response.Status)
		}
		at = location
	}
	return nil, fmt.Errorf("more than %d redirects", f.redirects)
}

// secure returns an https URL for an http or https one; other URLs are errors.
func secure(u *url.URL) (*url.URL, error) {
	switch {
	case u.Host == "":
		return nil, fmt.Errorf("%q is no web address", u)
	case u.Scheme == "https":
	case u.Scheme == "http" && (u.Port() == "" || u.Port() == "80"):
		u.Scheme, u.Host = "https", strings.TrimSuffix(u.Host, ":80")
	default:
		return nil, fmt.Errorf("%q is not https", u)
	}
	u.User, u.Fragment = nil, ""
	return u, nil
}

func (f *fetcher) transport() *http.Transport {
	dialer := &net.Dialer{
		Timeout: f.timeout,
		Control: func(_, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil {
				return err
			}
			return f.allowed(at.Addr())
		},
	}
	return &http.Transport{
		DialContext:         dialer.DialContext,
		TLSClientConfig:     f.tls,
		TLSHandshakeTimeout: f.timeout,
		ForceAttemptHTTP2:   true,
	}
}

// specialNetworks are not public, or have an IPv4 address inside an IPv6 one, and are not among the
// classes of netip (IANA special-purpose address registries).
var specialNetworks = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("fec0::/10"),
	netip.MustParsePrefix("::/96"),
}

// publicAddress returns an error for addresses that are not public.
func publicAddress(a netip.Addr) error {
	a = a.Unmap()
	private := a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsMulticast() ||
		a.IsUnspecified()
	if private || slices.ContainsFunc(specialNetworks,
		func(p netip.Prefix) bool { return p.Contains(a.WithZone("")) }) {
		return fmt.Errorf("%v is not a public address", a)
	}
	return nil
}

func acceptHeader() string {
	var media []string
	for _, f := range formats {
		media = append(media, f.Media...)
	}
	return strings.Join(media, ", ") + ", */*;q=0.1"
}

var errTooMuch = errors.New("the document is larger than the limit for fetched ones")

// cappedReader returns an error after a number of bytes.
type cappedReader struct {
	r          io.Reader
	left, size int64
}

func (c *cappedReader) Read(p []byte) (int, error) {
	if c.left < 0 {
		return 0, fmt.Errorf("%w (%d bytes)", errTooMuch, c.size)
	}
	if int64(len(p)) > c.left+1 {
		p = p[:c.left+1] // one more than allowed tells a document that is too long
	}
	n, err := c.r.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return n - 1, fmt.Errorf("%w (%d bytes)", errTooMuch, c.size)
	}
	return n, err
}
