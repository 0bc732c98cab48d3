package workspace

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"box2el-owl/db"
	"box2el-owl/owl"
)

// TestDecide records, refuses, forces, repeats and takes back.
func TestDecide(t *testing.T) {
	o := classified(t, organs)
	ctx := t.Context()
	a, b := axiom(t, "SubClassOf(:OldHeart :Heart)"), axiom(t, "SubClassOf(:OldHeart :Bone)")
	both := Operations{List: []Operation{deciding(a, db.Accept), deciding(b, db.Accept)},
		Who: "me", Key: "k1"}
	var contradiction *ContradictionError
	if _, _, err := o.Decide(ctx, both); !errors.As(err, &contradiction) ||
		len(contradiction.Culprits) != 2 || len(contradiction.Conflict.Unsatisfiable) != 1 {
		t.Fatalf("accepting what contradicts: %v", err)
	}
	if page, err := o.Decisions(ctx, db.Filter{}, Page{}); err != nil || len(page.Items) != 0 {
		t.Errorf("what was refused is recorded: %v, %v", page.Items, err)
	}
	both.Force = true
	first, conflict, err := o.Decide(ctx, both)
	if err != nil || len(first) != 2 || !conflict.Contradicts() {
		t.Fatalf("by force: %v, %v, %v", first, conflict, err)
	}
	again, _, err := o.Decide(ctx, both)
	if err != nil || len(again) != 2 || again[0].Key != first[0].Key ||
		!again[1].At.Equal(first[1].At) {
		t.Errorf("sent again: %v, %v", again, err)
	}
	both.Who = "you"
	if _, _, err := o.Decide(ctx, both); !errors.Is(err, db.ErrKeyReused) {
		t.Errorf("another request by the same key: %v", err)
	}
	if _, _, err := o.Decide(ctx, Operations{List: []Operation{deciding(a, db.Revert),
		deciding(b, db.Reject)}}); err != nil {
		t.Fatal(err)
	}
	revert := Operations{List: []Operation{deciding(a, db.Revert)}}
	if _, _, err := o.Decide(ctx, revert); !errors.Is(err, db.ErrNothingToRevert) {
		t.Errorf("taking back twice: %v", err)
	}
	var shown []string
	page := DecisionPage{}
	for {
		if page, err = o.Decisions(ctx, db.Filter{},
			Page{Limit: 3, Cursor: page.Next}); err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			text := string(item.Action)
			if item.Current {
				text += "!"
			}
			shown = append(shown, text)
		}
		if page.Next == "" {
			break
		}
	}
	if want := "reject! revert accept accept"; strings.Join(shown, " ") != want {
		t.Errorf("history: %v, want %s", shown, want)
	}
	for _, f := range []db.Filter{{Current: true}, {Action: db.Reject},
		{Axiom: owl.HashAxiom(b), Current: true}} {
		if page, err = o.Decisions(ctx, f, Page{}); err != nil || len(page.Items) != 1 ||
			page.Items[0].Action != db.Reject {
			t.Errorf("%+v: %v, %v", f, page.Items, err)
		}
	}
	if _, err := o.Decisions(ctx, db.Filter{}, Page{Cursor: "x"}); !errors.Is(err,
		ErrInvalid) {
		t.Errorf("a cursor that is none: %v", err)
	}
	for _, format := range append(slices.Clone(ExportFormats), "xls") {
		var out bytes.Buffer
		err := o.WriteDecisions(ctx, &out, format)
		switch lines := bytes.Count(out.Bytes(), []byte("\n")); {
		case format == "xls":
			if !errors.Is(err, ErrInvalid) {
				t.Errorf("%s: %v", format, err)
			}
		case err != nil, format == "jsonl" && lines != 4, format == "tsv" && lines != 5:
			t.Errorf("%s: %d lines, %v", format, lines, err)
		}
	}
}
