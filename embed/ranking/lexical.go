package ranking

import (
	"cmp"
	"math"
	"slices"
	"unicode"

	"box2el-owl/embed/dataset"
)

// Lexicon compares labels without any embedding. A label has two vectors: its words, and the character
// trigrams of its words with their ends marked, both weighted by frequency in the label times
// ln(1 + N/df), where df of the N labels have the feature, and both of norm 1. The similarity of two
// labels is the mean of the two cosines. A label without words is similar to none.
type Lexicon struct {
	labels   []vector // by id
	postings []vector // by feature: the ids that have it, ascending, and its weight there
}

// vector is sparse; its entries are in ascending order.
type vector struct {
	at      []int32
	weights []float32
}

// NewLexicon indexes labels by id. Beside the words and trigrams themselves it holds each of a label's
// features twice, in 16 bytes.
func NewLexicon(labels []string) *Lexicon {
	var features vocabulary
	l := &Lexicon{labels: make([]vector, len(labels))}
	for id, label := range labels {
		l.labels[id] = features.count(label)
	}
	l.weigh(&features)
	l.invert(len(features.df))
	return l
}

// vocabulary numbers words and trigrams, and counts the labels that have them.
type vocabulary struct {
	words map[string]int32
	grams map[[3]rune]int32
	df    []float64 // by feature
	gram  []bool    // by feature: it is a trigram
}

// count returns the features of a label with their frequencies.
func (v *vocabulary) count(label string) vector {
	if v.words == nil {
		v.words, v.grams = make(map[string]int32), make(map[[3]rune]int32)
	}
	var all []int32
	for _, word := range wordsOf(label) {
		all = append(all, number(v, v.words, string(word), false))
		marked := append(append([]rune{' '}, word...), ' ')
		for i := range len(marked) - 2 {
			all = append(all, number(v, v.grams, [3]rune(marked[i:i+3]), true))
		}
	}
	slices.Sort(all)
	var counts vector
	for _, f := range all {
		if n := len(counts.at); n > 0 && counts.at[n-1] == f {
			counts.weights[n-1]++
			continue
		}
		counts.at = append(counts.at, f)
		counts.weights = append(counts.weights, 1)
		v.df[f]++
	}
	return counts
}

func number[K comparable](v *vocabulary, numbers map[K]int32, feature K, gram bool) int32 {
	f, found := numbers[feature]
	if !found {
		f = int32(len(v.df))
		numbers[feature] = f
		v.df = append(v.df, 0)
		v.gram = append(v.gram, gram)
	}
	return f
}

// wordsOf splits a label into words in lower case: runs of letters and digits, cut where a capital
// follows a small letter, as in names without blanks.
func wordsOf(label string) [][]rune {
	var words [][]rune
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, word)
		}
		word = nil
	}
	small := false
	for _, r := range label {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			end()
			small = false
			continue
		}
		if small && unicode.IsUpper(r) {
			end()
		}
		small = unicode.IsLower(r)
		word = append(word, unicode.ToLower(r))
	}
	end()
	return words
}

// weigh turns frequencies into the weights of vectors whose dot product is the mean of the cosines.
func (l *Lexicon) weigh(features *vocabulary) {
	n := float64(len(l.labels))
	for _, v := range l.labels {
		var words, grams float64
		for i, f := range v.at {
			w := float64(v.weights[i]) * math.Log(1+n/features.df[f])
			v.weights[i] = float32(w)
			if features.gram[f] {
				grams += w * w
			} else {
				words += w * w
			}
		}
		for i, f := range v.at {
			square := words
			if features.gram[f] {
				square = grams
			}
			v.weights[i] = float32(float64(v.weights[i]) / math.Sqrt(2*square))
		}
	}
}

// invert lists the labels of each feature.
func (l *Lexicon) invert(features int) {
	sizes := make([]int, features)
	total := 0
	for _, v := range l.labels {
		total += len(v.at)
		for _, f := range v.at {
			sizes[f]++
		}
	}
	ids, weights := make([]int32, total), make([]float32, total)
	l.postings = make([]vector, features)
	for f, size := range sizes {
		l.postings[f] = vector{at: ids[:0:size], weights: weights[:0:size]}
		ids, weights = ids[size:], weights[size:]
	}
	for id, v := range l.labels {
		for i, f := range v.at {
			p := &l.postings[f]
			p.at = append(p.at, int32(id))
			p.weights = append(p.weights, v.weights[i])
		}
	}
}

// NewLexical returns the baseline that looks at labels: those of candidates and of the axiom's other
// ids of their kind. The distance is 1 − similarity; in NF2 it is the mean over both classes, in NF3
// the mean of the similarity to D and that to the subjects which the training set already has for r
// and D (to the 64 features which weigh most in the mean of their vectors).
func NewLexical(q Question, l *Lexicon, train *dataset.Axioms) Scorer[float32] {
	s := &lexical{Lexicon: l, question: q}
	columns := q.Form.Columns()
	for column, kind := range columns {
		if column != q.Open && kind == columns[q.Open] {
			s.given = append(s.given, column)
		}
	}
	if q.Form == dataset.NF3 {
		s.profiles = l.profiles(newIndex(q.Form, q.Open, []*dataset.Axioms{train}))
	}
	return s
}

type lexical struct {
	*Lexicon
	question Question
	given    []int          // the columns whose labels are compared with
	profiles map[key]vector // the known subjects of NF3
}

// profileLen bounds what a profile costs.
const profileLen = 64

// profiles returns the mean vectors of indexed ids, each reduced to its largest weights.
func (l *Lexicon) profiles(x index) map[key]vector {
	profiles := make(map[key]vector, len(x.ranges))
	sums := make([]float32, len(l.postings)) // by feature
	var touched []int32
	for k := range x.ranges {
		ids := x.find(k)
		touched = touched[:0]
		for _, id := range ids {
			v := l.labels[id]
			for i, f := range v.at {
				if sums[f] == 0 {
					touched = append(touched, f)
				}
				sums[f] += v.weights[i]
			}
		}
		slices.SortFunc(touched, func(f, g int32) int { return cmp.Or(cmp.Compare(sums[g], sums[f]), cmp.Compare(f, g)) })
		largest := slices.Clone(touched[:min(profileLen, len(touched))])
		slices.Sort(largest)
		profile := vector{at: largest}
		for _, f := range largest {
			profile.weights = append(profile.weights, sums[f]/float32(len(ids)))
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
func (s *lexical) Candidates() int    { return len(s.labels) }

// Tile adds up the postings of the queries' features. Each pair's sum runs over them in one order, so
// that it does not depend on the tile. Cost: a search and the postings within the tile, per feature.
func (s *lexical) Tile(axioms [][]int32, lo, hi int, out []float32) {
	for i, axiom := range axioms {
		row := out[i*(hi-lo) : (i+1)*(hi-lo)]
		clear(row)
		queries := len(s.given)
		for _, column := range s.given {
			s.compare(row, lo, s.labels[axiom[column]])
		}
		if s.profiles != nil {
			if profile, found := s.profiles[keyOf(s.question.Form, axiom, s.question.Open)]; found {
				s.compare(row, lo, profile)
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

// compare adds to a row the dot products of the query with the labels of the ids from lo on.
func (l *Lexicon) compare(row []float32, lo int, query vector) {
	for k, f := range query.at {
		l.postings[f].addTo(row, lo, query.weights[k])
	}
}

// addTo adds the weights of the ids from lo on that fit the row, times w.
func (v vector) addTo(row []float32, lo int, w float32) {
	first, _ := slices.BinarySearchFunc(v.at, lo, func(id int32, lo int) int { return cmp.Compare(int(id), lo) })
	for k := first; k < len(v.at); k++ {
		j := int(v.at[k]) - lo
		if j >= len(row) {
			return
		}
		row[j] += float32(w * v.weights[k])
	}
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
