package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/report"
)

type demoOptions struct {
	output  string // file of the plot
	format  report.Format
	seed    uint64
	seeds   int
	data    string // data of the ablations; "": the family ontology
	steps   int
	dim     int
	json    bool
	workers int
}

// Default numbers of seeds of an ablation. A training on the family ontology takes milliseconds.
const (
	familySeeds = 10
	dataSeeds   = 3
)

func newDemoCmd(io *streams) *cobra.Command {
	opts := demoOptions{}
	hyper := embed.DefaultHyper(embed.Box2EL)
	cmd := &cobra.Command{
		Use:   "demo family",
		Short: "Show the paper's proof of concept: boxes in two dimensions",
		Long: `Train Box²EL and ELBE on the paper's family ontology in two dimensions (section
4.1), print which of its axioms the boxes satisfy, and draw the boxes (--output). A model that
represents a role as one vector cannot separate mothers and fathers; head and tail boxes of a role
can.

Then run the paper's ablations (appendix E): the number of negatives per axiom, and the
representation of roles. The paper's data are not available. On the family ontology, which is too
small to hold out axioms, the table shows how many axioms the boxes satisfy and the ranks of the
training axioms. With --data, an ontology or a folder in the authors' layout, it shows the ranks
of held-out axioms.`,
		Example: `  box2el-owl demo family -o family.svg
  box2el-owl demo family --data examples/pizzeria.ttl --dim 20 --steps 200 --seeds 1`,
		Args: demoArgument,
		RunE: running(io, &opts, runDemo),
	}
	flags := cmd.Flags()
	flags.StringVarP(&opts.output, "output", "o", "", "draw the boxes into `FILE`, .svg or .png")
	flags.Uint64Var(&opts.seed, "seed", 1, "the first seed of initial parameters")
	flags.IntVar(&opts.seeds, "seeds", 0,
		fmt.Sprintf("runs of each setting of the ablations (default %d, with --data %d)",
			familySeeds, dataSeeds))
	flags.StringVar(&opts.data, "data", "",
		"ontology or folder in the authors' layout for the ablations")
	flags.IntVar(&opts.steps, "steps", hyper.Steps, "steps of a training, with --data")
	flags.IntVar(&opts.dim, "dim", hyper.Dim, "dimensions, with --data")
	flags.BoolVar(&opts.json, "json", false, "as one JSON document")
	flags.BoolVarP(&io.quiet, "quiet", "q", false, "no progress, no notes")
	atLeast(cmd, 0, "seeds")
	atLeast(cmd, 1, "steps", "dim")
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
	if o.output != "" {
		var err error
		if o.format, err = report.FormatOf(o.output); err != nil {
			return usagef("--output %w", err)
		}
	}
	if o.seeds == 0 {
		o.seeds = familySeeds
		if o.data != "" {
			o.seeds = dataSeeds
		}
	}
	return nil
}

// demoJSON is the document of demo family --json. Names never change; new ones may be added.
type demoJSON struct {
	Dataset  string       `json:"dataset"`
	Seed     uint64       `json:"seed"`
	Options  demoHyper    `json:"options"` // of Models, which use no negatives
	Models   []demoModel  `json:"models"`
	Ablation demoAblation `json:"ablation"`
}

// demoModel is a model of the family ontology.
type demoModel struct {
	Model  embed.Architecture `json:"model"`
	Title  string             `json:"title"`
	Loss   float64            `json:"loss"` // in the last step
	Holds  int                `json:"holds"`
	Claims []embed.Claim      `json:"claims"`
	Boxes  []demoBox          `json:"boxes"`
}

type demoBox struct {
	Name  string     `json:"name"`
	Role  string     `json:"role,omitempty"` // the role of a head or tail box
	Lower [2]float64 `json:"lower"`
	Upper [2]float64 `json:"upper"`
}

type demoAblation struct {
	Dataset string              `json:"dataset"`
	Options demoHyper           `json:"options"`
	Axioms  int                 `json:"axioms"` // axioms ranked
	Held    bool                `json:"heldOut"`
	Rows    []embed.AblationRow `json:"rows"`
}

// demoHyper holds the options that all trainings of a table have in common.
type demoHyper struct {
	Dim              int     `json:"dim"`
	Margin           float64 `json:"margin"`
	NegativeDistance float64 `json:"negativeDistance"`
	Regularization   float64 `json:"regularization"`
	Rate             float64 `json:"rate"`
	Steps            int     `json:"steps"`
}

func hyperOf(o embed.Options) demoHyper {
	h := o.Hyper
	return demoHyper{h.Dim, h.Margin, h.NegativeDistance, h.Regularization, h.Rate, h.Steps}
}

func (h demoHyper) text() string {
	return fmt.Sprintf("n = %d, γ = %g, δ = %g, λ = %g, %d steps", h.Dim, h.Margin,
		h.NegativeDistance, h.Regularization, h.Steps)
}

func runDemo(ctx context.Context, streams *streams, opts demoOptions) error {
	result := demoJSON{Dataset: "family", Seed: opts.seed,
		Options: hyperOf(embed.FamilyOptions(embed.Box2EL, opts.seed))}
	for _, m := range []demoModel{{Model: embed.Box2EL, Title: "Box²EL"},
		{Model: embed.ELBE, Title: "ELBE"}} {
		if err := m.train(ctx, opts); err != nil {
			return err
		}
		result.Models = append(result.Models, m)
	}
	var err error
	if result.Ablation, err = opts.ablate(ctx, streams); err != nil {
		return err
	}
	if opts.output != "" {
		if err := streams.write(opts.output,
			func(w io.Writer) error { return result.plot().Draw(w, opts.format) }); err != nil {
			return err
		}
	}
	return streams.write("", func(w io.Writer) error {
		if opts.json {
			return writeIndented(w, result)
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
			demoBox{Name: name, Role: role, Lower: [2]float64(lower), Upper: [2]float64(upper)})
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
		panel := report.BoxPanel{Title: m.Title}
		for _, b := range m.Boxes {
			panel.Boxes = append(panel.Boxes,
				report.Box{Name: b.Name, Role: b.Role, Lower: b.Lower, Upper: b.Upper})
		}
		boxes.Panels = append(boxes.Panels, panel)
		if i > 0 {
			boxes.Subtitle += ", "
		}
		boxes.Subtitle += fmt.Sprintf("%s satisfies %d of %d axioms", m.Title, m.Holds,
			len(m.Claims))
	}
	return boxes
}

// ablate runs the ablations on the family ontology or on the data of --data.
func (o demoOptions) ablate(ctx context.Context, streams *streams) (demoAblation, error) {
	if o.data == "" {
		base := embed.FamilyOptions(embed.Box2EL, o.seed)
		base.Workers, base.Progress = o.workers, streams.report
		rows, err := embed.AblateFamily(ctx, base, o.seeds)
		if err != nil {
			return demoAblation{}, err
		}
		return demoAblation{Dataset: "family", Options: hyperOf(base), Axioms: rows[0].Metrics.N,
			Rows: rows}, nil
	}
	d, err := o.readData(ctx, streams)
	if err != nil {
		return demoAblation{}, err
	}
	if d.Test[dataset.NF1].Len()+d.Test[dataset.NF2].Len()+d.Test[dataset.NF3].Len()+
		d.Test[dataset.NF4].Len() == 0 {
		return demoAblation{}, fmt.Errorf(
			"%s: too small to hold out axioms for testing", o.data)
	}
	hyper, variant := embed.DefaultHyper(embed.Box2EL), embed.Paper()
	hyper.Steps, hyper.Dim = o.steps, o.dim
	base := embed.Options{Hyper: &hyper, Variant: &variant, Seed: o.seed, Workers: o.workers,
		Progress: streams.report}
	rows, err := embed.Ablate(ctx, d, base, o.seeds)
	if err != nil {
		return demoAblation{}, err
	}
	return demoAblation{Dataset: d.Name, Options: hyperOf(base), Axioms: rows[0].Metrics.N,
		Held: true, Rows: rows}, nil
}

// readData reads data for subsumption prediction, split by the files or with the first seed.
func (o demoOptions) readData(ctx context.Context, streams *streams) (*dataset.Dataset, error) {
	c, err := readInputData(ctx, streams, inputDataOptions{
		input: inputOptions{path: o.data}, task: dataset.Prediction, paper: true,
		workers: o.workers,
	})
	if err != nil {
		return nil, err
	}
	return c.part(ctx, dataset.Prediction, o.seed, reasonWith(streams, o.workers))
}

// text renders the result for people.
func (d *demoJSON) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "The family ontology (paper, section 4.1): %s, no negatives, seed %d.\n",
		d.Options.text(), d.Seed)
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
	writeColumns(&b, append(rows, last))
	b.WriteString("\n" + d.Ablation.text(len(d.Models[0].Claims)))
	return b.String()
}

func (a demoAblation) text(claims int) string {
	var b strings.Builder
	what := fmt.Sprintf("the %d training axioms", a.Axioms)
	if a.Held {
		what = fmt.Sprintf("%d held-out axioms", a.Axioms)
	}
	fmt.Fprintf(&b,
		"Ablations (appendix E) on %s: %s. Means of %d runs each;\nranks of %s, raw.\n\n",
		a.Dataset, a.Options.text(), a.Rows[0].Seeds, what)
	header := []string{"", "H@1", "H@10", "H@100", "median", "MRR", "MR", "AUC"}
	if a.Rows[0].Holds != nil {
		header = append(header[:1:1],
			append([]string{fmt.Sprintf("satisfied of %d", claims)}, header[1:]...)...)
	}
	var rows [][]string
	study := ""
	for _, r := range a.Rows {
		if r.Study != study {
			study = r.Study
			header[0] = map[string]string{"negatives": "negatives per axiom",
				"roles": "roles as"}[study]
			rows = append(rows, append([]string{}, header...))
		}
		name := "ω = " + strconv.Itoa(r.Negatives)
		if r.Study == "roles" {
			name = map[embed.Architecture]string{embed.Box2EL: "boxes (Box²EL)",
				embed.Box2ELTr: "vectors (Box²EL-Tr)"}[r.Model]
		}
		row := []string{name}
		if r.Holds != nil {
			row = append(row, fmt.Sprintf("%.1f", *r.Holds))
		}
		m := r.Metrics
		for _, x := range []float64{m.Hits.At1, m.Hits.At10, m.Hits.At100} {
			row = append(row, fmt.Sprintf("%.3f", x))
		}
		rows = append(rows, append(row, fmt.Sprintf("%.1f", m.Median), fmt.Sprintf("%.3f", m.MRR),
			fmt.Sprintf("%.1f", m.MeanRank), fmt.Sprintf("%.3f", m.AUC)))
	}
	writeColumns(&b, rows)
	return b.String()
}

// writeColumns writes a table with the first column left-aligned and the others right-aligned.
func writeColumns(b *strings.Builder, rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line.WriteString(cell + padding)
			} else {
				line.WriteString("  " + padding + cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
