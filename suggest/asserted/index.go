package asserted

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"sync"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
)

// Restriction is ∃r.D, by the numbers of an Index.
type Restriction struct{ Property, Filler int32 }

// Definition is an axiom C ≡ G₁ ⊓ … ⊓ ∃r.D ⊓ … with a named class C.
type Definition struct {
	Class        int32
	Genus        []int32
	Restrictions []Restriction

	// Partial is true if the definition has operands of other kinds.
	Partial bool
}

// Hierarchy is the inferred class hierarchy. reasoner.Taxonomy is one.
type Hierarchy interface {
	Direct() iter.Seq2[owl.Class, owl.Class]
	Equivalent() [][]owl.Class
	Unsatisfiable() []owl.Class
}

// Options holds facts that the ontology does not contain.
type Options struct {
	// Relations are axioms about object properties that hold without being in the ontology, such
	// as those of RO. They are used for the property hierarchy and characteristics.
	Relations []owl.Axiom

	// Numbers are those of the ontology. Default: NewNumbers.
	Numbers *Numbers

	// Label returns the label of an entity that has none in the ontology. Default: nil, no label.
	Label func(owl.IRI) (string, bool)
}

// Index holds the asserted axioms and annotations of the named classes of an ontology, and the
// inferred hierarchy. Lists are ascending unless said otherwise. They belong to the Index and must
// not be modified.
type Index struct {
	*Numbers

	// Labels has the name of each class: its rdfs:label, else its skos:prefLabel, else the local
	// name of its IRI if that is a word. A class without any has no words.
	Labels []Name

	// Exact has the exact synonyms of each class, Other its further synonyms.
	Exact, Other [][]Name

	// Texts has the textual definition of each class, or "".
	Texts []string

	// Usable is false for deprecated and unsatisfiable classes. Live is also false for classes
	// without a name.
	Usable, Live []bool

	// Spaces has the ID space of each class, a place in SpaceNames: the IRI up to XX for
	// …/XX_digits, else scheme and host.
	Spaces     []int32
	SpaceNames []string

	// PropertyNames has the label of each property.
	PropertyNames []Name

	// Transitive and Symmetric are characteristics by property. PartLike is true for properties at
	// or below one like part of: has part, located in, location of and overlaps.
	Transitive, Symmetric, PartLike []bool

	// Definitions are the equivalences, in the order of the axioms.
	Definitions []Definition

	// Excluded holds the pairs (C, D) for which an annotation excludes C ⊑ D.
	Excluded map[[2]int32]bool

	definitions map[int32][]Definition

	parents, children         dense.Lists
	restrictions              dense.ListsOf[Restriction]
	holders                   map[Restriction][]int32
	ancestors, descendants    dense.Lists // without the class itself
	directSupers, directSubs  dense.Lists
	superProperties, inverses dense.Lists // super-properties include the property itself
	disjoint                  dense.Lists // by class: numbers of sets of disjoint classes
	labelled, synonymous      map[Phrase][]int32
}

// New indexes an ontology, its imports merged into it, with its inferred hierarchy. The only
// error is that of ctx.
func New(ctx context.Context, o *owl.Ontology, h Hierarchy, opts Options) (*Index, error) {
	x := &Index{
		Numbers: opts.Numbers, Excluded: make(map[[2]int32]bool),
		holders: make(map[Restriction][]int32), definitions: make(map[int32][]Definition),
	}
	if x.Numbers == nil {
		x.Numbers = NewNumbers(o)
	}
	x.numberSpaces()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var wait sync.WaitGroup // annotations and axioms are read at the same time
	wait.Go(func() { x.readAnnotations(o, opts) })
	x.readClassAxioms(o)
	x.readPropertyAxioms(slices.Concat(o.Axioms, opts.Relations))
	x.readHierarchy(h)
	wait.Wait()
	for _, c := range h.Unsatisfiable() {
		if number, ok := x.Class(c.IRI); ok {
			x.Live[number], x.Usable[number] = false, false
		}
	}
	x.indexNames()
	x.findPartLike()
	return x, ctx.Err()
}

// Parents returns the asserted named superclasses of a class.
func (x *Index) Parents(c int32) []int32 { return x.parents.Of(c) }

// Children returns the classes that have a class as an asserted superclass.
func (x *Index) Children(c int32) []int32 { return x.children.Of(c) }

// Restrictions returns the asserted restrictions of a class, those of its definitions included.
func (x *Index) Restrictions(c int32) []Restriction { return x.restrictions.Of(c) }

// Statements returns the asserted statements about a class, ascending.
func (x *Index) Statements(c int32) []Statement {
	var list []Statement
	for _, d := range x.Parents(c) {
		list = append(list, Statement{c, NoProperty, d})
	}
	for _, r := range x.Restrictions(c) {
		list = append(list, r.Of(c))
	}
	return list
}

// Asserts reports whether a statement is asserted, as an axiom or as a conjunct of one.
func (x *Index) Asserts(s Statement) bool {
	if s.Property == NoProperty {
		return x.IsAsserted(s.Class, s.Target)
	}
	return x.HasRestriction(s.Class, s.Restriction())
}

// Holders returns the classes with an asserted restriction.
func (x *Index) Holders(r Restriction) []int32 { return x.holders[r] }

// Ancestors returns the inferred superclasses of a class without itself.
func (x *Index) Ancestors(c int32) []int32 { return x.ancestors.Of(c) }

// Descendants returns the inferred subclasses of a class without itself.
func (x *Index) Descendants(c int32) []int32 { return x.descendants.Of(c) }

// DirectSupers returns the direct superclasses in the inferred hierarchy.
func (x *Index) DirectSupers(c int32) []int32 { return x.directSupers.Of(c) }

// DirectSubs returns the direct subclasses in the inferred hierarchy.
func (x *Index) DirectSubs(c int32) []int32 { return x.directSubs.Of(c) }

// IsBelow reports whether c ⊑ d is inferred; a class is below itself.
func (x *Index) IsBelow(c, d int32) bool {
	if c == d {
		return true
	}
	_, found := slices.BinarySearch(x.Ancestors(c), d)
	return found
}

// Comparable reports whether one of two classes is below the other.
func (x *Index) Comparable(c, d int32) bool { return x.IsBelow(c, d) || x.IsBelow(d, c) }

// IsAsserted reports whether C ⊑ D is asserted, as an axiom or as a conjunct of one.
func (x *Index) IsAsserted(c, d int32) bool {
	_, found := slices.BinarySearch(x.Parents(c), d)
	return found
}

// HasRestriction reports whether C ⊑ ∃r.D is asserted.
func (x *Index) HasRestriction(c int32, r Restriction) bool {
	_, found := slices.BinarySearchFunc(x.Restrictions(c), r, CompareRestrictions)
	return found
}

// Inherited iterates over the restrictions of a class and of all classes above it, with the class
// that each is asserted of; first those of the class itself.
func (x *Index) Inherited(c int32) iter.Seq2[int32, Restriction] {
	return func(yield func(int32, Restriction) bool) {
		for _, r := range x.Restrictions(c) {
			if !yield(c, r) {
				return
			}
		}
		for _, d := range x.Ancestors(c) {
			for _, r := range x.Restrictions(d) {
				if !yield(d, r) {
					return
				}
			}
		}
	}
}

// Inherits reports whether a class or one above it has a restriction, or one on the same property
// with a filler below.
func (x *Index) Inherits(c int32, r Restriction) bool {
	for _, s := range x.Inherited(c) {
		if s.Property == r.Property && x.IsBelow(s.Filler, r.Filler) {
			return true
		}
	}
	return false
}

// SuperProperties returns the asserted superproperties of a property, direct and indirect, and the
// property.
func (x *Index) SuperProperties(r int32) []int32 { return x.superProperties.Of(r) }

// IsSubProperty reports whether r ⊑ s is asserted, directly or through others.
func (x *Index) IsSubProperty(r, s int32) bool {
	_, found := slices.BinarySearch(x.SuperProperties(r), s)
	return found
}

// Inverses returns the properties that are asserted to be inverse to a property.
func (x *Index) Inverses(r int32) []int32 { return x.inverses.Of(r) }

// Related reports whether C ⊑ ∃r.D follows from asserted and inherited restrictions, the property
// hierarchy and transitivity.
func (x *Index) Related(c int32, r Restriction) bool {
	seen := map[int32]bool{}
	open := []int32{c}
	for len(open) > 0 && len(seen) < mostReached {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		for _, s := range x.Inherited(at) {
			if seen[s.Filler] || !x.IsSubProperty(s.Property, r.Property) {
				continue
			}
			if x.IsBelow(s.Filler, r.Filler) {
				return true
			}
			seen[s.Filler] = true
			if x.Transitive[r.Property] {
				open = append(open, s.Filler)
			}
		}
	}
	return false
}

// mostReached bounds the fillers that Related visits, but for those of the last class.
const mostReached = 4096

// AreDisjoint reports whether two classes, or classes above them, are asserted to be disjoint.
func (x *Index) AreDisjoint(c, d int32) bool {
	sets := make(map[int32][]int32) // the members that are c or above it
	for _, a := range append([]int32{c}, x.Ancestors(c)...) {
		for _, s := range x.disjoint.Of(a) {
			sets[s] = append(sets[s], a)
		}
	}
	return len(sets) > 0 && slices.ContainsFunc(append([]int32{d}, x.Ancestors(d)...),
		func(b int32) bool {
			return slices.ContainsFunc(x.disjoint.Of(b), func(s int32) bool {
				return slices.ContainsFunc(sets[s], func(a int32) bool { return a != b })
			})
		})
}

// Names returns the label of a class, if it has one, and its synonyms, exact ones first.
func (x *Index) Names(c int32) []Name {
	var label []Name
	if len(x.Labels[c].Words) > 0 {
		label = append(label, x.Labels[c])
	}
	return slices.Concat(label, x.Exact[c], x.Other[c])
}

// CompareRestrictions orders restrictions by property, then by filler.
func CompareRestrictions(a, b Restriction) int {
	return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Filler, b.Filler))
}

// SameProperty reports whether two restrictions have the same property.
func SameProperty(a, b Restriction) bool { return a.Property == b.Property }

// numberSpaces numbers the ID spaces of the classes.
func (x *Index) numberSpaces() {
	spaces := make(map[string]int32)
	for _, c := range x.Classes {
		name := Space(c)
		n, known := spaces[name]
		if !known {
			n = int32(len(x.SpaceNames))
			spaces[name] = n
			x.SpaceNames = append(x.SpaceNames, name)
		}
		x.Spaces = append(x.Spaces, n)
	}
}

// Space returns the ID space of an IRI: up to XX for …/XX_digits, else scheme and host.
func Space(iri owl.IRI) string {
	text := iri.String()
	short := strings.TrimRight(text, "0123456789")
	if len(short) < len(text) && strings.HasSuffix(short, "_") {
		return strings.TrimSuffix(short, "_")
	}
	if at := strings.Index(text, "://"); at >= 0 {
		if end := strings.IndexByte(text[at+3:], '/'); end >= 0 {
			return text[:at+3+end]
		}
	}
	return text
}

// readClassAxioms indexes superclasses, restrictions, definitions and sets of disjoint classes.
func (x *Index) readClassAxioms(o *owl.Ontology) {
	n := len(x.Classes)
	parents := make([][]int32, n)
	restrictions, disjoint := make([][]Restriction, n), make([][]int32, n)
	sets := int32(0)
	apart := func(classes []owl.ClassExpression) {
		for _, c := range classes {
			if c, ok := x.named(c); ok {
				disjoint[c] = append(disjoint[c], sets)
			}
		}
		sets++
	}
	for _, a := range o.Axioms {
		x.EachStatement(a, func(s Statement) {
			if s.Property == NoProperty {
				parents[s.Class] = append(parents[s.Class], s.Target)
			} else {
				restrictions[s.Class] = append(restrictions[s.Class], s.Restriction())
			}
		})
		switch a := a.(type) {
		case *owl.EquivalentClasses:
			for i, sub := range a.Classes {
				for j, super := range a.Classes {
					if i != j {
						x.define(sub, super)
					}
				}
			}
		case *owl.DisjointUnion:
			apart(a.Classes)
		case *owl.DisjointClasses:
			apart(a.Classes)
		}
	}
	for c := range n {
		slices.SortFunc(restrictions[c], CompareRestrictions)
		restrictions[c] = slices.Compact(restrictions[c])
		for _, r := range restrictions[c] {
			x.holders[r] = append(x.holders[r], int32(c))
		}
	}
	x.parents = dense.ListsFrom(sorted(parents))
	x.children = dense.Inverted(&x.parents, x.parents.Len())
	x.restrictions, x.disjoint = dense.ListsFrom(restrictions), dense.ListsFrom(sorted(disjoint))
}

// define adds C ≡ … if C is a named class and the other side is not.
func (x *Index) define(sub, super owl.ClassExpression) {
	c, ok := x.named(sub)
	if !ok {
		return
	}
	if _, alias := super.(owl.Class); alias {
		return
	}
	d := Definition{Class: c}
	eachConjunct(super, func(e owl.ClassExpression) {
		if g, ok := e.(owl.Class); ok {
			if g, ok := x.Class(g.IRI); ok {
				d.Genus = append(d.Genus, g)
			}
			return
		}
		list, complete := x.restrictionsOf(e)
		d.Restrictions = append(d.Restrictions, list...)
		d.Partial = d.Partial || !complete
	})
	slices.Sort(d.Genus)
	slices.SortFunc(d.Restrictions, CompareRestrictions)
	x.Definitions = append(x.Definitions, d)
	x.definitions[c] = append(x.definitions[c], d)
}

// DefinitionsOf returns the equivalences of a class, in the order of the axioms.
func (x *Index) DefinitionsOf(c int32) []Definition { return x.definitions[c] }

// readPropertyAxioms indexes the axioms about object properties.
func (x *Index) readPropertyAxioms(axioms []owl.Axiom) {
	n := len(x.Properties)
	x.Transitive, x.Symmetric = make([]bool, n), make([]bool, n)
	supers, inverses := make([][]int32, n), make([][]int32, n)
	number := func(p owl.ObjectPropertyExpression) (int32, bool) {
		if p, ok := p.(owl.ObjectProperty); ok {
			return x.Property(p.IRI)
		}
		return 0, false
	}
	mark := func(marks []bool, p owl.ObjectPropertyExpression) {
		if r, ok := number(p); ok {
			marks[r] = true
		}
	}
	inverse := func(p, q owl.ObjectPropertyExpression) {
		r, ok := number(p)
		s, too := number(q)
		if ok && too {
			inverses[r], inverses[s] = append(inverses[r], s), append(inverses[s], r)
		}
	}
	below := func(p, q owl.ObjectPropertyExpression) {
		r, ok := number(p)
		s, too := number(q)
		if ok && too && r != s {
			supers[r] = append(supers[r], s)
		}
	}
	for _, a := range axioms {
		switch a := a.(type) {
		case *owl.SubObjectPropertyOf:
			below(a.Sub, a.Super)
		case *owl.EquivalentObjectProperties:
			for _, p := range a.Properties {
				for _, q := range a.Properties {
					below(p, q)
				}
			}
			if len(a.Properties) == 2 {
				if inv, ok := a.Properties[1].(*owl.ObjectInverseOf); ok {
					inverse(a.Properties[0], inv.Property)
				}
			}
		case *owl.InverseObjectProperties:
			inverse(a.First, a.Second)
		case *owl.TransitiveObjectProperty:
			mark(x.Transitive, a.Property)
		case *owl.SymmetricObjectProperty:
			mark(x.Symmetric, a.Property)
		}
	}
	x.superProperties = dense.ListsFrom(closure(supers))
	x.inverses = dense.ListsFrom(sorted(inverses))
}

var (
	partLike = []owl.IRI{
		owl.NewIRI("http://purl.obolibrary.org/obo/BFO_0000050"), // part of
		owl.NewIRI("http://purl.obolibrary.org/obo/BFO_0000051"), // has part
		owl.NewIRI("http://purl.obolibrary.org/obo/RO_0001025"),  // located in
		owl.NewIRI("http://purl.obolibrary.org/obo/RO_0001015"),  // location of
		owl.NewIRI("http://purl.obolibrary.org/obo/RO_0002131"),  // overlaps
	}
	partLikeNames = []string{"part of", "has part", "located in", "location of", "overlap"}
)

// findPartLike marks the properties like part of, by IRI or label.
func (x *Index) findPartLike() {
	x.PartLike = make([]bool, len(x.Properties))
	for r := range x.PartLike {
		x.PartLike[r] = slices.ContainsFunc(x.SuperProperties(int32(r)), func(s int32) bool {
			return slices.Contains(partLike, x.Properties[s]) ||
				slices.Contains(partLikeNames, x.PropertyNames[s].Key())
		})
	}
}

// closure returns the reflexive and transitive closure of a graph in adjacency lists.
func closure(edges [][]int32) [][]int32 {
	all := make([][]int32, len(edges))
	for i := range edges {
		seen := map[int32]bool{int32(i): true}
		open := []int32{int32(i)}
		for len(open) > 0 {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			all[i] = append(all[i], at)
			for _, next := range edges[at] {
				if !seen[next] {
					seen[next] = true
					open = append(open, next)
				}
			}
		}
	}
	return sorted(all)
}

// sorted sorts each list and removes duplicates.
func sorted(lists [][]int32) [][]int32 {
	for i := range lists {
		slices.Sort(lists[i])
		lists[i] = slices.Compact(lists[i])
	}
	return lists
}
