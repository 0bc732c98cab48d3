package el

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"box2el-owl/internal/sections"
	"box2el-owl/owl"
)

// A normal form on disk has its vocabulary and its axioms, one section for each list. Items with an
// IRI are in one table of strings. Expressions and data ranges that the normal form keeps opaque
// are in that table in functional syntax. Lookup tables are rebuilt.

// Errors of Store.
var (
	// ErrExtension is returned for a normal form that Extend has made.
	ErrExtension = errors.New("the normal form extends another one")
	// ErrUnwritable is returned if a class expression or data range has no form in functional
	// syntax, because a name in it has characters that end names there.
	ErrUnwritable = errors.New("an expression cannot be written")
)

// maxDepth is the maximal nesting of loaded expressions, larger than the limits of readers.
const maxDepth = 1 << 17

// Store writes a normal form made by Normalize. It returns ErrExtension or ErrUnwritable; errors of
// writing are the Writer's.
func (o *Ontology) Store(w *sections.Writer) error {
	v := o.Vocabulary
	if v.base != nil {
		return ErrExtension
	}
	names, err := v.namesOf()
	if err != nil {
		return err
	}
	w.Strings("names", names.iris)
	sections.Words(w, "counts", []int32{int32(len(v.classes)), int32(len(v.roles))})
	sections.Words(w, "persons", names.individuals)
	sections.Words(w, "roles", names.roles)
	w.Strings("literals", names.literals)
	sections.Words(w, "literals", names.datatypes)
	sections.Words(w, "ranges", names.ranges)
	w.Strings("ranges", names.texts)
	w.Strings("opaque", names.opaque)
	sections.Words(w, "named", v.meanings[v.concepts.first[Introduced]:])
	composed := make([][4]int32, len(v.expressions))
	defined := make([]byte, len(v.expressions))
	for i, e := range v.expressions {
		composed[i] = [4]int32{int32(e.op), int32(e.role), int32(e.a), int32(e.b)}
		defined[i] = byte(v.defined[i])
	}
	sections.Words(w, "composed", composed)
	w.Bytes("defined", defined)
	var exchanges [][2]int32
	for _, r := range slices.Sorted(maps.Keys(v.exchanges)) {
		exchanges = append(exchanges, [2]int32{int32(r), v.exchanges[r].word()})
	}
	sections.Words(w, "exchange", exchanges)
	o.storeAxioms(w)
	return nil
}

// vocabularyNames holds the strings of a vocabulary.
type vocabularyNames struct {
	iris        []string // of classes, individuals, roles except the built-in ones, datatypes
	individuals []int32  // by individual: 1 for an anonymous one
	roles       []int32  // by role except the built-in ones: 1 for a data property
	literals    []string // lexical form and language of each value
	datatypes   []int32  // by value: its datatype
	ranges      []int32  // by data range: a datatype, or -1 for the next of texts
	texts       []string
	opaque      []string
}

func (v *Vocabulary) namesOf() (*vocabularyNames, error) {
	n := &vocabularyNames{iris: make([]string, 0,
		len(v.classes)+len(v.individuals)+len(v.roles)+64)}
	for _, c := range v.classes {
		n.iris = append(n.iris, c.IRI.String())
	}
	for _, a := range v.individuals {
		switch a := a.(type) {
		case owl.NamedIndividual:
			n.iris, n.individuals = append(n.iris, a.IRI.String()), append(n.individuals, 0)
		case owl.AnonymousIndividual:
			n.iris, n.individuals = append(n.iris, a.ID.String()), append(n.individuals, 1)
		}
	}
	for _, p := range v.roles[firstOwnRole:] {
		data := int32(0)
		if p.EntityKind() == owl.DataPropertyKind {
			data = 1
		}
		n.iris, n.roles = append(n.iris, p.EntityIRI().String()), append(n.roles, data)
	}
	known := make(map[owl.Datatype]int32)
	datatype := func(d owl.Datatype) int32 {
		i, ok := known[d]
		if !ok {
			i = int32(len(known))
			known[d] = i
			n.iris = append(n.iris, d.IRI.String())
		}
		return i
	}
	for _, l := range v.values {
		n.literals = append(n.literals, l.Lexical, l.Lang)
		n.datatypes = append(n.datatypes, datatype(l.Datatype))
	}
	for _, r := range v.ranges {
		if d, ok := r.(owl.Datatype); ok {
			n.ranges = append(n.ranges, datatype(d))
			continue
		}
		n.ranges = append(n.ranges, -1)
		n.texts = append(n.texts, string(owl.AppendClassExpression(nil, someValue(r), nil)))
	}
	for _, c := range v.opaque {
		n.opaque = append(n.opaque, string(owl.AppendClassExpression(nil, c, nil)))
	}
	for _, text := range slices.Concat(n.texts, n.opaque) {
		c, err := owl.ParseClassExpression(text, nil)
		if err != nil || string(owl.AppendClassExpression(nil, c, nil)) != text {
			return nil, fmt.Errorf("%w: %s", ErrUnwritable, text)
		}
	}
	return n, nil
}

// someValue wraps a data range in a class expression, for which there is a parser.
func someValue(r owl.DataRange) *owl.DataSomeValuesFrom {
	return &owl.DataSomeValuesFrom{Properties: []owl.DataProperty{owl.TopDataProperty}, Range: r}
}

// firstOwnRole is the first role that is not built in.
const firstOwnRole = BottomDataRole + 1

func (e exchange) word() int32 {
	w := int32(0)
	for i, set := range []bool{e.inverse, e.domain, e.values, e.direct} {
		if set {
			w |= 1 << i
		}
	}
	return w
}

func exchangeOf(w int32) exchange {
	return exchange{inverse: w&1 != 0, domain: w&2 != 0, values: w&4 != 0, direct: w&8 != 0}
}

func (o *Ontology) storeAxioms(w *sections.Writer) {
	sections.Words(w, "NF1", o.NF1)
	sections.Words(w, "NF2", o.NF2)
	sections.Words(w, "NF3", o.NF3)
	sections.Words(w, "NF4", o.NF4)
	storeLists(w, "disjoint", o.Disjoint, func(a Disjoint) ([]Concept, [2]int32) {
		return a.Concepts, [2]int32{int32(a.Source)}
	})
	sections.Words(w, "included", o.Inclusions)
	storeLists(w, "chains", o.Chains, func(a RoleChain) ([]Role, [2]int32) {
		return a.Parts, [2]int32{int32(a.Super), int32(a.Source)}
	})
	sections.Words(w, "ranged", o.Ranges)
	sections.Words(w, "reflexiv", o.Reflexive)
	sections.Words(w, "hasself", o.HasSelf)
	sections.Words(w, "selfsub", o.SelfSubs)
	storeLists(w, "keys", o.Keys, func(a Key) ([]Role, [2]int32) {
		return a.Objects, [2]int32{int32(a.Class), int32(a.Source)}
	})
	storeLists(w, "datakeys", o.Keys, func(a Key) ([]Role, [2]int32) { return a.Data, [2]int32{} })
	sections.Words(w, "function", o.FunctionalData)
	sections.Words(w, "inverses", o.Inverses)
}

// storeLists writes axioms that have a list and up to two numbers each.
func storeLists[A any, W Concept | Role](
	w *sections.Writer, name string, axioms []A, parts func(A) ([]W, [2]int32),
) {
	heads := make([][3]int32, len(axioms))
	var all []W
	for i, a := range axioms {
		list, rest := parts(a)
		heads[i] = [3]int32{int32(len(list)), rest[0], rest[1]}
		all = append(all, list...)
	}
	sections.Words(w, name, heads)
	sections.Words(w, name, all)
}

// Load reads a normal form that Store has written, with the given number of asserted axioms. All
// ids and sources in it are in range, and expressions refer to earlier ones. Errors are the
// Reader's.
func Load(r *sections.Reader, axioms int) *Ontology {
	l := loader{r: r, v: &Vocabulary{}, axiomCount: axioms}
	names := r.ReadStrings("names")
	counts := sections.ReadWords[int32](r, "counts")
	persons := sections.ReadWords[int32](r, "persons")
	roles := sections.ReadWords[int32](r, "roles")
	if len(counts) != 2 || counts[0] < 0 || int(counts[1]) != len(roles)+int(firstOwnRole) ||
		int(counts[0])+len(persons)+len(roles) > len(names) {
		r.Fail("there are %d names for %v classes and roles and %d individuals", len(names), counts,
			len(persons))
		return nil
	}
	classes, names := names[:counts[0]], names[counts[0]:]
	var wg sync.WaitGroup
	wg.Go(func() { l.classes(classes) })
	l.individuals(names, persons)
	l.roles(names[len(persons):], roles)
	l.data(names[len(persons)+len(roles):])
	l.expressions()
	o := &Ontology{Vocabulary: l.v}
	wg.Wait()
	if r.Err() == nil {
		l.number()
	}
	if r.Err() == nil {
		l.axioms(o)
	}
	return o
}

// loader builds the vocabulary of a normal form.
type loader struct {
	r     *sections.Reader
	v     *Vocabulary
	named []int32 // the expressions with a concept, ascending

	axiomCount int
}

func (l *loader) classes(names []string) {
	v := l.v
	v.classes = make([]owl.Class, len(names))
	v.classRefs = make(map[owl.Class]ref, len(names)+2)
	v.classRefs[owl.Thing], v.classRefs[owl.Nothing] = topRef, bottomRef
	for i, name := range names {
		v.classes[i] = owl.Class{IRI: owl.NewIRI(name)}
		v.classRefs[v.classes[i]] = makeRef(NamedClass, int32(i))
	}
}

func (l *loader) individuals(names []string, persons []int32) {
	v := l.v
	v.individuals = make([]owl.Individual, len(persons))
	v.namedRefs = make(map[owl.NamedIndividual]ref, len(persons))
	for i, anonymous := range persons {
		name := owl.NewIRI(names[i])
		if anonymous != 0 {
			v.individuals[i] = owl.AnonymousIndividual{ID: name}
			continue
		}
		v.individuals[i] = owl.NamedIndividual{IRI: name}
		v.namedRefs[owl.NamedIndividual{IRI: name}] = makeRef(Nominal, int32(i))
	}
}

func (l *loader) roles(names []string, roles []int32) {
	l.v.addBuiltInRoles()
	for i, data := range roles {
		kind := owl.ObjectPropertyKind
		if data != 0 {
			kind = owl.DataPropertyKind
		}
		p := owl.NewEntity(kind, owl.NewIRI(names[i]))
		l.v.putRole(p, Role(len(l.v.roles)))
		l.v.roles = append(l.v.roles, p)
	}
	for _, e := range l.v.roles {
		if r, ok := l.v.RoleOf(e); !ok || l.v.roles[r] != e {
			l.r.Fail("property %v has no role", e.EntityIRI())
		}
	}
}

// data reads values and data ranges.
func (l *loader) data(names []string) {
	v := l.v
	datatypes := make([]owl.Datatype, len(names))
	for i, name := range names {
		datatypes[i] = owl.Datatype{IRI: owl.NewIRI(name)}
	}
	literals := l.r.ReadStrings("literals")
	of := sections.ReadWords[int32](l.r, "literals")
	if len(literals) != 2*len(of) || !below(of, len(datatypes)) {
		l.r.Fail("there are %d strings and %d datatypes for %d literals", len(literals),
			len(datatypes), len(of))
		return
	}
	for i, d := range of {
		v.values = append(v.values, &owl.Literal{
			Lexical: literals[2*i], Lang: literals[2*i+1], Datatype: datatypes[d],
		})
	}
	ranges := sections.ReadWords[int32](l.r, "ranges")
	texts := l.expressionTexts("ranges")
	for _, d := range ranges {
		switch {
		case d >= 0 && int(d) < len(datatypes):
			v.ranges = append(v.ranges, datatypes[d])
		case d == -1 && len(texts) > 0:
			some, ok := texts[0].(*owl.DataSomeValuesFrom)
			if !ok {
				l.r.Fail("a data range is a class expression")
				return
			}
			v.ranges = append(v.ranges, some.Range)
			texts = texts[1:]
		default:
			l.r.Fail("there is no data range %d", d)
			return
		}
	}
	v.opaque = l.expressionTexts("opaque")
}

func (l *loader) expressionTexts(name string) []owl.ClassExpression {
	var expressions []owl.ClassExpression
	for _, text := range l.r.ReadStrings(name) {
		c, err := owl.ParseClassExpression(text, nil)
		if err != nil {
			l.r.Fail("%v", err)
			return nil
		}
		expressions = append(expressions, c)
	}
	return expressions
}

func (l *loader) expressions() {
	v := l.v
	l.named = sections.ReadWords[int32](l.r, "named")
	composed := sections.ReadWords[[4]int32](l.r, "composed")
	defined := l.r.ReadBytes("defined")
	exchanges := sections.ReadWords[[2]int32](l.r, "exchange")
	if len(defined) != len(composed) {
		l.r.Fail("there are %d expressions and %d definitions", len(composed), len(defined))
		return
	}
	v.expressions = make([]expression, len(composed))
	v.defined = make([]directions, len(composed))
	for i, w := range composed {
		v.expressions[i] = expression{op: op(w[0]), role: Role(w[1]), a: ref(w[2]), b: ref(w[3])}
		v.defined[i] = directions(defined[i])
	}
	for _, e := range exchanges {
		if e[0] < 0 || int(e[0]) >= len(v.roles) {
			l.r.Fail("there is no role %d", e[0])
			return
		}
		put(&v.exchanges, Role(e[0]), exchangeOf(e[1]))
	}
}

// number checks the expressions and assigns concepts; see normalizer.number.
func (l *loader) number() {
	v := l.v
	if len(v.classRefs) != len(v.classes)+2 {
		l.r.Fail("a class has two concepts")
		return
	}
	l.checkExpressions()
	counts := [...]int{
		BuiltIn: 2, NamedClass: len(v.classes), Nominal: len(v.individuals),
		DataValue: len(v.values), DataRange: len(v.ranges), Introduced: len(l.named),
	}
	total := 0
	for _, n := range counts {
		total += n
	}
	v.kinds, v.meanings = make([]ConceptKind, 0, total), make([]int32, 0, total)
	for kind, n := range counts {
		v.concepts.first[kind] = Concept(len(v.kinds))
		for i := range int32(n) {
			v.kinds, v.meanings = append(v.kinds, ConceptKind(kind)), append(v.meanings, i)
		}
	}
	copy(v.meanings[v.concepts.first[Introduced]:], l.named)
	for i, e := range l.named {
		if e < 0 || int(e) >= len(v.expressions) || i > 0 && e <= l.named[i-1] {
			l.r.Fail("expression %d cannot have concept %d", e, i)
			return
		}
	}
}

// checkExpressions checks the assumptions of the package on expressions: their parts exist and
// precede them, are data if data is required, and are not nested too deeply.
func (l *loader) checkExpressions() {
	v := l.v
	depth := make([]int32, len(v.expressions))
	data := make([]bool, len(v.expressions))
	count := [numConceptKinds]int{
		BuiltIn: 2, NamedClass: len(v.classes), Nominal: len(v.individuals),
		DataValue: len(v.values), DataRange: len(v.ranges),
	}
	for i, e := range v.expressions {
		count[Introduced] = i
		known := func(r ref) bool {
			return r >= 0 && r.kind() < numConceptKinds && int(r.index()) < count[r.kind()]
		}
		isData := func(r ref) bool {
			return r.kind() == DataValue || r.kind() == DataRange ||
				r.kind() == Introduced && data[r.index()]
		}
		nest := func(r ref, sameChain bool) {
			switch {
			case r.kind() != Introduced:
			case sameChain && v.expressions[r.index()].op == e.op:
				depth[i] = max(depth[i], depth[r.index()])
			default:
				depth[i] = max(depth[i], depth[r.index()]+1)
			}
		}
		ok := e.role >= 0 && int(e.role) < len(v.roles)
		switch e.op {
		case opAnd, opOr:
			if ok = ok && known(e.a) && known(e.b) && isData(e.a) == isData(e.b); ok {
				data[i] = isData(e.b)
				nest(e.a, true)
				nest(e.b, false)
			}
		case opNot:
			if ok = ok && known(e.b); ok {
				data[i] = isData(e.b)
				nest(e.b, false)
			}
		case opSome:
			if ok = ok && known(e.b) &&
				(e.b.kind() == BuiltIn || isData(e.b) == v.IsData(e.role)); ok {
				nest(e.b, false)
			}
		case opSomeInverse, opAllInverse:
			if ok = ok && known(e.b) && !isData(e.b); ok {
				nest(e.b, false)
			}
		case opSelf:
		case opOpaque:
			ok = ok && e.b >= 0 && int(e.b) < len(v.opaque)
		default:
			ok = false
		}
		if !ok || depth[i] > maxDepth {
			l.r.Fail("expression %d is none", i)
			return
		}
	}
}

func (l *loader) axioms(o *Ontology) {
	r := l.r
	o.NF1 = sections.ReadWords[NF1](r, "NF1")
	o.NF2 = sections.ReadWords[NF2](r, "NF2")
	o.NF3 = sections.ReadWords[NF3](r, "NF3")
	o.NF4 = sections.ReadWords[NF4](r, "NF4")
	o.Disjoint = loadLists(r, "disjoint", func(list []Concept, rest [2]int32) Disjoint {
		return Disjoint{list, Source(rest[0])}
	})
	o.Inclusions = sections.ReadWords[RoleInclusion](r, "included")
	o.Chains = loadLists(r, "chains", func(list []Role, rest [2]int32) RoleChain {
		return RoleChain{list, Role(rest[0]), Source(rest[1])}
	})
	o.Ranges = sections.ReadWords[Range](r, "ranged")
	o.Reflexive = sections.ReadWords[Reflexive](r, "reflexiv")
	o.HasSelf = sections.ReadWords[HasSelf](r, "hasself")
	o.SelfSubs = sections.ReadWords[SelfSub](r, "selfsub")
	o.Keys = loadLists(r, "keys", func(list []Role, rest [2]int32) Key {
		return Key{Class: Concept(rest[0]), Objects: list, Source: Source(rest[1])}
	})
	data := loadLists(r, "datakeys", func(list []Role, _ [2]int32) []Role { return list })
	if len(data) != len(o.Keys) {
		r.Fail("there are %d lists of data properties for %d keys", len(data), len(o.Keys))
		return
	}
	for i, list := range data {
		o.Keys[i].Data = list
	}
	o.FunctionalData = sections.ReadWords[FunctionalData](r, "function")
	o.Inverses = sections.ReadWords[Inverses](r, "inverses")
	if r.Err() == nil {
		l.checkAxioms(o)
	}
}

func loadLists[A any, W Concept | Role](
	r *sections.Reader, name string, axiom func([]W, [2]int32) A,
) []A {
	heads := sections.ReadWords[[3]int32](r, name)
	all := sections.ReadWords[W](r, name)
	axioms := make([]A, 0, len(heads))
	for _, h := range heads {
		if h[0] < 0 || int(h[0]) > len(all) {
			r.Fail("a list of %d where %d are left", h[0], len(all))
			return nil
		}
		list := all[:h[0]:h[0]]
		if len(list) == 0 {
			list = nil
		}
		axioms, all = append(axioms, axiom(list, [2]int32{h[1], h[2]})), all[h[0]:]
	}
	if len(all) > 0 {
		r.Fail("%d numbers belong to no list", len(all))
	}
	if len(axioms) == 0 {
		return nil
	}
	return axioms
}

// checkAxioms checks that all concepts, roles and asserted axioms exist.
func (l *loader) checkAxioms(o *Ontology) {
	concepts := uint32(o.NumConcepts())
	ok := true
	o.eachConcept(func(c *Concept) { ok = ok && uint32(*c) < concepts })
	c := idCheck{roles: uint32(o.NumRoles()), sources: uint32(l.axiomCount) + 1, ok: ok}
	for i := range o.NF1 {
		c.check(o.NF1[i].Source)
	}
	for i := range o.NF2 {
		c.check(o.NF2[i].Source)
	}
	for i := range o.NF3 {
		c.check(o.NF3[i].Source, o.NF3[i].Role)
	}
	for i := range o.NF4 {
		c.check(o.NF4[i].Source, o.NF4[i].Role)
	}
	for _, a := range o.Disjoint {
		c.check(a.Source)
	}
	for _, a := range o.Inclusions {
		c.check(a.Source, a.Sub, a.Super)
	}
	for _, a := range o.Chains {
		c.check(a.Source, a.Super)
		c.check(a.Source, a.Parts...)
		c.ok = c.ok && len(a.Parts) > 1
	}
	for _, a := range o.Ranges {
		c.check(a.Source, a.Role)
	}
	for _, a := range o.Reflexive {
		c.check(a.Source, a.Role)
	}
	for _, a := range o.HasSelf {
		c.check(a.Source, a.Role)
	}
	for _, a := range o.SelfSubs {
		c.check(a.Source, a.Role)
	}
	for _, a := range o.Keys {
		c.check(a.Source, a.Objects...)
		c.check(a.Source, a.Data...)
	}
	for _, a := range o.FunctionalData {
		c.check(a.Source, a.Role)
	}
	for _, a := range o.Inverses {
		c.check(a.Source, a.First, a.Second)
	}
	if !c.ok {
		l.r.Fail(
			"an axiom is about a concept or role that does not exist, or from an axiom that does not")
	}
}

// idCheck checks the ids of axioms.
type idCheck struct {
	roles   uint32
	sources uint32 // including Definition
	ok      bool
}

func (c *idCheck) check(source Source, roles ...Role) {
	c.ok = c.ok && uint32(source+1) < c.sources
	for _, r := range roles {
		c.ok = c.ok && uint32(r) < c.roles
	}
}

// below reports whether all numbers are in [0, n).
func below(list []int32, n int) bool {
	return !slices.ContainsFunc(list, func(i int32) bool { return i < 0 || int(i) >= n })
}

// Store writes a report.
func (r *Report) Store(w *sections.Writer) {
	omissions := make([][3]int32, len(r.Omissions))
	for i, o := range r.Omissions {
		omissions[i] = [3]int32{int32(o.Axiom), int32(o.Reason), int32(o.Effect)}
	}
	sections.Words(w, "used", []int32{int32(r.Used)})
	sections.Words(w, "omitted", omissions)
}

// LoadReport reads a report that Store has written, with the given number of axioms.
func LoadReport(r *sections.Reader, axioms int) *Report {
	used := sections.ReadWords[int32](r, "used")
	omissions := sections.ReadWords[[3]int32](r, "omitted")
	if len(used) != 1 {
		r.Fail("there are %d numbers", len(used))
		return nil
	}
	report := &Report{Used: int(used[0])}
	for _, o := range omissions {
		if o[0] < 0 || int(o[0]) >= axioms || o[1] < 0 || Reason(o[1]) >= numReasons ||
			o[2] < int32(UsedPartly) || o[2] > int32(Ignored) {
			r.Fail("omission %v is none", o)
			return nil
		}
		report.Omissions = append(report.Omissions, Omission{int(o[0]), Reason(o[1]), Effect(o[2])})
	}
	return report
}
