package relations

import (
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
	properties := f.properties()
	own := make(map[owl.IRI]owl.IRI) // from the table's IRI to the ontology's
	for _, p := range properties {
		if r := load().byIRI[p]; r != nil {
			u.relations[p], own[p] = r, p
		}
	}
	for _, p := range properties {
		if u.relations[p] != nil || f.mentioned[p] {
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
		if f.used[p] {
			used[builtIn] = true
		}
	}
	var open []statement // of relations that the file does not describe
	for _, r := range load().relations {
		p, isOwn := own[r.iri]
		for _, s := range r.statements {
			if s.kind == owl.InverseObjectPropertiesKind {
				q := named(s.parts[1])
				if !used[r.iri] || !used[q] || f.inverted[own[q]] || f.inverted[p] {
					continue
				}
			} else if isOwn && f.described[p] {
				continue
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
		a := s.axiom(rename)
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
	reach := func(step func(premises []owl.IRI, conclusion owl.IRI) bool) {
		for changed := true; changed; {
			changed = false
			for _, s := range all {
				premises, conclusion := s.implication()
				if step(premises, conclusion) {
					changed = true
				}
			}
		}
	}
	reach(func(premises []owl.IRI, conclusion owl.IRI) bool {
		for _, p := range premises {
			if !follows[p] {
				return false
			}
		}
		added := !follows[conclusion]
		follows[conclusion] = true
		return added
	})
	reach(func(premises []owl.IRI, conclusion owl.IRI) (added bool) {
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
		premises, conclusion := s.implication()
		wanted := func(p owl.IRI) bool { return follows[p] && leads[p] }
		if wanted(conclusion) && !slices.ContainsFunc(premises, func(p owl.IRI) bool {
			return !wanted(p)
		}) {
			list = append(list, s)
		}
	}
	return list
}

// implication returns the properties on the left side of a built-in axiom, and the property on its
// right side. A characteristic has one property on both.
func (s *statement) implication() (premises []owl.IRI, conclusion owl.IRI) {
	for _, e := range s.parts {
		premises = append(premises, named(e))
	}
	last := len(premises) - 1
	if s.kind == owl.TransitiveObjectPropertyKind || s.kind == owl.SymmetricObjectPropertyKind {
		return premises, premises[last]
	}
	return premises[:last], premises[last]
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
	kind := a.Kind()
	if !isAboutProperties(kind) {
		return
	}
	for _, slot := range owl.Slots(&owl.AxiomShapes[kind], a) {
		note(f.mentioned, slot)
	}
	switch kind {
	case owl.DisjointObjectPropertiesKind, owl.ObjectPropertyDomainKind,
		owl.ObjectPropertyRangeKind:
	case owl.InverseObjectPropertiesKind:
		note(f.inverted, owl.SubjectSlot(a))
	default:
		note(f.described, owl.SubjectSlot(a))
	}
}

// note adds the properties of a slot to a set.
func note(set map[owl.IRI]bool, slot any) {
	switch slot := slot.(type) {
	case owl.ObjectPropertyExpression:
		set[named(slot)] = true
	case []any:
		for _, x := range slot {
			note(set, x)
		}
	}
}

// properties returns the object properties of the file, sorted.
func (f *file) properties() []owl.IRI {
	all := maps.Clone(f.used)
	maps.Copy(all, f.declared)
	return slices.SortedFunc(maps.Keys(all), owl.IRI.Compare)
}

// byName returns the relation with the label of a property or, without a label, its local name.
func (f *file) byName(p owl.IRI) *relation {
	names := f.labels[p]
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
