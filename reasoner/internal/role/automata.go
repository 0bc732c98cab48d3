package role

import (
	"encoding/binary"
	"errors"
	"slices"

	"box2el-owl/internal/dense"
)

// Role chains as automata (docs/decisions/0003-role-automata.md). For a role t that occurs on a
// left side, L(t) is the set of words r₁…rₙ over roles with r₁ ∘ … ∘ rₙ ⊑ t. Its automaton reads
// the links of a path from C and ends at an element of F. A state p of the pair (t, F) is a
// concept: "some path from here takes p to acceptance and ends in F". The start state is ∃t.F:
//
//	C –r→ E   F ∈ S(E)   p –r→ accept   ⟹   (t,F,p) ∈ S(C)
//	C –r→ E   (t,F,q) ∈ S(E)   p –r→ q  ⟹   (t,F,p) ∈ S(C)
//
// In this file a letter is a role id, and a word a sequence of letters.

// Limits of the automaton of one role. A role beyond them is composed instead.
const (
	maxNFATransitions = 1 << 16
	maxStates         = 256
)

// errTooLarge is returned if the automaton of a role exceeds a limit.
var errTooLarge = errors.New("role automaton too large")

// Automaton is a minimal deterministic automaton that accepts on its transitions. State 0 is the
// start. Letters with equal transitions share a column.
type Automaton struct {
	Role         int32 // the representative of the role
	States       int32
	AcceptsEmpty bool // it accepts the empty word: F ⊑ ∃t.F

	Letters []int32 // the letters with a live column, ascending
	Columns []int32 // their columns

	// into[column*(states+1)+q] holds the states with a transition on column into q; q == states is
	// acceptance.
	into dense.Graph

	Forward DFA
}

// Accepting returns the target q in into for acceptance.
func (a *Automaton) Accepting() int32 { return a.States }

// Sources returns the states with a transition on the column into q.
func (a *Automaton) Sources(column, q int32) []int32 { return a.into.Of(column*(a.States+1) + q) }

// Enters reports whether some transition leads into the start state.
func (a *Automaton) Enters() bool {
	for column := int32(0); column*(a.States+1) < int32(len(a.into.Offsets)-1); column++ {
		if len(a.Sources(column, 0)) > 0 {
			return true
		}
	}
	return false
}

// Builder builds the automata of roles.
type Builder struct {
	box    *Box
	search *dense.Traversal
	// representatives of the roles that occur in links, by letter; -1 for a prefix of a chain
	letters []int32
	letter  []int32 // by representative: its letter or -1
}

// NewBuilder returns a builder for links with the given roles; see Builder.letters.
func NewBuilder(box *Box, letters []int32) *Builder {
	b := &Builder{
		box: box, search: dense.NewTraversal(box.Size), letters: letters,
		letter: make([]int32, box.Size),
	}
	for i := range b.letter {
		b.letter[i] = -1
	}
	for l, r := range letters {
		if r >= 0 {
			b.letter[r] = int32(l)
		}
	}
	return b
}

// Build returns the automaton of role t, a representative.
func (b *Builder) Build(t int32) (*Automaton, error) {
	if !b.box.Complex[t] {
		return b.simple(t), nil
	}
	n, err := b.nondeterministic(t)
	if err != nil {
		return nil, err
	}
	return b.determinize(t, n)
}

// simple returns the automaton of a role that only its sub-roles imply: one state, one column.
func (b *Builder) simple(t int32) *Automaton {
	a := &Automaton{Role: t, States: 1, AcceptsEmpty: b.box.Reflexive[t]}
	for _, r := range b.box.Subs(b.search, t) {
		if l := b.letter[r]; l >= 0 {
			a.Letters = append(a.Letters, l)
		}
	}
	slices.Sort(a.Letters)
	a.Columns = make([]int32, len(a.Letters))
	a.into = dense.NewGraph(2, []dense.Edge{{From: 1, To: 0}})
	a.Forward = DFA{states: 1, Columns: 1, Next: []int32{-1}, Accept: []bool{true}}
	return a
}

// nfa is a nondeterministic automaton with start state 0 and end state 1. The label of a transition
// is a role without an automaton of its own; a letter takes it if its role is a sub-role of the
// label.
type nfa struct {
	states      int32
	empty       []dense.Edge
	transitions []transition
}

type transition struct{ from, to, label int32 }

// path is a role that must still be expanded between two states.
type path struct{ role, from, to int32 }

func (b *Builder) nondeterministic(t int32) (*nfa, error) {
	n := &nfa{states: 2}
	todo := []path{{t, 0, 1}}
	for len(todo) > 0 {
		if len(n.transitions)+len(n.empty)+len(todo) > maxNFATransitions {
			return nil, errTooLarge
		}
		p := todo[len(todo)-1]
		todo = b.expand(n, p, todo[:len(todo)-1])
	}
	return n, nil
}

// expand adds the words that imply a role between two states. It appends the roles that it depends
// on to todo.
func (b *Builder) expand(n *nfa, p path, todo []path) []path {
	box := b.box
	if box.Reflexive[p.role] {
		n.empty = append(n.empty, dense.Edge{From: p.from, To: p.to})
	}
	if p.role == box.Universal {
		any := n.newState()
		n.empty = append(
			n.empty,
			dense.Edge{From: p.from, To: any},
			dense.Edge{From: any, To: p.to},
		)
		n.transitions = append(n.transitions, transition{any, any, p.role})
		return todo
	}
	if !box.Complex[p.role] || box.Composed[p.role] {
		n.transitions = append(n.transitions, transition{p.from, p.to, p.role})
		return todo
	}
	return b.expandChains(n, p, todo)
}

// expandChains expands a role that is recursive only at the ends of its own chains: t ∘ t ⊑ t leads
// from the end back to the start, t ∘ w ⊑ t is a loop at the end, w ∘ t ⊑ t one at the start.
func (b *Builder) expandChains(n *nfa, p path, todo []path) []path {
	box, t := b.box, p.role
	start, end := n.newState(), n.newState()
	n.empty = append(n.empty, dense.Edge{From: p.from, To: start}, dense.Edge{From: end, To: p.to})
	n.transitions = append(n.transitions, transition{start, end, ^t})
	if box.Reflexive[t] { // it may be skipped in its own chains, too
		n.empty = append(n.empty, dense.Edge{From: start, To: end})
	}
	for _, s := range box.Down.Of(t) {
		todo = append(todo, path{s, start, end})
	}
	for _, i := range box.chainsOf[t] {
		parts := box.Chains[i].Parts
		from, to := start, end
		if parts[0] == t {
			from, parts = end, parts[1:]
		}
		if len(parts) > 0 && parts[len(parts)-1] == t {
			to, parts = start, parts[:len(parts)-1]
		}
		todo = b.word(n, parts, from, to, todo)
	}
	return todo
}

// word appends the parts of a chain, as a path between two states, to todo.
func (b *Builder) word(n *nfa, parts []int32, from, to int32, todo []path) []path {
	if len(parts) == 0 {
		n.empty = append(n.empty, dense.Edge{From: from, To: to})
		return todo
	}
	for i, r := range parts {
		next := to
		if i < len(parts)-1 {
			next = n.newState()
		}
		todo = append(todo, path{r, from, next})
		from = next
	}
	return todo
}

func (n *nfa) newState() int32 {
	n.states++
	return n.states - 1
}

// labelColumns computes which letters take which labels. A label ^t is taken by the letter t alone,
// a label t by all letters of its sub-roles. Letters that take the same labels share a column. It
// numbers the labels of the transitions, and returns the columns that take each label.
func (b *Builder) labelColumns(n *nfa) (letters, columns []int32, taking dense.Graph, count int) {
	labels := make(map[int32]int)
	var order []int32
	for _, t := range n.transitions {
		if _, ok := labels[t.label]; !ok {
			labels[t.label] = len(order)
			order = append(order, t.label)
		}
	}
	takes := make([][]byte, len(b.letters)) // by letter: its labels, as a key
	take := func(l int32, label int) {
		if l >= 0 {
			takes[l] = binary.LittleEndian.AppendUint32(takes[l], uint32(label))
		}
	}
	for i, label := range order {
		if label < 0 {
			take(b.letter[^label], i)
			continue
		}
		for _, r := range b.box.Subs(b.search, label) {
			take(b.letter[r], i)
		}
	}
	columnOf := make(map[string]int32)
	var edges []dense.Edge
	for l, key := range takes {
		if len(key) == 0 {
			continue
		}
		column, ok := columnOf[string(key)]
		if !ok {
			column = int32(len(columnOf))
			columnOf[string(key)] = column
			for ; len(key) > 0; key = key[4:] {
				label := int32(binary.LittleEndian.Uint32(key))
				edges = append(edges, dense.Edge{From: label, To: column})
			}
		}
		letters = append(letters, int32(l))
		columns = append(columns, column)
	}
	for i := range n.transitions {
		n.transitions[i].label = int32(labels[n.transitions[i].label])
	}
	return letters, columns, dense.NewGraph(len(order), edges), len(columnOf)
}

// Column returns the column of a letter, or -1.
func (a *Automaton) Column(letter int32) int32 {
	if i, ok := slices.BinarySearch(a.Letters, letter); ok {
		return a.Columns[i]
	}
	return -1
}

// DFA is a deterministic automaton; next and accept are indexed by state*columns+column. next is -1
// if there is no transition.
type DFA struct {
	states, Columns int
	Next            []int32
	Accept          []bool
}

// determinize applies the subset construction, minimizes, and renumbers from the start.
func (b *Builder) determinize(t int32, n *nfa) (*Automaton, error) {
	letters, columns, taking, count := b.labelColumns(n)
	empty := dense.NewGraph(int(n.states), n.empty)
	moves := make([]dense.Edge, len(n.transitions))
	for i, t := range n.transitions {
		moves[i] = dense.Edge{From: t.from, To: int32(i)}
	}
	byState := dense.NewGraph(int(n.states), moves)

	d := &DFA{Columns: count}
	var sets [][]int32
	known := make(map[string]int32)    // by set
	reaching := make(map[string]int32) // by states from which empty transitions lead to the set
	search := dense.NewTraversal(int(n.states))
	newSet := func() dense.Bitset[int32] { return make(dense.Bitset[int32], (n.states+63)/64) }
	var key []byte
	// intern returns the number of the set that is reached from start, -1 if start is empty
	intern := func(start dense.Bitset[int32]) int32 {
		key = appendKey(key[:0], start)
		if q, ok := reaching[string(key)]; ok {
			return q
		}
		starts := slices.Collect(start.All)
		if len(starts) == 0 {
			return -1
		}
		set := newSet()
		for _, s := range search.From(&empty, starts...) {
			set = set.With(s)
		}
		closed := string(appendKey(nil, set))
		q, ok := known[closed]
		if !ok {
			q = int32(len(sets))
			known[closed] = q
			sets = append(sets, slices.Collect(set.All))
		}
		reaching[string(key)] = q
		return q
	}
	intern(newSet().With(0))
	// by column: the targets of a set's transitions
	reached := make([]dense.Bitset[int32], count)
	for column := range reached {
		reached[column] = newSet()
	}
	for q := 0; q < len(sets); q++ {
		if len(sets) > 4*maxStates {
			return nil, errTooLarge
		}
		for _, to := range reached {
			clear(to)
		}
		for _, s := range sets[q] {
			for _, i := range byState.Of(s) {
				move := n.transitions[i]
				for _, column := range taking.Of(move.label) {
					reached[column] = reached[column].With(move.to)
				}
			}
		}
		for column, to := range reached {
			var next int32
			// neighboring columns often have equal targets
			if column > 0 && slices.Equal(to, reached[column-1]) {
				next = d.Next[len(d.Next)-1]
			} else {
				next = intern(to)
			}
			d.Next = append(d.Next, next)
			d.Accept = append(d.Accept, next >= 0 && slices.Contains(sets[next], 1))
		}
	}
	d.states = len(sets)
	d.dropDead()
	d.minimize()
	if d.states > maxStates {
		return nil, errTooLarge
	}
	a := &Automaton{
		Role: t, States: int32(d.states), AcceptsEmpty: slices.Contains(sets[0], 1), Forward: *d,
		into: d.backward(),
	}
	for i, l := range letters {
		c := columns[i] * (a.States + 1)
		if a.into.Offsets[c] < a.into.Offsets[c+a.States+1] { // the column is live
			a.Letters = append(a.Letters, l)
			a.Columns = append(a.Columns, columns[i])
		}
	}
	return a, nil
}

// appendKey appends the words of a set of states to a key.
func appendKey(key []byte, set dense.Bitset[int32]) []byte {
	for _, word := range set {
		key = binary.LittleEndian.AppendUint64(key, word)
	}
	return key
}

// backward returns the transitions in the form of automaton.into.
func (d *DFA) backward() dense.Graph {
	targets := int32(d.states) + 1
	var into []dense.Edge
	for q := range d.states {
		for c := range d.Columns {
			at := q*d.Columns + c
			if next := d.Next[at]; next >= 0 {
				into = append(into, dense.Edge{From: int32(c)*targets + next, To: int32(q)})
			}
			if d.Accept[at] {
				into = append(
					into,
					dense.Edge{From: int32(c)*targets + int32(d.states), To: int32(q)},
				)
			}
		}
	}
	return dense.NewGraph(d.Columns*int(targets), into)
}

// dropDead removes transitions into states without a path to acceptance.
func (d *DFA) dropDead() {
	alive := make([]bool, d.states)
	for changed := true; changed; {
		changed = false
		for q := range d.states {
			for c := 0; c < d.Columns && !alive[q]; c++ {
				at := q*d.Columns + c
				if d.Accept[at] || d.Next[at] >= 0 && alive[d.Next[at]] {
					alive[q], changed = true, true
				}
			}
		}
	}
	for i, q := range d.Next {
		if q >= 0 && !alive[q] {
			d.Next[i] = -1
		}
	}
}

// minimize merges states that accept the same words (Moore 1956). It numbers the reachable states
// in breadth-first order, so that the result is canonical.
func (d *DFA) minimize() {
	class := make([]int32, d.states)
	for count := 1; ; {
		known := make(map[string]int32)
		next := make([]int32, d.states)
		var key []byte
		for q := range d.states {
			key = binary.LittleEndian.AppendUint32(key[:0], uint32(class[q]))
			for c := range d.Columns {
				at := q*d.Columns + c
				to := int32(-1)
				if d.Next[at] >= 0 {
					to = class[d.Next[at]]
				}
				accept := byte(0)
				if d.Accept[at] {
					accept = 1
				}
				key = append(binary.LittleEndian.AppendUint32(key, uint32(to)), accept)
			}
			k, ok := known[string(key)]
			if !ok {
				k = int32(len(known))
				known[string(key)] = k
			}
			next[q] = k
		}
		class = next
		if len(known) == count {
			break
		}
		count = len(known)
	}
	number := make(map[int32]int32)
	member := []int32{0}
	number[class[0]] = 0
	for i := 0; i < len(member); i++ {
		for c := range d.Columns {
			to := d.Next[int(member[i])*d.Columns+c]
			if to < 0 {
				continue
			}
			if _, ok := number[class[to]]; !ok {
				number[class[to]] = int32(len(member))
				member = append(member, to)
			}
		}
	}
	small := DFA{states: len(member), Columns: d.Columns}
	for _, q := range member {
		for c := range d.Columns {
			to := d.Next[int(q)*d.Columns+c]
			if to >= 0 {
				to = number[class[to]]
			}
			small.Next = append(small.Next, to)
			small.Accept = append(small.Accept, d.Accept[int(q)*d.Columns+c])
		}
	}
	*d = small
}
