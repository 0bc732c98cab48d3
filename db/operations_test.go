package db

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/owl"
)

// axiomOf is C<i> ⊑ C<j> as an axiom of an operation.
func axiomOf(t *testing.T, i, j int, decided bool, edit EditKind) OperationAxiom {
	t.Helper()
	a := must(ParseAxiom(subclass(i, j)))
	return OperationAxiom{Axiom: owl.Canonical(a), Hash: owl.HashAxiom(a), Decided: decided,
		Edit: edit}
}

func record(t *testing.T, s *Store, kind Action, axioms ...OperationAxiom) Operation {
	t.Helper()
	list, err := s.Record(t.Context(), Record{After: -1,
		Operations: []Operation{{Ontology: onto, Kind: kind, Document: 1, Axioms: axioms}}})
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

func undo(t *testing.T, s *Store, id string, axioms ...owl.Hash) error {
	t.Helper()
	o, err := s.Undoing(t.Context(), onto, id, axioms)
	if err != nil {
		return err
	}
	must(s.Record(t.Context(), Record{After: -1, Operations: []Operation{o}}))
	return nil
}

// TestUndo undoes a batch, a part of one, and what a later operation touched.
func TestUndo(t *testing.T) {
	s := openTest(t, Options{Now: clock()})
	batch := record(t, s, Accept, axiomOf(t, 1, 2, true, Added), axiomOf(t, 1, 3, true, Added),
		axiomOf(t, 1, 4, true, ""))
	part := axiomOf(t, 1, 3, true, "").Hash
	if err := undo(t, s, batch.ID, part); err != nil {
		t.Fatal(err)
	}
	for j, want := range map[int]Action{2: Accept, 3: "", 4: Accept} {
		if got := currentAction(t, s, subclass(1, j)); got != want {
			t.Errorf("after a part was undone: C%d is %q, want %q", j, got, want)
		}
	}
	if err := undo(t, s, batch.ID, part); !errors.Is(err, ErrNothingToRevert) {
		t.Errorf("undone twice: %v", err)
	}
	reject := record(t, s, Reject, axiomOf(t, 1, 2, true, Removed))
	var touched *TouchedError
	if err := undo(t, s, batch.ID); !errors.As(err, &touched) || touched.Later != reject.ID {
		t.Errorf("undoing what a later operation touched: %v", err)
	}
	if err := undo(t, s, reject.ID); err != nil {
		t.Fatal(err)
	}
	if err := undo(t, s, batch.ID); err != nil {
		t.Fatal(err)
	}
	if left := history(t, s, Filter{Ontology: onto, Current: true}); len(left) != 0 {
		t.Errorf("still current: %v", left)
	}
	list := must(s.Operations(t.Context(), OperationFilter{Ontology: onto, Newest: true, Limit: 1}))
	if last := list[0]; len(last.Axioms) != 2 || last.Axioms[0].Edit != Removed ||
		last.Axioms[1].Edit != "" || last.Undoes != batch.ID {
		t.Errorf("the last undo: %+v", last)
	}
	if err := undo(t, s, "none"); !errors.Is(err, ErrUnknown) {
		t.Errorf("undoing nothing: %v", err)
	}
}

// TestRedo undoes an undo, and that again, with the edits; a later operation stops it.
func TestRedo(t *testing.T) {
	s := openTest(t, Options{Now: clock()})
	last := func() Operation {
		return must(s.Operations(t.Context(), OperationFilter{Newest: true, Limit: 1}))[0]
	}
	current := func(want2, want3 Action) {
		t.Helper()
		got2, got3 := currentAction(t, s, subclass(1, 2)), currentAction(t, s, subclass(1, 3))
		if got2 != want2 || got3 != want3 {
			t.Fatalf("current: %q and %q, want %q and %q", got2, got3, want2, want3)
		}
	}
	batch := record(t, s, Accept, axiomOf(t, 1, 2, true, Added), axiomOf(t, 1, 3, true, Added))
	undone := batch.ID
	for i := range 6 { // undo, undo of that, undo of that, …
		if err := undo(t, s, undone); err != nil {
			t.Fatalf("undo %d: %v", i, err)
		}
		edit, action := Removed, Action("")
		if i%2 == 1 {
			edit, action = Added, Accept
		}
		current(action, action)
		op := last()
		if op.Axioms[0].Edit != edit || op.Axioms[1].Edit != edit || op.Undone {
			t.Errorf("undo %d: %+v", i, op)
		}
		before := must(s.OperationByID(t.Context(), onto, undone))
		if !before.Undone {
			t.Errorf("undo %d: the operation that it undoes is not marked", i)
		}
		if err := undo(t, s, undone); !errors.Is(err, ErrNothingToRevert) {
			t.Errorf("undo %d, twice: %v", i, err)
		}
		undone = op.ID
	}
	current(Accept, Accept)
	if err := undo(t, s, batch.ID, batch.Axioms[0].Hash); err != nil { // a part, by the first one
		t.Fatal(err)
	}
	current("", Accept)
	part := last()
	reject := record(t, s, Reject, axiomOf(t, 1, 2, true, ""))
	var touched *TouchedError
	if err := undo(t, s, part.ID); !errors.As(err, &touched) || touched.Later != reject.ID {
		t.Errorf("a later operation touched the axiom: %v", err)
	}
	if err := undo(t, s, reject.ID); err != nil {
		t.Fatal(err)
	}
	if err := undo(t, s, part.ID); err != nil {
		t.Fatal(err)
	}
	current(Accept, Accept)

	lines, now := history(t, s, Filter{}), history(t, s, Filter{Current: true})
	other := openTest(t, Options{})
	slices.Reverse(lines)
	must(other.Import(t.Context(), lines))
	if diff := cmp.Diff(now, history(t, other, Filter{Current: true})); diff != "" {
		t.Errorf("imported elsewhere: %s", diff)
	}
}

// TestUndoChange: the operations of a change of relation are undone, and done again, together.
func TestUndoChange(t *testing.T) {
	s := openTest(t, Options{Now: clock()})
	list := must(s.Record(t.Context(), Record{After: -1, Operations: []Operation{
		{Ontology: onto, Kind: Accept, Document: 1,
			Axioms: []OperationAxiom{axiomOf(t, 1, 2, true, Added)}},
		{Ontology: onto, Kind: Reject, Document: 1, JoinsPrevious: true,
			Axioms: []OperationAxiom{axiomOf(t, 1, 3, true, Removed)}},
	}}))
	if list[0].PartOf != "" || list[1].PartOf != list[0].ID {
		t.Errorf("parts of %q and %q", list[0].PartOf, list[1].PartOf)
	}
	current := func() string {
		return fmt.Sprint(currentAction(t, s, subclass(1, 2)), currentAction(t, s, subclass(1, 3)))
	}
	for i, o := range list {
		if err := undo(t, s, o.ID); err != nil {
			t.Fatal(err)
		}
		if got := current(); got != "" {
			t.Errorf("part %d undone: current are %s", i, got)
		}
		last := must(s.Operations(t.Context(), OperationFilter{Newest: true, Limit: 1}))[0]
		if err := undo(t, s, last.ID); err != nil {
			t.Fatal(err)
		}
		if got := current(); got != "acceptreject" {
			t.Errorf("part %d done again: current are %s", i, got)
		}
	}
	accepted := Decision{Ontology: onto, Axiom: subclass(5, 6), Action: Accept}
	must(s.Decide(t.Context(), []Decision{accepted,
		Replaced(accepted, must(ParseAxiom(subclass(5, 7))))}))
	revert := Decision{Key: "back", Ontology: onto, Axiom: subclass(5, 7), Action: Revert}
	must(s.Decide(t.Context(), []Decision{revert}))
	if a, b := currentAction(t, s, subclass(5, 6)), currentAction(t, s, subclass(5, 7)); a+b != "" {
		t.Errorf("a change was reverted: current are %s, %s", a, b)
	}
}

// TestContraryEdit: an edit that removes what was accepted, or adds what was rejected, ends the
// decision until it is undone.
func TestContraryEdit(t *testing.T) {
	s := openTest(t, Options{Now: clock()})
	for _, c := range []struct {
		decision Action
		edit     EditKind
	}{{Accept, Removed}, {Reject, Added}} {
		record(t, s, c.decision, axiomOf(t, 1, 2, true, ""))
		edit := record(t, s, Edit, axiomOf(t, 1, 2, false, c.edit))
		if got := currentAction(t, s, subclass(1, 2)); got != "" {
			t.Errorf("%s, then %s: %q is current", c.decision, c.edit, got)
		}
		if err := undo(t, s, edit.ID); err != nil {
			t.Fatal(err)
		}
		if got := currentAction(t, s, subclass(1, 2)); got != c.decision {
			t.Errorf("%s, then %s undone: %q is current", c.decision, c.edit, got)
		}
	}
}

// TestRecordOnce: a request with a key is recorded once, and another request by the key is refused.
func TestRecordOnce(t *testing.T) {
	s := openTest(t, Options{})
	r := Record{After: -1, Key: "k", Request: owl.Hash{1}, Operations: []Operation{
		{Ontology: onto, Kind: Accept, Axioms: []OperationAxiom{axiomOf(t, 1, 2, true, ""), axiomOf(t, 2, 3, true, "")}},
		{Ontology: onto, Kind: Reject, Axioms: []OperationAxiom{axiomOf(t, 3, 4, true, "")}},
	}}
	if got := must(s.RecordedOnce(t.Context(), "k", r.Request)); got != nil {
		t.Errorf("before anything: %v", got)
	}
	recorded := must(s.Record(t.Context(), r))
	if diff := cmp.Diff(recorded, must(s.RecordedOnce(t.Context(), "k", r.Request))); diff != "" {
		t.Error(diff)
	}
	if _, err := s.Record(t.Context(), r); !errors.Is(err, ErrChanged) {
		t.Errorf("recorded again: %v", err)
	}
	r.Request = owl.Hash{2}
	if _, err := s.Record(t.Context(), r); !errors.Is(err, ErrKeyReused) {
		t.Errorf("another request by the key: %v", err)
	}
	r.Key, r.After = "", recorded[0].Number
	if _, err := s.Record(t.Context(), r); !errors.Is(err, ErrChanged) {
		t.Errorf("recorded after another operation: %v", err)
	}
	if got := history(t, s, Filter{}); len(got) != 3 {
		t.Errorf("%d lines, want 3", len(got))
	}
}

// TestTimes: ids and times of operations ascend if the clock is set back or a later time was
// imported; the last decision is current.
func TestTimes(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := openTest(t, Options{Now: func() time.Time { return now }})
	future := Decision{Key: "imported", Ontology: onto, Axiom: subclass(1, 2), Action: Accept,
		At: now.AddDate(10, 0, 0)}
	must(s.Import(t.Context(), []Decision{future}))
	var ids []string
	for i := range 10 {
		now = now.Add(time.Duration(rand.IntN(7200)-3600) * time.Second)
		d := decideOne(t, s, Decision{Ontology: onto, Axiom: subclass(1, 2),
			Action: []Action{Reject, Accept}[i%2]})
		if got := currentAction(t, s, subclass(1, 2)); got != d.Action {
			t.Errorf("%s was decided last, and %s is current", d.Action, got)
		}
		ids = append(ids, d.Key)
	}
	history := history(t, s, Filter{})
	if !slices.IsSortedFunc(history, func(a, b Decision) int { return a.At.Compare(b.At) }) ||
		history[0].Key != "imported" || history[10].Key != ids[9] {
		t.Errorf("out of order: %v", history)
	}
	other := openTest(t, Options{})
	if done, err := other.Import(t.Context(), history); err != nil || done.Added != 11 {
		t.Errorf("importing what was exported: %+v, %v", done, err)
	}
	a, b := newULID(now), newULID(now.Add(time.Millisecond))
	if len(a) != 26 || a >= b {
		t.Errorf("ids do not ascend: %s, %s", a, b)
	}
}

// TestExchangeOfBatches: lines of a batch, and of the undo of a part of it, are known again where
// they come from, and agree elsewhere.
func TestExchangeOfBatches(t *testing.T) {
	s := openTest(t, Options{Now: clock()})
	batch := record(t, s, Accept, axiomOf(t, 1, 2, true, Added), axiomOf(t, 1, 3, true, Added))
	if err := undo(t, s, batch.ID, batch.Axioms[1].Hash); err != nil {
		t.Fatal(err)
	}
	record(t, s, Edit, axiomOf(t, 7, 8, false, Added))
	lines, current := history(t, s, Filter{}), history(t, s, Filter{Current: true})
	if done, err := s.Import(t.Context(), lines); err != nil || done != (Imported{Known: 3}) {
		t.Errorf("importing its own: %+v, %v", done, err)
	}
	other := openTest(t, Options{})
	slices.Reverse(lines)
	must(other.Import(t.Context(), lines))
	if diff := cmp.Diff(current, history(t, other, Filter{Current: true})); diff != "" {
		t.Error(diff)
	}
}

// TestDecideKept: decisions of a command edit the ontology that a server keeps, and reject nothing
// that is asserted there without removing it.
func TestDecideKept(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "store.db"), Options{Now: clock()})
	document := &Document{Open: "o", File: strings.Repeat("0", 64), Report: []byte("{}"),
		At: time.Unix(1, 0)}
	must(s.Record(t.Context(), Record{After: -1, Document: document,
		Open:       &OpenOntology{ID: "o", Key: onto},
		Operations: []Operation{{Ontology: onto, Kind: Replace}}}))
	var same *SameOntologyError
	if err := s.SaveOpenOntology(t.Context(), OpenOntology{ID: "p", Key: onto}); !errors.As(err,
		&same) || same.ID != "o" {
		t.Errorf("a second one with the same key: %v", err)
	}
	if err := s.SaveOpenOntology(t.Context(),
		OpenOntology{ID: "p", Key: onto, Copy: true}); err != nil {
		t.Errorf("a copy: %v", err)
	}
	axiom := Decision{Ontology: onto, Axiom: subclass(1, 2)}
	edits := func() string {
		var list []string
		for _, o := range must(s.Operations(t.Context(),
			OperationFilter{Document: document.Number, After: 1})) {
			list = append(list, fmt.Sprintf("%s %s", o.Kind, o.Axioms[0].Edit))
		}
		return strings.Join(list, ", ")
	}
	for _, d := range []Decision{
		{Action: Accept},                 // adds it
		{Action: Accept, Asserted: true}, // it is there
		{Action: Reject},                 // refused
		{Action: Reject, AlsoEdit: true},
		{Action: Revert},
	} {
		d.Ontology, d.Axiom = axiom.Ontology, axiom.Axiom
		_, err := s.Decide(t.Context(), []Decision{d})
		if refused := d.Action == Reject && !d.AlsoEdit; refused != errors.Is(err, ErrAsserted) ||
			!refused && err != nil {
			t.Errorf("%+v: %v", d, err)
		}
	}
	if got, want := edits(), "accept added, accept , reject removed, undo added"; got != want {
		t.Errorf("edits: %s; want %s", got, want)
	}
}

// TestOperationFields: every text and number of an operation is read back.
func TestOperationFields(t *testing.T) {
	s := openTest(t, Options{Now: clock()})
	o := Operation{Ontology: onto, Kind: Edit,
		Axioms: []OperationAxiom{axiomOf(t, 1, 2, true, Added)}}
	for _, x := range []any{&o, &o.Axioms[0]} {
		fields := reflect.ValueOf(x).Elem()
		for i := range fields.NumField() {
			f, name := fields.Field(i), fields.Type().Field(i).Name
			switch {
			case !f.IsZero() || name == "Undoes" || name == "Reverts" || name == "Then":
			case f.Kind() == reflect.String:
				f.SetString(name)
			case f.CanInt():
				f.SetInt(int64(i + 1))
			}
		}
	}
	want := must(s.Record(t.Context(), Record{After: -1, Operations: []Operation{o}}))[0]
	got := must(s.OperationByID(t.Context(), onto, want.ID))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
