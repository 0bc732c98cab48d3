package owl

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// AppendCanonical appends the canonical form of an axiom. Two axioms are equal in the sense of the
// Structural Specification (section 2.1) exactly if these bytes are equal.
//
// The canonical form is the functional-style syntax in UTF-8 with these rules:
//
//   - One space between arguments, none next to parentheses; HasKey is HasKey(C (p q) (d)) with
//     annotations in front of C.
//   - Every IRI in full, <…>, with its characters unchanged.
//   - A literal is its lexical form between quotation marks, with a backslash before each quotation
//     mark and backslash and nothing else escaped; then @ and the language tag in lower case, or ^^
//     and the datatype, which is always written: "x"^^<http://www.w3.org/2001/XMLSchema#string>.
//   - An anonymous individual is _: and its node id.
//   - An unqualified cardinality has its filler, owl:Thing or rdfs:Literal.
//   - The operands of ObjectIntersectionOf, ObjectUnionOf, ObjectOneOf, DataIntersectionOf,
//     DataUnionOf, DataOneOf, EquivalentClasses, EquivalentObjectProperties,
//     EquivalentDataProperties, SameIndividual, the facets of DatatypeRestriction, both lists of
//     HasKey, and the annotations of an axiom or annotation are sorted by the bytes of their own
//     canonical forms, without duplicates.
//   - The operands of DisjointClasses, DisjointObjectProperties, DisjointDataProperties,
//     DifferentIndividuals, InverseObjectProperties and, after the class, of DisjointUnion are
//     sorted with duplicates, because a class that is disjoint with itself is unsatisfiable.
//   - Chains, the properties of DataSomeValuesFrom and DataAllValuesFrom, and everything else keep
//     their order. A Rule is its text.
func AppendCanonical(dst []byte, a Axiom) []byte {
	return render(renderer{dst: dst, canonical: true}, a)
}

// usualLength is a buffer size that fits most axioms with full IRIs.
const usualLength = 256

// AppendCanonicalBare appends the canonical form of an axiom without its annotations. The bytes are
// equal for axioms that differ only in annotations.
func AppendCanonicalBare(dst []byte, a Axiom) []byte {
	return render(renderer{dst: dst, canonical: true, bare: true}, a)
}

// AppendCanonicalClassExpression appends the canonical form of a class expression, as in the
// canonical form of an axiom.
func AppendCanonicalClassExpression(dst []byte, c ClassExpression) []byte {
	return render(renderer{dst: dst, canonical: true}, c)
}

// AppendCanonicalDataRange appends the canonical form of a data range.
func AppendCanonicalDataRange(dst []byte, d DataRange) []byte {
	return render(renderer{dst: dst, canonical: true}, d)
}

// AppendCanonicalLiteral appends the canonical form of a literal.
func AppendCanonicalLiteral(dst []byte, l *Literal) []byte {
	return render(renderer{dst: dst, canonical: true}, l)
}

// AppendCanonicalAnnotation appends the canonical form of an annotation.
func AppendCanonicalAnnotation(dst []byte, a Annotation) []byte {
	return render(renderer{dst: dst, canonical: true}, a)
}

// Canonical returns the canonical form of an axiom as a string.
func Canonical(a Axiom) string { return string(AppendCanonical(make([]byte, 0, usualLength), a)) }

// Hash is the SHA-256 of a canonical form.
type Hash [sha256.Size]byte

// String returns the 64 lower-case hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash parses the format of Hash.String; ok is false for any other text.
func ParseHash(digits string) (h Hash, ok bool) {
	if len(digits) != 2*len(h) {
		return h, false
	}
	if _, err := hex.Decode(h[:], []byte(digits)); err != nil {
		return Hash{}, false
	}
	return h, true
}

// HashAxiom returns the SHA-256 of the axiom's canonical form.
func HashAxiom(a Axiom) Hash {
	return sha256.Sum256(AppendCanonical(make([]byte, 0, usualLength), a))
}

// Compare orders axioms by kind, then by the bytes of their canonical forms. It returns 0 exactly
// for equal axioms. Sort is cheaper for many axioms, because it renders each only once.
func Compare(a, b Axiom) int {
	if c := cmp.Compare(a.Kind(), b.Kind()); c != 0 {
		return c
	}
	return bytes.Compare(AppendCanonical(nil, a), AppendCanonical(nil, b))
}

// Sort sorts the axioms in the order of Compare, and the imports and the ontology's annotations by
// their bytes. The sort is stable.
func (o *Ontology) Sort() {
	SortAxioms(o.Axioms)
	slices.SortStableFunc(o.Imports, IRI.Compare)
	slices.SortStableFunc(o.Annotations, func(a, b Annotation) int {
		return bytes.Compare(AppendCanonicalAnnotation(nil, a), AppendCanonicalAnnotation(nil, b))
	})
}

// SortedHeader returns the imports and the annotations of the ontology in the order of Sort, each
// once.
func (o *Ontology) SortedHeader() *Ontology {
	header := &Ontology{Imports: slices.Clone(o.Imports), Annotations: slices.Clone(o.Annotations)}
	header.Dedup()
	header.Sort()
	return header
}

// SortAxioms sorts in place in the order of Compare. The sort is stable. It needs memory for the
// canonical forms of all axioms.
func SortAxioms(axioms []Axiom) {
	for i, k := range canonicalOrder(axioms) {
		axioms[i] = k.axiom
	}
}

// SortedSet returns the axioms in the order of Compare, without duplicates. Of equal axioms it
// keeps the first. It needs memory for the canonical forms of all axioms.
func SortedSet(axioms []Axiom) []Axiom {
	set := make([]Axiom, 0, len(axioms))
	var last []byte
	for _, k := range canonicalOrder(axioms) {
		if last == nil || !bytes.Equal(k.form, last) {
			set = append(set, k.axiom)
		}
		last = k.form
	}
	return set
}

// canonicalKey is an axiom with its sort key.
type canonicalKey struct {
	axiom Axiom
	form  []byte
	index int32 // in the given order
	kind  AxiomKind
}

// canonicalOrder renders each axiom once, into blocks, and sorts.
func canonicalOrder(axioms []Axiom) []canonicalKey {
	block := min(1<<20, 256*len(axioms)) // less for short lists, which are sorted by the thousand
	keys := make([]canonicalKey, len(axioms))
	r := renderer{canonical: true}
	for i, a := range axioms {
		if cap(r.dst)-len(r.dst) < block/4 {
			r.dst = make([]byte, 0, block)
		}
		start := len(r.dst)
		r.axiom(a)
		keys[i] = canonicalKey{a, r.dst[start:], int32(i), a.Kind()}
	}
	slices.SortFunc(keys, func(a, b canonicalKey) int {
		if a.kind != b.kind {
			return cmp.Compare(a.kind, b.kind)
		}
		if c := bytes.Compare(a.form, b.form); c != 0 {
			return c
		}
		return cmp.Compare(a.index, b.index)
	})
	return keys
}

// Dedup removes axioms that are equal to an earlier one, and repeated imports and annotations of
// the ontology. It keeps the order of the rest.
func (o *Ontology) Dedup() {
	var buf []byte
	seen := make(map[Hash]struct{}, len(o.Axioms))
	o.Axioms = slices.DeleteFunc(o.Axioms, func(a Axiom) bool {
		buf = AppendCanonical(buf[:0], a)
		return repeated(seen, sha256.Sum256(buf))
	})
	clear(seen)
	o.Annotations = slices.DeleteFunc(o.Annotations, func(a Annotation) bool {
		buf = AppendCanonicalAnnotation(buf[:0], a)
		return repeated(seen, sha256.Sum256(buf))
	})
	imports := make(map[IRI]struct{}, len(o.Imports))
	o.Imports = slices.DeleteFunc(o.Imports, func(i IRI) bool { return repeated(imports, i) })
}

// repeated reports whether key is in seen, and adds it.
func repeated[K comparable](seen map[K]struct{}, key K) bool {
	n := len(seen)
	seen[key] = struct{}{}
	return len(seen) == n
}

// Hash identifies the content of the ontology independently of the order and repetition of its
// axioms and of its prefixes. It is the SHA-256 of these lines, each ended by a line feed:
//
//   - Ontology(<IRI> <version IRI>), Ontology(<IRI>) or Ontology();
//   - Import(<IRI>) for each import, sorted by bytes, without repetition;
//   - the canonical form of each annotation of the ontology, sorted, without repetition;
//   - the hash of each axiom in lower-case hexadecimal digits, sorted, without repetition.
func (o *Ontology) Hash() Hash {
	r := renderer{canonical: true}
	r.open("Ontology")
	if !o.IRI.IsZero() {
		r.iri(o.IRI)
		if !o.VersionIRI.IsZero() {
			r.Slot(nil, o.VersionIRI)
		}
	}
	r.close()

	var imports, annotations [][]byte
	for _, i := range o.Imports {
		imports = append(imports, append(AppendIRI([]byte("Import("), i, nil), ')'))
	}
	for _, a := range o.Annotations {
		annotations = append(annotations, AppendCanonicalAnnotation(nil, a))
	}
	axioms := make([]Hash, len(o.Axioms))
	var buf []byte
	for i, a := range o.Axioms {
		buf = AppendCanonical(buf[:0], a)
		axioms[i] = sha256.Sum256(buf)
	}
	slices.SortFunc(axioms, func(a, b Hash) int { return bytes.Compare(a[:], b[:]) })

	sum := sha256.New()
	sum.Write(append(r.dst, '\n'))
	for _, lines := range [][][]byte{imports, annotations} {
		slices.SortFunc(lines, bytes.Compare)
		for _, line := range slices.CompactFunc(lines, bytes.Equal) {
			sum.Write(append(line, '\n'))
		}
	}
	digits := make([]byte, 0, 2*sha256.Size+1)
	for _, h := range slices.Compact(axioms) {
		sum.Write(append(hex.AppendEncode(digits[:0], h[:]), '\n'))
	}
	return Hash(sum.Sum(nil))
}
