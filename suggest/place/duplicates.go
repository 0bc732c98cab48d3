package place

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/rank"
)

// Duplicate is a class that the Term may repeat.
type Duplicate struct {
	Row
	Class int32
	Name  string // of the class: the one that is most similar to a name of the Term
	Kind  Kind
	Score float64 // similarity: 1 for the same words

	letters int // that differ
}

// Kind is a kind of similarity of two names.
type Kind string

// The kinds of similarity, the closest first.
const (
	SameName     Kind = "same name"
	Plural       Kind = "plural"
	SameWords    Kind = "same words"   // in another order, or with other blanks and hyphens
	Letters      Kind = "letters"      // one or two letters differ or are transposed
	Abbreviation Kind = "abbreviation" // words abbreviated with a full stop
	Initials     Kind = "initials"     // the first letters of the words
	Resembling   Kind = "resembling"   // words or 4-grams in common
)

// Scores by kind.
const (
	sameWordsScore    = 1
	sameLettersScore  = 0.98
	oneLetterScore    = 0.92
	twoLettersScore   = 0.85
	abbreviationScore = 0.9
	initialsScore     = 0.75
	synonymFactor     = 0.97 // for a synonym of the Term
	relatedScore      = 0.79 // most for names of the class other than label and exact synonyms
	mostResembling    = 0.78
	leastResembling   = 0.45
	wordsShare        = 0.55 // weight of the cosine of words; the rest is that of 4-grams

	oneLetterLength  = 8 // letters of the names
	twoLettersLength = 14
	mostDuplicates   = 10
)

// spelling is a name of a class, prepared for comparison.
type spelling struct {
	class   int32
	name    asserted.Name
	bag     string // words without of and the, sorted
	letters []rune // without blanks and hyphens
	numbers string // numbers, single letters, Roman numerals and signs, sorted
	words   []string
	related bool // a related, broader or narrower synonym
}

// spell returns a name prepared for comparison.
func spell(c int32, name asserted.Name) spelling {
	s := spelling{class: c, name: name}
	var numbers []string
	for _, w := range name.Words {
		for part := range strings.SplitSeq(w, "-") {
			if part != "" {
				s.words = append(s.words, part)
				numbers = appendNumbers(numbers, part)
			}
		}
	}
	bag := make([]string, 0, len(s.words))
	for _, w := range s.words {
		s.letters = append(s.letters, []rune(w)...)
		if w != "of" && w != "the" {
			bag = append(bag, w)
		}
	}
	numbers = appendSigns(numbers, name.Text)
	slices.Sort(bag)
	slices.Sort(numbers)
	s.bag, s.numbers = strings.Join(bag, " "), strings.Join(numbers, " ")
	return s
}

// appendNumbers appends the numbers of a word, and the word if it is a letter or a Roman numeral.
func appendNumbers(numbers []string, word string) []string {
	if len([]rune(word)) == 1 || strings.Trim(word, "ivx") == "" {
		return append(numbers, word)
	}
	noDigit := func(r rune) bool { return !unicode.IsDigit(r) }
	return slices.AppendSeq(numbers, strings.FieldsFuncSeq(word, noDigit))
}

// appendSigns appends the plus and minus signs that end a word, as in "CD4+".
func appendSigns(numbers []string, text string) []string {
	for i := range len(text) {
		if c := text[i]; c != '+' && c != '-' {
			continue
		}
		ends := i+1 == len(text) || strings.IndexByte(" ,;/)+-", text[i+1]) >= 0
		if ends && i > 0 && text[i-1] != ' ' {
			numbers = append(numbers, text[i:i+1])
		}
	}
	return numbers
}

// spellings finds names that are nearly equal. Two edits leave one third of the letters unchanged,
// so names with an edit distance of at most two are found by the first, middle and last third.
type spellings struct {
	names []spelling
	keys  map[uint64][]int32 // names by key
	users map[string]int32   // classes with a word in a name
}

// Kinds of keys.
const (
	bagKey = iota
	frontKey
	backKey
	middleKey
	initialsKey
	acronymKey
)

// newSpellings indexes the names of the usable classes.
func newSpellings(x *asserted.Index) spellings {
	s := spellings{keys: make(map[uint64][]int32), users: make(map[string]int32)}
	for c := range int32(len(x.Classes)) {
		if x.Live[c] || x.Usable[c] && len(x.Exact[c])+len(x.Other[c]) > 0 {
			s.add(c, slices.Concat([]asserted.Name{x.Labels[c]}, x.Exact[c]), x.Other[c])
		}
	}
	return s
}

// add makes the keys of the names of a class: its label and exact synonyms, and others.
func (s *spellings) add(c int32, names, related []asserted.Name) {
	seen := make(map[string]bool)
	for i, name := range slices.Concat(names, related) {
		if len(name.Words) == 0 {
			continue
		}
		spelled := spell(c, name)
		spelled.related = i >= len(names)
		number := int32(len(s.names))
		s.names = append(s.names, spelled)
		for _, w := range spelled.words {
			if !seen[w] {
				seen[w] = true
				s.users[w]++
			}
		}
		put := func(key uint64) { s.keys[key] = append(s.keys[key], number) }
		put(keyOf(bagKey, 0, []rune(spelled.bag)))
		if n := len(spelled.letters); n >= oneLetterLength-1 {
			third := n / 3
			put(keyOf(frontKey, n, spelled.letters[:third]))
			put(keyOf(backKey, n, spelled.letters[n-third:]))
			put(keyOf(middleKey, n, spelled.letters[third:n-third]))
		}
		if initials := initialsOf(spelled.words); len(initials) > 1 {
			put(keyOf(initialsKey, 0, initials))
		}
		if isAcronym(name.Text) { // with a final s, which the words may lack
			put(keyOf(acronymKey, 0, []rune(strings.ToLower(name.Text))))
		}
	}
}

// keyOf hashes a part of a name of n letters (FNV-1a).
func keyOf(kind, n int, letters []rune) uint64 {
	h := uint64(14695981039346656037)
	step := func(v uint64) {
		h ^= v
		h *= 1099511628211
	}
	step(uint64(kind))
	step(uint64(n))
	for _, r := range letters {
		step(uint64(r))
	}
	return h
}

// initialsOf returns the first letters of the words other than "of", "the" and "and".
func initialsOf(words []string) []rune {
	var letters []rune
	for _, w := range words {
		if w != "of" && w != "the" && w != "and" {
			letters = append(letters, []rune(w)[0])
		}
	}
	return letters
}

// similarity is the kind and degree of similarity of two names.
type similarity struct {
	kind    Kind
	score   float64
	letters int // that differ
}

// eachSimilar visits the names that are nearly equal to one.
func (s *spellings) eachSimilar(q spelling, visit func(name int32, l similarity)) {
	seen := make(map[int32]bool)
	each := func(key uint64, similarityOf func(*spelling) similarity) {
		for _, name := range s.keys[key] {
			if seen[name] {
				continue
			}
			seen[name] = true
			if l := similarityOf(&s.names[name]); l.score > 0 {
				visit(name, l)
			}
		}
	}
	compare := func(t *spelling) similarity { return s.compare(&q, t) }
	abbreviate := func(*spelling) similarity {
		return similarity{kind: Initials, score: initialsScore}
	}
	each(keyOf(bagKey, 0, []rune(q.bag)), compare)
	m := len(q.letters)
	for n := max(m-2, oneLetterLength-1); n <= m+2; n++ {
		third := n / 3
		if m < 2*third {
			continue
		}
		each(keyOf(frontKey, n, q.letters[:third]), compare)
		each(keyOf(backKey, n, q.letters[m-third:]), compare)
		for start := max(third-2, 0); start <= third+2; start++ {
			if end := start + n - 2*third; end <= m {
				each(keyOf(middleKey, n, q.letters[start:end]), compare)
			}
		}
	}
	if initials := initialsOf(q.words); len(initials) > 1 {
		if strings.Contains(q.name.Text, ".") {
			each(keyOf(initialsKey, 0, initials), compare)
		}
		each(keyOf(acronymKey, 0, initials), abbreviate)
	}
	if len(q.words) == 1 && isAcronym(q.name.Text) {
		each(keyOf(initialsKey, 0, []rune(strings.ToLower(q.name.Text))), abbreviate)
	}
}

// isAcronym reports whether a text consists of at least three capitals and digits.
func isAcronym(text string) bool {
	n := 0
	for _, r := range text {
		if !unicode.IsUpper(r) && !unicode.IsDigit(r) {
			return false
		}
		n++
	}
	return n >= 3
}

// compare returns the similarity of two names; its score is 0 if they are not nearly equal.
func (s *spellings) compare(q, t *spelling) similarity {
	if q.numbers != t.numbers {
		return similarity{}
	}
	if q.bag == t.bag {
		kind := SameWords
		switch a, b := strings.ToLower(q.name.Text), strings.ToLower(t.name.Text); {
		case a == b:
			kind = SameName
		case slices.Equal(q.name.Words, t.name.Words) &&
			(strings.HasSuffix(a, "s") && len(a) > len(b) ||
				strings.HasSuffix(b, "s") && len(b) > len(a)):
			kind = Plural
		}
		return similarity{kind: kind, score: sameWordsScore}
	}
	if slices.Equal(q.letters, t.letters) {
		return similarity{kind: SameWords, score: sameLettersScore}
	}
	if strings.Contains(q.name.Text, ".") && isShortened(q, t) {
		return similarity{kind: Abbreviation, score: abbreviationScore}
	}
	least := min(len(q.letters), len(t.letters))
	most := 0
	switch {
	case least >= twoLettersLength:
		most = 2
	case least >= oneLetterLength:
		most = 1
	}
	if most == 0 || s.otherWords(q, t) {
		return similarity{}
	}
	switch d := owl.EditDistance(q.letters, t.letters, most); {
	case d > most:
		return similarity{}
	case d == 1:
		return similarity{Letters, oneLetterScore, d}
	default:
		return similarity{Letters, twoLettersScore, d}
	}
}

// otherWords reports whether two names differ in words that the ontology uses elsewhere, such as
// increased and decreased. The words of a misspelled name are not used elsewhere.
func (s *spellings) otherWords(q, t *spelling) bool {
	differs := false
	for _, w := range q.words {
		if slices.Contains(t.words, w) {
			continue
		}
		differs = true
		if s.users[w] == 0 {
			return false
		}
	}
	return differs
}

// isShortened reports whether a name abbreviates another: each word equals the other's word, or
// begins it and has a full stop.
func isShortened(q, t *spelling) bool {
	if len(q.words) != len(t.words) {
		return false
	}
	text := strings.ToLower(q.name.Text)
	for i, w := range q.words {
		if w == t.words[i] {
			continue
		}
		if !strings.HasPrefix(t.words[i], w) || !strings.Contains(text, w+".") {
			return false
		}
	}
	return true
}

// duplicates lists the classes that the Term may repeat, each with its best name.
func (v *view) duplicates() []Duplicate {
	if len(v.s.Names) == 0 {
		return nil
	}
	s := &v.p.names
	best := make(map[int32]Duplicate)
	consider := func(d Duplicate) {
		if old, ok := best[d.Class]; d.Class != v.s.Class && (!ok || d.Score > old.Score) {
			best[d.Class] = d
		}
	}
	for i, name := range v.s.Names {
		factor := 1.0
		if i > 0 {
			factor = synonymFactor
		}
		s.eachSimilar(spell(v.s.Class, name), func(n int32, l similarity) {
			t := &s.names[n]
			if i > 0 && l.kind != SameName && l.kind != SameWords && l.kind != Plural {
				return
			}
			d := Duplicate{Class: t.class, Name: t.name.Text, Kind: l.kind, Score: factor * l.score,
				letters: l.letters}
			if t.related {
				d.Score = min(d.Score, relatedScore)
			}
			d.Evidence = []evidence.Evidence{v.similaritySentence(name.Text, t, l)}
			consider(d)
		})
	}
	for _, list := range v.near[rank.ByWords:rank.ByText] {
		for _, n := range list {
			score := min(wordsShare*n.Cosines[rank.ByWords]+
				(1-wordsShare)*n.Cosines[rank.ByGrams], mostResembling)
			if score < leastResembling {
				continue
			}
			consider(Duplicate{Class: n.Class, Name: v.p.nameOf(n.Class), Kind: Resembling,
				Score: score, Row: Row{
					Evidence: []evidence.Evidence{evidence.New("duplicate",
						"%e has words or parts of words in common with “%s”.", v.p.x.Classes[n.Class],
						v.s.Names[0].Text)}}})
		}
	}
	list := make([]Duplicate, 0, len(best))
	for _, d := range best {
		d.Probability = d.Score
		d.Tier = evidence.Speculative
		switch {
		case d.Score >= leastLikely:
			d.Tier = evidence.Likely
		case d.Kind != Resembling:
			d.Tier = evidence.Possible
		}
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b Duplicate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.letters, b.letters),
			cmp.Compare(a.Class, b.Class))
	})
	return list[:min(len(list), mostDuplicates)]
}

// similar has the formats of the sentences about two names, by kind. The last argument is how the
// letters differ; only one of them uses it.
var similar = map[Kind]string{
	Plural:       "“%s” and %q, a name of %e, are singular and plural.",
	SameWords:    "“%s” has the same words as %q, a name of %e.",
	Abbreviation: "“%s” is short for %q, a name of %e.",
	Initials:     "“%s” and %q, a name of %e: one has the first letters of the other.",
	Letters:      "“%s” is nearly %q, a name of %e: %s.",
}

// similaritySentence returns the sentence about a name of the Term and a similar one of a class.
func (v *view) similaritySentence(name string, t *spelling, l similarity) evidence.Evidence {
	c := v.p.x.Classes[t.class]
	if l.kind == SameName {
		noun := "name"
		if t.name.Text != v.p.x.Labels[t.class].Text {
			noun = "synonym"
		}
		return evidence.New("duplicate", "%e has the "+noun+" %q already.", c, t.name.Text)
	}
	differ := "one letter differs or two are exchanged"
	if l.letters > 1 {
		differ = fmt.Sprintf("%d letters differ", l.letters)
	}
	return evidence.New("duplicate", similar[l.kind], name, t.name.Text, c, differ)
}
