package ranking

// Place is the rank of the target of an axiom among its candidates, from 1, with its ties. It is
// zero if the axiom was not ranked, because Options.Only excludes its target or because it is
// Unopposed.
type Place struct {
	// Best and Worst are the best and the worst rank of the target among the candidates with the
	// same distance. They are equal without ties.
	Best, Worst int32

	// ByID is the rank if ties are broken by id, the smaller first.
	ByID int32

	// NaN is set if the distance of the target is NaN. The target is ranked as if it were masked.
	NaN bool

	// Unopposed is set if a filter removes every other candidate, for example because the left side
	// of the axiom is unsatisfiable. The axiom is not ranked, because any model would rank the
	// target first.
	Unopposed bool
}

// Ranked reports whether the axiom was ranked.
func (p Place) Ranked() bool { return p.Best != 0 }

// Ties selects the rank of a target with ties.
type Ties uint8

// The treatments of ties.
const (
	Expected    Ties = iota // the mean of best and worst: the expectation for a random order
	ByID                    // the smaller id first, as in a stable sort: `paper` mode
	Optimistic              // the target before the candidates with the same distance
	Pessimistic             // the target after the candidates with the same distance
)

// Rank returns the rank of the target. It may end in a half with Expected.
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

// RanksOf returns the ranks of the axioms that were ranked, in their order.
func RanksOf(places []Place, t Ties) []float64 {
	ranks := make([]float64, 0, len(places))
	for _, p := range places {
		if p.Ranked() {
			ranks = append(ranks, p.Rank(t))
		}
	}
	return ranks
}
