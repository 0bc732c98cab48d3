package main

import (
	"fmt"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
	"box2el-owl/suggest/evidence"
)

// suggestionJSON is a line of suggest --json. Names never change; new ones may be added.
type suggestionJSON struct {
	Subject  owl.IRI      `json:"subject"`
	Form     suggest.Form `json:"form"`
	Property owl.IRI      `json:"property,omitzero"`
	Target   owl.IRI      `json:"target"`
	// The labels; absent if there is none.
	SubjectLabel  string `json:"subjectLabel,omitempty"`
	PropertyLabel string `json:"propertyLabel,omitempty"`
	TargetLabel   string `json:"targetLabel,omitempty"`

	Axiom       string       `json:"axiom"` // functional syntax
	Manchester  string       `json:"manchester"`
	Tier        suggest.Tier `json:"tier"`
	Score       float64      `json:"score"` // score of the ranking; kept for one version
	Probability *float64     `json:"probability"`
	Rank        int          `json:"rank"`

	Verdict       suggest.Verdict `json:"verdict"`
	Exact         bool            `json:"exact"`
	Assuming      []string        `json:"assuming"` // built-in axioms that the verdict uses
	Outside       outsideJSON     `json:"outside,omitzero"`
	Inconsistent  bool            `json:"inconsistent,omitempty"`
	Unsatisfiable []owl.IRI       `json:"unsatisfiable,omitempty"` // the first ones
	// NumUnsatisfiable counts the known classes; if Partial, there may be more.
	NumUnsatisfiable int                `json:"numUnsatisfiable,omitempty"`
	Partial          bool               `json:"partial,omitempty"`
	Proof            []explain.StepJSON `json:"proof,omitempty"`

	Witnesses  string          `json:"witnesses,omitempty"` // letters of the witnesses
	Evidence   []evidenceJSON  `json:"evidence"`
	RejectedBy []rejectionJSON `json:"rejectedBy,omitempty"`
	Group      *groupJSON      `json:"group,omitempty"`
	// the classes with the evidence
	From     []owl.IRI `json:"from,omitempty"`
	Replaces []string  `json:"replaces,omitempty"` // asserted axioms that a change removes

	// The earlier name of evidence, kept for one version.
	Why       []reasonJSON     `json:"why"`
	ImpliedBy *string          `json:"impliedBy"` // functional syntax
	Stale     bool             `json:"stale"`
	Unseen    bool             `json:"unseen,omitempty"` // the subject is not in the model
	Decision  suggest.Decision `json:"decision,omitempty"`

	Effect *effectJSON `json:"effect,omitempty"`
}

type reasonJSON struct {
	Kind   string   `json:"kind"`
	Text   string   `json:"text"`
	Axioms []string `json:"axioms,omitempty"`
}

// doubtJSON is a line of suggest --doubtful --json.
type doubtJSON struct {
	Subject      owl.IRI        `json:"subject"`
	SubjectLabel string         `json:"subjectLabel,omitempty"`
	Axiom        string         `json:"axiom"`
	Manchester   string         `json:"manchester"`
	Evidence     []evidenceJSON `json:"evidence"`
}

// evidenceJSON is a sentence for or against a suggestion. Template has {0}, {1}, … for the
// entities.
type evidenceJSON struct {
	Kind     string    `json:"kind"`
	For      bool      `json:"for"`
	Sentence string    `json:"sentence"`
	Template string    `json:"template"`
	Entities []owl.IRI `json:"entities,omitempty"`
	Numbers  []int     `json:"numbers,omitempty"`
	Quote    string    `json:"quote,omitempty"`
}

type rejectionJSON struct {
	Check    string `json:"check"`
	Sentence string `json:"sentence"`
}

// groupJSON is a suggestion about several subjects. Axioms are in functional syntax, in the order
// of the subjects.
type groupJSON struct {
	ID       string       `json:"id"`
	Rule     evidenceJSON `json:"rule"`
	Subjects []owl.IRI    `json:"subjects"`
	Axioms   []string     `json:"axioms"`
}

type effectJSON struct {
	NewSubsumptions int          `json:"newSubsumptions"`
	Examples        [][2]owl.IRI `json:"examples"` // sub, super
}

// mostNamed is the maximum number of classes in a line.
const mostNamed = 100

// write writes a line of JSON for each suggestion, or text.
func (r *suggested) write() error {
	var lines []any
	for _, d := range r.doubts {
		lines = append(lines, doubtJSON{
			Subject: d.Subject, SubjectLabel: r.names.Label(d.Subject),
			Axiom: owl.Functional(d.Axiom), Manchester: r.manchester.Axiom(d.Axiom),
			Evidence: evidenceLines(r.manchester, d.Evidence),
		})
	}
	for i := range r.suggestions {
		lines = append(lines, r.line(i))
	}
	return writeLines(r.streams, r.opts.output, lines, r.text)
}

func (r *suggested) line(i int) suggestionJSON {
	s := &r.suggestions[i]
	line := suggestionJSON{
		Subject: s.Subject, Form: s.Form, Property: s.Property, Target: s.Target,
		SubjectLabel: r.names.Label(s.Subject), TargetLabel: r.names.Label(s.Target),
		Axiom: owl.Functional(s.Axiom), Manchester: r.manchester.Axiom(s.Axiom),
		Tier: s.Tier, Witnesses: s.Witnesses, Score: s.Score, Rank: s.Rank,
		Probability: nonZero(s.Probability), Evidence: evidenceLines(r.manchester, s.Evidence),
		Verdict: s.Verdict, Exact: s.Exact, Inconsistent: s.Inconsistent,
		Outside:          outsideOf(s.Outside),
		Assuming:         mapped(suggest.AxiomsOf(s.Assuming), owl.Functional),
		Unsatisfiable:    irisOf(s.Unsatisfiable[:min(len(s.Unsatisfiable), mostNamed)]),
		NumUnsatisfiable: len(s.Unsatisfiable), Partial: s.Partial,
		RejectedBy: rejections(r.manchester, suggest.Assessment{RejectedBy: s.RejectedBy}),
		From:       s.From, Replaces: mapped(s.Replaces, owl.Functional),
		Why: r.reasons(s), Stale: s.Stale, Unseen: s.Unseen, Decision: s.Decision,
	}
	if !s.Property.IsZero() {
		line.PropertyLabel = r.names.Label(s.Property)
	}
	if g := s.Group; g != nil {
		line.Group = &groupJSON{g.ID, evidenceLines(r.manchester, []evidence.Evidence{g.Rule})[0],
			g.Subjects[:len(g.Axioms)], mapped(g.Axioms, owl.Functional)}
	}
	if s.ImpliedBy != nil {
		text := owl.Functional(s.ImpliedBy)
		line.ImpliedBy = &text
	}
	if p := r.proofs[i]; p != nil {
		line.Proof = p.proof.JSON(r.manchester)
	}
	if r.effects != nil {
		line.Effect = &effectJSON{r.effects[i].NewSubsumptions, mapped(r.effects[i].Examples,
			func(a reasoner.Subsumption) [2]owl.IRI { return [2]owl.IRI{a.Sub.IRI, a.Super.IRI} })}
	}
	return line
}

// reasons returns the evidence for a suggestion in the form of earlier versions.
func (r *suggested) reasons(s *suggest.Suggestion) []reasonJSON {
	list := []reasonJSON{}
	for _, e := range s.Evidence {
		if !e.Against {
			list = append(list, reasonJSON{e.Kind, r.sentence(e), mapped(e.Axioms, owl.Functional)})
		}
	}
	return list
}

func evidenceLines(m owl.Manchester, all []evidence.Evidence) []evidenceJSON {
	return mapped(all, func(e evidence.Evidence) evidenceJSON {
		return evidenceJSON{
			Kind: e.Kind, For: !e.Against, Sentence: sentenceOf(m, e), Template: e.Template,
			Entities: e.Entities, Numbers: e.Numbers, Quote: e.Quote,
		}
	})
}

func rejections(m owl.Manchester, a suggest.Assessment) []rejectionJSON {
	list := []rejectionJSON{}
	for _, x := range a.RejectedBy {
		list = append(list, rejectionJSON{x.Check, sentenceOf(m, x.Evidence)})
	}
	return list
}

// signed returns a sentence with + if it supports a suggestion, and with - if not.
func signed(m owl.Manchester, e evidence.Evidence) string {
	return map[bool]string{true: "- ", false: "+ "}[e.Against] + sentenceOf(m, e)
}

// sentenceOf renders evidence with the names of the command line.
func sentenceOf(m owl.Manchester, e evidence.Evidence) string {
	return printable(e.Sentence(m.Name))
}

// headingOf returns the label and the ID of an entity.
func headingOf(m owl.Manchester, names *owl.Names, iri owl.IRI) string {
	id := names.ID(iri)
	name := strings.TrimSuffix(m.Name(iri), " ("+id+")")
	return printable(name + "  " + id)
}

// sharedLabels returns a line for each entity of a suggestion whose label others have, too, so that
// the axiom has its ID.
func sharedLabels(m owl.Manchester, s *suggest.Suggestion, withSubject bool) []string {
	entities := []owl.IRI{s.Property, s.Target}
	if withSubject {
		entities = slices.Insert(entities, 0, s.Subject)
	}
	var lines []string
	for _, iri := range entities {
		if id, name := m.IRI(iri), m.Name(iri); !iri.IsZero() && id != name {
			lines = append(lines, printable(id+" is "+strings.TrimSuffix(name, " ("+id+")")))
		}
	}
	return lines
}

// text returns a list for people: a heading for each tier, a paragraph for each suggestion.
func (r *suggested) text() string {
	var b strings.Builder
	for i, d := range r.doubts {
		fmt.Fprintf(&b, "%4d  %s\n", i+1, printable(r.manchester.Axiom(d.Axiom)))
		for _, e := range d.Evidence {
			fmt.Fprintf(&b, "      - %s\n", r.sentence(e))
		}
	}
	var subject owl.IRI
	var tier suggest.Tier
	numbers := make(map[owl.Axiom]int)
	number := 0
	whole := !r.opts.named()
	for i := range r.suggestions {
		s := &r.suggestions[i]
		if !whole && s.Subject != subject {
			if i > 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "%s\n", headingOf(r.manchester, r.names, s.Subject))
			subject, number, tier = s.Subject, 0, ""
		}
		if s.Tier != tier {
			tier = s.Tier
			fmt.Fprintf(&b, "%s\n", tier)
		}
		number++
		numbers[s.Axiom] = number
		statement := rightSide(r.manchester, s) // the subject is printed above
		if whole {
			statement = printable(r.manchester.Axiom(s.Axiom))
		}
		fmt.Fprintf(&b, "%4d  %s%s\n", number, statement, r.remarks(s, numbers))
		for _, line := range r.lines(i) {
			fmt.Fprintf(&b, "      %s\n", line)
		}
		if p := r.proofs[i]; p != nil {
			fmt.Fprintf(&b, "      %s, because\n%s", r.manchester.Axiom(p.goal),
				p.proof.Text(r.manchester, "        "))
		}
	}
	return b.String()
}

// lines returns the lines below a suggestion: its group, the evidence for and against it, its
// conflict or the checks that reject it, and its effect. A likely suggestion has all evidence for
// it, others only the first.
func (r *suggested) lines(i int) []string {
	s := &r.suggestions[i]
	lines := sharedLabels(r.manchester, s, !r.opts.named())
	if len(s.Replaces) > 0 {
		lines = append(lines,
			"replaces: "+printable(r.manchester.ClassExpression(statedOf(s.Replaces[0]))))
	}
	if s.Group != nil {
		lines = append(lines, r.members(s.Group))
	}
	supporting := 0
	for _, e := range s.Evidence {
		if e.Against || supporting == 0 || s.Tier == suggest.Likely {
			lines = append(lines, signed(r.manchester, e))
		}
		if !e.Against {
			supporting++
		}
	}
	for _, x := range s.RejectedBy {
		lines = append(lines, fmt.Sprintf("rejected by %s: %s", x.Check, r.sentence(x.Evidence)))
	}
	if len(s.Assuming) > 0 {
		lines = append(lines, "entailed by "+r.assuming(s))
	}
	if s.Verdict == suggest.New && !s.Exact {
		lines = append(lines, noContradiction(r.manchester, s.Outside))
	}
	if s.Verdict == suggest.Contradicts {
		lines = append(lines, "contradicts: "+contradiction(r.manchester, &s.Conflict))
	}
	if len(s.From) > 0 {
		lines = append(lines, "found for "+r.list(s.From, 3)+", should be asserted here")
	}
	if r.effects != nil {
		lines = append(lines, "effect: "+r.effect(r.effects[i]))
	}
	return lines
}

func (r *suggested) sentence(e evidence.Evidence) string { return sentenceOf(r.manchester, e) }

// members names the classes of a group or, if the axioms differ in more than the class, its axioms.
func (r *suggested) members(g *suggest.Group) string {
	targets := make(map[string]bool)
	for _, a := range g.Axioms {
		targets[r.manchester.ClassExpression(statedOf(a))] = true
	}
	if len(targets) == 1 {
		return fmt.Sprintf("for %d classes: %s", len(g.Subjects), r.list(g.Subjects, 8))
	}
	return fmt.Sprintf("%d axioms by one rule: %s", len(g.Axioms),
		few(printed(g.Axioms, r.manchester.Axiom), 4, "; "))
}

// list names up to n classes.
func (r *suggested) list(classes []owl.IRI, n int) string {
	return few(printed(classes, r.manchester.IRI), n, ", ")
}

// few joins up to n texts, and counts the others.
func few(texts []string, n int, separator string) string {
	if more := len(texts) - n; more > 0 {
		return strings.Join(texts[:n], separator) + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(texts, separator)
}

// rightSide returns the class expression that a suggestion asserts of its subject.
func rightSide(m owl.Manchester, s *suggest.Suggestion) string {
	text := printable(m.ClassExpression(statedOf(s.Axiom)))
	if s.Form == suggest.Definition {
		return "EquivalentTo " + text
	}
	return text
}

// statedOf returns the class expression that a suggested axiom asserts of its subject.
func statedOf(a owl.Axiom) owl.ClassExpression {
	if e, ok := a.(*owl.EquivalentClasses); ok {
		return e.Classes[1]
	}
	return a.(*owl.SubClassOf).Super
}

// assuming describes the built-in axioms that a verdict uses.
func (r *suggested) assuming(s *suggest.Suggestion) string {
	return strings.Join(printed(s.Assuming, func(a suggest.BuiltInAxiom) string {
		return relations.Describe(a.Axiom, a.Source, r.names.Label)
	}), "; ")
}

// remarks returns the verdict unless it is an exact New, and the decision, redundancy and missing
// model of a suggestion.
func (r *suggested) remarks(s *suggest.Suggestion, numbers map[owl.Axiom]int) string {
	text := ""
	if s.Verdict != suggest.New {
		text += "  [" + string(s.Verdict) + "]"
	}
	if s.ImpliedBy != nil {
		text += fmt.Sprintf("  (redundant: entailed by %d)", numbers[s.ImpliedBy])
	}
	if s.Decision != "" {
		text += fmt.Sprintf("  [%s]", map[suggest.Decision]string{suggest.Accepted: "accepted",
			suggest.Rejected: "rejected", suggest.Deferred: "deferred"}[s.Decision])
	}
	if s.Unseen {
		text += "  [not in model]"
	}
	return text
}

func (r *suggested) effect(e *reasoner.Effect) string {
	text := plural(e.NewSubsumptions, "new inferred subsumption", "new inferred subsumptions")
	for i, a := range e.Examples[:min(2, len(e.Examples))] {
		text += map[bool]string{true: ": ", false: "; "}[i == 0] +
			printable(r.manchester.Axiom(a.Axiom()))
	}
	return text
}
