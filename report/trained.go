package report

import (
	"context"
	"fmt"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
)

// ClassNeighborhood returns a class of a model among the nearest classes and the classes that
// training axioms (NF1 and NF3, in either direction) relate to it, at most `most` of each, the
// nearest. Names are by row. Auxiliary, deprecated and built-in classes are left out.
func ClassNeighborhood(ctx context.Context, m *embed.Model, d *dataset.Dataset, class int32,
	names []string, most int) (Neighborhood, error) {
	n := Neighborhood{
		Title: names[class],
		Subtitle: fmt.Sprintf("centers in %s (%s) of %s, seed %d; near: the %d nearest",
			m.Architecture, m.Variant.Mode, d.Name, m.Seed, most),
	}
	allowed := make([]bool, len(d.Classes))
	for c := range allowed {
		allowed[c] = int32(c) != d.Top && int32(c) != d.Bottom &&
			!(d.Auxiliary != nil && d.Auxiliary[c]) && !(d.Deprecated != nil && d.Deprecated[c])
	}
	search, err := m.NewSearch(allowed, nil)
	if err != nil {
		return n, err
	}
	alike, err := search.Alike(ctx, class, len(allowed))
	if err != nil {
		return n, err
	}
	related := relatedTo(d, class)
	neighbor := func(c int32) Neighbor {
		return Neighbor{Name: names[c], Vector: m.Center(c),
			Asserted: related[c]}
	}
	n.Class = neighbor(class)
	asserted := 0
	for i, a := range alike {
		b := neighbor(a.ID)
		b.Near = i < most
		if b.Asserted {
			asserted++
			b.Asserted = asserted <= most
		}
		if b.Near || b.Asserted {
			n.Neighbors = append(n.Neighbors, b)
		}
	}
	if asserted > most {
		n.Subtitle += fmt.Sprintf("; %d of %d asserted", most, asserted)
	}
	return n, nil
}

// relatedTo returns the classes that an axiom C ⊑ D or C ⊑ ∃r.D relates to a class.
func relatedTo(d *dataset.Dataset, class int32) map[int32]bool {
	related := make(map[int32]bool)
	for _, form := range []dataset.Form{dataset.NF1, dataset.NF3} {
		for row := range d.Train[form].Rows() {
			switch c, d := row[0], row[len(row)-1]; class {
			case c:
				related[d] = true
			case d:
				related[c] = true
			}
		}
	}
	delete(related, class)
	return related
}
