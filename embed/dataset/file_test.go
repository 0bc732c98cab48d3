package dataset

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"box2el-owl/internal/outside"

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
		split, _ := SplitPrediction(d, 1<<40+3)
		list = append(list, d, split)
	}
	return append(list, &Dataset{Top: None, Bottom: None})
}

func TestFile(t *testing.T) {
	for _, d := range samples(t) {
		var file bytes.Buffer
		if err := d.Write(&file); err != nil {
			t.Fatal(err)
		}
		back, err := Read(bytes.NewReader(file.Bytes()))
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
		if _, err := Read(bytes.NewReader(damaged)); !errors.Is(err, ErrDamaged) {
			t.Fatalf("byte %d flipped: error %v", i, err)
		}
		if _, err := Read(bytes.NewReader(whole[:i])); err == nil {
			t.Fatalf("cut off at %d: no error", i)
		}
	}
	if _, err := Read(bytes.NewReader(append(bytes.Clone(whole), 0))); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte too much: error %v", err)
	}
}

// TestFileForged has valid checksums over inconsistent contents.
func TestFileForged(t *testing.T) {
	forge := map[string]func(d *Dataset){
		"class out of range": func(d *Dataset) { d.Train[NF1].IDs[0] = int32(len(d.Classes)) },
		"negative class":     func(d *Dataset) { d.Train[NF1].IDs[0] = -1 },
		"half a row":         func(d *Dataset) { d.Train[NF3].IDs = d.Train[NF3].IDs[1:] },
		"name twice":         func(d *Dataset) { d.Classes[3] = d.Classes[2] },
		"empty name":         func(d *Dataset) { d.Roles[0] = "" },
		"marks":              func(d *Dataset) { d.Auxiliary = d.Auxiliary[1:] },
		"top":                func(d *Dataset) { d.Top = 1 << 20 },
		"top is bottom":      func(d *Dataset) { d.Bottom = d.Top },
		"below none":         func(d *Dataset) { d.Bottom = -2 },
		"task":               func(d *Dataset) { d.Task = 9 },
	}
	for name, change := range forge {
		d := samples(t)[2]
		change(d)
		var file bytes.Buffer
		if err := d.write(&file); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(&file); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: error %v", name, err)
		}
		if name != "task" && d.Write(io.Discard) == nil {
			t.Errorf("%s: it is written", name)
		}
	}
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
		if _, err := Read(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
