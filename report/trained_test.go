package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
)

// trainedFamily returns a model of an architecture after a few steps on the family ontology.
func trainedFamily(t *testing.T, a embed.Architecture) (*embed.Model, *dataset.Dataset) {
	t.Helper()
	d := embed.Family()
	d.Validation = d.Train
	h := embed.DefaultHyper(a)
	h.Dim, h.Steps, h.Batch = 3, 150, 16
	m, err := embed.Train(t.Context(), d, embed.Options{Model: a, Hyper: &h, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return m, d
}

// TestClassNeighborhood uses the family ontology: Male and Parent are superclasses of Father, and
// Child ⊑ ∃hasParent.Father.
func TestClassNeighborhood(t *testing.T) {
	for _, a := range embed.Architectures() {
		t.Run(string(a), func(t *testing.T) {
			m, d := trainedFamily(t, a)
			father := int32(slices.Index(d.Classes, "http://example.org/family#Father"))
			for most, wantAsserted := range map[int]int{2: 2, 4: 3} {
				n, err := ClassNeighborhood(t.Context(), m, d, father, d.Classes, most)
				if err != nil {
					t.Fatal(err)
				}
				near, asserted := 0, 0
				for _, b := range n.Neighbors {
					_, name, _ := strings.Cut(b.Name, "#")
					if b.Near {
						near++
					}
					if b.Asserted {
						asserted++
					}
					if name == "Father" || b.Asserted && !slices.Contains(
						[]string{"Male", "Parent", "Child"}, name) || len(b.Vector) != 3 {
						t.Errorf("neighbour %+v", b)
					}
				}
				if near != most || asserted != wantAsserted {
					t.Errorf("%d near and %d asserted neighbours, want %d and %d", near, asserted,
						most, wantAsserted)
				}
				draws(t, n)
			}
		})
	}
}

func draws(t *testing.T, p Plot) {
	t.Helper()
	var plot bytes.Buffer
	if err := p.Draw(&plot); err != nil || plot.Len() == 0 {
		t.Error(fmt.Errorf("%d bytes: %w", plot.Len(), err))
	}
}
