package suggest

import "math"

// calibration turns scores into probabilities: a logistic regression (Platt, 1999) on the score, on the logarithm of the share of the
// subject's candidates that falls to it, and on what is told of the subject. It is learned on hidden statements that the fusion
// has not seen, and on subjects of which nothing was hidden: there every candidate is wrong.
type calibration struct {
	Weights [calibrationTerms]float64 `json:"weights"`
}

const calibrationTerms = 5

// leastSlope keeps probabilities in the order of scores where nothing could be learned of them.
const leastSlope = 1e-3

// outcome is a candidate on a list of which it is known whether it is right.
type outcome struct {
	terms  [calibrationTerms]float64
	weight float64 // so many candidates it stands for
	right  bool
	class  int32
}

// termsOf are what a probability depends on. Within one list it grows with the score.
func termsOf(score, logShare float64, told int) [calibrationTerms]float64 {
	return [calibrationTerms]float64{1, score, logShare, math.Log(1 + float64(told)), flag(told == 0)}
}

func (c *calibration) logOdds(terms [calibrationTerms]float64) float64 {
	var sum float64
	for j, w := range c.Weights {
		sum += w * terms[j]
	}
	return sum
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// calibrate fits by Newton's method. Without a right outcome among them, everything has a probability of half an outcome.
func calibrate(outcomes []outcome) *calibration {
	c := &calibration{}
	var right, all float64
	for _, o := range outcomes {
		all += o.weight
		if o.right {
			right += o.weight
		}
	}
	c.Weights[0] = math.Log((right + 0.5) / (all - right + 0.5))
	c.Weights[1] = leastSlope
	if right == 0 || right == all {
		return c
	}
	derivatives := func() (float64, []float64, [][]float64) { return c.derivatives(outcomes) }
	ascend(c.Weights[:], ascent{steps: 50, halvings: 20, tolerance: 1e-9}, derivatives, func() float64 {
		value, _, _ := derivatives()
		return value
	})
	if c.Weights[1]+c.Weights[2] <= 0 { // a probability that falls with the score is no use: the lists were too few
		c.Weights = [calibrationTerms]float64{math.Log((right + 0.5) / (all - right + 0.5)), leastSlope}
	}
	return c
}

func (c *calibration) derivatives(outcomes []outcome) (value float64, gradient []float64, hessian [][]float64) {
	const ridge = 1e-2
	gradient = make([]float64, calibrationTerms)
	hessian = make([][]float64, calibrationTerms)
	for j, w := range c.Weights {
		hessian[j] = make([]float64, calibrationTerms)
		hessian[j][j] = ridge
		gradient[j] = -ridge * w
		value -= ridge / 2 * w * w
	}
	for _, o := range outcomes {
		x := c.logOdds(o.terms)
		p := sigmoid(x)
		if !o.right {
			x = -x
		}
		value -= o.weight * math.Log1p(math.Exp(-max(x, -500)))
		slope := o.weight * (flag(o.right) - p)
		curvature := o.weight * p * (1 - p)
		for j, t := range o.terms {
			gradient[j] += slope * t
			for l := 0; l <= j; l++ {
				hessian[j][l] += curvature * t * o.terms[l]
			}
		}
	}
	return value, gradient, hessian
}
