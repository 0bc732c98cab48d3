package suggest

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/check"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/likely"
	"box2el-owl/suggest/superclass"
	"box2el-owl/suggest/texts"
)

// Findings holds the likely and possible suggestions of an ontology, and its checks. It is safe for
// concurrent use.
type Findings struct {
	index  *asserted.Index
	checks func() *check.Checker // the first call makes them

	rows []*found // best first
	of   map[Statement]*found

	definitions lazy[[]*found]
}

// FindingOptions holds the sources of NewFindings.
type FindingOptions struct {
	// Hierarchy is the inferred class hierarchy of the ontology.
	Hierarchy asserted.Hierarchy

	// Index has the built-in relations and labels.
	Index asserted.Options

	Reasoner Reasoner
	BuiltIn  BuiltIn // nil if there are no built-in axioms

	// Subjects restricts the suggestions to those of these classes and of their groups. Default:
	// all classes.
	Subjects []owl.IRI

	Workers int // default: all cores
}

// NewFindings indexes an ontology and finds the axioms with two kinds of evidence. It leaves out
// axioms that are entailed, contradict the ontology or make two classes equivalent. Errors are
// those of the reasoner and of ctx.
func NewFindings(ctx context.Context, o *owl.Ontology, opts FindingOptions) (*Findings, error) {
	x, err := asserted.New(ctx, o, opts.Hierarchy, opts.Index)
	if err != nil {
		return nil, err
	}
	f := &Findings{index: x, checks: sync.OnceValue(func() *check.Checker {
		c, _ := check.New(context.Background(), x) // the only error is that of a context
		return c
	})}
	finding := likely.Options{Workers: opts.Workers, Rejected: func(s asserted.Statement) bool {
		return f.checks().Rejects(s)
	}}
	for _, iri := range opts.Subjects {
		if c, ok := x.Class(iri); ok {
			finding.Subjects = append(finding.Subjects, c)
		}
	}
	read := texts.New(x)
	var superclasses, restrictions []likely.Finding
	var failed error
	var wait sync.WaitGroup
	if finding.Subjects == nil { // else the checks may not be needed
		wait.Go(func() { f.checks() })
	}
	wait.Go(func() { restrictions, failed = likely.Restrictions(ctx, read, finding) })
	superclasses, err = superclass.Find(ctx, read, finding)
	wait.Wait()
	if err := cmp.Or(err, failed); err != nil {
		return nil, err
	}
	all := slices.Concat(superclasses, restrictions)
	slices.SortStableFunc(all, func(a, b likely.Finding) int {
		return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(b.Share, a.Share))
	})
	if finding.Subjects != nil {
		all = f.about(finding.Subjects, all)
	}
	if len(all) > 0 && len(x.Classes) >= collectFrom {
		runtime.GC()
	}
	return f, f.verify(ctx, all, opts)
}

// collectFrom is the least number of classes for which garbage is collected before the reasoners
// are asked. For 48,000 classes, that lowers the peak of memory by 40 MB and takes .1 s of CPU
// time.
const collectFrom = 20_000

// Index returns the index of the ontology.
func (f *Findings) Index() *asserted.Index { return f.index }

// about returns the findings about some classes and the other members of their groups.
func (f *Findings) about(subjects []int32, all []likely.Finding) []likely.Finding {
	isSubject := make(map[int32]bool, len(subjects))
	for _, c := range subjects {
		isSubject[c] = true
	}
	groups := make(map[string]bool)
	for i := range all {
		if all[i].Group != "" && isSubject[all[i].Class] {
			groups[groupKey(&all[i])] = true
		}
	}
	return slices.DeleteFunc(all, func(a likely.Finding) bool {
		return !isSubject[a.Class] && !groups[groupKey(&a)]
	})
}

// verify keeps the findings that are new and make no classes equivalent. The two reasoners are
// asked concurrently, because each is built by its first question.
func (f *Findings) verify(ctx context.Context, all []likely.Finding, opts FindingOptions) error {
	groups := make(groups)
	f.of = make(map[Statement]*found)
	for batch := range slices.Chunk(all, maxBatch) {
		axioms := make([]owl.Axiom, len(batch))
		for i, b := range batch {
			axioms[i] = f.index.Axiom(b.Statement)
		}
		entailed := make([]bool, len(batch)) // with built-in axioms
		var failed error
		var wait sync.WaitGroup
		if opts.BuiltIn != nil {
			wait.Go(func() { entailed, failed = opts.BuiltIn.EntailsEach(ctx, axioms) })
		}
		verdicts, err := opts.Reasoner.Verdicts(ctx, axioms)
		wait.Wait()
		if err := cmp.Or(err, failed); err != nil {
			return err
		}
		for i, v := range verdicts {
			if v.Verdict != New || entailed[i] {
				continue
			}
			equates, err := f.equates(ctx, opts.Reasoner, axioms[i])
			if err != nil {
				return err
			}
			if equates {
				continue
			}
			r := f.row(&batch[i], axioms[i], v)
			if batch[i].Group != "" {
				groups.add(groupKey(&batch[i]), r)
			}
			f.rows, f.of[r.of] = append(f.rows, r), r
		}
	}
	return nil
}

// row returns a new finding as a row.
func (f *Findings) row(a *likely.Finding, axiom owl.Axiom, v *reasoner.Judgement) *found {
	r := &found{
		Suggestion: suggestionOf(f.index.Numbers, a.Statement, axiom, v), of: a.Statement,
		rule: a.Rule,
	}
	r.Tier, r.Evidence, r.Witnesses = a.Tier, a.Evidence, a.Witnesses
	r.Probability = math.Round(a.Share*1e4) / 1e4
	for _, c := range a.From {
		r.From = append(r.From, f.index.Classes[c])
	}
	return r
}

// mostEquated bounds the new subsumptions that are searched for new equivalences.
const mostEquated = 200

// equates reports whether an axiom would make two classes equivalent that are not equivalent now.
func (f *Findings) equates(ctx context.Context, r Reasoner, a owl.Axiom) (bool, error) {
	e, err := r.Effect(ctx, []owl.Axiom{a}, mostEquated)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(e.Examples, func(s reasoner.Subsumption) bool {
		return r.IsSubsumedBy(s.Super, s.Sub)
	}), nil
}

// groupKey returns the group with the tier: a group does not mix tiers.
func groupKey(r *likely.Finding) string { return string(r.Tier) + " " + r.Group }

// decisionOn returns the decision about an axiom, "" if there is none.
func (s *Suggester) decisionOn(a owl.Axiom) Decision {
	if s.feedback.decisions == nil {
		return "" // saves the hash
	}
	return s.feedback.decisions.On(owl.HashAxiom(a))
}

// ChecksOff returns a sentence for each check that is switched off for the ontology.
func (s *Suggester) ChecksOff() []string {
	var sentences []string
	for _, off := range s.findings.checks().Off() {
		sentences = append(sentences, off.String())
	}
	return sentences
}

// Doubt is an asserted axiom that a check rejects.
type Doubt struct {
	Subject  owl.IRI
	Axiom    owl.Axiom // the statement alone, which may be a part of an asserted axiom
	Evidence []evidence.Evidence
}

// Doubtful returns the asserted axioms about the user's own classes that a check rejects.
func (s *Suggester) Doubtful(ctx context.Context) ([]Doubt, error) {
	doubts, err := s.findings.checks().Doubtful(ctx)
	if err != nil {
		return nil, err
	}
	var list []Doubt
	for _, d := range doubts {
		if s.own != nil && !s.own[d.Class] {
			continue
		}
		x := Doubt{Subject: s.t.Classes[d.Class], Axiom: s.t.Axiom(d.Statement)}
		for _, r := range d.Rejections {
			x.Evidence = append(x.Evidence, r.Evidence)
		}
		list = append(list, x)
	}
	return list, nil
}

// Nothing returns the sentence for a class without likely and possible suggestions, or for a whole
// ontology without them if class is zero.
func (s *Suggester) Nothing(class owl.IRI) evidence.Evidence {
	x := s.findings.index
	c, ok := x.Class(class)
	if !ok {
		labels, texts, restrictions := 0, 0, 0
		for c := range int32(len(x.Classes)) {
			if x.Live[c] {
				labels++
			}
			if x.Texts[c] != "" {
				texts++
			}
			restrictions += len(x.Restrictions(c))
		}
		return evidence.New("nothing",
			"Nothing likely: no two kinds of evidence agree on a missing axiom. "+
				"Searched names: %d; definitions: %d; asserted restrictions: %d.",
			labels, texts, restrictions)
	}
	siblings, more := 0, 0
	seen := map[int32]bool{c: true}
	for _, p := range x.DirectSupers(c) {
		for _, d := range x.DirectSubs(p) {
			if !seen[d] {
				seen[d] = true
				siblings++
				if len(x.Restrictions(d)) > len(x.Restrictions(c)) {
					more++
				}
			}
		}
	}
	return evidence.New("nothing",
		"Nothing likely for %e. Asserted superclasses: %d; restrictions: %d; "+
			"siblings with more restrictions: %d of %d.",
		class, len(x.Parents(c)), len(x.Restrictions(c)), more, siblings)
}
