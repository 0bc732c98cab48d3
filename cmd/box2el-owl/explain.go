package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
)

type explainOptions struct {
	input        inputOptions
	classes      []string
	inconsistent bool
	axiom        string
	suppose      string
	proofOnly    bool
	max          int
	all          bool
	repairs      int
	timeLimit    time.Duration
	output       outputOptions
}

func newExplainCmd(io *streams) *cobra.Command {
	var opts explainOptions
	cmd := &cobra.Command{
		Use:   "explain ONTOLOGY [CLASS [SUPERCLASS] | AXIOM]",
		Short: "Explain entailments, unsatisfiable classes and inconsistency",
		Long: `Explain why an ontology entails an axiom: a proof, and justifications, which are
minimal sets of axioms that entail it.

With two class expressions, explain why the first is a subclass of the second; with one, why it is
unsatisfiable; with an axiom of OWL 2 EL, also by --axiom, why it is entailed; with --inconsistent,
why the ontology is inconsistent. Expressions and axioms are in Manchester or functional syntax.
Entities are IRIs, prefixed names, OBO ids or labels.

A justification with axioms outside OWL 2 EL has no proof.

For an inconsistent ontology, which entails everything, the inconsistency is explained, with exit
code 4. If the axiom is not entailed, the exit code is 1; that a class is satisfiable or the
ontology consistent is an answer, with exit code 0.`,
		Example: `  box2el-owl explain examples/pizzeria.ttl Diavola 'hot pizza'
  box2el-owl explain --all examples/pizzeria.ttl --axiom "genovese1 Type 'dish with allergens'"`,
		Args: positional(1, 3),
		RunE: running(io, &opts, runExplain),
	}
	opts.input.addFlags(cmd, io)
	flags := cmd.Flags()
	flags.BoolVar(&opts.inconsistent, "inconsistent", false,
		"explain why the ontology is inconsistent")
	flags.StringVar(&opts.axiom, "axiom", "", "explain an `AXIOM`")
	flags.StringVar(&opts.suppose, "if", "",
		"explain as if `AXIOM` were asserted")
	flags.BoolVar(&opts.proofOnly, "proof", false, "show only the proof, no justifications")
	flags.IntVar(&opts.max, "max", 1, "show at most `N` justifications")
	flags.BoolVar(&opts.all, "all", false, "show all justifications")
	flags.IntVar(&opts.repairs, "repairs", 0,
		"propose `N` minimal repairs (sets of axioms to remove); needs all justifications")
	atLeast(cmd, 1, "max")
	atLeast(cmd, 0, "repairs")
	flags.DurationVar(&opts.timeLimit, "time-limit", time.Minute,
		"stop the search for justifications or repairs after `TIME`; 0: no limit")
	opts.output.addTextFlags(cmd, io)
	beforeRun(cmd, opts.check)
	return cmd
}

func (o *explainOptions) check(args []string) error {
	o.classes = args[1:]
	questions := 0
	for _, asked := range []bool{len(o.classes) > 0, o.axiom != "", o.inconsistent} {
		if asked {
			questions++
		}
	}
	switch {
	case questions != 1:
		return usagef("give one of: one or two classes, --axiom, --inconsistent")
	case o.timeLimit < 0:
		return usagef("--time-limit %v is negative", o.timeLimit)
	case o.proofOnly && (o.all || o.repairs > 0):
		return usagef("--proof excludes --all and --repairs")
	}
	return nil
}

// goal returns the axiom to explain.
func (o *explainOptions) goal(names *owl.Names) (owl.Axiom, error) {
	if o.inconsistent {
		return inconsistency, nil
	}
	if o.axiom != "" {
		return parseAxiom(names, o.axiom)
	}
	goal := &owl.SubClassOf{Super: owl.Nothing}
	var err error
	if goal.Sub, err = parseClassExpression(names, o.classes[0]); err != nil {
		if axiom, e := parseAxiom(names, o.classes[0]); e == nil && len(o.classes) == 1 {
			return axiom, nil
		}
		return nil, err
	}
	if len(o.classes) == 2 {
		if goal.Super, err = parseClassExpression(names, o.classes[1]); err != nil {
			return nil, err
		}
	}
	return goal, nil
}

var inconsistency = &owl.SubClassOf{Sub: owl.Thing, Super: owl.Nothing}

// fresh is a class that no ontology has.
var fresh = owl.Class{IRI: owl.NewIRI("urn:box2el-owl:example#C")}

func runExplain(ctx context.Context, streams *streams, opts explainOptions) error {
	x, err := explainGoal(ctx, streams, opts)
	if err != nil {
		return err
	}
	x.Goal = explain.NewAxiomJSON(x.goal, x.manchester)
	err = streams.writeResult(opts.output, x, x.text)
	_, unsatisfiability := x.emptyClass()
	switch {
	case err != nil:
		return err
	case !x.Consistent:
		return errInconsistent
	case !x.Entailed && !opts.inconsistent && !(unsatisfiability && len(opts.classes) == 1):
		return errNotEntailed
	}
	return nil
}

func explainGoal(ctx context.Context, streams *streams, opts explainOptions) (*explained, error) {
	ontology, _, err := opts.input.read(ctx, streams)
	if err != nil {
		return nil, err
	}
	names := relations.Names(ontology)
	x := &explained{Ontology: ontology.IRI, manchester: names.Manchester()}
	if x.goal, err = opts.goal(names); err != nil {
		return nil, err
	}
	r, err := reasoner.New(ctx, ontology, reasoner.Options{Progress: streams.report})
	if err != nil {
		return nil, err
	}
	opts.input.noteNotUsed(streams, r.Report(), len(ontology.Axioms))
	explainer := explain.Of(r, explain.Options{})
	var supposed []owl.Axiom
	if opts.suppose != "" {
		axiom, err := parseAxiom(names, opts.suppose)
		if err != nil {
			return nil, err
		}
		supposed = []owl.Axiom{axiom}
		explainer = explainer.Supposing(axiom)
	}
	if x.Consistent = r.Consistent(); !x.Consistent {
		x.goal = inconsistency
	} else if opts.inconsistent && opts.suppose == "" {
		return x, x.addBeyondEL(ctx, r) // without a search for what is not derived
	}
	explanation, err := explainer.Axiom(ctx, x.goal)
	switch {
	case errors.Is(err, explain.ErrOutsideEL):
		if e := x.addBeyondEL(ctx, r, supposed...); x.Entailed || e != nil {
			return x, e
		}
		return nil, usageError{err}
	case errors.Is(err, explain.ErrTooLarge) && !x.Consistent:
		x.Entailed, x.Note = true, err.Error()
		return x, nil // the inconsistency is still reported
	case err != nil:
		return nil, err
	}
	if x.Entailed = explanation.Entailed(); !x.Entailed {
		return x, x.addBeyondEL(ctx, r, supposed...)
	}
	if err := x.add(ctx, explanation, opts); err != nil {
		return nil, err
	}
	if class, ok := x.emptyClass(); ok && x.Consistent && opts.suppose == "" &&
		r.IsSubsumedBy(class, owl.Nothing) { // the prover finds more outside OWL 2 EL
		root, err := explainer.Root(ctx, class, r.Taxonomy().Unsatisfiable())
		x.Unsatisfiable = &unsatisfiableJSON{root.Root, irisOf(root.From)}
		return x, err
	}
	return x, nil
}

// add adds the proof and the requested justifications and repairs.
func (x *explained) add(
	ctx context.Context, e *explain.Explanation, opts explainOptions,
) (err error) {
	if x.proof, err = e.Proof(ctx); err != nil {
		return err
	}
	if x.proof != nil {
		x.Proof = &proofJSON{x.proof.JSON(x.manchester)}
	}
	if opts.proofOnly {
		return nil
	}
	limits := explain.Limits{Count: opts.max, Time: opts.timeLimit}
	if x.all = opts.all || opts.repairs > 0; x.all {
		limits.Count = explain.All
	}
	cited := func(set []int) []explain.AxiomJSON { return e.CitedJSON(set, x.manchester) }
	found, err := e.Justifications(ctx, limits)
	if err != nil {
		return err
	}
	x.Justifications, x.Complete = mapped(found.Sets, cited), found.Complete
	if opts.repairs == 0 {
		return nil
	}
	repairs, err := found.Repairs(ctx, explain.Limits{Count: opts.repairs, Time: opts.timeLimit})
	if err != nil {
		return err
	}
	x.Repairs, x.allRepairs = mapped(repairs.Sets, cited), repairs.Complete
	return nil
}

// addBeyondEL adds to a goal that EL does not entail a justification with axioms outside EL, if one
// is found, or a note if there may be one.
func (x *explained) addBeyondEL(
	ctx context.Context, r *reasoner.Reasoner, supposed ...owl.Axiom,
) error {
	if len(supposed) > 0 {
		var err error
		if r, err = r.Apply(ctx, supposed, nil); err != nil {
			return err
		}
	}
	set, err := r.JustificationBeyondEL(ctx, x.goal)
	if err != nil {
		return err
	}
	if x.Entailed = set != nil; x.Entailed {
		x.Note = "it needs axioms outside OWL 2 EL"
		x.Justifications = [][]explain.AxiomJSON{mapped(set, func(a owl.Axiom) explain.AxiomJSON {
			axiom := explain.NewAxiomJSON(a, x.manchester)
			axiom.Hypothetical = slices.Contains(supposed, a)
			return axiom
		})}
		return nil
	}
	question := x.goal
	if class, ok := x.emptyClass(); ok { // only an unsatisfiable class is below a fresh one
		question = &owl.SubClassOf{Sub: class, Super: fresh}
	}
	j, err := r.Judge(ctx, question)
	if err != nil {
		return err
	}
	conflict, err := r.FullConflict(ctx)
	if err == nil && !(j.Exact && conflict.Exact) {
		x.Note = "axioms outside OWL 2 EL may matter"
	}
	return err
}

// emptyClass returns the class whose unsatisfiability is the goal.
func (x *explained) emptyClass() (owl.Class, bool) {
	goal, ok := x.goal.(*owl.SubClassOf)
	if !ok || goal.Super != owl.ClassExpression(owl.Nothing) {
		return owl.Class{}, false
	}
	class, ok := goal.Sub.(owl.Class)
	return class, ok && class != owl.Nothing
}
