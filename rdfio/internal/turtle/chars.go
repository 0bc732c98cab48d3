package turtle

// Classes of ASCII characters, as bits of turtleClass: the terminals of the grammars of Turtle
// (RDF 1.1 Turtle, section 6.5) and N-Triples. Other characters are in no class; see
// owl.IsNameStart and owl.IsNameChar.
const (
	classIRI    uint8 = 1 << iota // in IRIREF without an escape
	className                     // in a prefixed name without an escape: PN_CHARS, ':' and '.'
	classLetter                   // A-Z a-z
	classDigit                    // 0-9
	classSpace                    // WS
	classEscape                   // after the backslash of PN_LOCAL_ESC
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

// Words with one value in every byte, for comparing eight bytes at a time.
const (
	eachByte  = 0x0101010101010101
	highBits  = 0x8080808080808080
	allSpaces = eachByte * ' '
)

// bytesEqual sets the high bit of the lowest byte of x that equals c. Higher bits may be wrong.
func bytesEqual(x uint64, c byte) uint64 {
	x ^= eachByte * uint64(c)
	return (x - eachByte) &^ x & highBits
}

// bytesBelow sets the high bit of the lowest byte of x that is less than c, which is at most 0x80.
// Higher bits may be wrong.
func bytesBelow(x uint64, c byte) uint64 {
	return (x - eachByte*uint64(c)) &^ x & highBits
}
