package reasoner

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"box2el-owl/reasoner/internal/index"
)

func TestSortByIRI(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var all []namedID
		var want []string
		alphabet := "ab/\x00é"[:1+rng.IntN(5)]
		for i := range rng.IntN(200) {
			iri := strings.Repeat("http://x/", rng.IntN(2)+1)
			for range rng.IntN(20) {
				iri += alphabet[rng.IntN(len(alphabet)):][:1]
			}
			all = append(all, namedID{iri: iri, id: index.ConceptID(i)})
			want = append(want, iri)
		}
		slices.Sort(want)
		if err := sortByIRI(context.Background(), all); err != nil {
			t.Fatal(err)
		}
		for i, n := range all {
			if n.iri != want[i] {
				t.Fatalf("%d: %q, want %q", i, n.iri, want[i])
			}
		}
	}
}
