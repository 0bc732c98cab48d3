package rdf

import (
	"hash/maphash"
	"slices"
)

// ID numbers the distinct RDF terms of one document, from 0 in order of first appearance.
type ID int32

// None is no term.
const None ID = -1

// termKind tells IRIs, blank nodes and literals apart.
type termKind uint8

const (
	IRI termKind = iota
	Blank
	Literal
)

// Statement is one RDF triple of interned terms, and the line on which it ended.
type Statement struct {
	S, P, O ID
	Line    int32
}

// Table interns the RDF terms of a document. A term is an address in an arena of bytes that
// never move, and looking up a known term allocates nothing.
//
// Blank nodes have two name spaces: those that the document labels ("_:x", rdf:nodeID) and those
// that a decoder makes for "[]", "()" and unlabelled elements; they never collide.
type Table struct {
	// chunks[i] holds the text at the addresses from i*textChunk on. A text is in one chunk; one
	// longer than textChunk has a chunk to itself, and the chunks of its further addresses are nil.
	// So every text begins less than textChunk behind the start of its chunk.
	chunks [][]byte
	open   int // the chunk that is being filled

	Terms []termEntry
	slots []termSlot // open addressing, at most half full; len is a power of two
	seed  maphash.Seed

	blanks int // made by newBlank
}

// termEntry is one term: size bytes at the address start are its IRI, blank node label (empty for
// an unlabelled node) or lexical form; the language tag of a literal, of lang bytes, follows them.
type termEntry struct {
	start, size uint32
	datatype    ID     // of a literal; else None
	langKind    uint32 // lang<<2 | kind
}

func (e *termEntry) kind() termKind { return termKind(e.langKind & 3) }
func (e *termEntry) lang() uint32   { return e.langKind >> 2 }

// termSlot is the hash of a term in the upper half and its ID + 1 in the lower; 0 where empty.
// Probing and growing look at no entry whose hash differs.
type termSlot uint64

const (
	textChunk      = 1 << 20
	firstTextChunk = 1 << 16 // most documents of a test suite are small
)

// NewTable returns an empty Table.
func NewTable() *Table {
	return &Table{
		chunks: [][]byte{make([]byte, 0, firstTextChunk)},
		slots:  make([]termSlot, 1<<12),
		seed:   maphash.MakeSeed(),
	}
}

// Size returns the number of addresses in use, of 32 bits.
func (t *Table) Size() int { return len(t.chunks) * textChunk }

// IRI interns an absolute IRI. The bytes are copied.
func (t *Table) IRI(b []byte) ID { return t.intern(IRI, b, None, nil) }

// Labelled interns the blank node that the document calls label.
func (t *Table) Labelled(label []byte) ID { return t.intern(Blank, label, None, nil) }

// NewBlank makes a fresh blank node.
func (t *Table) NewBlank() ID {
	t.blanks++
	t.Terms = append(t.room(), termEntry{langKind: uint32(Blank), datatype: None})
	return ID(len(t.Terms) - 1)
}

// Literal interns a literal. Datatype is never None: plain literals are xsd:string, tagged ones
// rdf:langString with lang their tag (kept as written, compared without regard to case).
func (t *Table) Literal(lexical []byte, datatype ID, lang []byte) ID {
	return t.intern(Literal, lexical, datatype, lang)
}

func (t *Table) intern(kind termKind, b []byte, datatype ID, lang []byte) ID {
	h := uint32(maphash.Bytes(t.seed, b)) + uint32(kind)*0x9e3779b1 + uint32(datatype)*0x85ebca6b +
		uint32(len(lang))
	langKind := uint32(len(lang))<<2 | uint32(kind)
	mask := uint32(len(t.slots) - 1)
	i := h & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		if uint32(t.slots[i]>>32) != h {
			continue
		}
		id := ID(uint32(t.slots[i])) - 1
		e := &t.Terms[id]
		if e.langKind == langKind && e.datatype == datatype && string(t.textOf(e)) == string(b) &&
			EqualFoldASCII(t.Lang(id), lang) {
			return id
		}
	}
	id := ID(len(t.Terms))
	t.Terms = append(t.room(), termEntry{start: t.store(b, lang), size: uint32(len(b)),
		datatype: datatype, langKind: langKind})
	t.slots[i] = termSlot(h)<<32 | termSlot(id+1)
	if 2*len(t.Terms) > len(t.slots) {
		t.grow()
	}
	return id
}

// room returns terms with place for one more. It doubles a full table, which copies each entry
// once; append copies those of a large one four times over.
func (t *Table) room() []termEntry {
	if len(t.Terms) == cap(t.Terms) {
		return slices.Grow(t.Terms, len(t.Terms)+64)
	}
	return t.Terms
}

// store copies a text and the tag behind it into the arena and returns its address.
func (t *Table) store(b, lang []byte) uint32 {
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

func (t *Table) grow() {
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

func (t *Table) Kind(id ID) termKind { return t.Terms[id].kind() }

// Bytes returns the IRI, label or lexical form. It must not be changed.
func (t *Table) Bytes(id ID) []byte { return t.textOf(&t.Terms[id]) }

func (t *Table) textOf(e *termEntry) []byte {
	return t.chunks[e.start/textChunk][e.start%textChunk:][:e.size]
}

// Datatype returns the datatype of a literal.
func (t *Table) Datatype(id ID) ID { return t.Terms[id].datatype }

// Lang returns the language tag of a literal.
func (t *Table) Lang(id ID) []byte {
	e := &t.Terms[id]
	return t.chunks[e.start/textChunk][e.start%textChunk+e.size:][:e.lang()]
}

// EqualFoldASCII compares texts of the same length without regard to the case of ASCII letters.
func EqualFoldASCII(a, b []byte) bool {
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
