package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/reasoner/explain"
	"box2el-owl/session"
	"box2el-owl/suggest"
)

type suggestOptions struct {
	input   inputOptions
	classes []string

	classFile      string
	limit          int
	forms          []string
	below          []string
	targetBelow    []string
	properties     []string
	verdicts       []string
	minProbability float64
	namespaces     []string
	imported       bool
	decided        bool
	primary        bool

	effect  bool
	explain bool
	store   storeOptions
	retrain bool
	seed    uint64
	dim     int
	steps   int
	workers int
	json    bool
	output  string
}

var (
	suggestForms    = map[string]suggest.Form{"NF1": suggest.Subclass, "subclass": suggest.Subclass, "NF3": suggest.Existential, "existential": suggest.Existential}
	suggestVerdicts = []string{string(suggest.New), string(suggest.Contradicts), string(suggest.Entailed)}
)

// everyVerdict asks for all of them.
const everyVerdict = "all"

func newSuggestCmd(io *streams) *cobra.Command {
	var opts suggestOptions
	cmd := &cobra.Command{
		Use:   "suggest ONTOLOGY [CLASS...]",
		Short: "Suggest axioms that are probably missing, each with the reasoner's verdict",
		Long: `Suggest axioms that are probably missing: superclasses and existential restrictions, best first, each with a
probability, the reasoner's verdict, and the grounds that speak for it.

Without a class the whole ontology is gone through: every class of its own, not those of its imports.
The verdict is new (does not follow, and contradicts nothing) or contradicts (classes are named that
would become unsatisfiable). Where axioms outside OWL 2 EL bear on it, new means that no contradiction
was found, and the first of these axioms is shown. What follows already is left out unless
--verdict asks for it, and so is, of the whole ontology, what contradicts: --verdict all shows everything.
What another suggestion above it implies is marked.

The model is taken from the folder models beside the store. Where there is none, one is trained; one of
an earlier state of the ontology is used as long as it is close, and said to be stale. Classes that the
model has never seen are placed by their axioms, labels and definitions.`,
		Example: `  box2el-owl suggest examples/heart.owl Endocardium --dim 10 --steps 100
  box2el-owl suggest examples/pizzeria.ttl --dim 10 --steps 100 --form NF3 --limit 5 --json`,
		Args: positional(1, 1<<20),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.input.path, opts.classes = args[0], args[1:]
			if err := opts.check(); err != nil {
				return err
			}
			return runSuggest(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd)
	h := embed.HyperOf(embed.Box2EL, embed.Corrected(embed.Box2EL))
	flags := cmd.Flags()
	flags.StringVar(&opts.classFile, "classes", "", "read further classes from `FILE`, one a line; - is standard input")
	flags.IntVar(&opts.limit, "limit", 20, "suggestions for each class, or of the whole ontology")
	flags.StringSliceVar(&opts.forms, "form", nil, "NF1 (or subclass: C ⊑ D), NF3 (or existential: C ⊑ ∃r.D); default: both")
	flags.StringArrayVar(&opts.below, "below", nil, "of the whole ontology only classes at or below this `CLASS`")
	flags.StringArrayVar(&opts.targetBelow, "target-below", nil, "only targets at or below this `CLASS`")
	flags.StringArrayVar(&opts.properties, "property", nil, "only existential restrictions on this `PROPERTY`")
	flags.StringSliceVar(&opts.verdicts, "verdict", nil, "new, contradicts, entailed, or all (default: the first two; of the whole ontology new alone)")
	flags.Float64Var(&opts.minProbability, "min-probability", 0, "leave out what is less probable")
	flags.StringArrayVar(&opts.namespaces, "namespace", nil, "of the whole ontology only classes whose IRI begins so, or with this OBO `PREFIX` (default: the ontology's own)")
	flags.BoolVar(&opts.imported, "imported", false, "of the whole ontology also classes of imports and of other namespaces")
	flags.BoolVar(&opts.decided, "decided", false, "also what has been accepted or rejected before")
	flags.BoolVar(&opts.primary, "primary", false, "leave out what another suggestion implies")
	flags.BoolVar(&opts.effect, "effect", false, "say what would follow from each suggestion")
	flags.BoolVar(&opts.explain, "explain", false, "explain contradictions and, with --verdict entailed, entailments")
	opts.store.addFlags(cmd)
	flags.BoolVar(&opts.retrain, "retrain", false, "train a model even where there is one")
	flags.Uint64Var(&opts.seed, "seed", 1, "seed of the training")
	flags.IntVar(&opts.dim, "dim", h.Dim, "dimensions of the model, if one is trained")
	flags.IntVar(&opts.steps, "steps", h.Steps, "steps of the training, if there is one")
	flags.IntVar(&opts.workers, "workers", 0, "threads (default: all cores); the result is the same")
	flags.BoolVar(&opts.json, "json", false, "JSON Lines instead of a table")
	flags.StringVarP(&opts.output, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

func (o *suggestOptions) check() error {
	if err := o.input.check(); err != nil {
		return err
	}
	for _, form := range o.forms {
		if _, ok := suggestForms[form]; !ok {
			return usageError{fmt.Errorf("--form %q is not one of NF1, subclass, NF3, existential", form)}
		}
	}
	for _, verdict := range o.verdicts {
		if err := oneOf("verdict", verdict, append(suggestVerdicts, everyVerdict)); err != nil {
			return err
		}
	}
	named := len(o.classes) > 0 || o.classFile != ""
	switch {
	case o.limit < 1:
		return usageError{fmt.Errorf("--limit %d is less than 1", o.limit)}
	case !(o.minProbability >= 0 && o.minProbability <= 1):
		return usageError{fmt.Errorf("--min-probability %v is not between 0 and 1", o.minProbability)}
	case o.workers < 0:
		return usageError{fmt.Errorf("--workers %d is negative", o.workers)}
	case named && (len(o.below) > 0 || len(o.namespaces) > 0 || o.imported):
		return usageError{errors.New("--below, --namespace and --imported choose among all classes; they do not go with named ones")}
	case o.imported && len(o.namespaces) > 0:
		return usageError{errors.New("--imported does not go with --namespace")}
	case o.input.path == "-" && o.classFile == "-":
		return usageError{errors.New("the ontology and --classes cannot both come from standard input")}
	}
	if err := o.training().Check(); err != nil {
		return usageError{err}
	}
	return nil
}

// training are the options of the model.
func (o *suggestOptions) training() embed.Options {
	variant := embed.Corrected(embed.Box2EL)
	h := embed.HyperOf(embed.Box2EL, variant)
	h.Dim, h.Steps = o.dim, o.steps
	return embed.Options{Model: embed.Box2EL, Variant: &variant, Hyper: &h, Seed: o.seed}
}

// suggested is what there is to show.
type suggested struct {
	*session.Session
	names       *owl.Names
	manchester  owl.Manchester
	suggestions []suggest.Suggestion
	effects     []suggest.Effect      // where they were asked for
	proofs      map[int]*suggestProof // by place, where explanations were asked for
}

// suggestProof is why a suggestion follows already, or what it would contradict.
type suggestProof struct {
	goal  owl.Axiom
	proof *explain.Proof
}

func runSuggest(ctx context.Context, streams *streams, opts suggestOptions) error {
	result, err := suggestFor(ctx, streams, opts)
	if err != nil {
		return err
	}
	defer result.Close()
	if err := streams.write(opts.output, func(w io.Writer) error {
		if opts.json {
			return result.writeJSON(w)
		}
		width := 0
		if opts.output == "" {
			width = streams.outWidth
		}
		return result.writeText(w, width)
	}); err != nil {
		return err
	}
	result.record(ctx, streams, opts)
	return nil
}

// suggestFor is the way from a file to suggestions: read, reason, find or train a model, ask.
func suggestFor(ctx context.Context, streams *streams, opts suggestOptions) (*suggested, error) {
	progress, end := startTrainingProgress(streams, opts.input.quiet)
	defer end()
	ontology, report, err := opts.input.read(ctx, streams, progress.report)
	if err != nil {
		return nil, err
	}
	names := owl.NewNames(ontology)
	request, subjects, err := opts.request(streams, names)
	if err != nil {
		return nil, err
	}
	decided, err := opts.decisions(ctx, ontology)
	if err != nil {
		return nil, err
	}
	models, err := opts.store.models()
	if err != nil {
		return nil, err
	}
	s, err := session.Open(ctx, session.Source{
		Name: datasetName(opts.input.path, ontology), Ontology: ontology, Document: ontology.Axioms[:report.Own],
	}, session.Options{
		Models: models, Retrain: opts.retrain, Training: opts.training(), Decided: decided,
		Workers: opts.workers, Progress: progress.report, Step: progress.note, Program: "box2el-owl " + version,
	})
	switch {
	case errors.Is(err, session.ErrInconsistent):
		return nil, inconsistent(opts.input.path)
	case err != nil:
		return nil, err
	}
	if s.Use.Trained && s.Use.File != "" {
		recordModel(ctx, streams, opts.store, opts.input.quiet, stateOf(ontology, opts.input), s.Model, s.Use.File)
	}
	result := &suggested{Session: s, names: names, manchester: names.Manchester()}
	if err := result.ask(ctx, streams, opts, request, subjects, progress); err != nil {
		s.Close()
		return nil, err
	}
	end()
	if !opts.input.quiet {
		result.say(streams, opts)
	}
	return result, nil
}

// request makes a request of the flags, and finds the classes that are named.
func (o *suggestOptions) request(streams *streams, names *owl.Names) (req suggest.Request, subjects []owl.IRI, err error) {
	req = suggest.Request{
		Limit: o.limit, MinProbability: o.minProbability, Namespaces: o.namespaces, Imported: o.imported,
		Decided: o.decided, Primary: o.primary,
	}
	for _, form := range o.forms {
		req.Forms = append(req.Forms, suggestForms[form])
	}
	verdicts := o.verdicts
	if slices.Contains(verdicts, everyVerdict) {
		verdicts = suggestVerdicts
	}
	for _, verdict := range verdicts {
		req.Verdicts = append(req.Verdicts, suggest.Verdict(verdict))
	}
	classes := o.classes
	if o.classFile != "" {
		more, err := readLines(streams, o.classFile)
		if err != nil {
			return req, nil, err
		}
		classes = slices.Concat(classes, more)
	}
	for _, list := range []struct {
		names []string
		kind  owl.EntityKind
		to    *[]owl.IRI
	}{
		{classes, owl.ClassKind, &subjects},
		{o.below, owl.ClassKind, &req.SubjectBelow},
		{o.targetBelow, owl.ClassKind, &req.TargetBelow},
		{o.properties, owl.ObjectPropertyKind, &req.Properties},
	} {
		for _, name := range list.names {
			entity, err := names.Entity(name, list.kind)
			if err != nil {
				return req, nil, usageError{err}
			}
			*list.to = append(*list.to, entity.EntityIRI())
		}
	}
	return req, subjects, nil
}

// readLines reads the lines of a file that are neither empty nor begin with '#'.
func readLines(streams *streams, path string) ([]string, error) {
	in := streams.in
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, inputError{err}
		}
		defer file.Close()
		in = file
	}
	var lines []string
	scanner := bufio.NewScanner(in)
	for scanner.Scan() {
		if line := strings.TrimSpace(scanner.Text()); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, inputError{fmt.Errorf("%s: %w", path, err)}
	}
	return lines, nil
}

// decisions reads what has been decided about the axioms of an ontology; nothing where there is no store yet.
func (o *suggestOptions) decisions(ctx context.Context, ontology *owl.Ontology) (func(owl.Hash) suggest.Decision, error) {
	key := ontologyKey(ontology, o.input)
	if key == "" {
		return nil, nil // from standard input, without an IRI: nothing can be known of it
	}
	store, err := o.store.openForReading(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	defer store.Close()
	decided := make(map[owl.Hash]suggest.Decision)
	for d, err := range store.Current(ctx, key) {
		if err != nil {
			return nil, err
		}
		decided[d.Hash] = suggest.Decision(d.Action)
	}
	return func(h owl.Hash) suggest.Decision { return decided[h] }, nil
}

// ask gets the suggestions, and what is wanted beside.
func (r *suggested) ask(ctx context.Context, streams *streams, opts suggestOptions, req suggest.Request, subjects []owl.IRI, progress trainingProgress) error {
	if len(subjects) == 0 && len(opts.classes) == 0 && opts.classFile == "" {
		var err error
		if r.suggestions, err = r.Suggester.All(ctx, req, opts.workers, progress.report); err != nil {
			return err
		}
	}
	for i, subject := range subjects {
		list, err := r.Suggester.For(ctx, subject, req)
		if err != nil {
			return err
		}
		if class := (owl.Class{IRI: subject}); !opts.input.quiet && r.Reasoner.Taxonomy().IsSubsumedBy(class, owl.Nothing) {
			streams.say("note: %s is unsatisfiable: everything follows for it; see why: box2el-owl explain %s '%s'",
				r.manchester.IRI(subject), opts.input.path, subject)
		}
		r.suggestions = append(r.suggestions, list...)
		progress.report("suggesting", int64(i+1), int64(len(subjects)))
	}
	if opts.effect {
		for i := range r.suggestions {
			s := &r.suggestions[i]
			e, err := r.Suggester.Effect(ctx, []owl.Axiom{s.Axiom}, 5)
			if err != nil {
				return err
			}
			if s.Partial {
				s.Inconsistent, s.Unsatisfiable, s.Partial = e.Inconsistent, e.Unsatisfiable, false
			}
			r.effects = append(r.effects, e)
		}
	}
	if opts.explain {
		return r.explain(ctx)
	}
	return nil
}

// explain finds proofs of what contradicts, and of what follows.
func (r *suggested) explain(ctx context.Context) error {
	r.proofs = make(map[int]*suggestProof)
	for i, s := range r.suggestions {
		explainer, goal := r.Explainer, s.Axiom
		switch s.Verdict {
		case suggest.New:
			continue
		case suggest.Contradicts:
			explainer, goal = explainer.Supposing(s.Axiom), inconsistency
			if !s.Inconsistent {
				goal = &owl.SubClassOf{Sub: owl.Class{IRI: s.Unsatisfiable[0]}, Super: owl.Nothing}
			}
		}
		explanation, err := explainer.Axiom(ctx, goal)
		switch {
		case errors.Is(err, explain.ErrTooLarge), errors.Is(err, explain.ErrOutsideEL):
			continue // the verdict stands without it
		case err != nil:
			return err
		}
		if proof := explanation.Proof(); proof != nil {
			r.proofs[i] = &suggestProof{goal, proof}
		}
	}
	return nil
}

// say tells people what the suggestions rest on.
func (r *suggested) say(streams *streams, opts suggestOptions) {
	opts.input.noteNotUsed(streams, r.Reasoner.Report(), len(r.Ontology.Axioms))
	switch use := r.Use; {
	case r.Model == nil:
		streams.say("note: there is too little to train a model on; suggestions rest on axioms and labels")
	case use.Unsaved != nil:
		streams.say("warning: the model could not be kept: %v", use.Unsaved)
	case use.Stale:
		streams.say("note: the model is stale: %.1f %% of the axioms between classes have changed since; --retrain makes a new one", 100*use.Changed)
	case use.Trained:
		streams.say("trained in %s; model: %s", plural(r.Model.Steps, "step", "steps"), use.File)
	}
	unseen := make(map[owl.IRI]bool)
	for _, s := range r.suggestions {
		if s.Unseen && !unseen[s.Subject] {
			unseen[s.Subject] = true
		}
	}
	if len(unseen) > 0 {
		streams.say("note: the model does not know %s; suggestions for them rest on axioms and labels",
			plural(len(unseen), "of the classes", "of the classes"))
	}
	if len(r.suggestions) == 0 {
		streams.say("nothing to suggest")
	}
}
