package rdfio

import "hash/maphash"

// termID numbers the distinct RDF terms of one document, from 0 in order of first appearance.
type termID int32

// noTerm stands for "no term".
const noTerm termID = -1

// termKind tells IRIs, blank nodes and literals apart.
type termKind uint8

const (
	iriTerm termKind = iota
	blankTerm
	literalTerm
)

// statement is one RDF triple of interned terms, and the line on which it ended.
type statement struct {
	s, p, o termID
	line    int32
}

// termTable interns the RDF terms of a document. All text lies in one growing byte arena; a term
// is an offset into it, and looking up a known term allocates nothing.
//
// Blank nodes have two name spaces: those that the document labels ("_:x", rdf:nodeID) and those
// that a decoder makes for "[]", "()" and unlabelled elements; they never collide.
type termTable struct {
	text  []byte
	terms []termEntry
	slots []int32 // open addressing, termID+1, 0 empty; len is a power of two
	seed  maphash.Seed

	blanks int // made by newBlank
}

// termEntry is one term: text[start:end] is its IRI, blank node label (empty for an unlabelled
// node) or lexical form; a literal's language tag lies at text[end:end+lang].
type termEntry struct {
	start, end uint32
	hash       uint32
	datatype   termID // of a literal; else noTerm
	lang       uint8  // length of the language tag
	kind       termKind
}

func newTermTable() *termTable {
	return &termTable{slots: make([]int32, 1<<12), seed: maphash.MakeSeed()}
}

// iri interns an absolute IRI. The bytes are copied.
func (t *termTable) iri(b []byte) termID { return t.intern(iriTerm, b, noTerm, nil) }

// labelled interns the blank node that the document calls label.
func (t *termTable) labelled(label []byte) termID { return t.intern(blankTerm, label, noTerm, nil) }

// newBlank makes a fresh blank node.
func (t *termTable) newBlank() termID {
	t.blanks++
	at := uint32(len(t.text))
	t.terms = append(t.terms, termEntry{start: at, end: at, kind: blankTerm, datatype: noTerm})
	return termID(len(t.terms) - 1)
}

// literal interns a literal. Datatype is never noTerm: plain literals are xsd:string, tagged ones
// rdf:langString with lang their tag (kept as written, told apart without regard to case).
func (t *termTable) literal(lexical []byte, datatype termID, lang []byte) termID {
	return t.intern(literalTerm, lexical, datatype, lang)
}

func (t *termTable) intern(kind termKind, b []byte, datatype termID, lang []byte) termID {
	h := uint32(maphash.Bytes(t.seed, b)) + uint32(kind)*0x9e3779b1 + uint32(datatype)*0x85ebca6b + uint32(len(lang))
	mask := uint32(len(t.slots) - 1)
	i := h & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		id := termID(t.slots[i] - 1)
		e := &t.terms[id]
		if e.hash == h && e.kind == kind && e.datatype == datatype && string(t.text[e.start:e.end]) == string(b) &&
			int(e.lang) == len(lang) && equalFoldASCII(t.text[e.end:e.end+uint32(e.lang)], lang) {
			return id
		}
	}
	id := termID(len(t.terms))
	start := uint32(len(t.text))
	t.text = append(t.text, b...)
	end := uint32(len(t.text))
	t.text = append(t.text, lang...)
	t.terms = append(t.terms, termEntry{start: start, end: end, hash: h, kind: kind, datatype: datatype, lang: uint8(len(lang))})
	t.slots[i] = int32(id) + 1
	if 2*len(t.terms) > len(t.slots) {
		t.grow()
	}
	return id
}

func (t *termTable) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	mask := uint32(len(t.slots) - 1)
	for id := range t.terms {
		e := &t.terms[id]
		if e.kind == blankTerm && e.start == e.end {
			continue // fresh blank nodes are not looked up
		}
		i := e.hash & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(id) + 1
	}
}

func (t *termTable) kind(id termID) termKind { return t.terms[id].kind }

// bytes returns the IRI, label or lexical form. The slice is good until the next term is interned.
func (t *termTable) bytes(id termID) []byte {
	e := &t.terms[id]
	return t.text[e.start:e.end]
}

// datatype returns the datatype of a literal.
func (t *termTable) datatype(id termID) termID { return t.terms[id].datatype }

// lang returns the language tag of a literal.
func (t *termTable) lang(id termID) []byte {
	e := &t.terms[id]
	return t.text[e.end : e.end+uint32(e.lang)]
}

func equalFoldASCII(a, b []byte) bool {
	for i := range a {
		x, y := a[i], b[i]
		if 'A' <= x && x <= 'Z' {
			x += 'a' - 'A'
		}
		if 'A' <= y && y <= 'Z' {
			y += 'a' - 'A'
		}
		if x != y {
			return false
		}
	}
	return true
}
