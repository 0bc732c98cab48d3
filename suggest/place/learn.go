package place

import (
	"context"
	"fmt"
	"math"
	"slices"

	"box2el-owl/suggest/asserted"
)

// TrainingSet collects examples that coefficients are learned from. Its zero value is empty.
type TrainingSet struct {
	examples [numModels][]example
	terms    map[string]int // by ontology
	count    int            // of all terms
}

// example is a candidate with its features.
type example struct {
	ontology string
	features []float64
	right    bool
	term     int
	draft    *draft // of a definition
}

// Answers holds the axioms that curators added for a new class. Defined is true if these include a
// definition by equivalence.
type Answers struct {
	Parents      []int32
	Restrictions []asserted.Restriction
	Defined      bool
}

// Add adds the candidates for a Term as examples. The weights of the Placer's Engine must not have
// been learned from the ontology.
func (s *TrainingSet) Add(ctx context.Context, ontology string, p *Placer, t Term,
	a Answers) error {
	v, err := p.view(ctx, p.subject(t))
	if err != nil || v == nil {
		return err
	}
	if s.terms == nil {
		s.terms = make(map[string]int)
	}
	s.terms[ontology]++
	s.count++
	add := func(m model, features []float64, right bool) {
		s.examples[m] = append(s.examples[m], example{
			ontology: ontology, features: features, right: right, term: s.count})
	}
	if len(a.Parents) > 0 {
		for i, c := range v.parents[:min(len(v.parents), mostRows)] {
			add(parentModel(i), v.parentRows[c.Target].features,
				slices.Contains(a.Parents, c.Target))
		}
	}
	if len(a.Restrictions) > 0 {
		for _, c := range v.restrictions[:min(len(v.restrictions), mostRows)] {
			r := c.Restriction()
			add(restrictionModel, v.restrictionRows[r].features,
				slices.Contains(a.Restrictions, r))
		}
	}
	if a.Defined && len(a.Parents) > 0 && len(a.Restrictions) > 0 {
		for _, d := range v.drafts() {
			add(definitionModel, d.features, isRight(d.genus, d.restrictions, a))
			s.examples[definitionModel][len(s.examples[definitionModel])-1].draft = &d
		}
	}
	return nil
}

// isRight reports whether the genus and one of the restrictions of a definition are right.
func isRight(genus int32, restrictions []asserted.Restriction, a Answers) bool {
	return slices.Contains(a.Parents, genus) && slices.ContainsFunc(restrictions,
		func(r asserted.Restriction) bool { return slices.Contains(a.Restrictions, r) })
}

// Fit learns the coefficients from some ontologies and returns them as text, for coefficients.tsv.
// The weight of an ontology is the square root of the number of its terms.
func (s *TrainingSet) Fit(uses func(ontology string) bool) (string, error) {
	var c coefficients
	for _, m := range models() {
		var list []example
		var weights []float64
		for _, x := range s.examples[m] {
			if uses(x.ontology) {
				list = append(list, x)
				weights = append(weights, 1/math.Sqrt(float64(s.terms[x.ontology])))
			}
		}
		var err error
		if c[m], err = fit(list, weights, len(m.names())); err != nil {
			return "", fmt.Errorf("%v: %w", m, err)
		}
	}
	return c.String(), nil
}

// penalty is the weight of the sum of squares of the standardized coefficients (L2 regularization),
// relative to the weight of all examples.
const penalty = 0.001

// fit returns the intercept and the coefficients of a logistic regression on standardized features.
func fit(list []example, weights []float64, n int) ([]float64, error) {
	if len(list) == 0 {
		return nil, fmt.Errorf("no examples")
	}
	total := 0.0
	mean, scale := make([]float64, n), make([]float64, n)
	for i, x := range list {
		total += weights[i]
		for j, f := range x.features {
			mean[j] += weights[i] * f
		}
	}
	for j := range mean {
		mean[j] /= total
	}
	for i, x := range list {
		for j, f := range x.features {
			scale[j] += weights[i] * (f - mean[j]) * (f - mean[j])
		}
	}
	for j := range scale {
		scale[j] = max(math.Sqrt(scale[j]/total), 1e-6)
	}
	rows := make([][]float64, len(list))
	for i, x := range list {
		rows[i] = make([]float64, n)
		for j, f := range x.features {
			rows[i][j] = (f - mean[j]) / scale[j]
		}
	}
	out := newton(rows, list, weights, total)
	for j := range n {
		out[j+1] /= scale[j]
		out[0] -= out[j+1] * mean[j]
	}
	return out, nil
}

// newton minimizes the weighted log loss of a logistic regression by Newton's method with step
// halving. All coefficients but the intercept are penalized.
func newton(rows [][]float64, list []example, weights []float64, total float64) []float64 {
	n := len(rows[0]) + 1
	w := make([]float64, n)
	before := math.Inf(1)
	step := make([]float64, n)
	for range 60 {
		gradient, hessian := make([]float64, n), make([][]float64, n)
		for j := range hessian {
			hessian[j] = make([]float64, n)
		}
		loss := 0.0
		for i, row := range rows {
			z := w[0]
			for j, f := range row {
				z += w[j+1] * f
			}
			p := 1 / (1 + math.Exp(-z))
			y, share := oneIf(list[i].right), weights[i]/total
			loss += share * (math.Log1p(math.Exp(-math.Abs(z))) + max(z, 0) - y*z)
			g, h := share*(p-y), share*p*(1-p)
			at := func(j int) float64 {
				if j == 0 {
					return 1
				}
				return row[j-1]
			}
			for j := range n {
				gradient[j] += g * at(j)
				for k := range j + 1 {
					hessian[j][k] += h * at(j) * at(k)
				}
			}
		}
		for j := range n {
			if j > 0 {
				loss += penalty * w[j] * w[j]
				gradient[j] += 2 * penalty * w[j]
				hessian[j][j] += 2 * penalty
			}
			hessian[j][j] += 1e-9
		}
		if loss > before { // the last step was too long: undo half of it
			for j := range step {
				step[j] /= 2
				w[j] += step[j]
			}
			continue
		}
		if before-loss < 1e-12 {
			break
		}
		before = loss
		step = solve(hessian, gradient)
		for j := range w {
			w[j] -= step[j]
		}
	}
	return w
}

// solve solves a x = b for a symmetric positive definite matrix by Cholesky decomposition. It reads
// and overwrites the lower triangle of a.
func solve(a [][]float64, b []float64) []float64 {
	x := slices.Clone(b)
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(sum)
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := i + 1; k < len(a); k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}

// Figures measures coefficients on examples.
type Figures struct {
	Terms            int     // with a first superclass
	Likely           float64 // share of these with a likely one
	Precision        float64 // share of the likely ones that is right
	CalibrationError float64 // of the first superclass, over ten bins of equal width

	Defined      int        // terms that got a definition
	Hits1, Hits3 float64    // share of these with a right one first, or among the first three
	Restrictions [10][2]int // restrictions by tenths of their probability: all, right ones
	Parents      [10][2]int // superclasses after the first
}

// Evaluate measures coefficients from Fit on some ontologies.
func (s *TrainingSet) Evaluate(text string, uses func(ontology string) bool) (Figures, error) {
	var f Figures
	c, err := readCoefficients(text)
	if err != nil {
		return f, err
	}
	var bins [10][3]float64
	likely, right := 0.0, 0.0
	for _, x := range s.examples[firstParentModel] {
		if !uses(x.ontology) {
			continue
		}
		f.Terms++
		p := c.of(firstParentModel, x.features)
		b := &bins[min(int(p*10), 9)]
		b[0], b[1], b[2] = b[0]+1, b[1]+oneIf(x.right), b[2]+p
		if p >= leastLikely {
			likely++
			right += oneIf(x.right)
		}
	}
	n := float64(max(f.Terms, 1))
	f.Likely, f.Precision = likely/n, right/max(likely, 1)
	for _, b := range bins {
		f.CalibrationError += math.Abs(b[1]-b[2]) / n
	}
	tables := map[model]*[10][2]int{
		restrictionModel: &f.Restrictions, otherParentModel: &f.Parents,
	}
	for m, table := range tables {
		for _, x := range s.examples[m] {
			if uses(x.ontology) {
				b := &table[min(int(10*c.of(m, x.features)), 9)]
				b[0]++
				b[1] += int(oneIf(x.right))
			}
		}
	}
	byTerm := make(map[int][]example)
	for _, x := range s.examples[definitionModel] {
		if uses(x.ontology) {
			byTerm[x.term] = append(byTerm[x.term], x)
		}
	}
	for _, list := range byTerm {
		f.Defined++
		drafts := make([]draft, len(list))
		for i, x := range list {
			drafts[i] = *x.draft
			drafts[i].probability = c.of(definitionModel, x.features)
			drafts[i].right = x.right
		}
		drafts = sortDrafts(drafts)
		drafts = drafts[:min(3, len(drafts))]
		f.Hits1 += oneIf(len(drafts) > 0 && drafts[0].right)
		f.Hits3 += oneIf(slices.ContainsFunc(drafts, func(d draft) bool { return d.right }))
	}
	f.Hits1 /= float64(max(f.Defined, 1))
	f.Hits3 /= float64(max(f.Defined, 1))
	return f, nil
}
