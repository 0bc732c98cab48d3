package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"box2el-owl/suggest/rank"
)

// TestLearnWithModels learns weights of a small history twice with models, which are trained the
// first time and found the second, and once without: what is learned without a model is the same.
func TestLearnWithModels(t *testing.T) {
	models := t.TempDir()
	learned := func(models string) (forests [rank.NumTasks][]byte) {
		all, err := collectExamples(t.Context(), smallHistory, models, "learn")
		if err != nil {
			t.Fatal(err)
		}
		var weights rank.Weights
		for _, l := range []rank.Task{rank.OldSuperclasses, rank.OldRestrictions,
			rank.ModeledSuperclasses, rank.ModeledRestrictions} {
			if len(all[l]) == 0 {
				continue
			}
			if weights[l], err = train(t.Context(), l, all[l], &weights, 1); err != nil {
				t.Fatal(l, err)
			}
			forests[l] = weights[l].AppendBinary(nil)
		}
		return forests
	}
	first, second, plain := learned(models), learned(models), learned("")
	if files, _ := filepath.Glob(filepath.Join(models, "*.safetensors")); len(files) == 0 {
		t.Error("no model was trained")
	}
	for _, l := range []rank.Task{rank.OldSuperclasses, rank.OldRestrictions} {
		if first[l] == nil || !bytes.Equal(first[l], plain[l]) {
			t.Errorf("%v: models change what is learned without them", l)
		}
		if m := l.Modeled(); first[m] == nil || !bytes.Equal(first[m], second[m]) ||
			plain[m] != nil {
			t.Errorf("%v: learned %t, again %t, without models %t", m, first[m] != nil,
				bytes.Equal(first[m], second[m]), plain[m] != nil)
		}
	}
}

// TestModelMethods measures with a model and by the model alone.
func TestModelMethods(t *testing.T) {
	p := zoo(t)
	methods, err := makeMethods(t.Context(), p.older, t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	lists := make(map[string][]candidate)
	for _, m := range methods {
		if lists[m.name()], err = m.superclasses(t.Context(),
			p.older.subjectOf(p.added[0].Class)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{defaultMethod, modelledMethod, boxesMethod} {
		if len(lists[name]) == 0 {
			t.Errorf("%s lists nothing", name)
		}
	}
	for i, c := range lists[boxesMethod] {
		if c.Score > 0 || i > 0 && c.Score > lists[boxesMethod][i-1].Score {
			t.Errorf("place %d by the model alone has score %v", i, c.Score)
		}
	}
}
