package embed

// Point is the state of a training at a validation.
type Point struct {
	Step int `json:"step"` // steps taken

	// Losses are the terms of the loss in the last step, by name, and Total is their sum.
	Losses map[string]float64 `json:"losses"`
	Total  float64            `json:"total"`

	// Validation is the metric that selects the parameters, and Best is set if it is the best so
	// far. It is the MRR with Variant.ByMRR, otherwise the median rank of NF1.
	Validation float64 `json:"validation"`
	Best       bool    `json:"best"`
}
