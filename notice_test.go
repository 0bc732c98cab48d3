package box2elowl_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestNotice checks that NOTICE names every module of go.mod, and has a license for each module in
// the program on each released platform. The SBOMs of a release take their licenses from there.
func TestNotice(t *testing.T) {
	notice, err := os.ReadFile("NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	modules := 0
	for line := range strings.Lines(string(mod)) {
		path, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.HasPrefix(version, "v") {
			continue
		}
		modules++
		if !strings.Contains(string(notice), path+" ") {
			t.Errorf("NOTICE does not name %s %s", path, version)
		}
	}
	if modules == 0 {
		t.Error("go.mod requires nothing")
	}

	script, err := os.ReadFile("release/release.py")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`re\.findall\(r"(.+)", \(ROOT / "NOTICE"\)`).FindSubmatch(script)
	if row == nil {
		t.Fatal("release/release.py does not read NOTICE")
	}
	licenses := make(map[string]string)
	for _, m := range regexp.MustCompile("(?m)"+string(row[1])).FindAllSubmatch(notice, -1) {
		licenses[string(m[1])] = string(m[2])
	}
	for _, platform := range regexp.MustCompile(`(?m)^    "(\w+)-(\w+)": "`).
		FindAllSubmatch(script, -1) {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}",
			"./cmd/box2el-owl")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+string(platform[1]),
			"GOARCH="+string(platform[2]))
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, module := range strings.Fields(string(out)) {
			if module != "box2el-owl" && licenses[module] == "" {
				t.Errorf("NOTICE has no license for %s on %s", module, platform[1])
			}
		}
	}
}
