package rdfio

// Classes of ASCII characters, as bits of turtleClass: the terminals of the Turtle grammar
// (RDF 1.1 Turtle, section 6.5), whose letters N-Triples shares. Characters beyond ASCII are in
// none; isNameStart and isNameChar know them.
const (
	classIRI    uint8 = 1 << iota // in IRIREF, as it stands
	className                     // in a prefixed name, as it stands: PN_CHARS, ':' and '.'
	classLetter                   // A-Z a-z
	classDigit                    // 0-9
	classSpace                    // WS
	classEscape                   // may follow the backslash of PN_LOCAL_ESC
)

var turtleClass = func() (t [256]uint8) {
	for c := '!'; c <= '~'; c++ {
		t[c] |= classIRI
	}
	for _, c := range "<>\"{}|^`\\" {
		t[c] &^= classIRI
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= classLetter | className
		t[c-'a'+'A'] |= classLetter | className
	}
	for c := '0'; c <= '9'; c++ {
		t[c] |= classDigit | className
	}
	for _, c := range "_-.:" {
		t[c] |= className
	}
	for _, c := range " \t\r\n" {
		t[c] |= classSpace
	}
	for _, c := range "_~.-!$&'()*+,;=/?#@%" {
		t[c] |= classEscape
	}
	return t
}()

// isNameStart reports whether r is in PN_CHARS_BASE.
func isNameStart(r rune) bool {
	if r < 0x80 {
		return r >= 0 && turtleClass[r]&classLetter != 0
	}
	switch {
	case r <= 0x2FF:
		return r >= 0xC0 && r != 0xD7 && r != 0xF7
	case r <= 0x1FFF:
		return r >= 0x370 && r != 0x37E
	case r <= 0x218F:
		return r == 0x200C || r == 0x200D || r >= 0x2070
	case r <= 0x2FEF:
		return r >= 0x2C00
	case r <= 0xD7FF:
		return r >= 0x3001
	case r <= 0xFFFD:
		return r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0
	default:
		return r >= 0x10000 && r <= 0xEFFFF
	}
}

// isNameChar reports whether r is in PN_CHARS.
func isNameChar(r rune) bool {
	if r < 0x80 {
		return r >= 0 && (turtleClass[r]&(classLetter|classDigit) != 0 || r == '_' || r == '-')
	}
	return isNameStart(r) || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}

// Eight bytes at a time: the words below hold one value in every byte.
const (
	eachByte  = 0x0101010101010101
	highBits  = 0x8080808080808080
	allSpaces = eachByte * ' '
)

// bytesEqual marks, by its high bit, the lowest byte of x that equals c; marks above the lowest may
// be wrong.
func bytesEqual(x uint64, c byte) uint64 {
	x ^= eachByte * uint64(c)
	return (x - eachByte) &^ x & highBits
}

// bytesBelow marks, by its high bit, the lowest byte of x that is less than c (at most 0x80); marks
// above the lowest may be wrong.
func bytesBelow(x uint64, c byte) uint64 {
	return (x - eachByte*uint64(c)) &^ x & highBits
}
