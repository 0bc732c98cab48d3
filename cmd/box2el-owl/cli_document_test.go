package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
	guide, err := os.ReadFile("../../docs/guide/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var tested []byte
	for _, path := range scripts {
		script, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tested = append(tested, script...)
	}
	for _, c := range root.Commands() {
		if c.GroupID == "" {
			continue // help and completion
		}
		if !regexp.MustCompile(`(?m)^## .*\b` + c.Name() + `\b`).Match(guide) {
			t.Errorf("docs/guide/commands.md has no section %s", c.Name())
		}
		if !bytes.Contains(tested, []byte("box2el-owl "+c.Name())) {
			t.Errorf("no script of testdata/script calls %s", c.Name())
		}
	}
	golden.Check(t, "../../docs/cli.md", page.Bytes())
}
