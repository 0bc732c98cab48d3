package owl

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The Append functions below render in the functional-style syntax of the Structural
// Specification (section 3.7 and the grammar of each section). They append to dst and return the
// longer slice. IRIs are abbreviated by p where the grammar allows it (PN_LOCAL of SPARQL 1.0,
// which has no escapes); with a nil p they are written in full. Arguments stand one space apart,
// lists in the order in which the model holds them; an xsd:string literal is written without its
// datatype and an unqualified cardinality without its filler.
//
// Rendering recurses as deep as expressions are nested; readers cap that.

// AppendIRI appends iri as <…> or, where p has a prefix for it, as name:local.
func AppendIRI(dst []byte, iri IRI, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p}
	r.iri(iri)
	return r.dst
}

// AppendLiteral appends a quoted literal with its language tag or datatype.
func AppendLiteral(dst []byte, l *Literal, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p}
	r.literal(l)
	return r.dst
}

// AppendIndividual appends an individual: an IRI or a node id such as _:x.
func AppendIndividual(dst []byte, i Individual, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p}
	r.individual(i)
	return r.dst
}

// AppendObjectPropertyExpression appends a property or its ObjectInverseOf.
func AppendObjectPropertyExpression(dst []byte, e ObjectPropertyExpression, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p}
	r.objectProperty(e)
	return r.dst
}

// AppendDataRange appends a data range.
func AppendDataRange(dst []byte, d DataRange, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p}
	r.dataRange(d)
	return r.dst
}

// AppendClassExpression appends a class expression.
func AppendClassExpression(dst []byte, c ClassExpression, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p}
	r.classExpression(c)
	return r.dst
}

// AppendAnnotation appends Annotation(…) with the annotations of the annotation itself.
func AppendAnnotation(dst []byte, a Annotation, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p}
	r.annotation(a)
	return r.dst
}

// AppendAxiom appends an axiom with its annotations, on one line unless a literal has line breaks.
func AppendAxiom(dst []byte, a Axiom, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p}
	r.axiom(a)
	return r.dst
}

// AppendSortedAxiom does the same with operands and annotations in a fixed order where their order
// means nothing, so that axioms which differ in it alone are written alike: named things first,
// each group by its bytes. Repetitions are kept.
func AppendSortedAxiom(dst []byte, a Axiom, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p, sorted: true}
	r.axiom(a)
	return r.dst
}

// AppendSortedAnnotation does the same for an annotation.
func AppendSortedAnnotation(dst []byte, a Annotation, p *Prefixes) []byte {
	r := renderer{dst: dst, prefixes: p, sorted: true}
	r.annotation(a)
	return r.dst
}

// Unwritable describes the first part of the axiom that has no form in functional syntax: an IRI,
// node id or language tag with characters that end it, or a literal with NUL or invalid UTF-8.
// Such a part is lost, or becomes another axiom, if it is written. ok is false if there is none.
func Unwritable(a Axiom) (part string, ok bool) {
	r := renderer{check: true}
	r.axiom(a)
	return r.unwritable, r.unwritable != ""
}

// UnwritableAnnotation does the same for an annotation.
func UnwritableAnnotation(a Annotation) (part string, ok bool) {
	r := renderer{check: true}
	r.annotation(a)
	return r.unwritable, r.unwritable != ""
}

// UnwritableIRI does the same for an IRI. The zero IRI has no form.
func UnwritableIRI(iri IRI) (part string, ok bool) {
	r := renderer{check: true}
	r.iri(iri)
	return r.unwritable, r.unwritable != ""
}

// renderer writes functional syntax, either for people or in the canonical form of AppendCanonical.
type renderer struct {
	dst       []byte
	prefixes  *Prefixes
	canonical bool
	sorted    bool // order as AppendSortedAxiom
	bare      bool // without the annotations of the axiom

	check      bool   // look for parts that cannot be written
	unwritable string // the first of them; empty if there is none
}

// checkPart keeps the description of a part that cannot be written: text that is not valid UTF-8,
// or has a byte of the set.
func (r *renderer) checkPart(what, text string, bad *[256]bool) {
	if r.unwritable == "" && (hasByte(text, bad) || !utf8.ValidString(text)) {
		if len(text) > longestPart {
			text = text[:longestPart] + "…"
		}
		r.unwritable = fmt.Sprintf("the %s %q", what, text)
	}
}

// longestPart is the number of bytes that Unwritable quotes.
const longestPart = 200

func (r *renderer) text(s string) { r.dst = append(r.dst, s...) }

// open begins a construct; its arguments follow, each after a call of next.
func (r *renderer) open(keyword string) {
	r.dst = append(r.dst, keyword...)
	r.dst = append(r.dst, '(')
}

func (r *renderer) close() { r.dst = append(r.dst, ')') }

// next separates an argument from the one before it; called twice, it does so once. No argument
// ends in an opening parenthesis or a space.
func (r *renderer) next() {
	if n := len(r.dst); n > 0 && r.dst[n-1] != '(' && r.dst[n-1] != ' ' {
		r.dst = append(r.dst, ' ')
	}
}

func (r *renderer) iri(iri IRI) {
	s := iri.String()
	if r.check {
		r.checkPart("IRI", s, &endsIRI)
		if s == "" && r.unwritable == "" {
			r.unwritable = "an empty IRI"
		}
	}
	if name, local, ok := r.prefixes.Abbreviate(s); ok {
		r.dst = append(append(append(r.dst, name...), ':'), local...)
		return
	}
	r.dst = append(append(append(r.dst, '<'), s...), '>')
}

func (r *renderer) nextIRI(iri IRI) {
	r.next()
	r.iri(iri)
}

func (r *renderer) quoted(s string) {
	r.dst = append(r.dst, '"')
	for {
		cut := strings.IndexAny(s, `"\`)
		if cut < 0 {
			break
		}
		r.dst = append(append(r.dst, s[:cut]...), '\\', s[cut])
		s = s[cut+1:]
	}
	r.dst = append(append(r.dst, s...), '"')
}

func (r *renderer) literal(l *Literal) {
	if r.check {
		r.checkPart("literal", l.Lexical, &nul)
		r.checkPart("language tag", l.Lang, &endsTag)
	}
	r.quoted(l.Lexical)
	switch {
	case l.Lang != "" && r.canonical:
		r.dst = append(append(r.dst, '@'), strings.ToLower(l.Lang)...)
	case l.Lang != "":
		r.dst = append(append(r.dst, '@'), l.Lang...)
	case l.Datatype.IRI.IsZero() || l.Datatype == XSDString:
		if r.canonical {
			r.text("^^")
			r.iri(XSDString.IRI)
		}
	default:
		r.text("^^")
		r.iri(l.Datatype.IRI)
	}
}

func (r *renderer) nodeID(i AnonymousIndividual) {
	if r.check {
		r.checkPart("node id", i.ID.String(), &delimiter)
	}
	r.text("_:")
	r.text(i.ID.String())
}

func (r *renderer) individual(i Individual) {
	switch i := i.(type) {
	case NamedIndividual:
		r.iri(i.IRI)
	case AnonymousIndividual:
		r.nodeID(i)
	}
}

func (r *renderer) objectProperty(e ObjectPropertyExpression) {
	switch e := e.(type) {
	case ObjectProperty:
		r.iri(e.IRI)
	case *ObjectInverseOf:
		r.open("ObjectInverseOf")
		r.iri(e.Property.IRI)
		r.close()
	}
}

func (r *renderer) dataRange(d DataRange) {
	switch d := d.(type) {
	case Datatype:
		r.iri(d.IRI)
	case *DataIntersectionOf:
		r.open("DataIntersectionOf")
		r.dataRanges(d.Operands)
		r.close()
	case *DataUnionOf:
		r.open("DataUnionOf")
		r.dataRanges(d.Operands)
		r.close()
	case *DataComplementOf:
		r.open("DataComplementOf")
		r.dataRange(d.Operand)
		r.close()
	case *DataOneOf:
		r.open("DataOneOf")
		l := r.list(AsSet)
		for _, x := range d.Literals {
			l.begin(r)
			r.literal(x)
			l.end(r)
		}
		l.finish(r)
		r.close()
	case *DatatypeRestriction:
		r.open("DatatypeRestriction")
		r.iri(d.Datatype.IRI)
		l := r.list(AsSet)
		for _, f := range d.Facets {
			l.begin(r)
			r.iri(f.Facet)
			r.next()
			r.literal(f.Value)
			l.end(r)
		}
		l.finish(r)
		r.close()
	}
}

func (r *renderer) dataRanges(operands []DataRange) {
	l := r.list(AsSet)
	for _, x := range operands {
		l.begin(r)
		r.dataRange(x)
		l.end(r)
	}
	l.finish(r)
}

func (r *renderer) classExpression(c ClassExpression) {
	switch c := c.(type) {
	case Class:
		r.iri(c.IRI)
	case *ObjectIntersectionOf:
		r.open("ObjectIntersectionOf")
		r.classExpressions(c.Operands, AsSet)
		r.close()
	case *ObjectUnionOf:
		r.open("ObjectUnionOf")
		r.classExpressions(c.Operands, AsSet)
		r.close()
	case *ObjectComplementOf:
		r.open("ObjectComplementOf")
		r.classExpression(c.Operand)
		r.close()
	case *ObjectOneOf:
		r.open("ObjectOneOf")
		r.individuals(c.Individuals, AsSet)
		r.close()
	case *ObjectSomeValuesFrom:
		r.objectRestriction("ObjectSomeValuesFrom", c.Property, c.Filler)
	case *ObjectAllValuesFrom:
		r.objectRestriction("ObjectAllValuesFrom", c.Property, c.Filler)
	case *ObjectHasValue:
		r.open("ObjectHasValue")
		r.objectProperty(c.Property)
		r.next()
		r.individual(c.Individual)
		r.close()
	case *ObjectHasSelf:
		r.open("ObjectHasSelf")
		r.objectProperty(c.Property)
		r.close()
	case *ObjectMinCardinality:
		r.objectCardinality("ObjectMinCardinality", c.N, c.Property, c.Filler)
	case *ObjectMaxCardinality:
		r.objectCardinality("ObjectMaxCardinality", c.N, c.Property, c.Filler)
	case *ObjectExactCardinality:
		r.objectCardinality("ObjectExactCardinality", c.N, c.Property, c.Filler)
	case *DataSomeValuesFrom:
		r.dataRestriction("DataSomeValuesFrom", c.Properties, c.Range)
	case *DataAllValuesFrom:
		r.dataRestriction("DataAllValuesFrom", c.Properties, c.Range)
	case *DataHasValue:
		r.open("DataHasValue")
		r.iri(c.Property.IRI)
		r.next()
		r.literal(c.Value)
		r.close()
	case *DataMinCardinality:
		r.dataCardinality("DataMinCardinality", c.N, c.Property, c.Range)
	case *DataMaxCardinality:
		r.dataCardinality("DataMaxCardinality", c.N, c.Property, c.Range)
	case *DataExactCardinality:
		r.dataCardinality("DataExactCardinality", c.N, c.Property, c.Range)
	}
}

func (r *renderer) objectRestriction(keyword string, p ObjectPropertyExpression, filler ClassExpression) {
	r.open(keyword)
	r.objectProperty(p)
	r.next()
	r.classExpression(filler)
	r.close()
}

func (r *renderer) objectCardinality(keyword string, n int, p ObjectPropertyExpression, filler ClassExpression) {
	if filler == nil && r.canonical {
		filler = Thing
	}
	r.open(keyword)
	r.dst = strconv.AppendInt(r.dst, int64(n), 10)
	r.next()
	r.objectProperty(p)
	if filler != nil {
		r.next()
		r.classExpression(filler)
	}
	r.close()
}

func (r *renderer) dataRestriction(keyword string, properties []DataProperty, rng DataRange) {
	r.open(keyword)
	for _, p := range properties {
		r.nextIRI(p.IRI)
	}
	r.next()
	r.dataRange(rng)
	r.close()
}

func (r *renderer) dataCardinality(keyword string, n int, p DataProperty, rng DataRange) {
	if rng == nil && r.canonical {
		rng = RDFSLiteral
	}
	r.open(keyword)
	r.dst = strconv.AppendInt(r.dst, int64(n), 10)
	r.nextIRI(p.IRI)
	if rng != nil {
		r.next()
		r.dataRange(rng)
	}
	r.close()
}

func (r *renderer) classExpressions(operands []ClassExpression, order ListOrder) {
	l := r.list(order)
	for _, x := range operands {
		l.begin(r)
		r.classExpression(x)
		l.end(r)
	}
	l.finish(r)
}

func (r *renderer) objectProperties(operands []ObjectPropertyExpression, order ListOrder) {
	l := r.list(order)
	for _, x := range operands {
		l.begin(r)
		r.objectProperty(x)
		l.end(r)
	}
	l.finish(r)
}

func (r *renderer) dataProperties(operands []DataProperty, order ListOrder) {
	l := r.list(order)
	for _, x := range operands {
		l.begin(r)
		r.iri(x.IRI)
		l.end(r)
	}
	l.finish(r)
}

func (r *renderer) individuals(operands []Individual, order ListOrder) {
	l := r.list(order)
	for _, x := range operands {
		l.begin(r)
		r.individual(x)
		l.end(r)
	}
	l.finish(r)
}

func (r *renderer) annotations(list []Annotation) {
	l := r.list(AsSet)
	for _, a := range list {
		l.begin(r)
		r.annotation(a)
		l.end(r)
	}
	l.finish(r)
}

func (r *renderer) annotation(a Annotation) {
	r.open("Annotation")
	r.annotations(a.Annotations)
	r.nextIRI(a.Property.IRI)
	r.next()
	r.annotationValue(a.Value)
	r.close()
}

func (r *renderer) annotationValue(v AnnotationValue) {
	switch v := v.(type) {
	case IRI:
		r.iri(v)
	case AnonymousIndividual:
		r.nodeID(v)
	case *Literal:
		r.literal(v)
	}
}

func (r *renderer) annotationSubject(s AnnotationSubject) {
	switch s := s.(type) {
	case IRI:
		r.iri(s)
	case AnonymousIndividual:
		r.nodeID(s)
	}
}

func (r *renderer) axiom(a Axiom) {
	if rule, ok := a.(*Rule); ok {
		r.rule(rule)
		return
	}
	keyword := a.Kind().String()
	if a.Kind() == SubPropertyChainOfKind {
		keyword = "SubObjectPropertyOf"
	}
	r.open(keyword)
	if !r.bare {
		r.annotations(a.AxiomAnnotations())
	}
	r.next()
	r.arguments(a)
	r.close()
}

// ruleKeyword opens the text of a Rule.
const ruleKeyword = "DLSafeRule("

// rule writes the text as it is, with the annotations in front of the body.
func (r *renderer) rule(rule *Rule) {
	if r.check && r.unwritable == "" && !isRuleText(rule.Text) {
		r.unwritable = fmt.Sprintf("the rule %q", rule.Text[:min(len(rule.Text), longestPart)])
	}
	body, ok := strings.CutPrefix(rule.Text, ruleKeyword)
	if len(rule.Annotations) == 0 || r.bare || !ok {
		r.text(rule.Text)
		return
	}
	r.text(ruleKeyword)
	r.annotations(rule.Annotations)
	r.next()
	r.text(body)
}

// isRuleText reports whether text is read again as the same rule.
func isRuleText(text string) bool {
	a, n, err := NewFunctionalParser(&Prefixes{}).Axiom([]byte(text))
	if err != nil || n != len(text) {
		return false
	}
	rule, ok := a.(*Rule)
	return ok && rule.Text == text && len(rule.Annotations) == 0
}

// arguments writes what stands behind the annotations of an axiom.
func (r *renderer) arguments(a Axiom) {
	switch a := a.(type) {
	case *Declaration:
		r.open(a.Entity.EntityKind().String())
		r.iri(a.Entity.EntityIRI())
		r.close()
	case *SubClassOf:
		r.classExpression(a.Sub)
		r.next()
		r.classExpression(a.Super)
	case *EquivalentClasses:
		r.classExpressions(a.Classes, AsSet)
	case *DisjointClasses:
		r.classExpressions(a.Classes, AsBag)
	case *DisjointUnion:
		r.iri(a.Class.IRI)
		r.classExpressions(a.Classes, AsBag)
	case *SubObjectPropertyOf:
		r.objectProperty(a.Sub)
		r.next()
		r.objectProperty(a.Super)
	case *SubPropertyChainOf:
		r.open("ObjectPropertyChain")
		r.objectProperties(a.Chain, AsWritten)
		r.close()
		r.next()
		r.objectProperty(a.Super)
	case *EquivalentObjectProperties:
		r.objectProperties(a.Properties, AsSet)
	case *DisjointObjectProperties:
		r.objectProperties(a.Properties, AsBag)
	case *InverseObjectProperties:
		l := r.list(AsBag)
		for _, p := range [...]ObjectPropertyExpression{a.First, a.Second} {
			l.begin(r)
			r.objectProperty(p)
			l.end(r)
		}
		l.finish(r)
	case *ObjectPropertyDomain:
		r.objectProperty(a.Property)
		r.next()
		r.classExpression(a.Domain)
	case *ObjectPropertyRange:
		r.objectProperty(a.Property)
		r.next()
		r.classExpression(a.Range)
	case *FunctionalObjectProperty:
		r.objectProperty(a.Property)
	case *InverseFunctionalObjectProperty:
		r.objectProperty(a.Property)
	case *ReflexiveObjectProperty:
		r.objectProperty(a.Property)
	case *IrreflexiveObjectProperty:
		r.objectProperty(a.Property)
	case *SymmetricObjectProperty:
		r.objectProperty(a.Property)
	case *AsymmetricObjectProperty:
		r.objectProperty(a.Property)
	case *TransitiveObjectProperty:
		r.objectProperty(a.Property)
	case *SubDataPropertyOf:
		r.iri(a.Sub.IRI)
		r.nextIRI(a.Super.IRI)
	case *EquivalentDataProperties:
		r.dataProperties(a.Properties, AsSet)
	case *DisjointDataProperties:
		r.dataProperties(a.Properties, AsBag)
	case *DataPropertyDomain:
		r.iri(a.Property.IRI)
		r.next()
		r.classExpression(a.Domain)
	case *DataPropertyRange:
		r.iri(a.Property.IRI)
		r.next()
		r.dataRange(a.Range)
	case *FunctionalDataProperty:
		r.iri(a.Property.IRI)
	case *DatatypeDefinition:
		r.iri(a.Datatype.IRI)
		r.next()
		r.dataRange(a.Range)
	case *HasKey:
		r.classExpression(a.Class)
		r.text(" (")
		r.objectProperties(a.ObjectProperties, AsSet)
		r.text(") (")
		r.dataProperties(a.DataProperties, AsSet)
		r.close()
	case *SameIndividual:
		r.individuals(a.Individuals, AsSet)
	case *DifferentIndividuals:
		r.individuals(a.Individuals, AsBag)
	case *ClassAssertion:
		r.classExpression(a.Class)
		r.next()
		r.individual(a.Individual)
	case *ObjectPropertyAssertion:
		r.objectAssertion(a.Property, a.Source, a.Target)
	case *NegativeObjectPropertyAssertion:
		r.objectAssertion(a.Property, a.Source, a.Target)
	case *DataPropertyAssertion:
		r.dataAssertion(a.Property, a.Source, a.Target)
	case *NegativeDataPropertyAssertion:
		r.dataAssertion(a.Property, a.Source, a.Target)
	case *AnnotationAssertion:
		r.iri(a.Property.IRI)
		r.next()
		r.annotationSubject(a.Subject)
		r.next()
		r.annotationValue(a.Value)
	case *SubAnnotationPropertyOf:
		r.iri(a.Sub.IRI)
		r.nextIRI(a.Super.IRI)
	case *AnnotationPropertyDomain:
		r.iri(a.Property.IRI)
		r.nextIRI(a.Domain)
	case *AnnotationPropertyRange:
		r.iri(a.Property.IRI)
		r.nextIRI(a.Range)
	}
}

func (r *renderer) objectAssertion(p ObjectPropertyExpression, source, target Individual) {
	r.objectProperty(p)
	r.next()
	r.individual(source)
	r.next()
	r.individual(target)
}

func (r *renderer) dataAssertion(p DataProperty, source Individual, target *Literal) {
	r.iri(p.IRI)
	r.next()
	r.individual(source)
	r.next()
	r.literal(target)
}

// ListOrder tells what the order and the repetition of a list's items mean.
type ListOrder uint8

// The orders of lists.
const (
	AsWritten ListOrder = iota // both count: a chain
	AsSet                      // neither counts: the operands of an intersection
	AsBag                      // repetition counts: what is disjoint from itself is empty
)

// list keeps track of the items of one list, so that they can be put in order.
type list struct {
	order   ListOrder
	compare func(a, b []byte) int
	spans   [][2]int // of the items in dst, kept only where they may have to move
	ordered bool     // so far, without repetition
}

func (r *renderer) list(order ListOrder) list {
	switch {
	case r.canonical:
		return list{order: order, compare: bytes.Compare, ordered: true}
	case r.sorted && order != AsWritten:
		return list{order: AsBag, compare: namedFirst, ordered: true}
	}
	return list{order: AsWritten, ordered: true}
}

// namedFirst orders rendered items: names before what is composed, then by bytes.
func namedFirst(a, b []byte) int {
	composedA, composedB := a[len(a)-1] == ')', b[len(b)-1] == ')'
	switch {
	case composedA == composedB:
		return bytes.Compare(a, b)
	case composedB:
		return -1
	}
	return 1
}

// begin stands before each item, end behind it.
func (l *list) begin(r *renderer) {
	r.next()
	if l.order != AsWritten {
		l.spans = append(l.spans, [2]int{len(r.dst), 0})
	}
}

func (l *list) end(r *renderer) {
	if l.order == AsWritten {
		return
	}
	n := len(l.spans)
	l.spans[n-1][1] = len(r.dst)
	if n > 1 && l.ordered {
		a, b := l.spans[n-2], l.spans[n-1]
		l.ordered = l.compare(r.dst[a[0]:a[1]], r.dst[b[0]:b[1]]) < 0
	}
}

// finish puts the items in order.
func (l *list) finish(r *renderer) {
	if l.ordered {
		return
	}
	start := l.spans[0][0]
	written := bytes.Clone(r.dst[start:])
	items := make([][]byte, len(l.spans))
	for i, s := range l.spans {
		items[i] = written[s[0]-start : s[1]-start]
	}
	slices.SortFunc(items, l.compare)
	if l.order == AsSet {
		items = slices.CompactFunc(items, bytes.Equal)
	}
	r.dst = r.dst[:start]
	for i, item := range items {
		if i > 0 {
			r.dst = append(r.dst, ' ')
		}
		r.dst = append(r.dst, item...)
	}
}

// endsIRI marks the bytes that cannot stand between < and >.
var endsIRI = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	t['<'], t['>'], t[0x7f] = true, true, true
	return t
}()

// nul marks the byte that makes a document a binary file.
var nul = [256]bool{0: true}

// endsTag marks the bytes that end a language tag.
var endsTag = func() (t [256]bool) {
	for c := range t {
		t[c] = !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-')
	}
	return t
}()

func hasByte(s string, set *[256]bool) bool {
	for i := range len(s) {
		if set[s[i]] {
			return true
		}
	}
	return false
}

// isLocalName reports whether s is a PN_LOCAL of SPARQL 1.0, to which the functional syntax
// refers: what may follow the colon of an abbreviated IRI.
func isLocalName(s string) bool {
	for i, c := range s {
		switch {
		case c < utf8.RuneSelf && localNameByte[c]:
		case c == '-' || c == '.':
			if i == 0 {
				return false
			}
		case c >= utf8.RuneSelf && c != utf8.RuneError && isNameChar(c) && (i > 0 || isNameStart(c)):
		default:
			return false
		}
	}
	return s != "" && s[len(s)-1] != '.'
}

// IsPrefixName reports whether s is a PN_PREFIX of SPARQL or empty: what may stand before the
// colon of an abbreviated IRI in Turtle and in functional syntax.
func IsPrefixName(s string) bool {
	for i, c := range s {
		switch {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
		case '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.':
			if i == 0 {
				return false
			}
		case c >= utf8.RuneSelf && c != utf8.RuneError && isNameChar(c) && (i > 0 || isNameStart(c)):
		default:
			return false
		}
	}
	return s == "" || s[len(s)-1] != '.'
}

// localNameByte marks the ASCII characters that may stand anywhere in a PN_LOCAL.
var localNameByte = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
	}
	return t
}()

// isNameStart reports whether a character beyond ASCII is in PN_CHARS_BASE.
func isNameStart(c rune) bool {
	switch {
	case 0xC0 <= c && c <= 0xD6, 0xD8 <= c && c <= 0xF6, 0xF8 <= c && c <= 0x2FF, 0x370 <= c && c <= 0x37D,
		0x37F <= c && c <= 0x1FFF, 0x200C <= c && c <= 0x200D, 0x2070 <= c && c <= 0x218F, 0x2C00 <= c && c <= 0x2FEF,
		0x3001 <= c && c <= 0xD7FF, 0xF900 <= c && c <= 0xFDCF, 0xFDF0 <= c && c <= 0xFFFD, 0x10000 <= c && c <= 0xEFFFF:
		return true
	}
	return false
}

// isNameChar reports whether a character beyond ASCII is in PN_CHARS.
func isNameChar(c rune) bool {
	return isNameStart(c) || c == 0xB7 || 0x300 <= c && c <= 0x36F || 0x203F <= c && c <= 0x2040
}
