package main

import (
	"errors"
	"strings"
	"testing"

	"box2el-owl/owl"
)

func TestExpressionErrorPointer(t *testing.T) {
	names := owl.NewNames(&owl.Ontology{})
	long := strings.Repeat("(", 70)
	for _, test := range []struct{ text, message, pointer string }{
		{"Thing and Nix", "column 11: no class is called 'Nix'", "  Thing and Nix\n            ^"},
		{"Thing and", "column 10: the text ends too early: expected a class expression", "  Thing and\n           ^"},
		{"", "column 1: the text ends too early: expected a class expression", "  \n  ^"},
		{"'Größe'", "column 1: no class is called 'Größe'", "  'Größe'\n  ^"},
		{"Thing\nor Größe or x", "column 10: no class is called 'Größe'", "  Thing or Größe or x\n           ^"},
		{long + "x" + strings.Repeat(")", 70), "column 71: no class is called 'x'", "  …" + long[:60] + "x" + strings.Repeat(")", 29) + "…\n   " + strings.Repeat(" ", 60) + "^"},
		{"ObjectUnionOf(Thing", "column 20: the text ends too early: expected \")\" to end ObjectUnionOf", "  ObjectUnionOf(Thing\n                     ^"},
	} {
		_, err := parseClassExpression(names, test.text)
		var expression *expressionError
		if !errors.As(err, &expression) || codeOf(err) != exitUsage {
			t.Errorf("%q: error %v of type %T", test.text, err, err)
			continue
		}
		if got := expression.Error(); got != test.message {
			t.Errorf("%q: message\n got %s\nwant %s", test.text, got, test.message)
		}
		line, caret := expression.pointer()
		if got := line + "\n" + caret; got != test.pointer {
			t.Errorf("%q: pointer\n got\n%s\nwant\n%s", test.text, got, test.pointer)
		}
	}
}
