package suggest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// choicesOf makes choices by a known rule: of 30 candidates the right one is drawn with probability exp(w·x)/Σ exp(w·x).
func choicesOf(rng *rand.Rand, n int, w []float64) []choice {
	var choices []choice
	for i := range n {
		c := choice{table: table{width: len(w)}, class: int32(i), weight: 1}
		var scores []float64
		for j := range int32(30) {
			c.add(Statement{int32(i), NoProperty, j}, false)
			score := 0.0
			for k := range w {
				c.row(int(j))[k] = rng.NormFloat64()
				score += w[k] * c.row(int(j))[k]
			}
			scores = append(scores, score)
		}
		probabilities(scores)
		c.right = make([]bool, len(scores))
		at, x := 0, rng.Float64()
		for ; at < len(scores)-1 && x > scores[at]; at++ {
			x -= scores[at]
		}
		c.right[at] = true
		choices = append(choices, c)
	}
	return choices
}

// TestWeightsAreFound learns the rule by which choices were made.
func TestWeightsAreFound(t *testing.T) {
	want := []float64{2, -1, 0, 0.5}
	choices := choicesOf(rand.New(rand.NewPCG(1, 2)), 3000, want)
	sc := newScale(len(want), choices)
	got := learnWeights(sc, choices, make([]float64, len(want)), nil)
	for j, w := range want {
		if w *= sc.Deviation[j]; math.Abs(got[j]-w) > 0.1 {
			t.Errorf("weight %d is %.3f, want %.3f", j, got[j], w)
		}
	}
}

// TestWithoutKinds learns nothing of signals that are left out.
func TestWithoutKinds(t *testing.T) {
	choices := choicesOf(rand.New(rand.NewPCG(7, 8)), 300, []float64{2, 1, 1})
	got := learnWeights(newScale(3, choices), choices, []float64{.1, .1, .1}, []int{leftOut, 0, 0})
	if got[0] != 0 || got[1] < .3 || got[2] < .3 {
		t.Errorf("weights %v, want none for the first and some for the others", got)
	}
	if kinds := kindsOf(Subclass, []string{"geometry"}); kinds[0] != leftOut || slices.Index(kinds, 0) < 1 {
		t.Errorf("kinds without geometry: %v", kinds)
	}
}

// TestNothingToLearnFrom keeps the prior.
func TestNothingToLearnFrom(t *testing.T) {
	prior := []float64{1, 2}
	sc := newScale(2)
	if got := learnWeights(sc, nil, prior, nil); !slices.Equal(got, prior) {
		t.Errorf("learned %v from nothing, want %v", got, prior)
	}
	unknown := choice{table: table{width: 2}, right: []bool{true}}
	unknown.add(Statement{}, false)
	copy(unknown.row(0), []float64{math.NaN(), math.NaN()})
	for _, w := range learnWeights(newScale(2, []choice{unknown}), []choice{unknown}, prior, []int{0, 1}) {
		if math.IsNaN(w) {
			t.Error("a signal that is never known makes a weight that is no number")
		}
	}
}

// TestDerivatives holds gradient and Hessian against differences.
func TestDerivatives(t *testing.T) {
	w := []float64{0.3, -0.7, 1.1}
	choices := choicesOf(rand.New(rand.NewPCG(3, 4)), 20, w)
	choices[3].right[4] = true // several may be right
	sc := newScale(3, choices)
	l := newLecture(sc, choices, []int{0, 1, 1})
	prior := []float64{0.1, 0.1, 0}
	f := &fusion{sc, slices.Clone(w)}
	value, gradient, hessian := f.derivatives(l, prior)
	if direct := f.value(l, prior); math.Abs(value-direct) > 1e-9 {
		t.Errorf("value %v, directly %v", value, direct)
	}
	const h = 1e-5
	at := func(j int, d float64) (float64, []float64) {
		moved := &fusion{sc, slices.Clone(w)}
		moved.weights[j] += d
		v, g, _ := moved.derivatives(l, prior)
		return v, g
	}
	for j := range w {
		up, upGradient := at(j, h)
		down, downGradient := at(j, -h)
		if difference := (up - down) / (2 * h); math.Abs(difference-gradient[j]) > 1e-5 {
			t.Errorf("gradient %d is %v, by differences %v", j, gradient[j], difference)
		}
		for l := 0; l <= j; l++ { // the Hessian is of the negative value
			if difference := -(upGradient[l] - downGradient[l]) / (2 * h); math.Abs(difference-hessian[j][l]) > 1e-4 {
				t.Errorf("hessian %d,%d is %v, by differences %v", j, l, hessian[j][l], difference)
			}
		}
	}
}

func TestSolve(t *testing.T) {
	a := [][]float64{{4, 0, 0}, {2, 5, 0}, {1, 3, 6}} // lower triangle
	full := [][]float64{{4, 2, 1}, {2, 5, 3}, {1, 3, 6}}
	x := solve(a, []float64{1, 2, 3})
	for i, row := range full {
		sum := 0.0
		for j, v := range row {
			sum += v * x[j]
		}
		if math.Abs(sum-float64(i+1)) > 1e-12 {
			t.Errorf("row %d gives %v", i, sum)
		}
	}
	if solve([][]float64{{1, 0}, {2, 1}}, []float64{1, 1}) != nil {
		t.Error("an indefinite matrix was solved")
	}
}

// TestCalibration finds the probabilities by which outcomes came about, from samples that stand for several.
func TestCalibration(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var outcomes []outcome
	p := func(score float64) float64 { return sigmoid(1.5*score - 3) }
	for range 20_000 {
		score := rng.NormFloat64()
		o := outcome{terms: termsOf(score, 0, 1), right: rng.Float64() < p(score), weight: 1, class: rng.Int32N(1000)}
		if !o.right {
			if rng.IntN(2) == 0 {
				continue
			}
			o.weight = 2
		}
		outcomes = append(outcomes, o)
	}
	c := calibrate(outcomes)
	for _, score := range []float64{-1, 0, 1, 2} {
		if got, want := sigmoid(c.logOdds(termsOf(score, 0, 1))), p(score); math.Abs(got-want) > 0.03 {
			t.Errorf("the probability of score %v is %.3f, want %.3f", score, got, want)
		}
	}
	q := newFormQuality(nil, false)
	q.calibrate(outcomes, 1)
	if q.ECE > 0.02 {
		t.Errorf("the expected calibration error is %.3f", q.ECE)
	}
}

// TestCalibrationWithoutHits gives small probabilities, which still grow with the score.
func TestCalibrationWithoutHits(t *testing.T) {
	var outcomes []outcome
	for i := range 100 {
		outcomes = append(outcomes, outcome{terms: termsOf(float64(i), 0, 0), weight: 1})
	}
	c := calibrate(outcomes)
	low, high := c.logOdds(termsOf(1, 0, 0)), c.logOdds(termsOf(2, 0, 0))
	if !(sigmoid(high) < 0.02 && low < high) {
		t.Errorf("log-odds %v and %v", low, high)
	}
}

// TestLecture has each choice once more without whole kinds of signals, several times over, and counts rare properties for more.
func TestLecture(t *testing.T) {
	choices := choicesOf(rand.New(rand.NewPCG(5, 6)), 200, []float64{1, 1, 1})
	for i := range choices {
		for j := range choices[i].statements {
			choices[i].statements[j].Property = int32(flag(i%10 == 0)) // one in ten is about property 1
		}
	}
	l := newLecture(newScale(3, choices), choices, []int{0, 1, 1})
	if want := 200 * (1 + withoutKinds); len(l.choices) != want || len(l.x) != want {
		t.Fatalf("%d choices of 200", len(l.choices))
	}
	var without [4]int
	for i := range choices {
		first, second := 0, 0
		for at, x := range l.x[200+i] {
			switch {
			case x == l.x[i][at]:
			case x != 0:
				t.Fatalf("choice %d: a signal of %v has become %v", i, l.x[i][at], x)
			case at%3 == 0:
				first++
			default:
				second++
			}
		}
		if n := len(choices[i].statements); first != 0 && first != n || second != 0 && second != 2*n {
			t.Fatalf("choice %d has lost a part of a kind: %d and %d of %d", i, first, second, n)
		}
		without[int(flag(first > 0)+2*flag(second > 0))]++
	}
	for k, n := range without {
		if n < 30 {
			t.Errorf("combination %d of kinds is left out %d times of 200: %v", k, n, without)
		}
	}
	if ratio := l.count[0] / l.count[1]; math.Abs(ratio-3) > 1e-9 {
		t.Errorf("a property of a ninth of the uses counts %v times as much, want 3", ratio)
	}
	var sum float64
	for _, c := range l.count {
		sum += c
	}
	if math.Abs(sum-400) > 1e-6 {
		t.Errorf("200 choices count as %v with their copies, want 400", sum)
	}
}

// TestUnfound learns nothing from what is right and no candidate: neither for its signals nor against those of the others.
func TestUnfound(t *testing.T) {
	choices := choicesOf(rand.New(rand.NewPCG(9, 10)), 300, []float64{2, 1})
	sc, prior := newScale(2, choices), make([]float64, 2)
	want := learnWeights(sc, choices, prior, nil)
	for i := range choices {
		c := &choices[i]
		c.add(Statement{Target: 1000}, true)
		copy(c.row(len(c.statements)-1), []float64{-9, -9})
		c.right = append(c.right, true)
	}
	never := choice{table: table{width: 2}, right: []bool{true, false}}
	never.add(Statement{}, true)
	never.add(Statement{Target: 1}, false)
	copy(never.values, []float64{-9, -9, 5, 5})
	got := learnWeights(sc, append(choices, never), prior, nil)
	for j := range got {
		if math.Abs(got[j]-want[j]) > 1e-9 {
			t.Errorf("with what cannot be found the weights are %v, without it %v", got, want)
		}
	}
}
