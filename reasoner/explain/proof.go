package explain

import (
	"context"
	"fmt"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/calculus"
)

// Proof is a derivation of a goal. The premises of a step precede it; the last step concludes the
// goal.
//
// Conclusions and axioms are in the terms of the ontology. Steps that only unfold the composed
// expressions of an axiom are left out, and so are tautologies.
type Proof struct {
	Steps []Step

	cited func(number int) owl.Axiom
}

// Step is one inference.
type Step struct {
	Conclusion Statement
	// Rule is the name of the rule; see calculus.Rules.
	Rule string
	// Premises are the steps whose conclusions are used, as indexes into Proof.Steps.
	Premises []int
	// Axioms are the axioms that are used, by their numbers.
	Axioms []int
	// Supposed is set if the conclusion depends on the assumption of a step of the rule
	// "assumption", until a step of the rule "without assumption" discharges it.
	Supposed bool
}

// Statement is the conclusion of a step: an axiom, or an inclusion of data ranges.
type Statement struct {
	Axiom owl.Axiom

	// Sub and Super are set if Axiom is nil: every value in Sub is in Super. If Property is not
	// zero, that holds for the values of Property only.
	Sub, Super owl.DataRange
	Property   owl.DataProperty
}

// Manchester renders a statement on one line. For an inclusion of data ranges, which has no form in
// the standard, it is "D SubRangeOf E" or "p only-values D SubRangeOf E".
func (s Statement) Manchester(m owl.Manchester) string {
	if s.Axiom != nil {
		return m.Axiom(s.Axiom)
	}
	text := string(m.AppendDataRange(nil, s.Sub)) + " SubRangeOf " +
		string(m.AppendDataRange(nil, s.Super))
	if s.Property != (owl.DataProperty{}) {
		text = "values of " + m.IRI(s.Property.IRI) + " in " + text
	}
	return text
}

// ErrProofTooLong is returned if the statements of a proof are too long to be shown: those of a
// chain of nested expressions take the square of its length.
var ErrProofTooLong = fmt.Errorf(
	"the proof is too long to be shown: its statements have more than %d MB", maxProofText>>20)

// maxProofText is the number of bytes of all statements of a proof in functional syntax.
const maxProofText = 16 << 20

// Proof returns the smallest proof of the goal; nil if it is not entailed. The error is
// ErrProofTooLong or that of the context.
func (e *Explanation) Proof(ctx context.Context) (*Proof, error) {
	if !e.entailed {
		return nil, nil
	}
	s := newSearch(e.graph)
	best := s.smallest(e.graph.all())
	if best[goalFact] < 0 {
		return nil, ctx.Err()
	}
	w := &proofWriter{explanation: e, search: s, best: best, proof: &Proof{cited: e.Cited}}
	if err := w.write(ctx); err != nil {
		return nil, err
	}
	return w.proof, nil
}

// proofWriter converts the best derivation of a graph to a Proof.
type proofWriter struct {
	explanation *Explanation
	*search
	best []int32 // edge by fact

	order  []int32               // the facts of the derivation, premises before conclusions
	info   map[int32]*assessment // by fact
	strong map[contextKey]bool
	proof  *Proof

	text []byte // of a statement; reused
	size int    // of all statements as text
}

// contextKey is a context of the saturation of a claim.
type contextKey struct {
	claim   int32
	context calculus.Context
}

// factsPerCheck is the number of facts between two checks of the context.
const factsPerCheck = 512

// assessment holds the properties of a fact of the derivation.
type assessment struct {
	tautology bool  // it depends on no axiom, assumption or fact about data
	supposed  bool  // it depends on an assumption
	takesBack bool  // it discharges that assumption
	ranged    bool  // it holds of its context only because that holds values of a role
	step      int   // in the proof; -1 if there is none yet, or if it is left out
	splice    []int // the steps in place of a step that is left out
}

func (w *proofWriter) write(ctx context.Context) error {
	w.info = make(map[int32]*assessment)
	w.strong = make(map[contextKey]bool)
	w.sort()
	// Twice, because a fact that leads from a context to itself depends on whether the context is
	// strong, which is known at the end.
	for range 2 {
		for i, f := range w.order {
			if i%factsPerCheck == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			w.assess(f)
		}
	}
	for _, f := range w.order {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.writeStep(f)
		if w.size > maxProofText {
			return ErrProofTooLong
		}
	}
	w.dropUnused()
	return nil
}

// sort orders the facts of the derivation.
func (w *proofWriter) sort() {
	type visit struct {
		fact int32
		left bool
	}
	seen := make(map[int32]bool)
	open := []visit{{fact: goalFact}}
	for len(open) > 0 {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		if v.left {
			w.order = append(w.order, v.fact)
			continue
		}
		if seen[v.fact] {
			continue
		}
		seen[v.fact] = true
		open = append(open, visit{v.fact, true})
		premises := w.premises(&w.edges[w.best[v.fact]])
		for i := len(premises) - 1; i >= 0; i-- {
			open = append(open, visit{fact: premises[i]})
		}
	}
}

// key returns the fact of a saturation that f represents, and the saturation. ok is false for a
// fact of the graph alone.
func (w *proofWriter) key(f int32) (k calculus.Fact, d *calculus.Saturation, ok bool) {
	o := w.origins[f]
	if o.claim < 0 {
		return k, nil, false
	}
	d = w.explanation.claims[o.claim].saturation
	return d.Facts[o.fact], d, true
}

// assess computes the assessment of a fact from those of its premises.
func (w *proofWriter) assess(f int32) {
	e := &w.edges[w.best[f]]
	p := &assessment{step: -1}
	w.info[f] = p
	k, d, own := w.key(f)
	p.supposed = e.rule == calculus.Assumption || e.supposed
	p.tautology = len(w.citations(e)) == 0 && !p.supposed && e.rule != calculus.Data &&
		e.rule != calculus.Parts
	for _, g := range w.premises(e) {
		q := w.info[g]
		p.supposed = p.supposed || q.supposed && !q.takesBack
		p.tautology = p.tautology && q.tautology
		if other, _, ok := w.key(g); own && ok && other.A == k.A && q.ranged &&
			isAbout(other.Kind) && isAbout(k.Kind) {
			p.ranged = true
		}
	}
	p.takesBack = e.rule == calculus.Discharge && p.supposed
	if !own || !isAbout(k.Kind) {
		return
	}
	if e.rule == calculus.Range && k.Kind == calculus.IsSub &&
		d.Contexts[k.A].Role != calculus.AnyRole && !w.hasSelfPremise(e) {
		p.ranged = true
	}
	if (k.Kind == calculus.IsLink || k.Kind == calculus.IsLong || k.Kind == calculus.IsPath) &&
		k.A == k.C && w.strong[contextKey{w.origins[f].claim, calculus.Context(k.A)}] {
		p.ranged = true
	}
	if p.ranged {
		w.strong[contextKey{w.origins[f].claim, calculus.Context(k.A)}] = true
	}
}

// isAbout reports whether facts of a kind are about the elements of their first context.
func isAbout(k calculus.FactKind) bool {
	switch k {
	case calculus.IsSub, calculus.IsSelf, calculus.IsLink, calculus.IsLong, calculus.IsPath:
		return true
	}
	return false
}

func (w *proofWriter) hasSelfPremise(e *edge) bool {
	return slices.ContainsFunc(w.premises(e), func(g int32) bool {
		k, _, ok := w.key(g)
		return ok && k.Kind == calculus.IsSelf
	})
}

// writeStep adds the step that concludes f, unless its premises already state it.
func (w *proofWriter) writeStep(f int32) {
	p := w.info[f]
	e := &w.edges[w.best[f]]
	if p.tautology && f != goalFact {
		return
	}
	var premises []int
	for _, g := range w.premises(e) {
		q := w.info[g]
		if q.step >= 0 {
			premises = appendNew(premises, q.step)
		} else {
			premises = appendNew(premises, q.splice...)
		}
	}
	var axioms []int
	for _, c := range w.citations(e) {
		axioms = append(axioms, int(w.axioms[c]))
	}
	slices.Sort(axioms)

	conclusion := w.statement(f)
	w.text = conclusion.appendFunctional(w.text[:0])
	w.size += len(w.text)
	if len(axioms) == 0 && !p.takesBack && e.rule != calculus.Data && f != goalFact &&
		w.unfolds(f, e) {
		p.splice = premises
		return
	}
	if len(axioms) == 0 && !p.takesBack && len(premises) == 1 &&
		sameStatement(w.proof.Steps[premises[0]].Conclusion, conclusion) {
		p.step = premises[0]
		return
	}
	name := e.rule
	switch {
	case e.supposed && len(premises)+len(axioms) == 0:
		name = calculus.Assumption
	case name != calculus.Discharge || p.takesBack:
	case len(premises) == 0:
		name = calculus.Tautology
	case w.isEmptiness(w.premises(e)[0]):
		name = calculus.ExFalso
	default:
		name = calculus.Restated
	}
	if len(premises) == 0 && len(axioms) == 1 &&
		sameStatement(conclusion, Statement{Axiom: w.explanation.Cited(axioms[0])}) {
		name = calculus.Asserted
	}
	p.step = len(w.proof.Steps)
	w.proof.Steps = append(w.proof.Steps,
		Step{conclusion, name.String(), premises, axioms, p.supposed && !p.takesBack})
}

func appendNew(steps []int, more ...int) []int {
	for _, s := range more {
		if !slices.Contains(steps, s) {
			steps = append(steps, s)
		}
	}
	return steps
}

// isEmptiness reports whether a fact states that something is empty.
func (w *proofWriter) isEmptiness(f int32) bool {
	k, _, ok := w.key(f)
	return ok && k.Kind == calculus.IsSub && k.B == int32(el.Bottom)
}

// unfolds reports whether a step only composes an expression that an axiom has as a whole.
func (w *proofWriter) unfolds(f int32, e *edge) bool {
	k, d, ok := w.key(f)
	if !ok {
		return false
	}
	switch k.Kind {
	case calculus.IsPath, calculus.IsShared:
		return true
	case calculus.IsSub:
		return e.rule == calculus.NF2 && d.NF.Kind(el.Concept(k.B)) == el.Introduced
	}
	return false
}

// dropUnused keeps the steps that the last one needs.
func (w *proofWriter) dropUnused() {
	steps := w.proof.Steps
	used := make([]bool, len(steps))
	used[len(steps)-1] = true
	number := make([]int, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		if used[i] {
			for _, j := range steps[i].Premises {
				used[j] = true
			}
		}
	}
	kept := steps[:0]
	for i, s := range steps {
		if !used[i] {
			continue
		}
		for n, j := range s.Premises {
			s.Premises[n] = number[j]
		}
		number[i] = len(kept)
		kept = append(kept, s)
	}
	w.proof.Steps = kept
}

func sameStatement(a, b Statement) bool {
	return a.Manchester(owl.Manchester{}) == b.Manchester(owl.Manchester{})
}
