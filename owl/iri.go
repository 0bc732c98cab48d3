package owl

import "strings"

// IRI is an interned IRI (Structural Specification, section 2.4). Comparing two IRIs compares one
// pointer. The zero IRI means "no IRI".
type IRI struct{ text *iriText }

// NewIRI interns s unchanged; readers resolve and check IRIs. It returns the zero IRI for an empty
// s.
func NewIRI(s string) IRI {
	if s == "" {
		return IRI{}
	}
	return IRI{interned.intern(s)}
}

// String returns the characters of the IRI, without angle brackets.
func (i IRI) String() string {
	if i.IsZero() {
		return ""
	}
	return i.text.s
}

// MarshalText returns the characters of the IRI, as String does.
func (i IRI) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText sets the IRI to NewIRI of a text.
func (i *IRI) UnmarshalText(text []byte) error {
	*i = NewIRI(string(text))
	return nil
}

// IsZero reports whether i is "no IRI".
func (i IRI) IsZero() bool { return i == IRI{} }

// Compare orders IRIs by their bytes.
func (i IRI) Compare(j IRI) int {
	if i == j {
		return 0
	}
	return strings.Compare(i.String(), j.String())
}

// Fragment returns the part of the IRI after the last '#', '/' or ':', or the whole IRI if that
// part is empty.
func (i IRI) Fragment() string {
	s := i.String()
	if cut := strings.LastIndexAny(s, "#/:"); cut >= 0 && cut+1 < len(s) {
		return s[cut+1:]
	}
	return s
}
