package dataset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"box2el-owl/internal/outside"

	"github.com/google/go-cmp/cmp"
)

// TestReadInferencesGolden compares with the authors' loader without its defect (paper mode) and
// with the default, where the relation SubClassOf has no id.
func TestReadInferencesGolden(t *testing.T) {
	var g struct {
		Corrected struct {
			Classes, Relations map[string]int32
			Order              map[string]json.RawMessage `json:"file_order"`
		} `json:"inferences_loader_corrected"`
		Inferences struct{ Val, Test [][]int32 }
	}
	readJSONFile(t, outside.Data(t, "box2el-golden", "layout.json"), &g)
	for _, paper := range []bool{true, false} {
		d, report, err := ReadLayout(outside.Data(t, "box2el-golden", "layout", "data", "TINY"),
			Inferences, LayoutOptions{Paper: paper})
		if err != nil {
			t.Fatal(err)
		}
		shift := int32(0)
		if !paper {
			shift = 1
			delete(g.Corrected.Relations, subClassOfRole)
			for name := range g.Corrected.Relations {
				g.Corrected.Relations[name]--
			}
		}
		checkNames(t, "classes", d.Classes, g.Corrected.Classes)
		checkNames(t, "roles", d.Roles, g.Corrected.Relations)
		for name, form := range map[string]Form{"nf1": NF1, "nf2": NF2, "nf3": NF3, "nf4": NF4,
			"disjoint": NF5, "role_inclusion": RoleInclusion, "role_chain": RoleChain} {
			var want [][]int32
			if err := json.Unmarshal(g.Corrected.Order[name], &want); err != nil {
				t.Fatal(err)
			}
			for _, row := range want {
				for column, kind := range form.Columns() {
					if kind == Role {
						row[column] -= shift
					}
				}
			}
			if form == NF5 {
				for i := range want {
					want[i] = want[i][:2]
				}
			}
			checkTable(t, name, d.Train[form], want)
		}
		checkTable(t, "val", d.Validation[NF1], g.Inferences.Val)
		checkTable(t, "inferences", d.Test[NF1], g.Inferences.Test)
		if d.Top != 13 || d.Bottom != 12 {
			t.Errorf("top %d, bottom %d", d.Top, d.Bottom)
		}
		if diff := cmp.Diff(map[string]int{"FunctionalObjectProperty": 1},
			report.Skipped); diff != "" {
			t.Error(diff)
		}
	}
}

func readJSONFile(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func TestReadProteinsGolden(t *testing.T) {
	var g struct {
		PPI struct {
			Classes, Proteins, Relations map[string]int32
			Order                        struct {
				NF1, NF2, NF3, NF4, Disjoint [][]int32
				ABox                         struct {
					Role    [][]int32 `json:"role_assertions"`
					Concept [][]int32 `json:"concept_assertions"`
				}
			} `json:"file_order"`
			Train, Val, Test [][]int32
		}
	}
	readJSONFile(t, outside.Data(t, "box2el-golden", "layout.json"), &g)
	tiny := outside.Data(t, "box2el-golden", "layout", "data", "PPI", "tiny")
	bare := t.TempDir() // without the JSON files: ids by first appearance
	for _, file := range []string{"train/tiny.owl", "train/protein_links.txt",
		"val/protein_links.txt", "test/protein_links.txt"} {
		text, err := os.ReadFile(filepath.Join(tiny, file))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(bare, "tiny", file), string(text))
	}
	for _, dir := range []string{tiny, filepath.Join(bare, "tiny")} {
		d, report, err := ReadLayout(dir, LinkPrediction, LayoutOptions{Paper: true})
		if err != nil {
			t.Fatal(err)
		}
		checkNames(t, "classes", d.Classes, g.PPI.Classes)
		checkNames(t, "proteins", d.Individuals, g.PPI.Proteins)
		checkNames(t, "roles", d.Roles, g.PPI.Relations)
		order := g.PPI.Order
		checkTable(t, "nf1", d.Train[NF1], order.NF1)
		checkTable(t, "nf2", d.Train[NF2], order.NF2)
		checkTable(t, "nf3", d.Train[NF3], order.NF3)
		checkTable(t, "nf4", d.Train[NF4], order.NF4)
		checkTable(t, "disjoint", d.Train[NF5], [][]int32{order.Disjoint[0][:2]})
		checkTable(t, "role assertions", d.Train[RoleAssertion], order.ABox.Role)
		checkTable(t, "concept assertions", d.Train[ExistsAssertion], order.ABox.Concept)
		checkTable(t, "train", d.Train[RoleAssertion], links(g.PPI.Train))
		checkTable(t, "val", d.Validation[RoleAssertion], links(g.PPI.Val))
		checkTable(t, "test", d.Test[RoleAssertion], links(g.PPI.Test))
		want := map[string]int{"NF1 about proteins": 1, "role axioms": 1,
			"links of unknown proteins": 1}
		if diff := cmp.Diff(want, report.Skipped); diff != "" {
			t.Error(diff)
		}
		if d.Train[ConceptAssertion].Len()+d.Train[RoleInclusion].Len() > 0 {
			t.Error("paper mode reads what the authors' code does not")
		}
	}
	d, _, err := ReadLayout(tiny, LinkPrediction, LayoutOptions{})
	if err != nil {
		t.Fatal(err)
	}
	checkTable(t, "C(a)", d.Train[ConceptAssertion], [][]int32{{0, 1}})
	checkTable(t, "r ⊑ s", d.Train[RoleInclusion], [][]int32{{0, 3}})
}

// links turns the loader's [a, r, b] into r(a, b).
func links(rows [][]int32) [][]int32 {
	var list [][]int32
	for _, row := range rows {
		list = append(list, []int32{row[1], row[0], row[2]})
	}
	return list
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestParseLayoutLine(t *testing.T) {
	tests := []struct {
		line string
		want layoutAxiom
	}{
		{"SubClassOf(<a> <b>)", layoutAxiom{form: NF1, names: []string{"a", "b"}}},
		{"SubClassOf(aux:1 #b)", layoutAxiom{form: NF1, names: []string{"aux:1", "#b"}}},
		{"SubClassOf(<a(b) c> owl:Thing)", layoutAxiom{form: NF1, names: []string{"a(b) c", "http://www.w3.org/2002/07/owl#Thing"}}},
		{"SubClassOf(ObjectIntersectionOf(<a> <b>) <c>)", layoutAxiom{form: NF2, names: []string{"a", "b", "c"}}},
		{"SubClassOf( ObjectIntersectionOf( <a>  <b> )  owl:Nothing )", layoutAxiom{form: NF5, names: []string{"a", "b"}}},
		{"SubClassOf(<a> ObjectSomeValuesFrom(<r> <b>))", layoutAxiom{form: NF3, names: []string{"a", "r", "b"}}},
		{"SubClassOf(ObjectSomeValuesFrom(<r> <a>) <b>)", layoutAxiom{form: NF4, names: []string{"r", "a", "b"}}},
		{"SubObjectPropertyOf(<r> <s>)", layoutAxiom{form: RoleInclusion, names: []string{"r", "s"}}},
		{"SubObjectPropertyOf(ObjectPropertyChain(<r> <s>) <t>)", layoutAxiom{form: RoleChain, names: []string{"r", "s", "t"}}},
		{"ReflexiveObjectProperty(<r>)", layoutAxiom{other: "ReflexiveObjectProperty"}},
	}
	for _, test := range tests {
		got, err := parseLayoutLine(test.line)
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(layoutAxiom{})); diff != "" ||
			err != nil {
			t.Errorf("%s: %v\n%s", test.line, err, diff)
		}
	}
	for _, line := range []string{
		"", "x", "(", "SubClassOf", "SubClassOf(", "SubClassOf()", "SubClassOf(<a>)", "SubClassOf(<a <b>)", "SubClassOf(<a> <b>",
		"SubClassOf(<a> <b> <c>)", "SubClassOf(ObjectSomeValuesFrom(<r> <a>) ObjectSomeValuesFrom(<r> <b>))",
		"SubClassOf(<a> ObjectIntersectionOf(<b> <c>))", "SubClassOf(ObjectIntersectionOf(<a> <b> <c>) <d>)", "SubClassOf(ObjectUnionOf(<a> <b>) <c>)",
		"SubObjectPropertyOf(<a> ObjectPropertyChain(<b> <c>))", "SubObjectPropertyOf(ObjectIntersectionOf(<b> <c>) <a>)",
		"SubClassOf(ObjectIntersectionOf(<a> ObjectSomeValuesFrom(<r> <b>)) <c>)",
	} {
		if got, err := parseLayoutLine(line); err == nil {
			t.Errorf("%q is read as %+v", line, got)
		}
	}
}

func TestReadLayoutErrors(t *testing.T) {
	valid := map[string]string{
		"D/inferences/D_norm_full.owl": "SubClassOf(<a> <b>)\n",
		"D/inferences/val.json":        `[["<a>","<b>"]]`,
		"D/inferences/inferences.json": `[]`,
		"P/train/P.owl":                "SubClassOf(<http://P1> ObjectSomeValuesFrom(<http://interacts> <http://P2>))",
		"P/train/protein_links.txt":    "P1 P2\n",
		"P/val/protein_links.txt":      "",
		"P/test/protein_links.txt":     "",
	}
	tests := []struct {
		name, file, text, want string
	}{
		{"no text", "D/inferences/D_norm_full.owl", "-", "no such file"},
		{"no pairs", "D/inferences/val.json", "-", "no such file"},
		{"line", "D/inferences/D_norm_full.owl", "SubClassOf(<a> <b>)\n\nSubClassOf(<a>", "D_norm_full.owl:3: "},
		{"long line", "D/inferences/D_norm_full.owl", "SubClassOf(<a> <b>)\n<" + strings.Repeat("a", maxLayoutLine), "D_norm_full.owl:2: "},
		{"three names", "D/inferences/val.json", `[["a","b","c"]]`, "val.json: not in the authors' layout: entry 0 has 3 names"},
		{"no list", "D/inferences/val.json", `{}`, "val.json: not in the authors' layout: json: "},
		{"more", "D/inferences/val.json", `[] []`, "val.json: not in the authors' layout: unexpected data"},
		{"link", "P/val/protein_links.txt", "P1 P2\nP1", "protein_links.txt:2: not in the authors' layout: 1 names"},
		{"ids", "P/classes.json", `{"a": 1}`, `classes.json: not in the authors' layout: id 1 of "a"`},
		{"ids twice", "P/classes.json", `{"a": 0, "b": 0}`, `the same id 0`},
		{"names twice", "P/classes.json", `{"a": 0, "<a>": 1}`, `repeated`},
		{"negative", "P/proteins.json", `{"a": -1}`, `id -1`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range valid {
				write(t, filepath.Join(dir, file), text)
			}
			if test.text == "-" {
				os.Remove(filepath.Join(dir, test.file))
			} else {
				write(t, filepath.Join(dir, test.file), test.text)
			}
			_, _, inferences := ReadLayout(filepath.Join(dir, "D"), Inferences, LayoutOptions{})
			_, _, links := ReadLayout(filepath.Join(dir, "P"), LinkPrediction, LayoutOptions{})
			err, other := inferences, links
			if strings.HasPrefix(test.file, "P") {
				err, other = links, inferences
			}
			if err == nil || !strings.Contains(err.Error(), test.want) || other != nil {
				t.Errorf("error %v, want one with %q; error of the other task %v", err,
					test.want, other)
			}
		})
	}
}

// TestWriteLayout writes data sets and reads them again. Names, marks and axioms must be the same.
func TestWriteLayout(t *testing.T) {
	tiny := outside.Data(t, "box2el-golden", "layout", "data")
	cases := []struct {
		dir  string
		task Task
	}{{filepath.Join(tiny, "TINY"), Prediction}, {filepath.Join(tiny, "TINY"), Inferences},
		{filepath.Join(tiny, "PPI", "tiny"), LinkPrediction}}
	for _, set := range outside.Glob(t, "box2el-sets", "*/prediction") {
		cases = append(cases, struct {
			dir  string
			task Task
		}{filepath.Dir(set), Prediction})
	}
	for _, c := range cases {
		for _, paper := range []bool{false, true} {
			d, _, err := ReadLayout(c.dir, c.task, LayoutOptions{Paper: paper})
			if err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(t.TempDir(), filepath.Base(c.dir))
			report, err := WriteLayout(to, d)
			if err != nil {
				t.Fatal(err)
			}
			back, _, err := ReadLayout(to, c.task, LayoutOptions{Paper: paper})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(dump(d)), string(dump(back))); diff != "" {
				t.Errorf("%s %v (-before +after):\n%s", c.dir, c.task, diff)
			}
			if len(report.Skipped) > 0 {
				t.Errorf("%s %v: left out %v", c.dir, c.task, report.Skipped)
			}
		}
	}
}

// TestWriteLayoutFiles compares the output with the authors' own files.
func TestWriteLayoutFiles(t *testing.T) {
	tiny := outside.Data(t, "box2el-golden", "layout", "data", "TINY")
	d, _, err := ReadLayout(tiny, Prediction, LayoutOptions{})
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "TINY")
	if _, err := WriteLayout(to, d); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"classes.json", "relations.json", "train/nf1.npy", "val/nf4.npy",
		"test/nf3.npy", "train/disjoint.npy", "train/top.npy", "train/role_chain.npy"} {
		want, err := os.ReadFile(filepath.Join(tiny, "prediction", file))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(to, "prediction", file))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, ".json") {
			want, got = []byte(strings.TrimSpace(string(want))), []byte(
				strings.TrimSpace(string(got)))
		}
		if !slices.Equal(want, got) {
			t.Errorf("%s: wrote\n%q, the authors\n%q", file, got, want)
		}
	}
	leftovers, err := filepath.Glob(filepath.Join(to, "prediction", "*", ".*"))
	if err != nil || len(leftovers) > 0 {
		t.Errorf("leftover files %v, %v", leftovers, err)
	}
}

// TestWriteLayoutOddNames has names with every character that ends a name in a file.
func TestWriteLayoutOddNames(t *testing.T) {
	d := &Dataset{
		Classes:   []string{"http://x/a b", `"5 <>"^^<http://x/int>`, "(odd)", "aux:7", "http://x/ü\n\xff", "http://www.w3.org/2002/07/owl#Thing", "http://x/a&b"},
		Roles:     []string{"http://x/r(1)"},
		Auxiliary: []bool{false, false, false, true, false, false, false},
		Top:       5, Bottom: None, Name: "odd", Task: Inferences,
	}
	for c := range int32(len(d.Classes)) {
		d.Train[NF3].Append(c, 0, c)
		d.Train[NF2].Append(c, 0, 1)
		d.Test[NF1].Append(c, 0)
	}
	d.Train[Range].Append(0, 0)
	d.Train[Range].Append(0, 1)
	dir := filepath.Join(t.TempDir(), "odd")
	report, err := WriteLayout(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]int{"axioms of form Range": 2}, report.Skipped); diff != "" {
		t.Error(diff)
	}
	back, _, err := ReadLayout(dir, Inferences, LayoutOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := *d
	want.Train[Range] = Table{}
	want.Classes = []string{"http://x/a%20b", `"5%20%3C%3E"^^%3Chttp://x/int%3E`, "%28odd%29", "aux:7", "http://x/%C3%BC%0A%FF", d.Classes[5], "http://x/a&b"}
	if diff := cmp.Diff(string(dump(&want)), string(dump(back))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	d.Classes[1] = "http://x/a%20b"
	if _, err := WriteLayout(filepath.Join(t.TempDir(), "odd"), d); err == nil {
		t.Error("two classes are written by the same name")
	}
}

// TestWriteLayoutRoles: reading what WriteLayout wrote adds no role, so that a saved model still
// fits the data, and held-out assertions that are no links are counted.
func TestWriteLayoutRoles(t *testing.T) {
	for _, task := range []Task{Inferences, LinkPrediction} {
		d := &Dataset{
			Classes:     []string{"http://www.w3.org/2002/07/owl#Thing", "http://x/c", "http://x/d"},
			Roles:       []string{"http://x/r"},
			Individuals: []string{"http://x/a", "http://x/b"}, Bottom: None, Task: task,
		}
		d.Train[NF1].Append(1, 2)
		d.Train[RoleAssertion].Append(0, 0, 1)
		d.Test[RoleAssertion].Append(0, 1, 0)
		dir := filepath.Join(t.TempDir(), "roles")
		report, err := WriteLayout(dir, d)
		if err != nil {
			t.Fatal(err)
		}
		if task == LinkPrediction {
			want := map[string]int{"held-out links not between http:// names by http://interacts": 1}
			if diff := cmp.Diff(want, report.Skipped); diff != "" {
				t.Error(diff)
			}
		}
		for _, paper := range []bool{false, true} {
			back, _, err := ReadLayout(dir, task, LayoutOptions{Paper: paper})
			if err != nil || !slices.Equal(back.Roles, d.Roles) {
				t.Errorf("%v, paper %v: roles %q, %v; want %q", task, paper, back.Roles, err,
					d.Roles)
			}
		}
	}
}

func TestReadSavedModels(t *testing.T) {
	var g struct {
		Models map[string]map[string]struct {
			Shape  [2]int
			Values [][]float64
		} `json:"saved_models"`
	}
	readJSONFile(t, outside.Data(t, "box2el-golden", "layout.json"), &g)
	dir := outside.Data(t, "box2el-golden", "layout", "data", "TINY", "prediction")
	for model, files := range g.Models {
		for file, want := range files {
			rows, columns, data, err := ReadMatrix(filepath.Join(dir, model, file))
			if err != nil {
				t.Error(err)
				continue
			}
			var flat []float32
			for _, row := range want.Values {
				for _, x := range row {
					flat = append(flat, float32(x))
				}
			}
			if [2]int{rows, columns} != want.Shape || !slices.Equal(flat, data) {
				t.Errorf("%s/%s: %d×%d %v, want %v %v", model, file, rows, columns, data,
					want.Shape, flat)
			}
			copied := filepath.Join(t.TempDir(), file)
			if err := WriteMatrix(copied, rows, columns, data); err != nil {
				t.Fatal(err)
			}
			theirs, err1 := os.ReadFile(filepath.Join(dir, model, file))
			ours, err2 := os.ReadFile(copied)
			if err1 != nil || err2 != nil || !slices.Equal(theirs, ours) {
				t.Errorf("%s/%s: written differently from numpy (%v, %v)", model, file, err1, err2)
			}
		}
	}
}
