package el

import "box2el-owl/owl"

// dataSet is the union of the parts, or its complement if without is set.
type dataSet struct {
	parts   []valueSet
	without bool
}

// maxEnumerated is the number of literals up to which an enumeration is a dataSet.
const maxEnumerated = 100

// dataSetOf returns a data range as a set; ok is false if its value space is unknown.
func dataSetOf(r owl.DataRange) (set dataSet, ok bool) {
	switch r := r.(type) {
	case owl.Datatype:
		set.parts = []valueSet{datatypes[r].set}
	case *owl.DatatypeRestriction:
		set.parts = []valueSet{restriction(r)}
	case *owl.DataOneOf:
		return enumeration(r)
	case *owl.DataComplementOf:
		set, ok = dataSetOf(r.Operand)
		return dataSet{set.parts, !set.without}, ok
	default:
		return dataSet{}, false
	}
	return set, set.parts[0].space != unknownSpace
}

// enumeration returns the set of the known values of an enumeration.
func enumeration(r *owl.DataOneOf) (set dataSet, ok bool) {
	if len(r.Literals) > maxEnumerated {
		return dataSet{}, false
	}
	for _, l := range r.Literals {
		v, ok := valueOf(l)
		switch {
		case ok && v.vague:
			return dataSet{}, false
		case ok:
			set.parts = append(set.parts, singleton(&v))
		}
	}
	return set, true
}

// exact reports whether s is described exactly.
func (s *dataSet) exact() bool {
	for i := range s.parts {
		if s.parts[i].part {
			return false
		}
	}
	return true
}

// empty reports whether s is known to have no value.
func (s *dataSet) empty() bool {
	for i := range s.parts {
		if !s.parts[i].empty {
			return false
		}
	}
	return !s.without
}

// includes reports whether it is known that t ⊆ s.
func (s *dataSet) includes(t *dataSet) bool {
	switch {
	case t.without:
		return s.without && t.covers(s)
	case s.without:
		return s.misses(t)
	}
	return s.covers(t)
}

// covers reports whether the parts of s are known to include those of t.
func (s *dataSet) covers(t *dataSet) bool {
	for i := range t.parts {
		if !s.coversPart(&t.parts[i]) {
			return false
		}
	}
	return true
}

func (s *dataSet) coversPart(part *valueSet) bool {
	if part.empty {
		return true
	}
	for i := range s.parts {
		if s.parts[i].includes(part) {
			return true
		}
	}
	return false
}

// misses reports whether the parts of s and of t are known to be disjoint.
func (s *dataSet) misses(t *dataSet) bool {
	for i := range t.parts {
		if !s.missesPart(&t.parts[i]) {
			return false
		}
	}
	return true
}

func (s *dataSet) missesPart(part *valueSet) bool {
	for i := range s.parts {
		if both := s.parts[i].intersect(part); !both.empty {
			return false
		}
	}
	return true
}

// intersect returns s ∩ t.
func (s *dataSet) intersect(t *dataSet) dataSet {
	switch {
	case s.without && t.without:
		return dataSet{append(s.parts[:len(s.parts):len(s.parts)], t.parts...), true}
	case s.without:
		return t.intersect(s)
	}
	var both dataSet
	for i := range s.parts {
		part := s.parts[i]
		switch {
		case !t.without:
			for j := range t.parts {
				if shared := part.intersect(&t.parts[j]); !shared.empty {
					both.parts = append(both.parts, shared)
				}
			}
		case !t.coversPart(&part):
			part.part = part.part || !t.missesPart(&part)
			both.parts = append(both.parts, part)
		}
	}
	return both
}
