package main

import (
	"time"

	"box2el-owl/owl"
)

// classifyJSON is the document of classify --format json. Names never change; new ones may be
// added.
type classifyJSON struct {
	Ontology      owl.IRI            `json:"ontology"`
	Consistent    bool               `json:"consistent"`
	Classes       int                `json:"classes"`
	Unsatisfiable []owl.IRI          `json:"unsatisfiable"`
	Equivalent    [][]owl.IRI        `json:"equivalent"`
	Direct        [][2]owl.IRI       `json:"direct"`
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
		Ontology:      c.ontology.IRI,
		Consistent:    c.taxonomy.Consistent(),
		Classes:       len(c.taxonomy.Classes()),
		Unsatisfiable: irisOf(c.taxonomy.Unsatisfiable()),
		Equivalent:    mapped(c.taxonomy.Equivalent(), irisOf[owl.Class]),
		Direct:        [][2]owl.IRI{},
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
		out.Direct = append(out.Direct, [2]owl.IRI{sub.IRI, super.IRI})
	}
	return out
}

func irisOf[E owl.Entity](entities []E) []owl.IRI {
	return mapped(entities, func(e E) owl.IRI { return e.EntityIRI() })
}

// millis returns a duration in milliseconds, with microsecond resolution.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
