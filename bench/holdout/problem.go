package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/suggest"
)

// problem is an ontology that lacks statements, and which.
type problem struct {
	name string // of the ontology
	kind string // "holdout", "later"
	seed uint64 // of the removal

	ontology *owl.Ontology // all that methods may see
	terms    *terms
	known    *knowledge

	drawn    int                 // statements removed, or listed as later additions
	entailed int                 // of these, those that follow all the same
	unknown  int                 // of these, those with a name that is not there any more
	missing  []suggest.Statement // the others: what is to be found, sorted
}

func read(ctx context.Context, path string) (*owl.Ontology, error) {
	o, _, err := rdfio.ReadFile(ctx, path, rdfio.ReadOptions{NoImports: true})
	return o, err
}

// nameOf is a file's name without its endings.
func nameOf(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// holdOut removes a share of what an ontology says of its classes.
func holdOut(ctx context.Context, name string, o *owl.Ontology, share float64, seed uint64) (*problem, error) {
	whole, err := newTerms(ctx, o)
	if err != nil {
		return nil, err
	}
	all := slices.DeleteFunc(told(o.Axioms), func(s said) bool { _, ok := whole.statement(s); return !ok })
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no axiom says anything of a named class", name)
	}
	gone := sample(all, share, seed)
	rest := *o
	rest.Axioms = without(o.Axioms, gone)
	for _, s := range told(rest.Axioms) {
		if gone[s] {
			return nil, fmt.Errorf("%s: %v was removed, and is still said", name, s)
		}
	}
	drawn := slices.DeleteFunc(all, func(s said) bool { return !gone[s] })
	return newProblem(ctx, &problem{name: name, kind: "holdout", seed: seed, ontology: &rest}, drawn)
}

// later takes what a later release says.
func later(ctx context.Context, name string, o *owl.Ontology, table string) (*problem, error) {
	added, err := readLater(table)
	if err != nil {
		return nil, err
	}
	return newProblem(ctx, &problem{name: name, kind: "later", ontology: o}, added)
}

func newProblem(ctx context.Context, p *problem, drawn []said) (*problem, error) {
	var err error
	if p.terms, err = newTerms(ctx, p.ontology); err != nil {
		return nil, err
	}
	if p.known, err = newKnowledge(ctx, p.ontology, p.terms); err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	p.drawn = len(drawn)
	for _, s := range drawn {
		switch n, ok := p.terms.statement(s); {
		case !ok:
			p.unknown++
		case p.known.entails(n):
			p.entailed++
		default:
			p.missing = append(p.missing, n)
		}
	}
	slices.SortFunc(p.missing, compareStatements)
	return p, nil
}

// draw keeps n of what is missing, by the seed. The others stay removed. Zero keeps all.
func (p *problem) draw(n int) {
	if n <= 0 || n >= len(p.missing) {
		return
	}
	rng := rand.New(rand.NewPCG(p.seed, 0xd4a3))
	rng.Shuffle(len(p.missing), func(i, j int) { p.missing[i], p.missing[j] = p.missing[j], p.missing[i] })
	p.missing = p.missing[:n]
	slices.SortFunc(p.missing, compareStatements)
}

// readLater reads the rows "named" and "existential" of a table of later additions: kind, tab, axiom.
func readLater(path string) ([]said, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return parseLater(file, path)
}

func parseLater(r io.Reader, path string) ([]said, error) {
	var list []said
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		kind, text, _ := strings.Cut(lines.Text(), "\t")
		if kind != "named" && kind != "existential" {
			continue
		}
		axiom, err := owl.ParseAxiom(text, nil)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		list = append(list, told([]owl.Axiom{axiom})...)
	}
	slices.SortFunc(list, said.compare)
	return slices.Compact(list), lines.Err()
}
