package rdfio

import (
	"hash/maphash"
	"slices"
)

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

// termTable interns the RDF terms of a document. A term is an address in an arena of bytes that
// never move, and looking up a known term allocates nothing.
//
// Blank nodes have two name spaces: those that the document labels ("_:x", rdf:nodeID) and those
// that a decoder makes for "[]", "()" and unlabelled elements; they never collide.
type termTable struct {
	// chunks[i] holds the text at the addresses from i*textChunk on. A text lies in one chunk; one
	// longer than textChunk has a chunk to itself, and the chunks whose addresses it takes up are
	// nil. So every text begins less than textChunk behind the start of its chunk.
	chunks [][]byte
	open   int // the chunk that is being filled

	terms []termEntry
	slots []termSlot // open addressing, at most half full; len is a power of two
	seed  maphash.Seed

	blanks int // made by newBlank
}

// termEntry is one term: size bytes at the address start are its IRI, blank node label (empty for an
// unlabelled node) or lexical form; a literal's language tag of lang bytes lies behind them.
type termEntry struct {
	start, size uint32
	datatype    termID // of a literal; else noTerm
	langKind    uint32 // lang<<2 | kind
}

func (e *termEntry) kind() termKind { return termKind(e.langKind & 3) }
func (e *termEntry) lang() uint32   { return e.langKind >> 2 }

// termSlot is the hash of a term in the upper half and its termID + 1 in the lower; 0 where empty.
// Probing and growing look at no entry whose hash differs.
type termSlot uint64

const (
	textChunk      = 1 << 20
	firstTextChunk = 1 << 16 // most documents of a test suite are small
)

func newTermTable() *termTable {
	return &termTable{
		chunks: [][]byte{make([]byte, 0, firstTextChunk)},
		slots:  make([]termSlot, 1<<12),
		seed:   maphash.MakeSeed(),
	}
}

// size is how much of the 32 bits of addresses is used.
func (t *termTable) size() int { return len(t.chunks) * textChunk }

// iri interns an absolute IRI. The bytes are copied.
func (t *termTable) iri(b []byte) termID { return t.intern(iriTerm, b, noTerm, nil) }

// labelled interns the blank node that the document calls label.
func (t *termTable) labelled(label []byte) termID { return t.intern(blankTerm, label, noTerm, nil) }

// newBlank makes a fresh blank node.
func (t *termTable) newBlank() termID {
	t.blanks++
	t.terms = append(t.room(), termEntry{langKind: uint32(blankTerm), datatype: noTerm})
	return termID(len(t.terms) - 1)
}

// literal interns a literal. Datatype is never noTerm: plain literals are xsd:string, tagged ones
// rdf:langString with lang their tag (kept as written, told apart without regard to case).
func (t *termTable) literal(lexical []byte, datatype termID, lang []byte) termID {
	return t.intern(literalTerm, lexical, datatype, lang)
}

func (t *termTable) intern(kind termKind, b []byte, datatype termID, lang []byte) termID {
	h := uint32(maphash.Bytes(t.seed, b)) + uint32(kind)*0x9e3779b1 + uint32(datatype)*0x85ebca6b + uint32(len(lang))
	langKind := uint32(len(lang))<<2 | uint32(kind)
	mask := uint32(len(t.slots) - 1)
	i := h & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		if uint32(t.slots[i]>>32) != h {
			continue
		}
		id := termID(uint32(t.slots[i])) - 1
		e := &t.terms[id]
		if e.langKind == langKind && e.datatype == datatype && string(t.textOf(e)) == string(b) &&
			equalFoldASCII(t.lang(id), lang) {
			return id
		}
	}
	id := termID(len(t.terms))
	t.terms = append(t.room(), termEntry{start: t.store(b, lang), size: uint32(len(b)), datatype: datatype, langKind: langKind})
	t.slots[i] = termSlot(h)<<32 | termSlot(id+1)
	if 2*len(t.terms) > len(t.slots) {
		t.grow()
	}
	return id
}

// room returns terms with place for one more. It doubles a full table, which copies each entry once;
// append copies those of a large one four times over.
func (t *termTable) room() []termEntry {
	if len(t.terms) == cap(t.terms) {
		return slices.Grow(t.terms, len(t.terms)+64)
	}
	return t.terms
}

// store copies a text and the tag behind it into the arena and returns its address.
func (t *termTable) store(b, lang []byte) uint32 {
	n := len(b) + len(lang)
	if n > textChunk {
		at := len(t.chunks)
		t.chunks = append(t.chunks, make([][]byte, (n+textChunk-1)/textChunk)...)
		t.chunks[at] = append(append(make([]byte, 0, n), b...), lang...)
		return uint32(at * textChunk)
	}
	chunk := t.chunks[t.open]
	if n > cap(chunk)-len(chunk) {
		t.open = len(t.chunks)
		chunk = make([]byte, 0, textChunk)
		t.chunks = append(t.chunks, chunk)
	}
	start := uint32(t.open*textChunk + len(chunk))
	t.chunks[t.open] = append(append(chunk, b...), lang...)
	return start
}

func (t *termTable) grow() {
	old := t.slots
	t.slots = make([]termSlot, 2*len(old))
	mask := uint32(len(t.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := uint32(slot>>32) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slot
	}
}

func (t *termTable) kind(id termID) termKind { return t.terms[id].kind() }

// bytes returns the IRI, label or lexical form. It must not be changed.
func (t *termTable) bytes(id termID) []byte { return t.textOf(&t.terms[id]) }

func (t *termTable) textOf(e *termEntry) []byte {
	return t.chunks[e.start/textChunk][e.start%textChunk:][:e.size]
}

// datatype returns the datatype of a literal.
func (t *termTable) datatype(id termID) termID { return t.terms[id].datatype }

// lang returns the language tag of a literal.
func (t *termTable) lang(id termID) []byte {
	e := &t.terms[id]
	return t.chunks[e.start/textChunk][e.start%textChunk+e.size:][:e.lang()]
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
