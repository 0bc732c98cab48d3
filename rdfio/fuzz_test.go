package rdfio

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"testing"
	"testing/iotest"

	"box2el-owl/owl"
)

// FuzzRead reads any bytes as any format, or as the detected one: nothing panics, memory is bounded
// by the input, an error names its document, and the size of reads makes no difference. The seeds
// are the samples and the files of testdata/fuzz/FuzzRead.
func FuzzRead(f *testing.F) {
	for _, s := range samples(f) {
		for i := range formats {
			if formats[i].Name == s.format.Name {
				f.Add(byte(i), s.text)
			}
		}
		f.Add(byte(len(formats)), s.text)
		f.Add(byte(len(formats)), pack(f, s.text))
	}
	for _, path := range lenientFiles(f) {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(byte(len(formats)), text)
	}
	f.Fuzz(func(t *testing.T, format byte, data []byte) {
		opts := ReadOptions{File: "fuzz", Base: "http://x.org/base"}
		if i := int(format); i < len(formats) {
			opts.Format = formats[i].Name
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o, report, err := Read(t.Context(), bytes.NewReader(data), opts)
		runtime.ReadMemStats(&after)
		// Memory in use at once is at most what was allocated.
		used, bound := after.TotalAlloc-before.TotalAlloc, uint64(64<<20+50*len(data))
		if used > bound && !isGzip(data) {
			t.Errorf("%d bytes allocated for a document of %d", used, len(data))
		}
		if (err == nil) != (o != nil && report != nil) {
			t.Fatalf("ontology %v, report %v and error %v", o, report, err)
		}
		if at := new(ParseError); err != nil && !errors.As(err, &at) {
			t.Errorf("error %v names no document", err)
		}
		again, _, err2 := Read(t.Context(),
			iotest.OneByteReader(struct{ io.Reader }{bytes.NewReader(data)}), opts)
		if outcome(o, err) != outcome(again, err2) {
			t.Errorf("read whole:\n%s\nread byte by byte:\n%s", outcome(o, err),
				outcome(again, err2))
		}
	})
}

// outcome renders what a read ended in, for comparison.
func outcome(o *owl.Ontology, err error) string {
	if err != nil {
		return "error " + err.Error()
	}
	return o.IRI.String() + "\n" + canonical(o)
}
