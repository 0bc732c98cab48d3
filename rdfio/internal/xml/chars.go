package xml

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
)

// IsSpace marks white space (XML 1.0, production 3).
var IsSpace = [256]bool{' ': true, '\t': true, '\n': true, '\r': true}

// IsNameByte marks the bytes that may occur in a name (productions 4 and 4a). It includes all bytes
// from 0x80 on and does not distinguish the first one; see validName.
var IsNameByte = func() (t [256]bool) {
	for c := range 256 {
		t[c] = 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.' ||
			c == '_' || c == ':' || c >= 0x80
	}
	return t
}()

// validName reports whether b is a Name (XML 1.0, fifth edition, production 5).
func validName(b []byte) bool {
	if len(b) == 0 || b[0] == '-' || b[0] == '.' || '0' <= b[0] && b[0] <= '9' {
		return false
	}
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			if !IsNameByte[b[i]] {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 || !owl.IsNameChar(r) ||
			i == 0 && !owl.IsNameStart(r) {
			return false
		}
		i += n
	}
	return true
}

// ValidNCName reports whether b is a name without colon (Namespaces in XML, production 4).
func ValidNCName(b []byte) bool {
	for _, c := range b {
		if c == ':' {
			return false
		}
	}
	return validName(b)
}

// validChar reports whether a character may occur in a document (production 2).
func validChar(r rune) bool {
	return r >= 0x20 && r <= 0xD7FF || r == '\t' || r == '\n' || r == '\r' ||
		r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= 0x10FFFF
}

// firstInvalid returns the index of the first byte of b that is not in a character of production 2,
// or -1.
func firstInvalid(b []byte) int {
	for i := 0; ; {
		i = plainRun(b, i, '<', '<', '<')
		if i == len(b) {
			return -1
		}
		if c := b[i]; c < utf8.RuneSelf {
			if c < ' ' && !IsSpace[c] {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 || !validChar(r) {
			return i
		}
		i += n
	}
}

// plainRun returns the index of the first byte of b[i:] that is one of the three stops, a control
// character or not ASCII; len(b) if there is none. The stops are ASCII.
//
// It compares eight bytes at once: x^stop is 0 only in a byte that equals the stop, so that adding
// 0x7f sets the high bit in all others, and adding 0x60 sets it in all bytes from ' ' on. A sum
// carries only out of a byte from 0x80 on, which is a stop itself, so the lowest flagged byte is
// right.
func plainRun(b []byte, i int, stop0, stop1, stop2 byte) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	m0, m1, m2 := ones*uint64(stop0), ones*uint64(stop1), ones*uint64(stop2)
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		plain := (x ^ m0) + 0x7f*ones
		plain &= (x ^ m1) + 0x7f*ones
		plain &= (x ^ m2) + 0x7f*ones
		plain &= x + 0x60*ones
		if stops := ^(plain &^ x) & highs; stops != 0 {
			return i + bits.TrailingZeros64(stops)/8
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c < ' ' || c >= utf8.RuneSelf || c == stop0 || c == stop1 || c == stop2 {
			return i
		}
	}
	return i
}

// Blank reports whether b is white space.
func Blank(b []byte) bool {
	for _, c := range b {
		if !IsSpace[c] {
			return false
		}
	}
	return true
}

// BadCharacter returns the index of the first character that XML 1.0 does not allow (production 2),
// or -1.
func BadCharacter(s string) int {
	for i, c := range s {
		switch {
		case c >= ' ' && c < 0xFFFD, c == '\t', c == '\n', c == '\r', c >= 0x10000:
		case c == utf8.RuneError && strings.HasPrefix(s[i:], "\ufffd"):
		default:
			return i
		}
	}
	return -1
}

// MaxIndent is the deepest nesting with its own indentation.
const MaxIndent = 20

// Indent has 4 * MaxIndent spaces.
const Indent = "                                                                                "
