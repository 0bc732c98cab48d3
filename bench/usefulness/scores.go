package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// scoredRow is a row of a judged sheet with its score.
type scoredRow struct {
	form             string
	score            float64
	right, plausible float64 // shares of the judges
}

// calibrate scores the rows of judged sheets of what is ranked and prints, by form, how many of the
// rows at or above each score are right. The ontologies are files of a folder, by their names
// without endings.
func calibrate(ctx context.Context, w io.Writer, dir string, sheets []string) error {
	var all []scoredRow
	for _, sheet := range sheets {
		rows, err := readTable(sheet)
		if err != nil {
			return err
		}
		by := make(map[string][]map[string]string)
		for _, row := range rows {
			by[row["ontology"]] = append(by[row["ontology"]], row)
		}
		for _, name := range sortedKeys(by) {
			files, _ := filepath.Glob(filepath.Join(dir, name+".*"))
			if len(files) == 0 {
				fmt.Fprintf(w, "no file for %s\n", name)
				continue
			}
			scored, err := scoreRows(ctx, files[0], by[name])
			if err != nil {
				return fmt.Errorf("%s: %w", files[0], err)
			}
			all = append(all, scored...)
		}
	}
	for _, form := range []string{"superclasses", "restrictions"} {
		list := slices.DeleteFunc(slices.Clone(all),
			func(r scoredRow) bool { return r.form != form })
		slices.SortFunc(list, func(a, b scoredRow) int { return cmp.Compare(b.score, a.score) })
		fmt.Fprintf(w, "%s: %d rows\n", form, len(list))
		right, plausible := 0.0, 0.0
		for i, r := range list {
			right, plausible = right+r.right, plausible+r.plausible
			if n := float64(i + 1); (i+1)%5 == 0 || i+1 == len(list) {
				fmt.Fprintf(w, "  score >= %6.2f: %3d rows, %.2f right, %.2f right or plausible\n",
					r.score, i+1, right/n, plausible/n)
			}
		}
	}
	return nil
}

// scoreRows returns the scores of the rows of one ontology that are still candidates.
func scoreRows(ctx context.Context, file string, rows []map[string]string) ([]scoredRow, error) {
	l, err := load(ctx, file)
	if err != nil {
		return nil, err
	}
	weights, err := rank.Shipped()
	if err != nil {
		return nil, err
	}
	e := rank.New(l.index, weights)
	var scored []scoredRow
	for _, row := range rows {
		a, err := owl.ParseAxiom(row["axiom"], owl.StandardPrefixes())
		if err != nil {
			continue
		}
		s, ok := l.statementOf(a)
		if !ok {
			continue
		}
		out := scoredRow{form: "superclasses"}
		list, err := e.Superclasses(ctx, e.Subject(s.Class))
		if s.Property != asserted.NoProperty {
			out.form = "restrictions"
			list, err = e.Restrictions(ctx, e.Subject(s.Class), rank.NoProperty)
		}
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(list, func(c rank.Candidate) bool {
			return c.Property == s.Property && c.Target == s.Target
		})
		if at < 0 {
			continue
		}
		out.score = list[at].Score
		judges := []string{row["first"], row["second"]}
		if row["second"] == "" { // one judge
			judges = judges[:1]
		}
		share := 1 / float64(len(judges))
		for _, judgement := range judges {
			switch judgement {
			case "right":
				out.right += share
				out.plausible += share
			case "plausible":
				out.plausible += share
			}
		}
		scored = append(scored, out)
	}
	return scored, nil
}
