package locality

import (
	"iter"
	"slices"
	"sync"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
)

// Index computes modules of an ontology and finds the axioms of chosen kinds in them. It is safe
// for concurrent use.
type Index struct {
	ids      map[owl.Entity]int32
	entities []owl.Entity
	axioms   []owl.Axiom // the logical ones
	numbers  []int       // by axiom: its number for the caller
	kinds    []Kinds     // by axiom

	signature dense.Lists // by axiom: its names
	mentions  dense.Lists // by name: the axioms with it
	watched   dense.Lists // by name: the axioms that are local while it is not in the signature
	watchers  dense.Lists // by axiom: the names that watch it
	never     []int32
	reaches   []bool // by name: a module with it may have a chosen axiom
	any       Kinds  // the kinds of any axiom

	mu       sync.Mutex
	scratch  []*module
	affected map[int32]affected // by name
}

// Axiom is an axiom of an ontology, or a part of one.
type Axiom struct {
	owl.Axiom
	Number int   // for the caller; the parts of an axiom are consecutive
	Kinds  Kinds // an axiom with kinds is a chosen one
}

// Kinds is a set of kinds of axioms that Bearing looks for.
type Kinds uint8

// New indexes axioms.
func New(axioms iter.Seq[Axiom]) *Index {
	x := &Index{ids: make(map[owl.Entity]int32), affected: make(map[int32]affected)}
	for a := range axioms {
		if !a.Kind().IsLogical() {
			continue
		}
		x.axioms, x.numbers = append(x.axioms, a.Axiom), append(x.numbers, a.Number)
		x.kinds = append(x.kinds, a.Kinds)
		x.any |= a.Kinds
		from := len(x.signature.Items)
		owl.EachName(a.Axiom, func(kind owl.EntityKind, name owl.IRI) {
			id := x.number(owl.NewEntity(kind, name))
			if !slices.Contains(x.signature.Items[from:], id) {
				x.signature.Items = append(x.signature.Items, id)
			}
		})
		x.signature.End()
	}
	x.mentions = dense.Inverted(&x.signature, len(x.entities))
	x.watch()
	x.reach()
	return x
}

func (x *Index) number(e owl.Entity) int32 {
	id, ok := x.ids[e]
	if !ok {
		id = int32(len(x.entities))
		x.ids[e] = id
		x.entities = append(x.entities, e)
	}
	return id
}

func (x *Index) tester(in func(int32) bool) *tester {
	return &tester{
		id: func(e owl.Entity) int32 {
			if id, ok := x.ids[e]; ok {
				return id
			}
			return -1
		},
		in:     in,
		weight: func(id int32) int { return len(x.mentions.Of(id)) },
	}
}

// watch computes the names that make axioms nonlocal.
func (x *Index) watch() {
	t := x.tester(func(int32) bool { return false })
	for i, a := range x.axioms {
		w := t.local(a)
		if !w.ok {
			x.never = append(x.never, int32(i))
		}
		slices.Sort(w.names)
		x.watchers.Items = append(x.watchers.Items, slices.Compact(w.names)...)
		x.watchers.End()
	}
	x.watched = dense.Inverted(&x.watchers, len(x.entities))
}

// reach marks the names that lead to a chosen axiom: an axiom leads from the names that it watches
// to all its names.
func (x *Index) reach() {
	x.reaches = make([]bool, len(x.entities))
	var open []int32
	mark := func(axiom int32) {
		for _, name := range x.watchers.Of(axiom) {
			if !x.reaches[name] {
				x.reaches[name] = true
				open = append(open, name)
			}
		}
	}
	for i, kinds := range x.kinds {
		if kinds != 0 {
			mark(int32(i))
		}
	}
	for len(open) > 0 {
		name := open[len(open)-1]
		open = open[:len(open)-1]
		for _, axiom := range x.mentions.Of(name) {
			mark(axiom)
		}
	}
}

// affected holds the names whose modules may have an axiom that watches a name.
type affected struct {
	names []int32 // nearest first
	all   bool    // all names, because an axiom in every module has one of them
}

// maxAffected bounds the memory of an Index. If it is reached, all cached answers are dropped.
const maxAffected = 64

func (x *Index) affectedBy(name int32) affected {
	x.mu.Lock()
	known, ok := x.affected[name]
	x.mu.Unlock()
	if ok {
		return known
	}
	seen := make([]bool, len(x.entities))
	seen[name] = true
	a := affected{names: []int32{name}}
	for i := 0; i < len(a.names); i++ {
		for _, axiom := range x.mentions.Of(a.names[i]) {
			from := x.watchers.Of(axiom)
			if len(from) == 0 {
				a.all = true
				from = x.individualsOf(axiom)
			}
			for _, next := range from {
				if !seen[next] {
					seen[next] = true
					a.names = append(a.names, next)
				}
			}
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.affected) >= maxAffected {
		clear(x.affected)
	}
	x.affected[name] = a
	return a
}

func (x *Index) individualsOf(axiom int32) (list []int32) {
	for _, name := range x.signature.Of(axiom) {
		if x.entities[name].EntityKind() == owl.NamedIndividualKind {
			list = append(list, name)
		}
	}
	return list
}

// trigger returns a set of names. If an axiom is added, every module that contains it has one of
// these names in its signature. It reports false if every module contains the axiom.
func (x *Index) trigger(a owl.Axiom) ([]int32, bool) {
	w := x.tester(func(int32) bool { return false }).local(a)
	return w.names, w.ok
}

// Affected returns at most most classes and individuals of the ontology whose satisfiability may
// change if an axiom is added, nearest first.
func (x *Index) Affected(a owl.Axiom, most int) []owl.Entity {
	names, ok := x.trigger(a)
	var found []owl.Entity
	taken := make(map[int32]bool)
	take := func(name int32) bool {
		kind := x.entities[name].EntityKind()
		if !taken[name] && (kind == owl.ClassKind || kind == owl.NamedIndividualKind) {
			taken[name] = true
			found = append(found, x.entities[name])
		}
		return len(found) < most
	}
	all := !ok
	for _, name := range names {
		by := x.affectedBy(name)
		all = all || by.all
		for _, name := range by.names {
			if !take(name) {
				return found
			}
		}
	}
	if all {
		for name := range x.entities {
			if !take(int32(name)) {
				return found
			}
		}
	}
	return found
}

// Bearing counts the chosen axioms that are relevant to a question.
type Bearing struct {
	Axioms int // the parts of an axiom count once
	First  int // the smallest number of such an axiom
}

// maxModules bounds the cost of Bearing. For more classes it uses one module of all of them, which
// may have axioms that are in none of their modules.
const maxModules = 40

// Bearing returns the axioms of some kinds that are relevant to two questions: whether the ontology
// entails one of the added axioms, and whether all of them together make the ontology inconsistent
// or a class unsatisfiable. They are the axioms of these kinds in the module of the names of the
// added axioms, and in the modules of the classes that the added axioms may affect. If there are
// none, no axiom of these kinds can change the answers.
func (x *Index) Bearing(kinds Kinds, added ...owl.Axiom) Bearing {
	if x.any&kinds == 0 {
		return Bearing{}
	}
	m := x.module()
	defer x.release(m)
	var start []int32
	for _, a := range added {
		owl.EachName(a, func(kind owl.EntityKind, name owl.IRI) {
			if id, ok := x.ids[owl.NewEntity(kind, name)]; ok {
				start = append(start, id)
			}
		})
	}
	if b := m.bearing(start, kinds); b.Axioms > 0 {
		return b
	}
	// A chosen axiom may need names of both the added axioms and a class.
	together := m.reaches()
	var sources []int32
	all := false
	for _, a := range added {
		triggers, ok := x.trigger(a)
		all = all || !ok
		for _, name := range triggers {
			by := x.affectedBy(name)
			all = all || by.all
			for _, name := range by.names {
				if together || x.reaches[name] {
					sources = append(sources, name)
				}
			}
		}
	}
	if all {
		sources = sources[:0]
		for name, reaches := range x.reaches {
			if together || reaches {
				sources = append(sources, int32(name))
			}
		}
	}
	if len(sources) > maxModules || all {
		return m.bearing(append(sources, start...), kinds)
	}
	for _, name := range sources {
		if b := m.bearing(append(start[:len(start):len(start)], name), kinds); b.Axioms > 0 {
			return b
		}
	}
	return Bearing{}
}

// Module returns the numbers of the axioms in the module of some names, ascending.
func (x *Index) Module(of ...owl.Entity) []int {
	m := x.module()
	defer x.release(m)
	var start []int32
	for _, e := range of {
		if id, ok := x.ids[e]; ok {
			start = append(start, id)
		}
	}
	m.extract(start)
	var list []int
	for _, axiom := range m.axioms {
		list = append(list, x.numbers[axiom])
	}
	slices.Sort(list)
	return slices.Compact(list)
}
