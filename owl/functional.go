package owl

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// The Append functions below render in the functional-style syntax of the Structural
// Specification (section 3.7 and the grammar of each section). They append to dst and return the
// longer slice. IRIs are abbreviated by p where the grammar allows it (PN_LOCAL of SPARQL 1.0,
// which has no escapes); with a nil p they are written in full. Arguments have one space between
// them, lists the order in which the model holds them; an xsd:string literal is written without its
// datatype and an unqualified cardinality without its filler.
//
// Rendering recurses as deep as expressions are nested; readers cap that.

// AppendIRI appends iri as <…> or, where p has a prefix for it, as name:local.
func AppendIRI(dst []byte, iri IRI, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, (*renderer).iri, iri)
}

// AppendLiteral appends a quoted literal with its language tag or datatype.
func AppendLiteral(dst []byte, l *Literal, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, (*renderer).literal, l)
}

// AppendIndividual appends an individual: an IRI or a node id such as _:x.
func AppendIndividual(dst []byte, i Individual, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, (*renderer).Individual, &i)
}

// AppendObjectPropertyExpression appends a property or its ObjectInverseOf.
func AppendObjectPropertyExpression(dst []byte, e ObjectPropertyExpression, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, (*renderer).ObjectProperty, &e)
}

// AppendDataRange appends a data range.
func AppendDataRange(dst []byte, d DataRange, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, (*renderer).DataRange, &d)
}

// AppendClassExpression appends a class expression.
func AppendClassExpression(dst []byte, c ClassExpression, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, (*renderer).Class, &c)
}

// AppendAnnotation appends Annotation(…) with the annotations of the annotation itself.
func AppendAnnotation(dst []byte, a Annotation, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, (*renderer).annotation, &a)
}

// AppendAxiom appends an axiom with its annotations, on one line unless a literal has line breaks.
func AppendAxiom(dst []byte, a Axiom, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, (*renderer).axiom, a)
}

// Functional returns an axiom in functional syntax with full IRIs.
func Functional(a Axiom) string { return string(AppendAxiom(nil, a, nil)) }

// AppendSortedAxiom does the same with operands and annotations in a fixed order where their order
// means nothing, so that axioms which differ in it alone are written alike: named things first,
// each group by its bytes. Repetitions are kept.
func AppendSortedAxiom(dst []byte, a Axiom, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p, sorted: true}, (*renderer).axiom, a)
}

// AppendSortedAnnotation does the same for an annotation.
func AppendSortedAnnotation(dst []byte, a Annotation, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p, sorted: true}, (*renderer).annotation, &a)
}

// Unwritable describes the first part of the axiom that has no form in functional syntax: an IRI,
// node id or language tag with characters that end it, or a literal with NUL or invalid UTF-8.
// Such a part is lost, or becomes another axiom, if it is written. ok is false if there is none.
func Unwritable(a Axiom) (part string, ok bool) {
	return checked((*renderer).axiom, a)
}

// UnwritableAnnotation does the same for an annotation.
func UnwritableAnnotation(a Annotation) (part string, ok bool) {
	return checked((*renderer).annotation, &a)
}

// UnwritableIRI does the same for an IRI. The zero IRI has no form.
func UnwritableIRI(iri IRI) (part string, ok bool) {
	return checked((*renderer).iri, iri)
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

	start int // length of dst in the beginning
}

// renderers reuses renderers, because slots are written through an interface, which needs them on
// the heap.
var renderers = sync.Pool{New: func() any { return new(renderer) }}

// render returns what write appends to options.dst.
func render[T any](options renderer, write func(*renderer, T), x T) []byte {
	r := rent(options)
	defer renderers.Put(r)
	write(r, x)
	dst := r.dst
	r.dst = nil
	return dst
}

// checked returns the first part of x that cannot be written.
func checked[T any](write func(*renderer, T), x T) (part string, ok bool) {
	r := rent(renderer{check: true})
	defer renderers.Put(r)
	write(r, x)
	return r.unwritable, r.unwritable != ""
}

// rent returns a renderer with the given options.
func rent(options renderer) *renderer {
	r := renderers.Get().(*renderer)
	*r = options
	r.start = len(r.dst)
	return r
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
	if n := len(r.dst); n > r.start && r.dst[n-1] != '(' && r.dst[n-1] != ' ' {
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
	if strings.IndexByte(s, '"') >= 0 || strings.IndexByte(s, '\\') >= 0 {
		for i := range len(s) {
			if s[i] == '"' || s[i] == '\\' {
				r.dst = append(r.dst, '\\')
			}
			r.dst = append(r.dst, s[i])
		}
		s = ""
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

// construct writes keyword, the annotations of an axiom and the slots of x.
func construct[T any](r *renderer, shape *Shape[T], x T, annotations []Annotation) {
	r.open(shape.Keyword)
	r.annotations(annotations)
	shape.Visit(x, r)
	r.close()
}

func (r *renderer) axiom(a Axiom) {
	annotations := a.AxiomAnnotations()
	if r.bare {
		annotations = nil
	}
	construct(r, &AxiomShapes[a.Kind()], a, annotations)
}

func (r *renderer) annotations(list []Annotation) {
	if len(list) > 0 {
		renderList(r, list, AsSet, (*renderer).annotation)
	}
}

func (r *renderer) annotation(a *Annotation) {
	r.open("Annotation")
	r.annotations(a.Annotations)
	r.AnnotationProperty(&a.Property)
	r.Value(&a.Value)
	r.close()
}

// renderList writes the items of a list in order.
func renderList[T any](r *renderer, items []T, order ListOrder, item func(*renderer, *T)) {
	compare := bytes.Compare
	switch {
	case r.canonical:
	case r.sorted && order != AsWritten:
		order, compare = AsBag, namedFirst
	default:
		order = AsWritten
	}
	var spans [][2]int // of the items in dst, kept only where they may have to move
	ordered := true    // so far, without repetition
	for i := range items {
		r.next()
		start := len(r.dst)
		item(r, &items[i])
		if order == AsWritten {
			continue
		}
		spans = append(spans, [2]int{start, len(r.dst)})
		if i > 0 && ordered {
			last := spans[i-1]
			ordered = compare(r.dst[last[0]:last[1]], r.dst[start:]) < 0
		}
	}
	if !ordered {
		r.reorder(spans, order, compare)
	}
}

// reorder sorts the items of a list that was written, and removes repetitions from a set.
func (r *renderer) reorder(spans [][2]int, order ListOrder, compare func(a, b []byte) int) {
	start := spans[0][0]
	written := bytes.Clone(r.dst[start:])
	items := make([][]byte, len(spans))
	for i, s := range spans {
		items[i] = written[s[0]-start : s[1]-start]
	}
	slices.SortFunc(items, compare)
	if order == AsSet {
		items = slices.CompactFunc(items, bytes.Equal)
	}
	r.dst = append(r.dst[:start], bytes.Join(items, []byte(" "))...)
}

// renderOperands writes the operands of a construct. If a set has one operand and the grammar wants
// two, it is written twice, which means the same, because other programs do not read it otherwise.
func renderOperands[T any](r *renderer, items []T, least int, order ListOrder,
	item func(*renderer, *T)) {
	if len(items) == 1 && least == 2 && order == AsSet && !r.canonical {
		items = []T{items[0], items[0]}
	}
	renderList(r, items, order, item)
}

// The methods below write slots. They implement SlotVisitor.

func (r *renderer) Entity(e *Entity) {
	r.next()
	r.open((*e).EntityKind().String())
	r.iri((*e).EntityIRI())
	r.close()
}

func (r *renderer) Class(c *ClassExpression) {
	r.next()
	if class, ok := (*c).(Class); ok {
		r.iri(class.IRI)
	} else if *c != nil {
		construct(r, ClassShape(*c), *c, nil)
	}
}

// Filler writes the filler of an unqualified cardinality in canonical form only.
func (r *renderer) Filler(c *ClassExpression) {
	if *c != nil {
		r.Class(c)
	} else if r.canonical {
		r.nextIRI(Thing.IRI)
	}
}

func (r *renderer) NamedClass(c *Class) { r.nextIRI(c.IRI) }

func (r *renderer) Classes(list *[]ClassExpression, least int, order ListOrder) {
	renderOperands(r, *list, least, order, (*renderer).Class)
}

func (r *renderer) ObjectProperty(e *ObjectPropertyExpression) {
	r.next()
	switch e := (*e).(type) {
	case ObjectProperty:
		r.iri(e.IRI)
	case *ObjectInverseOf:
		r.open("ObjectInverseOf")
		r.iri(e.Property.IRI)
		r.close()
	}
}

func (r *renderer) ObjectProperties(list *[]ObjectPropertyExpression, least int, order ListOrder) {
	renderKey(r, *list, least, order, (*renderer).ObjectProperty)
}

// renderKey writes a list that may be empty, one of HasKey, between parentheses.
func renderKey[T any](r *renderer, items []T, least int, order ListOrder,
	item func(*renderer, *T)) {
	if least > 0 {
		renderOperands(r, items, least, order, item)
		return
	}
	r.text(" (")
	renderList(r, items, order, item)
	r.close()
}

func (r *renderer) Inverses(first, second *ObjectPropertyExpression) {
	pair := [...]ObjectPropertyExpression{*first, *second}
	renderList(r, pair[:], AsBag, (*renderer).ObjectProperty)
}

func (r *renderer) Chain(list *[]ObjectPropertyExpression) {
	r.next()
	r.open("ObjectPropertyChain")
	renderList(r, *list, AsWritten, (*renderer).ObjectProperty)
	r.close()
}

func (r *renderer) DataProperty(p *DataProperty) { r.nextIRI(p.IRI) }

func (r *renderer) DataProperties(list *[]DataProperty, least int, order ListOrder) {
	renderKey(r, *list, least, order, (*renderer).DataProperty)
}

func (r *renderer) AnnotationProperty(p *AnnotationProperty) { r.nextIRI(p.IRI) }

func (r *renderer) Individual(i *Individual) {
	r.next()
	switch i := (*i).(type) {
	case NamedIndividual:
		r.iri(i.IRI)
	case AnonymousIndividual:
		r.nodeID(i)
	}
}

func (r *renderer) Individuals(list *[]Individual, least int, order ListOrder) {
	renderOperands(r, *list, least, order, (*renderer).Individual)
}

func (r *renderer) Datatype(t *Datatype) { r.nextIRI(t.IRI) }

func (r *renderer) DataRange(d *DataRange) {
	r.next()
	if datatype, ok := (*d).(Datatype); ok {
		r.iri(datatype.IRI)
	} else if *d != nil {
		construct(r, DataRangeShape(*d), *d, nil)
	}
}

// RangeFiller is Filler for data ranges.
func (r *renderer) RangeFiller(d *DataRange) {
	if *d != nil {
		r.DataRange(d)
	} else if r.canonical {
		r.nextIRI(RDFSLiteral.IRI)
	}
}

func (r *renderer) DataRanges(list *[]DataRange, least int, order ListOrder) {
	renderOperands(r, *list, least, order, (*renderer).DataRange)
}

func (r *renderer) Literal(l **Literal) {
	r.next()
	r.literal(*l)
}

func (r *renderer) Literals(list *[]*Literal, _ int, order ListOrder) {
	renderList(r, *list, order, (*renderer).Literal)
}

func (r *renderer) Facets(list *[]FacetRestriction) {
	renderList(r, *list, AsSet, func(r *renderer, f *FacetRestriction) {
		r.iri(f.Facet)
		r.Literal(&f.Value)
	})
}

func (r *renderer) Cardinality(n *int) { r.dst = strconv.AppendInt(r.dst, int64(*n), 10) }

func (r *renderer) IRI(i *IRI) { r.nextIRI(*i) }

func (r *renderer) Subject(s *AnnotationSubject) {
	value, _ := (*s).(AnnotationValue)
	r.Value(&value)
}

func (r *renderer) Value(v *AnnotationValue) {
	r.next()
	switch v := (*v).(type) {
	case IRI:
		r.iri(v)
	case AnonymousIndividual:
		r.nodeID(v)
	case *Literal:
		r.literal(v)
	}
}

// ListOrder tells what the order and the repetition of a list's items mean.
type ListOrder uint8

// The orders of lists.
const (
	AsWritten ListOrder = iota // both count: a chain
	AsSet                      // neither counts: the operands of an intersection
	AsBag                      // repetition counts: what is disjoint from itself is empty
)

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

// endsIRI marks the bytes that an IRI between < and > cannot have.
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
		case c >= utf8.RuneSelf && c != utf8.RuneError && IsNameChar(c) &&
			(i > 0 || IsNameStart(c)):
		default:
			return false
		}
	}
	return s != "" && s[len(s)-1] != '.'
}

// IsNodeID reports whether functional syntax can express an anonymous individual with the ID s.
func IsNodeID(s string) bool { return s != "" && !hasByte(s, &delimiter) && utf8.ValidString(s) }

// IsPrefixName reports whether s is a PN_PREFIX of SPARQL or empty: what may be before the
// colon of an abbreviated IRI in Turtle and in functional syntax.
func IsPrefixName(s string) bool {
	return s == "" || isSimpleName(s) && s[0] != '_'
}

// localNameByte marks the ASCII characters that may be anywhere in a PN_LOCAL.
var localNameByte = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
	}
	return t
}()
