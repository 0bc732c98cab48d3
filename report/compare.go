package report

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// Sources holds the input of Compare. If Model is nil, only the entailments are described.
type Sources struct {
	Ontology      Ontology
	Manchester    owl.Manchester // writes axioms for people
	Unsatisfiable []owl.IRI

	// Data holds the whole ontology, with all axioms in Train; Whole is its deductive closure.
	Data  *dataset.Dataset
	Whole dataset.Closure

	// Labels are the labels of the classes by id; an empty one is replaced by the local name of the
	// IRI. Named marks the classes of the ontology, as opposed to individuals and auxiliary
	// classes.
	Labels []string
	Named  []bool

	Reasoner Reasoner

	// Model was trained on Parted.Train. Parted has the ids of Data. Train is the deductive closure
	// of Parted.Train.
	Model  *embed.Model
	Parted *dataset.Dataset
	Train  dataset.Closure

	// TrainSeconds is the duration of the training.
	TrainSeconds float64

	// Prediction is the result of ranking.Evaluate, or nil if no axioms were held out.
	Prediction *ranking.Result

	// Untrained is the reason why Model is nil.
	Untrained string

	// Suggestions are shown unchanged. Default: none.
	Suggestions []suggest.Suggestion
	// By is the order of Suggestions.
	By suggest.Order
	// Doubtful are the asserted axioms that a check rejects; the first ones are shown. Default:
	// none.
	Doubtful []suggest.Doubt
	// ChecksOff has a sentence for each check that is off for the ontology. Default: none.
	ChecksOff []string
}

// Reasoner answers queries about the whole ontology. It is safe for concurrent use.
type Reasoner interface {
	// Prove returns the smallest proof of sub ⊑ super, or nil if none can be shown.
	Prove(ctx context.Context, sub, super owl.Class) (*Proof, error)
	// Judge returns the verdict on an axiom.
	Judge(ctx context.Context, a owl.Axiom) (*reasoner.Judgement, error)
	// Refute returns a proof that an axiom contradicts the ontology, given its conflict; nil if
	// none can be shown.
	Refute(ctx context.Context, a owl.Axiom, conflict *reasoner.Conflict) (*Proof, error)
}

// CompareOptions sets the sample sizes. With the zero value, 10,000 classes take about a minute.
type CompareOptions struct {
	// Seed determines all samples.
	Seed uint64

	// Sample is the maximum number of axioms ranked in a group. Held-out axioms are all ranked.
	//
	// Default: 2,000.
	Sample int

	// Proofs is the number of subsumptions proved to compare depth with rank.
	//
	// Default: 400.
	Proofs int

	// Classes are the ids of the classes whose neighborhoods are drawn.
	//
	// Default: one class with asserted subsumptions to several others.
	Classes []int32

	// Workers is the number of goroutines. It does not change the result.
	//
	// Default: one per CPU.
	Workers int

	// Progress is called with the stages "proving", "ranking" and "judging".
	//
	// Default: nil.
	Progress owl.Progress
}

// Other sizes of samples: the classes whose top predictions are checked, the predictions for each,
// and the examples of a list.
const (
	numSubjects  = 300
	numAnswers   = 10
	mostExamples = 8
)

func (o CompareOptions) withDefaults() CompareOptions {
	o.Sample, o.Proofs = cmp.Or(o.Sample, 2000), cmp.Or(o.Proofs, 400)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	return o
}

// Compare compares the entailments of an ontology with the predictions of a model. The caller fills
// in Provenance. The same sources and options give the same comparison with any number of workers.
func Compare(ctx context.Context, src Sources, opts CompareOptions) (*Comparison, error) {
	c := &comparing{Sources: src, CompareOptions: opts.withDefaults(),
		out: &Comparison{Ontology: src.Ontology, Untrained: src.Untrained}}
	c.prepare()
	steps := []func(context.Context) error{c.deduce}
	if src.Model != nil {
		steps = append(steps, c.describeTraining, c.rankGroups, c.separate, c.studyDepth,
			c.judgeAnswers, c.findNeighborhoods)
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	c.showSuggestions()
	c.showDoubts()
	c.out.Summary = summarize(c.out)
	return c.out, nil
}

// comparing is the state of one call of Compare.
type comparing struct {
	Sources
	CompareOptions
	out *Comparison

	labels   []string            // by class
	asserted map[[2]int32]bool   // asserted C ⊑ D between named classes
	proved   map[[2]int32]*Proof // by subsumption; nil if there is no proof to show
	filter   []ranking.Filter    // the one filter: known and entailed answers
	scorers  map[dataset.Form]ranking.Scorer[float32]
}

func (c *comparing) prepare() {
	c.labels = ranking.LabelsOf(c.Data, c.Labels)
	c.asserted, c.proved = make(map[[2]int32]bool), make(map[[2]int32]*Proof)
	for row := range c.Data.Train[dataset.NF1].Rows() {
		if c.isClass(row[0]) && c.isClass(row[1]) && row[0] != row[1] {
			c.asserted[[2]int32{row[0], row[1]}] = true
		}
	}
	c.filter = []ranking.Filter{ranking.Union("closure", ranking.Known(&c.Data.Train),
		ranking.Closure(c.Whole))}
}

// isClass reports whether an id is a class of the ontology other than owl:Thing and owl:Nothing.
func (c *comparing) isClass(id int32) bool {
	return c.Named[id] && id != c.Data.Top && id != c.Data.Bottom
}

func (c *comparing) isDeprecated(id int32) bool {
	return c.Data.Deprecated != nil && c.Data.Deprecated[id]
}

// current returns the classes of the ontology that are not deprecated.
func (c *comparing) current() []int32 {
	var list []int32
	for id := range int32(len(c.Named)) {
		if c.isClass(id) && !c.isDeprecated(id) {
			list = append(list, id)
		}
	}
	return list
}

func (c *comparing) class(id int32) owl.Class {
	return owl.Class{IRI: owl.NewIRI(c.Data.Classes[id])}
}
func (c *comparing) name(id int32) Name { return Name{c.Data.Classes[id], c.labels[id]} }

func (c *comparing) nameOf(iri owl.IRI) Name {
	if id := slices.Index(c.Data.Classes, iri.String()); id >= 0 {
		return c.name(int32(id))
	}
	return Name{iri.String(), ranking.LabelsOf(&dataset.Dataset{Classes: []string{iri.String()}},
		nil)[0]}
}

func (c *comparing) axiom(a owl.Axiom) Axiom {
	return Axiom{owl.Functional(a), c.Manchester.Axiom(a)}
}

// random returns the random number generator of a sample.
func (c *comparing) random(stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(c.Seed, stream))
}

// Each sample has its own random number stream.
const (
	streamProofs = iota
	streamExamples
	streamAsserted
	streamEntailed
	streamRandom
	streamSubjects
	streamQuestions
	streamBootstrap
)

// sample draws n elements without replacement and keeps their order. It returns list if it has at
// most n elements.
func sample[T any](rng *rand.Rand, list []T, n int) []T {
	if len(list) <= n {
		return list
	}
	at := rng.Perm(len(list))[:n]
	slices.Sort(at)
	drawn := make([]T, n)
	for i, j := range at {
		drawn[i] = list[j]
	}
	return drawn
}

// examples returns the first items of a list without those that share a class with an earlier item,
// so that they differ.
func examples[T any](list []T, classes func(T) []int32) (first []T) {
	used := make(map[int32]bool)
	for _, x := range list {
		if len(first) == mostExamples {
			break
		}
		if !slices.ContainsFunc(classes(x), func(class int32) bool { return used[class] }) {
			first = append(first, x)
		}
		for _, class := range classes(x) {
			used[class] = true
		}
	}
	return first
}

// concurrently calls work for 0 … n−1 in c.Workers goroutines and reports progress. It returns the
// first error, after all goroutines have ended.
func (c *comparing) concurrently(ctx context.Context, stage string, n int,
	work func(ctx context.Context, i int) error) error {
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(c.Workers)
	for i := range n {
		if working.Err() != nil {
			break
		}
		c.Progress.Report(stage, int64(i), int64(n))
		group.Go(func() error { return work(working, i) })
	}
	return cmp.Or(group.Wait(), ctx.Err())
}

func (c *comparing) describeTraining(context.Context) error {
	m := c.Model
	t := &Training{
		Model: m.Architecture, Hyper: m.Hyper, Variant: m.Variant, Seed: m.Seed,
		Axioms: make(map[string]Parts),
		Steps:  m.Steps, KeptAt: m.BestStep, Seconds: c.TrainSeconds,
		DataHash: hex.EncodeToString(m.DataHash[:]),
		History:  m.History, Validation: "median rank of NF1",
	}
	if m.Variant.ByMRR {
		t.Validation = "MRR"
	}
	for form := range dataset.NumForms {
		parts := Parts{c.Parted.Train[form].Len(), c.Parted.Validation[form].Len(),
			c.Parted.Test[form].Len()}
		if parts != (Parts{}) {
			t.Axioms[form.String()] = parts
		}
	}
	c.out.Training, c.out.Prediction = t, c.Prediction
	var err error
	if c.scorers, err = m.Scorers(); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	return nil
}

// comparePairs orders pairs of classes.
func comparePairs(a, b [2]int32) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
}
