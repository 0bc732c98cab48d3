package ranking

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"box2el-owl/embed/dataset"
)

// TSV returns the result as a table with a header and a row for each ranker, protocol and form:
// ranker, candidates ("all" or "without auxiliary"), filter ("raw" or its name), form (or
// "combined"), the metrics, and the pessimistic and optimistic MRR of ties.
func (r *Result) TSV() string {
	var head []string
	for _, m := range metricColumns {
		head = append(head, m.name)
	}
	head = append(head, "MRR_pessimistic", "MRR_optimistic", "MRR_low", "MRR_high")
	return tsv(r.Rows(r.Model), head, func(_ int, row Row) (cells []string) {
		for _, x := range row.Metrics.values() {
			cells = append(cells, precise(*x))
		}
		cells = append(cells, precise(row.Pessimistic.MRR), precise(row.Optimistic.MRR))
		if row.Interval == nil {
			return append(cells, "", "")
		}
		return append(cells, precise(row.Interval.Low.MRR), precise(row.Interval.High.MRR))
	})
}

// TSV returns the summary as the same table, each metric followed by its deviation.
func (s *Summary) TSV() string {
	var head []string
	for _, m := range metricColumns {
		head = append(head, m.name, m.name+"_sd")
	}
	deviations := s.Deviation.Rows(s.Model)
	return tsv(s.Mean.Rows(s.Model), head, func(i int, row Row) (cells []string) {
		d := deviations[i].Metrics.values()
		for v, x := range row.Metrics.values() {
			cells = append(cells, precise(*x), precise(*d[v]))
		}
		return cells
	})
}

// tsv returns a line for each row, with some cells.
func tsv(rows []Row, head []string, cells func(i int, row Row) []string) string {
	head = slices.Concat([]string{"ranker", "among", "filter", "form", "n", "candidates"}, head)
	b := strings.Join(head, "\t") + "\n"
	for i, row := range rows {
		b += strings.Join(append([]string{row.Ranker, row.Among, row.Filter, row.Form,
			strconv.Itoa(row.N), strconv.Itoa(row.Candidates)}, cells(i, row)...), "\t") + "\n"
	}
	return b
}

// metricColumns are the metrics in the order of Metrics.values: their names in TSV, and their heads
// and numbers for people.
var metricColumns = []struct {
	name, head string
	write      func(float64) string
}{
	{"H@1", "H@1", share}, {"H@10", "H@10", share}, {"H@100", "H@100", share},
	{"median", "median", rank}, {"MRR", "MRR", share}, {"MR", "MR", rank}, {"AUC", "AUC", share},
	{"AUC_PPI", "AUC (PPI)", share},
}

// precise formats a number so that parsing it gives the same number.
func precise(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Text returns the result for people: a table for each protocol, with the baselines below the
// model for each form.
func (r *Result) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s, task %s, seed %d; ties: %s rank\n", title(r.Model, r.Mode),
		r.Dataset, r.Task, r.Seed, r.Ties)
	if step, ok := r.keptAt(); ok {
		fmt.Fprintf(&b, "parameters of step %s\n", grouped(step))
	}
	writeEntailed(&b, r.Entailed)
	for _, form := range slices.Sorted(maps.Keys(r.Unranked)) {
		fmt.Fprintf(&b, "%s: %s axioms are not ranked by this model\n", form,
			grouped(r.Unranked[form]))
	}
	for _, note := range r.Notes {
		b.WriteString("note: " + note + "\n")
	}
	for _, c := range r.countings(r.Model) {
		b.WriteString("\n" + c.title() + "\n" + c.table(c.columns()))
	}
	return b.String()
}

// Text returns the summary in the same tables, each figure as mean±deviation.
func (s *Summary) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s, task %s, %d seeds, mean±standard deviation; ties: %s rank\n",
		title(s.Model, s.Mode), s.Dataset, s.Task, len(s.Seeds), s.Ties)
	switch distinct := slices.Compact(slices.Clone(s.KeptAt)); len(distinct) {
	case 0:
	case 1:
		fmt.Fprintf(&b, "parameters of step %s\n", grouped(distinct[0]))
	default:
		var steps []string
		for _, step := range s.KeptAt {
			steps = append(steps, grouped(step))
		}
		fmt.Fprintf(&b, "parameters of steps %s, by seed\n", strings.Join(steps, ", "))
	}
	writeEntailed(&b, s.Entailed)
	for _, note := range s.Notes {
		b.WriteString("note: " + note + "\n")
	}
	deviations := s.Deviation.countings(s.Model)
	for i, c := range s.Mean.countings(s.Model) {
		b.WriteString("\n" + c.title() + "\n" + c.table(spreadColumns(deviations[i])))
	}
	return b.String()
}

func writeEntailed(b *strings.Builder, entailed map[string]Share) {
	for _, form := range slices.Sorted(maps.Keys(entailed)) {
		if s := entailed[form]; s.N > 0 {
			fmt.Fprintf(b, "%s: %s of %s axioms are entailed by the training set\n", form,
				grouped(s.N),
				grouped(s.Of))
		}
	}
}

func title(model, mode string) string {
	switch {
	case model == "":
		return "evaluation"
	case mode == "":
		return model
	}
	return model + " (" + mode + ")"
}

// counting is a protocol (raw or filtered, with or without auxiliary classes) with its figures for
// the model and the baselines.
type counting struct {
	among, filter string
	outcomes      []rankerOutcome // the model first
}

type rankerOutcome struct {
	ranker string
	*Outcome
}

// Row holds the figures of a ranker for the axioms of a form under a protocol.
type Row struct {
	Ranker string
	Among  string // "all" or "without auxiliary"
	Filter string // "raw" or the name of a filter
	Form   string // or "combined"
	*Figures
}

// Rows returns the figures in the order of reports: by protocol, form and ranker, the model first.
func (f *Findings) Rows(model string) (rows []Row) {
	for _, c := range f.countings(model) {
		for _, form := range c.forms() {
			for _, o := range c.outcomes {
				if figures := o.Figures(form); figures != nil {
					rows = append(rows, Row{o.ranker, c.among, c.filter, form, figures})
				}
			}
		}
	}
	return rows
}

// countings returns all protocols in the order of reports.
func (f *Findings) countings(model string) []counting {
	if f.Combined == nil {
		return nil
	}
	if model == "" {
		model = "model"
	}
	raw := counting{among: "all", filter: "raw", outcomes: []rankerOutcome{{model, &f.Outcome}}}
	for _, name := range slices.Sorted(maps.Keys(f.Baselines)) {
		raw.outcomes = append(raw.outcomes, rankerOutcome{name, f.Baselines[name]})
	}
	all := raw.withFilters()
	if f.WithoutAuxiliary == nil {
		return all
	}
	without := counting{among: "without auxiliary", filter: "raw"}
	for _, o := range raw.outcomes {
		without.outcomes = append(without.outcomes, rankerOutcome{o.ranker, o.WithoutAuxiliary})
	}
	return append(all, without.withFilters()...)
}

// withFilters returns the raw protocol and those under each filter.
func (c counting) withFilters() []counting {
	all := []counting{c}
	for _, name := range slices.SortedFunc(maps.Keys(c.outcomes[0].Filtered), compareFilters) {
		filtered := counting{among: c.among, filter: name}
		for _, o := range c.outcomes {
			filtered.outcomes = append(filtered.outcomes, rankerOutcome{o.ranker, o.Filtered[name]})
		}
		all = append(all, filtered)
	}
	return all
}

// compareFilters orders filters: known, closure, then others by name.
func compareFilters(a, b string) int {
	place := func(name string) int { return slices.Index([]string{"closure", "known"}, name) }
	return cmp.Or(cmp.Compare(place(b), place(a)), cmp.Compare(a, b))
}

// forms returns the forms with figures of the model, "combined" last.
func (c counting) forms() []string {
	return append(slices.Sorted(maps.Keys(c.outcomes[0].Forms)), "combined")
}

func (c counting) title() string {
	title := "raw"
	switch c.filter {
	case "raw":
	case "known":
		title = "filtered (known axioms)"
	case "closure":
		title = "filtered (known and entailed axioms)"
	default:
		title = "filtered (" + c.filter + ")"
	}
	title += fmt.Sprintf(", among %s candidates", grouped(c.outcomes[0].Combined.Candidates))
	if c.among != "all" {
		title += " (" + c.among + " classes)"
	}
	if n := c.outcomes[0].Combined.Unopposed; n > 0 {
		title += fmt.Sprintf("; %s axioms not ranked because no other candidate is left",
			grouped(n))
	}
	return title
}

// column is a column of a table for people. cell formats the figures of a form for the ranker at an
// index of the outcomes.
type column struct {
	head string
	cell func(f *Figures, form string, ranker int) string
}

var numberOfAxioms = column{"n", func(f *Figures, _ string, _ int) string { return grouped(f.N) }}

// columns returns the columns of a single result.
func (c counting) columns() []column {
	columns := []column{numberOfAxioms}
	links := slices.Contains(c.forms(), dataset.RoleAssertion.String())
	for v, m := range metricColumns {
		if m.name == "AUC_PPI" && !links {
			continue
		}
		columns = append(columns, column{m.head,
			func(f *Figures, _ string, _ int) string { return m.write(*f.Metrics.values()[v]) }})
		if m.name == "MRR" {
			columns = append(columns, column{"MRR by ties",
				func(f *Figures, _ string, _ int) string {
					if f.Pessimistic.MRR == f.Optimistic.MRR {
						return ""
					}
					return share(f.Pessimistic.MRR) + "–" + share(f.Optimistic.MRR)
				}})
		}
	}
	if in := c.outcomes[0].Combined.Interval; in != nil {
		columns = append(columns, column{fmt.Sprintf("MRR %g %%", 100*in.Confidence),
			func(f *Figures, _ string, _ int) string {
				return share(f.Interval.Low.MRR) + "–" + share(f.Interval.High.MRR)
			}})
	}
	return columns
}

// spreadColumns returns the columns of a summary, given its deviations.
func spreadColumns(deviations counting) []column {
	columns := []column{numberOfAxioms}
	for v, m := range metricColumns {
		columns = append(columns, column{m.head, func(f *Figures, form string, ranker int) string {
			mean := m.write(*f.Metrics.values()[v])
			if d := deviations.outcomes[ranker].Figures(form); d != nil {
				mean += "±" + m.write(*d.Metrics.values()[v])
			}
			return mean
		}})
	}
	return columns
}

// table formats the rows of all forms and rankers. Numbers are right-aligned, names left-aligned.
func (c counting) table(columns []column) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := 0
	for _, o := range c.outcomes {
		width = max(width, len(o.ranker)+2)
	}
	for _, form := range c.forms() {
		width = max(width, len(form))
	}
	line := func(name string, cell func(column) string) {
		fmt.Fprintf(w, "%-*s\t", width, name)
		for _, column := range columns {
			io.WriteString(w, cell(column)+"\t")
		}
		io.WriteString(w, "\n")
	}
	line("", func(c column) string { return c.head })
	for _, form := range c.forms() {
		for i, o := range c.outcomes {
			name := form
			if i > 0 {
				name = "  " + o.ranker
			}
			switch f := o.Figures(form); {
			case f != nil && f.N > 0:
				line(name, func(c column) string { return c.cell(f, form, i) })
			case i == 0:
				line(name, func(c column) string {
					if c.head == "n" {
						return "0"
					}
					return ""
				})
			}
		}
	}
	w.Flush()
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// share formats a number between 0 and 1 with three digits.
func share(x float64) string { return strings.TrimPrefix(strconv.FormatFloat(x, 'f', 3, 64), "0") }

// rank formats a rank or a mean rank.
func rank(x float64) string {
	if x >= 100 {
		return grouped(int(x + 0.5))
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

// grouped formats a number with thousands separators.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
