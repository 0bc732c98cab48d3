package evidence

import (
	"fmt"
	"strconv"
	"strings"

	"box2el-owl/owl"
)

// Evidence is one sentence for or against an axiom.
type Evidence struct {
	// Kind names the witness, check or rule, for example "name", "definition" or "K1".
	Kind string `json:"kind"`

	// Against is true if the sentence is evidence against the axiom.
	Against bool `json:"against,omitempty"`

	// Template is the sentence. {0}, {1}, … are placeholders for the names of Entities. It contains
	// at least one number, name or quotation.
	Template string `json:"template"`

	// Entities are the classes and properties of the placeholders, in order.
	Entities []owl.IRI `json:"entities,omitempty"`

	// Numbers are the counts in the sentence, in order.
	Numbers []int `json:"numbers,omitempty"`

	// Quote is the quotation in the sentence, or "".
	Quote string `json:"quote,omitempty"`

	// Axioms are asserted axioms that support the sentence.
	Axioms []owl.Axiom `json:"-"`
}

// Phrase is a part of a sentence: a format with its arguments.
type Phrase struct {
	format string
	args   []any
}

// PhraseOf returns a phrase; see New.
func PhraseOf(format string, args ...any) Phrase { return Phrase{format, args} }

// New formats a sentence. Verbs of the format: %e takes an owl.IRI and becomes a placeholder for
// its name, %d takes an int, written with thousands separators, %q a string that is quoted from
// the ontology, %p a Phrase, %s other text.
func New(kind, format string, args ...any) Evidence {
	e := Evidence{Kind: kind}
	var b strings.Builder
	e.write(&b, PhraseOf(format, args...))
	e.Template = b.String()
	return e
}

// write adds a phrase to a sentence.
func (e *Evidence) write(b *strings.Builder, p Phrase) {
	next := 0
	for i := 0; i < len(p.format); i++ {
		if p.format[i] != '%' || i+1 == len(p.format) {
			b.WriteByte(p.format[i])
			continue
		}
		i++
		if p.format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if next == len(p.args) {
			panic("evidence.New: too few arguments for " + p.format)
		}
		arg := p.args[next]
		next++
		switch p.format[i] {
		case 'e':
			fmt.Fprintf(b, "{%d}", len(e.Entities))
			e.Entities = append(e.Entities, arg.(owl.IRI))
		case 'd':
			b.WriteString(Thousands(arg.(int)))
			e.Numbers = append(e.Numbers, arg.(int))
		case 'q':
			e.Quote = arg.(string)
			b.WriteString(escape("“" + e.Quote + "”"))
		case 'p':
			e.write(b, arg.(Phrase))
		default:
			b.WriteString(escape(fmt.Sprint(arg)))
		}
	}
}

// Some returns the phrase for k of n things.
func Some(k, n int, one, many string) Phrase {
	if k == 1 && n == 1 {
		return PhraseOf("the only %s", one)
	}
	return PhraseOf("%d of %d %s", k, n, many)
}

// Examples returns the phrase that names n things: ": a, b and c", or ", for example a, b and c" if
// there are more than three. Of has the places of the first of them in a list of entities.
func Examples(entities []owl.IRI, of []int32, n int) Phrase {
	of = of[:min(len(of), 3)]
	if len(of) == 0 {
		return PhraseOf("")
	}
	format := [...]string{"%e", "%e and %e", "%e, %e and %e"}[len(of)-1]
	var args []any
	for _, i := range of {
		args = append(args, entities[i])
	}
	if n > len(of) {
		return PhraseOf(", for example "+format, args...)
	}
	return PhraseOf(": "+format, args...)
}

// Verb returns the verb of a sentence about k things.
func Verb(k int, one, many string) string {
	if k == 1 {
		return one
	}
	return many
}

// Thousands formats a number with thousands separators.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// escape replaces braces, so that quoted text contains no placeholders.
func escape(text string) string {
	return strings.NewReplacer("{", "(", "}", ")").Replace(text)
}

// Objecting returns the sentence as evidence against the axiom.
func (e Evidence) Objecting() Evidence {
	e.Against = true
	return e
}

// Sentence returns the sentence with the names that name returns for its entities.
func (e Evidence) Sentence(name func(owl.IRI) string) string {
	var pairs []string
	for i, entity := range e.Entities {
		pairs = append(pairs, "{"+strconv.Itoa(i)+"}", name(entity))
	}
	return strings.NewReplacer(pairs...).Replace(e.Template) // at once: a name may have braces
}
