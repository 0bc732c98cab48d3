package rdfxml

import "testing"

func TestNCNameTail(t *testing.T) {
	for _, tt := range []struct{ iri, want string }{
		{"http://example.org/part_of", "part_of"},
		{"http://example.org#hasPart", "hasPart"},
		{"http://example.org/1st", "st"},
		{"http://example.org/a-b.c", "a-b.c"},
		{"http://example.org/-b", "b"},
		{"http://example.org/x%20y", "y"},
		{"http://example.org/x%2", ""},
		{"http://example.org/007", ""},
		{"http://example.org/", ""},
		{"urn:a:Größe", "Größe"},
		{"http://example.org/𝔸", "𝔸"},
	} {
		if got := tt.iri[ncNameTail(tt.iri):]; got != tt.want {
			t.Errorf("name at the end of %s = %q, want %q", tt.iri, got, tt.want)
		}
	}
}
