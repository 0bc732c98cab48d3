package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/report"
)

// comparing is one comparison under way.
type comparing struct {
	opts     reportOptions
	streams  *streams
	progress trainingProgress

	names  *owl.Names
	corpus *corpus
	src    report.Sources
	notes  []string

	stages []report.Stage
	began  time.Time
}

// compare reads, reasons, trains and compares.
func compare(ctx context.Context, streams *streams, opts reportOptions) (*report.Comparison, error) {
	progress, end := startTrainingProgress(streams, opts.input.quiet)
	defer end()
	c := &comparing{opts: opts, streams: streams, progress: progress, began: time.Now()}
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{{"read and classify", c.read}, {"train", c.train}, {"evaluate", c.evaluate}} {
		start := time.Now()
		if err := step.do(ctx); err != nil {
			return nil, err
		}
		c.stages = append(c.stages, report.Stage{Name: step.name, Seconds: time.Since(start).Seconds()})
	}
	classes, err := classIDs(c.names, c.corpus, opts.classes)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	comparison, err := report.Compare(ctx, c.src, report.CompareOptions{
		Seed: opts.seed, Classes: classes, Workers: opts.training.workers, Progress: progress.report,
	})
	if err != nil {
		return nil, err
	}
	c.stages = append(c.stages, report.Stage{Name: "compare", Seconds: time.Since(start).Seconds()})
	comparison.Provenance = c.provenance()
	return comparison, nil
}

// read reads the ontology, classifies it, and makes a corpus of it.
func (c *comparing) read(ctx context.Context) error {
	ontology, _, err := c.opts.input.read(ctx, c.streams, c.progress.report)
	if err != nil {
		return err
	}
	r, err := reasoner.New(ctx, ontology, reasoner.Options{Workers: c.opts.training.workers, Progress: c.progress.report})
	if err != nil {
		return err
	}
	if !r.Consistent() {
		return inconsistent(c.opts.input.path)
	}
	c.opts.input.noteNotUsed(c.streams, r.Report(), len(ontology.Axioms))
	c.corpus, err = corpusOf(ctx, c.streams, corpusOptions{input: c.opts.input, workers: c.opts.training.workers}, ontology, r.NormalForm(), c.progress.report)
	if err != nil {
		return err
	}
	d := c.corpus.data
	c.names = owl.NewNames(ontology)
	c.src = report.Sources{
		Manchester: c.names.Manchester(), Data: d, Labels: c.corpus.labels, Named: c.corpus.named,
		Reasoner: newReportReasoner(r, c.names.Manchester()),
	}
	for _, iri := range c.corpus.unsatisfiable {
		c.src.Unsatisfiable = append(c.src.Unsatisfiable, owl.NewIRI(iri))
	}
	c.describe(ontology, r)
	c.src.Whole, err = reasonWith(c.opts.training.workers, c.progress.report)(ctx, d, &d.Train)
	return err
}

func (c *comparing) describe(ontology *owl.Ontology, r *reasoner.Reasoner) {
	hash := ontology.Hash()
	c.src.Ontology = report.Ontology{
		Name: c.corpus.data.Name, IRI: ontology.IRI.String(), VersionIRI: ontology.VersionIRI.String(), Hash: hex.EncodeToString(hash[:]),
		Axioms: len(ontology.Axioms), OutsideEL: r.Report().NumAxioms(), Classes: len(r.Taxonomy().Classes()),
	}
	properties, individuals := make(map[owl.IRI]bool), make(map[owl.IRI]bool)
	for _, a := range ontology.Axioms {
		for _, e := range owl.AxiomSignature(a) {
			switch e := e.(type) {
			case owl.ObjectProperty:
				properties[e.IRI] = true
			case owl.NamedIndividual:
				individuals[e.IRI] = true
			}
		}
	}
	delete(properties, owl.TopObjectProperty.IRI)
	delete(properties, owl.BottomObjectProperty.IRI)
	c.src.Ontology.Properties, c.src.Ontology.Individuals = len(properties), len(individuals)
}

// train parts the axioms and trains on the training set. An ontology on which nothing can be trained is compared without a model.
func (c *comparing) train(ctx context.Context) error {
	reason := reasonWith(c.opts.training.workers, c.progress.report)
	d, err := c.corpus.part(ctx, dataset.Prediction, c.opts.seed, reason)
	if err != nil {
		return err
	}
	options, err := c.opts.options()
	if err != nil {
		return err
	}
	c.src.Parted = d
	if c.src.Train, err = reason(ctx, d, &d.Train); err != nil {
		return err
	}
	if options.Variant.KnownNegatives {
		options.Closure = c.src.Train
	}
	options.Progress, options.Step = c.progress.report, c.progress.note
	start := time.Now()
	model, err := embed.Train(ctx, d, options)
	if errors.Is(err, embed.ErrNothingToTrain) {
		c.src.Untrained = "the ontology has no axioms that a model learns from"
		return nil
	}
	c.src.Model, c.src.TrainSeconds = model, time.Since(start).Seconds()
	return asTrainingError(d, err)
}

// evaluate ranks the test axioms as evaluate does.
func (c *comparing) evaluate(ctx context.Context) error {
	if c.src.Model == nil {
		return nil
	}
	b := &testBed{corpus: c.corpus, d: c.src.Parted, train: c.src.Train, closure: c.src.Whole}
	result, err := b.test(ctx, evaluateOptions{training: c.opts.training, seed: c.opts.seed}, c.src.Model, c.progress.report)
	if errors.Is(err, ranking.ErrNothingToRank) {
		c.notes = append(c.notes, "Nothing could be held out: every axiom has a name that no other axiom speaks of. Nothing is known about how well the model predicts.")
		return nil
	}
	c.src.Prediction = result
	return err
}

func (c *comparing) provenance() report.Provenance {
	return report.Provenance{
		Program: "box2el-owl " + version, Command: append([]string{"box2el-owl", "report", c.opts.input.path}, c.opts.arguments...),
		Made:    c.began.UTC().Format(time.RFC3339),
		Machine: fmt.Sprintf("%s/%s, %s, %s", runtime.GOOS, runtime.GOARCH, plural(runtime.NumCPU(), "core", "cores"), runtime.Version()),
		Seed:    c.opts.seed, Stages: c.stages, Notes: c.notes,
	}
}

func indexOf(list []string, s string) int { return slices.Index(list, s) }
