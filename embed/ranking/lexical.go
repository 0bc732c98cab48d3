package ranking

import (
	"cmp"
	"slices"
	"strings"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/lexicon"
)

// NewLexical returns a baseline that compares the labels of candidates with those of the ids in the
// axiom. The distance is 1 − similarity. For NF2 the similarity is the mean over both classes. For
// NF3 it is the mean of the similarity to D and to the known subjects of ∃r.D in the training set.
// The known subjects are represented by the 64 features of greatest weight in the mean of their
// vectors.
//
// Distances are sums of the postings of the features of the queries. The sum of each pair is
// computed in a fixed order, so that it does not depend on the tile. The cost per feature is a
// binary search and the postings in the tile.
func NewLexical(q Question, l *lexicon.Lexicon, train *dataset.Axioms) Scorer[float32] {
	var given []int // the columns whose labels are compared
	columns := q.Form.Columns()
	for column, kind := range columns {
		if column != q.Open && kind == columns[q.Open] {
			given = append(given, column)
		}
	}
	var profiles map[key]lexicon.Vector // the mean vectors of known subjects, for NF3
	if q.Form == dataset.NF3 {
		profiles = profilesOf(l, newIndex(q.Form, q.Open, []*dataset.Axioms{train}))
	}
	return &baseline{q, l.Len(), func(axiom []int32, lo int, row []float32) {
		clear(row)
		queries := len(given)
		for _, column := range given {
			l.Add(row, lo, l.Vector(axiom[column]))
		}
		if profile, found := profiles[keyOf(q.Form, axiom, q.Open)]; found {
			l.Add(row, lo, profile)
			queries++
		}
		scale := 1 / float32(max(1, queries))
		for j, similarity := range row {
			row[j] = 1 - float32(scale*similarity)
		}
	}}
}

// profileLen limits the cost of a profile.
const profileLen = 64

// profilesOf returns the mean vectors of indexed ids, each reduced to its profileLen largest
// weights.
func profilesOf(l *lexicon.Lexicon, x index) map[key]lexicon.Vector {
	profiles := make(map[key]lexicon.Vector, len(x))
	sums := make([]float32, l.Features()) // by feature
	var touched []int32
	for k, ids := range x {
		touched = touched[:0]
		for _, id := range ids {
			v := l.Vector(id)
			for i, f := range v.At {
				if sums[f] == 0 {
					touched = append(touched, f)
				}
				sums[f] += v.Weights[i]
			}
		}
		slices.SortFunc(touched, func(f, g int32) int {
			return cmp.Or(cmp.Compare(sums[g], sums[f]), cmp.Compare(f, g))
		})
		largest := slices.Clone(touched[:min(profileLen, len(touched))])
		slices.Sort(largest)
		profile := lexicon.Vector{At: largest}
		for _, f := range largest {
			profile.Weights = append(profile.Weights, sums[f]/float32(len(ids)))
		}
		for _, f := range touched {
			sums[f] = 0
		}
		profiles[k] = profile
	}
	return profiles
}

// LabelsOf returns the labels of the classes for a lexicon; an empty label is replaced by the local
// name of the IRI. Auxiliary classes have no label. labels may be nil.
func LabelsOf(d *dataset.Dataset, labels []string) []string {
	return labelsOf(d.Classes, d.Auxiliary, labels)
}

func labelsOf(iris []string, auxiliary []bool, labels []string) []string {
	all := make([]string, len(iris))
	for id, iri := range iris {
		switch {
		case auxiliary != nil && auxiliary[id]:
		case id < len(labels) && labels[id] != "":
			all[id] = labels[id]
		default:
			all[id] = iri[strings.LastIndexAny(iri, "#/:")+1:]
		}
	}
	return all
}
