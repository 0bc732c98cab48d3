package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"box2el-owl/curate"
	"box2el-owl/suggest/rank"
)

// openModel returns the trained model of an ontology from a folder, nil if the folder is "" or the
// ontology has too little to train on. A model that the folder lacks is trained, with the options
// of the program, and kept there.
func (l *loaded) openModel(ctx context.Context, dir, name string) (rank.Model, error) {
	if dir == "" {
		return nil, nil
	}
	m, _, err := curate.OpenModel(ctx, curate.Source{Name: name, Ontology: l.ontology},
		l.reasoner, curate.Options{Models: dir})
	if errors.Is(err, curate.ErrInconsistent) {
		return nil, nil
	}
	if m == nil || err != nil {
		return nil, err
	}
	return curate.NewGeometry(m, l.index)
}

// stem returns the name of a file without folder and endings.
func stem(file string) string {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return name
}
