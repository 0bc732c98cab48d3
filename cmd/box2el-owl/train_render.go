package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
)

// trained is the result of train. JSON names never change; new ones may be added.
type trained struct {
	Dataset       string                    `json:"dataset"`
	Task          string                    `json:"task"`
	Model         embed.Architecture        `json:"model"`
	Mode          string                    `json:"mode"`
	Seed          uint64                    `json:"seed"`
	File          string                    `json:"file"`           // "-": standard output
	Data          string                    `json:"data,omitempty"` // File, which has the data
	Losses        string                    `json:"losses,omitempty"`
	Classes       int                       `json:"classes"`
	Roles         int                       `json:"roles"`
	Individuals   int                       `json:"individuals"`
	Axioms        map[string]map[string]int `json:"axioms"` // by set and form
	Unsatisfiable []string                  `json:"unsatisfiable"`
	Options       *curate.ModelJSON         `json:"options"`
	Steps         int                       `json:"steps"`
	KeptAt        int                       `json:"keptAt"`
	Validation    *float64                  `json:"validation"` // at the best checkpoint
	Loss          *float64                  `json:"loss"`       // in the last step
	Seconds       float64                   `json:"seconds"`
	Speed         float64                   `json:"stepsPerSecond"`
	DataHash      string                    `json:"dataHash"`
}

func describe(c *inputData, d *dataset.Dataset, m *embed.Model, seconds float64) *trained {
	t := &trained{
		Dataset: d.Name, Task: d.Task.String(), Model: m.Architecture, Mode: m.Variant.Mode,
		Seed:    m.Seed,
		Classes: len(d.Classes), Roles: len(d.Roles), Individuals: len(d.Individuals),
		Axioms: make(map[string]map[string]int), Unsatisfiable: c.unsatisfiable,
		Options: curate.About(m), Steps: m.Steps, KeptAt: m.BestStep,
		Seconds: seconds, Speed: float64(m.Steps) / max(seconds, 1e-9),
		DataHash: hex.EncodeToString(m.DataHash[:]),
	}
	if t.Unsatisfiable == nil {
		t.Unsatisfiable = []string{}
	}
	for name, set := range map[string]*dataset.Axioms{"train": &d.Train,
		"validation": &d.Validation, "test": &d.Test} {
		t.Axioms[name] = make(map[string]int)
		for form := range dataset.NumForms {
			if n := set[form].Len(); n > 0 {
				t.Axioms[name][form.String()] = n
			}
		}
	}
	t.Validation = keptValidation(m)
	for i := range m.History {
		p := &m.History[i]
		if len(p.Losses) > 0 && !math.IsNaN(p.Total) {
			t.Loss = &p.Total
		}
	}
	return t
}

// keptValidation returns the validation metric of the best checkpoint, or nil without validation.
func keptValidation(m *embed.Model) *float64 {
	for i := range m.History {
		if p := &m.History[i]; p.Step == m.BestStep && p.Best {
			return &p.Validation
		}
	}
	return nil
}

// writeLosses writes a table with a row for each validation: the step, each term of the loss, their
// sum, the validation metric, and whether it was the best so far.
func writeLosses(w io.Writer, history []embed.Point) error {
	terms := make(map[string]bool)
	for _, p := range history {
		for term := range p.Losses {
			terms[term] = true
		}
	}
	names := slices.Sorted(maps.Keys(terms))
	var b strings.Builder
	b.WriteString("step\t" +
		strings.Join(append(slices.Clone(names), "total", "validation", "best"), "\t") + "\n")
	for _, p := range history {
		fmt.Fprintf(&b, "%d", p.Step)
		for _, name := range names {
			if loss, ok := p.Losses[name]; ok {
				fmt.Fprintf(&b, "\t%g", loss)
			} else {
				b.WriteString("\t")
			}
		}
		fmt.Fprintf(&b, "\t%g\t%g\t%t\n", p.Total, p.Validation, p.Best)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// measure returns the name of the validation metric.
func (t *trained) measure() string {
	if t.Options.Variant.ByMRR {
		return "validation MRR"
	}
	return "validation median rank"
}

// say prints a summary of the training for people.
func (t *trained) say(streams *streams) {
	kept := fmt.Sprintf("parameters of step %d", t.KeptAt)
	switch {
	case t.Options.Variant.Last:
	case t.Validation != nil:
		kept = fmt.Sprintf("best at step %d, %s %.4g", t.KeptAt, t.measure(), *t.Validation)
	default:
		kept += ", no validation axioms"
	}
	streams.note("%s (%s) of %s: %s, %s, %s, %s", t.Model, t.Mode, t.Dataset,
		plural(t.Classes, "class", "classes"), plural(t.Roles, "role", "roles"),
		plural(t.Individuals, "individual", "individuals"),
		plural(sumOf(t.Axioms["train"]), "axiom", "axioms"))
	streams.note("%d steps in %.1f s (%.0f steps/s); %s", t.Steps, t.Seconds, t.Speed, kept)
	streams.note("model: %s", t.File)
}

func sumOf(counts map[string]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}
