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

// ErrInconsistent is returned if an ontology is inconsistent. It entails everything, so no model
// can be trained.
var ErrInconsistent = errors.New("the ontology is inconsistent")

// NormalFormOptions sets how FromNormalForm converts a normal form.
type NormalFormOptions struct {
	// Name is the name of the data set. Default: "".
	Name string

	// Unsatisfiable are the unsatisfiable concepts found by a reasoner. Default: only asserted
	// ones.
	Unsatisfiable []el.Concept

	// MaxDisjointPairs is the maximum number of pairs made from all disjointness axioms. Default:
	// 1,000,000.
	MaxDisjointPairs int
}

func (o NormalFormOptions) withDefaults() NormalFormOptions {
	if o.MaxDisjointPairs <= 0 {
		o.MaxDisjointPairs = 1_000_000
	}
	return o
}

// Report describes the conversion of a normal form.
type Report struct {
	// Ids maps ids between the normal form and the data set.
	Ids Correspondence

	// Unsatisfiable are the unsatisfiable concepts, which are left out, ascending.
	// UnsatisfiableAxioms counts the axioms left out with them.
	Unsatisfiable       []el.Concept
	UnsatisfiableAxioms int
}

// Correspondence maps ids between a normal form and the data set made from it. None or −1 means
// that there is no counterpart.
type Correspondence struct {
	Class      []int32 // by el.Concept
	Individual []int32 // by el.Concept; a nominal is either an individual or a class
	Role       []int32 // by el.Role

	Concepts []el.Concept // by class
	Nominals []el.Concept // by individual
	Roles    []el.Role    // by role; −1 for one introduced to cut a chain
}

// FromNormalForm makes a data set of an ontology in normal form, with all axioms in Train. onto has
// the annotations that mark deprecated classes; it may be nil.
//
// The classes are owl:Thing with id 0, owl:Nothing with id 1, then the concepts that occur in some
// axiom, in the order of the normal form: named classes, individuals that are classes, data values,
// data ranges and introduced names. The last three kinds are marked Auxiliary. Data values and
// ranges are named in functional syntax. The n-th introduced name is "aux:n" and the n-th
// introduced role "aux:role:n", both from 0. These names are determined by the normal form, but may
// differ between versions of an ontology.
//
// An individual is an Individual, a point, if it occurs only as the subject of {a} ⊑ C, {a} ⊑ ∃r.C
// or {a} ⊑ ∃r.{b}; these axioms become assertions. If it also occurs in other places, as in C ⊑
// ∃r.{a}, it becomes a class with NF1 and NF3 axioms, and so do the objects of its role assertions.
//
// C ⊓ D ⊑ ⊥ and the pairs of disjoint concepts become NF5. If there are more than MaxDisjointPairs,
// neighbors in the lists are taken first, so that all concepts have about the same number of pairs.
// A chain of more than two parts is cut into binary ones: r₁ ∘ r₂ ⊑ u, u ∘ r₃ ⊑ s, with one u for
// equal prefixes. Axioms that differ only in the order of the operands of an intersection count as
// repeated.
//
// A class is unsatisfiable according to the options or an axiom: C ⊑ ⊥, C ⊑ ∃r.⊥, or C disjoint
// with itself. All its axioms are left out, except that C ⊓ D and ∃r.C as its subclasses become
// subclasses of owl:Nothing. The error is ErrInconsistent if an individual or owl:Thing is
// unsatisfiable, or that of ctx.
func FromNormalForm(ctx context.Context, nf *el.Ontology, onto *owl.Ontology,
	opts NormalFormOptions) (*Dataset, *Report, error) {
	c := &converter{nf: nf, opts: opts.withDefaults(), report: &Report{},
		seen: make(map[[4]int32]bool), cuts: make(map[[2]int32]int32)}
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

// converter gathers the axioms with the ids of the normal form; number replaces the ids.
type converter struct {
	nf     *el.Ontology
	opts   NormalFormOptions
	d      *Dataset
	report *Report

	empty    []bool // by el.Concept: unsatisfiable, including Bottom
	axioms   Axioms
	seen     map[[4]int32]bool  // the form and the ids of each axiom
	isClass  []bool             // by el.Concept: a nominal that is a class
	distinct [][2]int32         // disjoint pairs of nominals
	cuts     map[[2]int32]int32 // the introduced role of a chain prefix
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

// add adds an axiom unless it is a repetition.
func (c *converter) add(form Form, ids ...int32) {
	key := [4]int32{int32(form)}
	copy(key[1:], ids)
	if (form == NF2 || form == NF5) && key[1] > key[2] {
		key[1], key[2] = key[2], key[1]
	}
	if !c.seen[key] {
		c.seen[key] = true
		c.axioms[form].Append(ids...)
	}
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
		case isTopRole(a.Role) && filler == top: // trivial
		default:
			c.add(NF3, sub, int32(a.Role), filler)
		}
	}
	for _, a := range c.nf.NF4 {
		switch filler, super := int32(a.Filler), c.orBottom(a.Super); {
		case c.empty[filler]:
			c.withEmpty(filler)
		case super == top || isBottomRole(a.Role): // trivial
		default:
			c.add(NF4, int32(a.Role), filler, super)
		}
	}
	for _, a := range c.nf.Ranges {
		if super := c.orBottom(a.Concept); super != top && !isBottomRole(a.Role) {
			c.add(Range, int32(a.Role), super)
		}
	}
}

func (c *converter) inclusion(sub, super int32) {
	switch {
	case c.empty[sub] || c.empty[super]:
		c.withEmpty(sub)
	case sub == super || super == top: // trivial
	case sub == top && c.nf.IsDataConcept(el.Concept(super)): // owl:Thing has no literals here
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
		c.disjoint(left, right)
	case super == left || super == right || super == top: // trivial
	default:
		c.add(NF2, left, right, super)
	}
}

// withEmpty counts an axiom that is left out because of unsatisfiable concepts, unless owl:Nothing
// on the left makes it trivial.
func (c *converter) withEmpty(left int32) {
	if left != bottom {
		c.report.UnsatisfiableAxioms++
	}
}

// orBottom returns super, or owl:Nothing if super is unsatisfiable.
func (c *converter) orBottom(super el.Concept) int32 {
	if c.empty[super] {
		return bottom
	}
	return int32(super)
}

// gatherDisjointness makes pairs of the lists of disjoint concepts: first neighbors, then concepts
// at distance two, and so on, for all lists in parallel. Its cost is the number of pairs made plus
// the lengths of the lists.
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
		if len(list) > 1 {
			lists = append(lists, list)
		}
	}
	left := c.opts.MaxDisjointPairs
	for apart := 1; len(lists) > 0 && left > 0; apart++ {
		for _, list := range lists {
			n := len(list)
			pairs := n
			if 2*apart == n {
				pairs = n / 2 // the other half are the same pairs
			}
			for i := 0; i < pairs && left > 0; i++ {
				left--
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
		if a.Sub != a.Super && !isBottomRole(a.Sub) && !isTopRole(a.Super) {
			c.add(RoleInclusion, int32(a.Sub), int32(a.Super))
		}
	}
	for _, a := range c.nf.Chains {
		c.chain(a.Parts, a.Super)
	}
}

func (c *converter) chain(parts []el.Role, super el.Role) {
	switch {
	case len(parts) == 0 || isTopRole(super) || slices.ContainsFunc(parts, isBottomRole):
		return // trivial
	case len(parts) == 1:
		c.add(RoleInclusion, int32(parts[0]), int32(super))
		return
	}
	begin := int32(parts[0])
	for _, part := range parts[1 : len(parts)-1] {
		begin = c.cut(begin, int32(part))
	}
	c.add(RoleChain, begin, int32(parts[len(parts)-1]), int32(super))
}

// cut returns the role for r ∘ s. Its number follows those of the roles in the normal form.
func (c *converter) cut(r, s int32) int32 {
	if u, ok := c.cuts[[2]int32{r, s}]; ok {
		return u
	}
	u := int32(c.nf.NumRoles() + len(c.cuts))
	c.cuts[[2]int32{r, s}] = u
	c.add(RoleChain, r, s, u)
	return u
}

// separatePoints determines which nominals are points and turns their axioms into assertions.
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
	for ids := range c.axioms[NF1].Rows() {
		if c.isNominal(ids[1]) {
			class(ids[0])
			class(ids[1])
		}
	}
	for _, form := range []Form{NF2, NF4, NF5, Range} {
		for ids := range c.axioms[form].Rows() {
			for column, kind := range form.Columns() {
				if kind == Class {
					class(ids[column])
				}
			}
		}
	}
	for ids := range c.axioms[NF3].Rows() {
		sub, filler := ids[0], ids[2]
		switch {
		case !c.isNominal(filler):
		case !c.isNominal(sub):
			class(filler)
		default:
			objects[sub] = append(objects[sub], filler)
		}
	}
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
		}
	}
}

// assert turns the NF1 and NF3 axioms about points into assertions.
func (c *converter) assert() {
	nf1, nf3 := c.axioms[NF1], c.axioms[NF3]
	c.axioms[NF1], c.axioms[NF3] = Table{}, Table{}
	for ids := range nf1.Rows() {
		if c.isPoint(ids[0]) {
			c.axioms[ConceptAssertion].Append(ids...)
		} else {
			c.axioms[NF1].Append(ids...)
		}
	}
	for ids := range nf3.Rows() {
		sub, role, filler := ids[0], ids[1], ids[2]
		switch {
		case !c.isPoint(sub):
			c.axioms[NF3].Append(ids...)
		case c.isPoint(filler):
			c.axioms[RoleAssertion].Append(role, sub, filler)
		default:
			c.axioms[ExistsAssertion].Append(role, filler, sub)
		}
	}
}

func (c *converter) isPoint(concept int32) bool {
	return c.isNominal(concept) && !c.isClass[concept]
}

// number assigns ids to the concepts and roles in the axioms, and names to the ids.
func (c *converter) number() {
	ids := &c.report.Ids
	ids.Class = slices.Repeat([]int32{None}, c.nf.NumConcepts())
	ids.Individual = slices.Clone(ids.Class)
	ids.Role = slices.Repeat([]int32{None}, c.nf.NumRoles()+len(c.cuts))
	ids.Class[top], ids.Class[bottom] = 0, 0 // always used
	by := [...][]int32{Class: ids.Class, Role: ids.Role, Individual: ids.Individual}
	c.eachID(func(kind Kind, id *int32) { by[kind][*id] = 0 })

	c.d = &Dataset{Name: c.opts.Name, Top: 0, Bottom: 1, Task: Whole, Train: c.axioms}
	c.nameConcepts()
	c.nameRoles()
	c.eachID(func(kind Kind, id *int32) { *id = by[kind][*id] })
	ids.Role = ids.Role[:c.nf.NumRoles()]
}

// eachID calls visit for the ids in the axioms.
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
			continue
		}
		auxiliary := true
		var name string
		switch c.nf.Kind(concept) {
		case el.BuiltIn, el.NamedClass:
			name, auxiliary = c.nf.Class(concept).IRI.String(), false
		case el.Nominal:
			name, auxiliary = individualName(c.nf.Individual(concept)), false
		case el.DataValue:
			name = string(owl.AppendLiteral(nil, c.nf.Value(concept), nil))
		case el.DataRange:
			name = string(owl.AppendDataRange(nil, c.nf.Range(concept), nil))
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
			continue
		}
		ids.Role[i] = roles.add(c.nf.Property(el.Role(i)).EntityIRI().String())
		ids.Roles = append(ids.Roles, el.Role(i))
	}
	c.d.Roles = roles.list
}

// auxiliaryPrefix is the prefix of introduced names.
const auxiliaryPrefix = "aux:"

// names is a list of distinct names with their ids, which are in the order of the list.
type names struct {
	list []string
	ids  map[string]int32
}

func newNames(list ...string) *names {
	n := &names{ids: make(map[string]int32, len(list))}
	for _, name := range list {
		n.at(name)
	}
	return n
}

// at returns the id of a name. It appends a new name.
func (n *names) at(name string) int32 {
	id, known := n.ids[name]
	if !known {
		id = int32(len(n.list))
		n.ids[name] = id
		n.list = append(n.list, name)
	}
	return id
}

// add appends a name and returns its id. It adds braces to an empty name and to a name that is
// taken, such as that of a class that is also an individual.
func (n *names) add(name string) int32 {
	for _, taken := n.ids[name]; taken || name == ""; _, taken = n.ids[name] {
		name = "{" + name + "}"
	}
	return n.at(name)
}

func (c *converter) markDeprecated(onto *owl.Ontology) {
	if onto == nil {
		return
	}
	c.d.Deprecated = make([]bool, len(c.d.Classes))
	for _, a := range onto.Axioms {
		iri, ok := owl.DeprecatedBy(a)
		if !ok {
			continue
		}
		if concept, ok := c.nf.ConceptOf(owl.Class{IRI: iri}); ok &&
			c.report.Ids.Class[concept] != None {
			c.d.Deprecated[c.report.Ids.Class[concept]] = true
		}
	}
}
