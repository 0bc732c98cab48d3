package suggest

import (
	"cmp"
	"context"
	"math"
	"slices"

	"box2el-owl/internal/selection"
)

// How many classes are looked at around a subject.
const (
	neighborsLooked = 40  // of each kind of likeness
	mostSiblings    = 400 // a feature that more classes share says little, and is not looked at
	tellingWords    = 16  // words of the subject's names and definition, the rarest
)

// likeness is a way in which classes are like the subject.
type likeness int

const (
	byLabel      likeness = iota // labels
	byGeometry                   // near in the model's space
	bySuperclass                 // a superclass in common
	byFiller                     // an existential restriction in common
	below                        // told subclasses
	likenesses
)

// voice is a class like the subject, and how much it counts. The weights of one likeness add up to 1.
type voice struct {
	class  int32
	weight float64
}

// neighborhood is what surrounds a subject.
type neighborhood struct {
	class  int32
	voices [likenesses][]voice

	words             []int32 // of names and definition, telling ones: others have them too, but not many
	label, definition []int32 // words of the subject's names and definition, as sets
	mentions          []mention
	inDefinition      []mention

	similarity []float32  // by class: of labels
	row        int32      // of the model; −1 where it does not know the subject
	near       []Neighbor // in the model

	found bool // it is complete
}

// surround finds the neighborhood of a class. It is good until the next call with the same scratch, which is for nothing if it is of the
// same class.
func (v *view) surround(ctx context.Context, class int32, s *scratch) (*neighborhood, error) {
	n := &s.neighborhood
	if n.found && n.class == class {
		return n, nil
	}
	*n = neighborhood{class: class, similarity: n.similarity, row: v.rowOf(class)}
	n.label = wordSet(v.text.names[class]...)
	n.definition = wordSet(v.text.definitions[class])
	s.coverage.by(n.label, n.definition)
	for _, name := range v.text.names[class] {
		n.mentions = append(n.mentions, v.text.mentions(name)...)
	}
	n.inDefinition = v.text.mentions(v.text.definitions[class])
	n.words = v.telling(n)

	n.similarity = resized(n.similarity, len(v.t.Classes))
	clear(n.similarity)
	v.text.lexicon.Add(n.similarity, 0, v.text.lexicon.Vector(class))
	n.voices[byLabel] = v.alike(class, n.similarity)

	if n.row >= 0 {
		var err error
		if n.near, err = v.geometry.Superclasses(ctx, n.row, nearestSuperclasses); err != nil {
			return nil, err
		}
		n.voices[byGeometry] = v.near(class, n.near[:min(neighborsLooked, len(n.near))])
	}
	n.voices[bySuperclass] = v.sharing(class, s, func(add func(bearers []int32)) {
		for _, d := range v.told.supers.of(class) {
			add(v.told.subs.of(d))
		}
	})
	n.voices[byFiller] = v.sharing(class, s, func(add func(bearers []int32)) {
		for _, r := range v.told.restrictions.of(class) {
			add(v.told.bearers[r])
		}
	})
	for _, c := range v.told.subs.of(class)[:min(mostSiblings, len(v.told.subs.of(class)))] {
		n.voices[below] = append(n.voices[below], voice{c, 1 / float64(min(mostSiblings, len(v.told.subs.of(class))))})
	}
	n.found = true
	return n, nil
}

// telling are the rarest words that the subject shares with others.
func (v *view) telling(n *neighborhood) []int32 {
	words := wordSet(n.label, n.definition)
	words = slices.DeleteFunc(words, func(w int32) bool {
		return len(v.text.users[w]) < 2 || len(v.text.users[w]) > mostSiblings
	})
	slices.SortFunc(words, func(a, b int32) int {
		return cmp.Or(cmp.Compare(len(v.text.users[a]), len(v.text.users[b])), cmp.Compare(a, b))
	})
	return words[:min(tellingWords, len(words))]
}

// alike are the classes of the most similar labels.
func (v *view) alike(class int32, similarity []float32) []voice {
	var best []voice
	least := float32(0.05)
	for c, x := range similarity {
		if x <= least || int32(c) == class || v.t.Deprecated[c] {
			continue
		}
		best = append(best, voice{int32(c), float64(x)})
		if len(best) == 4*neighborsLooked {
			selection.SmallestFirst(best, neighborsLooked-1, stronger)
			best = best[:neighborsLooked]
			least = float32(best[neighborsLooked-1].weight)
		}
	}
	slices.SortFunc(best, compareVoices)
	best = best[:min(neighborsLooked, len(best))]
	for i := range best {
		best[i].weight *= best[i].weight
	}
	return normalized(best)
}

// compareVoices puts those of large weight first.
func compareVoices(a, b voice) int {
	if a.weight != b.weight {
		return cmp.Compare(b.weight, a.weight)
	}
	return cmp.Compare(a.class, b.class)
}

func stronger(a, b voice) bool { return compareVoices(a, b) < 0 }

// near are the classes around the subject in the model's space; one at the distance of the last counts for little.
func (v *view) near(class int32, neighbors []Neighbor) []voice {
	var voices []voice
	if len(neighbors) == 0 {
		return nil
	}
	scale := float64(neighbors[len(neighbors)/2].Distance)
	for _, n := range neighbors {
		c := v.classOf[n.Class]
		if c < 0 || c == class || v.t.Deprecated[c] {
			continue
		}
		weight := 1.0
		if scale > 0 {
			weight = math.Exp(-2 * float64(n.Distance) / scale)
		}
		voices = append(voices, voice{c, weight})
	}
	return normalized(voices)
}

// sharing are the classes that share features with the subject, a feature counting the more the rarer it is.
func (v *view) sharing(class int32, s *scratch, features func(add func(bearers []int32))) []voice {
	weights := s.sums
	var touched []int32
	features(func(bearers []int32) {
		if len(bearers) > mostSiblings {
			return
		}
		weight := math.Log(1 + float64(len(v.t.Classes))/float64(len(bearers)))
		for _, c := range bearers {
			if weights[c] == 0 {
				touched = append(touched, c)
			}
			weights[c] += weight
		}
	})
	var voices []voice
	for _, c := range touched {
		if c != class && !v.t.Deprecated[c] {
			voices = append(voices, voice{c, weights[c]})
		}
		weights[c] = 0
	}
	slices.SortFunc(voices, compareVoices)
	return normalized(voices[:min(mostSiblings, len(voices))])
}

func normalized(voices []voice) []voice {
	var sum float64
	for _, v := range voices {
		sum += v.weight
	}
	for i := range voices {
		voices[i].weight /= sum
	}
	return voices
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
