package suggest

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"box2el-owl/owl"
)

// RankerOptions say how a ranker learns.
type RankerOptions struct {
	// Subjects bounds the subjects that are learned from, of each form. Default: 1,000.
	Subjects int
	// Seed determines the samples.
	Seed uint64
	// Workers is the number of goroutines. It does not change the result. Default: GOMAXPROCS.
	Workers int
	// Progress is told "learn" with the subjects looked at. Default: nil.
	Progress owl.Progress
}

func (o RankerOptions) withDefaults() RankerOptions {
	if o.Subjects <= 0 {
		o.Subjects = 1000
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

const (
	folds       = 3   // of cross-validation, by subject
	firstLook   = 250 // subjects that the first fusion is learned on
	firstKept   = 200 // of their candidates, drawn at random
	strongKept  = listed
	randomKept  = 50
	shownOnList = 20 // candidates of a subject that are calibrated on: as many as are shown
)

// lesson is a form's part of learning.
type lesson struct {
	form    Form
	signals []string
	table   func(ctx context.Context, n *neighborhood, hidden []Statement, s *scratch) (*table, error)

	hidden   map[int32][]Statement // by subject
	subjects []int32               // with hidden statements, sampled
	others   []int32               // without, sampled

	// What one of the sampled subjects stands for.
	subjectWeight, otherWeight float64
}

// learn hides statements, looks at the candidates of their subjects, and fits fusion and calibration to what was hidden.
func learn(ctx context.Context, src Sources, text *texts, opts RankerOptions) (*Learned, error) {
	t := src.Terminology
	hidden := hide(t, src.Unseen, opts.Seed)
	rest := without(t.statements, hidden)
	v := newView(t, newTold(t, rest), text, src.Geometry, src.EntailedUnseen)

	lessons := [2]*lesson{
		{form: Subclass, signals: subclassSignals, table: func(ctx context.Context, n *neighborhood, hidden []Statement, s *scratch) (*table, error) {
			var targets []int32
			for _, h := range hidden {
				targets = append(targets, h.Target)
			}
			return v.subclasses(ctx, n, targets, s)
		}},
		{form: Existential, signals: existentialSignals, table: func(ctx context.Context, n *neighborhood, hidden []Statement, s *scratch) (*table, error) {
			var wanted []restriction
			for _, h := range hidden {
				wanted = append(wanted, restriction{h.Property, h.Target})
			}
			return v.existentials(ctx, n, nil, wanted, s)
		}},
	}
	learned := &Learned{}
	for _, l := range lessons {
		l.sample(v, hidden, opts)
		e, quality, err := l.learn(ctx, v, opts)
		if err != nil {
			return nil, err
		}
		if l.form == Subclass {
			learned.Subclass, learned.Quality.Subclass = e, *quality
		} else {
			learned.Existential, learned.Quality.Existential = e, *quality
		}
	}
	return learned, nil
}

// hide returns the unseen statements that are told, or a tenth of the told ones, ascending.
func hide(t *Terminology, unseen []Statement, seed uint64) []Statement {
	var hidden []Statement
	if unseen == nil {
		for _, s := range t.statements {
			if scatter(seed, s)%10 == 0 {
				hidden = append(hidden, s)
			}
		}
		return hidden
	}
	for _, s := range unseen {
		if _, told := slices.BinarySearchFunc(t.statements, s, compareStatements); told {
			hidden = append(hidden, s)
		}
	}
	slices.SortFunc(hidden, compareStatements)
	return slices.Compact(hidden)
}

// without returns the statements that are not among some; both ascend.
func without(statements, some []Statement) []Statement {
	rest := make([]Statement, 0, len(statements)-len(some))
	for _, s := range statements {
		if _, found := slices.BinarySearchFunc(some, s, compareStatements); !found {
			rest = append(rest, s)
		}
	}
	return rest
}

// scatter is a number that looks random, but depends on seed and statement alone (Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014).
func scatter(seed uint64, s Statement) uint64 {
	h := seed
	for _, x := range [3]int32{s.Class, s.Property, s.Target} {
		h += 0x9e3779b97f4a7c15 + uint64(uint32(x))
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// sample chooses the subjects. Hidden statements that follow from the others are not missing, and nothing is learned from them.
func (l *lesson) sample(v *view, hidden []Statement, opts RankerOptions) {
	l.hidden = make(map[int32][]Statement)
	for _, h := range hidden {
		if h.Form() != l.form || v.t.Deprecated[h.Class] || v.t.Deprecated[h.Target] || v.follows(h) {
			continue
		}
		l.hidden[h.Class] = append(l.hidden[h.Class], h)
	}
	for c := range l.hidden {
		l.subjects = append(l.subjects, c)
	}
	for c := range v.t.Classes {
		if v.t.Deprecated[c] || len(l.hidden[int32(c)]) > 0 || len(v.told.supers[c])+len(v.told.restrictions[c]) == 0 {
			continue
		}
		l.others = append(l.others, int32(c))
	}
	all, allOthers := len(l.subjects), len(l.others)
	l.subjects = draw(l.subjects, opts.Subjects, opts.Seed)
	l.others = draw(l.others, opts.Subjects/2, opts.Seed)
	l.subjectWeight = float64(all) / float64(max(1, len(l.subjects)))
	l.otherWeight = float64(allOthers) / float64(max(1, len(l.others)))
}

// follows reports whether a statement follows from the hierarchy and what is told of the classes above.
func (v *view) follows(h Statement) bool {
	if h.Property == NoProperty {
		return slices.Contains(v.entailed(h.Class), h.Target) || slices.Contains(v.told.ancestors[h.Class], h.Target)
	}
	for _, e := range v.inherited(h.Class, h.Property) {
		if e == h.Target || slices.Contains(v.told.ancestors[e], h.Target) {
			return true
		}
	}
	return false
}

// draw keeps n classes, in random order.
func draw(classes []int32, n int, seed uint64) []int32 {
	slices.SortFunc(classes, func(a, b int32) int {
		return cmp.Or(cmp.Compare(scatter(seed, Statement{Class: a}), scatter(seed, Statement{Class: b})), cmp.Compare(a, b))
	})
	return classes[:min(n, len(classes))]
}

func (l *lesson) learn(ctx context.Context, v *view, opts RankerOptions) (*expert, *FormQuality, error) {
	first, err := l.choices(ctx, v, l.subjects[:min(firstLook, len(l.subjects))], opts, func(c *choice) {
		c.reduce(nil, 0, firstKept, opts.Seed)
	})
	if err != nil {
		return nil, nil, err
	}
	preliminary := learnFusion(l.signals, first)
	reduce := func(c *choice) { c.reduce(preliminary, strongKept, randomKept, opts.Seed) }
	choices, err := l.choices(ctx, v, l.subjects, opts, reduce)
	if err != nil {
		return nil, nil, err
	}
	others, err := l.choices(ctx, v, l.others, opts, reduce)
	if err != nil {
		return nil, nil, err
	}

	var outcomes []outcome
	quality := newFormQuality(l.signals)
	for fold := range folds {
		var train, test []choice
		for _, c := range choices {
			if c.fold(opts.Seed) == fold {
				test = append(test, c)
			} else {
				train = append(train, c)
			}
		}
		f := learnFusion(l.signals, train)
		for i := range test {
			outcomes = append(outcomes, test[i].outcomes(f, v, l.subjectWeight)...)
			quality.rank(f, &test[i])
		}
		for i := range others {
			if others[i].fold(opts.Seed) == fold {
				outcomes = append(outcomes, others[i].outcomes(f, v, l.otherWeight)...)
			}
		}
	}
	quality.calibrate(outcomes, opts.Seed)
	e := &expert{Fusion: learnFusion(l.signals, choices), Calibration: calibrate(outcomes)}
	quality.finish(e)
	return e, quality, nil
}

// choices looks at the candidates of subjects, in parallel, and keeps what reduce leaves.
func (l *lesson) choices(ctx context.Context, v *view, subjects []int32, opts RankerOptions, reduce func(*choice)) ([]choice, error) {
	choices := make([]choice, len(subjects))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range opts.Workers {
		wait.Go(func() {
			s := newScratch(v)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(subjects) || ctx.Err() != nil {
					return
				}
				c, err := l.choice(ctx, v, subjects[i], s)
				if err != nil {
					cancel(err)
					return
				}
				reduce(c)
				choices[i] = *c
			}
		})
	}
	wait.Wait()
	if opts.Progress != nil {
		opts.Progress("learn", int64(len(subjects)), int64(len(subjects)))
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(choices, func(c choice) bool { return len(c.statements) == 0 }), nil
}

func (l *lesson) choice(ctx context.Context, v *view, class int32, s *scratch) (*choice, error) {
	n, err := v.surround(ctx, class, s)
	if err != nil {
		return nil, err
	}
	hidden := l.hidden[class]
	t, err := l.table(ctx, n, hidden, s)
	if err != nil {
		return nil, err
	}
	c := &choice{table: *t, class: class, right: make([]bool, len(t.statements))}
	for i, st := range t.statements {
		c.right[i] = slices.Contains(hidden, st)
	}
	return c, nil
}

func (c *choice) fold(seed uint64) int {
	return int(scatter(seed+1, Statement{Class: c.class}) % folds)
}

// reduce keeps the right candidates, the strongest by a fusion, and some of the others at random.
func (c *choice) reduce(f *fusion, strong, random int, seed uint64) {
	order := make([]int, len(c.statements))
	scores := make([]float64, len(order))
	for i := range order {
		order[i] = i
		if f != nil {
			scores[i] = f.score(c.row(i))
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), compareStatements(c.statements[a], c.statements[b]))
	})
	strong = min(strong, len(order))
	rest := order[strong:]
	slices.SortFunc(rest, func(a, b int) int {
		return cmp.Or(cmp.Compare(scatter(seed, c.statements[a]), scatter(seed, c.statements[b])), compareStatements(c.statements[a], c.statements[b]))
	})
	kept := choice{table: table{width: c.width}, class: c.class}
	for i, at := range order {
		if i < strong+random || c.right[at] {
			kept.add(c.statements[at], c.forced[at])
			copy(kept.row(len(kept.statements)-1), c.row(at))
			kept.right = append(kept.right, c.right[at])
		}
	}
	*c = kept
}

// outcomes are those of the candidates that would be shown.
func (c *choice) outcomes(f *fusion, v *view, weight float64) []outcome {
	e := expert{Fusion: f, Calibration: new(calibration)}
	var found table
	found.width = c.width
	for i, s := range c.statements {
		if !c.forced[i] {
			found.add(s, false)
			copy(found.row(len(found.statements)-1), c.row(i))
		}
	}
	list := e.ordered(&found)
	shares := logShares(list)
	var outcomes []outcome
	for i, candidate := range list[:min(shownOnList, len(list))] {
		at := slices.Index(c.statements, candidate.Statement)
		outcomes = append(outcomes, outcome{
			terms:  termsOf(candidate.Score, candidate.Score-shares, len(v.told.supers[c.class])),
			weight: weight,
			right:  c.right[at],
			class:  c.class,
			place:  i + 1,
		})
	}
	return outcomes
}
