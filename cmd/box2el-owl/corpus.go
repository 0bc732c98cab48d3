package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/db"
	"box2el-owl/embed/dataset"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/owl/relations"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
	"box2el-owl/session"
)

// corpus is what a model is trained and tested on: the axioms of an ontology, or a data set from files.
type corpus struct {
	data   *dataset.Dataset // that of an ontology has all axioms in Train
	parted bool             // by the files that it comes from

	role          int32    // of which links are predicted; dataset.AllRoles
	unsatisfiable []string // classes of an ontology that were left out, as IRIs; of files they are not known

	state db.Ontology // of an ontology, where corpusOptions.identify wants it

	labels, individualLabels []string // by id; nil where there are none
	named                    []bool   // by class: a class of the ontology, neither an individual nor an introduced name; nil of files
}

// corpusOptions say how to read a corpus.
type corpusOptions struct {
	input   inputOptions
	task    dataset.Task // which files of the layout to read
	role    string       // of which links are to be predicted; "": all
	paper   bool         // read the layout as the published code does
	workers int

	identify bool // find out what the store knows an ontology by
}

// readCorpus reads a folder in the authors' layout, a data set as train writes it, or an ontology.
func readCorpus(ctx context.Context, streams *streams, opts corpusOptions, progress owl.Progress) (
	*corpus, error) {
	path := opts.input.path
	switch info, err := os.Stat(path); {
	case path == "-":
	case err != nil:
		return nil, inputError{err}
	case info.IsDir():
		return readLayout(streams, opts)
	}
	if isDataset, err := beginsWith(path, dataset.Magic); err != nil {
		return nil, inputError{err}
	} else if isDataset {
		d, err := readDataset(path)
		return &corpus{data: d, parted: true}, err
	}
	return readOntologyCorpus(ctx, streams, opts, progress)
}

// beginsWith reports whether a regular file begins with some bytes; others are not looked into.
func beginsWith(path, magic string) (bool, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false, nil // whoever reads it says what is wrong
	}
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	begin := make([]byte, len(magic))
	if _, err := io.ReadFull(file, begin); err != nil {
		return false, nil
	}
	return string(begin) == magic, nil
}

func readDataset(path string) (*dataset.Dataset, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, inputError{err}
	}
	defer file.Close()
	d, err := dataset.Read(file)
	if err != nil {
		return nil, inputError{fmt.Errorf("%s: %w", path, err)}
	}
	return d, nil
}

func readLayout(streams *streams, opts corpusOptions) (*corpus, error) {
	path := opts.input.path
	d, report, err := dataset.ReadLayout(path, opts.task, dataset.LayoutOptions{Paper: opts.paper})
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s has no data for --task %s in the authors' layout: %w", path,
				opts.task, err)
		}
		return nil, inputError{err}
	}
	if !opts.input.quiet {
		for _, what := range slices.Sorted(maps.Keys(report.Skipped)) {
			streams.say("note: %s: %d %s passed over", d.Name, report.Skipped[what], what)
		}
		if report.Leaked > 0 {
			streams.say(
				"note: %s: %d axioms for validation or testing stand in an earlier set, too", d.Name, report.Leaked)
		}
	}
	return &corpus{data: d, parted: true}, nil
}

// readOntologyCorpus is the way from a document to axioms: read, normalize, find what is unsatisfiable, leave that out.
func readOntologyCorpus(ctx context.Context, streams *streams, opts corpusOptions,
	progress owl.Progress) (*corpus, error) {
	ontology, _, err := opts.input.read(ctx, streams, progress)
	if err != nil {
		return nil, err
	}
	normal, notUsed, err := el.Normalize(ctx, ontology, el.Options{Progress: progress})
	if err != nil {
		return nil, err
	}
	opts.input.noteNotUsed(streams, notUsed, len(ontology.Axioms))
	c, err := corpusOf(ctx, streams, opts, ontology, normal, progress)
	if err == nil && opts.identify {
		c.state = stateOf(ontology, opts.input)
	}
	return c, err
}

// corpusOf makes the corpus of an ontology in normal form.
func corpusOf(ctx context.Context, streams *streams, opts corpusOptions, ontology *owl.Ontology,
	normal *el.Ontology, progress owl.Progress) (*corpus, error) {
	name := datasetName(opts.input.path, ontology)
	d, report, err := session.Data(ctx, name, normal, ontology,
		reasoner.Options{Workers: opts.workers, Progress: progress})
	switch {
	case errors.Is(err, session.ErrInconsistent):
		return nil, inconsistent(opts.input.path)
	case err != nil:
		return nil, err
	}
	c := &corpus{data: d, unsatisfiable: classesAmong(normal,
		report.Unsatisfiable)} // and nothing of the document, which is large
	if c.role, err = roleOf(d, opts.role, ontology); err != nil {
		return nil, err
	}
	c.label(ontology.Labels())
	c.named = make([]bool, len(d.Classes))
	for id, concept := range report.Ids.Concepts {
		c.named[id] = normal.Kind(concept) == el.NamedClass
	}
	if n := len(c.unsatisfiable); n > 0 && !opts.input.quiet {
		streams.say("note: %s left out, with %s; see why: box2el-owl explain %s '%s'",
			plural(n, "unsatisfiable class was", "unsatisfiable classes were"),
			plural(report.UnsatisfiableAxioms, "axiom",
				"axioms"), opts.input.path, c.unsatisfiable[0])
	}
	return c, nil
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

// label takes over the labels of an ontology.
func (c *corpus) label(labels map[owl.IRI]string) {
	of := func(names []string) []string {
		list := make([]string, len(names))
		for i, name := range names {
			list[i] = labels[owl.NewIRI(name)]
		}
		return list
	}
	c.labels, c.individualLabels = of(c.data.Classes), of(c.data.Individuals)
}

// datasetName is a file's name without its endings; of standard input the end of the ontology's IRI.
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

// part parts an ontology for a task by a seed. What files have parted stays so, unless it is to be parted for the task Whole.
func (c *corpus) part(ctx context.Context, task dataset.Task, seed uint64, reason dataset.Reason) (
	*dataset.Dataset, error) {
	switch {
	case c.parted && task == c.data.Task:
		return c.data, nil
	case c.parted && task != dataset.Whole:
		return nil,
			usageError{fmt.Errorf("--task %s: %s is parted for %s", task, c.data.Name, c.data.Task)}
	}
	switch task {
	case dataset.Prediction:
		d, _ := dataset.SplitPrediction(c.data, seed)
		return d, nil
	case dataset.Inferences:
		closure, err := reason(ctx, c.data, &c.data.Train)
		if err != nil {
			return nil, err
		}
		d, _, err := dataset.SplitInferences(ctx, c.data,
			dataset.Subsumptions(ctx, c.data, closure), dataset.InferencesOptions{Seed: seed})
		if errors.Is(err, dataset.ErrNothingToSplit) {
			return nil,
				fmt.Errorf(
					"%s: %w: no subsumption between its classes follows that is not asserted", c.data.Name, err)
		}
		return d, err
	case dataset.LinkPrediction:
		d, _, err := dataset.SplitLinks(c.data, c.role, seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.data.Name, err)
		}
		return d, nil
	}
	d, _ := dataset.SplitWhole(c.data, seed)
	return d, nil
}

// roleOf finds the role that somebody names.
func roleOf(d *dataset.Dataset, name string, ontology *owl.Ontology) (int32, error) {
	if name == "" {
		return dataset.AllRoles, nil
	}
	property, err := relations.Names(ontology).Entity(name, owl.ObjectPropertyKind)
	if err != nil {
		return 0, usageError{fmt.Errorf("--role: %w", err)}
	}
	iri := property.EntityIRI().String()
	if i := slices.Index(d.Roles, iri); i >= 0 {
		return int32(i), nil
	}
	return 0, usageError{fmt.Errorf("--role: no axiom of %s is about %s", d.Name, iri)}
}

// reasonWith returns how data sets get their closures: from our own reasoner.
func reasonWith(workers int, progress owl.Progress) dataset.Reason {
	return session.Reason(reasoner.Options{Workers: workers, Progress: progress})
}
