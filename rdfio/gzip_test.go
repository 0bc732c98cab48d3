package rdfio

import (
	"bytes"
	stdgzip "compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"box2el-owl/owl"
)

func pack(t testing.TB, parts ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, part := range parts {
		z := stdgzip.NewWriter(&b)
		if _, err := z.Write(part); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// manyClasses is a functional-syntax document of n classes, which does not compress to nothing.
func manyClasses(n int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteString("Ontology(<http://x.org/o>\n")
	for range n {
		fmt.Fprintf(&b, "Declaration(Class(<http://x.org/%016x>))\n", rng.Uint64())
	}
	b.WriteString(")\n")
	return b.Bytes()
}

func TestGzipMembers(t *testing.T) {
	text := manyClasses(20_000)
	for name, packed := range map[string][]byte{
		"one member":    pack(t, text),
		"three members": pack(t, text[:1000], nil, text[1000:]),
		"twice":         pack(t, pack(t, text)),
	} {
		o, _, err := Read(t.Context(), bytes.NewReader(packed), ReadOptions{})
		if name == "twice" {
			if !errors.Is(err, ErrNotOntology) {
				t.Errorf("%s: %v, want ErrNotOntology", name, err)
			}
			continue
		}
		if err != nil || len(o.Axioms) != 20_000 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestGzipFaults damages a stream in every way; none may be taken for the end of the document, by
// Read and by ReadFile, which inflates on another goroutine.
func TestGzipFaults(t *testing.T) {
	packed := pack(t, manyClasses(20_000))
	damaged := func(change func([]byte) []byte) []byte { return change(bytes.Clone(packed)) }
	faults := map[string]struct {
		data     []byte
		sentinel error
		says     string
	}{
		"trailing rubbish": {damaged(func(b []byte) []byte { return append(b, "rubbish that is long enough"...) }), nil, "damaged gzip stream"},
		"wrong checksum":   {damaged(func(b []byte) []byte { b[len(b)-6] ^= 1; return b }), nil, "checksum"},
		"wrong length":     {damaged(func(b []byte) []byte { b[len(b)-1] ^= 1; return b }), nil, "checksum"},
		"second member":    {append(bytes.Clone(packed), packed[:20]...), ErrTruncated, "cut off"},
		"second header":    {append(bytes.Clone(packed), packed[:3]...), ErrTruncated, "cut off"},
	}
	for _, n := range []int{3, 9, 10, 11, 100, len(packed) / 2, len(packed) - 9, len(packed) - 8,
		len(packed) - 1} {
		faults[fmt.Sprintf("cut at %d", n)] = struct {
			data     []byte
			sentinel error
			says     string
		}{packed[:n], ErrTruncated, "cut off"}
	}
	check := func(t *testing.T, name string, err error) {
		t.Helper()
		fault := faults[name]
		var at *ParseError
		if !errors.As(err, &at) || fault.sentinel != nil && !errors.Is(err, fault.sentinel) ||
			!strings.Contains(err.Error(), fault.says) {
			t.Errorf("%s: error %v, want %v saying %q", name, err, fault.sentinel, fault.says)
		}
	}
	for name, fault := range faults {
		_, _, err := Read(t.Context(), bytes.NewReader(fault.data), ReadOptions{})
		check(t, name, err)
		path := filepath.Join(t.TempDir(), "x.ofn.gz")
		if err := os.WriteFile(path, fault.data, 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err = ReadFile(t.Context(), path, ReadOptions{})
		check(t, name, err)
	}
}

// TestReadAheadEnds abandons reads of a large file at its start and looks for leftover goroutines.
func TestReadAheadEnds(t *testing.T) {
	text := append([]byte("Ontology(\nNonsense(\n"), manyClasses(50_000)...)
	path := filepath.Join(t.TempDir(), "x.ofn.gz")
	if err := os.WriteFile(path, pack(t, text), 0o644); err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	for range 20 {
		if _, _, err := ReadFile(t.Context(), path, ReadOptions{}); err == nil {
			t.Fatal("no error")
		}
	}
	if after := goroutinesSettle(before); after > before {
		t.Errorf("%d goroutines after, %d before", after, before)
	}
}

// goroutinesSettle gives ended goroutines a moment to disappear.
func goroutinesSettle(want int) int {
	for range 50 {
		if runtime.NumGoroutine() <= want {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return runtime.NumGoroutine()
}

func TestReadAheadBytes(t *testing.T) {
	text := manyClasses(30_000)
	for _, size := range []int{1, 7, aheadBlockSize - 1, aheadBlockSize, aheadBlockSize + 1,
		len(text)} {
		a, stop := readAhead(bytes.NewReader(text[:min(size*3, len(text))]))
		var got bytes.Buffer
		if _, err := io.CopyBuffer(struct{ io.Writer }{&got}, struct{ io.Reader }{a}, make([]byte,
			size)); err != nil {
			t.Fatal(err)
		}
		if n, err := a.Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Errorf("behind the end: %d, %v", n, err)
		}
		stop()
		if !bytes.Equal(got.Bytes(), text[:min(size*3, len(text))]) {
			t.Errorf("buffers of %d bytes: other bytes came out", size)
		}
	}
}

// TestProgress reads a file: progress grows up to its size, on the caller's goroutine.
func TestProgress(t *testing.T) {
	for _, name := range []string{"x.ofn", "x.ofn.gz"} {
		data := manyClasses(50_000)
		if strings.HasSuffix(name, ".gz") {
			data = pack(t, data)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var last, calls int64 // not locked: the race detector would tell
		progress := owl.Progress(func(stage string, done, total int64) {
			if stage != "reading" {
				return
			}
			if total != int64(len(data)) || done < last {
				t.Errorf("%s: %d of %d after %d", name, done, total, last)
			}
			last = done
			calls++
		})
		if _, _, err := ReadFile(t.Context(), path, ReadOptions{Progress: progress}); err != nil {
			t.Fatal(err)
		}
		if last != int64(len(data)) || calls < 3 {
			t.Errorf("%s: ended at %d of %d after %d calls", name, last, len(data), calls)
		}
	}
}
