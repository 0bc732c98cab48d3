package trees

import (
	"math"
	"math/rand/v2"
	"testing"
)

// walked returns the score of a row by walking every tree from its root.
func walked(f *Forest, row []float32) float64 {
	sum := f.base
	for _, i := range f.roots {
		for n := &f.nodes[i]; n.right != 0; n = &f.nodes[i] {
			if v := row[n.column]; v <= n.value || v != v && n.missingLeft {
				i++
			} else {
				i = n.right
			}
		}
		sum += float64(f.nodes[i].value)
	}
	return sum
}

// grown appends a random tree with a maximum number of leaves.
func (f *Forest) grown(random *rand.Rand, leaves int) {
	at := len(f.nodes)
	f.nodes = append(f.nodes, node{value: random.Float32()})
	if leaves < 2 || random.IntN(8) == 0 {
		return
	}
	f.nodes[at] = node{value: odd(random), column: uint16(random.IntN(f.columns)),
		missingLeft: random.IntN(2) == 0}
	left := 1 + random.IntN(leaves-1)
	f.grown(random, left)
	f.nodes[at].right = int32(len(f.nodes))
	f.grown(random, leaves-left)
}

func odd(random *rand.Rand) float32 {
	values := []float32{0, float32(math.Copysign(0, -1)), 1, -1, float32(math.Inf(1)),
		float32(math.Inf(-1)), math.SmallestNonzeroFloat32, random.Float32()}
	return values[random.IntN(len(values))]
}

// TestScore compares Score and Scores with walks through random trees of up to 16 leaves, for rows
// with missing and infinite values and with columns that are the same in all rows.
func TestScore(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		f := &Forest{columns: 1 + random.IntN(5), base: random.Float64()}
		for range random.IntN(700) {
			f.roots = append(f.roots, int32(len(f.nodes)))
			f.grown(random, 2+random.IntN(maxLeaves-1))
		}
		if err := f.index(); err != nil {
			t.Fatal(err)
		}
		const spare = 2 // values of a row beyond the columns
		stride := f.columns + spare
		rows, scores := make([]float32, 50*stride), make([]float64, 50)
		for i := range rows {
			if rows[i] = odd(random); random.IntN(4) == 0 {
				rows[i] = float32(math.NaN())
			}
		}
		for i := stride; i < len(rows); i++ {
			if i%stride%3 == 1 {
				rows[i] = rows[i-stride]
			}
		}
		f.Scores(rows, stride, scores)
		for i := range scores {
			row := rows[i*stride:][:f.columns]
			want := walked(f, row)
			if got, one := scores[i], score(f, row); got != want || one != want {
				t.Fatalf("%d trees, row %v: %v, alone %v, want %v", len(f.roots), row, got, one,
					want)
			}
		}
	}
}
