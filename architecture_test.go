package box2elowl_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture checks that the files and functions named in docs/architecture.md exist, and
// that its table of packages has the imports of the plan in house_test.go.
func TestArchitecture(t *testing.T) {
	data, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	if n := strings.Count(page, "\n"); n > 200 {
		t.Errorf("docs/architecture.md has %d lines, 200 at most", n)
	}
	named := regexp.MustCompile("`([a-z0-9_/-]+\\.go)(?:: (\\w+))?`")
	for _, m := range named.FindAllStringSubmatch(page, -1) {
		source, err := os.ReadFile(m[1])
		if err != nil {
			t.Errorf("%s: %v", m[0], err)
			continue
		}
		function := regexp.MustCompile(`func (\([^)]*\) )?` + m[2] + `[\[(]`)
		if m[2] != "" && !function.Match(source) {
			t.Errorf("%s: no such function", m[0])
		}
	}
	row := regexp.MustCompile("(?m)^\\| `([a-z0-9/-]+)` \\| .* \\| (.*) \\|$")
	listed := make(map[string]bool)
	for _, m := range row.FindAllStringSubmatch(page, -1) {
		listed[m[1]] = true
		allowed, ok := house[m[1]]
		if !ok || strings.HasPrefix(m[2], "all") {
			continue
		}
		want := slices.DeleteFunc(slices.Clone(allowed), isInternal)
		got := slices.DeleteFunc(strings.Split(m[2], ", "), func(p string) bool { return p == "–" })
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the table has %v, the plan %v", m[1], got, want)
		}
	}
	for name := range house {
		top, _, _ := strings.Cut(name, "/")
		if !listed[name] && !isInternal(name) && top != "bench" && top != "api" {
			t.Errorf("docs/architecture.md does not list %s", name)
		}
	}
}

func isInternal(name string) bool { return strings.Contains(name, "internal") }
