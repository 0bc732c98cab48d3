package suggest

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/check"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/likely"
	"box2el-owl/suggest/superclass"
)

// Findings holds the likely and possible suggestions of an ontology, and its checks. It is safe for
// concurrent use.
type Findings struct {
	index  *asserted.Index
	checks func() *check.Checker // the first call makes them

	rows      []finding        // best first
	bySubject map[int32][]int  // places in rows
	groups    map[string][]int // places in rows, by tier and group

	definitionsLock sync.Mutex
	definitions     []foundDefinition // nil until the first call of Suggester.definitions
}

// finding is a row that passed the checks and the reasoner.
type finding struct {
	likely.Finding
	Judgement
	axiom owl.Axiom
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
	var superclasses, restrictions []likely.Finding
	var failed error
	var wait sync.WaitGroup
	if finding.Subjects == nil { // else the checks may not be needed
		wait.Go(func() { f.checks() })
	}
	wait.Go(func() { restrictions, failed = likely.Restrictions(ctx, x, finding) })
	superclasses, err = superclass.Find(ctx, x, finding)
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
	if err := f.verify(ctx, all, opts); err != nil {
		return nil, err
	}
	f.number()
	return f, nil
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
			if !equates {
				f.rows = append(f.rows, finding{batch[i], v, axioms[i]})
			}
		}
	}
	return nil
}

// mostEquated bounds the new subsumptions that are searched for new equivalences.
const mostEquated = 200

// equates reports whether an axiom would make two classes equivalent that are not equivalent now.
func (f *Findings) equates(ctx context.Context, r Reasoner, a owl.Axiom) (bool, error) {
	e, err := r.Effect(ctx, []owl.Axiom{a}, mostEquated)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(e.Examples, func(s *owl.SubClassOf) bool {
		sub, super := s.Sub.(owl.Class), s.Super.(owl.Class)
		return r.IsSubclass(super.IRI, sub.IRI)
	}), nil
}

// number indexes the rows by subject and group.
func (f *Findings) number() {
	f.bySubject, f.groups = make(map[int32][]int), make(map[string][]int)
	for i := range f.rows {
		r := &f.rows[i]
		f.bySubject[r.Class] = append(f.bySubject[r.Class], i)
		if r.Group != "" {
			f.groups[groupKey(&r.Finding)] = append(f.groups[groupKey(&r.Finding)], i)
		}
	}
}

// row returns the row of a statement; nil if there is none.
func (f *Findings) row(x Statement) *finding {
	for _, i := range f.bySubject[x.Class] {
		if f.rows[i].Statement == x {
			return &f.rows[i]
		}
	}
	return nil
}

// groupKey returns the group with the tier: a group does not mix tiers.
func groupKey(r *likely.Finding) string { return string(r.Tier) + " " + r.Group }

// found returns the suggestions of some rows. If grouped is true, it returns only the first of each
// group.
func (s *Suggester) found(w *wanted, rows []int, grouped bool) []Suggestion {
	f := s.findings
	var list []Suggestion
	shown := make(map[string]bool)
	for _, i := range s.byPrecedents(rows) {
		r := &f.rows[i]
		if !s.passesFound(w, r) {
			continue
		}
		x := s.foundSuggestion(r)
		if r.Group != "" {
			members := s.members(w, f.groups[groupKey(&r.Finding)])
			if len(members) > 1 {
				x.Group = s.groupOf(r, members)
				if grouped && shown[groupKey(&r.Finding)] {
					continue
				}
				shown[groupKey(&r.Finding)] = true
			}
		}
		list = append(list, x)
	}
	return list
}

// members returns the rows of a group that a request admits.
func (s *Suggester) members(w *wanted, group []int) []int {
	var admitted []int
	for _, i := range group {
		if r := &s.findings.rows[i]; s.isSubject(w, r.Class) && s.passesFound(w, r) {
			admitted = append(admitted, i)
		}
	}
	return admitted
}

// groupOf returns a group with its members.
func (s *Suggester) groupOf(r *finding, members []int) *Group {
	g := &Group{ID: groupKey(&r.Finding), Rule: r.Rule}
	for _, i := range members {
		m := &s.findings.rows[i]
		g.Axioms = append(g.Axioms, m.axiom)
		g.Subjects = append(g.Subjects, s.t.Classes[m.Class])
	}
	return g
}

// passesFound reports whether a request admits a row, regardless of its subject.
func (s *Suggester) passesFound(w *wanted, r *finding) bool {
	switch {
	case !w.tiers[r.Tier] || !w.verdicts[New]:
		return false
	case !w.forms[formOf(r.Statement)] || r.Share < w.MinProbability:
		return false
	case w.properties != nil && !slices.Contains(w.properties, r.Property):
		return false
	case len(w.TargetBelow) > 0 && !s.below(r.Target, w.TargetBelow):
		return false
	}
	decision := s.decisionOn(r.axiom)
	return w.Decided || decision != Accepted && decision != Rejected
}

// decisionOn returns the decision about an axiom, "" if there is none.
func (s *Suggester) decisionOn(a owl.Axiom) Decision {
	if s.feedback.decisions == nil {
		return "" // saves the hash
	}
	return s.feedback.decisions.On(owl.HashAxiom(a))
}

// foundSuggestion returns a row as a suggestion.
func (s *Suggester) foundSuggestion(r *finding) Suggestion {
	x := Suggestion{
		Subject: s.t.Classes[r.Class], Form: formOf(r.Statement),
		Target: s.t.Classes[r.Target], Axiom: r.axiom, Tier: r.Tier,
		Probability: math.Round(r.Share*1e4) / 1e4,
		Verdict:     r.Verdict, Exact: r.Exact, Outside: r.Outside,
		Evidence: r.Evidence, Decision: s.decisionOn(r.axiom), Witnesses: r.Witnesses,
	}
	if r.Property != NoProperty {
		x.Property = s.t.Properties[r.Property]
	}
	if _, list := s.precedents(r.Statement); len(list) > 0 {
		x.Evidence = append(list, x.Evidence...)
	}
	for _, c := range r.From {
		x.From = append(x.From, s.t.Classes[c])
	}
	return x
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
