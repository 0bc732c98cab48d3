package owl

import (
	"strconv"
	"strings"
)

// Manchester renders in the Manchester syntax (OWL 2 Manchester Syntax, second edition, W3C Note
// 2012) for people: with labels, composed operands in parentheses, infix keywords. The zero value
// writes IRIs in full, except those of owl, rdf, rdfs and xsd. It is safe for concurrent use if
// Label is.
//
// Two forms are not in the grammar of the standard: data restrictions over several properties (p, q
// some D), and axioms outside frames.
type Manchester struct {
	// Label returns the label of an IRI, such as that of Ontology.Labels, or "" if Prefixes
	// abbreviates it. Labels that are no simple names, or keywords, are written in single quotation
	// marks, with a backslash before such a mark or a backslash. May be nil.
	Label func(IRI) string
	// Prefixes abbreviates IRIs without a label. May be nil.
	Prefixes *Prefixes

	names *Names // say what to write for an IRI, in place of Label and Prefixes; may be nil
}

// IRI returns the name of an entity for expressions.
func (m Manchester) IRI(iri IRI) string { return string(m.AppendIRI(nil, iri)) }

// Name returns the name of an entity for sentences. It is that of expressions; an ID that replaces
// a shared label is preceded by the label, as in 'cardo' (HAO:0000187).
func (m Manchester) Name(iri IRI) string {
	text := m.IRI(iri)
	if m.names == nil || m.names.Label(iri) == "" || m.names.distinctLabel(iri) != "" {
		return text
	}
	return Manchester{Label: m.names.Label}.IRI(iri) + " (" + text + ")"
}

// ClassExpression returns a class expression.
func (m Manchester) ClassExpression(c ClassExpression) string {
	return string(m.AppendClassExpression(nil, c))
}

// Axiom returns an axiom without its annotations.
func (m Manchester) Axiom(a Axiom) string {
	return string(m.AppendAxiom(make([]byte, 0, usualLength), a))
}

// AppendIRI appends the name of an entity for expressions.
func (m Manchester) AppendIRI(dst []byte, iri IRI) []byte {
	return written(m, dst, (*manchesterWriter).iri, iri)
}

// AppendClassExpression appends a class expression.
func (m Manchester) AppendClassExpression(dst []byte, c ClassExpression) []byte {
	return written(m, dst, (*manchesterWriter).class, c)
}

// AppendDataRange appends a data range.
func (m Manchester) AppendDataRange(dst []byte, d DataRange) []byte {
	return written(m, dst, (*manchesterWriter).dataRange, d)
}

// AppendObjectProperty appends a property or its inverse.
func (m Manchester) AppendObjectProperty(dst []byte, p ObjectPropertyExpression) []byte {
	return written(m, dst, (*manchesterWriter).property, p)
}

// AppendIndividual appends an individual.
func (m Manchester) AppendIndividual(dst []byte, i Individual) []byte {
	return written(m, dst, (*manchesterWriter).individual, i)
}

// AppendLiteral appends a literal.
func (m Manchester) AppendLiteral(dst []byte, l *Literal) []byte {
	return written(m, dst, (*manchesterWriter).literal, l)
}

// AppendAxiom appends an axiom without its annotations.
func (m Manchester) AppendAxiom(dst []byte, a Axiom) []byte {
	return written(m, dst, (*manchesterWriter).axiom, a)
}

// written appends x.
func written[T any](m Manchester, dst []byte, write func(*manchesterWriter, T), x T) []byte {
	w := manchesterWriter{m, dst}
	write(&w, x)
	return w.dst
}

// Slots returns the slots of an axiom in the order of its shape. The items of a list are slots of
// their own, a chain is one. Axioms with entities, annotation values or rules have no such form.
func (m Manchester) Slots(a Axiom) []string { return m.slots(a, (*manchesterWriter).listed) }

// slots renders a slot that is one class expression by the function class.
func (m Manchester) slots(a Axiom, class func(*manchesterWriter, ClassExpression)) (list []string) {
	w := manchesterWriter{Manchester: m}
	for _, slot := range Slots(&AxiomShapes[a.Kind()], a) {
		items, isList := slot.([]any)
		if !isList {
			list = append(list, w.slot(slot, class))
		}
		for _, x := range items {
			list = append(list, w.slot(x, (*manchesterWriter).listed))
		}
		if isList && a.Kind() == SubPropertyChainOfKind {
			list = []string{strings.Join(list, " o ")}
		}
	}
	return list
}

// slot renders one slot of an axiom.
func (w *manchesterWriter) slot(x any, class func(*manchesterWriter, ClassExpression)) string {
	w.dst = w.dst[:0]
	w.part(x, class)
	return string(w.dst)
}

// part writes a slot of an axiom or expression.
func (w *manchesterWriter) part(x any, class func(*manchesterWriter, ClassExpression)) {
	switch x := x.(type) {
	case ClassExpression:
		class(w, x)
	case ObjectPropertyExpression:
		w.property(x)
	case Individual:
		w.individual(x)
	case *Literal:
		w.literal(x)
	case DataRange:
		w.dataRange(x)
	case Entity: // another property
		w.iri(x.EntityIRI())
	case IRI:
		w.iri(x)
	}
}

type manchesterWriter struct {
	Manchester
	dst []byte
}

func (w *manchesterWriter) text(s string) { w.dst = append(w.dst, s...) }

var standardPrefixes = StandardPrefixes()

func (w *manchesterWriter) iri(iri IRI) {
	if w.names != nil {
		w.text(w.names.inManchester(iri))
		return
	}
	if w.Label != nil {
		if label := w.Label(iri); label != "" {
			w.label(label)
			return
		}
	}
	p := w.Prefixes
	if _, _, ok := p.Abbreviate(iri.String()); !ok {
		p = standardPrefixes
		if name, _, ok := p.Abbreviate(iri.String()); ok {
			if _, declared := w.Prefixes.Namespace(name); declared { // for something else
				p = nil
			}
		}
	}
	w.dst = AppendIRI(w.dst, iri, p)
}

// label writes a label, in quotation marks if it cannot be read back without them.
func (w *manchesterWriter) label(label string) {
	if isSimpleName(label) && !manchesterKeyword[strings.ToLower(label)] {
		w.text(label)
		return
	}
	w.quotedLabel(label)
}

func (w *manchesterWriter) quotedLabel(label string) {
	w.text("'")
	for {
		cut := strings.IndexAny(label, `'\`)
		if cut < 0 {
			break
		}
		w.dst = append(append(w.dst, label[:cut]...), '\\', label[cut])
		label = label[cut+1:]
	}
	w.text(label)
	w.text("'")
}

// isSimpleName reports whether s is a PN_LOCAL that does not look like a number.
func isSimpleName(s string) bool {
	return isLocalName(s) && (s[0] < '0' || s[0] > '9')
}

// manchesterKeyword holds the keywords of expressions and between the sides of axioms, in lower
// case.
var manchesterKeyword = map[string]bool{
	"and": true, "or": true, "not": true, "that": true, "some": true, "only": true, "value": true, "self": true, "min": true, "max": true,
	"exactly": true, "inverse": true, "o": true, "integer": true, "decimal": true, "float": true, "string": true, "length": true,
	"minlength": true, "maxlength": true, "pattern": true, "langrange": true, "true": true, "false": true,
	"subclassof": true, "equivalentto": true, "disjointwith": true, "disjointunionof": true, "subpropertyof": true, "inverseof": true,
	"domain": true, "range": true, "haskey": true, "sameas": true, "differentfrom": true, "type": true, "types": true,
}

// nested writes an operand, in parentheses unless it is a name or a list in braces.
func (w *manchesterWriter) nested(c ClassExpression) {
	switch c.(type) {
	case Class, *ObjectOneOf:
		w.class(c)
		return
	}
	w.text("(")
	w.class(c)
	w.text(")")
}

// listed writes an item of a list with commas, in parentheses if it has commas itself.
func (w *manchesterWriter) listed(c ClassExpression) {
	var properties []DataProperty
	switch c := c.(type) {
	case *DataSomeValuesFrom:
		properties = c.Properties
	case *DataAllValuesFrom:
		properties = c.Properties
	}
	if len(properties) > 1 {
		w.nested(c)
		return
	}
	w.class(c)
}

func (w *manchesterWriter) class(c ClassExpression) {
	switch c := c.(type) {
	case Class:
		w.iri(c.IRI)
	case *ObjectIntersectionOf:
		operands(w, c.Operands, " and ", (*manchesterWriter).nested)
	case *ObjectUnionOf:
		operands(w, c.Operands, " or ", (*manchesterWriter).nested)
	case *ObjectComplementOf:
		w.text("not ")
		w.nested(c.Operand)
	case *ObjectOneOf:
		w.text("{")
		w.individuals(c.Individuals)
		w.text("}")
	default:
		w.restriction(c)
	}
}

// operands writes operands with a keyword between them.
func operands[T any](w *manchesterWriter, list []T, between string,
	nested func(*manchesterWriter, T)) {
	for i, x := range list {
		if i > 0 {
			w.text(between)
		}
		nested(w, x)
	}
}

// restrictionKeyword holds the keywords of restrictions by kind.
var restrictionKeyword = func() (keywords [DataExactCardinalityKind + 1]string) {
	for _, r := range restrictions {
		keywords[r.object] = r.keyword
		if r.data != NamedClassKind {
			keywords[r.data] = r.keyword
		}
	}
	return keywords
}()

// restriction writes the properties, the keyword, the number and the filler of a restriction.
func (w *manchesterWriter) restriction(c ClassExpression) {
	slots := Slots(ClassShape(c), c)
	number, counts := slots[0].(int)
	if counts {
		slots = slots[1:]
	}
	properties, several := slots[0].([]any)
	if !several {
		properties = slots[:1]
	}
	for i, x := range properties {
		w.comma(i)
		w.part(x, nil)
	}
	w.text(" ")
	w.text(restrictionKeyword[c.ExpressionKind()])
	if counts {
		w.text(" ")
		w.dst = strconv.AppendInt(w.dst, int64(number), 10)
	}
	if len(slots) < 2 || slots[1] == nil {
		return
	}
	w.text(" ")
	if filler, ok := slots[1].(DataRange); ok {
		w.nestedRange(filler)
	} else {
		w.part(slots[1], (*manchesterWriter).nested)
	}
}

func (w *manchesterWriter) nestedRange(d DataRange) {
	switch d.(type) {
	case Datatype, *DataOneOf, *DatatypeRestriction:
		w.dataRange(d)
		return
	}
	w.text("(")
	w.dataRange(d)
	w.text(")")
}

func (w *manchesterWriter) dataRange(d DataRange) {
	switch d := d.(type) {
	case Datatype:
		w.iri(d.IRI)
	case *DataIntersectionOf:
		operands(w, d.Operands, " and ", (*manchesterWriter).nestedRange)
	case *DataUnionOf:
		operands(w, d.Operands, " or ", (*manchesterWriter).nestedRange)
	case *DataComplementOf:
		w.text("not ")
		w.nestedRange(d.Operand)
	case *DataOneOf:
		w.text("{")
		for i, l := range d.Literals {
			w.comma(i)
			w.literal(l)
		}
		w.text("}")
	case *DatatypeRestriction:
		w.iri(d.Datatype.IRI)
		w.text("[")
		for i, f := range d.Facets {
			w.comma(i)
			w.facet(f)
		}
		w.text("]")
	}
}

var manchesterFacets = map[string]string{
	XSDNamespace + "minInclusive": ">=", XSDNamespace + "minExclusive": ">",
	XSDNamespace + "maxInclusive": "<=", XSDNamespace + "maxExclusive": "<",
	XSDNamespace + "length": "length", XSDNamespace + "minLength": "minLength",
	XSDNamespace + "maxLength": "maxLength",
	XSDNamespace + "pattern":   "pattern", RDFNamespace + "langRange": "langRange",
}

func (w *manchesterWriter) facet(f FacetRestriction) {
	if sign, ok := manchesterFacets[f.Facet.String()]; ok {
		w.text(sign)
	} else {
		w.iri(f.Facet)
	}
	w.text(" ")
	w.literal(f.Value)
}

// literal writes integers and decimals bare, other literals in quotation marks.
func (w *manchesterWriter) literal(l *Literal) {
	if l.Lang == "" && isBareNumber(l) {
		w.text(l.Lexical)
		return
	}
	r := renderer{dst: w.dst}
	r.quoted(l.Lexical)
	w.dst = r.dst
	switch {
	case l.Lang != "":
		w.text("@")
		w.text(l.Lang)
	case !l.Datatype.IRI.IsZero() && l.Datatype != XSDString:
		w.text("^^")
		w.iri(l.Datatype.IRI)
	}
}

// isBareNumber reports whether the digits alone are read back as the same literal
// (integerLiteral and decimalLiteral of the standard).
func isBareNumber(l *Literal) bool {
	digits := strings.TrimLeft(l.Lexical, "+-")
	if len(l.Lexical)-len(digits) > 1 || digits == "" {
		return false
	}
	whole, fraction, isDecimal := strings.Cut(digits, ".")
	if isDecimal {
		return l.Datatype.IRI.String() == XSDNamespace+"decimal" && IsDigits(whole) &&
			IsDigits(fraction)
	}
	return l.Datatype == XSDInteger && IsDigits(whole)
}

// IsDigits reports whether a text is one or more ASCII digits.
func IsDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func (w *manchesterWriter) comma(i int) {
	if i > 0 {
		w.text(", ")
	}
}

func (w *manchesterWriter) property(e ObjectPropertyExpression) {
	switch e := e.(type) {
	case ObjectProperty:
		w.iri(e.IRI)
	case *ObjectInverseOf:
		w.text("inverse ")
		w.iri(e.Property.IRI)
	}
}

func (w *manchesterWriter) individual(i Individual) {
	switch i := i.(type) {
	case NamedIndividual:
		w.iri(i.IRI)
	case AnonymousIndividual:
		w.text("_:")
		w.text(i.ID.String())
	}
}

func (w *manchesterWriter) individuals(list []Individual) {
	for i, x := range list {
		w.comma(i)
		w.individual(x)
	}
}

// manchesterForm holds the keyword between the first slot of an axiom and the others, and the one
// before a list of another length than two.
type manchesterForm struct{ infix, list string }

var manchesterForms = func() (forms [numAxiomKinds]manchesterForm) {
	for _, s := range ManchesterSections {
		forms[s.Kind].infix = " " + s.Keyword + " "
		if s.List != "" {
			forms[s.Kind].list = s.List + ": "
		}
	}
	forms[SubPropertyChainOfKind].infix = " SubPropertyOf "
	forms[ClassAssertionKind] = manchesterForm{} // has its class first
	forms[FunctionalDataPropertyKind].list = "Functional: "
	return forms
}()

func (w *manchesterWriter) axiom(a Axiom) {
	kind := a.Kind()
	switch a := a.(type) {
	case *Declaration:
		w.text(a.Entity.EntityKind().String())
		w.text(": ")
		w.iri(a.Entity.EntityIRI())
		return
	case *Rule:
		w.dst = render(renderer{dst: w.dst, bare: true}, a)
		return
	}
	slots, form := w.slots(a, (*manchesterWriter).class), manchesterForms[kind]
	switch kind {
	case ClassAssertionKind:
		slots = []string{slots[1] + " Type " + slots[0]}
	case ObjectPropertyAssertionKind, DataPropertyAssertionKind, AnnotationAssertionKind:
		slots = []string{slots[1] + " " + slots[0] + " " + slots[2]}
	case NegativeObjectPropertyAssertionKind, NegativeDataPropertyAssertionKind:
		slots = []string{"not (" + slots[1] + " " + slots[0] + " " + slots[2] + ")"}
	}
	if name, ok := characteristicName(kind); ok {
		form.list = name + ": "
	}
	if form.infix != "" && (form.list == "" || len(slots) == 2) {
		if len(slots) > 0 {
			w.text(slots[0])
			slots = slots[1:]
		}
		w.text(form.infix)
	} else {
		w.text(form.list)
	}
	w.text(strings.Join(slots, ", "))
}
