package dataset

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/safetensors"
)

// FuzzRead reads files with any checksums. A data set that was read must be valid and have the same
// hash when it is written and read again.
func FuzzRead(f *testing.F) {
	for _, d := range samples(f) {
		var file bytes.Buffer
		if err := d.Write(&file); err != nil {
			f.Fatal(err)
		}
		f.Add(file.Bytes())
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		opened, err := safetensors.New(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return
		}
		d, err := decode(opened)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Error(err)
			}
			return
		}
		var again bytes.Buffer
		if err := d.Write(&again); err != nil {
			t.Fatal(err)
		}
		back, err := readFile(again.Bytes())
		if err != nil || back.Hash() != d.Hash() {
			t.Errorf("read, but written otherwise (%v)", err)
		}
	})
}

// FuzzNPY reads npy files as ids and as matrices. Matrices must give the same bytes when written.
func FuzzNPY(f *testing.F) {
	f.Add([]byte(npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }\n",
		int64s(1, 2))))
	f.Add([]byte(npy(3, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }\n",
		int32s(1, 2))))
	f.Add([]byte(npy(2, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n",
		int32s(1, 2))))
	f.Add([]byte(npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }\n", nil)))
	f.Add([]byte(npyMagic + "\x02\x00\xff\xff\xff\xff"))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, file []byte) {
		path := filepath.Join(dir, "a.npy")
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, columns := range []int{0, 2, 3} {
			ids, err := readInts(path, columns)
			if err == nil && len(ids)*4 > len(file) {
				t.Errorf("%d ids from %d bytes", len(ids), len(file))
			}
		}
		rows, columns, data, err := ReadMatrix(path)
		if err != nil {
			return
		}
		if err := WriteMatrix(path, rows, columns, data); err != nil {
			t.Fatal(err)
		}
		r, c, _, err := ReadMatrix(path)
		if err != nil || r != rows || c != columns {
			t.Errorf("%d×%d was written, %d×%d read (%v)", rows, columns, r, c, err)
		}
	})
}

// FuzzLayoutText reads axioms about classes or proteins, writes them and reads them again.
func FuzzLayoutText(f *testing.F) {
	f.Add(
		"SubClassOf(<a> <b>)\nSubClassOf(ObjectIntersectionOf(<a> <b>) owl:Nothing)\nFunctionalObjectProperty(<r>)\n")
	f.Add("SubClassOf(<http://P1> ObjectSomeValuesFrom(<http://interacts> <http://P2>))\nSubClassOf(<http://P1> <http://purl.obolibrary.org/obo/GO_1>)")
	f.Add(
		"SubObjectPropertyOf(ObjectPropertyChain(<r> <s>) aux:role:0)\n\nSubClassOf(ObjectSomeValuesFrom(<r> #a) owl:Thing)")
	f.Fuzz(func(t *testing.T, text string) {
		for _, proteins := range []string{"", "proteins.json"} {
			d, err := readText(text, proteins)
			if err != nil {
				continue
			}
			if err := d.Validate(); err != nil {
				t.Fatalf("read, but not whole: %v", err)
			}
			w := &layoutWriter{d: d}
			var lines strings.Builder
			for form := range NumForms {
				if layoutLines[form] != "" {
					for ids := range d.Train[form].Rows() {
						lines.WriteString(w.line(form, ids) + "\n")
					}
				}
			}
			again, err := readText(lines.String(), proteins)
			if err != nil {
				t.Fatalf("what was written is not read: %v\n%s", err, lines.String())
			}
			for form := range NumForms {
				if len(d.Train[form].IDs) != len(again.Train[form].IDs) && proteins == "" {
					t.Errorf("%d axioms %v before, %d after\n%s", d.Train[form].Len(), form,
						again.Train[form].Len(), lines.String())
				}
			}
		}
	})
}

func readText(text, proteins string) (*Dataset, error) {
	l := &layoutReader{d: &Dataset{Top: None, Bottom: None}, report: &LayoutReport{}}
	t, err := l.newText("testdata/none", proteins)
	if err != nil {
		return nil, err
	}
	err = scanLines(strings.NewReader(text), t.addLine)
	t.finish()
	return l.d, err
}

// FuzzNames reads JSON objects of names.
func FuzzNames(f *testing.F) {
	f.Add(`{"<http://x/A>": 0, "owl:Thing": 1, "aux:0": 2}`)
	f.Add(`{"a": 0, "<a>": 1}`)
	f.Add(`{"a": 1e3, "": -1}`)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "classes.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		list, err := readIDs(path)
		if err != nil {
			return
		}
		if err := (&Dataset{Classes: list, Top: None, Bottom: None}).Validate(); err != nil {
			t.Error(err)
		}
	})
}
