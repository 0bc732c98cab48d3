package superclass

import (
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
)

// genus is the class that a definition names first.
type genus struct {
	class    int32 // −1 if there is none
	sentence string
	quoted   int    // the words of the sentence up to the second one after the name
	altered  bool   // an altering word of the phrase precedes the name
	either   bool   // the phrase is followed by or, and, per or based
	plural   bool   // the name is in the plural
	synonym  string // the name as written if it is a synonym of the class, else ""
}

// genusStops are words that end the genus of a definition.
var genusStops = asserted.WordSet(
	"a an the this that these which whose where when who is are used located found",
	"consisting composed comprising formed characterized characterised defined including",
	"having being has have such if caused involving produced made resulting due or and",
	"but containing given designed intended capable describing representing specifying",
	"providing occurring present responsible inhering measuring performed lying bearing",
	"required",
)

// alteringWords are words before a genus that make the class no kind of it.
var alteringWords = asserted.WordSet(
	"decreased increased abolished absent non lack loss no abnormal without part portion",
	"region area subdivision group set collection series type former potential candidate",
	"fake pseudo lacking missing failed",
)

// findGenus returns the genus of a class by the first sentence of its definition: the class with
// the longest name that covers the last word of the first noun phrase. There is none
// if the sentence is about another class.
func (f *finder) findGenus(c int32, sentence string) genus {
	words := splitSentence(sentence)
	start, end := f.nounPhrase(c, words)
	if start == end || words[start].folded == "see" {
		return genus{class: -1}
	}
	g := f.longestName(c, words, start, end)
	if f.isAboutAnother(c, words[start:]) {
		return genus{class: -1}
	}
	g.sentence = sentence
	if end < len(words) {
		switch words[end].folded {
		case "or", "and", "per", "based":
			g.either = true
		}
	}
	return g
}

// isAboutAnother reports whether a sentence has a subject that lacks words of the label of c: a
// sentence "D is a …" in the definition of c is about D, not about a kind of D.
func (f *finder) isAboutAnother(c int32, words []word) bool {
	at := slices.IndexFunc(words, func(w word) bool {
		return w.afterComma || subordinators[w.folded] || w.folded == "is" || w.folded == "are"
	})
	if at <= 0 || words[at].afterComma || subordinators[words[at].folded] {
		return false
	}
	subject := joinFolded(words[:at])
	return slices.ContainsFunc(f.x.Labels[c].Words,
		func(w string) bool { return !strings.Contains(subject, w) })
}

// subordinators are words that begin a clause with a verb of its own.
var subordinators = asserted.WordSet(
	"that which who whose whom where when whereby wherein how what why if as because while until",
	"unless than whether once")

// nounPhrase returns the first noun phrase of a definition, without articles, a name of the class
// and "kind of": the words start, …, end−1. It is empty if there is none.
func (f *finder) nounPhrase(c int32, words []word) (start, end int) {
	start = f.afterOwnName(c, words, afterArticles(words, 0))
	if start < 0 {
		return 0, 0
	}
	if start+1 < len(words) && kinds[words[start].folded] && words[start+1].folded == "of" {
		start = afterArticles(words, start+2)
	}
	for end = start; end < min(len(words), start+12); end++ {
		w := words[end].folded
		if genusStops[w] || asserted.IsPreposition(w) || end > start && words[end].afterComma {
			break
		}
	}
	return start, end
}

// afterArticles returns the place of the first word from a place on that is no article.
func afterArticles(words []word, at int) int {
	for at < len(words) && articles[words[at].folded] {
		at++
	}
	return at
}

// longestName returns the class with the longest name that covers the last word of a noun phrase.
// A name may extend beyond the phrase, up to a comma.
func (f *finder) longestName(c int32, words []word, start, end int) genus {
	g, n := genus{class: -1}, 0 // n: words of the name
	most := min(len(words), end+5)
	parts := make([]asserted.Phrase, most)
	for i := start; i < most; i++ {
		parts[i] = asserted.PhraseOf(strings.Fields(words[i].folded)...)
	}
	for to := most; to >= end; to-- {
		for from := max(start, to-10); from < end && from-start <= genusDropped; from++ {
			if n >= to-from || to > end && commaWithin(words[from:to]) {
				continue
			}
			name := asserted.PhraseOf()
			for _, p := range parts[from:to] {
				name = name.Then(p)
			}
			if d := f.chooseNamed(name, c); d >= 0 {
				g.class, n = d, to-from
				g.altered = slices.ContainsFunc(words[start:from],
					func(w word) bool { return alteringWords[w.folded] })
				last := strings.ToLower(words[to-1].text)
				g.plural = strings.HasSuffix(last, "s") && asserted.Singular(last) != last
				g.quoted = min(len(words), to+2)
				g.synonym = ""
				if !slices.Contains(f.x.LabelledBy(name), d) {
					g.synonym = joinTexts(words[from:to])
				}
			}
		}
	}
	return g
}

// afterOwnName returns the place of the genus: after "X is a" if the definition begins with a name
// X of C, else start. It returns −1 if X is not followed by "is" or "are".
func (f *finder) afterOwnName(c int32, words []word, start int) int {
	if start == len(words) {
		return start
	}
	for i := range 1 + len(f.x.Exact[c]) {
		name := &f.x.Labels[c]
		if i > 0 {
			name = &f.x.Exact[c][i-1]
		}
		if len(name.Words) == 0 || name.Words[0][0] != words[start].folded[0] {
			continue
		}
		own := asserted.Words(strings.ToLower(name.Text))
		at := start + len(own)
		if at > len(words) || joinFolded(words[start:at]) != strings.Join(own, " ") {
			continue
		}
		if at == len(words) || words[at].folded != "is" && words[at].folded != "are" {
			return -1
		}
		return afterArticles(words, at+1)
	}
	return start
}

var (
	articles = asserted.WordSet("a an the any")
	kinds    = asserted.WordSet("kind type sort class subtype subclass form variety")
)

// word is a word of a sentence.
type word struct {
	text, folded string
	afterComma   bool
}

// splitSentence splits a sentence at blanks; each word keeps its spelling.
func splitSentence(sentence string) []word {
	words := make([]word, 0, 1+min(len(sentence)/6, 60))
	comma := false
	for field := range strings.FieldsSeq(sentence) {
		folded := foldField(field)
		if folded != "" {
			words = append(words, word{strings.Trim(field, ",;:.\"'"), folded, comma})
			comma = false
		}
		comma = comma || strings.HasSuffix(field, ",") || strings.HasSuffix(field, ";") ||
			strings.HasSuffix(field, ":")
		if len(words) > 60 {
			break
		}
	}
	return words
}

// foldField returns foldText of a field in lower case. Most fields are one lower-case ASCII word,
// which takes no allocation.
func foldField(field string) string {
	for i := range len(field) {
		if field[i] < 'a' || field[i] > 'z' {
			return foldText(strings.ToLower(field))
		}
	}
	return asserted.Singular(field)
}

// commaWithin reports whether there is a comma between words.
func commaWithin(words []word) bool {
	for _, w := range words[1:] {
		if w.afterComma {
			return true
		}
	}
	return false
}

func joinFolded(words []word) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.folded
	}
	return strings.Join(parts, " ")
}

// quote returns the begin of the definition as written, with an ellipsis.
func (g *genus) quote() string {
	return joinTexts(splitSentence(g.sentence)[:g.quoted]) + " …"
}

// joinTexts returns words as written, with the commas between them.
func joinTexts(words []word) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.text
		if i+1 < len(words) && words[i+1].afterComma {
			parts[i] += ","
		}
	}
	return strings.Join(parts, " ")
}

// chooseNamed returns the class with a label or else an exact synonym, or −1. Of several classes,
// it returns the only one in c's ID space.
func (f *finder) chooseNamed(name asserted.Phrase, c int32) int32 {
	for _, classes := range [][]int32{f.x.LabelledBy(name), f.x.SynonymousBy(name)} {
		found, near, all, allNear := int32(-1), int32(-1), 0, 0
		for _, d := range classes {
			if d == c || f.shapes.crosses(c, d) {
				continue
			}
			found = d
			all++
			if f.x.Spaces[d] == f.x.Spaces[c] {
				near = d
				allNear++
			}
		}
		switch {
		case all == 1:
			return found
		case allNear == 1:
			return near
		case all > 1:
			return -1
		}
	}
	return -1
}
