package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"box2el-owl/embed"
	"box2el-owl/report"
)

type demoOptions struct {
	output  string // file of the plot
	seed    uint64
	json    bool
	workers int
}

func newDemoCmd(io *streams) *cobra.Command {
	var opts demoOptions
	cmd := &cobra.Command{
		Use:   "demo family",
		Short: "Show the paper's proof of concept: boxes in two dimensions",
		Long: `Train Box²EL and ELBE on the paper's family ontology in two dimensions (section
4.1), print which of its axioms the boxes satisfy, and draw the boxes (--output). A model that
represents a role as one vector cannot separate mothers and fathers; head and tail boxes of a role
can.`,
		Example: `  box2el-owl demo family -o family.svg`,
		Args:    demoArgument,
		RunE:    running(io, &opts, runDemo),
	}
	flags := cmd.Flags()
	flags.StringVarP(&opts.output, "output", "o", "", "draw the boxes into `FILE`, .svg")
	flags.Uint64Var(&opts.seed, "seed", 1, "the seed of initial parameters")
	flags.BoolVar(&opts.json, "json", false, "as one JSON document")
	flags.BoolVarP(&io.quiet, "quiet", "q", false, "no progress, no notes")
	addWorkers(cmd, &opts.workers)
	beforeRun(cmd, opts.check)
	return cmd
}

func demoArgument(cmd *cobra.Command, args []string) error {
	if err := positional(1, 1)(cmd, args); err != nil {
		return err
	}
	if args[0] != "family" {
		return fmt.Errorf("unknown demo %q: use 'family'", args[0])
	}
	return nil
}

func (o *demoOptions) check([]string) error {
	if o.output != "" && !strings.EqualFold(filepath.Ext(o.output), ".svg") {
		return usagef("--output %s: plots are written as .svg", o.output)
	}
	return nil
}

// demoJSON is the document of demo family --json. Names never change; new ones may be added.
type demoJSON struct {
	Dataset string       `json:"dataset"`
	Seed    uint64       `json:"seed"`
	Options *embed.Hyper `json:"options"`
	Models  []demoModel  `json:"models"`
}

// demoModel is a model of the family ontology.
type demoModel struct {
	Model  embed.Architecture `json:"model"`
	Title  string             `json:"title"`
	Loss   float64            `json:"loss"` // in the last step
	Holds  int                `json:"holds"`
	Claims []embed.Claim      `json:"claims"`
	Boxes  []report.Box       `json:"boxes"`
}

func runDemo(ctx context.Context, streams *streams, opts demoOptions) error {
	result := demoJSON{Dataset: "family", Seed: opts.seed,
		Options: embed.FamilyOptions(embed.Box2EL, opts.seed).Hyper}
	for _, m := range []demoModel{{Model: embed.Box2EL, Title: "Box²EL"},
		{Model: embed.ELBE, Title: "ELBE"}} {
		if err := m.train(ctx, opts); err != nil {
			return err
		}
		result.Models = append(result.Models, m)
	}
	if opts.output != "" {
		if err := streams.write(opts.output, result.plot().Draw); err != nil {
			return err
		}
	}
	return streams.write("", func(w io.Writer) error {
		if opts.json {
			return streams.writeDocument(w, result)
		}
		_, err := io.WriteString(w, result.text())
		return err
	})
}

// train trains the model on the family ontology and checks its boxes.
func (m *demoModel) train(ctx context.Context, opts demoOptions) error {
	options := embed.FamilyOptions(m.Model, opts.seed)
	options.Workers = opts.workers
	family := embed.Family()
	trained, err := embed.Train(ctx, family, options)
	if err != nil {
		return err
	}
	m.Loss = trained.History[len(trained.History)-1].Total
	if m.Claims, err = embed.CheckFamily(trained); err != nil {
		return err
	}
	for _, claim := range m.Claims {
		if claim.Holds {
			m.Holds++
		}
	}
	add := func(name, role string, region embed.Region) {
		lower, upper := region.Lower(), region.Upper()
		m.Boxes = append(m.Boxes,
			report.Box{Name: name, Role: role, Lower: [2]float64(lower), Upper: [2]float64(upper)})
	}
	for c, iri := range family.Classes {
		region, err := trained.ClassRegion(int32(c))
		if err != nil {
			return err
		}
		add(fragment(iri), "", region)
	}
	for r, iri := range family.Roles {
		name := fragment(iri)
		if region, err := trained.HeadRegion(int32(r)); err == nil { // ELBE has none
			add("head of "+name, name, region)
		}
		if region, err := trained.TailRegion(int32(r)); err == nil {
			add("tail of "+name, name, region)
		}
	}
	return nil
}

func fragment(iri string) string { return iri[strings.LastIndexByte(iri, '#')+1:] }

// plot returns figure 3 of the paper.
func (d *demoJSON) plot() report.Boxes {
	boxes := report.Boxes{Title: "The family ontology in two dimensions",
		Subtitle: fmt.Sprintf("seed %d; ", d.Seed)}
	for i, m := range d.Models {
		boxes.Panels = append(boxes.Panels, report.BoxPanel{Title: m.Title, Boxes: m.Boxes})
		if i > 0 {
			boxes.Subtitle += ", "
		}
		boxes.Subtitle += fmt.Sprintf("%s satisfies %d of %d axioms", m.Title, m.Holds,
			len(m.Claims))
	}
	return boxes
}

// text renders the result for people.
func (d *demoJSON) text() string {
	var b strings.Builder
	h := d.Options
	fmt.Fprintf(&b, "The family ontology (paper, section 4.1): n = %d, γ = %g, δ = %g, λ = %g, "+
		"%d steps, no negatives, seed %d.\n", h.Dim, h.Margin, h.NegativeDistance, h.Regularization,
		h.Steps, d.Seed)
	b.WriteString(
		"Numbers are the violation of an axiom; it counts as satisfied up to 0.001.\n\n")
	var rows [][]string
	header := []string{"axiom"}
	for _, m := range d.Models {
		header = append(header, m.Title, "")
	}
	rows = append(rows, header)
	for i, claim := range d.Models[0].Claims {
		name := claim.Axiom
		if claim.Derived {
			name += " (entailed)"
		}
		row := []string{name}
		for _, m := range d.Models {
			row = append(row, map[bool]string{true: "yes", false: "no"}[m.Claims[i].Holds],
				fmt.Sprintf("%.4f", max(m.Claims[i].Excess, 0)))
		}
		rows = append(rows, row)
	}
	last := []string{"satisfied"}
	for _, m := range d.Models {
		last = append(last, fmt.Sprintf("%d/%d", m.Holds, len(m.Claims)), "")
	}
	return b.String() + columns(append(rows, last))
}

// columns returns a table with the first column left-aligned and the others right-aligned.
func columns(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := 0
	for _, row := range rows {
		width = max(width, utf8.RuneCountInString(row[0]))
	}
	for _, row := range rows {
		fmt.Fprintf(w, "%-*s\t%s\t\n", width, row[0], strings.Join(row[1:], "\t"))
	}
	w.Flush()
	return aroundTable.ReplaceAllString(b.String(), "")
}

// aroundTable matches the blanks before and after the lines of a table.
var aroundTable = regexp.MustCompile(`(?m)^  | +$`)
