package explain

import (
	"cmp"
	"strconv"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/reasoner/calculus"
)

// ruleWords are the words for rules that are named by a normal form.
var ruleWords = map[string]string{"NF1": "superclass", "NF2": "conjunction", "NF3": "restriction",
	"NF4": "existential"}

// Text renders a proof as a tree: the goal first and premises below their conclusions, each with
// its rule and the asserted axioms that it uses. A repeated step is not expanded again. Each line
// begins with indent.
func (p *Proof) Text(m owl.Manchester, indent string) string {
	if len(p.Steps) == 0 {
		return ""
	}
	type branch struct {
		step  int
		goes  []bool // for each level above: whether its line continues below
		depth int
		last  bool
	}
	var b strings.Builder
	shown := make([]bool, len(p.Steps))
	open := []branch{{step: len(p.Steps) - 1}}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		s := &p.Steps[at.step]
		b.WriteString(indent)
		if at.depth > 0 {
			writeBars(&b, at.goes, at.depth, at.last)
		}
		b.WriteString(oneLine.Replace(s.Conclusion.Manchester(m)))
		if shown[at.step] && len(s.Premises) > 0 {
			b.WriteString("  (shown above)\n")
			continue
		}
		shown[at.step] = true
		if s.Rule == calculus.Asserted.String() && len(s.Axioms) > 0 &&
			s.Axioms[0] >= FirstHypothetical {
			b.WriteString("  [hypothetical]")
		} else {
			b.WriteString("  [" + cmp.Or(ruleWords[s.Rule], s.Rule) + "]")
		}
		if s.Rule != calculus.Asserted.String() {
			for i, a := range s.Axioms {
				b.WriteString([...]string{"  by ", "; "}[min(i, 1)] +
					oneLine.Replace(m.Axiom(p.cited(a))))
				if a >= FirstHypothetical {
					b.WriteString(" (hypothetical)")
				}
			}
		}
		b.WriteByte('\n')
		goes := at.goes
		if at.depth > 0 && at.depth <= maxBars {
			goes = append(goes[:len(goes):len(goes)], !at.last)
		}
		for i := len(s.Premises) - 1; i >= 0; i-- {
			open = append(open, branch{s.Premises[i], goes, at.depth + 1, i == len(s.Premises)-1})
		}
	}
	return b.String()
}

// oneLine keeps the line breaks of labels and literals out of the lines of a proof.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ")

// writeBars draws the lines to the left of a branch. Beyond maxBars levels it writes the depth
// instead, because the lines of deep proofs would take the square of their size.
func writeBars(b *strings.Builder, goes []bool, depth int, last bool) {
	if depth > maxBars {
		b.WriteString("(" + strconv.Itoa(depth) + ") ")
	} else {
		for _, g := range goes {
			b.WriteString([...]string{"   ", "│  "}[asInt(g)])
		}
	}
	b.WriteString([...]string{"├─ ", "└─ "}[asInt(last)])
}

func asInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

const maxBars = 60

// StepJSON is a step as JSON. Names never change; new fields may be added. Axioms are in functional
// syntax with full IRIs.
type StepJSON struct {
	Conclusion string      `json:"conclusion"`
	Manchester string      `json:"manchester"`
	Rule       string      `json:"rule"`
	Premises   []int       `json:"premises"` // earlier steps, from 0
	Axioms     []AxiomJSON `json:"axioms"`
	Supposed   bool        `json:"supposed,omitempty"`
}

// AxiomJSON is an axiom with its annotations in functional syntax, and in Manchester syntax.
type AxiomJSON struct {
	Axiom      string `json:"axiom"`
	Manchester string `json:"manchester"`
	// Hypothetical is set if the ontology does not have the axiom.
	Hypothetical bool `json:"hypothetical,omitempty"`
	// Source is the ontology of a built-in axiom; "" for other axioms.
	Source string `json:"source,omitempty"`
}

// NewAxiomJSON renders an axiom of the ontology.
func NewAxiomJSON(a owl.Axiom, m owl.Manchester) AxiomJSON {
	return AxiomJSON{Axiom: owl.Functional(a), Manchester: m.Axiom(a)}
}

// CitedJSON renders the axioms of some numbers.
func (e *Explanation) CitedJSON(numbers []int, m owl.Manchester) []AxiomJSON {
	return citedJSON(e.Cited, numbers, m)
}

func citedJSON(cited func(int) owl.Axiom, numbers []int, m owl.Manchester) []AxiomJSON {
	axioms := make([]AxiomJSON, len(numbers))
	for i, number := range numbers {
		axioms[i] = NewAxiomJSON(cited(number), m)
		axioms[i].Hypothetical = number >= FirstHypothetical
	}
	return axioms
}

// JSON returns the steps of a proof, premises before conclusions.
func (p *Proof) JSON(m owl.Manchester) []StepJSON {
	steps := make([]StepJSON, len(p.Steps))
	for i, s := range p.Steps {
		steps[i] = StepJSON{
			Conclusion: s.Conclusion.functional(), Manchester: s.Conclusion.Manchester(m),
			Rule:     s.Rule,
			Premises: append([]int{}, s.Premises...), Axioms: citedJSON(p.cited, s.Axioms, m),
			Supposed: s.Supposed,
		}
	}
	return steps
}

func (s Statement) functional() string { return string(s.appendFunctional(nil)) }

// appendFunctional renders a statement in functional syntax. An inclusion of data ranges has no
// form in the standard: it is SubDataRangeOf(D E), or SubDataRangeOf(p D E) for the values of p in
// D.
func (s Statement) appendFunctional(b []byte) []byte {
	if s.Axiom != nil {
		return owl.AppendAxiom(b, s.Axiom, nil)
	}
	b = append(b, "SubDataRangeOf("...)
	if s.Property != (owl.DataProperty{}) {
		b = append(owl.AppendIRI(b, s.Property.IRI, nil), ' ')
	}
	b = append(owl.AppendDataRange(b, s.Sub, nil), ' ')
	return append(owl.AppendDataRange(b, s.Super, nil), ')')
}
