package likely

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"box2el-owl/suggest/asserted"
)

// Bounds of the input.
const (
	mostLabelWords      = 32  // of a label
	mostNameWords       = 16  // of a name in a text
	mostDefinitionWords = 240 // of a definition
	mostNamesakes       = 8   // classes with one label
	mostNear            = 24  // superclasses of a class that rules are limited to
)

// token is a word of a text.
type token struct {
	word       int32 // its number in the lexicon
	cut        byte  // the punctuation before it: cutNone, cutComma, cutStop or cutSlash
	start, end int32 // its bytes in the definition; 0 for labels
}

const (
	cutNone byte = iota
	cutComma
	cutStop
	cutSlash
)

// mention is an occurrence of the name of a class in a text: the tokens from, …, to−1.
type mention struct {
	class    int32
	from, to int16
	byLabel  bool
}

// lexicon numbers words and finds the names of the classes in texts of them.
type lexicon struct {
	asserted.Vocabulary
	x       *asserted.Index
	phrases []asserted.Phrase        // by word
	begins  map[asserted.Phrase]bool // the first words of a name, up to all of them

	preposition, article []bool // by word
	stop                 []bool // by word: a preposition, an article or another function word
	open                 []bool // by word: a stop word or a verb form, which ends a name
}

// newLexicon returns the lexicon of the labels and exact synonyms of the live classes.
func newLexicon(x *asserted.Index) *lexicon {
	l := &lexicon{x: x, begins: make(map[asserted.Phrase]bool)}
	add := func(name *asserted.Name) {
		if len(name.Words) > mostNameWords || len(name.Words) == 1 && len(name.Words[0]) < 3 {
			return
		}
		phrase := asserted.PhraseOf()
		for _, word := range name.Words {
			phrase = phrase.Then(l.phrases[l.number(word)])
			l.begins[phrase] = true
		}
	}
	for c := range x.Classes {
		if !x.Live[c] {
			continue
		}
		add(&x.Labels[c])
		for i := range x.Exact[c] {
			add(&x.Exact[c][i])
		}
	}
	return l
}

// number returns the number of a word in lower case, a new one if needed.
func (l *lexicon) number(word string) int32 {
	n := l.Number(word)
	if int(n) < len(l.stop) {
		return n
	}
	l.phrases = append(l.phrases, asserted.PhraseOf(word))
	preposition := asserted.IsPreposition(word)
	l.preposition = append(l.preposition, preposition)
	l.article = append(l.article, articles[word])
	l.stop = append(l.stop, preposition || articles[word] || stopWords[word])
	l.open = append(l.open, preposition || articles[word] || stopWords[word] ||
		asserted.IsParticiple(word) || strings.HasSuffix(word, "ing") ||
		strings.HasSuffix(word, "ed"))
	return n
}

// name returns the tokens of a label.
func (l *lexicon) name(n *asserted.Name) []token {
	words := n.Words[:min(len(n.Words), mostLabelWords)]
	tokens := make([]token, len(words))
	for i, word := range words {
		t := token{word: l.number(word)}
		switch {
		case n.BreakBefore(i):
			t.cut = cutComma
		case n.SlashBefore(i):
			t.cut = cutSlash
		}
		tokens[i] = t
	}
	return tokens
}

// text returns the first tokens of a definition, without parts in square brackets and identifiers
// in round ones.
func (l *lexicon) text(text string) []token {
	var tokens []token
	cut, start := cutNone, -1
	end := func(i int) bool {
		if start < 0 {
			return true
		}
		if word := asserted.Fold(text[start:i]); word != "" {
			tokens = append(tokens,
				token{word: l.number(word), cut: cut, start: int32(start), end: int32(i)})
			cut = cutNone
		}
		start = -1
		return len(tokens) < mostDefinitionWords
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '[' || r == '(':
			if !end(i) {
				return tokens
			}
			closing := byte(']')
			if r == '(' {
				closing = ')'
			}
			if n := strings.IndexByte(text[i:], closing); n > 0 &&
				(r == '[' || isID(text[i+1:i+n])) {
				size = n + 1
			}
			cut = max(cut, cutComma)
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) ||
			r == '-' || r == '\'' || r == '+' ||
			r == '.' && start >= 0 && i+1 < len(text) && isDigitOrLetter(text[i+1]):
			if start < 0 {
				start = i
			}
		default:
			if !end(i) {
				return tokens
			}
			switch r {
			case '.', ';', ':', '?', '!':
				cut = cutStop
			case ',', ')', ']', '"':
				cut = max(cut, cutComma)
			case '/':
				cut = cutSlash
			}
		}
		i += size
	}
	end(len(text))
	return tokens
}

func isDigitOrLetter(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// isID reports whether a bracketed text is an identifier such as GO:0001234.
func isID(text string) bool {
	colon := strings.IndexByte(text, ':')
	return colon > 0 && !strings.ContainsAny(text, " \t\n") && colon+1 < len(text)
}

// mentions returns the classes that a text names: from the left, the longest name at each place.
// Labels of more than mostNamesakes classes, synonyms of more than two and single words of less
// than three letters are no names. The class own is not mentioned, nor is a class whose name is the
// whole text.
func (l *lexicon) mentions(tokens []token, own int32, isLabel bool) []mention {
	var found []mention
	for from := 0; from < len(tokens); {
		name, best, bestTo := asserted.PhraseOf(), []int32(nil), 0
		byLabel := false
		for to := from; to < len(tokens) && to-from < mostNameWords; to++ {
			if to > from && tokens[to].cut != cutNone && !isLabel {
				break
			}
			name = name.Then(l.phrases[tokens[to].word])
			if !l.begins[name] || isLabel && from == 0 && to+1 == len(tokens) {
				break
			}
			if to == from && len(l.Words[tokens[to].word]) < 3 {
				continue
			}
			classes := l.x.LabelledBy(name)
			labelled := len(classes) > 0 && len(classes) <= mostNamesakes
			if !labelled {
				classes = l.x.SynonymousBy(name)
			}
			switch {
			case !labelled && (len(classes) == 0 || len(classes) > 2):
			case !onlyClass(classes, own):
				best, bestTo, byLabel = classes, to+1, labelled
			case !isLabel: // a part of its own name says nothing about it
				best, bestTo = classes[:0], to+1
			}
		}
		if best == nil {
			from++
			continue
		}
		for _, c := range l.nearest(best, own) {
			found = append(found, mention{c, int16(from), int16(bestTo), byLabel})
		}
		from = bestTo
	}
	return found
}

func onlyClass(classes []int32, c int32) bool { return len(classes) == 1 && classes[0] == c }

// nearest returns the classes of one name that are in the ID space of the class own, or all of them
// if there are none.
func (l *lexicon) nearest(classes []int32, own int32) []int32 {
	if len(classes) == 1 {
		return classes
	}
	var near []int32
	for _, c := range classes {
		if c != own && l.x.Spaces[c] == l.x.Spaces[own] {
			near = append(near, c)
		}
	}
	if len(near) > 0 {
		return near
	}
	for _, c := range classes {
		if c != own {
			near = append(near, c)
		}
	}
	return near
}

var (
	articles  = asserted.WordSet("a an the")
	stopWords = asserted.WordSet(
		"and or nor but that which who whose whom where when while it its they their this",
		"these those is are was were be been being has have had having can may will does do",
		"not no as if so such each every some any all both other also only then thus hence",
		"there",
	)
)
