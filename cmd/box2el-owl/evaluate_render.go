package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"box2el-owl/embed/ranking"
)

func writeEvaluated(w io.Writer, opts evaluateOptions, all []*evaluated) error {
	text := ""
	switch opts.output.format {
	case "json":
		return writeEvaluatedJSON(w, all)
	case "tsv":
		text = evaluatedTSV(all)
	case "markdown":
		text = evaluatedMarkdown(all)
	default:
		text = strings.Join(mapped(all,
			func(e *evaluated) string { return e.rendered().Text() }), "\n")
	}
	_, err := io.WriteString(w, text)
	return err
}

// rendered is a result or a summary of results.
type rendered interface {
	Text() string
	TSV() string
}

// rendered returns the result, or the summary of several.
func (e *evaluated) rendered() rendered {
	if len(e.results) == 1 {
		return e.results[0]
	}
	return ranking.Summarize(e.results)
}

// writeEvaluatedJSON writes a line for each result and, after several seeds, a line with mean and
// deviation.
func writeEvaluatedJSON(w io.Writer, all []*evaluated) error {
	var lines []any
	for _, e := range all {
		for _, r := range e.results {
			lines = append(lines, r)
		}
		if len(e.results) > 1 {
			lines = append(lines, ranking.Summarize(e.results))
		}
	}
	return encodeLines(w, lines)
}

// evaluatedTSV returns one table: the columns of the experiment followed by those of package
// ranking. Results and summaries have different columns; all inputs have the same number of seeds,
// except models, which have one.
func evaluatedTSV(all []*evaluated) string {
	previous := ""
	var b strings.Builder
	for _, e := range all {
		head, rows, _ := strings.Cut(e.rendered().TSV(), "\n")
		if head != previous {
			fmt.Fprintf(&b, "dataset\ttask\tmode\tseeds\t%s\n", head)
			previous = head
		}
		r := e.results[0]
		for row := range strings.Lines(rows) {
			fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s", r.Dataset, r.Task, r.Mode, seedsOf(e.results),
				row)
		}
	}
	return b.String()
}

func seedsOf(results []*ranking.Result) string {
	return strings.Join(mapped(results,
		func(r *ranking.Result) string { return fmt.Sprint(r.Seed) }), ",")
}

// evaluatedMarkdown returns one table of raw MRR and hits at 10, mean ± standard deviation over the
// seeds: a row for each experiment on each input, followed by the baselines of the input.
func evaluatedMarkdown(all []*evaluated) string {
	forms := make(map[string]bool)
	for _, e := range all {
		for _, r := range e.results {
			for form := range r.Forms {
				forms[form] = true
			}
		}
	}
	t := markdownTable{forms: append(slices.Sorted(maps.Keys(forms)), "combined")}
	t.caption(all)
	t.head()
	for i, e := range all {
		s := ranking.Summarize(e.results)
		if i == 0 || all[i-1].results[0].Dataset != s.Dataset || all[i-1].model != e.model {
			t.first = nil
		}
		way := e.title
		if e.variant.Last {
			way += ", last parameters"
		}
		t.row(s.Dataset, s.Model, way, &s.Mean.Outcome, &s.Deviation.Outcome)
		if i == len(all)-1 || all[i+1].results[0].Dataset != s.Dataset {
			t.first = nil
			for _, name := range slices.Sorted(maps.Keys(s.Mean.Baselines)) {
				t.row(s.Dataset, name, "baseline", s.Mean.Baselines[name],
					s.Deviation.Baselines[name])
			}
		}
	}
	return t.text.String()
}

// markdownTable is a table under construction.
type markdownTable struct {
	forms []string
	first *ranking.Figures // the reference for the difference
	text  strings.Builder
}

func (t *markdownTable) caption(all []*evaluated) {
	t.text.WriteString("MRR and hits at 10, raw")
	if n := len(all[0].results); n > 1 {
		fmt.Fprintf(&t.text, ": mean ± standard deviation over %d seeds", n)
	}
	t.text.WriteString(
		". Δ: difference of the combined MRR to the first row of the same model.\n\n")
}

func (t *markdownTable) head() {
	columns := []string{"data", "model", "way"}
	for _, form := range t.forms {
		columns = append(columns, form+" MRR", form+" H@10")
	}
	columns = append(columns, "Δ MRR")
	t.line(columns)
	t.line(slices.Concat([]string{"---", "---", "---"},
		slices.Repeat([]string{"---:"}, len(columns)-3)))
}

func (t *markdownTable) line(cells []string) {
	t.text.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

func (t *markdownTable) row(data, model, way string, mean, deviation *ranking.Outcome) {
	cells := []string{data, model, way}
	for _, form := range t.forms {
		m, d := mean.Figures(form), deviation.Figures(form)
		if m == nil || m.N == 0 {
			cells = append(cells, "", "")
			continue
		}
		cells = append(cells, spread(m.MRR, d.MRR), spread(m.Hits.At10, d.Hits.At10))
	}
	difference := ""
	if t.first != nil {
		difference = fmt.Sprintf("%+.3f", mean.Combined.MRR-t.first.MRR)
	} else if way != "baseline" {
		t.first = mean.Combined
	}
	t.line(append(cells, difference))
}

// spread formats a mean with its deviation, if it is not 0.
func spread(mean, deviation float64) string {
	if deviation == 0 {
		return fmt.Sprintf("%.3f", mean)
	}
	return fmt.Sprintf("%.3f ± %.3f", mean, deviation)
}
