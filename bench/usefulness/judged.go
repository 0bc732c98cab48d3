package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

const leastWrongRejected = 0.4

// faultsRejected are the kinds of faults that must not be shown.
var faultsRejected = []string{"opposite", "reversed direction", "own superclass", "own subclass",
	"child's differentia", "part as kind", "stage as kind"}

// judgedRow is a row of a sheet with what the program finds against it.
type judgedRow struct {
	sheet, judgement, fault, text string
	checks                        []string
	against                       []string
	contradicts                   bool
}

// judgeSheets compares checks and reasoner with the rows that people judged. It fails if a check
// rejects a row judged right, or if too few of the wrong ones are rejected or contradicted.
func judgeSheets(ctx context.Context, w io.Writer, dir string) error {
	sheets, err := filepath.Glob(filepath.Join(dir, "*.tsv"))
	if err != nil {
		return err
	}
	var rows []judgedRow
	for _, sheet := range sheets {
		name := strings.TrimSuffix(filepath.Base(sheet), ".tsv")
		file, ok := dataFile(filepath.Dir(dir), name)
		if !ok {
			return fmt.Errorf("no ontology for %s", sheet)
		}
		o, err := openRelease(ctx, file, rdfio.ReadOptions{})
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		fmt.Fprintf(w, "%s: %d classes, checks that are off:", name, len(o.index.Classes))
		for _, off := range o.checks.Off() {
			fmt.Fprintf(w, " %s (%d of %d)", off.Check, off.Rejected, off.Tested)
		}
		fmt.Fprintln(w)
		table, err := readTable(sheet)
		if err != nil {
			return err
		}
		for _, row := range table {
			r, err := o.judge(ctx, row)
			if err != nil {
				return err
			}
			r.sheet = name
			rows = append(rows, r)
		}
	}
	return printJudged(w, rows)
}

// judge asks checks and reasoner about a row.
func (o *release) judge(ctx context.Context, row map[string]string) (judgedRow, error) {
	r := judgedRow{judgement: row["judgement"], fault: row["fault"],
		text: row["subject"] + " [" + row["property"] + "] " + row["target"]}
	axiom, err := owl.ParseAxiom(row["axiom"], nil)
	if err != nil {
		return r, err
	}
	if s, ok := o.statementOf(axiom); ok {
		for _, rejection := range o.checks.Reject(s) {
			r.checks = append(r.checks, rejection.Check)
			r.text += " — " + rejection.Evidence.Sentence(o.label)
		}
		for _, e := range o.checks.Against(s) {
			r.against = append(r.against, e.Kind)
		}
	}
	verdict, err := o.reasoner.Judge(ctx, axiom)
	if err != nil {
		return r, err
	}
	r.contradicts = verdict.Verdict == reasoner.Contradicts
	return r, nil
}

// printJudged prints, by judgement and for wrong rows by fault, how many rows checks and reasoner
// reject, and the rows where they differ from the judges.
func printJudged(w io.Writer, rows []judgedRow) error {
	const all, rejected, contradicted, either, against = 0, 1, 2, 3, 4
	counts := make(map[string][5]int)
	for _, r := range rows {
		is := [5]bool{true, len(r.checks) > 0, r.contradicts, len(r.checks) > 0 || r.contradicts,
			len(r.against) > 0}
		keys := []string{r.judgement, r.judgement + ", " + r.fault}
		if r.fault == "" {
			keys = keys[:1]
		}
		for _, key := range keys {
			n := counts[key]
			for i := range n {
				if is[i] {
					n[i]++
				}
			}
			counts[key] = n
		}
		missed := r.judgement == "wrong" && slices.Contains(faultsRejected, r.fault) &&
			!is[either]
		if missed || r.judgement != "wrong" && len(r.checks)+len(r.against) > 0 {
			fmt.Fprintf(w, "%s: %s %s: %s (%s; against: %s)\n", r.sheet, r.judgement, r.fault,
				r.text, strings.Join(r.checks, ", "), strings.Join(r.against, ", "))
		}
	}
	tw := tabwriter.NewWriter(w, 2, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "judgement\trows\trejected\tcontradicts\teither\tagainst\n")
	for _, key := range sortedKeys(counts) {
		n := counts[key]
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\n", key, n[all], n[rejected], n[contradicted],
			n[either], n[against])
	}
	tw.Flush()
	if n := counts["right"][rejected]; n > 0 {
		return fmt.Errorf("%d rows judged right are rejected", n)
	}
	if n := counts["wrong"]; n[all] > 0 && ratio(n[either], n[all]) < leastWrongRejected {
		return fmt.Errorf("only %d of %d wrong rows are rejected or contradicted", n[either],
			n[all])
	}
	return nil
}
