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
	drafts   []draftExample
	sizes    map[string]int // terms by group
}

// example is a candidate with its features. The group is an ontology, or its definitions.
type example struct {
	group    string
	features []float64
	right    bool
}

// draftExample is a definition. Its features depend on the coefficients of superclasses and
// restrictions.
type draftExample struct {
	group string
	draft draft
	right bool
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
	v, err := p.view(ctx, SubjectOf(p.x, t))
	if err != nil || v == nil {
		return err
	}
	s.count(ontology)
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
	if a.Defined {
		s.addDrafts("new classes of "+ontology, v, a)
	}
	return nil
}

// mostDefined is the number of defined classes of an ontology that AddDefined adds.
const mostDefined = 100

// AddDefined adds the definitions of some defined classes as examples, each class as if it were
// new: at most mostDefined, those with the least MD5 of their IRIs. The weights of the Placer's
// Engine must not have been learned from the ontology.
func (s *TrainingSet) AddDefined(ctx context.Context, ontology string, p *Placer) error {
	defined := p.drawn(mostDefined, func(c int32) bool {
		return p.x.Usable[c] && len(p.x.DefinitionsOf(c)) > 0 && len(p.x.Labels[c].Words) > 0
	})
	for _, c := range defined {
		subject := p.e.Subject(c)
		a := Answers{Parents: subject.Parents, Restrictions: subject.Restrictions}
		subject.AsNew, subject.Parents, subject.Restrictions = true, nil, nil
		v, err := p.view(ctx, subject)
		if err != nil {
			return err
		}
		s.addDrafts("defined classes of "+ontology, v, a)
	}
	return nil
}

// addDrafts adds the definitions for a class that has superclasses and restrictions.
func (s *TrainingSet) addDrafts(group string, v *view, a Answers) {
	if len(a.Parents) == 0 || len(a.Restrictions) == 0 {
		return
	}
	s.count(group)
	for _, d := range v.drafts() {
		s.drafts = append(s.drafts, draftExample{group, d, isRight(d.genus, d.restrictions, a)})
	}
}

// count counts a term of a group.
func (s *TrainingSet) count(group string) {
	if s.sizes == nil {
		s.sizes = make(map[string]int)
	}
	s.sizes[group]++
}

// isRight reports whether the genus and one of the restrictions of a definition are right.
func isRight(genus int32, restrictions []asserted.Restriction, a Answers) bool {
	return slices.Contains(a.Parents, genus) && slices.ContainsFunc(restrictions,
		func(r asserted.Restriction) bool { return slices.Contains(a.Restrictions, r) })
}

// Weights of the sum of squares of the standardized coefficients (L2 regularization), relative to
// the weight of all examples.
const (
	rowPenalty   = 0.001
	draftPenalty = 0.00005
)

// Fit learns the coefficients and returns them as text, for coefficients.json: those of
// superclasses and restrictions, then those of definitions, which depend on them. The weight of a
// group is the square root of the number of its terms.
func (s *TrainingSet) Fit() ([]byte, error) {
	var c coefficients
	learn := func(m model, penalty float64) error {
		var weights []float64
		for _, x := range s.examples[m] {
			weights = append(weights, 1/math.Sqrt(float64(s.sizes[x.group])))
		}
		var err error
		if c[m], err = fit(s.examples[m], weights, len(m.names()), penalty); err != nil {
			return fmt.Errorf("%v: %w", m, err)
		}
		return nil
	}
	for m := range composedModel {
		if err := learn(m, rowPenalty); err != nil {
			return nil, err
		}
	}
	for _, x := range s.drafts {
		for _, row := range []*scored{x.draft.genusRow, x.draft.restrictionRow} {
			if row != nil {
				row.judge(&c)
			}
		}
		m := x.draft.model()
		s.examples[m] = append(s.examples[m], example{x.group, x.draft.features(), x.right})
	}
	for m := composedModel; m < numModels; m++ {
		if err := learn(m, draftPenalty); err != nil {
			return nil, err
		}
	}
	return c.text()
}

// fit returns the intercept and the coefficients of a logistic regression on standardized features.
func fit(list []example, weights []float64, n int, penalty float64) ([]float64, error) {
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
	out, err := minimize(rows, list, weights, total, penalty)
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
func minimize(
	rows [][]float64, list []example, weights []float64, total, penalty float64,
) ([]float64, error) {
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
