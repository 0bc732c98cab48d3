package box2elowl_test

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestVersion checks that the version of the Makefile is that of CITATION.cff, and that nothing of
// the release repeats it.
func TestVersion(t *testing.T) {
	find := func(file, pattern string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		match := regexp.MustCompile(`(?m)` + pattern).FindSubmatch(text)
		if match == nil {
			t.Fatalf("%s has no %s", file, pattern)
		}
		return string(match[1])
	}
	version := find("Makefile", `^VERSION *= *(\S+)$`)
	if cited := find("CITATION.cff", `^version: *(\S+)$`); cited != version {
		t.Errorf("CITATION.cff has version %s, Makefile %s", cited, version)
	}
	files := []string{"docs/install.md", ".github/workflows/ci.yml"}
	err := filepath.WalkDir("release", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasSuffix(path, ".pyc") &&
			!strings.Contains(filepath.ToSlash(path), "/target/") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	repeated := regexp.MustCompile(`(^|[^\d.])` + regexp.QuoteMeta(version) + `([^\d.]|$)`)
	for _, file := range files {
		if text, err := os.ReadFile(file); err != nil || repeated.Match(text) {
			t.Errorf("%s repeats version %s, %v", file, version, err)
		}
	}
}

// TestInstall checks that docs/install.md has the steps that release/rehearse.sh runs.
func TestInstall(t *testing.T) {
	document, err := os.ReadFile("docs/install.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("release/rehearse.sh")
	if err != nil {
		t.Fatal(err)
	}
	steps := regexp.MustCompile(`\bstep (\w+)(?:\)| (\w+) [>|])`).FindAllSubmatch(script, -1)
	if len(steps) == 0 {
		t.Error("release/rehearse.sh runs no step")
	}
	for _, step := range steps {
		_, section, _ := strings.Cut(string(document), "\n## "+string(step[1])+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		if !strings.Contains(section, "\n```"+cmp.Or(string(step[2]), "sh")+"\n") {
			t.Errorf("docs/install.md has no step %s %s", step[1], step[2])
		}
	}
}
