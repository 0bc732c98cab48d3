package place

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"box2el-owl/suggest/asserted"
)

// TrainingSet collects examples that coefficients are learned from. Its zero value is empty.
type TrainingSet struct {
	examples [numModels][]example
	terms    map[string]int // by ontology
}

// example is a candidate with its features.
type example struct {
	ontology string
	features []float64
	right    bool
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
	add := func(m model, features []float64, right bool) {
		s.examples[m] = append(s.examples[m], example{ontology, features, right})
	}
	if len(a.Parents) > 0 {
		for i, c := range v.parents[:min(len(v.parents), mostRows)] {
			add(modelOf(c, i), v.row(c.Target).features, slices.Contains(a.Parents, c.Target))
		}
	}
	if len(a.Restrictions) > 0 {
		for i, c := range v.restrictions[:min(len(v.restrictions), mostRows)] {
			r := c.Restriction()
			add(modelOf(c, i), v.rows[r].features, slices.Contains(a.Restrictions, r))
		}
	}
	if a.Defined && len(a.Parents) > 0 && len(a.Restrictions) > 0 {
		for _, d := range v.drafts() {
			add(definitionModel, d.features, isRight(d.genus, d.restrictions, a))
		}
	}
	return nil
}

// isRight reports whether the genus and one of the restrictions of a definition are right.
func isRight(genus int32, restrictions []asserted.Restriction, a Answers) bool {
	return slices.Contains(a.Parents, genus) && slices.ContainsFunc(restrictions,
		func(r asserted.Restriction) bool { return slices.Contains(a.Restrictions, r) })
}

// Fit learns the coefficients and returns them as text, for coefficients.json. The weight of an
// ontology is the square root of the number of its terms.
func (s *TrainingSet) Fit() ([]byte, error) {
	var c coefficients
	for m := range numModels {
		var weights []float64
		for _, x := range s.examples[m] {
			weights = append(weights, 1/math.Sqrt(float64(s.terms[x.ontology])))
		}
		var err error
		if c[m], err = fit(s.examples[m], weights, len(m.names())); err != nil {
			return nil, fmt.Errorf("%v: %w", m, err)
		}
	}
	return c.text()
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
	out, err := minimize(rows, list, weights, total)
	if err != nil {
		return nil, err
	}
	for j := range n {
		out[j+1] /= scale[j]
		out[0] -= out[j+1] * mean[j]
	}
	return out, nil
}

// minimize returns the intercept and the coefficients that minimize the weighted log loss of a
// logistic regression. All but the intercept are penalized.
func minimize(rows [][]float64, list []example, weights []float64, total float64) ([]float64,
	error) {
	// each visits the log-odds of each row with its share of the weight.
	each := func(w []float64, visit func(i int, z, share float64)) {
		for i, row := range rows {
			visit(i, w[0]+floats.Dot(w[1:], row), weights[i]/total)
		}
	}
	problem := optimize.Problem{
		Func: func(w []float64) float64 {
			loss := penalty * floats.Dot(w[1:], w[1:])
			each(w, func(i int, z, share float64) {
				loss += share * (math.Log1p(math.Exp(-math.Abs(z))) + max(z, 0) -
					oneIf(list[i].right)*z)
			})
			return loss
		},
		Grad: func(gradient, w []float64) {
			floats.ScaleTo(gradient, 2*penalty, w)
			gradient[0] = 0
			each(w, func(i int, z, share float64) {
				g := share * (1/(1+math.Exp(-z)) - oneIf(list[i].right))
				gradient[0] += g
				floats.AddScaled(gradient[1:], g, rows[i])
			})
		},
	}
	result, err := optimize.Minimize(problem, make([]float64, len(rows[0])+1),
		&optimize.Settings{GradientThreshold: 1e-8}, &optimize.BFGS{})
	if err != nil {
		return nil, err
	}
	return result.X, nil
}
