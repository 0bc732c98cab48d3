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
	"box2el-owl/session"
	"box2el-owl/suggest"
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
	hyper := embed.HyperOf(embed.Box2EL, variant)
	switch t.model, err = embed.OpenModel(file); {
	case err == nil && t.model.Fits(d) != nil:
		return nil, fmt.Errorf("%s: %w; remove it", file, t.model.Fits(d))
	case err == nil && (t.model.Hyper != hyper || t.model.Variant != variant):
		return nil, fmt.Errorf("%s was trained with other options than there are now; remove it", file)
	case err == nil:
		return t, nil
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
	suggest.Geometry
	title           string
	supers, filling embed.Measure
	row             []int32 // by class: the row of the model, or −1
	role            []int32 // by property, likewise
	class, rows     []int32 // the candidates that have a row, and their rows
}

func newBoxes(title string, p *problem, t *trained) (*boxes, error) {
	b := &boxes{title: title, supers: t.model.Measures[dataset.NF1], filling: t.model.Measures[dataset.NF3]}
	if t.model.Variant.Mode == "paper" {
		b.supers, b.filling = embed.ByCenters, embed.ByCenters
	}
	rows, roles := numbers(t.model.Classes), numbers(t.model.Roles)
	for c, iri := range p.terms.Classes {
		row := rows(iri.String())
		b.row = append(b.row, row)
		if row >= 0 && !p.terms.Deprecated[c] {
			b.class, b.rows = append(b.class, int32(c)), append(b.rows, row)
		}
	}
	for _, iri := range p.terms.Properties {
		b.role = append(b.role, roles(iri.String()))
	}
	var err error
	b.Geometry, err = session.NewGeometry(t.model, p.terms.Terminology)
	return b, err
}

// numbers returns the place of a name on a list, −1 for one that is not there.
func numbers(names []string) func(name string) int32 {
	places := make(map[string]int32, len(names))
	for i, name := range names {
		places[name] = int32(i)
	}
	return func(name string) int32 {
		if i, ok := places[name]; ok {
			return i
		}
		return -1
	}
}

func (b *boxes) name() string { return b.title }

func (b *boxes) superclasses(_ context.Context, class int32, scores []float32) error {
	fill(scores, math.Inf(-1))
	if b.row[class] < 0 {
		return nil
	}
	distance, loss := make([]float32, len(b.rows)), make([]float32, len(b.rows))
	b.SuperclassDistances(b.row[class], b.rows, distance, loss)
	b.score(b.supers, distance, loss, scores)
	return nil
}

func (b *boxes) fillers(_ context.Context, class int32, properties []int32, scores [][]float32) error {
	distance, loss := make([]float32, len(b.rows)), make([]float32, len(b.rows))
	for i, r := range properties {
		fill(scores[i], math.Inf(-1))
		if b.row[class] < 0 || b.role[r] < 0 {
			continue
		}
		b.FillerDistances(b.row[class], b.role[r], b.rows, distance, loss)
		b.score(b.filling, distance, loss, scores[i])
	}
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
