package obo

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"box2el-owl/owl"
	"box2el-owl/rdfio/internal/rdf"
)

// Clause is a line of an OBO document: Value is escaped, with cross references and trailing
// modifiers; Comment is the label of the entity that it names, or "".
type Clause struct{ Tag, Value, Comment string }

// String returns the line without its line end.
func (c Clause) String() string {
	if c.Comment == "" {
		return c.Tag + ": " + c.Value
	}
	return c.Tag + ": " + c.Value + " ! " + c.Comment
}

// Clauses renders an axiom as clauses of the stanza of subject, or of the header if subject is
// nil. Clauses are empty if the stanza or another clause implies the axiom: a declaration, an id.
// ok is false if OBO 1.4 cannot express the axiom; then it belongs to owl-axioms.
//
// The functions that render leave out what has no form in OBO. The reader then makes something else
// from the clause, and ok is false.
func Clauses(a owl.Axiom, n *Names) (subject owl.Entity, clauses []Clause, ok bool) {
	switch a := a.(type) {
	case *owl.Declaration:
		return a.Entity, nil, len(a.Annotations) == 0 && n.hasStanza(a.Entity)
	case *owl.AnnotationAssertion:
		iri, _ := a.Subject.(owl.IRI)
		subject = n.primary[iri]
		switch {
		case n.implies(iri, a):
			return nil, nil, true
		case subject == nil:
			return nil, nil, false
		case n.isID(iri, a):
			return subject, nil, true
		}
		if clauses = n.annotation(subject, a); n.reads(subject, clauses, a) {
			return subject, clauses, true
		}
		return n.propertyValue(a)
	case *owl.SubAnnotationPropertyOf:
		d := n.defined[a.Sub.IRI]
		if d == nil || owl.Compare(d.sub, a) != 0 {
			// because the OWL API drops or misreads is_a of annotation properties
			return nil, nil, false
		}
		clauses = []Clause{n.definition(d)}
		return nil, clauses, n.readsDefinition(d, clauses[0])
	case *owl.SubClassOf:
		subject, clauses = n.subClassOf(a)
	case *owl.EquivalentClasses:
		subject, clauses = n.equivalentClasses(a)
	case *owl.ObjectPropertyAssertion:
		subject = named(a.Source)
		clauses = n.clause("relationship", "", a.Annotations, named(a.Property), named(a.Target))
	case *owl.SubPropertyChainOf:
		subject, clauses = n.chain(a)
	default:
		subject, clauses = n.pair(a)
	}
	return subject, clauses, n.hasStanza(subject) && n.reads(subject, clauses, a)
}

// hasStanza reports whether a stanza can be about an entity, which may be nil.
func (n *Names) hasStanza(e owl.Entity) bool {
	return e != nil && n.Stanza(e) != "" && n.idOf(e) != ""
}

// propertyValue renders an annotation as property_value, which may occur more than once.
func (n *Names) propertyValue(a *owl.AnnotationAssertion) (owl.Entity, []Clause, bool) {
	iri, _ := a.Subject.(owl.IRI)
	subject := n.primary[iri]
	clauses := []Clause{n.valueOf(owl.Annotation{Property: a.Property, Value: a.Value,
		Annotations: a.Annotations})}
	return subject, clauses, subject != nil && n.reads(subject, clauses, a)
}

// valueOf renders an annotation as property_value.
func (n *Names) valueOf(a owl.Annotation) Clause {
	value := ""
	switch v := a.Value.(type) {
	case owl.IRI:
		value = oboWord(n.ID(v))
	case *owl.Literal:
		if datatype := n.ID(v.Datatype.IRI); oboDatatypes[datatype] > 0 {
			value = oboQuoted(v.Lexical) + " " + oboWord(datatype)
		}
	}
	return Clause{Tag: "property_value",
		Value: oboWord(n.ID(a.Property.IRI)) + " " + value + n.modifiers("", a.Annotations)}
}

// oboDatatypes are the datatypes of property_value: those of XML Schema that OWL 2 has. The OWL API
// refuses a document with others.
var oboDatatypes = inOrder(`xsd:string xsd:boolean xsd:decimal xsd:integer xsd:float xsd:double
	xsd:nonNegativeInteger xsd:nonPositiveInteger xsd:positiveInteger xsd:negativeInteger xsd:long
	xsd:int xsd:short xsd:byte xsd:unsignedLong xsd:unsignedInt xsd:unsignedShort xsd:unsignedByte
	xsd:normalizedString xsd:token xsd:language xsd:Name xsd:NCName xsd:NMTOKEN xsd:hexBinary
	xsd:base64Binary xsd:anyURI xsd:dateTime xsd:dateTimeStamp`)

// reads reports whether the reader makes this axiom of the clauses of a stanza, and nothing else
// except declarations and what an alternative id implies.
func (n *Names) reads(subject owl.Entity, clauses []Clause, a owl.Axiom) bool {
	t := n.emptyReader()
	s := t.subject(&oboFrame{kind: n.Stanza(subject), id: n.idOf(subject)})
	for _, c := range clauses {
		v := oboValue{text: c.Value}
		s.clause(&oboClause{tag: c.Tag, value: c.Value}, &v)
		if v.err != nil || len(v.faults) > 0 || !oboOneLine(c.Value) {
			return false
		}
	}
	s.define("intersection_of", &s.intersection)
	s.define("union_of", &s.union)
	found := slices.DeleteFunc(t.o.Axioms, isDeclaration)
	if len(clauses) > 0 && clauses[0].Tag == "alt_id" && len(found) > 0 {
		found = found[len(found)-1:]
	}
	if len(found) != 1 || found[0].Kind() != a.Kind() ||
		!bytes.Equal(owl.AppendCanonical(nil, found[0]), owl.AppendCanonical(nil, a)) {
		return false
	}
	n.declares = t.declared
	return true
}

// emptyReader returns the reader with an empty ontology.
func (n *Names) emptyReader() *oboTranslator {
	t := *n.reader
	t.o, t.declared = &owl.Ontology{}, map[owl.Entity]bool{}
	return &t
}

func isDeclaration(a owl.Axiom) bool { return a.Kind() == owl.DeclarationKind }

// readsDefinition reports whether the reader finds what a clause of the header defines.
func (n *Names) readsDefinition(d *oboDefined, c Clause) bool {
	t := n.emptyReader()
	v := oboValue{text: c.Value}
	t.headerClause(&oboClause{tag: c.Tag, value: c.Value}, &v)
	want := []owl.Axiom{d.sub}
	for _, more := range []*owl.AnnotationAssertion{d.text, d.scope} {
		if more != nil {
			want = append(want, more)
		}
	}
	n.declares = t.declared
	return v.err == nil && len(v.faults) == 0 &&
		slices.EqualFunc(slices.DeleteFunc(t.o.Axioms, isDeclaration), want,
			func(a, b owl.Axiom) bool { return owl.Compare(a, b) == 0 })
}

// modifiers renders trailing modifiers, with a blank before them: those that are part of the axiom,
// and annotations.
func (n *Names) modifiers(structural string, annotations []owl.Annotation) string {
	var list []string
	for _, a := range annotations {
		text, plain := oboPlain(a.Value)
		if name := n.modifierName(a.Property); plain && name != "" {
			list = append(list, oboEscape(name, " =,}\"{")+"="+oboQuoted(text))
		}
	}
	slices.Sort(list)
	if structural != "" {
		list = slices.Insert(list, 0, structural)
	}
	if len(list) == 0 {
		return ""
	}
	return " {" + strings.Join(list, ", ") + "}"
}

// modifierName returns the name that means an annotation property before an equals sign.
func (n *Names) modifierName(p owl.AnnotationProperty) string {
	if tag := oboPropertyTags[p]; tag != "" {
		return tag
	}
	if local, ok := strings.CutPrefix(p.IRI.String(), rdf.OIONamespace); ok &&
		!strings.Contains(local, ":") &&
		!oboStructural[local] {
		return local
	}
	if id := n.ID(p.IRI); strings.Contains(id, ":") {
		return id
	}
	return ""
}

// named returns a part of an axiom that is an entity, and nil otherwise.
func named(part any) owl.Entity {
	e, _ := part.(owl.Entity)
	return e
}

// idOf returns the id of an entity, and "" for nil.
func (n *Names) idOf(e owl.Entity) string {
	if e == nil {
		return ""
	}
	return n.ID(e.EntityIRI())
}

// clause renders a clause with ids as its value; the label of the last one is its comment.
func (n *Names) clause(tag, structural string, annotations []owl.Annotation,
	entities ...owl.Entity) []Clause {
	c := Clause{Tag: tag}
	var ids []string
	for _, e := range entities {
		ids = append(ids, oboWord(n.idOf(e)))
		if e != nil {
			c.Comment = n.comment(e.EntityIRI())
		}
	}
	c.Value = strings.Join(ids, " ") + n.modifiers(structural, annotations)
	return []Clause{c}
}

// comment returns the label of an IRI if it can be a comment.
func (n *Names) comment(iri owl.IRI) string {
	labels := n.texts(iri, owl.RDFSLabel)
	if len(labels) == 0 || strings.ContainsAny(labels[0], "\\\r\n") {
		return ""
	}
	return strings.TrimSpace(labels[0])
}

// pair renders an axiom about one or two entities by the table of tags. A symmetric axiom is in the
// stanza of a declared entity, of two such in that of the lesser IRI.
func (n *Names) pair(a owl.Axiom) (owl.Entity, []Clause) {
	tag := oboAxiomTags[a.Kind()]
	if tag == nil {
		return nil, nil
	}
	slots := owl.Slots(&owl.AxiomShapes[a.Kind()], a)
	list, symmetric := slots[0].([]any)
	switch {
	case symmetric && len(list) != 2:
		return nil, nil
	case symmetric:
		slots = list
	case tag.individual != 0: // its class is the first slot
		slices.Reverse(slots)
	case len(slots) == 1:
		return named(slots[0]), []Clause{{Tag: tag.name,
			Value: "true" + n.modifiers("", a.AxiomAnnotations())}}
	}
	first, second := named(slots[0]), named(slots[1])
	if first == nil || second == nil {
		return nil, nil
	}
	if symmetric {
		if second.EntityIRI().Compare(first.EntityIRI()) < 0 {
			first, second = second, first
		}
		if n.Stanza(first) == "" || n.Stanza(second) != "" && n.own[second] && !n.own[first] {
			first, second = second, first
		}
	}
	return first, n.clause(tag.name, "", a.AxiomAnnotations(), second)
}

// chain renders holds_over_chain, or transitive_over if the first relation is the one that holds.
func (n *Names) chain(a *owl.SubPropertyChainOf) (owl.Entity, []Clause) {
	var chain []owl.Entity
	for _, p := range a.Chain {
		chain = append(chain, named(p))
	}
	super := named(a.Super)
	reversible := slices.IndexFunc(a.Annotations, func(a owl.Annotation) bool {
		text, _ := oboPlain(a.Value)
		return a.Property == oboReversible && text == "true"
	})
	switch {
	case len(chain) != 2:
		return nil, nil
	case reversible >= 0:
		rest := slices.Delete(slices.Clone(a.Annotations), reversible, reversible+1)
		return super, n.clause("equivalent_to_chain", "", rest, chain...)
	case super == chain[0]:
		return super, n.clause("transitive_over", "", a.Annotations, chain[1])
	}
	return super, n.clause("holds_over_chain", "", a.Annotations, chain...)
}

// subClassOf renders is_a and relationship, also in the context of another restriction.
func (n *Names) subClassOf(a *owl.SubClassOf) (owl.Entity, []Clause) {
	subject, context := named(a.Sub), ""
	if and, ok := a.Sub.(*owl.ObjectIntersectionOf); ok && len(and.Operands) == 2 {
		for i, c := range and.Operands {
			some, ok := and.Operands[1-i].(*owl.ObjectSomeValuesFrom)
			if ok && named(c) != nil {
				subject = named(c)
				context = "gci_relation=" + oboQuoted(n.idOf(named(some.Property))) +
					", gci_filler=" + oboQuoted(n.idOf(named(some.Filler)))
			}
		}
	}
	if super := named(a.Super); super != nil {
		return subject, n.clause("is_a", context, a.Annotations, super)
	}
	property, filler, modifier := n.restriction(a.Super)
	if context != "" && modifier != "" {
		modifier += ", "
	}
	return subject, n.clause("relationship", modifier+context, a.Annotations, property, filler)
}

// restriction returns the relation, the filler and the modifiers of a restriction.
func (n *Names) restriction(c owl.ClassExpression) (property, filler owl.Entity, modifier string) {
	count := func(name string, n int) string { return name + "=" + oboQuoted(strconv.Itoa(n)) }
	orThing := func(c owl.ClassExpression) owl.Entity {
		if c == nil {
			return owl.Thing
		}
		return named(c)
	}
	switch c := c.(type) {
	case *owl.ObjectSomeValuesFrom:
		property, filler = named(c.Property), named(c.Filler)
		if property != nil && n.reader.classLevel[property.EntityIRI()] {
			modifier = `all_some="true"`
		}
	case *owl.ObjectHasValue:
		property, filler = named(c.Property), named(c.Individual)
	case *owl.ObjectAllValuesFrom:
		property, filler, modifier = named(c.Property), named(c.Filler), `all_only="true"`
		if not, ok := c.Filler.(*owl.ObjectComplementOf); ok {
			filler, modifier = named(not.Operand), count("maxCardinality", 0)
		}
	case *owl.ObjectMinCardinality:
		return named(c.Property), orThing(c.Filler), count("minCardinality", c.N)
	case *owl.ObjectMaxCardinality:
		return named(c.Property), orThing(c.Filler), count("maxCardinality", c.N)
	case *owl.ObjectExactCardinality:
		return named(c.Property), orThing(c.Filler), count("cardinality", c.N)
	}
	return property, filler, modifier
}

// equivalentClasses renders equivalent_to, or a definition as intersection_of or union_of.
func (n *Names) equivalentClasses(a *owl.EquivalentClasses) (owl.Entity, []Clause) {
	if len(a.Classes) != 2 {
		return nil, nil
	}
	subject, whole := named(a.Classes[0]), a.Classes[1]
	if subject == nil {
		subject, whole = named(whole), a.Classes[0]
	}
	if some, ok := whole.(*owl.ObjectSomeValuesFrom); ok && n.reader.view != "" {
		whole = some.Filler
	}
	var tag string
	var operands []owl.ClassExpression
	switch whole := whole.(type) {
	case owl.Class:
		return n.pair(a)
	case *owl.ObjectIntersectionOf:
		tag, operands = "intersection_of", whole.Operands
	case *owl.ObjectUnionOf:
		tag, operands = "union_of", whole.Operands
	}
	var clauses []Clause
	for _, c := range operands {
		entities := []owl.Entity{named(c)}
		property, filler, modifier := n.restriction(c)
		if property != nil && tag == "intersection_of" {
			entities = []owl.Entity{property, filler}
		}
		clauses = append(clauses, n.clause(tag, modifier, nil, entities...)...)
	}
	slices.SortFunc(clauses, Compare)
	if len(clauses) > 0 {
		clauses[0].Value += n.modifiers("", a.Annotations)
	}
	return subject, clauses
}

// definition renders subsetdef or synonymtypedef.
func (n *Names) definition(d *oboDefined) Clause {
	text := ""
	if d.text != nil {
		text, _ = oboPlain(d.text.Value)
	}
	c := Clause{Tag: "subsetdef", Value: oboWord(n.ID(d.sub.Sub.IRI)) + " " + oboQuoted(text)}
	if d.sub.Super == oboSynonym {
		c.Tag = "synonymtypedef"
		if d.scope != nil {
			c.Value += " " + oboScopeOf(d.scope.Value)
		}
	}
	c.Value += n.modifiers("", d.sub.Annotations)
	return c
}

// oboScopeOf returns the scope that a property of synonyms means.
func oboScopeOf(v owl.AnnotationValue) string {
	iri, _ := v.(owl.IRI)
	return oboSynonymScopes[owl.AnnotationProperty{IRI: iri}]
}

// isID reports whether a stanza implies an annotation, because it has the id or the short name.
func (n *Names) isID(iri owl.IRI, a *owl.AnnotationAssertion) bool {
	text, plain := oboPlain(a.Value)
	_, expanded := n.reader.expanded[text]
	return plain && text == n.ID(iri) && len(a.Annotations) == 0 &&
		(a.Property == oboID || a.Property == oboShorthand && expanded)
}

// implies reports whether a definition of the header or an alternative id implies an annotation.
func (n *Names) implies(iri owl.IRI, a *owl.AnnotationAssertion) bool {
	same := sameAs(a)
	if d := n.defined[iri]; d != nil && (same(d.text) || same(d.scope)) {
		return true
	}
	targets := n.merged[iri]
	target, _ := a.Value.(owl.IRI) // of oboReplaced
	return len(targets) > 0 && (a.Property != oboReplaced || targets[target]) &&
		slices.ContainsFunc(oboMerged(iri, target), same)
}

// sameAs returns a function that reports whether an assertion, which may be nil, equals another.
func sameAs(a *owl.AnnotationAssertion) func(*owl.AnnotationAssertion) bool {
	return func(b *owl.AnnotationAssertion) bool { return b != nil && owl.Compare(a, b) == 0 }
}

// annotation renders an annotation by the tag of its property; nil if it must be property_value.
func (n *Names) annotation(subject owl.Entity, a *owl.AnnotationAssertion) []Clause {
	text, plain := oboPlain(a.Value)
	annotations := slices.Clone(a.Annotations)
	// take removes the first annotation that satisfies a condition, and returns its value.
	take := func(is func(owl.Annotation) bool) owl.AnnotationValue {
		i := slices.IndexFunc(annotations, is)
		if i < 0 {
			return nil
		}
		value := annotations[i].Value
		annotations = slices.Delete(annotations, i, i+1)
		return value
	}
	tag := &oboTag{}
	if known := oboTags[oboPropertyTags[a.Property]]; known != nil {
		tag = known
	}
	c := Clause{Tag: tag.name}
	switch scope := oboSynonymScopes[a.Property]; {
	case plain && scope != "":
		c.Tag, c.Value = "synonym", oboQuoted(text)+" "+scope+" "
		if kind, ok := take(n.isSynonymType).(owl.IRI); ok {
			c.Value += oboWord(n.ID(kind)) + " "
		}
		c.Value += n.xrefs(&annotations)
	case plain && tag.form == quotedForm:
		c.Value = oboQuoted(text) + " " + n.xrefs(&annotations)
	case plain && tag.form == xrefForm:
		c.Value = oboXrefID(text)
		if description := take(isDescription); description != nil {
			text, _ := oboPlain(description)
			c.Value += " " + oboQuoted(text)
		}
	case tag.form == referenceForm:
		value, _ := a.Value.(owl.IRI)
		c.Value = oboWord(n.ID(value))
	case tag.form == booleanForm:
		l, ok := a.Value.(*owl.Literal)
		_, isNote := subject.(owl.AnnotationProperty)
		if !ok || l.Lexical != "true" && l.Lexical != "false" ||
			tag.name == "is_metadata_tag" && !isNote {
			return nil
		}
		c.Value = l.Lexical
	case plain && tag.name == "alt_id":
		merged := n.merged[n.reader.iri(text)]
		if !oboReadsWord(text) || !merged[subject.EntityIRI()] {
			return nil
		}
		c.Value = oboWord(text)
	case plain && tag.name == "namespace" && strings.Contains(text, " "):
		return nil // because the OWL API wants a word
	case plain && tag.form == textForm && text == strings.TrimSpace(text):
		c.Value = oboText(text) // blanks around it need quotation marks
	default:
		return nil
	}
	c.Value = strings.TrimLeft(c.Value+n.modifiers("", annotations), " ")
	return []Clause{c}
}

func (n *Names) isSynonymType(a owl.Annotation) bool {
	iri, ok := a.Value.(owl.IRI)
	return ok && a.Property == oboSynonymType && len(a.Annotations) == 0 && n.ID(iri) != ""
}

func isDescription(a owl.Annotation) bool {
	text, plain := oboPlain(a.Value)
	return a.Property == owl.RDFSLabel && plain && text != "" && len(a.Annotations) == 0
}

// xrefs renders the cross references among annotations, and keeps the others.
func (n *Names) xrefs(annotations *[]owl.Annotation) string {
	var list []string
	*annotations = slices.DeleteFunc(*annotations, func(a owl.Annotation) bool {
		text, plain := oboPlain(a.Value)
		described := len(a.Annotations) == 1 && isDescription(a.Annotations[0])
		if a.Property != oboXrefs || !plain || text == "" || len(a.Annotations) > 0 && !described {
			return false
		}
		x := oboXrefID(text)
		if described {
			description, _ := oboPlain(a.Annotations[0].Value)
			x += " " + oboQuoted(description)
		}
		list = append(list, x)
		return true
	})
	slices.Sort(list)
	return "[" + strings.Join(list, ", ") + "]"
}

// CompareTags orders the clauses of a stanza by their tags alone.
func CompareTags(a, b Clause) int { return oboOrder[a.Tag] - oboOrder[b.Tag] }

// Compare orders the clauses of a stanza: by tag, the genus of a definition before its
// differentiae, by value.
func Compare(a, b Clause) int {
	if a.Tag != b.Tag {
		return CompareTags(a, b)
	}
	if a.Tag == "intersection_of" {
		if genus := strings.Count(a.Value, " ") - strings.Count(b.Value, " "); genus != 0 &&
			(!strings.Contains(a.Value, " ") || !strings.Contains(b.Value, " ")) {
			return genus
		}
	}
	return strings.Compare(a.Value, b.Value)
}
