package place

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// model names a logistic regression.
type model int

const (
	firstParentModel model = iota // of the first superclass
	otherParentModel
	restrictionModel
	definitionModel
	numModels
)

// parentModel returns the model for the superclass at a rank from 0.
func parentModel(place int) model {
	if place == 0 {
		return firstParentModel
	}
	return otherParentModel
}

func (m model) String() string {
	return [...]string{"first superclass", "superclass", "restriction", "definition"}[m]
}

// names returns the names of the features of a model.
func (m model) names() []string {
	if m == definitionModel {
		return definitionNames
	}
	return rowNames
}

// coefficients holds the intercept and the weights of the features of each model.
type coefficients [numModels][]float64

// of returns the probability that a model gives to features.
func (c *coefficients) of(m model, features []float64) float64 {
	sum := c[m][0]
	for i, f := range features {
		sum += c[m][i+1] * f
	}
	return 1 / (1 + math.Exp(-sum))
}

//go:generate -command usefulness go run box2el-owl/bench/usefulness
//go:generate usefulness -learn-place ../../../shared/data/history -out coefficients.tsv

// shipped holds the coefficients of the program, learned by the command above. The scores that they
// were learned from are cross-validated: by weights that were not learned from the same ontology.
//
//go:embed coefficients.tsv
var shipped string

var shippedCoefficients = sync.OnceValues(func() (*coefficients, error) {
	return readCoefficients(shipped)
})

// readCoefficients reads lines of model, feature and coefficient; the first of each model is its
// intercept.
func readCoefficients(text string) (*coefficients, error) {
	var c coefficients
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("coefficients: line %q has not three fields", line)
		}
		m := model(slices.IndexFunc(models(),
			func(m model) bool { return m.String() == fields[0] }))
		if m < 0 {
			return nil, fmt.Errorf("coefficients: unknown model %q", fields[0])
		}
		n := len(c[m])
		if want := append([]string{"1"}, m.names()...); n >= len(want) || want[n] != fields[1] {
			return nil, fmt.Errorf("coefficients of %v: unexpected feature %q", m, fields[1])
		}
		weight, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			return nil, fmt.Errorf("coefficients of %v: %w", m, err)
		}
		c[m] = append(c[m], weight)
	}
	for _, m := range models() {
		if len(c[m]) != len(m.names())+1 {
			return nil, fmt.Errorf("coefficients of %v are missing", m)
		}
	}
	return &c, nil
}

func models() []model {
	list := make([]model, numModels)
	for i := range list {
		list[i] = model(i)
	}
	return list
}

// String returns the coefficients as readCoefficients reads them.
func (c *coefficients) String() string {
	var b strings.Builder
	for _, m := range models() {
		for i, name := range append([]string{"1"}, m.names()...) {
			fmt.Fprintf(&b, "%v\t%s\t%.4f\n", m, name, c[m][i])
		}
	}
	return b.String()
}
