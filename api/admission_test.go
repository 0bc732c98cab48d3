package api

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"box2el-owl/api/contract"
)

// TestWeights holds every operation to a CPU slot and a deadline, except those that answer at once
// or stream.
func TestWeights(t *testing.T) {
	atOnce := []string{
		"cancelJob", "classify", "createTicket", "deleteOntology", "followJob", "followOntology",
		"getCapabilities", "getContract", "getHealth", "getJob", "getMetrics", "getOntology",
		"listJobs", "listOntologies", "makeReport", "openSession", "startRun", "train",
	}
	// more than axioms decide
	untagged := []string{"getNeighbourhood", "getModel", "getPatch", "listDoubtful"}
	spec, err := contract.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	all, err := operationsOf(spec)
	if err != nil {
		t.Fatal(err)
	}
	for id, o := range all {
		if light := o.weight == light; light != slices.Contains(atOnce, id) {
			t.Errorf("%s: weight %v", id, o.weight)
		}
		tagged := o.byRevision || slices.Contains(untagged, id)
		if o.route.Method == "GET" && o.view && !tagged {
			t.Errorf("%s: no ETag (byRevision)", id)
		}
	}
}

// TestManyValues refuses a body that would take seconds to check, and no axioms because of their
// punctuation.
func TestManyValues(t *testing.T) {
	many := "{" + strings.Repeat(`"k":1,`, maxValues+1) + `"k":1}`
	var refused *problem
	_, err := readJSON(strings.NewReader(many))
	if !errors.As(err, &refused) || refused.Status != http.StatusUnprocessableEntity {
		t.Errorf("error %v", err)
	}
	axiom := `"` + strings.Repeat(`,[{\"`, maxValues) + `"`
	if _, err := readJSON(strings.NewReader("[" + axiom + "," + axiom + "]")); err != nil {
		t.Error(err)
	}
}

// TestIntegers refuses numbers that are integers in JSON Schema, but do not fit the types of Go.
func TestIntegers(t *testing.T) {
	h := start(t, Options{})
	id := h.open(heart).ID
	for _, number := range []string{"1.0", "1e0", "9223372036854775808", "1e30"} {
		body := `{"baseRevision":` + number + `}`
		h.refused(h.request("PATCH", "/ontologies/"+id, body), 422, "invalid")
	}
}
