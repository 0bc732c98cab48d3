package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	rowsShown                    = 20
)

// measured counts what one check, or all together, reject.
type measured struct {
	later    [2]int // by form: superclasses, restrictions
	asserted int
	off      int // releases in which it is off for a form
	rows     []string
}

// splitTable is the table of one split: learn or report.
type splitTable struct {
	later    [2]int
	asserted int
	checks   map[string]*measured
	byOnt    map[string]*[3]int // later rows, rejected, asserted rejected
	against  map[string]int     // later rows not rejected, by the kind of evidence against
}

const together = "together"

func newSplitTable() *splitTable {
	t := &splitTable{checks: make(map[string]*measured), byOnt: make(map[string]*[3]int),
		against: make(map[string]int)}
	for _, k := range check.Checks {
		t.checks[k.Name] = &measured{}
	}
	t.checks[together] = &measured{}
	return t
}

var errAboveBounds = errors.New("checks reject more than allowed")

// measureChecks prints what the checks reject of the axioms that curators added later and of those
// of the older releases, for the pairs of releases in a folder, and fails above the bounds. Rows
// are printed for the split learn only, because those of report must not be read while checks are
// chosen.
func measureChecks(ctx context.Context, w io.Writer, dir string) error {
	tables, err := collectChecks(ctx, dir, "")
	if err != nil {
		return err
	}
	above := false
	for _, split := range sortedKeys(tables) {
		fmt.Fprintf(w, "\n## %s\n\n", split)
		above = tables[split].print(w, split == "learn") || above
	}
	if above {
		return errAboveBounds
	}
	return nil
}

// collectChecks returns a table for each split, or for one split only.
func collectChecks(ctx context.Context, dir, only string) (map[string]*splitTable, error) {
	pairs, err := readTable(filepath.Join(dir, "pairs.tsv"))
	if err != nil {
		return nil, err
	}
	tables := map[string]*splitTable{}
	loadedFiles := make(map[string]*checked)
	for i, pair := range pairs {
		if only != "" && pair["split"] != only {
			continue
		}
		t := tables[pair["split"]]
		if t == nil {
			t = newSplitTable()
			tables[pair["split"]] = t
		}
		file := pair["older_file"]
		c, again := loadedFiles[file]
		if !again {
			clear(loadedFiles)
			if c, err = loadChecked(ctx, filepath.Join(dir, file)); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			loadedFiles[file] = c
			if err := t.addAsserted(ctx, pair["ontology"], c); err != nil {
				return nil, err
			}
		}
		if err := t.addLater(dir, pair["pair"], pair["ontology"], c); err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "\r%d of %d pairs", i+1, len(pairs))
	}
	fmt.Fprintln(os.Stderr)
	return tables, nil
}

// checked is an ontology with its checks.
type checked struct {
	*loaded
	checks *check.Checker
	cost   time.Duration // of making the checks
}

func loadChecked(ctx context.Context, file string) (*checked, error) {
	l, err := load(ctx, file)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	c, err := check.New(ctx, l.index)
	return &checked{l, c, time.Since(start)}, err
}

func (t *splitTable) addAsserted(ctx context.Context, ontology string, c *checked) error {
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
	t.ontology(ontology)[2] += len(doubts)
	for _, off := range c.checks.Off() {
		t.checks[off.Check].off++
	}
	return nil
}

func (t *splitTable) ontology(name string) *[3]int {
	if t.byOnt[name] == nil {
		t.byOnt[name] = new([3]int)
	}
	return t.byOnt[name]
}

// addLater judges the rows that curators added, without those that replace another.
func (t *splitTable) addLater(dir, pair, ontology string, c *checked) error {
	added, err := readTable(filepath.Join(dir, pair+".added.tsv"))
	if err != nil {
		return err
	}
	removed, err := readTable(filepath.Join(dir, pair+".removed.tsv"))
	if err != nil {
		return err
	}
	replaced := make(map[[2]string]bool)
	for _, row := range removed {
		replaced[[2]string{row["subject"], row["property"]}] = true
	}
	for _, row := range added {
		if row["derived"] != "0" || row["relabelled"] != "0" ||
			replaced[[2]string{row["subject"], row["property"]}] {
			continue
		}
		s, ok := c.statement(row["subject"], row["property"], row["target"])
		form := 0
		if row["property"] != "" {
			form = 1
		}
		t.later[form]++
		counts := t.ontology(ontology)
		counts[0]++
		if !ok {
			continue
		}
		rejections := c.checks.Reject(s)
		if len(rejections) > 0 {
			t.checks[together].later[form]++
			counts[1]++
		} else {
			for _, e := range c.checks.Against(s) {
				t.against[e.Kind]++
			}
		}
		for _, r := range rejections {
			m := t.checks[r.Check]
			m.later[form]++
			m.rows = append(m.rows, fmt.Sprintf("%s: %s [%s] %s — %s", pair, row["subject label"],
				row["property label"], row["target label"], r.Evidence.Sentence(c.label)))
		}
	}
	return nil
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
func (t *splitTable) print(w io.Writer, rows bool) (above bool) {
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
	fmt.Fprintln(w, "\nlater rows with evidence against, not rejected")
	for _, kind := range sortedKeys(t.against) {
		n := t.against[kind]
		fmt.Fprintf(w, "  %s: %d (%.2f %%)\n", kind, n, 100*ratio(n, later))
	}
	fmt.Fprintln(w, "\nby ontology: later rows, rejected, asserted axioms rejected")
	for _, o := range sortedKeys(t.byOnt) {
		n := t.byOnt[o]
		fmt.Fprintf(w, "  %s: %d, %d, %d\n", o, n[0], n[1], n[2])
	}
	if rows {
		for _, name := range names {
			list := t.checks[name].rows
			if len(list) > 0 {
				fmt.Fprintf(w, "\n%s, later rows:\n", name)
			}
			for _, row := range list[:min(len(list), rowsShown)] {
				fmt.Fprintln(w, "  "+row)
			}
		}
	}
	return above
}

func ratio(k, n int) float64 { return float64(k) / float64(max(n, 1)) }

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// readTable reads a file of fields split by tabs with a header line.
func readTable(file string) ([]map[string]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	var header []string
	var rows []map[string]string
	for in.Scan() {
		fields := strings.Split(in.Text(), "\t")
		if header == nil {
			header = fields
			continue
		}
		row := make(map[string]string, len(header))
		for i, name := range header {
			if i < len(fields) {
				row[name] = fields[i]
			}
		}
		rows = append(rows, row)
	}
	return rows, in.Err()
}
