package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/internal/outfile"
)

// npy returns a file of the given version, header and data.
func npy(version byte, header string, data []byte) string {
	start := []byte(npyMagic + string(rune(version)) + "\x00")
	if version == 1 {
		start = binary.LittleEndian.AppendUint16(start, uint16(len(header)))
	} else {
		start = binary.LittleEndian.AppendUint32(start, uint32(len(header)))
	}
	return string(start) + header + string(data)
}

func int64s(ids ...int64) (data []byte) {
	for _, id := range ids {
		data = binary.LittleEndian.AppendUint64(data, uint64(id))
	}
	return data
}

func int32s(ids ...int32) (data []byte) {
	for _, id := range ids {
		data = binary.LittleEndian.AppendUint32(data, uint32(id))
	}
	return data
}

func TestReadInts(t *testing.T) {
	pair := []int32{1, 2}
	tests := []struct {
		name, file string
		columns    int
		want       []int32
		err        string
	}{
		{"version 1", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }  \n", int64s(1, 2)), 2, pair, ""},
		{"version 2", npy(2, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }\n", int64s(1, 2)), 2, pair, ""},
		{"version 3", npy(3, "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 2), }\n", int32s(1, 2)), 2, pair, ""},
		{"keys in another order", npy(1, "{'shape': (1, 2), 'fortran_order': False, 'descr': '<i4'}", int32s(1, 2)), 2, nil, "is not that of an array"},
		{"no blanks", npy(1, "{'descr':'<i4','fortran_order':False,'shape':(1,2)}", int32s(1, 2)), 2, pair, ""},
		{"one dimension", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (2,)}", int64s(1, 2)), 0, pair, ""},
		{"empty of one dimension", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (0,)}", nil), 3, nil, ""},
		{"empty of two dimensions", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (0, 3)}", nil), 3, nil, ""},
		{"empty floats of one dimension", npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (0,)}", nil), 3, nil, ""},

		{"nothing", "", 2, nil, "no npy magic number"},
		{"text", "SubClassOf(<a> <b>)", 2, nil, "no npy magic number"},
		{"version 9", npy(9, "{}", nil), 2, nil, "version 9"},
		{"cut in the length", npyMagic + "\x01\x00\x10", 2, nil, "truncated"},
		{"cut in the header", npy(1, "{'descr': '<i8'", nil)[:15], 2, nil, "truncated"},
		{"huge header", npyMagic + "\x02\x00\xff\xff\xff\xff", 2, nil, "header of 4294967295 bytes"},
		{"no dictionary", npy(1, "[1, 2]", nil), 2, nil, "is not that of an array"},
		{"no end", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2)", nil), 2, nil, "is not that of an array"},
		{"string without end", npy(1, "{'descr", nil), 2, nil, "is not that of an array"},
		{"after the end", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2)} x", int64s(1, 2)), 2, nil, "is not that of an array"},
		{"no shape", npy(1, "{'descr': '<i8', 'fortran_order': False}", nil), 2, nil, "is not that of an array"},
		{"another key", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), 'x': 'y'}", int64s(1, 2)), 2, nil, "is not that of an array"},
		{"Fortran", npy(1, "{'descr': '<i8', 'fortran_order': True, 'shape': (1, 2)}", int64s(1, 2)), 2, nil, "C order"},
		{"big-endian", npy(1, "{'descr': '>i8', 'fortran_order': False, 'shape': (1, 2)}", int64s(1, 2)), 2, nil, `type ">i8"`},
		{"objects", npy(1, "{'descr': '|O', 'fortran_order': False, 'shape': (1, 2)}", int64s(1, 2)), 2, nil, `type "|O"`},
		{"floats", npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)}", int32s(1, 2)), 2, nil, "floating-point"},
		{"other width", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2)}", int64s(1, 2)), 3, nil, "expected (n, 3)"},
		{"two dimensions for one", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2)}", int64s(1, 2)), 0, nil, "expected (n,)"},
		{"three dimensions", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2, 1)}", int64s(1, 2)), 2, nil, "expected (n, 2)"},
		{"five dimensions", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2, 1, 1, 1)}", int64s(1, 2)), 2, nil, "expected (n, 2)"},
		{"cut in the data", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2)}", int64s(1, 2)[:15]), 2, nil, "15 bytes of data"},
		{"too much data", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2)}", int64s(1, 2, 3)), 2, nil, "24 bytes of data"},
		{"huge shape", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (100000000000000, 2)}", int64s(1, 2)), 2, nil, "16 bytes of data"},
		{"overflowing shape", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (100000000000000, 100000000000000, 100000000000000, 100000000000000)}", nil), 2, nil, "0 bytes of data"},
		{"too long a length", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (99999999999999999999, 2)}", nil), 2, nil, "expected a length"},
		{"negative length", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (-1, 2)}", nil), 2, nil, "is not that of an array"},
		{"negative id", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2)}", int64s(1, -2)), 2, nil, "element 1 is -2"},
		{"huge id", npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2)}", int64s(1<<40, 2)), 2, nil, "element 0 is 1099511627776"},
		{"negative id of 32 bits", npy(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 2)}", int32s(1, -2)), 2, nil, "element 1 is -2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "nf1.npy")
			write(t, path, test.file)
			got, err := readInts(path, test.columns)
			if test.err == "" {
				if diff := cmp.Diff(append([]int32{}, test.want...),
					append([]int32{}, got...)); diff != "" || err != nil {
					t.Errorf("error %v\n%s", err, diff)
				}
				return
			}
			if !errors.Is(err, ErrNPY) || !strings.Contains(err.Error(), test.err) ||
				!strings.HasPrefix(err.Error(), path+": ") {
				t.Errorf("%v, error %v; want one with %q and the file", got, err, test.err)
			}
		})
	}
	if _, err := readInts(t.TempDir(), 2); err == nil {
		t.Error("a folder is read")
	}
}

func TestReadMatrix(t *testing.T) {
	for name, file := range map[string]string{
		"integers":   npy(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 2)}", int32s(1, 2)),
		"three":      npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 1)}", int32s(1, 2)),
		"no shape":   npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': ()}", int32s(1)),
		"cut":        npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)}", int32s(1)),
		"overflowed": npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", nil),
	} {
		path := filepath.Join(t.TempDir(), "m.npy")
		write(t, path, file)
		if _, _, _, err := ReadMatrix(path); !errors.Is(err, ErrNPY) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	path := filepath.Join(t.TempDir(), "m.npy")
	for _, shape := range [][2]int{{0, 0}, {0, 3}, {3, 0}, {2, 3}} {
		data := make([]float32, shape[0]*shape[1])
		for i := range data {
			data[i] = float32(i) / 3
		}
		if err := WriteMatrix(path, shape[0], shape[1], data); err != nil {
			t.Fatal(err)
		}
		rows, columns, back, err := ReadMatrix(path)
		if err != nil || rows != shape[0] || columns != shape[1] || !cmp.Equal(data, back) {
			t.Errorf("%v: %d×%d, %v, error %v", shape, rows, columns, back, err)
		}
	}
	write(t, path, npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", int32s(0, 0)))
	if rows, columns, _, err := ReadMatrix(path); rows != 2 || columns != 1 || err != nil {
		t.Errorf("one dimension: %d×%d, error %v", rows, columns, err)
	}
	if WriteMatrix(path, 2, 2, make([]float32, 3)) == nil ||
		WriteMatrix(path, -1, -1, make([]float32, 1)) == nil {
		t.Error("a matrix of the wrong size is written")
	}
}

// TestWriteFileFails checks that a failed write leaves the old file and no other.
func TestWriteFileFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "nf1.npy")
	write(t, path, "before")
	full := errors.New("disk full")
	err := outfile.Write(path, func(w io.Writer) error {
		fmt.Fprint(w, strings.Repeat("x", 1<<20))
		return full
	})
	if !errors.Is(err, full) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	entries, err := os.ReadDir(dir)
	text, _ := os.ReadFile(path)
	if err != nil || len(entries) != 1 || string(text) != "before" {
		t.Errorf("%v, %v, %q", entries, err, text)
	}
	if outfile.Write(filepath.Join(dir, "none", "x"), func(io.Writer) error { return nil }) == nil {
		t.Error("a file is written into no folder")
	}
}

// TestReadNumpy reads files written by numpy 2: arange(6) in two rows in each version of the
// format, and the array of an empty list.
func TestReadNumpy(t *testing.T) {
	for _, version := range []string{"v1", "v2", "v3"} {
		got, err := readInts("testdata/npy/"+version+".npy", 3)
		if diff := cmp.Diff([]int32{0, 1, 2, 3, 4, 5}, got); diff != "" || err != nil {
			t.Errorf("%s: error %v\n%s", version, err, diff)
		}
	}
	if got, err := readInts("testdata/npy/empty.npy", 3); len(got) > 0 || err != nil {
		t.Errorf("empty: %v, error %v", got, err)
	}
}
