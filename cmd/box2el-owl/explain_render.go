package main

import (
	"fmt"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/reasoner/explain"
)

// explained is an explanation, and the document of explain --json. Names never change; new ones may
// be added.
type explained struct {
	Ontology       owl.IRI               `json:"ontology"`
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

	manchester owl.Manchester
	goal       owl.Axiom
	proof      *explain.Proof
	all        bool // all justifications were requested
	allRepairs bool // there are no other repairs
}

// proofJSON is a proof. Its last step is the goal.
type proofJSON struct {
	Steps []explain.StepJSON `json:"steps"`
}

type unsatisfiableJSON struct {
	Root bool      `json:"root"`
	From []owl.IRI `json:"from"`
}

// text renders an explanation for people.
func (x *explained) text() string {
	var b strings.Builder
	goal := printable(x.Goal.Manchester)
	switch {
	case !x.Consistent:
		b.WriteString("The ontology is inconsistent.\n")
	case !x.Entailed && x.Note != "":
		return "No proof found, but " + x.Note + ": " + goal + "\n"
	case !x.Entailed && x.goal == owl.Axiom(inconsistency):
		return "The ontology is consistent.\n"
	case !x.Entailed:
		if class, ok := x.emptyClass(); ok {
			return printable(x.manchester.IRI(class.IRI)) + " is satisfiable.\n"
		}
		return "Not entailed: " + goal + "\n"
	default:
		fmt.Fprintf(&b, "Entailed: %s\n", goal)
	}
	switch u := x.Unsatisfiable; {
	case u == nil:
	case u.Root:
		b.WriteString("Root unsatisfiable class.\n")
	default:
		b.WriteString("Derived unsatisfiable class; caused by:\n")
		for _, iri := range u.From {
			fmt.Fprintf(&b, "  %s\n", printable(x.manchester.IRI(iri)))
		}
	}
	if x.Note != "" {
		fmt.Fprintf(&b, "No proof: %s.\n", x.Note)
	}
	hint := ""
	if x.proof != nil {
		fmt.Fprintf(&b, "\nProof\n%s", x.proof.Text(x.manchester, "  "))
		if !x.all {
			hint = "; --all"
		}
	}
	writeSets(&b, "Justification", x.Justifications, x.Complete, hint, "")
	writeSets(&b, "Repair", x.Repairs, x.allRepairs, "", ": remove")
	return b.String()
}

func writeSets(b *strings.Builder, what string, sets [][]explain.AxiomJSON, complete bool, all,
	after string) {
	for i, set := range sets {
		if complete {
			fmt.Fprintf(b, "\n%s %d of %d", what, i+1, len(sets))
		} else {
			fmt.Fprintf(b, "\n%s %d (more may exist%s)", what, i+1, all)
		}
		b.WriteString(after + "\n")
		for _, axiom := range set {
			fmt.Fprintf(b, "  %s%s\n", printable(axiom.Manchester),
				map[bool]string{true: "  (hypothetical)"}[axiom.Hypothetical])
		}
	}
}
