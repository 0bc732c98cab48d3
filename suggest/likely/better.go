package likely

import (
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// move replaces candidates by better statements: see betterStatement.
func (f *finder) move(list []*candidate) []*candidate {
	byStatement := make(map[asserted.Statement]*candidate, len(list))
	for _, g := range list {
		byStatement[g.Statement] = g
	}
	var placed []*candidate
	add := func(g *candidate, to asserted.Statement) {
		at := byStatement[to]
		if at == nil {
			moved := *g
			at = &moved
			at.Statement, at.tier, at.share, at.from = to, evidence.Possible, 0, nil
			at.wider, at.allSubs = -1, 0
			at.named = names(f.definitionMentions[to.Class], to.Target)
			byStatement[to] = at
			placed = append(placed, at)
		}
		if !slices.Contains(at.from, g.Class) {
			at.from = append(at.from, g.Class)
		}
	}
	for _, g := range list {
		if to, ok := f.betterStatement(g, byStatement); ok {
			add(g, to)
		} else {
			placed = append(placed, g)
		}
	}
	return placed
}

// betterStatement returns the statement that replaces a candidate, if there is one: for a
// superclass with the same evidence, for a filler of the class that would entail the candidate, or
// with a narrower filler that the class names.
func (f *finder) betterStatement(g *candidate,
	all map[asserted.Statement]*candidate) (to asserted.Statement, ok bool) {
	x, w := f.x, f.scratch[0]
	to = g.Statement
	free := func(s asserted.Statement) bool {
		return w.isPossible(s) && !x.Entails(s) &&
			(f.opts.Rejected == nil || !f.opts.Rejected(s))
	}
	// A superclass with the same evidence.
	for _, p := range x.Parents(g.Class) {
		s := asserted.Statement{Class: p, Property: g.Property, Target: g.Target}
		if f.candidates[s] == nil && !names(f.labelMentions[p], g.Target) &&
			!f.subclassesHave(s, all) {
			continue
		}
		if free(s) {
			return s, true
		}
	}
	// A filler that would bring it.
	if f.partLike[g.Property] && x.Transitive[g.Property] {
		for _, t := range x.Inherited(g.Class) {
			if t.Property != g.Property || x.Comparable(t.Filler, g.Target) {
				continue
			}
			s := asserted.Statement{Class: t.Filler, Property: g.Property, Target: g.Target}
			if (names(f.labelMentions[t.Filler], g.Target) || f.candidates[s] != nil) && free(s) {
				return s, true
			}
		}
	}
	// A narrower filler that the class names.
	for _, mentions := range [][]mention{f.labelMentions[g.Class], f.definitionMentions[g.Class]} {
		for _, m := range mentions {
			to.Target = m.class
			if m.class != g.Target && x.IsBelow(m.class, g.Target) && x.Live[m.class] && free(to) {
				return to, true
			}
		}
	}
	return to, false
}

// subclassesHave reports whether a class has more than two subclasses and each of them has a
// restriction or is a candidate for it.
func (f *finder) subclassesHave(s asserted.Statement, all map[asserted.Statement]*candidate) bool {
	subs := f.x.DirectSubs(s.Class)
	return len(subs) > 2 && !slices.ContainsFunc(subs, func(c int32) bool {
		t := asserted.Statement{Class: c, Property: s.Property, Target: s.Target}
		return all[t] == nil && !f.x.Entails(t)
	})
}

// contradicted reports whether the definition of the class negates the filler or, for properties
// like part of, says that it is a neighbor.
func (f *finder) contradicted(g *candidate) bool {
	tokens := f.texts[g.Class]
	for _, m := range f.definitionMentions[g.Class] {
		if m.class != g.Target {
			continue
		}
		if f.partLike[g.Property] && f.lex.namesNeighbor(tokens, int(m.from)) {
			return true
		}
		for i, n := int(m.from)-1, 0; i >= 0 && n < 5; i, n = i-1, n+1 {
			word := f.lex.Words[tokens[i].word]
			if denials[word] {
				return true
			}
			if tokens[i].cut == cutStop {
				break
			}
		}
	}
	return false
}

// definitionsDiffer reports whether the first sentence of the filler's definition has two or more
// content words and none of them is in the definition, the label or the fillers' labels of the
// class.
func (f *finder) definitionsDiffer(c, d int32) bool {
	if len(f.texts[c]) == 0 {
		return false
	}
	own := make(map[int32]bool)
	add := func(tokens []token) {
		for _, t := range tokens {
			own[t.word] = true
		}
	}
	add(f.texts[c])
	add(f.labels[c])
	for _, r := range f.x.Inherited(c) {
		add(f.labels[r.Filler])
	}
	n := 0
	for _, t := range f.texts[d] {
		if t.cut == cutStop {
			break // the first sentence
		}
		if word := f.lex.Words[t.word]; len(word) < 3 || f.lex.stop[t.word] || commonWords[word] {
			continue
		}
		if own[t.word] {
			return false
		}
		n++
	}
	return n >= 2
}

var commonWords = asserted.WordSet(
	`one two located part found present usually often generally same used`)

var denials = asserted.WordSet(
	"not no without rather opposed instead unlike except excluding lacking absent absence",
	"differ differing deviate deviating deviation contrary opposite abnormal",
)
