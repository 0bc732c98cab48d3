package el_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// standardType is a datatype according to the standards: its base type (Structural Specification,
// section 4; XML Schema 1.1 part 2, the diagram of built-in datatypes), and the bounds of an
// integer type.
type standardType struct {
	name, parent string
	low, high    *big.Int
}

func power(base, exponent int64) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(exponent), nil)
}

func minus(n *big.Int) *big.Int   { return new(big.Int).Neg(n) }
func lessOne(n *big.Int) *big.Int { return new(big.Int).Sub(n, big.NewInt(1)) }

func standardTypes() []standardType {
	types := []standardType{
		{name: "owl:real"}, {name: "owl:rational", parent: "owl:real"}, {name: "decimal", parent: "owl:rational"}, {name: "integer", parent: "decimal"},
		{name: "nonNegativeInteger", parent: "integer", low: big.NewInt(0)}, {name: "positiveInteger", parent: "nonNegativeInteger", low: big.NewInt(1)},
		{name: "nonPositiveInteger", parent: "integer", high: big.NewInt(0)}, {name: "negativeInteger", parent: "nonPositiveInteger", high: big.NewInt(-1)},
		{name: "rdf:PlainLiteral"}, {name: "rdf:langString", parent: "rdf:PlainLiteral"}, {name: "string", parent: "rdf:PlainLiteral"}, {name: "normalizedString", parent: "string"}, {name: "token", parent: "normalizedString"},
		{name: "NMTOKEN", parent: "token"}, {name: "Name", parent: "token"}, {name: "NCName", parent: "Name"}, {name: "language", parent: "token"},
		{name: "dateTime"}, {name: "dateTimeStamp", parent: "dateTime"},
		{name: "double"}, {name: "float"}, {name: "boolean"}, {name: "hexBinary"}, {name: "base64Binary"}, {name: "anyURI"}, {name: "rdf:XMLLiteral"},
	}
	signed, unsigned := "integer", "nonNegativeInteger"
	for i, name := range []string{"long", "int", "short", "byte"} {
		bits := int64(64 >> i)
		types = append(types,
			standardType{name, signed, minus(power(2, bits-1)), lessOne(power(2, bits-1))},
			standardType{
				"unsigned" + strings.ToUpper(name[:1]) + name[1:], unsigned, big.NewInt(0),
				lessOne(power(2, bits)),
			})
		signed, unsigned = name, types[len(types)-1].name
	}
	return types
}

// standard computes the expected theory of the datatypes.
type standard map[string]standardType

func (s standard) primitive(d string) string {
	for s[d].parent != "" {
		d = s[d].parent
	}
	return d
}

func (s standard) isInteger(d string) bool {
	return d == "integer" || s[d].parent != "" && s.isInteger(s[d].parent)
}

func atLeast(a, b *big.Int) bool { return b == nil || a != nil && a.Cmp(b) >= 0 }
func atMost(a, b *big.Int) bool  { return b == nil || a != nil && a.Cmp(b) <= 0 }

func (s standard) within(d, e string) bool {
	if s.isInteger(d) && s.isInteger(e) {
		return atLeast(s[d].low, s[e].low) && atMost(s[d].high, s[e].high)
	}
	for at := d; at != ""; at = s[at].parent {
		if at == e {
			return true
		}
	}
	// Beyond derivation: by their lexical spaces, a language tag is an NCName, and a Name an
	// NMTOKEN.
	switch d {
	case "language":
		return s.within("NCName", e)
	case "Name", "NCName":
		return e == "NMTOKEN"
	}
	return false
}

func (s standard) disjoint(d, e string) bool {
	if s.isInteger(d) && s.isInteger(e) {
		low, high := s.bounds(d, e)
		return low != nil && high != nil && low.Cmp(high) > 0
	}
	tagged := func(d, e string) bool { return d == "rdf:langString" && s.within(e, "string") }
	return s.primitive(d) != s.primitive(e) || tagged(d, e) || tagged(e, d)
}

// bounds returns the intersection of two integer types.
func (s standard) bounds(d, e string) (low, high *big.Int) {
	low, high = s[d].low, s[d].high
	if !atLeast(low, s[e].low) {
		low = s[e].low
	}
	if !atMost(high, s[e].high) {
		high = s[e].high
	}
	return low, high
}

// dataOntology returns an ontology that mentions datatypes and values; each is on a right side.
func dataOntology(ranges []string, values []string) *owl.Ontology {
	o := &owl.Ontology{}
	p := owl.DataProperty{IRI: owl.NewIRI("http://example.org/d")}
	add := func(c owl.ClassExpression) {
		o.Axioms = append(o.Axioms, &owl.SubClassOf{Sub: owl.Thing, Super: c})
	}
	for _, d := range ranges {
		add(&owl.DataSomeValuesFrom{Properties: []owl.DataProperty{p}, Range: datatypeNamed(d)})
	}
	for _, v := range values {
		add(&owl.DataHasValue{Property: p, Value: literal(v)})
	}
	return o
}

// dataTheory is a theory with its vocabulary, by the texts of dataOntology.
type dataTheory struct {
	*el.DataTheory
	concepts map[string]el.Concept
}

func theoryOf(t *testing.T, ranges, values []string) dataTheory {
	t.Helper()
	nf, _ := normalize(t, dataOntology(ranges, values))
	d := dataTheory{nf.DataTheory(el.Top), map[string]el.Concept{}}
	for i, text := range append(slices.Clone(ranges), values...) {
		d.concepts[text] = nf.NF3[i].Filler
	}
	return d
}

// closeUnder adds all consequences of the theory to a set.
func closeUnder(t *el.DataTheory, set map[el.Concept]bool) {
	for changed := true; changed; {
		changed = false
		add := func(c el.Concept) {
			if !set[c] {
				set[c], changed = true, true
			}
		}
		for _, a := range t.NF1 {
			if set[a.Sub] {
				add(a.Super)
			}
		}
		for _, a := range t.NF2 {
			if set[a.Left] && set[a.Right] {
				add(a.Super)
			}
		}
		if in := slices.DeleteFunc(slices.Clone(t.Distinct), func(c el.Concept) bool {
			return !set[c]
		}); len(in) > 1 {
			add(el.Bottom)
		}
	}
}

// says reports whether the intersection of the ranges and values on the left is included in the one
// on the right, or is empty if right is "".
func (d dataTheory) says(right string, left ...string) bool {
	set := map[el.Concept]bool{}
	for _, l := range left {
		set[d.concepts[l]] = true
	}
	closeUnder(d.DataTheory, set)
	if right == "" || set[el.Bottom] {
		return set[el.Bottom]
	}
	return set[d.concepts[right]]
}

// TestDatatypes compares the inclusions and disjointness of all datatypes with the standards.
func TestDatatypes(t *testing.T) {
	s := standard{}
	var names, iris []string
	for _, d := range standardTypes() {
		s[d.name] = d
		names = append(names, d.name)
		iris = append(iris, datatypeNamed(d.name).IRI.String())
	}
	slices.Sort(iris)
	if known := el.DatatypeNames(); !slices.Equal(iris,
		slices.DeleteFunc(known, func(iri string) bool {
			return iri == owl.RDFSLiteral.IRI.String()
		})) {
		t.Fatalf("the datatypes are %v, not %v", known, iris)
	}
	theory := theoryOf(t, names, nil)
	for _, d := range names {
		if theory.says("", d) {
			t.Errorf("%s is empty", d)
		}
		for _, e := range names {
			if got := theory.says(e, d); got != s.within(d, e) {
				t.Errorf("%s ⊑ %s: %t", d, e, got)
			}
			if got := theory.says("", d, e); got != s.disjoint(d, e) {
				t.Errorf("%s ⊓ %s ⊑ ⊥: %t", d, e, got)
			}
		}
	}
}

// TestDataTheory has expected entailments about values.
func TestDataTheory(t *testing.T) {
	for _, c := range []struct {
		left  string // separated by &
		right string // "" means empty
		want  bool
	}{
		{"5^^integer", "decimal", true}, {"5^^integer", "nonNegativeInteger", true}, {"5.5^^decimal & integer", "", true}, {"5.5^^decimal", "integer", false}, {"1.0^^decimal", "byte", true},
		{"1/3^^owl:rational & decimal", "", true}, {"1/3^^owl:rational", "owl:rational", true}, {"1/4^^owl:rational", "decimal", true},
		{"5^^integer & string", "", true}, {"300^^integer & byte", "", true}, {"300^^integer", "short", true},
		{"5^^integer & 5.0^^decimal", "", false}, {"5^^integer & 6^^integer", "", true}, {"5^^integer & 5^^float", "", true}, {"5^^integer & owl:real", "", false},
		{"x & x@en", "", true}, {"x@en", "rdf:PlainLiteral", true}, {"x@en", "rdf:langString", true}, {"x@en & string", "", true}, {"x & rdf:langString", "", true}, {"x", "language", true},
		{"a b", "token", true}, {"a b & NMTOKEN", "", true}, {"1a", "NMTOKEN", true}, {"1a & Name", "", true}, {"a:b", "Name", true}, {"a:b & NCName", "", true}, {" a", "normalizedString", true}, {" a & token", "", true}, {"a\tb & normalizedString", "", true},
		{"2020-01-01T00:00:00^^dateTime & dateTimeStamp", "", true}, {"2020-01-01T00:00:00Z^^dateTime", "dateTimeStamp", true},
		{"D7c=^^base64Binary & hexBinary", "", true}, {"http://x/^^anyURI & string", "", true}, {"<a/>^^rdf:XMLLiteral", "rdf:XMLLiteral", true}, {"<a/>^^rdf:XMLLiteral & string", "", true},
		{"x^^:unknown", "string", false}, {"x^^:unknown & integer", "", false}, {"x^^:unknown & x", "", false}, {":unknown & integer", "", false},
		{"<x:a/>^^rdf:XMLLiteral & <x:b/>^^rdf:XMLLiteral", "", false}, {"<x:a/>^^rdf:XMLLiteral", "rdf:XMLLiteral", true}, {"<x:a/>^^rdf:XMLLiteral & integer", "", true},
	} {
		left := strings.Split(c.left, " & ")
		texts := left
		if c.right != "" {
			texts = append(slices.Clone(left), c.right)
		}
		var ranges, values []string
		for _, text := range texts {
			if first := strings.Fields(text + " ")[0]; !strings.Contains(first, "^^") &&
				!strings.HasPrefix(text, " ") &&
				(el.IsDatatypeName(datatypeNamed(first).IRI.String()) || first == ":unknown") {
				ranges = append(ranges, text)
			} else {
				values = append(values, text)
			}
		}
		if got := theoryOf(t, ranges, values).says(c.right, left...); got != c.want {
			t.Errorf("%s ⊑ %q: %t", c.left, c.right, got)
		}
	}
}

// TestDataTheoryInParts compares the theory of random data ranges and values with the union of the
// theories of the earlier and of the later ones.
func TestDataTheoryInParts(t *testing.T) {
	texts := []string{
		"integer", "nonNegativeInteger", "decimal", "byte", "string", "token", "Name",
		"rdf:langString", "rdf:PlainLiteral", "dateTime", "negativeInteger",
	}
	literals := []string{
		"5^^integer", "0^^integer", "4.75^^decimal", "x", "x y", "x@en", "-3^^byte",
		"2020-01-01T00:00:00Z^^dateTime", "x^^:unknown", "<x:a/>^^rdf:XMLLiteral",
	}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		draw := func(list []string) []string {
			return slices.DeleteFunc(slices.Clone(list), func(string) bool {
				return rng.IntN(2) == 0
			})
		}
		nf, _ := normalize(t, dataOntology(draw(texts), draw(literals)))
		from := el.Concept(rng.IntN(nf.NumConcepts() + 1))
		whole := nf.DataTheory(el.Top)
		early, late := el.UpTo(nf.Vocabulary, from).DataTheory(el.Top), nf.DataTheory(from)
		both := &el.DataTheory{
			NF1: append(early.NF1, late.NF1...), NF2: append(early.NF2, late.NF2...),
			Distinct: append(early.Distinct, late.Distinct...),
		}
		for _, a := range late.NF1 {
			if max(a.Sub, a.Super) < from {
				t.Fatalf("seed %d: %v is old", seed, a)
			}
		}
		for a := range el.Concept(nf.NumConcepts()) {
			for b := range a + 1 {
				want, got := map[el.Concept]bool{a: true, b: true},
					map[el.Concept]bool{a: true, b: true}
				closeUnder(whole, want)
				closeUnder(both, got)
				if fmt.Sprint(want) != fmt.Sprint(got) {
					t.Fatalf("seed %d, from %d: of %v and %v follows %v, in parts %v", seed, from,
						nf.DataRange(a), nf.DataRange(b), want, got)
				}
			}
		}
	}
}

// TestManyValues limits the number of axioms for each of many values.
func TestManyValues(t *testing.T) {
	var values []string
	for i := range 10_000 {
		values = append(values, fmt.Sprintf("%d^^integer", i-5000), fmt.Sprintf("v%d", i))
	}
	ranges := []string{
		"integer", "nonNegativeInteger", "string", "NCName", "dateTime",
	}
	theory := theoryOf(t, ranges, values)
	if n := len(theory.Distinct); n != len(values) {
		t.Errorf("%d of %d values are kept apart", n, len(values))
	}
	if n := len(theory.NF1) + len(theory.NF2); n > 6*len(values) {
		t.Errorf("%d axioms for %d values", n, len(values))
	}
}

func BenchmarkDataTheory(b *testing.B) {
	var values []string
	for i := range 10_000 {
		values = append(values, fmt.Sprintf("%d^^integer", i), fmt.Sprintf("v%d", i))
	}
	nf, _, err := el.Normalize(b.Context(),
		dataOntology([]string{"integer", "string", "nonNegativeInteger", "token"}, values),
		el.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		nf.DataTheory(el.Top)
	}
	b.ReportMetric(float64(len(values))*float64(b.N)/b.Elapsed().Seconds(), "values/s")
}
