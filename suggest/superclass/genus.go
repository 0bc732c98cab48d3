package superclass

import (
	"strings"

	"box2el-owl/suggest/asserted"
)

// genus is the class that a definition names first.
type genus struct {
	class   int32 // −1 if there is none
	quote   string
	dropped []string // words of the phrase before the name
	words   int      // words of the name
	either  bool     // the phrase is followed by or, and, per or based
	plural  bool     // the name is in the plural
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
// the longest name that covers the last word of the first noun phrase.
func (f *finder) findGenus(c int32) (g genus) {
	t := f.texts
	g.class = -1
	if t.whole[c] == nil {
		return g
	}
	sentence := firstSentence(withoutBrackets(clip(t.x.Texts[c])))
	words := splitSentence(sentence)
	start := 0
	for start < len(words) && (articles[words[start].folded] || words[start].folded == "any") {
		start++
	}
	start = f.afterOwnName(c, words, start)
	if start < 0 {
		return g
	}
	if start+1 < len(words) && kinds[words[start].folded] && words[start+1].folded == "of" {
		start += 2
		for start < len(words) && articles[words[start].folded] {
			start++
		}
	}
	end := start
	for end < len(words) && end < start+12 {
		w := words[end].folded
		if end > start && (genusStops[w] || asserted.IsPreposition(w) || words[end].afterComma) {
			break
		}
		if end == start && (genusStops[w] || asserted.IsPreposition(w)) {
			return g
		}
		end++
	}
	if end == start {
		return g
	}
	last := end - 1
	if end < len(words) {
		switch words[end].folded {
		case "or", "and", "per", "based":
			g.either = true
		}
	}
	if words[start].folded == "see" {
		return g
	}
	// A name may extend beyond the phrase, up to a comma.
	for to := min(len(words), last+6); to > last; to-- {
		for from := max(start, to-10); from <= last; from++ {
			if from-start > genusDropped {
				break
			}
			if to > end && commaWithin(words[from:to]) {
				continue
			}
			if g.words >= to-from {
				continue
			}
			if d := f.chooseNamed(joinFolded(words[from:to]), c); d >= 0 {
				g.class, g.words = d, to-from
				g.dropped = g.dropped[:0]
				for _, w := range words[start:from] {
					g.dropped = append(g.dropped, w.folded)
				}
				raw := words[to-1].text
				g.plural = strings.HasSuffix(strings.ToLower(raw), "s") &&
					asserted.Singular(strings.ToLower(raw)) != strings.ToLower(raw)
				g.quote = quoteOf(words[:min(len(words), to+2)])
			}
		}
	}
	return g
}

// afterOwnName returns the place of the genus: after "X is a" if the definition begins with a name
// X of C, else start. It returns −1 if X is not followed by "is" or "are".
func (f *finder) afterOwnName(c int32, words []word, start int) int {
	for _, name := range append([]asserted.Name{f.x.Labels[c]}, f.x.Exact[c]...) {
		own := asserted.Words(strings.ToLower(name.Text))
		n := len(own)
		if n == 0 || start+n > len(words) ||
			joinFolded(words[start:start+n]) != strings.Join(own, " ") {
			continue
		}
		at := start + n
		if at >= len(words) || words[at].folded != "is" && words[at].folded != "are" {
			return -1
		}
		for at++; at < len(words) && articles[words[at].folded]; at++ {
		}
		return at
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

// quoteOf returns words as written, with an ellipsis.
func quoteOf(words []word) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.text
		if i+1 < len(words) && words[i+1].afterComma {
			parts[i] += ","
		}
	}
	return strings.Join(parts, " ") + " …"
}

// chooseNamed returns the class with a label or else an exact synonym, or −1. Of several classes,
// it returns the only one in c's ID space.
func (f *finder) chooseNamed(key string, c int32) int32 {
	for _, classes := range [][]int32{f.x.Labelled(key), f.x.Synonymous(key)} {
		var others []int32
		for _, d := range classes {
			if d != c && !f.shapes.crosses(c, d) {
				others = append(others, d)
			}
		}
		if len(others) == 1 {
			return others[0]
		}
		if len(others) > 1 {
			found := int32(-1)
			for _, d := range others {
				if f.x.Spaces[d] == f.x.Spaces[c] {
					if found >= 0 {
						return -1
					}
					found = d
				}
			}
			return found
		}
	}
	return -1
}
