package report_test

import (
	"bytes"
	"fmt"
	"strings"

	"box2el-owl/report"
)

func ExampleBoxes() {
	plot := report.Boxes{
		Title: "An organ",
		Panels: []report.BoxPanel{{Title: "Box²EL", Boxes: []report.Box{
			{Name: "Organ", Lower: [2]float64{0, 0}, Upper: [2]float64{3, 2}},
		}}},
	}
	var svg bytes.Buffer
	if err := plot.Draw(&svg); err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(svg.String()) {
		if strings.HasPrefix(line, "<desc") {
			fmt.Print(line)
		}
	}
	// Output:
	// <desc id="description">Boxes in two dimensions. Box²EL: Organ from (0, 0) to (3, 2).</desc>
}
