package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// documentPrelude replaces commands of the documents that a test cannot run unchanged: make and go
// only look up their target, a server is stopped after its start, and no browser is opened.
const documentPrelude = `set -euo pipefail
unset DISPLAY WAYLAND_DISPLAY
make() { command make --no-print-directory -n -C "$CLONE" "$@" >/dev/null; }
go() {
  case "$1 $2" in
  "run ./cmd/box2el-owl") shift 2; box2el-owl "$@" ;;
  *) (cd "$CLONE" && command go list "${@: -1}" >/dev/null) ;;
  esac
}
box2el-owl() {
  if [ "$1" != serve ]; then command box2el-owl "$@"; return; fi
  command box2el-owl "$@" >serve.out 2>&1 & server=$!
  until [ -f "$BOX2EL_HOME/server.json" ]; do kill -0 $server; sleep 0.05; done
  kill -INT $server; wait $server || [ $? = 130 ]
}
`

// TestDocuments runs the code blocks of README.md and docs/guide on a copy of examples, in a
// directory whose path has a space and a non-ASCII letter. The blocks of a document share the
// directory. A block of the kind
//
//   - sh is run by bash and must end with exit code 0;
//   - console has command lines after "$ ", each with its output: a line "…" matches any lines,
//     and "…" within a line any text; the exit code is not checked;
//   - go is compared with an example by TestReadme.
//
// Any other kind fails.
func TestDocuments(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no shell for the commands of the documents; install bash")
	}
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	documents, err := filepath.Glob(filepath.Join(clone, "docs", "guide", "*.md"))
	if err != nil || len(documents) == 0 {
		t.Fatal("no documents in docs/guide: ", err)
	}
	for _, path := range append(documents, filepath.Join(clone, "README.md")) {
		name, err := filepath.Rel(clone, path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			shell := documentShell{clone: clone, dir: filepath.Join(t.TempDir(), "a clone ü")}
			if err := os.CopyFS(filepath.Join(shell.dir, "examples"),
				os.DirFS(filepath.Join(clone, "examples"))); err != nil {
				t.Fatal(err)
			}
			blocks := codeBlocks(string(text))
			if len(blocks) == 0 && strings.Contains(string(text), "```") {
				t.Fatal("no code block")
			}
			for _, b := range blocks {
				shell.check(t, name, b)
			}
		})
	}
}

// codeBlock is a fenced code block: its kind, its text and the number of its first line.
type codeBlock struct {
	kind, text string
	line       int
}

// codeBlocks returns the fenced code blocks of a Markdown document. An indented block has the kind
// "indented".
func codeBlocks(text string) []codeBlock {
	var blocks []codeBlock
	open, previous := false, ""
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			if !open {
				blocks = append(blocks, codeBlock{kind: strings.TrimPrefix(line, "```"),
					line: i + 2})
			}
			open = !open
		case open:
			blocks[len(blocks)-1].text += line + "\n"
		case strings.HasPrefix(line, "    ") && previous == "":
			blocks = append(blocks, codeBlock{kind: "indented", line: i + 1})
		}
		previous = line
	}
	return blocks
}

// documentShell runs commands in dir.
type documentShell struct{ clone, dir string }

func (s documentShell) check(t *testing.T, name string, b codeBlock) {
	t.Helper()
	switch b.kind {
	case "go":
	case "sh":
		if out, err := s.run(t, b.text); err != nil {
			t.Errorf("%s:%d: %v\n%s", name, b.line, err, out)
		}
	case "console":
		for _, step := range consoleSteps(b.text) {
			out, _ := s.run(t, step.command)
			if strings.TrimSpace(step.output) == "…" {
				t.Errorf("%s:%d: every output matches", name, b.line)
			}
			if !step.pattern().MatchString(out) {
				t.Errorf("%s:%d: %s prints\n%s\nwant\n%s", name, b.line,
					strings.TrimSpace(step.command), out, step.output)
			}
		}
	default:
		t.Errorf("%s:%d: a code block of the kind %q is not run; use sh, console or go", name,
			b.line, b.kind)
	}
}

func (s documentShell) run(t *testing.T, commands string) (output string, err error) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "bash", "-c", documentPrelude+commands)
	shell.Dir = s.dir
	shell.Env = append(os.Environ(), "CLONE="+s.clone, "BOX2EL_HOME="+filepath.Join(s.dir, "home"),
		"LC_ALL=C.UTF-8")
	shell.WaitDelay = 5 * time.Second
	out, err := shell.CombinedOutput()
	return string(out), err
}

// consoleStep is a command of a console block with the output that the document shows.
type consoleStep struct{ command, output string }

func consoleSteps(text string) []consoleStep {
	var steps []consoleStep
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "$ "); ok || len(steps) == 0 {
			steps = append(steps, consoleStep{command: command})
		} else {
			steps[len(steps)-1].output += line
		}
	}
	return steps
}

// pattern returns the regular expression of the output.
func (s consoleStep) pattern() *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`^`)
	for line := range strings.Lines(s.output) {
		if strings.TrimSpace(line) == "…" {
			b.WriteString(`(?s:.*)`)
			continue
		}
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*"))
	}
	b.WriteString(`$`)
	return regexp.MustCompile(b.String())
}

// TestConsolePattern checks that an output which differs from the document is detected.
func TestConsolePattern(t *testing.T) {
	steps := consoleSteps("$ a\none\n…\nend … ms\n$ b\n")
	if len(steps) != 2 {
		t.Fatalf("%d steps, want 2", len(steps))
	}
	for i, c := range []struct {
		step   int
		output string
		want   bool
	}{
		{0, "one\nend 3 ms\n", true},
		{0, "one\ntwo\nthree\nend 3 ms\n", true},
		{0, "two\nend 3 ms\n", false},
		{0, "one\nend 3 ms\nmore\n", false},
		{0, "", false},
		{1, "", true},
		{1, "x\n", false},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if got := steps[c.step].pattern().MatchString(c.output); got != c.want {
				t.Errorf("%q matches: %v, want %v", c.output, got, c.want)
			}
		})
	}
}
