package box2elowl_test

import (
	"os"
	"strings"
	"testing"
)

// TestNoticeNamesEveryModule holds NOTICE against go.mod: a module that is required is named there
// with its licence.
func TestNoticeNamesEveryModule(t *testing.T) {
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
}
