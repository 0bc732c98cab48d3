package place

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"sync"

	"box2el-owl/suggest/rank"
)

// model names a logistic regression.
type model int

const (
	firstParentModel model = iota // of the first superclass
	otherParentModel
	restrictionModel
	composedModel // of a composed definition
	matchedModel  // of a definition by pattern
	numModels
)

// modelOf returns the model for a candidate at a rank from 0.
func modelOf(c rank.Candidate, place int) model {
	switch {
	case c.Property != rank.NoProperty:
		return restrictionModel
	case place == 0:
		return firstParentModel
	}
	return otherParentModel
}

func (m model) String() string {
	return [...]string{"first superclass", "superclass", "restriction", "composed definition",
		"definition by pattern"}[m]
}

// names returns the names of the features of a model.
func (m model) names() []string {
	switch m {
	case composedModel:
		return composedNames
	case matchedModel:
		return matchedNames
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
//go:generate usefulness -learn-place $BOX2EL_TEST_DATA/history -out coefficients.json

// shipped holds the coefficients of the program, learned by the command above. The scores that they
// were learned from are cross-validated: by weights that were not learned from the same ontology.
//
//go:embed coefficients.json
var shipped []byte

var shippedCoefficients = sync.OnceValues(func() (*coefficients, error) {
	return readCoefficients(shipped)
})

// readCoefficients reads an object of coefficients by model and feature; that of feature 1 is the
// intercept.
func readCoefficients(text []byte) (*coefficients, error) {
	var named map[string]map[string]float64
	if err := json.Unmarshal(text, &named); err != nil {
		return nil, fmt.Errorf("coefficients: %w", err)
	}
	var c coefficients
	for m := range numModels {
		of := named[m.String()]
		if len(of) != len(m.names())+1 {
			return nil, fmt.Errorf("coefficients of %v: %d features, want %d", m, len(of),
				len(m.names())+1)
		}
		for _, name := range append([]string{"1"}, m.names()...) {
			x, ok := of[name]
			if !ok {
				return nil, fmt.Errorf("coefficients of %v lack feature %q", m, name)
			}
			c[m] = append(c[m], x)
		}
	}
	return &c, nil
}

// text returns the coefficients as readCoefficients reads them, rounded to four decimals.
func (c *coefficients) text() ([]byte, error) {
	named := make(map[string]map[string]float64)
	for m := range numModels {
		named[m.String()] = make(map[string]float64)
		for i, name := range append([]string{"1"}, m.names()...) {
			named[m.String()][name] = math.Round(c[m][i]*1e4) / 1e4
		}
	}
	b, err := json.MarshalIndent(named, "", "\t")
	return append(b, '\n'), err
}
