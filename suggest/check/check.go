package check

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// Check is one rule that rejects a candidate.
type Check struct {
	Name  string // for example "K1"
	Title string

	// Superclass and Restriction are the forms that the check applies to: C ⊑ D and C ⊑ ∃r.D.
	Superclass, Restriction bool

	// Sure is true if the ontology itself rejects the candidate. Such a check is never off.
	Sure bool

	rejects func(*view, asserted.Statement) (evidence.Evidence, bool)
}

// Checks is the table of all checks, in the order in which they are tried.
var Checks = []Check{
	{Name: "excluded", Title: "excluded by an annotation", Superclass: true, Sure: true,
		rejects: excluded},
	{Name: "K1", Title: "opposite names", Superclass: true, rejects: oppositeNames},
	{Name: "K2", Title: "opposite filler", Restriction: true, rejects: oppositeFiller},
	{Name: "K3", Title: "reversed", Restriction: true, rejects: reversed},
	{Name: "K4", Title: "collapse", Superclass: true, Restriction: true, rejects: collapse},
	{Name: "K5", Title: "defined by a sibling filler", Restriction: true,
		rejects: definedBySibling},
	{Name: "K6", Title: "same axioms as a sibling", Restriction: true, rejects: sameAxioms},
	{Name: "K7", Title: "names tell the fillers", Restriction: true, rejects: namesTellFillers},
	{Name: "K8", Title: "a subclass has another filler", Restriction: true,
		rejects: subclassHasAnother},
	{Name: "K8b", Title: "one filler in practice", Restriction: true, rejects: oneFiller},
	{Name: "K9", Title: "modifier, not head", Superclass: true, rejects: modifierNotHead},
	{Name: "K9b", Title: "privative name", Superclass: true, rejects: privativeName},
	{Name: "K10", Title: "taxa apart", Superclass: true, Restriction: true, rejects: taxaApart},
	{Name: "K11", Title: "branch never has it", Restriction: true, rejects: branchNeverHasIt},
}

// appliesTo reports whether a check is about the form of a statement.
func (k *Check) appliesTo(s asserted.Statement) bool {
	if s.Property == asserted.NoProperty {
		return k.Superclass
	}
	return k.Restriction
}

// Limits of the self-test.
const (
	mostTested = 400  // asserted axioms of each form
	mostWrong  = 0.01 // share of these that a check may reject
)

// SelfTest is how many of the asserted axioms of one form a check rejects, each left out.
type SelfTest struct {
	Check string // its name

	// Restriction is true for axioms C ⊑ ∃r.D and false for C ⊑ D.
	Restriction bool

	Rejected, Tested int

	// Off is true if the check is switched off for this form.
	Off bool
}

// Rejection is a check that rejects a statement, with the sentence that it gives.
type Rejection struct {
	Check    string
	Evidence evidence.Evidence
}

// Checker applies the checks that an ontology bears out. It is immutable and safe for concurrent
// use.
type Checker struct {
	index *asserted.Index
	words words
	stats statistics
	tests []SelfTest
	off   [2][]bool // by form, then by check
}

// New indexes names and fillers and tests each check on asserted axioms. The only error is that
// of ctx.
func New(ctx context.Context, x *asserted.Index) (*Checker, error) {
	c := &Checker{index: x, off: [2][]bool{make([]bool, len(Checks)), make([]bool, len(Checks))}}
	c.words = newWords(x)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.stats = newStatistics(x, &c.words)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return c, c.testItself(ctx)
}

// testItself switches off the checks that reject too many asserted axioms.
func (c *Checker) testItself(ctx context.Context) error {
	hashes := make([]uint64, len(c.index.Classes))
	for i, iri := range c.index.Classes {
		hashes[i] = hashText(iri.String())
	}
	var rows [2][]drawn
	for s := range c.asserted() {
		if !c.index.Live[s.Class] || !c.index.Live[s.Target] {
			continue
		}
		h := mix(hashes[s.Class], hashes[s.Target])
		form := formOf(s)
		if form == 1 {
			h = mix(h, hashText(c.index.Properties[s.Property].String()))
		}
		rows[form] = append(rows[form], drawn{h, s})
	}
	for form, rows := range rows {
		slices.SortFunc(rows, compareDrawn)
		rows = rows[:min(len(rows), mostTested)]
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range Checks {
			k := &Checks[i]
			if form == 0 && !k.Superclass || form == 1 && !k.Restriction {
				continue
			}
			test := SelfTest{Check: k.Name, Restriction: form == 1, Tested: len(rows)}
			for _, row := range rows {
				v := view{Checker: c, without: row.statement}
				if _, rejected := k.rejects(&v, row.statement); rejected {
					test.Rejected++
				}
			}
			test.Off = !k.Sure && test.Rejected > 1 &&
				float64(test.Rejected) > mostWrong*float64(test.Tested)
			c.off[form][i] = test.Off
			c.tests = append(c.tests, test)
		}
	}
	return ctx.Err()
}

// Tests returns the self-tests of all checks: those of superclasses first, then those of
// restrictions, each in the order of Checks.
func (c *Checker) Tests() []SelfTest { return slices.Clone(c.tests) }

// Off returns the self-tests of the checks that are switched off.
func (c *Checker) Off() []SelfTest {
	return slices.DeleteFunc(c.Tests(), func(t SelfTest) bool { return !t.Off })
}

// Reject returns the checks that are on and reject a statement, in the order of Checks. A
// statement that is asserted is judged as if it were not.
func (c *Checker) Reject(s asserted.Statement) []Rejection {
	var all []Rejection
	c.each(s, func(r Rejection) bool {
		all = append(all, r)
		return true
	})
	return all
}

// Rejects reports whether a check that is on rejects a statement.
func (c *Checker) Rejects(s asserted.Statement) bool {
	found := false
	c.each(s, func(Rejection) bool {
		found = true
		return false
	})
	return found
}

func (c *Checker) each(s asserted.Statement, yield func(Rejection) bool) {
	if s.Class == s.Target {
		return
	}
	v := view{Checker: c, without: s}
	form := formOf(s)
	for i := range Checks {
		k := &Checks[i]
		if !k.appliesTo(s) || c.off[form][i] {
			continue
		}
		if e, rejected := k.rejects(&v, s); rejected && !yield(Rejection{k.Name, e.Objecting()}) {
			return
		}
	}
}

// Doubt is an asserted axiom that a check rejects.
type Doubt struct {
	asserted.Statement
	Rejections []Rejection
}

// Doubtful returns the asserted axioms that a check rejects, each left out while it is judged, in
// ascending order. Axioms that are merely inferred are not judged. The only error is that of ctx.
func (c *Checker) Doubtful(ctx context.Context) ([]Doubt, error) {
	var doubts []Doubt
	last := int32(-1)
	for s := range c.asserted() {
		if s.Class != last {
			last = s.Class
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if !c.index.Live[s.Class] || !c.index.Live[s.Target] {
			continue
		}
		if r := c.Reject(s); len(r) > 0 {
			doubts = append(doubts, Doubt{s, r})
		}
	}
	return doubts, nil
}

func formOf(s asserted.Statement) int {
	if s.Property == asserted.NoProperty {
		return 0
	}
	return 1
}

// drawn is a statement with its place in the order of the draw.
type drawn struct {
	hash      uint64
	statement asserted.Statement
}

func compareDrawn(a, b drawn) int {
	switch {
	case a.hash < b.hash:
		return -1
	case a.hash > b.hash:
		return 1
	}
	return asserted.CompareStatements(a.statement, b.statement)
}

// hashText returns the FNV-1a hash of a text.
func hashText(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

// mix combines two hashes; the order of a and b matters.
func mix(a, b uint64) uint64 {
	h := a*0x9e3779b97f4a7c15 + b
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	return h ^ h>>32
}

// class returns the IRI of a class, for sentences.
func (c *Checker) class(n int32) owl.IRI { return c.index.Classes[n] }

// property returns the IRI of a property, for sentences.
func (c *Checker) property(n int32) owl.IRI { return c.index.Properties[n] }
