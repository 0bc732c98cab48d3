package saturate

import (
	"slices"
	"sync"

	"box2el-owl/reasoner/internal/index"
	"box2el-owl/reasoner/internal/role"
)

// WalkBy visits the ends of the link paths from a context by words that imply a role, including the
// empty path if the role is reflexive, until visit returns false. Some are visited twice.
func (s *Saturation) WalkBy(role int32, c index.ConceptID, visit func(index.ConceptID) bool) {
	a := s.Walker(role)
	if a == nil || a.AcceptsEmpty && !visit(c) {
		return
	}
	s.walk(a, c, visit)
}

// walk visits the ends of the link paths from a context that an automaton accepts, until visit
// returns false. Some are visited twice.
func (s *Saturation) walk(a *role.Automaton, c index.ConceptID, visit func(index.ConceptID) bool) {
	anywhere := s.anywhere(a, c)
	Walk(a, c, func(d index.ConceptID, follow func(Link) bool) bool {
		return s.Links(d, follow) && !slices.ContainsFunc(anywhere, func(e index.ConceptID) bool {
			return !follow(Link{s.Index.Universal, e})
		})
	}, visit)
}

// place is a context with a state of an automaton.
type place struct {
	context index.ConceptID
	state   int32
}

// visits holds the places of a walk.
type visits struct {
	seen   map[place]bool
	places []place // in the order of discovery
}

var walks = sync.Pool{New: func() any { return &visits{seen: make(map[place]bool)} }}

func (v *visits) reach(p place) {
	if !v.seen[p] {
		v.seen[p] = true
		v.places = append(v.places, p)
	}
}

func (v *visits) release() {
	for _, p := range v.places {
		delete(v.seen, p)
	}
	v.places = v.places[:0]
	walks.Put(v)
}

// Walk visits the ends of the paths from a context that an automaton accepts, until visit returns
// false. Some are visited twice. links visits the links of a context until its argument returns
// false, and returns false in that case.
func Walk(
	a *role.Automaton, c index.ConceptID, links func(index.ConceptID, func(Link) bool) bool,
	visit func(index.ConceptID) bool,
) {
	w := walks.Get().(*visits)
	defer w.release()
	w.reach(place{c, 0})
	var p place
	follow := func(l Link) bool {
		column := a.Column(l.RoleID)
		if column < 0 {
			return true
		}
		at := int(p.state)*a.Forward.Columns + int(column)
		if a.Forward.Accept[at] && !visit(l.Target) {
			return false
		}
		if q := a.Forward.Next[at]; q >= 0 {
			w.reach(place{l.Target, q})
		}
		return true
	}
	for i := 0; i < len(w.places); i++ {
		if p = w.places[i]; !links(p.context, follow) {
			return
		}
	}
}

// anywhere returns the contexts that the top role reaches if a context is nonempty, for an
// automaton that reads the top role in chains. The saturation does not store these links.
func (s *Saturation) anywhere(a *role.Automaton, c index.ConceptID) []index.ConceptID {
	x := s.Index
	if !x.Jumps(a) {
		return nil
	}
	return s.reached(append(append([]index.ConceptID{x.Top}, x.Nominals...), c), nil)
}

// Links visits the links of a context until visit returns false. It returns false in that case.
func (s *Saturation) Links(c index.ConceptID, visit func(Link) bool) bool {
	x := s.Index
	if x.Composing != nil {
		for _, l := range s.Store.Links[c] {
			if !visit(l) {
				return false
			}
		}
	}
	for _, d := range s.Store.Subsumers(c) {
		for _, e := range x.Existentials(d) {
			if !visit(Link{e.RoleID, e.Filler}) {
				return false
			}
		}
		if len(x.SelfRoles) > 0 && x.FlagsOf(d)&index.IsSelf != 0 &&
			!visit(Link{x.SelfRoles[d], c}) {
			return false
		}
	}
	return true
}

// Walker returns the automaton of a role, or nil if it would be too large. It is cached.
func (s *Saturation) Walker(r int32) *role.Automaton {
	x := s.Index
	if r < 0 {
		return nil
	}
	if at, ok := x.AutomatonOf[r]; ok {
		return x.Automata[at]
	}
	if a, ok := x.Walked[r]; ok {
		return a
	}
	if a, ok := s.Base.walkers.Load(r); ok {
		return a.(*role.Automaton)
	}
	a, err := x.BuildAutomaton(r)
	if err != nil {
		a = nil
	}
	s.Base.walkers.Store(r, a)
	return a
}
