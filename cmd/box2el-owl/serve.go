package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/api"
)

type serveOptions struct {
	api.Options
	store          storeOptions
	port           int
	host           string // to listen on
	exitWithParent bool
	open           bool
}

// usualPort is the port without --port, unless it is in use.
const (
	usualPort = 8765
	anyPort   = -1 // --port is not given
)

func newServeCmd(io *streams) *cobra.Command {
	var opts serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the web page and the API for editors and scripts",
		Long: `Serve the web page and the API for editors and scripts until the program is
interrupted.

By default only this machine can connect, and every request needs a token. Programs of the same
user read it from the file server.json next to the store; browsers sign in with 'box2el-owl open'.
Ontologies and decisions are kept in the store across restarts.`,
		Example: `  box2el-owl serve
  box2el-owl serve --port 8080 --allow-path ~/ontologies`,
		Args: positional(0, 0),
		RunE: running(io, &opts, runServe),
	}
	flags := cmd.Flags()
	flags.IntVar(&opts.port, "port", anyPort,
		"port to listen on; 0: any free port (default: 8765, or a free port if it is in use)")
	flags.Lookup("port").DefValue = "0" // hides it in the help
	flags.StringVar(&opts.host, "listen", "127.0.0.1",
		"`ADDRESS` to listen on; non-loopback addresses accept remote connections")
	flags.StringArrayVar(&opts.Names, "host", nil,
		"additional host `NAME` to accept in the Host header")
	flags.StringVar(&opts.Certificate, "tls-cert", "",
		"`FILE` of the certificate chain in PEM")
	flags.StringVar(&opts.Key, "tls-key", "", "`FILE` of its private key in PEM")
	flags.BoolVar(&opts.Insecure, "insecure-listen", false,
		"accept remote connections without TLS (unencrypted)")
	flags.StringArrayVar(&opts.Roots, "allow-path", nil,
		"`FOLDER` whose files clients may name to be read")
	opts.store.addFlags(cmd)
	flags.BoolVar(&opts.exitWithParent, "exit-with-parent", false,
		"exit when standard input is closed")
	flags.BoolVar(&opts.open, "open", false, "open the web page in the browser")
	addWorkers(cmd, &opts.Workers)
	addLanguage(cmd, &opts.Language)
	beforeRun(cmd, opts.check)
	return cmd
}

func (o *serveOptions) check([]string) error {
	switch {
	case o.port < anyPort || o.port > 65535:
		return usagef("--port %d is not between 0 and 65535", o.port)
	case (o.Certificate == "") != (o.Key == ""):
		return usagef("--tls-cert needs --tls-key, and --tls-key needs --tls-cert")
	}
	for _, name := range o.Names {
		if _, _, err := net.SplitHostPort(name); err == nil || strings.Contains(name, "/") {
			return usagef("--host %s is not a name: leave out scheme, port and path", name)
		}
	}
	for _, dir := range o.Roots {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return usagef("--allow-path %s is not a folder", dir)
		}
	}
	return nil
}

// windUp is the time that the server has to stop its jobs.
const windUp = 5 * time.Second

func runServe(ctx context.Context, streams *streams, opts serveOptions) error {
	streams.grace.Store(int64(windUp))
	signal.Ignore(syscall.SIGPIPE) // the reader of the messages may end before the server
	var err error
	if opts.Store, err = opts.store.file(); err != nil {
		return err
	}
	if opts.Models, err = opts.store.models(); err != nil {
		return err
	}
	if opts.port == anyPort {
		opts.port = usualPort
		probe, err := net.Listen("tcp", net.JoinHostPort(opts.host, strconv.Itoa(usualPort)))
		if err != nil {
			opts.port = 0
		} else {
			probe.Close()
		}
	}
	level := slog.LevelWarn
	if streams.verbose {
		level = slog.LevelInfo
	}
	opts.Listen, opts.Version = net.JoinHostPort(opts.host, strconv.Itoa(opts.port)), version
	opts.Log = slog.New(slog.NewTextHandler(streams.err, &slog.HandlerOptions{Level: level}))
	server, err := api.New(ctx, opts.Options)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if opts.exitWithParent {
		go func() { // may run until the process ends, because the read cannot be interrupted
			io.Copy(io.Discard, streams.in)
			stop()
		}()
	}
	err = server.Serve(ctx, func() error { return welcome(streams, server, opts.open) })
	return errors.Join(err, server.Close())
}

// welcome prints the address of the server. The sign-in link is printed only to a terminal, not to
// logs.
func welcome(streams *streams, server *api.Server, open bool) error {
	streams.say("Listening on %s; open the page with: box2el-owl open (Ctrl-C to stop)",
		server.URL())
	if !open && !streams.errTerminal {
		return nil
	}
	ticket := server.Ticket()
	if open {
		return showPage(streams, ticket)
	}
	streams.say("Sign-in link, valid for one minute: %s", ticket)
	return nil
}

// serverDir returns the directory in which a server of the store publishes its address.
func (o *storeOptions) serverDir() (string, error) {
	path, err := o.file()
	return filepath.Dir(path), err
}
