package main

import (
	"fmt"
	"io"
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
