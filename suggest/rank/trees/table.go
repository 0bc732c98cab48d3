package trees

import (
	"math"
	"slices"
)

// Table holds the rows to learn from.
type Table struct {
	Columns []string
	Values  []float32 // by row, then by column; NaN is a missing value
	Labels  []float32 // by row: probabilities, mostly 0 or 1
	Weights []float32 // by row, at least 0; nil if all are 1
	// Scores are the scores of the rows by another forest; nil if there is none. Train then fits a
	// correction: a forest whose scores are added to them.
	Scores []float64
	// Lists numbers the list of each row; the rows of a list are consecutive. If it is not nil,
	// Train minimizes the sum of the logistic loss and the softmax loss of each list: the cross
	// entropy of its right rows, all equally right, and the softmax of its scores (ListNet, Cao et
	// al., ICML'07).
	Lists []int32
}

// weight returns the weight of a row.
func (t *Table) weight(row int) float64 {
	if t.Weights == nil {
		return 1
	}
	return float64(t.Weights[row])
}

// binned holds a table with every value replaced by the number of its bin: 0 if it is missing, else
// 1 + the position of the first edge that is not below it.
type binned struct {
	bins  [][]uint8   // by column, then by row
	edges [][]float32 // by column, ascending; the last is +Inf
}

// newBinned cuts each column into at most most bins with about the same number of rows.
func newBinned(t *Table, most int) *binned {
	columns, rows := len(t.Columns), len(t.Labels)
	b := &binned{bins: make([][]uint8, columns), edges: make([][]float32, columns)}
	parallel(columns, func(from, to int) {
		sorted := make([]float32, 0, rows)
		for c := from; c < to; c++ {
			sorted = sorted[:0]
			for i := c; i < len(t.Values); i += columns {
				if v := t.Values[i]; v == v {
					sorted = append(sorted, v)
				}
			}
			slices.Sort(sorted)
			edges := edgesOf(sorted, most)
			bins := make([]uint8, rows)
			for r := range bins {
				bins[r] = binOf(edges, t.Values[r*columns+c])
			}
			b.edges[c], b.bins[c] = edges, bins
		}
	})
	return b
}

// edgesOf returns the upper edges of at most most bins of sorted values. A value that fills a bin
// alone gets a bin of its own.
func edgesOf(sorted []float32, most int) []float32 {
	var edges []float32
	open := 0 // values in the bin that is being filled
	for i := 0; i < len(sorted); {
		end := i + 1
		for end < len(sorted) && sorted[end] == sorted[i] {
			end++
		}
		left := most - len(edges) // bins, with the one being filled
		full := (len(sorted) - i + open + left - 1) / left
		if open > 0 && left > 1 && (open >= full || end-i >= full) {
			edges = append(edges, between(sorted[i-1], sorted[i]))
			open = 0
		}
		open += end - i
		i = end
	}
	return append(edges, float32(math.Inf(1)))
}

// between returns a value that is at least low and below high, if possible halfway.
func between(low, high float32) float32 {
	if middle := float32(float64(low)/2 + float64(high)/2); middle >= low && middle < high {
		return middle
	}
	return low
}

// binOf returns the bin of a value.
func binOf(edges []float32, v float32) uint8 {
	if v != v {
		return 0
	}
	at, _ := slices.BinarySearch(edges[:len(edges)-1], v)
	return uint8(at + 1)
}
