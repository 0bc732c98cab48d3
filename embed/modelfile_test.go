package embed

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/internal/safetensors"
)

// smallModel returns a small model with parameters.
func smallModel(t testing.TB, a Architecture) *Model {
	t.Helper()
	h := DefaultHyper(a)
	h.Dim, h.Steps = 3, 200
	m := &Model{
		Architecture: a, Hyper: h, Variant: Corrected(a), Seed: 1 << 63,
		Steps: 200, BestStep: 100,
		History: []Point{{Step: 100, Losses: map[string]float64{"nf1": .1, "a": 1e-300}, Total: .1,
			Validation: .25, Best: true}},
		Measures: map[dataset.Form]Measure{dataset.NF1: ByLoss, dataset.RoleAssertion: ByCenters},
		HeldOut:  map[dataset.Form]ranking.Metrics{dataset.NF1: {N: 1, MRR: .5}}, Program: "test 1",
	}
	d := &dataset.Dataset{
		Name: "small", Task: dataset.Whole, Bottom: dataset.None,
		Classes: []string{"owl:Thing", "http://x/A", "http://x/B b"}, Roles: []string{"http://x/r"}, Individuals: []string{"http://x/é"},
	}
	d.Train[dataset.NF1].Append(1, 2)
	d.Validation[dataset.NF1].Append(2, 1)
	m.Data, m.DataHash, m.Classes, m.Roles, m.Individuals = d, d.Hash(), d.Classes, d.Roles,
		d.Individuals
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

// contents returns the parts of a model that its file stores.
func contents(m *Model) []any {
	var blocks []string
	for _, b := range m.blocks {
		blocks = append(blocks, b.Name)
	}
	return []any{m.Architecture, m.Hyper, m.Variant, m.Seed, m.Classes, m.Roles, m.Individuals,
		m.DataHash, m.Data.Hash(), m.Steps, m.BestStep,
		m.History, m.Measures, m.HeldOut, m.Program, m.matrices.rows, blocks, m.matrices.values}
}

// readFile reads the contents of a model file as OpenModel does.
func readFile(file []byte) (*Model, error) {
	f, err := safetensors.New(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, modelError(err)
	}
	return readModel(f)
}

func TestModelRoundTrip(t *testing.T) {
	for _, a := range Architectures() {
		want := smallModel(t, a)
		read, err := readFile(written(t, want))
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
		}
	}
}

// TestModelFileMode checks that only the owner can read a model.
func TestModelFileMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model")
	if err := smallModel(t, ELEm).Save(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestModelVersion fails if the written bytes change. If existing files would then be read
// differently, increase dataset.fileVersion; then replace the sum.
func TestModelVersion(t *testing.T) {
	m := smallModel(t, Box2EL)
	// independent of the defaults
	m.Hyper = Hyper{Dim: 3, Margin: .5, Rate: .25, Steps: 200, Batch: 8}
	m.Variant = Variant{Mode: "paper"}
	for _, values := range m.values {
		for i := range values {
			values[i] = float32(i) / 8
		}
	}
	const want = "f0fbf9b6d2db691f93b68d824cdaaf9ec25eb02422d267d8ec4416ef60c781d8"
	if got := fmt.Sprintf("%x", sha256.Sum256(written(t, m))); got != want {
		t.Errorf("the file has the sum %s, not %s", got, want)
	}
}

// TestModelDamage truncates a file at each position and changes each of its bytes.
func TestModelDamage(t *testing.T) {
	file := written(t, smallModel(t, Box2EL))
	path := filepath.Join(t.TempDir(), "model")
	check := func(what string, at int, damaged []byte) {
		t.Helper()
		if _, err := readFile(damaged); !errors.Is(err, ErrModelDamaged) {
			t.Errorf("%s %d: read: %v", what, at, err)
		}
		if at%64 != 16 { // each file takes long
			return
		}
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenModel(path); !errors.Is(err, ErrModelDamaged) &&
			!errors.Is(err, ErrNotModel) || !strings.Contains(err.Error(), path) {
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
	check("longer by", 16, append(slices.Clone(file), 0))
}

func TestModelOther(t *testing.T) {
	var data, later bytes.Buffer
	if err := smallModel(t, ELEm).Data.Write(&data); err != nil {
		t.Fatal(err)
	}
	metadata := map[string]string{"format": "box2el-owl", "formatVersion": "1000"}
	if err := safetensors.Write(&later, metadata, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		file []byte
		want error
		says string
	}{
		{"a later version", later.Bytes(), ErrModelVersion, "later version"},
		{"an earlier version", []byte("\x89b2elmd\nversion"), ErrModelVersion, "was written by an earlier version; train it again: box2el-owl train"},
		{"an ontology", []byte("Ontology(<http://x> Declaration(Class(<http://x/A>)))"), ErrNotModel, ""},
		{"a data set", data.Bytes(), ErrNotModel, "a data set"},
		{"empty", nil, ErrNotModel, ""},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, c.file, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenModel(path); !errors.Is(err, c.want) ||
			!strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.says) {
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

// withMetadata returns a file with a valid checksum and changed entries of the metadata.
func withMetadata(t testing.TB, m *Model, entries map[string]string) []byte {
	t.Helper()
	f, err := safetensors.New(bytes.NewReader(written(t, m)), int64(len(written(t, m))))
	if err != nil {
		t.Fatal(err)
	}
	metadata := maps.Clone(f.Metadata)
	delete(metadata, "crc32c")
	maps.Copy(metadata, entries)
	_, tensors, err := m.Data.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for b, block := range m.blocks {
		tensors = append(tensors, safetensors.Tensor{Name: block.Name,
			Shape: []int{m.rows[b], block.Cols}, Values: m.values[b]})
	}
	var b bytes.Buffer
	if err := safetensors.Write(&b, metadata, tensors); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestModelContradictions reads files with valid checksums and inconsistent contents.
func TestModelContradictions(t *testing.T) {
	m := smallModel(t, Box2EL)
	options := func(change func(h *Hyper)) string {
		h := m.Hyper
		change(&h)
		text, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if _, err := readFile(withMetadata(t, m, nil)); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		entry, value string
		want         error
	}{
		"unknown model":     {"model", "box3el", ErrModelVersion},
		"another model":     {"model", "elbe", ErrModelDamaged},
		"huge dimension":    {"options", options(func(h *Hyper) { h.Dim = 1 << 40 }), ErrModelDamaged},
		"no dimension":      {"options", options(func(h *Hyper) { h.Dim = 0 }), ErrModelDamaged},
		"another dimension": {"options", options(func(h *Hyper) { h.Dim++ }), ErrModelDamaged},
		"no options":        {"options", "", ErrModelDamaged},
		"another option":    {"options", `{"dimension":3}`, ErrModelDamaged},
		"no number":         {"seed", `"1"`, ErrModelDamaged},
		"kept too late":     {"keptAt", "201", ErrModelDamaged},
		"unknown form":      {"measures", `{"NF9":"loss"}`, ErrModelDamaged},
		"unknown measure":   {"measures", `{"NF1":""}`, ErrModelDamaged},
		"no hash":           {"dataHash", "00", ErrModelDamaged},
		"other classes":     {"classes", `["a","b","c"]`, ErrModelDamaged},
	} {
		if _, err := readFile(withMetadata(t, m, map[string]string{c.entry: c.value})); !errors.Is(
			err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	m.values[0][1] /= 0
	if _, err := readFile(written(t, m)); !errors.Is(err, ErrModelDamaged) {
		t.Errorf("a parameter that is no number: %v", err)
	}
}

// FuzzModelMetadata reads files with random metadata and a valid checksum.
func FuzzModelMetadata(f *testing.F) {
	small := smallModel(f, Box2EL)
	options, _ := json.Marshal(small.Hyper)
	history, _ := json.Marshal(small.History)
	f.Add("box2el", string(options), string(history), `{"NF1":"loss"}`, `{}`)
	f.Add("elem", `{"dim":1}`, "null", "null", "null")
	f.Fuzz(func(t *testing.T, model, options, history, measures, heldOut string) {
		m, err := readFile(withMetadata(t, small, map[string]string{
			"model": model, "options": options, "history": history, "measures": measures, "heldOut": heldOut,
		}))
		if err != nil {
			return
		}
		if _, err := m.Scorers(); err != nil {
			t.Error(err)
		}
		again, err := readFile(written(t, m))
		if err != nil || cmp.Diff(contents(m), contents(again), cmpopts.EquateEmpty()) != "" {
			t.Errorf("a model that was read is another one when it is written: %v", err)
		}
	})
}

// BenchmarkModelFile opens and saves a model of the paper's GALEN size.
func BenchmarkModelFile(b *testing.B) {
	h := DefaultHyper(Box2EL)
	d := &dataset.Dataset{Roles: []string{"http://x/r"}, Top: dataset.None, Bottom: dataset.None}
	for i := range 24_353 {
		d.Classes = append(d.Classes, fmt.Sprintf("http://purl.obolibrary.org/obo/X_%07d", i))
	}
	m := &Model{Architecture: Box2EL, Hyper: h, Variant: Corrected(Box2EL), Data: d,
		Classes: d.Classes, Roles: d.Roles}
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
			if _, err := OpenModel(path); err != nil {
				b.Fatal(err)
			}
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
