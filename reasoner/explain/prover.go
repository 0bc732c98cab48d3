package explain

import (
	"context"
	"errors"

	"box2el-owl/owl/el"
)

// ErrTooLarge says that more was derived for a goal than Limits.Inferences allows.
var ErrTooLarge = errors.New("the explanation needs more inferences than the limit allows")

// prover saturates a normal form from one root, by the rules of the table taken literally, and records
// every instance of a rule over what it derives.
//
// It assumes that its root has an instance. So has every context that it opens, as it opens only
// what links reach from the root, from ⊤ and from individuals: the rules that ask for nonempty
// contexts are complete without any case distinction (Kazakov, Krötzsch, Simančík, KR'12, section 4).
// What used the assumption has the root's ruleAssumption among its premises.
//
// Facts are processed in the order of their derivation. An instance of a rule is recorded when the
// last of its premises is processed, by what the fields below keep of the earlier ones; that may
// happen twice where one fact is two premises.
type prover struct {
	x *index
	derivation

	ids     map[factKey]fact
	nodeIDs map[nodeKey]node
	current fact // facts up to here are processed, or being so

	subs    [][]fact      // by node
	singles [][]fact      // those of subs that say c ⊑ {a}
	out     []linksByRole // by the node that they come from
	in      []linksByRole // by the node that they lead to
	paths   [][]fact      // by the node that they lead to
	shares  [][]fact      // by individual

	roles    []*roleState          // by role, nil for one that no link has
	inside   map[el.Concept][]node // nodes c ⊑ {a}, by {a}
	values   map[valueKey][]fact
	nonempty []fact // where everything is linked to what exists

	root        node
	relevance   *relevance // what is worth deriving; nil for everything
	individuals bool       // the individuals are opened, and nonempty facts are derived
	limit       int
}

// linksByRole are links with one end in common.
type linksByRole []roleLinks

type roleLinks struct {
	role  el.Role
	links []fact
}

// add appends a link to those of its role.
func (l *linksByRole) add(r el.Role, f fact) {
	for i := range *l {
		if (*l)[i].role == r {
			(*l)[i].links = append((*l)[i].links, f)
			return
		}
	}
	*l = append(*l, roleLinks{r, []fact{f}})
}

// all iterates over the links.
func (l linksByRole) all(yield func(fact) bool) {
	for i := range l {
		for _, f := range l[i].links {
			if !yield(f) {
				return
			}
		}
	}
}

// roleState is what a prover keeps of a role that some link has.
type roleState struct {
	opened bool
	above  []fact // inclusions r ⊑ s, without r ⊑ r
	to     []fact // those of above, by s; 0 for none, as fact 0 is no inclusion
	below  []fact // inclusions q ⊑ r
	parts  []fact // those of above that a chain with reflexive parts gives
	links  []fact
	selfs  []fact
	nodes  []node // contexts of values of the role
}

type valueKey struct {
	role  el.Role
	value el.Concept
}

// top is the node of ⊤, the first that is opened.
const top node = 0

// newProver returns a prover whose root is the node of a concept.
func newProver(x *index, root el.Concept, limit int) *prover {
	return newProverFor(x, root, nil, limit)
}

// newProverFor returns one that derives what is relevant only.
func newProverFor(x *index, root el.Concept, relevant *relevance, limit int) *prover {
	p := &prover{
		x: x, derivation: derivation{nf: x.nf},
		ids: make(map[factKey]fact), nodeIDs: make(map[nodeKey]node), current: noFact,
		roles: make([]*roleState, x.nf.NumRoles()), inside: make(map[el.Concept][]node), values: make(map[valueKey][]fact),
		limit: limit, relevance: relevant,
	}
	p.open(nodeKey{el.Top, anyRole, noNode})
	p.root = p.open(nodeKey{root, anyRole, noNode})
	if x.universal || x.universalData || root == el.Top {
		p.openIndividuals()
	}
	if x.universalData {
		p.openInhabited()
	}
	return p
}

// factsPerCheck is how many facts are processed between two looks at the context.
const factsPerCheck = 512

// run derives everything that follows.
func (p *prover) run(ctx context.Context) error {
	for p.current++; int(p.current) < len(p.facts); p.current++ {
		if p.current%factsPerCheck == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if len(p.inferences) > p.limit {
				return ErrTooLarge
			}
		}
		p.process(p.current)
	}
	p.current--
	return ctx.Err()
}

func (p *prover) process(f fact) {
	k := p.facts[f]
	switch k.kind {
	case factSub:
		p.processSub(f, node(k.a), el.Concept(k.b))
	case factSelf:
		p.processSelf(f, node(k.a), el.Role(k.b))
	case factLink, factLong:
		p.processLink(f, node(k.a), el.Role(k.b), node(k.c))
	case factPath:
		p.processPath(f, node(k.a), k.b, node(k.c))
	case factInclusion:
		p.processInclusion(f, el.Role(k.a), el.Role(k.b))
	case factNonempty:
		p.processNonempty(f, node(k.a))
	case factValue:
		p.processValue(f, node(k.a), el.Role(k.b), el.Concept(k.c))
	case factShared:
		p.processShared(f, node(k.a), node(k.b))
	}
}

// open returns the node of a key; a new one starts with what holds of it by itself.
//
//	init        ⟹   C ⊑ C, C ⊑ ⊤
//	reflexive   r reflexive   ⟹   C ⊑ ∃r.Self
func (p *prover) open(k nodeKey) node {
	if n, known := p.nodeIDs[k]; known {
		return n
	}
	n := node(len(p.nodes))
	p.nodeIDs[k] = n
	p.nodes = append(p.nodes, k)
	isData := p.nf.IsDataConcept(k.concept) || k.role != anyRole && p.nf.IsData(k.role)
	p.data = append(p.data, isData)
	p.subs, p.singles = append(p.subs, nil), append(p.singles, nil)
	p.out, p.in = append(p.out, nil), append(p.in, nil)
	p.paths, p.shares = append(p.paths, nil), append(p.shares, nil)

	p.derive(ruleInit, subFact(n, k.concept))
	p.derive(ruleInit, subFact(n, el.Top))
	if k.role != anyRole && k.owner == noNode {
		p.openValues(n, k.role)
	}
	if isData {
		return n
	}
	for i, a := range p.nf.reflexive.all {
		p.derive(ruleReflexive, selfFact(n, a.Role), asPremise(kindReflexive, int32(i)))
	}
	if p.x.selfTop {
		p.derive(ruleUniversal, selfFact(n, el.TopRole))
	}
	if len(p.nonempty) > 0 {
		for _, f := range p.nonempty {
			p.linkUniversally(n, f)
		}
	}
	if p.individuals && p.isIndividual(n) {
		p.derive(ruleInit, nonemptyFact(n))
	}
	return n
}

// filler returns the node that links by a role to a concept lead to.
func (p *prover) filler(r el.Role, c el.Concept) node {
	if p.x.ranged[r] || c == el.Top && p.nf.IsData(r) { // where ⊤ is rdfs:Literal
		return p.open(nodeKey{c, r, noNode})
	}
	return p.open(nodeKey{c, anyRole, noNode})
}

// isIndividual reports whether a node is that of an individual.
func (p *prover) isIndividual(n node) bool {
	k := p.nodes[n]
	return k.role == anyRole && p.nf.Kind(k.concept) == el.Nominal
}

// isSingleton reports whether a concept has exactly one element.
func (p *prover) isSingleton(c el.Concept) bool {
	k := p.nf.Kind(c)
	return k == el.Nominal || k == el.DataValue
}

// role returns what is kept of a role.
func (p *prover) role(r el.Role) *roleState {
	s := p.roles[r]
	if s == nil {
		s = &roleState{to: make([]fact, p.nf.NumRoles())}
		p.roles[r] = s
	}
	return s
}

// asPremise is how an axiom stands among the premises of an inference: below noFact.
func asPremise(kind axiomKind, i int32) int32 { return int32(noFact) - 1 - int32(refTo(kind, i)) }

// premiseAxiom is the inverse of asPremise; ok is false for a fact.
func premiseAxiom(premise int32) (r axiomRef, ok bool) {
	return axiomRef(int32(noFact) - 1 - premise), premise < int32(noFact)
}

// derive records an inference. What it infers is processed later if it is new.
func (p *prover) derive(r rule, k factKey, from ...int32) fact {
	f, known := p.ids[k]
	if !known {
		f = fact(len(p.facts))
		p.ids[k] = f
		p.facts = append(p.facts, k)
	}
	start := int32(len(p.pool))
	for _, premise := range from {
		if premise != int32(noFact) { // a fact that goes without saying, such as r ⊑ r
			p.pool = append(p.pool, premise)
		}
	}
	p.inferences = append(p.inferences, inference{f, start, int32(len(p.pool)), r})
	return f
}

// lookUp returns a fact that has been processed, or noFact.
func (p *prover) lookUp(k factKey) fact {
	if f, ok := p.ids[k]; ok && f <= p.current {
		return f
	}
	return noFact
}
