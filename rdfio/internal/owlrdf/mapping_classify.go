package owlrdf

import (
	"bytes"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/rdf"
)

// termFlags are the kinds and roles of a term in the document.
type termFlags uint32

const (
	// Kinds by declaration.
	declaredClass termFlags = 1 << iota
	declaredDatatype
	declaredObjectProperty
	declaredDataProperty
	declaredAnnotationProperty

	// Kinds by use, without a declaration.
	usedAsClass
	usedAsDatatype
	usedAsObjectProperty
	usedAsDataProperty
	usedAsAnnotationProperty

	// Roles of nodes.
	ontologyNode
	owlClassNode    // owl:Class, not only rdfs:Class
	dataRangeNode   // rdfs:Datatype or owl:DataRange, of a blank node
	reificationNode // owl:Axiom, owl:Annotation
	facetNode       // in the list of owl:withRestrictions
	axiomNode       // such as owl:AllDisjointClasses
	ruleNode
	ruleAtomNode

	// Evidence that classify collects.
	functionalNode

	// Findings that are in the report, in the order of owl.EntityKind like the declarations.
	notedClass
	notedDatatype
	notedObjectProperty
	notedDataProperty
	notedAnnotationProperty
	referredTo
	notedShared

	// Declarations that were made: this flag and the five after it, in the order of owl.EntityKind.
	madeClass

	_ = madeClass << owl.NamedIndividualKind // an error of the compiler if the flags are too many
)

const (
	isClass              = declaredClass | usedAsClass
	isObjectProperty     = declaredObjectProperty | usedAsObjectProperty
	isDataProperty       = declaredDataProperty | usedAsDataProperty
	isAnnotationProperty = declaredAnnotationProperty | usedAsAnnotationProperty

	declaredProperty = declaredObjectProperty | declaredDataProperty | declaredAnnotationProperty
	isProperty       = isObjectProperty | isDataProperty | isAnnotationProperty
)

func (m *mapper) is(t rdf.ID, f termFlags) bool { return m.flags[t]&f != 0 }

// evidence holds the statements that classify collects in its first pass.
type evidence struct {
	restrictions []int32 // … owl:onProperty p
	facets       []int32 // … owl:withRestrictions …
	ranges       []int32 // p rdfs:range …
	links        []int32 // p rdfs:subPropertyOf q, owl:equivalentProperty, owl:propertyDisjointWith
	chains       []int32 // p owl:propertyChainAxiom …
	assertions   []int32 // … owl:assertionProperty p, swrl:propertyPredicate
	functional   bool    // there is a functionalNode
}

// classify finds the kinds of all terms: by declarations (sections 3.1.2 and 3.2.1 with table 6),
// or else by use. The kind of an undeclared property follows from its place in an expression or
// axiom of one kind, then from its range, then from linked properties; otherwise it is an
// annotation property. The order of the triples does not matter.
func (m *mapper) classify() {
	var e evidence
	for i := range m.statements {
		if m.canceled(i) {
			return
		}
		if m.marks[i]&repeated == 0 {
			m.classifyStatement(int32(i), &e)
		}
	}
	m.classifyByPlace(&e)
	m.classifyByRange(e.ranges)
	m.classifyByLinks(e.links)
	if e.functional {
		m.classifyByValues()
	}
}

// classifyStatement notes what a statement says of its terms. Three types of properties declare an
// object property in OWL 1 (table 6).
func (m *mapper) classifyStatement(i int32, e *evidence) {
	st := &m.statements[i]
	w := m.words[st.P]
	isType := w == rdfType
	if isType {
		w = m.words[st.O]
	}
	switch {
	case w == noWord && isType:
		m.flags[st.O] |= usedAsClass
		return
	case w == noWord, isType != (w >= classType): // a type cannot be a predicate
		return
	}
	m.flags[st.S] |= vocabulary[w].subject
	m.flags[st.O] |= vocabulary[w].object
	switch w {
	case functionalType:
		e.functional = true
	case propertyChainAxiom, propertyChain:
		e.chains = append(e.chains, i)
	case onProperty:
		e.restrictions = append(e.restrictions, i)
	case withRestrictions:
		e.facets = append(e.facets, i)
	case rng:
		e.ranges = append(e.ranges, i)
	case subPropertyOf, equivalentProperty, propertyDisjointWith:
		e.links = append(e.links, i)
	case assertionProperty, swrlPropertyPredicate:
		e.assertions = append(e.assertions, i)
	}
}

// classifyByPlace types the undeclared properties at places for one kind only, and marks the nodes
// of facets.
func (m *mapper) classifyByPlace(e *evidence) {
	for _, i := range e.facets {
		if members, err := m.listMembers(m.statements[i].O); err == nil {
			for _, member := range members {
				m.flags[member] |= facetNode
			}
		}
	}
	for _, i := range e.chains {
		if members, err := m.listMembers(m.statements[i].O); err == nil {
			for _, member := range members {
				m.flags[member] |= usedAsObjectProperty
			}
		}
	}
	for _, i := range e.assertions {
		node, p := m.statements[i].S, m.statements[i].O
		switch {
		case m.one(node, targetIndividual) >= 0,
			m.find(node, m.wordTerms[rdfType], m.wordTerms[swrlIndividualPropertyAtomType]) >= 0:
			m.flags[p] |= usedAsObjectProperty
		case m.one(node, targetValue) >= 0,
			m.find(node, m.wordTerms[rdfType], m.wordTerms[swrlDatavaluedPropertyAtomType]) >= 0:
			m.flags[p] |= usedAsDataProperty
		}
	}
	for _, i := range e.restrictions {
		node, p := m.statements[i].S, m.statements[i].O
		if m.isIRI(p) && !m.is(p, declaredObjectProperty|declaredDataProperty) &&
			i == m.one(node, onProperty) {
			m.flags[p] |= m.kindByRestriction(node)
		}
	}
}

// kindByRestriction returns the kind of the property of a restriction by the rest of it.
func (m *mapper) kindByRestriction(node rdf.ID) termFlags {
	for _, i := range m.about(node) {
		o := m.statements[i].O
		data := false
		switch m.words[m.statements[i].P] {
		case someValuesFrom, allValuesFrom:
			data = m.looksLikeData(o)
		case hasValue:
			data = m.isLiteral(o)
		case onDataRange:
			data = true
		case onClass, hasSelf:
		default:
			continue
		}
		if data {
			return usedAsDataProperty
		}
		return usedAsObjectProperty
	}
	return 0
}

// looksLikeData estimates whether a term is a data range, before expressions are resolved. An
// untyped connective is that if its first operand is.
func (m *mapper) looksLikeData(t rdf.ID) bool {
	for range 8 {
		switch {
		case m.isIRI(t):
			return m.isDataRangeName(t)
		case m.isLiteral(t):
			return false
		case m.is(t, dataRangeNode):
			return true
		case m.is(t, declaredClass):
			return false
		}
		if m.one(t, onDatatype) >= 0 || m.one(t, datatypeComplementOf) >= 0 {
			return true
		}
		if values := m.one(t, oneOf); values >= 0 {
			head := m.one(m.statements[values].O, first)
			return head >= 0 && m.isLiteral(m.statements[head].O)
		}
		operands := max(m.one(t, intersectionOf), m.one(t, unionOf))
		if operands < 0 {
			return false
		}
		head := m.one(m.statements[operands].O, first)
		if head < 0 {
			return false
		}
		t = m.statements[head].O
	}
	return false
}

// isDataRangeName reports whether an IRI names a datatype rather than a class.
func (m *mapper) isDataRangeName(t rdf.ID) bool {
	if m.is(t, declaredClass) {
		return false
	}
	return m.isDatatypeName(t) || m.is(t, usedAsDatatype) && !m.is(t, usedAsClass)
}

// isDatatypeName reports whether an IRI is a declared datatype or any datatype of XML Schema, also
// one that OWL 2 lacks (xsd:date …).
func (m *mapper) isDatatypeName(t rdf.ID) bool {
	return m.is(t, declaredDatatype) || bytes.HasPrefix(m.terms.Bytes(t), []byte(owl.XSDNamespace))
}

// classifyByRange types properties without a kind, and annotation properties whose range is an
// expression.
func (m *mapper) classifyByRange(ranges []int32) {
	type finding struct {
		property rdf.ID
		kind     termFlags
	}
	var found []finding
	for _, i := range ranges {
		st := &m.statements[i]
		switch {
		case m.is(st.S, isObjectProperty|isDataProperty), m.isLiteral(st.O):
		case m.is(st.S, isAnnotationProperty) && !m.isBlank(st.O):
		case m.looksLikeData(st.O):
			found = append(found, finding{st.S, usedAsDataProperty})
		default:
			found = append(found, finding{st.S, usedAsObjectProperty})
		}
	}
	for _, f := range found { // at the end, so that ranges do not depend on each other
		m.flags[f.property] |= f.kind
	}
	for _, i := range ranges {
		st := &m.statements[i]
		if m.isIRI(st.O) && m.is(st.S, isObjectProperty) && !m.isDataRangeName(st.O) {
			m.flags[st.O] |= usedAsClass
		}
	}
}

// classifyByLinks types linked properties without a kind like one of their neighbors: object before
// data before annotation property.
func (m *mapper) classifyByLinks(links []int32) {
	neighbors := make(map[rdf.ID][]rdf.ID) // without a kind
	for _, i := range links {
		s, o := m.statements[i].S, m.statements[i].O
		for _, link := range [2][2]rdf.ID{{s, o}, {o, s}} {
			if !m.is(link[1], isProperty) {
				neighbors[link[0]] = append(neighbors[link[0]], link[1])
			}
		}
	}
	for _, kind := range []struct{ has, gets termFlags }{
		{isObjectProperty, usedAsObjectProperty}, {isDataProperty, usedAsDataProperty},
		{isAnnotationProperty, usedAsAnnotationProperty},
	} {
		var open []rdf.ID
		for p := range neighbors {
			if m.is(p, kind.has) {
				open = append(open, p)
			}
		}
		for len(open) > 0 {
			last := neighbors[open[len(open)-1]]
			open = open[:len(open)-1]
			for _, p := range last {
				if !m.is(p, isProperty) {
					m.flags[p] |= kind.gets
					open = append(open, p)
				}
			}
		}
	}
}

// classifyByValues types functional properties without a declaration by their values.
func (m *mapper) classifyByValues() {
	for i := range m.statements {
		if m.canceled(i) {
			return
		}
		st := &m.statements[i]
		if m.is(st.P, functionalNode) && !m.is(st.P, declaredProperty) {
			if m.isLiteral(st.O) {
				m.flags[st.P] |= usedAsDataProperty
			} else {
				m.flags[st.P] |= usedAsObjectProperty
			}
		}
	}
}
