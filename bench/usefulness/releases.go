package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"box2el-owl/owl"
)

// laterReleases are the releases of data/releases with the rows that later ones add.
var laterReleases = []struct{ pair, ontology, older, table string }{
	{"cl-2024", "cl", "cl-edit-2024-05-15.ofn.gz", "cl-edit-2024-05-15.later.tsv"},
	{"pato-2022", "pato", "pato-base-2022-02-08.owl.gz", "pato-base-2022-02-08.later.tsv"},
}

// measureReleases takes the measurements of the releases in a folder of the layout of
// data/releases, with all rows of campaigns. A release whose file is missing is left out.
func measureReleases(ctx context.Context, dir string, c choice) (results, error) {
	all := make(results)
	for _, each := range laterReleases {
		file := filepath.Join(dir, each.older)
		if _, err := os.Stat(file); err != nil {
			fmt.Fprintln(os.Stderr, "left out:", err)
			continue
		}
		older, err := openRelease(ctx, file, alone)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		p := &pair{name: each.pair, ontology: each.ontology, older: older, whole: true}
		if err := p.readLater(filepath.Join(dir, each.table)); err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "%s: %d rows, %d with unknown names\n",
			p.name, len(p.added), p.unknown)
		if err := all.measurePair(ctx, p, c); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return all, nil
}

// readLater reads the rows named and existential of a table: kind, tab, axiom.
func (p *pair) readLater(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		kind, text, _ := strings.Cut(in.Text(), "\t")
		if kind != "named" && kind != "existential" {
			continue
		}
		axiom, err := owl.ParseAxiom(text, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		p.addRow(p.older.statementOf(axiom))
	}
	return in.Err()
}
