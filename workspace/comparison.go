package workspace

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"box2el-owl/curate"
	"box2el-owl/db"
	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/report"
	"box2el-owl/suggest"
)

// CompareOptions are the options of Compare.
type CompareOptions struct {
	Source curate.Source
	// Title is the heading of the report if the document has no title. Default: the name of Source.
	Title string
	// Reasoner is the reasoner of the ontology. Default: nil, the ontology is classified.
	Reasoner *reasoner.Reasoner
	// Models is the directory of models for suggestions. Training has the options of both models:
	// that for suggestions, and that without the held-out axioms. Its seed is also that of the
	// split and of all samples.
	Models   string
	Training embed.Options
	// Classes are the classes whose neighborhoods are drawn. Default: one class with several
	// neighbors.
	Classes []owl.IRI
	// By is the order of suggestions.
	By suggest.Order

	Workers  int
	Progress owl.Progress
	Step     func(*embed.Point)
	Program  string
	// Command and Began are the command line and its time, which the report shows.
	Command []string
	Began   time.Time
}

// Compared is the result of Compare.
type Compared struct {
	*report.Comparison
	Reasoner      *reasoner.Reasoner
	Unsatisfiable []owl.IRI // left out
	Unsaved       error     // why the model for suggestions could not be kept
	Earlier       string    // the model of an earlier version that was trained again

	// Request, Suggestions and Model are the input of SaveRun. Model is "" if there is none.
	Request     suggest.Request
	Suggestions []suggest.Suggestion
	Model       string
}

// SaveRun records the suggestions of a comparison as a run in a store.
func (c *Compared) SaveRun(ctx context.Context, store *db.Store, r db.Run) error {
	r.Model = c.Model
	_, err := SaveRun(ctx, store, r, c.Request, nil, c.Suggestions, nil)
	return err
}

// AbsentClassError is returned if no axiom has the class whose neighborhood is requested.
type AbsentClassError struct{ IRI owl.IRI }

func (e *AbsentClassError) Error() string {
	return fmt.Sprintf("no axiom says anything of <%s>", e.IRI)
}

// comparing is one comparison under way.
type comparing struct {
	CompareOptions
	out              Compared
	src              report.Sources
	whole            *curate.Session // makes the suggestions
	individualLabels []string        // by id
	drawn            []int32         // ids of Classes
	notes            []string
	stages           []report.Stage
}

// Compare reasons, makes suggestions, trains without the held-out axioms, and compares entailments
// with predictions. Errors are curate.ErrInconsistent, *AbsentClassError, those of training, and
// that of ctx.
func Compare(ctx context.Context, opts CompareOptions) (*Compared, error) {
	if opts.Began.IsZero() {
		opts.Began = time.Now()
	}
	c := &comparing{CompareOptions: opts}
	c.stages = []report.Stage{{Name: "read", Seconds: time.Since(opts.Began).Seconds()}}
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"reason, train and suggest", c.suggest}, {"compute entailments", c.deduce}, {"train without the held-out axioms", c.train}, {"rank these", c.rank},
		{"compare", c.compare},
	} {
		start := time.Now()
		if err := step.do(ctx); err != nil {
			return nil, err
		}
		c.stages = append(c.stages,
			report.Stage{Name: step.name, Seconds: time.Since(start).Seconds()})
	}
	c.out.Provenance = report.Provenance{
		Program: opts.Program, Command: opts.Command, Made: opts.Began.UTC().Format(time.RFC3339),
		Machine: fmt.Sprintf("%s/%s, %s, %s", runtime.GOOS, runtime.GOARCH, cores(runtime.NumCPU()),
			runtime.Version()),
		Seed: opts.Training.Seed, Stages: c.stages, Notes: c.notes,
	}
	return &c.out, nil
}

func cores(n int) string {
	if n == 1 {
		return "1 core"
	}
	return fmt.Sprintf("%d cores", n)
}

// reportSuggestions is the number of suggestions of a report.
const reportSuggestions = 20

// suggest opens a session and requests its best suggestions. It trains again instead of using a
// model of another state of the ontology, so that a report does not depend on stored models.
func (c *comparing) suggest(ctx context.Context) error {
	opening := curate.Options{
		Models: c.Models, Training: c.Training, Reasoner: c.Reasoner, Workers: c.Workers,
		Progress: c.Progress, Step: c.Step, Program: c.Program,
	}
	s, err := curate.Open(ctx, c.Source, opening)
	if err == nil && s.Use.Stale {
		opening.Retrain = true
		s, err = curate.Open(ctx, c.Source, opening)
	}
	if err != nil {
		return err
	}
	c.whole, c.out.Reasoner, c.out.Unsaved, c.out.Earlier = s, s.Reasoner, s.Use.Unsaved,
		s.Use.Earlier
	if s.Model == nil {
		c.By = suggest.ByWeights
	} else {
		c.out.Model = curate.ModelName(s.Model)
	}
	c.out.Request = suggest.Request{
		Limit: reportSuggestions, Primary: true, Tiers: suggest.Tiers,
		Verdicts: []suggest.Verdict{suggest.New, suggest.Contradicts},
		By:       c.By,
	}
	suggestions, err := s.Suggester.All(ctx, c.out.Request, c.Workers, c.Progress)
	c.out.Suggestions = suggestions
	if err != nil {
		return err
	}
	doubtful, err := s.Suggester.Doubtful(ctx)
	c.src = report.Sources{
		Manchester: relations.Names(c.Source.Ontology).Manchester(), Suggestions: suggestions,
		By: c.By, Doubtful: doubtful, ChecksOff: s.Suggester.ChecksOff(),
	}
	return err
}

// deduce makes a data set of the ontology, and computes its entailments.
func (c *comparing) deduce(ctx context.Context) error {
	r, ontology := c.out.Reasoner, c.Source.Ontology
	normal := r.NormalForm()
	d, about, err := curate.Data(ctx, c.Source.Name, normal, ontology,
		reasoner.Options{Workers: c.Workers, Progress: c.Progress})
	if err != nil {
		return err
	}
	for _, iri := range c.Classes {
		id := slices.Index(d.Classes, iri.String())
		if id < 0 {
			return &AbsentClassError{iri}
		}
		c.drawn = append(c.drawn, int32(id))
	}
	labels := ontology.Labels()
	label := func(name string) string { return labels[owl.NewIRI(name)] }
	c.src.Data, c.src.Labels, c.individualLabels = d, mapped(d.Classes, label),
		mapped(d.Individuals, label)
	c.src.Named = make([]bool, len(d.Classes))
	for id, concept := range about.Ids.Concepts {
		c.src.Named[id] = normal.Kind(concept) == el.NamedClass
	}
	for _, concept := range about.Unsatisfiable {
		if concept != el.Bottom && normal.Kind(concept) == el.NamedClass {
			c.out.Unsatisfiable = append(c.out.Unsatisfiable, normal.Class(concept).IRI)
		}
	}
	slices.SortFunc(c.out.Unsatisfiable, owl.IRI.Compare)
	c.src.Unsatisfiable = c.out.Unsatisfiable
	c.src.Reasoner = newReportReasoner(r, c.src.Manchester)
	c.src.Ontology = described(cmp.Or(c.Title, c.Source.Name), ontology, r)
	c.src.Whole, err = c.reason()(ctx, d, &d.Train)
	return err
}

func (c *comparing) reason() dataset.Reason {
	return curate.Reason(reasoner.Options{Workers: c.Workers, Progress: c.Progress})
}

// The titles of an ontology.
var (
	dctermsTitle = owl.NewIRI("http://purl.org/dc/terms/title")
	dcTitle      = owl.NewIRI("http://purl.org/dc/elements/1.1/title")
)

// described returns the description of an ontology in a report. Its name is the title of the
// document, or else the given name.
func described(given string, ontology *owl.Ontology, r *reasoner.Reasoner) report.Ontology {
	name := given
	properties, individuals := 0, 0
	for _, e := range ontology.Signature() {
		switch e.(type) {
		case owl.ObjectProperty:
			if e != owl.TopObjectProperty && e != owl.BottomObjectProperty {
				properties++
			}
		case owl.NamedIndividual:
			individuals++
		}
	}
	for _, property := range []owl.IRI{dctermsTitle, dcTitle, owl.RDFSLabel.IRI} {
		for _, a := range ontology.Annotations {
			if title, ok := a.Value.(*owl.Literal); ok && a.Property.IRI == property {
				name = title.Lexical
			}
		}
		if name != given {
			break
		}
	}
	return report.Ontology{
		Name: name, IRI: ontology.IRI.String(), VersionIRI: ontology.VersionIRI.String(),
		Hash:   ontology.Hash().String(),
		Axioms: len(ontology.Axioms), OutsideEL: r.Report().NumAxioms(),
		Classes:    len(r.Taxonomy().Classes()),
		Properties: properties, Individuals: individuals,
	}
}

// train splits the axioms and trains on the training set. If there is nothing to train on, the
// comparison has no model.
func (c *comparing) train(ctx context.Context) error {
	d := dataset.SplitPrediction(c.src.Data, c.Training.Seed)
	var err error
	c.src.Parted = d
	if c.src.Train, err = c.reason()(ctx, d, &d.Train); err != nil {
		return err
	}
	options := c.Training
	if options.Variant.KnownNegatives {
		options.Closure = c.src.Train
	}
	options.Workers, options.Progress, options.Step = c.Workers, c.Progress, c.Step
	start := time.Now()
	model, err := embed.Train(ctx, d, options)
	switch {
	case errors.Is(err, embed.ErrNothingToTrain):
		c.src.Untrained = "the ontology has no axioms that a model learns from"
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", d.Name, err)
	}
	c.src.Model, c.src.TrainSeconds = model, time.Since(start).Seconds()
	return nil
}

// rank ranks the test axioms as evaluate does.
func (c *comparing) rank(ctx context.Context) error {
	if c.src.Model == nil {
		return nil
	}
	result, err := curate.Rank(ctx, c.src.Model, c.src.Parted, ranking.EvaluateOptions{
		Workers: c.Workers, Progress: c.Progress, TrainClosure: c.src.Train, Closure: c.src.Whole,
		Labels: c.src.Labels, IndividualLabels: c.individualLabels, Seed: c.Training.Seed,
	}, false)
	if errors.Is(err, ranking.ErrNothingToRank) {
		c.notes = append(c.notes,
			"Nothing could be held out: every axiom has a name that no other axiom has. The quality of the predictions is not known.")
		return nil
	}
	c.src.Prediction = result
	return err
}

func (c *comparing) compare(ctx context.Context) error {
	var err error
	c.out.Comparison, err = report.Compare(ctx, c.src, report.CompareOptions{
		Seed: c.Training.Seed, Classes: c.drawn, Workers: c.Workers, Progress: c.Progress,
	})
	return err
}

// ReportOptions are the options of a report. The model is Box²EL in the default mode. Their JSON is
// that of a request.
type ReportOptions struct {
	Classes []owl.IRI     `json:"classes"` // drawn
	Dim     int           `json:"dim"`
	Steps   int           `json:"steps"`
	Seed    uint64        `json:"seed"`
	By      suggest.Order `json:"by"` // of suggestions
}

// Report compares deduction with induction for the ontology, keeps the report in memory instead of
// the previous one, and records its suggestions as a run. It returns the summary. Errors are those
// of Compare and of reasoner.New.
func (o *Ontology) Report(ctx context.Context, r ReportOptions, p owl.Progress) (summary []string,
	err error) {
	if err := o.Await(ctx); err != nil {
		return nil, err
	}
	v := o.View()
	src := v.source()
	c, err := Compare(ctx, CompareOptions{
		Source: src, Title: o.Status().Name, Reasoner: v.reasoner, Models: o.w.opts.Models,
		Training: TrainOptions{Dim: r.Dim, Steps: r.Steps, Seed: r.Seed}.options(),
		Classes:  r.Classes, By: r.By, Workers: o.w.opts.Workers, Progress: p,
		Program: o.w.opts.Program, Command: []string{}, Began: o.w.opts.Now(),
	})
	if err != nil {
		return nil, err
	}
	run := db.Run{Ontology: v.key(), Document: v.Document().Number, Revision: v.revision,
		Client: o.w.opts.Program}
	if err := c.SaveRun(ctx, o.w.opts.Store, run); err != nil {
		return nil, err
	}
	o.report.Store(c.Comparison)
	return c.Summary, nil
}

// WriteReport writes the last report. The error is ErrUnknown if none was made since the server
// started, or if there is no such format.
func (o *Ontology) WriteReport(w io.Writer, format string) error {
	c := o.report.Load()
	if c == nil {
		return fmt.Errorf("%w report: none has been made since the server started", ErrUnknown)
	}
	switch format {
	case "html":
		return report.WriteHTML(w, c)
	case "json":
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(c)
	case "tsv":
		return report.WriteTSV(w, c)
	}
	return fmt.Errorf("%w format of a report", ErrUnknown)
}

// reportReasoner implements report.Reasoner.
type reportReasoner struct {
	*reasoner.Reasoner
	explainer  *explain.Explainer
	manchester owl.Manchester
}

// reportInferences bounds the inferences for one proof. A report shows many proofs, so a few may be
// missing.
const reportInferences = 500_000

func newReportReasoner(r *reasoner.Reasoner, m owl.Manchester) *reportReasoner {
	return &reportReasoner{r, explain.Of(r, explain.Options{Inferences: reportInferences}), m}
}

// Prove implements report.Reasoner.
func (r *reportReasoner) Prove(ctx context.Context, sub, super owl.Class) (*report.Proof, error) {
	return r.prove(ctx, r.explainer, &owl.SubClassOf{Sub: sub, Super: super})
}

// Refute implements report.Reasoner.
func (r *reportReasoner) Refute(ctx context.Context, a owl.Axiom,
	conflict *reasoner.Conflict) (*report.Proof, error) {
	goal := conflict.Consequence()
	if goal == nil {
		return nil, nil
	}
	return r.prove(ctx, r.explainer.Supposing(a), goal)
}

// prove returns a proof for a report; nil if there is none, or if it is too long.
func (r *reportReasoner) prove(ctx context.Context, e *explain.Explainer,
	goal owl.Axiom) (*report.Proof, error) {
	explanation, err := e.Axiom(ctx, goal)
	if errors.Is(err, explain.ErrTooLarge) || errors.Is(err, explain.ErrOutsideEL) {
		return nil, nil
	}
	if err != nil || !explanation.Entailed() {
		return nil, err
	}
	proof, err := explanation.Proof(ctx)
	if errors.Is(err, explain.ErrProofTooLong) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := &report.Proof{}
	used := make(map[int]bool)
	depths := make([]int, len(proof.Steps))
	rendered := proof.JSON(r.manchester)
	for i, step := range proof.Steps {
		shown := report.ProofStep{Conclusion: rendered[i].Manchester, Rule: step.Rule,
			Premises: rendered[i].Premises, Axioms: []string{}}
		for _, premise := range step.Premises {
			depths[i] = max(depths[i], depths[premise])
		}
		depths[i]++
		for j, a := range step.Axioms {
			used[a] = true
			shown.Axioms = append(shown.Axioms, rendered[i].Axioms[j].Manchester)
			shown.Supposed = shown.Supposed || a >= explain.FirstHypothetical
		}
		out.Steps = append(out.Steps, shown)
	}
	out.Depth, out.Uses = depths[len(depths)-1], len(used)
	return out, nil
}
