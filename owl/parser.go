package owl

import "strings"

// Parser reads class expressions and axioms as people type them: in the Manchester syntax (OWL 2
// Manchester Syntax, second edition, W3C Note 2012) or in the functional-style syntax, whichever
// the text starts like, with entities by any of their names. What stands in a place decides of which
// kind an entity must be there, and the names decide which properties are object and which data
// properties. Errors are *SyntaxError, of which those about a name hold a *NameError.
//
// Manchester syntax is read as its grammar says (sections 2.1 to 2.4), and more freely:
//
//   - Keywords in any case. A name that is a keyword stands between single quotation marks.
//   - A label of several words needs no quotation marks where it holds no keyword, bracket or comma; a
//     text that is no expression but, as a whole, the name of a class is that class.
//   - "that" is "and"; true and false are literals; p, q some D is a data restriction over several
//     properties.
//
// The standard writes axioms in frames. Here an axiom is one line, as Manchester renders it:
//
//	A SubClassOf B        A EquivalentTo B       A DisjointWith B      A DisjointUnionOf B, C
//	r SubPropertyOf s     r o s SubPropertyOf t  r InverseOf s         r Domain A     r Range A
//	a Type A              a r b                  not (a r b)           a SameAs b     a DifferentFrom b
//	A HasKey r, d         Transitive: r          DisjointClasses: A, B, C             Class: A
//
// with the characteristics, lists and declarations of the other kinds alike. Annotations of axioms have no
// place in it, and an annotation assertion is read where its property is a known annotation
// property.
//
// The zero value knows no name but those that OWL 2 has built in. It may be used by many goroutines.
type Parser struct {
	// Names finds entities. May be nil.
	Names *Names
	// AllowNew lets an IRI in full, or one abbreviated by a prefix, name an entity that does not occur
	// in the ontology. Where its place leaves a choice, a property is taken for an object property
	// unless what follows needs a data property. Default: an unknown IRI is an error, as most are
	// mistyped.
	AllowNew bool
	// MaxDepth caps the nesting of expressions. Default 10,000.
	MaxDepth int
}

const defaultMaxDepth = 10_000

// ClassExpression parses a class expression; nothing may follow it.
func (p Parser) ClassExpression(text string) (ClassExpression, error) {
	if startsFunctional(text) {
		f := p.functional()
		return parseFunctional(f, text, f.classExpression)
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

// Axiom parses one axiom; nothing may follow it.
func (p Parser) Axiom(text string) (Axiom, error) {
	if startsFunctional(text) {
		f := p.functional()
		return parseFunctional(f, text, f.axiom)
	}
	return parseManchester(p, text, (*manchesterParser).axiom)
}

// wholeName finds the class whose name is all of text.
func (p Parser) wholeName(text string) (Class, bool) {
	names := p.names()
	names.build.Do(names.index)
	found := names.candidates(strings.TrimSpace(text), false, 1<<ClassKind)
	if len(found) != 1 {
		return Class{}, false
	}
	return Class{found[0]}, true
}

// startsFunctional reports whether text starts with a word and an opening parenthesis, which no
// Manchester syntax does but for "not (" and "inverse (".
func startsFunctional(text string) bool {
	at := skipManchester(text, 0)
	end := endOfWord(text, at)
	word := strings.ToLower(text[at:end])
	next := skipManchester(text, end)
	return areLetters(word) && word != "not" && word != "inverse" && next < len(text) && text[next] == '('
}

// noNames are those of an ontology that says nothing.
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
