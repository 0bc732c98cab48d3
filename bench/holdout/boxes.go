package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/reasoner"
)

// trained is a model of a problem's ontology with the data that it was trained on.
type trained struct {
	model  *embed.Model
	data   *dataset.Dataset
	report *dataset.Report
}

// train trains Box²EL on what a problem's ontology says, with a validation split, or takes the model from the folder.
func train(ctx context.Context, p *problem, variant embed.Variant, seed uint64, folder string) (*trained, error) {
	whole, report, err := dataset.FromNormalForm(ctx, p.known.normal, p.ontology, dataset.NormalFormOptions{
		Name: p.name, Unsatisfiable: p.known.unsatisfiable(),
	})
	if err != nil {
		return nil, err
	}
	d, _ := dataset.SplitWhole(whole, seed)
	t := &trained{data: d, report: report}
	file := filepath.Join(folder, fmt.Sprintf("%s.%s.%d.%s.%d.model", p.name, p.kind, p.seed, variant.Mode, seed))
	switch t.model, err = embed.OpenModel(file); {
	case err == nil && t.model.Fits(d) == nil:
		return t, nil
	case err == nil:
		return nil, fmt.Errorf("%s: %w; remove it", file, t.model.Fits(d))
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	opts := embed.Options{Variant: &variant, Seed: seed}
	if variant.KnownNegatives {
		oracle, err := reasoner.NewClosure(ctx, d.NormalForm(&d.Train), reasoner.Options{})
		if err != nil {
			return nil, err
		}
		opts.Closure = dataset.ClosureOver(d, oracle)
	}
	fmt.Fprintf(os.Stderr, "training %s\n", file)
	if t.model, err = embed.Train(ctx, d, opts); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	return t, t.model.Save(file)
}

// boxes rank by a model alone.
type boxes struct {
	title           string
	geometry        *geometry
	supers, filling embed.Measure
	row             []int32 // by class: the row of the model, or −1
	role            []int32 // by property, likewise
	class, rows     []int32 // the classes that have a row, and their rows
}

func newBoxes(title string, p *problem, t *trained) (*boxes, error) {
	g, err := newGeometry(t.model)
	if err != nil {
		return nil, err
	}
	b := &boxes{title: title, geometry: g, supers: t.model.Measures[dataset.NF1], filling: t.model.Measures[dataset.NF3]}
	if t.model.Variant.Mode == "paper" {
		b.supers, b.filling = embed.ByCenters, embed.ByCenters
	}
	numbers := func(names []string) map[string]int32 {
		m := make(map[string]int32, len(names))
		for i, name := range names {
			m[name] = int32(i)
		}
		return m
	}
	rows, roles := numbers(t.model.Classes), numbers(t.model.Roles)
	for _, iri := range p.terms.classes {
		row, known := rows[iri.String()]
		if !known {
			row = -1
		} else {
			b.rows = append(b.rows, row)
			b.class = append(b.class, int32(len(b.row)))
		}
		b.row = append(b.row, row)
	}
	for _, iri := range p.terms.properties {
		role, known := roles[iri.String()]
		if !known {
			role = -1
		}
		b.role = append(b.role, role)
	}
	return b, nil
}

func (b *boxes) name() string { return b.title }

func (b *boxes) superclasses(_ context.Context, class int32, scores []float32) error {
	fillWith(scores, math.Inf(-1))
	if b.row[class] < 0 {
		return nil
	}
	distance, loss := make([]float32, len(b.rows)), make([]float32, len(b.rows))
	b.geometry.SuperclassDistances(b.row[class], b.rows, distance, loss)
	b.score(b.supers, distance, loss, scores)
	return nil
}

func (b *boxes) fillers(_ context.Context, class, property int32, scores []float32) error {
	fillWith(scores, math.Inf(-1))
	if b.row[class] < 0 || b.role[property] < 0 {
		return nil
	}
	distance, loss := make([]float32, len(b.rows)), make([]float32, len(b.rows))
	b.geometry.FillerDistances(b.row[class], b.role[property], b.rows, distance, loss)
	b.score(b.filling, distance, loss, scores)
	return nil
}

func (b *boxes) score(by embed.Measure, distance, loss, scores []float32) {
	for i, c := range b.class {
		switch by {
		case embed.ByLoss:
			scores[c] = -loss[i]
		case embed.ByBoth:
			scores[c] = -distance[i] - loss[i]
		default:
			scores[c] = -distance[i]
		}
	}
}

func fillWith(scores []float32, x float64) {
	for i := range scores {
		scores[i] = float32(x)
	}
}
