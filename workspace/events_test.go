package workspace

import (
	"strings"
	"testing"

	"box2el-owl/db"
)

// TestEventsOfLargeEdits: the events that are kept have a bounded number of bytes, and the last
// event is kept.
func TestEventsOfLargeEdits(t *testing.T) {
	axiom := db.OperationAxiom{Axiom: strings.Repeat("a", keptText/8)}
	var e events
	for i := range 40 {
		axioms := []db.OperationAxiom{axiom}
		if i == 39 {
			axioms = make([]db.OperationAxiom, 20)
			for j := range axioms {
				axioms[j] = axiom
			}
		}
		e.add(operationEvent(&db.Operation{Axioms: axioms}))
		list, _ := e.since(0)
		if want := min(i+1, 8); i < 39 && len(list) != want || i == 39 && len(list) != 1 {
			t.Fatalf("event %d: %d events are kept", i+1, len(list))
		}
	}
}
