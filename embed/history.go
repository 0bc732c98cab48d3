package embed

// Point is a moment of a training.
type Point struct {
	Step int `json:"step"` // steps done

	// Losses are the terms of the loss in the last step, by name, and Total their sum.
	Losses map[string]float64 `json:"losses"`
	Total  float64            `json:"total"`

	// Validation is the number by which parameters are chosen, and Best says that it is the best
	// one so far. In the published way it is the median rank of NF1, else the MRR.
	Validation float64 `json:"validation"`
	Best       bool    `json:"best"`
}
