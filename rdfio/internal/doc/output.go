package doc

import "io"

// Output collects text and hands it on in large pieces. After an error it takes everything and
// keeps nothing, so that callers may look at the error once per block.
type Output struct {
	W   io.Writer
	Buf []byte
	err error
}

// OutputSize is the size in bytes of the pieces that are handed on.
const OutputSize = 64 << 10

// Text appends a string without escapes.
func (o *Output) Text(s string) { o.Buf = append(o.Buf, s...) }

// XML writes text of an XML document. In attributes, white space other than a space would be read
// as a space; everywhere, a carriage return as a newline (XML 1.0, sections 2.11 and 3.3.3).
func (o *Output) XML(s string, attribute bool) {
	escapes := &xmlText
	if attribute {
		escapes = &xmlAttribute
	}
	from := 0
	for i := range len(s) {
		if escape := escapes[s[i]]; escape != "" {
			o.Text(s[from:i])
			o.Text(escape)
			from = i + 1
		}
	}
	o.Text(s[from:])
}

// xmlText and xmlAttribute are the references of Canonical XML, section 2.3.
var (
	xmlText      = [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '\r': "&#xD;"}
	xmlAttribute = [256]string{'&': "&amp;", '<': "&lt;", '"': "&quot;", '\r': "&#xD;",
		'\n': "&#xA;", '\t': "&#x9;"}
)

// Fail keeps the first error.
func (o *Output) Fail(err error) {
	if o.err == nil {
		o.err = err
	}
}

// Flush hands the text on once there is enough of it, and returns the first error so far.
func (o *Output) Flush() error {
	if len(o.Buf) >= OutputSize || o.err != nil {
		return o.Finish()
	}
	return nil
}

// Finish writes the rest of the buffer.
func (o *Output) Finish() error {
	if o.err == nil && len(o.Buf) > 0 {
		n, err := o.W.Write(o.Buf)
		if err == nil && n < len(o.Buf) {
			err = io.ErrShortWrite
		}
		o.err = err
	}
	o.Buf = o.Buf[:0]
	return o.err
}

// Take returns the text and the first error, and forgets both.
func (o *Output) Take() (string, error) {
	text, err := string(o.Buf), o.err
	o.Buf, o.err = o.Buf[:0], nil
	return text, err
}

// Brief shortens what an error quotes.
func Brief(s string) string {
	if len(s) <= 80 {
		return s
	}
	return s[:80] + "…"
}
