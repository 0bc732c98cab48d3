package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"time"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/report"
	"box2el-owl/session"
	"box2el-owl/suggest"
)

// comparing is one comparison under way.
type comparing struct {
	opts     reportOptions
	streams  *streams
	progress trainingProgress

	ontology *owl.Ontology
	own      int // axioms of the document itself, without imports
	names    *owl.Names
	reasoner *reasoner.Reasoner
	corpus   *corpus
	src      report.Sources
	notes    []string

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
	}{{"read", c.read}, {"reason, train and suggest", c.suggest}, {"find what follows", c.deduce}, {"train without the held-out axioms", c.train}, {"rank these", c.evaluate}} {
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

// read reads the ontology, and opens a session on it: reasoner, a model for suggestions, and what these are.
func (c *comparing) read(ctx context.Context) error {
	ontology, read, err := c.opts.input.read(ctx, c.streams, c.progress.report)
	if err != nil {
		return err
	}
	c.ontology, c.own = ontology, read.Own
	c.names = owl.NewNames(ontology)
	return nil
}

// suggest opens a session and takes its best suggestions.
func (c *comparing) suggest(ctx context.Context) error {
	s, err := c.openSession(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	c.opts.input.noteNotUsed(c.streams, s.Reasoner.Report(), len(c.ontology.Axioms))
	suggestions, err := s.Suggester.All(ctx, suggest.Request{
		Limit: reportSuggestions, Primary: true, Verdicts: []suggest.Verdict{suggest.New, suggest.Contradicts},
	}, c.opts.training.workers, c.progress.report)
	if err != nil {
		return err
	}
	quality := s.Ranker.Quality()
	c.reasoner = s.Reasoner
	c.src = report.Sources{Manchester: c.names.Manchester(), Suggestions: suggestions, Quality: &quality}
	return nil
}

// reportSuggestions is how many suggestions are shown.
const reportSuggestions = 20

// openSession opens the session that suggest would, but never with a model of another state of the ontology: a report is the same wherever it is
// made.
func (c *comparing) openSession(ctx context.Context) (*session.Session, error) {
	options, err := c.opts.options()
	if err != nil {
		return nil, err
	}
	models, err := stateFolder("models")
	if err != nil {
		return nil, err
	}
	src := session.Source{Name: datasetName(c.opts.input.path, c.ontology), Ontology: c.ontology, Document: c.ontology.Axioms[:c.own]}
	opening := session.Options{
		Models: models, Training: options, Workers: c.opts.training.workers,
		Progress: c.progress.report, Step: c.progress.note, Program: "box2el-owl " + version,
	}
	s, err := session.Open(ctx, src, opening)
	if err == nil && s.Use.Stale {
		s.Close()
		opening.Retrain = true
		s, err = session.Open(ctx, src, opening)
	}
	switch {
	case errors.Is(err, session.ErrInconsistent):
		return nil, inconsistent(c.opts.input.path)
	case err == nil && s.Use.Unsaved != nil && !c.opts.input.quiet:
		c.streams.say("warning: the model could not be kept: %v", s.Use.Unsaved)
	}
	return s, err
}

// deduce makes a corpus of the ontology, and finds what follows from it.
func (c *comparing) deduce(ctx context.Context) error {
	var err error
	c.corpus, err = corpusOf(ctx, c.streams, corpusOptions{input: c.opts.input, workers: c.opts.training.workers}, c.ontology, c.reasoner.NormalForm(), c.progress.report)
	if err != nil {
		return err
	}
	d := c.corpus.data
	c.src.Data, c.src.Labels, c.src.Named = d, c.corpus.labels, c.corpus.named
	c.src.Reasoner = newReportReasoner(c.reasoner, c.names.Manchester())
	for _, iri := range c.corpus.unsatisfiable {
		c.src.Unsatisfiable = append(c.src.Unsatisfiable, owl.NewIRI(iri))
	}
	c.describe(c.ontology, c.reasoner)
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
	command := []string{"box2el-owl", "report"}
	for _, word := range append([]string{c.opts.input.path}, c.opts.arguments...) {
		command = append(command, quoted(word))
	}
	return report.Provenance{
		Program: "box2el-owl " + version, Command: command,
		Made:    c.began.UTC().Format(time.RFC3339),
		Machine: fmt.Sprintf("%s/%s, %s, %s", runtime.GOOS, runtime.GOARCH, plural(runtime.NumCPU(), "core", "cores"), runtime.Version()),
		Seed:    c.opts.seed, Stages: c.stages, Notes: c.notes,
	}
}
