package evidence

// Tier is a grade of certainty of a suggestion. Tiers are ordered as strings, the surest first.
type Tier string

// The tiers. A likely suggestion has two independent kinds of evidence that are reliable in this
// ontology, or a strong rule of names. A possible one has weaker evidence. A speculative one is
// ranked.
const (
	Likely      Tier = "likely"
	Possible    Tier = "possible"
	Speculative Tier = "speculative"
)

// Share returns the share of right rows among those that a judge read, with one right and one wrong
// added; 0 if none was read.
func Share(right, judged int) float64 {
	if judged == 0 {
		return 0
	}
	return float64(right+1) / float64(judged+2)
}
