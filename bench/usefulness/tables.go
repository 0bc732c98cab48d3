package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// printTables prints the figures of all methods, for reading, and those of one method by ontology.
func (r results) printTables(w io.Writer, method string) {
	names := sortedKeys(r)
	order := func(name string) int {
		for i, m := range measurements {
			if strings.HasPrefix(name, m.name) {
				return i
			}
		}
		return len(measurements)
	}
	slices.SortStableFunc(names, func(a, b string) int { return order(a) - order(b) })
	for _, name := range names {
		fewest := fewestRows
		if order(name) > 1 {
			fewest = fewestTerms
		}
		fmt.Fprintf(w, "\n## %s\n\n", name)
		tw := tabwriter.NewWriter(w, 2, 0, 2, ' ', 0)
		fmt.Fprintln(tw, "method\trows\tH@1\tH@3\tH@5\tH@10\tH@20\tH@100\tMRR\tmedian\t"+
			"listed\tontologies\tmean H@1\tH@3\tH@10\tMRR")
		for _, m := range r.methods(name) {
			s := summarize(r[name][m], fewest)
			p, mean := s.Pooled, s.Mean
			fmt.Fprintf(tw, "%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.1f\t"+
				"%.3f\t%d\t%.3f\t%.3f\t%.3f\t%.3f\n",
				m, p.N, p.Hits1, p.Hits3, p.Hits5, p.Hits10, shareAt(r[name][m], 20), p.Hits100,
				p.MRR, p.Median, shareAt(r[name][m], math.Inf(1)), mean.N, mean.Hits1, mean.Hits3, mean.Hits10, mean.MRR)
		}
		tw.Flush()
		r.printGains(w, name, method)
		r.printOntologies(w, name, method)
	}
	for _, m := range r.methods("likely") {
		l := likelinessOf(r["likely"][m])
		fmt.Fprintf(w, "\n%s: first parent likely for %.3f of %d new terms, %.3f of these right, "+
			"calibration error %.3f\n", m, l.Share, l.N, l.Precision, l.CalibrationError)
	}
}

// printGains prints the paired difference between a method and each of the others.
func (r results) printGains(w io.Writer, measurement, method string) {
	places := r[measurement][method]
	if len(places) == 0 || strings.Contains(measurement, "alarms") {
		return
	}
	for _, other := range r.methods(measurement) {
		if other == method {
			continue
		}
		hits := pairedGain(places, r[measurement][other], hitAt(10))
		mrr := pairedGain(places, r[measurement][other], reciprocal)
		fmt.Fprintf(w, "%s over %s, %d rows: H@10 %+.3f [%+.3f, %+.3f], MRR %+.3f [%+.3f, %+.3f]\n",
			method, other, hits.n, hits.mean, hits.least, hits.most, mrr.mean, mrr.least, mrr.most)
	}
}

// printOntologies prints the figures of a method, and of the earlier commit, by ontology.
func (r results) printOntologies(w io.Writer, measurement, method string) {
	own := summarize(r[measurement][method], 0)
	earlier := summarize(r[measurement][earlierMethod], 0)
	fmt.Fprintf(w, "%s by ontology, H@1 / H@10 (MRR):", method)
	for _, ontology := range sortedKeys(own.ByOntology) {
		f := own.ByOntology[ontology]
		fmt.Fprintf(w, " %s %d: %.2f / %.2f (%.2f)", ontology, f.N, f.Hits1, f.Hits10, f.MRR)
		if e, ok := earlier.ByOntology[ontology]; ok && method != earlierMethod {
			fmt.Fprintf(w, ", before %.2f / %.2f (%.2f)", e.Hits1, e.Hits10, e.MRR)
		}
		fmt.Fprint(w, ";")
	}
	fmt.Fprintln(w)
}
