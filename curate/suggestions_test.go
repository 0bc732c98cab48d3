package curate

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"box2el-owl/owl"
	"box2el-owl/suggest"
)

var suggestedOn = flag.String("on", "cl-blood-immune",
	"ontologies of the test data that TestSuggestions makes suggestions for, with commas")

// TestSuggestions takes the best thousand suggestions for whole ontologies: each can be read back,
// is about what the user has, cites what really is asserted, and is implied by what it says it is
// implied by.
func TestSuggestions(t *testing.T) {
	for name := range strings.SplitSeq(*suggestedOn, ",") {
		t.Run(name, func(t *testing.T) {
			folder := *models
			if folder == "" {
				folder = t.TempDir()
			}
			s := openOutside(t, name, folder, 200, 50)
			list, err := s.Suggester.All(t.Context(),
				suggest.Request{Limit: 1000, Tiers: suggest.Tiers}, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) < 1000 {
				t.Errorf("%d suggestions", len(list))
			}
			c := newCheck(t, s)
			for i := range list {
				c.suggestion(&list[i])
			}
			c.implications(list)
			t.Logf(
				"%d suggestions: %d new, %d contradict, %d implied; %d grounds, %d cited axioms; of %d implications tested all hold; %d others would have been seen by reasoning",
				len(list), c.verdicts[suggest.New], c.verdicts[suggest.Contradicts], c.implied,
				c.grounds, c.cited, c.tested, c.missed)
		})
	}
}

// check checks suggestions against the ontology alone.
type check struct {
	*testing.T
	s          *Session
	axioms     map[owl.Hash]bool
	entities   map[owl.Entity]bool
	deprecated map[owl.IRI]bool

	verdicts                                map[suggest.Verdict]int
	implied, grounds, cited, tested, missed int
}

func newCheck(t *testing.T, s *Session) *check {
	c := &check{
		T: t, s: s, axioms: make(map[owl.Hash]bool), entities: make(map[owl.Entity]bool),
		deprecated: make(map[owl.IRI]bool),
		verdicts:   make(map[suggest.Verdict]int),
	}
	for _, a := range s.Ontology.Axioms {
		c.axioms[owl.HashAxiom(a)] = true
		if d, ok := a.(*owl.AnnotationAssertion); ok && d.Property == owl.OWLDeprecated {
			if value, ok := d.Value.(*owl.Literal); ok && value.Lexical == "true" {
				c.deprecated[d.Subject.(owl.IRI)] = true
			}
		}
	}
	for _, e := range s.Ontology.Signature() {
		c.entities[e] = true
	}
	return c
}

func (c *check) suggestion(s *suggest.Suggestion) {
	text := string(owl.AppendAxiom(nil, s.Axiom, nil))
	if read, err := owl.ParseAxiom(text, nil); err != nil ||
		owl.HashAxiom(read) != owl.HashAxiom(s.Axiom) {
		c.Errorf("%s is not read back: %v", text, err)
	}
	if c.axioms[owl.HashAxiom(s.Axiom)] {
		c.Errorf("%s is asserted", text)
	}
	for _, e := range owl.AxiomSignature(s.Axiom) {
		if !c.entities[e] || c.deprecated[e.EntityIRI()] {
			c.Errorf("%s: %v is none of the user's entities, or deprecated", text, e)
		}
	}
	if !(s.Probability >= 0 && s.Probability <= 1) || s.Tier == suggest.Speculative && s.Rank < 1 ||
		s.Verdict == suggest.Entailed {
		c.Errorf("%s: probability %v, rank %d, %s", text, s.Probability, s.Rank, s.Verdict)
	}
	c.verdicts[s.Verdict]++
	for _, why := range s.Evidence {
		c.grounds++
		if why.Template == "" || strings.Contains(why.Template, "aux:") {
			c.Errorf("%s: because %q", text, why.Template)
		}
		if (why.Kind == "analogy" || why.Kind == "structure") && len(why.Axioms) == 0 {
			c.Errorf("%s: %q cites nothing", text, why.Template)
		}
		for _, a := range why.Axioms {
			c.cited++
			if !c.axioms[owl.HashAxiom(a)] {
				c.Errorf("%s: %s is cited and not asserted", text, owl.AppendAxiom(nil, a, nil))
			}
		}
	}
}

// implications compares the rows marked as implied with the entailments after the other suggestion
// is accepted.
func (c *check) implications(list []suggest.Suggestion) {
	const most = 15 // each takes an edit of the reasoner
	bySubject := make(map[owl.IRI][]*suggest.Suggestion)
	for i := range list {
		bySubject[list[i].Subject] = append(bySubject[list[i].Subject], &list[i])
		if list[i].ImpliedBy != nil {
			c.implied++
		}
	}
	follows := func(x *suggest.Suggestion, from owl.Axiom) bool {
		edited, err := c.s.Reasoner.Apply(c.Context(), []owl.Axiom{from}, nil)
		if err != nil {
			c.Fatal(err)
		}
		entailed, _, err := edited.Entails(c.Context(), x.Axiom)
		if err != nil {
			c.Fatal(err)
		}
		return entailed
	}
	for i := range list {
		if x := &list[i]; x.ImpliedBy != nil && c.tested < most {
			c.tested++
			if !follows(x, x.ImpliedBy) {
				c.Errorf("%s does not follow from %s", owl.AppendAxiom(nil, x.Axiom, nil),
					owl.AppendAxiom(nil, x.ImpliedBy, nil))
			}
		}
	}
	tried := 0
	for i := range list {
		x := &list[i]
		of := bySubject[x.Subject]
		if x.ImpliedBy != nil || x.Verdict != suggest.New {
			continue
		}
		for _, y := range of[:slices.Index(of, x)] {
			if y.Verdict == suggest.New && tried < most {
				tried++
				if follows(x, y.Axiom) {
					c.missed++
				}
			}
		}
	}
}
