package rdf

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// ErrNoBase: a relative reference cannot be resolved, as neither document nor caller set a base.
var ErrNoBase = errors.New("relative IRI without a base")

// Base is an absolute IRI taken apart for the resolution of references (RFC 3986, section 5.2).
// The zero value is the absent base: only absolute references resolve against it.
//
//	http://a/b/c?q      text[:authority] scheme and colon, text[authority:path] authority with its
//	^   ^  ^  ^ ^       slashes, text[path:query] path, text[query:] query with its question mark
type Base struct {
	text         string // without fragment
	authority    int
	path, query  int
	lastSlash    int // index behind the last slash of the path; path where it has none
	hasAuthority bool
}

// ParseBase takes an absolute IRI apart. Its fragment, if any, is no part of a base.
func ParseBase(iri string) (Base, error) {
	colon := SchemeEnd(iri)
	if colon < 0 {
		return Base{}, fmt.Errorf("base IRI %q is not absolute", iri)
	}
	b := Base{text: iri[:indexAny(iri, colon, "#")], authority: colon + 1}
	b.path = b.authority
	if HasPrefixAt(b.text, b.authority, "//") {
		b.hasAuthority = true
		b.path = indexAny(b.text, b.authority+2, "/?")
	}
	b.query = indexAny(b.text, b.path, "?")
	b.lastSlash = b.path
	for i := b.path; i < b.query; i++ {
		if b.text[i] == '/' {
			b.lastSlash = i + 1
		}
	}
	return b, nil
}

// Resolve appends to dst the IRI of the reference ref relative to base: the strict algorithm of RFC
// 3986, section 5.2.2, on IRIs. An absolute reference is not changed, dot segments included, as RDF
// compares IRIs letter by letter.
func Resolve(dst []byte, base *Base, ref []byte) ([]byte, error) {
	if SchemeEnd(ref) > 0 {
		return append(dst, ref...), nil
	}
	if base.text == "" {
		return dst, fmt.Errorf("%w: %q", ErrNoBase, ref)
	}
	if len(ref) == 0 || ref[0] == '#' {
		return append(append(dst, base.text...), ref...), nil
	}
	if ref[0] == '?' {
		return append(append(dst, base.text[:base.query]...), ref...), nil
	}
	tail := indexAny(ref, 0, "?#") // query and fragment, which have no dot segments
	var path int                   // in dst
	switch {
	case HasPrefixAt(ref, 0, "//"):
		authorityEnd := indexAny(ref, 2, "/?#")
		dst = append(append(dst, base.text[:base.authority]...), ref[:authorityEnd]...)
		path = len(dst)
		dst = append(dst, ref[authorityEnd:tail]...)
	case ref[0] == '/':
		dst = append(dst, base.text[:base.path]...)
		path = len(dst)
		dst = append(dst, ref[:tail]...)
	default:
		dst = append(dst, base.text[:base.path]...)
		path = len(dst)
		if base.hasAuthority && base.path == base.query {
			dst = append(dst, '/')
		} else {
			dst = append(dst, base.text[base.path:base.lastSlash]...)
		}
		dst = append(dst, ref[:tail]...)
	}
	dst = removeDotSegments(dst, path)
	return append(dst, ref[tail:]...), nil
}

// removeDotSegments is RFC 3986, section 5.2.4, in place on the path iri[from:]. What is written
// never overtakes what is read.
func removeDotSegments(iri []byte, from int) []byte {
	r, w := from, from
	for r < len(iri) && iri[r] == '.' { // a path that begins with no slash
		switch {
		case HasPrefixAt(iri, r, "../"):
			r += 3
		case HasPrefixAt(iri, r, "./"):
			r += 2
		case len(iri) == r+1 || len(iri) == r+2 && iri[r+1] == '.':
			r = len(iri)
		default:
			goto segments
		}
	}
segments:
	for r < len(iri) {
		end := indexAny(iri, r+1, "/")
		switch segment := iri[r:end]; string(segment) {
		case "/.":
			if end == len(iri) {
				iri[w] = '/'
				w++
			}
		case "/..":
			for w > from {
				w--
				if iri[w] == '/' {
					break
				}
			}
			if end == len(iri) {
				iri[w] = '/'
				w++
			}
		default:
			w += copy(iri[w:], segment)
		}
		r = end
	}
	return iri[:w]
}

// SchemeEnd returns the index of the colon behind the scheme of s, or -1 where s has none, that
// is, where it is a relative reference.
func SchemeEnd[T string | []byte](s T) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return i
		default:
			return -1
		}
	}
	return -1
}

// indexAny returns the index of the first byte of s[from:] that is in set; len(s) if none is.
func indexAny[T string | []byte](s T, from int, set string) int {
	for i := from; i < len(s); i++ {
		for j := 0; j < len(set); j++ {
			if s[i] == set[j] {
				return i
			}
		}
	}
	return len(s)
}

// HasPrefixAt reports whether s[at:] begins with a prefix.
func HasPrefixAt[T string | []byte](s T, at int, prefix string) bool {
	return len(s) >= at+len(prefix) && string(s[at:at+len(prefix)]) == prefix
}

// IRIFault returns what RFC 3987 (section 2.2) does not allow in an absolute IRI; "" if nothing. It
// checks the faults of real documents: characters, percent signs and fragments; not the grammar of
// the authority nor the planes of private use.
func IRIFault(iri []byte) string {
	fragment := false
	for i, c := range iri {
		if !iriSpecial[c] {
			continue
		}
		switch {
		case c == '%':
			if i+2 >= len(iri) || !IsHexDigit(iri[i+1]) || !IsHexDigit(iri[i+2]) {
				return fmt.Sprintf("IRI with a percent sign that starts no escape: <%s>", iri)
			}
		case c == '#':
			if fragment {
				return fmt.Sprintf("IRI with two number signs: <%s>", iri)
			}
			fragment = true
		default:
			return fmt.Sprintf("IRI with the character %q: <%s>", c, iri)
		}
	}
	return ""
}

// iriSpecial marks the bytes at which IRIFault has to look: those that are in no IRI, and those
// that are in one only under conditions.
var iriSpecial = func() (t [256]bool) {
	for c := range 0x21 {
		t[c] = true
	}
	for _, c := range []byte("<>\"{}|^`\\%#\x7f") {
		t[c] = true
	}
	return t
}()

// IsHexDigit reports whether a character is a hexadecimal digit.
func IsHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// BadIRIByte returns the index of the first byte that the reader of Turtle takes in no IRI, or -1.
func BadIRIByte(s string) int {
	for i := range len(s) {
		if c := s[i]; ForbiddenInIRI(rune(c)) {
			return i
		}
	}
	return -1
}

// EscapeIRI percent-encodes the characters that are not allowed in an IRI.
func EscapeIRI(s string) string {
	if !strings.ContainsFunc(s, ForbiddenInIRI) {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		if ForbiddenInIRI(c) {
			b.WriteString(url.PathEscape(string(c)))
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// The namespaces of the OBO vocabulary.
const (
	OBONamespace = "http://purl.obolibrary.org/obo/"
	OIONamespace = "http://www.geneontology.org/formats/oboInOwl#"
)

// ForbiddenInIRI reports whether IRIREF of Turtle does not allow a character.
func ForbiddenInIRI(c rune) bool {
	return c <= ' ' || c == 0x7f || strings.ContainsRune("<>\"{}|^`\\", c)
}
