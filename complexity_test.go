package box2elowl_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostComplex is the cyclomatic complexity beyond which a function is listed with its reason.
const mostComplex = 30

// TestComplexity holds the list of docs/lab/complex-functions.md to the code: every function beyond
// mostComplex is in it with a reason, and no other.
func TestComplexity(t *testing.T) {
	const page = "docs/lab/complex-functions.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\d+) \\| (.+) \\|$")
	listed := make(map[string]string)
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		if len(m[3]) < 20 {
			t.Errorf("%s: %s has no reason", page, m[1])
		}
		listed[m[1]] = m[2]
	}
	functions := 0
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "api/contract/") {
			continue // tests and generated code
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			functions++
			n := complexity(f)
			if n <= mostComplex {
				continue
			}
			name := filepath.ToSlash(file) + ": " + f.Name.Name
			if listed[name] != fmt.Sprint(n) {
				t.Errorf("%s has complexity %d; %s lists %q", name, n, page, listed[name])
			}
			delete(listed, name)
		}
	}
	for name := range listed {
		t.Errorf("%s lists %s, which does not exist or is simple", page, name)
	}
	if functions < 1000 {
		t.Errorf("%d functions: is the test run in the project's root?", functions)
	}
}

// complexity returns the cyclomatic complexity of a function: 1, and 1 for each branch, loop, case,
// && and ||, also of functions inside it.
func complexity(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if x.List != nil {
				n++
			}
		case *ast.CommClause:
			if x.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if x.Op == token.LAND || x.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
