package embed

import (
	"bufio"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/outside"
)

func TestExportWord2Vec(t *testing.T) {
	m := smallModel(t, Box2EL)
	m.Classes[1] = "http://x/a b\tc\u00a0d%20e"
	var b bytes.Buffer
	if err := m.ExportWord2Vec(&b, "bumps"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if lines[0] != "3 3" || len(lines) != 4 {
		t.Fatalf("it is\n%s", b.String())
	}
	bumps, values, _, err := m.block("bumps")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"owl:Thing", "http://x/a%20b%09c%C2%A0d%20e", "http://x/B%20b"} {
		fields := strings.Fields(lines[1+i])
		if fields[0] != name || len(fields) != 1+bumps.Cols {
			t.Errorf("line %d is %q", 1+i, lines[1+i])
			continue
		}
		for j, text := range fields[1:] {
			x, err := strconv.ParseFloat(text, 32)
			if err != nil || float32(x) != values[i*bumps.Cols+j] {
				t.Errorf("row %d has %s, not %v", i, text, values[i*bumps.Cols+j])
			}
		}
	}
	if err := m.ExportWord2Vec(&b, "boxes"); !errors.Is(err, ErrNoBlock) ||
		!strings.Contains(err.Error(), "class_embeds, bumps") {
		t.Errorf("an unknown block: %v", err)
	}
	if err := m.ExportWord2Vec(failing{}, ""); !errors.Is(err, errFailing) {
		t.Errorf("a full disk: %v", err)
	}
}

func TestExportTSV(t *testing.T) {
	m := smallModel(t, BoxEL)
	var b bytes.Buffer
	if err := m.ExportTSV(&b, ""); err != nil {
		t.Fatal(err)
	}
	rows := 0
	for s := bufio.NewScanner(&b); s.Scan(); rows++ {
		if n := strings.Count(s.Text(), "\t"); n != 3 {
			t.Errorf("line %d has %d tabs", rows, n)
		}
		if rows == 0 && s.Text() != "name\t0\t1\t2" {
			t.Errorf("the heading is %q", s.Text())
		}
	}
	if rows != 4 {
		t.Errorf("%d lines", rows)
	}
}

var errFailing = errors.New("failing")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFailing }

// TestArchitectures: each model that can be saved in the authors' layout is offered.
func TestArchitectures(t *testing.T) {
	for a := range layoutDirs {
		if !slices.Contains(Architectures(), a) {
			t.Errorf("Architectures lacks %s", a)
		}
	}
}

// TestLayoutRoundTrip writes every model in the authors' layout and reads it back.
func TestLayoutRoundTrip(t *testing.T) {
	for _, a := range Architectures() {
		for _, individuals := range []int{1, 0} {
			want := smallModel(t, a)
			d := &dataset.Dataset{Classes: want.Classes, Roles: want.Roles,
				Individuals: want.Individuals[:individuals], Bottom: dataset.None}
			if individuals == 0 {
				want.Individuals = nil
				for b, block := range want.blocks {
					if block.Rows == dataset.Individual {
						want.rows[b], want.values[b] = 0, nil
					}
				}
			}
			dir := t.TempDir()
			if err := want.ExportLayout(dir); err != nil {
				t.Fatal(err)
			}
			if found := LayoutModels(dir); !slices.Equal(found, []Architecture{a}) {
				t.Errorf("%s is found as %v", a, found)
			}
			got, err := ImportLayoutModel(dir, a, d)
			if err != nil {
				t.Fatal(err)
			}
			if got.Hyper.Dim != want.Hyper.Dim {
				t.Errorf("%s has dimension %d, want %d", a, got.Hyper.Dim, want.Hyper.Dim)
			}
			for b := range want.values {
				if !slices.Equal(got.values[b], want.values[b]) {
					t.Errorf("%s: other %s", a, want.blocks[b].Name)
				}
			}
			if _, err := readFile(written(t, got)); err != nil {
				t.Errorf("%s: the imported model's file: %v", a, err)
			}
		}
	}
}

// TestLayoutGolden reads models saved by the authors' code and compares them with their loader.
func TestLayoutGolden(t *testing.T) {
	var golden struct {
		Saved map[string]map[string]struct {
			Shape  [2]int      `json:"shape"`
			Values [][]float32 `json:"values"`
		} `json:"saved_models"`
	}
	readGolden(t, "layout.json", &golden)
	dir := filepath.Join(outside.Data(t, "box2el-golden"), "layout", "data", "TINY", "prediction")
	if len(golden.Saved) == 0 || len(LayoutModels(dir)) != len(golden.Saved) {
		t.Fatalf("%d models in layout.json, %v in the folder", len(golden.Saved), LayoutModels(dir))
	}
	for _, a := range LayoutModels(dir) {
		want := golden.Saved[layoutDirs[a]]
		d := &dataset.Dataset{Classes: []string{"a", "b", "c", "d"}, Roles: []string{"r", "s"},
			Top: dataset.None, Bottom: dataset.None}
		if individuals, ok := want["individual_embeds_best.npy"]; ok {
			d.Individuals = []string{"i", "j", "k"}[:individuals.Shape[0]]
		}
		m, err := ImportLayoutModel(dir, a, d)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.blocks) != len(want) {
			t.Errorf("%s has %d blocks, want %d", a, len(m.blocks), len(want))
		}
		for b, block := range m.blocks {
			if values := slices.Concat(want[block.Name+"_best.npy"].Values...); len(values) == 0 ||
				!slices.Equal(m.values[b], values) {
				t.Errorf("%s %s is %v, want %v", a, block.Name, m.values[b], values)
			}
		}
		again := t.TempDir()
		if err := m.ExportLayout(again); err != nil {
			t.Fatal(err)
		}
		for file := range want {
			was, err1 := os.ReadFile(filepath.Join(dir, layoutDirs[a], file))
			is, err2 := os.ReadFile(filepath.Join(again, layoutDirs[a], file))
			if err1 != nil || err2 != nil || !bytes.Equal(was, is) {
				t.Errorf("%s: exporting writes another %s: %v, %v", a, file, err1, err2)
			}
		}
	}
}

func TestImportLayoutModelErrors(t *testing.T) {
	m := smallModel(t, Box2EL)
	d := &dataset.Dataset{Classes: m.Classes, Roles: m.Roles, Individuals: m.Individuals}
	for _, c := range []struct {
		name   string
		change func(dir string) error
		want   error
	}{
		{"no folder", func(dir string) error { return os.RemoveAll(dir) }, fs.ErrNotExist},
		{"a file is missing", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "rel_heads.npy")),
				os.Remove(filepath.Join(dir, "rel_heads_best.npy")))
		}, fs.ErrNotExist},
		{"only the last", func(dir string) error { return os.Remove(filepath.Join(dir, "rel_heads_best.npy")) }, nil},
		{"individuals are missing", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "individual_bumps.npy")),
				os.Remove(filepath.Join(dir, "individual_bumps_best.npy")))
		}, ErrLayoutModel},
		{"not npy", func(dir string) error { return os.WriteFile(filepath.Join(dir, "bumps_best.npy"), []byte("x"), 0o644) }, dataset.ErrNPY},
		{"rows", func(dir string) error {
			return dataset.WriteMatrix(filepath.Join(dir, "bumps_best.npy"), 2, 3,
				make([]float32, 6))
		}, ErrLayoutModel},
		{"columns", func(dir string) error {
			return dataset.WriteMatrix(filepath.Join(dir, "bumps_best.npy"), 3, 2,
				make([]float32, 6))
		}, ErrLayoutModel},
		{"odd columns of boxes", func(dir string) error {
			return dataset.WriteMatrix(filepath.Join(dir, "class_embeds_best.npy"),
				3, 5, make([]float32, 15))
		}, ErrLayoutModel},
		{"not finite", func(dir string) error {
			values := make([]float32, 9)
			values[4] = 1 / values[0]
			return dataset.WriteMatrix(filepath.Join(dir, "bumps_best.npy"), 3, 3, values)
		}, ErrLayoutModel},
	} {
		dir := t.TempDir()
		if err := m.ExportLayout(dir); err != nil {
			t.Fatal(err)
		}
		if err := c.change(filepath.Join(dir, "boxsqel")); err != nil {
			t.Fatal(err)
		}
		if _, err := ImportLayoutModel(dir, Box2EL, d); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := ImportLayoutModel(t.TempDir(), "box3el", d); !errors.Is(err, ErrOptions) {
		t.Errorf("an unknown model: %v", err)
	}
}
