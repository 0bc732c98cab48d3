package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"box2el-owl/embed/ranking"
)

// WriteTSV writes a comparison as one table with a header line: section, group, item, measure and
// value. Axioms are in functional syntax. Tabs, line ends and backslashes in names are written as
// \t, \n, \r and \\.
func WriteTSV(w io.Writer, c *Comparison) error {
	t := &tsv{w: bufio.NewWriter(w)}
	t.line("section", "group", "item", "measure", "value")
	o, d, p := c.Ontology, c.Deduction, c.Provenance
	t.add("ontology", "", "", []measure{{"name", o.Name}, {"iri", o.IRI},
		{"versionIRI", o.VersionIRI}, {"hash", o.Hash}, {"axioms", o.Axioms},
		{"outsideEL", o.OutsideEL}, {"classes", o.Classes}, {"objectProperties", o.Properties},
		{"individuals", o.Individuals}})
	t.add("deduction", "", "", []measure{{"subsumptions", d.Subsumptions},
		{"asserted", d.Asserted}, {"direct", d.Direct}, {"directNew", d.DirectNew}})
	for _, class := range d.Unsatisfiable {
		t.add("deduction", "unsatisfiable", class.IRI, []measure{{"label", class.Label}})
	}
	for _, e := range d.Examples {
		t.add("deduction", "example", e.Functional,
			[]measure{{"depth", e.Depth}, {"axioms", e.Uses}})
	}
	if c.Untrained != "" {
		t.add("training", "", "", []measure{{"untrained", c.Untrained}})
	}
	for _, s := range c.settings() {
		t.add("training", "", "", []measure{{s.Name, s.Value}})
	}
	for _, row := range c.metricRows() {
		t.add("prediction", row.Form, row.Ranker+"/"+row.Filter, metricsOf(row.Metrics))
	}
	for _, a := range c.Agreement {
		t.add("agreement", a.Form, a.Axioms, []measure{{"entailedPredicted", a.Both},
			{"entailedNotPredicted", a.DeductionOnly}, {"notEntailedPredicted", a.InductionOnly},
			{"notEntailedNotPredicted", a.Neither}})
	}
	for _, g := range c.Ranks {
		t.add("ranks", g.Form, g.Group, metricsOf(g.Metrics))
		t.add("ranks", g.Form, g.Group, curve("shareUpTo/", g.Shares))
	}
	for _, r := range c.PrecisionRecall {
		t.add("precisionRecall", r.Form, r.Ranker,
			[]measure{{"averagePrecision", r.AveragePrecision}})
		t.add("precisionRecall", r.Form, r.Ranker, curve("precisionAtRecall/", r.Points))
	}
	if s := c.Depth; s != nil {
		t.add("depth", "", "", []measure{{"pairs", s.Pairs}, {"spearman", s.Spearman},
			{"low", s.Low}, {"high", s.High}})
		for _, g := range s.Depths {
			t.add("depth", "", g.Name(), []measure{{"n", g.N}, {"5%", g.Low}, {"25%", g.Q1},
				{"median", g.Median}, {"75%", g.Q3}, {"95%", g.High}})
		}
	}
	for _, m := range c.Disagreement.RankedLow {
		t.add("disagreement", "rankedLow", m.Functional,
			[]measure{{"rank", m.Rank}, {"depth", m.Depth}})
	}
	t.add("disagreement", "", "", []measure{{"judged", c.Disagreement.Judged},
		{"contradictions", c.Disagreement.Contradictions}})
	for _, a := range c.Disagreement.Contradicting {
		t.add("disagreement", "contradicting", a.Functional, []measure{{"rank", a.Rank}})
	}
	for _, s := range c.Neighborhoods {
		for _, near := range s.Near {
			t.add("neighborhood", s.Class.IRI, near.IRI, []measure{{"distance", near.Distance}})
		}
	}
	for _, s := range c.Suggestions {
		measures := []measure{{"probability", s.Probability}, {"tier", string(s.Tier)},
			{"verdict", string(s.Verdict)}}
		if s.Tier == "" {
			measures = slices.Delete(measures, 1, 2)
		}
		t.add("suggestion", s.Subject.IRI, s.Functional, measures)
	}
	for _, doubt := range c.Doubtful {
		for _, sentence := range doubt.Against {
			t.add("doubtful", "", doubt.Functional, []measure{{"against", sentence}})
		}
	}
	t.add("provenance", "", "", []measure{{"program", p.Program},
		{"command", strings.Join(p.Command, " ")}, {"made", p.Made}, {"machine", p.Machine},
		{"seed", p.Seed}})
	for _, stage := range p.Stages {
		t.add("provenance", "seconds", "", []measure{{stage.Name, stage.Seconds}})
	}
	return t.w.Flush()
}

// measure is a named value: text or a number.
type measure struct {
	name  string
	value any
}

func metricsOf(m ranking.Metrics) []measure {
	return []measure{
		{"n", m.N}, {"hits@1", m.Hits.At1}, {"hits@10", m.Hits.At10}, {"hits@100", m.Hits.At100},
		{"median", m.Median}, {"mrr", m.MRR}, {"meanRank", m.MeanRank}, {"auc", m.AUC},
	}
}

// curve returns a measure for each point.
func curve(name string, points [][2]float64) (list []measure) {
	for _, p := range points {
		list = append(list, measure{name + plainNumber(p[0]), p[1]})
	}
	return list
}

// tsv writes lines; its writer keeps the first error.
type tsv struct{ w *bufio.Writer }

func (t *tsv) add(section, group, item string, measures []measure) {
	for _, m := range measures {
		text := fmt.Sprint(m.value)
		if x, ok := m.value.(float64); ok {
			text = plainNumber(x)
		}
		t.line(section, group, item, m.name, text)
	}
}

var tsvEscapes = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

func (t *tsv) line(fields ...string) {
	for i, field := range fields {
		if i > 0 {
			t.w.WriteByte('\t')
		}
		tsvEscapes.WriteString(t.w, field)
	}
	t.w.WriteByte('\n')
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
