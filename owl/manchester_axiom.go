package owl

import (
	"errors"
	"strconv"
	"strings"
)

// axiom takes an axiom of one line: with a keyword at its beginning, with a keyword between its
// sides, or else a fact.
func (p *manchesterParser) axiom() Axiom {
	first := p.keyword(p.peek(0))
	if kind, ok := manchesterEntityFrames[first]; ok {
		p.next++
		return p.declaration(kind)
	}
	if kinds, ok := manchesterLists[first]; ok {
		p.next++
		return p.listed(kinds)
	}
	if name, ok := strings.CutSuffix(strings.ToLower(first), ":"); ok {
		if kinds, ok := characteristics[name]; ok {
			p.next++
			return p.listed(kinds)
		}
	}
	if at := p.infixKeyword(); at > 0 {
		return p.twoSides(at)
	}
	return p.fact()
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
		if i == 0 || depth > 0 || p.sectionsAt(i) == nil {
			continue
		}
		if !commonWord[strings.ToLower(p.text(t))] {
			return i
		}
		if first == 0 {
			first = i
		}
	}
	return first
}

var commonWord = map[string]bool{"type": true, "types": true, "domain": true, "range": true}

// sectionsAt returns the sections whose keyword is token i, with or without a colon, by the kind of
// the subject; nil if there are none.
func (p *manchesterParser) sectionsAt(i int) map[EntityKind]ManchesterSection {
	if p.tokens[i].kind != wordToken {
		return nil
	}
	return infixSections[strings.TrimSuffix(strings.ToLower(p.text(p.tokens[i])), ":")]
}

// infixSections holds the sections that may be between two sides, by keyword in lower case and by
// the kind of the left side, which is the subject.
var infixSections = func() map[string]map[EntityKind]ManchesterSection {
	found := make(map[string]map[EntityKind]ManchesterSection)
	for _, s := range ManchesterSections {
		if s.Kind == SubPropertyChainOfKind { // has its chain on the left and SubPropertyOf
			continue
		}
		keyword := strings.ToLower(s.Keyword)
		if found[keyword] == nil {
			found[keyword] = make(map[EntityKind]ManchesterSection)
		}
		found[keyword][s.Frame] = s
	}
	found["type"] = found["types"]
	return found
}()

// twoSides takes an axiom whose keyword is token number at: the subject and its section.
func (p *manchesterParser) twoSides(at int) Axiom {
	p.stop = at
	sections := p.sectionsAt(at)
	var want kindSet
	for kind := range sections {
		want |= 1 << kind
	}
	side := want.first()
	if len(sections) > 1 {
		side = p.sideKind(want)
	}
	section, missed := sections[side], "the keyword of the axiom"
	var subject any
	var chain []ObjectPropertyExpression
	if section.Kind == SubObjectPropertyOfKind {
		chain = p.chain()
		subject, missed = chain[0], "o, or "+missed
	} else {
		subject = p.subjectOf(side)
	}
	if side == ClassKind {
		missed = "and, or, or " + missed
	}
	if !p.atEnd() {
		p.expected(missed)
	}
	if p.err != nil {
		return nil
	}
	p.next, p.stop = at+1, len(p.tokens)-1
	if len(chain) > 1 {
		return &SubPropertyChainOf{Chain: chain, Super: p.objectProperty()}
	}
	return p.readAxiom(section.Kind, section.Subject, subject)
}

// sideKind returns the kind of the left side, or of an item of a list, if the axiom may have
// several: the kind of a single name, the first that the other side may have too; an object
// property after "inverse" and in chains; otherwise a class, if that is wanted.
func (p *manchesterParser) sideKind(want kindSet) EntityKind {
	if p.isKeyword(0, "inverse") && (!want.has(ClassKind) || !p.isInverseRestriction()) {
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
	if p.single || p.stop == last { // a document has no right side
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

// listed takes the operands of an axiom that begins with its keyword. The first one decides between
// the kinds of object and of data properties.
func (p *manchesterParser) listed(kinds [2]AxiomKind) Axiom {
	kind := kinds[0]
	if kind != kinds[1] && p.sideKind(restrictionKinds) == DataPropertyKind {
		kind = kinds[1]
	}
	return p.readAxiom(kind, -1, nil)
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

// positiveFact takes a b c. The property decides what a is.
func (p *manchesterParser) positiveFact() Axiom {
	if p.nameLength(0) == 0 {
		p.expected("an axiom such as A SubClassOf B, or a fact such as a r b")
		return nil
	}
	at := p.next
	p.next++
	if p.atEnd() {
		p.expected("the keyword of an axiom, such as " + strconv.Quote("SubClassOf") +
			", or a property")
		return nil
	}
	property := p.propertyOfFact(anyPropertyKind)
	if p.misspelledKeyword(at); p.err != nil {
		return nil
	}
	behind := p.next
	p.next = at
	var subject any
	if _, isAnnotation := property.(AnnotationProperty); isAnnotation {
		subject = p.annotationValue()
	} else {
		subject = p.individual()
	}
	if p.err != nil {
		return nil
	}
	p.next = behind
	return p.factOf(subject, property)
}

// propertyOfFact takes a property. Of one that may be an object and a data property, the value
// behind it decides.
func (p *manchesterParser) propertyOfFact(want kindSet) any {
	if p.isKeyword(0, "inverse") {
		return p.inverse()
	}
	iri, kinds := p.nameOf("a property", want)
	if kinds&restrictionKinds == restrictionKinds {
		kinds = objectKind
		if p.literalLength(0) > 0 {
			kinds = dataKind
		}
	}
	switch {
	case kinds.has(ObjectPropertyKind):
		return ObjectProperty{iri}
	case kinds.has(DataPropertyKind):
		return DataProperty{iri}
	}
	return AnnotationProperty{iri}
}

// factOf takes the value of a property of a subject.
func (p *manchesterParser) factOf(subject, property any) Axiom {
	source, _ := subject.(Individual)
	switch property := property.(type) {
	case ObjectPropertyExpression:
		return &ObjectPropertyAssertion{Property: property, Source: source, Target: p.individual()}
	case DataProperty:
		return &DataPropertyAssertion{Property: property, Source: source, Target: p.literal()}
	}
	a := &AnnotationAssertion{Property: property.(AnnotationProperty)}
	a.Subject, _ = subject.(AnnotationSubject)
	a.Value = p.annotationValue()
	return a
}

// misspelledKeyword replaces the error about an unknown property if a word behind the subject is
// like the keyword of an axiom, and no property has a similar name.
func (p *manchesterParser) misspelledKeyword(subject int) {
	var unknown *NameError
	if p.err == nil || !errors.As(p.err, &unknown) || len(unknown.Candidates) > 0 {
		return
	}
	var keywords []string
	for _, s := range ManchesterSections {
		if s.Kind != SubPropertyChainOfKind {
			keywords = append(keywords, s.Keyword)
		}
	}
	for i := subject + 1; i < len(p.tokens); i++ {
		if p.tokens[i].kind != wordToken {
			continue
		}
		word := p.text(p.tokens[i])
		nearest := nearestWord(word, keywords)
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
