package owl

import (
	"fmt"
	"runtime"
	"testing"
)

// TestMemoryOfParsedAxioms parses axioms one by one, as an editor sends them. Each must keep the
// memory of its own text alive, not that of a block.
func TestMemoryOfParsedAxioms(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const count = 2000
	axioms := make([]Axiom, count)
	before := heap()
	for i := range axioms {
		var err error
		if axioms[i], err = ParseAxiom(fmt.Sprintf(
			`AnnotationAssertion(<http://x/note> <http://x/A> "remark %d")`, i), nil); err != nil {
			t.Fatal(err)
		}
	}
	if each := (int64(heap()) - int64(before)) / count; each > 2048 {
		t.Errorf("an axiom takes %d bytes, want at most 2048", each)
	}
	runtime.KeepAlive(axioms)
}
