package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/report"
)

// drawPlot draws a plot into a file, in the format of its extension.
func drawPlot(streams *streams, path string, plot report.Plot) error {
	format, err := report.FormatOf(path)
	if err != nil {
		return usageError{err}
	}
	return streams.write(path, func(w io.Writer) error { return plot.Draw(w, format) })
}

// drawCurves draws the losses and the validation metric of a training.
func drawCurves(streams *streams, path string, m *embed.Model, data string) error {
	if path == "" {
		return nil
	}
	return drawPlot(streams, path, report.TrainingCurves(m, data))
}

// drawEvaluation draws ranks and losses into a directory. A model without history has no losses.
func drawEvaluation(streams *streams, opts evaluateOptions, m *embed.Model,
	r *ranking.Result) error {
	if opts.pictures == "" {
		return nil
	}
	if err := os.MkdirAll(opts.pictures, 0o755); err != nil {
		return err
	}
	stem := filepath.Join(opts.pictures,
		fmt.Sprintf("%s-%s-%s-%d", curate.PlainName(r.Dataset), r.Model, r.Mode, r.Seed))
	if err := drawPlot(streams, stem+".ranks."+opts.pictureForm,
		report.EvaluatedRanks(r)); err != nil {
		return err
	}
	err := drawPlot(streams, stem+".losses."+opts.pictureForm,
		report.TrainingCurves(m, r.Dataset))
	if errors.Is(err, report.ErrNothingToDraw) {
		return nil
	}
	return err
}

// drawNeighborhood draws a class of a model with its neighbors.
func drawNeighborhood(
	ctx context.Context, streams *streams, opts exportOptions, m *embed.Model,
) error {
	ontology, err := opts.namesOf(ctx, streams, m)
	if err != nil {
		return err
	}
	named, err := relations.Names(ontology).Class(opts.class)
	if err != nil {
		return usagef("--class: %w", err)
	}
	class := slices.Index(m.Classes, named.IRI.String())
	if class < 0 {
		return usagef("--class: %s is not in the model", named.IRI)
	}
	c := &inputData{data: m.Data}
	c.label(ontology.Labels())
	names := ranking.LabelsOf(m.Data, c.labels)
	plot, err := report.ClassNeighborhood(ctx, m, m.Data, int32(class), names, opts.near)
	if err != nil {
		return err
	}
	return drawPlot(streams, opts.output, plot)
}

// namesOf returns the ontology with the labels: that of --labels, or one that declares the classes
// of the model.
func (o *exportOptions) namesOf(ctx context.Context, streams *streams,
	m *embed.Model) (*owl.Ontology, error) {
	if o.labels == "" {
		ontology := new(owl.Ontology)
		for _, class := range m.Classes {
			ontology.Axioms = append(ontology.Axioms,
				&owl.Declaration{Entity: owl.Class{IRI: owl.NewIRI(class)}})
		}
		return ontology, nil
	}
	input := o.input
	input.path = o.labels
	ontology, _, err := input.read(ctx, streams)
	return ontology, err
}
