package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

// inputData is the data to train and test on: the axioms of an ontology, or a data set from files.
type inputData struct {
	data   *dataset.Dataset // an ontology has all axioms in Train
	parted bool             // split by the files
	model  *embed.Model     // that the file has, with the data; nil if it has none

	unsatisfiable []string // IRIs of the classes that were left out; unknown for files

	labels, individualLabels []string // by id, or nil

	reason dataset.Reason // computes closures
}

// inputDataOptions sets how input data is read.
type inputDataOptions struct {
	input   inputOptions
	task    dataset.Task // selects the files of the layout
	paper   bool         // read the layout as the published code does
	workers int
}

// readInputData reads a folder in the authors' layout, a model, a data set, or an ontology.
func readInputData(ctx context.Context, streams *streams, opts inputDataOptions) (c *inputData,
	err error) {
	path := opts.input.path
	info, err := os.Stat(path)
	switch {
	case path == "-":
		c, err = readOntologyData(ctx, streams, opts)
	case err != nil:
		return nil, inputError{err}
	case info.IsDir():
		c, err = readLayout(streams, opts)
	default:
		if c, err = openData(path); c == nil && err == nil {
			c, err = readOntologyData(ctx, streams, opts)
		}
	}
	if err != nil {
		return nil, err
	}
	c.reason = curate.Reason(reasoner.Options{Workers: opts.workers, Progress: streams.report})
	return c, nil
}

// openData opens a model or a data set. It returns nil for a file of another kind.
func openData(path string) (*inputData, error) {
	m, err := embed.OpenModel(path)
	if err == nil {
		return &inputData{data: m.Data, parted: true, model: m}, nil
	}
	switch {
	case errors.Is(err, dataset.ErrEarlier):
		return nil, inputError{fmt.Errorf("%s %w; make it again from the ontology", path,
			dataset.ErrEarlier)}
	case !errors.Is(err, embed.ErrNotModel):
		return nil, inputError{err}
	}
	d, err := dataset.Open(path)
	switch {
	case errors.Is(err, dataset.ErrOther):
		return nil, nil
	case err != nil:
		return nil, inputError{err}
	}
	return &inputData{data: d, parted: true}, nil
}

func readLayout(streams *streams, opts inputDataOptions) (*inputData, error) {
	path := opts.input.path
	d, report, err := dataset.ReadLayout(path, opts.task, dataset.LayoutOptions{Paper: opts.paper})
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s has no data for --task %s in the authors' layout: %w", path,
				opts.task, err)
		}
		return nil, inputError{err}
	}
	for _, what := range slices.Sorted(maps.Keys(report.Skipped)) {
		streams.note("note: %s: %d %s skipped", d.Name, report.Skipped[what], what)
	}
	if report.NotNegative > 0 {
		streams.note("warning: %s: class_ids.npy lacks %s; here negatives are drawn from all "+
			"classes, by the published code only from those of the file", d.Name,
			plural(report.NotNegative, "class", "classes"))
	}
	return &inputData{data: d, parted: true}, nil
}

// readOntologyData reads and normalizes an ontology and leaves out unsatisfiable classes.
func readOntologyData(ctx context.Context, streams *streams, opts inputDataOptions) (
	*inputData, error) {
	ontology, _, err := opts.input.read(ctx, streams)
	if err != nil {
		return nil, err
	}
	normal, notUsed, err := el.Normalize(ctx, ontology, el.Options{Progress: streams.report})
	if err != nil {
		return nil, err
	}
	opts.input.noteNotUsed(streams, notUsed, len(ontology.Axioms))
	d, report, err := curate.Data(ctx, datasetName(opts.input.path, ontology), normal, ontology,
		reasoner.Options{Workers: opts.workers, Progress: streams.report})
	switch {
	case errors.Is(err, curate.ErrInconsistent):
		return nil, inconsistent(opts.input.path)
	case err != nil:
		return nil, err
	}
	c := &inputData{data: d, unsatisfiable: classesAmong(normal, report.Unsatisfiable)}
	labels := ontology.Labels()
	label := func(name string) string {
		// a copy, because the label keeps the text of the whole document in memory
		return strings.Clone(labels[owl.NewIRI(name)])
	}
	c.labels, c.individualLabels = mapped(d.Classes, label), mapped(d.Individuals, label)
	if n := len(c.unsatisfiable); n > 0 {
		noteExcluded(streams, n, report.UnsatisfiableAxioms, opts.input.path, c.unsatisfiable[0])
	}
	return c, nil
}

// noteExcluded reports the unsatisfiable classes that are not trained on, with the number of their
// axioms if it is not negative.
func noteExcluded(streams *streams, classes, axioms int, path, first string) {
	excluded := plural(classes, "unsatisfiable class", "unsatisfiable classes")
	if axioms >= 0 {
		excluded += fmt.Sprintf(" (and %s)", plural(axioms, "axiom", "axioms"))
	}
	streams.note("note: %s excluded from training; explain: box2el-owl explain %s '%s'",
		excluded, path, first)
}

// classesAmong returns the IRIs of the named classes among concepts.
func classesAmong(normal *el.Ontology, concepts []el.Concept) []string {
	iris := []string{}
	for _, c := range concepts {
		if c != el.Bottom && normal.Kind(c) == el.NamedClass {
			iris = append(iris, normal.Class(c).IRI.String())
		}
	}
	slices.Sort(iris)
	return iris
}

// datasetName returns the file name without extensions, or for standard input the local name of the
// ontology IRI.
func datasetName(path string, ontology *owl.Ontology) string {
	name := filepath.Base(path)
	if path == "-" {
		name = strings.TrimRight(ontology.IRI.String(), "/#")
		name = name[strings.LastIndexAny(name, "/#:")+1:]
	}
	name = strings.TrimSuffix(name, ".gz")
	for _, f := range rdfio.Formats() {
		for _, ending := range f.Ext {
			if stem, ok := strings.CutSuffix(name, ending); ok && stem != "" {
				return stem
			}
		}
	}
	if name == "" {
		return "ontology"
	}
	return name
}

// part splits an ontology for a task with a seed. Data that is already split remains unchanged,
// unless the task is Whole.
func (c *inputData) part(ctx context.Context, task dataset.Task, seed uint64) (*dataset.Dataset,
	error) {
	switch {
	case c.parted && task == c.data.Task:
		return c.data, nil
	case c.parted && task != dataset.Whole:
		return nil,
			usagef("--task %s: %s was split for %s", task, c.data.Name, c.data.Task)
	}
	var d *dataset.Dataset
	var err error
	switch task {
	case dataset.Prediction:
		return dataset.SplitPrediction(c.data, seed), nil
	case dataset.Inferences:
		var closure dataset.Closure
		if closure, err = c.reason(ctx, c.data, &c.data.Train); err != nil {
			return nil, err
		}
		d, err = dataset.SplitInferences(ctx, c.data,
			dataset.Subsumptions(ctx, c.data, closure), dataset.InferencesOptions{Seed: seed})
		if errors.Is(err, dataset.ErrNothingToSplit) {
			err = fmt.Errorf("%w: all entailed subsumptions are asserted", err)
		}
	case dataset.LinkPrediction:
		d, err = dataset.SplitLinks(c.data, seed)
	default:
		return dataset.SplitWhole(c.data, seed), nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.data.Name, err)
	}
	return d, nil
}

// closure returns the closure of some sets, or nil with a warning if they are inconsistent.
func (c *inputData) closure(ctx context.Context, streams *streams, d *dataset.Dataset,
	sets ...*dataset.Axioms) (dataset.Closure, error) {
	closure, err := c.reason(ctx, d, sets...)
	if errors.Is(err, curate.ErrContradiction) {
		streams.note("warning: %v; entailments are ignored", err)
		return nil, nil
	}
	return closure, err
}
