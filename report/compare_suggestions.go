package report

// showSuggestions takes the suggestions over.
func (c *comparing) showSuggestions() {
	c.out.Quality = c.Quality
	for _, s := range c.Suggestions {
		shown := Suggestion{
			Axiom: c.axiom(s.Axiom), Form: s.Form, Subject: c.nameOf(s.Subject),
			Probability: s.Probability, Rank: s.Rank, Verdict: s.Verdict, Why: []string{},
		}
		for _, reason := range s.Why {
			shown.Why = append(shown.Why, reason.Text)
		}
		if s.ImpliedBy != nil {
			implied := c.axiom(s.ImpliedBy)
			shown.ImpliedBy = &implied
		}
		for _, iri := range s.Unsatisfiable[:min(c.Shown, len(s.Unsatisfiable))] {
			shown.Unsatisfiable = append(shown.Unsatisfiable, c.nameOf(iri))
		}
		c.out.Suggestions = append(c.out.Suggestions, shown)
	}
}
