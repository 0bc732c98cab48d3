package dataset

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/internal/safetensors"

	"github.com/google/go-cmp/cmp"
)

// samples returns data sets of all kinds.
func samples(t testing.TB) []*Dataset {
	var list []*Dataset
	for _, name := range []string{"tbox", "abox", "unsatisfiable"} {
		onto, nf := readOntology(t, "testdata/normal_form/"+name+".ofn")
		d, _, err := FromNormalForm(context.Background(), nf, onto, NormalFormOptions{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		split := SplitPrediction(d, 1<<40+3)
		list = append(list, d, split)
	}
	return append(list, &Dataset{Top: None, Bottom: None})
}

// readFile reads the contents of a file as Open does.
func readFile(file []byte) (*Dataset, error) {
	f, err := safetensors.New(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, damaged(err)
	}
	return verify(f)
}

func TestFile(t *testing.T) {
	for _, d := range samples(t) {
		var file bytes.Buffer
		if err := d.Write(&file); err != nil {
			t.Fatal(err)
		}
		back, err := readFile(file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(dump(d)), string(dump(back))); diff != "" {
			t.Errorf("%s (-before +after):\n%s", d.Name, diff)
		}
		if back.Hash() != d.Hash() {
			t.Errorf("%s: another hash", d.Name)
		}
		var again bytes.Buffer
		if err := back.Write(&again); err != nil || !bytes.Equal(file.Bytes(), again.Bytes()) {
			t.Errorf("%s: other bytes the second time (%v)", d.Name, err)
		}
	}
}

// TestFileDamaged flips each bit and truncates the file at each length.
func TestFileDamaged(t *testing.T) {
	var file bytes.Buffer
	if err := samples(t)[2].Write(&file); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1 << (i % 8)
		if _, err := readFile(damaged); !errors.Is(err, ErrDamaged) {
			t.Fatalf("byte %d flipped: error %v", i, err)
		}
		if _, err := readFile(whole[:i]); err == nil {
			t.Fatalf("cut off at %d: no error", i)
		}
	}
	if _, err := readFile(append(bytes.Clone(whole), 0)); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte too much: error %v", err)
	}
}

// TestFileForged has valid checksums over inconsistent contents.
func TestFileForged(t *testing.T) {
	type contents struct {
		metadata map[string]string
		tensors  map[string]*safetensors.Tensor
	}
	ids := func(c contents, name string) []int32 { return c.tensors[name].Values.([]int32) }
	forge := map[string]func(c contents){
		"class out of range": func(c contents) { ids(c, "train.NF1")[0] = 1 << 20 },
		"negative class":     func(c contents) { ids(c, "train.NF1")[0] = -1 },
		"another class":      func(c contents) { ids(c, "train.NF1")[0] ^= 1 },
		"other columns":      func(c contents) { c.tensors["train.NF3"].Shape[1] = 1; c.tensors["train.NF3"].Shape[0] *= 3 },
		"no table":           func(c contents) { c.tensors["test.Range"].Name = "test.Rank" },
		"marks":              func(c contents) { m := c.tensors["auxiliary"]; m.Shape[0]--; m.Values = m.Values.([]bool)[1:] },
		"name twice":         func(c contents) { c.metadata["roles"] = `["a","a"]` },
		"empty name":         func(c contents) { c.metadata["roles"] = `[""]` },
		"no list":            func(c contents) { c.metadata["roles"] = `{}` },
		"more":               func(c contents) { c.metadata["roles"] += `[]` },
		"no names":           func(c contents) { delete(c.metadata, "classes") },
		"top":                func(c contents) { c.metadata["top"] = "1048576" },
		"top is bottom":      func(c contents) { c.metadata["bottom"] = c.metadata["top"] },
		"below none":         func(c contents) { c.metadata["bottom"] = "-2" },
		"task":               func(c contents) { c.metadata["task"] = "all" },
		"hash":               func(c contents) { c.metadata["dataHash"] = "00" },
	}
	for name, change := range forge {
		metadata, tensors, err := samples(t)[2].Encode()
		if err != nil {
			t.Fatal(err)
		}
		c := contents{metadata, make(map[string]*safetensors.Tensor)}
		for i := range tensors {
			c.tensors[tensors[i].Name] = &tensors[i]
		}
		change(c)
		var file bytes.Buffer
		if err := safetensors.Write(&file, metadata, tensors); err != nil {
			t.Fatal(name, err)
		}
		if _, err := readFile(file.Bytes()); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for name, change := range map[string]func(d *Dataset){
		"class out of range": func(d *Dataset) { d.Train[NF1].IDs[0] = int32(len(d.Classes)) },
		"half a row":         func(d *Dataset) { d.Train[NF3].IDs = d.Train[NF3].IDs[1:] },
		"not UTF-8":          func(d *Dataset) { d.Roles[0] = "\xff" },
		"marks":              func(d *Dataset) { d.Auxiliary = d.Auxiliary[1:] },
	} {
		d := samples(t)[2]
		change(d)
		if d.Write(io.Discard) == nil {
			t.Errorf("%s: it is written", name)
		}
	}
}

// TestOpen opens files of other kinds.
func TestOpen(t *testing.T) {
	for name, c := range map[string]struct {
		file func() []byte
		want error
	}{
		"an ontology":  {func() []byte { return []byte("Ontology(<http://x>)") }, ErrOther},
		"empty":        {func() []byte { return nil }, ErrOther},
		"other":        {func() []byte { return tensors(t, map[string]string{"format": "pt"}) }, ErrOther},
		"later":        {func() []byte { return tensors(t, map[string]string{"format": fileFormat, "formatVersion": "2"}) }, ErrLater},
		"an old set":   {func() []byte { return []byte("B2ELset1name") }, ErrEarlier},
		"an old model": {func() []byte { return []byte("\x89b2elmd\nversion") }, ErrEarlier},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, c.file(), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); !errors.Is(err, c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrOther) {
		t.Error(err)
	}
}

func tensors(t *testing.T, metadata map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := safetensors.Write(&b, metadata, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestHash(t *testing.T) {
	d := samples(t)[0]
	before := d.Hash()
	d.Name, d.Seed, d.Task = "another", 5, Inferences
	if d.Hash() != before {
		t.Error("the name, seed and task count")
	}
	for name, change := range map[string]func(d *Dataset){
		"name":       func(d *Dataset) { d.Classes[3] += "x" },
		"mark":       func(d *Dataset) { d.Auxiliary[3] = !d.Auxiliary[3] },
		"axiom":      func(d *Dataset) { d.Train[NF1].IDs[0]++ },
		"set":        func(d *Dataset) { d.Test[NF1], d.Train[NF1] = d.Train[NF1], d.Test[NF1] },
		"form":       func(d *Dataset) { d.Train[RoleInclusion], d.Train[Range] = d.Train[Range], d.Train[RoleInclusion] },
		"name moved": func(d *Dataset) { d.Classes[2], d.Classes[3] = d.Classes[2]+d.Classes[3], "" },
	} {
		d := samples(t)[0]
		change(d)
		if d.Hash() == before {
			t.Errorf("%s: the same hash", name)
		}
	}
	unmarked, marked := line(5), line(5)
	marked.Deprecated = make([]bool, 5)
	if unmarked.Hash() != marked.Hash() {
		t.Error("no marks are not the same as none set")
	}
}

func BenchmarkFile(b *testing.B) {
	onto, nf := readOntology(b, outside.Data(b, "ontologies", "cl-edit.ofn.gz"))
	d, _, err := FromNormalForm(context.Background(), nf, onto, NormalFormOptions{})
	if err != nil {
		b.Fatal(err)
	}
	var file bytes.Buffer
	if err := d.Write(&file); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, err := readFile(file.Bytes()); err != nil {
			b.Fatal(err)
		}
	}
}
