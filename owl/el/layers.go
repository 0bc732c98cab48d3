package el

import (
	"iter"
	"maps"
	"slices"
	"sync"

	"box2el-owl/owl"
)

// A vocabulary is a chain of layers; Normalize makes the last one. Refs, concepts and roles are
// numbered through all layers: the items of a layer follow those of the layers below it.
//
// In the layer of Normalize, concepts are ordered by kind, so their index follows from their ref.
// Further layers have explicit tables. A layer is at least twice as large as the one above it (see
// compact), so the length of a chain is logarithmic in what was added, and so is the cost of a
// lookup; for ids of the top layer it is one comparison.

// origins holds the first number of a layer in each of the lists.
type origins struct {
	concept Concept
	role    Role
	kind    [numConceptKinds]int32 // by the kind of a ref: its index
}

// conceptTable maps refs to concepts.
type conceptTable struct {
	// first is used by the layer of Normalize. It holds the first concept of each kind; the
	// concepts of a kind are in the order of its list. Only some expressions have a concept, in the
	// order of the list.
	first [numConceptKinds]Concept
	// added is used by further layers. It holds the concepts by kind and index in the layer's list;
	// noConcept for expressions without one.
	added [numConceptKinds][]Concept
	// adopted is used by further layers. It holds what they add to expressions of the layers below.
	adopted map[int32]adoption
}

// adoption is the state of an expression of a lower layer.
type adoption struct {
	concept Concept // noConcept for none
	defined directions
}

const noConcept Concept = -1

// lookup finds items that have no map in the Vocabulary, because only normalization needs them. The
// layer of Normalize drops it at the end, and builds it again for its first extension.
type lookup struct {
	once   sync.Once
	tables *tables
}

type tables struct {
	expressions map[expression]ref
	values      map[valueKey]ref
	datatypes   map[owl.Datatype]ref
}

// upon returns an empty layer over v.
func upon(v *Vocabulary) *Vocabulary {
	layer := &Vocabulary{
		base: v,
		from: origins{
			concept: Concept(v.NumConcepts()),
			role:    Role(v.NumRoles()),
			kind:    v.from.kind,
		},
		exchanges: v.exchanges,
	}
	layer.from.kind[BuiltIn] = 2
	layer.from.kind[NamedClass] += int32(len(v.classes))
	layer.from.kind[Nominal] += int32(len(v.individuals))
	layer.from.kind[DataValue] += int32(len(v.values))
	layer.from.kind[DataRange] += int32(len(v.ranges))
	layer.from.kind[Introduced] += int32(len(v.expressions))
	layer.lookup.tables = &tables{}
	return layer
}

// tables returns the lookup tables of the top layer.
func (v *Vocabulary) tables() *tables {
	v.lookup.once.Do(func() {
		if v.lookup.tables == nil {
			v.lookup.tables = v.buildTables()
		}
	})
	return v.lookup.tables
}

func (v *Vocabulary) buildTables() *tables {
	t := &tables{}
	t.expressions = make(map[expression]ref, len(v.expressions))
	for i, l := range v.values {
		value, _ := valueOf(l)
		put(&t.values, value.valueKey, v.ref(DataValue, i))
	}
	for i, d := range v.ranges {
		put(&t.datatypes, d, v.ref(DataRange, i))
	}
	for i, e := range v.expressions {
		t.expressions[e] = v.ref(Introduced, i)
	}
	return t
}

// ref returns the ref of index i in the top layer's list of a kind.
func (v *Vocabulary) ref(kind ConceptKind, i int) ref {
	return makeRef(kind, v.from.kind[kind]+int32(i))
}

// layer returns the layer that has r, and its index in that layer's list. r must not be built in.
func (v *Vocabulary) layer(r ref) (*Vocabulary, int32) {
	kind, i := r.kind(), r.index()
	for i < v.from.kind[kind] {
		v = v.base
	}
	return v, i - v.from.kind[kind]
}

func (v *Vocabulary) class(r ref) owl.Class {
	layer, i := v.layer(r)
	return layer.classes[i]
}

func (v *Vocabulary) individual(r ref) owl.Individual {
	layer, i := v.layer(r)
	return layer.individuals[i]
}

func (v *Vocabulary) value(r ref) *owl.Literal {
	layer, i := v.layer(r)
	return layer.values[i]
}

func (v *Vocabulary) datatype(r ref) owl.Datatype {
	layer, i := v.layer(r)
	return layer.ranges[i]
}

func (v *Vocabulary) expression(r ref) *expression {
	layer, i := v.layer(r)
	return &layer.expressions[i]
}

// meaning returns the ref of c.
func (v *Vocabulary) meaning(c Concept) ref {
	for c < v.from.concept {
		v = v.base
	}
	return v.refs[c-v.from.concept]
}

// concept returns the concept of r, or noConcept if r is an expression without one.
func (v *Vocabulary) concept(r ref) Concept {
	kind, i := r.kind(), r.index()
	for ; v.base != nil; v = v.base {
		if own := i - v.from.kind[kind]; own >= 0 {
			return v.concepts.added[kind][own]
		}
		if kind == Introduced {
			if a, ok := v.concepts.adopted[i]; ok && a.concept != noConcept {
				return a.concept
			}
		}
	}
	first := v.concepts.first[kind]
	if kind != Introduced {
		return first + Concept(i)
	}
	at, found := slices.BinarySearch(v.refs[first:], r)
	if !found {
		return noConcept
	}
	return first + Concept(at)
}

// all iterates over the concepts of a kind other than BuiltIn and Introduced, in ascending order.
func (v *Vocabulary) all(kind ConceptKind) iter.Seq[Concept] {
	return func(yield func(Concept) bool) {
		var layers []*Vocabulary
		for ; v.base != nil; v = v.base {
			layers = append(layers, v)
		}
		for c := v.concepts.first[kind]; c < v.concepts.first[kind+1]; c++ {
			if !yield(c) {
				return
			}
		}
		for _, layer := range slices.Backward(layers) {
			for _, c := range layer.concepts.added[kind] {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// anyFrom reports whether there is a concept of a kind from first on.
func (v *Vocabulary) anyFrom(first Concept, kind ConceptKind) bool {
	for ; v.base != nil; v = v.base {
		if own := v.concepts.added[kind]; len(own) > 0 {
			return own[len(own)-1] >= first
		}
	}
	start, end := v.concepts.first[kind], v.concepts.first[kind+1]
	return start < end && end > first
}

// definitions returns the directions in which expression r is defined.
func (v *Vocabulary) definitions(r ref) directions {
	i := r.index()
	for ; i < v.from.kind[Introduced]; v = v.base {
		if a, ok := v.concepts.adopted[i]; ok {
			return a.defined
		}
	}
	return v.defined[i-v.from.kind[Introduced]]
}

// setDefined records a direction in which expression r is defined, in the top layer.
func (v *Vocabulary) setDefined(r ref, direction directions) {
	if own := r.index() - v.from.kind[Introduced]; own >= 0 {
		v.defined[own] |= direction
		return
	}
	v.adopt(r, adoption{noConcept, v.definitions(r) | direction})
}

// name returns the concept of r. An expression without one gets a concept in the top layer.
func (v *Vocabulary) name(r ref) Concept {
	if r == topRef || r == bottomRef {
		return Concept(r)
	}
	c := v.concept(r)
	if c == noConcept {
		c = v.newConcept(r)
		v.adopt(r, adoption{c, v.definitions(r)})
	}
	return c
}

func (v *Vocabulary) newConcept(r ref) Concept {
	v.refs = append(v.refs, r)
	return Concept(v.NumConcepts() - 1)
}

// nameAll assigns concepts to all names of the top layer.
func (v *Vocabulary) nameAll() {
	added := [numConceptKinds]int{
		NamedClass: len(v.classes), Nominal: len(v.individuals), DataValue: len(v.values),
		DataRange: len(v.ranges),
	}
	for kind, n := range added {
		concepts := &v.concepts.added[kind]
		for i := len(*concepts); i < n; i++ {
			*concepts = append(*concepts, v.newConcept(v.ref(ConceptKind(kind), i)))
		}
	}
	for range len(v.expressions) - len(v.concepts.added[Introduced]) {
		v.concepts.added[Introduced] = append(v.concepts.added[Introduced], noConcept)
	}
}

// size returns the number of items that a layer adds, a measure of the cost of copying it.
func (v *Vocabulary) size() int {
	return len(v.refs) + len(v.expressions) + len(v.roles) + len(v.concepts.adopted)
}

// compact returns v without its top layer if that adds nothing. Otherwise it merges the top layer
// with the layers below that are less than twice as large, except that of Normalize. Each item is
// copied a logarithmic number of times.
func (v *Vocabulary) compact() *Vocabulary {
	if v.size() == 0 && maps.Equal(v.exchanges, v.base.exchanges) {
		return v.base
	}
	for v.base.base != nil && v.base.size() < 2*v.size() {
		v = unite(v.base, v)
	}
	return v
}

// unite returns the merged layer of lower and upper; upper is the layer over lower.
func unite(lower, upper *Vocabulary) *Vocabulary {
	v := &Vocabulary{
		base:        lower.base,
		from:        lower.from,
		refs:        slices.Concat(lower.refs, upper.refs),
		classes:     slices.Concat(lower.classes, upper.classes),
		individuals: slices.Concat(lower.individuals, upper.individuals),
		values:      slices.Concat(lower.values, upper.values),
		ranges:      slices.Concat(lower.ranges, upper.ranges),
		expressions: slices.Concat(lower.expressions, upper.expressions),
		defined:     slices.Concat(lower.defined, upper.defined),
		roles:       slices.Concat(lower.roles, upper.roles),
		exchanges:   upper.exchanges,
	}
	for kind := range v.concepts.added {
		v.concepts.added[kind] = slices.Concat(lower.concepts.added[kind],
			upper.concepts.added[kind])
	}
	for i, a := range lower.concepts.adopted {
		put(&v.concepts.adopted, i, a)
	}
	for i, a := range upper.concepts.adopted {
		v.adopt(makeRef(Introduced, i), a)
	}
	for i, c := range v.classes {
		put(&v.classRefs, c, v.ref(NamedClass, i))
	}
	for i, a := range v.individuals {
		put(&v.individualRefs, a, v.ref(Nominal, i))
	}
	for i, p := range v.roles {
		put(&v.roleIDs, p, v.from.role+Role(i))
	}
	v.lookup.tables = v.buildTables()
	return v
}

// adopt records the state of an expression in the top layer.
func (v *Vocabulary) adopt(r ref, a adoption) {
	own := r.index() - v.from.kind[Introduced]
	if own < 0 {
		if known, ok := v.concepts.adopted[r.index()]; ok && a.concept == noConcept {
			a.concept = known.concept
		}
		put(&v.concepts.adopted, r.index(), a)
		return
	}
	v.defined[own] = a.defined
	if a.concept != noConcept {
		v.concepts.added[Introduced][own] = a.concept
	}
}

// put sets an entry of a map, which is made on first use because most layers need few maps.
func put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = make(map[K]V)
	}
	(*m)[key] = value
}
