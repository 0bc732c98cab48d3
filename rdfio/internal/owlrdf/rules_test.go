package owlrdf

import (
	"testing"

	"box2el-owl/owl"
)

// TestRuleText writes rules, and refuses those that would not be read again.
func TestRuleText(t *testing.T) {
	name := func(iri string) owl.Individual { return owl.NamedIndividual{IRI: owl.NewIRI(iri)} }
	x := owl.RuleArgument{Value: name("http://e/x"), Variable: true}
	class := owl.Class{IRI: owl.NewIRI("http://e/A")}
	for _, tt := range []struct {
		name string
		body owl.RuleAtom
		want string // "" for an error
	}{
		{"Class", owl.RuleAtom{Keyword: "ClassAtom", Predicate: class,
			Arguments: []owl.RuleArgument{x}},
			"DLSafeRule(Body(ClassAtom(<http://e/A> Variable(<http://e/x>))) Head())"},
		{"BuiltIn", owl.RuleAtom{Keyword: "BuiltInAtom", Predicate: class,
			Arguments: []owl.RuleArgument{{Value: owl.NewString("a b")}, x}},
			`DLSafeRule(Body(BuiltInAtom(<http://e/A> "a b" Variable(<http://e/x>))) Head())`},
		{"PredicateAsArgument", owl.RuleAtom{Keyword: "ClassAtom",
			Arguments: []owl.RuleArgument{{Value: class}, x}},
			"DLSafeRule(Body(ClassAtom(<http://e/A> Variable(<http://e/x>))) Head())"},
		{"TwoArguments", owl.RuleAtom{Keyword: "ClassAtom", Predicate: class,
			Arguments: []owl.RuleArgument{x, x}}, ""},
		{"NoPredicate", owl.RuleAtom{Keyword: "ClassAtom",
			Arguments: []owl.RuleArgument{x}}, ""},
		{"UnknownAtom", owl.RuleAtom{Keyword: "OtherAtom", Predicate: class,
			Arguments: []owl.RuleArgument{x}}, ""},
		{"NoPart", owl.RuleAtom{Keyword: "ClassAtom", Predicate: class,
			Arguments: []owl.RuleArgument{{Value: class.IRI}}}, ""},
		{"OddIRI", owl.RuleAtom{Keyword: "SameIndividualAtom",
			Arguments: []owl.RuleArgument{{Value: name("http://e/a> <http://e/b")}, x}}, ""},
		{"NUL", owl.RuleAtom{Keyword: "ClassAtom", Predicate: class,
			Arguments: []owl.RuleArgument{{Value: owl.NewString("\x00")}}}, ""},
	} {
		got, err := RuleText([2][]owl.RuleAtom{{tt.body}, nil})
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}
