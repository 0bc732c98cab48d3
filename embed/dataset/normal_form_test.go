package dataset

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

func TestFromNormalForm(t *testing.T) {
	files, err := filepath.Glob("testdata/normal_form/*.ofn")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	used := make(map[string]bool)
	for _, file := range files {
		name := strings.TrimSuffix(file, ".ofn")
		used[name+".dataset"] = true
		t.Run(filepath.Base(name), func(t *testing.T) {
			onto, nf := readOntology(t, file)
			d, report, err := FromNormalForm(context.Background(), nf, onto,
				NormalFormOptions{Name: filepath.Base(name)})
			if err != nil {
				t.Fatal(err)
			}
			checkCorrespondence(t, nf, d, report)
			golden.Check(t, name+".dataset", fmt.Appendf(dump(d), "unsatisfiable %v, %d axioms\n",
				report.Unsatisfiable, report.UnsatisfiableAxioms))
		})
	}
	golden.Orphans(t, "testdata/normal_form/*.dataset", used)
}

// checkCorrespondence checks that ids map in both directions and that the data set is valid.
func checkCorrespondence(t *testing.T, nf *el.Ontology, d *Dataset, report *Report) {
	t.Helper()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	ids := report.Ids
	if len(ids.Class) != nf.NumConcepts() || len(ids.Individual) != nf.NumConcepts() ||
		len(ids.Role) != nf.NumRoles() {
		t.Fatalf("%d, %d, %d entries for %d concepts and %d roles", len(ids.Class),
			len(ids.Individual), len(ids.Role), nf.NumConcepts(), nf.NumRoles())
	}
	if len(ids.Concepts) != len(d.Classes) || len(ids.Nominals) != len(d.Individuals) ||
		len(ids.Roles) != len(d.Roles) {
		t.Fatalf("%d, %d, %d entries back", len(ids.Concepts), len(ids.Nominals), len(ids.Roles))
	}
	for id, concept := range ids.Concepts {
		if ids.Class[concept] != int32(id) {
			t.Errorf("class %d is concept %d, which is class %d", id, concept, ids.Class[concept])
		}
	}
	for id, concept := range ids.Nominals {
		if ids.Individual[concept] != int32(id) || ids.Class[concept] != None {
			t.Errorf("individual %d is concept %d, which is individual %d and class %d", id,
				concept, ids.Individual[concept], ids.Class[concept])
		}
	}
	for id, role := range ids.Roles {
		if role >= 0 && ids.Role[role] != int32(id) {
			t.Errorf("role %d is %d, which is role %d", id, role, ids.Role[role])
		}
	}
	back := 0
	for _, id := range ids.Class {
		if id != None {
			back++
		}
	}
	if back != len(d.Classes) {
		t.Errorf("%d concepts for %d classes", back, len(d.Classes))
	}
}

func TestFromNormalFormUnsatisfiable(t *testing.T) {
	_, nf := readOntology(t, "testdata/normal_form/tbox.ofn")
	e, _ := nf.ConceptOf(owl.Class{IRI: owl.NewIRI("http://x/E")})
	d, report, err := FromNormalForm(context.Background(), nf, nil,
		NormalFormOptions{Unsatisfiable: []el.Concept{e, -5, 1 << 30}})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Unsatisfiable) != 1 || report.Unsatisfiable[0] != e ||
		report.Ids.Class[e] != None {
		t.Errorf("unsatisfiable %v, class %d; want %v and none", report.Unsatisfiable,
			report.Ids.Class[e], e)
	}
	for _, name := range d.Classes {
		if name == "http://x/E" {
			t.Error("E has a row")
		}
	}
	for _, empty := range []el.Concept{el.Top} {
		if _, _, err := FromNormalForm(context.Background(), nf, nil,
			NormalFormOptions{Unsatisfiable: []el.Concept{empty}}); err != ErrInconsistent {
			t.Errorf("unsatisfiable %d: error %v", empty, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := FromNormalForm(ctx, nf, nil, NormalFormOptions{}); err != context.Canceled {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestDisjointPairsLimit(t *testing.T) {
	var axioms []owl.Axiom
	for _, n := range []int{4, 7, 1, 2} {
		a := &owl.DisjointClasses{}
		for i := range n {
			a.Classes = append(a.Classes, owl.Class{IRI: owl.NewIRI(fmt.Sprintf("http://x/%d.%d", n, i))})
		}
		axioms = append(axioms, a)
	}
	nf, _, err := el.Normalize(context.Background(), &owl.Ontology{Axioms: axioms}, el.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const all = 6 + 21 + 1
	for limit := 1; limit < all+3; limit++ {
		d, _, err := FromNormalForm(context.Background(), nf, nil,
			NormalFormOptions{MaxDisjointPairs: limit})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := d.Train[NF5].Len(), min(limit, all); got != want {
			t.Errorf("limit %d: %d pairs, want %d", limit, got, want)
		}
	}
}

// TestRealOntologies converts the ontologies outside the repository and logs their sizes.
func TestRealOntologies(t *testing.T) {
	if testing.Short() {
		t.Skip("reads large ontologies")
	}
	for _, file := range outside.Glob(t, "ontologies", "*.gz") {
		if strings.Contains(file, ".taxonomy.") {
			continue // skip the classified copies
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			onto, nf := readOntology(t, file)
			d, report, err := FromNormalForm(context.Background(), nf, onto,
				NormalFormOptions{Name: filepath.Base(file)})
			if err != nil {
				t.Fatal(err)
			}
			checkCorrespondence(t, nf, d, report)
			auxiliary, deprecated := count(d.Auxiliary), count(d.Deprecated)
			var forms []string
			for form := range NumForms {
				forms = append(forms, fmt.Sprintf("%v %d", form, d.Train[form].Len()))
			}
			t.Logf("%d classes (%d auxiliary, %d deprecated), %d roles, %d individuals; %s; "+
				"left out %d", len(d.Classes), auxiliary, deprecated, len(d.Roles), len(d.Individuals),
				strings.Join(forms, ", "), report.UnsatisfiableAxioms)
			checkSplit(t, d, SplitPrediction(d, 1))
		})
	}
}

func count(marks []bool) int {
	n := 0
	for _, mark := range marks {
		if mark {
			n++
		}
	}
	return n
}
