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
	// Subjects bounds the subjects that are learned from, of each form. Default: 1,200.
	Subjects int
	// Seed determines the samples.
	Seed uint64
	// Workers is the number of goroutines. It does not change the result. Default: GOMAXPROCS.
	Workers int
	// Without are kinds of signals to do without: what stands before the colon of their names. Default: none.
	Without []string
	// Progress is told "learn" with the subjects looked at. Default: nil.
	Progress owl.Progress
}

func (o RankerOptions) withDefaults() RankerOptions {
	if o.Subjects <= 0 {
		o.Subjects = 1200
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

const (
	rounds      = 8      // of hiding told statements, without a model
	strongKept  = listed // candidates of a subject that are learned from, and
	randomKept  = 40     // of its others
	firstLook   = 200    // subjects by which it is found out which candidates are strong
	shownOnList = 20     // candidates of a subject that are calibrated on: as many as are shown
)

// learn hides statements, looks at the candidates of their subjects, and fits weights and calibration to what was hidden: in several
// rounds whatever is told, but without the model, which has seen it; then what the model has not seen, starting from there.
func learn(ctx context.Context, src Sources, text *texts, opts RankerOptions) (*Learned, error) {
	t := src.Terminology
	forms := [2]Form{Subclass, Existential}
	var plain, modelled [len(forms)]material
	for round := range rounds {
		hidden := hide(t, opts.Seed, round)
		v := newView(t, newTold(t, without(t.statements, hidden)), text, nil, nil)
		for i, form := range forms {
			if err := plain[i].gather(ctx, newLesson(form, v, hidden, opts, rounds), opts); err != nil {
				return nil, err
			}
		}
	}
	if src.Geometry != nil {
		hidden := slices.DeleteFunc(toldAmong(t, src.Unseen), t.defining)
		v := newView(t, newTold(t, without(t.statements, hidden)), text, src.Geometry, src.EntailedUnseen)
		for i, form := range forms {
			if err := modelled[i].gather(ctx, newLesson(form, v, hidden, opts, 1), opts); err != nil {
				return nil, err
			}
		}
	}
	var learned Learned
	learned.Subclass, learned.Quality.Subclass = fit(Subclass, plain[0], modelled[0], opts)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	learned.Existential, learned.Quality.Existential = fit(Existential, plain[1], modelled[1], opts)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &learned, nil
}

// hide returns a tenth of the told statements, another one in each round, ascending.
func hide(t *Terminology, seed uint64, round int) []Statement {
	var hidden []Statement
	for _, s := range t.statements {
		if scatter(seed, s)%10 == uint64(round) {
			hidden = append(hidden, s)
		}
	}
	return hidden
}

// toldAmong returns those of some statements that are told, ascending.
func toldAmong(t *Terminology, some []Statement) []Statement {
	var known []Statement
	for _, s := range some {
		if _, found := slices.BinarySearchFunc(t.statements, s, compareStatements); found {
			known = append(known, s)
		}
	}
	slices.SortFunc(known, compareStatements)
	return slices.Compact(known)
}

// defining reports whether a statement is part of a definition. A model that has not seen that C ⊑ A has seen it all the same in the other
// half of C ≡ A ⊓ ∃r.B.
func (t *Terminology) defining(s Statement) bool {
	return slices.ContainsFunc(t.Asserting(s), func(a owl.Axiom) bool { return a.Kind() != owl.SubClassOfKind })
}

// without returns the statements that are not among some; both ascend.
func without(statements, some []Statement) []Statement {
	rest := make([]Statement, 0, len(statements))
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

// lesson is one round of hiding, for one form.
type lesson struct {
	form   Form
	view   *view // of what was not hidden
	hidden map[int32][]Statement

	subjects, others []int32 // with and without hidden statements: samples, and
	subject, other   float64 // so many does one of them stand for
}

// newLesson samples subjects. Hidden statements that follow from the others are not missing: nothing is learned from them.
func newLesson(form Form, v *view, hidden []Statement, opts RankerOptions, parts int) *lesson {
	l := &lesson{form: form, view: v, hidden: make(map[int32][]Statement)}
	for _, h := range hidden {
		if h.Form() == form && !v.t.Deprecated[h.Class] && !v.t.Deprecated[h.Target] && !v.follows(h) {
			l.hidden[h.Class] = append(l.hidden[h.Class], h)
		}
	}
	for c := range int32(len(v.t.Classes)) {
		switch {
		case v.t.Deprecated[c]:
		case len(l.hidden[c]) > 0:
			l.subjects = append(l.subjects, c)
		case len(v.told.supers.of(c))+len(v.told.restrictions.of(c)) > 0:
			l.others = append(l.others, c)
		}
	}
	l.subjects, l.subject = draw(l.subjects, (opts.Subjects+parts-1)/parts, opts.Seed)
	l.others, l.other = draw(l.others, (opts.Subjects/3+parts-1)/parts, opts.Seed)
	l.subject *= tenth(v.t, form, hidden)
	return l
}

// tenth is how many subjects each one with hidden statements stands for, if a tenth of what is told were hidden. Probabilities are
// those of an ontology that lacks a tenth, whatever share a model has been kept from.
func tenth(t *Terminology, form Form, hidden []Statement) float64 {
	of := func(list []Statement) (n float64) {
		for _, s := range list {
			if s.Form() == form {
				n++
			}
		}
		return n
	}
	return of(t.statements) / 10 / max(1, of(hidden))
}

// draw keeps n classes, in random order; each stands for so many.
func draw(classes []int32, n int, seed uint64) ([]int32, float64) {
	slices.SortFunc(classes, func(a, b int32) int {
		return cmp.Or(cmp.Compare(scatter(seed, Statement{Class: a}), scatter(seed, Statement{Class: b})), cmp.Compare(a, b))
	})
	n = min(n, len(classes))
	return classes[:n], float64(len(classes)) / float64(max(1, n))
}

// follows reports whether a statement follows from the hierarchy and what is told of the classes above.
func (v *view) follows(h Statement) bool {
	if h.Property == NoProperty {
		return slices.Contains(v.entailed(h.Class), h.Target) || slices.Contains(v.told.ancestors.of(h.Class), h.Target)
	}
	for _, e := range v.inherited(h.Class, h.Property) {
		if e == h.Target || slices.Contains(v.told.ancestors.of(e), h.Target) {
			return true
		}
	}
	return false
}

func (l *lesson) choice(ctx context.Context, class int32, s *scratch) (*choice, error) {
	n, err := l.view.surround(ctx, class, s)
	if err != nil {
		return nil, err
	}
	t, err := l.view.table(ctx, n, l.form, l.hidden[class], s)
	if err != nil {
		return nil, err
	}
	c := &choice{table: *t, class: class, right: make([]bool, len(t.statements))}
	c.told = l.view.toldOf(class, l.form)
	for i, st := range t.statements {
		c.right[i] = slices.Contains(l.hidden[class], st)
	}
	return c, nil
}

// toldOf counts what is told of a class in a form.
func (v *view) toldOf(class int32, form Form) int {
	if form == Subclass {
		return len(v.told.supers.of(class))
	}
	return len(v.told.restrictions.of(class))
}

// material is what is learned from.
type material struct {
	choices []choice // with something right among them
	others  []choice // without
	strong  *fusion  // tells which candidates are worth keeping
}

// gather adds the choices of a lesson.
func (m *material) gather(ctx context.Context, l *lesson, opts RankerOptions) error {
	if m.strong == nil {
		first, err := l.choices(ctx, l.subjects[:min(firstLook, len(l.subjects))], l.subject, opts, func(c *choice) {
			c.reduce(nil, 0, 2*strongKept, opts.Seed)
		})
		if err != nil {
			return err
		}
		s := newScale(len(signalsOf(l.form)), first)
		m.strong = &fusion{s, learnWeights(s, first, priorOf(l.form), kindsOf(l.form, opts.Without))}
	}
	reduce := func(c *choice) { c.reduce(m.strong, strongKept, randomKept, opts.Seed) }
	choices, err := l.choices(ctx, l.subjects, l.subject, opts, reduce)
	if err != nil {
		return err
	}
	others, err := l.choices(ctx, l.others, l.other, opts, reduce)
	m.choices, m.others = append(m.choices, choices...), append(m.others, others...)
	return err
}

// choices looks at the candidates of subjects, in parallel, and keeps what reduce leaves.
func (l *lesson) choices(ctx context.Context, subjects []int32, weight float64, opts RankerOptions, reduce func(*choice)) ([]choice, error) {
	choices := make([]choice, len(subjects))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range opts.Workers {
		wait.Go(func() {
			s := newScratch(l.view)
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(subjects) {
					return
				}
				c, err := l.choice(ctx, subjects[i], s)
				if err != nil {
					cancel(err)
					return
				}
				c.weight = weight
				reduce(c)
				choices[i] = *c
			}
		})
	}
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if opts.Progress != nil {
		opts.Progress("learn", int64(len(subjects)), int64(len(subjects)))
	}
	return slices.DeleteFunc(choices, func(c choice) bool { return len(c.statements) == 0 }), nil
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
	slices.SortFunc(order[strong:], func(a, b int) int {
		return cmp.Or(cmp.Compare(scatter(seed, c.statements[a]), scatter(seed, c.statements[b])), compareStatements(c.statements[a], c.statements[b]))
	})
	kept := choice{table: table{width: c.width}, class: c.class, told: c.told, weight: c.weight}
	for i, at := range order {
		if i < strong+random || c.right[at] {
			kept.add(c.statements[at], c.forced[at])
			copy(kept.row(len(kept.statements)-1), c.row(at))
			kept.right = append(kept.right, c.right[at])
		}
	}
	*c = kept
}
