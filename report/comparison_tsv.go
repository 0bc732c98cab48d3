package report

import (
	"bufio"
	"fmt"
	"io"
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
	o := c.Ontology
	for _, fact := range []setting{
		{"name", o.Name}, {"iri", o.IRI}, {"versionIRI", o.VersionIRI}, {"hash", o.Hash}, {"axioms", fmt.Sprint(o.Axioms)},
		{"outsideEL", fmt.Sprint(o.OutsideEL)}, {"classes", fmt.Sprint(o.Classes)}, {"objectProperties", fmt.Sprint(o.Properties)},
		{"individuals", fmt.Sprint(o.Individuals)},
	} {
		t.line("ontology", "", "", fact.Name, fact.Value)
	}
	t.deduction(c.Deduction)
	if c.Untrained != "" {
		t.line("training", "", "", "untrained", c.Untrained)
	}
	for _, s := range c.settings() {
		t.line("training", "", "", s.Name, s.Value)
	}
	for _, row := range c.metricRows() {
		t.metrics("prediction", row.Form, row.Ranker+"/"+row.Filter, row.Metrics)
	}
	for _, a := range c.Agreement {
		t.numbers("agreement", a.Form, a.Axioms, []measure{
			{"entailedPredicted", float64(a.Both)},
			{"entailedNotPredicted", float64(a.DeductionOnly)},
			{"notEntailedPredicted", float64(a.InductionOnly)},
			{"notEntailedNotPredicted", float64(a.Neither)},
		})
	}
	for _, g := range c.Ranks {
		t.metrics("ranks", g.Form, g.Group, g.Metrics)
		for _, point := range g.Shares {
			t.number("ranks", g.Form, g.Group, "shareUpTo/"+plainNumber(point[0]), point[1])
		}
	}
	for _, curve := range c.PrecisionRecall {
		t.number("precisionRecall", curve.Form, curve.Ranker, "averagePrecision",
			curve.AveragePrecision)
		for _, point := range curve.Points {
			t.number("precisionRecall", curve.Form, curve.Ranker, "precisionAtRecall/"+
				plainNumber(point[0]), point[1])
		}
	}
	t.depth(c.Depth)
	t.disagreement(c.Disagreement)
	for _, s := range c.Neighborhoods {
		for _, near := range s.Near {
			t.number("neighborhood", s.Class.IRI, near.IRI, "distance", near.Distance)
		}
	}
	t.suggestions(c)
	p := c.Provenance
	for _, fact := range []setting{
		{"program", p.Program}, {"command", strings.Join(p.Command, " ")}, {"made", p.Made}, {"machine", p.Machine}, {"seed", fmt.Sprint(p.Seed)},
	} {
		t.line("provenance", "", "", fact.Name, fact.Value)
	}
	for _, stage := range p.Stages {
		t.number("provenance", "seconds", "", stage.Name, stage.Seconds)
	}
	return t.w.Flush()
}

// tsv writes lines; its writer keeps the first error.
type tsv struct{ w *bufio.Writer }

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

func (t *tsv) number(section, group, item, measure string, value float64) {
	t.line(section, group, item, measure, plainNumber(value))
}

type measure struct {
	name  string
	value float64
}

func (t *tsv) numbers(section, group, item string, list []measure) {
	for _, m := range list {
		t.number(section, group, item, m.name, m.value)
	}
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func (t *tsv) deduction(d Deduction) {
	t.numbers("deduction", "", "", []measure{
		{"subsumptions", float64(d.Subsumptions)}, {"asserted", float64(d.Asserted)},
		{"direct", float64(d.Direct)}, {"directNew", float64(d.DirectNew)},
	})
	for _, class := range d.Unsatisfiable {
		t.line("deduction", "unsatisfiable", class.IRI, "label", class.Label)
	}
	for _, e := range d.Examples {
		t.number("deduction", "example", e.Functional, "depth", float64(e.Depth))
		t.number("deduction", "example", e.Functional, "axioms", float64(e.Uses))
	}
}

func (t *tsv) metrics(section, group, item string, m ranking.Metrics) {
	t.numbers(section, group, item, []measure{
		{"n", float64(m.N)}, {"hits@1", m.Hits.At1}, {"hits@10", m.Hits.At10},
		{"hits@100", m.Hits.At100}, {"median", m.Median}, {"mrr", m.MRR},
		{"meanRank", m.MeanRank}, {"auc", m.AUC},
	})
}

func (t *tsv) depth(s *DepthStudy) {
	if s == nil {
		return
	}
	t.numbers("depth", "", "", []measure{{"pairs", float64(s.Pairs)}, {"spearman", s.Spearman},
		{"low", s.Low}, {"high", s.High}})
	for _, g := range s.Depths {
		t.numbers("depth", "", g.Name(), []measure{{"n", float64(g.N)}, {"5%", g.Low},
			{"25%", g.Q1}, {"median", g.Median}, {"75%", g.Q3}, {"95%", g.High}})
	}
}

func (t *tsv) disagreement(d Disagreement) {
	for _, m := range d.RankedLow {
		t.number("disagreement", "rankedLow", m.Functional, "rank", m.Rank)
		t.number("disagreement", "rankedLow", m.Functional, "depth", float64(m.Depth))
	}
	t.number("disagreement", "", "", "judged", float64(d.Judged))
	t.number("disagreement", "", "", "contradictions", float64(d.Contradictions))
	for _, a := range d.Contradicting {
		t.number("disagreement", "contradicting", a.Functional, "rank", float64(a.Rank))
	}
}

func (t *tsv) suggestions(c *Comparison) {
	for _, s := range c.Suggestions {
		t.number("suggestion", s.Subject.IRI, s.Functional, "probability", s.Probability)
		if s.Tier != "" {
			t.line("suggestion", s.Subject.IRI, s.Functional, "tier", string(s.Tier))
		}
		t.line("suggestion", s.Subject.IRI, s.Functional, "verdict", string(s.Verdict))
	}
	for _, d := range c.Doubtful {
		for _, sentence := range d.Against {
			t.line("doubtful", "", d.Functional, "against", sentence)
		}
	}
}
