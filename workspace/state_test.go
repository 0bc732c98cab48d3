package workspace

import (
	"slices"
	"strings"
	"testing"
	"time"

	"box2el-owl/owl"
)

// transitions has the name of each state, and the states that may follow besides Gone. Many may, as
// the document can be replaced in each state.
var transitions = [...]struct {
	name string
	next []State
}{
	Loading:      {"loading", []State{Damaged, Unclassified, Inconsistent, Preparing}},
	Damaged:      {"damaged", []State{Unclassified, Inconsistent, Preparing}},
	Unclassified: {"unclassified", []State{Classifying, Damaged, Inconsistent, Preparing}},
	Classifying: {"classifying",
		[]State{Unclassified, Unclassifiable, Inconsistent, Preparing, Damaged}},
	Unclassifiable: {"unclassifiable", []State{Classifying, Inconsistent, Preparing, Damaged}},
	Inconsistent: {"inconsistent",
		[]State{Unclassified, Classifying, Unclassifiable, Preparing, Ready, Stale, Damaged}},
	Preparing: {"preparing",
		[]State{Unprepared, Ready, Stale, Inconsistent, Unclassified, Classifying, Damaged}},
	Unprepared: {"unprepared",
		[]State{Preparing, Ready, Stale, Inconsistent, Unclassified, Classifying, Damaged}},
	Ready: {"ready", []State{Stale, Preparing, Inconsistent, Unclassified, Classifying, Damaged}},
	Stale: {"stale", []State{Ready, Preparing, Inconsistent, Unclassified, Classifying, Damaged}},
	Gone:  {"gone", nil},
}

// String returns the name of the state.
func (s State) String() string { return transitions[s].name }

// passed returns the states that an ontology has passed, by its last events. Each must be one that
// may follow the one before.
func passed(t testing.TB, o *Ontology) (names []string) {
	t.Helper()
	list, _ := o.events.since(0)
	var last *State
	for _, event := range list {
		if event.Name != StatusEvent {
			continue
		}
		s := event.Status.State
		if last != nil && s != *last && s != Gone && !slices.Contains(transitions[*last].next, s) {
			t.Errorf("%v was followed by %v", *last, s)
		}
		if last == nil || s != *last {
			names = append(names, s.String())
		}
		last = &s
	}
	return names
}

// TestStates leads an ontology through its states. Each is an event.
func TestStates(t *testing.T) {
	w, end := openAt(t, t.TempDir())
	defer end()
	o, err := w.Create(t.Context(), New{})
	if err != nil {
		t.Fatal(err)
	}
	await := func(want State) {
		t.Helper()
		for range 6000 {
			if o.Status().State == want {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("%v, not %v; passed %v", o.Status().State, want, passed(t, o))
	}
	replace(t, o, organs)
	if err := o.Classify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	await(Ready)
	edit := func(remove, add []owl.Axiom) {
		t.Helper()
		_, err := o.Edit(t.Context(), Edit{Revision: o.View().Revision(), Remove: remove, Add: add})
		if err != nil {
			t.Fatal(err)
		}
	}
	contradiction := []owl.Axiom{axiom(t, "ClassAssertion(:Heart :i)"),
		axiom(t, "ClassAssertion(:Bone :i)")}
	edit(nil, contradiction)
	await(Inconsistent)
	edit(contradiction, nil)
	await(Ready)
	if err := o.Train(t.Context(), small, nil, nil); err != nil {
		t.Fatal(err)
	}
	await(Ready)
	if err := w.Delete(t.Context(), o.ID()); err != nil {
		t.Fatal(err)
	}
	await(Gone)
	got := strings.Join(passed(t, o), " ")
	const want = "unclassified classifying preparing ready inconsistent stale ready gone"
	if got != want {
		t.Errorf("passed %s, want %s", got, want)
	}
	if list, _ := o.events.since(0); list[len(list)-1].Name != GoneEvent {
		t.Errorf("the last event is %+v", list[len(list)-1])
	}
}
