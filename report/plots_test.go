package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
)

// plots returns the plots for tests of all of them.
func plots() map[string]Plot {
	return map[string]Plot{
		"boxes_family":         familyBoxes(),
		"boxes_points":         Boxes{Title: "Points", Panels: []BoxPanel{{Title: "one", Boxes: []Box{{Name: "a"}}}, {Title: "none"}}},
		"neighborhood":         neighborhoodExample(18),
		"neighborhood_crowded": neighborhoodExample(60),
		"neighborhood_alone":   Neighborhood{Title: "Alone", Class: Neighbor{Name: "a", Vector: []float64{1, 2, 3}}},
		"neighborhood_same":    Neighborhood{Title: "All the same, one dimension", Class: Neighbor{Name: "a", Vector: []float64{3}}, Neighbors: []Neighbor{{Name: "b", Vector: []float64{3}, Near: true}, {Name: "c", Vector: []float64{3}, Asserted: true}, {Name: "d", Vector: []float64{3}}}},
	}
}

// familyBoxes returns the boxes of the published code (data/box2el-golden/family.json).
func familyBoxes() Boxes {
	return Boxes{
		Title:    "The family ontology in two dimensions",
		Subtitle: "Boxes that the published code reached after 300 steps",
		Panels: []BoxPanel{
			{Title: "Box²EL", Boxes: []Box{
				{Name: "Father", Lower: [2]float64{-0.6194, -0.4778}, Upper: [2]float64{0.0704, -0.0198}},
				{Name: "Mother", Lower: [2]float64{0.2641, -0.0032}, Upper: [2]float64{0.6946, 0.4498}},
				{Name: "Parent", Lower: [2]float64{-0.6194, -0.4778}, Upper: [2]float64{0.6946, 0.4498}},
				{Name: "Child", Lower: [2]float64{0.7133, 0.5795}, Upper: [2]float64{1.2498, 1.3098}},
				{Name: "Male", Lower: [2]float64{-0.913, -1.2083}, Upper: [2]float64{0.0704, -0.0198}},
				{Name: "Female", Lower: [2]float64{0.2641, -0.0032}, Upper: [2]float64{0.7741, 1.0522}},
				{Name: "head of hasChild", Lower: [2]float64{-0.9279, -0.7085}, Upper: [2]float64{1.1542, 1.6143}, Role: "hasChild"},
				{Name: "head of hasParent", Lower: [2]float64{-1.3269, -0.4841}, Upper: [2]float64{1.5774, 1.3552}, Role: "hasParent"},
				{Name: "tail of hasChild", Lower: [2]float64{-1.042, -0.8906}, Upper: [2]float64{1.9105, 1.3291}, Role: "hasChild"},
				{Name: "tail of hasParent", Lower: [2]float64{-1.0292, -0.912}, Upper: [2]float64{1.1695, 1.9884}, Role: "hasParent"},
			}},
			{Title: "ELBE", Boxes: []Box{
				{Name: "Father", Lower: [2]float64{-0.0169, -0.328}, Upper: [2]float64{0.3857, 0.0863}},
				{Name: "Mother", Lower: [2]float64{0.1087, -0.1957}, Upper: [2]float64{0.5157, 0.2074}},
				{Name: "Parent", Lower: [2]float64{0.0119, -0.2934}, Upper: [2]float64{0.4875, 0.1786}},
				{Name: "Child", Lower: [2]float64{-0.3887, 0.1816}, Upper: [2]float64{0.0098, 0.5802}},
				{Name: "Male", Lower: [2]float64{-0.913, -1.4186}, Upper: [2]float64{0.2746, -0.0328}},
				{Name: "Female", Lower: [2]float64{0.2194, -0.0893}, Upper: [2]float64{0.7951, 1.0522}},
			}},
		},
	}
}

// neighborhoodExample has clusters, so that labels compete for space.
func neighborhoodExample(crowd int) Neighborhood {
	rng := rand.New(rand.NewPCG(5, 6))
	random := func(center []float64, spread float64) []float64 {
		v := make([]float64, 20)
		for d := range v {
			v[d] = spread * rng.NormFloat64() / math.Sqrt(float64(d+1))
			if center != nil {
				v[d] += center[d]
			}
		}
		return v
	}
	names := []string{"neuron", "motor neuron", "sensory neuron", "interneuron", "glial cell",
		"astrocyte", "oligodendrocyte",
		"microglial cell", "Purkinje cell", "GABAergic cortical interneuron of the primary motor area", "cell"}
	n := Neighborhood{
		Title:    "Neighborhood of ‘pyramidal neuron’",
		Subtitle: "centers of boxes (n = 20); near: by Euclidean distance in all dimensions",
		Class:    Neighbor{Name: "pyramidal neuron", Vector: random(nil, 0.1)},
	}
	for i := range crowd {
		var cluster []float64
		if i%3 == 0 && i > 0 {
			cluster = n.Neighbors[i-1].Vector
		}
		spread := 1.0
		if cluster != nil {
			spread = 0.1
		}
		name := names[i%len(names)]
		if i >= len(names) {
			name = fmt.Sprintf("%s, type %d", name, i/len(names))
		}
		n.Neighbors = append(n.Neighbors, Neighbor{Name: name, Vector: random(cluster, spread),
			Near: i%7 != 5, Asserted: i%4 == 0})
	}
	return n
}

// TestGolden compares each plot with its SVG. With $BOX2EL_PICTURES set to a directory, it writes
// the files there; look at them before an update.
func TestGolden(t *testing.T) {
	used := make(map[string]bool)
	for name, plot := range plots() {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata", name+".svg")
			used[path] = true
			svg := drawn(t, plot)
			golden.Check(t, path, svg)
			if !bytes.Equal(svg, drawn(t, plot)) {
				t.Errorf("%s is drawn differently the second time", name)
			}
			if dir := os.Getenv("BOX2EL_PICTURES"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, name+".svg"), svg, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	golden.Orphans(t, "testdata/*.svg", used)
}

func drawn(t *testing.T, p Plot) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := p.Draw(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestDrawRefuses checks which plots are empty and which have invalid data.
func TestDrawRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		plot  Plot
		empty bool
	}{
		"NoVector":  {Neighborhood{Class: Neighbor{Name: "a"}}, true},
		"VectorNaN": {Neighborhood{Class: Neighbor{Vector: []float64{math.NaN()}}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			err := test.plot.Draw(&out)
			if err == nil || errors.Is(err, ErrNothingToDraw) != test.empty || out.Len() > 0 {
				t.Errorf("Draw wrote %d bytes with error %v; nothing to draw: want %v", out.Len(),
					err, test.empty)
			}
		})
	}
}

// TestDrawPassesOnWriteErrors checks that an error of the writer is returned.
func TestDrawPassesOnWriteErrors(t *testing.T) {
	full := errors.New("disk full")
	for name, plot := range plots() {
		r, w := io.Pipe()
		r.CloseWithError(full)
		if err := plot.Draw(w); !errors.Is(err, full) {
			t.Errorf("%s: %v, want %v", name, err, full)
		}
	}
}

// TestNames draws unusual names. The SVG must stay well-formed, with each text on one line.
func TestNames(t *testing.T) {
	for _, name := range []string{
		"", " ", "a\x00b\x1b[31m", "<script>alert(1)</script>", "]]>&amp;\"'", "two\nlines\tand tab", "\xff\xfe",
		"\u202egnp.exe", "\ufffe\uffff", strings.Repeat("long ", 10000), "心臓", "style=\"font-family:Liberation Sans;font-variant:normal;",
	} {
		for _, plot := range named(name) {
			decoder := xml.NewDecoder(bytes.NewReader(drawn(t, plot)))
			for {
				token, err := decoder.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%T named %.40q: %v", plot, name, err)
				}
				if text, ok := token.(xml.CharData); ok && len(text) > 100*longest {
					t.Errorf("%T named %.40q: a text of %d bytes", plot, name, len(text))
				}
			}
		}
	}
}

// named returns plots that contain the name in every text.
func named(name string) []Plot {
	return []Plot{
		Boxes{Title: name, Subtitle: name,
			Panels: []BoxPanel{{Title: name,
				Boxes: []Box{{Name: name, Upper: [2]float64{1, 1}}, {Name: name, Role: name}}}}},
		Neighborhood{Title: name, Subtitle: name, Class: Neighbor{Name: name, Vector: []float64{1,
			2}}, Neighbors: []Neighbor{{Name: name, Vector: []float64{2, 1}, Near: true}}},
	}
}
