package rdfio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/xml"
)

// transcode returns the text of a document as UTF-8. Head is the beginning of r. The encoding
// follows from the byte order mark, the first two characters of an XML document in UTF-16, or the
// XML declaration (XML 1.0, section 4.3.3 and appendix F); the default is UTF-8. For UTF-8 it
// returns r unchanged, with its byte order mark; the lexers check it. An unknown encoding is an
// error that names it. It runs before detection, which needs UTF-8.
func transcode(head []byte, r io.Reader) (io.Reader, error) {
	switch {
	case bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")),
		bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")):
		return decodeAs(r, "UTF-32")
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return r, nil
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\x00<\x00?")):
		return decodeAs(r, "UTF-16BE")
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("<\x00?\x00")):
		return decodeAs(r, "UTF-16LE")
	}
	name := declaredEncoding(head)
	if strings.HasPrefix(strings.ToUpper(name), "UTF-16") {
		return nil, fmt.Errorf("%w: the XML declaration says %s, but the document is not in it",
			errEncoding, name)
	}
	return decodeAs(r, name)
}

// errEncoding is returned if the encoding of a document is unknown or not the declared one.
var errEncoding = fmt.Errorf("%w: character encoding", ErrUnsupportedSyntax)

// declaredEncoding returns the encoding that an XML declaration names, "" if none.
func declaredEncoding(head []byte) string {
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	end := bytes.Index(head, []byte("?>"))
	if end < 0 {
		return ""
	}
	rest := head[len("<?xml"):end]
	if _, behind, ok := xml.PseudoAttribute(rest, "version"); ok {
		rest = behind
	}
	name, _, _ := xml.PseudoAttribute(rest, "encoding")
	return string(name)
}

func decodeAs(r io.Reader, name string) (io.Reader, error) {
	switch strings.ToUpper(name) {
	case "", "UTF-8", "UTF8", "US-ASCII", "ASCII": // UTF-8 contains ASCII
		return r, nil
	case "UTF-16BE":
		return transform.NewReader(r, utf16Decoder{high: 0, low: 1}), nil
	case "UTF-16LE":
		return transform.NewReader(r, utf16Decoder{high: 1, low: 0}), nil
	case "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1", "L1":
		return transform.NewReader(r, charmap.ISO8859_1.NewDecoder()), nil
	case "ISO-8859-15", "LATIN-9":
		return transform.NewReader(r, charmap.ISO8859_15.NewDecoder()), nil
	case "WINDOWS-1252", "CP1252":
		return transform.NewReader(r, charmap.Windows1252.NewDecoder()), nil
	}
	return nil,
		fmt.Errorf(
			"%w %s (UTF-8, UTF-16, ISO-8859-1, ISO-8859-15, windows-1252 and US-ASCII are read)", errEncoding, name)
}

// utf16Decoder converts UTF-16 to UTF-8. An unpaired surrogate is an error; the decoder of x/text
// replaces it.
type utf16Decoder struct{ high, low int } // index of either byte of a unit

func (utf16Decoder) Reset() {}

func (d utf16Decoder) Transform(dst, src []byte, atEOF bool) (written, read int, err error) {
	unit := func(i int) rune { return rune(src[i+d.high])<<8 | rune(src[i+d.low]) }
	for read+1 < len(src) {
		if len(dst)-written < utf8.UTFMax {
			return written, read, transform.ErrShortDst
		}
		r, n := unit(read), 2
		if 0xD800 <= r && r < 0xE000 {
			if r >= 0xDC00 {
				return written, read,
					fmt.Errorf("invalid UTF-16: surrogate 0x%04x without its first half", r)
			}
			if read+3 >= len(src) {
				break
			}
			second := unit(read + 2)
			if second < 0xDC00 || second >= 0xE000 {
				return written, read,
					fmt.Errorf("invalid UTF-16: surrogate 0x%04x without its second half", r)
			}
			r, n = 0x10000+(r-0xD800)<<10+(second-0xDC00), 4
		}
		written += utf8.EncodeRune(dst[written:], r)
		read += n
	}
	if read < len(src) {
		if !atEOF {
			return written, read, transform.ErrShortSrc
		}
		return written, read, fmt.Errorf("%w: inside a character of UTF-16", ErrTruncated)
	}
	return written, read, nil
}

// repairReader reads bytes that are not UTF-8 as Windows-1252, or as ISO-8859-1 if they are no
// characters there. It notes each line that has them or, in a document that declares US-ASCII,
// other characters.
type repairReader struct {
	r     io.Reader
	file  string
	opts  *doc.Options
	ascii bool                   // declared
	place func() (line, col int) // of the next byte that Read returns, from 1

	ready []byte // repaired
	part  []byte // the beginning of a character
	err   error  // of r, after both
	noted int    // line
}

// shortRead is a length that has room for an incomplete character and more.
const shortRead = 64

func (t *repairReader) Read(p []byte) (int, error) {
	if len(t.ready) == 0 && t.err == nil {
		buf := p
		if len(p) < shortRead {
			buf = make([]byte, shortRead)
		}
		held := copy(buf, t.part)
		n, err := t.r.Read(buf[held:])
		t.part, t.err = t.part[:0], err
		b := buf[:held+n]
		if err == nil {
			b = b[:wholeCharacters(b)]
			t.part = append(t.part, buf[len(b):held+n]...)
		}
		switch {
		case !utf8.Valid(b), t.ascii && bytes.ContainsFunc(b, beyondASCII):
			if err := t.repair(b); err != nil {
				return 0, err
			}
		case len(p) < shortRead:
			t.ready = b
		default:
			return len(b), t.err
		}
	}
	n := copy(p, t.ready)
	t.ready = t.ready[n:]
	if len(t.ready) > 0 {
		return n, nil
	}
	return n, t.err
}

// wholeCharacters returns the length of b without the beginning of a character at its end.
func wholeCharacters(b []byte) int {
	for i := len(b) - 1; i >= max(0, len(b)-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return i
			}
			break
		}
	}
	return len(b)
}

// repair converts b, which ends with a whole character or the document, to ready.
func (t *repairReader) repair(b []byte) error {
	t.ready = make([]byte, 0, len(b)+len(b)/8)
	line, col := t.place()
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		fault, cure := "", ""
		switch {
		case r == utf8.RuneError && size == 1:
			fault, cure = "invalid UTF-8", "read as Windows-1252"
			r = doc.Windows1252(b[0])
		case t.ascii && beyondASCII(r):
			fault, cure = "a character outside US-ASCII, the declared encoding", "read as UTF-8"
		}
		if fault != "" && t.noted != line {
			t.noted = line
			err := t.opts.Tolerate(doc.NoteEncoding,
				&ParseError{File: t.file, Line: line, Col: col, Err: errors.New(fault)}, cure)
			if err != nil {
				return err
			}
		}
		t.ready, b = utf8.AppendRune(t.ready, r), b[size:]
		if col += size; r == '\n' {
			line, col = line+1, 1
		}
	}
	return nil
}

func beyondASCII(r rune) bool { return r >= utf8.RuneSelf }
