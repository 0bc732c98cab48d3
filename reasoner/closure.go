package reasoner

import (
	"context"
	"slices"
	"sync"

	"box2el-owl/owl/el"
	"box2el-owl/reasoner/internal/graph"
	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/role"
	"box2el-owl/reasoner/internal/saturate"
)

// Closure decides entailments of a normal form for all of its ids: classes, nominals, data values
// and data ranges, owl:Thing and owl:Nothing, and the introduced names, which mean only what the
// normal form asserts of them. A question is an axiom of the form NF1 to NF4, or one with an open
// side. A Closure is immutable and safe for concurrent use.
//
// Answers are exact for OWL 2 EL (see the package comment), with one exception: that a data value
// is in a data range because of an axiom about another element is found for values of individuals
// only. An unsatisfiable concept and an inconsistent ontology entail everything. Every concept is
// subsumed by Top, which is rdfs:Literal for data. Classes and data are disjoint, so a conjunction
// of both, or an object property to data, is unsatisfiable. Lists are in ascending order, and a
// concept is its own superclass and subclass.
//
// An id that the normal form does not have is a programming error.
//
// # Cost
//
// 4 bytes for each derived fact between concepts, and 8 bytes for each link that no other link
// implies; as much again from the first question about subclasses or fillers on. The first question
// with a conjunction or an existential on the left saturates once more and keeps that.
//
// SubsumedBy and Unsatisfiable search one list. SubsumedByExists follows the links from the
// concept by words of the role, in 0.1 to 2 µs on OBO ontologies. SubclassesOfExists and FillersOf
// take time proportional to the links that they follow. Questions with a conjunction or an
// existential on the left solve one new context in a layer: 0.05 ms with 8,000 concepts, 0.5 ms
// with 53,000.
// BenchmarkClosure measures this.
//
// Concepts that entail something about an individual if they have an instance cost more, such as C
// in C ⊑ {a} (KR'12, section 4). Their existentials are found in a layer in which they are nonempty
// (assume.go), and SubclassesOfExists makes one for each of them. The last keptLayers are cached.
// Real ontologies have few such concepts.
type Closure struct {
	x             *index.Index
	base          func() *saturate.Saturation // for layers; see NewClosure
	consistent    bool
	all           []el.Concept // every id
	unsatisfiable []el.Concept // the unsatisfiable ones

	// Contexts are numbered as nodes. The node of a concept is its id; contexts without a concept,
	// such as fillers within ranges, follow.
	nodeOf  []int32           // by concept: the node of its representative
	node    []int32           // by concept id of the index: its node, or -1
	context []index.ConceptID // by node; -1 for Bottom and merged concepts
	// by node: the concepts among its subsumers, ascending; empty if it is unsatisfiable
	supers graph.Graph
	links  arcs // by node: the links from it, without implied ones

	// The inverses of both are computed when they are first needed. Training does not need them.
	subs     func() graph.Graph // by node of a concept: the satisfiable nodes below it, ascending
	linkedBy func() arcs        // by node: the links to it

	filling index.Bitset      // nodes of concepts that some link leads into
	walkers []*role.Automaton // by role; nil for the bottom roles
	tracks  sync.Pool

	nonempty []int32 // nonempty nodes
	// nodes of concepts that the top object role and the top data role reach from everything
	everywhere   [2]index.Bitset
	data         index.Bitset // nodes of data
	conditional  index.Bitset // nodes of concepts
	conditionals []int32      // the same
	given        sync.Map     // by conditional node: the saturation in which it is nonempty
	keep         sync.Mutex
	kept         []int32 // keys of given, oldest first
}

// NewClosure saturates a normal form for all of its concepts. The only error is that of the
// context.
func NewClosure(ctx context.Context, nf *el.Ontology, opts Options) (*Closure, error) {
	saturated := opts.withDefaults().incremental()
	saturated.EveryConcept = true
	s, err := saturate.Run(ctx, nf, saturated)
	if err != nil {
		return nil, err
	}
	c := &Closure{x: s.Index, consistent: s.Consistent(), all: make([]el.Concept, nf.NumConcepts())}
	// Only layers need the saturation. It is computed again for the first of them, because training
	// and ranking rarely need any.
	saturated.Progress = nil
	c.base = sync.OnceValue(func() *saturate.Saturation {
		base, _ := saturate.Run(
			context.WithoutCancel(ctx),
			nf,
			saturated,
		) // its errors are those of ctx
		return base
	})
	for i := range c.all {
		c.all[i] = el.Concept(i)
	}
	if !c.consistent {
		return c, ctx.Err()
	}
	c.numberNodes()
	c.collectSubsumers(s)
	if err := c.collectLinks(ctx, s); err != nil {
		return nil, err
	}
	c.findEverywhere(s)
	for _, a := range s.Conditional() {
		if n := c.node[a]; int(n) < len(c.all) && !s.KnownNonempty(a) {
			c.conditional = c.conditional.With(index.ConceptID(n))
			c.conditionals = append(c.conditionals, n)
		}
	}
	if len(c.conditionals) > 0 {
		c.base = func() *saturate.Saturation { return s }
	}
	return c, ctx.Err()
}

// numberNodes numbers the contexts.
func (c *Closure) numberNodes() {
	x := c.x
	c.nodeOf = make([]int32, len(c.all))
	for i := range c.all {
		c.nodeOf[i] = int32(x.Concepts[x.IDOf[i]])
	}
	c.context = make([]index.ConceptID, len(c.all))
	for i := range c.context {
		c.context[i] = -1
	}
	c.node = make([]int32, x.NumConcepts)
	for i := range c.node {
		c.node[i] = -1
	}
	for _, a := range x.Contexts {
		if k := x.Concepts[a]; k != index.NoConcept {
			c.node[a], c.context[k] = int32(k), a
		} else {
			c.node[a] = int32(len(c.context))
			c.context = append(c.context, a)
		}
		if x.FlagsOf(a)&index.IsData != 0 {
			c.data = c.data.With(index.ConceptID(c.node[a]))
		}
	}
}

// collectSubsumers sorts the subsumers of each context, and inverts them.
func (c *Closure) collectSubsumers(s *saturate.Saturation) {
	var facts graph.Graph
	for _, a := range c.context {
		if a >= 0 {
			facts.Items = c.appendNodes(facts.Items, s, a)
		}
		facts.End()
	}
	below := facts.Reversed()
	c.supers = below.Reversed()
	c.subs = sync.OnceValue(c.supers.Reversed)
	for i, n := range c.nodeOf {
		if c.isUnsatisfiable(n) {
			c.unsatisfiable = append(c.unsatisfiable, el.Concept(i))
		}
	}
}

// appendNodes appends the nodes of the concepts among the subsumers of a context.
func (c *Closure) appendNodes(to []int32, s *saturate.Saturation, a index.ConceptID) []int32 {
	for _, d := range s.Store.Subsumers(a) {
		switch k := s.Index.Concepts[d]; {
		case k != index.NoConcept:
			to = append(to, int32(k))
		case d == s.Index.Literal:
			to = append(to, int32(el.Top))
		}
	}
	return to
}

// isUnsatisfiable reports whether a node is unsatisfiable. A satisfiable node has itself or ⊤ among
// its subsumers.
func (c *Closure) isUnsatisfiable(n int32) bool { return len(c.supers.Of(n)) == 0 }

// isBelow reports whether a satisfiable node is subsumed by a concept.
func (c *Closure) isBelow(n, d int32) bool {
	_, ok := slices.BinarySearch(c.supers.Of(n), d)
	return ok
}

// Consistent reports whether the ontology has a model. An inconsistent ontology entails every
// axiom.
func (c *Closure) Consistent() bool { return c.consistent }

// Unsatisfiable reports whether a concept is unsatisfiable.
func (c *Closure) Unsatisfiable(concept el.Concept) bool {
	return !c.consistent || c.isUnsatisfiable(c.nodeOf[concept])
}

// SubsumedBy reports whether sub ⊑ super.
func (c *Closure) SubsumedBy(sub, super el.Concept) bool {
	return c.Unsatisfiable(sub) || super == el.Top || c.isBelow(c.nodeOf[sub], c.nodeOf[super])
}

// Superclasses returns all D with concept ⊑ D.
func (c *Closure) Superclasses(concept el.Concept) []el.Concept {
	if c.Unsatisfiable(concept) {
		return slices.Clone(c.all)
	}
	answer := c.newAnswer()
	answer.add(c.supers.Of(c.nodeOf[concept]))
	return answer.concepts(nil)
}

// Subclasses returns all C with C ⊑ concept.
func (c *Closure) Subclasses(concept el.Concept) []el.Concept {
	if !c.consistent || concept == el.Top {
		return slices.Clone(c.all)
	}
	answer := c.newAnswer()
	below := c.subs()
	answer.add(below.Of(c.nodeOf[concept]))
	return answer.concepts(c.unsatisfiable)
}

// answer is a set of nodes that becomes a list of concepts.
type answer struct {
	c     *Closure
	nodes index.Bitset
}

func (c *Closure) newAnswer() *answer {
	return &answer{c, make(index.Bitset, (len(c.context)+63)/64)}
}

func (a *answer) add(nodes []int32) {
	for _, n := range nodes {
		a.nodes.With(index.ConceptID(n)) // there is room for all
	}
}

// concepts returns the concepts of the nodes, and others, in ascending order. The answer must not
// be used afterwards.
func (a *answer) concepts(others []el.Concept) []el.Concept {
	c := a.c
	if names := c.x.Names; names != nil {
		var more []el.Concept
		for _, n := range a.list() {
			more = append(more, c.x.ConceptsOf(c.context[n])...)
		}
		others = append(more, others...)
	}
	for _, k := range others {
		a.nodes.With(index.ConceptID(k))
	}
	return a.list()
}

// list returns the nodes that are ids of concepts.
func (a *answer) list() (list []el.Concept) {
	for n := range a.nodes.All {
		if int(n) >= len(a.c.all) {
			break
		}
		list = append(list, el.Concept(n))
	}
	return list
}
