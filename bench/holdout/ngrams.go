package main

import (
	"context"
	"math"
	"slices"
	"strings"
)

// ngrams is the likeness of labels by runs of three to five characters: each label is a vector of their frequencies times
// ln((1+N)/(1+df)) + 1, of norm 1, and the likeness of two is the cosine (the usual TF-IDF).
type ngrams struct {
	labels   [][]entry // by class: features, ascending
	postings [][]entry // by feature: classes, ascending
}

type entry struct {
	at     int32
	weight float32
}

func newNgrams(labels []string) *ngrams {
	n := &ngrams{labels: make([][]entry, len(labels))}
	number := make(map[string]int32)
	for c, label := range labels {
		runes := []rune(strings.ToLower(label))
		counts := make(map[int32]float32)
		for size := 3; size <= 5; size++ {
			for i := 0; i+size <= len(runes); i++ {
				gram := string(runes[i : i+size])
				f, known := number[gram]
				if !known {
					f = int32(len(number))
					number[gram] = f
				}
				counts[f]++
			}
		}
		for f, count := range counts {
			n.labels[c] = append(n.labels[c], entry{f, count})
		}
		slices.SortFunc(n.labels[c], func(a, b entry) int { return int(a.at - b.at) })
	}
	n.weigh(len(number))
	return n
}

func (n *ngrams) weigh(features int) {
	df := make([]float64, features)
	for _, label := range n.labels {
		for _, e := range label {
			df[e.at]++
		}
	}
	n.postings = make([][]entry, features)
	for c, label := range n.labels {
		var square float64
		for i, e := range label {
			w := float64(e.weight) * (math.Log(float64(1+len(n.labels))/(1+df[e.at])) + 1)
			label[i].weight = float32(w)
			square += w * w
		}
		for i, e := range label {
			label[i].weight = float32(float64(e.weight) / math.Sqrt(square))
			n.postings[e.at] = append(n.postings[e.at], entry{int32(c), label[i].weight})
		}
	}
}

func (n *ngrams) name() string { return "labels: n-grams" }

func (n *ngrams) superclasses(_ context.Context, class int32, scores []float32) error {
	clear(scores)
	for _, e := range n.labels[class] {
		for _, p := range n.postings[e.at] {
			scores[p.at] += e.weight * p.weight
		}
	}
	return nil
}

func (n *ngrams) fillers(ctx context.Context, class int32, _ []int32, scores [][]float32) error {
	for i := range scores {
		if err := n.superclasses(ctx, class, scores[i]); err != nil {
			return err
		}
	}
	return nil
}
