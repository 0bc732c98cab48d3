// Package suggest is the place where the two halves meet: candidates from embed, verdicts from
// reasoner, ranking, calibration and evidence.
//
// It holds nothing yet. It may import owl and owl/el, and declares the small interfaces that it
// consumes.
package suggest
