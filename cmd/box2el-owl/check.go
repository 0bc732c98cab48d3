package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"box2el-owl/curate"
	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/reasoner"
	"box2el-owl/reasoner/explain"
	"box2el-owl/suggest"
)

type checkOptions struct {
	input  inputOptions
	axioms []string
	from   string
	output outputOptions
}

func newCheckCmd(io *streams) *cobra.Command {
	var opts checkOptions
	cmd := &cobra.Command{
		Use:   "check ONTOLOGY [AXIOM…]",
		Short: "Check whether axioms are entailed, contradict, or are new",
		Long: `Check axioms against an ontology, one at a time: whether the ontology entails it,
whether it contradicts the ontology, or neither.

Axioms are in Manchester syntax (A SubClassOf part of some B) or in functional syntax. With
--axioms they are read from the lines of a file or standard input; empty lines and lines with #
are skipped.

An axiom contradicts if it makes the ontology inconsistent or a class unsatisfiable. "New" is
exact only if no axiom outside OWL 2 EL is relevant. Otherwise the result is "no contradiction
found", with the number of relevant axioms that the reasoner uses partly or not at all.`,
		Example: `  box2el-owl check examples/pizzeria.ttl "Diavola SubClassOf 'hot pizza'"
  box2el-owl check examples/pizzeria.ttl --axioms axioms.txt --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: running(io, &opts, runCheck),
	}
	opts.input.addFlags(cmd, io)
	flags := cmd.Flags()
	flags.StringVar(&opts.from, "axioms", "",
		"read axioms from `FILE`, one per line; - is standard input")
	opts.output.addTextFlags(cmd, io)
	beforeRun(cmd, opts.check)
	return cmd
}

func (o *checkOptions) check(args []string) error {
	o.axioms = args[1:]
	switch {
	case len(o.axioms) == 0 && o.from == "":
		return usagef("no axiom given; name axioms, or a file of axioms with --axioms")
	case o.from == "-" && o.input.path == "-":
		return usagef("the ontology and the axioms cannot both come from standard input")
	}
	return nil
}

// checked is an axiom with its verdict.
type checked struct {
	axiom owl.Axiom
	*reasoner.Judgement
	conflict           []owl.Axiom // asserted axioms of a minimal conflict with the axiom
	assuming           []suggest.BuiltInAxiom
	suggest.Assessment // the zero value if the axiom is not of a form that is assessed
}

func runCheck(ctx context.Context, streams *streams, opts checkOptions) error {
	ontology, _, err := opts.input.read(ctx, streams)
	if err != nil {
		return err
	}
	names := relations.Names(ontology)
	axioms, err := readAxioms(streams, opts.axioms, opts.from,
		func(text string) (owl.Axiom, error) {
			return parseAxiom(names, text)
		})
	if err != nil {
		return err
	}
	r, err := reasoner.New(ctx, ontology, reasoner.Options{Progress: streams.report})
	if err != nil {
		return err
	}
	if !r.Consistent() {
		return inconsistent(opts.input.path)
	}
	c := checker{reasoner: r, explainer: explain.Of(r, explain.Options{}),
		session: sync.OnceValues(func() (*curate.Session, error) {
			return curate.Open(ctx, curate.Source{Ontology: ontology},
				curate.Options{WithoutModel: true, Reasoner: r})
		})}
	m := names.Manchester()
	var lines []checkJSON
	var text strings.Builder
	for _, a := range axioms {
		checked, err := c.check(ctx, a)
		if err != nil {
			return err
		}
		lines = append(lines, checked.line(m))
		text.WriteString(checked.text(m))
	}
	return writeLines(streams, opts.output, lines, text.String)
}

// checker computes verdicts, conflicts and assessments.
type checker struct {
	reasoner  *reasoner.Reasoner
	explainer *explain.Explainer
	session   func() (*curate.Session, error) // opened when an axiom is assessed
}

// conflictTime limits the search for a minimal conflict.
const conflictTime = 5 * time.Second

func (c *checker) check(ctx context.Context, a owl.Axiom) (*checked, error) {
	j, err := c.reasoner.Judge(ctx, a)
	if err != nil {
		return nil, err
	}
	out := &checked{axiom: a, Judgement: j}
	_, isSubClass := a.(*owl.SubClassOf)
	switch {
	case j.Verdict == reasoner.Contradicts:
		out.conflict, err = c.conflict(ctx, a, j)
	case j.Verdict == reasoner.Novel && isSubClass:
		err = c.assess(ctx, out)
	}
	return out, err
}

// assess adds tier, evidence and checks to a new axiom. If the axiom is entailed together with
// built-in axioms, it adds these instead.
func (c *checker) assess(ctx context.Context, out *checked) error {
	s, err := c.session()
	if err != nil {
		return err
	}
	out.assuming, err = s.BuiltIn.Complete(ctx, out.axiom, out.Judgement)
	if err == nil && out.Verdict == reasoner.Novel {
		out.Assessment, _ = s.Suggester.Assess(out.axiom)
	}
	return err
}

// conflict returns the asserted axioms of a minimal conflict with an axiom, or nil if none is found
// in time.
func (c *checker) conflict(ctx context.Context, a owl.Axiom, j *reasoner.Judgement) (
	[]owl.Axiom, error) {
	goal := j.Consequence()
	if j.BeyondEL {
		return c.reasoner.JustificationBeyondEL(ctx, goal, a)
	}
	explanation, err := c.explainer.Supposing(a).Axiom(ctx, goal)
	if errors.Is(err, explain.ErrOutsideEL) || errors.Is(err, explain.ErrTooLarge) {
		return nil, nil
	}
	if err != nil || !explanation.Entailed() {
		return nil, err
	}
	found, err := explanation.Justifications(ctx, explain.Limits{Count: 1, Time: conflictTime})
	if err != nil || len(found.Sets) == 0 {
		return nil, err
	}
	var set []owl.Axiom
	for _, number := range found.Sets[0] {
		if number < explain.FirstHypothetical {
			set = append(set, explanation.Cited(number))
		}
	}
	return set, nil
}

// checkJSON is a line of check --json. Names never change; new ones may be added.
type checkJSON struct {
	Axiom   string `json:"axiom"`
	Verdict string `json:"verdict"`
	Exact   bool   `json:"exact"`
	// Built-in axioms of RO, BFO and IAO that the verdict uses.
	Assuming []string    `json:"assuming"`
	Outside  outsideJSON `json:"outside"`
	Conflict []string    `json:"conflict"` // asserted axioms that contradict the axiom
	// Inconsistent and Unsatisfiable are what the axiom would cause.
	Inconsistent  bool      `json:"inconsistent,omitempty"`
	Unsatisfiable []owl.IRI `json:"unsatisfiable,omitempty"`

	// Tier is null unless the axiom is new, of the form C ⊑ D or C ⊑ ∃r.D, and not rejected by a
	// check.
	Tier       *suggest.Tier   `json:"tier"`
	RejectedBy []rejectionJSON `json:"rejectedBy"`
	Evidence   []evidenceJSON  `json:"evidence"`
}

type outsideJSON struct {
	Axioms int    `json:"axioms"`
	First  string `json:"first,omitempty"`
}

func outsideOf(o reasoner.Outside) outsideJSON {
	if o.Axioms == 0 {
		return outsideJSON{}
	}
	return outsideJSON{o.Axioms, owl.Functional(o.First)}
}

func (c *checked) line(m owl.Manchester) checkJSON {
	return checkJSON{
		Axiom: owl.Functional(c.axiom), Verdict: string(c.Verdict), Exact: c.Exact,
		Outside:  outsideOf(c.Outside),
		Conflict: mapped(c.conflict, owl.Functional), Inconsistent: c.Inconsistent,
		Unsatisfiable: irisOf(c.Unsatisfiable[:min(len(c.Unsatisfiable), mostNamed)]),
		Assuming:      mapped(suggest.AxiomsOf(c.assuming), owl.Functional),
		Tier:          nonZero(c.Tier), RejectedBy: rejections(m, c.Assessment),
		Evidence: evidenceLines(m, c.Evidence),
	}
}

// text renders the verdict for people: the axiom, and below it the verdict, checks and evidence.
func (c *checked) text(m owl.Manchester) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", printable(m.Axiom(c.axiom)))
	switch {
	case c.Verdict == reasoner.Entailed:
		b.WriteString("  entailed\n")
		for _, a := range c.assuming {
			fmt.Fprintf(&b, "    assuming %s (%s)\n", printable(m.Axiom(a.Axiom)), a.Source)
		}
	case c.Verdict == reasoner.Contradicts:
		fmt.Fprintf(&b, "  contradicts: %s\n", contradiction(m, &c.Conflict))
		for _, a := range c.conflict {
			fmt.Fprintf(&b, "    %s\n", printable(m.Axiom(a)))
		}
	case c.Exact:
		b.WriteString("  new: not entailed, no contradiction\n")
	default:
		fmt.Fprintf(&b, "  %s\n", noContradiction(m, c.Outside))
	}
	for _, x := range c.RejectedBy {
		fmt.Fprintf(&b, "  rejected by check %s: %s\n", x.Check, sentenceOf(m, x.Evidence))
	}
	if c.Tier != "" {
		fmt.Fprintf(&b, "  %s\n", c.Tier)
	}
	for _, e := range c.Evidence {
		fmt.Fprintf(&b, "    %s\n", signed(m, e))
	}
	return b.String()
}

// noContradiction returns the sentence for a verdict "new" that is not exact.
func noContradiction(m owl.Manchester, o reasoner.Outside) string {
	if o.Axioms == 0 {
		return "no contradiction found; the axiom is outside OWL 2 EL"
	}
	return fmt.Sprintf("no contradiction found, but %s outside OWL 2 EL may matter, first: %s",
		plural(o.Axioms, "axiom", "axioms"), printable(m.Axiom(o.First)))
}

// contradiction names the first classes that would become unsatisfiable.
func contradiction(m owl.Manchester, c *reasoner.Conflict) string {
	if c.Inconsistent {
		return "the ontology would be inconsistent"
	}
	first := c.Unsatisfiable[:min(3, len(c.Unsatisfiable))]
	text := strings.Join(printed(first, func(c owl.Class) string { return m.IRI(c.IRI) }), ", ")
	switch more := len(c.Unsatisfiable) - len(first); {
	case c.Partial && more > 0:
		text += fmt.Sprintf(" and at least %d more", more)
	case c.Partial:
		text += " and perhaps more"
	case more > 0:
		text += fmt.Sprintf(" and %d more", more)
	}
	return text + " would be unsatisfiable"
}

// readAxioms parses the axioms of the command line and then those of the file from, if there is
// one.
func readAxioms(
	streams *streams, list []string, from string, parse func(string) (owl.Axiom, error),
) (axioms []owl.Axiom, err error) {
	add := func(text string) error {
		a, err := parse(text)
		if err == nil {
			axioms = append(axioms, a)
		}
		return err
	}
	for _, text := range list {
		if err := add(text); err != nil {
			return nil, err
		}
	}
	if from == "" {
		return axioms, nil
	}
	name, err := readLines(streams, from, add)
	if err == nil && len(axioms) == len(list) {
		err = inputError{fmt.Errorf("%s: no axiom in the file", name)}
	}
	return slices.Clip(axioms), err
}

// isOpen reports whether a text has an odd number of quotation marks.
func isOpen(text string) bool {
	return (strings.Count(text, `"`)-strings.Count(text, `\"`))%2 == 1
}

// maxLines is the maximum size of a file of axioms or classes in bytes.
const maxLines = 64 << 20

// readLines calls f with the lines of a file, or of standard input for "-". Empty lines, lines that
// begin with # and a byte order mark are skipped. If f refuses a line with an open quotation mark,
// it gets the lines up to the closing one, because a literal may have line breaks. It returns the
// name of the file for messages.
func readLines(streams *streams, path string, f func(line string) error) (name string, err error) {
	name, r, err := openText(streams, path)
	if err != nil {
		return name, err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxLines+1))
	switch {
	case err != nil:
		return name, inputError{fmt.Errorf("%s: %w", name, err)}
	case len(text) > maxLines:
		return name, inputError{fmt.Errorf("%s: more than 64 MiB", name)}
	case !utf8.Valid(text):
		return name, inputError{fmt.Errorf("%s: the file is not in UTF-8", name)}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line, first := strings.TrimSpace(lines[i]), i
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		err := f(line)
		if err != nil && isOpen(line) {
			open := true
			for open && i+1 < len(lines) {
				i++
				open = open != isOpen(lines[i])
			}
			if !open {
				err = f(strings.TrimSpace(strings.Join(lines[first:i+1], "\n")))
			}
		}
		if err != nil {
			return name, inputError{fmt.Errorf("%s:%d: %s", name, first+1, oneLine(err))}
		}
	}
	return name, nil
}
