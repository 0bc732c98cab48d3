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
		l, err := load(ctx, file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		c, err := newChecked(ctx, l)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		fmt.Fprintf(w, "%s: %d classes, checks in %v, off:", name, len(c.index.Classes), c.cost)
		for _, off := range c.checks.Off() {
			fmt.Fprintf(w, " %s (%d of %d)", off.Check, off.Rejected, off.Tested)
		}
		fmt.Fprintln(w)
		table, err := readTable(sheet)
		if err != nil {
			return err
		}
		for _, row := range table {
			r, err := c.judge(ctx, row)
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
func (c *checked) judge(ctx context.Context, row map[string]string) (judgedRow, error) {
	r := judgedRow{judgement: row["judgement"], fault: row["fault"],
		text: row["subject"] + " [" + row["property"] + "] " + row["target"]}
	axiom, err := owl.ParseAxiom(row["axiom"], nil)
	if err != nil {
		return r, err
	}
	if s, ok := c.statementOf(axiom); ok {
		for _, rejection := range c.checks.Reject(s) {
			r.checks = append(r.checks, rejection.Check)
			r.text += " — " + rejection.Evidence.Sentence(c.label)
		}
		for _, e := range c.checks.Against(s) {
			r.against = append(r.against, e.Kind)
		}
	}
	verdict, err := c.reasoner.Judge(ctx, axiom)
	if err != nil {
		return r, err
	}
	r.contradicts = verdict.Verdict == reasoner.Contradicts
	return r, nil
}

// printJudged prints, by judgement and for wrong rows by fault, how many rows checks and reasoner
// reject, and the rows where they differ from the judges.
func printJudged(w io.Writer, rows []judgedRow) error {
	type count struct{ rows, rejected, contradicts, either, against int }
	counts := make(map[string]*count)
	for _, r := range rows {
		keys := []string{r.judgement}
		if r.fault != "" {
			keys = append(keys, r.judgement+", "+r.fault)
		}
		for _, key := range keys {
			if counts[key] == nil {
				counts[key] = new(count)
			}
			n, rejected := counts[key], len(r.checks) > 0
			n.rows++
			for _, each := range []struct {
				is bool
				of *int
			}{{rejected, &n.rejected}, {r.contradicts, &n.contradicts},
				{rejected || r.contradicts, &n.either}, {len(r.against) > 0, &n.against}} {
				if each.is {
					*each.of++
				}
			}
		}
		missed := r.judgement == "wrong" && slices.Contains(faultsRejected, r.fault) &&
			len(r.checks) == 0 && !r.contradicts
		if missed || r.judgement != "wrong" && len(r.checks)+len(r.against) > 0 {
			fmt.Fprintf(w, "%s: %s %s: %s (%s; against: %s)\n", r.sheet, r.judgement, r.fault,
				r.text, strings.Join(r.checks, ", "), strings.Join(r.against, ", "))
		}
	}
	tw := tabwriter.NewWriter(w, 2, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "judgement\trows\trejected\tcontradicts\teither\tagainst\n")
	for _, key := range sortedKeys(counts) {
		n := counts[key]
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\n", key, n.rows, n.rejected, n.contradicts,
			n.either, n.against)
	}
	tw.Flush()
	if right := counts["right"]; right != nil && right.rejected > 0 {
		return fmt.Errorf("%d rows judged right are rejected", right.rejected)
	}
	if wrong := counts["wrong"]; wrong != nil && ratio(wrong.either, wrong.rows) < leastWrongRejected {
		return fmt.Errorf("only %d of %d wrong rows are rejected or contradicted", wrong.either,
			wrong.rows)
	}
	return nil
}
