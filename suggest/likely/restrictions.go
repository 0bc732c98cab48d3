package likely

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"box2el-owl/internal/dense"
	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/texts"
)

// Restrictions finds restrictions C ⊑ ∃r.D that are probably missing. Findings are sorted by tier,
// confidence of the strongest rule and IRIs. The only error is that of ctx.
func Restrictions(ctx context.Context, t *texts.Texts, opts Options) ([]Finding, error) {
	f, err := newFinder(ctx, t, opts)
	if err != nil {
		return nil, err
	}
	f.findPairs()
	if opts.Subjects != nil {
		f.only = f.sources(opts.Subjects)
		if err := f.findRules(); err != nil || len(f.grade()) == 0 {
			return nil, err
		}
		f.only, f.candidates = nil, make(map[asserted.Statement]*candidate)
	}
	if err := f.findRules(); err != nil {
		return nil, err
	}
	return f.findings(), ctx.Err()
}

// findRules finds the candidates. The only error is that of the context.
func (f *finder) findRules() error {
	for _, step := range []func(){f.findSlotRules, f.findCueRules, f.findWordRules} {
		step()
		if err := f.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// sources marks the classes whose candidates can become findings about some classes: these, their
// subclasses, and the classes that are parts of them. See betterStatement.
func (f *finder) sources(subjects []int32) []bool {
	x := f.x
	only := make([]bool, len(x.Classes))
	for _, c := range subjects {
		only[c] = true
		for _, list := range [][]int32{x.Children(c), x.DirectSubs(c)} {
			for _, d := range list {
				only[d] = true
			}
		}
		for _, h := range f.holders.Of(c) {
			if !x.PartLike[h.property] || !x.Transitive[h.property] {
				continue
			}
			only[h.class] = true
			for _, d := range x.Descendants(h.class) {
				only[d] = true
			}
		}
	}
	return only
}

// finder holds the data that the families of evidence share.
type finder struct {
	ctx  context.Context
	x    *asserted.Index
	opts Options
	t    *texts.Texts

	labelMentions, definitionMentions [][]texts.Mention

	near dense.Lists // by class: superclasses at most three levels above

	// By class: it may get suggestions; its name has a negation, a privative word, or a word such
	// as "unidentified".
	subjects, negated, privative, placeholder []bool

	ignored []bool // by property: nothing is suggested for it

	holders dense.ListsOf[holder] // by filler
	spaces  map[[3]int32]int      // restrictions by ID space, property and ID space of the filler

	pairs     []pair    // those of labels, then those of definitions
	slotPairs int       // those of labels
	has       [][]int32 // by pair: the properties that relate its class to its filler

	entries []entry // of slots, by key
	uses    []int32 // by word: its occurrences in labels

	only       []bool // by class: candidates are wanted; nil: of all classes
	scratch    []*worker
	lock       sync.Mutex // guards candidates while rules are judged
	candidates map[asserted.Statement]*candidate
}

// holder is a class with a restriction on a filler.
type holder struct{ property, class int32 }

// pair is a class with a class that its label or its definition names.
type pair struct {
	class, filler int32
	from, to      int16 // tokens of the mention
	byLabel       bool  // named by its label, not by a synonym
	full          bool  // the name is an inner part of a phrase: only fullKey counts
	begins        bool  // the name begins the label or follows a preposition
	neighbor      bool  // the definition says that the filler is a neighbor
	inside        bool  // a noun follows the mention
	either        bool  // "or" is next to the mention
	numbered      bool  // a number follows the mention
}

// newFinder finds the names of classes in the labels and definitions of an ontology.
func newFinder(ctx context.Context, t *texts.Texts, opts Options) (*finder, error) {
	f := &finder{
		ctx: ctx, x: t.Index, t: t, opts: opts,
		candidates: make(map[asserted.Statement]*candidate),
	}
	n := len(t.Classes)
	f.labelMentions, f.definitionMentions = make([][]texts.Mention, n), make([][]texts.Mention, n)
	workers := opts.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range workers {
		f.scratch = append(f.scratch, newWorker(f))
	}
	f.each(n, func(_ *worker, c int) {
		f.labelMentions[c] = t.Mentions(t.LabelTokens[c], int32(c), true)
		f.definitionMentions[c] = t.Mentions(t.DefinitionTokens[c], int32(c), false)
	})
	f.findNear()
	f.findSubjects()
	f.readProperties()
	f.indexHolders()
	return f, ctx.Err()
}

// each calls do for 0, …, n−1 on the finder's workers. It stops early if ctx is done.
func (f *finder) each(n int, do func(w *worker, i int)) {
	const chunk = 64
	var next atomic.Int64
	var group sync.WaitGroup
	for _, w := range f.scratch {
		group.Go(func() {
			for f.ctx.Err() == nil {
				from := int(next.Add(chunk)) - chunk
				if from >= n {
					return
				}
				for i := from; i < min(from+chunk, n); i++ {
					do(w, i)
				}
			}
		})
	}
	group.Wait()
}

// mostNear bounds the superclasses of a class that rules are limited to.
const mostNear = 24

// findNear sets the superclasses at most three levels above each class.
func (f *finder) findNear() {
	near := make([][]int32, len(f.x.Classes))
	f.each(len(near), func(_ *worker, c int) {
		list := []int32{}
		from := 0
		open := []int32{int32(c)}
		for range 3 {
			for _, at := range open {
				for _, d := range f.x.DirectSupers(at) {
					if len(list) < mostNear && d != int32(c) && !slices.Contains(list, d) {
						list = append(list, d)
					}
				}
			}
			open, from = list[from:], len(list)
		}
		near[c] = slices.DeleteFunc(list, func(d int32) bool { return !f.x.Live[d] })
	})
	f.near = dense.ListsFrom(near)
}

// findSubjects marks the classes that may get suggestions (live, with a superclass, in an ID space
// with subjectShare of the classes with axioms) and classifies the names.
func (f *finder) findSubjects() {
	x := f.x
	n := len(x.Classes)
	for _, list := range []*[]bool{&f.subjects, &f.negated, &f.privative, &f.placeholder} {
		*list = make([]bool, n)
	}
	bySpace, all := make([]int, len(x.SpaceNames)), 0
	for c := range int32(n) {
		if len(x.Parents(c)) > 0 || len(x.Restrictions(c)) > 0 {
			bySpace[x.Spaces[c]]++
			all++
		}
	}
	for c := range int32(n) {
		f.subjects[c] = x.Live[c] && len(x.Ancestors(c)) > 0 &&
			float64(bySpace[x.Spaces[c]]) >= subjectShare*float64(all)
		for _, word := range x.Labels[c].Words {
			f.negated[c] = f.negated[c] || asserted.IsNegative(word) ||
				unknowns[word]
			f.placeholder[c] = f.placeholder[c] || unknowns[word] ||
				placeholders[word]
			f.privative[c] = f.privative[c] || asserted.IsPrivative(word) ||
				strings.HasPrefix(word, "non-") || strings.HasPrefix(word, "pre-") ||
				strings.HasPrefix(word, "pseudo-")
		}
	}
}

var (
	unknowns     = asserted.WordSet("unidentified unknown undefined unspecified")
	placeholders = asserted.WordSet("unclassified unnamed other miscellaneous")
	ignoredNames = asserted.WordSet("start end stage during")
)

// readProperties marks the properties that are ignored.
func (f *finder) readProperties() {
	f.ignored = make([]bool, len(f.x.Properties))
	for r := range f.ignored {
		f.ignored[r] = slices.ContainsFunc(f.x.PropertyNames[r].Words,
			func(w string) bool { return ignoredNames[w] })
	}
}

// indexHolders indexes the asserted restrictions by filler and counts them by ID space.
func (f *finder) indexHolders() {
	x := f.x
	lists := make([][]holder, len(x.Classes))
	f.spaces = make(map[[3]int32]int)
	for c := range int32(len(x.Classes)) {
		for _, s := range x.Restrictions(c) {
			lists[s.Filler] = append(lists[s.Filler], holder{s.Property, c})
			f.spaces[[3]int32{x.Spaces[c], s.Property, x.Spaces[s.Filler]}]++
			f.spaces[[3]int32{x.Spaces[c], s.Property, anySpace}]++
		}
	}
	f.holders = dense.ListsFrom(lists)
}

// anySpace is the number of all ID spaces together.
const anySpace int32 = -1

// usesSpace reports whether at least spaceShare of the fillers of r for classes of c's ID space are
// in d's ID space.
func (f *finder) usesSpace(c, r, d int32) bool {
	from := f.x.Spaces[c]
	return float64(f.spaces[[3]int32{from, r, f.x.Spaces[d]}]) >=
		spaceShare*float64(f.spaces[[3]int32{from, r, anySpace}])
}

// findPairs lists the pairs of a class and a class that its label or definition names.
func (f *finder) findPairs() {
	l := f.t
	for c, mentions := range f.labelMentions {
		tokens := f.t.LabelTokens[c]
		for _, m := range mentions {
			if m.Class == int32(c) {
				continue
			}
			from, to := int(m.From), int(m.To)
			before := from - 1
			for before >= 0 && l.Article[tokens[before].Word] {
				before--
			}
			afterPreposition := before >= 0 && l.Preposition[tokens[before].Word]
			p := pair{class: int32(c), filler: m.Class, from: m.From, to: m.To, byLabel: m.ByLabel}
			p.begins = from == 0 || afterPreposition
			p.full = tokens[from].Cut == texts.Slash
			if to == len(tokens) {
				p.full = p.full || from > 0 && !afterPreposition
			} else {
				next := tokens[to]
				p.full = p.full || l.Preposition[next.Word] || next.Cut == texts.Slash
			}
			p.either = f.isEither(tokens, from, to)
			f.pairs = append(f.pairs, p)
		}
	}
	f.slotPairs = len(f.pairs)
	for c, mentions := range f.definitionMentions {
		tokens := f.t.DefinitionTokens[c]
		seen := make(map[int32]bool, len(mentions))
		for _, m := range mentions {
			if m.Class == int32(c) || seen[m.Class] {
				continue
			}
			seen[m.Class] = true
			p := pair{class: int32(c), filler: m.Class, from: m.From, to: m.To, byLabel: m.ByLabel}
			p.neighbor = f.namesNeighbor(tokens, int(m.From))
			p.either = f.isEither(tokens, int(m.From), int(m.To))
			if to := int(m.To); to < len(tokens) && tokens[to].Cut == texts.None {
				word := l.Words[tokens[to].Word]
				p.numbered = word[0] >= '0' && word[0] <= '9'
				p.inside = !l.Open[tokens[to].Word]
			}
			f.pairs = append(f.pairs, p)
		}
	}
}

// isEither reports whether a mention is a part of "A or B".
func (f *finder) isEither(tokens []texts.Token, from, to int) bool {
	return from > 0 && f.t.Words[tokens[from-1].Word] == "or" ||
		to < len(tokens) && f.t.Words[tokens[to].Word] == "or"
}

// namesNeighbor reports whether one of the five words before a mention, such as "between" or
// "posterior to", says that the class is a neighbor and not a whole.
func (f *finder) namesNeighbor(tokens []texts.Token, from int) bool {
	for i, n := from, 0; i > 0 && n < 5; n++ {
		if tokens[i].Cut == texts.Stop {
			return false
		}
		i--
		word := f.t.Words[tokens[i].Word]
		if neighborCues[word] ||
			directions[word] && i+1 < from && directed[f.t.Words[tokens[i+1].Word]] {
			return true
		}
	}
	return false
}

var (
	neighborCues = asserted.WordSet(
		"adjacent encircle encircling between boundary border bordering opening cross",
		"crossing extend extending surround surrounding near toward towards connect",
		"connecting separate separating outside around along beneath below above behind",
		"delimit delimiting abut abutting overlie overlying underlie underlying innervate",
		"innervating",
	)
	directions = asserted.WordSet(
		"posterior anterior dorsal ventral lateral medial distal proximal superior inferior",
		"caudal rostral posteriorly anteriorly dorsally ventrally laterally medially distally",
		"proximally next close",
	)
	directed = asserted.WordSet("to of from")
)

// relatePairs sets, for the pairs from, …, to−1, the properties by which the class is related to
// the filler, among those that fewestAsserted of these pairs have asserted.
func (f *finder) relatePairs(from, to int) {
	counts := make([]int, len(f.x.Properties))
	for _, p := range f.pairs[from:to] {
		for _, s := range f.x.Restrictions(p.class) {
			if s.Filler == p.filler && !f.ignored[s.Property] {
				counts[s.Property]++
			}
		}
	}
	var classes [][]pair
	var places []int
	sameClass := func(a, b pair) bool { return a.class == b.class }
	for at, of := range asserted.Runs(f.pairs[from:to], sameClass) {
		classes, places = append(classes, of), append(places, from+at)
	}
	f.each(len(classes), func(w *worker, k int) {
		c := classes[k][0].class
		for _, r := range w.properties(c) {
			if counts[r] < fewestAsserted {
				continue
			}
			w.reach(c, r)
			for i, p := range classes[k] {
				if w.reached.Has(p.filler) {
					f.has[places[k]+i] = append(f.has[places[k]+i], r)
				}
			}
		}
	})
}

// worker holds the scratch memory of one goroutine.
type worker struct {
	f                 *finder
	reached, expanded dense.Set
	marked            dense.Set
	open              []int32
	seenProperties    dense.Set
	local             [2]dense.Map[counts] // members of a rule below each class: see isLocal
	byType            dense.Map[counts]    // members of a class or an ID space
	ofType            []member
	members           []member
}

func newWorker(f *finder) *worker {
	n := len(f.x.Classes)
	w := &worker{
		f: f, reached: dense.NewSet(n), expanded: dense.NewSet(n), marked: dense.NewSet(n),
		seenProperties: dense.NewSet(len(f.x.Properties)),
	}
	for i := range w.local {
		w.local[i] = dense.NewMap[counts](n)
	}
	w.byType = dense.NewMap[counts](max(n, len(f.x.SpaceNames)))
	return w
}

// properties returns the properties that a class has restrictions for, asserted or inherited, and
// those above them, ascending.
func (w *worker) properties(c int32) []int32 {
	var list []int32
	w.seenProperties.Clear()
	for _, s := range w.f.x.Inherited(c) {
		if w.seenProperties.Has(s.Property) {
			continue
		}
		for _, r := range w.f.x.SuperProperties(s.Property) {
			if w.seenProperties.Add(r) {
				list = append(list, r)
			}
		}
	}
	slices.Sort(list)
	return list
}

// reach sets w.reached to the classes E with c ⊑ ∃r.E.
func (w *worker) reach(c, r int32) {
	w.traverse(c, r, w.f.x.Ancestors, func(at int32, visit func(int32)) {
		for _, s := range w.f.x.Restrictions(at) {
			if w.f.x.IsSubProperty(s.Property, r) {
				visit(s.Filler)
			}
		}
	})
}

// reverse sets w.reached to the classes C with C ⊑ ∃r.d.
func (w *worker) reverse(r, d int32) {
	w.traverse(d, r, w.f.x.Descendants, func(at int32, visit func(int32)) {
		for _, h := range w.f.holders.Of(at) {
			if w.f.x.IsSubProperty(h.property, r) {
				visit(h.class)
			}
		}
	})
}

// traverse sets w.reached to the classes that steps lead to, from a class or one beyond it, and the
// classes beyond these: above, or below. If r is transitive, further steps follow.
func (w *worker) traverse(from, r int32, beyond func(int32) []int32,
	step func(at int32, visit func(int32))) {
	w.reached.Clear()
	w.expanded.Clear()
	w.open = append(w.open[:0], from)
	visit := func(c int32) {
		if !w.reached.Add(c) {
			return
		}
		for _, d := range beyond(c) {
			w.reached.Add(d)
		}
		if w.f.x.Transitive[r] {
			w.open = append(w.open, c)
		}
	}
	for len(w.open) > 0 {
		at := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		if w.expanded.Add(at) {
			step(at, visit)
		}
		for _, d := range beyond(at) {
			if w.expanded.Add(d) {
				step(d, visit)
			}
		}
	}
}

// candidate is a restriction with its evidence.
type candidate struct {
	asserted.Statement

	// The best rules of each family.
	slot, position, word rule
	cue                  rule // the best of all
	longCue              rule // the best of two or three words
	fullCue              rule // the best that is more than a preposition or another stop word
	byLabel, numbered    bool

	support
	tier    evidence.Tier // "" without a pair of witnesses
	letters []string
	share   float64 // of the surest pair
	from    []int32
}

// sortedCandidates returns the candidates, ascending.
func (f *finder) sortedCandidates() []*candidate {
	return slices.SortedFunc(maps.Values(f.candidates), func(a, b *candidate) int {
		return asserted.CompareStatements(a.Statement, b.Statement)
	})
}

func (f *finder) name(c int32) owl.IRI { return f.x.Classes[c] }

// compareRules orders rules by confidence and size, the better first, then by their keys.
func compareRules(a, b *rule) int {
	return cmp.Or(cmp.Compare(b.bound, a.bound), cmp.Compare(b.all, a.all),
		cmp.Compare(a.key, b.key), cmp.Compare(a.types, b.types), cmp.Compare(a.class, b.class),
		cmp.Compare(a.pair, b.pair), cmp.Compare(a.hash, b.hash))
}
