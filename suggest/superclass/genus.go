package superclass

import (
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/texts"
)

// genus is the class that a definition names first.
type genus struct {
	class   int32  // −1 if there is none
	quoted  int    // the words of the definition up to the second one after the name
	altered bool   // an altering word of the phrase precedes the name
	either  bool   // the phrase is followed by or, and, per or based
	plural  bool   // the name is in the plural
	synonym string // the name as written if it is a synonym of the class, else ""
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
func (f *finder) findGenus(c int32) genus {
	tokens := f.t.FirstSentence(c)
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = f.t.Word(t)
	}
	start, end := f.nounPhrase(c, tokens, words)
	if start == end || words[start] == "see" || f.isAboutAnother(c, tokens[start:], words[start:]) {
		return genus{class: -1}
	}
	g := f.longestName(c, tokens, words, start, end)
	if end < len(words) {
		switch words[end] {
		case "or", "and", "per", "based":
			g.either = true
		}
	}
	return g
}

// isAboutAnother reports whether a sentence has a subject that lacks words of the label of c: a
// sentence "D is a …" in the definition of c is about D, not about a kind of D.
func (f *finder) isAboutAnother(c int32, tokens []texts.Token, words []string) bool {
	at := slices.IndexFunc(words, func(w string) bool {
		return subordinators[w] || w == "is" || w == "are"
	})
	if at <= 0 || subordinators[words[at]] || hasCut(tokens[:at+1]) {
		return false
	}
	subject := strings.Join(words[:at], " ")
	return slices.ContainsFunc(f.x.Labels[c].Words,
		func(w string) bool { return !strings.Contains(subject, w) })
}

// subordinators are words that begin a clause with a verb of its own.
var subordinators = asserted.WordSet(
	"that which who whose whom where when whereby wherein how what why if as because while until",
	"unless than whether once")

// nounPhrase returns the first noun phrase of a definition, without articles, a name of the class
// and "kind of": the words start, …, end−1. It is empty if there is none.
func (f *finder) nounPhrase(c int32, tokens []texts.Token, words []string) (start, end int) {
	start = f.afterOwnName(c, words, afterArticles(words, 0))
	if start < 0 {
		return 0, 0
	}
	if start+1 < len(words) && kinds[words[start]] && words[start+1] == "of" {
		start = afterArticles(words, start+2)
	}
	for end = start; end < min(len(words), start+12); end++ {
		w := words[end]
		if genusStops[w] || asserted.IsPreposition(w) ||
			end > start && tokens[end].Cut != texts.None {
			break
		}
	}
	return start, end
}

// afterArticles returns the place of the first word from a place on that is no article.
func afterArticles(words []string, at int) int {
	for at < len(words) && articles[words[at]] {
		at++
	}
	return at
}

// longestName returns the class with the longest name that covers the last word of a noun phrase.
// A name may extend beyond the phrase, up to a comma.
func (f *finder) longestName(c int32, tokens []texts.Token, words []string, start, end int) genus {
	g, n := genus{class: -1}, 0 // n: words of the name
	for to := min(len(words), end+5); to >= end; to-- {
		for from := max(start, to-10); from < end && from-start <= genusDropped; from++ {
			if n >= to-from || to > end && hasCut(tokens[from:to]) {
				continue
			}
			d, byLabel := f.chooseNamed(f.t.Phrase(tokens[from:to]), c)
			if d < 0 {
				continue
			}
			n = to - from
			g = genus{class: d, quoted: min(len(words), to+2)}
			g.altered = slices.ContainsFunc(words[start:from],
				func(w string) bool { return alteringWords[w] })
			last := strings.ToLower(f.t.Quote(c, tokens[to-1:to]))
			g.plural = strings.HasSuffix(last, "s") && asserted.Singular(last) != last
			if !byLabel {
				g.synonym = f.t.Quote(c, tokens[from:to])
			}
		}
	}
	return g
}

// hasCut reports whether there is punctuation between tokens.
func hasCut(tokens []texts.Token) bool {
	return slices.ContainsFunc(tokens[1:], func(t texts.Token) bool { return t.Cut != texts.None })
}

// afterOwnName returns the place of the genus: after "X is a" if the definition begins with a name
// X of C, else start. It returns −1 if X is not followed by "is" or "are".
func (f *finder) afterOwnName(c int32, words []string, start int) int {
	for _, name := range append([]asserted.Name{f.x.Labels[c]}, f.x.Exact[c]...) {
		at := start + len(name.Words)
		if len(name.Words) == 0 || at > len(words) ||
			!slices.Equal(words[start:at], name.Words) {
			continue
		}
		if at == len(words) || words[at] != "is" && words[at] != "are" {
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

// chooseNamed returns the only class with a name in c's ID space or, if there is none, in others;
// −1 if there is no or more than one such class.
func (f *finder) chooseNamed(name asserted.Phrase, c int32) (d int32, byLabel bool) {
	classes, byLabel, _ := f.t.NamedNear(name, c)
	d = -1
	for _, e := range classes {
		switch {
		case f.shapes.crosses(c, e):
		case d >= 0:
			return -1, false
		default:
			d = e
		}
	}
	return d, byLabel
}
