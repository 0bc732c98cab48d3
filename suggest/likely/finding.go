package likely

import (
	"math"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// Finding is an axiom that witnesses support.
type Finding struct {
	asserted.Statement
	Tier evidence.Tier

	// Share is the share of right findings among those with this pair of witnesses that judges
	// read, with one right and one wrong added; 0 if none was read.
	Share float64

	// Witnesses are the letters of the witnesses, for example "N F V" or "A".
	Witnesses string

	// Evidence has a sentence for each witness, the strongest first.
	Evidence []evidence.Evidence

	// Group is equal for findings of one rule or one filler, which are shown as one question; ""
	// if there is none. Rule is the sentence of the group, with the share of the rule.
	Group string
	Rule  evidence.Evidence

	// From has the classes that the evidence was found for, if the finding was moved to another
	// class or filler; nil if it was not.
	From []int32
}

// Options restrict what is found.
type Options struct {
	// Rejected reports whether a check rejects a statement. Default: nil, no statement is rejected.
	Rejected func(asserted.Statement) bool

	// Subjects are classes; nothing is found if there is no finding about one of them. Default: all
	// classes.
	Subjects []int32

	// Workers is the number of threads. Default: all cores. It does not change the result.
	Workers int
}

// MostGeneral removes the candidates that others of their tier or a surer one make needless: it
// keeps the most specific targets of each class and the most general classes of each target, of
// equivalent ones the first. Of returns the statement of a candidate and its tier.
func MostGeneral[T any](x *asserted.Index, list []T,
	of func(T) (asserted.Statement, evidence.Tier)) []T {
	targets := make(map[[2]int32][]int32) // by class and property
	tiers := make(map[asserted.Statement]evidence.Tier)
	for _, c := range list {
		s, tier := of(c)
		key := [2]int32{s.Class, s.Property}
		targets[key] = append(targets[key], s.Target)
		tiers[s] = tier
	}
	return slices.DeleteFunc(list, func(c T) bool {
		s, tier := of(c)
		isAsSure := func(c, d int32) bool {
			t := tiers[asserted.Statement{Class: c, Property: s.Property, Target: d}]
			return t != "" && t <= tier
		}
		return slices.ContainsFunc(targets[[2]int32{s.Class, s.Property}], func(d int32) bool {
			return d != s.Target && isAsSure(s.Class, d) && x.IsBelow(d, s.Target) &&
				(d < s.Target || !x.IsBelow(s.Target, d))
		}) || slices.ContainsFunc(x.Ancestors(s.Class), func(a int32) bool {
			return isAsSure(a, s.Target) && (a < s.Class || !x.IsBelow(a, s.Class))
		})
	})
}

// wilson returns the lower limit of the Wilson interval of k of n at z = 1.28 (80 %, two-sided).
func wilson(k, n int) float64 {
	if n == 0 {
		return 0
	}
	const z = 1.28
	p, m := float64(k)/float64(n), float64(n)
	center := p + z*z/(2*m)
	spread := z * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return (center - spread) / (1 + z*z/m)
}
