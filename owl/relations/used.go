package relations

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"box2el-owl/owl"
)

// Used holds the object properties of an ontology that are relations of the table. It is immutable
// and safe for concurrent use.
type Used struct {
	relations map[owl.IRI]*relation // by the ontology's IRI
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
	u := &Used{relations: make(map[owl.IRI]*relation), labeled: f.labeled}
	iris := slices.SortedFunc(maps.Keys(f.properties), owl.IRI.Compare)
	own := make(map[owl.IRI]owl.IRI) // from the table's IRI to the ontology's
	for _, p := range iris {
		if r := load().byIRI[p]; r != nil {
			u.relations[p], own[p] = r, p
		}
	}
	for _, p := range iris {
		if u.relations[p] != nil || f.properties[p].mentioned {
			continue
		}
		if r := f.byName(p); r != nil {
			u.relations[p] = r
			if _, taken := own[r.iri]; !taken {
				own[r.iri] = p
			}
		}
	}
	u.collect(f, own)
	return u
}

// Label returns the label of a property or an upper class without a label in the ontology. It
// reports false if the ontology has a label or the table has none.
func (u *Used) Label(iri owl.IRI) (string, bool) {
	if u.labeled[iri] {
		return "", false
	}
	if r, ok := u.relations[iri]; ok {
		return r.label, true
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
	if len(u.sources) > 0 && isAboutProperties(a.Kind()) {
		source, ok = u.sources[owl.HashAxiom(a)]
	}
	return source, ok
}

// isAboutProperties reports whether axioms of a kind relate object properties or describe one.
func isAboutProperties(kind owl.AxiomKind) bool {
	return kind >= owl.SubObjectPropertyOfKind && kind <= owl.TransitiveObjectPropertyKind
}

// collect sets the built-in axioms.
func (u *Used) collect(f *file, own map[owl.IRI]owl.IRI) {
	used := make(map[owl.IRI]bool) // the table's IRIs of the properties in use
	for builtIn, p := range own {
		if f.properties[p].used {
			used[builtIn] = true
		}
	}
	var open []statement // of relations that the file does not describe
	for _, r := range load().relations {
		p, isOwn := own[r.iri]
		for _, s := range r.statements {
			if s.kind == owl.InverseObjectPropertiesKind {
				q := s.properties[1]
				if !used[r.iri] || !used[q] || f.properties[own[q]].inverted ||
					f.properties[p].inverted {
					continue
				}
			} else if isOwn && f.properties[p].described {
				continue
			}
			open = append(open, s)
		}
	}
	u.sources = make(map[owl.Hash]string)
	for _, s := range between(open, used) {
		a := s.axiom(func(p owl.IRI) owl.IRI { return cmp.Or(own[p], p) })
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
	follows, leads := maps.Clone(used), maps.Clone(used)
	follow := func(p owl.IRI) bool { return follows[p] }
	for n := -1; n < len(follows); {
		n = len(follows)
		for _, s := range all {
			if premises, conclusion := s.implication(); every(premises, follow) {
				follows[conclusion] = true
			}
		}
	}
	for n := -1; n < len(leads); {
		n = len(leads)
		for _, s := range all {
			premises, conclusion := s.implication()
			for _, p := range premises {
				if leads[conclusion] && follows[p] {
					leads[p] = true
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(s statement) bool {
		return !every(s.properties, func(p owl.IRI) bool { return follows[p] && leads[p] })
	})
}

func every(iris []owl.IRI, test func(owl.IRI) bool) bool {
	return !slices.ContainsFunc(iris, func(p owl.IRI) bool { return !test(p) })
}

// implication returns the properties on the left side of a built-in axiom, and the property on its
// right side. A characteristic has one property on both.
func (s *statement) implication() (premises []owl.IRI, conclusion owl.IRI) {
	last := len(s.properties) - 1
	return s.properties[:max(last, 1)], s.properties[last]
}

// expressions returns the property expressions in the slots of an axiom.
func expressions(slots []any) (list []owl.ObjectPropertyExpression) {
	for _, slot := range slots {
		switch slot := slot.(type) {
		case owl.ObjectPropertyExpression:
			list = append(list, slot)
		case []any:
			list = append(list, expressions(slot)...)
		}
	}
	return list
}

func named(e owl.ObjectPropertyExpression) owl.IRI {
	if inverse, ok := e.(*owl.ObjectInverseOf); ok {
		return inverse.Property.IRI
	}
	return e.(owl.ObjectProperty).IRI
}

// file holds what an ontology says of its object properties.
type file struct {
	properties map[owl.IRI]*property // used or declared
	labeled    map[owl.IRI]bool      // IRIs with a label
}

type property struct {
	used      bool // in a logical axiom
	mentioned bool // in a logical axiom about properties
	described bool // has a characteristic, a superproperty or a chain
	inverted  bool // has an inverse
	labels    []string
}

func newFile(o *owl.Ontology) *file {
	f := &file{properties: make(map[owl.IRI]*property), labeled: make(map[owl.IRI]bool)}
	for _, a := range o.Axioms {
		if d, ok := a.(*owl.Declaration); ok {
			if p, ok := d.Entity.(owl.ObjectProperty); ok {
				f.property(p.IRI)
			}
		} else if iri, text := rdfsLabel(a); text != "" {
			f.labeled[iri] = true
		} else if a.Kind().IsLogical() {
			f.read(a)
		}
	}
	for _, a := range o.Axioms {
		iri, text := rdfsLabel(a)
		if p := f.properties[iri]; p != nil && text != "" {
			p.labels = append(p.labels, text)
		}
	}
	delete(f.properties, owl.TopObjectProperty.IRI)
	delete(f.properties, owl.BottomObjectProperty.IRI)
	return f
}

// rdfsLabel returns the subject and the text of an rdfs:label; text is "" for other axioms.
func rdfsLabel(a owl.Axiom) (iri owl.IRI, text string) {
	assertion, ok := a.(*owl.AnnotationAssertion)
	if !ok || assertion.Property != owl.RDFSLabel {
		return iri, ""
	}
	iri, _ = assertion.Subject.(owl.IRI)
	if l, ok := assertion.Value.(*owl.Literal); ok {
		text = l.Lexical
	}
	return iri, text
}

func (f *file) property(iri owl.IRI) *property {
	p := f.properties[iri]
	if p == nil {
		p = &property{}
		f.properties[iri] = p
	}
	return p
}

// read records the object properties of a logical axiom.
func (f *file) read(a owl.Axiom) {
	owl.EachName(a, func(kind owl.EntityKind, name owl.IRI) {
		if kind == owl.ObjectPropertyKind {
			f.property(name).used = true
		}
	})
	kind := a.Kind()
	if !isAboutProperties(kind) {
		return
	}
	for _, e := range expressions(owl.Slots(&owl.AxiomShapes[kind], a)) {
		f.property(named(e)).mentioned = true
	}
	for _, e := range expressions(owl.SubjectSlot(a)) {
		p := f.property(named(e))
		switch kind {
		case owl.DisjointObjectPropertiesKind, owl.ObjectPropertyDomainKind,
			owl.ObjectPropertyRangeKind:
		case owl.InverseObjectPropertiesKind:
			p.inverted = true
		default:
			p.described = true
		}
	}
}

// byName returns the relation with the label of a property or, without a label, its local name.
func (f *file) byName(p owl.IRI) *relation {
	names := f.properties[p].labels
	if len(names) == 0 {
		names = []string{p.Fragment()}
	}
	for _, name := range names {
		folded := owl.Fold(name)
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
	return slices.ContainsFunc([]string{
		oboNamespace, "http://purl.org/obo/", "http://www.obofoundry.org/",
		"http://www.geneontology.org/",
	}, func(namespace string) bool { return strings.HasPrefix(iri.String(), namespace) })
}
