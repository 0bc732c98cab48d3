package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/embed/ranking"
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
