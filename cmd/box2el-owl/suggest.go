package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/curate"
	"box2el-owl/embed"
	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
	"box2el-owl/suggest/evidence"
)

type suggestOptions struct {
	input     inputOptions
	classes   []string
	classFile string
	request   suggest.Request // completed by complete
	subjects  []owl.IRI       // set by complete; none for the whole ontology

	forms       []string
	below       []string
	targetBelow []string
	properties  []string
	verdicts    []string
	tier        string
	doubtful    bool

	effect  bool
	explain bool
	store   storeOptions
	retrain bool
	seed    uint64
	hyper   embed.Hyper
	workers int
	output  outputOptions

	unkept bool // neither store nor model can be saved
}

var (
	suggestForms = map[string]suggest.Form{
		"NF1": suggest.Subclass, "subclass": suggest.Subclass, "NF3": suggest.Existential,
		"existential": suggest.Existential, "definition": suggest.Definition,
		"change": suggest.Change,
	}
	suggestVerdicts = []string{
		string(suggest.New), string(suggest.Contradicts), string(suggest.Entailed), everyVerdict,
	}
)

// suggestTiers maps the values of --tier to the tiers that are shown.
var suggestTiers = map[string][]suggest.Tier{
	"likely":      {suggest.Likely},
	"possible":    {suggest.Likely, suggest.Possible},
	"speculative": suggest.Tiers,
	everyTier:     suggest.Tiers,
}

// everyTier also shows suggestions that a check rejects.
const everyTier = "all"

// everyVerdict selects all verdicts.
const everyVerdict = "all"

func newSuggestCmd(io *streams) *cobra.Command {
	opts := suggestOptions{hyper: suggestHyper()}
	cmd := &cobra.Command{
		Use:   "suggest ONTOLOGY [CLASS...]",
		Short: "Suggest axioms that are probably missing, each with the reasoner's verdict",
		Long: `Suggest superclasses and existential restrictions that are probably missing, in
three tiers: likely (two independent kinds of evidence, each reliable in this ontology, or for a
restriction one strong rule of names), possible (weaker evidence) and, on request, speculative
(ranked by additions of curators to other ontologies).

Without CLASS, suggest axioms for every class that the document itself defines, without imports.
Axioms by one rule or with one target are combined in one line. Each suggestion has the evidence
for it and against it. Suggestions that are entailed, contradict the ontology or are rejected by a
check are not shown. If axioms outside OWL 2 EL are relevant, the verdict is "no contradiction
found", with the first of these axioms.

Axioms like those accepted for similar classes come first in their tier, axioms like those rejected
for them last. After two rejections this holds for every class.

The ranking uses a trained model if there is one in the folder models next to the store (train, or
--retrain). A model of a similar earlier version of the ontology is used and reported as stale.
--by boxes ranks by the distance in the model alone, as the paper does, nearest first. --verdict
also shows entailed or contradicting axioms, --tier all also those rejected by a check.`,
		Example: `  box2el-owl suggest examples/places.obo
  box2el-owl suggest examples/heart.owl Endocardium --tier speculative
  box2el-owl suggest examples/pizzeria.ttl --doubtful`,
		Args: positional(1, 1<<20),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.classes = args[1:]
			if opts.named() && fromEnvironment(cmd, "namespace") {
				opts.request.Namespaces = nil
			}
			if err := opts.check(); err != nil {
				return err
			}
			return runSuggest(cmd.Context(), io, opts)
		},
	}
	opts.input.addFlags(cmd, io)
	flags := cmd.Flags()
	flags.StringVar(&opts.classFile, "classes", "",
		"read further classes from `FILE`, one per line; - is standard input")
	flags.StringVar(&opts.tier, "tier", "possible",
		"show tiers down to `TIER`: likely, possible, speculative; all: also what checks reject")
	choose(cmd, "tier", "likely", "possible", "speculative", everyTier)
	flags.StringVar((*string)(&opts.request.By), "by", "",
		"boxes: rank by the distance in the trained model alone (default: by learned weights)")
	flags.BoolVar(&opts.doubtful, "doubtful", false,
		"list asserted axioms that a check rejects, instead of suggestions")
	flags.IntVar(&opts.request.Limit, "limit", 20,
		"maximum number of lines, per class or for the whole ontology")
	choose(cmd, "by", string(suggest.ByBoxes))
	flags.StringSliceVar(&opts.forms, "form", nil,
		"NF1 (or subclass: C ⊑ D), NF3 (or existential: C ⊑ ∃r.D), definition (C ≡ G ⊓ ∃r.D, by name), "+
			"change (another r for an asserted C ⊑ ∃r.D; with --tier speculative); "+
			"default: the first two")
	choose(cmd, "form", slices.Sorted(maps.Keys(suggestForms))...)
	flags.StringArrayVar(&opts.below, "below", nil,
		"for the whole ontology: only `CLASS` and its subclasses")
	flags.StringArrayVar(&opts.targetBelow, "target-below", nil,
		"only targets that are `CLASS` or its subclasses")
	flags.StringArrayVar(&opts.properties, "property", nil,
		"only existential restrictions on this `PROPERTY`")
	flags.StringSliceVar(&opts.verdicts, "verdict", nil,
		"new, contradicts, entailed or all (default: the first two; for the whole ontology: new)")
	choose(cmd, "verdict", suggestVerdicts...)
	flags.Float64Var(&opts.request.MinProbability, "min-probability", 0, "minimum probability")
	flags.StringArrayVar(&opts.request.Namespaces, "namespace", nil,
		"for the whole ontology: only classes whose IRI has this `PREFIX`, or this OBO prefix "+
			"(default: those of the ontology)")
	flags.BoolVar(&opts.request.Imported, "imported", false,
		"for the whole ontology: include classes of imports and other namespaces")
	flags.BoolVar(&opts.request.Decided, "decided", false, "include decided suggestions")
	flags.BoolVar(&opts.request.Primary, "primary", false, "hide redundant suggestions")
	flags.BoolVar(&opts.effect, "effect", false,
		"show new inferred subsumptions of each suggestion")
	flags.BoolVar(&opts.explain, "explain", false,
		"explain contradictions and, with --verdict entailed, entailments")
	opts.store.addFlags(cmd)
	flags.BoolVar(&opts.retrain, "retrain", false, "train a model, even if there is one")
	flags.Uint64Var(&opts.seed, "seed", 1, "seed of the training")
	flags.IntVar(&opts.hyper.Dim, "dim", opts.hyper.Dim, "dimensions of the model")
	flags.IntVar(&opts.hyper.Steps, "steps", opts.hyper.Steps, "steps of the training")
	atLeast(cmd, 1, "limit")
	addWorkers(cmd, &opts.workers)
	opts.output.addTextFlags(cmd, io)
	completeClasses(cmd, "below", "target-below")
	return cmd
}

func (o *suggestOptions) check() error {
	named, r := o.named(), &o.request
	switch {
	case o.doubtful && named:
		return usagef("--doubtful lists the whole ontology: give no classes")
	case !(r.MinProbability >= 0 && r.MinProbability <= 1):
		return usagef("--min-probability %v is not between 0 and 1", r.MinProbability)
	case named && (len(o.below) > 0 || len(r.Namespaces) > 0 || r.Imported):
		return usagef(
			"--below, --namespace and --imported select among all classes: give no classes")
	case r.Imported && len(r.Namespaces) > 0:
		return usagef("--imported excludes --namespace")
	case o.input.path == "-" && o.classFile == "-":
		return usagef("the ontology and --classes cannot both come from standard input")
	}
	if err := o.training().Check(); err != nil {
		return usageError{err}
	}
	return nil
}

// named reports whether suggestions for certain classes are wanted.
func (o *suggestOptions) named() bool { return len(o.classes) > 0 || o.classFile != "" }

func suggestHyper() embed.Hyper {
	return embed.HyperOf(embed.Box2EL, embed.Corrected(embed.Box2EL))
}

// training returns the options of the model.
func (o *suggestOptions) training() embed.Options {
	variant := embed.Corrected(embed.Box2EL)
	return embed.Options{Model: embed.Box2EL, Variant: &variant, Hyper: &o.hyper, Seed: o.seed}
}

// suggested is the result to show.
type suggested struct {
	*curate.Session
	streams     *streams
	opts        *suggestOptions
	names       *owl.Names
	manchester  owl.Manchester
	suggestions []suggest.Suggestion
	counts      map[suggest.Tier]int  // of all, if they are not ranked, else of those to show
	effects     []*reasoner.Effect    // nil if not requested
	proofs      map[int]*suggestProof // by index; nil if not requested
	nothing     []evidence.Evidence   // for classes without suggestions
	doubts      []suggest.Doubt       // nil if suggestions are wanted
}

// suggestProof is the proof of an entailment or of a conflict.
type suggestProof struct {
	goal  owl.Axiom
	proof *explain.Proof
}

func runSuggest(ctx context.Context, streams *streams, opts suggestOptions) error {
	// The finders allocate much short-lived memory. Twice as many collections take 20 % more CPU
	// time and reduce the peak of obo-medium from 449 to 364 MB. For named classes the peak is
	// lower.
	if !opts.named() {
		debug.SetGCPercent(50)
	}
	result, err := suggestFor(ctx, streams, &opts)
	if err != nil {
		return err
	}
	if err := result.write(); err != nil {
		return err
	}
	result.record(ctx)
	return nil
}

// suggestFor reads and classifies an ontology, finds or trains a model, and requests suggestions.
func suggestFor(ctx context.Context, streams *streams, opts *suggestOptions) (*suggested, error) {
	ontology, report, err := opts.input.read(ctx, streams)
	if err != nil {
		return nil, err
	}
	names := relations.Names(ontology)
	if err := opts.complete(streams, names); err != nil {
		return nil, err
	}
	models, err := opts.store.models()
	if err != nil {
		streams.note("warning: neither the model nor the suggestions will be saved: %v", err)
		models, opts.unkept = "", true
	}
	decisions := new(suggest.Decisions)
	if !opts.unkept {
		decisions, err = opts.store.decisions(ctx, ontologyKey(ontology, opts.input))
		if err != nil {
			return nil, err
		}
	}
	s, err := curate.Open(ctx, curate.Source{
		Name: datasetName(opts.input.path, ontology), Ontology: ontology,
		Document: ontology.Axioms[:report.Own],
	}, curate.Options{
		Models: models, WithoutModel: !opts.ranked() && !opts.retrain, Untrained: !opts.retrain,
		Retrain: opts.retrain, Training: opts.training(), Decisions: decisions,
		Subjects: opts.subjects, Workers: opts.workers, Program: "box2el-owl " + version,
		Progress: streams.report, Step: streams.noteValidation,
	})
	switch {
	case errors.Is(err, curate.ErrInconsistent):
		return nil, inconsistent(opts.input.path)
	case err != nil:
		return nil, err
	}
	result := &suggested{Session: s, streams: streams, opts: opts, names: names,
		manchester: names.Manchester()}
	err = result.ask(ctx)
	switch {
	case errors.Is(err, suggest.ErrNoModel):
		return nil, opts.noModel()
	case err != nil:
		return nil, err
	}
	result.say()
	return result, nil
}

// noModel returns the error for --by boxes without a model.
func (o *suggestOptions) noModel() error {
	if o.retrain {
		return errors.New("--by boxes: there is too little to train a model on")
	}
	with := ""
	if o.hyper != suggestHyper() || o.seed != 1 {
		with = " with these --dim, --steps and --seed"
	}
	return fmt.Errorf("--by boxes: there is no trained model of %s%s; train one with --retrain",
		o.input.path, with)
}

// ranked reports whether the request needs the ranking: for speculative suggestions and verdicts
// other than new.
func (o *suggestOptions) ranked() bool {
	return slices.Contains(o.tiers(), suggest.Speculative)
}

// tiers returns the tiers to show. All likely and possible suggestions are new, so other verdicts
// occur only among speculative ones.
func (o *suggestOptions) tiers() []suggest.Tier {
	if o.request.By != "" || slices.ContainsFunc(o.verdicts, func(v string) bool {
		return v != string(suggest.New)
	}) {
		return suggest.Tiers
	}
	return suggestTiers[o.tier]
}

// complete completes the request with the entities that the flags name.
func (o *suggestOptions) complete(streams *streams, names *owl.Names) (err error) {
	req := &o.request
	req.Tiers, req.Rejected = o.tiers(), o.tier == everyTier
	for _, form := range o.forms {
		req.Forms = append(req.Forms, suggestForms[form])
	}
	verdicts := o.verdicts
	if slices.Contains(verdicts, everyVerdict) {
		verdicts = suggestVerdicts[:3]
	}
	for _, verdict := range verdicts {
		req.Verdicts = append(req.Verdicts, suggest.Verdict(verdict))
	}
	classes := o.classes
	if o.classFile != "" {
		classes = slices.Clone(classes)
		if _, err := readLines(streams, o.classFile, func(line string) error {
			classes = append(classes, line)
			return nil
		}); err != nil {
			return err
		}
	}
	for _, list := range []struct {
		names []string
		kind  owl.EntityKind
		to    *[]owl.IRI
	}{
		{classes, owl.ClassKind, &o.subjects},
		{o.below, owl.ClassKind, &req.SubjectBelow},
		{o.targetBelow, owl.ClassKind, &req.TargetBelow},
		{o.properties, owl.ObjectPropertyKind, &req.Properties},
	} {
		if *list.to, err = entitiesNamed(names, list.kind, list.names...); err != nil {
			return err
		}
	}
	return nil
}

// ask requests the suggestions with their effects and explanations.
func (r *suggested) ask(ctx context.Context) error {
	opts, req := r.opts, r.opts.request
	if opts.doubtful {
		doubts, err := r.Suggester.Doubtful(ctx)
		r.doubts = append([]suggest.Doubt{}, doubts...)
		return err
	}
	r.counts = make(map[suggest.Tier]int)
	if !opts.ranked() { // all are found already; keep counts them and takes the first
		req.Limit = max(req.Limit, suggest.MaxLimit)
	}
	if !opts.named() {
		list, err := r.Suggester.All(ctx, req, opts.workers, r.streams.report)
		if err != nil {
			return err
		}
		r.keep(list)
	}
	for i, subject := range opts.subjects {
		list, err := r.Suggester.For(ctx, subject, req)
		if errors.Is(err, suggest.ErrDeprecated) && len(opts.subjects) > 1 {
			r.streams.say("note: %s is obsolete: no suggestions", r.manchester.IRI(subject))
			continue
		}
		if err != nil {
			return err
		}
		if r.Reasoner.Taxonomy().IsSubsumedBy(owl.Class{IRI: subject}, owl.Nothing) {
			r.streams.note(
				"note: %s is unsatisfiable, so every class is its superclass; explain with: "+
					"box2el-owl explain %s '%s'", r.manchester.IRI(subject), opts.input.path, subject)
		}
		if len(list) == 0 {
			r.nothing = append(r.nothing, r.Suggester.Nothing(subject))
		}
		r.keep(list)
		r.streams.report("suggesting", int64(i+1), int64(len(opts.subjects)))
	}
	if opts.effect {
		for i := range r.suggestions {
			s := &r.suggestions[i]
			e, err := r.Reasoner.Effect(ctx, []owl.Axiom{s.Axiom}, 5)
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

// keep counts suggestions by tier, and adds those to show: up to the limit unless they are ranked,
// because a ranking has the limit already, to which redundant suggestions do not count.
func (r *suggested) keep(list []suggest.Suggestion) {
	for i := range list {
		r.counts[list[i].Tier]++
	}
	if !r.opts.ranked() {
		list = list[:min(len(list), r.opts.request.Limit)]
	}
	r.suggestions = append(r.suggestions, list...)
}

// explain finds proofs of contradictions and entailments.
func (r *suggested) explain(ctx context.Context) error {
	r.proofs = make(map[int]*suggestProof)
	for i, s := range r.suggestions {
		explainer, goal := r.Explainer, s.Axiom
		switch s.Verdict {
		case suggest.New:
			continue
		case suggest.Entailed:
			if len(s.Assuming) > 0 {
				explainer = explainer.Supposing(suggest.AxiomsOf(s.Assuming)...)
			}
		case suggest.Contradicts:
			explainer, goal = explainer.Supposing(s.Axiom), s.Conflict.Consequence()
		}
		explanation, err := explainer.Axiom(ctx, goal)
		switch {
		case errors.Is(err, explain.ErrTooLarge), errors.Is(err, explain.ErrOutsideEL):
			continue // the verdict is shown without a proof
		case err != nil:
			return err
		}
		proof, err := explanation.Proof(ctx)
		switch {
		case errors.Is(err, explain.ErrProofTooLong):
		case err != nil:
			return err
		case proof != nil:
			r.proofs[i] = &suggestProof{goal, proof}
		}
	}
	return nil
}

// say prints notes about the model and the numbers of suggestions.
func (r *suggested) say() {
	streams, opts := r.streams, r.opts
	opts.input.noteNotUsed(streams, r.Reasoner.Report(), len(r.Ontology.Axioms))
	switch use := r.Use; {
	case use.Earlier != "":
		streams.note("note: %s was written by an earlier version; train it again: "+
			"box2el-owl suggest %s --retrain", use.Earlier, opts.input.path)
	case r.Model == nil && opts.retrain:
		streams.note(
			"note: too few axioms to train a model; suggestions use axioms and labels only")
	case r.Model == nil:
	case use.Unsaved != nil:
		streams.note("warning: could not save the model: %v; %s", use.Unsaved, setHome)
	case use.Stale:
		streams.note("note: the model is stale "+
			"(%.1f %% of logical axioms changed since training); "+
			"use --retrain", 100*use.Changed)
	case use.Trained && use.File != "":
		streams.note("trained in %s; model: %s", plural(r.Model.Steps, "step", "steps"), use.File)
	}
	if streams.verbose {
		for _, off := range r.Suggester.ChecksOff() {
			streams.note("note: %s", off)
		}
	}
	unseen := make(map[owl.IRI]bool)
	for _, s := range r.suggestions {
		if s.Unseen {
			unseen[s.Subject] = true
		}
	}
	if len(unseen) > 0 {
		streams.note("note: %s not in model; their suggestions use axioms and labels only",
			plural(len(unseen), "class is", "classes are"))
	}
	r.summarize()
}

// summarize prints the numbers of suggestions by tier, the classes without suggestions, and a hint
// about others.
func (r *suggested) summarize() {
	streams, opts, whole := r.streams, r.opts, !r.opts.named()
	if r.doubts != nil {
		streams.note("%s asserted and doubtful", plural(len(r.doubts), "axiom", "axioms"))
		return
	}
	for _, e := range r.nothing {
		streams.note("%s", r.sentence(e))
	}
	switch {
	case !whole || len(r.suggestions) > 0:
	case len(opts.forms) > 0:
		streams.note("Nothing of --form %s; others may have other forms.",
			strings.Join(opts.forms, ","))
	default:
		streams.note("%s", r.sentence(r.Suggester.Nothing(owl.IRI{})))
	}
	var parts []string
	all := 0
	for _, tier := range opts.tiers() {
		parts = append(parts, thousands(r.counts[tier])+" "+string(tier))
		all += r.counts[tier]
	}
	counts := strings.Join(parts, ", ")
	switch {
	case all > len(r.suggestions):
		counts += fmt.Sprintf(" (%s shown, see --limit)", thousands(len(r.suggestions)))
	case opts.ranked() && all == opts.request.Limit && r.counts[suggest.Speculative] == 0 && whole:
		counts += " (more with a greater --limit)"
	}
	const hint = "more without evidence: --tier speculative"
	switch {
	case opts.ranked() && len(r.suggestions) > 0:
		streams.note("%s", counts)
	case len(r.suggestions) > 0:
		streams.note("%s; %s", counts, hint)
	case !opts.ranked():
		streams.note(hint)
	}
}
