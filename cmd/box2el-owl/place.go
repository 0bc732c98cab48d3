package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"box2el-owl/curate"
	"box2el-owl/owl"
	"box2el-owl/owl/relations"
	"box2el-owl/suggest"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/place"
)

type placeOptions struct {
	input   inputOptions
	class   string // named on the command line
	about   suggest.NewClass
	parents []string
	tier    string
	limit   int
	axioms  bool
	output  outputOptions
	store   storeOptions
}

func newPlaceCmd(io *streams) *cobra.Command {
	var opts placeOptions
	cmd := &cobra.Command{
		Use:   "place ONTOLOGY {--label LABEL | CLASS}",
		Short: "Propose superclasses, restrictions and a definition for a new class",
		Long: `Propose duplicates, superclasses, restrictions and a definition for a new class,
each with its tier, evidence and verdict of the reasoner.

The class is described by a label and optionally synonyms, a textual definition and known
superclasses. CLASS is an existing class that lacks axioms: its label, synonyms, definition and
axioms are read from the ontology. --tier speculative also shows similar names and speculative
suggestions. If the text does not determine a place, there are no proposals. Axioms like those
accepted for similar classes come first, axioms like those rejected for them last.

With --axioms the new class is urn:box2el-owl:new-class; replace it by the IRI of the class, and
give the file to 'apply --axioms'.`,
		Example: `  box2el-owl place examples/places.obo --label "salt marsh" \
    --definition "A marsh whose water is saline."
  box2el-owl place examples/pizzeria.ttl --label "spicy vegetarian pizza" --json`,
		Args: positional(1, 2),
		RunE: running(io, &opts, runPlace),
	}
	opts.input.addFlags(cmd, io)
	opts.store.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opts.about.Label, "label", "", "the label of the class")
	flags.StringArrayVar(&opts.about.Synonyms, "synonym", nil, "a synonym of the class")
	flags.StringVar(&opts.about.Definition, "definition", "", "the textual definition of the class")
	flags.StringArrayVar(&opts.parents, "parent", nil,
		"a known superclass: a `CLASS` of the ontology")
	flags.StringVar(&opts.tier, "tier", "possible",
		"show tiers down to `TIER`: likely, possible, speculative")
	choose(cmd, "tier", "likely", "possible", "speculative")
	flags.IntVar(&opts.limit, "limit", 5, "rows of each kind")
	atLeast(cmd, 1, "limit")
	flags.BoolVar(&opts.axioms, "axioms", false, "only the axioms, in functional syntax")
	opts.output.addTextFlags(cmd, io)
	completeClasses(cmd, "parent")
	beforeRun(cmd, opts.check)
	return cmd
}

func (o *placeOptions) check(args []string) error {
	o.class = strings.Join(args[1:], "")
	switch {
	case o.class == "" && strings.TrimSpace(o.about.Label) == "":
		return usagef("no class given; name a CLASS, or describe a new one with --label")
	case o.output.format == "json" && o.axioms:
		return usagef("--json excludes --axioms")
	}
	return nil
}

// cut removes the rows below the tier, and those above the limit. A superclass that is ranked
// before one that is shown stays, in any tier. It returns the number of rows removed because of
// their tier.
func (o *placeOptions) cut(p *suggest.Placement) (removed int) {
	tiers := suggestTiers[o.tier]
	shown := func(x suggest.Suggestion) bool { return slices.Contains(tiers, x.Tier) }
	n := len(p.Superclasses)
	for n > 0 && !shown(p.Superclasses[n-1]) {
		n--
	}
	removed = len(p.Superclasses) - n
	p.Superclasses = p.Superclasses[:n]
	for _, list := range []*[]suggest.Suggestion{&p.Restrictions, &p.Definitions} {
		n := len(*list)
		*list = slices.DeleteFunc(*list, func(x suggest.Suggestion) bool { return !shown(x) })
		removed += n - len(*list)
	}
	for _, list := range []*[]suggest.Suggestion{&p.Superclasses, &p.Restrictions, &p.Definitions} {
		*list = (*list)[:min(o.limit, len(*list))]
	}
	if len(p.Superclasses) == 0 {
		p.Tier = ""
	}
	if !slices.Contains(tiers, suggest.Speculative) {
		p.Duplicates = slices.DeleteFunc(p.Duplicates,
			func(d suggest.Duplicate) bool { return d.Kind == place.Resembling })
	}
	p.Duplicates = p.Duplicates[:min(o.limit, len(p.Duplicates))]
	return removed
}

func runPlace(ctx context.Context, streams *streams, opts placeOptions) error {
	ontology, _, err := opts.input.read(ctx, streams)
	if err != nil {
		return err
	}
	names := relations.Names(ontology)
	if err := opts.describe(names); err != nil {
		return err
	}
	decisions, err := opts.store.decisions(ctx, ontologyKey(ontology, opts.input))
	switch {
	case err != nil && opts.store.path != "":
		return err
	case err != nil:
		streams.note("warning: decisions are not used: %v", err)
	}
	s, err := curate.Open(ctx, curate.Source{Ontology: ontology},
		curate.Options{WithoutModel: true, Decisions: decisions, Progress: streams.report})
	switch {
	case errors.Is(err, curate.ErrInconsistent):
		return inconsistent(opts.input.path)
	case err != nil:
		return err
	}
	found, err := s.Suggester.Place(ctx, opts.about)
	if err != nil {
		return err
	}
	removed := opts.cut(found)
	p := shownPlacement{Placement: found, class: opts.about, names: names,
		m: names.Manchester(), speculative: removed}
	if opts.output.format != "json" && !opts.axioms {
		return streams.writeText(opts.output.path, p.text())
	}
	return streams.write(opts.output.path, func(w io.Writer) error {
		if opts.axioms {
			for _, x := range slices.Concat(p.Superclasses, p.Restrictions, p.Definitions) {
				fmt.Fprintln(w, owl.Functional(x.Axiom))
			}
			return nil
		}
		line, err := streams.withWarnings(p.object())
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\n", line)
		}
		return err
	})
}

// describe sets the classes that the command line names.
func (o *placeOptions) describe(names *owl.Names) (err error) {
	if o.class != "" {
		class, err := entitiesNamed(names, owl.ClassKind, o.class)
		if err != nil {
			return err
		}
		o.about.IRI = class[0]
	}
	o.about.Parents, err = entitiesNamed(names, owl.ClassKind, o.parents...)
	return err
}

// shownPlacement is a placement to show.
type shownPlacement struct {
	*suggest.Placement
	class suggest.NewClass
	names *owl.Names
	m     owl.Manchester

	speculative int // rows that are not shown because of their tier
}

// placementJSON is the object of place --json. Names never change; new ones may be added.
type placementJSON struct {
	Class        owl.IRI         `json:"class,omitzero"`
	Label        string          `json:"label"`
	Duplicates   []duplicateJSON `json:"duplicates"`
	Superclasses []placedJSON    `json:"superclasses"`
	Restrictions []placedJSON    `json:"restrictions"`
	Definitions  []placedJSON    `json:"definitions"`
	Tier         *suggest.Tier   `json:"tier"` // tier of the first superclass
}

type duplicateJSON struct {
	Class    owl.IRI        `json:"class"`
	Name     string         `json:"name"`
	Kind     string         `json:"kind"`
	Score    float64        `json:"score"`
	Evidence []evidenceJSON `json:"evidence"`
}

type placedJSON struct {
	Axiom       string          `json:"axiom"`
	Manchester  string          `json:"manchester"`
	Tier        suggest.Tier    `json:"tier"`
	Probability float64         `json:"probability"`
	Rank        int             `json:"rank"`
	Verdict     suggest.Verdict `json:"verdict"`
	Exact       bool            `json:"exact"`
	Evidence    []evidenceJSON  `json:"evidence"`
}

func (p *shownPlacement) object() placementJSON {
	return placementJSON{
		Class: p.class.IRI, Label: p.class.Label,
		Duplicates: mapped(p.Duplicates, func(d suggest.Duplicate) duplicateJSON {
			return duplicateJSON{d.Class, d.Name, string(d.Kind), d.Score,
				evidenceLines(p.m, d.Evidence)}
		}),
		Superclasses: p.lines(p.Superclasses), Restrictions: p.lines(p.Restrictions),
		Definitions: p.lines(p.Definitions), Tier: nonZero(p.Tier),
	}
}

func (p *shownPlacement) lines(list []suggest.Suggestion) []placedJSON {
	return mapped(list, func(x suggest.Suggestion) placedJSON {
		return placedJSON{owl.Functional(x.Axiom), rightSide(p.m, &x), x.Tier, x.Probability,
			x.Rank, x.Verdict, x.Exact, evidenceLines(p.m, x.Evidence)}
	})
}

// text renders the placement for people.
func (p *shownPlacement) text() string {
	if p.Empty() {
		if p.speculative > 0 {
			return fmt.Sprintf(
				"nothing likely or possible; speculative: %d, see --tier speculative\n",
				p.speculative)
		}
		return "no proposals: the text does not determine a place\n"
	}
	var b strings.Builder
	evidence := func(list []evidence.Evidence) {
		for _, e := range list {
			fmt.Fprintf(&b, "      %s\n", signed(p.m, e))
		}
	}
	heading := ""
	for _, d := range p.Duplicates {
		h := "possible duplicates"
		if d.Kind == place.Resembling {
			h = "similar names"
		}
		if h != heading {
			b.WriteString(h + "\n")
			heading = h
		}
		fmt.Fprintf(&b, "  %s\n", headingOf(p.m, p.names, d.Class))
		evidence(d.Evidence)
	}
	for _, part := range []struct {
		name string
		list []suggest.Suggestion
	}{{"superclasses", p.Superclasses}, {"restrictions", p.Restrictions},
		{"definitions", p.Definitions}} {
		if len(part.list) > 0 {
			b.WriteString(part.name + "\n")
		}
		for i, x := range part.list {
			fmt.Fprintf(&b, "%4d  %s  (%s)\n", i+1, rightSide(p.m, &x), x.Tier)
			for _, line := range sharedLabels(p.m, &x, false) {
				fmt.Fprintf(&b, "      %s\n", line)
			}
			evidence(x.Evidence)
		}
	}
	return b.String()
}
