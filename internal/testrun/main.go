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
	s := newSummary(os.Stdout)
	err := s.run(exec.Command(cmp.Or(os.Getenv("GO"), "go"),
		append([]string{"test", "-json"}, os.Args[1:]...)...))
	if err != nil {
		fmt.Fprintln(os.Stderr, "testrun:", err)
	}
	if err != nil || s.counts["fail"] > 0 {
		os.Exit(1)
	}
}

// event is one line of go test -json (go doc test2json).
type event struct {
	Action, Package, Test, Output string
}

// summary holds the counts of a run and the output of tests that have not ended.
type summary struct {
	out    io.Writer
	counts map[string]int         // of tests, by the action that ends them
	skips  map[string]int         // by reason
	output map[[2]string][]string // by package and test; "" for the package itself
}

func newSummary(out io.Writer) *summary {
	return &summary{out, make(map[string]int), make(map[string]int), make(map[[2]string][]string)}
}

// run runs go test and prints the summary.
func (s *summary) run(command *exec.Cmd) error {
	command.Stderr = os.Stderr
	events, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return err
	}
	err = errors.Join(s.read(events), command.Wait())
	s.print()
	return err
}

// read reads events until the end of r. It prints lines that are not events.
func (s *summary) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		var e event
		if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &e) != nil {
			e = event{Action: "build-output", Output: line}
		}
		s.add(e)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// add prints the output of the build and the results of packages at once, and that of a test or
// package when it has failed.
func (s *summary) add(e event) {
	key := [2]string{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Fprint(s.out, e.Output)
	case "output":
		if e.Test == "" && packageLine.MatchString(e.Output) {
			fmt.Fprint(s.out, e.Output)
		} else {
			s.output[key] = append(s.output[key], e.Output)
		}
	case "pass", "fail", "skip":
		output := s.output[key]
		delete(s.output, key)
		if e.Action == "fail" {
			fmt.Fprint(s.out, strings.Join(output, ""))
		}
		if e.Test == "" {
			return
		}
		s.counts[e.Action]++
		if e.Action == "skip" {
			s.skips[reason(output)]++
		}
	}
}

var (
	packageLine = regexp.MustCompile(`^(ok  \t|FAIL\t|---|\?   \t)`)
	message     = regexp.MustCompile(`^\s*[^\s:]+\.go:\d+: (.*)`)
)

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
	if len(s.skips) > 0 {
		fmt.Fprintln(s.out, "\nSkipped tests, by reason:")
	}
	reasons := slices.SortedFunc(maps.Keys(s.skips), func(a, b string) int {
		return cmp.Or(s.skips[b]-s.skips[a], strings.Compare(a, b))
	})
	for _, r := range reasons {
		fmt.Fprintf(s.out, "%6d  %s\n", s.skips[r], r)
	}
	fmt.Fprintf(s.out, "\n%d passed, %d failed, %d skipped\n", s.counts["pass"], s.counts["fail"],
		s.counts["skip"])
}
