package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// openCells opens a small ontology of cells.
func openCells(t *testing.T, w *Workspace) *Ontology {
	t.Helper()
	o, err := w.Create(t.Context(), New{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("../api/testdata/cells.ofn")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := o.Replace(t.Context(), OneDocument(file, ""), ReplaceOptions{}); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestWithoutModel asks for suggestions of an ontology without a model, edits it, restarts, and
// trains.
func TestWithoutModel(t *testing.T) {
	folder := t.TempDir()
	w, end := openAt(t, folder)
	ctx := t.Context()
	o := openCells(t, w)
	if err := o.Classify(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if s := o.Status().Suggestions.State; s != SuggestionsReady && s != SuggestionsPreparing {
		t.Errorf("classified: %s", s)
	}
	if s := settled(t, o); s.Suggestions.State != SuggestionsReady || s.Suggestions.Model != nil {
		t.Errorf("without a model: %+v", s.Suggestions)
	}
	class := func(name string) owl.IRI { return owl.NewIRI("http://example.org/cells#" + name) }
	old := class("old_cell")
	page, err := o.View().Suggest(ctx, old, suggest.Request{}, Page{})
	if err != nil || len(page.Items) != 1 || page.Nothing.Template != "" {
		t.Fatalf("%+v, %v", page, err)
	}
	x := page.Items[0]
	if x.Tier != suggest.Possible || len(x.Evidence) == 0 || x.Group == nil ||
		len(x.Group.Axioms) != 2 {
		t.Errorf("suggestion %+v", x)
	}
	empty, err := o.View().Suggest(ctx, class("red_cell"), suggest.Request{}, Page{})
	if err != nil || len(empty.Items) > 0 || empty.Nothing.Template == "" {
		t.Errorf("of a class without suggestions: %+v, %v", empty, err)
	}
	speculative := suggest.Request{Tiers: suggest.Tiers}
	if page, err = o.View().Suggest(ctx, old, speculative, Page{}); err != nil ||
		len(page.Items) < 2 {
		t.Errorf("speculative suggestions without a model: %+v, %v", page.Items, err)
	}
	boxes := suggest.Request{By: suggest.ByBoxes}
	if _, err := o.View().Suggest(ctx, old, boxes, Page{}); !errors.Is(err, suggest.ErrNoModel) {
		t.Errorf("by boxes without a model: %v", err)
	}
	if _, err := o.View().Neighborhood(ctx, old); !errors.Is(err, ErrNotReady) {
		t.Errorf("neighborhood without a model: %v", err)
	}

	run, err := o.Run(ctx, suggest.Request{}, nil)
	n := run.Found
	if err != nil || n != 1 {
		t.Fatalf("%d suggestions, %v", n, err)
	}
	found, err := o.RunSuggestions(ctx, run.ID, db.ShownFilter{}, Page{})
	want, _ := o.View().prepared.Suggester.All(ctx, suggest.Request{}, 1, nil)
	same := cmp.Comparer(func(a, b owl.IRI) bool { return a == b })
	if diff := cmp.Diff(want, found.Items, same, cmpopts.EquateEmpty()); diff != "" || err != nil {
		t.Errorf("%v; saved and read: -want +got\n%s", err, diff)
	}
	decide(t, w.opts.Store, o.Key(), x.Group.Axioms[1], db.Reject)
	found, err = o.RunSuggestions(ctx, run.ID, db.ShownFilter{}, Page{})
	if group := found.Items[0].Group; err != nil || found.DecisionOn(group.Axioms[0]) != "" ||
		found.DecisionOn(group.Axioms[1]) != suggest.Rejected {
		t.Errorf("decisions on the group: %v", err)
	}
	below := suggest.Request{SubjectBelow: []owl.IRI{class("vessel")}}
	if run, err = o.Run(ctx, below, nil); err != nil {
		t.Fatal(err)
	}
	if found, err = o.RunSuggestions(ctx, run.ID, db.ShownFilter{}, Page{}); err != nil ||
		len(found.Items) > 0 ||
		found.Nothing.Template == "" {
		t.Errorf("an empty run: %+v, %v", found, err)
	}

	// An asserted axiom that a check objects to: a subclass of its opposite.
	opposite := &owl.SubClassOf{Sub: owl.Class{IRI: class("large_cell")},
		Super: owl.Class{IRI: class("small_cell")}}
	if _, err := o.Edit(ctx, Edit{Revision: o.View().revision,
		Add: []owl.Axiom{opposite, x.Axiom}}); err != nil {
		t.Fatal(err)
	}
	if s := settled(t, o); s.Suggestions.State != SuggestionsReady {
		t.Errorf("after an edit: %+v", s.Suggestions)
	}
	if page, err = o.View().Suggest(ctx, old, suggest.Request{}, Page{}); err != nil ||
		len(page.Items) > 0 {
		t.Errorf("after an edit: %+v, %v", page.Items, err)
	}
	doubts, err := o.View().Doubtful(ctx, Page{Limit: 1})
	if err != nil || doubts.Total != 1 || doubts.Items[0].Subject != class("large_cell") ||
		len(doubts.Items[0].Evidence) == 0 {
		t.Errorf("doubtful: %+v, %v", doubts, err)
	}
	end()

	w, _ = openAt(t, folder)
	if o, err = w.Ontology(o.ID()); err != nil {
		t.Fatal(err)
	}
	if err := o.Await(ctx); err != nil {
		t.Fatal(err)
	}
	if s := settled(t, o); s.Suggestions.State != SuggestionsReady || s.Suggestions.Model != nil {
		t.Errorf("after a restart: %+v", s.Suggestions)
	}
	before, err := o.View().Suggest(ctx, class("young_cell"), speculative, Page{Limit: 2})
	if err != nil || before.Next == "" {
		t.Fatalf("before the training: %+v, %v", before, err)
	}
	if err := o.Train(ctx, small, nil, nil); err != nil {
		t.Fatal(err)
	}
	after, err := o.View().Suggest(ctx, class("young_cell"), speculative, Page{Limit: 2})
	if err != nil || after.Items[0].Score == before.Items[0].Score {
		t.Errorf("the model adds nothing to %+v: %v", after.Items, err)
	}
	nearest, err := o.View().Suggest(ctx, class("young_cell"), boxes, Page{Limit: 2})
	if err != nil || len(nearest.Items) != 2 || nearest.Items[0].Score < nearest.Items[1].Score {
		t.Errorf("by boxes: %+v, %v", nearest.Items, err)
	}
	again := TrainOptions{Dim: small.Dim, Steps: small.Steps, Seed: small.Seed + 1, Retrain: true}
	if err := o.Train(ctx, again, nil, nil); err != nil {
		t.Fatal(err)
	}
	other, err := o.View().Suggest(ctx, class("young_cell"), boxes, Page{Limit: 2})
	if err != nil || other.Items[0].Score == nearest.Items[0].Score {
		t.Errorf("by boxes of another model: %+v, %v", other.Items, err)
	}
	for _, cursor := range []string{before.Next, nearest.Next} {
		if _, err := o.View().Suggest(ctx, class("young_cell"), boxes,
			Page{Cursor: cursor}); !errors.Is(err, ErrStaleCursor) {
			t.Errorf("a page of another model goes on: %v", err)
		}
	}
	for range 2 { // also after an edit
		if s := settled(t, o); s.Suggestions.Model == nil {
			t.Errorf("trained: %+v", s.Suggestions)
		}
		page, err = o.View().Suggest(ctx, class("young_cell"), speculative, Page{})
		if err != nil || len(page.Items) == 0 || page.Items[0].Tier != suggest.Speculative {
			t.Errorf("speculative: %+v, %v", page.Items, err)
		}
		if _, err := o.Edit(ctx, Edit{Revision: o.View().revision,
			Remove: []owl.Axiom{opposite}}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTrainWhilePreparing trains at once: the session without a model that is being made meanwhile
// does not take the place of the trained one.
func TestTrainWhilePreparing(t *testing.T) {
	o := classified(t, heart)
	for i := range 10 {
		add := axiom(t, "SubClassOf(:Heart :P"+string(rune('a'+i))+")")
		if _, err := o.Edit(t.Context(), Edit{Revision: o.View().revision,
			Add: []owl.Axiom{add}}); err != nil {
			t.Fatal(err)
		}
		if err := o.Train(t.Context(), TrainOptions{Dim: 2, Steps: 1, Retrain: true}, nil,
			nil); err != nil {
			t.Fatal(err)
		}
		if s := settled(t, o).Suggestions; s.State != SuggestionsReady ||
			o.View().prepared.Model == nil {
			t.Fatalf("after training %d: %+v", i, s)
		}
	}
	time.Sleep(50 * time.Millisecond)
	if o.View().prepared.Model == nil {
		t.Error("a session without a model has taken the place of the trained one")
	}
}

// TestEarlierModel: the model of an earlier version is reported, stays where it is, and a training
// makes another.
func TestEarlierModel(t *testing.T) {
	folder := t.TempDir()
	w, end := openAt(t, folder)
	defer end()
	ctx := t.Context()
	o := openCells(t, w)
	models := w.opts.Models
	if err := os.MkdirAll(models, 0o700); err != nil {
		t.Fatal(err)
	}
	earlier := filepath.Join(models, o.View().modelName()+"-box2el-default-0123abcd.model")
	if err := os.WriteFile(earlier, []byte("\x89b2elmd\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := o.Classify(ctx, nil); err != nil {
		t.Fatal(err)
	}
	s := settled(t, o).Suggestions
	if s.State != SuggestionsReady ||
		!strings.Contains(s.Reason, "earlier version: train it again") {
		t.Errorf("with an earlier model: %+v", s)
	}
	if err := o.Train(ctx, TrainOptions{Dim: 2, Steps: 1}, nil, nil); err != nil {
		t.Fatal(err)
	}
	if s := settled(t, o).Suggestions; s.Model == nil || s.Reason != "" {
		t.Errorf("after a training: %+v", s)
	}
	if _, err := os.Stat(earlier); err != nil {
		t.Error(err)
	}
}
