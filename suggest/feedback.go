package suggest

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/rank"
)

// Decisions holds the decisions about axioms. It is safe for concurrent use; nil has no decisions.
type Decisions struct {
	mu      sync.RWMutex
	of      map[owl.Hash]Decided
	changes int
}

// Decided is an axiom with the decision about it, "" if it was withdrawn.
type Decided struct {
	Axiom    owl.Axiom // nil if it cannot be read
	Decision Decision
}

// Set replaces the decisions about some axioms, by their hashes.
func (d *Decisions) Set(decided map[owl.Hash]Decided) {
	if len(decided) == 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of == nil {
		d.of = make(map[owl.Hash]Decided)
	}
	d.changes++
	for h, x := range decided {
		if x.Decision == "" {
			delete(d.of, h)
		} else {
			d.of[h] = x
		}
	}
}

// On returns the decision about the axiom with a hash, "" if there is none.
func (d *Decisions) On(h owl.Hash) Decision {
	if d == nil {
		return ""
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.of[h].Decision
}

// State returns a number that differs after each change.
func (d *Decisions) State() int {
	if d == nil {
		return 0
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.changes
}

// Select returns the hashes of the axioms whose decisions fulfill a condition.
func (d *Decisions) Select(wanted func(owl.Hash, Decision) bool) map[owl.Hash]bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	found := make(map[owl.Hash]bool)
	for h, x := range d.of {
		if wanted(h, x.Decision) {
			found[h] = true
		}
	}
	return found
}

// all returns the decisions with their state.
func (d *Decisions) all() (list []Decided, state int) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.Collect(maps.Values(d.of)), d.changes
}

// feedback holds decisions by the numbers of a terminology, as the ranking uses them. It is safe
// for concurrent use.
type feedback struct {
	t         *Terminology
	decisions *Decisions

	mu    sync.Mutex
	now   rank.Feedback // the result of the last call of current; nil before the first one
	state int           // of the decisions, at that call
}

// current returns the current decisions. After a change, it takes time linear in their number.
func (f *feedback) current() rank.Feedback {
	state := f.decisions.State()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now != nil && f.state == state {
		return f.now
	}
	f.now, f.state = make(rank.Feedback), state
	if f.decisions == nil {
		return f.now
	}
	var list []Decided
	list, f.state = f.decisions.all()
	for _, x := range list {
		f.add(x)
	}
	ascending := func(classes []int32) []int32 {
		return slices.Compact(slices.Sorted(slices.Values(classes)))
	}
	for r, d := range f.now {
		f.now[r] = rank.Decisions{Accepted: ascending(d.Accepted), Rejected: ascending(d.Rejected)}
	}
	return f.now
}

// add adds a decision. A rejected axiom with several statements is ignored, because it is not known
// which of them is wrong.
func (f *feedback) add(x Decided) {
	if x.Axiom == nil || x.Decision != Accepted && x.Decision != Rejected {
		return
	}
	var statements []asserted.Statement
	f.t.EachStatement(x.Axiom, func(s Statement) { statements = append(statements, s) })
	if x.Decision == Rejected && len(statements) > 1 {
		return
	}
	for _, s := range statements {
		d := f.now[s.Restriction()]
		if x.Decision == Accepted {
			d.Accepted = append(d.Accepted, s.Class)
		} else {
			d.Rejected = append(d.Rejected, s.Class)
		}
		f.now[s.Restriction()] = d
	}
}

// precedents returns the change of the score of a statement by decisions, and the sentences about
// them. It takes constant time if there is no decision about its superclass or restriction.
func (s *Suggester) precedents(x Statement) (added float64, list []evidence.Evidence) {
	d, decided := s.feedback.current()[x.Restriction()]
	if !decided {
		return 0, nil
	}
	made, err := s.ranker()
	if err != nil {
		return 0, nil
	}
	return made.engine.Precedents(made.engine.Subject(x.Class), d)
}

// byPrecedents sorts rows of the findings: within a tier, axioms that were accepted for similar
// classes come first and those that were rejected for them last.
func (s *Suggester) byPrecedents(rows []*found) []*found {
	added := make(map[*found]float64)
	for _, r := range rows {
		if n, _ := s.precedents(r.of); n != 0 {
			added[r] = n
		}
	}
	if len(added) > 0 {
		slices.SortStableFunc(rows, func(a, b *found) int {
			return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(added[b], added[a]))
		})
	}
	return rows
}
