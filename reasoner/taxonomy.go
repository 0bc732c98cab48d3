package reasoner

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/saturate"
)

// Taxonomy is the class hierarchy of an ontology: the equivalence classes (groups) of named
// classes, the unsatisfiable ones, and the direct superclasses of each group. It is safe for
// concurrent readers.
type Taxonomy struct {
	s          *saturate.Saturation
	consistent bool
	classes    []owl.Class       // the named classes in the byte order of their IRIs
	ids        []index.ConceptID // by class
	// by concept id: the indexes in classes, several if classes were merged
	ranks dense.Lists

	representative []int32 // by class: the least of its group, thing, or nothing
	// by class: the direct representatives above it, ascending; empty for the others of a group
	direct dense.Graph
	// entities of the normal form that no axiom mentions any longer
	dropped    map[owl.Entity]bool
	statistics Statistics

	turn sync.Once
	down downwards // made on first use
}

// Representatives that are not in Taxonomy.classes.
const (
	thing   int32 = -1
	nothing int32 = -2
)

// Consistent reports whether the ontology has a model; it is complete for OWL 2 EL. The taxonomy of
// an inconsistent ontology is empty.
func (t *Taxonomy) Consistent() bool { return t.consistent }

// Statistics returns the counts and durations of the run.
func (t *Taxonomy) Statistics() Statistics { return t.statistics }

// Classes returns the named classes of the ontology's signature without the built-in ones, sorted
// by IRI.
func (t *Taxonomy) Classes() []owl.Class { return slices.Clone(t.classes) }

// Unsatisfiable returns the classes equivalent to owl:Nothing, without owl:Nothing, sorted by IRI.
func (t *Taxonomy) Unsatisfiable() []owl.Class {
	var classes []owl.Class
	for i, r := range t.representative {
		if r == nothing {
			classes = append(classes, t.classes[i])
		}
	}
	return classes
}

// Equivalent returns the groups of two or more equivalent satisfiable classes, including owl:Thing.
// Each group is sorted by IRI, and the groups by their first class.
func (t *Taxonomy) Equivalent() [][]owl.Class {
	members := make(map[int32][]owl.Class)
	for i, r := range t.representative {
		if r != nothing {
			members[r] = append(members[r], t.classes[i])
		}
	}
	if _, ok := members[thing]; ok {
		members[thing] = append(members[thing], owl.Thing)
		slices.SortFunc(members[thing], compareClasses)
	}
	var groups [][]owl.Class
	for _, group := range members {
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	slices.SortFunc(groups, func(a, b []owl.Class) int { return compareClasses(a[0], b[0]) })
	return groups
}

// Direct iterates over the pairs of a class and a direct superclass, sorted by IRI. A group of
// equivalent classes appears under one name: owl:Thing if the group has it, else the least IRI. A
// class without another superclass appears below owl:Thing. Unsatisfiable classes do not appear.
func (t *Taxonomy) Direct() iter.Seq2[owl.Class, owl.Class] {
	return func(yield func(sub, super owl.Class) bool) {
		for i, r := range t.representative {
			if r != int32(i) {
				continue
			}
			supers := t.direct.Of(r)
			if len(supers) == 0 && !yield(t.classes[i], owl.Thing) {
				return
			}
			for _, s := range supers {
				if !yield(t.classes[i], t.classes[s]) {
					return
				}
			}
		}
	}
}

// Subsumers returns the named superclasses of a class, without itself and the built-in ones, sorted
// by IRI; ok is false if the ontology does not have the class. An unsatisfiable class has all other
// classes as superclasses.
func (t *Taxonomy) Subsumers(c owl.Class) (supers []owl.Class, ok bool) {
	root, ok := t.conceptID(c)
	if !ok || !t.consistent {
		return nil, ok
	}
	if c == owl.Nothing || t.s.Store.Unsatisfiable(root) {
		supers = slices.Clone(t.classes)
	} else {
		var ranks []int32
		for _, a := range t.s.Store.Subsumers(root) {
			ranks = t.appendRanks(ranks, a)
		}
		slices.Sort(ranks)
		supers = t.named(ranks)
	}
	return slices.DeleteFunc(supers, func(d owl.Class) bool { return d == c }), true
}

// IsSubsumedBy reports whether sub ⊑ super is entailed. The only superclasses of a class that the
// ontology does not have are the class and owl:Thing. An inconsistent ontology entails every
// subsumption.
func (t *Taxonomy) IsSubsumedBy(sub, super owl.Class) bool {
	if !t.consistent || sub == super || super == owl.Thing || sub == owl.Nothing {
		return true
	}
	root, ok := t.conceptID(sub)
	if !ok {
		return false
	}
	if t.s.Store.Unsatisfiable(root) {
		return true
	}
	a, ok := t.conceptID(super)
	return ok && a != t.s.Index.Bottom && slices.Contains(t.s.Store.Subsumers(root), a)
}

// rank returns the first rank of a concept id, or -1 if it is not one of a named class.
func (t *Taxonomy) rank(a index.ConceptID) int32 {
	if ranks := t.ranks.Of(int32(a)); len(ranks) > 0 {
		return ranks[0]
	}
	return -1
}

// appendRanks appends the ranks of all classes with a concept id.
func (t *Taxonomy) appendRanks(ranks []int32, a index.ConceptID) []int32 {
	return append(ranks, t.ranks.Of(int32(a))...)
}

// conceptID returns the concept id of a class of the ontology. Classes that occur only in
// axioms outside EL have one, too.
func (t *Taxonomy) conceptID(c owl.Class) (index.ConceptID, bool) {
	concept, ok := t.s.Index.NF.ConceptOf(c)
	if !ok || int(concept) >= len(t.s.Index.IDOf) || len(t.dropped) > 0 && t.dropped[c] {
		return 0, false
	}
	return t.s.Index.IDOf[concept], true
}

// reduce computes the taxonomy without dropped classes: groups of equivalent classes, and the
// transitive reduction between them.
func reduce(
	ctx context.Context, s *saturate.Saturation, dropped map[owl.Entity]bool, opts Options,
) (*Taxonomy, error) {
	start := time.Now()
	t := &Taxonomy{
		s: s, consistent: s.Consistent(), dropped: dropped,
		statistics: s.Statistics,
	}
	if t.consistent {
		x := s.Index
		all := make([]namedID, 0, len(x.Contexts))
		for i, a := range x.IDOf {
			if c := el.Concept(i); x.NF.Kind(c) == el.NamedClass && !dropped[x.NF.Class(c)] {
				all = append(all, newNamedID(x.NF.Class(c), a))
			}
		}
		t.rankAll(all)
		if err := t.findDirect(ctx, x.Contexts, nil, opts); err != nil {
			return nil, err
		}
	}
	t.statistics.Reduce = time.Since(start)
	return t, nil
}

func compareClasses(a, b owl.Class) int { return a.IRI.Compare(b.IRI) }

// namedID is a named class with its concept id.
type namedID struct {
	iri   string
	class owl.Class
	id    index.ConceptID
}

func newNamedID(c owl.Class, id index.ConceptID) namedID { return namedID{c.IRI.String(), c, id} }

// rankAll ranks the named classes by their IRIs.
func (t *Taxonomy) rankAll(all []namedID) {
	slices.SortFunc(all, func(a, b namedID) int { return strings.Compare(a.iri, b.iri) })
	t.classes, t.ids = make([]owl.Class, len(all)), make([]index.ConceptID, len(all))
	for i, n := range all {
		t.classes[i], t.ids[i] = n.class, n.id
	}
	t.ranks = dense.ByKey(int(t.s.Index.NumConcepts), len(all), func(rank int32) int32 {
		return int32(t.ids[rank])
	})
	t.representative = make([]int32, len(all))
}

// updated returns the taxonomy of a layer over the saturation of t, with the added contexts and
// without the dropped classes. It reduces only the classes whose subsumers changed.
func (t *Taxonomy) updated(
	ctx context.Context,
	l *saturate.Layer,
	added []index.ConceptID,
	dropped map[owl.Entity]bool,
	opts Options,
) (*Taxonomy, error) {
	start := time.Now()
	next := &Taxonomy{
		s: &l.Saturation, consistent: true, dropped: dropped,
		statistics: l.Statistics,
	}
	next.rankAfter(t, added)
	stale := make([]bool, len(next.classes)) // by rank: to be reduced
	mark := func(c index.ConceptID) {
		if rank := next.rank(c); rank >= 0 {
			stale[rank] = true
		}
	}
	for c := range l.Recent {
		if c == l.Index.Top {
			// the classes equivalent to owl:Thing changed
			return reduce(ctx, &l.Saturation, dropped, opts)
		}
		mark(c)
		l.Having(c, mark)
	}
	for _, a := range added {
		mark(a)
		l.Having(a, mark)
	}
	remap := func(old int32) int32 {
		if old < 0 {
			return old
		}
		return next.rank(t.ids[old])
	}
	for old, a := range t.ids {
		if remap(int32(old)) < 0 { // it was dropped
			l.Having(a, mark)
		}
	}
	var edges []dense.Edge
	for old := range int32(len(t.classes)) {
		rank := remap(old)
		if rank < 0 || stale[rank] {
			continue
		}
		next.representative[rank] = remap(t.representative[old])
		for _, d := range t.direct.Of(old) {
			edges = append(edges, dense.Edge{From: rank, To: remap(d)})
		}
	}
	var contexts []index.ConceptID
	for rank, a := range next.ids {
		if stale[rank] {
			contexts = append(contexts, a)
		}
	}
	if err := next.findDirect(ctx, contexts, edges, opts); err != nil {
		return nil, err
	}
	next.statistics.Contexts = int64(len(l.Index.Contexts))
	next.statistics.Reduce = time.Since(start)
	return next, nil
}

// rankAfter ranks the classes of old without the dropped ones and with those of the added contexts.
func (t *Taxonomy) rankAfter(old *Taxonomy, added []index.ConceptID) {
	x := t.s.Index
	var all []namedID
	for _, a := range added {
		if c := x.Concepts[a]; c != index.NoConcept && x.NF.Kind(c) == el.NamedClass {
			all = append(all, newNamedID(x.NF.Class(c), a))
		}
	}
	if len(all) == 0 && maps.Equal(t.dropped, old.dropped) {
		t.classes, t.ids, t.ranks = old.classes, old.ids, old.ranks
		t.representative = make([]int32, len(t.classes))
		return
	}
	for i, c := range old.classes {
		if !t.dropped[c] {
			all = append(all, newNamedID(c, old.ids[i]))
		}
	}
	t.rankAll(all)
}

// classesPerClaim is the number of classes that a worker reduces at a time.
const classesPerClaim = 512

// findDirect reduces the classes of some contexts. The edges are those of the other classes.
// Neighboring contexts should share many subsumers, as they do in the order of the index.
func (t *Taxonomy) findDirect(
	ctx context.Context, contexts []index.ConceptID, edges []dense.Edge, opts Options,
) error {
	size := make([]int32, t.s.Index.NumConcepts)
	for _, c := range t.s.Index.Contexts {
		size[c] = t.s.Store.Record(c).All
	}
	workers := min(opts.Workers, len(contexts)/classesPerClaim+1)
	found, errs := make([][]dense.Edge, workers), make([]error, workers)
	var next atomic.Int64
	reduceSome := func(worker int, progress owl.Progress) {
		r := reducer{t: t, size: size, marked: make([]uint32, len(size))}
		// most classes have one or two direct subsumers
		r.edges = make([]dense.Edge, 0, 2*min(len(contexts), len(t.classes))/workers)
		for {
			begin := int(next.Add(classesPerClaim)) - classesPerClaim
			if begin >= len(contexts) {
				break
			}
			if errs[worker] = ctx.Err(); errs[worker] != nil {
				return
			}
			progress.Report("reducing", int64(begin), int64(len(contexts)))
			for _, c := range contexts[begin:min(begin+classesPerClaim, len(contexts))] {
				if t.rank(c) >= 0 {
					r.reduce(c)
				}
			}
		}
		found[worker] = r.edges
	}
	var wg sync.WaitGroup
	for i := 1; i < workers; i++ {
		wg.Go(func() { reduceSome(i, nil) })
	}
	reduceSome(0, opts.Progress)
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for rank, a := range t.ids {
		t.representative[rank] = t.representative[t.rank(a)]
	}
	// all edges of one class come from one worker
	t.direct = dense.NewGraph(len(t.classes), slices.Concat(append(found, edges)...))
	opts.Progress.Report("reducing", int64(len(contexts)), int64(len(contexts)))
	return nil
}

// reducer computes the direct subsumers of classes.
type reducer struct {
	t          *Taxonomy
	size       []int32  // by concept id of a context: the number of subsumers
	marked     []uint32 // by concept id: the round in which it was found above a direct subsumer
	round      uint32
	candidates []index.ConceptID
	largest    []index.ConceptID // the unmarked candidates with the most subsumers
	direct     []int32
	edges      []dense.Edge
}

// reduce computes the group of a class and, for the group's representative, the direct subsumers.
//
// D ∈ S(C) implies S(D) ⊆ S(C); so the two are equivalent exactly if the sets have the same size. A
// candidate with the most subsumers is direct, because every class between it and C has more. It
// excludes all classes above it.
//
// Cost: S(C) and S(D) for each direct subsumer D, and one pass over the candidates for each size of
// these sets.
func (r *reducer) reduce(c index.ConceptID) {
	t, store := r.t, r.t.s.Store
	rank := t.rank(c)
	if store.Unsatisfiable(c) {
		t.representative[rank] = nothing
		return
	}
	own, topSize := r.size[c], r.size[t.s.Index.Top]
	if own == topSize { // S(C) = S(⊤), as ⊤ ∈ S(C)
		t.representative[rank] = thing
		return
	}
	least := rank
	r.candidates = r.candidates[:0]
	for _, a := range store.Subsumers(c) {
		other := t.rank(a)
		switch {
		case other < 0:
		case r.size[a] == own:
			least = min(least, other)
		case r.size[a] > topSize:
			r.candidates = append(r.candidates, a)
		}
	}
	t.representative[rank] = least
	if least != rank {
		return
	}
	r.round++
	r.direct = r.direct[:0]
	for {
		most := int32(0)
		r.largest = r.largest[:0]
		for _, a := range r.candidates {
			if n := r.size[a]; n >= most && r.marked[a] != r.round {
				if n > most {
					most, r.largest = n, r.largest[:0]
				}
				r.largest = append(r.largest, a)
			}
		}
		if most == 0 {
			break
		}
		for _, d := range r.largest {
			if r.marked[d] == r.round {
				continue // equivalent to another one
			}
			least := t.rank(d)
			for _, a := range store.Subsumers(d) {
				r.marked[a] = r.round
				if r.size[a] == most && t.rank(a) >= 0 {
					least = min(least, t.rank(a))
				}
			}
			r.direct = append(r.direct, least)
		}
	}
	slices.Sort(r.direct)
	for _, d := range r.direct {
		r.edges = append(r.edges, dense.Edge{From: rank, To: d})
	}
}
