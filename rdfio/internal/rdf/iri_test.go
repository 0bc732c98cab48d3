package rdf

import (
	"net/url"
	"strings"
	"testing"
)

// The examples of RFC 3986, section 5.4, and references against bases without authority or path.
func TestResolveIRI(t *testing.T) {
	const rfc = "http://a/b/c/d;p?q"
	cases := []struct{ base, ref, want string }{
		{rfc, "g:h", "g:h"}, {rfc, "g", "http://a/b/c/g"}, {rfc, "./g", "http://a/b/c/g"},
		{rfc, "g/", "http://a/b/c/g/"}, {rfc, "/g", "http://a/g"}, {rfc, "//g", "http://g"},
		{rfc, "?y", "http://a/b/c/d;p?y"}, {rfc, "g?y", "http://a/b/c/g?y"}, {rfc, "#s", "http://a/b/c/d;p?q#s"},
		{rfc, "g#s", "http://a/b/c/g#s"}, {rfc, "g?y#s", "http://a/b/c/g?y#s"}, {rfc, ";x", "http://a/b/c/;x"},
		{rfc, "g;x", "http://a/b/c/g;x"}, {rfc, "g;x?y#s", "http://a/b/c/g;x?y#s"}, {rfc, "", "http://a/b/c/d;p?q"},
		{rfc, ".", "http://a/b/c/"}, {rfc, "./", "http://a/b/c/"}, {rfc, "..", "http://a/b/"}, {rfc, "../", "http://a/b/"},
		{rfc, "../g", "http://a/b/g"}, {rfc, "../..", "http://a/"}, {rfc, "../../", "http://a/"}, {rfc, "../../g", "http://a/g"},
		{rfc, "../../../g", "http://a/g"}, {rfc, "../../../../g", "http://a/g"}, {rfc, "/./g", "http://a/g"},
		{rfc, "/../g", "http://a/g"}, {rfc, "g.", "http://a/b/c/g."}, {rfc, ".g", "http://a/b/c/.g"}, {rfc, "g..", "http://a/b/c/g.."},
		{rfc, "..g", "http://a/b/c/..g"}, {rfc, "./../g", "http://a/b/g"}, {rfc, "./g/.", "http://a/b/c/g/"},
		{rfc, "g/./h", "http://a/b/c/g/h"}, {rfc, "g/../h", "http://a/b/c/h"}, {rfc, "g;x=1/./y", "http://a/b/c/g;x=1/y"},
		{rfc, "g;x=1/../y", "http://a/b/c/y"}, {rfc, "g?y/./x", "http://a/b/c/g?y/./x"}, {rfc, "g?y/../x", "http://a/b/c/g?y/../x"},
		{rfc, "g#s/./x", "http://a/b/c/g#s/./x"}, {rfc, "g#s/../x", "http://a/b/c/g#s/../x"}, {rfc, "http:g", "http:g"},

		{"http://a/b/../c#frag", "", "http://a/b/../c"},
		{"http://a", "b", "http://a/b"},
		{"http://a?q", "b", "http://a/b"},
		{"http://a?q", "?r", "http://a?r"},
		{"http://a", "../b", "http://a/b"},
		{"urn:x:y", "z", "urn:z"},
		{"urn:x:y", "#z", "urn:x:y#z"},
		{"urn:x:y/z", "../w", "urn:/w"},
		{"urn:x:y", "../w", "urn:w"},
		{"urn:x:y", "..", "urn:"},
		{"urn:x:y", ".", "urn:"},
		{"file:///a/b", "c", "file:///a/c"},
		{"http://a/b", "http://x/../y", "http://x/../y"},
		{"http://a/é/ü", "ß", "http://a/é/ß"},
		{"http://a/b", "1:x", "http://a/1:x"},
		{"http://a/b//", "../c", "http://a/b/c"},
	}
	for _, c := range cases {
		base, err := ParseBase(c.base)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Resolve([]byte("kept "), &base, []byte(c.ref))
		if err != nil || string(got) != "kept "+c.want {
			t.Errorf("resolveIRI(%q, %q) = %q, %v, want %q", c.base, c.ref, got, err, c.want)
		}
	}
}

func TestResolveIRIWithoutBase(t *testing.T) {
	if got, err := Resolve(nil, &Base{}, []byte("a:b")); err != nil || string(got) != "a:b" {
		t.Errorf("resolveIRI without base = %q, %v, want a:b", got, err)
	}
	for _, ref := range []string{"", "#x", "x", "/x", ":x"} {
		if got, err := Resolve(nil, &Base{}, []byte(ref)); err == nil {
			t.Errorf("resolveIRI(%q) without base = %q, want an error", ref, got)
		}
	}
	for _, base := range []string{"", "x", "//a/b", "/a", "#a", ":a", "1a:b"} {
		if _, err := ParseBase(base); err == nil {
			t.Errorf("parseBase(%q) succeeds, want an error", base)
		}
	}
}

func TestIRIFault(t *testing.T) {
	for iri, want := range map[string]string{
		"http://a/b?c#d":   "",
		"http://a/%20é":    "",
		"http://a/b c":     `' '`,
		"http://a/<b>":     `'<'`,
		"http://a/b\u0001": `'\x01'`,
		"http://a/%2":      "percent",
		"http://a/%zz":     "percent",
		"http://a#b#c":     "two number signs",
	} {
		if got := IRIFault([]byte(iri)); (want == "") != (got == "") ||
			!strings.Contains(got, want) {
			t.Errorf("iriFault(%q) = %q, want %q in it", iri, got, want)
		}
	}
}

// FuzzResolveIRI holds Resolve against net/url, which resolves by the same RFC; the two may
// differ where net/url normalises, so that only plain references are compared.
func FuzzResolveIRI(f *testing.F) {
	f.Add("http://a/b/c/d;p?q", "../g")
	f.Add("http://a", "./../x/./y/..")
	f.Add("urn:a:b", "../..")
	f.Fuzz(func(t *testing.T, base, ref string) {
		b, err := ParseBase(base)
		if err != nil {
			return
		}
		got, err := Resolve(nil, &b, []byte(ref))
		if err != nil {
			t.Fatalf("resolveIRI(%q, %q): %v", base, ref, err)
		}
		if SchemeEnd(got) < 0 {
			t.Fatalf("resolveIRI(%q, %q) = %q is not absolute", base, ref, got)
		}
		const plain = "abcd./"
		if !strings.HasPrefix(base, "http://a/") || strings.Trim(base[9:], plain) != "" || strings.Trim(ref, plain) != "" ||
			strings.HasPrefix(ref, "//") || strings.Contains(base+ref, "//a") || ref == "" {
			return
		}
		parsed, err := url.Parse(base)
		if err != nil {
			return
		}
		want, err := parsed.Parse(ref)
		if err == nil && want.String() != string(got) {
			t.Errorf("resolveIRI(%q, %q) = %q, net/url gives %q", base, ref, got, want)
		}
	})
}
