package calculus

import (
	"context"
	"errors"
	"iter"
	"slices"

	"box2el-owl/owl/el"
)

// ErrTooLarge is returned if a saturation needs more inferences than its limit.
var ErrTooLarge = errors.New("more inferences are needed than the limit allows")

// Options are the options of Saturate.
type Options struct {
	// Roles are derived with their super-roles even if no link has them.
	Roles []el.Role
	// Individuals has the contexts of all individuals saturated from the start. Otherwise the
	// first nominal that the root reaches starts them.
	Individuals bool
	// Local leaves the individuals out altogether. It is complete only for a normal form in which
	// contexts depend on each other through links alone.
	Local bool
	// Data is the data theory of the normal form; nil has it computed.
	Data *el.DataTheory
	// Inferences limits the number of inferences; 0 is no limit.
	Inferences int
}

// Saturation holds all facts about a root concept and what it reaches, with the instances of rules
// that conclude them: a directed hypergraph.
type Saturation struct {
	NF         *el.Ontology
	Root       Context
	Contexts   []Elements
	Facts      []Fact
	Inferences []Inference

	pool  []FactID // the premises of the inferences
	x     *index
	opts  Options
	ids   map[Fact]FactID
	byKey map[Elements]Context
	state []*contextState // by context
	roles []*roleState    // by role; nil if no link has it

	// A round sees the facts below now; those from since on are new.
	since, now   FactID
	rolesChanged bool // a role inclusion is new
	round        int

	individuals bool // the individuals have contexts
	nonempty    []FactID
	inclusions  []FactID
	values      map[valueKey][]FactID
	newValues   []FactID
	shared      []FactID
}

// contextState lists the facts about a context that a round sees, in the order of derivation.
type contextState struct {
	data       bool // the elements are data values
	changed    int  // the last round in which it or what it depends on has new facts
	dependents []Context

	subs    []FactID
	singles []FactID // those of subs that are C ⊑ {a}
	selfs   []FactID
	links   []FactID
	byRole  []roleLinks
	paths   []FactID
}

// roleLinks are the links of a context with one role.
type roleLinks struct {
	role  el.Role
	links []FactID
}

func (c *contextState) addLink(r el.Role, l FactID) {
	c.links = append(c.links, l)
	for i := range c.byRole {
		if c.byRole[i].role == r {
			c.byRole[i].links = append(c.byRole[i].links, l)
			return
		}
	}
	c.byRole = append(c.byRole, roleLinks{r, []FactID{l}})
}

type roleState struct {
	opened bool
	above  []FactID // inclusions r ⊑ s, without r ⊑ r
	to     []FactID // those of above by s, or none
}

type valueKey struct {
	role  el.Role
	value el.Concept
}

// Saturate derives the facts about a root concept. The error is ErrTooLarge or that of ctx.
func Saturate(
	ctx context.Context, nf *el.Ontology, root el.Concept, opts Options,
) (*Saturation, error) {
	s := &Saturation{
		NF: nf, x: newIndex(nf, opts.Data), opts: opts, ids: make(map[Fact]FactID),
		byKey: make(map[Elements]Context), roles: make([]*roleState, nf.NumRoles()),
		values: make(map[valueKey][]FactID),
	}
	s.open(Elements{el.Top, AnyRole, NoContext})
	s.Root = s.open(Elements{root, AnyRole, NoContext})
	if s.x.universal || s.x.universalData || root == el.Top || opts.Individuals {
		s.openIndividuals()
	}
	if s.x.universalData {
		s.once(Data, nonempty(s.Filler(el.TopDataRole, el.Top)))
		for _, c := range s.x.inhabited {
			s.once(Data, nonempty(s.Filler(el.TopDataRole, c)))
		}
	}
	for _, r := range opts.Roles {
		s.openRole(r)
	}
	for int(s.now) < len(s.Facts) {
		if err := s.applyRules(ctx); err != nil {
			return nil, err
		}
	}
	s.since = s.now
	return s, ctx.Err()
}

// applyRules is one round.
func (s *Saturation) applyRules(ctx context.Context) error {
	s.since, s.now = s.now, FactID(len(s.Facts))
	s.round++
	s.rolesChanged, s.newValues = false, s.newValues[:0]
	for f := s.since; f < s.now; f++ {
		s.publish(f, s.Facts[f])
	}
	s.roleRules()
	for c := range Context(len(s.state)) {
		if c%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if s.isFull() {
			return ErrTooLarge
		}
		if s.state[c].changed == s.round || s.rolesChanged {
			s.classRules(c)
			s.selfRules(c)
			s.linkRules(c)
			s.individualRules(c)
			s.dataRules(c)
		}
	}
	s.universalRule()
	s.valueRules()
	s.keyRule()
	if s.isFull() {
		return ErrTooLarge
	}
	return nil
}

// isFull reports whether there are more inferences than the limit. The saturation then fails.
func (s *Saturation) isFull() bool {
	return s.opts.Inferences > 0 && len(s.Inferences) > s.opts.Inferences
}

// publish adds a fact to the lists of the round.
func (s *Saturation) publish(f FactID, k Fact) {
	switch k.Kind {
	case IsInclusion:
		s.rolesChanged = true
		r := s.role(el.Role(k.A))
		r.above = append(r.above, f)
		r.to[k.B] = f
		s.inclusions = append(s.inclusions, f)
	case IsValue:
		s.newValues = append(s.newValues, f)
	case IsShared:
		s.shared = append(s.shared, f)
	case IsFunctional:
	default:
		s.publishAt(f, k, s.state[k.A])
	}
}

// publishAt adds a fact about a context.
func (s *Saturation) publishAt(f FactID, k Fact, c *contextState) {
	switch k.Kind {
	case IsSub:
		c.subs = append(c.subs, f)
		if d := el.Concept(k.B); s.isSingleton(d) {
			c.singles = append(c.singles, f)
			s.openIndividuals()
			single := s.open(Elements{d, AnyRole, NoContext})
			s.state[single].dependents = append(s.state[single].dependents, Context(k.A))
			if s.NF.Kind(d) == el.DataValue {
				s.once(Init, nonempty(single))
			}
		}
	case IsSelf:
		c.selfs = append(c.selfs, f)
		s.openRole(el.Role(k.B))
	case IsLink, IsLong:
		c.addLink(el.Role(k.B), f)
		s.openRole(el.Role(k.B))
		s.state[k.C].dependents = append(s.state[k.C].dependents, Context(k.A))
	case IsPath:
		c.paths = append(c.paths, f)
		s.state[k.C].dependents = append(s.state[k.C].dependents, Context(k.A))
	case IsNonempty:
		s.nonempty = append(s.nonempty, f)
	}
	c.changed = s.round
	for _, d := range c.dependents {
		s.state[d].changed = s.round
	}
}

// fresh returns the new facts of a list.
func (s *Saturation) fresh(list []FactID) []FactID {
	i := len(list)
	for i > 0 && list[i-1] >= s.since {
		i--
	}
	return list[i:]
}

// open returns the context of some elements; a new one starts with the facts of these rules.
//
//	init        ⟹   C ⊑ C, C ⊑ ⊤
//	reflexive   r reflexive   ⟹   C ⊑ ∃r.Self
func (s *Saturation) open(k Elements) Context {
	if c, known := s.byKey[k]; known {
		return c
	}
	c := Context(len(s.Contexts))
	s.byKey[k] = c
	s.Contexts = append(s.Contexts, k)
	isData := s.NF.IsDataConcept(k.Concept) || k.Role != AnyRole && s.NF.IsData(k.Role)
	s.state = append(s.state, &contextState{data: isData})
	s.once(Init, Sub(c, k.Concept))
	s.once(Init, Sub(c, el.Top))
	if k.Role != AnyRole && k.Owner == NoContext {
		s.openRole(k.Role)
	}
	if isData {
		return c
	}
	for _, a := range s.NF.Reflexive {
		s.Record(Reflexive, self(c, a.Role), Cite(a.Source))
	}
	if s.x.selfTop {
		s.once(Universal, self(c, el.TopRole))
	}
	if s.individuals && s.isIndividual(c) {
		s.once(Init, nonempty(c))
	}
	return c
}

// isNew reports whether the facts of init about a context are new.
func (s *Saturation) isNew(c Context) bool { return s.state[c].subs[0] >= s.since }

// Filler returns the context of the values of a role in a concept.
func (s *Saturation) Filler(r el.Role, c el.Concept) Context {
	if s.x.ranged[r] || c == el.Top && s.NF.IsData(r) { // its ⊤ is rdfs:Literal
		return s.open(Elements{c, r, NoContext})
	}
	return s.open(Elements{c, AnyRole, NoContext})
}

// ContextOf returns the context of the instances of a concept.
func (s *Saturation) ContextOf(c el.Concept) Context {
	return s.open(Elements{c, AnyRole, NoContext})
}

// IsData reports whether the elements of a context are data values.
func (s *Saturation) IsData(c Context) bool { return s.state[c].data }

// isIndividual reports whether a context is that of an individual.
func (s *Saturation) isIndividual(c Context) bool {
	k := s.Contexts[c]
	return k.Role == AnyRole && s.NF.Kind(k.Concept) == el.Nominal
}

// isSingleton reports whether a concept has exactly one element.
func (s *Saturation) isSingleton(c el.Concept) bool {
	k := s.NF.Kind(c)
	return k == el.Nominal || k == el.DataValue
}

// Record records an inference.
func (s *Saturation) Record(rule Rule, conclusion Fact, premises ...FactID) FactID {
	f, known := s.ids[conclusion]
	if !known {
		f = FactID(len(s.Facts))
		s.ids[conclusion] = f
		s.Facts = append(s.Facts, conclusion)
	}
	start := int32(len(s.pool))
	for _, p := range premises {
		if p != none {
			s.pool = append(s.pool, p)
		}
	}
	s.Inferences = append(s.Inferences, Inference{rule, f, start, int32(len(s.pool))})
	return f
}

// derive records an inference if one of its premises is new. It records none beyond the limit,
// because one context may have the square of the number of individuals.
func (s *Saturation) derive(rule Rule, conclusion Fact, premises ...FactID) {
	if s.isFull() {
		return
	}
	for _, p := range premises {
		if p >= s.since {
			s.Record(rule, conclusion, premises...)
			return
		}
	}
}

// deriveAt records an inference if one of its premises or a context is new.
func (s *Saturation) deriveAt(c Context, rule Rule, conclusion Fact, premises ...FactID) {
	if s.isNew(c) {
		s.Record(rule, conclusion, premises...)
		return
	}
	s.derive(rule, conclusion, premises...)
}

// once records an inference without premises, the first time.
func (s *Saturation) once(rule Rule, conclusion Fact) {
	if _, known := s.ids[conclusion]; !known {
		s.Record(rule, conclusion)
	}
}

// sees returns the number of a fact, or false if the round does not see it.
func (s *Saturation) sees(k Fact) (FactID, bool) {
	f, known := s.ids[k]
	return f, known && f < s.now
}

// Find returns the number of a fact, or false if it is not derived.
func (s *Saturation) Find(k Fact) (FactID, bool) {
	f, known := s.ids[k]
	return f, known
}

// Premises returns the premises of an inference: facts and cited axioms.
func (s *Saturation) Premises(i *Inference) []FactID { return s.pool[i.start:i.end] }

// Subsumers iterates over the subsumers of a context.
func (s *Saturation) Subsumers(c Context) iter.Seq[el.Concept] {
	return func(yield func(el.Concept) bool) {
		for _, f := range s.state[c].subs {
			if !yield(el.Concept(s.Facts[f].B)) {
				return
			}
		}
	}
}

// Links iterates over the links of a context, with each role at or above that of a link.
func (s *Saturation) Links(c Context) iter.Seq2[el.Role, Context] {
	return func(yield func(el.Role, Context) bool) {
		for _, l := range s.state[c].links {
			for r := range s.above(el.Role(s.Facts[l].B)) {
				if !yield(r, Context(s.Facts[l].C)) {
					return
				}
			}
		}
	}
}

func (s *Saturation) role(r el.Role) *roleState {
	if s.roles[r] == nil {
		s.roles[r] = &roleState{to: slices.Repeat([]FactID{none}, s.NF.NumRoles())}
	}
	return s.roles[r]
}

// above iterates over a role and the roles above it, with the inclusions.
func (s *Saturation) above(r el.Role) iter.Seq2[el.Role, FactID] {
	return func(yield func(el.Role, FactID) bool) {
		if !yield(r, none) {
			return
		}
		for _, f := range s.role(r).above {
			if !yield(el.Role(s.Facts[f].B), f) {
				return
			}
		}
	}
}

// below reports whether r ⊑ sup, with the inclusion, which is none if r is sup.
func (s *Saturation) below(r, sup el.Role) (inclusion FactID, ok bool) {
	if r == sup {
		return none, true
	}
	inclusion = s.role(r).to[sup]
	return inclusion, inclusion != none
}

// openRole derives the roles above a role.
func (s *Saturation) openRole(r el.Role) {
	if s.roles[r] != nil && s.roles[r].opened {
		return
	}
	s.role(r).opened = true
	for _, i := range s.x.supers.Of(int32(r)) {
		a := s.NF.Inclusions[i]
		s.Record(Inclusion, Includes(r, a.Super), Cite(a.Source))
	}
	if top := topOf(s.NF, r); r != top && s.x.isBelowTop(top) {
		s.once(Universal, Includes(r, top))
	}
	for _, i := range s.x.functions.Of(int32(r)) {
		s.Record(FunctionalBelow, IsFunctionalRole(r), Cite(s.NF.FunctionalData[i].Source))
	}
}

// roleRules applies the rules for role inclusions.
//
//	inclusion          r ⊑ s, s ⊑ t            ⟹   r ⊑ t
//	functional below   r ⊑ s, s functional     ⟹   r functional
func (s *Saturation) roleRules() {
	if !s.rolesChanged {
		return
	}
	for _, f := range s.inclusions {
		r, sup := el.Role(s.Facts[f].A), el.Role(s.Facts[f].B)
		for _, i := range s.x.supers.Of(int32(sup)) {
			if a := s.NF.Inclusions[i]; a.Super != r {
				s.derive(Inclusion, Includes(r, a.Super), f, Cite(a.Source))
			}
		}
		for _, g := range s.role(sup).above {
			if t := el.Role(s.Facts[g].B); t != r {
				s.derive(Inclusion, Includes(r, t), f, g)
			}
		}
		for _, i := range s.x.functions.Of(int32(sup)) {
			s.derive(FunctionalBelow, IsFunctionalRole(r), f, Cite(s.NF.FunctionalData[i].Source))
		}
	}
}
