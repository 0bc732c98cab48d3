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

// statementOf takes C ⊑ D or C ⊑ ∃r.D with names only apart. It reports false for other axioms and
// for names that the index does not have.
func (l *loaded) statementOf(a owl.Axiom) (asserted.Statement, bool) {
	s := asserted.Statement{Property: asserted.NoProperty}
	sub, ok := a.(*owl.SubClassOf)
	if !ok {
		return s, false
	}
	target := sub.Super
	if some, ok := target.(*owl.ObjectSomeValuesFrom); ok {
		r, named := some.Property.(owl.ObjectProperty)
		if s.Property, ok = l.index.Property(r.IRI); !ok || !named {
			return s, false
		}
		target = some.Filler
	}
	c, isClass := sub.Sub.(owl.Class)
	d, isTarget := target.(owl.Class)
	var known, too bool
	s.Class, known = l.index.Class(c.IRI)
	s.Target, too = l.index.Class(d.IRI)
	return s, isClass && isTarget && known && too
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
