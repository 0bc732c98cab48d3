package rdfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"box2el-owl/rdfio/internal/doc"
)

// inUTF16 encodes text with a byte order mark; high is the index of the high byte of a unit.
func inUTF16(text string, high int, mark bool) string {
	if mark {
		text = "\ufeff" + text
	}
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		pair := [2]byte{}
		pair[high], pair[1-high] = byte(u>>8), byte(u)
		b.Write(pair[:])
	}
	return b.String()
}

func TestTranscode(t *testing.T) {
	const declaration = `<?xml version="1.0" encoding=`
	long := strings.Repeat("naïve 🙂 ", 5000)
	for name, c := range map[string]struct{ in, want string }{
		"empty":                 {"", ""},
		"no declaration":        {"<a/>", "<a/>"},
		"Turtle":                {"@prefix : <http://a/> .", "@prefix : <http://a/> ."},
		"UTF-8":                 {declaration + `"utf-8"?>é`, declaration + `"utf-8"?>é`},
		"UTF-8 with mark":       {"\ufeffé", "\ufeffé"},
		"mark before the name":  {"\ufeff" + declaration + `"ISO-8859-1"?>é`, "\ufeff" + declaration + `"ISO-8859-1"?>é`},
		"ISO-8859-1":            {declaration + "'ISO-8859-1'?>\xe9\x80", declaration + "'ISO-8859-1'?>é\u0080"},
		"ISO-8859-15":           {declaration + "'iso-8859-15'?>\xa4", declaration + "'iso-8859-15'?>€"},
		"windows-1252":          {declaration + "\"windows-1252\" ?>\x80\xe9", declaration + "\"windows-1252\" ?>€é"},
		"US-ASCII":              {declaration + "\"us-ascii\"?>e", declaration + "\"us-ascii\"?>e"},
		"UTF-16LE":              {inUTF16("<a>é🙂</a>", 1, true), "\ufeff<a>é🙂</a>"},
		"UTF-16BE":              {inUTF16("<a>é🙂</a>", 0, true), "\ufeff<a>é🙂</a>"},
		"UTF-16LE without mark": {inUTF16("<?xml version='1.0'?>é", 1, false), "<?xml version='1.0'?>é"},
		"UTF-16BE without mark": {inUTF16("<?xml version='1.0'?>é", 0, false), "<?xml version='1.0'?>é"},
		"UTF-16LE Turtle":       {inUTF16("<a> <b> \"é\" .", 1, true), "\ufeff<a> <b> \"é\" ."},
		"UTF-16LE, long":        {inUTF16(long, 1, true), "\ufeff" + long},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(c.in),
				iotest.OneByteReader(strings.NewReader(c.in))} {
				text, err := transcode([]byte(c.in)[:min(len(c.in), 1024)], r)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(text)
				if err != nil || string(got) != c.want {
					t.Errorf("transcode(%q) = %q, %v, want %q", c.in, got, err, c.want)
				}
			}
		})
	}
}

func TestTranscodeFaults(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		want string
		is   error
	}{
		"unknown":             {`<?xml version="1.0" encoding="EUC-JP"?>`, "EUC-JP", ErrUnsupportedSyntax},
		"UTF-32":              {"\xff\xfe\x00\x00a\x00\x00\x00", "UTF-32", ErrUnsupportedSyntax},
		"UTF-16 that is not":  {`<?xml version="1.0" encoding="UTF-16"?>`, "is not in it", ErrUnsupportedSyntax},
		"half a unit":         {inUTF16("<?xml version='1.0'?>", 1, true) + "a", "UTF-16", ErrTruncated},
		"half a surrogate":    {inUTF16("<a>", 1, true) + "\x00\xd8", "UTF-16", ErrTruncated},
		"lone high surrogate": {inUTF16("<a>", 1, true) + "\x00\xd8a\x00", "surrogate 0xd800", nil},
		"lone low surrogate":  {inUTF16("<a>", 0, true) + "\xdc\x00", "surrogate 0xdc00", nil},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := transcode([]byte(c.in), strings.NewReader(c.in))
			if err == nil {
				_, err = io.ReadAll(text)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) ||
				c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("transcode(%q): error %v, want one with %q that is %v", c.in, err,
					c.want, c.is)
			}
		})
	}
}

// The encodings all come to the same graph through the public entry.
func TestReadEncodings(t *testing.T) {
	document := func(encoding string) string {
		return `<?xml version="1.0" encoding="` + encoding + `"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#">
 <owl:Class rdf:about="http://example.org/Café"/>
</rdf:RDF>`
	}
	latin := strings.ReplaceAll(document("iso-8859-1"), "é", "\xe9")
	for name, text := range map[string]string{
		"UTF-8": document("UTF-8"), "UTF-8 with mark": "\ufeff" + document("UTF-8"), "ISO-8859-1": latin,
		"UTF-16LE": inUTF16(document("UTF-16"), 1, true), "UTF-16BE": inUTF16(document("UTF-16"), 0, true),
		"UTF-16 without mark": inUTF16(document("UTF-16"), 0, false),
	} {
		o, _, err := Read(context.Background(), bytes.NewReader([]byte(text)),
			ReadOptions{NoImports: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(o.Axioms) != 1 || !strings.Contains(fmt.Sprint(o.Axioms[0]), "Café") {
			t.Errorf("%s: axioms %v, want the declaration of Café", name, o.Axioms)
		}
	}
}

// TestRepairReader reads bytes that are not UTF-8 as Windows-1252, however the stream is cut.
func TestRepairReader(t *testing.T) {
	const text = "aé漢𝄞\nb\xe9\x80c\xe6\xbc\nd\x81é\xe6"
	const want = "aé漢𝄞\nbé€cæ¼\nd\u0081éæ"
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"whole":  func(r io.Reader) io.Reader { return r },
		"bytes":  iotest.OneByteReader,
		"halves": iotest.HalfReader,
		"end":    iotest.DataErrReader,
	} {
		for _, size := range []int{1, 5, 1000} {
			var places []string
			opts := doc.Options{Note: func(_ doc.NoteKind, line, col int, _ string) {
				places = append(places, fmt.Sprint(line, ":", col))
			}}
			var got []byte
			place := func() (line, col int) {
				return bytes.Count(got, []byte{'\n'}) + 1, len(got) - bytes.LastIndexByte(got, '\n')
			}
			r := &repairReader{r: wrap(strings.NewReader(text)), file: "a", opts: &opts,
				place: place}
			buf := make([]byte, size)
			n, err := 0, error(nil)
			for err == nil {
				n, err = r.Read(buf)
				got = append(got, buf[:n]...)
			}
			if err != io.EOF || string(got) != want ||
				!slices.Equal(places, []string{"2:2", "3:2"}) {
				t.Errorf("%s, %d bytes a read: %q, %v, %v", name, size, got, err, places)
			}
		}
	}
}
