package api

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/net/netutil"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/jobs"
	"box2el-owl/workspace"
)

// basePath is the path of the API. All other paths belong to the web page.
const basePath = "/api/v1"

// Options configure a server.
type Options struct {
	// Store is the file of the store. It is created if it does not exist; its directory must exist.
	// All other data is stored in that directory.
	Store string
	// Models is the directory of models. Default: models in the directory of the store.
	Models string
	// Listen is the address to listen on, host:port. An address that other machines can reach
	// requires Certificate and Key, or Insecure. Default: a free port of 127.0.0.1.
	Listen string
	// Names are additional allowed values of the header Host. localhost, 127.0.0.1 and [::1] are
	// always allowed, and all numeric addresses if the server does not listen on loopback.
	Names []string
	// Certificate and Key are PEM files for TLS. Default: no TLS.
	Certificate, Key string
	// Insecure allows connections of other machines without TLS.
	Insecure bool

	// Roots are directories whose files clients may open by path. Default: none.
	Roots []string
	// Workers is the number of threads of one job or request. Default: all cores.
	Workers int
	// Language is the language tag of labels, see owl.Ontology. Default: none.
	Language string
	// Version is the version of the program.
	Version string
	// Limits bound the resources that clients can use.
	Limits Limits
	// Log receives requests and errors. Default: discarded.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	o.Models = cmp.Or(o.Models, filepath.Join(filepath.Dir(o.Store), "models"))
	o.Listen = cmp.Or(o.Listen, "127.0.0.1:0")
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Limits = o.Limits.withDefaults(runtime.GOMAXPROCS(0))
	return o
}

// ErrOpenToAll is returned if the server would accept other machines without TLS and without
// Options.Insecure.
var ErrOpenToAll = errors.New("other machines can connect: use a certificate and key, " +
	"or --insecure-listen in a trusted network")

// Server serves the API and the web page.
type Server struct {
	version, contract string
	dir               string // of the store
	limits            Limits
	log               *slog.Logger

	lock      *serverLock
	store     *db.Store
	workspace *workspace.Workspace
	queue     *jobs.Queue

	listener net.Listener
	tls      *tls.Config
	hosts    allowedHosts
	token    string
	sessions secrets // cookies of signed-in browsers
	tickets  secrets

	slots          *cpuSlots
	bodiesInMemory budget
	bodiesOnDisk   budget
	requests       budget
	streams        budget
	perClient      clientLimit

	operations map[string]*operation // by id
	http       *http.Server
	opened     []func() error // close the parts that are open; the last is called first

	epoch    string          // prefix of the ids of ontology events; differs for each process
	stopping context.Context // ends when the server stops; streams end with it
	stop     context.CancelFunc
}

// The server implements the contract.
var _ contract.StrictServerInterface = (*Server)(nil)

// New opens the store and the port of a server. Serve answers requests. The caller closes the
// server. The error is ErrRunning if another server uses the store, ErrOpenToAll, an error of
// db.Open, or an error of listening.
func New(ctx context.Context, opts Options) (*Server, error) {
	opts = opts.withDefaults()
	s := &Server{
		version: opts.Version, limits: opts.Limits, log: opts.Log, token: secret(),
		epoch: secret()[:8],
	}
	s.slots = newCPUSlots(s.limits.Cores, s.limits.Patience)
	s.bodiesInMemory.limit, s.bodiesOnDisk.limit = maxBodiesInMemory, maxBodiesOnDisk
	s.requests.limit, s.streams.limit = maxRequests, maxStreams
	s.perClient.limit = maxPerClient
	s.stopping, s.stop = context.WithCancel(context.Background())
	if err := s.open(ctx, opts); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// open opens lock, port, store and workspace. After an error the caller calls Close.
func (s *Server) open(ctx context.Context, opts Options) error {
	path, err := filepath.Abs(opts.Store)
	if err != nil {
		return err
	}
	s.dir = filepath.Dir(path)
	if s.lock, err = lockDir(s.dir); err != nil {
		return err
	}
	s.opened = append(s.opened, s.lock.release)
	if err := s.listen(opts); err != nil {
		return err
	}
	if s.store, err = db.Open(ctx, path, db.Options{}); err != nil {
		return err
	}
	s.opened = append(s.opened, s.store.Close)
	s.workspace, err = workspace.Open(ctx, workspace.Options{
		Store: s.store, Documents: filepath.Join(s.dir, "documents"),
		Folder: filepath.Join(s.dir, "ontologies"), Models: opts.Models, Roots: opts.Roots,
		Workers: opts.Workers, Program: "box2el-owl " + opts.Version,
		DocumentBytes: s.limits.DocumentBytes, Language: opts.Language,
	})
	if err != nil {
		return err
	}
	s.queue = jobs.New(jobs.Options{Kinds: s.kinds(), Log: s.log})
	s.opened = append(s.opened, s.workspace.Close, func() error { s.queue.Close(); return nil })
	spec, err := contract.GetSpec()
	if err != nil {
		return err
	}
	s.contract = spec.Info.Version
	if s.operations, err = operationsOf(spec); err != nil {
		return err
	}
	s.http = &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: s.limits.Header, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 * kB, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	s.opened = append(s.opened, s.http.Close)
	return nil
}

// listen opens the port if the options allow it.
func (s *Server) listen(opts Options) error {
	if opts.Certificate != "" || opts.Key != "" {
		pair, err := tls.LoadX509KeyPair(opts.Certificate, opts.Key)
		if err != nil {
			return err
		}
		s.tls = &tls.Config{
			Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12,
			NextProtos: []string{"h2", "http/1.1"},
		}
	}
	listener, err := net.Listen("tcp", opts.Listen)
	if err != nil {
		return err
	}
	s.listener = netutil.LimitListener(listener, maxConnections)
	s.opened = append(s.opened, func() error {
		listener.Close() // fails if http has closed it
		return nil
	})
	if s.hosts, err = newAllowedHosts(listener.Addr(), s.tls != nil, opts.Names); err != nil {
		return err
	}
	if s.hosts.anyAddr && s.tls == nil && !opts.Insecure {
		return fmt.Errorf("listening on %s: %w", opts.Listen, ErrOpenToAll)
	}
	return nil
}

// URL returns the address of the server, without a path.
func (s *Server) URL() string {
	addr := netip.MustParseAddrPort(s.listener.Addr().String())
	host := addr.Addr()
	if host.IsUnspecified() {
		host = netip.MustParseAddr("127.0.0.1")
	}
	return s.hosts.scheme + "://" + netip.AddrPortFrom(host, addr.Port()).String()
}

// Ticket returns an address that signs in a browser once, within ticketLifetime.
func (s *Server) Ticket() string {
	return s.ticketURL(s.tickets.give(time.Now().Add(ticketLifetime)))
}

// shutdownTime is the time for current requests to finish when the server stops.
const shutdownTime = time.Second

// Serve answers requests until its context ends. It calls ready before the first one. At the end it
// refuses new requests, cancels jobs, and waits for current requests for shutdownTime. Clients find
// the server by its file in the directory of the store; see Find.
func (s *Server) Serve(ctx context.Context, ready func() error) error {
	port := netip.MustParseAddrPort(s.listener.Addr().String()).Port()
	err := s.lock.announce(Handshake{
		PID: os.Getpid(), Port: int(port), URL: s.URL(), Token: s.token, Contract: s.contract,
		Version: s.version, StartedAt: time.Now().UTC(),
	})
	if err == nil {
		err = ready() // the port accepts connections already
	}
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() {
		if s.tls != nil {
			s.http.TLSConfig = s.tls
			failed <- s.http.ServeTLS(s.listener, "", "")
			return
		}
		failed <- s.http.Serve(s.listener)
	}()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.stop()
	closed := make(chan struct{})
	go func() {
		s.queue.Close()
		close(closed)
	}()
	patience, end := context.WithTimeout(context.Background(), shutdownTime)
	defer end()
	err = s.http.Shutdown(patience)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close()
	}
	<-closed
	if served := <-failed; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// Close cancels jobs and closes port, workspace, store and lock.
func (s *Server) Close() error {
	s.stop()
	var errs []error
	for _, end := range slices.Backward(s.opened) {
		errs = append(errs, end())
	}
	return errors.Join(errs...)
}

// handler returns the handler with all middleware.
func (s *Server) handler() http.Handler {
	e := echo.New()
	e.HTTPErrorHandler = s.answerProblem
	e.Logger.SetOutput(io.Discard)
	compress := middleware.GzipWithConfig(middleware.GzipConfig{
		Level: 1, MinLength: kB, Skipper: isStream,
	})
	e.Use(s.observe, s.guard, s.limitRequests, compress)
	admissions := make(map[string][]echo.MiddlewareFunc, len(s.operations))
	for id, o := range s.operations {
		admissions[id] = []echo.MiddlewareFunc{s.admission(o)}
	}
	strict := contract.NewStrictHandler(s, []contract.StrictMiddlewareFunc{s.tagged, releaseSlot})
	contract.RegisterHandlersWithOptions(e, strict, contract.RegisterHandlersOptions{
		BaseURL: basePath, OperationMiddlewares: admissions,
	})
	s.servePage(e)
	return headAsGet(e)
}
