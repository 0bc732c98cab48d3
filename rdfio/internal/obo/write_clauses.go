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
func Clauses(a owl.Axiom, n *Names) (subject owl.Entity, clauses []Clause, ok bool) {
	subject, clauses, ok = n.render(a)
	if !ok || len(clauses) == 0 {
		return subject, clauses, ok
	}
	if n.reads(subject, clauses, a) {
		return subject, clauses, true
	}
	if a, isAnnotation := a.(*owl.AnnotationAssertion); isAnnotation &&
		clauses[0].Tag != "property_value" {
		return n.propertyValue(a)
	}
	return nil, nil, false
}

// propertyValue renders an annotation as property_value, which may occur more than once.
func (n *Names) propertyValue(a *owl.AnnotationAssertion) (owl.Entity, []Clause, bool) {
	iri, _ := a.Subject.(owl.IRI)
	subject := n.primary[iri]
	value, ok := n.valueOf(a.Property, a.Value)
	if subject == nil || !ok || !n.modified(&value, a.Annotations) {
		return nil, nil, false
	}
	clauses := []Clause{{Tag: "property_value", Value: value}}
	return subject, clauses, n.reads(subject, clauses, a)
}

// valueOf renders the property and the value of property_value.
func (n *Names) valueOf(p owl.AnnotationProperty, value owl.AnnotationValue) (string, bool) {
	id := n.ID(p.IRI)
	if id == "" {
		return "", false
	}
	switch value := value.(type) {
	case owl.IRI:
		if target := n.ID(value); target != "" {
			return oboWord(id) + " " + oboWord(target), true
		}
	case *owl.Literal:
		datatype := n.ID(value.Datatype.IRI)
		if oboDatatypes[datatype] && value.Lang == "" {
			return oboWord(id) + " " + oboQuoted(value.Lexical) + " " + oboWord(datatype), true
		}
	}
	return "", false
}

// oboDatatypes are the datatypes of property_value: those of XML Schema that OWL 2 has. The OWL API
// refuses a document with others.
var oboDatatypes = map[string]bool{}

func init() {
	for _, name := range strings.Fields(`string boolean decimal integer float double
		nonNegativeInteger nonPositiveInteger positiveInteger negativeInteger long int short byte
		unsignedLong unsignedInt unsignedShort unsignedByte normalizedString token language Name
		NCName NMTOKEN hexBinary base64Binary anyURI dateTime dateTimeStamp`) {
		oboDatatypes["xsd:"+name] = true
	}
}

// reads reports whether the reader makes this axiom of the clauses, and nothing else except
// declarations and what an alternative id implies.
func (n *Names) reads(subject owl.Entity, clauses []Clause, a owl.Axiom) bool {
	t := *n.reader
	t.o, t.declared = &owl.Ontology{}, map[owl.Entity]bool{}
	if subject == nil {
		for _, c := range clauses {
			v := oboValue{text: c.Value}
			err := t.headerClause(&oboClause{tag: c.Tag, value: c.Value}, &v)
			if err != nil || len(v.faults) > 0 {
				return false
			}
		}
		return n.sameDefined(&t, a)
	}
	s := t.subject(&oboFrame{kind: n.Stanza(subject), id: n.ID(subject.EntityIRI())})
	for _, c := range clauses {
		v := oboValue{text: c.Value}
		err := s.clause(&oboClause{tag: c.Tag, value: c.Value}, &v)
		if err != nil || len(v.faults) > 0 || !oboOneLine(c.Value) {
			return false
		}
	}
	s.definition()
	found := slices.DeleteFunc(t.o.Axioms, isDeclaration)
	if clauses[0].Tag == "alt_id" && len(found) > 0 {
		found = found[len(found)-1:]
	}
	if len(found) != 1 || found[0].Kind() != a.Kind() ||
		!bytes.Equal(owl.AppendCanonical(nil, found[0]), owl.AppendCanonical(nil, a)) {
		return false
	}
	n.declares = t.declared
	return true
}

func isDeclaration(a owl.Axiom) bool { return a.Kind() == owl.DeclarationKind }

// sameDefined reports whether the reader has found what is defined by a subset or synonym type.
func (n *Names) sameDefined(t *oboTranslator, a owl.Axiom) bool {
	d := n.defined[a.(*owl.SubAnnotationPropertyOf).Sub.IRI]
	want := []owl.Axiom{d.sub}
	for _, more := range []*owl.AnnotationAssertion{d.text, d.scope} {
		if more != nil {
			want = append(want, more)
		}
	}
	found := slices.DeleteFunc(t.o.Axioms, isDeclaration)
	n.declares = t.declared
	return slices.EqualFunc(found, want,
		func(a, b owl.Axiom) bool { return owl.Compare(a, b) == 0 })
}

// modified appends trailing modifiers for annotations; it reports whether all can be expressed.
func (n *Names) modified(value *string, annotations []owl.Annotation) bool {
	var list []string
	for _, a := range annotations {
		text, plain := oboPlain(a.Value)
		name := n.modifierName(a.Property)
		if !plain || name == "" || len(a.Annotations) > 0 {
			return false
		}
		list = append(list, oboEscape(name, " =,}\"{")+"="+oboQuoted(text))
	}
	if len(list) > 0 {
		slices.Sort(list)
		*value = strings.TrimLeft(*value+" {"+strings.Join(list, ", ")+"}", " ")
	}
	return true
}

// modifierName returns the name that means an annotation property before an equals sign.
func (n *Names) modifierName(p owl.AnnotationProperty) string {
	if tag := oboTags[p]; tag != "" {
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

// oboTags holds the tags and modifiers of properties.
var oboTags = oboTagsByProperty()

// oboSynonymScopes holds the scopes by the properties of synonyms.
var oboSynonymScopes = map[owl.AnnotationProperty]string{
	oioProperty("hasExactSynonym"): "EXACT", oioProperty("hasBroadSynonym"): "BROAD",
	oioProperty("hasNarrowSynonym"): "NARROW", oioProperty("hasRelatedSynonym"): "RELATED",
}

func oboTagsByProperty() map[owl.AnnotationProperty]string {
	tags := map[owl.AnnotationProperty]string{}
	for tag, p := range oboProperties {
		if tag != "remark" { // of the header
			tags[p] = tag
		}
	}
	for _, tag := range []string{"created_by", "creation_date", "consider", "is_anonymous",
		"builtin", "is_class_level", "is_metadata_tag", "is_cyclic"} {
		tags[oioProperty(tag)] = tag
	}
	for tag := range oboCharacteristics {
		tags[oioProperty(tag)] = tag
	}
	return tags
}

// oboScopeOf returns the scope that a property of synonyms means.
func oboScopeOf(v owl.AnnotationValue) string {
	iri, _ := v.(owl.IRI)
	return oboSynonymScopes[owl.AnnotationProperty{IRI: iri}]
}

// render renders an axiom without a check.
func (n *Names) render(a owl.Axiom) (owl.Entity, []Clause, bool) {
	switch a := a.(type) {
	case *owl.Declaration:
		return a.Entity, nil, len(a.Annotations) == 0 && n.Stanza(a.Entity) != "" &&
			n.ID(a.Entity.EntityIRI()) != ""
	case *owl.AnnotationAssertion:
		return n.annotation(a)
	case *owl.SubAnnotationPropertyOf:
		if d := n.defined[a.Sub.IRI]; d != nil && owl.Compare(d.sub, a) == 0 {
			return n.definition(d)
		} // else to owl-axioms, because the OWL API drops or misreads is_a, domain and range here
	case *owl.SubClassOf:
		return n.subClassOf(a)
	case *owl.EquivalentClasses:
		return n.equivalentClasses(a)
	case *owl.DisjointClasses:
		if len(a.Classes) == 2 {
			return n.pair("disjoint_from", a.Annotations, named(a.Classes[0]), named(a.Classes[1]))
		}
	case *owl.ClassAssertion:
		return n.one(named(a.Individual), "instance_of", a.Annotations,
			iriOf(named(a.Class)))
	case *owl.ObjectPropertyAssertion:
		return n.one(named(a.Source), "relationship", a.Annotations,
			iriOf(named(a.Property)),
			iriOf(named(a.Target)))
	case *owl.ObjectPropertyDomain:
		return n.one(named(a.Property), "domain", a.Annotations, iriOf(named(a.Domain)))
	case *owl.ObjectPropertyRange:
		return n.one(named(a.Property), "range", a.Annotations, iriOf(named(a.Range)))
	case *owl.SubObjectPropertyOf:
		return n.one(named(a.Sub), "is_a", a.Annotations, iriOf(named(a.Super)))
	case *owl.InverseObjectProperties:
		return n.pair("inverse_of", a.Annotations, named(a.First), named(a.Second))
	case *owl.EquivalentObjectProperties:
		if len(a.Properties) == 2 {
			return n.pair("equivalent_to", a.Annotations, named(a.Properties[0]),
				named(a.Properties[1]))
		}
	case *owl.DisjointObjectProperties:
		if len(a.Properties) == 2 {
			return n.pair("disjoint_from", a.Annotations, named(a.Properties[0]),
				named(a.Properties[1]))
		}
	case *owl.SubPropertyChainOf:
		return n.chain(a)
	}
	for tag, kind := range oboCharacteristics {
		if kind == a.Kind() {
			property := owl.Slots(&owl.AxiomShapes[kind], a)[0].(owl.ObjectPropertyExpression)
			return n.flag(property, tag, a.AxiomAnnotations())
		}
	}
	return nil, nil, false
}

// named returns a part of an axiom that is an entity, and nil otherwise.
func named(part any) owl.Entity {
	e, _ := part.(owl.Entity)
	return e
}

// iriOf returns the IRI of an entity, zero for nil.
func iriOf(e owl.Entity) owl.IRI {
	if e == nil {
		return owl.IRI{}
	}
	return e.EntityIRI()
}

// one renders a clause with ids as its value; the label of the last one is its comment.
func (n *Names) one(subject owl.Entity, tag string, annotations []owl.Annotation,
	values ...owl.IRI) (owl.Entity,
	[]Clause, bool) {
	if subject == nil || n.Stanza(subject) == "" || n.ID(subject.EntityIRI()) == "" {
		return nil, nil, false
	}
	c := Clause{Tag: tag}
	for i, iri := range values {
		id := ""
		if !iri.IsZero() {
			id = n.ID(iri)
		}
		if id == "" {
			return nil, nil, false
		}
		if i > 0 {
			c.Value += " "
		}
		c.Value += oboWord(id)
		c.Comment = n.comment(iri)
	}
	ok := n.modified(&c.Value, annotations)
	return subject, []Clause{c}, ok
}

// comment returns the label of an IRI if it can be a comment.
func (n *Names) comment(iri owl.IRI) string {
	label := n.labels[iri]
	if strings.ContainsAny(label, "\\\r\n") {
		return ""
	}
	return strings.TrimSpace(label)
}

// pair renders a symmetric axiom in the stanza of a declared entity, of two such in that of the
// lesser IRI.
func (n *Names) pair(tag string, annotations []owl.Annotation, a, b owl.Entity) (owl.Entity,
	[]Clause, bool) {
	if a == nil || b == nil {
		return nil, nil, false
	}
	if b.EntityIRI().Compare(a.EntityIRI()) < 0 {
		a, b = b, a
	}
	if n.Stanza(a) == "" || n.Stanza(b) != "" && n.own[b] && !n.own[a] {
		a, b = b, a
	}
	return n.one(a, tag, annotations, b.EntityIRI())
}

func (n *Names) flag(p owl.ObjectPropertyExpression, tag string,
	annotations []owl.Annotation) (owl.Entity,
	[]Clause, bool) {
	subject := named(p)
	if subject == nil || n.Stanza(subject) == "" || n.ID(subject.EntityIRI()) == "" {
		return nil, nil, false
	}
	value := "true"
	ok := n.modified(&value, annotations)
	return subject, []Clause{{Tag: tag, Value: value}}, ok
}

// chain renders holds_over_chain, or transitive_over if the first relation is the one that holds.
func (n *Names) chain(a *owl.SubPropertyChainOf) (owl.Entity, []Clause, bool) {
	if len(a.Chain) != 2 {
		return nil, nil, false
	}
	super, first, second := named(a.Super), named(a.Chain[0]), named(a.Chain[1])
	reversible := slices.IndexFunc(a.Annotations, func(a owl.Annotation) bool {
		text, plain := oboPlain(a.Value)
		return a.Property == oboProperty("IAO_isReversiblePropertyChain") && plain &&
			text == "true" &&
			len(a.Annotations) == 0
	})
	switch {
	case reversible >= 0:
		rest := slices.Delete(slices.Clone(a.Annotations), reversible, reversible+1)
		return n.one(super, "equivalent_to_chain", rest, iriOf(first), iriOf(second))
	case super != nil && super == first:
		return n.one(super, "transitive_over", a.Annotations, iriOf(second))
	}
	return n.one(super, "holds_over_chain", a.Annotations, iriOf(first), iriOf(second))
}

// subClassOf renders is_a and relationship, also in the context of another restriction.
func (n *Names) subClassOf(a *owl.SubClassOf) (owl.Entity, []Clause, bool) {
	subject, context := named(a.Sub), ""
	if and, ok := a.Sub.(*owl.ObjectIntersectionOf); ok && len(and.Operands) == 2 {
		for i, c := range and.Operands {
			some, ok := and.Operands[1-i].(*owl.ObjectSomeValuesFrom)
			if named(c) == nil || !ok {
				continue
			}
			r, filler := n.ID(iriOf(named(some.Property))), n.ID(iriOf(named(some.Filler)))
			if r != "" && filler != "" {
				subject, context = named(c),
					"gci_relation="+oboQuoted(r)+", gci_filler="+oboQuoted(filler)
			}
		}
	}
	if super := named(a.Super); super != nil {
		subject, clauses, ok := n.one(subject, "is_a", nil, super.EntityIRI())
		return subject, clauses, ok && n.structural(&clauses[0], context, a.Annotations)
	}
	property, filler, modifier := n.restriction(a.Super)
	if property == nil || filler == nil {
		return nil, nil, false
	}
	if context != "" && modifier != "" {
		context = ", " + context
	}
	subject, clauses, ok := n.one(subject, "relationship", nil, property.EntityIRI(),
		filler.EntityIRI())
	return subject, clauses, ok && n.structural(&clauses[0], modifier+context, a.Annotations)
}

// structural appends modifiers that are part of the axiom, and its annotations.
func (n *Names) structural(c *Clause, modifier string, annotations []owl.Annotation) bool {
	list := ""
	if !n.modified(&list, annotations) {
		return false
	}
	switch {
	case modifier != "" && list != "":
		c.Value += " {" + modifier + ", " + list[1:]
	case modifier != "":
		c.Value += " {" + modifier + "}"
	case list != "":
		c.Value += " " + list
	}
	return true
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
func (n *Names) equivalentClasses(a *owl.EquivalentClasses) (owl.Entity, []Clause, bool) {
	if len(a.Classes) != 2 {
		return nil, nil, false
	}
	subject, whole := named(a.Classes[0]), a.Classes[1]
	switch {
	case subject == nil:
		subject, whole = named(a.Classes[1]), a.Classes[0]
	case named(whole) != nil:
		return n.pair("equivalent_to", a.Annotations, subject, named(whole))
	}
	if n.reader.view != "" {
		if some, ok := whole.(*owl.ObjectSomeValuesFrom); ok {
			whole = some.Filler
		}
	}
	var tag string
	var operands []owl.ClassExpression
	switch whole := whole.(type) {
	case *owl.ObjectIntersectionOf:
		tag, operands = "intersection_of", whole.Operands
	case *owl.ObjectUnionOf:
		tag, operands = "union_of", whole.Operands
	}
	var clauses []Clause
	for _, c := range operands {
		property, filler, modifier := n.restriction(c)
		values := []owl.IRI{iriOf(named(c))}
		if property != nil && filler != nil && tag == "intersection_of" {
			values = []owl.IRI{property.EntityIRI(), filler.EntityIRI()}
		}
		_, one, ok := n.one(subject, tag, nil, values...)
		if !ok || !n.structural(&one[0], modifier, nil) {
			return nil, nil, false
		}
		clauses = append(clauses, one[0])
	}
	if len(clauses) < 2 {
		return nil, nil, false
	}
	slices.SortFunc(clauses, Compare)
	ok := n.modified(&clauses[0].Value, a.Annotations)
	return subject, clauses, ok
}

// sameAssertion reports whether two assertions are equal; the first may be nil.
func sameAssertion(a, b *owl.AnnotationAssertion) bool { return a != nil && owl.Compare(a, b) == 0 }

// definition renders subsetdef or synonymtypedef.
func (n *Names) definition(d *oboDefined) (owl.Entity, []Clause, bool) {
	id := n.ID(d.sub.Sub.IRI)
	if id == "" {
		return nil, nil, false
	}
	text := ""
	if d.text != nil {
		text, _ = oboPlain(d.text.Value)
	}
	c := Clause{Tag: "subsetdef", Value: oboWord(id) + " " + oboQuoted(text)}
	if d.sub.Super == oboSynonym {
		c.Tag = "synonymtypedef"
		if d.scope != nil {
			c.Value += " " + oboScopeOf(d.scope.Value)
		}
	}
	ok := n.modified(&c.Value, d.sub.Annotations)
	return nil, []Clause{c}, ok
}

// annotation renders an annotation assertion by the tag of its property.
func (n *Names) annotation(a *owl.AnnotationAssertion) (owl.Entity, []Clause, bool) {
	iri, _ := a.Subject.(owl.IRI)
	if iri.IsZero() {
		return nil, nil, false
	}
	if d := n.defined[iri]; d != nil && (sameAssertion(d.text, a) || sameAssertion(d.scope, a)) {
		return nil, nil, true
	}
	if n.impliedByMerge(iri, a) {
		return nil, nil, true
	}
	subject := n.primary[iri]
	if subject == nil {
		return nil, nil, false
	}
	text, plain := oboPlain(a.Value)
	id := n.ID(iri)
	if plain && len(a.Annotations) == 0 && text == id {
		_, expanded := n.reader.expanded[id]
		if a.Property == oboID || a.Property == oboShorthand && expanded {
			return subject, nil, true
		}
	}
	annotations := a.Annotations
	c := Clause{Tag: oboTags[a.Property]}
	scope := oboSynonymScopes[a.Property]
	switch {
	case plain && (c.Tag == "def" || strings.HasPrefix(c.Tag, "expand_")):
		c.Value = oboQuoted(text) + " " + n.xrefs(&annotations)
	case plain && scope != "":
		c.Tag, c.Value = "synonym", oboQuoted(text)+" "+scope+" "
		if i := slices.IndexFunc(annotations, n.isSynonymType); i >= 0 {
			c.Value += oboWord(n.ID(annotations[i].Value.(owl.IRI))) + " "
			annotations = slices.Delete(slices.Clone(annotations), i, i+1)
		}
		c.Value += n.xrefs(&annotations)
	case plain && c.Tag == "xref":
		c.Value = oboXrefID(text)
		if i := slices.IndexFunc(annotations, isDescription); i >= 0 {
			description, _ := oboPlain(annotations[i].Value)
			c.Value += " " + oboQuoted(description)
			annotations = slices.Delete(slices.Clone(annotations), i, i+1)
		}
	case c.Tag == "subset" || c.Tag == "replaced_by":
		value, _ := a.Value.(owl.IRI)
		if value.IsZero() || n.ID(value) == "" {
			return n.propertyValue(a)
		}
		c.Value = oboWord(n.ID(value))
	case strings.HasPrefix(c.Tag, "is_") || c.Tag == "builtin":
		l, ok := a.Value.(*owl.Literal)
		_, isNote := subject.(owl.AnnotationProperty)
		if !ok || l.Lexical != "true" && l.Lexical != "false" ||
			c.Tag == "is_metadata_tag" && !isNote {
			return n.propertyValue(a)
		}
		c.Value = l.Lexical
	case plain && c.Tag == "alt_id":
		if !oboReadsWord(text) || !n.merged[n.reader.iri(text)][iri] {
			return n.propertyValue(a)
		}
		c.Value = oboWord(text)
	case plain && c.Tag == "namespace" && strings.Contains(text, " "):
		return n.propertyValue(a) // because the OWL API wants a word
	case plain && oboTextTags[c.Tag] && text == strings.TrimSpace(text):
		// blanks need quotation marks
		c.Value = oboText(text)
	default:
		return n.propertyValue(a)
	}
	if !n.modified(&c.Value, annotations) {
		return nil, nil, false
	}
	return subject, []Clause{c}, true
}

var oboTextTags = map[string]bool{"name": true, "comment": true, "namespace": true,
	"created_by":    true,
	"creation_date": true, "consider": true}

// impliedByMerge reports whether an alternative id implies the annotation.
func (n *Names) impliedByMerge(iri owl.IRI, a *owl.AnnotationAssertion) bool {
	targets := n.merged[iri]
	if len(targets) == 0 || len(a.Annotations) > 0 {
		return false
	}
	switch value := a.Value.(type) {
	case owl.IRI:
		return a.Property == oboReason && value == oboTermsMerge ||
			a.Property == oboReplaced && targets[value]
	case *owl.Literal:
		return a.Property == owl.OWLDeprecated && *value == *owl.NewLiteral("true", owl.XSDBoolean)
	}
	return false
}

func (n *Names) isSynonymType(a owl.Annotation) bool {
	iri, ok := a.Value.(owl.IRI)
	return ok && a.Property == oioProperty("hasSynonymType") && len(a.Annotations) == 0 &&
		n.ID(iri) != ""
}

func isDescription(a owl.Annotation) bool {
	text, plain := oboPlain(a.Value)
	return a.Property == owl.RDFSLabel && plain && text != "" && len(a.Annotations) == 0
}

// xrefs renders the cross references among annotations, and keeps the others.
func (n *Names) xrefs(annotations *[]owl.Annotation) string {
	var list []string
	var others []owl.Annotation
	for _, a := range *annotations {
		text, plain := oboPlain(a.Value)
		described := len(a.Annotations) == 1 && isDescription(a.Annotations[0])
		if a.Property != oboXrefs || !plain || text == "" || len(a.Annotations) > 0 && !described {
			others = append(others, a)
			continue
		}
		x := oboXrefID(text)
		if described {
			description, _ := oboPlain(a.Annotations[0].Value)
			x += " " + oboQuoted(description)
		}
		list = append(list, x)
	}
	slices.Sort(list)
	*annotations = others
	return "[" + strings.Join(list, ", ") + "]"
}

// oboHeaderOrder and oboOrder hold the tags of the header and of stanzas in the order of OBO 1.4,
// counted from 1.
var (
	oboHeaderOrder = inOrder(`format-version data-version date saved-by auto-generated-by import
		subsetdef synonymtypedef default-namespace namespace-id-rule idspace
		treat-xrefs-as-equivalent treat-xrefs-as-genus-differentia
		treat-xrefs-as-reverse-genus-differentia treat-xrefs-as-relationship treat-xrefs-as-is_a
		treat-xrefs-as-has-subclass id-mapping default-relationship-id-prefix
		logical-definition-view-relation remark ontology property_value owl-axioms`)
	oboOrder = inOrder(`id is_anonymous name namespace alt_id def comment subset synonym xref
		builtin property_value domain range holds_over_chain is_anti_symmetric is_cyclic
		is_reflexive is_symmetric is_asymmetric is_transitive is_functional is_inverse_functional
		instance_of is_a intersection_of union_of equivalent_to disjoint_from inverse_of
		transitive_over equivalent_to_chain relationship is_obsolete created_by creation_date
		replaced_by consider expand_assertion_to expand_expression_to is_metadata_tag
		is_class_level`)
)

func inOrder(tags string) map[string]int {
	order := map[string]int{}
	for i, tag := range strings.Fields(tags) {
		order[tag] = i + 1
	}
	return order
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
