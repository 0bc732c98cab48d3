package el_test

import (
	"testing"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

func TestNewVocabulary(t *testing.T) {
	class := func(s string) owl.Class { return owl.Class{IRI: owl.NewIRI(s)} }
	person := func(s string) owl.Individual { return owl.NamedIndividual{IRI: owl.NewIRI(s)} }
	role := func(s string) owl.Entity { return owl.ObjectProperty{IRI: owl.NewIRI(s)} }
	v, err := el.NewVocabulary(
		[]owl.Class{class("http://x/B"), class("http://x/A")},
		[]owl.Individual{person("http://x/a"), owl.AnonymousIndividual{ID: owl.NewIRI("_:b")}},
		[]owl.Entity{role("http://x/s"), owl.DataProperty{IRI: owl.NewIRI("http://x/p")}})
	if err != nil {
		t.Fatal(err)
	}
	if v.NumConcepts() != 6 || v.NumRoles() != 6 {
		t.Errorf("%d concepts, %d roles, want 6 and 6", v.NumConcepts(), v.NumRoles())
	}
	if v.Class(el.Top) != owl.Thing || v.Class(2) != class("http://x/B") || v.Class(3) != class("http://x/A") {
		t.Errorf("classes %v, %v, %v", v.Class(el.Top), v.Class(2), v.Class(3))
	}
	if c, ok := v.ConceptOf(class("http://x/A")); c != 3 || !ok {
		t.Errorf("A is %v, %v", c, ok)
	}
	if v.Kind(4) != el.Nominal || v.Individual(4) != person("http://x/a") || v.Kind(5) != el.Nominal {
		t.Errorf("kinds %v, %v", v.Kind(4), v.Kind(5))
	}
	if r, ok := v.RoleOf(role("http://x/s")); r != 4 || !ok || v.IsData(r) || !v.IsData(5) {
		t.Errorf("s is %v, %v", r, ok)
	}

	for name, bad := range map[string]func() error{
		"class twice":    func() error { _, err := el.NewVocabulary([]owl.Class{class("x"), class("x")}, nil, nil); return err },
		"built-in class": func() error { _, err := el.NewVocabulary([]owl.Class{owl.Thing}, nil, nil); return err },
		"empty class":    func() error { _, err := el.NewVocabulary([]owl.Class{{}}, nil, nil); return err },
		"individual twice": func() error {
			_, err := el.NewVocabulary(nil, []owl.Individual{person("x"), person("x")}, nil)
			return err
		},
		"no individual":     func() error { _, err := el.NewVocabulary(nil, []owl.Individual{nil}, nil); return err },
		"built-in property": func() error { _, err := el.NewVocabulary(nil, nil, []owl.Entity{owl.TopObjectProperty}); return err },
		"class as property": func() error { _, err := el.NewVocabulary(nil, nil, []owl.Entity{class("x")}); return err },
	} {
		if bad() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
