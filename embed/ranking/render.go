package ranking

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// WriteTSV writes the result as a table with a head line and a row for each ranker, way of counting and
// form: ranker, candidates ("all" or "without auxiliary"), filter ("raw" or its name), form (or
// "combined"), the metrics, and MRR with ties settled against and for the target.
func (r *Result) WriteTSV(w io.Writer) error {
	var b strings.Builder
	b.WriteString("ranker\tamong\tfilter\tform\tn\tcandidates\tH@1\tH@10\tH@100\tmedian\tMRR\tMR\tAUC\tAUC_PPI\tMRR_pessimistic\tMRR_optimistic\tMRR_low\tMRR_high\n")
	for _, c := range r.countings() {
		for _, form := range c.forms() {
			for _, o := range c.outcomes {
				f := o.figures(form)
				if f == nil {
					continue
				}
				fields := []string{o.ranker, c.among, c.filter, form, strconv.Itoa(f.N), strconv.Itoa(f.Candidates)}
				for _, x := range f.Metrics.values() {
					fields = append(fields, precise(*x))
				}
				fields = append(fields, precise(f.Pessimistic.MRR), precise(f.Optimistic.MRR))
				if f.Interval != nil {
					fields = append(fields, precise(f.Interval.Low.MRR), precise(f.Interval.High.MRR))
				} else {
					fields = append(fields, "", "")
				}
				b.WriteString(strings.Join(fields, "\t") + "\n")
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// precise writes a number such that reading it gives the same one.
func precise(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// WriteText writes the result for people: a table for each way of counting, the baselines below the
// model in each form.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s, task %s, seed %d; ties: %s rank\n", r.title(), r.Dataset, r.Task, r.Seed, r.Ties)
	for _, form := range slices.Sorted(maps.Keys(r.Entailed)) {
		if s := r.Entailed[form]; s.N > 0 {
			fmt.Fprintf(&b, "%s: %d of %d axioms follow from the training set\n", form, s.N, s.Of)
		}
	}
	for _, form := range slices.Sorted(maps.Keys(r.Unranked)) {
		fmt.Fprintf(&b, "%s: %d axioms are not ranked by this model\n", form, r.Unranked[form])
	}
	for _, c := range r.countings() {
		b.WriteString("\n" + c.title() + "\n")
		table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
		c.write(table)
		table.Flush()
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Result) title() string {
	if r.Model == "" {
		return "evaluation"
	}
	if r.Mode == "" {
		return r.Model
	}
	return r.Model + " (" + r.Mode + ")"
}

// counting is one way of counting, with what came out for the model and the baselines.
type counting struct {
	among, filter string
	outcomes      []rankerOutcome // the model first
}

type rankerOutcome struct {
	ranker string
	*Outcome
}

func (o rankerOutcome) figures(form string) *Figures {
	if form == "combined" {
		return o.Combined
	}
	return o.Forms[form]
}

// countings are all ways of counting, in the order of reports.
func (r *Result) countings() []counting {
	model := r.Model
	if model == "" {
		model = "model"
	}
	raw := counting{among: "all", filter: "raw", outcomes: []rankerOutcome{{model, &r.Outcome}}}
	for _, name := range slices.Sorted(maps.Keys(r.Baselines)) {
		raw.outcomes = append(raw.outcomes, rankerOutcome{name, r.Baselines[name]})
	}
	all := raw.withFilters()
	if r.WithoutAuxiliary == nil {
		return all
	}
	without := counting{among: "without auxiliary", filter: "raw"}
	for _, o := range raw.outcomes {
		without.outcomes = append(without.outcomes, rankerOutcome{o.ranker, o.WithoutAuxiliary})
	}
	return append(all, without.withFilters()...)
}

// withFilters returns the raw counting and those under each filter.
func (c counting) withFilters() []counting {
	all := []counting{c}
	for _, name := range slices.Sorted(maps.Keys(c.outcomes[0].Filtered)) {
		filtered := counting{among: c.among, filter: name}
		for _, o := range c.outcomes {
			filtered.outcomes = append(filtered.outcomes, rankerOutcome{o.ranker, o.Filtered[name]})
		}
		all = append(all, filtered)
	}
	return all
}

// forms are those that the model has figures of, combined last.
func (c counting) forms() []string {
	return append(slices.Sorted(maps.Keys(c.outcomes[0].Forms)), "combined")
}

func (c counting) title() string {
	title := "raw"
	switch c.filter {
	case "raw":
	case "known":
		title = "filtered: other known axioms taken out"
	case "closure":
		title = "filtered: all that is known or entailed taken out"
	default:
		title = "filtered: " + c.filter
	}
	title += fmt.Sprintf(", among %s candidates", grouped(c.outcomes[0].Combined.Candidates))
	if c.among != "all" {
		title += " (" + c.among + " names)"
	}
	return title
}

// write writes the table; each cell ends in a tab, as tabwriter has it. Text stands left as the first
// column does not: it is padded by hand.
func (c counting) write(w io.Writer) {
	links := false
	for _, form := range c.forms() {
		links = links || form == "RoleAssertion"
	}
	head := []string{"n", "H@1", "H@10", "H@100", "median", "MRR", "MRR by ties", "MR", "AUC"}
	if links {
		head = append(head, "AUC (PPI)")
	}
	intervals := c.outcomes[0].Combined.Interval != nil
	if intervals {
		head = append(head, fmt.Sprintf("MRR %g %%", 100*c.outcomes[0].Combined.Interval.Confidence))
	}
	width := len("RoleAssertion") + 2
	for _, o := range c.outcomes {
		width = max(width, len(o.ranker)+2)
	}
	fmt.Fprintf(w, "%-*s\t%s\t\n", width, "", strings.Join(head, "\t"))
	for _, form := range c.forms() {
		for i, o := range c.outcomes {
			f := o.figures(form)
			name := form
			if i > 0 {
				name = "  " + o.ranker
			}
			if f == nil || f.N == 0 {
				if i == 0 {
					fmt.Fprintf(w, "%-*s\t0\t\n", width, name)
				}
				continue
			}
			cells := []string{
				grouped(f.N), share(f.Hits.At1), share(f.Hits.At10), share(f.Hits.At100), rank(f.Median), share(f.MRR),
				share(f.Pessimistic.MRR) + "–" + share(f.Optimistic.MRR), rank(f.MeanRank), share(f.AUC),
			}
			if f.Pessimistic.MRR == f.Optimistic.MRR {
				cells[6] = ""
			}
			if links {
				cells = append(cells, share(f.AUCPPI))
			}
			if intervals && f.Interval != nil {
				cells = append(cells, share(f.Interval.Low.MRR)+"–"+share(f.Interval.High.MRR))
			}
			fmt.Fprintf(w, "%-*s\t%s\t\n", width, name, strings.Join(cells, "\t"))
		}
	}
}

// share writes a number between 0 and 1 with three digits.
func share(x float64) string { return strings.TrimPrefix(strconv.FormatFloat(x, 'f', 3, 64), "0") }

// rank writes a rank or a mean of ranks.
func rank(x float64) string {
	if x >= 100 {
		return grouped(int(x + 0.5))
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

// grouped writes a number with commas.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
