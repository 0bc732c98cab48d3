package rank

import (
	"cmp"
	"slices"
)

// scorer turns a row of columns into a score.
type scorer interface{ Score(row []float32) float64 }

func superclassWeights(s Subject) scorer { return nil }

func sortCandidates(list []Candidate) {
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Property, b.Property), cmp.Compare(a.Target, b.Target))
	})
}

func restrictionWeights(s Subject) scorer { return nil }
