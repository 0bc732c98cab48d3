package rdfio

import "io"

// output collects text and hands it on in large pieces. After an error it takes everything and
// keeps nothing, so that callers may look at the error once per block.
type output struct {
	w   io.Writer
	buf []byte
	err error
}

const outputSize = 64 << 10

func (o *output) text(s string) { o.buf = append(o.buf, s...) }

// xml writes text of an XML document. In attributes, white space other than a space would be read as a space;
// everywhere, a carriage return as a newline (XML 1.0, sections 2.11 and 3.3.3).
func (o *output) xml(s string, attribute bool) {
	from := 0
	for i := range len(s) {
		var escape string
		switch s[i] {
		case '&':
			escape = "&amp;"
		case '<':
			escape = "&lt;"
		case '>':
			escape = "&gt;"
		case '\r':
			escape = "&#xD;"
		case '"':
			if !attribute {
				continue
			}
			escape = "&quot;"
		case '\n':
			if !attribute {
				continue
			}
			escape = "&#xA;"
		case '\t':
			if !attribute {
				continue
			}
			escape = "&#x9;"
		default:
			continue
		}
		o.text(s[from:i])
		o.text(escape)
		from = i + 1
	}
	o.text(s[from:])
}

// fail keeps the first error.
func (o *output) fail(err error) {
	if o.err == nil {
		o.err = err
	}
}

// flush hands the text on once there is enough of it, and returns the first error so far.
func (o *output) flush() error {
	if len(o.buf) >= outputSize || o.err != nil {
		return o.finish()
	}
	return nil
}

// finish hands on what is left.
func (o *output) finish() error {
	if o.err == nil && len(o.buf) > 0 {
		n, err := o.w.Write(o.buf)
		if err == nil && n < len(o.buf) {
			err = io.ErrShortWrite
		}
		o.err = err
	}
	o.buf = o.buf[:0]
	return o.err
}

// brief shortens what an error quotes.
func brief(s string) string {
	if len(s) <= 80 {
		return s
	}
	return s[:80] + "…"
}
