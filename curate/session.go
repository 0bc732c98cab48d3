package curate

import (
	"cmp"
	"context"
	"sync"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/rank"
)

// Source is an ontology with where it comes from.
type Source struct {
	// Name begins the names of the ontology's models: the name of a file without its extensions.
	Name string
	// Ontology has its imports merged into it, Document are the axioms of the document itself.
	// Default: all.
	Ontology *owl.Ontology
	Document []owl.Axiom
	// BuiltIn is that of the ontology. Default: a new one.
	BuiltIn *BuiltIn
}

// Options are the options of Open.
type Options struct {
	// Models is the folder where models are found and kept. Default: none; a model is trained and
	// kept nowhere.
	Models string
	// Retrain trains a model even if there is one; Untrained uses one if there is one that fits,
	// and trains none. WithoutModel does not look for one.
	Retrain, Untrained, WithoutModel bool
	// Training has the options of trainings. Workers, Progress, Step and Closure are ignored.
	// Default: Box²EL in the default mode, seed 0.
	Training embed.Options

	// Reasoner is that of the ontology where it has been classified already. Default: it is
	// classified.
	Reasoner *reasoner.Reasoner

	// Decisions are those of the user about axioms, which may change at any time. Default: none.
	Decisions *suggest.Decisions

	// Subjects are the classes that likely and possible suggestions are found for, with the other
	// members of their groups. Default: all.
	Subjects []owl.IRI

	// Workers is the number of threads. Default: all cores. It does not change the result.
	Workers int
	// Progress receives the stages of reasoning, and "train" with the steps done. Step receives the
	// validations. Both may be nil.
	Progress owl.Progress
	Step     func(*embed.Point)
	// Program is the program that models name in their metadata.
	Program string
}

// Session is an ontology with what answers questions about it.
type Session struct {
	Ontology    *owl.Ontology
	Reasoner    *reasoner.Reasoner
	Explainer   *explain.Explainer
	BuiltIn     *BuiltIn
	Terminology *suggest.Terminology

	// Model is nil where the ontology has too little to train on; suggestions then rest on labels
	// and structure. Its data are of an earlier state of the ontology where Use.Stale.
	Model *embed.Model
	Use   ModelUse

	Findings  *suggest.Findings
	Suggester *suggest.Suggester

	geometry  *Geometry // nil without a model
	decisions *suggest.Decisions
}

// Open classifies an ontology and makes ready for suggestions. The error is ErrInconsistent,
// embed.ErrOptions, or that of a context that has ended.
func Open(ctx context.Context, src Source, opts Options) (*Session, error) {
	r := opts.Reasoner
	if r == nil {
		var err error
		if r, err = reasoner.New(ctx, src.Ontology, opts.reasoning()); err != nil {
			return nil, err
		}
	}
	s, err := begin(ctx, src, r, &opts)
	if err != nil {
		return nil, err
	}
	s.decisions = opts.Decisions
	if opts.WithoutModel {
		s.suggest(src)
		return s, nil
	}
	if s.Model, s.Use, err = OpenModel(ctx, src, r, opts); err != nil {
		return nil, err
	}
	if s.Model != nil {
		if s.geometry, err = NewGeometry(s.Model, s.Findings.Index()); err != nil {
			return nil, err
		}
	}
	s.suggest(src)
	return s, nil
}

func (o *Options) reasoning() reasoner.Options {
	return reasoner.Options{Workers: o.Workers, Progress: o.Progress}
}

// OpenModel finds or trains the model of a classified ontology by the options about models. The
// model is nil if there is none. Errors are those of Open.
func OpenModel(ctx context.Context, src Source, r *reasoner.Reasoner, opts Options) (
	*embed.Model, ModelUse, error) {
	if opts.Untrained && !HasModels(opts.Models, src.Name) {
		return nil, ModelUse{}, nil
	}
	data, _, err := Data(ctx, src.Name, r.NormalForm(), src.Ontology, opts.reasoning())
	if err != nil {
		return nil, ModelUse{}, err
	}
	return findOrTrain(ctx, dataset.SplitWhole(data, opts.Training.Seed), opts)
}

// begin makes a session without a model: reads the terminology and finds the likely and possible
// suggestions.
func begin(ctx context.Context, src Source, r *reasoner.Reasoner, opts *Options) (*Session,
	error) {
	if !r.Consistent() {
		return nil, ErrInconsistent
	}
	builtIn := src.BuiltIn
	if builtIn == nil {
		builtIn = NewBuiltIn(func() *owl.Ontology { return src.Ontology }, r)
	}
	s := &Session{
		Ontology: src.Ontology, Reasoner: r, Explainer: explain.Of(r, explain.Options{}),
		BuiltIn: builtIn,
	}
	var used *relations.Used
	var failed error
	var wait sync.WaitGroup
	wait.Go(func() { used = builtIn.Used() })
	numbers := asserted.NewNumbers(src.Ontology)
	wait.Wait()
	wait.Go(func() { s.Terminology, failed = suggest.TerminologyOf(ctx, src.Ontology, numbers) })
	var err error
	s.Findings, err = suggest.NewFindings(ctx, src.Ontology, suggest.FindingOptions{
		Hierarchy: r.Taxonomy(),
		Index:     asserted.Options{Relations: used.Axioms(), Numbers: numbers, Label: used.Label},
		Reasoner:  r, BuiltIn: builtIn,
		Subjects: opts.Subjects, Workers: opts.Workers,
	})
	wait.Wait()
	if err := cmp.Or(err, failed); err != nil {
		return nil, err
	}
	return s, nil
}

// Base returns a session that has only what Follow needs, so that the rest can be freed.
func (s *Session) Base() *Session {
	return &Session{Terminology: s.Terminology, Model: s.Model, Use: s.Use,
		geometry: s.geometry, decisions: s.decisions}
}

// Follow returns a session for an edited ontology: with the same model, which then is stale, and
// what was learned with it. Classes that the model does not know are placed by their axioms and
// labels. Errors are those of Open.
//
// Cost: linear in the terms and texts of the ontology; nothing is learned or trained.
func (s *Session) Follow(ctx context.Context, src Source, r *reasoner.Reasoner) (*Session, error) {
	next, err := begin(ctx, src, r, &Options{})
	if err != nil {
		return nil, err
	}
	next.Model, next.Use, next.decisions = s.Model, s.Use, s.decisions
	next.Use.Trained = false
	if share := s.Terminology.Changed(next.Terminology); share > 0 && s.Model != nil {
		next.Use.Stale, next.Use.Changed = true, min(1, s.Use.Changed+share)
	}
	if s.Model != nil {
		if next.geometry, err = s.geometry.follow(s.Model, next.Findings.Index()); err != nil {
			return nil, err
		}
	}
	next.suggest(src)
	return next, ctx.Err()
}

// suggest makes the suggester.
func (s *Session) suggest(src Source) {
	document := src.Document
	if document == nil {
		document = src.Ontology.Axioms
	}
	var model rank.Model
	if s.geometry != nil {
		model = s.geometry
	}
	s.Suggester = suggest.NewSuggester(suggest.Basis{
		Terminology: s.Terminology, Findings: s.Findings, Reasoner: s.Reasoner,
		Without: func(ctx context.Context, axioms []owl.Axiom) (suggest.Reasoner, error) {
			return s.Reasoner.Apply(ctx, nil, axioms)
		},
		BuiltIn: s.BuiltIn, Model: model,
		Own:       suggest.Own(s.Terminology, src.Ontology.IRI, document),
		Decisions: s.decisions, Stale: s.Use.Stale,
	})
}
