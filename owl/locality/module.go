package locality

import (
	"slices"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
)

// module computes modules, one after the other.
type module struct {
	x      *Index
	tester tester
	in     dense.Set         // of names
	taken  dense.Set         // of axioms
	later  map[int32][]int32 // by name: axioms to be tested again when it joins
	axioms []int32
	open   []int32
}

func (x *Index) newModule() *module {
	m := &module{
		x: x, in: dense.NewSet(len(x.entities)), taken: dense.NewSet(len(x.axioms)),
		later: make(map[int32][]int32),
	}
	m.tester = tester{x, m.in.Has}
	return m
}

// Module returns the numbers of the axioms in the module of some names, ascending.
func (x *Index) Module(of ...owl.Entity) []int {
	m := x.scratch.Get().(*module)
	defer x.scratch.Put(m)
	var start []int32
	for _, e := range of {
		if id, ok := x.ids[e]; ok {
			start = append(start, id)
		}
	}
	return m.numbers(start, func(Kinds) bool { return true })
}

// numbers computes the module of some names and returns the numbers of its axioms of wanted kinds,
// ascending.
func (m *module) numbers(start []int32, wanted func(Kinds) bool) (list []int) {
	m.extract(start)
	for _, axiom := range m.axioms {
		if wanted(m.x.kinds[axiom]) {
			list = append(list, m.x.numbers[axiom])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
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
