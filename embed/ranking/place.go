package ranking

// Place is where the target of an axiom stands among its candidates, counted from 1. An axiom that was
// not ranked has none: Options.Only leaves its target out, or it is Unopposed.
type Place struct {
	// Best and Worst are the first and the last place of those that the target shares with the
	// candidates of the same distance. They are equal where nothing ties.
	Best, Worst int32

	// ByID is the place when ties are settled by id, the smaller first: one of Best … Worst.
	ByID int32

	// NaN says that the target's distance is no number. It is placed as if it were masked.
	NaN bool

	// Unopposed says that a filter takes out every other candidate, as it does where the closure says
	// that the left side of an axiom is unsatisfiable. Such an axiom would be a hit whatever the model
	// says, so it is not ranked.
	Unopposed bool
}

// Ranked reports whether the axiom was ranked at all.
func (p Place) Ranked() bool { return p.Best != 0 }

// Ties says which of the places that a target shares is its rank.
type Ties uint8

// The ways to settle ties.
const (
	Expected    Ties = iota // the mean of the places: what a random order gives on average
	ByID                    // the smaller id first, as a stable sort leaves it: `paper` mode
	Optimistic              // the target before all that tie with it
	Pessimistic             // the target after all that tie with it
)

// Rank is the target's rank: a whole number or, where Expected falls between two, a half.
func (p Place) Rank(t Ties) float64 {
	switch t {
	case ByID:
		return float64(p.ByID)
	case Optimistic:
		return float64(p.Best)
	case Pessimistic:
		return float64(p.Worst)
	}
	return (float64(p.Best) + float64(p.Worst)) / 2
}

// RanksOf lists the ranks of those axioms that were ranked, in their order.
func RanksOf(places []Place, t Ties) []float64 {
	ranks := make([]float64, 0, len(places))
	for _, p := range places {
		if p.Ranked() {
			ranks = append(ranks, p.Rank(t))
		}
	}
	return ranks
}
