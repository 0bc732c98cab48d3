package relations

import (
	"slices"
	"strings"

	"box2el-owl/owl"
)

// Used holds the object properties of an ontology that are relations of the table. It is immutable
// and safe for concurrent use.
type Used struct {
	relations map[owl.IRI]*Relation // by the ontology's IRI
	labeled   map[owl.IRI]bool      // IRIs that have an rdfs:label in the file
	axioms    []owl.Axiom
	sources   map[owl.Hash]string
}

// For matches the object properties of an ontology with the table. A property matches by its IRI.
// Files from before RO had numeric identifiers use other IRIs (part_of, develops_from). A property
// without any description in the file therefore matches by its label or, without a label, by its
// local name, ignoring case and underscores. Outside the OBO namespaces such a name needs two
// words, because one word (contains, uses) is ambiguous.
//
// Cost: linear in the axioms.
func For(o *owl.Ontology) *Used {
	f := newFile(o)
	u := &Used{relations: make(map[owl.IRI]*Relation), labeled: f.labeled}
	properties := f.properties()
	own := make(map[owl.IRI]owl.IRI) // from the table's IRI to the ontology's
	for _, p := range properties {
		if r, ok := Lookup(p); ok {
			u.relations[p], own[p] = r, p
		}
	}
	for _, p := range properties {
		if u.relations[p] != nil || f.mentioned[p] {
			continue
		}
		if r := f.byName(p); r != nil {
			u.relations[p] = r
			if _, taken := own[r.IRI]; !taken {
				own[r.IRI] = p
			}
		}
	}
	u.collect(f, own)
	return u
}

// Relation returns the relation of a property of the ontology.
func (u *Used) Relation(p owl.IRI) (*Relation, bool) {
	r, ok := u.relations[p]
	return r, ok
}

// Label returns the label of a property or an upper class without a label in the ontology. It
// reports false if the ontology has a label or the table has none.
func (u *Used) Label(iri owl.IRI) (string, bool) {
	if u.labeled[iri] {
		return "", false
	}
	if r, ok := u.relations[iri]; ok {
		return r.Label, true
	}
	return Label(iri)
}

// Axioms returns the axioms of the table about properties that the ontology uses and does not
// describe, with the IRIs of the ontology, sorted. It omits axioms that cannot entail anything
// about used properties: an axiom must be reachable from used properties and lead to used
// properties.
//
// A description in the file suppresses axioms of the table as follows:
//
//   - characteristics, superproperties and chains of a property: if the file has any of these
//     three, its description is complete, and none is added;
//   - inverses: if the file names an inverse of one of the two properties, none is added. Both
//     properties must be in use.
//
// Domains and ranges in the file do not count, because excerpts of imports keep them and drop the
// rest. Functional, asymmetric and irreflexive relations are omitted: they are only constraints,
// and the table must not correct a file that violates them.
func (u *Used) Axioms() []owl.Axiom { return u.axioms }

// Source returns the ontology of a built-in axiom: RO, BFO or IAO. It reports false for other
// axioms.
func (u *Used) Source(a owl.Axiom) (source string, ok bool) {
	if len(u.sources) == 0 || !mayBeBuiltIn(a) {
		return "", false
	}
	source, ok = u.sources[owl.HashAxiom(a)]
	return source, ok
}

func mayBeBuiltIn(a owl.Axiom) bool {
	switch a.(type) {
	case *owl.TransitiveObjectProperty, *owl.SymmetricObjectProperty, *owl.ReflexiveObjectProperty,
		*owl.SubObjectPropertyOf, *owl.SubPropertyChainOf, *owl.InverseObjectProperties:
		return true
	}
	return false
}

// collect sets the built-in axioms.
func (u *Used) collect(f *file, own map[owl.IRI]owl.IRI) {
	used := make(map[owl.IRI]bool) // the table's IRIs of the properties in use
	for builtIn, p := range own {
		if f.used[p] {
			used[builtIn] = true
		}
	}
	var open []statement // of relations that the file does not describe
	for _, r := range All() {
		p, isOwn := own[r.IRI]
		for _, s := range r.statements {
			switch a := s.axiom.(type) {
			case *owl.InverseObjectProperties:
				q := a.Second.(owl.ObjectProperty).IRI
				if !used[r.IRI] || !used[q] || f.inverted[own[q]] || f.inverted[p] {
					continue
				}
			default:
				if isOwn && f.described[p] {
					continue
				}
			}
			open = append(open, s)
		}
	}
	rename := func(p owl.ObjectProperty) owl.ObjectProperty {
		if other, ok := own[p.IRI]; ok {
			return owl.ObjectProperty{IRI: other}
		}
		return p
	}
	u.sources = make(map[owl.Hash]string)
	for _, s := range between(open, used) {
		a := renamed(s.axiom, rename)
		hash := owl.HashAxiom(a)
		if _, known := u.sources[hash]; !known {
			u.sources[hash] = s.source
			u.axioms = append(u.axioms, a)
		}
	}
	owl.SortAxioms(u.axioms)
}

// between returns the statements whose properties are all derivable from used properties and lead
// to used properties by the statements.
func between(all []statement, used map[owl.IRI]bool) []statement {
	follows, leads := make(map[owl.IRI]bool), make(map[owl.IRI]bool)
	for p := range used {
		follows[p], leads[p] = true, true
	}
	reach := func(reached map[owl.IRI]bool,
		step func(premises []owl.IRI, conclusion owl.IRI) bool) {
		for changed := true; changed; {
			changed = false
			for _, s := range all {
				premises, conclusion := parts(s.axiom)
				if step(premises, conclusion) {
					changed = true
				}
			}
		}
	}
	reach(follows, func(premises []owl.IRI, conclusion owl.IRI) bool {
		for _, p := range premises {
			if !follows[p] {
				return false
			}
		}
		added := !follows[conclusion]
		follows[conclusion] = true
		return added
	})
	reach(leads, func(premises []owl.IRI, conclusion owl.IRI) (added bool) {
		if !leads[conclusion] {
			return false
		}
		for _, p := range premises {
			if follows[p] && !leads[p] {
				leads[p], added = true, true
			}
		}
		return added
	})
	var list []statement
	for _, s := range all {
		premises, conclusion := parts(s.axiom)
		wanted := func(p owl.IRI) bool { return follows[p] && leads[p] }
		if wanted(conclusion) && !slices.ContainsFunc(premises, func(p owl.IRI) bool {
			return !wanted(p)
		}) {
			list = append(list, s)
		}
	}
	return list
}

// parts returns the properties on the left side of a built-in axiom and the property on its right
// side.
func parts(a owl.Axiom) (premises []owl.IRI, conclusion owl.IRI) {
	switch a := a.(type) {
	case *owl.TransitiveObjectProperty:
		return []owl.IRI{named(a.Property)}, named(a.Property)
	case *owl.SymmetricObjectProperty:
		return []owl.IRI{named(a.Property)}, named(a.Property)
	case *owl.ReflexiveObjectProperty:
		return nil, named(a.Property)
	case *owl.SubObjectPropertyOf:
		return []owl.IRI{named(a.Sub)}, named(a.Super)
	case *owl.InverseObjectProperties:
		return []owl.IRI{named(a.First)}, named(a.Second)
	case *owl.SubPropertyChainOf:
		for _, p := range a.Chain {
			premises = append(premises, named(p))
		}
		return premises, named(a.Super)
	}
	return nil, owl.IRI{}
}

// renamed returns a built-in axiom with renamed properties.
func renamed(a owl.Axiom, name func(owl.ObjectProperty) owl.ObjectProperty) owl.Axiom {
	expression := func(e owl.ObjectPropertyExpression) owl.ObjectPropertyExpression {
		if inverse, ok := e.(*owl.ObjectInverseOf); ok {
			return &owl.ObjectInverseOf{Property: name(inverse.Property)}
		}
		return name(e.(owl.ObjectProperty))
	}
	switch a := a.(type) {
	case *owl.TransitiveObjectProperty:
		return &owl.TransitiveObjectProperty{Property: expression(a.Property)}
	case *owl.SymmetricObjectProperty:
		return &owl.SymmetricObjectProperty{Property: expression(a.Property)}
	case *owl.ReflexiveObjectProperty:
		return &owl.ReflexiveObjectProperty{Property: expression(a.Property)}
	case *owl.SubObjectPropertyOf:
		return &owl.SubObjectPropertyOf{Sub: expression(a.Sub), Super: expression(a.Super)}
	case *owl.InverseObjectProperties:
		return &owl.InverseObjectProperties{
			First: expression(a.First), Second: expression(a.Second),
		}
	case *owl.SubPropertyChainOf:
		chain := make([]owl.ObjectPropertyExpression, len(a.Chain))
		for i, p := range a.Chain {
			chain[i] = expression(p)
		}
		return &owl.SubPropertyChainOf{Chain: chain, Super: expression(a.Super)}
	}
	return a
}

func named(e owl.ObjectPropertyExpression) owl.IRI {
	switch e := e.(type) {
	case owl.ObjectProperty:
		return e.IRI
	case *owl.ObjectInverseOf:
		return e.Property.IRI
	}
	return owl.IRI{}
}

// file holds the axioms of an ontology about its object properties.
type file struct {
	used      map[owl.IRI]bool // in a logical axiom
	mentioned map[owl.IRI]bool // in a logical axiom about properties
	described map[owl.IRI]bool // has a characteristic, a superproperty or a chain
	inverted  map[owl.IRI]bool // has an inverse
	declared  map[owl.IRI]bool
	labeled   map[owl.IRI]bool
	labels    map[owl.IRI][]string // of declared or used properties
}

func newFile(o *owl.Ontology) *file {
	f := &file{
		used: make(map[owl.IRI]bool), mentioned: make(map[owl.IRI]bool),
		described: make(map[owl.IRI]bool), inverted: make(map[owl.IRI]bool),
		declared: make(map[owl.IRI]bool), labeled: make(map[owl.IRI]bool),
		labels: make(map[owl.IRI][]string),
	}
	var logical owl.Ontology
	for _, a := range o.Axioms {
		if a.Kind().IsLogical() {
			logical.Axioms = append(logical.Axioms, a)
		}
		switch a := a.(type) {
		case *owl.Declaration:
			if p, ok := a.Entity.(owl.ObjectProperty); ok {
				f.declared[p.IRI] = true
			}
		case *owl.AnnotationAssertion:
			subject, ok := a.Subject.(owl.IRI)
			if text, literal := a.Value.(*owl.Literal); ok && literal &&
				a.Property == owl.RDFSLabel &&
				text.Lexical != "" {
				f.labeled[subject] = true
			}
		default:
			f.property(a)
		}
	}
	for _, e := range logical.Signature() {
		if p, ok := e.(owl.ObjectProperty); ok && p != owl.TopObjectProperty &&
			p != owl.BottomObjectProperty {
			f.used[p.IRI] = true
		}
	}
	for _, a := range o.Axioms {
		a, ok := a.(*owl.AnnotationAssertion)
		if !ok || a.Property != owl.RDFSLabel {
			continue
		}
		subject, isIRI := a.Subject.(owl.IRI)
		text, literal := a.Value.(*owl.Literal)
		if isIRI && literal && (f.used[subject] || f.declared[subject]) {
			f.labels[subject] = append(f.labels[subject], text.Lexical)
		}
	}
	return f
}

// property records an axiom about object properties.
func (f *file) property(a owl.Axiom) {
	note := func(table map[owl.IRI]bool, list ...owl.ObjectPropertyExpression) {
		for _, e := range list {
			f.mentioned[named(e)] = true
			if table != nil {
				table[named(e)] = true
			}
		}
	}
	switch a := a.(type) {
	case *owl.SubObjectPropertyOf:
		note(f.described, a.Sub)
		note(nil, a.Super)
	case *owl.SubPropertyChainOf:
		note(f.described, a.Super)
		note(nil, a.Chain...)
	case *owl.EquivalentObjectProperties:
		note(f.described, a.Properties...)
	case *owl.DisjointObjectProperties:
		note(nil, a.Properties...)
	case *owl.InverseObjectProperties:
		note(f.inverted, a.First, a.Second)
	case *owl.ObjectPropertyDomain:
		note(nil, a.Property)
	case *owl.ObjectPropertyRange:
		note(nil, a.Property)
	case *owl.FunctionalObjectProperty:
		note(f.described, a.Property)
	case *owl.InverseFunctionalObjectProperty:
		note(f.described, a.Property)
	case *owl.ReflexiveObjectProperty:
		note(f.described, a.Property)
	case *owl.IrreflexiveObjectProperty:
		note(f.described, a.Property)
	case *owl.SymmetricObjectProperty:
		note(f.described, a.Property)
	case *owl.AsymmetricObjectProperty:
		note(f.described, a.Property)
	case *owl.TransitiveObjectProperty:
		note(f.described, a.Property)
	}
}

// properties returns the object properties of the file, sorted.
func (f *file) properties() []owl.IRI {
	var list []owl.IRI
	for p := range f.used {
		list = append(list, p)
	}
	for p := range f.declared {
		if !f.used[p] {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, owl.IRI.Compare)
	return list
}

// byName returns the relation with the label of a property or, without a label, its local name.
func (f *file) byName(p owl.IRI) *Relation {
	names := f.labels[p]
	if len(names) == 0 {
		names = []string{p.Fragment()}
	}
	for _, name := range names {
		folded := Fold(name)
		if !strings.Contains(folded, " ") && !inOBO(p) {
			continue
		}
		if r := load().byName[folded]; r != nil {
			return r
		}
	}
	return nil
}

// inOBO reports whether an IRI is in a namespace used by OBO ontologies.
func inOBO(iri owl.IRI) bool {
	s := iri.String()
	for _, namespace := range []string{
		oboNamespace, "http://purl.org/obo/", "http://www.obofoundry.org/", "http://www.geneontology.org/",
	} {
		if strings.HasPrefix(s, namespace) {
			return true
		}
	}
	return false
}
