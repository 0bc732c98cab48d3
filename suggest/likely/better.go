package likely

import (
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/texts"
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
	if x.PartLike[g.Property] && x.Transitive[g.Property] {
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
	for _, mentions := range [][]texts.Mention{
		f.labelMentions[g.Class], f.definitionMentions[g.Class],
	} {
		for _, m := range mentions {
			to.Target = m.Class
			if m.Class != g.Target && x.IsBelow(m.Class, g.Target) && x.Live[m.Class] && free(to) {
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
	isNeighbor := func(m texts.Mention) bool {
		return m.Class == g.Target && f.namesNeighbor(f.t.DefinitionTokens[g.Class], int(m.From))
	}
	return f.t.Denies(g.Class, g.Target) || f.x.PartLike[g.Property] &&
		slices.ContainsFunc(f.definitionMentions[g.Class], isNeighbor)
}
