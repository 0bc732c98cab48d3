package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
)

// suggestionJSON is a line of suggest --json. Names never change; additions only.
type suggestionJSON struct {
	Subject     string       `json:"subject"`
	Form        suggest.Form `json:"form"`
	Property    string       `json:"property,omitempty"`
	Target      string       `json:"target"`
	Axiom       string       `json:"axiom"` // functional syntax
	Manchester  string       `json:"manchester"`
	Score       float64      `json:"score"`
	Probability float64      `json:"probability"`
	Rank        int          `json:"rank"`

	Verdict       suggest.Verdict `json:"verdict"`
	Exact         bool            `json:"exact"`
	Outside       *outsideJSON    `json:"outside,omitempty"`
	Inconsistent  bool            `json:"inconsistent,omitempty"`
	Unsatisfiable []string        `json:"unsatisfiable,omitempty"` // the first of them
	// NumUnsatisfiable counts those that are known; if Partial, there may be more.
	NumUnsatisfiable int                `json:"numUnsatisfiable,omitempty"`
	Partial          bool               `json:"partial,omitempty"`
	Proof            []explain.StepJSON `json:"proof,omitempty"`

	Why       []reasonJSON     `json:"why"`
	ImpliedBy *string          `json:"impliedBy"` // functional syntax
	Stale     bool             `json:"stale"`
	Unseen    bool             `json:"unseen,omitempty"` // the model does not know the subject
	Decision  suggest.Decision `json:"decision,omitempty"`

	Effect *effectJSON `json:"effect,omitempty"`
}

type reasonJSON struct {
	Kind   string   `json:"kind"`
	Text   string   `json:"text"`
	Axioms []string `json:"axioms,omitempty"`
}

type effectJSON struct {
	NewSubsumptions int        `json:"newSubsumptions"`
	Examples        [][]string `json:"examples"` // sub, super
}

// mostNamed is how many classes a line names at most.
const mostNamed = 100

func (r *suggested) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range r.suggestions {
		if err := enc.Encode(r.line(i)); err != nil {
			return err
		}
	}
	return nil
}

func (r *suggested) line(i int) suggestionJSON {
	s := &r.suggestions[i]
	line := suggestionJSON{
		Subject: s.Subject.String(), Form: s.Form, Target: s.Target.String(),
		Axiom: functional(s.Axiom), Manchester: r.manchester.Axiom(s.Axiom),
		Score: s.Score, Probability: s.Probability, Rank: s.Rank,
		Verdict: s.Verdict, Exact: s.Exact, Inconsistent: s.Inconsistent, NumUnsatisfiable: len(s.Unsatisfiable), Partial: s.Partial,
		Why: reasons(s.Why), Stale: s.Stale, Unseen: s.Unseen, Decision: s.Decision,
	}
	if s.Outside.Axioms > 0 {
		outside := outsideOf(s.Outside.Axioms, s.Outside.First)
		line.Outside = &outside
	}
	if !s.Property.IsZero() {
		line.Property = s.Property.String()
	}
	for _, c := range s.Unsatisfiable[:min(len(s.Unsatisfiable), mostNamed)] {
		line.Unsatisfiable = append(line.Unsatisfiable, c.String())
	}
	if s.ImpliedBy != nil {
		text := functional(s.ImpliedBy)
		line.ImpliedBy = &text
	}
	if p := r.proofs[i]; p != nil {
		line.Proof = p.proof.JSON(r.manchester)
	}
	if r.effects != nil {
		e := &effectJSON{NewSubsumptions: r.effects[i].NewSubsumptions, Examples: [][]string{}}
		for _, a := range r.effects[i].Examples {
			e.Examples = append(e.Examples, []string{a.Sub.(owl.Class).IRI.String(), a.Super.(owl.Class).IRI.String()})
		}
		line.Effect = e
	}
	return line
}

func reasons(why []suggest.Reason) []reasonJSON {
	list := make([]reasonJSON, len(why))
	for i, w := range why {
		list[i] = reasonJSON{Kind: w.Kind, Text: w.Text}
		for _, a := range w.Axioms {
			list[i].Axioms = append(list[i].Axioms, functional(a))
		}
	}
	return list
}

func functional(a owl.Axiom) string { return string(owl.AppendAxiom(nil, a, nil)) }

// writeText writes a list for people, a paragraph for each subject. Width 0 is no limit.
func (r *suggested) writeText(w io.Writer, width int) error {
	var b strings.Builder
	var subject owl.IRI
	numbers := make(map[owl.Axiom]int)
	number := 0
	whole := r.mixed()
	for i := range r.suggestions {
		s := &r.suggestions[i]
		if s.Subject != subject && !whole {
			if i > 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "%s  %s\n", r.manchester.IRI(s.Subject), r.names.ID(s.Subject))
			subject, number = s.Subject, 0
		}
		number++
		numbers[s.Axiom] = number
		if s.ImpliedBy != nil {
			fmt.Fprintf(&b, "%s\n", cut(fmt.Sprintf("%4d  %s  %-11s %s  (follows from %d)%s",
				number, percent(s.Probability), s.Verdict, r.statement(s, whole), numbers[s.ImpliedBy], remarks(s)), width))
			continue
		}
		fmt.Fprintf(&b, "%s\n", cut(fmt.Sprintf("%4d  %s  %-11s %s%s", number, percent(s.Probability), s.Verdict, r.statement(s, whole), remarks(s)), width))
		if len(s.Why) > 0 {
			fmt.Fprintf(&b, "%s\n", cut("                          "+oneLineLabel(s.Why[0].Text), width))
		}
		if s.Verdict == suggest.New && !s.Exact {
			fmt.Fprintf(&b, "%s\n", cut("                          "+noContradiction(r.manchester, reasoner.Outside(s.Outside)), width))
		}
		if s.Verdict == suggest.Contradicts {
			fmt.Fprintf(&b, "%s\n", cut("                          contradicts: "+r.contradiction(s), width))
		}
		if r.effects != nil {
			fmt.Fprintf(&b, "%s\n", cut("                          would follow: "+r.effect(r.effects[i]), width))
		}
		if p := r.proofs[i]; p != nil {
			fmt.Fprintf(&b, "                          %s, because\n%s", r.manchester.Axiom(p.goal), p.proof.Text(r.manchester, "                            "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// mixed reports whether the list goes from subject to subject and back, as that of a whole ontology does.
func (r *suggested) mixed() bool {
	seen := make(map[owl.IRI]bool)
	for i := range r.suggestions {
		s := r.suggestions[i].Subject
		if seen[s] && r.suggestions[i-1].Subject != s {
			return true
		}
		seen[s] = true
	}
	return false
}

// statement is an axiom, or what it says of a subject that stands above.
func (r *suggested) statement(s *suggest.Suggestion, whole bool) string {
	if whole {
		return oneLineLabel(r.manchester.Axiom(s.Axiom))
	}
	super := s.Axiom.(*owl.SubClassOf).Super
	return oneLineLabel(r.manchester.ClassExpression(super))
}

func remarks(s *suggest.Suggestion) string {
	text := ""
	if s.Decision != "" {
		text += fmt.Sprintf("  [%s]", map[suggest.Decision]string{suggest.Accepted: "accepted", suggest.Rejected: "rejected", suggest.Deferred: "deferred"}[s.Decision])
	}
	if s.Unseen {
		text += "  [not in the model]"
	}
	return text
}

func (r *suggested) contradiction(s *suggest.Suggestion) string {
	classes := make([]owl.Class, len(s.Unsatisfiable))
	for i, c := range s.Unsatisfiable {
		classes[i] = owl.Class{IRI: c}
	}
	return contradiction(r.manchester, s.Inconsistent, classes, s.Partial)
}

func (r *suggested) effect(e suggest.Effect) string {
	text := plural(e.NewSubsumptions, "subsumption", "subsumptions")
	for i, a := range e.Examples[:min(2, len(e.Examples))] {
		text += map[bool]string{true: ": ", false: "; "}[i == 0] + oneLineLabel(r.manchester.Axiom(a))
	}
	return text
}

func percent(p float64) string {
	if p < 0.0005 {
		return "<0.1 %"
	}
	return fmt.Sprintf("%4.1f %%", 100*p)
}
