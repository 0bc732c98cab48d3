package sections_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"
	"testing"

	"box2el-owl/internal/sections"
)

const magic = "sections"

type pair struct{ a, b int32 }

// write writes two sections of numbers and one of strings.
func write(t testing.TB, numbers []pair, strings []string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := sections.NewWriter(&b, magic)
	sections.Words(w, "numbers", numbers)
	w.Strings("strings", strings)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(file []byte) (numbers []pair, strings []string, err error) {
	r := sections.NewReader(bytes.NewReader(file), magic)
	numbers = sections.ReadWords[pair](r, "numbers")
	strings = r.ReadStrings("strings")
	return numbers, strings, r.Close()
}

func TestRoundTrip(t *testing.T) {
	long := make([]pair, 3<<20) // more than is allocated at once
	for i := range long {
		long[i] = pair{int32(i), int32(-i)}
	}
	for _, numbers := range [][]pair{nil, {{1, 2}}, long} {
		for _, strings := range [][]string{nil, {""}, {"", "é", "", "x"}} {
			gotNumbers, gotStrings, err := read(write(t, numbers, strings))
			if err != nil || !slices.Equal(numbers, gotNumbers) ||
				!slices.Equal(strings, gotStrings) {
				t.Errorf("%d numbers and %q come back as %d and %q, %v", len(numbers), strings,
					len(gotNumbers), gotStrings, err)
			}
		}
	}
}

// TestLayout compares the file with the documented layout: little-endian numbers after a header of
// 24 bytes.
func TestLayout(t *testing.T) {
	file := write(t, []pair{{1, -2}}, nil)
	if want := []byte{1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff}; !bytes.Equal(file[8+24:8+32], want) {
		t.Errorf("numbers are % x, want % x", file[8+24:8+32], want)
	}
	if got := string(file[8:16]); got != "numbers\x00" {
		t.Errorf("the name is %q", got)
	}
}

func TestDamage(t *testing.T) {
	file := write(t, []pair{{1, 2}, {3, 4}}, []string{"a", "bc"})
	for n := range file {
		if _, _, err := read(file[:n]); !errors.Is(err, sections.ErrDamaged) {
			t.Errorf("%d bytes: %v", n, err)
		}
		flipped := slices.Clone(file)
		flipped[n] ^= 0x10
		if _, _, err := read(flipped); !errors.Is(err, sections.ErrDamaged) {
			t.Errorf("byte %d flipped: %v", n, err)
		}
	}
	if _, _, err := read(append(slices.Clone(file), 0)); !errors.Is(err, sections.ErrDamaged) {
		t.Errorf("a byte more: %v", err)
	}
}

// TestLongClaim reads a section whose length is far greater than the file.
func TestLongClaim(t *testing.T) {
	var b bytes.Buffer
	w := sections.NewWriter(&b, magic)
	w.Bytes("numbers", make([]byte, 1<<20))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()[:1<<20]
	claim := sections.Header("numbers", 1<<45)
	copy(file[8:], claim[:])
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, err := read(file); !errors.Is(err, sections.ErrDamaged) {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 16<<20 {
		t.Errorf("reading has taken %d MB", grown>>20)
	}
}

// TestErrors checks that the first error of a stream is returned.
func TestErrors(t *testing.T) {
	r, w := io.Pipe()
	full := errors.New("no space left")
	r.CloseWithError(full)
	out := sections.NewWriter(w, magic)
	out.Bytes("numbers", make([]byte, 1<<20))
	out.Bytes("more", nil)
	if err := out.Close(); !errors.Is(err, full) {
		t.Errorf("writing: %v", err)
	}
	broken := errors.New("broken")
	r, w = io.Pipe()
	w.CloseWithError(broken)
	in := sections.NewReader(r, magic)
	in.ReadBytes("numbers")
	if err := in.Err(); !errors.Is(err, broken) || errors.Is(err, sections.ErrDamaged) {
		t.Errorf("reading: %v", err)
	}
}

// aligned writes a section of floats at a multiple of 64 bytes, after one of n bytes.
func aligned(t testing.TB, n int, floats []float32) []byte {
	t.Helper()
	var b bytes.Buffer
	w := sections.NewWriter(&b, magic)
	w.Bytes("before", make([]byte, n))
	w.Align(64)
	sections.Words(w, "floats", floats)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestMemory(t *testing.T) {
	want := []float32{1, -2.5, 3e-40}
	for n := range 70 {
		file := aligned(t, n, want)
		for _, r := range []*sections.Reader{sections.NewReader(bytes.NewReader(file), magic),
			sections.NewMemoryReader(file, magic)} {
			before := r.ReadBytes("before")
			r.Align(64)
			floats := sections.ReadWords[float32](r, "floats")
			if err := r.Close(); err != nil || len(before) != n || !slices.Equal(floats, want) {
				t.Errorf("behind %d bytes: %v, %v", n, floats, err)
			}
		}
		at := len(file) - 24 - 4*len(want)
		if at%64 != 0 {
			t.Errorf("behind %d bytes the floats are at %d", n, at)
		}
		for n := range file {
			flipped := slices.Clone(file)
			flipped[n] ^= 0x10
			for _, damaged := range [][]byte{file[:n], flipped} {
				r := sections.NewMemoryReader(damaged, magic)
				r.ReadBytes("before")
				r.Align(64)
				sections.ReadWords[float32](r, "floats")
				if err := r.Close(); !errors.Is(err, sections.ErrDamaged) {
					t.Errorf("byte %d cut off or flipped: %v", n, err)
				}
			}
		}
	}
}

func TestReadWordsInto(t *testing.T) {
	file := aligned(t, 0, []float32{1, 2})
	for n := range 4 {
		r := sections.NewReader(bytes.NewReader(file), magic)
		r.ReadBytes("before")
		r.Align(64)
		into := make([]float32, n)
		sections.ReadWordsInto(r, "floats", into)
		err := r.Close()
		if n == 2 && (err != nil || !slices.Equal(into, []float32{1, 2})) || n != 2 &&
			!errors.Is(err, sections.ErrDamaged) {
			t.Errorf("into %d numbers: %v, %v", n, into, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(write(f, []pair{{1, 2}}, []string{"a", "bc"}))
	f.Fuzz(func(t *testing.T, file []byte) {
		numbers, strings, err := read(file)
		if err == nil && !bytes.Equal(file, write(t, numbers, strings)) {
			t.Error("a file is read that is not written")
		}
	})
}
