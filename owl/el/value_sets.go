package el

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"box2el-owl/owl"
)

// valueSet is a set of data values of one space: those up to a rank, within bounds. A set in
// unknownSpace is unknown.
type valueSet struct {
	space             valueSpace
	rank              rank
	low, high         bound  // of numbers
	shortest, longest int    // lengths of texts, resources and octets
	only              *value // the set has at most this value; numbers have bounds instead
	empty             bool
	part              bool // the set is a subset of what the other fields describe
}

// bound is a canonical number that bounds an interval; an empty number is no bound.
type bound struct {
	at   string
	open bool // the number itself is outside
}

// maxLength is the length of a value set without a bound.
const maxLength = math.MaxInt

func ranked(space valueSpace, r rank) valueSet {
	return valueSet{space: space, rank: r, longest: maxLength}
}

func whole(space valueSpace) valueSet { return ranked(space, 0) }

// singleton returns {v}.
func singleton(v *value) valueSet {
	s := ranked(v.space, v.rank)
	switch {
	case v.vague:
		s.part = true
	case v.space == numbers:
		s.low, s.high = bound{at: v.form}, bound{at: v.form}
	default:
		s.shortest, s.longest, s.only = v.length, v.length, v
	}
	return s
}

// holds reports whether v is known to be in s.
func (s *valueSet) holds(v *value) bool {
	one := singleton(v)
	return s.includes(&one)
}

// includes reports whether it is known that t ⊆ s.
func (s *valueSet) includes(t *valueSet) bool {
	switch {
	case t.empty:
		return true
	case s.space == unknownSpace || s.space != t.space || s.empty || s.part:
		return false
	case s.only != nil:
		return t.only != nil && s.only.valueKey == t.only.valueKey
	}
	return s.rankIncludes(t) && s.shortest <= t.shortest && t.longest <= s.longest &&
		(s.low.at == "" || t.low.at != "" && knownOrder(t.low, s.low, 1)) &&
		(s.high.at == "" || t.high.at != "" && knownOrder(t.high, s.high, -1))
}

func (s *valueSet) rankIncludes(t *valueSet) bool {
	if s.space == texts && s.rank == taggedTexts {
		return t.rank == taggedTexts
	}
	return t.rank <= s.rank
}

// knownOrder reports whether b is known to be at least as tight a bound as c: a lower bound that is
// not smaller (direction 1), or an upper bound that is not larger (-1).
func knownOrder(b, c bound, direction int) bool {
	order, ok := compareNumbers(b.at, c.at)
	return ok && (order*direction > 0 || order == 0 && (b.open || !c.open))
}

// intersect returns s ∩ t.
func (s *valueSet) intersect(t *valueSet) valueSet {
	if s.space == unknownSpace || t.space == unknownSpace {
		return valueSet{part: true}
	}
	if s.empty || t.empty || s.space != t.space {
		return valueSet{space: s.space, empty: true}
	}
	both := *s
	both.part = s.part || t.part
	switch {
	case t.rankIncludes(s):
	case s.rankIncludes(t):
		both.rank = t.rank
	default:
		both.empty = true
	}
	both.narrow(t.low, t.high)
	both.shortest, both.longest = max(s.shortest, t.shortest), min(s.longest, t.longest)
	if t.only != nil {
		both.only = t.only
	}
	if s.only != nil && t.only != nil && s.only.valueKey != t.only.valueKey ||
		s.only != nil && !t.rankIncludes(s) || t.only != nil && !s.rankIncludes(t) {
		both.empty = true
	}
	both.empty = both.empty || both.shortest > both.longest
	both.normalize()
	return both
}

// narrow tightens the bounds of the interval.
func (s *valueSet) narrow(low, high bound) {
	s.low = s.inner(s.low, low, 1)
	s.high = s.inner(s.high, high, -1)
}

// inner returns the tighter bound. If the two cannot be compared, it returns one of them and marks
// the set as a part.
func (s *valueSet) inner(b, c bound, direction int) bound {
	switch {
	case b.at == "" || c.at != "" && knownOrder(c, b, direction):
		return c
	case c.at == "" || knownOrder(b, c, direction):
		return b
	}
	s.part = true
	return b
}

// normalize rounds the bounds of an interval of integers to integers, detects empty intervals, and
// sets the rank of a single number.
func (s *valueSet) normalize() {
	if s.space != numbers || s.empty {
		return
	}
	if s.rank == integers {
		s.low, s.high = integerEnd(s.low, 1), integerEnd(s.high, -1)
	}
	if s.low.at == "" || s.high.at == "" {
		return
	}
	order, ok := compareNumbers(s.low.at, s.high.at)
	switch {
	case !ok || order < 0:
	case order > 0 || s.low.open || s.high.open || rankOf(s.low.at) > s.rank:
		s.empty = true
	default:
		s.rank = rankOf(s.low.at)
	}
}

// integerEnd returns the first integer of an interval, or the last one (direction -1).
func integerEnd(b bound, direction int) bound {
	switch {
	case b.at == "":
		return b
	case strings.Contains(b.at, "/"):
		q, ok := new(big.Rat).SetString(b.at)
		if !ok {
			return b // unreachable for numbers
		}
		n := new(big.Int).Div(q.Num(), q.Denom()) // toward −∞
		b.at = n.String()
		if direction > 0 {
			b.at = addOne(b.at, 1)
		}
	case strings.Contains(b.at, "."):
		negative := strings.HasPrefix(b.at, "-")
		digits, _, _ := strings.Cut(b.at, ".") // toward 0
		if digits == "-0" {
			digits = "0"
		}
		b.at = digits
		if negative == (direction < 0) {
			b.at = addOne(digits, direction)
		}
	case b.open:
		b.at = addOne(b.at, direction)
	}
	b.open = false
	return b
}

// addOne adds 1 or -1 to a canonical integer.
func addOne(n string, direction int) string {
	digits, negative := strings.CutPrefix(n, "-")
	switch {
	case negative == (direction < 0) || n == "0":
		return signed(direction < 0, increment(digits), "")
	default:
		return signed(negative, decrement(digits), "")
	}
}

// rankOf returns the rank of a canonical number.
func rankOf(form string) rank {
	switch {
	case strings.Contains(form, "/"):
		return rationals
	case strings.Contains(form, "."):
		return decimals
	}
	return integers
}

// maxCompared is the number of digits above which decimals are not compared with other rationals.
const maxCompared = 4 * maxRational

// compareNumbers compares canonical numbers; ok is false if they are too long.
func compareNumbers(a, b string) (order int, ok bool) {
	if a == b {
		return 0, true
	}
	if !strings.Contains(a, "/") && !strings.Contains(b, "/") {
		return compareDecimals(a, b), true
	}
	if len(a) > maxCompared || len(b) > maxCompared {
		return 0, false
	}
	p, okA := new(big.Rat).SetString(a)
	q, okB := new(big.Rat).SetString(b)
	if !okA || !okB {
		return 0, false
	}
	return p.Cmp(q), true
}

func compareDecimals(a, b string) int {
	a, negative := strings.CutPrefix(a, "-")
	b, negativeB := strings.CutPrefix(b, "-")
	if negative != negativeB {
		if negative {
			return -1
		}
		return 1
	}
	digitsA, fractionA, _ := strings.Cut(a, ".")
	digitsB, fractionB, _ := strings.Cut(b, ".")
	order := len(digitsA) - len(digitsB)
	if order == 0 {
		order = strings.Compare(digitsA, digitsB)
	}
	if order == 0 {
		order = strings.Compare(fractionA, fractionB)
	}
	if negative {
		return -order
	}
	return order
}

// restriction returns the values of a datatype that satisfy facets: exactly, or as a part of a
// larger set.
func restriction(r *owl.DatatypeRestriction) valueSet {
	set := datatypes[r.Datatype].set
	if set.space == unknownSpace {
		return set
	}
	for _, f := range r.Facets {
		set.restrict(f)
	}
	set.empty = set.empty || set.shortest > set.longest
	set.normalize()
	return set
}

// restrict applies a facet. It ignores numbers that are too long, because data ranges are compared
// with each other.
func (s *valueSet) restrict(f owl.FacetRestriction) {
	v, ok := valueOf(f.Value)
	name, isXSD := strings.CutPrefix(f.Facet.String(), owl.XSDNamespace)
	if !ok || !isXSD || v.vague || v.space != numbers || len(v.form) > maxRational {
		s.part = true
		return
	}
	if s.space == numbers {
		s.restrictInterval(name, v.form)
	} else {
		s.restrictLength(name, v.form)
	}
}

func (s *valueSet) restrictInterval(facet, form string) {
	switch facet {
	case "minInclusive":
		s.narrow(bound{at: form}, bound{})
	case "minExclusive":
		s.narrow(bound{form, true}, bound{})
	case "maxInclusive":
		s.narrow(bound{}, bound{at: form})
	case "maxExclusive":
		s.narrow(bound{}, bound{form, true})
	default:
		s.part = true
	}
}

func (s *valueSet) restrictLength(facet, form string) {
	n, err := strconv.Atoi(form)
	measured := s.space == texts || s.space == resources || s.space == hexOctets ||
		s.space == base64Octets
	if err != nil || n < 0 || !measured {
		s.part = true
		return
	}
	switch facet {
	case "length":
		s.shortest, s.longest = max(s.shortest, n), min(s.longest, n)
	case "minLength":
		s.shortest = max(s.shortest, n)
	case "maxLength":
		s.longest = min(s.longest, n)
	default:
		s.part = true
	}
}
