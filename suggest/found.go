package suggest

import (
	"context"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// found is a suggestion that depends on no request: a likely or possible one, a definition by
// template, or a change of relation.
type found struct {
	Suggestion
	of    Statement         // its statement; of a definition, C ⊑ G
	rule  evidence.Evidence // the sentence of its group
	group *foundGroup       // nil if there is none
}

// foundGroup has the rows that are shown as one question.
type foundGroup struct {
	id   string
	rows []*found
}

// groups holds groups by ID.
type groups map[string]*foundGroup

// add adds a row to a group.
func (g groups) add(id string, r *found) {
	if g[id] == nil {
		g[id] = &foundGroup{id: id}
	}
	r.group = g[id]
	r.group.rows = append(r.group.rows, r)
}

// lazy is a value that the first call of get without an error makes.
type lazy[T any] struct {
	lock  sync.Mutex
	made  bool
	value T
}

func (l *lazy[T]) get(make func() (T, error)) (value T, err error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if !l.made {
		if l.value, err = make(); err != nil {
			return value, err
		}
		l.made = true
	}
	return l.value, nil
}

// suggestionOf returns the suggestion of a statement with its verdict.
func suggestionOf(n *asserted.Numbers, s Statement, axiom owl.Axiom,
	v *reasoner.Judgement) Suggestion {
	x := Suggestion{
		Subject: n.Classes[s.Class], Form: Subclass, Target: n.Classes[s.Target], Axiom: axiom,
		Judgement: *v,
	}
	if s.Property != NoProperty {
		x.Form, x.Property = Existential, n.Properties[s.Property]
	}
	return x
}

// foundAbout returns the suggestions about some classes that a request admits and that depend on no
// request. If grouped is true, it returns one for each group, and at most two of the first twenty
// likely and possible ones are about the same class.
func (s *Suggester) foundAbout(ctx context.Context, w *wanted, subjects []int32,
	grouped bool) ([]Suggestion, error) {
	chosen := make([]bool, len(s.t.Classes))
	for _, c := range subjects {
		chosen[c] = true
	}
	about := func(rows []*found) (list []*found) {
		for _, r := range rows {
			if chosen[r.of.Class] {
				list = append(list, r)
			}
		}
		return list
	}
	list := s.admitted(w, s.byPrecedents(about(s.findings.rows)), grouped)
	if grouped {
		list = spread(list)
	}
	if w.forms[Definition] && w.tiers[Possible] {
		definitions, err := s.definitions(ctx)
		if err != nil {
			return nil, err
		}
		list = append(list, s.admitted(w, about(definitions), grouped)...)
	}
	if w.forms[Change] && w.tiers[changeTier] && s.without != nil {
		changes, err := s.changes(ctx)
		if err != nil {
			return nil, err
		}
		list = append(list, s.admitted(w, about(changes), grouped)...)
	}
	return list, nil
}

// admitted returns the rows that a request admits, with their groups, decisions and precedents. If
// grouped is true, it returns only the first of each group.
func (s *Suggester) admitted(w *wanted, rows []*found, grouped bool) []Suggestion {
	var list []Suggestion
	shown := make(map[*foundGroup]bool)
	for _, r := range rows {
		if !s.admits(w, r) {
			continue
		}
		x := r.Suggestion
		if grouped || r.Form != Definition {
			x.Group = s.groupOf(w, r)
		}
		if x.Group != nil {
			if grouped && shown[r.group] {
				continue
			}
			shown[r.group] = true
		}
		x.Decision = s.decisionOn(r.Axiom)
		if r.Form != Definition {
			_, precedents := s.precedents(r.of)
			x.Evidence = append(precedents, x.Evidence...)
		}
		list = append(list, x)
	}
	return list
}

// admits reports whether a request admits a row, regardless of its subject.
func (s *Suggester) admits(w *wanted, r *found) bool {
	switch {
	case !w.tiers[r.Tier] || !w.verdicts[r.Verdict] || !w.forms[r.Form]:
		return false
	case r.Probability < w.MinProbability || !w.Rejected && len(r.RejectedBy) > 0:
		return false
	case w.properties != nil && !slices.Contains(w.properties, r.of.Property):
		return false
	case len(w.TargetBelow) > 0 && !s.below(r.of.Target, w.TargetBelow):
		return false
	}
	return w.admits(s.decisionOn(r.Axiom))
}

// groupOf returns the group of a row with the members that a request admits; nil if the row is the
// only one.
func (s *Suggester) groupOf(w *wanted, r *found) *Group {
	if r.group == nil {
		return nil
	}
	g := &Group{ID: r.group.id, Rule: r.rule}
	for _, m := range r.group.rows {
		if s.isSubject(w, m.of.Class) && s.admits(w, m) {
			g.Axioms, g.Subjects = append(g.Axioms, m.Axiom), append(g.Subjects, m.Subject)
		}
	}
	if len(g.Axioms) < 2 {
		return nil
	}
	return g
}
