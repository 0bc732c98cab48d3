package main

import (
	"context"
	"math"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/internal/lexicon"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// method scores what a class may be missing: the larger, the likelier. A candidate of which it says nothing gets −Inf. It is safe
// for concurrent use.
type method interface {
	name() string
	// superclasses scores every class D for class ⊑ D.
	superclasses(ctx context.Context, class int32, scores []float32) error
	// fillers scores every class D for class ⊑ ∃properties[i].D, into scores[i].
	fillers(ctx context.Context, class int32, properties []int32, scores [][]float32) error
}

func fill(scores []float32, x float64) {
	for i := range scores {
		scores[i] = float32(x)
	}
}

// popularity counts direct subclasses, in the hierarchy that follows, and how often a class is told to be a filler of the
// property.
type popularity struct {
	supers  []float32   // by class
	filling [][]float32 // by property, class; nil where there is none
}

func newPopularity(ctx context.Context, t *terms, k *knowledge) (*popularity, error) {
	n := len(t.Classes)
	p := &popularity{supers: make([]float32, n), filling: make([][]float32, len(t.Properties))}
	hierarchy, err := reasoner.Classify(ctx, k.normal, reasoner.Options{})
	if err != nil {
		return nil, err
	}
	for _, super := range hierarchy.Direct() {
		if d, known := t.Class(super.IRI); known {
			p.supers[d]++
		}
	}
	for _, s := range t.Statements() {
		if s.Property == suggest.NoProperty {
			continue
		}
		if p.filling[s.Property] == nil {
			p.filling[s.Property] = make([]float32, n)
		}
		p.filling[s.Property][s.Target]++
	}
	return p, nil
}

func (p *popularity) name() string { return "popularity" }

func (p *popularity) superclasses(_ context.Context, _ int32, scores []float32) error {
	copy(scores, p.supers)
	return nil
}

func (p *popularity) fillers(_ context.Context, _ int32, properties []int32, scores [][]float32) error {
	for i, r := range properties {
		clear(scores[i])
		copy(scores[i], p.filling[r])
	}
	return nil
}

// words is the likeness of labels by words and trigrams (internal/lexicon): that of subject and candidate, and for fillers also
// that of the candidate and the fillers which the subject has already.
type words struct {
	supers, filling ranking.Scorer[float32]
}

func newWords(t *terms) *words {
	l := lexicon.New(t.labels)
	var train dataset.Axioms
	for _, s := range t.Statements() {
		if s.Property == suggest.NoProperty {
			train[dataset.NF1].Append(s.Class, s.Target)
		} else {
			train[dataset.NF3].Append(s.Class, s.Property, s.Target)
		}
	}
	return &words{ranking.NewLexical(ranking.SuperclassOf, l, &train), ranking.NewLexical(ranking.FillerOfExists, l, &train)}
}

func (w *words) name() string { return "labels: words" }

func (w *words) superclasses(_ context.Context, class int32, scores []float32) error {
	nearness(w.supers, []int32{class, 0}, scores)
	return nil
}

func (w *words) fillers(_ context.Context, class int32, properties []int32, scores [][]float32) error {
	for i, r := range properties {
		nearness(w.filling, []int32{class, r, 0}, scores[i])
	}
	return nil
}

// nearness writes distances with a minus.
func nearness(s ranking.Scorer[float32], axiom []int32, scores []float32) {
	s.Tile([][]int32{axiom}, 0, len(scores), scores)
	for i, distance := range scores {
		scores[i] = -distance
		if math.IsNaN(float64(distance)) {
			scores[i] = float32(math.Inf(-1))
		}
	}
}
