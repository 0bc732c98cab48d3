package texts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"box2el-owl/suggest/asserted"
)

// Bounds of the input.
const (
	mostLabelWords      = 32  // of a label
	mostDefinitionWords = 240 // of a definition
	longestAbbreviation = 6   // in bytes
)

// Token is a word of a label or a definition.
type Token struct {
	Word       int32 // its number
	Cut        Cut   // the punctuation before it
	Start, End int32 // its bytes in the definition; 0 for labels
}

// Cut is the punctuation between two words.
type Cut uint8

// The kinds of punctuation, the weakest first.
const (
	None  Cut = iota
	Comma     // or a colon, a bracket or a quotation mark
	Slash
	Stop // the end of a sentence, or a semicolon
)

// Texts holds the words of the live classes of an Index. It is immutable and safe for concurrent
// use.
type Texts struct {
	*asserted.Index
	asserted.Vocabulary

	// LabelTokens and DefinitionTokens are those of each class, up to a number of words; nil if a
	// class is not live or has no definition. Bracketed parts of definitions are left out.
	LabelTokens, DefinitionTokens [][]Token

	// Parts has the words of each label, with hyphens as separators.
	Parts [][]int32

	// By word. Function words are prepositions, articles and others that belong to no name; an open
	// word is a function word or a verb form, which ends a name.
	Preposition, Article, Function, Open []bool

	content []bool                   // by word: see Content
	phrases []asserted.Phrase        // by word
	begins  map[asserted.Phrase]bool // the first words of a name, up to all of them
}

// New reads the labels, exact synonyms and definitions, in linear time.
func New(x *asserted.Index) *Texts {
	n := len(x.Classes)
	t := &Texts{
		Index: x, LabelTokens: make([][]Token, n), DefinitionTokens: make([][]Token, n),
		Parts: make([][]int32, n), begins: make(map[asserted.Phrase]bool),
	}
	for c := range n {
		if !x.Live[c] {
			continue
		}
		t.addName(&x.Labels[c])
		for i := range x.Exact[c] {
			t.addName(&x.Exact[c][i])
		}
		t.LabelTokens[c] = t.label(&x.Labels[c])
		for _, w := range t.LabelTokens[c] {
			t.Parts[c] = t.partsOf(w.Word, t.Parts[c])
		}
		t.DefinitionTokens[c] = t.definition(x.Texts[c])
	}
	t.dropCommon()
	return t
}

// addName adds the first words of a name to those that begin one.
func (t *Texts) addName(name *asserted.Name) {
	if len(name.Words) > mostNameWords || len(name.Words) == 1 && len(name.Words[0]) < 3 {
		return
	}
	phrase := asserted.PhraseOf()
	for _, word := range name.Words {
		phrase = phrase.Then(t.phrases[t.number(word)])
		t.begins[phrase] = true
	}
}

// number returns the number of a word in lower case, a new one if needed.
func (t *Texts) number(word string) int32 {
	n := t.Number(word)
	if int(n) < len(t.phrases) {
		return n
	}
	preposition, article := asserted.IsPreposition(word), articles[word]
	function := preposition || article || functionWords[word]
	t.phrases = append(t.phrases, asserted.PhraseOf(word))
	t.Preposition = append(t.Preposition, preposition)
	t.Article = append(t.Article, article)
	t.Function = append(t.Function, function)
	t.Open = append(t.Open, function || asserted.IsParticiple(word) ||
		strings.HasSuffix(word, "ing") || strings.HasSuffix(word, "ed"))
	t.content = append(t.content, len(word) >= 3 && !function && !emptyWords[word] &&
		strings.ContainsFunc(word, unicode.IsLetter))
	return n
}

// label returns the tokens of a label.
func (t *Texts) label(n *asserted.Name) []Token {
	words := n.Words[:min(len(n.Words), mostLabelWords)]
	tokens := make([]Token, len(words))
	for i, word := range words {
		tokens[i].Word = t.number(word)
		switch {
		case n.BreakBefore(i):
			tokens[i].Cut = Comma
		case n.SlashBefore(i):
			tokens[i].Cut = Slash
		}
	}
	return tokens
}

// partsOf appends the words that hyphens join.
func (t *Texts) partsOf(word int32, list []int32) []int32 {
	text := t.Words[word]
	for {
		at := 1 + strings.IndexByte(text[min(1, len(text)):], '-')
		if at < 1 || at+1 == len(text) {
			return append(list, t.number(text))
		}
		list = append(list, t.number(text[:at]))
		text = text[at+1:]
	}
}

// definition returns the first tokens of a definition, without bracketed parts.
func (t *Texts) definition(text string) []Token {
	var tokens []Token
	cut, start, depth := None, -1, 0
	last := "" // the word before, as written
	end := func(i int) {
		if start >= 0 {
			last = text[start:i]
			if word := asserted.Fold(last); word != "" {
				tokens = append(tokens, Token{t.number(word), cut, int32(start), int32(i)})
				cut = None
			}
		}
		start = -1
	}
	for i, r := range text {
		switch {
		case r == '(' || r == '[' || r == '{':
			end(i)
			depth++
		case r == ')' || r == ']' || r == '}':
			end(i)
			depth = max(depth-1, 0)
		case depth > 0:
		case isWordRune(r) || r == '.' && start >= 0 && beginsWord(text[i+1:]):
			if start < 0 {
				start = i
			}
		default:
			end(i)
			switch r {
			case '.', ';', '?', '!':
				if r != '.' || len(last) > longestAbbreviation ||
					!abbreviations[strings.ToLower(last)] {
					cut = Stop
				}
			case ',', ':', '"':
				cut = max(cut, Comma)
			case '/':
				cut = max(cut, Slash)
			}
		}
		if len(tokens) == mostDefinitionWords {
			return tokens
		}
	}
	end(len(text))
	return tokens
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) ||
		r == '-' || r == '\'' || r == '+'
}

func beginsWord(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// Word returns the word of a token.
func (t *Texts) Word(token Token) string { return t.Words[token.Word] }

// Quote returns some tokens of the definition of a class as written, with single blanks.
func (t *Texts) Quote(c int32, tokens []Token) string {
	if len(tokens) == 0 {
		return ""
	}
	text := t.Texts[c][tokens[0].Start:tokens[len(tokens)-1].End]
	return strings.Join(strings.Fields(text), " ")
}

// FirstSentence returns the first sentence of the definition of a class, up to a semicolon.
func (t *Texts) FirstSentence(c int32) []Token {
	tokens := t.DefinitionTokens[c]
	for i := range tokens {
		if i > 0 && tokens[i].Cut == Stop {
			return tokens[:i]
		}
	}
	return tokens
}

// Phrase returns the hash of the words of some tokens.
func (t *Texts) Phrase(tokens []Token) asserted.Phrase {
	phrase := asserted.PhraseOf()
	for _, w := range tokens {
		phrase = phrase.Then(t.phrases[w.Word])
	}
	return phrase
}

// SameDefinition reports whether the definitions of two classes have the same words.
func (t *Texts) SameDefinition(c, d int32) bool {
	return slices.EqualFunc(t.DefinitionTokens[c], t.DefinitionTokens[d],
		func(a, b Token) bool { return a.Word == b.Word })
}

var (
	abbreviations = asserted.WordSet("e.g i.e cf vs approx ca dr fig no sp spp subsp var")
	articles      = asserted.WordSet("a an the")
	functionWords = asserted.WordSet(
		"and or nor but that which who whose whom where when while it its they their this",
		"these those is are was were be been being has have had having can may will does do",
		"not no as if so such each every some any all both other also only then thus hence",
		"there",
	)
)
