package rdf

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/doc"
)

type languageTagKind uint8

const (
	goodLanguageTag languageTagKind = iota
	OddLanguageTag
	NotLanguageTag
)

// ParseLanguageTag judges a tag by the grammar that Turtle and N-Triples share with BCP 47,
// [a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*. A tag is odd if its parts are too long or joined by "_", and
// none at all if it has other characters, or more than a term can hold.
func ParseLanguageTag(tag []byte) languageTagKind {
	kind := goodLanguageTag
	part, first := 0, true
	for _, c := range tag {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', !first && '0' <= c && c <= '9':
			if part++; part > 8 {
				kind = OddLanguageTag
			}
		case (c == '-' || c == '_') && part > 0:
			part, first = 0, false
			if c == '_' {
				kind = OddLanguageTag
			}
		default:
			return NotLanguageTag
		}
	}
	if part == 0 || len(tag) > 255 {
		return NotLanguageTag
	}
	return kind
}

// IsLanguageTag reports whether s is [a-zA-Z]+('-'[a-zA-Z0-9]+)*.
func IsLanguageTag(s string) bool {
	for n, part := range strings.Split(s, "-") {
		if part == "" {
			return false
		}
		for _, c := range []byte(part) {
			if !('a' <= c|0x20 && c|0x20 <= 'z' || n > 0 && '0' <= c && c <= '9') {
				return false
			}
		}
	}
	return true
}

// CheckLanguage refuses what the readers of RDF/XML and JSON-LD do not take as a language tag.
func CheckLanguage(tag string, out *doc.Output) {
	if ParseLanguageTag([]byte(tag)) == NotLanguageTag {
		out.Fail(fmt.Errorf("%w: %q is no language tag", doc.ErrNotWritable, doc.Brief(tag)))
	}
}

// IsBlankNodeLabel reports whether s may follow "_:" in Turtle and in N-Triples.
func IsBlankNodeLabel(s string) bool {
	for i, c := range s {
		if c == utf8.RuneError || !(c == '_' || '0' <= c && c <= '9' || owl.IsNameStart(c) ||
			i > 0 && (c == '.' || owl.IsNameChar(c))) {
			return false
		}
	}
	return s != "" && s[len(s)-1] != '.'
}
