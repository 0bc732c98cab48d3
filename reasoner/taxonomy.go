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
	"box2el-owl/internal/invariants"
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
	// by concept id: the index in classes, or -1; ids beyond its end have none
	ranks  []int32
	others map[index.ConceptID][]int32 // by concept id: the further classes, if several were merged

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

// rank returns the rank of a named class, or -1.
func (t *Taxonomy) rank(a index.ConceptID) int32 {
	if int(a) >= len(t.ranks) {
		return -1
	}
	return t.ranks[a]
}

// appendRanks appends the ranks of all classes with a concept id.
func (t *Taxonomy) appendRanks(ranks []int32, a index.ConceptID) []int32 {
	if rank := t.rank(a); rank >= 0 {
		ranks = append(ranks, rank)
		if len(t.others) > 0 {
			ranks = append(ranks, t.others[a]...)
		}
	}
	return ranks
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
		t.sortClasses()
		if err := t.findDirect(ctx, opts); err != nil {
			return nil, err
		}
	}
	t.statistics.Reduce = time.Since(start)
	if invariants.Enabled && t.consistent {
		t.checkReduced()
	}
	return t, nil
}

func compareClasses(a, b owl.Class) int { return a.IRI.Compare(b.IRI) }

// namedID is a concept of a named class.
type namedID struct {
	iri     string
	id      index.ConceptID
	concept el.Concept
}

func compareNames(a, b namedID) int { return strings.Compare(a.iri, b.iri) }

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
	rankOf := next.rankAnew(t, added, dropped)
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
	for old, rank := range rankOf {
		if rank < 0 {
			l.Having(t.ids[old], mark)
		}
	}
	next.representative = make([]int32, len(next.classes))
	r := reducer{
		t: next, size: make([]int32, l.Index.NumConcepts),
		marked: make([]uint32, l.Index.NumConcepts),
	}
	for _, c := range l.Index.Contexts {
		r.size[c] = l.Store.Record(c).All
	}
	remap := func(old int32) int32 {
		if old < 0 || rankOf == nil {
			return old
		}
		return rankOf[old]
	}
	for old := range int32(len(t.classes)) {
		rank := remap(old)
		if rank < 0 || stale[rank] {
			continue
		}
		next.representative[rank] = remap(t.representative[old])
		for _, d := range t.direct.Of(old) {
			r.edges = append(r.edges, dense.Edge{From: rank, To: remap(d)})
		}
	}
	for rank, a := range next.ids {
		if stale[rank] {
			r.reduce(a)
		}
	}
	next.direct = dense.NewGraph(len(next.classes), r.edges)
	if invariants.Enabled {
		next.checkReduced()
	}
	next.statistics.Contexts = int64(len(l.Index.Contexts))
	next.statistics.Reduce = time.Since(start)
	return next, ctx.Err()
}

// rankAnew ranks the classes of old without the dropped ones and with those of the added contexts.
// It returns the new rank of each old one, -1 for none. It returns nil if no rank changes.
func (t *Taxonomy) rankAnew(
	old *Taxonomy,
	added []index.ConceptID,
	dropped map[owl.Entity]bool,
) []int32 {
	x := t.s.Index
	var names []namedID
	for _, a := range added {
		if c := x.Concepts[a]; c != index.NoConcept && x.NF.Kind(c) == el.NamedClass {
			names = append(names, namedID{iri: x.NF.Class(c).IRI.String(), id: a})
		}
	}
	if len(names) == 0 && maps.Equal(dropped, old.dropped) {
		t.classes, t.ids, t.ranks = old.classes, old.ids, old.ranks
		return nil
	}
	slices.SortFunc(names, compareNames)
	t.ranks = make([]int32, x.NumConcepts)
	for i := range t.ranks {
		t.ranks[i] = -1
	}
	rankOf := make([]int32, len(old.classes))
	t.classes = make([]owl.Class, 0, len(old.classes)+len(names))
	t.ids = make([]index.ConceptID, 0, len(old.classes)+len(names))
	place := func(c owl.Class, a index.ConceptID) {
		t.ranks[a] = int32(len(t.classes))
		t.classes = append(t.classes, c)
		t.ids = append(t.ids, a)
	}
	for i, c := range old.classes {
		for len(names) > 0 && names[0].iri < c.IRI.String() {
			place(x.NF.Class(x.Concepts[names[0].id]), names[0].id)
			names = names[1:]
		}
		rankOf[i] = -1
		if !dropped[c] {
			rankOf[i] = int32(len(t.classes))
			place(c, old.ids[i])
		}
	}
	for _, n := range names {
		place(x.NF.Class(x.Concepts[n.id]), n.id)
	}
	return rankOf
}

// sortClasses ranks the named classes by their IRIs.
func (t *Taxonomy) sortClasses() {
	x := t.s.Index
	n := 0
	for c := range el.Concept(len(x.IDOf)) {
		if x.NF.Kind(c) == el.NamedClass {
			n++
		}
	}
	all := make([]namedID, 0, n)
	for i, a := range x.IDOf {
		if c := el.Concept(i); x.NF.Kind(c) == el.NamedClass && !t.dropped[x.NF.Class(c)] {
			all = append(all, namedID{iri: x.NF.Class(c).IRI.String(), id: a, concept: c})
		}
	}
	slices.SortFunc(all, compareNames)
	t.rankAll(all)
}

// rankAll ranks the classes in the order given.
func (t *Taxonomy) rankAll(all []namedID) {
	x := t.s.Index
	t.ranks = make([]int32, x.NumConcepts)
	for i := range t.ranks {
		t.ranks[i] = -1
	}
	t.classes, t.ids = make([]owl.Class, len(all)), make([]index.ConceptID, len(all))
	for i, n := range all {
		t.ids[i] = n.id
		t.classes[i] = x.NF.Class(n.concept)
		if t.ranks[n.id] < 0 {
			t.ranks[n.id] = int32(i)
			continue
		}
		if t.others == nil {
			t.others = make(map[index.ConceptID][]int32)
		}
		t.others[n.id] = append(t.others[n.id], int32(i))
	}
}

// classesPerClaim is the number of classes that a worker reduces at a time.
const classesPerClaim = 512

// findDirect reduces all classes in the order of the contexts, because neighboring contexts share
// many subsumers.
func (t *Taxonomy) findDirect(ctx context.Context, opts Options) error {
	s := t.s
	contexts := s.Index.Contexts
	t.representative = make([]int32, len(t.classes))
	var next atomic.Int64
	edges := make([][]dense.Edge, opts.Workers)
	errs := make([]error, opts.Workers)
	size := make([]int32, s.Index.NumConcepts)
	for _, c := range contexts {
		size[c] = s.Store.Record(c).All
	}
	reduceSome := func(worker int, progress owl.Progress) {
		r := reducer{t: t, size: size, marked: make([]uint32, s.Index.NumConcepts)}
		// most classes have one or two direct subsumers
		r.edges = make([]dense.Edge, 0, 2*len(t.classes)/opts.Workers)
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
		edges[worker] = r.edges
	}
	var wg sync.WaitGroup
	for i := 1; i < opts.Workers; i++ {
		wg.Go(func() { reduceSome(i, nil) })
	}
	reduceSome(0, opts.Progress)
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for a, others := range t.others {
		for _, rank := range others {
			t.representative[rank] = t.representative[t.ranks[a]]
		}
	}
	// all edges of one class come from one worker
	t.direct = dense.NewGraph(len(t.classes), slices.Concat(edges...))
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

// checkReduced checks that a taxonomy is a transitive reduction: a direct superclass is a
// representative with fewer subsumers, so there are no cycles, and no direct superclass is above
// another one.
func (t *Taxonomy) checkReduced() {
	store := t.s.Store
	for _, root := range invariants.Sample(t.ids) {
		rank := t.rank(root)
		direct := t.direct.Of(rank)
		if len(direct) > 0 && t.representative[rank] != rank {
			invariants.Violated(
				"class %d has direct superclasses and is not its representative %d",
				rank,
				t.representative[rank],
			)
		}
		for i, d := range direct {
			above := t.ids[d]
			switch {
			case t.representative[d] != d:
				invariants.Violated("class %d is below %d, whose representative is %d", rank, d,
					t.representative[d])
			case i > 0 && direct[i-1] >= d:
				invariants.Violated("the classes above %d are not in order", rank)
			case !slices.Contains(store.Subsumers(root), above):
				invariants.Violated("class %d is below %d and lacks it", rank, d)
			case store.Record(above).All >= store.Record(root).All:
				invariants.Violated("class %d is below %d, which has no fewer subsumers", rank, d)
			}
			for _, e := range direct {
				if e != d && slices.Contains(store.Subsumers(above), t.ids[e]) {
					invariants.Violated(
						"class %d is directly below %d, which is above %d",
						rank,
						e,
						d,
					)
				}
			}
		}
	}
}
