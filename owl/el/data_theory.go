package el

// DataTheory holds the axioms about data values and data ranges that hold in every ontology, by the
// value spaces of the OWL 2 datatype map (Structural Specification, section 4). It is complete for
// the datatypes of OWL 2 EL, and sound for the others.
type DataTheory struct {
	NF1 []NF1 // {v} ⊑ D, D ⊑ E
	NF2 []NF2 // {v} ⊓ D ⊑ ⊥, D ⊓ E ⊑ ⊥

	// Distinct lists values that are pairwise different, and different from the Distinct values of
	// theories of earlier concepts.
	Distinct []Concept

	// Inhabited lists the values and the datatypes that are known to be nonempty.
	Inhabited []Concept
}

// DataTheory returns the theory of the data values and datatypes from a concept on, among each
// other and with earlier ones. Together with the theory of the earlier ones it is equivalent to
// DataTheory(Top).
//
// Cost: one comparison, and at most one axiom, for each value with each datatype and for each pair
// of datatypes in each order.
func (v *Vocabulary) DataTheory(from Concept) *DataTheory {
	t := &DataTheory{}
	if !v.anyFrom(from, DataValue) && !v.anyFrom(from, DataRange) {
		return t
	}
	type dataRange struct {
		concept Concept
		set     valueSet
	}
	var ranges []dataRange // the datatypes with a known value space
	newRange := false
	for c := range v.all(DataRange) {
		set := datatypes[v.Range(c)].set
		if set.space == unknownSpace {
			continue
		}
		ranges = append(ranges, dataRange{c, set})
		if c >= from {
			t.Inhabited, newRange = append(t.Inhabited, c), true
		}
	}
	for i, d := range ranges {
		for j, e := range ranges {
			switch {
			case i == j || max(d.concept, e.concept) < from:
			case e.set.includes(&d.set):
				t.include(d.concept, e.concept)
			case i < j && d.set.misses(&e.set):
				t.exclude(d.concept, e.concept)
			}
		}
	}
	for c := range v.all(DataValue) {
		if c < from && !newRange {
			continue
		}
		one, ok := valueOf(v.Value(c))
		if !ok || one.space == unknownSpace {
			continue
		}
		if c >= from {
			t.Inhabited = append(t.Inhabited, c)
			if !one.vague {
				t.Distinct = append(t.Distinct, c)
			}
		}
		for _, d := range ranges {
			switch {
			case max(c, d.concept) < from:
			case d.set.holds(&one):
				t.include(c, d.concept)
			case d.set.excludes(&one):
				t.exclude(c, d.concept)
			}
		}
	}
	return t
}

func (t *DataTheory) include(sub, super Concept) {
	t.NF1 = append(t.NF1, NF1{sub, super, Definition})
}

func (t *DataTheory) exclude(left, right Concept) {
	t.NF2 = append(t.NF2, NF2{left, right, Bottom, Definition})
}
