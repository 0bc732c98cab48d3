package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDamagedResults removes the members of a results file, one at a time. The rest must be read or
// rejected, and no format may panic.
func TestDamagedResults(t *testing.T) {
	formats := []string{"text", "tsv", "json", "markdown"}
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.jsonl"), filepath.Join(dir, "bad.jsonl")
	if code, message := runForTest("evaluate", "../../examples/heart.owl", "--dim", "3", "--steps",
		"3", "--bootstrap", "5", "-q", "--json", "-o", good); code != exitDone {
		t.Fatal(message)
	}
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	var result map[string]any
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	read, refused, members := 0, 0, 0
	eachWithout(result, func() {
		members++
		if members%41 != 1 { // many are similar
			return
		}
		text, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(bad, []byte(resultsMagic+`box2el",`+string(text[1:])),
			0o644); err != nil {
			t.Fatal(err)
		}
		for _, format := range formats {
			switch code, message := runForTest("evaluate", bad, "--format", format); {
			case code == exitDone:
				read++
			case code == exitInput && strings.Contains(message, "result 1: "):
				refused++
			default:
				t.Errorf("exit code %d: %s", code, message)
			}
		}
	})
	if read == 0 || refused == 0 {
		t.Errorf("of %d damaged files, in %d formats, %d were read and %d refused", members,
			len(formats), read, refused)
	}
}

// eachWithout calls do with each member removed, at any depth.
func eachWithout(object map[string]any, do func()) {
	for _, name := range slices.Sorted(maps.Keys(object)) {
		value := object[name]
		delete(object, name)
		do()
		object[name] = value
		if inner, ok := value.(map[string]any); ok {
			eachWithout(inner, do)
		}
	}
}
