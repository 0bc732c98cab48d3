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
	names    []int32     // all of them
	axioms   []owl.Axiom // the logical ones
	numbers  []int       // by axiom: its number for the caller
	kinds    []Kinds     // by axiom

	signature dense.Lists // by axiom: its names
	mentions  dense.Lists // by name: the axioms with it
	watched   dense.Lists // by name: the axioms that are local while it is not in the signature
	watchers  dense.Lists // by axiom: the names that watch it
	never     []int32     // the axioms that are in every module, ascending
	reaches   []bool      // by name: a module with it may have a chosen axiom
	any       Kinds       // the kinds of any axiom

	scratch sync.Pool // of *module

	mu       sync.Mutex
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
	x.scratch.New = func() any { return x.newModule() }
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
		x.entities, x.names = append(x.entities, e), append(x.names, id)
	}
	return id
}

// watch computes the names that make axioms nonlocal.
func (x *Index) watch() {
	for i, a := range x.axioms {
		w := x.trigger(a)
		if !w.ok {
			x.never = append(x.never, int32(i))
		}
		slices.Sort(w.names)
		x.watchers.Items = append(x.watchers.Items, slices.Compact(w.names)...)
		x.watchers.End()
	}
	x.watched = dense.Inverted(&x.watchers, len(x.entities))
}

// reach marks the names that lead to a chosen axiom.
func (x *Index) reach() {
	x.reaches = make([]bool, len(x.entities))
	var chosen []int32
	for i, kinds := range x.kinds {
		if kinds != 0 {
			chosen = append(chosen, x.watchers.Of(int32(i))...)
		}
	}
	for _, name := range x.leading(chosen).names {
		x.reaches[name] = true
	}
}

// trigger returns the names that make an axiom nonlocal if it is added. The result is negative if
// no name is needed: every module contains the axiom.
func (x *Index) trigger(a owl.Axiom) watch {
	t := tester{x, func(int32) bool { return false }}
	return t.local(a)
}

// affected holds the names whose modules may have an axiom that watches given names.
type affected struct {
	names []int32 // nearest first
	all   bool    // all names, because an axiom in every module has one of them
}

// leading returns the names whose modules may have one of the given names: an axiom leads from the
// names that it watches to all its names.
func (x *Index) leading(to []int32) (a affected) {
	seen := make([]bool, len(x.entities))
	add := func(names []int32) {
		for _, name := range names {
			if !seen[name] {
				seen[name] = true
				a.names = append(a.names, name)
			}
		}
	}
	add(to)
	for i := 0; i < len(a.names); i++ {
		for _, axiom := range x.mentions.Of(a.names[i]) {
			watchers := x.watchers.Of(axiom)
			if len(watchers) == 0 {
				if _, never := slices.BinarySearch(x.never, axiom); !never {
					continue // local for every signature, so that no module contains it
				}
				a.all = true
				watchers = slices.DeleteFunc(slices.Clone(x.signature.Of(axiom)),
					func(name int32) bool {
						return x.entities[name].EntityKind() != owl.NamedIndividualKind
					})
			}
			add(watchers)
		}
	}
	return a
}

// maxAffected bounds the memory of an Index. If it is reached, all cached answers are dropped.
const maxAffected = 64

// affectedBy returns the names whose modules may contain one of the axioms if it is added, in lists
// with the nearest first. The result all means all names.
func (x *Index) affectedBy(added ...owl.Axiom) (lists [][]int32, all bool) {
	for _, a := range added {
		w := x.trigger(a)
		all = all || !w.ok
		for _, name := range w.names {
			x.mu.Lock()
			by, known := x.affected[name]
			x.mu.Unlock()
			if !known {
				by = x.leading([]int32{name})
				x.mu.Lock()
				if len(x.affected) >= maxAffected {
					clear(x.affected)
				}
				x.affected[name] = by
				x.mu.Unlock()
			}
			lists, all = append(lists, by.names), all || by.all
		}
	}
	if all {
		lists = append(lists, x.names)
	}
	return lists, all
}

// Affected returns at most most classes and individuals of the ontology whose satisfiability may
// change if an axiom is added, nearest first.
func (x *Index) Affected(a owl.Axiom, most int) (found []owl.Entity) {
	lists, _ := x.affectedBy(a)
	taken := make(map[int32]bool)
	for _, names := range lists {
		for _, name := range names {
			e := x.entities[name]
			kind := e.EntityKind()
			if taken[name] || kind != owl.ClassKind && kind != owl.NamedIndividualKind {
				continue
			}
			taken[name] = true
			if found = append(found, e); len(found) >= most {
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
func (x *Index) Bearing(kinds Kinds, added ...owl.Axiom) (b Bearing) {
	if x.any&kinds == 0 {
		return b
	}
	m := x.scratch.Get().(*module)
	defer x.scratch.Put(m)
	var start []int32
	for _, a := range added {
		owl.EachName(a, func(kind owl.EntityKind, name owl.IRI) {
			if id, ok := x.ids[owl.NewEntity(kind, name)]; ok {
				start = append(start, id)
			}
		})
	}
	found := func(start []int32) bool {
		list := m.numbers(start, func(k Kinds) bool { return k&kinds != 0 })
		if len(list) > 0 {
			b = Bearing{len(list), list[0]}
		}
		return len(list) > 0
	}
	if found(start) {
		return b
	}
	// A chosen axiom may need names of both the added axioms and a class.
	together := false
	for name, reaches := range x.reaches {
		together = together || reaches && m.in.Has(int32(name))
	}
	lists, all := x.affectedBy(added...)
	var sources []int32
	for _, names := range lists {
		for _, name := range names {
			if together || x.reaches[name] {
				sources = append(sources, name)
			}
		}
	}
	if len(sources) > maxModules || all {
		found(append(sources, start...))
		return b
	}
	for _, name := range sources {
		if found(append(start[:len(start):len(start)], name)) {
			break
		}
	}
	return b
}
