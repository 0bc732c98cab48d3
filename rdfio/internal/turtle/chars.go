package turtle

// Classes of ASCII characters, as bits of turtleClass: the terminals of the Turtle grammar
// (RDF 1.1 Turtle, section 6.5), whose letters N-Triples shares. Characters beyond ASCII are in
// none; rdf.IsNameStart and rdf.IsNameChar know them.
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
