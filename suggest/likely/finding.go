package likely

import (
	"math"

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
