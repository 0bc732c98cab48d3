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

// Decisions holds what has been decided about axioms. It is safe for concurrent use; nil is empty.
type Decisions struct {
	mu      sync.RWMutex
	of      map[owl.Hash]Decided
	changes int
}

// Decided is an axiom with the decision about it, "" if it was taken back.
type Decided struct {
	Axiom    owl.Axiom // nil if it cannot be read
	Decision Decision
}

// Set replaces the decisions about some axioms, by their hashes.
func (d *Decisions) Set(news map[owl.Hash]Decided) {
	if len(news) == 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of == nil {
		d.of = make(map[owl.Hash]Decided)
	}
	d.changes++
	for h, x := range news {
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

// State returns a number that is another one after each change.
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

	mu  sync.Mutex
	now *numbered // of the last state that was asked for
}

// numbered holds the decisions of one state.
type numbered struct {
	rank.Feedback
	state int
	about map[asserted.Restriction]bool // superclasses and restrictions that were decided about
}

// current returns the decisions that count now. It numbers them again after a change, in time
// linear in their number.
func (f *feedback) current() *numbered {
	state := f.decisions.State()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now != nil && f.now.state == state {
		return f.now
	}
	n := &numbered{about: make(map[asserted.Restriction]bool)}
	if f.decisions != nil {
		var list []Decided
		list, n.state = f.decisions.all()
		for _, x := range list {
			n.add(f.t, x)
		}
	}
	for _, list := range []*[]asserted.Statement{
		&n.Superclasses.Accepted, &n.Superclasses.Rejected,
		&n.Restrictions.Accepted, &n.Restrictions.Rejected,
	} {
		slices.SortFunc(*list, asserted.CompareStatements)
		*list = slices.Compact(*list)
	}
	f.now = n
	return n
}

// add adds a decision. Of a rejected axiom that states several things, it is not known which of
// them is wrong.
func (n *numbered) add(t *Terminology, x Decided) {
	if x.Axiom == nil || x.Decision != Accepted && x.Decision != Rejected {
		return
	}
	var statements []asserted.Statement
	t.EachStatement(x.Axiom,
		func(s Statement) { statements = append(statements, s) })
	if x.Decision == Rejected && len(statements) > 1 {
		return
	}
	for _, s := range statements {
		d := &n.Superclasses
		if s.Property != NoProperty {
			d = &n.Restrictions
		}
		if x.Decision == Accepted {
			d.Accepted = append(d.Accepted, s)
		} else {
			d.Rejected = append(d.Rejected, s)
		}
		n.about[s.Restriction()] = true
	}
}

// precedents returns what decisions add to the score of a statement, and the sentences about them.
// Most statements were not decided about for any class, which takes one look.
func (s *Suggester) precedents(x Statement) (added float64, list []evidence.Evidence) {
	now := s.feedback.current()
	r := x.Restriction()
	if !now.about[r] || s.ranker == nil {
		return 0, nil
	}
	made, err := s.ranker()
	if err != nil {
		return 0, nil
	}
	return made.engine.Precedents(made.engine.Subject(x.Class), r, now.Of(x.Property))
}

// byPrecedents returns rows of the findings, of each tier those first that were accepted for
// classes like the subject, and those last that were rejected.
func (s *Suggester) byPrecedents(rows []int) []int {
	added := make(map[int]float64)
	for _, i := range rows {
		if n, _ := s.precedents(Statement(s.findings.rows[i].Statement)); n != 0 {
			added[i] = n
		}
	}
	if len(added) == 0 {
		return rows
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.findings.rows[a].Tier, s.findings.rows[b].Tier),
			cmp.Compare(added[b], added[a]))
	})
	return rows
}
