package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"box2el-owl/internal/golden"
)

// TestCLIDocument compares docs/cli.md with the help of all commands; -update writes it.
func TestCLIDocument(t *testing.T) {
	var page bytes.Buffer
	page.WriteString(
		"# Command line\n\nThe help of every command, written by `go test ./cmd/box2el-owl -run TestCLIDocument -update`.\n" +
			"[Commands](guide/commands.md) shows each at work.\n")
	root, _ := newRootCmd(&streams{out: &bytes.Buffer{}, err: &bytes.Buffer{}})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	var write func(c *cobra.Command)
	write = func(c *cobra.Command) {
		if c.Hidden || c.Name() == "help" {
			return
		}
		var help bytes.Buffer
		c.SetOut(&help)
		c.InitDefaultHelpFlag()
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "\n## %s\n\n```text\n%s\n```\n", c.CommandPath(),
			strings.TrimSpace(help.String()))
		if c.Name() == "completion" {
			return // one command for each shell, by cobra
		}
		for _, sub := range c.Commands() {
			write(sub)
		}
	}
	write(root)
	golden.Check(t, "../../docs/cli.md", page.Bytes())
}
