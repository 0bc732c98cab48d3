package jsonld

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"box2el-owl/rdfio/internal/doc"
)

// checkEncoding refuses bytes that are not UTF-8 and halves of surrogate pairs, because the package
// json replaces them without an error.
func checkEncoding(file string, document []byte) error {
	if !utf8.Valid(document) {
		at := 0
		for {
			r, n := utf8.DecodeRune(document[at:])
			if r == utf8.RuneError && n == 1 {
				if !utf8.FullRune(document[at:]) {
					return placedAt(file, document,
						at, fmt.Errorf("%w: in the middle of a character", doc.ErrTruncated))
				}
				return placedAt(file, document, at, errors.New("invalid UTF-8"))
			}
			at += n
		}
	}
	for i := 0; i+1 < len(document); i++ {
		if document[i] != '\\' {
			continue
		}
		high, low := surrogate(document[i:]), surrogate(document[min(i+6, len(document)):])
		switch {
		case high == 'h' && low == 'l':
			i += 11
		case high != 0:
			return placedAt(file, document, i, errors.New("half of a surrogate pair"))
		default:
			i++ // the escaped character
		}
	}
	return nil
}

// surrogate tells whether b begins with the escape of a high ('h') or low ('l') surrogate.
func surrogate(b []byte) byte {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' || b[2]|0x20 != 'd' {
		return 0
	}
	switch c := b[3] | 0x20; {
	case c == '8' || c == '9' || c == 'a' || c == 'b':
		return 'h'
	case 'c' <= c && c <= 'f':
		return 'l'
	}
	return 0
}

// placedAt returns err with the place of document[at].
func placedAt(file string, document []byte, at int, err error) error {
	line, col := placeIn(document, at)
	return &doc.ParseError{File: file, Line: line, Col: col, Err: err}
}

func placeIn(document []byte, at int) (line, col int) {
	before := document[:max(0, min(at, len(document)))]
	return bytes.Count(before, []byte{'\n'}) + 1, len(before) - bytes.LastIndexByte(before, '\n')
}
