package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// Check is one rule that rejects a candidate.
type Check struct {
	Name string // for example "K1"
	Of   string // its candidates as a phrase, for example "opposite names"

	superclass, restriction bool // the forms that it applies to: C ⊑ D and C ⊑ ∃r.D
	sure                    bool // never off, because the ontology itself rejects the candidate

	// rejects returns the sentence against a statement, or nil if the check does not reject it.
	rejects func(*view, asserted.Statement) *evidence.Evidence
}

// Checks is the table of all checks, in the order in which they are tried.
var Checks = []Check{
	{Name: "excluded", Of: "superclass excluded by an annotation", superclass: true, sure: true,
		rejects: excluded},
	{Name: "K1", Of: "opposite names", superclass: true, rejects: oppositeNames},
	{Name: "K2", Of: "filler opposite to the name", restriction: true, rejects: oppositeFiller},
	{Name: "K2b", Of: "fillers that exclude each other", restriction: true,
		rejects: fillersExclude},
	{Name: "K3", Of: "asserted the other way round", restriction: true, rejects: reversed},
	{Name: "K4", Of: "class that would be the same as another", superclass: true, restriction: true,
		rejects: collapse},
	{Name: "K5", Of: "definition of a sibling", restriction: true, rejects: definedBySibling},
	{Name: "K6", Of: "same axioms as a sibling", restriction: true, rejects: sameAxioms},
	{Name: "K7", Of: "filler of the sibling that has it in its name", restriction: true,
		rejects: namesContainFillers},
	{Name: "K8", Of: "filler unlike that of a subclass", restriction: true,
		rejects: subclassHasAnother},
	{Name: "K8b", Of: "second filler where classes have one", restriction: true,
		rejects: oneFiller},
	{Name: "K8c", Of: "differentia of a subclass", restriction: true,
		rejects: differentiaOfSubclass},
	{Name: "K9", Of: "modifier, not head of the name", superclass: true, rejects: modifierNotHead},
	{Name: "K9b", Of: "privative name", superclass: true, rejects: privativeName},
	{Name: "K10", Of: "different taxa", superclass: true, restriction: true,
		rejects: differentTaxa},
	{Name: "K11", Of: "absent from the largest branch", restriction: true,
		rejects: absentInLargestBranch},
}

// appliesTo reports whether a check applies to a form: 0 for C ⊑ D, 1 for C ⊑ ∃r.D.
func (k *Check) appliesTo(form int) bool {
	if form == 0 {
		return k.superclass
	}
	return k.restriction
}

// objection returns a sentence against a statement.
func objection(kind, format string, args ...any) *evidence.Evidence {
	e := evidence.New(kind, format, args...).Objecting()
	return &e
}

// Limits of the self-test.
const (
	mostTested = 400  // asserted axioms of each form
	mostWrong  = 0.01 // share of these that a check may reject
)

// SelfTest counts the asserted axioms of one form that a check rejects. Each is checked as if it
// were not asserted.
type SelfTest struct {
	Check string // its name

	// Restriction is true for axioms C ⊑ ∃r.D and false for C ⊑ D.
	Restriction bool

	Rejected, Tested int

	// Off is true if the check is switched off for this form.
	Off bool
}

// String returns a sentence about a check that is off, without its full stop.
func (t SelfTest) String() string {
	i := slices.IndexFunc(Checks, func(k Check) bool { return k.Name == t.Check })
	form := "superclasses"
	if t.Restriction {
		form = "restrictions"
	}
	return fmt.Sprintf("check %q is off here: it rejects %d of %d asserted %s", Checks[i].Of,
		t.Rejected, t.Tested, form)
}

// Rejection is the name of a check that rejects a statement, with its sentence.
type Rejection struct {
	Check    string            `json:"check"`
	Evidence evidence.Evidence `json:"evidence"`
}

// Checker applies the checks that pass the self-test. It is immutable and safe for concurrent use.
type Checker struct {
	index *asserted.Index
	words words
	stats statistics
	tests []SelfTest
	off   [2][]bool // by form, then by check
}

// New indexes names and fillers, and tests each check on asserted axioms. The only error is that
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
	return c, c.selfTest(ctx)
}

// selfTest switches off the checks that reject too many asserted axioms.
func (c *Checker) selfTest(ctx context.Context) error {
	hashes := make([]uint64, len(c.index.Classes))
	for i, iri := range c.index.Classes {
		hashes[i] = asserted.HashText(iri.String())
	}
	var rows [2][]sampled
	for s := range c.asserted() {
		if !c.index.Live[s.Class] || !c.index.Live[s.Target] {
			continue
		}
		h := mix(hashes[s.Class], hashes[s.Target])
		form := formOf(s)
		if form == 1 {
			h = mix(h, asserted.HashText(c.index.Properties[s.Property].String()))
		}
		rows[form] = append(rows[form], sampled{h, s})
	}
	for form, rows := range rows {
		slices.SortFunc(rows, compareSampled)
		rows = rows[:min(len(rows), mostTested)]
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range Checks {
			k := &Checks[i]
			if !k.appliesTo(form) {
				continue
			}
			test := SelfTest{Check: k.Name, Restriction: form == 1, Tested: len(rows)}
			for _, row := range rows {
				if k.rejects(&view{Checker: c, without: row.statement}, row.statement) != nil {
					test.Rejected++
				}
			}
			test.Off = !k.sure && test.Rejected > 1 &&
				float64(test.Rejected) > mostWrong*float64(test.Tested)
			c.off[form][i] = test.Off
			c.tests = append(c.tests, test)
		}
	}
	return ctx.Err()
}

// Off returns the self-tests of the checks that are switched off: those of superclasses first,
// then those of restrictions, each in the order of Checks.
func (c *Checker) Off() []SelfTest {
	return slices.DeleteFunc(slices.Clone(c.tests), func(t SelfTest) bool { return !t.Off })
}

// Reject returns the rejections by the checks that are on, in the order of Checks. An asserted
// statement is checked as if it were not asserted.
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

// each visits the rejections of a statement until yield returns false.
func (c *Checker) each(s asserted.Statement, yield func(Rejection) bool) {
	if s.Class == s.Target {
		return
	}
	v := view{Checker: c, without: s}
	form := formOf(s)
	for i := range Checks {
		k := &Checks[i]
		if !k.appliesTo(form) || c.off[form][i] {
			continue
		}
		if e := k.rejects(&v, s); e != nil && !yield(Rejection{k.Name, *e}) {
			return
		}
	}
}

// Doubt is an asserted axiom that a check rejects.
type Doubt struct {
	asserted.Statement
	Rejections []Rejection
}

// Doubtful returns the asserted axioms that a check rejects, in ascending order. Each is checked
// as if it were not asserted. The only error is that of ctx.
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

// formOf returns the form of a statement: 0 for C ⊑ D, 1 for C ⊑ ∃r.D.
func formOf(s asserted.Statement) int {
	if s.Property == asserted.NoProperty {
		return 0
	}
	return 1
}

// sampled is a statement with the hash that orders the sample.
type sampled struct {
	hash      uint64
	statement asserted.Statement
}

// compareSampled orders statements by hash.
func compareSampled(a, b sampled) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash),
		asserted.CompareStatements(a.statement, b.statement))
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
