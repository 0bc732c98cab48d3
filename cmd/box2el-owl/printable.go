package main

import (
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// printable returns a text of a document, such as a label, fit for one line of a terminal: line
// breaks and tabs become spaces, and what isUnprintable is escaped as in a Go string.
func printable(s string) string {
	return string(appendPrintable(nil, []byte(s), true))
}

// printed returns the names of a list, each fit for one line of a terminal.
func printed[T any](list []T, name func(T) string) []string {
	return mapped(list, func(x T) string { return printable(name(x)) })
}

// printableWriter escapes what isUnprintable in the text that goes through it, but for line feeds
// and tabs.
type printableWriter struct {
	w    io.Writer
	rest []byte // the beginning of a character
}

func (p *printableWriter) Write(text []byte) (int, error) {
	all := append(p.rest, text...)
	end := len(all)
	for i := max(0, end-utf8.UTFMax+1); i < end; i++ {
		if utf8.RuneStart(all[i]) && !utf8.FullRune(all[i:]) {
			end = i
		}
	}
	p.rest = append([]byte(nil), all[end:]...)
	if _, err := p.w.Write(appendPrintable(nil, all[:end], false)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// appendPrintable appends text with each unprintable character escaped.
func appendPrintable(dst, text []byte, oneLine bool) []byte {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(dst, `\x`...)
			dst = append(dst, "0123456789abcdef"[text[i]>>4], "0123456789abcdef"[text[i]&15])
		case r == '\n' || r == '\t':
			if oneLine {
				r = ' '
			}
			dst = append(dst, byte(r))
		case r == '\r' && oneLine:
			dst = append(dst, ' ')
		case isUnprintable(r):
			quoted := strconv.AppendQuoteRuneToASCII(nil, r)
			dst = append(dst, quoted[1:len(quoted)-1]...)
		default:
			dst = append(dst, text[i:i+n]...)
		}
		i += n
	}
	return dst
}

// isUnprintable reports whether a character may change what else a terminal shows: the control
// characters (C0, DEL, C1), those that change the direction of the text, and the separators of
// lines and paragraphs.
func isUnprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' ||
		r == '\u2029'
}
