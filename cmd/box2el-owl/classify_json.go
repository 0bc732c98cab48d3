package main

import (
	"time"

	"box2el-owl/owl"
)

// classifyJSON is the document of classify --format json. Names never change; new ones may be
// added.
type classifyJSON struct {
	Ontology      string             `json:"ontology"`
	Consistent    bool               `json:"consistent"`
	Classes       int                `json:"classes"`
	Unsatisfiable []string           `json:"unsatisfiable"`
	Equivalent    [][]string         `json:"equivalent"`
	Direct        [][2]string        `json:"direct"`
	Statistics    classifyStatistics `json:"statistics"`
}

type classifyStatistics struct {
	Axioms          int     `json:"axioms"`
	NormalForms     int     `json:"normalForms"`
	Derived         int64   `json:"derived"`
	ReadMillis      float64 `json:"readMillis"`
	NormalizeMillis float64 `json:"normalizeMillis"`
	SaturateMillis  float64 `json:"saturateMillis"`
	ReduceMillis    float64 `json:"reduceMillis"`
}

func (c *classification) document() classifyJSON {
	stats := c.taxonomy.Statistics()
	out := classifyJSON{
		Ontology:      c.ontology.IRI.String(),
		Consistent:    c.taxonomy.Consistent(),
		Classes:       len(c.taxonomy.Classes()),
		Unsatisfiable: iris(c.taxonomy.Unsatisfiable()),
		Equivalent:    mapped(c.taxonomy.Equivalent(), iris),
		Direct:        [][2]string{},
		Statistics: classifyStatistics{
			Axioms:          c.numAxiom,
			NormalForms:     c.normalForms,
			Derived:         stats.Derived,
			ReadMillis:      millis(c.readTime),
			NormalizeMillis: millis(c.normalTime),
			SaturateMillis:  millis(stats.Index + stats.Saturate),
			ReduceMillis:    millis(stats.Reduce),
		},
	}
	for sub, super := range c.taxonomy.Direct() {
		out.Direct = append(out.Direct, [2]string{sub.IRI.String(), super.IRI.String()})
	}
	return out
}

func iris(classes []owl.Class) []string {
	return mapped(classes, func(c owl.Class) string { return c.IRI.String() })
}

// millis returns a duration in milliseconds, with microsecond resolution.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
