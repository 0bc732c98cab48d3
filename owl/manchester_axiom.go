package owl

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// axiom takes an axiom of one line: with a keyword at its beginning, with a keyword between its
// sides, or else a fact.
func (p *manchesterParser) axiom() Axiom {
	if first := p.peek(0); first.kind == wordToken {
		if keyword, ok := strings.CutSuffix(strings.ToLower(p.text(first)), ":"); ok {
			if list, known := listAxioms[keyword]; known {
				p.next++
				return list(p)
			}
			if kind, known := objectCharacteristics[keyword]; known {
				p.next++
				return fillAxiom(kind, &slotReader{p: p, subject: -1})
			}
		}
	}
	at := p.infixKeyword()
	if at == 0 {
		return p.fact()
	}
	p.stop = at
	keyword := p.infixAt(at)
	return infixAxioms[keyword](p, func(what string) {
		if !p.atEnd() {
			p.expected(what)
			return
		}
		if p.err == nil {
			p.next, p.stop = at+1, len(p.tokens)-1
		}
	})
}

// infixKeyword returns the index of the keyword between the sides of the axiom, 0 if there is none.
// Of several outside brackets it is the first that is not also a common word.
func (p *manchesterParser) infixKeyword() int {
	first, depth := 0, 0
	for i, t := range p.tokens {
		if t.kind == signToken {
			switch p.src[t.start] {
			case '(', '{', '[':
				depth++
			case ')', '}', ']':
				depth--
			}
		}
		if i == 0 || depth > 0 {
			continue
		}
		switch keyword := p.infixAt(i); {
		case keyword == "":
		case !commonWord[keyword]:
			return i
		case first == 0:
			first = i
		}
	}
	return first
}

// infixAt returns token i as a keyword in lower case without a colon, "" if it is none.
func (p *manchesterParser) infixAt(i int) string {
	if t := p.tokens[i]; t.kind == wordToken {
		keyword := strings.TrimSuffix(strings.ToLower(p.text(t)), ":")
		if _, ok := infixAxioms[keyword]; ok {
			return keyword
		}
	}
	return ""
}

var commonWord = map[string]bool{"type": true, "types": true, "domain": true, "range": true}

// infixAxioms are the axioms with two sides, by keyword in lower case. Each takes the left side,
// calls middle with the other tokens that were possible, and takes the right side.
var infixAxioms = func() map[string]func(p *manchesterParser, middle func(what string)) Axiom {
	axioms := map[string]func(*manchesterParser, func(string)) Axiom{
		"subpropertyof": (*manchesterParser).subPropertyOf,
		"haskey":        (*manchesterParser).hasKey,
		"type":          (*manchesterParser).typeOf,
		"types":         (*manchesterParser).typeOf,
	}
	kindsOf := kindsByKeyword(func(s ManchesterSection) string { return s.Keyword })
	for keyword, kinds := range kindsOf {
		if axioms[keyword] == nil && keyword != "subpropertychain" {
			axioms[keyword] = sidesOf(kinds)
		}
	}
	return axioms
}()

// kindsByKeyword returns the kinds of axioms of each keyword of a section, in lower case.
func kindsByKeyword(keywordOf func(ManchesterSection) string) map[string]sideKinds {
	found := make(map[string]sideKinds)
	for _, s := range ManchesterSections {
		keyword := strings.ToLower(keywordOf(s))
		if found[keyword] == nil {
			found[keyword] = make(sideKinds)
		}
		found[keyword][s.Frame] = s.Kind
	}
	delete(found, "")
	return found
}

const (
	endOfClass = "and, or, or the keyword of the axiom"
	endOfName  = "the keyword of the axiom"
)

// sideKinds holds the kinds of axioms of one keyword, by the kind of the left side.
type sideKinds map[EntityKind]AxiomKind

// kind returns the kind of axiom whose left side, or first item of a list, comes next.
func (k sideKinds) kind(p *manchesterParser) AxiomKind {
	var want kindSet
	for side := range k {
		want |= 1 << side
	}
	if len(k) == 1 {
		return k[want.first()]
	}
	return k[p.sideKind(want)]
}

func sidesOf(k sideKinds) func(*manchesterParser, func(string)) Axiom {
	return func(p *manchesterParser, middle func(string)) Axiom {
		return fillAxiom(k.kind(p), &slotReader{p: p, subject: -1, middle: middle})
	}
}

func (p *manchesterParser) subPropertyOf(middle func(string)) Axiom {
	kind := sideKinds{ObjectPropertyKind: SubPropertyChainOfKind,
		DataPropertyKind:       SubDataPropertyOfKind,
		AnnotationPropertyKind: SubAnnotationPropertyOfKind}.kind(p)
	if kind != SubPropertyChainOfKind {
		return fillAxiom(kind, &slotReader{p: p, subject: -1, middle: middle})
	}
	chain := p.chain()
	middle("o, or " + endOfName)
	if len(chain) > 1 {
		return &SubPropertyChainOf{Chain: chain, Super: p.objectProperty()}
	}
	return &SubObjectPropertyOf{Sub: chain[0], Super: p.objectProperty()}
}

func (p *manchesterParser) hasKey(middle func(string)) Axiom {
	a := &HasKey{Class: p.description()}
	middle(endOfClass)
	for again := true; again; again = p.takeSign(",") {
		if p.sideKind(restrictionKinds) == DataPropertyKind {
			a.DataProperties = append(a.DataProperties, p.dataProperty())
		} else {
			a.ObjectProperties = append(a.ObjectProperties, p.objectProperty())
		}
	}
	return a
}

func (p *manchesterParser) typeOf(middle func(string)) Axiom {
	a := &ClassAssertion{Individual: p.individual()}
	middle(endOfName)
	a.Class = p.description()
	return a
}

// sides takes items of one kind on both sides of the keyword.
func sides[T any](p *manchesterParser, middle func(string), side func() T) []T {
	left := side()
	middle(endOfClass)
	return []T{left, side()}
}

// sideKind returns the kind of the left side, or of an item of a list, if the axiom may have
// several: the kind of a single name, the first that the other side may have too; an object
// property after "inverse" and in chains; otherwise a class, if that is wanted.
func (p *manchesterParser) sideKind(want kindSet) EntityKind {
	if p.isKeyword(0, "inverse") && !p.isInverseRestriction() {
		return ObjectPropertyKind
	}
	n := p.nameLength(0)
	if n == 0 || p.isKeyword(n, restrictionKeywords...) || p.isKeyword(n, "and", "or", "that") ||
		p.isKeyword(n, "o") {
		return want.firstOr(ClassKind, ObjectPropertyKind)
	}
	text, quoted := p.nameText(0, n)
	kinds := p.names.known(text, quoted, want)
	if kinds == 0 {
		return p.unknownSide(n, want)
	}
	if other := p.otherSide(want) & kinds; other != 0 {
		kinds = other
	}
	return kinds.first()
}

// unknownSide returns the kind of a new IRI by the other side, or fails.
func (p *manchesterParser) unknownSide(n int, want kindSet) EntityKind {
	iri, kinds := p.nameOf("a name", want)
	if iri.IsZero() {
		return want.first()
	}
	p.next -= n
	if other := p.otherSide(want) & kinds; other != 0 {
		kinds = other
	}
	return kinds.firstOr(ClassKind, ObjectPropertyKind)
}

// otherSide returns the kinds of the right side if it is a single name, and none otherwise.
func (p *manchesterParser) otherSide(want kindSet) kindSet {
	last := len(p.tokens) - 1
	if p.stop == last {
		return 0
	}
	right := *p
	right.next, right.stop = p.stop+1, last
	n := right.nameLength(0)
	if n == 0 || right.next+n != last {
		return 0
	}
	text, quoted := right.nameText(0, n)
	return p.names.known(text, quoted, want)
}

// isInverseRestriction reports whether "inverse" begins a restriction and not only a property.
func (p *manchesterParser) isInverseRestriction() bool {
	for steps := 1; ; {
		n := p.nameLength(steps)
		switch {
		case n > 0:
			steps += n
		case p.isKeyword(steps, restrictionKeywords...):
			return true
		case p.isSign(steps, "("), p.isSign(steps, ")"), p.isKeyword(steps, "inverse"):
			steps++
		default:
			return false
		}
	}
}

func (p *manchesterParser) annotationProperty() AnnotationProperty {
	return AnnotationProperty{p.name("an annotation property", annotationKind)}
}

// commaList takes items with commas between them.
func commaList[T any](p *manchesterParser, item func() T) []T {
	p.inList = true
	things := []T{item()}
	for p.takeSign(",") {
		things = append(things, item())
	}
	p.inList = false
	return things
}

// listAxioms are the axioms that begin with a keyword and a colon; by keyword in lower case.
var listAxioms = func() map[string]func(p *manchesterParser) Axiom {
	axioms := map[string]func(*manchesterParser) Axiom{
		"functional": listOf(sideKinds{ObjectPropertyKind: FunctionalObjectPropertyKind,
			DataPropertyKind: FunctionalDataPropertyKind}),
	}
	kindsOf := kindsByKeyword(func(s ManchesterSection) string { return s.List })
	for keyword, kinds := range kindsOf {
		axioms[keyword] = listOf(kinds)
	}
	for keyword, kind := range manchesterEntityFrames {
		keyword = strings.ToLower(strings.TrimSuffix(keyword, ":"))
		axioms[keyword] = func(p *manchesterParser) Axiom { return p.declaration(kind) }
	}
	return axioms
}()

func listOf(k sideKinds) func(*manchesterParser) Axiom {
	return func(p *manchesterParser) Axiom {
		return fillAxiom(k.kind(p), &slotReader{p: p, subject: -1})
	}
}

// declaration takes a declaration. An IRI may be new.
func (p *manchesterParser) declaration(kind EntityKind) Axiom {
	p.allowNew = true
	iri := p.name(withArticle(kindWords[kind]), 1<<kind)
	return &Declaration{Entity: NewEntity(kind, iri)}
}

// fact takes "a r b", or the same after "not", with or without parentheses. Names without quotation
// marks have one word here.
func (p *manchesterParser) fact() Axiom {
	p.single = true
	negative := p.takeKeyword("not")
	parenthesis := negative && p.takeSign("(")
	a := p.positiveFact()
	if parenthesis {
		p.expectSign(")", "")
	}
	if p.err == nil && !p.atEnd() {
		p.expected("the end (a label of several words needs quotation marks: '…')")
	}
	if !negative {
		return a
	}
	if a = negated(a); a == nil && p.err == nil {
		p.next = 0
		p.expected("an axiom, or a fact whose property is an object or a data property behind not")
	}
	return a
}

// negated returns the negation of a fact, or nil if it has none.
func negated(a Axiom) Axiom {
	switch a := a.(type) {
	case *ObjectPropertyAssertion:
		return &NegativeObjectPropertyAssertion{Property: a.Property, Source: a.Source,
			Target: a.Target}
	case *DataPropertyAssertion:
		return &NegativeDataPropertyAssertion{Property: a.Property, Source: a.Source,
			Target: a.Target}
	}
	return nil
}

func (p *manchesterParser) positiveFact() Axiom {
	if p.nameLength(0) == 0 {
		p.expected("an axiom such as A SubClassOf B, or a fact such as a r b")
		return nil
	}
	subject := p.next
	p.next++
	if p.atEnd() {
		p.expected("the keyword of an axiom, such as " + strconv.Quote("SubClassOf") +
			", or a property")
		return nil
	}
	if p.isKeyword(0, "inverse") {
		return p.objectFact(subject, p.inverse())
	}
	iri, kinds := p.nameOf("a property", anyPropertyKind)
	p.misspelledKeyword(subject)
	if kinds == anyPropertyKind || kinds == restrictionKinds {
		kinds = objectKind
		if p.literalLength(0) > 0 {
			kinds = dataKind
		}
	}
	switch {
	case p.err != nil:
		return nil
	case kinds.has(ObjectPropertyKind):
		return p.objectFact(subject, ObjectProperty{iri})
	case kinds.has(DataPropertyKind):
		a := &DataPropertyAssertion{Property: DataProperty{iri}, Source: p.subject(subject)}
		a.Target = p.literal()
		return a
	}
	return p.annotationFact(subject, AnnotationProperty{iri})
}

// misspelledKeyword replaces the error about an unknown property, which the names of properties are
// not like, if a word behind the subject is like the keyword of an axiom.
func (p *manchesterParser) misspelledKeyword(subject int) {
	var unknown *NameError
	if p.err == nil || !errors.As(p.err, &unknown) || len(unknown.Candidates) > 0 {
		return
	}
	for i := subject + 1; i < len(p.tokens); i++ {
		if p.tokens[i].kind != wordToken {
			continue
		}
		word := p.text(p.tokens[i])
		nearest := nearestWord(word, infixKeywords)
		if strings.EqualFold(word, "is_a") { // as in OBO
			nearest = "SubClassOf"
		}
		if nearest != "" {
			p.err, p.next = nil, i
			p.expected("the keyword of an axiom (did you mean " + nearest + "?)")
			return
		}
	}
}

// infixKeywords are the keywords of infixAxioms.
var infixKeywords = func() (list []string) {
	for _, s := range ManchesterSections {
		if _, ok := infixAxioms[strings.ToLower(s.Keyword)]; ok &&
			!slices.Contains(list, s.Keyword) {
			list = append(list, s.Keyword)
		}
	}
	return list
}()

func (p *manchesterParser) objectFact(subject int, property ObjectPropertyExpression) Axiom {
	a := &ObjectPropertyAssertion{Property: property, Source: p.subject(subject)}
	a.Target = p.individual()
	return a
}

// subject reads the individual that is token number at.
func (p *manchesterParser) subject(at int) Individual {
	if p.err != nil {
		return nil
	}
	next := p.next
	p.next = at
	i := p.individual()
	if p.err == nil {
		p.next = next
	}
	return i
}

func (p *manchesterParser) annotationFact(subject int, property AnnotationProperty) Axiom {
	next := p.next
	p.next = subject
	a := &AnnotationAssertion{Property: property}
	switch s := p.annotationValue().(type) {
	case IRI:
		a.Subject = s
	case AnonymousIndividual:
		a.Subject = s
	}
	if p.err != nil {
		return nil
	}
	p.next = next
	a.Value = p.annotationValue()
	return a
}

// annotationValue takes a literal, a node id or the name of anything; an IRI need not name an
// entity.
func (p *manchesterParser) annotationValue() AnnotationValue {
	t := p.peek(0)
	switch {
	case p.literalLength(0) > 0:
		return p.literal()
	case t.kind == wordToken && strings.HasPrefix(p.text(t), "_:"):
		i, _ := p.individual().(AnonymousIndividual)
		return i
	}
	return p.iri("an IRI, a name or a literal")
}

// iri takes an IRI or a name of an entity.
func (p *manchesterParser) iri(what string) IRI {
	allowNew := p.allowNew
	p.allowNew = true
	iri := p.name(what, anyKind)
	p.allowNew = allowNew
	return iri
}
