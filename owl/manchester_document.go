package owl

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ManchesterDocument parses documents in Manchester syntax (OWL 2 Manchester Syntax, second
// edition, section 2): a header and frames. The zero value is ready for use.
//
// These extensions are read: SuperClassOf and Individuals in the frame of a class, SuperPropertyOf
// in that of a property; a class expression or an inverse property as the subject of a frame, which
// then declares nothing; lists with one item; rules. Names that no frame declares have the kinds
// that their use requires.
type ManchesterDocument struct {
	// Prefixes receives the prefixes that the document declares, in addition to those of the
	// standard. May be nil.
	Prefixes *Prefixes
	// MaxDepth limits the nesting of expressions. The default is 10,000.
	MaxDepth int
	// SkipAnnotationAssertions leaves out annotation assertions; Skipped counts them.
	SkipAnnotationAssertions bool
	Skipped                  int
	// Refuse is called for each section that cannot be parsed. The axioms before the error and the
	// other sections are kept. May be nil.
	Refuse func(err *SyntaxError)
	// Poll is called before each frame; an error ends parsing. May be nil.
	Poll func() error
}

// Parse parses a document. Errors of the document as a whole are *SyntaxError.
func (d *ManchesterDocument) Parse(src string) (*Ontology, error) {
	if !utf8.ValidString(src) {
		return nil, &SyntaxError{Offset: invalidByte(src), Err: errors.New("invalid UTF-8")}
	}
	p := &documentParser{document: d, ontology: &Ontology{Prefixes: d.Prefixes}}
	if p.ontology.Prefixes == nil {
		p.ontology.Prefixes = &Prefixes{}
	}
	p.names = newDocumentNames()
	p.manchesterParser = manchesterParser{src: src, names: p.names, allowNew: true, single: true,
		exact: true, maxDepth: Parser{MaxDepth: d.MaxDepth}.maxDepth()}
	if err := p.split(); err != nil {
		return nil, err
	}
	for i := range p.frames {
		if d.Poll != nil {
			if err := d.Poll(); err != nil {
				return nil, err
			}
		}
		p.frame(&p.frames[i])
		if err := p.expansionAt(p.frames[i].at); err != nil {
			return nil, err
		}
	}
	return p.ontology, nil
}

// expansionAt returns the error of names that are too long in full, for a place; nil if there is
// none.
func (p *documentParser) expansionAt(offset int) error {
	if err := p.names.expansion.Add(0); err != nil {
		return &SyntaxError{Offset: offset, Err: err}
	}
	return nil
}

// documentParser parses one document.
type documentParser struct {
	manchesterParser
	document *ManchesterDocument
	ontology *Ontology
	names    *documentNames
	frames   []manchesterFrame
	headed   bool // there was a frame Ontology:
	subject  any  // of the current frame; nil if it has none
}

// manchesterFrame is src[at:end]: a keyword and the text up to the next frame.
type manchesterFrame struct {
	keyword string
	at, end int
	err     *SyntaxError // of its tokens
}

// manchesterEntityFrames are the frames that declare entities, by keyword.
var manchesterEntityFrames = map[string]EntityKind{
	"Class:": ClassKind, "Datatype:": DatatypeKind, "ObjectProperty:": ObjectPropertyKind,
	"DataProperty:": DataPropertyKind, "AnnotationProperty:": AnnotationPropertyKind,
	"Individual:": NamedIndividualKind, "NamedIndividual:": NamedIndividualKind,
}

// manchesterKeywords holds the keywords of frames and sections by their forms in lower case.
var manchesterKeywords = func() map[string]string {
	all := make(map[string]string)
	for _, word := range []string{"Prefix:", "Namespace:", "Ontology:", "Rule:"} {
		all[strings.ToLower(word)] = word
	}
	for word := range manchesterLists {
		all[strings.ToLower(word)] = word
	}
	for word := range manchesterEntityFrames {
		all[strings.ToLower(word)] = word
	}
	for word := range manchesterSectionKeywords {
		all[strings.ToLower(word)] = word
	}
	return all
}()

// keyword returns the text of a token, that of a keyword of frames and sections in its usual case.
func (p *manchesterParser) keyword(t manchesterToken) string {
	text := p.text(t)
	if t.kind == wordToken && text[len(text)-1] == ':' {
		if word, ok := manchesterKeywords[strings.ToLower(text)]; ok {
			return word
		}
	}
	return text
}

// isManchesterFrame reports whether a word begins a frame.
func isManchesterFrame(word string) bool {
	if _, ok := manchesterEntityFrames[word]; ok {
		return true
	}
	switch word {
	case "Prefix:", "Namespace:", "Ontology:", "Rule:":
		return true
	}
	_, ok := manchesterLists[word]
	return ok
}

// split finds the frames with the prefixes and the kinds of the entities.
func (p *documentParser) split() error {
	var last [1]manchesterToken
	var unclosed [256]bool // quotation marks without a closing one: words from there on
	header := 0            // tokens behind the keyword of a frame, for its subject
	for at := 0; ; {
		at = skipManchester(p.src, at)
		t, ok := manchesterToken{start: at}, false
		if at == len(p.src) || !unclosed[p.src[at]] { // one search for a closing mark is enough
			t, ok = nextManchester(p.src, at, last[:])
		}
		if ok && t.kind == endToken {
			if header == 2 {
				p.declare(last[0])
			}
			break
		}
		if !ok {
			if n := len(p.frames); n > 0 && p.frames[n-1].err == nil {
				p.frames[n-1].err = &SyntaxError{Offset: t.start, Err: errNoClosing}
			}
			unclosed[p.src[t.start]] = true
			t.kind, t.end = signToken, t.start+1
		}
		if err := p.expansionAt(t.start); err != nil {
			return err
		}
		text := p.keyword(t)
		isKeyword := t.kind == wordToken && text[len(text)-1] == ':'
		if header == 2 && isKeyword {
			p.declare(last[0])
		}
		switch {
		case isKeyword && isManchesterFrame(text) &&
			!(header == 1 && isPrefixFrame(p.frames[len(p.frames)-1].keyword)):
			if n := len(p.frames); n > 0 {
				p.frames[n-1].end = t.start
			}
			p.frames = append(p.frames,
				manchesterFrame{keyword: text, at: t.start, end: len(p.src)})
			header = 0
		case len(p.frames) == 0:
			p.tokens = []manchesterToken{t}
			return &SyntaxError{Offset: t.start, Err: fmt.Errorf(
				"expected a frame such as Prefix:, Ontology: or Class:, found %s", p.show(t))}
		case header == 2 && isPrefixFrame(p.frames[len(p.frames)-1].keyword) && t.kind == iriToken:
			name := strings.TrimSuffix(p.text(last[0]), ":")
			namespace := text[1 : len(text)-1]
			p.names.prefixes.Set(name, namespace)
			p.ontology.Prefixes.Set(name, namespace)
			clear(p.names.iris)
		}
		last[0] = t
		header++
		at = t.end
	}
	if len(p.frames) == 0 {
		return &SyntaxError{Offset: len(p.src),
			Err: fmt.Errorf("%w: it has no frame", ErrUnexpectedEnd)}
	}
	return nil
}

func isPrefixFrame(keyword string) bool { return keyword == "Prefix:" || keyword == "Namespace:" }

// declare notes the kind of the subject of the last frame. A subject of several tokens is an
// expression.
func (p *documentParser) declare(name manchesterToken) {
	kind, ok := manchesterEntityFrames[p.frames[len(p.frames)-1].keyword]
	if !ok || name.kind != wordToken && name.kind != iriToken {
		return
	}
	if iri, err := p.names.resolve(p.text(name)); err == nil {
		p.names.kinds[iri] |= 1 << kind
	}
}

// frame parses one frame.
func (p *documentParser) frame(f *manchesterFrame) {
	if f.err != nil {
		p.refuse(f.err)
		return
	}
	p.tokens = p.tokens[:0]
	for at := f.at; ; {
		t, _ := nextManchester(p.src[:f.end], at, p.tokens)
		p.tokens = append(p.tokens, t)
		if t.kind == endToken {
			break
		}
		at = t.end
	}
	p.next, p.stop, p.err, p.depth = 1, p.endOfSection(0), nil, 0
	p.subject = nil
	kind, isEntity := manchesterEntityFrames[f.keyword]
	switch {
	case isPrefixFrame(f.keyword):
		if p.next += 2; len(p.tokens) != 4 || p.tokens[2].kind != iriToken ||
			!strings.HasSuffix(p.text(p.tokens[1]), ":") {
			p.next = min(1, len(p.tokens)-1)
			p.expected("a prefix such as obo: and its IRI in angle brackets")
		}
	case f.keyword == "Ontology:":
		p.header()
	case f.keyword == "Rule:":
		p.rule()
	case isEntity:
		if subject := p.subjectOf(kind); p.err == nil {
			p.subject = subject
		}
	default:
		p.together(func() Axiom { return p.listed(manchesterLists[f.keyword]) })
	}
	entity, named := p.subject.(Entity)
	if p.end(); p.err != nil {
		p.refuse(p.err)
		if isEntity && !named {
			return // without a subject, sections mean nothing
		}
	}
	if named {
		p.ontology.Axioms = append(p.ontology.Axioms, &Declaration{Entity: entity})
	}
	var sections map[string]func(*documentParser)
	if isEntity {
		sections = manchesterSections[kind]
	} else if f.keyword == "Ontology:" {
		sections = headerSections
	}
	for at := p.endOfSection(0); at < len(p.tokens)-1; at = p.stop {
		keyword := p.keyword(p.tokens[at])
		next := p.endOfSection(at)
		p.next, p.stop, p.err, p.depth, p.inList = at+1, next, nil, 0, false
		section, known := sections[keyword]
		switch {
		case !known:
			p.next = at
			p.expected("a section of the frame " + f.keyword)
		case p.atEnd(): // an empty section has no axioms
		default:
			section(p)
			p.end()
		}
		if p.err != nil {
			p.refuse(p.err)
		}
		p.stop = next
	}
}

func (p *documentParser) refuse(err *SyntaxError) {
	if p.document.Refuse != nil {
		p.document.Refuse(err)
	}
}

// endOfSection returns the index of the keyword of the next section after token number at.
func (p *documentParser) endOfSection(at int) int {
	for i := at + 1; i < len(p.tokens)-1; i++ {
		t := p.tokens[i]
		keyword := p.keyword(t)
		if t.kind != wordToken || p.src[t.end-1] != ':' || !manchesterSectionKeywords[keyword] {
			continue
		}
		if keyword == "Annotations:" {
			// Annotations of an axiom or annotation follow a keyword or comma.
			before := p.keyword(p.tokens[i-1])
			isFrame := i == 1 && p.keyword(p.tokens[0]) != "Ontology:"
			if before == "," || before == "Annotations:" || isFrame || i-1 == at && at > 0 {
				continue
			}
		}
		return i
	}
	return len(p.tokens) - 1
}

// header takes the IRIs of the ontology.
func (p *documentParser) header() {
	if p.headed {
		p.next = 0
		p.expected("one frame Ontology:")
		return
	}
	p.headed = true
	for _, iri := range []*IRI{&p.ontology.IRI, &p.ontology.VersionIRI} {
		if !p.atEnd() {
			*iri = p.iri("the IRI of the ontology")
		}
	}
}

// annotations takes the annotations of an axiom or annotation, if there are any.
func (p *documentParser) annotations() []Annotation {
	if !p.takeKeyword("annotations:") {
		return nil
	}
	p.enter()
	var list []Annotation
	for again := true; again; again = p.takeSign(",") {
		list = append(list, p.annotation())
	}
	p.leave()
	return list
}

// annotation takes an annotation with its own annotations.
func (p *documentParser) annotation() Annotation {
	own := p.annotations()
	property := p.annotationProperty()
	return Annotation{Property: property, Value: p.annotationValue(), Annotations: own}
}

func (p *documentParser) add(a Axiom, annotations []Annotation) {
	if p.err != nil {
		return
	}
	if a.Kind() == AnnotationAssertionKind && p.document.SkipAnnotationAssertions {
		p.document.Skipped++
		return
	}
	if len(annotations) > 0 {
		Annotate(a, annotations)
	}
	p.ontology.Axioms = append(p.ontology.Axioms, a)
}

// each takes a list with commas, and adds the axiom of each item with its annotations.
func (p *documentParser) each(item func() Axiom) {
	for again := true; again && p.err == nil; again = p.takeSign(",") {
		annotations := p.annotations()
		p.inList = true
		a := item()
		if !p.atSign(",") {
			p.end()
		}
		if p.err == nil {
			p.add(a, annotations)
		}
	}
}

// together takes a list that is one axiom.
func (p *documentParser) together(list func() Axiom) {
	annotations := p.annotations()
	a := list()
	p.end()
	p.add(a, annotations)
}

// manchesterLists holds the axioms that are lists behind a keyword, of object and of data
// properties. The OWL API has the names of axioms as keywords, too.
var manchesterLists = func() map[string][2]AxiomKind {
	frames := make(map[string][2]AxiomKind)
	for _, s := range ManchesterSections {
		if s.List == "" {
			continue
		}
		kinds, known := frames[s.List+":"]
		if kinds[1] = s.Kind; !known {
			kinds[0] = s.Kind
		}
		frames[s.List+":"] = kinds
		if name := AxiomShapes[s.Kind].Name; name != s.List {
			frames[name+":"] = [2]AxiomKind{s.Kind, s.Kind}
		}
	}
	return frames
}()

// rule takes a rule: atoms with commas, ->, atoms.
func (p *documentParser) rule() {
	annotations := p.annotations()
	r := &Rule{Body: p.atoms()}
	if !p.takeKeyword("-") || !p.takeSign(">") {
		p.expected(`"->"`)
	}
	r.Head = p.atoms()
	p.end()
	p.add(r, annotations)
}

func (p *documentParser) atoms() (list []RuleAtom) {
	if p.atEnd() || p.isKeyword(0, "-") {
		return nil
	}
	for again := true; again; again = p.takeSign(",") {
		list = append(list, p.atom())
	}
	return list
}

// atom takes one atom. The name of a built-in is not declared.
func (p *documentParser) atom() RuleAtom {
	switch {
	case p.takeKeyword("sameas"):
		return p.atomOf("SameIndividualAtom", nil)
	case p.takeKeyword("differentfrom"):
		return p.atomOf("DifferentIndividualsAtom", nil)
	case p.isKeyword(0, "inverse"):
		return p.atomOf("ObjectPropertyAtom", p.inverse())
	case p.nameLength(0) == 0 || !p.isSign(1, "("):
		return p.atomOf("ClassAtom", p.primary())
	}
	iri, kinds := p.nameOf("an atom", anyKind)
	switch {
	case kinds == anyKind:
	case kinds.has(ClassKind):
		return p.atomOf("ClassAtom", Class{iri})
	case kinds.has(ObjectPropertyKind):
		return p.atomOf("ObjectPropertyAtom", ObjectProperty{iri})
	case kinds.has(DataPropertyKind):
		return p.atomOf("DataPropertyAtom", DataProperty{iri})
	case kinds.has(DatatypeKind):
		return p.atomOf("DataRangeAtom", Datatype{iri})
	}
	return p.atomOf("BuiltInAtom", iri)
}

// atomOf takes the arguments of an atom.
func (p *documentParser) atomOf(keyword string, predicate any) RuleAtom {
	a := RuleAtom{Keyword: keyword, Predicate: predicate}
	p.expectSign("(", "")
	n := RuleAtoms[keyword].Arguments
	for ; n > 0 || n < 0 && !p.atSign(")") && p.err == nil; n-- {
		if len(a.Arguments) > 0 {
			p.expectSign(",", "")
		}
		a.Arguments = append(a.Arguments, p.argument())
	}
	p.expectSign(")", "")
	return a
}

// argument takes a variable, literal or individual. A variable such as ?x has the namespace of the
// OWL API.
func (p *documentParser) argument() any {
	t := p.peek(0)
	if p.literalLength(0) > 0 {
		return p.literal()
	}
	name, isVariable := strings.CutPrefix(p.text(t), "?")
	if t.kind != wordToken || !isVariable {
		return p.individual()
	}
	p.next++
	switch {
	case name == "":
		return Variable{NamedIndividual{p.iri("the name of a variable")}}
	case strings.Contains(name, ":"):
		iri, err := p.names.resolve(name)
		if err != nil {
			p.fail(t.start, err)
		}
		return Variable{NamedIndividual{iri}}
	}
	return Variable{NamedIndividual{NewIRI(swrlVariableNamespace + name)}}
}

// swrlVariableNamespace is the namespace of variables without one.
const swrlVariableNamespace = "urn:swrl:var#"

// documentNames finds entities by their IRIs.
type documentNames struct {
	prefixes *Prefixes
	kinds    map[IRI]kindSet // by the frames of the document, and of the built-in entities
	iris     map[string]IRI  // by name

	expansion Expansion
}

func newDocumentNames() *documentNames {
	n := &documentNames{prefixes: StandardPrefixes(), kinds: make(map[IRI]kindSet),
		iris: make(map[string]IRI)}
	for _, e := range builtIn {
		n.kinds[e.EntityIRI()] |= 1 << e.EntityKind()
	}
	return n
}

// resolve returns the IRI of a name: <IRI>, prefix:local, or local with the empty prefix.
func (n *documentNames) resolve(name string) (IRI, error) {
	if iri, ok := n.iris[name]; ok {
		return iri, nil
	}
	list := n.expansions(name)
	if len(list) == 0 {
		prefix, _, _ := strings.Cut(name, ":")
		if !strings.Contains(name, ":") {
			prefix = ""
		}
		return IRI{}, fmt.Errorf("%w %q", ErrUndefinedPrefix, prefix+":")
	}
	if err := n.expansion.Add(len(list[0]) - len(name)); err != nil {
		return IRI{}, err
	}
	iri := NewIRI(list[0])
	n.iris[name] = iri
	return iri, nil
}

func (n *documentNames) expansions(name string) []string {
	if name[0] == '<' {
		return []string{name[1 : len(name)-1]}
	}
	if !strings.Contains(name, ":") {
		name = ":" + name
	}
	if full, ok := n.prefixes.Expand(name); ok && full != "" {
		return []string{full}
	}
	return nil
}

func (n *documentNames) find(name string, quoted, _ bool, want kindSet) (IRI, kindSet, error) {
	if quoted {
		return IRI{}, 0, fmt.Errorf("the label '%s' where a document has an IRI", name)
	}
	iri, err := n.resolve(name)
	if err != nil {
		return IRI{}, 0, err
	}
	if kinds := n.kinds[iri] & want; kinds != 0 {
		return iri, kinds, nil
	}
	return iri, want, nil
}

func (n *documentNames) known(name string, quoted bool, want kindSet) kindSet {
	if quoted {
		return 0
	}
	iri, err := n.resolve(name)
	if err != nil {
		return 0
	}
	return n.kinds[iri] & want
}
