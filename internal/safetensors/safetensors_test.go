package safetensors

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func sample(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	err := Write(&b, map[string]string{"format": "test",
		"names": `["a","é\u2028","\"crc32c\":\"00000000\""]`}, []Tensor{
		{"weights", []int{2, 3}, []float32{0, 1.5, -2, math.MaxFloat32, math.SmallestNonzeroFloat32, 7}},
		{"none", []int{0, 4}, []float32(nil)},
		{"ids", []int{2}, []int32{math.MinInt32, 5}},
		{"marks", []int{3}, []bool{true, false, true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(file []byte) (*File, error) { return New(bytes.NewReader(file), int64(len(file))) }

// raw is a file with a header that Write would not write.
func raw(header string, values int) []byte {
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(file, header...), make([]byte, values)...)
}

func TestRoundTrip(t *testing.T) {
	file := sample(t)
	if !bytes.Equal(file, sample(t)) {
		t.Error("other bytes the second time")
	}
	if n := binary.LittleEndian.Uint64(file); n%8 != 0 {
		t.Errorf("the header has %d bytes: values are not aligned", n)
	}
	f, err := open(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Verify(); err != nil {
		t.Error(err)
	}
	if f.Metadata["format"] != "test" || !strings.Contains(f.Metadata["names"], "\\u2028") {
		t.Errorf("metadata %q", f.Metadata)
	}
	weights, err := Read[float32](f, "weights", 2, -1)
	if err != nil || !slices.Equal(weights,
		[]float32{0, 1.5, -2, math.MaxFloat32, math.SmallestNonzeroFloat32, 7}) {
		t.Error(weights, err)
	}
	if none, err := Read[float32](f, "none", 0, 4); err != nil || len(none) != 0 {
		t.Error(none, err)
	}
	if ids, err := Read[int32](f, "ids", 2); err != nil ||
		!slices.Equal(ids, []int32{math.MinInt32, 5}) {
		t.Error(ids, err)
	}
	if marks, err := Read[bool](f, "marks", 3); err != nil ||
		!slices.Equal(marks, []bool{true, false, true}) {
		t.Error(marks, err)
	}
	for what, err := range map[string]error{
		"missing":       second(Read[float32](f, "bias")),
		"other type":    second(Read[int32](f, "weights", 2, 3)),
		"other shape":   second(Read[float32](f, "weights", 3, 2)),
		"fewer columns": second(Read[float32](f, "weights", 6)),
	} {
		if !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestLarge has tensors of more than one chunk.
func TestLarge(t *testing.T) {
	want := make([]float32, 3*chunkBytes/4+17)
	for i := range want {
		want[i] = float32(i)
	}
	path := filepath.Join(t.TempDir(), "large")
	var b bytes.Buffer
	if err := Write(&b, nil, []Tensor{{"x", []int{len(want)}, want}}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := Read[float32](f, "x", len(want))
	if err != nil || !slices.Equal(got, want) || f.Verify() != nil {
		t.Error("other values:", err, f.Verify())
	}
	if err := os.Truncate(path, 4096); err != nil {
		t.Fatal(err)
	}
	if _, err := Read[float32](f, "x", len(want)); !errors.Is(err, ErrInvalid) ||
		!strings.Contains(err.Error(), "ends after 4096") {
		t.Errorf("cut while it is open: %v", err)
	}
	if err := f.Verify(); !errors.Is(err, ErrInvalid) {
		t.Errorf("cut while it is open: %v", err)
	}
	if _, err := Open(path); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), path) {
		t.Errorf("cut: %v", err)
	}
}

// TestDamage cuts a file at each place, and flips each of its bits.
func TestDamage(t *testing.T) {
	file := sample(t)
	check := func(what string, at int, file []byte) {
		t.Helper()
		f, err := open(file)
		if err == nil {
			err = f.Verify()
		}
		if !errors.Is(err, ErrInvalid) {
			t.Errorf("%s %d: %v", what, at, err)
		}
	}
	for i := range file {
		check("cut at", i, file[:i])
		for bit := range 8 {
			flipped := slices.Clone(file)
			flipped[i] ^= 1 << bit
			check("changed", i, flipped)
		}
	}
	check("longer", 0, append(slices.Clone(file), 0))
}

func TestInvalid(t *testing.T) {
	f32 := func(offsets string) string {
		return `{"dtype":"F32","shape":[1],"data_offsets":` + offsets + `}`
	}
	for _, c := range []struct {
		file []byte
		want string
	}{
		{nil, "0 bytes"},
		{raw("", 0), "no JSON object"},
		{raw("[]", 0), "no JSON object"},
		{raw("{", 0), "header"},
		{raw(`{"a":1}`, 0), `"a"`},
		{raw(`{"a" 1}`, 0), "header"},
		{raw("{}x", 0), "follows"},
		{raw("{}\x00", 0), "follows"},
		{raw("{\"\xff\":{}}", 0), "UTF-8"},
		{raw("{}", 1), "tensors take 0 bytes"},
		{raw(`{"__metadata__":{"a":1}}`, 0), "__metadata__"},
		{raw(`{"__metadata__":{},"__metadata__":{}}`, 0), "twice"},
		{raw(`{"a":`+f32("[0,4]")+`,"a":`+f32("[4,8]")+`}`, 8), "twice"},
		{raw(`{"a":{"dtype":"F13","shape":[1],"data_offsets":[0,4]}}`, 4), `unsupported dtype "F13"`},
		{raw(`{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}`, 4), "shape [-1]"},
		{raw(`{"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,4]}}`, 4), "shape"},
		{raw(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}`, 4), "takes 8 bytes"},
		{raw(`{"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}}`, 4), `"a"`},
		{raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"more":1}}`, 4), `"a"`},
		{raw(`{"a":`+f32("[0]")+`}`, 4), "offsets"},
		{raw(`{"a":`+f32("[0,4,8]")+`}`, 4), "offsets"},
		{raw(`{"a":`+f32("[-4,0]")+`}`, 4), "offsets"},
		{raw(`{"a":`+f32("[4,0]")+`}`, 4), "offsets"},
		{raw(`{"a":`+f32("[0,4]")+`,"b":`+f32("[2,6]")+`}`, 6), "begins at byte 2"},
		{raw(`{"a":`+f32("[0,4]")+`,"b":`+f32("[8,12]")+`}`, 12), "begins at byte 8"},
		{raw(`{"a":`+f32("[0,4]")+`}`, 3), "the file has 3"},
		{raw(`{"a":`+f32("[0,4]")+`}`, 5), "the file has 5"},
		{binary.LittleEndian.AppendUint64(nil, math.MaxUint64), "header of 18446744073709551615 bytes"},
		{binary.LittleEndian.AppendUint64(nil, 9), "header of 9 bytes"},
	} {
		if _, err := open(c.file); !errors.Is(err, ErrInvalid) ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80q: %v, want %q", c.file, err, c.want)
		}
	}
	f, err := open(raw(`{"a":`+f32("[0,4]")+`}  `, 4))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Verify(); !errors.Is(err, ErrInvalid) {
		t.Errorf("no checksum: %v", err)
	}
}

func TestWriteRefuses(t *testing.T) {
	if err := Write(new(bytes.Buffer), nil,
		[]Tensor{{"a", []int{2, 2}, []float32{1}}}); err == nil {
		t.Error("a shape that does not fit")
	}
	long := map[string]string{"names": strings.Repeat("x", maxHeader)}
	if err := Write(new(bytes.Buffer), long, nil); err == nil ||
		!strings.Contains(err.Error(), "100000000") {
		t.Errorf("a long header: %v", err)
	}
}

func TestIs(t *testing.T) {
	for name, c := range map[string]struct {
		file []byte
		want bool
	}{
		"tensors":  {sample(t), true},
		"cut":      {sample(t)[:20], true},
		"ontology": {[]byte("Ontology(<http://x>)"), false},
		"JSON":     {[]byte(`{"@context":{}}`), false},
		"gzip":     {[]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"), false},
		"short":    {[]byte("a"), false},
	} {
		if is := Is(c.file); is != c.want {
			t.Errorf("%s: %t", name, is)
		}
	}
}

// FuzzNew opens files: what is valid can be read wholly, and takes no more memory than the file.
func FuzzNew(f *testing.F) {
	f.Add(sample(f))
	f.Add(sample(f)[:40])
	f.Add(raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 4))
	f.Add(raw(`{"a":{"dtype":"BOOL","shape":[],"data_offsets":[0,1]},"__metadata__":{"b":"c"}} `,
		1))
	f.Add(raw(`{"a":{"dtype":"I32","shape":[4294967296,4294967296],"data_offsets":[0,0]}}`, 0))
	f.Fuzz(func(t *testing.T, file []byte) {
		opened, err := open(file)
		if err != nil {
			if !errors.Is(err, ErrInvalid) {
				t.Error(err)
			}
			return
		}
		_ = opened.Verify()
		total := 0
		for name, l := range opened.tensors {
			shape := make([]int, len(l.Shape))
			for i := range shape {
				shape[i] = -1
			}
			var n int
			switch l.Dtype {
			case "F32":
				n = 4 * length(t)(Read[float32](opened, name, shape...))
			case "I32":
				n = 4 * length(t)(Read[int32](opened, name, shape...))
			case "BOOL":
				n = length(t)(Read[bool](opened, name, shape...))
			}
			total += n
		}
		if total > len(file) {
			t.Errorf("%d bytes of values in a file of %d", total, len(file))
		}
	})
}

func length(t *testing.T) func(any, error) int {
	return func(values any, err error) int {
		if err != nil {
			t.Error(err)
		}
		switch v := values.(type) {
		case []float32:
			return len(v)
		case []int32:
			return len(v)
		case []bool:
			return len(v)
		}
		panic(fmt.Sprintf("%T", values))
	}
}
