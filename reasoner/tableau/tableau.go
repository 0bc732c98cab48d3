package tableau

import (
	"iter"
	"maps"
	"slices"
	"sync"

	"box2el-owl/owl"
)

// Ontology decides questions about the classes of an ontology. It is safe for concurrent use, one
// question at a time.
type Ontology struct {
	mu sync.Mutex
	k  *knowledge
	// completed graphs of classes and individuals; with a clash if unsatisfiable
	graphs map[concept]*graph

	permanent concept // expressions from here on belong to the question
}

// New reads the axioms and the numbers by which Used names them. It ignores axioms that no rule can
// use.
func New(axioms iter.Seq2[int, owl.Axiom]) *Ontology {
	o := &Ontology{k: newKnowledge(), graphs: make(map[concept]*graph)}
	o.k.read(axioms)
	return o
}

// maxGraphs bounds the memory of an Ontology. If it is reached, all graphs are dropped.
const maxGraphs = 2000

// Steps is a budget of steps for questions. A question is charged for all its steps, even if an
// earlier question has cached their results, so that answers do not depend on earlier questions.
// Without steps left, nothing is proved. A nil *Steps is unlimited.
type Steps int

func (s *Steps) left() bool { return s == nil || *s > 0 }

func (s *Steps) take(u *used) {
	if s != nil {
		*s -= Steps(u.steps)
	}
}

// Nesting depths of case distinctions, for the class of the question and for others.
const (
	nestingOfSubject = 2
	nesting          = 1
)

// graph returns the graph of an atom that is not hypothetical.
func (o *Ontology) graph(c concept, steps *Steps) *graph {
	g, ok := o.graphs[c]
	if ok {
		steps.take(g.used)
		return g
	}
	g = newGraph(o.k, &used{}, c)
	g.refute(nesting)
	steps.take(g.used)
	if len(o.graphs) >= maxGraphs {
		clear(o.graphs)
	}
	o.graphs[c] = g
	return g
}

// hypothesis runs f and then removes the clauses and expressions that f adds.
func (o *Ontology) hypothesis(f func()) {
	o.permanent = concept(len(o.k.expressions))
	clauses := len(o.k.clauses)
	o.k.mark()
	f() // the clauses that it adds are not indexed
	o.k.clauses = o.k.clauses[:clauses]
	o.k.forget()
}

// Unsatisfiable reports whether a named class was refuted.
func (o *Ontology) Unsatisfiable(c owl.Class) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	known, ok := o.known(c)
	return ok && o.graph(known, nil).clash
}

// known returns the atom of a class or individual of the ontology.
func (o *Ontology) known(e owl.Entity) (concept, bool) {
	c, ok := o.k.numbers[e]
	return concept(c), ok
}

// Entails reports whether an axiom was proved: an inclusion, equivalence or disjointness of
// classes, a domain or a range. It reports false for other axioms.
func (o *Ontology) Entails(a owl.Axiom, steps *Steps) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	entailed := false
	o.hypothesis(func() {
		entailed = o.entails(a, func(sub, super concept) bool {
			return o.subsumed(sub, super, steps)
		})
	})
	return entailed
}

// entails reduces an axiom to inclusions.
func (o *Ontology) entails(a owl.Axiom, subsumed func(sub, super concept) bool) bool {
	entailed := true
	all := func(sub, super concept) { entailed = entailed && subsumed(sub, super) }
	switch a := a.(type) {
	case *owl.SubClassOf, *owl.EquivalentClasses, *owl.ObjectPropertyDomain,
		*owl.ObjectPropertyRange:
		o.k.eachInclusion(a, all)
	case *owl.DisjointClasses:
		for i, c := range a.Classes {
			for _, d := range a.Classes[i+1:] {
				all(o.k.concept(c), o.k.concept(d)^1)
			}
		}
	default:
		return false
	}
	return entailed
}

// subsumed reports whether sub ⊓ ¬super was refuted.
func (o *Ontology) subsumed(sub, super concept, steps *Steps) bool {
	if !steps.left() {
		return false
	}
	u := &used{}
	defer steps.take(u)
	if o.k.at(sub).kind != atom || sub >= o.permanent {
		return newGraph(o.k, u, sub, super^1).refute(nestingOfSubject)
	}
	base := o.graph(sub, steps)
	if base.clash || base.holds(base.find(0), super) {
		return true
	}
	g := base.clone(u)
	g.add(0, super^1)
	return g.refute(nestingOfSubject)
}

// Contradicts returns the classes and individuals among the entities that become unsatisfiable if
// the axioms are added; an individual means that the ontology becomes inconsistent. Entities that
// were refuted without the axioms are not returned. It stops after most of them. It returns nil if
// an axiom is not about classes.
func (o *Ontology) Contradicts(
	axioms []owl.Axiom, among []owl.Entity, most int, steps *Steps,
) []owl.Entity {
	o.mu.Lock()
	defer o.mu.Unlock()
	var found []owl.Entity
	o.hypothesis(func() {
		n := len(o.k.clauses)
		for _, a := range axioms {
			if !o.k.readClasses(a, hypothetical) {
				return
			}
		}
		added := slices.Clone(o.k.clauses[n:])
		for tried, e := range among {
			if len(found) == most || !steps.left() {
				return
			}
			depth := nesting
			if tried == 0 {
				depth = nestingOfSubject
			}
			if c, ok := o.known(e); ok && o.contradicted(c, n, added, depth, steps) {
				found = append(found, e)
			}
		}
	})
	return found
}

// contradicted reports whether hypothetical clauses, from number n on, make an atom unsatisfiable
// that was not refuted before.
func (o *Ontology) contradicted(c concept, n int, added []clause, depth int, steps *Steps) bool {
	o.k.clauses = o.k.clauses[:n]
	var base *graph
	if c < o.permanent {
		base = o.graph(c, steps)
	} else { // only the hypothetical axioms mention it
		base = newGraph(o.k, &used{}, c)
	}
	if base.clash {
		return false
	}
	g := base.triggered(added, o.permanent)
	if g == nil {
		return false
	}
	o.k.clauses = append(o.k.clauses, added...)
	o.k.index(n)
	refuted := g.refute(depth)
	steps.take(g.used)
	o.k.unindex(n)
	return refuted
}

// triggered returns a copy of a graph in which the nodes that may trigger one of the clauses are
// queued, or nil if there is no such node. Expressions from permanent on are not in the graph.
func (g *graph) triggered(clauses []clause, permanent concept) *graph {
	var next *graph
	for i := range g.nodes {
		if g.nodes[i].merged >= 0 || !g.triggers(int32(i), clauses, permanent) {
			continue
		}
		if next == nil {
			next = g.clone(&used{})
		}
		next.touch(int32(i))
	}
	return next
}

// triggers reports whether a node has the atoms of one of the clauses.
func (g *graph) triggers(i int32, clauses []clause, permanent concept) bool {
	return slices.ContainsFunc(clauses, func(c clause) bool {
		return !slices.ContainsFunc(c.body, func(b concept) bool {
			return b < permanent && g.k.at(b).kind == atom && !g.labelled(i, b)
		})
	})
}

// Used returns the numbers of the axioms that were applied to prove an axiom. They are ascending
// and sufficient, but not minimal.
func (o *Ontology) Used(a owl.Axiom) []int {
	o.mu.Lock()
	defer o.mu.Unlock()
	u := &used{sources: make(map[int]bool)}
	o.hypothesis(func() {
		o.entails(a, func(sub, super concept) bool {
			return newGraph(o.k, u, sub, super^1).refute(nestingOfSubject)
		})
	})
	delete(u.sources, definition)
	return slices.Sorted(maps.Keys(u.sources))
}
