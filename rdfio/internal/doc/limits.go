package doc

// Limits bound what one document may make a reader hold at once.
type Limits struct {
	// Token is the longest literal, IRI, attribute or comment in bytes. Default 64 MB.
	Token int
	// Depth is the deepest nesting of elements, collections, blank node property lists or
	// expressions. Readers keep their own stack and never recurse on input. Default 100,000.
	Depth int
	// Expansion bounds the bytes that the internal entities of an XML document may expand to beyond
	// the document's own size. Default 64 MB.
	Expansion int
}

// WithDefaults returns the limits with defaults in place of zeros.
func (l Limits) WithDefaults() Limits {
	if l.Token == 0 {
		l.Token = 64 << 20
	}
	if l.Depth == 0 {
		l.Depth = 100_000
	}
	if l.Expansion == 0 {
		l.Expansion = 64 << 20
	}
	return l
}
