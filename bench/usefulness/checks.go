package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"box2el-owl/suggest/check"
)

// Bounds of the table of checks.
const (
	mostLater, mostLaterTogether = 0.005, 0.015
	mostAsserted                 = 0.01
)

// measured counts axioms: all, or those that one check, or all together, reject.
type measured struct {
	later    [2]int // by form: superclasses, restrictions
	asserted int
	off      int // releases in which the check is off for a form
}

const together = "together"

// splitTable is the table of one split: learn or report.
type splitTable struct {
	all    measured
	checks map[string]*measured
	last   *release // of the last pair
}

var errAboveBounds = errors.New("checks reject more than allowed")

// measureChecks prints, for the pairs of releases in a folder, how many axioms the checks reject:
// of those that curators added later, and of those of the older releases. It fails above the
// bounds. The rows that are rejected are printed for the split learn only, with -v, because those
// of report must not be read while checks are chosen.
func measureChecks(ctx context.Context, w io.Writer, dir string) error {
	tables := make(checkTables)
	err := eachPair(ctx, dir, "", func(p *pair) error {
		return tables.add(ctx, p, func(row string) {
			if *verbose && p.split == "learn" {
				fmt.Fprintln(w, row)
			}
		})
	})
	if err != nil {
		return err
	}
	above := false
	for _, split := range sortedKeys(tables) {
		fmt.Fprintf(w, "\n## %s\n\n", split)
		above = tables[split].print(w) || above
	}
	if above {
		return errAboveBounds
	}
	return nil
}

// checkTables has a table for each split.
type checkTables map[string]*splitTable

// add counts what the checks reject of a pair: of its older release, once for all pairs with it,
// and of the rows that curators added, without those that replace another. It passes the rejected
// rows to show.
func (tables checkTables) add(ctx context.Context, p *pair, show func(row string)) error {
	t := tables[p.split]
	if t == nil {
		t = &splitTable{checks: map[string]*measured{together: {}}}
		for _, k := range check.Checks {
			t.checks[k.Name] = &measured{}
		}
		tables[p.split] = t
	}
	if t.last != p.older {
		t.last = p.older
		if err := t.addAsserted(ctx, p.older); err != nil {
			return err
		}
	}
	replaced := make(map[[2]string]bool)
	for _, row := range p.removed {
		replaced[[2]string{row["subject"], row["property"]}] = true
	}
	for _, row := range p.later {
		if replaced[[2]string{row["subject"], row["property"]}] {
			continue
		}
		form := 0
		if row["property"] != "" {
			form = 1
		}
		t.all.later[form]++
		s, ok := p.older.statement(row["subject"], row["property"], row["target"])
		if !ok {
			continue
		}
		rejections := p.older.checks.Reject(s)
		if len(rejections) > 0 {
			t.checks[together].later[form]++
		}
		for _, r := range rejections {
			t.checks[r.Check].later[form]++
			show(fmt.Sprintf("%s: %s: %s [%s] %s — %s", r.Check, p.name, row["subject label"],
				row["property label"], row["target label"], r.Evidence.Sentence(p.older.label)))
		}
	}
	return nil
}

// addAsserted counts what the checks reject of the axioms of a release.
func (t *splitTable) addAsserted(ctx context.Context, r *release) error {
	doubts, err := r.checks.Doubtful(ctx)
	if err != nil {
		return err
	}
	for c := range int32(len(r.index.Classes)) {
		t.all.asserted += len(r.index.Parents(c)) + len(r.index.Restrictions(c))
	}
	for _, d := range doubts {
		t.checks[together].asserted++
		for _, r := range d.Rejections {
			t.checks[r.Check].asserted++
		}
	}
	for _, off := range r.checks.Off() {
		t.checks[off.Check].off++
	}
	return nil
}

// counts returns the sums of all tables.
func (tables checkTables) counts() *checkCounts {
	var c checkCounts
	for _, t := range tables {
		rejected := t.checks[together]
		c.Later += t.all.later[0] + t.all.later[1]
		c.LaterRejected += rejected.later[0] + rejected.later[1]
		c.Asserted += t.all.asserted
		c.AssertedRejected += rejected.asserted
	}
	return &c
}

// print writes the table and reports whether a bound is exceeded.
func (t *splitTable) print(w io.Writer) (above bool) {
	later := t.all.later[0] + t.all.later[1]
	fmt.Fprintf(w, "%d later rows (%d superclasses, %d restrictions), %d asserted axioms\n\n",
		later, t.all.later[0], t.all.later[1], t.all.asserted)
	tw := tabwriter.NewWriter(w, 2, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "check\tsuperclasses\trestrictions\tof all\tasserted\t\toff in\t")
	names := []string{}
	for _, k := range check.Checks {
		names = append(names, k.Name)
	}
	for _, name := range append(names, together) {
		m := t.checks[name]
		bound, note := mostLater, ""
		if name == together {
			bound = mostLaterTogether
		}
		share := ratio(m.later[0]+m.later[1], later)
		own := ratio(m.asserted, t.all.asserted)
		if share > bound || own > mostAsserted {
			above, note = true, "above the bound"
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%.2f %%\t%d\t%.3f %%\t%d\t%s\n", name, m.later[0], m.later[1],
			100*share, m.asserted, 100*own, m.off, note)
	}
	tw.Flush()
	return above
}

func ratio(k, n int) float64 { return float64(k) / float64(max(n, 1)) }

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
