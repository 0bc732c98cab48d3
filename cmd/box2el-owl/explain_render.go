package main

import (
	"fmt"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/reasoner/explain"
)

// text renders an explanation for people.
func (x *explained) text() string {
	var b strings.Builder
	goal := printable(x.manchester.Axiom(x.goal))
	switch {
	case !x.consistent:
		b.WriteString("The ontology is inconsistent.\n")
	case !x.entailed && x.note != "":
		return "No proof found, but " + x.note + ": " + goal + "\n"
	case !x.entailed && x.goal == owl.Axiom(inconsistency):
		return "The ontology is consistent.\n"
	case !x.entailed:
		if class, ok := x.emptyClass(); ok {
			return printable(x.manchester.IRI(class.IRI)) + " is satisfiable.\n"
		}
		return "Not entailed: " + goal + "\n"
	default:
		fmt.Fprintf(&b, "Entailed: %s\n", goal)
	}
	if u := x.unsatisfiable; u != nil {
		x.writeRoot(&b, u)
	}
	if x.note != "" {
		fmt.Fprintf(&b, "No proof: %s.\n", x.note)
	}
	if x.proof != nil {
		fmt.Fprintf(&b, "\nProof\n%s", x.proof.Text(x.manchester, "  "))
	}
	if j := x.justifications; j != nil {
		hint := ""
		if x.proof != nil && !x.all {
			hint = "; --all"
		}
		x.writeSets(&b, "Justification", j.Sets, j.Complete, hint, "")
	}
	if r := x.repairs; r != nil {
		x.writeSets(&b, "Repair", r.Sets, r.Complete, "", ": remove")
	}
	return b.String()
}

func (x *explained) writeRoot(b *strings.Builder, u *explain.UnsatisfiableClass) {
	if u.Root {
		b.WriteString("Root unsatisfiable class.\n")
		return
	}
	b.WriteString("Derived unsatisfiable class; caused by:\n")
	for _, c := range u.From {
		fmt.Fprintf(b, "  %s\n", printable(x.manchester.IRI(c.IRI)))
	}
}

func (x *explained) writeSets(b *strings.Builder, what string, sets [][]int, complete bool,
	all, after string) {
	for i, set := range sets {
		if complete {
			fmt.Fprintf(b, "\n%s %d of %d", what, i+1, len(sets))
		} else {
			fmt.Fprintf(b, "\n%s %d (more may exist%s)", what, i+1, all)
		}
		b.WriteString(after + "\n")
		for _, a := range set {
			axiom := x.cited(a, x.manchester)
			fmt.Fprintf(b, "  %s%s\n", printable(axiom.Manchester),
				map[bool]string{true: "  (hypothetical)"}[axiom.Hypothetical])
		}
	}
}

// explanationJSON is the document of explain --json. Names never change; new ones may be added.
type explanationJSON struct {
	Ontology       string                `json:"ontology"`
	Goal           explain.AxiomJSON     `json:"goal"`
	Consistent     bool                  `json:"consistent"`
	Entailed       bool                  `json:"entailed"`
	Note           string                `json:"note,omitempty"` // why there is no proof
	Proof          *proofJSON            `json:"proof,omitempty"`
	Justifications [][]explain.AxiomJSON `json:"justifications,omitempty"`
	// Complete is set if there are no other justifications.
	Complete      bool                  `json:"complete"`
	Repairs       [][]explain.AxiomJSON `json:"repairs,omitempty"`
	Unsatisfiable *unsatisfiableJSON    `json:"unsatisfiable,omitempty"`
}

// proofJSON is a proof. Its last step is the goal.
type proofJSON struct {
	Steps []explain.StepJSON `json:"steps"`
}

type unsatisfiableJSON struct {
	Root bool     `json:"root"`
	From []string `json:"from"`
}

func (x *explained) document() explanationJSON {
	out := explanationJSON{
		Ontology: x.ontology.IRI.String(), Goal: explain.NewAxiomJSON(x.goal, x.manchester),
		Consistent: x.consistent, Entailed: x.entailed, Note: x.note,
	}
	if x.proof != nil {
		out.Proof = &proofJSON{x.proof.JSON(x.manchester)}
	}
	if j := x.justifications; j != nil {
		out.Justifications, out.Complete = x.axiomSets(j.Sets), j.Complete
	}
	if r := x.repairs; r != nil {
		out.Repairs = x.axiomSets(r.Sets)
	}
	if u := x.unsatisfiable; u != nil {
		out.Unsatisfiable = &unsatisfiableJSON{u.Root, iris(u.From)}
	}
	return out
}

func (x *explained) axiomSets(sets [][]int) [][]explain.AxiomJSON {
	return mapped(sets, func(set []int) []explain.AxiomJSON {
		return mapped(set, func(a int) explain.AxiomJSON { return x.cited(a, x.manchester) })
	})
}
