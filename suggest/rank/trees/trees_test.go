package trees

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"box2el-owl/internal/golden"
)

var missing = float32(math.NaN())

// made returns a table with random values in [0, 1); label gets a row and returns its label.
func made(rows, columns int, label func(row []float32, r *rand.Rand) float32) Table {
	r := rand.New(rand.NewPCG(1, 2))
	var t Table
	for c := range columns {
		t.Columns = append(t.Columns, fmt.Sprintf("column %d", c))
	}
	for range rows {
		row := make([]float32, columns)
		for c := range row {
			row[c] = r.Float32()
		}
		t.Labels = append(t.Labels, label(row, r))
		t.Values = append(t.Values, row...)
	}
	return t
}

// noisy returns a table whose label depends on the first three columns, some values missing.
func noisy(rows, columns int) Table {
	return made(rows, columns, func(row []float32, r *rand.Rand) float32 {
		x := 4*row[0] - 3*row[1]*row[2]
		if row[2] < .2 {
			row[2] = missing
		}
		for c := 3; c < columns; c++ {
			row[c] = float32(int(row[c]*9)) / 3
		}
		if x+r.Float32() > 3 {
			return 1
		}
		return 0
	})
}

func (t *Table) row(i int) []float32 {
	return t.Values[i*len(t.Columns):][:len(t.Columns)]
}

func train(t testing.TB, table Table, o Options) *Forest {
	t.Helper()
	f, err := Train(context.Background(), table, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func binaryForm(t testing.TB, f *Forest) []byte {
	t.Helper()
	return f.AppendBinary(nil)
}

// small returns options for tables of some hundred rows.
func small() Options {
	o := DefaultOptions()
	o.Trees, o.Rate, o.L2, o.LeastRows = 40, .2, 1, 10
	return o
}

// correct returns the share of rows whose score has the sign of their label.
func correct(table Table, f *Forest) float64 {
	n := 0
	for i, y := range table.Labels {
		if (score(f, table.row(i)) > 0) == (y > .5) {
			n++
		}
	}
	return float64(n) / float64(len(table.Labels))
}

func TestTrainLearnsFunctions(t *testing.T) {
	label := func(yes bool) float32 {
		if yes {
			return 1
		}
		return 0
	}
	for name, of := range map[string]func(row []float32) bool{
		"exclusive or": func(row []float32) bool { return (row[0] > .4) != (row[1] > .6) },
		"linear":       func(row []float32) bool { return row[0]+2*row[1]-row[2] > 1 },
	} {
		t.Run(name, func(t *testing.T) {
			all := made(4000, 5,
				func(row []float32, _ *rand.Rand) float32 { return label(of(row)) })
			seen := all
			seen.Labels, seen.Values = all.Labels[:2000], all.Values[:2000*5]
			all.Labels, all.Values = all.Labels[2000:], all.Values[2000*5:]
			f := train(t, seen, small())
			if got := correct(all, f); got < .95 {
				t.Errorf("%.3f of unseen rows are correct, want at least .95", got)
			}
		})
	}
}

// TestTrainAdds learns what a forest that sees one column lacks: the two together are right where
// the first alone cannot be.
func TestTrainAdds(t *testing.T) {
	table := made(800, 2, func(row []float32, _ *rand.Rand) float32 {
		if row[0]+row[1] > 1 {
			return 1
		}
		return 0
	})
	first := table
	first.Columns, first.Values = table.Columns[:1], nil
	for i := range table.Labels {
		first.Values = append(first.Values, table.row(i)[0])
	}
	of := train(t, first, small())
	table.Scores = make([]float64, len(table.Labels))
	for i := range table.Labels {
		table.Scores[i] = score(of, table.row(i))
	}
	added := train(t, table, small())
	alone, together := 0, 0
	for i, y := range table.Labels {
		if (table.Scores[i] > 0) == (y > .5) {
			alone++
		}
		if (table.Scores[i]+score(added, table.row(i)) > 0) == (y > .5) {
			together++
		}
	}
	if together < 780 || alone > 700 {
		t.Errorf("right for %d rows of %d, alone for %d", together, len(table.Labels), alone)
	}
}

func TestTrainMissingValues(t *testing.T) {
	for _, side := range []float32{0, 1} {
		// The first column is high, low or missing; low and high have labels 0 and 1.
		table := made(1500, 2, func(row []float32, _ *rand.Rand) float32 {
			switch {
			case row[0] < 1./3:
				row[0] = missing
				return side
			case row[0] < 2./3:
				return 0
			}
			return 1
		})
		if got := correct(table, train(t, table, small())); got < .99 {
			t.Errorf("missing values with label %g: %.3f of the rows are correct", side, got)
		}
	}
	// A missing value alone tells the label.
	table := made(1000, 2, func(row []float32, _ *rand.Rand) float32 {
		if row[0] < .3 {
			row[0] = missing
			return 1
		}
		return 0
	})
	if got := correct(table, train(t, table, small())); got != 1 {
		t.Errorf("only missing values are positive: %.3f of the rows are correct", got)
	}
}

func TestTrainInfiniteAndConstantValues(t *testing.T) {
	inf := float32(math.Inf(1))
	table := made(600, 3, func(row []float32, _ *rand.Rand) float32 {
		row[1], row[2] = 7, missing
		switch {
		case row[0] < .3:
			row[0] = -inf
			return 1
		case row[0] > .7:
			row[0] = inf
			return 1
		}
		return 0
	})
	if got := correct(table, train(t, table, small())); got != 1 {
		t.Errorf("%.3f of the rows are correct", got)
	}
}

// lossOf returns the logistic loss of scores.
func lossOf(table Table, scores []float64) float64 {
	sum := 0.0
	for i, s := range scores {
		sum += table.weight(i) * (math.Log1p(math.Exp(s)) - float64(table.Labels[i])*s)
	}
	for i, list := range table.Lists {
		all := 0.0
		for j, s := range scores {
			if table.Lists[j] == list {
				all += math.Exp(s)
			}
		}
		sum += table.weight(i) * float64(table.Labels[i]) * (math.Log(all) - scores[i])
	}
	return sum
}

func TestTrainLossFalls(t *testing.T) {
	table := noisy(2000, 6)
	table.Weights = make([]float32, 2000)
	for i := range table.Weights {
		table.Weights[i] = float32(i%4) / 2
	}
	f := train(t, table, small())
	last := math.Inf(1)
	for n := range len(f.roots) + 1 {
		part := *f
		part.roots = f.roots[:n]
		scores := make([]float64, len(table.Labels))
		for i := range scores {
			scores[i] = walked(&part, table.row(i))
		}
		now := lossOf(table, scores)
		if now >= last {
			t.Errorf("loss %g with %d trees, %g with one less", now, n, last)
		}
		last = now
	}
}

// TestGradients compares the derivatives with differences of the loss, without and with lists.
func TestGradients(t *testing.T) {
	table := noisy(50, 3)
	table.Weights = make([]float32, 50)
	r := rand.New(rand.NewPCG(7, 8))
	scores := make([]float64, 50)
	for i := range scores {
		scores[i], table.Weights[i] = r.NormFloat64(), float32(r.IntN(3))
	}
	checkGradients(t, table, scores)
	for i := range scores {
		list := int32(i / 9)
		table.Lists = append(table.Lists, list)
		table.Weights[i] = float32(list % 3) // the same for all rows of a list
	}
	checkGradients(t, table, scores)
}

func checkGradients(t *testing.T, table Table, scores []float64) {
	t.Helper()
	gradients := make([]gradient, len(scores))
	table.update(gradients, scores)
	for i, got := range gradients {
		const h = 1e-4
		at := scores[i]
		middle := lossOf(table, scores)
		scores[i] = at + h
		up := lossOf(table, scores)
		scores[i] = at - h
		down := lossOf(table, scores)
		scores[i] = at
		first, second := (up-down)/(2*h), (up-2*middle+down)/(h*h)
		if math.Abs(got.first-first) > 1e-5 || math.Abs(got.second-second) > 1e-4 {
			t.Errorf("row %d: derivatives %g, want %g and %g", i, got, first, second)
		}
	}
}

func TestTrainIsDeterministic(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	table := noisy(3000, 8)
	for _, share := range []float64{1, .6} {
		o := small()
		o.ColumnShare, o.RowShare = share, share
		runtime.GOMAXPROCS(1)
		one := binaryForm(t, train(t, table, o))
		runtime.GOMAXPROCS(4)
		four := binaryForm(t, train(t, table, o))
		if !bytes.Equal(one, four) {
			t.Errorf("share %g: forests of one and four CPUs differ", share)
		}
		o.Seed++
		if other := binaryForm(t, train(t, table, o)); share < 1 && bytes.Equal(one, other) {
			t.Error("another seed makes the same forest")
		}
	}
}

func TestTrainRespectsOptions(t *testing.T) {
	table := noisy(2000, 6)
	o := small()
	o.Leaves, o.LeastRows, o.Trees = 6, 150, 12
	f := train(t, table, o)
	if len(f.roots) != 12 {
		t.Errorf("%d trees, want 12", len(f.roots))
	}
	for n, root := range f.roots {
		end := int32(len(f.nodes))
		if n+1 < len(f.roots) {
			end = f.roots[n+1]
		}
		if leaves := (end - root + 1) / 2; leaves > 6 {
			t.Errorf("tree %d has %d leaves", n, leaves)
		}
		rows := map[int32]int{}
		for r := range table.Labels {
			i := root
			for row := table.row(r); f.nodes[i].right != 0; {
				v, n := row[f.nodes[i].column], f.nodes[i]
				if v <= n.value || (v != v && n.missingLeft) {
					i++
				} else {
					i = n.right
				}
			}
			rows[i]++
		}
		for i, n := range rows {
			if n < 150 {
				t.Errorf("leaf %d has %d rows", i, n)
			}
		}
	}
	// The base is that of a table with each row repeated as often as its weight.
	o.LeastRows = 1
	weighted, repeated := noisy(400, 4), Table{}
	repeated.Columns = weighted.Columns
	weighted.Weights = make([]float32, 400)
	for i := range weighted.Weights {
		weighted.Weights[i] = float32(i % 3)
		for range i % 3 {
			repeated.Values = append(repeated.Values, weighted.row(i)...)
			repeated.Labels = append(repeated.Labels, weighted.Labels[i])
		}
	}
	o.Bins = 255
	a, b := train(t, weighted, o), train(t, repeated, o)
	if math.Abs(a.base-b.base) > 1e-9 {
		t.Errorf("base %g, want that of repeated rows, %g", a.base, b.base)
	}
}

func TestTrainEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	table := noisy(100, 3)
	if _, err := Train(ctx, table, small()); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled training returns %v", err)
	}
	table.Weights = make([]float32, 100)
	if _, err := Train(context.Background(), table, small()); err == nil {
		t.Error("a table without weight is learned from")
	}
}

func TestEdges(t *testing.T) {
	var many []float32
	for i := range 1000 {
		many = append(many, float32(i))
	}
	skewed := slices.Concat(make([]float32, 900), many[1:])
	for name, c := range map[string]struct {
		sorted      []float32
		most, least int
		bins        int
	}{
		"empty":    {nil, 63, 0, 1},
		"constant": {[]float32{3, 3, 3}, 63, 3, 1},
		"few":      {[]float32{1, 2, 2, 5}, 63, 1, 3},
		"many":     {many, 63, 10, 63},
		"skewed":   {skewed, 10, 50, 10},
		"two":      {many, 2, 400, 2},
	} {
		edges := edgesOf(c.sorted, c.most)
		if len(edges) != c.bins || !slices.IsSorted(edges) {
			t.Errorf("%s: edges %v, want %d", name, edges, c.bins)
		}
		counts := make([]int, len(edges)+1)
		for _, v := range c.sorted {
			counts[binOf(edges, v)]++
		}
		if counts[0] != 0 || slices.Min(counts[1:]) < c.least {
			t.Errorf("%s: bins of %v values, want at least %d each", name, counts, c.least)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	table := noisy(1000, 5)
	f := train(t, table, small())
	b := binaryForm(t, f)
	read, err := Read(b, table.Columns)
	if err != nil {
		t.Fatal(err)
	}
	near := 0
	for i := range table.Labels {
		// A threshold that is rounded may move a row to the other branch of a tree.
		if got, want := score(read, table.row(i)), score(f, table.row(i)); math.Abs(got-want) < .1 {
			near++
		}
	}
	if near < 95*len(table.Labels)/100 {
		t.Errorf("%d of %d scores are within .1 after reading", near, len(table.Labels))
	}
	if !bytes.Equal(binaryForm(t, read), b) {
		t.Error("the binary form differs after reading")
	}
	other := slices.Clone(table.Columns)
	other[0], other[1] = other[1], other[0]
	for _, columns := range [][]string{other, other[:4], nil} {
		if _, err := Read(b, columns); !errors.Is(err, errColumns) {
			t.Errorf("columns %q: error %v", columns, err)
		}
	}
	for n := range len(b) {
		if _, err := Read(b[:n], table.Columns); err == nil {
			t.Fatalf("the first %d of %d bytes are read without error", n, len(b))
		}
	}
	if _, err := Read(append(b, make([]byte, nodeSize)...), table.Columns); err == nil {
		t.Error("a forest with something after it is read without error")
	}
}

func TestSize(t *testing.T) {
	o := DefaultOptions()
	o.LeastRows = 10
	f := train(t, noisy(4000, 8), o)
	if n := len(binaryForm(t, f)); len(f.roots) != 100 || n > 12_000 {
		t.Errorf("%d trees of 15 leaves take %d bytes", len(f.roots), n)
	}
}

// TestScores compares the scores of a trained forest with recorded ones.
func TestScores(t *testing.T) {
	table := noisy(500, 5)
	var b bytes.Buffer
	f := train(t, table, small())
	for i := range 50 {
		fmt.Fprintf(&b, "%d\t%.4f\n", i, score(f, table.row(i)))
	}
	golden.Check(t, "testdata/scores.tsv", b.Bytes())
}

// score returns the score of one row.
func score(f *Forest, row []float32) float64 {
	var scores [1]float64
	f.Scores(row, len(row), scores[:])
	return scores[0]
}

func TestScoreAllocatesNothing(t *testing.T) {
	table := noisy(500, 5)
	f := train(t, table, small())
	if n := testing.AllocsPerRun(100, func() { score(f, table.row(0)) }); n != 0 {
		t.Errorf("Score allocates %g times", n)
	}
}

func FuzzRead(f *testing.F) {
	table := noisy(300, 3)
	o := small()
	o.Trees = 3
	b := binaryForm(f, train(f, table, o))
	f.Add(b[headerSize:], 3)
	f.Add(b[headerSize:len(b)-nodeSize], 3)
	f.Add([]byte{}, 0)
	f.Fuzz(func(t *testing.T, nodes []byte, trees int) {
		header := (&Forest{columns: 3, hash: hashOf(table.Columns)}).AppendBinary(nil)
		header[headerSize-4], header[headerSize-3] = byte(trees), byte(trees>>8)
		b := append(header, nodes...)
		read, err := Read(b, table.Columns)
		if err != nil {
			return
		}
		for _, v := range []float32{0, 1, missing} {
			if s := score(read, []float32{v, v, v}); s != s {
				t.Errorf("score of %g is not a number", v)
			}
		}
		if again := read.AppendBinary(nil); !bytes.Equal(again, b) {
			t.Errorf("%x is written as %x", b, again)
		}
	})
}

func BenchmarkTrain(b *testing.B) {
	table := noisy(30_000, 100)
	for b.Loop() {
		train(b, table, DefaultOptions())
	}
}

// BenchmarkScore scores 350 candidates with 200 trees of 15 leaves.
func BenchmarkScore(b *testing.B) {
	table := noisy(10_000, 100)
	o := DefaultOptions()
	o.Trees = 200
	f := train(b, table, o)
	scores := make([]float64, 350)
	b.ReportAllocs()
	for b.Loop() {
		f.Scores(table.Values, len(table.Columns), scores)
	}
}
