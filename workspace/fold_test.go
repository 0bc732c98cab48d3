package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
)

// TestFold edits a random ontology while its layers are folded at random moments and questions are
// asked. Reasoner, verdicts and BuiltIn of the state are those of a fresh classification after each
// edit and each fold, and the revision is that of the last edit.
func TestFold(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	o := clientKept(t, "Ontology(<http://x/o>)")
	if err := o.Classify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	edits := 300
	if testing.Short() {
		edits = 100
	}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	ask, moments := rand.New(rand.NewPCG(seed, 2)), rand.New(rand.NewPCG(seed, 3))
	folds := 0
	group.Go(func() {
		for ctx.Err() == nil {
			if err := o.foldOnce(ctx, o.View()); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
			folds++
			time.Sleep(time.Duration(moments.IntN(3000)) * time.Microsecond)
		}
	})
	group.Go(func() {
		for ctx.Err() == nil {
			v := o.View()
			a := randomAxiom(t, ask)
			got, err := v.Check(ctx, []owl.Axiom{a}, false)
			if errors.Is(err, context.Canceled) {
				return
			}
			if want := v.contains(a); err != nil || want && got.Alone[0].Verdict != "entailed" {
				t.Errorf("%s: %v %v, asserted: %t", owl.Canonical(a), got, err, want)
			}
		}
	})
	for i := range edits {
		if rng.IntN(50) == 0 {
			document := fmt.Sprintf("Ontology(<http://x/o> %s)", owl.Canonical(randomAxiom(t, rng)))
			_, err := o.Replace(ctx, OneDocument(strings.NewReader(document), ""),
				ReplaceOptions{Client: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := o.Classify(ctx, nil); err != nil {
				t.Fatal(err)
			}
		}
		e := Edit{Revision: o.View().revision, Add: []owl.Axiom{randomAxiom(t, rng)}}
		if list := o.View().OWL().Axioms; len(list) > 30 || len(list) > 0 && rng.IntN(3) == 0 {
			e.Remove = []owl.Axiom{list[rng.IntN(len(list))]}
		}
		s, err := o.Edit(ctx, e)
		if err != nil {
			t.Fatal(err)
		}
		if s.Revision != e.Revision && s.Revision != e.Revision+1 ||
			o.View().revision != s.Revision {
			t.Fatalf("edit %d: revision %d after %d", i, s.Revision, e.Revision)
		}
		compareWithFresh(t, o.View(), rng)
		if t.Failed() {
			break
		}
	}
	stop()
	group.Wait()
	if t.Logf("%d folds", folds); folds < 2 {
		t.Errorf("%d folds in %d edits", folds, edits)
	}
}

// TestFoldSoon edits an ontology many times: its layers are folded without being asked for, and the
// answers of the model-free suggestions rest on the folded reasoner in the end.
func TestFoldSoon(t *testing.T) {
	o := clientKept(t, heart)
	if err := o.Classify(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	first := o.View().reasoner
	a := []owl.Axiom{axiom(t, "SubClassOf(:Left :Heart)")}
	grown := false
	for i := range 1010 {
		e := Edit{Revision: o.View().revision, Add: a}
		if i%2 == 1 {
			e.Add, e.Remove = nil, a
		}
		if _, err := o.Edit(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		grown = grown || o.View().reasoner.Grown()
	}
	if first.Grown() || !grown {
		t.Errorf("grown at first: %t, after 1,010 edits: %t", first.Grown(), grown)
	}
	for o.View().reasoner.Grown() || o.View().prepared.Reasoner != o.View().reasoner {
		time.Sleep(10 * time.Millisecond) // until the deadline of the tests
	}
	compareWithFresh(t, o.View(), rand.New(rand.NewPCG(1, 1)))
}

// clientKept returns an ontology that a client keeps, with a document.
func clientKept(t *testing.T, document string) *Ontology {
	t.Helper()
	w, _ := openAt(t, t.TempDir())
	o, err := w.Create(t.Context(), New{Client: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Replace(t.Context(), OneDocument(strings.NewReader(document), ""),
		ReplaceOptions{Client: true}); err != nil {
		t.Fatal(err)
	}
	return o
}

// randomAxiom returns an axiom over few names.
func randomAxiom(t *testing.T, rng *rand.Rand) owl.Axiom {
	class := func() string { return fmt.Sprintf(":C%d", rng.IntN(6)) }
	some := func() string {
		return fmt.Sprintf("ObjectSomeValuesFrom(:r%d %s)", rng.IntN(2),
			class())
	}
	switch rng.IntN(10) {
	case 0:
		return axiom(t, fmt.Sprintf("DisjointClasses(%s %s)", class(), class()))
	case 1:
		return axiom(t, fmt.Sprintf("SubClassOf(%s %s)", some(), class()))
	case 2:
		return axiom(t, fmt.Sprintf("EquivalentClasses(%s ObjectIntersectionOf(%s %s))", class(),
			class(), some()))
	case 3:
		return axiom(t, fmt.Sprintf("TransitiveObjectProperty(:r%d)", rng.IntN(2)))
	case 4, 5, 6:
		return axiom(t, fmt.Sprintf("SubClassOf(%s %s)", class(), some()))
	}
	return axiom(t, fmt.Sprintf("SubClassOf(%s %s)", class(), class()))
}

// contains reports whether an axiom is asserted.
func (v *View) contains(a owl.Axiom) bool {
	h := owl.HashAxiom(a)
	return slices.ContainsFunc(v.OWL().Axioms,
		func(b owl.Axiom) bool { return owl.HashAxiom(b) == h })
}

// compareWithFresh compares the reasoner of a View with one that is made from scratch.
func compareWithFresh(t *testing.T, v *View, rng *rand.Rand) {
	t.Helper()
	fresh, err := reasoner.New(t.Context(), v.OWL(), reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	var want, got bytes.Buffer
	if err := errors.Join(reasoner.WriteTSV(&want, fresh.Taxonomy()),
		reasoner.WriteTSV(&got, v.reasoner.Taxonomy())); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		t.Errorf("the taxonomy is\n%s, want\n%s", got.String(), want.String())
	}
	for range 5 {
		a := randomAxiom(t, rng)
		x, err := fresh.Judge(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		y, err := v.reasoner.Judge(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		if x.Verdict != y.Verdict {
			t.Errorf("%s: %s, want %s", owl.Canonical(a), y.Verdict, x.Verdict)
		}
	}
}
