package superclass

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/likely"
	"box2el-owl/suggest/texts"
)

// Find finds superclasses that are probably missing, the surest first. The error is that of ctx.
func Find(ctx context.Context, t *texts.Texts, opts likely.Options) ([]likely.Finding, error) {
	f := &finder{x: t.Index, t: t, opts: opts, shapes: newShapes(t.Index)}
	if opts.Subjects != nil && !slices.ContainsFunc(opts.Subjects, f.hasCandidate) {
		return nil, nil
	}
	f.names, f.named = newNameRates(f.shapes)
	for _, step := range []func(){f.rateTemplates, f.rateGenera} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step()
	}
	var found []*pair
	for i, p := range f.candidates() {
		if i%256 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if f.grade(p); p.tier != "" {
			found = append(found, p)
		}
	}
	found = likely.MostGeneral(f.x, found, func(p *pair) (asserted.Statement, evidence.Tier) {
		return p.statement(), p.tier
	})
	return f.findings(found), ctx.Err()
}

// finder holds the rates of the witnesses and the pairs that they support.
type finder struct {
	x      *asserted.Index
	opts   likely.Options
	t      *texts.Texts
	shapes *shapes

	names     *nameRates
	named     map[[2]int32]namePair // pairs (C, D) with a name witness that are not entailed
	templates map[[2]int32]templateScore
	alike     map[[2]int32]bool // all pairs of templates that are not entailed
	genera    []genus           // by class
	genusAll  rate              // of all pairs of a class and its genus
	genusOf   map[int32]rate    // by genus
}

// pair is a candidate C ⊑ D with its witnesses.
type pair struct {
	c, d int32
	tier evidence.Tier

	name             *nameScore     // N; nil if the names are no evidence
	strong           bool           // S: a strong name
	template         *templateScore // T; nil if there is none
	genus            *genus         // G; nil if D is not the genus of C's definition
	genusD           rate           // of the classes with the genus D
	defined          bool           // V: the definition of D holds for C by its words
	found, all       int            // content words of D's definition: those in C's texts, and all
	superclassesHold bool           // F: all superclasses of D hold for C
	children         int            // K: children of C below D
	numChildren      int            // children of C
	restrictionsHold bool           // R: all restrictions of D hold for C
	more             string         // words of C's name that D's lacks, with their position
	start            int8           // the first word of D's name in C's name
	pair             *witnessPair
	also             rate // see alsoNamed; of findings with N
}

func (p *pair) statement() asserted.Statement {
	return asserted.Statement{Class: p.c, Property: asserted.NoProperty, Target: p.d}
}

// childrenAgree reports whether half of the children of C, or more, are below D.
func (p *pair) childrenAgree() bool { return p.numChildren > 0 && 2*p.children >= p.numChildren }

// templateScore holds the rates of a template for one pair.
type templateScore struct {
	template
	u, xy rate    // of the common words, and of the pair (X, Y)
	p     float64 // smoothed share of the common words
}

// rateTemplates computes the rates of the templates and keeps the pairs that they support.
func (f *finder) rateTemplates() {
	var all []template
	var total rate
	byPlace, byPair := make(map[asserted.Phrase]rate), make(map[[2]int32]rate)
	for c := range int32(len(f.x.Classes)) {
		if len(all) > mostTemplates {
			break
		}
		f.shapes.templates(c, func(t template) {
			all = append(all, t)
			entailed := f.x.IsBelow(t.c, t.d)
			total.add(entailed)
			count(byPlace, t.at, entailed)
			count(byPair, [2]int32{t.x, t.y}, entailed)
		})
	}
	a := total.share()
	f.templates, f.alike = make(map[[2]int32]templateScore), make(map[[2]int32]bool)
	for _, t := range all {
		if f.x.IsBelow(t.c, t.d) {
			continue
		}
		f.alike[[2]int32{t.c, t.d}] = true
		s := templateScore{template: t}
		s.u = byPlace[t.at].without()
		s.xy = byPair[[2]int32{t.x, t.y}].without()
		s.p = s.u.p(a)
		if s.p < templateRateWith || s.u.k < 2 || s.u.k+s.xy.k < templateSupport {
			continue
		}
		if s.xy.n >= 2 && s.xy.share() < templateContra {
			continue
		}
		key := [2]int32{t.c, t.d}
		if old, ok := f.templates[key]; !ok || s.p > old.p ||
			s.p == old.p && t.common(f.x) < old.common(f.x) {
			f.templates[key] = s
		}
	}
}

// rateGenera finds the genus of each definition and computes the rates.
func (f *finder) rateGenera() {
	f.genera = make([]genus, len(f.x.Classes))
	f.genusOf = make(map[int32]rate)
	for c := range int32(len(f.genera)) {
		g := &f.genera[c]
		*g = f.findGenus(c)
		if g.class < 0 || f.x.IsBelow(g.class, c) {
			g.class = -1
			continue
		}
		entailed := f.x.IsBelow(c, g.class)
		f.genusAll.add(entailed)
		count(f.genusOf, g.class, entailed)
	}
}

// candidates returns the pairs that names, templates or genera propose, ascending.
func (f *finder) candidates() []*pair {
	seen := make(map[[2]int32]bool)
	add := func(c, d int32) { seen[[2]int32{c, d}] = true }
	for key := range f.named {
		add(key[0], key[1])
	}
	for key := range f.templates {
		add(key[0], key[1])
	}
	for c, g := range f.genera {
		if g.class >= 0 && !f.x.IsBelow(int32(c), g.class) {
			add(int32(c), g.class)
		}
	}
	var list []*pair
	for key := range seen {
		if f.x.Live[key[0]] && f.x.Live[key[1]] {
			list = append(list, &pair{c: key[0], d: key[1]})
		}
	}
	slices.SortFunc(list, func(a, b *pair) int {
		return cmp.Or(cmp.Compare(a.c, b.c), cmp.Compare(a.d, b.d))
	})
	return list
}

// hasCandidate reports whether names, templates or the genus propose a superclass of a class. It
// needs no rates.
func (f *finder) hasCandidate(c int32) bool {
	if !f.x.Live[c] {
		return false
	}
	found := false
	propose := func(d int32) { found = found || f.x.Live[d] && !f.rejected(c, d) }
	f.shapes.namePairs(c, func(p namePair, entailed bool) {
		if p.ends && !entailed {
			propose(p.d)
		}
	})
	f.shapes.templates(c, func(t template) { propose(t.d) })
	if g := f.findGenus(c); g.class >= 0 {
		propose(g.class)
	}
	return found
}

// grade sets the witnesses and the tier of a pair; the tier remains "" if there are too few.
func (f *finder) grade(p *pair) {
	if f.rejected(p.c, p.d) || f.belongsAbove(p.c, p.d) {
		return
	}
	f.setWitnesses(p)
	p.tier = f.tierOf(p)
	if p.tier == evidence.Likely && f.doubtful(p) {
		p.tier = evidence.Possible
	}
}

// rejected reports whether a pair must not be suggested, regardless of its witnesses.
func (f *finder) rejected(c, d int32) bool {
	x := f.x
	switch {
	case x.IsBelow(c, d), x.IsBelow(d, c):
		return true
	case x.Excluded[[2]int32{c, d}]:
		return true
	case f.sameName(c, d), f.fillerOf(c, d), f.fillerOf(d, c):
		return true
	case x.AreDisjoint(c, d):
		return true
	case privative(x.Labels[c].Words, x.Labels[d].Words):
		return true
	}
	return f.opts.Rejected != nil &&
		f.opts.Rejected(asserted.Statement{Class: c, Property: asserted.NoProperty, Target: d})
}

// sameName reports whether two classes share a name or exact synonym.
func (f *finder) sameName(c, d int32) bool {
	keys := map[string]bool{f.x.Labels[c].Key(): true}
	for i := range f.x.Exact[c] {
		keys[f.x.Exact[c][i].Key()] = true
	}
	if keys[f.x.Labels[d].Key()] {
		return true
	}
	return slices.ContainsFunc(f.x.Exact[d], func(n asserted.Name) bool { return keys[n.Key()] })
}

// fillerOf reports whether c is related to d by an asserted or inherited restriction. Properties
// that relate other classes to their own superclasses do not count.
func (f *finder) fillerOf(c, d int32) bool {
	for _, r := range f.x.Inherited(c) {
		if r.Filler == d && !f.shapes.relatesToSuperclass[r.Property] {
			return true
		}
	}
	return false
}

// furtherPrivatives are privative words of subclasses alone.
var furtherPrivatives = asserted.WordSet(
	"absent abolished lack lacking without putative potential candidate minor simulated",
	"virtual artificial vestigial accessory supernumerary")

// privative reports whether C's name has a privative word that D's name lacks: an extinct volcano
// is no volcano.
func privative(c, d []string) bool {
	has := asserted.WordSet(strings.Join(d, " "))
	for _, w := range c {
		if has[w] {
			continue
		}
		if asserted.IsPrivative(w) || furtherPrivatives[w] || strings.HasPrefix(w, "non-") ||
			strings.HasPrefix(w, "pre-") || strings.HasPrefix(w, "pseudo") ||
			w == "non" || w == "no" || w == "not" {
			return true
		}
	}
	return false
}

// belongsAbove reports whether the axiom belongs to a class above C that is not comparable to D: D
// is in that class's name, in a template with it, or its genus.
func (f *finder) belongsAbove(c, d int32) bool {
	for _, a := range f.x.Ancestors(c) {
		if !f.x.Live[a] || f.x.Comparable(a, d) {
			continue
		}
		if f.genera[a].class == d || f.alike[[2]int32{a, d}] ||
			containsAll(f.x.Labels[a].Words, f.x.Labels[d].Words) {
			return true
		}
	}
	return false
}

// containsAll reports whether all words of d are among the words of c and the last ones are equal.
func containsAll(c, d []string) bool {
	if len(c) < len(d) || c[len(c)-1] != d[len(d)-1] {
		return false
	}
	for _, w := range d {
		if !slices.Contains(c, w) {
			return false
		}
	}
	return true
}

// setWitnesses sets the witnesses of a pair.
func (f *finder) setWitnesses(p *pair) {
	x := f.x
	p.found, p.all, p.defined = f.covered(p.c, p.d)
	p.superclassesHold = f.superclassesHold(p.c, p.d)
	p.restrictionsHold = f.restrictionsHold(p.c, p.d)
	for _, k := range x.DirectSubs(p.c) {
		p.numChildren++
		if x.IsBelow(k, p.d) {
			p.children++
		}
	}
	f.setGenus(p)
	f.setName(p)
	if t, ok := f.templates[[2]int32{p.c, p.d}]; ok && (t.p >= templateRate || p.defined) {
		p.template = &t
	}
}

// superclassesHold reports whether D has superclasses and all of them hold for C.
func (f *finder) superclassesHold(c, d int32) bool {
	n := 0
	for _, list := range [][]int32{f.x.Parents(d), f.x.DirectSupers(d)} {
		for _, s := range list {
			if f.x.IsBelow(s, d) {
				continue
			}
			if n++; !f.x.IsBelow(c, s) {
				return false
			}
		}
	}
	return n > 0
}

// restrictionsHold reports whether D has restrictions that its superclasses do not have, and all
// restrictions of D hold for C.
func (f *finder) restrictionsHold(c, d int32) bool {
	list := f.x.Restrictions(d)
	if len(list) == 0 || len(list) > 50 {
		return false
	}
	own := false
	for _, r := range list {
		if !f.x.Related(c, r) {
			return false
		}
		own = own || !slices.ContainsFunc(f.x.DirectSupers(d), func(p int32) bool {
			return f.x.Related(p, r)
		})
	}
	return own
}

// setGenus sets the genus witness.
func (f *finder) setGenus(p *pair) {
	x, g := f.x, &f.genera[p.c]
	if g.class != p.d || g.altered || g.either || g.plural {
		return
	}
	if f.genusAll.n < genusFewest || f.genusAll.share() < genusPrior {
		return
	}
	r := f.genusOf[p.d].without()
	if r.p(f.genusAll.share()) < genusRate || r.k < 1 && len(x.Labels[p.d].Words) < 2 {
		return
	}
	if float64(len(x.Descendants(p.d))) > genusLargest*float64(f.shapes.live) {
		return
	}
	if f.isSiblingName(p.c, p.d) {
		return
	}
	p.genus, p.genusD = g, r
}

// isSiblingName reports whether D's name differs in one word from that of C or of a class above C:
// the definition may have been copied from a sibling.
func (f *finder) isSiblingName(c, d int32) bool {
	differs := func(a int32) bool {
		_, one := asserted.Difference(f.x.Labels[a].Words, f.x.Labels[d].Words)
		return one && len(f.x.Labels[d].Words) > 1
	}
	return differs(c) || slices.ContainsFunc(f.x.Ancestors(c), func(a int32) bool {
		return differs(a) && !f.x.IsBelow(d, a)
	})
}

// setName sets the name witness, and removes the genus witness if the names contradict it.
func (f *finder) setName(p *pair) {
	x := f.x
	n, ok := f.named[[2]int32{p.c, p.d}]
	if !ok {
		return
	}
	s := f.names.score(x, n)
	p.more, p.start = n.more, n.start
	if p.genus != nil && !s.plausible {
		p.genus = nil
	}
	if !s.holds() {
		return
	}
	support := int32(nameSupport)
	if p.genus != nil || p.defined {
		support = 1
	}
	if s.d.k+s.m.k < support {
		return
	}
	words := x.Labels[p.c].Words
	if n.start > 0 && separatingWords[words[n.start-1]] {
		return
	}
	dWords := x.Labels[p.d].Words
	if f.parentsHead(p) || f.partOfName(p.c, p.d) || negative(&x.Labels[p.d]) ||
		measureOfTwo(words, dWords) {
		return
	}
	p.name = &s
	p.strong = s.d.k >= strongSupport && s.d.share() >= strongShare && !f.disjointBranches(p.c, p.d)
}

// parentsHead reports whether C's name contains the head of a parent's name before or after its own
// head, and D's head is another word: C is a kind of that part of its name.
func (f *finder) parentsHead(p *pair) bool {
	c := &f.x.Labels[p.c]
	for _, parent := range f.x.Parents(p.c) {
		h := f.x.Labels[parent].HeadWord()
		if h == "" || h == f.x.Labels[p.d].HeadWord() || h == c.HeadWord() {
			continue
		}
		if slices.Contains(c.Words, h) {
			return true
		}
	}
	return false
}

// partOfName reports whether the names of C and D consist of the names of two other classes and the
// same last words, and the class in C's name is not below the one in D's name: the development of
// an endocrine pancreas is no development of a pancreas if the endocrine pancreas is a part of it.
func (f *finder) partOfName(c, d int32) bool {
	cw, dw := f.x.Labels[c].Words, f.x.Labels[d].Words
	if len(cw) == len(dw) || !asserted.EndsIn(cw, dw) || len(cw) > 20 {
		return false
	}
	cp, dp := asserted.PhraseOf(cw[:len(cw)-len(dw)]...), asserted.PhraseOf()
	for _, w := range dw[:len(dw)-1] {
		next := asserted.PhraseOf(w)
		cp, dp = cp.Then(next), dp.Then(next)
		xs, ys := f.x.NamedBy(cp), f.x.NamedBy(dp)
		if len(xs) == 0 {
			continue
		}
		below := slices.ContainsFunc(xs, func(a int32) bool {
			return slices.ContainsFunc(ys, func(b int32) bool { return f.x.IsBelow(a, b) })
		})
		if !below {
			return true
		}
	}
	return false
}

// negative reports whether a name contains a negation: a muscle absent in a limb is not absent.
func negative(n *asserted.Name) bool {
	return slices.ContainsFunc(n.Words, func(w string) bool {
		return asserted.IsNegative(w) || len(w) > 5 && strings.HasSuffix(w, "less")
	})
}

var measures = asserted.WordSet(
	"ratio index quotient difference rate score fraction percentage proportion conversion",
	"transition",
)

// measureOfTwo reports whether C's last word is a measure that D's name lacks: a ratio of two
// weights is no weight.
func measureOfTwo(c, d []string) bool {
	last := c[len(c)-1]
	return measures[last] && !slices.Contains(d, last)
}

// disjointBranches reports whether D and an asserted parent of C have no subclass in common, and
// each has apartBranch classes or more below it, itself included.
func (f *finder) disjointBranches(c, d int32) bool {
	x := f.x
	if len(x.Descendants(d))+1 < apartBranch {
		return false
	}
	for _, parent := range x.Parents(c) {
		if x.IsBelow(d, parent) || len(x.Descendants(parent))+1 < apartBranch {
			continue
		}
		if !x.Comparable(parent, d) &&
			!asserted.Intersect(x.Descendants(parent), x.Descendants(d)) {
			return true
		}
	}
	return false
}

// witnessPair is a pair of witnesses: its condition, its tier, and how many of the rows that a
// strict judge read were right.
type witnessPair struct {
	letters       string
	tier          evidence.Tier
	right, judged int
	holds         func(*finder, *pair) bool
}

// witnessPairs lists the pairs of witnesses, the surest first. The first one that holds counts.
var witnessPairs = []witnessPair{
	{"N F K", evidence.Likely, 10, 10, func(_ *finder, p *pair) bool {
		return p.name != nil && p.superclassesHold && p.childrenAgree()
	}},
	{"G N", evidence.Likely, 4, 4, func(f *finder, p *pair) bool {
		return p.genus != nil && p.name != nil && !f.disjointBranches(p.c, p.d) &&
			(p.genusD.k >= genusCommon ||
				asserted.Intersect(f.x.Ancestors(p.c), f.x.Ancestors(p.d)))
	}},
	{"G F", evidence.Likely, 10, 15, func(_ *finder, p *pair) bool {
		return p.genus != nil && p.superclassesHold &&
			(p.name != nil || p.childrenAgree() || p.restrictionsHold)
	}},
	{"N F V", evidence.Likely, 15, 20, func(_ *finder, p *pair) bool {
		return p.name != nil && p.superclassesHold && p.defined
	}},
	{"S F", evidence.Possible, 15, 20, func(_ *finder, p *pair) bool {
		return p.strong && p.superclassesHold
	}},
	{"T F V", evidence.Possible, 0, 0, func(_ *finder, p *pair) bool {
		return p.template != nil && p.superclassesHold && p.defined
	}},
	{"N V", evidence.Possible, 8, 13, func(f *finder, p *pair) bool {
		return p.name != nil && p.defined && !f.disjointBranches(p.c, p.d) && !p.locative()
	}},
	{"G F", evidence.Possible, 19, 38, func(_ *finder, p *pair) bool {
		return p.genus != nil && p.superclassesHold
	}},
	{"T F", evidence.Possible, 7, 20, func(_ *finder, p *pair) bool {
		return p.template != nil && p.superclassesHold
	}},
}

var places = asserted.WordSet(
	"anterior posterior dorsal ventral lateral medial proximal distal left right upper",
	"lower basal apical superior inferior caudal rostral",
)

// locative reports whether C's name adds a place to D's name: C may be a part of D and not a kind.
func (p *pair) locative() bool {
	return slices.ContainsFunc(strings.Fields(p.more[1:]),
		func(w string) bool { return places[w] })
}

// tierOf returns the tier of the first pair of witnesses that holds, or "".
func (f *finder) tierOf(p *pair) evidence.Tier {
	for i := range witnessPairs {
		if w := &witnessPairs[i]; w.holds(f, p) {
			p.pair = w
			return w.tier
		}
	}
	return ""
}

// doubtful reports whether there is evidence against a pair, so that it is not likely.
func (f *finder) doubtful(p *pair) bool {
	return f.t.Denies(p.c, p.d) || f.t.OtherSense(p.c, p.d) || f.vague(p) || f.sameAxioms(p.c, p.d)
}

// vague reports whether D is an upper-level class, or another class has the same definition as C.
func (f *finder) vague(p *pair) bool {
	if f.shapes.upper[p.d] {
		return true
	}
	return p.genus != nil && p.name == nil && f.shapes.copies[f.x.Texts[p.c]] > 1
}

// sameAxioms reports whether two classes have the same asserted superclasses and restrictions, and
// C has a definition: they are siblings by design.
func (f *finder) sameAxioms(c, d int32) bool {
	return slices.Equal(f.x.Parents(c), f.x.Parents(d)) &&
		slices.Equal(f.x.Restrictions(c), f.x.Restrictions(d)) && f.x.Texts[c] != "" &&
		len(f.x.Restrictions(c)) > 0
}

// findings returns the pairs as findings, the surest first.
func (f *finder) findings(found []*pair) []likely.Finding {
	var list []likely.Finding
	for _, p := range found {
		if p.name != nil {
			p.also = f.alsoNamed(p)
		}
		x := likely.Finding{
			Statement: p.statement(), Tier: p.tier, Witnesses: p.letters(), Evidence: f.evidence(p),
			Share: evidence.Share(p.pair.right, p.pair.judged),
		}
		f.group(p, &x)
		list = append(list, x)
	}
	slices.SortStableFunc(list, func(a, b likely.Finding) int {
		return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(b.Share, a.Share),
			cmp.Compare(len(b.Witnesses), len(a.Witnesses)),
			asserted.CompareStatements(a.Statement, b.Statement))
	})
	return list
}

// group sets the group of a finding: pairs of one template, one name or one genus.
func (f *finder) group(p *pair, x *likely.Finding) {
	d := f.x.Classes[p.d]
	switch {
	case p.pair.letters == "T F" || p.pair.letters == "T F V":
		common := p.template.common(f.x)
		x.Group = "template " + common
		x.Rule = evidence.New("template",
			"Names with %q follow the hierarchy of the names in them: so in %d of %d pairs.",
			strings.TrimSpace(common), int(p.template.u.k), int(p.template.u.n)+1)
	case p.name != nil:
		x.Group = "name " + d.String()
		verb := "end in"
		if p.start == 0 {
			verb = "begin with"
		}
		x.Rule = evidence.New("name", "Names that %s %e: %d of %d are its subclasses.", verb, d,
			int(p.also.k), int(p.also.n)+1)
	default:
		x.Group = "genus " + d.String()
		x.Rule = evidence.New("definition",
			"Definitions that begin with %e: %d of %d are its subclasses.", d,
			int(p.genusD.k), int(p.genusD.n)+1)
	}
}

// alsoNamed counts the classes other than C whose names end in D's name, or have it before a
// preposition or bracket, as C's has, with its head as their head. The rates of the witness also
// count names with other words between those of D.
func (f *finder) alsoNamed(p *pair) (r rate) {
	x, d := f.x, f.x.Labels[p.d].Words
	for c := range int32(len(x.Classes)) {
		name := &x.Labels[c]
		if c == p.c || !x.Live[c] || len(name.Words) <= len(d) {
			continue
		}
		same := name.Head == len(name.Words)-1 && asserted.EndsIn(name.Words, d)
		if p.start == 0 {
			same = name.Head == len(d)-1 && slices.Equal(name.Words[:len(d)], d)
		}
		if same && !x.IsBelow(p.d, c) {
			r.add(x.IsBelow(c, p.d))
		}
	}
	return r
}

// nameEvidence returns the sentence about names: it counts the other names that end in D's name or
// those with the same further words, whichever are more.
func (f *finder) nameEvidence(p *pair) evidence.Evidence {
	c, d := f.x.Classes[p.c], f.x.Classes[p.d]
	n, m := p.also, p.name.m
	verb := "ends in"
	if p.start == 0 {
		verb = "begins with"
	}
	switch {
	case n.n+m.n == 0:
		return evidence.New("name", "%e %s %e.", c, verb, d)
	case n.n >= m.n:
		return evidence.New("name", "%e %s %e; here %p %s.", c, verb, d,
			evidence.Some(int(n.k), int(n.n), "other such name", "other such names"),
			evidence.Verb(int(n.k), "is a subclass", "are subclasses"))
	}
	return evidence.New("name", "%e %s %e; here %p with %q in the name %s of the one without it.",
		c, verb, d, evidence.Some(int(m.k), int(m.n), "other class", "other classes"), p.more[1:],
		evidence.Verb(int(m.k), "is a subclass", "are subclasses"))
}

// letters returns the letters of the witnesses.
func (p *pair) letters() string {
	var letters []string
	for _, w := range []struct {
		holds  bool
		letter string
	}{
		{p.name != nil && !p.strong, "N"}, {p.strong, "S"}, {p.template != nil, "T"},
		{p.genus != nil, "G"}, {p.defined, "V"}, {p.superclassesHold, "F"}, {p.childrenAgree(), "K"},
		{p.restrictionsHold, "R"},
	} {
		if w.holds {
			letters = append(letters, w.letter)
		}
	}
	return strings.Join(letters, " ")
}

// evidence returns a sentence for each witness.
func (f *finder) evidence(p *pair) []evidence.Evidence {
	d := f.x.Classes[p.d]
	var list []evidence.Evidence
	if p.name != nil {
		list = append(list, f.nameEvidence(p))
	}
	if p.genus != nil {
		list = append(list, f.genusEvidence(p))
	}
	if t := p.template; t != nil {
		list = append(list, evidence.New("template",
			"%e is a kind of %e; in %d of %d pairs of names like these the same holds.",
			f.x.Classes[t.x], f.x.Classes[t.y], int(t.u.k), int(t.u.n)))
	}
	if p.defined {
		list = append(list, evidence.New("defined",
			"Its texts have %d of the %d words that define %e.", p.found, p.all, d))
	}
	if p.childrenAgree() {
		list = append(list, f.childrenEvidence(p))
	}
	if p.restrictionsHold {
		list = append(list, f.restrictionsEvidence(p.d))
	}
	return list
}

// genusEvidence returns the sentence about the genus of the definition. If this is a synonym of D,
// the sentence says so, because D's label is not in the quotation.
func (f *finder) genusEvidence(p *pair) evidence.Evidence {
	quote := f.t.Quote(p.c, f.t.DefinitionTokens[p.c][:p.genus.quoted]) + " …"
	if p.genus.synonym == "" {
		return evidence.New("definition", "Its definition begins %q.", quote)
	}
	return evidence.New("definition", "Its definition begins %q; “%s” is a synonym of %e.", quote,
		p.genus.synonym, f.x.Classes[p.d])
}

// childrenEvidence returns the sentence about the subclasses of a class that are below D.
func (f *finder) childrenEvidence(p *pair) evidence.Evidence {
	d := f.x.Classes[p.d]
	if p.numChildren == 1 {
		return evidence.New("children", "Its only subclass is below %e already.", d)
	}
	return evidence.New("children", "%d of its %d subclasses "+
		evidence.Verb(p.children, "is", "are")+" below %e already.", p.children, p.numChildren, d)
}

// restrictionsEvidence returns the sentence about the restrictions of D. A single one is named,
// because it may be one that nearly all classes have.
func (f *finder) restrictionsEvidence(d int32) evidence.Evidence {
	name, restrictions := f.x.Classes[d], f.x.Restrictions(d)
	switch len(restrictions) {
	case 1:
		r := restrictions[0]
		return evidence.New("restrictions", "The only restriction of %e holds for it: %e some %e.",
			name, f.x.Properties[r.Property], f.x.Classes[r.Filler])
	case 2:
		return evidence.New("restrictions", "Both restrictions of %e hold for it.", name)
	}
	return evidence.New("restrictions", "All %d restrictions of %e hold for it.",
		len(restrictions), name)
}
