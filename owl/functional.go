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
	return render(renderer{dst: dst, prefixes: p}, iri)
}

// AppendLiteral appends a quoted literal with its language tag or datatype.
func AppendLiteral(dst []byte, l *Literal, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, l)
}

// AppendIndividual appends an individual: an IRI or a node id such as _:x.
func AppendIndividual(dst []byte, i Individual, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, i)
}

// AppendObjectPropertyExpression appends a property or its ObjectInverseOf.
func AppendObjectPropertyExpression(dst []byte, e ObjectPropertyExpression, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, e)
}

// AppendDataRange appends a data range.
func AppendDataRange(dst []byte, d DataRange, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, d)
}

// AppendClassExpression appends a class expression.
func AppendClassExpression(dst []byte, c ClassExpression, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, c)
}

// AppendAnnotation appends Annotation(…) with the annotations of the annotation itself.
func AppendAnnotation(dst []byte, a Annotation, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, a)
}

// AppendAxiom appends an axiom with its annotations, on one line unless a literal has line breaks.
func AppendAxiom(dst []byte, a Axiom, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p}, a)
}

// Functional returns an axiom in functional syntax with full IRIs.
func Functional(a Axiom) string { return string(AppendAxiom(nil, a, nil)) }

// AppendSortedAxiom does the same with operands and annotations in a fixed order where their order
// means nothing, so that axioms which differ in it alone are written alike: named things first,
// each group by its bytes. Repetitions are kept.
func AppendSortedAxiom(dst []byte, a Axiom, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p, sorted: true}, a)
}

// AppendSortedAnnotation does the same for an annotation.
func AppendSortedAnnotation(dst []byte, a Annotation, p *Prefixes) []byte {
	return render(renderer{dst: dst, prefixes: p, sorted: true}, a)
}

// Unwritable describes the first part of the axiom that has no form in functional syntax: an IRI,
// node id or language tag with characters that end it, or a literal with NUL or invalid UTF-8.
// Such a part is lost, or becomes another axiom, if it is written. ok is false if there is none.
func Unwritable(a Axiom) (part string, ok bool) {
	return checked(a)
}

// UnwritableAnnotation does the same for an annotation.
func UnwritableAnnotation(a Annotation) (part string, ok bool) {
	return checked(a)
}

// UnwritableIRI does the same for an IRI. The zero IRI has no form.
func UnwritableIRI(iri IRI) (part string, ok bool) {
	return checked(iri)
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

// render appends x, an argument of part, to options.dst.
func render(options renderer, x any) []byte {
	r := rent(options)
	defer renderers.Put(r)
	r.part(x)
	dst := r.dst
	r.dst = nil
	return dst
}

// checked returns the first part of x that cannot be written.
func checked(x any) (part string, ok bool) {
	r := rent(renderer{check: true})
	defer renderers.Put(r)
	r.part(x)
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
	if a, ok := any(x).(*InverseObjectProperties); ok { // its order means nothing
		r.List(&Items[ObjectPropertyExpression]{a.First, a.Second}, 2, AsBag)
	} else {
		shape.Visit(x, r)
	}
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
	r.items(len(list), AsSet, func(i int) { r.annotation(&list[i]) })
}

func (r *renderer) annotation(a *Annotation) {
	r.open("Annotation")
	r.annotations(a.Annotations)
	r.Slot(nil, a.Property)
	r.Slot(nil, a.Value)
	r.close()
}

// part writes what a slot or a list holds, an axiom or an annotation.
func (r *renderer) part(x any) {
	switch x := x.(type) {
	case Class:
		r.iri(x.IRI)
	case ObjectProperty:
		r.iri(x.IRI)
	case AnnotationProperty:
		r.iri(x.IRI)
	case IRI:
		r.iri(x)
	case *Literal:
		r.literal(x)
	case AnonymousIndividual:
		r.nodeID(x)
	case *ObjectInverseOf:
		r.open("ObjectInverseOf")
		r.iri(x.Property.IRI)
		r.close()
	case int:
		r.dst = strconv.AppendInt(r.dst, int64(x), 10)
	case FacetRestriction:
		r.iri(x.Facet)
		r.Slot(nil, x.Value)
	case Variable:
		r.open("Variable")
		r.part(x.Name)
		r.close()
	case Annotation:
		r.annotation(&x)
	case Entity:
		r.iri(x.EntityIRI())
	case ClassExpression:
		construct(r, ClassShape(x), x, nil)
	case DataRange:
		construct(r, DataRangeShape(x), x, nil)
	case Axiom:
		r.axiom(x)
	case nil: // an empty slot
	default:
		panic(fmt.Sprintf("unexpected slot %T", x))
	}
}

// items writes the items of a list in order.
func (r *renderer) items(n int, order ListOrder, write func(i int)) {
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
	for i := range n {
		r.next()
		start := len(r.dst)
		write(i)
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

// The methods below write slots. They implement SlotVisitor.

func (r *renderer) Slot(slot, value any) {
	r.next()
	if e, isDeclared := slot.(*Entity); isDeclared {
		r.open((*e).EntityKind().String())
		r.iri((*e).EntityIRI())
		r.close()
		return
	}
	r.part(value)
}

// Filler writes the filler of an unqualified cardinality in canonical form only.
func (r *renderer) Filler(slot, value any) {
	if value == nil && r.canonical {
		value = Entity(Thing)
		if _, isRange := slot.(*DataRange); isRange {
			value = RDFSLiteral
		}
	}
	if value != nil {
		r.Slot(nil, value)
	}
}

// List writes a chain with its keyword, and a list that may be empty, one of HasKey, between
// parentheses. If a set has one operand and the grammar wants two, it is written twice, which means
// the same, because other programs do not read it otherwise.
func (r *renderer) List(list List, least int, order ListOrder) {
	n := list.Len()
	if n == 1 && least == 2 && order == AsSet && !r.canonical {
		n = 2
	}
	_, ofProperties := list.(*Items[ObjectPropertyExpression])
	isChain := ofProperties && order == AsWritten
	switch {
	case isChain:
		r.next()
		r.open("ObjectPropertyChain")
	case least == 0:
		r.text(" (")
	}
	r.items(n, order, func(i int) { r.Slot(list.Item(min(i, list.Len()-1))) })
	if isChain || least == 0 {
		r.close()
	}
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
