package locality

import (
	"slices"

	"box2el-owl/internal/dense"
)

// module computes modules, one after the other.
type module struct {
	x      *Index
	tester *tester
	in     dense.Set         // of names
	taken  dense.Set         // of axioms
	later  map[int32][]int32 // by name: axioms to be tested again when it joins
	axioms []int32
	open   []int32
}

func (x *Index) module() *module {
	x.mu.Lock()
	defer x.mu.Unlock()
	if n := len(x.scratch); n > 0 {
		m := x.scratch[n-1]
		x.scratch = x.scratch[:n-1]
		return m
	}
	m := &module{
		x: x, in: dense.NewSet(len(x.entities)), taken: dense.NewSet(len(x.axioms)),
		later: make(map[int32][]int32),
	}
	m.tester = x.tester(m.in.Has)
	return m
}

func (x *Index) release(m *module) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.scratch = append(x.scratch, m)
}

// extract computes the module of some names.
func (m *module) extract(start []int32) {
	m.in.Clear()
	m.taken.Clear()
	clear(m.later)
	m.axioms, m.open = m.axioms[:0], m.open[:0]
	for _, name := range start {
		m.join(name)
	}
	for _, axiom := range m.x.never {
		m.take(axiom)
	}
	for len(m.open) > 0 {
		name := m.open[len(m.open)-1]
		m.open = m.open[:len(m.open)-1]
		for _, axiom := range m.x.watched.Of(name) {
			m.test(axiom)
		}
		for _, axiom := range m.later[name] {
			m.test(axiom)
		}
	}
}

func (m *module) join(name int32) {
	if m.in.Add(name) {
		m.open = append(m.open, name)
	}
}

func (m *module) take(axiom int32) {
	m.taken.Add(axiom)
	m.axioms = append(m.axioms, axiom)
	for _, name := range m.x.signature.Of(axiom) {
		m.join(name)
	}
}

// test adds an axiom to the module unless it is local.
func (m *module) test(axiom int32) {
	if m.taken.Has(axiom) {
		return
	}
	w := m.tester.local(m.x.axioms[axiom])
	if !w.ok {
		m.take(axiom)
		return
	}
	for _, name := range w.names {
		m.later[name] = append(m.later[name], axiom)
	}
}

// bearing counts the axioms of some kinds in the module of some names.
func (m *module) bearing(start []int32, kinds Kinds) Bearing {
	m.extract(start)
	var found []int
	for _, axiom := range m.axioms {
		if m.x.kinds[axiom]&kinds != 0 {
			found = append(found, m.x.numbers[axiom])
		}
	}
	if len(found) == 0 {
		return Bearing{}
	}
	slices.Sort(found)
	return Bearing{len(slices.Compact(found)), found[0]}
}

// reaches reports whether a name of the module's signature leads to a chosen axiom.
func (m *module) reaches() bool {
	for name, reaches := range m.x.reaches {
		if reaches && m.in.Has(int32(name)) {
			return true
		}
	}
	return false
}
