package explain

import (
	"cmp"
	"context"
	"slices"
	"time"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/calculus"
)

// Repairs are minimal sets of axioms, each sorted, by their numbers. Without the axioms of a set,
// no justification is complete. Smaller sets come first; of equal size, those whose axioms occur in
// more justifications.
type Repairs struct {
	Sets [][]int
	// Complete is set if there are no others and the justifications were complete. Otherwise a
	// justification that was not found may still entail the goal.
	Complete bool
}

// Repairs finds axioms to remove so that the goal is no longer entailed: the minimal hitting sets
// of the justifications, smallest first. The only error is that of the context.
//
// Cost: may grow exponentially with the justifications; the limits bound it.
func (j *Justifications) Repairs(ctx context.Context, limits Limits) (*Repairs, error) {
	limits = limits.withDefaults()
	occurrences := make(map[int]int)
	for _, set := range j.Sets {
		if len(set) == 0 {
			return &Repairs{Complete: j.Complete}, nil // it holds in every ontology
		}
		for _, a := range set {
			occurrences[a]++
		}
	}
	if len(j.Sets) == 0 {
		return &Repairs{Complete: j.Complete}, nil
	}
	size, deadline := 0, limits.deadline()
	hits, complete, err := hittingSetTree(ctx,
		func(removed []int) []int { return disjointFrom(j.Sets, removed) },
		func(next, hits int) bool { // repairs of one size are ranked, so all of them are found
			larger := next > size
			size = next
			return larger && hits >= limits.Count || time.Now().After(deadline)
		})
	if err != nil {
		return nil, err
	}
	found := &Repairs{Sets: hits, Complete: j.Complete && complete}
	return found.first(limits.Count, occurrences), nil
}

// first ranks the repairs and keeps n of them.
func (r *Repairs) first(n int, occurrences map[int]int) *Repairs {
	weight := func(set []int) int {
		sum := 0
		for _, a := range set {
			sum += occurrences[a]
		}
		return sum
	}
	slices.SortFunc(r.Sets, func(a, b []int) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(weight(b), weight(a)),
			slices.Compare(a, b))
	})
	if len(r.Sets) > n {
		r.Sets, r.Complete = r.Sets[:n], false
	}
	return r
}

// UnsatisfiableClass describes the cause of an unsatisfiable class.
type UnsatisfiableClass struct {
	Class owl.Class
	// Root is set if the class is not derived from another one: each unsatisfiable class that its
	// instances lead to leads back to it.
	Root bool
	// From lists the other unsatisfiable classes that an instance of the class would be in or
	// linked to, sorted by IRI.
	From []owl.Class
}

// Root determines whether one of the unsatisfiable classes of a consistent ontology is a root or
// derived. A class is derived if it is unsatisfiable because another one is: it is below that
// class, or its instances would be linked to instances of that class, which does not lead back.
// Kalyanpur et al. ("Debugging Unsatisfiable Classes in OWL Ontologies", Journal of Web Semantics
// 3, 2005) call a class derived if one of its justifications contains one of the other class; a
// derived class may also have a cause of its own. Errors are those of Explainer.Axiom.
//
// Cost: one saturation for the class, and one for each unsatisfiable class that it leads to.
func (e *Explainer) Root(ctx context.Context, class owl.Class,
	unsatisfiable []owl.Class) (UnsatisfiableClass, error) {
	c := e.causes(unsatisfiable)
	i := slices.Index(unsatisfiable, class)
	if i < 0 {
		return UnsatisfiableClass{Class: class}, nil
	}
	return c.of(ctx, i)
}

// causes computes which unsatisfiable classes lead to which.
type causes struct {
	explainer *Explainer
	classes   []owl.Class
	numbers   map[owl.Class]int // the inverse of classes
	leads     map[int][]int     // by class; filled on demand
}

func (e *Explainer) causes(unsatisfiable []owl.Class) *causes {
	c := &causes{e, unsatisfiable, make(map[owl.Class]int), make(map[int][]int)}
	for i, class := range unsatisfiable {
		c.numbers[class] = i
	}
	return c
}

// from returns the other unsatisfiable classes that an instance of class i leads to: those among
// the subsumers of the class, and of the contexts that links reach from it.
func (c *causes) from(ctx context.Context, i int) ([]int, error) {
	if leads, ok := c.leads[i]; ok {
		return leads, nil
	}
	t, err := c.explainer.theory(ctx, []owl.Entity{c.classes[i]}, nil)
	if err != nil {
		return nil, err
	}
	concept, ok := t.nf.ConceptOf(c.classes[i])
	if !ok {
		concept = el.Bottom
	}
	opts := calculus.Options{Inferences: c.explainer.opts.Inferences}
	s, err := calculus.Saturate(ctx, t.nf, concept, opts)
	if err != nil {
		return nil, err
	}
	var ahead []int
	open, seen := []calculus.Context{s.Root}, map[calculus.Context]bool{s.Root: true}
	for n := 0; n < len(open); n++ {
		for d := range s.Subsumers(open[n]) {
			if d != el.Bottom && t.nf.Kind(d) != el.NamedClass {
				continue
			}
			j, ok := c.numbers[t.nf.Class(d)]
			if ok && j != i && !slices.Contains(ahead, j) {
				ahead = append(ahead, j)
			}
		}
		for _, to := range s.Links(open[n]) {
			if !seen[to] {
				seen[to] = true
				open = append(open, to)
			}
		}
	}
	c.leads[i] = ahead
	return ahead, nil
}

func (c *causes) of(ctx context.Context, i int) (UnsatisfiableClass, error) {
	class := UnsatisfiableClass{Class: c.classes[i], Root: true}
	leads, err := c.from(ctx, i)
	if err != nil {
		return class, err
	}
	for _, j := range leads {
		class.From = append(class.From, c.classes[j])
		back, err := c.from(ctx, j)
		if err != nil {
			return class, err
		}
		if !slices.Contains(back, i) {
			class.Root = false
		}
	}
	slices.SortFunc(class.From, compareClasses)
	return class, nil
}
