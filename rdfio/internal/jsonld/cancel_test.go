package jsonld

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"box2el-owl/rdfio/internal/doc"
	"box2el-owl/rdfio/internal/rdf"
)

// TestDecodeCanceled cancels the read of a document of 20 MB at its first triple: no second node is
// read.
func TestDecodeCanceled(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"@graph":[`)
	for i := range 200_000 {
		fmt.Fprintf(&text, `{"@id":"http://example.org/%d","@type":"http://www.w3.org/2002/07/owl#Class","http://example.org/p":["x"]},`, i)
	}
	text.WriteString(`{"@id":"http://example.org/last"}]}`)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	limits := doc.Limits{}.WithDefaults()
	w := doc.NewWindow(ctx, strings.NewReader(text.String()), "a.jsonld", limits)
	opts := doc.Options{Base: "http://example.org/", Limits: limits, Prefix: func(string, string) {}, Warn: func(int, int, string) {}}
	triples := 0
	var canceled time.Time
	err := Decode(w, rdf.NewTable(), opts, func(rdf.Statement) error {
		triples++
		canceled = time.Now()
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || triples > 2 {
		t.Errorf("error %v after %d triples", err, triples)
	}
	t.Logf("ended %v after it was canceled", time.Since(canceled))
}
