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
	head := fmt.Sprintf("%s on %s, task %s, seed %d; ties: %s rank\n", title(r.Model, r.Mode),
		r.Dataset, r.Task, r.Seed, r.Ties)
	if r.KeptAt != nil {
		head += fmt.Sprintf("parameters of step %s\n", grouped(*r.KeptAt))
	}
	return head + text(r.Entailed, r.Unranked, r.Notes, r.Rows(r.Model), nil)
}

// Text returns the summary in the same tables, each figure as mean±deviation.
func (s *Summary) Text() string {
	head := fmt.Sprintf("%s on %s, task %s, %d seeds, mean±standard deviation; ties: %s rank\n",
		title(s.Model, s.Mode), s.Dataset, s.Task, len(s.Seeds), s.Ties)
	switch distinct := slices.Compact(slices.Clone(s.KeptAt)); len(distinct) {
	case 0:
	case 1:
		head += fmt.Sprintf("parameters of step %s\n", grouped(distinct[0]))
	default:
		var steps []string
		for _, step := range s.KeptAt {
			steps = append(steps, grouped(step))
		}
		head += fmt.Sprintf("parameters of steps %s, by seed\n", strings.Join(steps, ", "))
	}
	return head +
		text(s.Entailed, nil, s.Notes, s.Mean.Rows(s.Model), s.Deviation.Rows(s.Model))
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

// text returns remarks and a table for each protocol. deviations are those of the rows, or nil.
func text(
	entailed map[string]Share, unranked map[string]int, notes []string, rows, deviations []Row,
) string {
	var b strings.Builder
	for _, form := range slices.Sorted(maps.Keys(entailed)) {
		if s := entailed[form]; s.N > 0 {
			fmt.Fprintf(&b, "%s: %s of %s axioms are entailed by the training set\n", form,
				grouped(s.N), grouped(s.Of))
		}
	}
	for _, form := range slices.Sorted(maps.Keys(unranked)) {
		fmt.Fprintf(&b, "%s: %s axioms are not ranked by this model\n", form,
			grouped(unranked[form]))
	}
	for _, note := range notes {
		b.WriteString("note: " + note + "\n")
	}
	for from := 0; from < len(rows); {
		to := from // the end of the protocol
		for to < len(rows) && rows[to].Among == rows[from].Among &&
			rows[to].Filter == rows[from].Filter {
			to++
		}
		var ofRows []Row
		if deviations != nil {
			ofRows = deviations[from:to]
		}
		b.WriteString("\n" + protocol(rows[from:to], ofRows))
		from = to
	}
	return b.String()
}

// Row holds the figures of a ranker for the axioms of a form under a protocol: raw or filtered,
// with or without auxiliary classes.
type Row struct {
	Ranker string
	Among  string // "all" or "without auxiliary"
	Filter string // "raw" or the name of a filter
	Form   string // or "combined"
	*Figures
}

// Rows returns the figures in the order of reports: by protocol, form and ranker, the model first.
func (f *Findings) Rows(model string) (rows []Row) {
	if f.Combined == nil {
		return nil
	}
	names, outcomes := []string{cmp.Or(model, "model")}, []*Outcome{&f.Outcome}
	for _, name := range slices.Sorted(maps.Keys(f.Baselines)) {
		names, outcomes = append(names, name), append(outcomes, f.Baselines[name])
	}
	filters := append([]string{"raw"}, slices.SortedFunc(maps.Keys(f.Filtered), compareFilters)...)
	for _, among := range []string{"all", "without auxiliary"} {
		for i := range outcomes {
			if among != "all" && outcomes[i] != nil {
				outcomes[i] = outcomes[i].WithoutAuxiliary
			}
		}
		if outcomes[0] == nil {
			break
		}
		for _, filter := range filters {
			of := func(o *Outcome) *Outcome {
				if o == nil || filter == "raw" {
					return o
				}
				return o.Filtered[filter]
			}
			forms := slices.Sorted(maps.Keys(of(outcomes[0]).Forms))
			for _, form := range append(forms, "combined") {
				for i, name := range names {
					if figures := of(outcomes[i]).Figures(form); figures != nil {
						rows = append(rows, Row{name, among, filter, form, figures})
					}
				}
			}
		}
	}
	return rows
}

// compareFilters orders filters: known, closure, then others by name.
func compareFilters(a, b string) int {
	place := func(name string) int { return slices.Index([]string{"closure", "known"}, name) }
	return cmp.Or(cmp.Compare(place(b), place(a)), cmp.Compare(a, b))
}

// protocol returns the title and the table of the rows of a protocol. Numbers are right-aligned,
// names left-aligned.
func protocol(rows, deviations []Row) string {
	combined := rows[slices.IndexFunc(rows, func(r Row) bool { return r.Form == "combined" })]
	filter := fmt.Sprintf("filtered (%s)", combined.Filter)
	switch combined.Filter {
	case "raw":
		filter = "raw"
	case "known":
		filter = "filtered (known axioms)"
	case "closure":
		filter = "filtered (known and entailed axioms)"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, among %s candidates", filter, grouped(combined.Candidates))
	if combined.Among != "all" {
		fmt.Fprintf(&b, " (%s classes)", combined.Among)
	}
	if n := combined.Unopposed; n > 0 {
		fmt.Fprintf(&b, "; %s axioms not ranked because no other candidate is left", grouped(n))
	}
	b.WriteString("\n")

	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := 0
	for _, row := range rows {
		width = max(width, len(row.Form), len(row.Ranker)+2)
	}
	columns := columnsOf(rows, deviations)
	line := func(name string, cell func(column) string) {
		fmt.Fprintf(w, "%-*s\t", width, name)
		for _, column := range columns {
			io.WriteString(w, cell(column)+"\t")
		}
		io.WriteString(w, "\n")
	}
	line("", func(c column) string { return c.head })
	for i, row := range rows {
		name, ofModel := row.Form, i == 0 || rows[i-1].Form != row.Form
		if !ofModel {
			name = "  " + row.Ranker
		}
		if row.N > 0 {
			line(name, func(c column) string { return c.cell(i) })
		} else if ofModel {
			line(name, func(c column) string { return map[string]string{"n": "0"}[c.head] })
		}
	}
	w.Flush()
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// column is a column of a table for people. cell formats the figures of the row at an index.
type column struct {
	head string
	cell func(row int) string
}

// columnsOf returns the columns of a protocol. deviations are nil for a single result.
func columnsOf(rows, deviations []Row) []column {
	columns := []column{{"n", func(i int) string { return grouped(rows[i].N) }}}
	add := func(head string, cell func(row int) string) {
		columns = append(columns, column{head, cell})
	}
	links := func(r Row) bool { return r.Form == dataset.RoleAssertion.String() }
	for v, m := range metricColumns {
		of := func(r Row) string { return m.write(*r.Metrics.values()[v]) }
		switch {
		case deviations != nil:
			add(m.head, func(i int) string { return of(rows[i]) + "±" + of(deviations[i]) })
			continue
		case m.name != "AUC_PPI" || slices.ContainsFunc(rows, links):
			add(m.head, func(i int) string { return of(rows[i]) })
		}
		if m.name == "MRR" {
			add("MRR by ties", func(i int) string {
				if low, high := rows[i].Pessimistic.MRR, rows[i].Optimistic.MRR; low != high {
					return share(low) + "–" + share(high)
				}
				return ""
			})
		}
	}
	if in := rows[len(rows)-1].Interval; in != nil {
		add(fmt.Sprintf("MRR %g %%", 100*in.Confidence), func(i int) string {
			return share(rows[i].Interval.Low.MRR) + "–" + share(rows[i].Interval.High.MRR)
		})
	}
	return columns
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
