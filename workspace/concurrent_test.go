package workspace

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// TestConcurrent asks, edits, replaces, classifies and decides at the same time. Each answer is
// about one state: a View has both edits of a pair or none.
func TestConcurrent(t *testing.T) {
	o := classified(t, organs)
	ctx := t.Context()
	rounds := 60
	if testing.Short() {
		rounds = 20
	}
	first, second := axiom(t, "SubClassOf(:Left :Heart)"), axiom(t, "SubClassOf(:Right :Heart)")
	both := []owl.Axiom{first, second}
	var group sync.WaitGroup
	failed := make(chan error, 100)
	work := func(do func(i int) error) {
		group.Go(func() {
			for i := range rounds {
				if err := do(i); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	for range 2 {
		work(func(i int) error {
			var base *BaseError
			e := Edit{Revision: o.Status().Revision, Add: both}
			if i%2 == 1 {
				e.Add, e.Remove = nil, both
			}
			if _, err := o.Edit(ctx, e); err != nil && !errors.As(err, &base) {
				return err
			}
			return nil
		})
		work(func(int) error {
			v := o.View()
			if _, err := v.Classes(ctx, "heart", Page{}); err != nil {
				return err
			}
			left, err := v.Class(ctx, owl.NewIRI("http://x/Heart"))
			if err != nil {
				return err
			}
			checks, err := v.Check(ctx, both, true)
			switch {
			case errors.Is(err, ErrNotClassified):
				return nil
			case err != nil:
				return err
			case checks.Alone[0].Verdict != checks.Alone[1].Verdict:
				return fmt.Errorf("one of two axioms is there: %s, %s", checks.Alone[0].Verdict,
					checks.Alone[1].Verdict)
			}
			if left.SubsTotal != 0 && left.SubsTotal != 2 {
				return fmt.Errorf("%d classes below", left.SubsTotal)
			}
			_, err = v.Explain(ctx, ExplanationQuery{Axiom: axiom(t, "SubClassOf(:Heart :Organ)"),
				Justifications: 1})
			return err
		})
	}
	work(func(i int) error {
		if i%10 != 0 {
			return nil
		}
		sent := OneDocument(strings.NewReader(organs), "")
		if _, err := o.Replace(ctx, sent, ReplaceOptions{}); err != nil {
			return err
		}
		ended, cancel := context.WithCancel(ctx)
		cancel()
		sent = OneDocument(strings.NewReader(heart), "")
		if _, err := o.Replace(ended, sent, ReplaceOptions{}); !errors.Is(err,
			context.Canceled) {
			return fmt.Errorf("a replacement that nobody waits for: %w", err)
		}
		return o.Classify(ctx, nil)
	})
	work(func(i int) error {
		_, _, err := o.Decide(ctx,
			Operations{List: []Operation{deciding(first, db.Reject), deciding(second, db.Defer)}})
		var asserted *AssertedError // by an edit that came in between
		if err != nil && !errors.As(err, &asserted) {
			return err
		}
		_, err = o.Decisions(ctx, db.Filter{}, Page{Limit: 5})
		return err
	})
	group.Wait()
	close(failed)
	for err := range failed {
		t.Error(err)
	}
	v := o.View()
	if fresh, err := newAxioms(ctx, v.OWL().Axioms, len(v.OWL().Axioms)); err != nil ||
		contentHash(fresh) != contentHash(o.axioms) {
		t.Errorf("in the end the set has other axioms than the view: %v", err)
	}
}
