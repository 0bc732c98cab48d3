package relations

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/outside"
)

// TestTable generates the table from the outside data.
func TestTable(t *testing.T) {
	dir := outside.Data(t, "relations")
	sources := []struct{ name, file string }{{RO, "ro.tsv"}, {BFO, "bfo.tsv"}, {IAO, "iao.tsv"}}
	type row struct {
		own   bool
		cells [numColumns]string
	}
	var rows []row
	obsolete := make(map[string]bool)
	in := make(map[string][]string) // sources that describe an IRI
	for _, s := range sources {
		for _, r := range readTSV(t, filepath.Join(dir, s.file)) {
			if r["kind"] != objectKind || r["label"] == "" {
				continue
			}
			if r["deprecated"] != "" && (len(in[r["iri"]]) == 0 || isOwn(r["iri"], s.name)) {
				obsolete[r["iri"]] = true
			}
			if s.name == IAO && len(in[r["iri"]]) > 0 {
				continue // iao.owl repeats relations of RO and BFO
			}
			in[r["iri"]] = append(in[r["iri"]], s.name)
			inverses := values(r["inverse"])
			for _, e := range values(r["equivalent"]) {
				if strings.HasPrefix(e, "ObjectInverseOf") {
					inverses = append(inverses, strings.Trim(shortChain(e), "^"))
				}
			}
			for i, e := range inverses {
				inverses[i] = short(e)
			}
			slices.Sort(inverses)
			var supers []string
			for _, e := range values(r["superproperties"]) {
				if !strings.Contains(e, "(") && !strings.HasSuffix(e, "#topObjectProperty") {
					supers = append(supers, short(e))
				}
			}
			var chains []string
			for _, c := range values(r["chains"]) {
				chains = append(chains, shortChain(c))
			}
			rows = append(rows, row{isOwn(r["iri"], s.name), [numColumns]string{
				short(r["iri"]), objectKind, s.name, r["label"], r["synonyms"],
				r["characteristics"],
				strings.Join(slices.Compact(inverses), "|"), strings.Join(supers, "|"),
				strings.Join(chains, "|"),
			}})
		}
	}
	from := map[string]string{"bfo-core": BFO, "iao": IAO, "ro-base": RO}
	for _, r := range readTSV(t, filepath.Join(dir, "classes.tsv")) {
		if r["label"] != "" {
			rows = append(rows, row{true,
				[numColumns]string{short(r["iri"]), classKind, from[r["label_from"]], r["label"]}})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if c := cmp.Compare(a.cells[0], b.cells[0]); c != 0 || a.own == b.own {
			return c
		}
		if a.own {
			return -1
		}
		return 1
	})
	var out strings.Builder
	out.WriteString(
		"iri\tkind\tsource\tlabel\tsynonyms\tcharacteristics\tinverses\tsuperproperties\tchains\n")
	for _, r := range rows {
		if !obsolete[expand(r.cells[0]).String()] {
			out.WriteString(strings.Join(r.cells[:], "\t") + "\n")
		}
	}
	golden.Check(t, "relations.tsv", []byte(out.String()))
}

// isOwn reports whether an IRI belongs to an ontology.
func isOwn(iri, source string) bool { return strings.HasPrefix(short(iri), source+"_") }

func short(iri string) string { return strings.TrimPrefix(strings.Trim(iri, "<>"), oboNamespace) }

// shortChain returns the members of a chain, or one expression, in the format of the table.
func shortChain(text string) string {
	var members []string
	for _, e := range strings.Split(text, " o ") {
		if inverse, ok := strings.CutPrefix(e, "ObjectInverseOf("); ok {
			members = append(members, "^"+short(strings.TrimSuffix(inverse, ")")))
		} else {
			members = append(members, short(e))
		}
	}
	return strings.Join(members, " ")
}

// readTSV returns the rows of a table by the names of the columns.
func readTSV(t *testing.T, file string) []map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	header := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		r := make(map[string]string)
		for i, cell := range strings.Split(line, "\t") {
			r[header[i]] = cell
		}
		rows = append(rows, r)
	}
	return rows
}
