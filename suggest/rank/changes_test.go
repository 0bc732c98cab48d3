package rank

import (
	"fmt"
	"slices"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
)

// instruments has drums and flutes, each with the group that it belongs to: all drums are members
// of one but the snare drum, which is a component of it.
func instruments(t *testing.T, more ...string) *asserted.Index {
	t.Helper()
	lines := slices.Concat(labelled("Instrument", "instrument"), labelled("Group", "group"),
		labelled("Drum", "drum", ":Instrument"), labelled("Flute", "flute", ":Instrument"),
		labelled("Percussion", "percussion", ":Group"), labelled("Winds", "winds", ":Group"),
		labelled("Part", "part"), labelled("Stick", "stick", ":Part"),
		labelled("Hall", "hall", "ObjectSomeValuesFrom(:componentOf :Part)"),
		labelled("snare", "snare drum", ":Drum", "ObjectSomeValuesFrom(:componentOf :Percussion)"))
	for i, kind := range []string{"bass", "kettle", "hand", "barrel", "slit", "frame"} {
		lines = slices.Concat(lines,
			labelled(kind+"Drum", kind+" drum", ":Drum",
				"ObjectSomeValuesFrom(:memberOf :Percussion)"),
			labelled(kind+"Flute", kind+" flute", ":Flute",
				"ObjectSomeValuesFrom(:memberOf :Winds)",
				"ObjectSomeValuesFrom(:playedIn :Hall)"),
			labelled(fmt.Sprint("piece", i), fmt.Sprint("piece ", kind), ":Part",
				"ObjectSomeValuesFrom(:componentOf :Stick)"))
	}
	return indexOf(t, append(lines, more...))
}

func TestChanges(t *testing.T) {
	x := instruments(t)
	e := New(x, nil)
	list, err := e.Changes(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v; want one change", list, err)
	}
	snare, percussion := numberOf(t, x, "snare"), numberOf(t, x, "Percussion")
	from := asserted.Statement{Class: snare, Property: propertyOf(t, x, "componentOf"),
		Target: percussion}
	to := asserted.Statement{Class: snare, Property: propertyOf(t, x, "memberOf"),
		Target: percussion}
	if list[0].From != from || list[0].To != to || list[0].Score != .75 {
		t.Errorf("%+v", list[0])
	}
	sentence := list[0].Evidence.Sentence(func(iri owl.IRI) string { return iri.Fragment() })
	want := "6 of the 6 other subclasses of Drum with a relation to Percussion or its subclasses " +
		"use memberOf, and 0 use componentOf."
	if sentence != want {
		t.Errorf("%s\nwant %s", sentence, want)
	}
	for name, more := range map[string][]string{
		"the class has the other property": labelled("snare", "snare drum",
			"ObjectSomeValuesFrom(:memberOf :Winds)"),
		"siblings have the property": labelled("side", "side drum", ":Drum",
			"ObjectSomeValuesFrom(:componentOf :Percussion)"),
		"another class has both properties": labelled("set", "drum set", ":Instrument",
			"ObjectSomeValuesFrom(:componentOf :Part)", "ObjectSomeValuesFrom(:memberOf :Winds)"),
		"it is defined": {"EquivalentClasses(:snare ObjectIntersectionOf(:Drum " +
			"ObjectSomeValuesFrom(:componentOf :Percussion)))"},
		"the properties are inverse": {"InverseObjectProperties(:componentOf :memberOf)"},
		"the other one is above":     {"SubObjectPropertyOf(:componentOf :memberOf)"},
	} {
		list, err := New(instruments(t, more...), nil).Changes(t.Context())
		if err != nil || len(list) != 0 {
			t.Errorf("%s: %v, %v; want no change", name, list, err)
		}
	}
}
