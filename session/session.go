package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"sync"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/internal/outfile"
	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
	"box2el-owl/suggest/asserted"
)

// Source is an ontology with where it comes from.
type Source struct {
	// Name is what the ontology's models are called by: a file's name without its endings.
	Name string
	// Ontology has its imports merged into it, Document are the axioms of the document itself. Default: all.
	Ontology *owl.Ontology
	Document []owl.Axiom
	// BuiltIn is that of the ontology. Default: a new one.
	BuiltIn *BuiltIn
}

// Options say how a session is opened.
type Options struct {
	// Models is the folder where models are found and kept. Default: none; a model is trained and kept nowhere.
	Models string
	// Retrain trains a model even where there is one; Untrained trains none, and where there is none that fits the error is ErrNoModel.
	Retrain, Untrained bool
	// Unranked opens a session without a model and a ranking: its suggestions are the likely and
	// possible ones.
	Unranked bool
	// Training says how models are trained. Workers, Progress, Step, Closure and what is about checkpoints are not looked at. Default: Box²EL in the
	// default mode, seed 0.
	Training embed.Options
	// Checkpoint says where a training that is interrupted is kept. Default: nowhere.
	Checkpoint Checkpoint

	// Reasoner is that of the ontology where it has been classified already. Default: it is classified.
	Reasoner *reasoner.Reasoner

	// Learning says how it is learned what signals are worth; Workers and Progress are not looked at.
	Learning suggest.RankerOptions

	// Decided returns what has been decided about an axiom. Default: nothing has.
	Decided func(owl.Hash) suggest.Decision

	// Workers is the number of threads. Default: all cores. It does not change the result.
	Workers int
	// Progress is told the stages of reasoning, "train" with the steps done, and Step what validations have seen. Default: nobody.
	Progress owl.Progress
	Step     func(*embed.Point)
	// Program is what models say they were trained by.
	Program string
}

// Session is an ontology with what answers questions about it.
type Session struct {
	Ontology    *owl.Ontology
	Reasoner    *reasoner.Reasoner
	Explainer   *explain.Explainer
	BuiltIn     *BuiltIn
	Terminology *suggest.Terminology

	// Model is nil where the ontology has too little to train on; suggestions then rest on labels and structure. Data are those it
	// was trained on, which are of an earlier state of the ontology where Use.Stale.
	Model *embed.Model
	Data  *dataset.Dataset
	Use   ModelUse

	// Ranker is nil if the session is unranked.
	Ranker    *suggest.Ranker
	Findings  *suggest.Findings
	Suggester *suggest.Suggester

	geometry suggest.Geometry // nil without a model
	weighed  bool             // the ranker knows what the geometry is worth
	decided  func(owl.Hash) suggest.Decision
}

// ErrNoModel says that there is no model of an ontology, and none was to be trained.
var ErrNoModel = errors.New("there is no model that was trained on the ontology")

// Open classifies an ontology and makes ready for suggestions. The error is ErrInconsistent, ErrNoModel, embed.ErrOptions, or that of a context that has
// ended.
func Open(ctx context.Context, src Source, opts Options) (*Session, error) {
	reasoning := reasoner.Options{Workers: opts.Workers, Progress: opts.Progress}
	r := opts.Reasoner
	if r == nil {
		var err error
		if r, err = reasoner.New(ctx, src.Ontology, reasoning); err != nil {
			return nil, err
		}
	}
	s, err := begin(ctx, src, r, opts.Workers)
	if err != nil {
		return nil, err
	}
	s.decided = opts.Decided
	if opts.Unranked {
		s.suggest(src)
		return s, nil
	}
	data, _, err := Data(ctx, src.Name, r.NormalForm(), src.Ontology, reasoning)
	if err != nil {
		return nil, err
	}
	data, _ = dataset.SplitWhole(data, opts.Training.Seed)
	t, err := findOrTrain(ctx, data, opts)
	if err != nil {
		return nil, err
	}
	s.Model, s.Data, s.Use = t.model, t.data, t.use
	if err := s.rank(ctx, opts); err != nil {
		s.Close()
		return nil, err
	}
	s.suggest(src)
	return s, nil
}

// begin makes a session without a model: reads the terminology and finds the likely and possible
// suggestions.
func begin(ctx context.Context, src Source, r *reasoner.Reasoner, workers int) (*Session, error) {
	if !r.Consistent() {
		return nil, ErrInconsistent
	}
	builtIn := src.BuiltIn
	if builtIn == nil {
		builtIn = NewBuiltIn(func() *owl.Ontology { return src.Ontology }, r)
	}
	s := &Session{
		Ontology: src.Ontology, Reasoner: r, Explainer: explain.Of(r, explain.Options{}), BuiltIn: builtIn,
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
		Reasoner:  newJudge(r, used.Axioms()), BuiltIn: builtIn,
		Workers: workers,
	})
	wait.Wait()
	if err := cmp.Or(err, failed); err != nil {
		return nil, err
	}
	return s, nil
}

// Follow returns a session for an edited ontology: with the same model, which then is stale, and what was learned with it. Classes that the model does not know
// are placed by their axioms and labels. The model belongs to both sessions, and one Close is enough. Errors are those of Open.
//
// Cost: linear in the terms and texts of the ontology; nothing is learned or trained.
func (s *Session) Follow(ctx context.Context, src Source, r *reasoner.Reasoner) (*Session, error) {
	next, err := begin(ctx, src, r, 0)
	if err != nil {
		return nil, err
	}
	next.Model, next.Data, next.Use, next.decided = s.Model, s.Data, s.Use, s.decided
	next.Use.Trained = false
	if share := s.Terminology.Changed(next.Terminology); share > 0 && s.Model != nil {
		next.Use.Stale, next.Use.Changed = true, min(1, s.Use.Changed+share)
	}
	if s.Model != nil {
		if next.geometry, err = followGeometry(s.geometry, s.Model, next.Terminology); err != nil {
			return nil, err
		}
	}
	if s.Ranker == nil {
		next.suggest(src)
		return next, ctx.Err()
	}
	sources := suggest.Sources{Terminology: next.Terminology, Entailed: next.entailed}
	if next.weighed = s.weighed; next.weighed {
		sources.Geometry = next.geometry
	}
	next.Ranker = s.Ranker.Follow(sources)
	next.suggest(src)
	return next, ctx.Err()
}

// Close lets go of the model's file.
func (s *Session) Close() error {
	if s.Model == nil {
		return nil
	}
	return s.Model.Close()
}

// rank makes the ranker.
func (s *Session) rank(ctx context.Context, opts Options) error {
	if s.Model != nil {
		var err error
		if s.geometry, err = NewGeometry(s.Model, s.Terminology); err != nil {
			return err
		}
	}
	sources := suggest.Sources{Terminology: s.Terminology, Geometry: s.geometry, Unseen: s.unseen(), Entailed: s.entailed}
	s.weighed = len(sources.Unseen) >= fewest
	if !s.weighed { // what the model was trained on says nothing of how well it does: leave it out
		sources.Unseen, sources.Geometry = nil, nil
	}
	var err error
	s.Ranker, err = s.ranker(ctx, sources, opts)
	return err
}

// suggest makes the suggester.
func (s *Session) suggest(src Source) {
	document := src.Document
	if document == nil {
		document = src.Ontology.Axioms
	}
	var ranking suggest.Ranking
	if s.Ranker != nil {
		ranking = s.Ranker
	}
	builtIn := s.BuiltIn.Used().Axioms()
	s.Suggester = suggest.NewSuggester(suggest.Basis{
		Terminology: s.Terminology, Findings: s.Findings, Ranking: ranking, Reasoner: newJudge(s.Reasoner, builtIn),
		BuiltIn: s.BuiltIn, Geometry: s.geometry,
		Transitive: transitive(src.Ontology.Axioms, builtIn),
		Own:        suggest.Own(s.Terminology, src.Ontology.IRI, document),
		Decided:    s.decided, Stale: s.Use.Stale,
	})
}

// fewest is how many unseen statements it takes to learn what a model is worth.
const fewest = 20

// unseen are the statements that are told and that the model was validated on, not trained.
func (s *Session) unseen() []suggest.Statement {
	if s.Model == nil {
		return nil
	}
	class := func(id int32) (int32, bool) { return s.Terminology.Class(owl.NewIRI(s.Data.Classes[id])) }
	var unseen []suggest.Statement
	add := func(c int32, property int32, d int32) {
		sub, known := class(c)
		target, knownTarget := class(d)
		statement := suggest.Statement{Class: sub, Property: property, Target: target}
		if known && knownTarget && len(s.Terminology.Asserting(statement)) > 0 {
			unseen = append(unseen, statement)
		}
	}
	for i := range s.Data.Validation[dataset.NF1].Len() {
		row := s.Data.Validation[dataset.NF1].Row(i)
		add(row[0], suggest.NoProperty, row[1])
	}
	for i := range s.Data.Validation[dataset.NF3].Len() {
		row := s.Data.Validation[dataset.NF3].Row(i)
		if r, ok := s.Terminology.Property(owl.NewIRI(s.Data.Roles[row[1]])); ok {
			add(row[0], r, row[2])
		}
	}
	return unseen
}

// entailed are the superclasses of a class by their numbers.
func (s *Session) entailed(class int32) []int32 {
	supers, _ := s.Reasoner.Taxonomy().Subsumers(owl.Class{IRI: s.Terminology.Classes[class]})
	list := make([]int32, 0, len(supers))
	for _, d := range supers {
		if number, ok := s.Terminology.Class(d.IRI); ok {
			list = append(list, number)
		}
	}
	return list
}

// learnedJSON is what lies beside a model: what a ranker has learned of a terminology.
type learnedJSON struct {
	Version     int                       `json:"version"`
	Terminology string                    `json:"terminology"` // suggest.Terminology.Hash
	Signals     map[suggest.Form][]string `json:"signals"`
	Learned     suggest.Learned           `json:"learned"`
}

// learnedVersion is raised when signals that keep their names come to mean something else, or are learned from otherwise.
const learnedVersion = 3

// ranker takes what was learned before of this very terminology and model, or else learns it. Of a stale model, what
// was learned with it of the state that it was trained on will do.
func (s *Session) ranker(ctx context.Context, src suggest.Sources, opts Options) (*suggest.Ranker, error) {
	file := ""
	if s.Use.File != "" {
		file = s.Use.File + ".learned.json"
		if r := restored(file, src, s.Use.Stale); r != nil && !s.Use.Trained {
			return r, nil
		}
	}
	learning := opts.Learning
	learning.Workers, learning.Progress = opts.Workers, opts.Progress
	r, err := suggest.NewRanker(ctx, src, learning)
	if err != nil || file == "" {
		return r, err
	}
	text, err := json.Marshal(learnedJSON{learnedVersion, src.Terminology.Hash().String(), signalsOf(r), r.Learned()})
	if err == nil {
		err = outfile.Write(file, func(w io.Writer) error {
			_, err := w.Write(append(text, '\n'))
			return err
		})
	}
	s.Use.Unsaved = errors.Join(s.Use.Unsaved, err)
	return r, nil
}

// restored makes a ranker of what a file has; nil where that is not about the terminology, unless the model is stale, or about other signals, or
// no such file. Then it is learned again.
func restored(file string, src suggest.Sources, stale bool) *suggest.Ranker {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var kept learnedJSON
	if json.Unmarshal(text, &kept) != nil || kept.Version != learnedVersion {
		return nil
	}
	if !stale && kept.Terminology != src.Terminology.Hash().String() {
		return nil
	}
	r, err := suggest.RestoreRanker(src, kept.Learned)
	if err != nil || !maps.EqualFunc(kept.Signals, signalsOf(r), slices.Equal) {
		return nil
	}
	return r
}

func signalsOf(r *suggest.Ranker) map[suggest.Form][]string {
	return map[suggest.Form][]string{suggest.Subclass: r.Signals(suggest.Subclass), suggest.Existential: r.Signals(suggest.Existential)}
}

func transitive(axioms ...[]owl.Axiom) []owl.IRI {
	var list []owl.IRI
	for _, part := range axioms {
		for _, a := range part {
			if t, ok := a.(*owl.TransitiveObjectProperty); ok {
				if p, ok := t.Property.(owl.ObjectProperty); ok {
					list = append(list, p.IRI)
				}
			}
		}
	}
	slices.SortFunc(list, owl.IRI.Compare)
	return slices.Compact(list)
}
