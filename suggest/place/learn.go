package place

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"box2el-owl/suggest/asserted"
)

// Lesson collects what coefficients are learned from. Its zero value is ready for use.
type Lesson struct {
	examples [numModels][]example
	terms    map[string]int // by ontology
	count    int            // of all terms
}

type example struct {
	ontology string
	features []float64
	right    bool
	term     int
}

// Answers are the axioms that curators gave to a new class. Defined is true if it got a definition
// by equivalence.
type Answers struct {
	Parents      []int32
	Restrictions []asserted.Restriction
	Defined      bool
}

// Add adds the candidates for a Term. The weights of the Placer's Engine must not have been learned
// from the ontology.
func (l *Lesson) Add(ctx context.Context, ontology string, p *Placer, t Term, a Answers) error {
	v, err := p.view(ctx, p.subject(t))
	if err != nil || v == nil {
		return err
	}
	if l.terms == nil {
		l.terms = make(map[string]int)
	}
	l.terms[ontology]++
	l.count++
	add := func(m model, features []float64, right bool) {
		l.examples[m] = append(l.examples[m], example{ontology, features, right, l.count})
	}
	if len(a.Parents) > 0 {
		for i, c := range v.parents[:min(len(v.parents), mostRows)] {
			add(parentModel(i), v.parentRows[c.Target].features,
				slices.Contains(a.Parents, c.Target))
		}
	}
	if len(a.Restrictions) > 0 {
		for _, c := range v.restrictions[:min(len(v.restrictions), mostRows)] {
			r := asserted.Restriction{Property: c.Property, Filler: c.Target}
			add(restrictionModel, v.restrictionRows[r].features,
				slices.Contains(a.Restrictions, r))
		}
	}
	if a.Defined && len(a.Parents) > 0 && len(a.Restrictions) > 0 {
		for _, d := range v.drafts() {
			add(definitionModel, d.features, isRight(d.genus, d.restrictions, a))
		}
	}
	return nil
}

// isRight reports whether the genus and a restriction of a definition are right.
func isRight(genus int32, restrictions []asserted.Restriction, a Answers) bool {
	return slices.Contains(a.Parents, genus) && slices.ContainsFunc(restrictions,
		func(r asserted.Restriction) bool { return slices.Contains(a.Restrictions, r) })
}

// Ontologies returns the ontologies of the examples.
func (l *Lesson) Ontologies() []string {
	var names []string
	for name := range l.terms {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Fit learns the coefficients from the ontologies that a condition holds for and returns them as
// text, for coefficients.tsv. Each ontology counts as the root of its terms.
func (l *Lesson) Fit(taught func(ontology string) bool) (string, error) {
	var c coefficients
	for _, m := range models() {
		var list []example
		var weights []float64
		for _, x := range l.examples[m] {
			if taught(x.ontology) {
				list = append(list, x)
				weights = append(weights, 1/math.Sqrt(float64(l.terms[x.ontology])))
			}
		}
		var err error
		if c[m], err = fit(list, weights, len(m.names())); err != nil {
			return "", fmt.Errorf("%v: %w", m, err)
		}
	}
	return c.String(), nil
}

// penalty is the weight of the squares of standardized coefficients, by the weight of all examples.
const penalty = 0.001

// fit returns the intercept and the coefficients of a logistic regression.
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
	loss := func(w, gradient []float64) float64 {
		sum := 0.0
		for j := range gradient {
			gradient[j] = 0
		}
		for i, row := range rows {
			z := w[0]
			for j, f := range row {
				z += w[j+1] * f
			}
			p := 1 / (1 + math.Exp(-z))
			y := truth(list[i].right)
			share := weights[i] / total
			sum += share * (math.Log1p(math.Exp(-math.Abs(z))) + max(z, 0) - y*z)
			if gradient != nil {
				g := share * (p - y)
				gradient[0] += g
				for j, f := range row {
					gradient[j+1] += g * f
				}
			}
		}
		for j := 1; j <= n; j++ {
			sum += penalty * w[j] * w[j]
			if gradient != nil {
				gradient[j] += 2 * penalty * w[j]
			}
		}
		return sum
	}
	result, err := optimize.Minimize(optimize.Problem{
		Func: func(w []float64) float64 { return loss(w, nil) },
		Grad: func(g, w []float64) { loss(w, g) },
	}, make([]float64, n+1), &optimize.Settings{GradientThreshold: 1e-6}, &optimize.LBFGS{})
	if err != nil && result == nil {
		return nil, err
	}
	out := slices.Clone(result.X)
	for j := range n {
		out[j+1] /= scale[j]
		out[0] -= out[j+1] * mean[j]
	}
	return out, nil
}

// With returns the Placer with coefficients as text, from Fit.
func (p *Placer) With(coefficients string) (*Placer, error) {
	c, err := readCoefficients(coefficients)
	if err != nil {
		return nil, err
	}
	other := *p
	other.prior = c
	return &other, nil
}

// Figures says how well coefficients do on examples.
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

// Evaluate applies coefficients, from Fit, to the ontologies that a condition holds for.
func (l *Lesson) Evaluate(text string, asked func(ontology string) bool) (Figures, error) {
	var f Figures
	c, err := readCoefficients(text)
	if err != nil {
		return f, err
	}
	var bins [10][3]float64
	likely, right := 0.0, 0.0
	for _, x := range l.examples[firstParentModel] {
		if !asked(x.ontology) {
			continue
		}
		f.Terms++
		p := c.of(firstParentModel, x.features)
		b := &bins[min(int(p*10), 9)]
		b[0], b[1], b[2] = b[0]+1, b[1]+truth(x.right), b[2]+p
		if p >= leastLikely {
			likely++
			right += truth(x.right)
		}
	}
	n := float64(max(f.Terms, 1))
	f.Likely, f.Precision = likely/n, right/max(likely, 1)
	for _, b := range bins {
		f.CalibrationError += math.Abs(b[1]-b[2]) / n
	}
	for m, table := range map[model]*[10][2]int{restrictionModel: &f.Restrictions,
		otherParentModel: &f.Parents} {
		for _, x := range l.examples[m] {
			if asked(x.ontology) {
				b := &table[min(int(10*c.of(m, x.features)), 9)]
				b[0]++
				b[1] += int(truth(x.right))
			}
		}
	}
	byTerm := make(map[int][]example)
	for _, x := range l.examples[definitionModel] {
		if asked(x.ontology) {
			byTerm[x.term] = append(byTerm[x.term], x)
		}
	}
	for _, list := range byTerm {
		f.Defined++
		slices.SortStableFunc(list, func(a, b example) int {
			return compareDown(c.of(definitionModel, a.features), c.of(definitionModel, b.features))
		})
		f.Hits1 += truth(list[0].right)
		f.Hits3 += truth(slices.ContainsFunc(list[:min(3, len(list))],
			func(x example) bool { return x.right }))
	}
	f.Hits1 /= float64(max(f.Defined, 1))
	f.Hits3 /= float64(max(f.Defined, 1))
	return f, nil
}
