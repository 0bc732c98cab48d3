package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestWriteDocument checks that pairs are on one line and that the document equals that of
// encoding/json.
func TestWriteDocument(t *testing.T) {
	type object struct {
		Name  string      `json:"name"`
		Pairs [][2]string `json:"pairs"`
		Sets  [][]object  `json:"sets,omitempty"`
		None  []string    `json:"none"`
		Some  []int       `json:"some"`
	}
	document := object{
		Name:  "a \"[quoted]\" {name}: 1, 2\\",
		Pairs: [][2]string{{"a", "b, [c]"}, {"d\"", "é<&>"}},
		Sets:  [][]object{{{Name: "inner"}}, {}},
		None:  []string{},
		Some:  []int{1, 2},
	}
	var got bytes.Buffer
	if err := new(streams).writeDocument(&got, document); err != nil {
		t.Fatal(err)
	}
	want := `{
  "name": "a \"[quoted]\" {name}: 1, 2\\",
  "pairs": [
    ["a", "b, [c]"],
    ["d\"", "é<&>"]
  ],
  "sets": [
    [
      {
        "name": "inner",
        "pairs": null,
        "none": null,
        "some": null
      }
    ],
    []
  ],
  "none": [],
  "some": [
    1,
    2
  ]
}
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	var standard, ours bytes.Buffer
	if err := json.Compact(&ours, got.Bytes()); err != nil {
		t.Fatal(err)
	}
	enc := json.NewEncoder(&standard)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(document); err != nil {
		t.Fatal(err)
	}
	if ours.String() != strings.TrimSpace(standard.String()) {
		t.Errorf("another document: %s", ours.String())
	}
}

// TestIndentMany indents many pairs, as of the classes of a large ontology. What was written before
// a pair must not be copied: the memory allocated in all is a small multiple of the output.
func TestIndentMany(t *testing.T) {
	const pairs = 5000
	compact := []byte("[" + strings.Repeat(`["http://e/A","http://e/B"],`, pairs) + `[1,2]]`)
	result := testing.Benchmark(func(b *testing.B) {
		for range b.N {
			if n := bytes.Count(indentJSON(compact), []byte("\n")); n != pairs+3 {
				b.Fatalf("%d lines, want %d", n, pairs+3)
			}
		}
	})
	if got := result.AllocedBytesPerOp(); result.N == 0 || got > 50*int64(len(compact)) {
		t.Errorf("%d bytes were allocated for %d", got, len(compact))
	}
}
