package embed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/sections"
)

// smallModel is a model with parameters, for files.
func smallModel(t testing.TB, a Architecture) *Model {
	t.Helper()
	h := DefaultHyper(a)
	h.Dim, h.Steps = 3, 200
	m := &Model{
		Architecture: a, Hyper: h, Variant: Corrected(a), Seed: 1 << 63,
		Classes: []string{"owl:Thing", "http://x/A", "http://x/B b"}, Roles: []string{"http://x/r"}, Individuals: []string{"http://x/é"},
		DataHash: [32]byte{0xab, 31: 0xcd}, Steps: 200, KeptAt: 100,
		History:    []Point{{Step: 100, Losses: map[string]float64{"nf1": .1, "a": 1e-300}, Total: .1, Validation: .25, Best: true}},
		Measures:   map[dataset.Form]Measure{dataset.NF1: ByLoss, dataset.RoleAssertion: ByCenters},
		Evaluation: json.RawMessage(`{"mrr":0.5}`), Program: "test 1",
	}
	var err error
	if m.matrices, err = emptyMatrices(m); err != nil {
		t.Fatal(err)
	}
	for b, block := range m.blocks {
		m.values = append(m.values, make([]float32, m.rows[b]*block.Cols))
	}
	initialize(t, &m.matrices, 7)
	return m
}

func written(t testing.TB, m *Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// contents is what a model file has to bring back.
func contents(m *Model) []any {
	return []any{m.Architecture, m.Hyper, m.Variant, m.Seed, m.Classes, m.Roles, m.Individuals, m.DataHash, m.Steps, m.KeptAt,
		m.History, m.Measures, string(m.Evaluation), m.Program, m.matrices.rows, aboutBlocks(&m.matrices), m.matrices.values}
}

func TestModelRoundTrip(t *testing.T) {
	for _, a := range Architectures() {
		want := smallModel(t, a)
		read, err := ReadModel(bytes.NewReader(written(t, want)))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "model")
		if err := want.Save(path); err != nil {
			t.Fatal(err)
		}
		opened, err := OpenModel(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []*Model{read, opened} {
			if diff := cmp.Diff(contents(want), contents(got)); diff != "" {
				t.Error(a, diff)
			}
			if !bytes.Equal(written(t, got), written(t, want)) {
				t.Errorf("%s: the file is another one when it is written again", a)
			}
			if _, err := got.Scorers(); err != nil {
				t.Error(err)
			}
			for range 2 {
				if err := got.Close(); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestModelOptionsInFile makes sure that no field of the options is forgotten.
func TestModelOptionsInFile(t *testing.T) {
	m := smallModel(t, Box2EL)
	text, err := json.Marshal(m.about())
	if err != nil {
		t.Fatal(err)
	}
	var about aboutModel
	if err := json.Unmarshal(text, &about); err != nil {
		t.Fatal(err)
	}
	if about.Options != m.Hyper || about.Variant != m.Variant {
		t.Errorf("%s reads as %+v, %+v", text, about.Options, about.Variant)
	}
}

// TestModelAlignment finds the blocks where a reader that maps the file looks for them.
func TestModelAlignment(t *testing.T) {
	m := smallModel(t, Box2EL)
	file := written(t, m)
	for b, values := range m.values {
		if len(values) == 0 {
			continue
		}
		at := bytes.Index(file, unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 4*len(values)))
		if at < 0 || at%blockAlignment != 0 {
			t.Errorf("%s begins at byte %d", m.blocks[b].Name, at)
		}
	}
}

// TestModelVersion notices that model files are written otherwise. Then modelVersion is to be raised, so that former files
// are refused, and the sum below to be replaced.
func TestModelVersion(t *testing.T) {
	m := smallModel(t, Box2EL)
	m.Hyper = Hyper{Dim: 3, Margin: .5, Rate: .25, Steps: 200, Batch: 8} // whatever the defaults are
	m.Variant = Variant{Mode: "paper"}
	for _, values := range m.values {
		for i := range values {
			values[i] = float32(i) / 8
		}
	}
	const version, sum = 1, 0xcc9877f4
	got := sections.Sum(0, []rune(fmt.Sprintf("%x", written(t, m))))
	if modelVersion != version || got != sum {
		t.Errorf("version %d has the sum %#x; version %d had %#x", modelVersion, got, version, sum)
	}
}

// TestModelDamage cuts a file at each place, and changes each of its bytes.
func TestModelDamage(t *testing.T) {
	file := written(t, smallModel(t, Box2EL))
	path := filepath.Join(t.TempDir(), "model")
	check := func(what string, at int, damaged []byte) {
		t.Helper()
		want := ErrModelDamaged
		if len(damaged) >= len(modelMagic) && string(damaged[:len(modelMagic)]) != modelMagic {
			want = ErrNotModel
		}
		if _, err := ReadModel(bytes.NewReader(damaged)); !errors.Is(err, want) {
			t.Errorf("%s %d: read: %v", what, at, err)
		}
		if at%16 != 0 { // as mapped files take long
			return
		}
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenModel(path); !errors.Is(err, want) {
			t.Errorf("%s %d: opened: %v", what, at, err)
		}
	}
	for n := range file {
		check("cut at", n, file[:n])
		for _, bit := range []byte{1, 0x80} {
			flipped := slices.Clone(file)
			flipped[n] ^= bit
			check("changed", n, flipped)
		}
	}
	check("longer by", 0, append(slices.Clone(file), 0))
}

func TestModelOther(t *testing.T) {
	version := func(magic string, number uint32) []byte {
		var b bytes.Buffer
		w := sections.NewWriter(&b, magic)
		sections.Words(w, "version", []uint32{number})
		w.Close()
		return b.Bytes()
	}
	for _, c := range []struct {
		name string
		file []byte
		want error
	}{
		{"a later version", version(modelMagic, modelVersion+1), ErrModelVersion},
		{"an ontology", []byte("Ontology(<http://x> Declaration(Class(<http://x/A>)))"), ErrNotModel},
		{"a data set", version("B2ELset1", 1), ErrNotModel},
		{"empty", nil, ErrModelDamaged},
	} {
		if _, err := ReadModel(bytes.NewReader(c.file)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, c.file, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenModel(path); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := OpenModel(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := OpenModel(t.TempDir()); err == nil {
		t.Error("a folder opens")
	}
}

// withAbout writes a file whose checksums are right and that says of itself what it is told to.
func withAbout(m *Model, about, history []byte) []byte {
	var b bytes.Buffer
	out := sections.NewWriter(&b, modelMagic)
	sections.Words(out, "version", []uint32{modelVersion})
	out.Bytes("about", about)
	out.Strings("classes", m.Classes)
	out.Strings("roles", m.Roles)
	out.Strings("individs", m.Individuals)
	out.Bytes("history", history)
	out.Bytes("measured", nil)
	for _, values := range m.values {
		out.Align(blockAlignment)
		sections.Words(out, "block", values)
	}
	out.Close()
	return b.Bytes()
}

// TestModelContradictions reads files that no checksum speaks against.
func TestModelContradictions(t *testing.T) {
	for name, c := range map[string]struct {
		change func(a *aboutModel)
		want   error
	}{
		"unknown model":     {func(a *aboutModel) { a.Model = "box3el" }, ErrModelVersion},
		"huge dimension":    {func(a *aboutModel) { a.Options.Dim = 1 << 40 }, ErrModelDamaged},
		"no dimension":      {func(a *aboutModel) { a.Options.Dim = 0 }, ErrModelDamaged},
		"another dimension": {func(a *aboutModel) { a.Options.Dim++ }, ErrModelDamaged},
		"other blocks":      {func(a *aboutModel) { a.Blocks[0].Rows++ }, ErrModelDamaged},
		"no blocks":         {func(a *aboutModel) { a.Blocks = nil }, ErrModelDamaged},
		"kept too late":     {func(a *aboutModel) { a.KeptAt = a.Steps + 1 }, ErrModelDamaged},
		"unknown form":      {func(a *aboutModel) { a.Measures["NF9"] = ByLoss }, ErrModelDamaged},
		"unknown measure":   {func(a *aboutModel) { a.Measures["NF1"] = "" }, ErrModelDamaged},
		"no hash":           {func(a *aboutModel) { a.DataHash = "00" }, ErrModelDamaged},
	} {
		m := smallModel(t, Box2EL)
		about := m.about()
		c.change(&about)
		text, err := json.Marshal(about)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadModel(bytes.NewReader(withAbout(m, text, []byte("[]")))); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	m := smallModel(t, Box2EL)
	m.values[0][1] /= 0
	if _, err := ReadModel(bytes.NewReader(written(t, m))); !errors.Is(err, ErrModelDamaged) {
		t.Errorf("a parameter that is no number: %v", err)
	}
}

func FuzzReadModel(f *testing.F) {
	file := written(f, smallModel(f, ELEm))
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := ReadModel(bytes.NewReader(file))
		if err != nil {
			return
		}
		if again, err := ReadModel(bytes.NewReader(written(t, m))); err != nil || cmp.Diff(contents(m), contents(again)) != "" {
			t.Errorf("a model that was read is another one when it is written: %v", err)
		}
	})
}

// FuzzModelAbout reads what a file says of itself, checksums being right.
func FuzzModelAbout(f *testing.F) {
	small := smallModel(f, Box2EL)
	about, _ := json.Marshal(small.about())
	history, _ := json.Marshal(small.History)
	f.Add(about, history)
	f.Add([]byte(`{"model":"elem","options":{"dim":1}}`), []byte("null"))
	f.Fuzz(func(t *testing.T, about, history []byte) {
		m, err := ReadModel(bytes.NewReader(withAbout(small, about, history)))
		if err != nil {
			return
		}
		if _, err := m.Scorers(); err != nil {
			t.Error(err)
		}
		if _, err := ReadModel(bytes.NewReader(written(t, m))); err != nil {
			t.Error(err)
		}
	})
}

// BenchmarkModelFile opens and saves a model of the paper's GALEN size.
func BenchmarkModelFile(b *testing.B) {
	h := DefaultHyper(Box2EL)
	m := &Model{Architecture: Box2EL, Hyper: h, Variant: Corrected(Box2EL)}
	for i := range 24_353 {
		m.Classes = append(m.Classes, fmt.Sprintf("http://purl.obolibrary.org/obo/X_%07d", i))
	}
	m.Roles = []string{"http://x/r"}
	var err error
	if m.matrices, err = emptyMatrices(m); err != nil {
		b.Fatal(err)
	}
	for i, block := range m.blocks {
		m.values = append(m.values, make([]float32, m.rows[i]*block.Cols))
	}
	initialize(b, &m.matrices, 1)
	path := filepath.Join(b.TempDir(), "model")
	if err := m.Save(path); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		b.SetBytes(info.Size())
		b.ReportAllocs()
		for b.Loop() {
			m, err := OpenModel(path)
			if err != nil {
				b.Fatal(err)
			}
			m.Close()
		}
	})
	b.Run("save", func(b *testing.B) {
		b.SetBytes(info.Size())
		b.ReportAllocs()
		for b.Loop() {
			if err := m.Save(path); err != nil {
				b.Fatal(err)
			}
		}
	})
}
