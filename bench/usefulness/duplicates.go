package main

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	placing "box2el-owl/suggest/place"
)

const (
	mostPlanted     = 60  // classes of a pair whose label is paraphrased, and new terms of it
	surelyDuplicate = 0.8 // score from which a duplicate is reported
)

// paraphrases has one row for each kind. A function returns "" if a label has no such paraphrase.
var paraphrases = []struct {
	name string
	of   func(label string) string
}{
	{"word order", reordered},
	{"plural", plural},
	{"blanks, hyphens", hyphenated},
	{"two letters exchanged", exchanged},
}

// reordered turns "X of Y" to "Y X", and "Y X" to "X of Y".
func reordered(label string) string {
	if x, y, ok := strings.Cut(label, " of "); ok {
		y = strings.TrimPrefix(strings.TrimPrefix(y, "the "), "a ")
		if strings.ContainsAny(x+y, ",()") || strings.Contains(y, " of ") {
			return ""
		}
		return y + " " + x
	}
	words := strings.Fields(label)
	if len(words) < 2 || len(words) > 3 || strings.ContainsAny(label, ",()/") ||
		slices.ContainsFunc(words, asserted.IsPreposition) {
		return ""
	}
	last := len(words) - 1
	return words[last] + " of " + strings.Join(words[:last], " ")
}

// plural appends the ending of the plural to the last word.
func plural(label string) string {
	last := label[strings.LastIndexByte(label, ' ')+1:]
	switch {
	case len(last) < 4 || !endsInLetter(last) || strings.HasSuffix(last, "s"):
		return ""
	case strings.HasSuffix(last, "y") &&
		!strings.ContainsAny(last[len(last)-2:len(last)-1], "aeou"):
		return label[:len(label)-1] + "ies"
	case strings.HasSuffix(last, "x") || strings.HasSuffix(last, "ch"):
		return label + "es"
	}
	return label + "s"
}

func endsInLetter(word string) bool {
	runes := []rune(word)
	return unicode.IsLower(runes[len(runes)-1])
}

// hyphenated writes the first hyphen as a blank, or the first blank as a hyphen.
func hyphenated(label string) string {
	if at := strings.IndexByte(label, '-'); at > 0 {
		return label[:at] + " " + label[at+1:]
	}
	if at := strings.IndexByte(label, ' '); at > 0 {
		return label[:at] + "-" + label[at+1:]
	}
	return ""
}

// exchanged exchanges two letters in the middle of the longest word.
func exchanged(label string) string {
	if len(label) < 8 {
		return ""
	}
	longest := slices.MaxFunc(strings.Fields(label),
		func(a, b string) int { return len(a) - len(b) })
	runes := []rune(longest)
	for i := len(runes) / 2; i > 0 && i+1 < len(runes); i++ {
		if runes[i] != runes[i+1] && unicode.IsLetter(runes[i]) && unicode.IsLetter(runes[i+1]) {
			runes[i], runes[i+1] = runes[i+1], runes[i]
			return strings.Replace(label, longest, string(runes), 1)
		}
	}
	return ""
}

// duplicates plants paraphrases of labels as new terms, asks for synonyms that were taken out of
// the ontology, and counts the true new terms that are called duplicates. A hit must have a
// duplicate's score, but for synonyms.
func (r *run) duplicates(ctx context.Context) {
	x := r.older.index
	planted := r.planted()
	for _, c := range planted {
		for _, kind := range paraphrases {
			text := kind.of(x.Labels[c].Text)
			name := asserted.PhraseOf(asserted.NewName(text).Words...)
			if text == "" || slices.ContainsFunc(x.NamedBy(name),
				func(other int32) bool { return other != c }) {
				continue
			}
			list := r.list(r.engine.duplicates(ctx, placing.Term{Label: text}))
			at := r.placeDuplicate(list, c)
			at.listed = at.listed && list[0].Score >= surelyDuplicate
			r.record("duplicates, "+kind.name, at)
			r.record("duplicates", at)
		}
	}
	terms := r.drawn(func(t *newTerm) bool { return len(t.subject.Names) > 0 })
	for _, t := range terms[:min(len(terms), mostPlanted)] {
		list := r.list(r.engine.duplicates(ctx, t.Term))
		alarm := len(list) > 0 && list[0].Score >= surelyDuplicate
		r.record("duplicates, false alarms", place{key: r.termKey(t), rank: 1, listed: alarm})
	}
	if r.engine.title == defaultMethod { // a model does not change the names
		r.synonyms(ctx, planted)
	}
}

// planted returns the classes whose labels are paraphrased.
func (p *pair) planted() []int32 {
	x := p.older.index
	var classes []int32
	for c, live := range x.Live {
		if live && p.older.isTarget[c] {
			classes = append(classes, int32(c))
		}
	}
	classes = byHash(classes, func(c int32) string { return p.name + x.Classes[c].String() })
	return classes[:min(len(classes), mostPlanted)]
}

func (p *pair) placeDuplicate(list []candidate, c int32) place {
	return placeIn(p.name+"\t"+p.older.index.Classes[c].String(), list, p.older.targets,
		func(d candidate) bool { return d.Target == c },
		func(d candidate) bool { return p.older.isTarget[d.Target] })
}

// synonyms asks for one synonym of each planted class, which the method does not know. It does
// nothing if the ontology has other classes without the synonyms.
func (r *run) synonyms(ctx context.Context, planted []int32) {
	x := r.older.index
	synonyms := make(map[int32]string)
	for _, c := range planted {
		for _, n := range slices.Concat(x.Exact[c], x.Other[c]) {
			if len(x.LabelledBy(asserted.PhraseOf(n.Words...))) == 0 {
				synonyms[c] = n.Text
				break
			}
		}
	}
	if len(synonyms) == 0 {
		return
	}
	o := *r.older.ontology
	o.Axioms = slices.DeleteFunc(slices.Clone(o.Axioms), func(a owl.Axiom) bool {
		assertion, ok := a.(*owl.AnnotationAssertion)
		if !ok || assertion.Property == owl.RDFSLabel {
			return false
		}
		iri, named := assertion.Subject.(owl.IRI)
		value, literal := assertion.Value.(*owl.Literal)
		c, known := x.Class(iri)
		return named && literal && known && synonyms[c] != "" && value.Lexical == synonyms[c]
	})
	without := *r.older
	var err error
	without.index, err = r.older.indexed(ctx, &o)
	if r.failed(err) || !slices.Equal(without.index.Classes, x.Classes) {
		return
	}
	e, err := newEngine(&without, r.engine.title, nil)
	if r.failed(err) {
		return
	}
	for _, c := range planted {
		if synonyms[c] != "" {
			list := r.list(e.duplicates(ctx, placing.Term{Label: synonyms[c]}))
			r.record("duplicates, synonyms", r.placeDuplicate(list, c))
		}
	}
}
