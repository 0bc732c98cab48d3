// Testrun runs "go test -json" with the given arguments. It prints the output of failed tests and
// one line for each package, as go test does. At the end it prints how many tests were skipped for
// each reason, and the numbers of passed, failed and skipped tests, including subtests.
//
// The message of a skipped test is "REASON; REMEDY (DETAIL)". Skips that differ only in the detail
// share one line.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

func main() {
	program := cmp.Or(os.Getenv("GO"), "go")
	command := exec.Command(program, append([]string{"test", "-json"}, os.Args[1:]...)...)
	command.Stderr = os.Stderr
	events, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testrun:", err)
		os.Exit(1)
	}
	s := newSummary(os.Stdout)
	readErr := s.read(events)
	runErr := command.Wait()
	s.print()
	if err := errors.Join(readErr, runErr); err != nil {
		fmt.Fprintln(os.Stderr, "testrun:", err)
		os.Exit(1)
	}
	if s.failed > 0 {
		os.Exit(1)
	}
}

// event is one line of go test -json (go doc test2json).
type event struct {
	Action, Package, ImportPath, Test, Output string
}

// summary holds the counts of a run and the output of tests that have not ended.
type summary struct {
	out                     io.Writer
	passed, failed, skipped int
	skips                   map[string]int         // by reason
	output                  map[[2]string][]string // by package and test; "" for the package itself
}

func newSummary(out io.Writer) *summary {
	return &summary{out: out, skips: make(map[string]int), output: make(map[[2]string][]string)}
}

// read reads events until the end of r. It prints lines that are not events.
func (s *summary) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e event
			if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &e) != nil {
				fmt.Fprint(s.out, line)
			} else {
				s.add(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *summary) add(e event) {
	key := [2]string{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Fprint(s.out, e.Output)
	case "output":
		if e.Test == "" && isPackageLine(e.Output) {
			fmt.Fprint(s.out, e.Output)
			return
		}
		s.output[key] = append(s.output[key], e.Output)
	case "pass", "fail", "skip":
		s.end(key, e.Action)
	}
}

// end counts a test that has ended and prints its output if it failed.
func (s *summary) end(key [2]string, action string) {
	output := s.output[key]
	delete(s.output, key)
	if action == "fail" {
		for _, line := range output {
			fmt.Fprint(s.out, line)
		}
	}
	if key[1] == "" {
		return
	}
	switch action {
	case "pass":
		s.passed++
	case "fail":
		s.failed++
	case "skip":
		s.skipped++
		s.skips[reason(output)]++
	}
}

// isPackageLine reports whether a line is the result of a package.
func isPackageLine(line string) bool {
	for _, prefix := range []string{"ok  \t", "FAIL\t", "---", "?   \t"} {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}

var message = regexp.MustCompile(`^\s*[^\s:]+\.go:\d+: (.*)`)

// reason returns the last message of a test up to the first colon, without the detail in
// parentheses.
func reason(output []string) string {
	text := "no reason given"
	for _, line := range output {
		if m := message.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			text = m[1]
		}
	}
	if i := strings.LastIndex(text, " ("); i > 0 && strings.HasSuffix(text, ")") {
		text = text[:i]
	}
	text, _, _ = strings.Cut(text, ": ")
	return text
}

// print prints the skips by reason, the most frequent first, and the counts.
func (s *summary) print() {
	if s.skipped > 0 {
		fmt.Fprintln(s.out, "\nSkipped tests, by reason:")
	}
	reasons := slices.SortedFunc(maps.Keys(s.skips), func(a, b string) int {
		return cmp.Or(s.skips[b]-s.skips[a], strings.Compare(a, b))
	})
	for _, r := range reasons {
		fmt.Fprintf(s.out, "%6d  %s\n", s.skips[r], r)
	}
	fmt.Fprintf(s.out, "\n%d passed, %d failed, %d skipped\n", s.passed, s.failed, s.skipped)
}
