package texts

import (
	"slices"

	"box2el-owl/suggest/asserted"
)

const (
	mostNameWords = 16 // of a name in a text
	mostNamesakes = 8  // classes with one label
	mostSynonymed = 2  // classes with one synonym
)

// Mention is an occurrence of the name of a class in a text: the tokens From, …, To−1.
type Mention struct {
	Class    int32
	From, To int16
	ByLabel  bool // not by a synonym
}

// Mentions returns the classes that a text names: from the left, the longest name at each place.
// Single words of less than three letters are no names. The class own is not mentioned, nor is a
// class whose name is the whole label.
func (t *Texts) Mentions(tokens []Token, own int32, isLabel bool) []Mention {
	var found []Mention
	for from := 0; from < len(tokens); {
		name := asserted.PhraseOf()
		var best []int32
		bestTo, byLabel := from, false
		for to := from; to < len(tokens) && to-from < mostNameWords; to++ {
			if to > from && tokens[to].Cut != None && !isLabel {
				break
			}
			name = name.Then(t.phrases[tokens[to].Word])
			if !t.begins[name] || isLabel && from == 0 && to+1 == len(tokens) {
				break
			}
			if to == from && len(t.Word(tokens[to])) < 3 {
				continue
			}
			// A part of its own label says nothing about a class.
			classes, labelled, ok := t.NamedNear(name, own)
			if ok && (len(classes) > 0 || !isLabel) {
				best, bestTo, byLabel = classes, to+1, labelled
			}
		}
		for _, c := range best {
			found = append(found, Mention{c, int16(from), int16(bestTo), byLabel})
		}
		from = max(bestTo, from+1)
	}
	return found
}

// NamedNear returns the classes other than own with a label of some words or, if there are none,
// with such an exact synonym: those in the ID space of own, or all if there are none. Labels of
// more than eight classes and synonyms of more than two are no names. Ok reports whether the words
// are a name, which may be of own alone.
func (t *Texts) NamedNear(name asserted.Phrase, own int32) (classes []int32, byLabel, ok bool) {
	named := t.LabelledBy(name)
	byLabel = len(named) > 0 && len(named) <= mostNamesakes
	if !byLabel {
		if named = t.SynonymousBy(name); len(named) == 0 || len(named) > mostSynonymed {
			return nil, false, false
		}
	}
	if len(named) == 1 && named[0] != own {
		return named, byLabel, true
	}
	isNear := func(c int32) bool { return c != own && t.Spaces[c] == t.Spaces[own] }
	near := slices.ContainsFunc(named, isNear)
	for _, c := range named {
		if c != own && (!near || isNear(c)) {
			classes = append(classes, c)
		}
	}
	return classes, byLabel, true
}

// Denies reports whether a negation, such as "other than", is one of the seven words before a name
// of d in a sentence of the definition of c.
func (t *Texts) Denies(c, d int32) bool {
	tokens := t.DefinitionTokens[c]
	for from := range tokens {
		if !t.namesAt(tokens[from:], d) {
			continue
		}
		for i := from; i > max(from-7, 0) && tokens[i].Cut != Stop; i-- {
			w := t.Word(tokens[i-1])
			if denials[w] || contrasts[w] && i < from && contrasting[t.Word(tokens[i])] {
				return true
			}
		}
	}
	return false
}

// namesAt reports whether tokens begin with the label or an exact synonym of a class.
func (t *Texts) namesAt(tokens []Token, c int32) bool {
	begins := func(n asserted.Name) bool {
		return len(n.Words) > 0 && len(n.Words) <= len(tokens) &&
			slices.EqualFunc(n.Words, tokens[:len(n.Words)],
				func(w string, token Token) bool { return w == t.Word(token) })
	}
	return begins(t.Labels[c]) || slices.ContainsFunc(t.Exact[c], begins)
}

var denials = asserted.WordSet(
	"not no nor without rather opposed instead unlike except excluding lacking absent absence",
	"differ differing deviate deviating deviation contrary opposite abnormal confuse",
)

// Words that deny a name if one of the words of contrasting follows.
var (
	contrasts   = asserted.WordSet("other distinct distinguished different contrast")
	contrasting = asserted.WordSet("than from to")
)
