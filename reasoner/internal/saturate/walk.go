package saturate

import (
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
	type place struct {
		context index.ConceptID
		state   int32
	}
	var seen map[place]bool
	var p place
	todo := []place{{c, 0}}
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
			if next := (place{l.Target, q}); !seen[next] {
				if seen == nil {
					seen = map[place]bool{{c, 0}: true}
				}
				seen[next] = true
				todo = append(todo, next)
			}
		}
		return true
	}
	anywhere := s.anywhere(a, c)
	for len(todo) > 0 {
		p = todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !s.Links(p.context, follow) {
			return
		}
		for _, e := range anywhere {
			if !follow(Link{s.Index.Universal, e}) {
				return
			}
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
