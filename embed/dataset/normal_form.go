package dataset

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// ErrInconsistent says that an ontology has no model: everything follows from it, and there is nothing to
// train on.
var ErrInconsistent = errors.New("the ontology is inconsistent")

// NormalFormOptions say what FromNormalForm takes over.
type NormalFormOptions struct {
	// Name is the data set's. Default: none.
	Name string

	// Unsatisfiable are the concepts that a reasoner has found empty. Default: only those of which an axiom says so.
	Unsatisfiable []el.Concept

	// MaxDisjointPairs is how many pairs the disjointness axioms are taken apart into at most, all
	// together. Default: 1,000,000.
	MaxDisjointPairs int
}

func (o NormalFormOptions) withDefaults() NormalFormOptions {
	if o.MaxDisjointPairs <= 0 {
		o.MaxDisjointPairs = 1_000_000
	}
	return o
}

// Report says what became of a normal form.
type Report struct {
	// Ids translates between the normal form and the data set.
	Ids Correspondence

	// Unsatisfiable are the concepts left out because they are empty, ascending; UnsatisfiableAxioms
	// counts the axioms that went with them.
	Unsatisfiable       []el.Concept
	UnsatisfiableAxioms int

	// Unused counts the named classes that stand in no axiom, and so have no row.
	Unused int
	// Data counts the classes that are data values or data ranges.
	Data int
	// NominalClasses counts the individuals that are classes, as they stand in TBox axioms.
	NominalClasses int

	// Repeated counts axioms that say again what one before them says, Trivial those that say nothing.
	Repeated, Trivial int

	// DisjointPairs counts the pairs of disjoint concepts; those left out are beyond MaxDisjointPairs, or hold
	// two points: that points are not the same is nothing a model learns.
	DisjointPairs, DisjointPairsLeftOut int64

	// CutChains counts the role chains of more than two parts, IntroducedRoles the roles made for them.
	CutChains, IntroducedRoles int

	// AllLiterals counts axioms that say something of every literal: here owl:Thing stands for things only. They are left out.
	AllLiterals int
	// These have no form here: the counts of axioms left out.
	Reflexive, HasSelf, SelfSubs, Keys, FunctionalData, Inverses int
}

// Correspondence translates between the ids of a normal form and those of the data set made from it. None, or -1,
// stands for what the other side does not have.
type Correspondence struct {
	Class      []int32 // by el.Concept: the class
	Individual []int32 // by el.Concept: the individual; a nominal is either this or a class
	Role       []int32 // by el.Role

	Concepts []el.Concept // by class
	Nominals []el.Concept // by individual
	Roles    []el.Role    // by role; -1 for one introduced to cut a chain
}

// FromNormalForm makes a data set of an ontology in normal form, with all axioms in Train. Onto says what is
// deprecated; it may be nil.
//
// Classes are owl:Thing with id 0, owl:Nothing with id 1, then what stands in some axiom, in the order of the normal form:
// named classes, individuals that are classes, data values and data ranges, introduced names. The last three kinds but
// individuals are marked Auxiliary. Data values and ranges are named in functional syntax, the n-th introduced name is
// "aux:n", the n-th introduced role "aux:role:n", both from 0: the same for the same normal form, but not
// from one version of an ontology to the next.
//
// An individual that the axioms only say something of, as subject of {a} ⊑ C, {a} ⊑ ∃r.C or {a} ⊑ ∃r.{b}, is an
// Individual, a point, and these are its assertions. One that also stands elsewhere (C ⊑ ∃r.{a}) is a class with all
// that is said of it in NF1 and NF3; so are then the objects of its role assertions.
//
// C ⊓ D ⊑ ⊥ and the pairs of disjoint concepts are NF5. Where there are more pairs than wanted, neighbours in the lists come
// first, so that all concepts have about as many. A chain of more than two parts is cut into binary ones: r₁ ∘ r₂ ⊑ u,
// u ∘ r₃ ⊑ s, with one u for equal beginnings. An axiom counts as repeated whatever the order of an intersection's operands.
//
// A class is unsatisfiable if the options say so, or an axiom does: C ⊑ ⊥, C ⊑ ∃r.⊥, C disjoint with itself. All its axioms
// are left out, but that C ⊓ D and ∃r.C lie in it says the same as that they lie in owl:Nothing. The error is
// ErrInconsistent where an individual or owl:Thing is unsatisfiable, or that of a context that has ended.
func FromNormalForm(ctx context.Context, nf *el.Ontology, onto *owl.Ontology,
	opts NormalFormOptions) (*Dataset, *Report, error) {
	c := &converter{nf: nf, opts: opts.withDefaults(), report: &Report{}}
	if err := c.findUnsatisfiable(); err != nil {
		return nil, nil, err
	}
	for _, step := range []func(){c.gatherConcepts, c.gatherDisjointness, c.gatherRoles,
		c.separatePoints, c.number} {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		step()
	}
	c.markDeprecated(onto)
	return c.d, c.report, ctx.Err()
}

// converter gathers the axioms with the ids of the normal form; number replaces them.
type converter struct {
	nf     *el.Ontology
	opts   NormalFormOptions
	d      *Dataset
	report *Report

	empty    []bool // by el.Concept: unsatisfiable, Bottom included
	axioms   Axioms
	seen     [NumForms]map[[3]int32]struct{}
	isClass  []bool             // by el.Concept: a nominal that is a class
	distinct [][2]int32         // disjoint pairs of nominals
	cuts     map[[2]int32]int32 // the introduced role of a chain's beginning
}

const (
	top    = int32(el.Top)
	bottom = int32(el.Bottom)
)

func (c *converter) findUnsatisfiable() error {
	c.empty = make([]bool, c.nf.NumConcepts())
	c.empty[bottom] = true
	for _, concept := range c.opts.Unsatisfiable {
		if concept >= 0 && int(concept) < len(c.empty) {
			c.empty[concept] = true
		}
	}
	for _, a := range c.nf.NF1 {
		if a.Super == el.Bottom {
			c.empty[a.Sub] = true
		}
	}
	for _, a := range c.nf.NF3 {
		if a.Filler == el.Bottom || isBottomRole(a.Role) {
			c.empty[a.Sub] = true
		}
	}
	for _, a := range c.nf.Disjoint {
		sorted := slices.Sorted(slices.Values(a.Concepts))
		for i, concept := range sorted {
			if i > 0 && (concept == sorted[i-1] || sorted[0] == el.Top) {
				c.empty[concept] = true
			}
		}
	}
	for i, empty := range c.empty {
		concept := el.Concept(i)
		switch {
		case !empty || concept == el.Bottom:
		case concept == el.Top || c.nf.Kind(concept) == el.Nominal:
			return ErrInconsistent
		default:
			c.report.Unsatisfiable = append(c.report.Unsatisfiable, concept)
		}
	}
	return nil
}

func isBottomRole(r el.Role) bool { return r == el.BottomRole || r == el.BottomDataRole }
func isTopRole(r el.Role) bool    { return r == el.TopRole || r == el.TopDataRole }

// add takes an axiom, unless it is there already.
func (c *converter) add(form Form, ids ...int32) {
	var key [3]int32
	copy(key[:], ids)
	if (form == NF2 || form == NF5) && key[0] > key[1] {
		key[0], key[1] = key[1], key[0]
	}
	if c.seen[form] == nil {
		c.seen[form] = make(map[[3]int32]struct{})
	}
	if _, again := c.seen[form][key]; again {
		c.report.Repeated++
		return
	}
	c.seen[form][key] = struct{}{}
	c.axioms[form].Append(ids...)
}

func (c *converter) gatherConcepts() {
	for _, a := range c.nf.NF1 {
		c.inclusion(int32(a.Sub), int32(a.Super))
	}
	for _, a := range c.nf.NF2 {
		c.conjunction(int32(a.Left), int32(a.Right), int32(a.Super))
	}
	for _, a := range c.nf.NF3 {
		switch sub, filler := int32(a.Sub), int32(a.Filler); {
		case c.empty[sub] || c.empty[filler]:
			c.withEmpty(sub)
		case isTopRole(a.Role) && filler == top:
			c.report.Trivial++
		default:
			c.add(NF3, sub, int32(a.Role), filler)
		}
	}
	for _, a := range c.nf.NF4 {
		switch filler, super := int32(a.Filler), c.orBottom(a.Super); {
		case c.empty[filler]:
			c.withEmpty(filler)
		case super == top || isBottomRole(a.Role):
			c.report.Trivial++
		default:
			c.add(NF4, int32(a.Role), filler, super)
		}
	}
	for _, a := range c.nf.Ranges {
		if super := c.orBottom(a.Concept); super != top && !isBottomRole(a.Role) {
			c.add(Range, int32(a.Role), super)
		} else {
			c.report.Trivial++
		}
	}
	c.report.HasSelf, c.report.SelfSubs = len(c.nf.HasSelf), len(c.nf.SelfSubs)
	c.report.Keys, c.report.FunctionalData = len(c.nf.Keys), len(c.nf.FunctionalData)
}

func (c *converter) inclusion(sub, super int32) {
	switch {
	case c.empty[sub] || c.empty[super]:
		c.withEmpty(sub)
	case sub == super || super == top:
		c.report.Trivial++
	case sub == top && c.nf.IsDataConcept(el.Concept(super)):
		c.report.AllLiterals++
	default:
		c.add(NF1, sub, super)
	}
}

func (c *converter) conjunction(left, right, super int32) {
	switch {
	case left == right || left == top:
		c.inclusion(right, super)
	case right == top:
		c.inclusion(left, super)
	case c.empty[left]:
		c.withEmpty(left)
	case c.empty[right]:
		c.withEmpty(right)
	case c.empty[super]:
		c.report.DisjointPairs++
		c.disjoint(left, right)
	case super == left || super == right || super == top:
		c.report.Trivial++
	default:
		c.add(NF2, left, right, super)
	}
}

// withEmpty counts an axiom that is left out because of empty concepts: owl:Nothing on the left says nothing.
func (c *converter) withEmpty(left int32) {
	if left == bottom {
		c.report.Trivial++
		return
	}
	c.report.UnsatisfiableAxioms++
}

// orBottom is what an unsatisfiable superclass comes down to.
func (c *converter) orBottom(super el.Concept) int32 {
	if c.empty[super] {
		return bottom
	}
	return int32(super)
}

// gatherDisjointness takes the lists of disjoint concepts apart, first into neighbours, then into those two places
// apart, and so on, all lists side by side.
//
// Cost: the pairs that are wanted, and the lengths of the lists.
func (c *converter) gatherDisjointness() {
	var lists [][]int32
	for _, a := range c.nf.Disjoint {
		var list []int32
		for _, concept := range a.Concepts {
			if !c.empty[concept] {
				list = append(list, int32(concept))
			}
		}
		if len(list) < len(a.Concepts) {
			c.report.UnsatisfiableAxioms++
		}
		if n := int64(len(list)); n > 1 {
			c.report.DisjointPairs += n * (n - 1) / 2
			c.report.DisjointPairsLeftOut += n * (n - 1) / 2
			lists = append(lists, list)
		}
	}
	left := c.opts.MaxDisjointPairs
	for apart := 1; len(lists) > 0 && left > 0; apart++ {
		for _, list := range lists {
			n := len(list)
			pairs := n
			if 2*apart == n {
				pairs = n / 2 // the other half are the same
			}
			for i := 0; i < pairs && left > 0; i++ {
				left--
				c.report.DisjointPairsLeftOut--
				c.disjoint(list[i], list[(i+apart)%n])
			}
		}
		lists = slices.DeleteFunc(lists, func(list []int32) bool { return 2*(apart+1) > len(list) })
	}
}

func (c *converter) disjoint(left, right int32) {
	if c.isNominal(left) && c.isNominal(right) {
		c.distinct = append(c.distinct, [2]int32{left, right})
		return
	}
	c.add(NF5, left, right)
}

func (c *converter) isNominal(concept int32) bool {
	return c.nf.Kind(el.Concept(concept)) == el.Nominal
}

func (c *converter) gatherRoles() {
	for _, a := range c.nf.Inclusions {
		if a.Sub == a.Super || isBottomRole(a.Sub) || isTopRole(a.Super) {
			c.report.Trivial++
			continue
		}
		c.add(RoleInclusion, int32(a.Sub), int32(a.Super))
	}
	for _, a := range c.nf.Chains {
		c.chain(a.Parts, a.Super)
	}
	c.report.Reflexive, c.report.Inverses = len(c.nf.Reflexive), len(c.nf.Inverses)
}

func (c *converter) chain(parts []el.Role, super el.Role) {
	switch {
	case len(parts) == 0 || isTopRole(super) || slices.ContainsFunc(parts, isBottomRole):
		c.report.Trivial++
		return
	case len(parts) == 1:
		c.add(RoleInclusion, int32(parts[0]), int32(super))
		return
	}
	if len(parts) > 2 {
		c.report.CutChains++
	}
	begin := int32(parts[0])
	for _, part := range parts[1 : len(parts)-1] {
		begin = c.cut(begin, int32(part))
	}
	c.add(RoleChain, begin, int32(parts[len(parts)-1]), int32(super))
}

// cut returns the role that stands for r ∘ s; its number follows those of the normal form's roles.
func (c *converter) cut(r, s int32) int32 {
	if u, ok := c.cuts[[2]int32{r, s}]; ok {
		return u
	}
	if c.cuts == nil {
		c.cuts = make(map[[2]int32]int32)
	}
	u := int32(c.nf.NumRoles() + len(c.cuts))
	c.cuts[[2]int32{r, s}] = u
	c.add(RoleChain, r, s, u)
	return u
}

// separatePoints finds out which nominals are points, and makes assertions of what is said of them.
func (c *converter) separatePoints() {
	c.isClass = make([]bool, c.nf.NumConcepts())
	objects := make(map[int32][]int32) // of role assertions, by subject
	var todo []int32
	class := func(concept int32) {
		if c.isNominal(concept) && !c.isClass[concept] {
			c.isClass[concept] = true
			todo = append(todo, concept)
		}
	}
	each(c.axioms[NF1], func(ids []int32) {
		if c.isNominal(ids[1]) {
			class(ids[0])
			class(ids[1])
		}
	})
	for _, form := range []Form{NF2, NF4, NF5, Range} {
		each(c.axioms[form], func(ids []int32) {
			for column, kind := range form.Columns() {
				if kind == Class {
					class(ids[column])
				}
			}
		})
	}
	each(c.axioms[NF3], func(ids []int32) {
		sub, filler := ids[0], ids[2]
		switch {
		case !c.isNominal(filler):
		case !c.isNominal(sub):
			class(filler)
		default:
			objects[sub] = append(objects[sub], filler)
		}
	})
	for len(todo) > 0 {
		subject := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, object := range objects[subject] {
			class(object)
		}
	}
	c.assert()
	for _, pair := range c.distinct {
		if c.isClass[pair[0]] && c.isClass[pair[1]] {
			c.add(NF5, pair[0], pair[1])
		} else {
			c.report.DisjointPairsLeftOut++
		}
	}
}

// assert turns the axioms NF1 and NF3 about points into assertions.
func (c *converter) assert() {
	nf1, nf3 := c.axioms[NF1], c.axioms[NF3]
	c.axioms[NF1], c.axioms[NF3] = Table{}, Table{}
	each(nf1, func(ids []int32) {
		if c.isPoint(ids[0]) {
			c.axioms[ConceptAssertion].Append(ids...)
		} else {
			c.axioms[NF1].Append(ids...)
		}
	})
	each(nf3, func(ids []int32) {
		sub, role, filler := ids[0], ids[1], ids[2]
		switch {
		case !c.isPoint(sub):
			c.axioms[NF3].Append(ids...)
		case c.isPoint(filler):
			c.axioms[RoleAssertion].Append(role, sub, filler)
		default:
			c.axioms[ExistsAssertion].Append(role, filler, sub)
		}
	})
}

func (c *converter) isPoint(concept int32) bool {
	return c.isNominal(concept) && !c.isClass[concept]
}

func each(t Table, visit func(ids []int32)) {
	for i := range t.Len() {
		visit(t.Row(i))
	}
}

// number gives ids to what stands in the axioms, and names to the ids.
func (c *converter) number() {
	ids := &c.report.Ids
	ids.Class, ids.Individual = filled(c.nf.NumConcepts()), filled(c.nf.NumConcepts())
	ids.Role = filled(c.nf.NumRoles() + len(c.cuts))
	ids.Class[top], ids.Class[bottom] = 0, 0 // used in any case
	by := [...][]int32{Class: ids.Class, Role: ids.Role, Individual: ids.Individual}
	c.eachID(func(kind Kind, id *int32) { by[kind][*id] = 0 })

	c.d = &Dataset{Name: c.opts.Name, Top: 0, Bottom: 1, Task: Whole, Train: c.axioms}
	c.nameConcepts()
	c.nameRoles()
	c.eachID(func(kind Kind, id *int32) { *id = by[kind][*id] })
	ids.Role = ids.Role[:c.nf.NumRoles()]
}

// filled returns n times None.
func filled(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = None
	}
	return list
}

// eachID visits the ids in the axioms.
func (c *converter) eachID(visit func(kind Kind, id *int32)) {
	for form := range NumForms {
		columns, list := form.Columns(), c.axioms[form].IDs
		for i := range list {
			visit(columns[i%len(columns)], &list[i])
		}
	}
}

func (c *converter) nameConcepts() {
	ids, classes, individuals := &c.report.Ids, newNames(), newNames()
	introduced := 0
	for i := range ids.Class {
		concept := el.Concept(i)
		if ids.Individual[i] != None {
			ids.Individual[i] = individuals.add(individualName(c.nf.Individual(concept)))
			ids.Nominals = append(ids.Nominals, concept)
		}
		if ids.Class[i] == None {
			if c.nf.Kind(concept) == el.NamedClass && !c.empty[i] {
				c.report.Unused++
			}
			continue
		}
		auxiliary := true
		var name string
		switch c.nf.Kind(concept) {
		case el.BuiltIn, el.NamedClass:
			name, auxiliary = c.nf.Class(concept).IRI.String(), false
		case el.Nominal:
			name, auxiliary = individualName(c.nf.Individual(concept)), false
			c.report.NominalClasses++
		case el.DataValue:
			name = string(owl.AppendLiteral(nil, c.nf.Value(concept), nil))
			c.report.Data++
		case el.DataRange:
			name = string(owl.AppendDataRange(nil, c.nf.Range(concept), nil))
			c.report.Data++
		case el.Introduced:
			name = auxiliaryPrefix + strconv.Itoa(introduced)
			introduced++
		}
		ids.Class[i] = classes.add(name)
		ids.Concepts = append(ids.Concepts, concept)
		c.d.Auxiliary = append(c.d.Auxiliary, auxiliary)
	}
	c.d.Classes, c.d.Individuals = classes.list, individuals.list
}

func individualName(a owl.Individual) string {
	switch a := a.(type) {
	case owl.NamedIndividual:
		return a.IRI.String()
	case owl.AnonymousIndividual:
		return "_:" + strings.TrimPrefix(a.ID.String(), "_:")
	}
	return ""
}

func (c *converter) nameRoles() {
	ids, roles := &c.report.Ids, newNames()
	for i := range ids.Role {
		if ids.Role[i] == None {
			continue
		}
		if cut := i - c.nf.NumRoles(); cut >= 0 {
			ids.Role[i] = roles.add(auxiliaryPrefix + "role:" + strconv.Itoa(cut))
			ids.Roles = append(ids.Roles, -1)
			c.report.IntroducedRoles++
			continue
		}
		ids.Role[i] = roles.add(c.nf.Property(el.Role(i)).EntityIRI().String())
		ids.Roles = append(ids.Roles, el.Role(i))
	}
	c.d.Roles = roles.list
}

// auxiliaryPrefix begins the names of what has no name in the ontology.
const auxiliaryPrefix = "aux:"

// names is a list of names without repetition.
type names struct {
	list  []string
	taken map[string]bool
}

func newNames() *names { return &names{taken: make(map[string]bool)} }

// add appends a name and returns its id. One that is taken, as that of a class which is an individual too, or
// empty gets braces.
func (n *names) add(name string) int32 {
	for name == "" || n.taken[name] {
		name = "{" + name + "}"
	}
	n.taken[name] = true
	n.list = append(n.list, name)
	return int32(len(n.list) - 1)
}

func (c *converter) markDeprecated(onto *owl.Ontology) {
	if onto == nil {
		return
	}
	c.d.Deprecated = make([]bool, len(c.d.Classes))
	for _, a := range onto.Axioms {
		a, ok := a.(*owl.AnnotationAssertion)
		if !ok || a.Property != owl.OWLDeprecated {
			continue
		}
		subject, isIRI := a.Subject.(owl.IRI)
		value, isLiteral := a.Value.(*owl.Literal)
		if !isIRI || !isLiteral || value.Lexical != "true" && value.Lexical != "1" {
			continue
		}
		if concept, ok := c.nf.ConceptOf(owl.Class{IRI: subject}); ok &&
			c.report.Ids.Class[concept] != None {
			c.d.Deprecated[c.report.Ids.Class[concept]] = true
		}
	}
}
