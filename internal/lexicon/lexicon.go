package lexicon

import (
	"cmp"
	"math"
	"slices"
	"unicode"
)

// Lexicon computes the lexical similarity of labels. A label has two vectors: its words, and the
// character trigrams of its words with their ends marked. Both are weighted by frequency in the
// label times ln(1 + N/df), where df of the N labels have the feature, and have norm 1. The
// similarity of two labels is the mean of the two cosines; it is 0 if a label has no words.
type Lexicon struct {
	labels   []Vector // by id
	postings []Vector // by feature: the ids of its labels, ascending, and its weights there
}

// Vector is a sparse vector: the features of a label, or the labels of a feature, ascending, with
// weights.
type Vector struct {
	At      []int32
	Weights []float32
}

// New indexes labels by id. In addition to the words and trigrams, it needs 16 bytes for each
// feature of each label.
func New(labels []string) *Lexicon {
	features := vocabulary{words: make(map[string]int32), grams: make(map[[3]rune]int32)}
	l := &Lexicon{labels: make([]Vector, len(labels))}
	for id, label := range labels {
		l.labels[id] = features.count(label)
	}
	l.postings = make([]Vector, len(features.df))
	for f, n := range features.df {
		l.postings[f] = Vector{make([]int32, 0, n), make([]float32, 0, n)}
	}
	for id, v := range l.labels {
		features.weigh(v, float64(len(labels)))
		for i, f := range v.At {
			p := &l.postings[f]
			p.At = append(p.At, int32(id))
			p.Weights = append(p.Weights, v.Weights[i])
		}
	}
	return l
}

// vocabulary assigns numbers to words and trigrams and counts the labels that have them.
type vocabulary struct {
	words map[string]int32
	grams map[[3]rune]int32
	df    []int // by feature
	gram  []int // by feature: 1 for a trigram, 0 for a word
}

// count returns the features of a label with their frequencies.
func (v *vocabulary) count(label string) Vector {
	var all []int32
	for _, word := range Words(label) {
		all = append(all, number(v, v.words, string(word), 0))
		marked := append(append([]rune{' '}, word...), ' ')
		for i := range len(marked) - 2 {
			all = append(all, number(v, v.grams, [3]rune(marked[i:i+3]), 1))
		}
	}
	slices.Sort(all)
	var counts Vector
	for _, f := range all {
		if n := len(counts.At); n > 0 && counts.At[n-1] == f {
			counts.Weights[n-1]++
			continue
		}
		counts.At = append(counts.At, f)
		counts.Weights = append(counts.Weights, 1)
		v.df[f]++
	}
	return counts
}

func number[K comparable](v *vocabulary, numbers map[K]int32, feature K, gram int) int32 {
	f, found := numbers[feature]
	if !found {
		f = int32(len(v.df))
		numbers[feature] = f
		v.df = append(v.df, 0)
		v.gram = append(v.gram, gram)
	}
	return f
}

// weigh converts the frequencies of one of n labels to weights such that the dot product of two
// labels is the mean of the cosines.
func (v *vocabulary) weigh(label Vector, n float64) {
	var squares [2]float64 // of words and of trigrams
	for i, f := range label.At {
		w := float64(label.Weights[i]) * math.Log(1+n/float64(v.df[f]))
		label.Weights[i] = float32(w)
		squares[v.gram[f]] += w * w
	}
	for i, f := range label.At {
		label.Weights[i] = float32(float64(label.Weights[i]) / math.Sqrt(2*squares[v.gram[f]]))
	}
}

// Words returns the words of a label in lower case: runs of letters and digits, split between a
// lower and an upper case letter, as in camel case.
func Words(label string) [][]rune {
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

// Len returns the number of labels, Features the number of words and trigrams.
func (l *Lexicon) Len() int      { return len(l.labels) }
func (l *Lexicon) Features() int { return len(l.postings) }

// Vector returns the vector of a label. It aliases the lexicon and must not be modified.
func (l *Lexicon) Vector(id int32) Vector { return l.labels[id] }

// Add adds to row the dot products of the query with the labels lo, lo+1, ….
func (l *Lexicon) Add(row []float32, lo int, query Vector) {
	for k, f := range query.At {
		l.postings[f].addTo(row, lo, query.Weights[k])
	}
}

// addTo adds the weights of the ids in row, which begins at id lo, times w.
func (v Vector) addTo(row []float32, lo int, w float32) {
	first, _ := slices.BinarySearchFunc(v.At, lo,
		func(id int32, lo int) int { return cmp.Compare(int(id), lo) })
	for k := first; k < len(v.At); k++ {
		j := int(v.At[k]) - lo
		if j >= len(row) {
			return
		}
		row[j] += float32(w * v.Weights[k])
	}
}
