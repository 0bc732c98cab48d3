package box2elowl_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// house lists the packages that each package of the project may import (docs/architecture.md).
// Imports point towards owl only; a package that is not listed may not exist.
var house = map[string][]string{
	"owl":                         {},
	"owl/el":                      {"owl", "internal/dense"},
	"owl/relations":               {"owl"},
	"rdfio":                       {"owl", "rdfio/internal/doc", "rdfio/internal/rdf", "rdfio/internal/xml", "rdfio/internal/owlrdf", "rdfio/internal/functional", "rdfio/internal/turtle", "rdfio/internal/rdfxml", "rdfio/internal/owlxml", "rdfio/internal/manchester", "rdfio/internal/obo", "rdfio/internal/jsonld"},
	"rdfio/internal/doc":          {},
	"rdfio/internal/rdf":          {"owl", "rdfio/internal/doc"},
	"rdfio/internal/xml":          {"owl", "rdfio/internal/doc", "rdfio/internal/rdf"},
	"rdfio/internal/owlrdf":       {"owl", "rdfio/internal/doc", "rdfio/internal/rdf"},
	"rdfio/internal/functional":   {"owl", "rdfio/internal/doc"},
	"rdfio/internal/turtle":       {"owl", "rdfio/internal/doc", "rdfio/internal/rdf", "rdfio/internal/owlrdf"},
	"rdfio/internal/rdfxml":       {"owl", "rdfio/internal/doc", "rdfio/internal/rdf", "rdfio/internal/xml", "rdfio/internal/owlrdf"},
	"rdfio/internal/owlxml":       {"owl", "rdfio/internal/doc", "rdfio/internal/rdf", "rdfio/internal/xml", "rdfio/internal/owlrdf"},
	"rdfio/internal/manchester":   {"owl", "rdfio/internal/doc", "rdfio/internal/functional", "rdfio/internal/owlrdf"},
	"rdfio/internal/obo":          {"owl", "rdfio/internal/doc", "rdfio/internal/rdf", "rdfio/internal/functional"},
	"rdfio/internal/jsonld":       {"owl", "rdfio/internal/doc", "rdfio/internal/rdf", "rdfio/internal/owlrdf", "rdfio/internal/turtle"},
	"reasoner":                    {"owl", "owl/el", "owl/locality", "reasoner/goal", "internal/dense", "reasoner/internal/index", "reasoner/internal/propagate", "reasoner/internal/role", "reasoner/internal/saturate", "reasoner/tableau", "internal/memory", "internal/outfile"},
	"reasoner/internal/role":      {"owl/el", "internal/dense"},
	"reasoner/internal/index":     {"owl", "owl/el", "internal/dense", "reasoner/internal/role"},
	"reasoner/internal/saturate":  {"owl", "owl/el", "internal/dense", "reasoner/internal/index", "reasoner/internal/role", "internal/invariants"},
	"reasoner/internal/propagate": {"reasoner/internal/index", "reasoner/internal/saturate", "internal/dense"},
	"reasoner/calculus":           {"owl", "owl/el", "internal/dense"},
	"reasoner/explain":            {"owl", "owl/el", "owl/locality", "reasoner", "reasoner/calculus", "reasoner/goal", "internal/dense"},
	"reasoner/goal":               {"owl"},
	"reasoner/tableau":            {"owl"},
	"owl/locality":                {"owl", "internal/dense"},
	"embed":                       {"owl", "owl/el", "embed/dataset", "embed/ranking", "embed/internal/kernel", "internal/memory", "internal/outfile", "internal/safetensors"},
	"embed/dataset":               {"owl", "owl/el", "internal/outfile", "internal/safetensors"},
	"embed/ranking":               {"owl", "embed/dataset", "embed/internal/kernel", "internal/lexicon"},
	"embed/internal/kernel":       {},
	"suggest":                     {"owl", "owl/el", "reasoner", "internal/dense", "suggest/asserted", "suggest/check", "suggest/evidence", "suggest/likely", "suggest/place", "suggest/rank", "suggest/superclass", "suggest/texts"},
	"suggest/asserted":            {"owl", "internal/dense"},
	"suggest/evidence":            {"owl"},
	"suggest/check":               {"owl", "suggest/asserted", "suggest/evidence", "internal/dense"},
	"suggest/likely":              {"owl", "suggest/asserted", "suggest/evidence", "suggest/texts", "internal/dense"},
	"suggest/place":               {"owl", "suggest/asserted", "suggest/evidence", "suggest/rank"},
	"suggest/rank":                {"suggest/asserted", "suggest/evidence", "suggest/rank/trees"},
	"suggest/rank/trees":          {},
	"suggest/superclass":          {"owl", "suggest/asserted", "suggest/evidence", "suggest/likely", "suggest/texts"},
	"suggest/texts":               {"suggest/asserted"},
	"report":                      {"owl", "embed", "embed/dataset", "embed/ranking", "reasoner", "suggest", "suggest/evidence"},
	"curate":                      {"owl", "owl/el", "suggest/asserted", "owl/relations", "reasoner", "reasoner/explain", "embed", "embed/dataset", "embed/ranking", "suggest", "suggest/rank"},
	"db":                          {"owl", "suggest", "internal/outfile"},
	"workspace":                   {"owl", "owl/el", "owl/relations", "rdfio", "reasoner", "reasoner/explain", "embed", "embed/dataset", "embed/ranking", "suggest", "suggest/check", "suggest/evidence", "report", "db", "curate", "internal/memory", "internal/outfile", "rdfio/edit", "owl/diff"},
	"jobs":                        {"internal/memory"},
	"api/contract":                {"workspace", "jobs", "db", "reasoner/explain"},
	"api/web":                     {},
	"api":                         {"workspace", "jobs", "api/contract", "api/web", "owl", "owl/el", "owl/relations", "rdfio", "reasoner", "reasoner/explain", "embed", "embed/dataset", "embed/ranking", "suggest", "suggest/evidence", "report", "db", "curate", "internal/memory", "rdfio/edit", "owl/diff", "internal/outfile"},
	"cmd/box2el-owl":              {"owl", "owl/el", "owl/relations", "rdfio", "reasoner", "reasoner/explain", "embed", "embed/dataset", "embed/ranking", "suggest", "suggest/evidence", "suggest/place", "report", "db", "curate", "workspace", "jobs", "api", "internal/memory", "rdfio/edit", "owl/diff", "internal/outfile"},
	"bench/usefulness":            {"owl", "owl/el", "owl/relations", "rdfio", "reasoner", "curate", "embed/ranking", "suggest", "suggest/asserted", "suggest/check", "suggest/evidence", "suggest/likely", "suggest/place", "suggest/rank", "suggest/rank/trees", "suggest/superclass", "suggest/texts"},
	"bench/versus":                {},
	"internal/chromium":           {},
	"internal/dense":              {},
	"internal/golden":             {},
	"internal/invariants":         {},
	"internal/lexicon":            {},
	"internal/outfile":            {},
	"internal/memory":             {},
	"internal/outside":            {},
	"internal/owlgen":             {"owl"},
	"internal/safetensors":        {},
	"internal/testrun":            {},
	"rdfio/edit":                  {"owl", "rdfio", "rdfio/internal/doc", "rdfio/internal/rdf", "rdfio/internal/xml", "rdfio/internal/owlrdf", "rdfio/internal/turtle", "rdfio/internal/rdfxml", "rdfio/internal/obo"},
	"owl/diff":                    {"owl"},

	"embed/internal/kernel/gen": {}, // a module of its own
}

// testOnly are the packages that only tests may import.
var testOnly = []string{
	"internal/chromium", "internal/golden", "internal/outside", "internal/owlgen",
}

// guests are the libraries that may be used in one place only, so that replacing one touches one
// place: the package, or where that is stricter the file.
var guests = map[string]string{
	"github.com/deiu/rdf2go":               "rdfio/internal/jsonld/write.go",
	"github.com/piprate/json-gold":         "rdfio/internal/jsonld/jsonld.go",
	"github.com/go-json-experiment":        "rdfio/internal/jsonld/parse.go",
	"github.com/knakk/rdf":                 "rdfio",
	"github.com/rogpeppe/go-internal/diff": "rdfio/edit/diff.go",
	"golang.org/x/text":                    "rdfio",
	"github.com/klauspost/compress":        "rdfio",
	"github.com/labstack/echo":             "api",
	"github.com/mattn/go-sqlite3":          "db/driver_mattn.go",
	"modernc.org/sqlite":                   "db/driver_modernc.go",
	"github.com/pressly/goose":             "db/migrate.go",
	"github.com/spf13/cobra":               "cmd/box2el-owl",
	"github.com/vbauerster/mpb":            "cmd/box2el-owl",
	"golang.org/x/image":                   "report",
	"gonum.org/v1/gonum/optimize":          "suggest/place",
	"gonum.org/v1/gonum/mat":               "report",
	"gonum.org/v1/gonum/stat":              "report",
	"gonum.org/v1/plot":                    "report",
}

// mostFiles is the number of files that a package may have, without tests. The command has a file
// for each of its commands.
const mostFiles = 30

// TestHouse holds every import of the project to the plan, and every package to a doc.go and to
// mostFiles.
func TestHouse(t *testing.T) {
	packages := make(map[string]int) // files without tests
	for _, file := range goFiles(t) {
		dir := filepath.ToSlash(filepath.Dir(file))
		if dir == "." {
			continue
		}
		isTest := strings.HasSuffix(file, "_test.go")
		if !isTest {
			packages[dir]++
		}
		allowed, known := house[dir]
		if !known {
			t.Errorf("%s: package %s is not in the plan of the house", file, dir)
			continue
		}
		for _, path := range imports(t, file) {
			if own, ok := strings.CutPrefix(path, "box2el-owl/"); ok {
				switch {
				case isTest:
				case slices.Contains(testOnly, own) && !slices.Contains(testOnly, dir):
					t.Errorf("%s imports %s, which is for tests", file, own)
				case !slices.Contains(allowed, own) && !slices.Contains(testOnly, own):
					t.Errorf("%s imports %s; %s may import only %v", file, own, dir, allowed)
				}
				continue
			}
			for library, place := range guests {
				inPlace := file == place || dir == place || strings.HasPrefix(dir, place+"/")
				if strings.HasPrefix(path, library) && !isTest && !inPlace {
					t.Errorf("%s imports %s, which belongs in %s", file, path, place)
				}
			}
			if dir == "owl" && !isTest && strings.Contains(strings.Split(path, "/")[0], ".") {
				t.Errorf("%s imports %s; owl has the standard library only", file, path)
			}
		}
	}
	for dir, files := range packages {
		if files > mostFiles && dir != "cmd/box2el-owl" {
			t.Errorf("%s has %d files without tests, more than %d", dir, files, mostFiles)
		}
		if strings.HasPrefix(dir, "internal/") || strings.HasPrefix(dir, "bench/") {
			continue // one file each, with the package comment on top
		}
		if _, err := os.Stat(filepath.Join(dir, "doc.go")); err != nil {
			t.Errorf("%s has no doc.go", dir)
		}
	}
	if len(packages) == 0 {
		t.Error("no package found: is the test run in the project's root?")
	}
}

// goFiles lists the Go files of the project.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != "." && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			files = append(files, filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func imports(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range parsed.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}
