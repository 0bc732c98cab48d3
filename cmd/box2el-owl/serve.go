package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/api"
)

type serveOptions struct {
	store          storeOptions
	port           int
	listen         string
	hosts          []string
	allowPaths     []string
	certificate    string
	key            string
	insecure       bool
	exitWithParent bool
	open           bool
	workers        int
	verbose        bool
}

func newServeCmd(io *streams) *cobra.Command {
	var opts serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the web page, and the API that editors and scripts use",
		Long: `Serve the web page, and the API that editors and scripts use, until the program is interrupted.

Only this machine is let in, and only who has the token: programs of the same user find it in the file
server.json beside the store, and browsers sign in by 'box2el-owl open'. What clients have sent, jobs and
decisions are in the store, and there again when the server is started the next time.`,
		Example: `  box2el-owl serve
  box2el-owl serve --port 8080 --allow-path ~/ontologies`,
		Args: positional(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.check(); err != nil {
				return err
			}
			return runServe(cmd.Context(), io, opts)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&opts.port, "port", 0, "port to listen on; 0 is a free one")
	flags.StringVar(&opts.listen, "listen", "127.0.0.1",
		"`ADDRESS` to listen on; others than this machine's own let other machines in")
	flags.StringArrayVar(&opts.hosts, "host", nil, "further `NAME` that the server goes by")
	flags.StringVar(&opts.certificate, "tls-cert", "",
		"`FILE` of the certificate, in PEM, with those above it")
	flags.StringVar(&opts.key, "tls-key", "", "`FILE` of its private key, in PEM")
	flags.BoolVar(&opts.insecure, "insecure-listen", false,
		"let other machines in without TLS: whoever is on the network between can read along")
	flags.StringArrayVar(&opts.allowPaths, "allow-path", nil,
		"`FOLDER` in which clients may name files to be read")
	opts.store.addFlags(cmd)
	flags.BoolVar(&opts.exitWithParent, "exit-with-parent", false, "end when standard input does")
	flags.BoolVar(&opts.open, "open", false, "open the web page in the browser")
	flags.IntVar(&opts.workers, "workers", 0, "threads of one piece of work (default: all cores)")
	flags.BoolVarP(&opts.verbose, "verbose", "v", false,
		"log every request, not only what goes wrong")
	return cmd
}

func (o *serveOptions) check() error {
	switch {
	case o.port < 0 || o.port > 65535:
		return usageError{fmt.Errorf("--port %d is not between 0 and 65535", o.port)}
	case (o.certificate == "") != (o.key == ""):
		return usageError{errors.New("--tls-cert and --tls-key go together")}
	case o.workers < 0:
		return usageError{fmt.Errorf("--workers %d is negative", o.workers)}
	}
	for _, folder := range o.allowPaths {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return usageError{fmt.Errorf("--allow-path %s is no folder", folder)}
		}
	}
	return nil
}

// windUp is how long the server may take to put its work away when it is told to end: a training that goes on the next time takes most of it.
const windUp = 5 * time.Second

func runServe(ctx context.Context, streams *streams, opts serveOptions) error {
	streams.grace.Store(int64(windUp))
	path, err := opts.store.file()
	if err != nil {
		return err
	}
	models, err := opts.store.models()
	if err != nil {
		return err
	}
	level := slog.LevelWarn
	if opts.verbose {
		level = slog.LevelInfo
	}
	server, err := api.New(ctx, api.Options{
		Store: path, Models: models, Listen: net.JoinHostPort(opts.listen, strconv.Itoa(opts.port)),
		Names:       opts.hosts,
		Certificate: opts.certificate, Key: opts.key, Insecure: opts.insecure,
		Roots: opts.allowPaths, Workers: opts.workers,
		Version: version,
		Log:     slog.New(slog.NewTextHandler(streams.err, &slog.HandlerOptions{Level: level})),
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if opts.exitWithParent {
		go func() { // ends with the process at the latest: nothing can end a read of standard input
			io.Copy(io.Discard, streams.in)
			stop()
		}()
	}
	err = server.Serve(ctx, func() error { return welcome(ctx, streams, server, opts.open) })
	return errors.Join(err, server.Close())
}

// welcome says where the server is. The address with which a browser signs in is for the person at the terminal only, not for logs.
func welcome(ctx context.Context, streams *streams, server *api.Server, open bool) error {
	streams.say("serving at %s; Ctrl-C ends it", server.URL())
	if !open && !streams.errTerminal {
		return nil
	}
	ticket, err := server.Ticket(ctx)
	if err != nil {
		return err
	}
	if open {
		return showPage(streams, ticket)
	}
	streams.say("the web page, signed in, within a minute: %s", ticket)
	return nil
}

// serverFolder is where a server of the store says how to reach it.
func (o *storeOptions) serverFolder() (string, error) {
	path, err := o.file()
	return filepath.Dir(path), err
}
