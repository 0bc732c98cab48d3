package report

import (
	"box2el-owl/owl"
	"box2el-owl/suggest"
)

// showSuggestions copies the suggestions to the comparison.
func (c *comparing) showSuggestions() {
	c.out.SuggestedBy = c.By
	for _, s := range c.Suggestions {
		shown := Suggestion{
			Axiom: c.axiom(s.Axiom), Form: s.Form, Subject: c.nameOf(s.Subject),
			Probability: s.Probability, Rank: s.Rank, Verdict: s.Verdict, Why: []string{},
			Tier: s.Tier,
		}
		for _, e := range s.Evidence {
			sentence := e.Sentence(func(iri owl.IRI) string { return c.nameOf(iri).Label })
			shown.Evidence = append(shown.Evidence, Evidence{!e.Against, sentence})
			if s.Tier == suggest.Speculative && !e.Against {
				shown.Why = append(shown.Why, sentence)
			}
		}
		if s.Group != nil {
			for _, iri := range s.Group.Subjects {
				shown.Group = append(shown.Group, c.nameOf(iri))
			}
		}
		if s.ImpliedBy != nil {
			implied := c.axiom(s.ImpliedBy)
			shown.ImpliedBy = &implied
		}
		for _, class := range s.Unsatisfiable[:min(mostExamples, len(s.Unsatisfiable))] {
			shown.Unsatisfiable = append(shown.Unsatisfiable, c.nameOf(class.IRI))
		}
		c.out.Suggestions = append(c.out.Suggestions, shown)
	}
}

// showDoubts copies the first asserted axioms that a check rejects, and the checks that are off, to
// the comparison.
func (c *comparing) showDoubts() {
	c.out.ChecksOff = c.ChecksOff
	c.out.NumDoubtful = len(c.Doubtful)
	for _, d := range c.Doubtful[:min(mostDoubts, len(c.Doubtful))] {
		shown := Doubt{Axiom: c.axiom(d.Axiom)}
		for _, e := range d.Evidence {
			shown.Against = append(shown.Against,
				e.Sentence(func(iri owl.IRI) string { return c.nameOf(iri).Label }))
		}
		c.out.Doubtful = append(c.out.Doubtful, shown)
	}
}

// mostDoubts is the number of doubtful axioms that a report shows.
const mostDoubts = 50
