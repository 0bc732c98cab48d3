package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"box2el-owl/embed/ranking"
	"box2el-owl/suggest"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

// pageTemplate is parsed once.
var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"percent": percent, "share": share, "thousands": thousands, "short": short, "signed": signed,
	"counted": counted, "cut": cut, "date": date, "seconds": seconds, "round": func(x float64) string { return fmt.Sprintf("%.3f", x) },
	"width":       func(x float64) string { return fmt.Sprintf("%.1f%%", 100*min(max(x, 0), 1)) },
	"verdictName": func(v suggest.Verdict) string { return string(v) },
}).Parse(pageHTML))

// page holds the data of the template: a comparison, its plots as SVG, and the rows of its tables.
type page struct {
	*Comparison

	FirstSuggestions, MoreSuggestions []Suggestion
	MoreFrom                          int

	Style template.CSS

	Lead    string   // the first sentence of the summary
	Further []string // the other sentences
	Figures []keyFigure

	HeldOut       Agreement // sum over all forms
	PredictedRank int
	Segments      []segment
	Matrices      []Agreement

	Metrics                              []metricTable
	RankCurves, Precision, NeighborPlots []template.HTML
	Options                              []setting
}

// keyFigure is one of the numbers at the top.
type keyFigure struct{ Number, Caption string }

// segment is a part of a bar.
type segment struct {
	Name, Class string
	N           int
	Of          int
}

// Width returns the width of the segment in percent of the bar.
func (s segment) Width() string {
	return fmt.Sprintf("%.2f%%", 100*float64(s.N)/float64(max(s.Of, 1)))
}

// metricTable holds the metrics of one form.
type metricTable struct {
	Form, Means string
	Candidates  int
	Rows        []metricLine
}

type metricLine struct {
	Ranker, Filter string
	ranking.Metrics
	Best bool // the best MRR among the rows with the same filter
}

type setting struct{ Name, Value string }

// suggestionsOpen is the number of suggestions shown without opening a section.
const suggestionsOpen = 8

// WriteHTML writes a comparison as one HTML file without scripts and external resources. The same
// comparison gives the same bytes.
func WriteHTML(w io.Writer, c *Comparison) error {
	p := &page{Comparison: c, Style: template.CSS(pageCSS)}
	if len(c.Summary) > 0 {
		p.Lead, p.Further = c.Summary[0], c.Summary[1:]
	}
	p.Figures = c.keyFigures()
	p.HeldOut, p.PredictedRank = c.agreed(GroupHeldOut), PredictedAt
	p.Segments = segments(p.HeldOut)
	p.Matrices = c.Agreement
	first := min(suggestionsOpen, len(c.Suggestions))
	p.FirstSuggestions, p.MoreSuggestions, p.MoreFrom =
		c.Suggestions[:first], c.Suggestions[first:], first+1
	p.Metrics = c.metricTables()
	p.Options = c.settings()
	if err := p.drawPlots(); err != nil {
		return err
	}
	return pageTemplate.Execute(w, p)
}

// keyFigures returns at most four figures.
func (c *Comparison) keyFigures() []keyFigure {
	var list []keyFigure
	if held := c.agreed(GroupHeldOut); held.N() > 0 {
		list = append(list,
			keyFigure{percent(held.Predicted(), held.N()),
				fmt.Sprintf("held-out axioms in the top %d of the model",
					PredictedAt)},
			keyFigure{percent(held.Entailed(), held.N()),
				"of them are entailed by the other axioms"})
	}
	list = append(list, keyFigure{thousands(c.Deduction.Subsumptions - c.Deduction.Asserted),
		"inferred subsumptions (not asserted)"})
	if d := c.Disagreement; d.Judged > 0 {
		list = append(list, keyFigure{percent(d.Contradictions, d.Judged),
			"top predictions of the model that contradict the ontology"})
	} else {
		list = append(list, keyFigure{thousands(len(c.Deduction.Unsatisfiable)),
			"unsatisfiable classes"})
	}
	return list
}

func segments(a Agreement) []segment {
	n := a.N()
	if n == 0 {
		return nil
	}
	return []segment{
		{"found by both", "both", a.Both, n},
		{"by the reasoner only", "deduction", a.DeductionOnly, n},
		{"by the model only", "induction", a.InductionOnly, n},
		{"neither", "neither", a.Neither, n},
	}
}

// formMeans are the axioms of each form in Prediction and Ranks.
var formMeans = map[string]string{
	combinedForms:   "all forms together",
	"NF1":           "C ⊑ D",
	"NF2":           "C ⊓ D ⊑ E",
	"NF3":           "C ⊑ ∃r.D",
	"NF4":           "∃r.C ⊑ D",
	"RoleAssertion": "r(a, b)",
}

// askedFor describes the question for each form.
var askedFor = map[string]string{
	combinedForms:   "",
	"NF1":           "superclass D of C",
	"NF2":           "superclass E of C and D",
	"NF3":           "class C with r to D",
	"NF4":           "superclass D of ∃r.C",
	"RoleAssertion": "individual a with r to b",
}

// Means returns the axiom of a form.
func (a Agreement) Means() string { return formMeans[a.Form] }

func (c *Comparison) metricTables() []metricTable {
	var tables []metricTable
	filters := map[string]string{"raw": "raw", "closure": "filtered"}
	for _, row := range c.metricRows() {
		name := formMeans[row.Form]
		if name == "" {
			name = row.Form
		}
		if n := len(tables); n == 0 || tables[n-1].Form != name {
			tables = append(tables, metricTable{Form: name, Means: askedFor[row.Form],
				Candidates: row.Candidates})
		}
		t := &tables[len(tables)-1]
		t.Rows = append(t.Rows, metricLine{Ranker: rankerNames[row.Ranker],
			Filter: filters[row.Filter], Metrics: row.Metrics})
	}
	for _, t := range tables {
		for i := range t.Rows {
			t.Rows[i].Best = !slices.ContainsFunc(t.Rows, func(other metricLine) bool {
				return other.Filter == t.Rows[i].Filter && other.MRR > t.Rows[i].MRR
			})
		}
	}
	return tables
}

var rankerNames = map[string]string{modelRanker: "model", "popularity": "popularity",
	"lexical": "lexical similarity"}

// groupNames are the names of groups in plots and tables, in the order of the curves.
var groupNames = []struct{ group, name string }{
	{GroupAsserted, "asserted, trained on"},
	{GroupEntailed, "entailed, not asserted"},
	{GroupHeldOutNew, "held out, not entailed"},
	{GroupHeldOutEntailed, "held out, entailed"},
	{GroupRandom, "random axioms"},
}

// GroupName returns the name of a group for people.
func (g RankGroup) GroupName() string {
	for _, n := range groupNames {
		if n.group == g.Group {
			return n.name
		}
	}
	return g.Group
}

// Means returns the axiom of a form.
func (g RankGroup) Means() string { return formMeans[g.Form] }

func (p *page) drawPlots() error {
	var g gallery
	forms := []string{"NF1", "NF3"}
	for _, form := range forms {
		g.add(&p.RankCurves, p.rankCurves(form))
	}
	for _, form := range forms {
		g.add(&p.Precision, p.precisionCurves(form))
	}
	for _, s := range p.Neighborhoods {
		g.add(&p.NeighborPlots, s.plot())
	}
	return g.err
}

func (c *Comparison) rankCurves(form string) ShareCurves {
	plot := ShareCurves{Title: formMeans[form] + ": " + askedFor[form]}
	for i, n := range groupNames {
		if g := c.rankGroup(form, n.group); g != nil {
			plot.Candidates = g.Candidates
			plot.Curves = append(plot.Curves,
				ShareCurve{fmt.Sprintf("%s (%s)", n.name, thousands(g.Metrics.N)), i, g.Shares})
		}
	}
	plot.Subtitle = fmt.Sprintf("filtered ranks among %s classes", thousands(plot.Candidates))
	return plot
}

func (c *Comparison) precisionCurves(form string) ShareCurves {
	plot := ShareCurves{Title: "Precision and recall of " + formMeans[form]}
	for _, pr := range c.PrecisionRecall {
		if pr.Form == form {
			plot.Subtitle = fmt.Sprintf("%s right, %s wrong candidates", thousands(pr.Positives),
				thousands(int(pr.Negatives)))
			plot.Curves = append(plot.Curves,
				ShareCurve{fmt.Sprintf("%s (AP %.3f)", rankerNames[pr.Ranker],
					pr.AveragePrecision), len(plot.Curves), pr.Points})
		}
	}
	return plot
}

// plot returns the plot of a neighborhood.
func (s Surroundings) plot() Neighborhood {
	n := Neighborhood{
		Title:    "Around " + s.Class.Label,
		Subtitle: "centers of boxes on two principal components; near: in all dimensions",
		Class:    Neighbor{Name: s.Class.Label, Vector: s.vector},
	}
	for _, near := range s.Near {
		n.Neighbors = append(n.Neighbors, Neighbor{Name: near.Label, Vector: near.vector,
			Near: near.Nearest, Asserted: near.Asserted})
	}
	return n
}

// settings returns the options of the training for a table.
func (c *Comparison) settings() []setting {
	t := c.Training
	if t == nil {
		return nil
	}
	list := []setting{
		{"model", string(t.Model)}, {"mode", t.Variant.Mode}, {"seed", fmt.Sprint(t.Seed)},
		{"dimensions", fmt.Sprint(t.Hyper.Dim)}, {"margin γ", fmt.Sprint(t.Hyper.Margin)},
		{"distance of negatives δ", fmt.Sprint(t.Hyper.NegativeDistance)}, {"negatives ω", fmt.Sprint(t.Hyper.Negatives)},
		{"regularization λ", fmt.Sprint(t.Hyper.Regularization)}, {"learning rate", fmt.Sprint(t.Hyper.Rate)},
		{"batch", fmt.Sprint(t.Hyper.Batch)}, {"steps", fmt.Sprintf("%s of at most %s, best at %s", thousands(t.Steps), thousands(t.Hyper.Steps), thousands(t.KeptAt))},
		{"SHA-256 of the data", t.DataHash},
	}
	return list
}

// mostShown is the maximum number of characters of an axiom on the page. Some definitions are as
// long as a page.
const mostShown = 400

// cut shortens a text and removes control characters.
func cut(s string) string { return shortened(plain(s), mostShown) }

// date returns the date of a time in RFC 3339.
func date(moment string) string {
	day, _, _ := strings.Cut(moment, "T")
	return day
}

func seconds(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f s", x)
	}
	return fmt.Sprintf("%.0f s", math.Round(x))
}
