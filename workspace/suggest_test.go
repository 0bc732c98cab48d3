package workspace

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"box2el-owl/db"
	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// readOutside puts a document of the test data into an ontology.
func readOutside(t testing.TB, o *Ontology, name string) {
	t.Helper()
	file, err := os.Open(outside.Glob(t, "ontologies", name+".o*")[0])
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := o.Replace(t.Context(), OneDocument(file, ""), ReplaceOptions{}); err != nil {
		t.Fatal(err)
	}
}

// settled waits until the suggestions are about the present state.
func settled(t testing.TB, o *Ontology) Status {
	t.Helper()
	for range 6000 {
		v := o.View()
		if v.prepared != nil && v.prepared.revision == v.revision {
			return o.Status()
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the suggestions never got ready: %+v", o.Status())
	return Status{}
}

// small is a training for tests.
var small = TrainOptions{Dim: 10, Steps: 20, Seed: 1}

// ranked asks for suggestions of all tiers.
var ranked = suggest.Request{Tiers: suggest.Tiers}

// TestSuggest trains, asks by page, decides, edits and restarts.
func TestSuggest(t *testing.T) {
	folder := t.TempDir()
	w, end := openAt(t, folder)
	ctx := t.Context()
	o, err := w.Create(ctx, New{})
	if err != nil {
		t.Fatal(err)
	}
	readOutside(t, o, "cl-blood-immune")
	subject := owl.NewIRI("http://purl.obolibrary.org/obo/CL_0000236") // B cell
	if _, err := o.View().Suggest(ctx, subject, ranked, Page{}); !errors.Is(err, ErrNotClassified) {
		t.Errorf("before anything: %v", err)
	}
	if err := o.Train(ctx, small, nil, nil); err != nil {
		t.Fatal(err)
	}
	if s := o.Status(); s.Suggestions.State != SuggestionsReady || s.Suggestions.Model.Stale {
		t.Errorf("trained: %+v", s.Suggestions)
	}
	page, err := o.View().Suggest(ctx, subject, ranked, Page{Limit: 3})
	if err != nil || len(page.Items) != 3 || page.Next == "" ||
		page.Revision != o.View().revision {
		t.Fatalf("%d suggestions, next %q, %v", len(page.Items), page.Next, err)
	}
	more, err := o.View().Suggest(ctx, subject, ranked, Page{Limit: 3, Cursor: page.Next})
	if err != nil || len(more.Items) != 3 ||
		owl.HashAxiom(more.Items[0].Axiom) == owl.HashAxiom(page.Items[2].Axiom) {
		t.Errorf("second page: %d, %v", len(more.Items), err)
	}

	// Another client rejects the first one.
	rejected := page.Items[0].Axiom
	decide(t, w.opts.Store, o.Key(), rejected, db.Reject)
	if _, err := o.View().Suggest(ctx, subject, ranked,
		Page{Limit: 3, Cursor: page.Next}); !errors.Is(err, ErrStaleCursor) {
		t.Errorf("a cursor from before a decision: %v", err)
	}
	after, err := o.View().Suggest(ctx, subject, ranked, Page{Limit: 3})
	if err != nil || containsAxiom(after.Items, rejected) {
		t.Errorf("a rejected suggestion is there: %v", err)
	}
	decide(t, w.opts.Store, o.Key(), rejected, db.Revert)
	if after, err = o.View().Suggest(ctx, subject, ranked, Page{Limit: 3}); err != nil ||
		!containsAxiom(after.Items, rejected) {
		t.Errorf("a rejection that was taken back still hides: %v", err)
	}

	// A new class is known as soon as the suggestions are updated; until then the answer names its
	// state.
	child := owl.Class{IRI: owl.NewIRI("http://x/new")}
	before := o.View().revision
	s, err := o.Edit(ctx, Edit{Revision: before,
		Add: []owl.Axiom{&owl.SubClassOf{Sub: child, Super: owl.Class{IRI: subject}}}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Suggestions.State != SuggestionsStale {
		t.Errorf("after an edit: %+v", s.Suggestions)
	}
	s = settled(t, o)
	if s.Suggestions.State != SuggestionsStale || !s.Suggestions.Model.Stale ||
		s.Suggestions.Model.Changed <= 0 {
		t.Errorf("caught up: %+v", s.Suggestions)
	}
	unseen, err := o.View().Suggest(ctx, child.IRI, ranked, Page{})
	if err != nil || len(unseen.Items) == 0 || !unseen.Items[0].Unseen || !unseen.Stale ||
		unseen.Revision != s.Revision {
		t.Errorf("of a new class: %d, %v", len(unseen.Items), err)
	}

	run, err := o.Run(ctx, suggest.Request{Limit: 50, Tiers: suggest.Tiers}, nil)
	n := run.Found
	if err != nil || n < 50 {
		t.Fatalf("run: %d, %v", n, err)
	}
	var found []suggest.Suggestion
	all := RunPage{}
	for {
		page := Page{Limit: 20, Cursor: all.Next}
		if all, err = o.RunSuggestions(ctx, run.ID, db.ShownFilter{}, page); err != nil ||
			all.Total != n {
			t.Fatalf("%d of %d: %v", all.Total, n, err)
		}
		found = append(found, all.Items...)
		if all.Next == "" {
			break
		}
	}
	want, err := o.View().prepared.Suggester.All(ctx,
		suggest.Request{Limit: 50, Tiers: suggest.Tiers}, 1, nil)
	if diff := cmp.Diff(want, found, cmp.Comparer(func(a, b owl.IRI) bool { return a == b }),
		cmpopts.EquateEmpty()); diff != "" || err != nil {
		t.Errorf("%v; saved and read: -want +got\n%s", err, diff)
	}
	if _, err := o.RunSuggestions(ctx, run.ID+1, db.ShownFilter{}, Page{}); !errors.Is(err,
		ErrUnknown) {
		t.Errorf("a run that was not made: %v", err)
	}
	// A decision refers to the run.
	third := DecidedAxiom{Axiom: found[2].Axiom}
	done, err := o.Operate(ctx, Operations{Run: run.ID,
		List: []Operation{{Kind: db.Defer, Axioms: []DecidedAxiom{third}}}})
	if err != nil {
		t.Fatal(err)
	}
	if op := done.Operations[0]; op.Run != run.ID || op.Axioms[0].Rank != 3 ||
		op.Axioms[0].Verdict != string(found[2].Verdict) {
		t.Errorf("a decision on a row of run %d: %+v", run.ID, op)
	}

	if err := o.WriteReport(io.Discard, "html"); !errors.Is(err, ErrUnknown) {
		t.Errorf("a report that was not made: %v", err)
	}
	summary, err := o.Report(ctx, ReportOptions{Dim: small.Dim, Steps: small.Steps,
		Seed: small.Seed, Classes: []owl.IRI{subject}}, nil)
	if err != nil || len(summary) == 0 {
		t.Fatalf("report: %v, %v", summary, err)
	}
	for format, begin := range map[string]string{"html": "<!", "json": "{", "tsv": "section"} {
		var text strings.Builder
		err := o.WriteReport(&text, format)
		if err != nil || !strings.HasPrefix(strings.ToLower(text.String()), begin) {
			t.Errorf("%s: %.50q, %v", format, text.String(), err)
		}
	}
	runs, err := o.Runs(ctx)
	if err != nil || len(runs) != 2 || runs[0].Found != reportSuggestions ||
		runs[0].Operation != done.Operations[0].ID || runs[1].ID != run.ID {
		t.Errorf("runs of the report and before: %+v, %v", runs, err)
	}
	var absent *AbsentClassError
	if _, err := o.Report(ctx, ReportOptions{Dim: 2, Steps: 1, Classes: []owl.IRI{owl.NewIRI("http://x/nobody")}}, nil); !errors.As(err, &absent) {
		t.Errorf("a report of a class that is not there: %v", err)
	}

	near, err := o.View().Neighborhood(ctx, subject)
	var svg bytes.Buffer
	if err != nil || near.Points[0].IRI != subject || len(near.Points) < 20 ||
		near.WriteSVG(&svg) != nil || !bytes.Contains(svg.Bytes(), []byte("</svg>")) {
		t.Errorf("neighbourhood: %v", err)
	}
	end()

	w, _ = openAt(t, folder)
	o, err = w.Ontology(o.ID())
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Await(ctx); err != nil {
		t.Fatal(err)
	}
	// For the report, a model has been trained on the edited ontology.
	if s := settled(t, o); s.Suggestions.State != SuggestionsReady ||
		s.Reasoner.State != ReasonerReady {
		t.Errorf("after a restart: %+v", s)
	}
	kept, err := o.RunSuggestions(ctx, run.ID, db.ShownFilter{}, Page{Limit: 1})
	if err != nil || kept.Total != n {
		t.Errorf("after a restart %d of %d suggestions of the run: %v", kept.Total, n, err)
	}
	again, err := o.View().Suggest(ctx, child.IRI, ranked, Page{})
	if err != nil || len(again.Items) == 0 || again.Items[0].Unseen || again.Stale {
		t.Errorf("after a restart %d suggestions: %v", len(again.Items), err)
	}
}

func decide(t testing.TB, store *db.Store, key string, a owl.Axiom, action db.Action) {
	t.Helper()
	if _, err := store.Decide(t.Context(), []db.Decision{{Ontology: key, Axiom: owl.Canonical(a),
		Action: action}}); err != nil {
		t.Fatal(err)
	}
}

func containsAxiom(list []suggest.Suggestion, a owl.Axiom) bool {
	return slices.ContainsFunc(list,
		func(s suggest.Suggestion) bool { return owl.HashAxiom(s.Axiom) == owl.HashAxiom(a) })
}

// TestCancelled: work ends soon after its context, and does not change the ontology.
func TestCancelled(t *testing.T) {
	w, _ := openAt(t, t.TempDir())
	o, err := w.Create(t.Context(), New{})
	if err != nil {
		t.Fatal(err)
	}
	readOutside(t, o, "cl-edit")
	for name, work := range map[string]func(context.Context) error{
		"classify": func(ctx context.Context) error { return o.Classify(ctx, nil) },
		"train": func(ctx context.Context) error {
			return o.Train(ctx, TrainOptions{Steps: 100_000}, nil, nil)
		},
	} {
		for _, after := range []time.Duration{0, 10 * time.Millisecond, 300 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			err := work(ctx)
			cancel()
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s, cancelled after %v: %v", name, after, err)
			}
		}
	}
	files, _ := filepath.Glob(filepath.Join(w.opts.Models, "*"))
	if s := o.Status(); len(files) > 0 || s.Suggestions.Model != nil {
		t.Errorf("a training that was cancelled has left %v; %+v", files, s.Suggestions)
	}
}
