package report

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// hierarchyClosure is the reflexive and transitive closure of C ⊑ D axioms, which suffices as a
// reasoner for a hierarchy.
type hierarchyClosure struct{ above [][]bool }

func newHierarchyClosure(d *dataset.Dataset, sets ...*dataset.Axioms) hierarchyClosure {
	n := len(d.Classes)
	c := hierarchyClosure{make([][]bool, n)}
	for i := range c.above {
		c.above[i] = make([]bool, n)
		c.above[i][i], c.above[i][d.Top] = true, true
	}
	for _, set := range sets {
		for i := range set[dataset.NF1].Len() {
			row := set[dataset.NF1].Row(i)
			c.above[row[0]][row[1]] = true
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				c.above[i][j] = c.above[i][j] || c.above[i][k] && c.above[k][j]
			}
		}
	}
	return c
}

func (c hierarchyClosure) Entails(form dataset.Form, axiom []int32) bool {
	return form == dataset.NF1 && c.above[axiom[0]][axiom[1]]
}

func (c hierarchyClosure) Answers(form dataset.Form, axiom []int32, column int) []int32 {
	var list []int32
	for id := range int32(len(c.above)) {
		if form == dataset.NF1 &&
			(column == 1 && c.above[axiom[0]][id] || column == 0 && c.above[id][axiom[1]]) {
			list = append(list, id)
		}
	}
	return list
}

// hierarchyReasoner proves by chains of asserted axioms. Any subclass of the class called forbidden
// is a contradiction.
type hierarchyReasoner struct {
	hierarchyClosure
	ids map[string]int32
}

func (r hierarchyReasoner) Prove(_ context.Context, sub, super owl.Class) (*Proof, error) {
	if !r.above[r.ids[sub.IRI.String()]][r.ids[super.IRI.String()]] {
		return nil, nil
	}
	depth := 2 + int(r.ids[sub.IRI.String()]-r.ids[super.IRI.String()])%5
	return &Proof{Depth: depth, Uses: depth,
		Steps: []ProofStep{{Conclusion: "entailed", Rule: ruleAsserted}}}, nil
}

func (r hierarchyReasoner) Judge(_ context.Context, a owl.Axiom) (*reasoner.Judgement, error) {
	axiom := a.(*owl.SubClassOf)
	if strings.HasSuffix(axiom.Super.(owl.Class).IRI.String(), "7") {
		return &reasoner.Judgement{Verdict: suggest.Contradicts, Conflict: reasoner.Conflict{
			Unsatisfiable: []owl.Class{axiom.Sub.(owl.Class)}}}, nil
	}
	return &reasoner.Judgement{Verdict: suggest.New}, nil
}

func (r hierarchyReasoner) Refute(context.Context, owl.Axiom, *reasoner.Conflict) (*Proof,
	error) {
	return &Proof{Depth: 1, Steps: []ProofStep{{Conclusion: "unsatisfiable", Rule: "disjoint"}}},
		nil
}

// hierarchySources returns a tree of classes with an auxiliary class, and a model trained on a part
// of it.
func hierarchySources(t *testing.T) Sources {
	t.Helper()
	d := &dataset.Dataset{Name: "tree", Classes: []string{"http://www.w3.org/2002/07/owl#Thing", "http://www.w3.org/2002/07/owl#Nothing"}, Top: 0, Bottom: 1}
	for form := range dataset.NumForms {
		d.Train[form].Width = len(form.Columns())
		d.Validation[form].Width, d.Test[form].Width = d.Train[form].Width, d.Train[form].Width
	}
	const n = 90
	for i := range int32(n) {
		d.Classes = append(d.Classes, "http://example.org/#c"+string(rune('A'+i/10))+string(rune('0'+i%10)))
		if i > 0 {
			d.Train[dataset.NF1].Append(2+i, 2+(i-1)/3)
		}
		if i > 10 && i%2 == 0 { // an entailed axiom
			d.Train[dataset.NF1].Append(2+i, 2+((i-1)/3-1)/3)
		}
	}
	d.Classes = append(d.Classes, "aux:0")
	d.Train[dataset.NF1].Append(4, int32(len(d.Classes)-1))
	d.Auxiliary = make([]bool, len(d.Classes))
	d.Auxiliary[len(d.Classes)-1] = true
	named := make([]bool, len(d.Classes))
	ids := make(map[string]int32)
	for id := range named {
		named[id] = id > 1 && !d.Auxiliary[id]
		ids[d.Classes[id]] = int32(id)
	}
	parted := dataset.SplitPrediction(d, 3)
	hyper := embed.DefaultHyper(embed.Box2EL)
	hyper.Dim, hyper.Steps = 6, 60
	model, err := embed.Train(t.Context(), parted, embed.Options{Hyper: &hyper, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	whole := newHierarchyClosure(d, &d.Train)
	return Sources{
		Ontology: Ontology{Name: "tree"}, Data: d, Whole: whole, Named: named,
		Reasoner: hierarchyReasoner{whole, ids},
		Model:    model, Parted: parted, Train: newHierarchyClosure(d, &parted.Train),
		TrainSeconds: 1,
	}
}

// TestCompare checks invariants of a comparison, and that neither the number of workers nor the run
// changes a byte.
func TestCompare(t *testing.T) {
	src := hierarchySources(t)
	before := runtime.NumGoroutine()
	var texts [][]byte
	for _, workers := range []int{1, 2, 8} {
		c, err := Compare(t.Context(), src,
			CompareOptions{Seed: 5, Workers: workers, Sample: 50, Proofs: 40})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		for _, write := range []error{writeJSON(&b, c), WriteHTML(&b, c), WriteTSV(&b, c)} {
			if write != nil {
				t.Fatal(write)
			}
		}
		texts = append(texts, b.Bytes())
		if workers == 1 {
			checkComparison(t, src, c)
		}
	}
	for i, text := range texts[1:] {
		if !bytes.Equal(text, texts[0]) {
			t.Errorf("run %d differs from the first", i+1)
		}
	}
	if bytes.Contains(texts[0], []byte("aux:")) {
		t.Error("an auxiliary class is shown")
	}
	if now := runtime.NumGoroutine(); now > before+1 {
		t.Errorf("%d goroutines before, %d after", before, now)
	}
}

func checkComparison(t *testing.T, src Sources, c *Comparison) {
	t.Helper()
	pairs, numAsserted := 0, 0
	asserted := make(map[[2]int32]bool)
	for i := range src.Data.Train[dataset.NF1].Len() {
		asserted[[2]int32(src.Data.Train[dataset.NF1].Row(i))] = true
	}
	for i := range src.Named {
		for j := range src.Named {
			if i != j && src.Named[i] && src.Named[j] &&
				src.Whole.Entails(dataset.NF1, []int32{int32(i), int32(j)}) {
				pairs++
				if asserted[[2]int32{int32(i), int32(j)}] {
					numAsserted++
				}
			}
		}
	}
	if d := c.Deduction; d.Subsumptions != pairs || d.Asserted != numAsserted || d.DirectNew != 0 ||
		d.Direct != 89 {
		t.Errorf("%+v, want %d subsumptions, %d asserted, 89 direct ones, all of them asserted", d,
			pairs, numAsserted)
	}
	held := c.agreed(GroupHeldOut)
	want := 0
	for _, set := range []*dataset.Axioms{&src.Parted.Validation, &src.Parted.Test} {
		for i := range set[dataset.NF1].Len() {
			if src.Named[set[dataset.NF1].Row(i)[1]] {
				want++
			}
		}
	}
	if held.N() != want || held.Entailed() == 0 || held.InductionOnly+held.Neither == 0 {
		t.Errorf("held out: %+v, want %d, some of them entailed", held, want)
	}
	ranked := 0
	for _, group := range []string{GroupHeldOutEntailed, GroupHeldOutNew} {
		if g := c.rankGroup("NF1", group); g != nil {
			ranked += g.Metrics.N
		}
	}
	if ranked != held.N() {
		t.Errorf("%d held-out axioms in the groups, %d in the matrix", ranked, held.N())
	}
	for _, g := range c.Ranks {
		if g.Candidates != 90 || g.Shares[len(g.Shares)-1] != [2]float64{90, 1} {
			t.Errorf("%s: %d candidates, last share %v", g.Group, g.Candidates,
				g.Shares[len(g.Shares)-1])
		}
	}
	if d := c.Disagreement; d.Judged == 0 || d.Contradictions == 0 || len(d.Contradicting) == 0 ||
		d.Contradicting[0].Why == nil {
		t.Errorf("judged %d, contradictions %d, shown %d", d.Judged, d.Contradictions,
			len(d.Contradicting))
	}
	if c.Depth == nil || c.Depth.Pairs == 0 || c.Depth.Low > c.Depth.Spearman ||
		c.Depth.High < c.Depth.Spearman {
		t.Errorf("depth: %+v", c.Depth)
	}
	if len(c.Neighborhoods) != 1 || len(c.Neighborhoods[0].Near) < nearestShown {
		t.Errorf("neighborhoods: %+v", c.Neighborhoods)
	}
}

// TestCompareCancelled cancels at each stage.
func TestCompareCancelled(t *testing.T) {
	src := hierarchySources(t)
	for _, stage := range []string{"proving", "ranking", "judging"} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Compare(ctx, src,
			CompareOptions{Workers: 2, Progress: func(s string, _, _ int64) {
				if s == stage {
					cancel()
				}
			}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled while %s: %v", stage, err)
		}
		cancel()
	}
}

// TestWithoutModel checks that without a model the entailments are described, with the reason.
func TestWithoutModel(t *testing.T) {
	src := hierarchySources(t)
	src.Model, src.Untrained = nil, "there was no time"
	c, err := Compare(t.Context(), src, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Training != nil || c.Deduction.Subsumptions == 0 ||
		!strings.Contains(strings.Join(c.Summary, " "), "there was no time") {
		t.Errorf("%+v", c)
	}
}

// TestPrecisionRecall compares with a count over all thresholds.
func TestPrecisionRecall(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		positives := make([]float32, 1+rng.IntN(30))
		for i := range positives {
			positives[i] = float32(rng.IntN(20)) // with ties
		}
		slices.Sort(positives)
		negatives := make([]float32, rng.IntN(200))
		wrong := make([]int64, len(positives)+1)
		for i := range negatives {
			negatives[i] = float32(rng.IntN(25))
			at, _ := slices.BinarySearch(positives, negatives[i])
			wrong[at]++
		}
		average, points := precisionRecall(positives, wrong)
		var want float64
		for _, threshold := range positives {
			right, below := 0, 0
			for _, d := range positives {
				if d <= threshold {
					right++
				}
			}
			for _, d := range negatives {
				if d <= threshold {
					below++
				}
			}
			want += float64(right) / float64(right+below) / float64(len(positives))
		}
		if math.Abs(average-want) > 1e-9 {
			t.Fatalf("positives %v, negatives %v: average precision %v, want %v", positives,
				negatives, average, want)
		}
		if last := points[len(points)-1]; last[0] != 1 {
			t.Fatalf("the last recall is %v", last[0])
		}
	}
}

// TestSpearman compares with the formula for ranks without ties, and with known answers.
func TestSpearman(t *testing.T) {
	study := func(depths []int, ranks []float64) []ofDepth {
		var list []ofDepth
		for i := range depths {
			list = append(list, ofDepth{depth: depths[i], rank: ranks[i]})
		}
		return list
	}
	for _, test := range []struct {
		depths []int
		ranks  []float64
		want   float64
	}{
		{[]int{1, 2, 3, 4}, []float64{10, 20, 30, 1000}, 1},
		{[]int{1, 2, 3, 4}, []float64{9, 7, 5, 1}, -1},
		{[]int{1, 2, 3, 4, 5}, []float64{2, 1, 4, 3, 5}, 1 - 6*4/(5*24.)},
		{[]int{1, 1, 2, 2}, []float64{1, 2, 3, 4}, 2 / math.Sqrt(5)},
		{[]int{3, 3, 3}, []float64{1, 2, 3}, 0},
		{[]int{3}, []float64{1}, 0},
	} {
		if got := spearman(study(test.depths, test.ranks)); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("depths %v, ranks %v: %v, want %v", test.depths, test.ranks, got, test.want)
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var list []ofDepth
	for range 300 {
		depth := rng.IntN(6)
		list = append(list, ofDepth{depth: depth, rank: float64(1 + depth*3 + rng.IntN(30))})
	}
	low, high := spearmanInterval(rng, list)
	got := spearman(list)
	deviation := (1 - got*got) / math.Sqrt(float64(len(list))) // asymptotic, of a correlation
	if !(low < got && got < high) || math.Abs((high-low)/(2*1.96)-deviation) > 0.5*deviation {
		t.Errorf("ρ = %v, interval %v to %v, asymptotic deviation %v", got, low, high, deviation)
	}
}

// TestDepthGroups checks that no subsumption is lost and that small groups of great depth are
// merged.
func TestDepthGroups(t *testing.T) {
	var list []ofDepth
	for depth, n := range map[int]int{2: 40, 3: 25, 5: 12, 7: 3, 9: 2} {
		for i := range n {
			list = append(list, ofDepth{depth: depth, rank: float64(1 + i)})
		}
	}
	groups := depthGroups(list)
	var got [][3]int
	for _, g := range groups {
		up := 0
		if g.AndUp {
			up = 1
		}
		got = append(got, [3]int{g.Depth, g.N, up})
		if !(g.Low <= g.Q1 && g.Q1 <= g.Median && g.Median <= g.Q3 && g.Q3 <= g.High) {
			t.Errorf("%+v", g)
		}
	}
	if want := [][3]int{{2, 40, 0}, {3, 25, 0}, {5, 17, 1}}; !slices.Equal(got, want) {
		t.Errorf("groups %v, want %v", got, want)
	}
	first := groups[0]
	ranks := make([]float64, 40)
	for i := range ranks {
		ranks[i] = float64(1 + i)
	}
	if want := stat.Quantile(0.5, stat.LinInterp, ranks, nil); math.Abs(first.Median-want) > 1 {
		t.Errorf("median %v, want about %v", first.Median, want)
	}
}

// TestSharesUpTo compares with counting.
func TestSharesUpTo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, candidates := range []int{1, 2, 9, 10, 11, 1000, 65272} {
		ranks := make([]float64, 50)
		for i := range ranks {
			ranks[i] = 1 + float64(rng.IntN(2*candidates-1))/2
		}
		points := sharesUpTo(ranks, candidates)
		if first, last := points[0], points[len(points)-1]; first[0] != 1 ||
			last != [2]float64{float64(candidates), 1} {
			t.Errorf("%d candidates: from %v to %v", candidates, first, last)
		}
		for i, p := range points {
			n := 0
			for _, rank := range ranks {
				if rank <= p[0] {
					n++
				}
			}
			if p[1] != float64(n)/50 || i > 0 && p[0] <= points[i-1][0] {
				t.Errorf("%d candidates: %v, want %d of 50", candidates, p, n)
			}
		}
	}
}

// TestTree checks that deep and long proofs are cut, and that the tree is finite.
func TestTree(t *testing.T) {
	var chain Proof
	for i := range 1000 {
		step := ProofStep{Conclusion: "c", Rule: "NF1"}
		if i > 0 {
			step.Premises = []int{i - 1, i - 1}
		}
		chain.Steps = append(chain.Steps, step)
	}
	depth := 0
	for n := chain.Tree(); n != nil; depth++ {
		if n.Cut {
			if len(n.Premises) > 0 {
				t.Error("something is shown below the cut")
			}
			break
		}
		if len(n.Premises) != 2 || depth < deepestShown-1 && !n.Premises[1].Again {
			t.Fatalf("at depth %d: %+v", depth, n)
		}
		n = n.Premises[0]
	}
	if depth != deepestShown {
		t.Errorf("cut at depth %d, want %d", depth, deepestShown)
	}
	if tree := (Proof{}).Tree(); tree != nil {
		t.Errorf("the tree of no proof is %+v", tree)
	}
	circle := Proof{Steps: []ProofStep{{Premises: []int{0, 5, -1}}}}
	if n := circle.Tree(); len(n.Premises) != 0 {
		t.Errorf("premises after their conclusion: %+v", n)
	}
}

// TestBaselineSaid checks that the summary reports a model that is not better than a baseline.
func TestBaselineSaid(t *testing.T) {
	c := comparisonExample()
	for _, better := range []bool{true, false} {
		c.Prediction.Combined.MRR, c.Prediction.Filtered["closure"].Combined.MRR = 0.9, 0.9
		if !better {
			c.Prediction.Combined.MRR, c.Prediction.Filtered["closure"].Combined.MRR = 0.01, 0.01
		}
		if said := strings.Contains(c.bestBaseline(), "not better than"); said == better {
			t.Errorf("better %v: %s", better, c.bestBaseline())
		}
	}
}
