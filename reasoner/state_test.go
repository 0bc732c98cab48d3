package reasoner_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"box2el-owl/internal/outside"
	"box2el-owl/owl"
	"box2el-owl/rdfio"
	"box2el-owl/reasoner"
)

var stateKey = reasoner.StateKey{1, 2, 3}

func saveState(t testing.TB, r *reasoner.Reasoner) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.Save(t.Context(), &b, stateKey); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func loadState(t testing.TB, state []byte, axioms []owl.Axiom) *reasoner.Reasoner {
	t.Helper()
	r, err := reasoner.Load(t.Context(), bytes.NewReader(state), stateKey,
		func() ([]owl.Axiom, error) { return axioms, nil }, reasoner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reloaded saves a Reasoner, loads it, and compares the two.
func reloaded(t testing.TB, r *reasoner.Reasoner) *reasoner.Reasoner {
	t.Helper()
	state := saveState(t, r)
	loaded := loadState(t, state, r.Axioms())
	if want, got := tsv(t, r.Taxonomy()), tsv(t, loaded.Taxonomy()); want != got {
		t.Errorf("another taxonomy: want\n%s\ngot\n%s", want, got)
	}
	if r.Consistent() {
		want, got := realized(r), realized(loaded)
		if d := append(missing(want, got), missing(got, want)...); len(d) > 0 {
			t.Errorf("another realization: %s", strings.Join(d, "; "))
		}
	}
	// edits leave gaps
	if want, got := r.Report(), loaded.Report(); want.Used != got.Used ||
		len(want.Omissions) != len(got.Omissions) {
		t.Errorf("another report: want %+v, got %+v", want, got)
	}
	if !bytes.Equal(state, saveState(t, loaded)) {
		t.Error("saved again, the state is another one")
	}
	return loaded
}

// TestStateOfFiles saves and loads every ontology of the test data.
func TestStateOfFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/classify/*.ofn")
	if err != nil || len(files) == 0 {
		t.Fatal("no ontologies", err)
	}
	for _, file := range files {
		stateOfFile(t, file)
	}
}

// TestStateOfOutsideFiles is TestStateOfFiles for real ontologies.
func TestStateOfOutsideFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	seen := make(map[string]bool) // names without the extensions of formats
	for _, file := range slices.Concat(outside.Glob(t, "ontologies", "*"),
		outside.Glob(t, "corpus", "*")) {
		name := strings.TrimSuffix(filepath.Base(file), ".gz")
		stem := strings.TrimSuffix(name, filepath.Ext(name))
		if strings.HasSuffix(name, ".taxonomy") || strings.HasSuffix(name, ".json") || seen[stem] {
			continue
		}
		seen[stem] = true
		stateOfFile(t, file)
	}
}

func stateOfFile(t *testing.T, file string) {
	o, _, err := rdfio.ReadFile(t.Context(), file, rdfio.ReadOptions{NoImports: true})
	if err != nil {
		t.Logf("%s: %v", file, err)
		return
	}
	t.Run(filepath.Base(file), func(t *testing.T) {
		r, err := reasoner.New(t.Context(), o, reasoner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		reloaded(t, r)
	})
}

// TestStateOfOracleCases is TestStateOfFiles for cases with every construct.
func TestStateOfOracleCases(t *testing.T) {
	for _, c := range oracleCases(t, "*.jsonl*") {
		r, err := reasoner.New(t.Context(), readOWL(t, c.OFN), reasoner.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if reloaded(t, r); t.Failed() {
			t.Fatal(c.Name)
		}
	}
}

// TestStateAnswers compares the answers and edits of loaded reasoners.
func TestStateAnswers(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 100
	}
	for seed := range seeds {
		axioms := append(declarations(seed), randomAxioms(seed)...)
		r := mustNew(t, axioms)
		loaded := reloaded(t, r)
		rnd := rand.New(rand.NewPCG(seed, 5))
		for range 3 {
			text := randomExpression(rnd, seed)
			c, err := owl.ParseClassExpression(text, testPrefixes())
			if err != nil {
				t.Fatal(err)
			}
			axiom := parseAxiom(fmt.Sprintf("SubClassOf(%s %s)", text, randomExpression(rnd, seed)))
			if want, got := answers(t, r, c, axiom), answers(t, loaded, c, axiom); want != got {
				t.Errorf("%s, %s: want\n%s\ngot\n%s", text, owl.AppendAxiom(nil, axiom, nil), want,
					got)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, strings.Join(axioms, "\n"))
		}
	}
}

func answers(t testing.TB, r *reasoner.Reasoner, c owl.ClassExpression, a owl.Axiom) string {
	t.Helper()
	answer, err := r.Query(t.Context(), c, true)
	if err != nil {
		t.Fatal(err)
	}
	judgement, err := r.Judge(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	effect, err := r.Effect(t.Context(), []owl.Axiom{a}, 10)
	if err != nil {
		t.Fatal(err)
	}
	declared, _, err := r.Entails(t.Context(), &owl.Declaration{Entity: owl.Class{IRI: owl.NewIRI("http://x/C0")}})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%+v\n%+v\n%+v\n%v", *answer, *judgement, *effect, declared)
}

// TestStateEdited edits loaded reasoners, saves and loads them after each edit, and compares them
// with runs from scratch.
func TestStateEdited(t *testing.T) {
	seeds := uint64(200)
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		s := randomScript(seed)
		r := reloaded(t, mustNew(t, s.start))
		in := slices.Clone(s.start)
		for i, step := range s.steps {
			next, err := r.Apply(t.Context(), readOWL(t, document(step.add)).Axioms,
				readOWL(t, document(step.remove)).Axioms)
			if err != nil {
				t.Fatal(err)
			}
			in = slices.DeleteFunc(in, func(a string) bool {
				return slices.Contains(step.remove, a)
			})
			in = append(in, step.add...)
			if d := differ(t, mustNew(t, in).Taxonomy(), next.Taxonomy()); d != "" {
				t.Fatalf("seed %d, step %d:\n%s\n%s", seed, i, d, s)
			}
			if r = next; i%2 == 0 {
				r = reloaded(t, next)
			}
		}
	}
}

// TestStateDeterministic compares the states saved by different numbers of workers.
func TestStateDeterministic(t *testing.T) {
	o := readOWL(t, string(unpack(t, outside.Glob(t, "ontologies", "cl-edit.ofn.gz")[0])))
	var first []byte
	for _, workers := range []int{1, 2, 8} {
		r, err := reasoner.New(t.Context(), o, reasoner.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		state := saveState(t, r)
		if first == nil {
			first = state
		}
		if !bytes.Equal(first, state) {
			t.Errorf("%d workers: another state", workers)
		}
	}
}

// TestOpen makes a state, uses it, and makes it again if it does not match.
func TestOpen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	asked := 0
	axioms := func() ([]owl.Axiom, error) {
		asked++
		return readOWL(t, document(randomAxioms(7))).Axioms, nil
	}
	open := func(key reasoner.StateKey, refused error) {
		t.Helper()
		r, use, err := reasoner.Open(t.Context(), file, key, axioms, reasoner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if use.Unsaved != nil || !errors.Is(use.Refused, refused) {
			t.Errorf("Open did %+v, want refused: %v", use, refused)
		}
		if want := tsv(t, mustNew(t, randomAxioms(7)).Taxonomy()); tsv(t, r.Taxonomy()) != want {
			t.Error("another taxonomy")
		}
	}
	open(stateKey, fs.ErrNotExist)
	open(stateKey, nil)
	if asked != 1 {
		t.Errorf("axioms have been asked for %d times", asked)
	}
	open(reasoner.StateKey{9}, reasoner.ErrStateOther)
	open(reasoner.StateKey{9}, nil)
	state, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, state[:len(state)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	open(reasoner.StateKey{9}, reasoner.ErrStateDamaged)
	open(reasoner.StateKey{9}, nil)
	if err := os.WriteFile(file, []byte("the only copy of something"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, use, err := reasoner.Open(t.Context(), file, stateKey, axioms,
		reasoner.Options{}); err != nil || use.Loaded() || use.Unsaved != reasoner.ErrNoState {
		t.Errorf("Open over another file: %+v, %v", use, err)
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v is left, %v", entries, err)
	}
}

// TestLoadConcurrently loads one state concurrently.
func TestLoadConcurrently(t *testing.T) {
	axioms := randomAxioms(11)
	r := mustNew(t, axioms)
	state, want := saveState(t, r), tsv(t, r.Taxonomy())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := tsv(t, loadState(t, state, nil).Taxonomy()); got != want {
				t.Error("another taxonomy")
			}
		})
	}
	wg.Wait()
}

// BenchmarkLoad compares loading with classifying: obo-medium, and the ontologies that
// $BOX2EL_BENCH lists.
func BenchmarkLoad(b *testing.B) {
	files := filepath.SplitList(os.Getenv("BOX2EL_BENCH"))
	if len(files) == 0 {
		files = outside.Glob(b, "ontologies", "obo-medium.ofn.gz")
	}
	for _, file := range files {
		o, _, err := rdfio.ReadFile(b.Context(), file, rdfio.ReadOptions{NoImports: true})
		if err != nil {
			b.Fatal(err)
		}
		r, err := reasoner.New(b.Context(), o, reasoner.Options{})
		if err != nil {
			b.Fatal(err)
		}
		state := saveState(b, r)
		name := filepath.Base(file)
		var wall, cpu float64
		b.Run(name+"/New", func(b *testing.B) {
			before := cpuTime(b)
			for b.Loop() {
				if _, err := reasoner.New(context.Background(), o, reasoner.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			wall, cpu = b.Elapsed().Seconds()/float64(b.N),
				(cpuTime(b)-before).Seconds()/float64(b.N)
			b.ReportMetric(cpu*1000, "cpu-ms/op")
		})
		b.Run(name+"/Load", func(b *testing.B) {
			b.ReportAllocs()
			before := cpuTime(b)
			for b.Loop() {
				loadState(b, state, nil)
			}
			loadWall, loadCPU := b.Elapsed().Seconds()/float64(b.N),
				(cpuTime(b)-before).Seconds()/float64(b.N)
			b.ReportMetric(loadCPU*1000, "cpu-ms/op")
			b.ReportMetric(loadWall/wall, "of-New")
			b.ReportMetric(loadCPU/cpu, "of-New-cpu")
			b.ReportMetric(float64(len(state))/1e6, "MB")
		})
		b.Run(name+"/Save", func(b *testing.B) {
			for b.Loop() {
				saveState(b, r)
			}
		})
	}
}

// A server keeps the state of its ontology in a file, which its second start loads.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "states")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	document := "Prefix(:=<http://x/>) Ontology(SubClassOf(:Heart :Organ) SubClassOf(:Organ :Part))"
	axioms := func() ([]owl.Axiom, error) {
		o, _, err := rdfio.Read(context.Background(), strings.NewReader(document),
			rdfio.ReadOptions{})
		if err != nil {
			return nil, err
		}
		return o.Axioms, nil
	}
	for range 2 {
		r, use, err := reasoner.Open(context.Background(), filepath.Join(dir, "organs.state"),
			sha256.Sum256([]byte(document)), axioms, reasoner.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		supers, _ := r.Taxonomy().Subsumers(owl.Class{IRI: owl.NewIRI("http://x/Heart")})
		fmt.Println(use.Loaded(), len(supers))
	}
	// Output:
	// false 2
	// true 2
}
