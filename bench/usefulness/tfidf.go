package main

import (
	"math"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
)

// vectors compares documents by the cosine of their feature frequencies times
// ln((1 + N)/(1 + df)) + 1 (TF-IDF).
type vectors struct {
	numbers  map[string]int32
	weights  []float64  // by feature: inverse document frequency
	postings [][]weight // by feature, ascending
	size     int
}

type weight struct {
	at     int32
	weight float64
}

// newVectors indexes documents, each a list of features.
func newVectors(documents [][]string) *vectors {
	v := &vectors{numbers: make(map[string]int32), size: len(documents)}
	counts := make([][]weight, len(documents))
	var df []float64
	for i, features := range documents {
		for _, f := range features {
			if _, known := v.numbers[f]; !known {
				v.numbers[f] = int32(len(v.numbers))
				df = append(df, 0)
			}
		}
		counts[i] = v.count(features)
		for _, w := range counts[i] {
			df[w.at]++
		}
	}
	for _, d := range df {
		v.weights = append(v.weights, math.Log(float64(1+len(documents))/(1+d))+1)
	}
	v.postings = make([][]weight, len(df))
	for i, document := range counts {
		for _, w := range v.normalized(document) {
			v.postings[w.at] = append(v.postings[w.at], weight{int32(i), w.weight})
		}
	}
	return v
}

// count returns how often each known feature occurs, ascending by feature.
func (v *vectors) count(features []string) []weight {
	numbers := make([]int32, 0, len(features))
	for _, f := range features {
		if n, known := v.numbers[f]; known {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	var list []weight
	for _, n := range numbers {
		if at := len(list) - 1; at >= 0 && list[at].at == n {
			list[at].weight++
			continue
		}
		list = append(list, weight{n, 1})
	}
	return list
}

func (v *vectors) normalized(document []weight) []weight {
	square := 0.0
	for i := range document {
		document[i].weight *= v.weights[document[i].at]
		square += document[i].weight * document[i].weight
	}
	for i := range document {
		document[i].weight /= math.Sqrt(square)
	}
	return document
}

// similarities returns the cosine of each document with a list of features.
func (v *vectors) similarities(features []string) []float64 {
	scores := make([]float64, v.size)
	for _, w := range v.normalized(v.count(features)) {
		for _, p := range v.postings[w.at] {
			scores[p.at] += w.weight * p.weight
		}
	}
	return scores
}

// grams returns the runs of four characters of a text between two blanks, in lower case.
func grams(text string) []string {
	if text == "" {
		return nil
	}
	runes := []rune(" " + strings.ToLower(text) + " ")
	var list []string
	for i := 0; i+4 <= len(runes); i++ {
		list = append(list, string(runes[i:i+4]))
	}
	if len(runes) < 4 {
		list = append(list, string(runes))
	}
	return list
}

// textWords is the number of words of a definition that are compared.
const textWords = 60

// wordsOfText returns the words of a label and of the beginning of a definition.
func wordsOfText(label []string, definition string) []string {
	words := asserted.Words(definition)
	return append(slices.Clone(label), words[:min(len(words), textWords)]...)
}
