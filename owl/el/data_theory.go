package el

import "slices"

// DataTheory holds the axioms about data values and data ranges that hold in every ontology, by the
// value spaces of the OWL 2 datatype map (Structural Specification, section 4). It is complete for
// the datatypes of OWL 2 EL, and sound for the others. It has no redundant axioms.
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
// Cost: for each value one comparison with each datatype, and a few axioms; for the datatypes the
// third power of their number.
func (v *Vocabulary) DataTheory(from Concept) *DataTheory {
	t := &theoryBuilder{
		vocabulary: v, from: from, theory: &DataTheory{}, patterns: make(map[string]*pattern),
	}
	if !v.anyFrom(from, DataValue) && !v.anyFrom(from, DataRange) {
		return t.theory
	}
	t.collectRanges()
	t.relateRanges()
	t.addValues()
	return t.theory
}

// theoryBuilder builds a DataTheory.
type theoryBuilder struct {
	vocabulary *Vocabulary
	from       Concept
	theory     *DataTheory

	ranges   []Concept // the datatypes with a known value space
	sets     []valueSet
	below    [][]bool // below[i][j]: ranges[i] ⊑ ranges[j], i ≠ j
	apart    [][]bool
	patterns map[string]*pattern
}

// pattern lists ranges that contain a value and ranges that do not.
type pattern struct{ within, outside []Concept }

func (t *theoryBuilder) collectRanges() {
	for c := range t.vocabulary.all(DataRange) {
		set := datatypes[t.vocabulary.Range(c)].set
		if set.space == unknownSpace {
			continue
		}
		t.ranges = append(t.ranges, c)
		t.sets = append(t.sets, set)
		if c >= t.from {
			t.theory.Inhabited = append(t.theory.Inhabited, c)
		}
	}
}

// relateRanges adds the inclusions and disjointness axioms between ranges.
func (t *theoryBuilder) relateRanges() {
	n := len(t.ranges)
	t.below, t.apart = make([][]bool, n), make([][]bool, n)
	for i := range n {
		t.below[i], t.apart[i] = make([]bool, n), make([]bool, n)
		for j := range n {
			t.below[i][j] = i != j && t.sets[j].includes(&t.sets[i])
			t.apart[i][j] = t.sets[i].misses(&t.sets[j])
		}
	}
	for i := range n {
		for j := range n {
			if t.below[i][j] {
				t.include(t.ranges[i], t.ranges[j])
			}
			if i < j && t.apart[i][j] && !t.isApartImplied(i, j) {
				t.conjoin(t.ranges[i], t.ranges[j], Bottom)
			}
		}
	}
}

// isApartImplied reports whether the disjointness of i and j is entailed by that of larger ranges.
func (t *theoryBuilder) isApartImplied(i, j int) bool {
	for k := range t.ranges {
		if t.strictlyBelow(i, k) && t.apart[k][j] || t.strictlyBelow(j, k) && t.apart[i][k] {
			return true
		}
	}
	return false
}

// strictlyBelow is a strict order of ranges by inclusion; of equal ranges the later one is lower.
func (t *theoryBuilder) strictlyBelow(i, j int) bool {
	return t.below[i][j] && (!t.below[j][i] || i > j)
}

// addValues adds the inclusions of values in ranges. Old values are included if there is a new
// range.
func (t *theoryBuilder) addValues() {
	newRange := slices.ContainsFunc(t.ranges, func(c Concept) bool { return c >= t.from })
	for c := range t.vocabulary.all(DataValue) {
		if c < t.from && !newRange {
			continue
		}
		v, ok := valueOf(t.vocabulary.Value(c))
		if !ok || v.space == unknownSpace {
			continue
		}
		if c >= t.from {
			t.theory.Inhabited = append(t.theory.Inhabited, c)
			if !v.vague {
				t.theory.Distinct = append(t.theory.Distinct, c)
			}
		}
		p := t.patternOf(&v)
		for _, d := range p.within {
			t.include(c, d)
		}
		for _, d := range p.outside {
			t.conjoin(c, d, Bottom)
		}
	}
}

// patternOf returns the smallest ranges that contain a value, and the largest ranges whose
// exclusion is not entailed by them.
func (t *theoryBuilder) patternOf(v *value) *pattern {
	const unknown, within, outside = 0, 1, 2
	where := make([]byte, len(t.ranges))
	for i := range t.ranges {
		if t.sets[i].holds(v) {
			where[i] = within
		} else if t.sets[i].excludes(v) {
			where[i] = outside
		}
	}
	if p, ok := t.patterns[string(where)]; ok {
		return p
	}
	p := &pattern{}
	t.patterns[string(where)] = p
	for i, c := range t.ranges {
		follows := func(j int) bool {
			switch {
			case where[i] == within:
				return where[j] == within && t.strictlyBelow(j, i)
			case where[j] == within:
				return t.apart[i][j]
			}
			return where[j] == outside && t.strictlyBelow(i, j)
		}
		implied := where[i] == unknown
		for j := 0; j < len(t.ranges) && !implied; j++ {
			implied = follows(j)
		}
		switch {
		case implied:
		case where[i] == within:
			p.within = append(p.within, c)
		default:
			p.outside = append(p.outside, c)
		}
	}
	return p
}

// include adds sub ⊑ super unless both are old.
func (t *theoryBuilder) include(sub, super Concept) {
	if max(sub, super) >= t.from {
		t.theory.NF1 = append(t.theory.NF1, NF1{sub, super, Definition})
	}
}

// conjoin adds left ⊓ right ⊑ super unless all are old.
func (t *theoryBuilder) conjoin(left, right, super Concept) {
	if max(left, right, super) >= t.from {
		t.theory.NF2 = append(t.theory.NF2, NF2{left, right, super, Definition})
	}
}
