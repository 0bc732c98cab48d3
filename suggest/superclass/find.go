package superclass

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/likely"
)

// Find finds superclasses that are probably missing, the surest first. The error is that
// of ctx.
func Find(ctx context.Context, x *asserted.Index, opts likely.Options) ([]likely.Finding, error) {
	f := &superclassFinder{x: x, opts: opts, texts: newTexts(x), shapes: newShapes(x)}
	for _, step := range []func(){f.readNames, f.readTemplates, f.readGenera} {
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
		if f.judge(p); p.tier != 0 {
			found = append(found, p)
		}
	}
	found = f.place(found)
	return f.findings(found), ctx.Err()
}

// superclassFinder has the rates of the witnesses and the pairs that they support.
type superclassFinder struct {
	x      *asserted.Index
	opts   likely.Options
	texts  *texts
	shapes *shapes

	names     *nameRates
	named     map[[2]int32]namePair // pairs whose names qualify, not entailed
	templates map[[2]int32]templateScore
	alike     map[[2]int32]bool // all pairs of templates that are not entailed
	genera    []genus           // by class
	genusAll  rate
	genusOf   map[int32]rate // by D
}

// pair is a candidate C ⊑ D with its witnesses.
type pair struct {
	c, d int32
	tier likely.Tier

	name     *nameScore
	strong   bool
	template *templateScore
	genus    *genus
	genusD   rate
	defined  bool // V
	found    int  // words of D's definition that C's texts have
	all      int
	fits     bool // F
	children int  // K: children below D already, of all
	kids     int
	restrict bool // all restrictions of D hold for C
	from     []int32
	more     string
	start    int8 // the first word of D's name in C's
	pair     *witnessPair
}

func (p *pair) childrenAgree() bool { return p.kids > 0 && 2*p.children >= p.kids }

func (f *superclassFinder) readNames() { f.names, f.named = newNameRates(f.shapes) }

// templateScore is what the rates of templates are for one pair.
type templateScore struct {
	template
	u, xy rate
	p     float64
}

func (f *superclassFinder) readTemplates() {
	all := f.shapes.templates()
	var total rate
	byPlace, byPair := make(map[string]rate), make(map[[2]int32]rate)
	for _, t := range all {
		entailed := f.x.IsBelow(t.c, t.d)
		total.add(entailed)
		u := byPlace[t.at]
		u.add(entailed)
		byPlace[t.at] = u
		xy := byPair[[2]int32{t.x, t.y}]
		xy.add(entailed)
		byPair[[2]int32{t.x, t.y}] = xy
	}
	a := total.share()
	f.templates, f.alike = make(map[[2]int32]templateScore), make(map[[2]int32]bool)
	for _, t := range all {
		if f.x.IsBelow(t.c, t.d) {
			continue
		}
		f.alike[[2]int32{t.c, t.d}] = true
		s := templateScore{template: t}
		s.u = byPlace[t.at].without(false)
		s.xy = byPair[[2]int32{t.x, t.y}].without(false)
		s.p = s.u.p(a)
		if s.p < templateRateWith || s.u.k < 2 || s.u.k+s.xy.k < templateSupport {
			continue
		}
		if s.xy.n >= 2 && s.xy.share() < templateContra {
			continue
		}
		key := [2]int32{t.c, t.d}
		if old, ok := f.templates[key]; !ok || s.p > old.p {
			f.templates[key] = s
		}
	}
}

func (f *superclassFinder) readGenera() {
	f.genera = make([]genus, len(f.x.Classes))
	f.genusOf = make(map[int32]rate)
	for c := range int32(len(f.x.Classes)) {
		f.genera[c].class = -1
		if !f.x.Live[c] {
			continue
		}
		g := f.findGenus(c)
		if g.class < 0 || f.x.IsBelow(g.class, c) || f.shapes.crosses(c, g.class) {
			continue
		}
		f.genera[c] = g
		entailed := f.x.IsBelow(c, g.class)
		f.genusAll.add(entailed)
		r := f.genusOf[g.class]
		r.add(entailed)
		f.genusOf[g.class] = r
	}
}

// candidates returns the pairs that names, templates or genera propose, ascending.
func (f *superclassFinder) candidates() []*pair {
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

// judge finds the witnesses of a pair and its tier; 0 if there are too few.
func (f *superclassFinder) judge(p *pair) {
	if f.rejected(p.c, p.d) || f.lifted(p.c, p.d) {
		return
	}
	f.witness(p)
	p.tier = f.tierOf(p)
	if p.tier == 0 {
		return
	}
	if p.tier == likely.Likely && f.doubtful(p) {
		p.tier = likely.Possible
	}
}

// rejected applies the rules that hold for every candidate.
func (f *superclassFinder) rejected(c, d int32) bool {
	x := f.x
	switch {
	case x.IsBelow(c, d), x.IsBelow(d, c):
		return true
	case x.Excluded[[2]int32{c, d}]:
		return true
	case f.shapes.crosses(c, d), f.sameName(c, d), f.fillerOf(c, d), f.fillerOf(d, c):
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
func (f *superclassFinder) sameName(c, d int32) bool {
	keys := map[string]bool{f.x.Labels[c].Key(): true}
	for i := range f.x.Exact[c] {
		keys[f.x.Exact[c][i].Key()] = true
	}
	if keys[f.x.Labels[d].Key()] {
		return true
	}
	return slices.ContainsFunc(f.x.Exact[d], func(n asserted.Name) bool { return keys[n.Key()] })
}

// fillerOf reports whether c is related to d by an asserted or inherited restriction, unless the
// property relates classes to their own superclasses elsewhere, too.
func (f *superclassFinder) fillerOf(c, d int32) bool {
	for _, r := range f.x.Inherited(c) {
		if r.Filler == d && !f.shapes.relatesToSuperclass[r.Property] {
			return true
		}
	}
	return false
}

var privatives = asserted.WordSet(
	"abandoned dead drained dried extinct former fake failed lost missing presumptive",
	"pseudo absent abolished lack lacking without putative potential candidate minor",
	"simulated virtual artificial dry vestigial accessory supernumerary",
)

// privative reports whether C's name has a word that takes away what D's name says.
func privative(c, d []string) bool {
	has := asserted.WordSet(strings.Join(d, " "))
	for _, w := range c {
		if has[w] {
			continue
		}
		if privatives[w] || strings.HasPrefix(w, "non-") || strings.HasPrefix(w, "pre-") ||
			strings.HasPrefix(w, "pseudo") || w == "non" || w == "no" || w == "not" {
			return true
		}
	}
	return false
}

// lifted reports whether a class above C, which is neither above nor below D, has D in its name,
// in a template or as its genus: the axiom would have to be asserted there.
func (f *superclassFinder) lifted(c, d int32) bool {
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

// witness fills in what supports a pair.
func (f *superclassFinder) witness(p *pair) {
	x := f.x
	p.found, p.all, p.defined = f.texts.covered(p.c, p.d)
	p.fits = f.fits(p.c, p.d)
	p.restrict = f.restrictionsHold(p.c, p.d)
	for _, k := range x.DirectSubs(p.c) {
		p.kids++
		if x.IsBelow(k, p.d) {
			p.children++
		}
	}
	f.genusOfPair(p)
	f.nameOfPair(p)
	if t, ok := f.templates[[2]int32{p.c, p.d}]; ok && (t.p >= templateRate || p.defined) {
		p.template = &t
	}
}

// fits reports whether all superclasses of D, of which there is one, hold for C.
func (f *superclassFinder) fits(c, d int32) bool {
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
func (f *superclassFinder) restrictionsHold(c, d int32) bool {
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

func (f *superclassFinder) genusOfPair(p *pair) {
	x, g := f.x, &f.genera[p.c]
	if g.class != p.d || g.either || g.plural {
		return
	}
	if f.genusAll.n < genusFewest || f.genusAll.share() < genusPrior {
		return
	}
	r := f.genusOf[p.d].without(false)
	if r.p(f.genusAll.share()) < genusRate || r.k < 1 && len(x.Labels[p.d].Words) < 2 {
		return
	}
	if slices.ContainsFunc(g.dropped, func(w string) bool { return alteringWords[w] }) {
		return
	}
	if float64(len(x.Descendants(p.d))) > genusLargest*float64(f.shapes.live) {
		return
	}
	if f.pasted(p.c, p.d) {
		return
	}
	p.genus, p.genusD = g, r
}

// pasted reports whether D's name differs by one word from that of C or of a class above C: the
// definition may have been copied from a sibling.
func (f *superclassFinder) pasted(c, d int32) bool {
	words := f.x.Labels[d].Words
	if oneWordDiffers(f.x.Labels[c].Words, words) {
		return true
	}
	for _, a := range f.x.Ancestors(c) {
		if oneWordDiffers(f.x.Labels[a].Words, words) && !f.x.IsBelow(d, a) {
			return true
		}
	}
	return false
}

func oneWordDiffers(a, b []string) bool {
	if len(a) != len(b) || len(a) < 2 {
		return false
	}
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n == 1
}

func (f *superclassFinder) nameOfPair(p *pair) {
	x := f.x
	n, ok := f.named[[2]int32{p.c, p.d}]
	if !ok {
		return
	}
	s := f.names.score(x, n, false)
	p.more, p.start = n.more, n.start
	if p.genus != nil && !s.speaks {
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
	p.strong = s.d.k >= strongSupport && s.d.share() >= strongShare && !f.apart(p.c, p.d)
}

// parentsHead reports whether the head of a parent's name is in C's name outside its head while
// D's head is another word: C is a kind of that part of its name.
func (f *superclassFinder) parentsHead(p *pair) bool {
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

// partOfName reports whether C and D name something about two other classes by the same last
// words and the class in C's name is no kind of the one in D's: the development of an endocrine
// pancreas is none of a pancreas if the one is a part of the other.
func (f *superclassFinder) partOfName(c, d int32) bool {
	cw, dw := f.x.Labels[c].Words, f.x.Labels[d].Words
	if !endsIn(cw, dw) || len(cw) > 20 {
		return false
	}
	more := len(cw) - len(dw)
	for i := 1; i < len(dw); i++ {
		xs := f.x.Named(strings.Join(cw[:more+i], " "))
		ys := f.x.Named(strings.Join(dw[:i], " "))
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

var negatives = asserted.WordSet(
	"absent absence abolished lack lacking loss no none without missing negative negation",
	"not non",
)

// negative reports whether a name denies something: what is absent in a part is not absent.
func negative(n *asserted.Name) bool {
	return slices.ContainsFunc(n.Words, func(w string) bool {
		return negatives[w] || len(w) > 5 && strings.HasSuffix(w, "less")
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

func endsIn(words, end []string) bool {
	return len(words) > len(end) && slices.Equal(words[len(words)-len(end):], end)
}

// apart reports whether an asserted parent of C, not above D, and D have branches of some size
// that share no class.
func (f *superclassFinder) apart(c, d int32) bool {
	x := f.x
	if len(x.Descendants(d))+1 < apartBranch {
		return false
	}
	for _, parent := range x.Parents(c) {
		if x.IsBelow(d, parent) || len(x.Descendants(parent))+1 < apartBranch {
			continue
		}
		if disjointBranches(x, parent, d) {
			return true
		}
	}
	return false
}

func disjointBranches(x *asserted.Index, a, b int32) bool {
	if x.Comparable(a, b) {
		return false
	}
	as, bs := x.Descendants(a), x.Descendants(b)
	if len(as) > len(bs) {
		as, bs = bs, as
	}
	return !slices.ContainsFunc(as, func(c int32) bool {
		_, found := slices.BinarySearch(bs, c)
		return found
	})
}

// witnessPair is a row of the table of pairs of witnesses: what must hold, the tier, and how many
// of the rows that a strict judge read were right.
type witnessPair struct {
	letters       string
	tier          likely.Tier
	right, judged int
	holds         func(*superclassFinder, *pair) bool
}

// witnessPairs is the table, the surest first. The first row that holds counts.
var witnessPairs = []witnessPair{
	{"N F K", likely.Likely, 10, 10, func(_ *superclassFinder, p *pair) bool {
		return p.name != nil && p.fits && p.childrenAgree()
	}},
	{"G N", likely.Likely, 4, 4, func(f *superclassFinder, p *pair) bool {
		return p.genus != nil && p.name != nil && !f.apart(p.c, p.d) &&
			(f.shapes.haveCommon(p.c, p.d) || p.genusD.k >= genusCommon)
	}},
	{"G F", likely.Likely, 10, 15, func(_ *superclassFinder, p *pair) bool {
		return p.genus != nil && p.fits && (p.name != nil || p.childrenAgree() || p.restrict)
	}},
	{"N F V", likely.Likely, 15, 20, func(_ *superclassFinder, p *pair) bool {
		return p.name != nil && p.fits && p.defined
	}},
	{"S F", likely.Possible, 15, 20, func(_ *superclassFinder, p *pair) bool {
		return p.strong && p.fits
	}},
	{"T F V", likely.Possible, 0, 0, func(_ *superclassFinder, p *pair) bool {
		return p.template != nil && p.fits && p.defined
	}},
	{"N V", likely.Possible, 8, 13, func(f *superclassFinder, p *pair) bool {
		return p.name != nil && p.defined && !f.apart(p.c, p.d) && !p.locative()
	}},
	{"G F", likely.Possible, 19, 38, func(_ *superclassFinder, p *pair) bool {
		return p.genus != nil && p.fits
	}},
	{"T F", likely.Possible, 7, 20, func(_ *superclassFinder, p *pair) bool {
		return p.template != nil && p.fits
	}},
}

var places = asserted.WordSet(
	"anterior posterior dorsal ventral lateral medial proximal distal left right upper",
	"lower basal apical superior inferior caudal rostral",
)

// locative reports whether C's name adds a place to D's: a part, perhaps, and not a kind.
func (p *pair) locative() bool {
	return slices.ContainsFunc(strings.Fields(p.more[1:]), func(w string) bool { return places[w] })
}

// tierOf applies the table of pairs of witnesses.
func (f *superclassFinder) tierOf(p *pair) likely.Tier {
	for i := range witnessPairs {
		if w := &witnessPairs[i]; w.holds(f, p) {
			p.pair = w
			return w.tier
		}
	}
	return 0
}

// share returns the smoothed share of right rows of a pair of witnesses; 0 if none was judged.
func (w *witnessPair) share() float64 {
	if w.judged == 0 {
		return 0
	}
	return float64(w.right+1) / float64(w.judged+2)
}

// doubtful applies the guards: a definition that objects, a loose genus, siblings by design.
func (f *superclassFinder) doubtful(p *pair) bool {
	return f.denies(p.c, p.d) || f.partitive(p) || f.otherSense(p) || f.loose(p) ||
		f.byDesign(p.c, p.d)
}

// denies reports whether C's definition says that it is no D, or is something other than D.
func (f *superclassFinder) denies(c, d int32) bool {
	text := " " + foldText(clip(f.x.Texts[c])) + " "
	name := " " + f.x.Labels[d].Key() + " "
	for _, phrase := range denials {
		for rest := text; ; {
			at := strings.Index(rest, phrase)
			if at < 0 {
				break
			}
			rest = rest[at+len(phrase)-1:]
			if strings.Contains(" "+firstWords(rest, 8)+" ", name) {
				return true
			}
		}
	}
	return false
}

var partitives = asserted.WordSet(
	"remnant remnants part parts portion portions region regions fragment component",
	"components precursor precursors section segment subset subdivision residue product",
	"group groups set collection aggregate boundary edge surface layer wall cavity lumen",
	"opening",
)

// partitive reports whether C's definition begins with a part or group of something although D's
// name is none.
func (f *superclassFinder) partitive(p *pair) bool {
	words := splitSentence(firstSentence(clip(f.x.Texts[p.c])))
	for i, w := range words[:min(len(words), 5)] {
		if i > 0 && partitives[w.folded] && i+1 < len(words) && words[i+1].folded == "of" {
			return !slices.Contains(f.x.Labels[p.d].Words, w.folded) &&
				!slices.Contains(f.x.Labels[p.c].Words, w.folded)
		}
	}
	return false
}

var denials = []string{
	" is not ", " are not ", " not a ", " not an ", " rather than ", " as opposed to ",
	" unlike ", " in contrast to ", " distinct from ", " distinguished from ", " other than ",
	" instead of ", " nor ", " different from ", " do not confuse ",
}

func firstWords(text string, n int) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(n, len(words))], " ")
}

// otherSense reports whether D's definition has two or more content words of its own and none of
// them occurs in C's definition, label or fillers: another sense of the name.
func (f *superclassFinder) otherSense(p *pair) bool {
	if f.x.Texts[p.c] == "" {
		return false
	}
	found, all := f.texts.differentia(p.c, p.d)
	return all >= 2 && found == 0
}

// loose reports whether D is an upper-level class, or C's definition is shared with another class.
func (f *superclassFinder) loose(p *pair) bool {
	if f.shapes.upper[p.d] {
		return true
	}
	return p.genus != nil && p.name == nil && f.texts.isCopied(p.c)
}

// byDesign reports whether two classes have the same asserted superclasses and restrictions.
func (f *superclassFinder) byDesign(c, d int32) bool {
	return slices.Equal(f.x.Parents(c), f.x.Parents(d)) &&
		slices.Equal(f.x.Restrictions(c), f.x.Restrictions(d)) && f.x.Texts[c] != "" &&
		len(f.x.Restrictions(c)) > 0
}

// place moves a pair to an asserted superclass of C for which the same evidence holds, and keeps
// the most specific D of a C and the most general C of a D within each tier.
func (f *superclassFinder) place(found []*pair) []*pair {
	byPair := make(map[[2]int32]*pair, len(found))
	for _, p := range found {
		byPair[[2]int32{p.c, p.d}] = p
	}
	var kept []*pair
	for _, p := range found {
		if p.name != nil && p.genus == nil {
			if up := f.betterPlace(p); up >= 0 {
				if byPair[[2]int32{up, p.d}] != nil {
					byPair[[2]int32{up, p.d}].from = append(byPair[[2]int32{up, p.d}].from, p.c)
				}
				continue
			}
		}
		kept = append(kept, p)
	}
	return f.mostSpecific(kept)
}

// betterPlace returns an asserted superclass of C whose name ends in D's name, or whose definition
// begins with it, or −1.
func (f *superclassFinder) betterPlace(p *pair) int32 {
	for _, parent := range f.x.Parents(p.c) {
		if f.x.Comparable(parent, p.d) || !f.x.Live[parent] {
			continue
		}
		if f.genera[parent].class == p.d ||
			endsIn(f.x.Labels[parent].Words, f.x.Labels[p.d].Words) {
			return parent
		}
	}
	return -1
}

func (f *superclassFinder) mostSpecific(found []*pair) []*pair {
	byC, byD := make(map[int32][]*pair), make(map[int32][]*pair)
	for _, p := range found {
		byC[p.c] = append(byC[p.c], p)
		byD[p.d] = append(byD[p.d], p)
	}
	var kept []*pair
	for _, p := range found {
		hidden := slices.ContainsFunc(byC[p.c], func(q *pair) bool {
			return q.d != p.d && q.tier <= p.tier && f.x.IsBelow(q.d, p.d) &&
				!(f.x.IsBelow(p.d, q.d) && q.d > p.d)
		}) || slices.ContainsFunc(byD[p.d], func(q *pair) bool {
			return q.c != p.c && q.tier <= p.tier && f.x.IsBelow(p.c, q.c) &&
				!(f.x.IsBelow(q.c, p.c) && q.c > p.c)
		})
		if !hidden {
			kept = append(kept, p)
		}
	}
	return kept
}

func (f *superclassFinder) findings(found []*pair) []likely.Finding {
	var list []likely.Finding
	for _, p := range found {
		x := likely.Finding{
			Statement: asserted.Statement{Class: p.c, Property: asserted.NoProperty, Target: p.d},
			Tier:      p.tier, Share: p.pair.share(), Witnesses: p.letters(),
			Evidence: f.evidence(p), From: p.from,
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

// group puts pairs of one template, and pairs of one name or genus, into one question.
func (f *superclassFinder) group(p *pair, x *likely.Finding) {
	d := f.x.Classes[p.d]
	switch {
	case p.pair.letters == "T F" || p.pair.letters == "T F V":
		x.Group = "template " + p.template.at
		x.Rule = evidence.New("template",
			"Names with %q follow the hierarchy of the names in them: "+
				"so in %d of %d pairs.", strings.TrimSpace(p.template.at), int(p.template.u.k), int(p.template.u.n))
	case p.name != nil:
		x.Group = "name " + d.String()
		x.Rule = evidence.New("name", "Names that end in %e: %d of %d are its subclasses.", d,
			int(p.name.d.k), int(p.name.d.n))
	default:
		x.Group = "genus " + d.String()
		x.Rule = evidence.New("definition",
			"Definitions that begin with %e: %d of %d are its subclasses.", d,
			int(p.genusD.k), int(p.genusD.n))
	}
}

// nameEvidence counts the names that end like D's or, if these are few, those with the same
// further words.
func (f *superclassFinder) nameEvidence(p *pair) evidence.Evidence {
	c, d := f.x.Classes[p.c], f.x.Classes[p.d]
	n, m := p.name.d, p.name.m
	verb := "ends in"
	if p.start == 0 {
		verb = "begins with"
	}
	if n.n >= m.n {
		return evidence.New("name", "%e %s %e; here %d of %d other such names are subclasses.",
			c, verb, d, int(n.k), int(n.n))
	}
	return evidence.New("name", "%e %s %e; here %d of %d other classes with %q in the name are "+
		"subclasses of the one without it.", c, verb, d, int(m.k), int(m.n), p.more[1:])
}

// letters returns the letters of the witnesses.
func (p *pair) letters() string {
	var letters []string
	for _, w := range []struct {
		holds  bool
		letter string
	}{
		{p.name != nil && !p.strong, "N"}, {p.strong, "S"}, {p.template != nil, "T"},
		{p.genus != nil, "G"}, {p.defined, "V"}, {p.fits, "F"}, {p.childrenAgree(), "K"},
		{p.restrict, "R"},
	} {
		if w.holds {
			letters = append(letters, w.letter)
		}
	}
	return strings.Join(letters, " ")
}

// evidence returns a sentence for each witness.
func (f *superclassFinder) evidence(p *pair) []evidence.Evidence {
	d := f.x.Classes[p.d]
	var list []evidence.Evidence
	if p.name != nil {
		list = append(list, f.nameEvidence(p))
	}
	if p.genus != nil {
		list = append(list, evidence.New("definition", "Its definition begins %q.", p.genus.quote))
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
		list = append(list, evidence.New("children",
			"%d of its %d subclasses are below %e already.", p.children, p.kids, d))
	}
	if p.restrict {
		list = append(list, evidence.New("restrictions",
			"All %d restrictions of %e hold for it.", len(f.x.Restrictions(p.d)), d))
	}
	return list
}
