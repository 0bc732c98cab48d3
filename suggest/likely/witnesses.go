package likely

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/texts"
)

// support is the evidence for a candidate besides its rules.
type support struct {
	slotBest, best rule  // the best slot, positions included, and the best rule of all
	strongSlot     bool  // S
	wider          int32 // a wider filler that the class has, or −1
	named          bool  // the definition names the filler
	alone          bool  // the class has no incomparable filler
	wordOfProperty bool  // the name of the property has a word of the rule
	allSubs        int   // subclasses, if there are two or more and all have it
}

// witnessPair is a pair of witnesses: its condition, its tier, and how many of the rows that a
// strict judge read were right.
type witnessPair struct {
	letters       string
	tier          evidence.Tier
	right, judged int
	holds         func(*finder, *candidate) bool
}

// witnessPairs lists the pairs of witnesses, the surest first. The tier is that of the first one
// that holds; further ones of that tier add their letters.
var witnessPairs = []witnessPair{
	{"A", evidence.Likely, 38, 49, func(_ *finder, c *candidate) bool {
		return c.strongSlot && c.cue.bound >= cueBound ||
			c.cue.bound >= cueStrong && c.slotBest.bound >= slotWeak
	}},
	{"B", evidence.Likely, 30, 42, func(_ *finder, c *candidate) bool {
		return c.slot.bound >= slotOK && c.wider >= 0 && c.byLabel
	}},
	{"C", evidence.Likely, 18, 27, func(_ *finder, c *candidate) bool {
		return c.word.bound >= wordStrong && c.named && c.alone ||
			c.word.bound >= wordBound && c.cue.bound >= cueForWord
	}},
	{"D", evidence.Likely, 18, 23, func(f *finder, c *candidate) bool {
		return c.word.bound >= wordStrong && c.wordOfProperty && c.alone &&
			!f.endsInPreposition(c.Class) && f.isOuter(&c.word, c.Class)
	}},
	{"E", evidence.Likely, 24, 32, func(_ *finder, c *candidate) bool {
		return c.fullCue.bound >= cueForAll && c.allSubs > 0 && !c.numbered
	}},
	{"F", evidence.Likely, 27, 38, func(f *finder, c *candidate) bool {
		return c.slot.bound >= slotAlone && c.byLabel && !f.isBare(&c.slot)
	}},
	{"F", evidence.Possible, 27, 38, func(f *finder, c *candidate) bool {
		return c.slot.bound >= slotOK && c.byLabel && !f.isBare(&c.slot)
	}},
	{"I", evidence.Possible, 0, 0, func(_ *finder, c *candidate) bool {
		return c.cue.bound >= cueForAll && c.allSubs > 0 && !c.numbered
	}},
	{"H", evidence.Possible, 0, 0, func(f *finder, c *candidate) bool {
		return c.word.bound >= wordStrong && c.wordOfProperty && c.alone &&
			!f.endsInPreposition(c.Class)
	}},
	{"G", evidence.Possible, 5, 11, func(f *finder, c *candidate) bool {
		return c.longCue.bound >= cueLong && names(f.labelMentions[c.Class], c.Target)
	}},
}

// endsInPreposition reports whether the label of a class ends in a preposition.
func (f *finder) endsInPreposition(c int32) bool {
	tokens := f.t.LabelTokens[c]
	return len(tokens) > 0 && f.t.Preposition[tokens[len(tokens)-1].Word]
}

// isOuter reports whether the words of a rule begin or end a longer label.
func (f *finder) isOuter(r *rule, c int32) bool {
	words, label := f.t.Parts[r.pair][r.from:r.to], f.t.Parts[c]
	n := len(words)
	return len(label) > n &&
		(slices.Equal(label[:n], words) || slices.Equal(label[len(label)-n:], words))
}

// isBare reports whether a slot consists of a preposition: "of …".
func (f *finder) isBare(r *rule) bool {
	if r.key != previousKey && r.key != beforeKey || r.types == classType || r.types == fillerType {
		return false
	}
	p := &f.pairs[r.pair]
	return r.key == previousKey && f.t.Preposition[f.t.LabelTokens[p.class][p.from-1].Word]
}

// names reports whether one of some mentions is of a class.
func names(mentions []texts.Mention, c int32) bool {
	return slices.ContainsFunc(mentions, func(m texts.Mention) bool { return m.Class == c })
}

// definitionNamesAlone reports whether the definition of c has a name of d that is not a part of a
// longer name.
func (f *finder) definitionNamesAlone(c, d int32) bool {
	tokens := f.t.DefinitionTokens[c]
	return slices.ContainsFunc(f.definitionMentions[c], func(m texts.Mention) bool {
		to := int(m.To)
		return m.Class == d && !f.isEither(tokens, int(m.From), to) && (to == len(tokens) ||
			tokens[to].Cut != texts.None || f.t.Open[tokens[to].Word])
	})
}

// supportOf returns the evidence for a candidate.
func (f *finder) supportOf(c *candidate) support {
	x := f.x
	s := support{slotBest: c.slot, wider: -1, alone: true}
	s.slotBest.offer(c.position)
	s.strongSlot = c.slot.bound >= slotOK || c.position.bound >= positionOK
	s.best = s.slotBest
	for _, r := range []rule{c.cue, c.word} {
		if r.bound > s.best.bound {
			s.best = r
		}
	}
	s.named = f.definitionNamesAlone(c.Class, c.Target)
	for _, t := range x.Inherited(c.Class) {
		if t.Property != c.Property {
			continue
		}
		switch {
		case t.Filler != c.Target && x.IsBelow(c.Target, t.Filler):
			s.wider = t.Filler
		case !x.Comparable(t.Filler, c.Target):
			s.alone = false
		}
	}
	if c.word.bound > 0 {
		name := &x.PropertyNames[c.Property]
		for _, word := range f.t.Parts[c.word.pair][c.word.from:c.word.to] {
			s.wordOfProperty = s.wordOfProperty || slices.Contains(name.Words, f.t.Words[word])
		}
	}
	if subs := x.DirectSubs(c.Class); len(subs) >= 2 {
		s.allSubs = len(subs)
		for _, d := range subs {
			if !x.Related(d, c.Restriction()) {
				s.allSubs = 0
				break
			}
		}
	}
	return s
}

// grade returns the candidates with a pair of witnesses.
func (f *finder) grade() []*candidate {
	var list []*candidate
	for _, c := range f.sortedCandidates() {
		c.support = f.supportOf(c)
		for i := range witnessPairs {
			p := &witnessPairs[i]
			if p.holds(f, c) && (c.tier == "" || p.tier <= c.tier) {
				if c.tier == "" {
					c.share = evidence.Share(p.right, p.judged)
				}
				c.tier = p.tier
				c.letters = append(c.letters, p.letters)
			}
		}
		if c.tier == "" || f.opts.Rejected != nil && f.opts.Rejected(c.Statement) {
			continue
		}
		if c.tier == evidence.Likely && (f.contradicted(c) ||
			!names(f.definitionMentions[c.Class], c.Target) && c.slotBest.bound > 0 &&
				f.t.OtherSense(c.Class, c.Target)) {
			c.tier = evidence.Possible
		}
		list = append(list, c)
	}
	return list
}

// findings grades the candidates, moves them to more general statements and writes the sentences.
func (f *finder) findings() []Finding {
	list := MostGeneral(f.x, f.move(f.grade()),
		func(c *candidate) (asserted.Statement, evidence.Tier) { return c.Statement, c.tier })
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.tier, b.tier), cmp.Compare(b.best.bound, a.best.bound),
			asserted.CompareStatements(a.Statement, b.Statement))
	})
	found := make([]Finding, 0, len(list))
	for _, g := range list {
		found = append(found, f.finding(g))
	}
	return found
}

// finding returns a candidate as a finding.
func (f *finder) finding(g *candidate) Finding {
	x := f.x
	found := Finding{
		Statement: g.Statement, Share: g.share, Tier: g.tier,
		Witnesses: strings.Join(g.letters, " "), From: g.from,
	}
	// The best rule of each family, the strongest first.
	shown := g.slotBest
	if g.slot.bound >= slotOK {
		shown = g.slot
	}
	rules := []rule{shown, g.cue, g.word}
	slices.SortStableFunc(rules, func(a, b rule) int { return cmp.Compare(b.bound, a.bound) })
	for i := range rules {
		if rules[i].bound > 0 {
			found.Evidence = append(found.Evidence, f.sentence(&rules[i], g.Statement))
		}
	}
	if g.wider >= 0 && g.slotBest.bound > 0 {
		found.Evidence = append(found.Evidence, evidence.New("wider filler",
			"%e has %e with the wider %e, asserted or inherited.",
			f.name(g.Class), x.Properties[g.Property], f.name(g.wider)))
	}
	if g.allSubs > 0 {
		found.Evidence = append(found.Evidence, subclassesHave(g.allSubs))
	}
	if g.word.bound >= wordStrong && g.wordOfProperty {
		word := g.word
		found.Evidence = append(found.Evidence, evidence.New("property",
			"The name of %e has a word of “%s” too.", x.Properties[g.Property], f.pattern(&word)))
	}
	if g.named && g.cue.bound == 0 {
		found.Evidence = append(found.Evidence, evidence.New("definition",
			"Its definition names %e: %q.", f.name(g.Target), f.quote(g.Class, g.Target)))
	}
	best := g.best
	found.Rule = f.ruleSentence(&best, g.Statement)
	if best.family == wordFamily {
		found.Group = fmt.Sprintf("%d %d", g.Property, g.Target)
	} else {
		found.Group = fmt.Sprintf("%d %x %d %d", g.Property, best.hash, best.types, best.class)
	}
	return found
}

// subclassesHave returns the evidence that all n subclasses have an axiom.
func subclassesHave(n int) evidence.Evidence {
	switch n {
	case 1:
		return evidence.New("subclasses", "Its only subclass has this.")
	case 2:
		return evidence.New("subclasses", "Both of its subclasses have this.")
	}
	return evidence.New("subclasses", "All %d of its subclasses have this.", n)
}

// pattern returns the key of a rule as text, with … for the name of the class.
func (f *finder) pattern(r *rule) string {
	l := f.t
	switch r.family {
	case wordFamily:
		var words []string
		for _, word := range f.t.Parts[r.pair][r.from:r.to] {
			words = append(words, l.Words[word])
		}
		t := strings.Join(words, " ")
		switch r.key {
		case startsKey:
			return t + " …"
		case endsKey:
			return "… " + t
		}
		return t
	case cueFamily:
		tokens := f.t.DefinitionTokens[f.pairs[r.pair].class]
		var words []string
		for i := int(r.from) - 1; i >= 0 && len(words) <= int(r.key-cueKey1); i-- {
			if !l.Article[tokens[i].Word] {
				words = append(words, l.Words[tokens[i].Word])
			}
		}
		slices.Reverse(words)
		return strings.Join(words, " ") + " …"
	}
	var words []string
	before, after, _ := f.around(&f.pairs[r.pair], r.key)
	for _, t := range before {
		words = append(words, l.Words[t.Word])
	}
	words = append(words, "…")
	for _, t := range after {
		words = append(words, l.Words[t.Word])
	}
	return strings.Join(words, " ")
}

// members returns a description of the members of a rule.
func (f *finder) members(r *rule) evidence.Phrase {
	positional := r.family != cueFamily && r.key == positionKey
	var below, named evidence.Phrase // the types of the classes and of those that they name
	switch {
	case r.types == classType:
		below = evidence.PhraseOf(" at most three levels below %e", f.name(r.class))
	case r.types == fillerType && positional:
		named = evidence.PhraseOf(" (one at most three levels below %e)", f.name(r.class))
	case r.types == fillerType:
		named = evidence.PhraseOf(" (… is at most three levels below %e)", f.name(r.class))
	case r.types == spaceType && len(f.x.SpaceNames) > 1:
		space := f.x.SpaceNames[r.class]
		named = evidence.PhraseOf(" (… is in the ID space %s)",
			space[strings.LastIndexByte(space, '/')+1:])
	}
	switch {
	case r.family == cueFamily:
		return evidence.PhraseOf("classes%p with “%s” in their definitions%p", below, f.pattern(r),
			named)
	case positional:
		place := "end"
		if r.from == 0 {
			place = "begin"
		} else if int(r.to) < len(f.t.LabelTokens[f.pairs[r.pair].class]) {
			place = "continue"
		}
		return evidence.PhraseOf("classes%p whose names %s with that of another%p", below, place,
			named)
	}
	return evidence.PhraseOf("classes%p with “%s” in their names%p", below, f.pattern(r), named)
}

// sentence returns the evidence of a rule for a statement.
func (f *finder) sentence(r *rule, s asserted.Statement) evidence.Evidence {
	share := evidence.PhraseOf("%d of the %d %p", int(r.have), int(r.all), f.members(r))
	property := f.x.Properties[s.Property]
	switch r.family {
	case wordFamily:
		return evidence.New("word", "%p have this.", share)
	case cueFamily:
		whose := evidence.PhraseOf("Its definition")
		c := f.pairs[r.pair].class
		if c != s.Class {
			whose = evidence.PhraseOf("The definition of %e", f.name(c))
		}
		return evidence.New("cue", "%p: %q; %p have %e with the class named there.", whose,
			f.quote(c, s.Target), share, property)
	}
	return evidence.New("slot", "%p have %e with the class named there, here %e.", share, property,
		f.name(s.Target))
}

// ruleSentence returns the sentence for a group, with the number of exceptions.
func (f *finder) ruleSentence(r *rule, s asserted.Statement) evidence.Evidence {
	with := evidence.PhraseOf("the class named there")
	if r.family == wordFamily {
		with = evidence.PhraseOf("%e", f.name(s.Target))
	}
	return evidence.New("rule", "%d of the %d %p have %e with %p; exceptions: %d.", int(r.have),
		int(r.all), f.members(r), f.x.Properties[s.Property], with, int(r.except))
}

// quote returns the name of a class in a definition with up to five words before it.
func (f *finder) quote(c, d int32) string {
	tokens := f.t.DefinitionTokens[c]
	for _, m := range f.definitionMentions[c] {
		if m.Class != d {
			continue
		}
		from := int(m.From)
		for n := 0; from > 0 && tokens[from].Cut != texts.Stop && n < 5; n++ {
			from--
		}
		quoted := f.t.Quote(c, tokens[from:m.To])
		if from > 0 {
			quoted = "… " + quoted
		}
		return quoted
	}
	return ""
}
