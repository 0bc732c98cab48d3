package rdf

import (
	"bytes"
	"fmt"
	"testing"
)

// TestTermTableSizes interns texts around the size of a chunk, with small ones between them, and
// finds them all again.
func TestTermTableSizes(t *testing.T) {
	terms := NewTable()
	lang := bytes.Repeat([]byte("abcdefg-"), 5000)
	type want struct {
		id         ID
		text, lang []byte
	}
	var all []want
	add := func(text, lang []byte) {
		id := terms.Literal(text, 0, lang)
		if again := terms.Literal(text, 0, lang); again != id {
			t.Errorf("a text of %d bytes, tag of %d: %d, then %d", len(text), len(lang), id, again)
		}
		all = append(all, want{id, text, lang})
	}
	for i, size := range []int{0, 10, firstTextChunk - 5, firstTextChunk, textChunk - 1,
		3*textChunk + 7, 2 * textChunk, 100, textChunk, textChunk + 1, 20, textChunk / 2,
		5 * textChunk} {
		text := bytes.Repeat([]byte{byte('a' + i)}, size)
		add(text, nil)
		add(fmt.Appendf(nil, "between %d", i), nil)
		add(text, lang[:255+i])
		add(text, lang[:1+i])
	}
	add([]byte("x"), lang)
	for _, w := range all {
		if !bytes.Equal(terms.Bytes(w.id), w.text) || !bytes.Equal(terms.Lang(w.id), w.lang) ||
			terms.Kind(w.id) != Literal {
			t.Errorf("term %d: %d bytes with a tag of %d came back as %d with a tag of %d",
				w.id, len(w.text), len(w.lang), len(terms.Bytes(w.id)), len(terms.Lang(w.id)))
		}
	}
}
