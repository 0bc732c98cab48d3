package edit

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// TestHistoryForOWLAPI adds five axioms of a later release to an older one in each syntax, and lets
// the OWL API read both: it finds these axioms more, declarations of their new entities, and
// nothing else.
func TestHistoryForOWLAPI(t *testing.T) {
	api := outside.NewOWLAPI(t)
	type job struct {
		name string
		add  []owl.Axiom
	}
	var jobs []job
	eachRelease(t, 3<<20, func(older string, document []byte, table string) {
		o, report, err := rdfio.Read(t.Context(), bytes.NewReader(document),
			rdfio.ReadOptions{Base: "http://example.org/x"})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range Formats() {
			text := document
			if format != report.Syntax {
				var b bytes.Buffer
				if err := rdfio.Write(&b, o, format); err != nil {
					continue
				}
				text = b.Bytes()
			}
			add := axiomsOfRows(rows(t, table), parsed(t, text, format), false)
			if len(add) == 0 {
				continue
			}
			edited, err := Apply(t.Context(), text,
				rdfio.ReadOptions{Format: format, Base: "http://example.org/x"}, nil, add)
			if err != nil {
				t.Errorf("%s, %s: %v", older, format, err)
				continue
			}
			name := older + "." + format
			api.Add(t, name+".before", format, text)
			api.Add(t, name+".after", format, edited)
			jobs = append(jobs, job{name, add})
		}
	})
	api.Read(t)
	compared := 0
	for _, j := range jobs {
		before, ok := api.Lines(t, j.name+".before")
		after, read := api.Lines(t, j.name+".after")
		if !ok {
			continue // the OWL API does not read the release either
		}
		if !read {
			t.Errorf("%s: the OWL API does not read the edited document", j.name)
			continue
		}
		compared++
		less, more := difference(before, after)
		wanted := make(map[string]bool)
		for _, a := range j.add {
			wanted[string(owl.AppendCanonical(nil, a))] = true
		}
		for _, line := range more {
			a, _, err := owl.NewFunctionalParser(nil).Axiom([]byte(line))
			switch {
			case err != nil || a == nil:
				t.Errorf("%s: more: %s", j.name, line)
			case wanted[string(owl.AppendCanonical(nil, a))]:
				delete(wanted, string(owl.AppendCanonical(nil, a)))
			case a.Kind() != owl.DeclarationKind:
				t.Errorf("%s: more: %s", j.name, line)
			}
		}
		for line := range wanted {
			t.Errorf("%s: not added: %s", j.name, line)
		}
		if len(less) > 0 {
			t.Errorf("%s: less: %q", j.name, less)
		}
	}
	t.Logf("%d edited documents compared", compared)
}

func difference(before, after []string) (less, more []string) {
	has := make(map[string]bool)
	for _, line := range before {
		has[line] = true
	}
	for _, line := range after {
		if !has[line] {
			more = append(more, line)
		}
		delete(has, line)
	}
	for line := range has {
		less = append(less, line)
	}
	slices.Sort(less)
	return less, more
}

// eachRelease passes the older releases of at most size bytes, one of each ontology unless -all is
// given, with the table of the axioms that the later one adds.
func eachRelease(t *testing.T, size int, f func(older string, document []byte, table string)) {
	t.Helper()
	dir := outside.Data(t, "history")
	tables, err := filepath.Glob(filepath.Join(dir, "*.added.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	done := make(map[string]bool)
	for _, table := range tables {
		older, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(table), ".added.tsv"), "_")
		files, _ := filepath.Glob(filepath.Join(dir, older+".older.*"))
		ontology, _, _ := strings.Cut(older, "-")
		if len(files) != 1 || done[ontology] && !*all || testing.Short() && len(done) >= 8 {
			continue
		}
		done[ontology] = true
		if document := outside.Unpack(t, files[0]); len(document) <= size {
			f(older, document, table)
		}
	}
}
