package report

import (
	"context"
	"strings"

	"box2el-owl/embed"
)

// familySeed gives boxes of which all claims of the ontology hold.
const familySeed = 1

// drawFamily has the paper's example beside the comparison, which shows what there is to see in two dimensions.
func (c *comparing) drawFamily(ctx context.Context) error {
	boxes, err := familyPicture(ctx)
	c.out.family = &boxes
	return err
}

// familyPicture trains Box²EL on the family ontology of the paper in two dimensions (section 4.1), and draws its boxes. It takes
// some tens of milliseconds.
func familyPicture(ctx context.Context) (Boxes, error) {
	boxes := Boxes{Title: "What the model learns: boxes", Subtitle: "the paper’s family in two dimensions: fathers lie in Male and Parent"}
	d := embed.Family()
	m, err := embed.Train(ctx, d, embed.FamilyOptions(embed.Box2EL, familySeed))
	if err != nil {
		return boxes, err
	}
	fragment := func(iri string) string { return iri[strings.LastIndexByte(iri, '#')+1:] }
	var panel BoxPanel
	for id, class := range d.Classes {
		if int32(id) == d.Top || int32(id) == d.Bottom {
			continue
		}
		region, err := m.ClassRegion(int32(id))
		if err != nil {
			return boxes, err
		}
		panel.Boxes = append(panel.Boxes, Box{Name: fragment(class), Lower: [2]float64(region.Lower()), Upper: [2]float64(region.Upper())})
	}
	boxes.Panels = []BoxPanel{panel}
	return boxes, nil
}
