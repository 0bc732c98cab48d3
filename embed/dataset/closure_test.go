package dataset

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/reasoner"

	"github.com/google/go-cmp/cmp"
)

var _ Oracle = (*reasoner.Closure)(nil)

// reason returns the closure of sets of axioms of a data set.
func reason(t testing.TB, d *Dataset, sets ...*Axioms) Closure {
	t.Helper()
	oracle, err := reasoner.NewClosure(context.Background(), d.NormalForm(sets...),
		reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return ClosureOver(d, oracle)
}

// answered are the forms for which closures answer queries.
var answered = []Form{NF1, NF2, NF3, NF4, NF5, ConceptAssertion, ExistsAssertion, RoleAssertion}

// listed are the columns for which closures list answers.
var listed = map[Form]int{NF1: 1, NF2: 2, NF3: 0, NF4: 2, RoleAssertion: 1}

// TestClosureAnswers compares lists of answers with single entailment checks, on random data sets,
// with the built-in classes at any id or absent.
func TestClosureAnswers(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		d := randomDataset(rng)
		closure := reason(t, d, &d.Train)
		for _, form := range answered {
			for axiom := range d.Train[form].Rows() {
				if !closure.Entails(form, axiom) {
					t.Errorf("seed %d: %v %v is an axiom and not entailed", seed, form, axiom)
				}
			}
			column, ok := listed[form]
			for range 20 {
				axiom := randomAxiom(rng, d, form)
				if axiom == nil || !ok {
					continue
				}
				asked := slices.Clone(axiom)
				var want []int32
				for id := range int32(d.size(form.Columns()[column])) {
					asked[column] = id
					if closure.Entails(form, asked) {
						want = append(want, id)
					}
				}
				if got := closure.Answers(form, axiom, column); !slices.Equal(got, want) {
					t.Errorf("seed %d: answers for column %d of %v %v are %v, want %v", seed,
						column, form, axiom, got, want)
				}
			}
		}
	}
}

func (d *Dataset) size(kind Kind) int {
	return [...]int{Class: len(d.Classes), Role: len(d.Roles), Individual: len(d.Individuals)}[kind]
}

func randomAxiom(rng *rand.Rand, d *Dataset, form Form) []int32 {
	var ids []int32
	for _, kind := range form.Columns() {
		if d.size(kind) == 0 {
			return nil
		}
		ids = append(ids, rng.Int32N(int32(d.size(kind))))
	}
	return ids
}

func randomDataset(rng *rand.Rand) *Dataset {
	d := &Dataset{Top: None, Bottom: None}
	for i := range 4 + rng.IntN(8) {
		d.Classes = append(d.Classes, string(rune('A'+i)))
		d.Auxiliary = append(d.Auxiliary, rng.IntN(5) == 0)
	}
	places := rng.Perm(len(d.Classes))
	if rng.IntN(3) > 0 {
		d.Top = int32(places[0])
		d.Auxiliary[d.Top] = false
	}
	if rng.IntN(3) > 0 {
		d.Bottom = int32(places[1])
		d.Auxiliary[d.Bottom] = false
	}
	d.Roles = []string{"r", "http://www.w3.org/2002/07/owl#topObjectProperty", "s"}[:1+rng.IntN(3)]
	for i := range rng.IntN(4) {
		d.Individuals = append(d.Individuals, string(rune('a'+i)))
	}
	for form := range NumForms {
		for range rng.IntN(6) {
			if ids := randomAxiom(rng, d, form); ids != nil {
				d.Train[form].Append(ids...)
			}
		}
	}
	return d
}

// TestInferencesGolden splits the ontology of the golden text. The held-out axioms are the
// inferences in the files next to it, which its NF1 axioms entail. With all its axioms, which are
// random, most classes are unsatisfiable.
func TestInferencesGolden(t *testing.T) {
	ctx := context.Background()
	golden, _, err := ReadLayout(outside.Data(t, "box2el-golden", "layout", "data", "TINY"),
		Inferences, LayoutOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := Table{Width: 2, IDs: slices.Concat(golden.Validation[NF1].IDs, golden.Test[NF1].IDs)}
	d := *golden
	d.Validation, d.Test = Axioms{}, Axioms{}
	closure := reason(t, &d, &Axioms{NF1: d.Train[NF1]})
	split, err := SplitInferences(ctx, &d, Subsumptions(ctx, &d, closure),
		InferencesOptions{Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	got := Table{Width: 2, IDs: slices.Concat(split.Validation[NF1].IDs, split.Test[NF1].IDs)}
	if diff := cmp.Diff(sortedRows(want), sortedRows(got)); diff != "" {
		t.Errorf("inferences (-want +got):\n%s", diff)
	}
	if n := split.Validation[NF1].Len(); n != want.Len()/10 {
		t.Errorf("%d for validation of %d", n, want.Len())
	}
}
