package reasoner_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
)

// TestViewRelation compares taxonomies of OBO documents whose header has
// logical-definition-view-relation, as the definitions of HP and MP have, with HermiT.
func TestViewRelation(t *testing.T) {
	const dir = "testdata/view-relation/"
	t.Run("phenotypes", func(t *testing.T) {
		entails := subsumptionsOf(t, dir+"phenotypes.obo")
		inferred := make(map[string]bool)
		for _, cells := range cellsOf(t, dir+"phenotypes.tsv") {
			inferred[cells[0]+" "+cells[1]] = true
		}
		compared := 0
		for _, sub := range entails.phenotypes {
			for _, super := range entails.phenotypes {
				if sub == super {
					continue
				}
				compared++
				if got := entails.subsumption(sub, super); got != inferred[sub+" "+super] {
					t.Errorf("%s ⊑ %s: %v, HermiT says %v", sub, super, got, !got)
				}
			}
		}
		t.Logf("%d pairs, %d subsumptions", compared, len(inferred))
	})
	t.Run("MP", func(t *testing.T) {
		entails := subsumptionsOf(t, outside.Data(t, "reads",
			"mammalian-phenotype-ontology__scratch_mp-equivalence-axioms.obo.gz"))
		verdicts := make(map[string]int)
		for _, cells := range cellsOf(t, dir+"mp.tsv") {
			verdicts[cells[2]]++
			if got := entails.subsumption(cells[0], cells[1]); got != (cells[2] == "entailed") {
				t.Errorf("%s ⊑ %s: %v, HermiT says %s", cells[0], cells[1], got, cells[2])
			}
		}
		t.Log(verdicts)
	})
}

const oboNamespace = "http://purl.obolibrary.org/obo/"

// taxonomyOfOBO is the taxonomy of a document. Classes are named without oboNamespace.
type taxonomyOfOBO struct {
	supers     map[string]map[string]bool
	phenotypes []string // the classes PH_…
}

func subsumptionsOf(t *testing.T, file string) taxonomyOfOBO {
	t.Helper()
	o, _, err := rdfio.ReadFile(t.Context(), file, rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Fatal(err)
	}
	taxonomy := classify(t, normalize(t, o), 2)
	got := taxonomyOfOBO{supers: make(map[string]map[string]bool)}
	name := func(c owl.Class) string { return strings.TrimPrefix(c.IRI.String(), oboNamespace) }
	for _, c := range taxonomy.Classes() {
		supers, _ := taxonomy.Subsumers(c)
		set := make(map[string]bool, len(supers))
		for _, d := range supers {
			set[name(d)] = true
		}
		got.supers[name(c)] = set
		if strings.HasPrefix(name(c), "PH_") {
			got.phenotypes = append(got.phenotypes, name(c))
		}
	}
	return got
}

func (x taxonomyOfOBO) subsumption(sub, super string) bool { return x.supers[sub][super] }

// cellsOf returns the rows of a table without a heading.
func cellsOf(t *testing.T, file string) (rows [][]string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		rows = append(rows, strings.Split(lines.Text(), "\t"))
	}
	if err := lines.Err(); err != nil || len(rows) == 0 {
		t.Fatalf("%s: %d rows, %v", file, len(rows), err)
	}
	return rows
}
