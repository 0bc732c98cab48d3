package owl

import "strings"

// Parser parses class expressions and axioms: in the Manchester syntax (OWL 2 Manchester Syntax,
// second edition, W3C Note 2012) or in the functional-style syntax. The beginning of the text
// selects the syntax. Entities may have any of their names. The position of a name determines the
// kind of its entity, and the names determine which properties are object properties and which data
// properties. Errors are *SyntaxError; errors of names wrap a *NameError.
//
// Manchester syntax follows its grammar (sections 2.1 to 2.4) with these extensions:
//
//   - Keywords are case-insensitive. A name that is a keyword must be in single quotation marks.
//   - A label of several words needs no quotation marks if it contains no keyword, bracket or
//     comma. A text that is not an expression but the name of a class is that class.
//   - "that" is "and"; true and false are literals; p, q some D is a data restriction over several
//     properties.
//
// The standard writes axioms in frames. Here an axiom is one line, as Manchester renders it:
//
//	A SubClassOf B     A EquivalentTo B       A DisjointWith B   A DisjointUnionOf B, C
//	r SubPropertyOf s  r o s SubPropertyOf t  r InverseOf s      r Domain A     r Range A
//	a Type A           a r b                  not (a r b)        a SameAs b     a DifferentFrom b
//	A HasKey r, d      Transitive: r          DisjointClasses: A, B, C           Class: A
//
// The other characteristics, lists and declarations are alike. Annotations of axioms are not
// supported. An annotation assertion is recognized by a known annotation property.
//
// The zero value knows only the built-in names of OWL 2. A Parser is safe for concurrent use.
type Parser struct {
	// Names finds entities. May be nil.
	Names *Names
	// AllowNew allows a full IRI, or one abbreviated by a prefix, to name an entity that does not
	// occur in the ontology. If the kind of a new property is ambiguous, it is an object property,
	// unless the text after it requires a data property. By default an unknown IRI is an error,
	// because most are mistyped.
	AllowNew bool
	// MaxDepth limits the nesting of expressions. The default is 10,000.
	MaxDepth int
}

const defaultMaxDepth = 10_000

// ClassExpression parses a class expression, which must be the whole text.
func (p Parser) ClassExpression(text string) (ClassExpression, error) {
	if startsFunctional(text) {
		f := p.functional()
		return parseFunctional(f, text, f.class)
	}
	c, err := parseManchester(p, text, (*manchesterParser).description)
	if err == nil {
		return c, nil
	}
	if class, ok := p.wholeName(text); ok {
		return class, nil
	}
	return nil, err
}

// Axiom parses one axiom, which must be the whole text.
func (p Parser) Axiom(text string) (Axiom, error) {
	if startsFunctional(text) {
		f := p.functional()
		return parseFunctional(f, text, f.axiom)
	}
	return parseManchester(p, text, (*manchesterParser).axiom)
}

// wholeName returns the class whose name is the whole text.
func (p Parser) wholeName(text string) (Class, bool) {
	names := p.names()
	names.build.Do(names.index)
	found := names.candidates(strings.TrimSpace(text), false, 1<<ClassKind)
	if len(found) != 1 {
		return Class{}, false
	}
	return Class{found[0]}, true
}

// startsFunctional reports whether text starts with a word and an opening parenthesis. In
// Manchester syntax only "not (" and "inverse (" do.
func startsFunctional(text string) bool {
	at := skipManchester(text, 0)
	end := endOfWord(text, at)
	word := strings.ToLower(text[at:end])
	next := skipManchester(text, end)
	return areLetters(word) && word != "not" && word != "inverse" && next < len(text) &&
		text[next] == '('
}

// noNames holds the names of an empty ontology.
var noNames = NewNames(&Ontology{})

func (p Parser) names() *Names {
	if p.Names == nil {
		return noNames
	}
	return p.Names
}

func (p Parser) maxDepth() int {
	if p.MaxDepth <= 0 {
		return defaultMaxDepth
	}
	return p.MaxDepth
}
