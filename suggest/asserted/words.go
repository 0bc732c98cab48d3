package asserted

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a label or synonym as a list of words.
type Name struct {
	// Text is the name as written.
	Text string

	// Words are in lower case, without plural endings. Underscores and CamelCase separate words;
	// hyphens do not.
	Words []string

	// Head is the place of the head word: the last one before the first comma, bracket,
	// preposition or participle. It is −1 if there are no words.
	Head int

	breaks uint64 // bit i: a comma, bracket or colon precedes word i
	cuts   uint64 // bit i: a slash precedes word i
}

// NewName splits a text into words and finds the head.
func NewName(text string) Name {
	n := Name{Text: text}
	n.split(text)
	n.Head = n.findHead()
	return n
}

// Key returns the words joined by blanks. Two names with the same key are equal.
func (n *Name) Key() string { return strings.Join(n.Words, " ") }

// HeadWord returns the head, or "" if the name has no words.
func (n *Name) HeadWord() string {
	if n.Head < 0 {
		return ""
	}
	return n.Words[n.Head]
}

// BreakBefore reports whether a comma, bracket or colon precedes word i.
func (n *Name) BreakBefore(i int) bool { return i < 64 && n.breaks>>i&1 == 1 }

// SlashBefore reports whether a slash precedes word i.
func (n *Name) SlashBefore(i int) bool { return i < 64 && n.cuts>>i&1 == 1 }

// HasBreaks reports whether the name has a comma, bracket or colon between its words.
func (n *Name) HasBreaks() bool { return n.breaks>>1 != 0 }

// split appends the words of a text. It takes time linear in the text.
func (n *Name) split(text string) {
	camel := !strings.ContainsAny(strings.TrimSpace(text), " _\t\n")
	start := -1
	end := func(i int) { // ends the word that began at start
		if start >= 0 {
			if word := Fold(text[start:i]); word != "" {
				n.Words = append(n.Words, word)
			}
		}
		start = -1
	}
	small := 0 // lower-case letters directly before
	for i, r := range text {
		switch {
		case isWordRune(r):
			if camel && start >= 0 && startsCamelWord(text, i, r, small) {
				end(i)
			}
			if start < 0 {
				start = i
			}
		default:
			end(i)
			if at := len(n.Words); at < 64 {
				switch r {
				case ',', ';', ':', '(', ')', '[', ']', '{', '}':
					n.breaks |= 1 << at
				case '/':
					n.cuts |= 1 << at
				}
			}
		}
		if unicode.IsLower(r) {
			small++
		} else {
			small = 0
		}
	}
	end(len(text))
	if len(n.Words) < 64 {
		n.breaks &= 1<<len(n.Words) - 1
	}
}

// startsCamelWord reports whether a capital at i begins a word: after two small letters, or before
// a small letter and after a capital. So "mRNA" is one word and "CDOPortfolio" two.
func startsCamelWord(text string, i int, r rune, small int) bool {
	if !unicode.IsUpper(r) {
		return false
	}
	if small >= 2 {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, size := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
	return size > 0 && unicode.IsUpper(before) && unicode.IsLower(after)
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) ||
		r == '-' || r == '\'' || r == '+' || r == '.'
}

// Fold returns a word as written in lower case, without plural ending and without hyphens,
// apostrophes and full stops at its ends.
func Fold(word string) string { return Singular(strings.ToLower(strings.Trim(word, "-'."))) }

// Singular removes the ending of a plural: "ies" becomes "y", and a final "s" is removed unless
// "s", "u" or "i" precedes it. Words of three letters or fewer are unchanged.
func Singular(word string) string {
	switch {
	case len(word) <= 3 || !strings.HasSuffix(word, "s"):
		return word
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "us"),
		strings.HasSuffix(word, "is"):
		return word
	}
	return word[:len(word)-1]
}

// findHead returns the place of the head word, or −1 if there are no words.
func (n *Name) findHead() int {
	for i, word := range n.Words {
		if i > 0 && (n.BreakBefore(i) || IsPreposition(word) || participles[word]) {
			return i - 1
		}
	}
	return len(n.Words) - 1
}

// Words returns the words of a text in lower case, without plural endings.
func Words(text string) []string {
	n := Name{Words: make([]string, 0, 1+len(text)/6)}
	n.split(text)
	return n.Words
}

// LongestNumber returns the greatest number of successive ASCII digits in a text.
func LongestNumber(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// SpanAt returns the place of the first occurrence of some words in a text, or −1.
func SpanAt[T comparable](text, words []T) int {
	for i := 0; i+len(words) <= len(text); i++ {
		if slices.Equal(text[i:i+len(words)], words) {
			return i
		}
	}
	return -1
}

// EndsIn reports whether words end in others.
func EndsIn[T comparable](words, end []T) bool {
	return len(words) >= len(end) && slices.Equal(words[len(words)-len(end):], end)
}

// Difference returns the only place in which two lists of the same length differ, or false.
func Difference[T comparable](a, b []T) (at int, only bool) {
	if len(a) != len(b) {
		return 0, false
	}
	for i := range a {
		if a[i] != b[i] {
			if only {
				return 0, false
			}
			at, only = i, true
		}
	}
	return at, only
}

// Clip returns the first bytes of a text, without an incomplete rune.
func Clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// IsPreposition reports whether a word in lower case is an English preposition.
func IsPreposition(word string) bool { return prepositions[word] }

// IsParticiple reports whether a word is a participle that ends the head phrase of a name.
func IsParticiple(word string) bool { return participles[word] }

// IsPrivative reports whether a word makes an X no X.
func IsPrivative(word string) bool { return privatives[word] }

// IsNegative reports whether a word of a name says that something is absent.
func IsNegative(word string) bool { return negatives[word] }

// Scale returns the number of the scale that a word is on, or false if it is on none.
func Scale(word string) (int, bool) {
	n, ok := scales[word]
	return n, ok
}

var privatives = WordSet(
	"abandoned dead drained dried dry extinct former fake failed lost missing presumptive pseudo")

var negatives = WordSet(
	"absent absence abolished lack lacking loss lost no non none not without missing",
	"negative negation")

var scales = numberScales(
	"high medium moderate low", "left right", "increased decreased", "positive negative",
	"anterior posterior", "dorsal ventral", "upper lower", "inner outer", "internal external",
	"male female", "proximal distal", "medial lateral", "early late",
	"first second third fourth fifth sixth seventh eighth ninth tenth",
	"small large", "mature immature", "primary secondary tertiary", "maximum minimum",
	"one two three four five six seven eight", "start stop end", "input output", "superior inferior",
	"adult larval embryonic juvenile", "heavy light", "pale deep", "dark bright",
	"central peripheral", "acute chronic", "i ii iii iv v vi vii viii ix x xi xii",
)

// numberScales returns the number of the scale of each word.
func numberScales(lists ...string) map[string]int {
	m := make(map[string]int)
	for i, list := range lists {
		for _, w := range strings.Fields(list) {
			m[w] = i
		}
	}
	return m
}

var prepositions = WordSet(
	"of in on at by for from with without to into onto via during per between among",
	"through under over above below near within along across around against toward",
	"towards upon as than after before behind beneath beside versus vs via regarding",
	"concerning using like due except including",
)

var participles = WordSet(
	"expressing containing involving used based derived caused associated induced",
	"mediated producing secreting forming located lacking having resulting related",
	"including consisting composed comprising characterized defined made found being",
	"given designed intended describing representing specifying providing occurring",
	"inhering measuring performed required affecting affected arising belonging connected",
	"connecting corresponding covering dependent employed encoding enabling generated",
	"innervating leading obtained participating pertaining present receiving regulating",
	"relating requiring responsible surrounding targeting utilizing that which whose",
)

// Vocabulary numbers words in the order of their first use. Its zero value is empty.
type Vocabulary struct {
	Words   []string // by number
	numbers map[string]int32
}

// Number returns the number of a word, and gives a new word a new number.
func (v *Vocabulary) Number(word string) int32 {
	if n, known := v.numbers[word]; known {
		return n
	}
	if v.numbers == nil {
		v.numbers = make(map[string]int32)
	}
	word = strings.Clone(word) // so that the text around it can be freed
	n := int32(len(v.Words))
	v.numbers[word] = n
	v.Words = append(v.Words, word)
	return n
}

// Numbers returns the numbers of words, and gives new words new numbers.
func (v *Vocabulary) Numbers(words []string) []int32 {
	list := make([]int32, len(words))
	for i, w := range words {
		list[i] = v.Number(w)
	}
	return list
}

// Find returns the number of a word, or false if it has none.
func (v *Vocabulary) Find(word string) (int32, bool) {
	n, known := v.numbers[word]
	return n, known
}

// WordSet returns the set of the words of some lines, separated by white space.
func WordSet(lines ...string) map[string]bool {
	m := make(map[string]bool)
	for _, line := range lines {
		for word := range strings.FieldsSeq(line) {
			m[word] = true
		}
	}
	return m
}
