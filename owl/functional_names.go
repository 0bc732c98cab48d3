package owl

import "bytes"

// functional returns a parser of functional-style syntax that takes the names of people for
// entities.
func (p Parser) functional() *FunctionalParser {
	names := p.names()
	prefixes := names.prefixes.Clone()
	for _, name := range standardPrefixes.Names() {
		if _, declared := prefixes.Namespace(name); !declared {
			namespace, _ := standardPrefixes.Namespace(name)
			prefixes.Set(name, namespace)
		}
	}
	f := NewFunctionalParser(prefixes)
	f.MaxDepth, f.people, f.allowNew = p.maxDepth(), names, p.AllowNew
	return f
}

// name takes the name of an entity of one of the wanted kinds: an IRI, or in a Parser a name that
// Names finds, of one word or between single quotation marks.
func (p *FunctionalParser) name(want kindSet) IRI {
	if p.people == nil {
		return p.iri()
	}
	return p.nameOfPeople(want)
}

// nameOfPeople is name in a Parser.
func (p *FunctionalParser) nameOfPeople(want kindSet) IRI {
	p.skip()
	at := p.pos
	text, quoted := p.nameText()
	if p.err != nil {
		return IRI{}
	}
	iri, _, err := p.people.find(text, quoted, p.allowNew, want)
	if err != nil {
		p.fail(at, err)
	}
	return iri
}

// anyIRI takes an IRI, or in a Parser the name of any entity, where annotations say something of an
// IRI, which need not name an entity.
func (p *FunctionalParser) anyIRI() IRI {
	if p.people == nil {
		return p.iri()
	}
	allowNew := p.allowNew
	p.allowNew = true
	iri := p.name(anyKind)
	p.allowNew = allowNew
	return iri
}

// nameText takes a name, without the quotation marks of a label.
func (p *FunctionalParser) nameText() (text string, quoted bool) {
	start := p.pos
	p.pos += p.nameLength()
	switch {
	case p.pos == start:
		p.expected(start, "a name")
		return "", false
	case p.src[start] == '\'':
		return unescapeManchester(string(p.src[start+1:p.pos-1]), '\''), true
	}
	return string(p.src[start:p.pos]), false
}

// nameLength returns the length in bytes of the name that begins here; 0 if none does.
func (p *FunctionalParser) nameLength() int {
	rest := p.src[p.pos:]
	switch p.peek() {
	case '<':
		return bytes.IndexByte(rest, '>') + 1
	case '\'':
		return max(endOfQuoted(rest, 0, '\''), 0)
	}
	n := 0
	for n < len(rest) && !delimiter[rest[n]] {
		n++
	}
	return n
}

// atName reports whether a name follows and not a construct, literal or parenthesis.
func (p *FunctionalParser) atName() bool {
	if p.people == nil {
		return p.atIRI()
	}
	p.skip()
	switch p.peek() {
	case '<', '\'':
		return true
	}
	n := p.nameLength()
	return n > 0 && p.behind(n) != '('
}

// atLastName reports whether the name that begins here is the last operand of its list.
func (p *FunctionalParser) atLastName() bool { return p.behind(p.nameLength()) == ')' }

// behind returns the byte that follows n bytes further on, behind white space and comments.
func (p *FunctionalParser) behind(n int) byte {
	at := p.pos
	p.pos += n
	p.skip()
	c := p.peek()
	p.pos = at
	return c
}
