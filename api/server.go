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
	"regexp"
	"runtime"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/net/netutil"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/jobs"
	"box2el-owl/workspace"
)

// basePath is that of the API; the web page has the rest.
const basePath = "/api/v1"

// Options say what to serve, and to whom.
type Options struct {
	// Store is the file of the store; it is made where there is none, but not its folder. What else
	// is kept lies in that folder.
	Store string
	// Models is the folder of models. Default: models beside the store.
	Models string
	// Listen is the address to listen on: host:port. A host that is not of this machine alone wants
	// Certificate and Key, or Insecure. Default: 127.0.0.1, on a free port.
	Listen string
	// Names are further names that the server goes by, in the header Host. Default: localhost,
	// 127.0.0.1 and [::1], and on another address that.
	Names []string
	// Certificate and Key are files in PEM, for TLS. Default: none.
	Certificate, Key string
	// Insecure allows other machines without TLS.
	Insecure bool

	// Roots are folders in which clients may name files to be read. Default: none.
	Roots []string
	// Workers is the number of threads of one piece of work. Default: all cores.
	Workers int
	// Version is that of the program.
	Version string
	// Limits are what the server takes.
	Limits Limits
	// Log is told of requests and of what goes wrong. Default: nobody is.
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

// ErrOpenToAll: the server would listen to other machines without TLS, unasked.
var ErrOpenToAll = errors.New(
	"other machines may be let in with a certificate and key, or with --insecure-listen where the network is trusted")

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
	sessions sessions

	slots          *cpuSlots
	bodiesInMemory budget
	bodiesOnDisk   budget
	requests       budget
	streams        budget
	perClient      clientLimit

	operations map[string]*operation // of the contract
	// from method and path, as Echo has it, to the operation of the contract
	routes  map[string]string
	metrics *metrics
	http    *http.Server
	// begins the ids of events of ontologies: those of another process are not ours
	epoch    string
	stopping context.Context // ends when the server stops: streams end with it
	stop     context.CancelFunc
}

// The server fulfils the contract.
var _ contract.StrictServerInterface = (*Server)(nil)

// New makes a server that has its store and its port; Serve lets it answer. It is to be closed. The
// error is ErrRunning where another server has the store, ErrOpenToAll, one of db.Open, or one of
// listening.
func New(ctx context.Context, opts Options) (*Server, error) {
	opts = opts.withDefaults()
	s := &Server{
		version: opts.Version, limits: opts.Limits, log: opts.Log, token: secret(),
		epoch: secret()[:8],
	}
	s.slots = newCPUSlots(s.limits.Cores, s.limits.Patience)
	s.bodiesInMemory.limit, s.bodiesOnDisk.limit = s.limits.BodiesInMemory, s.limits.BodiesOnDisk
	s.requests.limit, s.streams.limit = int64(s.limits.Requests), int64(s.limits.Streams)
	s.perClient.limit = s.limits.RequestsPerClient
	s.stopping, s.stop = context.WithCancel(context.Background())
	if err := s.open(ctx, opts); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// open opens what the server keeps open. What it had opened when it fails, Close closes.
func (s *Server) open(ctx context.Context, opts Options) error {
	path, err := filepath.Abs(opts.Store)
	if err != nil {
		return err
	}
	s.dir = filepath.Dir(path)
	if s.lock, err = lockDir(s.dir); err != nil {
		return err
	}
	if err := s.listen(opts); err != nil {
		return err
	}
	if s.store, err = db.Open(ctx, path, db.Options{}); err != nil {
		return err
	}
	s.workspace, err = workspace.Open(ctx, workspace.Options{
		Store: s.store, Documents: filepath.Join(s.dir, "documents"),
		Folder: filepath.Join(s.dir, "ontologies"), Models: opts.Models, Roots: opts.Roots,
		Workers: opts.Workers,
		Program: "box2el-owl " + opts.Version, DocumentBytes: s.limits.DocumentBytes,
	})
	if err != nil {
		return err
	}
	s.removeCheckpoints(opts.Models)
	s.queue = jobs.New(jobs.Options{Kinds: s.kinds(), Log: s.log})
	s.metrics = newMetrics(s)
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
		MaxHeaderBytes: 64 * kB,
		ErrorLog:       slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	return nil
}

// removeCheckpoints removes the checkpoints of trainings that a server of an earlier version left
// in a folder. They are named after jobs; one of 48,000 classes takes 441 MB.
func (s *Server) removeCheckpoints(folder string) {
	entries, _ := os.ReadDir(folder) // there may be no folder
	name := regexp.MustCompile(`^\.?[a-z2-7]{26}\.checkpoint(-[0-9a-f]{8})?$`)
	for _, e := range entries {
		if !name.MatchString(e.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
			s.log.Warn("checkpoint of an earlier version not removed", "error", err)
		}
	}
}

// listen opens the port, where the options allow it.
func (s *Server) listen(opts Options) error {
	if opts.Certificate != "" || opts.Key != "" {
		pair, err := tls.LoadX509KeyPair(opts.Certificate, opts.Key)
		if err != nil {
			return err
		}
		s.tls = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12,
			NextProtos: []string{"h2", "http/1.1"}}
	}
	listener, err := net.Listen("tcp", opts.Listen)
	if err != nil {
		return err
	}
	s.listener = netutil.LimitListener(listener, s.limits.Connections)
	if s.hosts, err = newAllowedHosts(listener.Addr(), s.tls != nil, opts.Names); err != nil {
		return err
	}
	if s.hosts.anyAddr && s.tls == nil && !opts.Insecure {
		return fmt.Errorf("listening on %s: %w", opts.Listen, ErrOpenToAll)
	}
	return nil
}

// URL is where the server answers, without a path.
func (s *Server) URL() string {
	addr := netip.MustParseAddrPort(s.listener.Addr().String())
	host := addr.Addr()
	if host.IsUnspecified() {
		host = netip.MustParseAddr("127.0.0.1")
	}
	return s.hosts.scheme + "://" + netip.AddrPortFrom(host, addr.Port()).String()
}

// Ticket returns the address with which a browser signs in, once, within a minute.
func (s *Server) Ticket(ctx context.Context) (string, error) {
	ticket, err := s.store.NewTicket(ctx, ticketLifetime)
	return s.ticketURL(ticket), err
}

// windUp is how long requests that are under way may take when the server stops.
const windUp = time.Second

// Serve answers requests until its context ends; ready is called when it begins to. Then it winds
// up: it takes no further ones, cancels jobs, and lets requests that are under way come to their
// end, for a second. Clients find it in the folder of the store as long as it answers: see Find.
func (s *Server) Serve(ctx context.Context, ready func() error) error {
	err := s.lock.announce(Handshake{
		PID: os.Getpid(), Port: int(netip.MustParseAddrPort(s.listener.Addr().String()).Port()),
		URL: s.URL(), Token: s.token,
		Contract: s.contract, Version: s.version, StartedAt: time.Now().UTC(),
	})
	if err == nil {
		err = ready() // connections are taken already; they are answered in a moment
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
	patience, end := context.WithTimeout(context.Background(), windUp)
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

// Close ends jobs and lets go of everything, of the store at last.
func (s *Server) Close() error {
	s.stop()
	var errs []error
	if s.http != nil {
		errs = append(errs, s.http.Close())
	}
	if s.listener != nil {
		s.listener.Close() // fails where http has closed it
	}
	if s.queue != nil {
		s.queue.Close()
	}
	if s.workspace != nil {
		errs = append(errs, s.workspace.Close())
	}
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	if s.lock != nil {
		errs = append(errs, s.lock.release())
	}
	return errors.Join(errs...)
}

// handler puts the parts that requests pass together.
func (s *Server) handler() http.Handler {
	e := echo.New()
	e.HTTPErrorHandler = s.answerProblem
	e.Logger.SetOutput(io.Discard)
	e.Use(s.observe, s.guard, s.limitRequests, middleware.GzipWithConfig(middleware.GzipConfig{
		Level: 1, MinLength: kB, Skipper: func(c echo.Context) bool { return isStream(c) },
	}))
	admissions := make(map[string][]echo.MiddlewareFunc, len(s.operations))
	s.routes = make(map[string]string, len(s.operations))
	for id, o := range s.operations {
		admissions[id] = s.admission(o)
		s.routes[o.route.Method+" "+o.path()] = id
	}
	contract.RegisterHandlersWithOptions(e,
		contract.NewStrictHandler(s, []contract.StrictMiddlewareFunc{releaseSlot}),
		contract.RegisterHandlersOptions{
			BaseURL: basePath, OperationMiddlewares: admissions,
		})
	s.servePage(e)
	return headAsGet(e)
}
