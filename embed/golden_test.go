package embed

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
	"box2el-owl/internal/outside"
)

// The golden numbers were computed by the authors' code in float64; their README explains the
// fields.

type goldenHyper struct {
	Margin         float64 `json:"margin"`
	NegDist        float64 `json:"neg_dist"`
	Regularization float64 `json:"reg_factor"`
}

type goldenTensors map[string][][]float64

type goldenTerm struct {
	Term    string        `json:"term"`
	Variant string        `json:"variant"`
	Loss    float64       `json:"loss"`
	Grads   goldenTensors `json:"grads"`
}

type goldenCase struct {
	Name           string               `json:"name"`
	Dim            int                  `json:"dim"`
	NumClasses     int                  `json:"num_classes"`
	NumRoles       int                  `json:"num_roles"`
	NumIndividuals int                  `json:"num_individuals"`
	VisualLoss     bool                 `json:"visual_loss"`
	Hyper          goldenHyper          `json:"hyper"`
	Params         goldenTensors        `json:"params"`
	Batches        map[string][][]int32 `json:"batches"`
	Terms          []goldenTerm         `json:"terms"`
}

// goldenModels are the names of the models in the golden files.
var goldenModels = map[string]Architecture{
	"boxsqel": Box2EL, "boxsqel_tr": Box2ELTr, "elem": ELEm, "emelpp": EmELpp, "elbe": ELBE, "boxel": BoxEL,
}

// goldenVariants are the names of the variants in the golden files.
var goldenVariants = map[string]Variant{
	"as_published_code": Paper(),
	"corrected":         {PairedNF2: true, Hinge: true},
}

func readGolden(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(outside.Data(t, "box2el-golden"), file))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// TestGoldenLosses compares every loss and every gradient with those of the published code.
func TestGoldenLosses(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(outside.Data(t, "box2el-golden"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		var golden struct {
			Model string       `json:"model"`
			Cases []goldenCase `json:"cases"`
		}
		readGolden(t, filepath.Base(file), &golden)
		architecture, ok := goldenModels[golden.Model]
		if !ok {
			continue // not a file of losses
		}
		for _, c := range golden.Cases {
			for variant := range goldenVariants {
				t.Run(golden.Model+"/"+c.Name+"/"+variant, func(t *testing.T) {
					compareLosses(t, kernel.Portable[float64](), architecture, &c, variant, 1e-9)
					compareLosses(t, kernel.Portable[float32](), architecture, &c, variant, 2e-5)
					compareLosses(t, kernel.Float32(), architecture, &c, variant, 2e-5)
				})
			}
		}
	}
}

func compareLosses[T kernel.Float](t *testing.T, ops *kernel.Ops[T], a Architecture, c *goldenCase,
	variant string, tolerance float64) {
	t.Helper()
	tr := goldenTrainer(t, ops, a, c, goldenVariants[variant])
	byName := make(map[string]int)
	for i, term := range tr.model.terms {
		byName[term.name] = i
	}
	for _, want := range c.Terms {
		if want.Variant != "both" && want.Variant != variant {
			continue
		}
		if want.Term == "reg" {
			loss := tr.parameters.regularizer(tr.ops)
			near(t, want.Term+" loss", loss, want.Loss, tolerance)
			compareGradients(t, tr, regularizerGradient(tr), want, tolerance)
			continue
		}
		number, ok := byName[want.Term]
		if !ok {
			t.Errorf("the model has no term %q", want.Term)
			continue
		}
		loss, gradients := onlyTerm(t, tr, number, c.Batches)
		near(t, want.Term+" loss", loss, want.Loss, tolerance)
		compareGradients(t, tr, gradients, want, tolerance)
	}
}

// goldenTrainer returns a trainer with the parameters of the case.
func goldenTrainer[T kernel.Float](t *testing.T, ops *kernel.Ops[T], a Architecture, c *goldenCase,
	v Variant) *trainer[T] {
	t.Helper()
	d := &dataset.Dataset{
		Classes: make([]string, c.NumClasses), Roles: make([]string, c.NumRoles),
		Individuals: make([]string, c.NumIndividuals),
		Top:         dataset.None, Bottom: dataset.None,
	}
	h := Hyper{
		Dim: c.Dim, Margin: c.Hyper.Margin, NegativeDistance: c.Hyper.NegDist,
		Regularization: c.Hyper.Regularization,
		Rate:           .01, Steps: 100, Batch: 512, Negatives: 1, Visual: c.VisualLoss,
	}
	tr, err := newTrainer(ops, d, Options{Model: a, Hyper: &h, Variant: &v, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	setTensors(t, tr.parameters, c.Params)
	return tr
}

func setTensors[T kernel.Float](t *testing.T, p *parameters[T], tensors goldenTensors) {
	t.Helper()
	for b, block := range p.blocks {
		rows, ok := tensors[block.Name]
		if !ok && p.rows[b] > 0 {
			t.Fatalf("the case has no %s", block.Name)
		}
		for i, row := range rows {
			for j, x := range row {
				p.row(b, int32(i))[j] = T(x)
			}
		}
	}
}

// onlyTerm computes a term's loss and its gradient for every block, through the phases of a step.
func onlyTerm[T kernel.Float](t *testing.T, tr *trainer[T], number int,
	batches map[string][][]int32) (float64, [][]T) {
	t.Helper()
	tr.plan = planOf(tr, func(name string, kind sourceKind) [][]int32 {
		if name == tr.model.terms[number].name {
			return batches[name]
		}
		return nil
	}, number)
	tr.forward()
	if err := tr.reduce(1); err != nil {
		t.Fatal(err)
	}
	gradients := zeros(tr.parameters)
	for i, id := range tr.plan.rowIDs {
		b := tr.parameters.blockOf(id)
		block := tr.model.blocks[b]
		gradient := rowOf(gradients[b], block.Cols, id-tr.parameters.first[b])
		copy(gradient, tr.gradient(i, tr.buffers[0][0].sum))
		mulSign(gradient[block.Absolute:],
			tr.parameters.row(b, id-tr.parameters.first[b])[block.Absolute:])
	}
	return tr.losses[number], gradients
}

// mulSign converts derivatives by absolute values to derivatives by values.
func mulSign[T kernel.Float](gradient, values []T) {
	for i, x := range values {
		if x == 0 {
			gradient[i] = 0
		} else if x < 0 {
			gradient[i] *= -1
		}
	}
}

// regularizerGradient returns the gradient of the regularizer, which the steps of Adam add.
func regularizerGradient[T kernel.Float](tr *trainer[T]) [][]T {
	p := tr.parameters
	gradients := zeros(p)
	for b, block := range p.blocks {
		for i := range p.rows[b] {
			row := p.row(b, int32(i))
			norm := math.Sqrt(float64(tr.ops.SumSquares(row)))
			if block.regularization != 0 && norm > 0 {
				tr.ops.Axpy(rowOf(gradients[b], block.Cols, int32(i)), T(p.pull[b]/norm), row)
			}
		}
	}
	return gradients
}

// planOf returns a plan of given batches. If only is not −1, it is the only term with a batch of
// all classes.
func planOf[T kernel.Float](tr *trainer[T], batch func(name string, kind sourceKind) [][]int32,
	only int) *plan {
	p := &plan{step: 1, batches: make([][]int32, len(tr.model.terms)),
		counts: make([]int, len(tr.model.terms))}
	for i, term := range tr.model.terms {
		axioms := batch(term.name, term.source.kind)
		if term.source.kind == allClasses && (only == i || only == -1) {
			for c := range tr.planner.data.Classes {
				axioms = append(axioms, []int32{int32(c)})
			}
		}
		for _, axiom := range axioms {
			p.batches[i] = append(p.batches[i], axiom[:tr.planner.terms[i].width()]...)
		}
		p.counts[i] = len(axioms)
	}
	tr.planner.group(p)
	return p
}

func zeros[T kernel.Float](p *parameters[T]) [][]T {
	var z [][]T
	for _, values := range p.values {
		z = append(z, make([]T, len(values)))
	}
	return z
}

func compareGradients[T kernel.Float](t *testing.T, tr *trainer[T], got [][]T, want goldenTerm,
	tolerance float64) {
	t.Helper()
	for b, block := range tr.model.blocks {
		largest := largestOf(want.Grads[block.Name])
		for i, row := range want.Grads[block.Name] {
			for j, x := range row {
				g := float64(rowOf(got[b], block.Cols, int32(i))[j])
				if math.Abs(g-x) > tolerance*max(math.Abs(x), largest, 1e-3) {
					t.Errorf("%s (%s, %T): ∂/∂%s[%d,%d] = %v, want %v", want.Term, want.Variant,
						got[b][0], block.Name, i, j, g, x)
				}
			}
		}
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance*max(math.Abs(want), 1e-3) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

type goldenTrajectory struct {
	goldenCase
	Variant   string `json:"variant"`
	Milestone int    `json:"milestone"`
	Adam      struct {
		Rate float64 `json:"lr"`
	} `json:"adam"`
	Loss    []float64              `json:"loss_of_step"`
	Batches []map[string][][]int32 `json:"batches"`
	After   []goldenTensors        `json:"params_after_step"`
	M       goldenTensors          `json:"m_after_last"`
	V       goldenTensors          `json:"v_after_last"`
}

// UnmarshalJSON drops the number of the step, which is a field next to the tensors.
func (g *goldenTensors) UnmarshalJSON(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	*g = make(goldenTensors)
	for name, value := range fields {
		var rows [][]float64
		if json.Unmarshal(value, &rows) == nil {
			(*g)[name] = rows
		}
	}
	return nil
}

// TestGoldenTrajectory takes twenty steps on given batches. Two of the rows are used by few batches
// or none.
func TestGoldenTrajectory(t *testing.T) {
	var golden struct {
		Trajectories []goldenTrajectory `json:"trajectories"`
	}
	readGolden(t, "trajectory.json", &golden)
	for _, g := range golden.Trajectories {
		t.Run(g.Name+"/"+g.Variant, func(t *testing.T) {
			followTrajectory(t, kernel.Portable[float64](), &g, 1e-7)
			followTrajectory(t, kernel.Float32(), &g, 1e-5)
		})
	}
}

func followTrajectory[T kernel.Float](t *testing.T, ops *kernel.Ops[T], g *goldenTrajectory,
	tolerance float64) {
	t.Helper()
	tr := goldenTrainer(t, ops, Box2EL, &g.goldenCase, goldenVariants[g.Variant])
	h := Hyper{Rate: g.Adam.Rate, Steps: len(g.Loss), Decay: g.Milestone}
	tr.schedule = newAdamSchedule[T](h)
	next := func(s int) *plan {
		batch := g.Batches[s%len(g.Batches)]
		return planOf(tr, func(name string, _ sourceKind) [][]int32 { return batch[name] }, -1)
	}
	for s, want := range g.Loss {
		tr.plan = next(s)
		total := settled(tr, s+1).regularizer(ops)
		if err := tr.step(t.Context(), s+1); err != nil {
			t.Fatal(err)
		}
		for _, loss := range tr.losses {
			total += loss
		}
		near(t, "loss", total, want, tolerance)
		p := settled(tr, s+2)
		compareTensors(t, p, p.values, g.After[s], tolerance)
		if s == len(g.Loss)-1 {
			compareTensors(t, p, p.moment1, g.M, tolerance)
			compareTensors(t, p, p.moment2, g.V, tolerance)
		}
	}
}

// settled returns a copy of the parameters with all updates skipped before a step applied. Those of
// the trainer are unchanged.
func settled[T kernel.Float](tr *trainer[T], step int) *parameters[T] {
	p := *tr.parameters
	p.values, p.moment1, p.moment2 = cloned(p.values), cloned(p.moment1), cloned(p.moment2)
	p.updated = slices.Clone(p.updated)
	tr.schedule.prepare(step)
	rowID := func(i int) int32 { return int32(i) }
	p.applySkipped(tr.workers[0], tr.schedule, step, p.numRows(), rowID)
	return &p
}

func cloned[T kernel.Float](matrices [][]T) [][]T {
	c := make([][]T, len(matrices))
	for i := range matrices {
		c[i] = slices.Clone(matrices[i])
	}
	return c
}

// compareTensors allows differences relative to the entry, or to a tenth of the largest entry of
// the matrix.
func compareTensors[T kernel.Float](t *testing.T, p *parameters[T], got [][]T, want goldenTensors,
	tolerance float64) {
	t.Helper()
	for b, block := range p.blocks {
		largest := largestOf(want[block.Name])
		for i, row := range want[block.Name] {
			for j, x := range row {
				g := float64(rowOf(got[b], block.Cols, int32(i))[j])
				if math.Abs(g-x) > tolerance*max(math.Abs(x), largest/10) {
					t.Errorf("%T: %s[%d,%d] = %v, want %v", got[b][0], block.Name, i, j, g, x)
				}
			}
		}
	}
}

func largestOf(matrix [][]float64) float64 {
	var largest float64
	for _, row := range matrix {
		for _, x := range row {
			largest = max(largest, math.Abs(x))
		}
	}
	return largest
}
