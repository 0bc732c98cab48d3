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
	"time"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/check"
)

// Bounds of the table of checks.
const (
	mostLater, mostLaterTogether = 0.005, 0.015
	mostAsserted                 = 0.01
)

// measured counts what one check, or all together, reject.
type measured struct {
	later    [2]int // by form: superclasses, restrictions
	asserted int
	off      int // releases in which it is off for a form
}

// splitTable is the table of one split: learn or report.
type splitTable struct {
	later    [2]int
	asserted int
	checks   map[string]*measured
	last     *checked // the release of the last pair
}

const together = "together"

func newSplitTable() *splitTable {
	t := &splitTable{checks: make(map[string]*measured)}
	for _, k := range check.Checks {
		t.checks[k.Name] = &measured{}
	}
	t.checks[together] = &measured{}
	return t
}

var errAboveBounds = errors.New("checks reject more than allowed")

// measureChecks prints what the checks reject of the axioms that curators added later and of those
// of the older releases, for the pairs of releases in a folder, and fails above the bounds. The
// rows that are rejected are printed for the split learn only, with -v, because those of report
// must not be read while checks are chosen.
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

// add counts what the checks reject of a pair. It passes the rejected later rows to show.
func (tables checkTables) add(ctx context.Context, p *pair, show func(row string)) error {
	t := tables[p.split]
	if t == nil {
		t = newSplitTable()
		tables[p.split] = t
	}
	if t.last != p.older.checked {
		t.last = p.older.checked
		if err := t.addAsserted(ctx, t.last); err != nil {
			return err
		}
	}
	t.addLater(p, show)
	return nil
}

// counts returns the sums of all tables.
func (tables checkTables) counts() *checkCounts {
	var c checkCounts
	for _, t := range tables {
		rejected := t.checks[together]
		c.Later += t.later[0] + t.later[1]
		c.LaterRejected += rejected.later[0] + rejected.later[1]
		c.Asserted += t.asserted
		c.AssertedRejected += rejected.asserted
	}
	return &c
}

// checked is an ontology with its checks.
type checked struct {
	*loaded
	checks *check.Checker
	cost   time.Duration // of making the checks
}

func newChecked(ctx context.Context, l *loaded) (*checked, error) {
	start := time.Now()
	c, err := check.New(ctx, l.index)
	return &checked{l, c, time.Since(start)}, err
}

func (t *splitTable) addAsserted(ctx context.Context, c *checked) error {
	doubts, err := c.checks.Doubtful(ctx)
	if err != nil {
		return err
	}
	for n := range int32(len(c.index.Classes)) {
		t.asserted += len(c.index.Parents(n)) + len(c.index.Restrictions(n))
	}
	for _, d := range doubts {
		t.checks[together].asserted++
		for _, r := range d.Rejections {
			t.checks[r.Check].asserted++
		}
	}
	for _, off := range c.checks.Off() {
		t.checks[off.Check].off++
	}
	return nil
}

// addLater judges the rows that curators added, without those that replace another.
func (t *splitTable) addLater(p *pair, show func(row string)) {
	c := t.last
	replaced := make(map[[2]string]bool)
	for _, row := range p.removed {
		replaced[[2]string{row["subject"], row["property"]}] = true
	}
	for _, row := range p.later {
		if replaced[[2]string{row["subject"], row["property"]}] {
			continue
		}
		s, ok := c.statement(row["subject"], row["property"], row["target"])
		form := 0
		if row["property"] != "" {
			form = 1
		}
		t.later[form]++
		if !ok {
			continue
		}
		rejections := c.checks.Reject(s)
		if len(rejections) > 0 {
			t.checks[together].later[form]++
		}
		for _, r := range rejections {
			t.checks[r.Check].later[form]++
			show(fmt.Sprintf("%s: %s: %s [%s] %s — %s", r.Check, p.name, row["subject label"],
				row["property label"], row["target label"], r.Evidence.Sentence(c.label)))
		}
	}
}

// statement returns a row of a table by the numbers of the index, or false if a name is unknown.
func (l *loaded) statement(subject, property, target string) (asserted.Statement, bool) {
	s := asserted.Statement{Property: asserted.NoProperty}
	var ok, too, third bool
	s.Class, ok = l.index.Class(owl.NewIRI(subject))
	s.Target, too = l.index.Class(owl.NewIRI(target))
	third = true
	if property != "" {
		s.Property, third = l.index.Property(owl.NewIRI(property))
	}
	return s, ok && too && third
}

// label returns the name of a class or property.
func (l *loaded) label(iri owl.IRI) string {
	if c, ok := l.index.Class(iri); ok && l.index.Labels[c].Text != "" {
		return l.index.Labels[c].Text
	}
	if r, ok := l.index.Property(iri); ok {
		return l.index.PropertyNames[r].Text
	}
	return iri.Fragment()
}

// print writes the table and reports whether a bound is exceeded.
func (t *splitTable) print(w io.Writer) (above bool) {
	later := t.later[0] + t.later[1]
	fmt.Fprintf(w, "%d later rows (%d superclasses, %d restrictions), %d asserted axioms\n\n",
		later, t.later[0], t.later[1], t.asserted)
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
		own := ratio(m.asserted, t.asserted)
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
