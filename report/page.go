package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"box2el-owl/embed/ranking"
	"box2el-owl/suggest"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

// pageTemplate is parsed once: it is part of the program, and a test holds it to be whole.
var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"percent": percent, "share": share, "thousands": thousands, "short": short, "signed": signed,
	"counted": counted, "cut": cut, "date": date, "seconds": seconds, "round": func(x float64) string { return fmt.Sprintf("%.3f", x) },
	"width":       func(x float64) string { return fmt.Sprintf("%.1f%%", 100*min(max(x, 0), 1)) },
	"verdictName": func(v suggest.Verdict) string { return string(v) },
}).Parse(pageHTML))

// page is what the template shows: a comparison, with its pictures drawn and its tables laid out.
type page struct {
	*Comparison

	FirstSuggestions, MoreSuggestions []Suggestion
	MoreFrom                          int

	Style      template.CSS
	DarkColors template.CSS

	Lead    string   // the first sentence of the summary
	Further []string // the others
	Figures []keyFigure

	HeldOut       Agreement // all forms together
	PredictedRank int
	Segments      []segment
	Matrices      []Agreement

	Metrics                                 []metricTable
	RankCurves, Precision, NeighborPictures []template.HTML
	DepthPicture, Losses, Family            template.HTML
	Options                                 []setting
}

// keyFigure is one of the numbers on top.
type keyFigure struct{ Number, Caption string }

// segment is a part of a bar.
type segment struct {
	Name, Class string
	N           int
	Of          int
}

// Width is the segment's part of the bar in percent.
func (s segment) Width() string { return fmt.Sprintf("%.2f%%", 100*float64(s.N)/float64(max(s.Of, 1))) }

// metricTable are the metrics of one form.
type metricTable struct {
	Form, Means string
	Candidates  int
	Rows        []metricLine
}

type metricLine struct {
	Ranker, Filter string
	ranking.Metrics
	Best bool // of its way of counting, by MRR
}

type setting struct{ Name, Value string }

// suggestionsOpen is how many suggestions are seen at once.
const suggestionsOpen = 8

// darkBackground is the background of pictures where the page is dark; page.css has the same.
var darkBackground = color.RGBA{0x1d, 0x21, 0x26, 0xff}

// WriteHTML writes a comparison as one HTML file that needs nothing else: no script, no request. The same comparison gives the
// same bytes.
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
	p.FirstSuggestions, p.MoreSuggestions, p.MoreFrom = c.Suggestions[:first], c.Suggestions[first:], first+1
	p.Metrics = c.metricTables()
	p.Options = c.settings()
	if err := p.drawPictures(); err != nil {
		return err
	}
	return pageTemplate.Execute(w, p)
}

// keyFigures are at most four numbers that say most.
func (c *Comparison) keyFigures() []keyFigure {
	var list []keyFigure
	if held := c.agreed(GroupHeldOut); held.N() > 0 {
		list = append(list,
			keyFigure{percent(held.Predicted(), held.N()), fmt.Sprintf("of the held-out axioms are among the model’s first %d answers", PredictedAt)},
			keyFigure{percent(held.Entailed(), held.N()), "of them follow from the other axioms"})
	}
	list = append(list, keyFigure{thousands(c.Deduction.Subsumptions - c.Deduction.Asserted), "subsumptions that deduction adds to the asserted ones"})
	if d := c.Disagreement; d.Judged > 0 {
		list = append(list, keyFigure{percent(d.Contradictions, d.Judged), "of the model’s first answers contradict the ontology"})
	} else {
		list = append(list, keyFigure{thousands(len(c.Deduction.Unsatisfiable)), "classes that can have no instance"})
	}
	return list
}

func segments(a Agreement) []segment {
	n := a.N()
	if n == 0 {
		return nil
	}
	return []segment{
		{"both find it", "both", a.Both, n},
		{"deduction alone", "deduction", a.DeductionOnly, n},
		{"the model alone", "induction", a.InductionOnly, n},
		{"neither", "neither", a.Neither, n},
	}
}

// formMeans says what is asked for in axioms of a form: in Prediction and Ranks.
var formMeans = map[string]string{
	combinedForms:   "all forms together",
	"NF1":           "C ⊑ D",
	"NF2":           "C ⊓ D ⊑ E",
	"NF3":           "C ⊑ ∃r.D",
	"NF4":           "∃r.C ⊑ D",
	"RoleAssertion": "r(a, b)",
}

// askedFor says which place is open.
var askedFor = map[string]string{
	combinedForms:   "",
	"NF1":           "which D is above C",
	"NF2":           "which E is above C and D",
	"NF3":           "which C has an r to D",
	"NF4":           "which D is above all with an r to C",
	"RoleAssertion": "which a has the r to b",
}

// Means is the axiom that a form stands for.
func (a Agreement) Means() string { return formMeans[a.Form] }

func (c *Comparison) metricTables() []metricTable {
	var tables []metricTable
	filters := map[string]string{"raw": "among all", "closure": "other right answers left out"}
	for _, row := range c.metricRows() {
		name := formMeans[row.form]
		if name == "" {
			name = row.form
		}
		if n := len(tables); n == 0 || tables[n-1].Form != name {
			tables = append(tables, metricTable{Form: name, Means: askedFor[row.form], Candidates: row.candidates})
		}
		t := &tables[len(tables)-1]
		t.Rows = append(t.Rows, metricLine{Ranker: rankerNames[row.ranker], Filter: filters[row.filter], Metrics: row.Metrics})
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

var rankerNames = map[string]string{modelRanker: "model", "popularity": "popularity", "lexical": "labels alone"}

// groupNames are the names of groups in pictures and tables, in the order of the curves.
var groupNames = []struct{ group, name string }{
	{GroupAsserted, "asserted, trained on"},
	{GroupEntailed, "entailed, not asserted"},
	{GroupHeldOutNew, "held out, does not follow"},
	{GroupHeldOutEntailed, "held out, follows"},
	{GroupRandom, "made up at random"},
}

// GroupName is a group's name for people.
func (g RankGroup) GroupName() string {
	for _, n := range groupNames {
		if n.group == g.Group {
			return n.name
		}
	}
	return g.Group
}

// Means is the axiom that a form stands for.
func (g RankGroup) Means() string { return formMeans[g.Form] }

func (p *page) drawPictures() error {
	var g gallery
	var err error
	draw := func(into *template.HTML, picture Picture) {
		if err == nil {
			*into, err = g.draw(picture)
		}
	}
	add := func(into *[]template.HTML, picture Picture) {
		var drawn template.HTML
		if draw(&drawn, picture); drawn != "" {
			*into = append(*into, drawn)
		}
	}
	for _, curves := range p.rankCurves() {
		add(&p.RankCurves, curves)
	}
	for _, curves := range p.precisionCurves() {
		add(&p.Precision, curves)
	}
	if p.Depth != nil {
		draw(&p.DepthPicture, DepthBoxes{Title: "Rank by depth of proof", Candidates: p.Depth.Candidates, Groups: p.Depth.Depths,
			Subtitle: fmt.Sprintf("%s, among %s classes", counted(p.Depth.Pairs, "entailed subsumption", "entailed subsumptions"), thousands(p.Depth.Candidates))})
	}
	for _, s := range p.Neighborhoods {
		add(&p.NeighborPictures, s.picture())
	}
	if p.Training != nil {
		draw(&p.Losses, p.Training.lossCurves())
	}
	if p.family != nil {
		draw(&p.Family, *p.family)
	}
	p.DarkColors = g.darkColors(darkBackground)
	return err
}

func (c *Comparison) rankCurves() []RankCurves {
	var list []RankCurves
	for _, form := range []string{"NF1", "NF3"} {
		curves := RankCurves{Title: formMeans[form] + ": " + askedFor[form]}
		for i, n := range groupNames {
			if g := c.rankGroup(form, n.group); g != nil {
				curves.Candidates = g.Candidates
				curves.Curves = append(curves.Curves, RankCurve{fmt.Sprintf("%s (%s)", n.name, thousands(g.Metrics.N)), i, g.Shares})
			}
		}
		curves.Subtitle = fmt.Sprintf("ranks among %s classes, other right answers left out", thousands(curves.Candidates))
		if len(curves.Curves) > 0 {
			list = append(list, curves)
		}
	}
	return list
}

func (c *Comparison) precisionCurves() []PrecisionCurves {
	var list []PrecisionCurves
	for _, form := range []string{"NF1", "NF3"} {
		curves := PrecisionCurves{Title: "Precision and recall of " + formMeans[form]}
		for _, pr := range c.PrecisionRecall {
			if pr.Form == form {
				curves.Subtitle = fmt.Sprintf("%s right, %s wrong candidates", thousands(pr.Positives), thousands(int(pr.Negatives)))
				curves.Curves = append(curves.Curves, PrecisionCurve{fmt.Sprintf("%s (AP %.3f)", rankerNames[pr.Ranker], pr.AveragePrecision), pr.Points})
			}
		}
		if len(curves.Curves) > 0 {
			list = append(list, curves)
		}
	}
	return list
}

// picture projects the neighbourhood.
func (s Surroundings) picture() Neighborhood {
	n := Neighborhood{
		Title: "Around " + s.Class.Label, Subtitle: "centers of boxes, projected on their two principal components; near in all dimensions",
		Class: Neighbor{Name: s.Class.Label, Vector: s.vector},
	}
	for _, near := range s.Near {
		n.Neighbors = append(n.Neighbors, Neighbor{Name: near.Label, Vector: near.vector, Near: near.Nearest, Asserted: near.Asserted})
	}
	return n
}

// lossCurves draws the history of a training.
func (t *Training) lossCurves() LossCurves {
	curves := LossCurves{
		Title: "Losses in training", Subtitle: fmt.Sprintf("%s, seed %d", t.Model, t.Seed),
		Total: Curve{Name: "total"}, ValidationLabel: "validation: " + t.Validation, Kept: t.KeptAt, HasKept: t.KeptAt > 0,
	}
	terms := make(map[string]*Curve)
	var names []string
	validation := Curve{Name: curves.ValidationLabel}
	for _, point := range t.History {
		for name, loss := range point.Losses {
			if terms[name] == nil {
				terms[name] = &Curve{Name: name}
				names = append(names, name)
			}
			terms[name].Points = append(terms[name].Points, Point{point.Step, loss})
		}
		if point.Step > 0 {
			curves.Total.Points = append(curves.Total.Points, Point{point.Step, point.Total})
		}
		if point.Validation != 0 {
			validation.Points = append(validation.Points, Point{point.Step, point.Validation})
		}
	}
	slices.Sort(names)
	for _, name := range names {
		curves.Losses = append(curves.Losses, *terms[name])
	}
	if len(validation.Points) > 0 {
		curves.Validation = []Curve{validation}
	}
	return curves
}

// settings are the options of the training, as the table shows them.
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
		{"batch", fmt.Sprint(t.Hyper.Batch)}, {"steps", fmt.Sprintf("%s of at most %s, those after %s kept", thousands(t.Steps), thousands(t.Hyper.Steps), thousands(t.KeptAt))},
		{"SHA-256 of the data", t.DataHash},
	}
	return list
}

// mostShown bounds how many characters of an axiom the page shows: there are definitions as long as a page.
const mostShown = 400

// cut shortens a text, and leaves out what no text should hold.
func cut(s string) string {
	s = plain(s)
	if utf8.RuneCountInString(s) <= mostShown {
		return s
	}
	return string([]rune(s)[:mostShown]) + " …"
}

// date is the day of a moment in RFC 3339.
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
