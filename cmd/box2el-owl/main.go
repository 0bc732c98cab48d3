package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// version is the output of --version. The Makefile sets it.
var version = "dev"

func main() {
	os.Exit(int(run(os.Args[1:], processStreams())))
}

// grace is the time that a command has to finish after Ctrl-C before the process exits without it.
// The prompt should return 100 ms after the key; the system needs 15 to 30 ms of them to free
// memory.
const grace = 50 * time.Millisecond

// run executes one command line and returns its exit code. SIGINT, SIGTERM, SIGQUIT and SIGHUP
// cancel the context of the command. If it does not return in time, its temporary output files are
// removed.
func run(args []string, io *streams) exitCode {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	done := make(chan exitCode, 1)
	go func() { done <- execute(ctx, args, io) }()
	select {
	case code := <-done:
		return code
	case <-ctx.Done():
	}
	io.files.Hurry()
	select {
	case code := <-done:
		return code
	case <-time.After(grace + time.Duration(io.grace.Load())):
		io.files.Remove()
		return exitInterrupted
	}
}
