package reasoner_test

import (
	"os"
	"strings"
	"testing"

	"box2el-owl/reasoner"
)

// TestRuleTable compares the table of the package documentation with the one that Rules returns.
func TestRuleTable(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	documented := make(map[string]bool)
	for line := range strings.Lines(string(source)) {
		documented[strings.Join(strings.Fields(strings.TrimPrefix(line, "//")), " ")] = true
	}
	for _, rule := range reasoner.Rules() {
		if row := rule.Name + " " + rule.Formula; !documented[row] {
			t.Errorf("doc.go lacks the row %q", row)
		}
		if rule.Source == "" {
			t.Errorf("%s: no source", rule.Name)
		}
	}
}
