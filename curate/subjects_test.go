package curate

import (
	"reflect"
	"testing"

	"box2el-owl/rdfio"
	"box2el-owl/suggest"
)

// TestSubjects opens an ontology for one class at a time: for each class with likely or possible
// suggestions, and for every tenth of the others. The suggestions, with their groups, are those of
// a session for all classes.
func TestSubjects(t *testing.T) {
	o, _, err := rdfio.ReadFile(t.Context(), "../examples/places.obo", rdfio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	open := func(opts Options) *Session {
		opts.WithoutModel = true
		s, err := Open(t.Context(), Source{Ontology: o}, opts)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	req := suggest.Request{Tiers: []suggest.Tier{suggest.Likely, suggest.Possible}, Limit: 1000}
	all := open(Options{})
	compared, groups := 0, 0
	for i, class := range all.Terminology.Classes {
		if all.Terminology.Deprecated[i] {
			continue
		}
		want, err := all.Suggester.For(t.Context(), class, req)
		if err != nil {
			t.Fatal(err)
		}
		if len(want) == 0 && i%10 != 0 {
			continue
		}
		alone := open(Options{Reasoner: all.Reasoner, Subjects: all.Terminology.Classes[i : i+1]})
		got, err := alone.Suggester.For(t.Context(), class, req)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("<%s> alone: %+v, want %+v", class, got, want)
		}
		compared += len(want)
		for _, s := range want {
			if s.Group != nil {
				groups++
			}
		}
	}
	if compared == 0 || groups == 0 {
		t.Errorf("%d suggestions, %d with a group: nothing was compared", compared, groups)
	}
	t.Logf("%d suggestions, %d with a group", compared, groups)
}
