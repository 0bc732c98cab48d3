package main

import (
	"context"
	"math"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	likeness "box2el-owl/internal/lexicon"
	"box2el-owl/reasoner"
)

// method scores what a class may be missing: the larger, the likelier. A candidate of which it says nothing gets −Inf.
type method interface {
	name() string
	// superclasses scores every class D for class ⊑ D.
	superclasses(ctx context.Context, class int32, scores []float32) error
	// fillers scores every class D for class ⊑ ∃property.D.
	fillers(ctx context.Context, class, property int32, scores []float32) error
}

// popularity counts direct subclasses, in the hierarchy that follows, and how often a class is said to be a filler of the
// property.
type popularity struct {
	supers  []float32           // by class
	filling map[int32][]float32 // by property, class
	none    []float32
}

func newPopularity(ctx context.Context, t *terms, k *knowledge) (*popularity, error) {
	n := len(t.classes)
	p := &popularity{supers: make([]float32, n), filling: make(map[int32][]float32), none: make([]float32, n)}
	hierarchy, err := reasoner.Classify(ctx, k.normal, reasoner.Options{})
	if err != nil {
		return nil, err
	}
	for _, super := range hierarchy.Direct() {
		if d, known := t.number[super.IRI]; known {
			p.supers[d]++
		}
	}
	for _, s := range t.told {
		if s.property < 0 {
			continue
		}
		if p.filling[s.property] == nil {
			p.filling[s.property] = make([]float32, n)
		}
		p.filling[s.property][s.target]++
	}
	return p, nil
}

func (p *popularity) name() string { return "popularity" }

func (p *popularity) superclasses(_ context.Context, _ int32, scores []float32) error {
	copy(scores, p.supers)
	return nil
}

func (p *popularity) fillers(_ context.Context, _, property int32, scores []float32) error {
	copy(scores, p.none)
	copy(scores, p.filling[property])
	return nil
}

// lexicon is the likeness of labels by words and trigrams (internal/lexicon): that of subject and candidate, and for fillers
// also that of the candidate and the fillers which the subject has already.
type lexicon struct {
	supers, filling ranking.Scorer[float32]
}

func newLexicon(t *terms) *lexicon {
	l := likeness.New(t.labels)
	var train dataset.Axioms
	for _, s := range t.told {
		if s.property < 0 {
			train[dataset.NF1].Append(s.class, s.target)
		} else {
			train[dataset.NF3].Append(s.class, s.property, s.target)
		}
	}
	fillers := ranking.Question{Form: dataset.NF3, Open: 2}
	return &lexicon{supers: ranking.NewLexical(ranking.SuperclassOf, l, &train), filling: ranking.NewLexical(fillers, l, &train)}
}

func (l *lexicon) name() string { return "labels: words" }

func (l *lexicon) superclasses(_ context.Context, class int32, scores []float32) error {
	return nearness(l.supers, []int32{class, 0}, scores)
}

func (l *lexicon) fillers(_ context.Context, class, property int32, scores []float32) error {
	return nearness(l.filling, []int32{class, property, 0}, scores)
}

func nearness(s ranking.Scorer[float32], axiom []int32, scores []float32) error {
	s.Tile([][]int32{axiom}, 0, len(scores), scores)
	for i, distance := range scores {
		scores[i] = -distance
		if math.IsNaN(float64(distance)) {
			scores[i] = float32(math.Inf(-1))
		}
	}
	return nil
}
