package ranking

import (
	"cmp"
	"slices"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/lexicon"
)

// NewLexical returns the baseline that looks at labels: those of candidates and of the axiom's other
// ids of their kind. The distance is 1 − similarity; in NF2 it is the mean over both classes, in NF3
// the mean of the similarity to D and that to the subjects which the training set already has for r
// and D (to the 64 features which weigh most in the mean of their vectors).
func NewLexical(q Question, l *lexicon.Lexicon, train *dataset.Axioms) Scorer[float32] {
	s := &lexical{Lexicon: l, question: q}
	columns := q.Form.Columns()
	for column, kind := range columns {
		if column != q.Open && kind == columns[q.Open] {
			s.given = append(s.given, column)
		}
	}
	if q.Form == dataset.NF3 {
		s.profiles = profilesOf(l, newIndex(q.Form, q.Open, []*dataset.Axioms{train}))
	}
	return s
}

type lexical struct {
	*lexicon.Lexicon
	question Question
	given    []int                  // the columns whose labels are compared with
	profiles map[key]lexicon.Vector // the known subjects of NF3
}

// profileLen bounds what a profile costs.
const profileLen = 64

// profilesOf returns the mean vectors of indexed ids, each reduced to its largest weights.
func profilesOf(l *lexicon.Lexicon, x index) map[key]lexicon.Vector {
	profiles := make(map[key]lexicon.Vector, len(x.ranges))
	sums := make([]float32, l.Features()) // by feature
	var touched []int32
	for k := range x.ranges {
		ids := x.find(k)
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
		slices.SortFunc(touched, func(f,
			g int32) int {
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

func (s *lexical) Form() dataset.Form { return s.question.Form }
func (s *lexical) Open() int          { return s.question.Open }
func (s *lexical) Candidates() int    { return s.Len() }

// Tile adds up the postings of the queries' features. Each pair's sum runs over them in one order, so
// that it does not depend on the tile. Cost: a search and the postings within the tile, per feature.
func (s *lexical) Tile(axioms [][]int32, lo, hi int, out []float32) {
	for i, axiom := range axioms {
		row := out[i*(hi-lo) : (i+1)*(hi-lo)]
		clear(row)
		queries := len(s.given)
		for _, column := range s.given {
			s.Add(row, lo, s.Vector(axiom[column]))
		}
		if s.profiles != nil {
			if profile, found := s.profiles[keyOf(s.question.Form, axiom, s.question.Open)]; found {
				s.Add(row, lo, profile)
				queries++
			}
		}
		scale := 1 / float32(max(1, queries))
		for j, similarity := range row {
			row[j] = 1 - float32(scale*similarity)
		}
	}
	mask(s.question, axioms, lo, hi, out)
}

// LabelsOf returns what a lexicon may know of a data set's classes: their labels, or where there is
// none the last part of the IRI. Names that the normalization made have none. labels may be nil.
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
			all[id] = localName(iri)
		}
	}
	return all
}

// localName is what follows the last separator of an IRI.
func localName(iri string) string {
	for i := len(iri) - 1; i >= 0; i-- {
		if iri[i] == '#' || iri[i] == '/' || iri[i] == ':' {
			return iri[i+1:]
		}
	}
	return iri
}
