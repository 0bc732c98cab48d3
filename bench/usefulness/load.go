package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
)

// loaded is an ontology with its reasoner and index.
type loaded struct {
	ontology *owl.Ontology
	reasoner *reasoner.Reasoner
	index    *asserted.Index
}

// load reads a file without imports, classifies and indexes it.
func load(ctx context.Context, file string) (*loaded, error) {
	o, _, err := rdfio.ReadFile(ctx, file, rdfio.ReadOptions{})
	if err != nil {
		return nil, err
	}
	return indexed(ctx, o)
}

// indexed classifies and indexes an ontology.
func indexed(ctx context.Context, o *owl.Ontology) (*loaded, error) {
	r, err := reasoner.New(ctx, o, reasoner.Options{})
	if err != nil {
		return nil, err
	}
	return (&loaded{reasoner: r}).reindexed(ctx, o)
}

// reindexed indexes an ontology with the same entailments.
func (l *loaded) reindexed(ctx context.Context, o *owl.Ontology) (*loaded, error) {
	used := relations.For(o)
	x, err := asserted.New(ctx, o, l.reasoner.Taxonomy(), asserted.Options{
		Relations: used.Axioms(), Label: used.Label,
	})
	return &loaded{o, l.reasoner, x}, err
}

// statementOf returns the statement of C ⊑ D or C ⊑ ∃r.D with names that the index has. It reports
// false for other axioms.
func (l *loaded) statementOf(a owl.Axiom) (of asserted.Statement, ok bool) {
	n := 0
	l.index.EachStatement(a, func(s asserted.Statement) {
		of = s
		n++
	})
	return of, n == 1
}

// dataFile finds the file of an ontology of the judged tables: an older release of DIR/history, or
// a file of DIR/corpus or DIR/ontologies, by its name without endings.
func dataFile(dir, name string) (string, bool) {
	for _, pattern := range []string{
		"history/" + name + ".older.*", "corpus/" + name + ".*.gz", "ontologies/" + name + ".*",
	} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, f := range files {
			if !strings.Contains(f, ".taxonomy") && !strings.HasSuffix(f, ".json") {
				if _, err := os.Stat(f); err == nil {
					return f, true
				}
			}
		}
	}
	return "", false
}
