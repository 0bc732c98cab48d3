package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/api"
)

type openOptions struct {
	store storeOptions
	print bool
}

func newOpenCmd(io *streams) *cobra.Command {
	var opts openOptions
	cmd := &cobra.Command{
		Use:   "open",
		Short: "Open the web page of the running server in the browser, signed in",
		Long: `Open the web page of the running server in the browser, signed in. The link works
once, for one minute.`,
		Example: `  box2el-owl open
  box2el-owl open --print`,
		Args: positional(0, 0),
		RunE: running(io, &opts, runOpen),
	}
	opts.store.addFlags(cmd)
	cmd.Flags().BoolVar(&opts.print, "print", false, "print the link instead of opening it")
	return cmd
}

func runOpen(ctx context.Context, streams *streams, opts openOptions) error {
	dir, err := opts.store.serverDir()
	if err != nil {
		return err
	}
	server, err := api.Find(ctx, dir)
	if errors.Is(err, api.ErrNotRunning) {
		return fmt.Errorf("%w; start one: box2el-owl serve --open", err)
	}
	if err != nil {
		return err
	}
	ticket, err := server.Ticket(ctx)
	if err != nil {
		return err
	}
	if opts.print {
		fmt.Fprintln(streams.out, ticket)
		return nil
	}
	return showPage(streams, ticket)
}

// showPage opens a URL in the browser, or prints it if there is none.
func showPage(streams *streams, url string) error {
	if err := browse(url); err != nil {
		streams.say("cannot start a browser (%v); open this link within a minute:", err)
		fmt.Fprintln(streams.out, url)
	}
	return nil
}

// browse opens a URL with the system's program, which may keep running.
func browse(url string) error {
	command := exec.Command("xdg-open", url)
	switch runtime.GOOS {
	case "darwin":
		command = exec.Command("open", url)
	case "windows":
		command = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return errors.New("no graphical display found")
		}
	}
	if err := command.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(2 * time.Second):
		return nil
	}
}
