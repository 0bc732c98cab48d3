package box2elowl_test

import (
	"os"
	"strings"
	"testing"
)

// TestReadme checks that each line of Go in README.md and docs/guide/go.md is, in the same order,
// in an example of package reasoner, and that README.md has at most 150 lines.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(readme), "\n"); n > 150 {
		t.Errorf("README.md has %d lines; move something to docs/", n)
	}
	source, err := os.ReadFile("reasoner/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var examples []string
	for line := range strings.Lines(string(source)) {
		examples = append(examples, strings.TrimSpace(line))
	}
	library, err := os.ReadFile("docs/guide/go.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(readme)+string(library), "```go\n")[1:]
	if len(blocks) < 2 {
		t.Fatalf("%d blocks of Go", len(blocks))
	}
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		at := 0
		for line := range strings.Lines(code) {
			line = strings.TrimSpace(line)
			if line == "" {
				continue
			}
			found := false
			for ; at < len(examples) && !found; at++ {
				found = examples[at] == line
			}
			if !found {
				t.Errorf("no example has, in this place, %q", line)
				break
			}
		}
	}
}
