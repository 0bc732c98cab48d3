package texts

import (
	"strings"
	"testing"

	"box2el-owl/suggest/asserted"
)

// read returns the Texts of one class with a label and a definition.
func read(label, definition string) *Texts {
	t := &Texts{Index: &asserted.Index{
		Labels: []asserted.Name{asserted.NewName(label)}, Exact: make([][]asserted.Name, 1),
		Texts: []string{definition},
	}}
	t.DefinitionTokens = [][]Token{t.definition(definition)}
	return t
}

// TestFirstSentence has brackets, abbreviations and punctuation within a sentence.
func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"An amorphous (non-crystalline) solid. It is clear.": "an amorphous solid",
		"A cell, e.g. a neuron, of fig. 2; a cell.":          "a cell e.g a neuron of fig 2",
		"A cell [GO:0001] that has 2.5 nuclei":               "a cell that has 2.5 nuclei",
		"Cells: CD4+ ones":                                   "cell cd4+ one",
		"":                                                   "",
	} {
		x := read("", text)
		var words []string
		for _, token := range x.FirstSentence(0) {
			words = append(words, x.Word(token))
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestManyStops reads a long word and as many full stops in linear time.
func TestManyStops(t *testing.T) {
	const n = 1 << 20
	x := read("", strings.Repeat("a", n)+strings.Repeat(".", n)+" b")
	if tokens := x.DefinitionTokens[0]; len(tokens) != 2 || tokens[1].Cut != Stop {
		t.Errorf("%d tokens", len(tokens))
	}
}

// TestDenies has negations that are about the name and words that only seem to be.
func TestDenies(t *testing.T) {
	for text, want := range map[string]bool{
		"A muscle that is not a valve.":      true,
		"A device other than a valve.":       true,
		"Unlike the valve, it moves.":        true,
		"A distinct kind of valve.":          false,
		"It is not a pump. A valve of steel": false,
		"A valve that is not closed.":        false,
	} {
		x := read("valve", text)
		if got := x.Denies(0, 0); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
