package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"box2el-owl/embed/dataset"
	"box2el-owl/internal/lexicon"
)

// row returns a scorer's distances of all candidates for one axiom.
func row[T Float](s Scorer[T], axiom ...int32) []T {
	out := make([]T, s.Candidates())
	s.Tile([][]int32{axiom}, 0, len(out), out)
	return out
}

func TestPopularity(t *testing.T) {
	var train dataset.Axioms
	train[dataset.NF1].Append(0, 2)
	train[dataset.NF1].Append(1, 2)
	train[dataset.NF1].Append(2, 3)
	train[dataset.NF3].Append(1, 0, 2)
	inf := float32(math.Inf(1))
	if got, want := row(NewPopularity(SuperclassOf, 4, &train), 3, 0), []float32{0, 0, -2,
		inf}; !slices.Equal(got, want) {
		t.Errorf("NF1: %v, want %v", got, want)
	}
	if got, want := row(NewPopularity(SubclassOfExists, 4, &train), 3, 0, 1), []float32{0, -1, 0,
		0}; !slices.Equal(got, want) {
		t.Errorf("NF3: %v, want %v", got, want)
	}
}

func TestWords(t *testing.T) {
	tests := []struct{ label, want string }{
		{"", ""},
		{"regulation of T-cell activation", "regulation of t cell activation"},
		{"AbdominalAorta", "abdominal aorta"},
		{"GO_0008150", "go 0008150"},
		{"CD4-positive, αβ", "cd4 positive αβ"},
		{"Größe", "größe"},
		{"\xff\xfe", ""},
		{" — ", ""},
	}
	for _, test := range tests {
		var words []string
		for _, w := range lexicon.Words(test.label) {
			words = append(words, string(w))
		}
		if got := strings.Join(words, " "); got != test.want {
			t.Errorf("words of %q: %q, want %q", test.label, got, test.want)
		}
	}
}

var anatomy = []string{
	"heart", "heart valve", "valve", "left heart valve", "liver", "", "liver lobe", "Hearts", "heart",
}

func TestLexicalSimilarity(t *testing.T) {
	s := NewLexical(SuperclassOf, lexicon.New(anatomy), new(dataset.Axioms))
	d := row(s, 1, 0) // superclasses of "heart valve"
	if !math.IsInf(float64(d[1]), 1) {
		t.Errorf("the class itself is not masked: %v", d[1])
	}
	if d[0] != d[8] || d[5] != 1 || d[4] < 0.99 {
		t.Errorf("same labels %v and %v, no label %v, other label %v", d[0], d[8], d[5], d[4])
	}
	for _, order := range [][2]int{{0, 7}, {2, 3}, {3, 7}, {7, 4}} {
		if d[order[0]] >= d[order[1]] {
			t.Errorf("heart valve is nearer to %q (%v) than to %q (%v)", anatomy[order[1]],
				d[order[1]], anatomy[order[0]], d[order[0]])
		}
	}
	if same := row(s, 0, 1)[8]; math.Abs(float64(same)) > 1e-6 {
		t.Errorf("two labels that are the same have distance %v", same)
	}
	none := row(s, 5, 0)
	none[5] = 1
	if slices.ContainsFunc(none, func(d float32) bool { return d != 1 }) {
		t.Errorf("a class without label is similar to something: %v", none)
	}
}

// TestLexicalAgainstCosines recomputes distances from the definition, with maps.
func TestLexicalAgainstCosines(t *testing.T) {
	l := lexicon.New(anatomy)
	features := func(label string, grams bool) map[string]float64 {
		f := make(map[string]float64)
		for _, w := range lexicon.Words(label) {
			if !grams {
				f[string(w)]++
				continue
			}
			marked := []rune(" " + string(w) + " ")
			for i := range len(marked) - 2 {
				f[string(marked[i:i+3])]++
			}
		}
		return f
	}
	cosine := func(a, b string, grams bool) float64 {
		weight := func(label string) map[string]float64 {
			w := features(label, grams)
			for f := range w {
				df := 0.0
				for _, other := range anatomy {
					if features(other, grams)[f] > 0 {
						df++
					}
				}
				w[f] *= math.Log(1 + float64(len(anatomy))/df)
			}
			return w
		}
		var dot, aa, bb float64
		wa, wb := weight(a), weight(b)
		for f, x := range wa {
			dot += x * wb[f]
			aa += x * x
		}
		for _, x := range wb {
			bb += x * x
		}
		if aa == 0 || bb == 0 {
			return 0
		}
		return dot / math.Sqrt(aa*bb)
	}
	similarity := func(a, b int) float64 {
		return (cosine(anatomy[a], anatomy[b], false) + cosine(anatomy[a], anatomy[b], true)) / 2
	}
	var train dataset.Axioms
	train[dataset.NF3].Append(1, 0, 4) // heart valve and valve are known subjects of the test axiom
	train[dataset.NF3].Append(2, 0, 4)

	nf2 := row(NewLexical(SuperclassOfBoth, l, &train), 0, 4, 6)
	nf3 := row(NewLexical(SubclassOfExists, l, &train), 0, 0, 4)
	other := row(NewLexical(SubclassOfExists, l, &train), 0, 1, 4)
	for x := range anatomy {
		if x != 0 && x != 4 {
			near(t, fmt.Sprint("NF2 ", x), nf2[x], 1-(similarity(0, x)+similarity(4, x))/2)
		}
		near(t, fmt.Sprint("NF3 ", x), nf3[x],
			1-(similarity(4, x)+(similarity(1, x)+similarity(2, x))/2)/2)
		near(t, fmt.Sprint("NF3, no known subject ", x), other[x], 1-similarity(4, x))
	}
}

func near(t *testing.T, what string, got float32, want float64) {
	t.Helper()
	if math.Abs(float64(got)-want) > 1e-6 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestLabelsOf(t *testing.T) {
	d := &dataset.Dataset{
		Classes:   []string{"http://x.org/a#Foo", "http://x.org/GO_1", "urn:b", "aux:7", "plain"},
		Auxiliary: []bool{false, false, false, true, false},
	}
	got := LabelsOf(d, []string{"", "process"})
	if want := []string{"Foo", "process", "b", "", "plain"}; !slices.Equal(got, want) {
		t.Errorf("labels %q, want %q", got, want)
	}
}

// TestBaselineTiles checks that the baselines give a pair the same distance in every tile.
func TestBaselineTiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	labels := randomLabels(rng, 300)
	var train dataset.Axioms
	for _, q := range Questions()[:4] {
		train[q.Form] = randomAxioms(rng, q.Form, len(labels), 3, 500)
	}
	l := lexicon.New(labels)
	for _, q := range Questions()[:4] {
		for _, s := range []Scorer[float32]{NewLexical(q, l, &train),
			NewPopularity(q, len(labels), &train)} {
			axiom := train[q.Form].Row(7)
			whole := row(s, axiom...)
			for lo := 0; lo < len(labels); lo += 37 {
				hi := min(lo+37, len(labels))
				out := make([]float32, hi-lo)
				s.Tile([][]int32{axiom}, lo, hi, out)
				if !slices.Equal(out, whole[lo:hi]) {
					t.Fatalf("%v, %T: tile %d-%d differs", q.Form, s, lo, hi)
				}
			}
		}
	}
}

// randomLabels returns labels of a few syllables.
func randomLabels(rng *rand.Rand, n int) []string {
	syllables := strings.Fields(
		"car di o my leu ko cy to gen neu ro pep ti da se in hi bi tor ac ti va ted re cep ne ga tive po si al pha be ta")
	words := make([]string, 2000)
	for i := range words {
		for range 1 + rng.IntN(4) {
			words[i] += syllables[rng.IntN(len(syllables))]
		}
	}
	labels := make([]string, n)
	for i := range labels {
		for range 1 + rng.IntN(5) {
			labels[i] += words[int(float64(len(words))*math.Pow(rng.Float64(), 3))] + " "
		}
	}
	return labels
}
