package reasoner

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/owl/locality"
	"box2el-owl/reasoner/goal"
	"box2el-owl/reasoner/tableau"
)

// Verdict is the logical status of an axiom.
type Verdict string

// The verdicts.
const (
	// Novel: neither the axiom nor a contradiction is entailed.
	Novel Verdict = "new"
	// Entailed: the axiom holds in every model of the ontology.
	Entailed Verdict = "entailed"
	// Contradicts: with the axiom the ontology is inconsistent, or a class becomes unsatisfiable.
	Contradicts Verdict = "contradicts"
)

// Judgement is the verdict on an axiom, with the conflict and the scope of the check.
type Judgement struct {
	Verdict Verdict
	// Conflict is the conflict that the axiom causes. Its Exact is set if the verdict holds for the
	// whole ontology. Entailed and Contradicts are always exact. A Novel that is not exact means
	// that no contradiction was found.
	Conflict
	// Outside counts the axioms outside EL that make Novel inexact.
	Outside Outside
	// BeyondEL is set if the verdict needs axioms outside EL, for which package explain has no
	// proof.
	BeyondEL bool
}

// Outside counts axioms outside EL that were used in part or not at all and are relevant to a
// question.
type Outside struct {
	Axioms int       // how many
	First  owl.Axiom // the first of them; nil if there are none
}

// fullOntology decides questions with axioms outside EL, of the ontology or of the question. It is
// made on first use.
type fullOntology struct {
	once          sync.Once
	tableau       *tableau.Ontology
	locality      *locality.Index
	strengthening []*strengthening
	err           error
}

// The kinds of axioms in the index of a fullOntology: axioms outside EL, and those that
// strengthening n lacks.
const outsideEL locality.Kinds = 1

func lackedBy(strengthening int) locality.Kinds { return 2 << strengthening }

// fullOntology returns nil if the question and every axiom are in EL. It returns the error of
// loading the axioms, if any.
func (r *Reasoner) fullOntology(questionInEL bool) (*fullOntology, error) {
	if questionInEL && len(r.report.Omissions) == 0 {
		return nil, nil
	}
	w := &r.full
	w.once.Do(func() {
		// the result outlives the question, so its context is not used
		ctx := context.Background()
		var wait sync.WaitGroup
		defer wait.Wait()
		wait.Go(func() { w.tableau = tableau.New(r.axioms.all()) })
		separated, parts := r.separated()
		if w.strengthening, w.err = r.strengthenings(ctx, parts); w.err != nil {
			return
		}
		w.locality = locality.New(func(yield func(locality.Axiom) bool) {
			for a := range separated {
				if a.Kinds != 0 {
					for i, s := range w.strengthening {
						if s.lacks[a.Axiom] {
							a.Kinds |= lackedBy(i)
						}
					}
				}
				if !yield(a) {
					return
				}
			}
		})
	})
	return w, w.err
}

// separated returns the axioms with their numbers. An axiom that was used in part is replaced by
// its parts; one that is there with other annotations is left out. It also returns the parts
// outside EL: of A ≡ B ⊔ C that is A ⊑ B ⊔ C.
func (r *Reasoner) separated() (separated iter.Seq[locality.Axiom], outside []owl.Axiom) {
	parts := make(map[int][]owl.Axiom)
	var all []owl.Axiom
	seen := make(map[string]bool)
	for _, o := range r.report.Omissions {
		if a := r.axioms.at(o.Axiom); a != nil && parts[o.Axiom] == nil {
			parts[o.Axiom] = []owl.Axiom{}
			if key := string(owl.AppendCanonicalBare(nil, a)); !seen[key] {
				seen[key] = true
				parts[o.Axiom] = partsOf(a)
				all = append(all, parts[o.Axiom]...)
			}
		}
	}
	// this context does not end, so there is no error
	_, report, _ := el.Normalize(context.Background(), &owl.Ontology{Axioms: all}, el.Options{})
	used := make(map[owl.Axiom]bool)
	for i, a := range all {
		used[a] = report.Effect(i) == el.Used
	}
	for _, o := range r.report.Omissions {
		for _, part := range parts[o.Axiom] {
			if len(parts[o.Axiom]) == 1 {
				used[part] = false
			}
		}
	}
	for _, part := range all {
		if !used[part] {
			outside = append(outside, part)
		}
	}
	return func(yield func(locality.Axiom) bool) {
		for i, a := range r.axioms.all() {
			parts := parts[i]
			if parts == nil && !yield(locality.Axiom{Axiom: a, Number: i}) {
				return
			}
			for _, part := range parts {
				kinds := outsideEL
				if used[part] {
					kinds = 0
				}
				if !yield(locality.Axiom{Axiom: part, Number: i, Kinds: kinds}) {
					return
				}
			}
		}
	}, outside
}

// partsOf returns axioms that together are equivalent to a.
func partsOf(a owl.Axiom) (parts []owl.Axiom) {
	switch a := a.(type) {
	case *owl.SubClassOf:
		parts = inclusions(nil, a.Sub, a.Super)
	case *owl.EquivalentClasses:
		for i, c := range a.Classes { // a cycle
			parts = inclusions(parts, c, a.Classes[(i+1)%len(a.Classes)])
		}
	case *owl.DisjointUnion:
		union := &owl.ObjectUnionOf{Operands: a.Classes}
		parts = inclusions(inclusions(nil, union, a.Class), a.Class, union)
		parts = append(parts, &owl.DisjointClasses{Classes: a.Classes})
	}
	if len(parts) == 0 {
		return []owl.Axiom{a}
	}
	return parts
}

// inclusions appends sub ⊑ super, split at unions on the left and intersections on the right.
func inclusions(list []owl.Axiom, sub, super owl.ClassExpression) []owl.Axiom {
	if union, ok := sub.(*owl.ObjectUnionOf); ok {
		for _, c := range union.Operands {
			list = inclusions(list, c, super)
		}
		return list
	}
	switch d := super.(type) {
	case *owl.ObjectIntersectionOf:
		for _, c := range d.Operands {
			list = inclusions(list, sub, c)
		}
		return list
	case *owl.ObjectExactCardinality:
		return append(list,
			&owl.SubClassOf{
				Sub:   sub,
				Super: &owl.ObjectMinCardinality{N: d.N, Property: d.Property, Filler: d.Filler},
			},
			&owl.SubClassOf{
				Sub:   sub,
				Super: &owl.ObjectMaxCardinality{N: d.N, Property: d.Property, Filler: d.Filler},
			})
	}
	return append(list, &owl.SubClassOf{Sub: sub, Super: super})
}

// Judge returns the verdict on an axiom: it is entailed, contradicts the ontology, or is new. It
// lists all classes found to become unsatisfiable.
//
// An axiom about properties is checked by an example: r ⊑ s is entailed exactly if r(x, y) entails
// s(x, y) for two fresh individuals. Annotations and declarations are compared literally. An axiom
// that cannot be checked (ErrNotDecidable) is new, and this is not exact.
func (r *Reasoner) Judge(ctx context.Context, a owl.Axiom) (*Judgement, error) {
	all := func(ctx context.Context, axioms []owl.Axiom) ([]*Conflict, error) {
		c, err := r.Conflict(ctx, axioms...)
		return []*Conflict{c}, err
	}
	list, err := r.verdicts(ctx, []owl.Axiom{a}, all, len(r.taxonomy.classes))
	if errors.Is(err, ErrNotDecidable) {
		return &Judgement{Verdict: Novel}, nil
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// Verdicts returns the verdict on each axiom. It finds at least one class of a contradiction.
// Several axioms about one class are faster together than in separate calls.
func (r *Reasoner) Verdicts(ctx context.Context, axioms []owl.Axiom) ([]*Judgement, error) {
	return r.verdicts(ctx, axioms, r.Conflicts, 1)
}

// verdicts returns the verdict on each axiom with the conflicts that conflicts finds. Of one with
// axioms outside EL it lists at most most classes.
func (r *Reasoner) verdicts(
	ctx context.Context, axioms []owl.Axiom,
	conflicts func(context.Context, []owl.Axiom) ([]*Conflict, error), most int,
) ([]*Judgement, error) {
	entailed, exact, err := r.EntailsEach(ctx, axioms)
	if err != nil {
		return nil, err
	}
	list := make([]*Judgement, len(axioms))
	var open []owl.Axiom
	var judgements []*Judgement // of the open axioms
	for i, a := range axioms {
		list[i] = &Judgement{Verdict: Novel, Conflict: Conflict{Exact: exact[i]}}
		if entailed[i] {
			list[i].Verdict, list[i].Exact = Entailed, true
		} else if a.Kind().IsLogical() {
			open, judgements = append(open, a), append(judgements, list[i])
		}
	}
	if len(open) == 0 {
		return list, nil
	}
	found, err := conflicts(ctx, open)
	if err != nil {
		return nil, err
	}
	for i, j := range judgements {
		j.contradict(found[i])
	}
	return list, r.complete(ctx, judgements, open, most)
}

// contradict adds a conflict of the EL part of the ontology.
func (j *Judgement) contradict(c *Conflict) {
	exact := j.Exact && c.Exact
	j.Conflict = *c
	j.Exact = exact
	if c.Contradicts() {
		j.Verdict, j.Exact = Contradicts, true
	}
}

// maxAffected is the maximal number of classes that are checked for a contradiction outside EL.
const maxAffected = 150

// Limits on the steps of the tableau for one axiom, and for all axioms of a call. A step takes up
// to 1 µs; steps of earlier questions are cached. If no steps are left, the verdict is that of the
// EL part, and not exact.
const (
	maxStepsEach = 150000
	maxSteps     = 3000000
)

// complete adds the axioms outside EL to judgements of the EL part that are new or contradicting.
// For each axiom it lists at most most unsatisfiable classes.
func (r *Reasoner) complete(
	ctx context.Context, list []*Judgement, axioms []owl.Axiom, most int,
) error {
	inEL := !slices.ContainsFunc(list, func(j *Judgement) bool { return !j.Exact })
	w, err := r.fullOntology(inEL)
	if err != nil || w == nil {
		return err
	}
	bearing := make([]locality.Bearing, len(axioms))
	open := make([]bool, len(axioms))
	for i, a := range axioms {
		if err := ctx.Err(); err != nil {
			return err
		}
		bearing[i] = w.locality.Bearing(outsideEL, a)
		open[i] = bearing[i].Axioms > 0 || !list[i].Exact
	}
	if err := w.settle(ctx, list, axioms, open); err != nil {
		return err
	}
	all := tableau.Steps(maxSteps)
	for i, a := range axioms {
		if err := ctx.Err(); err != nil {
			return err
		}
		if open[i] {
			steps := min(maxStepsEach, all)
			all -= steps
			w.complete(r, list[i], a, bearing[i], most, &steps)
			all += max(0, steps)
		}
	}
	return nil
}

// settle finds the open judgements that are exact because the axiom is new in a strengthening, too,
// and closes them.
func (w *fullOntology) settle(
	ctx context.Context, list []*Judgement, axioms []owl.Axiom, open []bool,
) error {
	refuted, harmless := make([]bool, len(axioms)), make([]bool, len(axioms))
	for n, s := range w.strengthening {
		var questions, added []owl.Axiom
		var places []int
		for i, a := range axioms {
			if !open[i] || list[i].Verdict != Novel || !list[i].Exact {
				continue
			}
			question, add, ok := s.asked(a)
			if ok && w.locality.Bearing(lackedBy(n), a).Axioms == 0 {
				questions, added, places = append(questions, question), append(added, add),
					append(places, i)
			}
		}
		entailed, exact, err := s.EntailsEach(ctx, questions)
		if err != nil {
			return err
		}
		found, err := s.Conflicts(ctx, added)
		if err != nil {
			return err
		}
		for k, i := range places {
			refuted[i] = refuted[i] || exact[k] && !entailed[k]
			harmless[i] = harmless[i] || found[k].Exact && !found[k].Contradicts()
			open[i] = !refuted[i] || !harmless[i]
		}
	}
	return nil
}

// complete adds the axioms outside EL to a judgement by the tableau.
func (w *fullOntology) complete(
	r *Reasoner, j *Judgement, a owl.Axiom, bearing locality.Bearing, most int,
	steps *tableau.Steps,
) {
	if w.tableau.Entails(a, steps) { // also if the class was unsatisfiable before
		*j = Judgement{Verdict: Entailed, Conflict: Conflict{Exact: true}, BeyondEL: true}
		return
	}
	if j.Verdict == Contradicts {
		j.Unsatisfiable = w.satisfiable(j.Unsatisfiable)
		if j.Inconsistent || len(j.Unsatisfiable) > 0 {
			return
		}
		j.Verdict = Novel
	}
	found := &Conflict{Exact: true}
	w.contradict(r, found, []owl.Axiom{a}, most, steps)
	if found.Contradicts() {
		*j = Judgement{Verdict: Contradicts, Conflict: *found, BeyondEL: true}
		return
	}
	j.Exact = false
	if bearing.Axioms > 0 {
		j.Outside = Outside{bearing.Axioms, r.axioms.at(bearing.First)}
	}
}

// maxRefuted bounds the cost of satisfiable.
const maxRefuted = 20

// satisfiable returns the classes that the axioms outside EL do not make unsatisfiable already. Of
// many classes it checks only the first ones, if one of them remains.
func (w *fullOntology) satisfiable(classes []owl.Class) []owl.Class {
	if len(classes) > maxRefuted {
		first := w.satisfiable(classes[:maxRefuted])
		switch len(first) {
		case 0:
			return w.satisfiable(classes[maxRefuted:])
		case maxRefuted:
			return classes
		}
		return append(slices.Clip(first), classes[maxRefuted:]...)
	}
	if !slices.ContainsFunc(classes, w.tableau.Unsatisfiable) {
		return classes // it may be shared
	}
	return slices.DeleteFunc(slices.Clone(classes), w.tableau.Unsatisfiable)
}

// contradict adds the conflict of hypothetical axioms, with at most most classes.
func (w *fullOntology) contradict(
	r *Reasoner, c *Conflict, axioms []owl.Axiom, most int, steps *tableau.Steps,
) {
	var among []owl.Entity
	for _, a := range axioms {
		for _, e := range w.locality.Affected(a, maxAffected) {
			if class, ok := e.(owl.Class); ok && r.taxonomy.IsSubsumedBy(class, owl.Nothing) {
				continue
			}
			if len(axioms) == 1 || !slices.Contains(among, e) {
				among = append(among, e)
			}
		}
	}
	found := w.tableau.Contradicts(axioms, among, most, steps)
	c.Partial = len(found) == most
	for _, e := range found {
		if class, ok := e.(owl.Class); ok {
			c.Unsatisfiable = append(c.Unsatisfiable, class)
		} else {
			*c = Conflict{Inconsistent: true, Exact: true}
			return
		}
	}
	slices.SortFunc(c.Unsatisfiable, compareClasses)
}

// FullConflict is Conflict with the axioms outside EL, as far as the tableau finds a contradiction
// with them. It lists at least one class of that contradiction.
func (r *Reasoner) FullConflict(ctx context.Context, axioms ...owl.Axiom) (*Conflict, error) {
	c, err := r.Conflict(ctx, axioms...)
	if err != nil {
		return nil, err
	}
	w, err := r.fullOntology(c.Exact)
	if err != nil || w == nil || c.Inconsistent {
		return c, err
	}
	if c.Exact && w.locality.Bearing(outsideEL, axioms...).Axioms == 0 {
		return c, nil
	}
	c.Unsatisfiable = w.satisfiable(c.Unsatisfiable)
	if c.Contradicts() || c.Exact && w.harmless(ctx, axioms) {
		return c, nil
	}
	c.Exact = false
	w.contradict(r, c, axioms, 1, nil)
	return c, nil
}

// harmless reports whether the axioms together have no conflict in a strengthening. It returns
// false if the context ends.
func (w *fullOntology) harmless(ctx context.Context, axioms []owl.Axiom) bool {
	for n, s := range w.strengthening {
		if w.locality.Bearing(lackedBy(n), axioms...).Axioms > 0 {
			continue
		}
		added := make([]owl.Axiom, len(axioms))
		possible := true
		for i, a := range axioms {
			var ok bool
			_, added[i], ok = s.asked(a)
			possible = possible && ok
		}
		if !possible {
			continue
		}
		if c, err := s.Conflict(ctx, added...); err == nil && c.Exact && !c.Contradicts() {
			return true
		}
	}
	return false
}

// JustificationBeyondEL returns a minimal set of axioms of the ontology, including axioms outside
// EL, that entail a goal together with hypothetical axioms. It is for judgements with BeyondEL.
// It returns nil if no proof is found. The set is in the order of the ontology.
//
// Cost: one proof for each axiom that the first proof uses. With hypothetical axioms, all axioms
// are read again.
func (r *Reasoner) JustificationBeyondEL(
	ctx context.Context, goal owl.Axiom, hypothetical ...owl.Axiom,
) ([]owl.Axiom, error) {
	_, inEL, err := r.Entails(ctx, goal)
	if err != nil {
		return nil, err
	}
	goals := []owl.Axiom{goal}
	if len(hypothetical) > 0 {
		conflict, err := r.Conflict(ctx, hypothetical...)
		if err != nil {
			return nil, err
		}
		inEL = inEL && conflict.Exact
	}
	w, err := r.fullOntology(inEL)
	if err != nil || w == nil {
		return nil, err
	}
	with := w.tableau
	if len(hypothetical) > 0 {
		goals = append(goals, w.impossible(goal, hypothetical)...)
		with = tableau.New(func(yield func(int, owl.Axiom) bool) {
			for i, a := range r.axioms.all() {
				if !yield(i, a) {
					return
				}
			}
			for i, a := range hypothetical {
				if !yield(r.axioms.len()+i, a) {
					return
				}
			}
		})
	}
	proved := slices.IndexFunc(goals, func(g owl.Axiom) bool { return with.Entails(g, nil) })
	if proved < 0 {
		return nil, nil
	}
	axioms := []owl.Axiom{}
	for _, n := range with.Used(goals[proved]) {
		if n < r.axioms.len() {
			axioms = append(axioms, r.axioms.at(n))
		}
	}
	for i := len(axioms) - 1; i >= 0; i-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		without := slices.Delete(slices.Clone(axioms), i, i+1)
		all := slices.All(slices.Concat(without, hypothetical))
		if tableau.New(all).Entails(goals[proved], nil) {
			axioms = without
		}
	}
	return axioms, nil
}

// impossible returns {a} ⊑ ⊥ for the individuals that hypothetical axioms affect, if the goal is
// that they make the ontology inconsistent.
func (w *fullOntology) impossible(g owl.Axiom, hypothetical []owl.Axiom) (goals []owl.Axiom) {
	inclusion, ok := g.(*owl.SubClassOf)
	if !ok || inclusion.Sub != owl.ClassExpression(owl.Thing) ||
		inclusion.Super != owl.ClassExpression(owl.Nothing) {
		return nil
	}
	for _, a := range hypothetical {
		for _, e := range w.locality.Affected(a, maxAffected) {
			if i, ok := e.(owl.NamedIndividual); ok {
				goals = append(goals,
					&owl.SubClassOf{Sub: goal.Singleton(i), Super: owl.Nothing})
			}
		}
	}
	return goals
}
