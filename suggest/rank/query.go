package rank

import (
	"math"
	"slices"

	"box2el-owl/suggest/asserted"
)

// query holds a subject with its neighbors. Its scratch belongs to it until close.
type query struct {
	e       *Engine
	subject Subject
	k       class // the subject; words that the Engine does not know have numbers of their own

	*scratch

	neighbors   [numKinds][]weighted // by kind: weights of sum 1, cos² of the first three kinds
	labelGroups []group
	mentions    []mention // of names in the definition
	ownWords    []int32   // words of all names
	stems       []int32   // classes of a one-word name that begins like a word of the label
	broad       int       // superclasses for which isBroad is true

	byModel   []int32                       // result of superclassesByModel, once it was called
	onlyModel map[asserted.Restriction]bool // candidates that only the model gives
}

// scratch is memory that successive queries reuse.
type scratch struct {
	documents                 sparseVector
	words, grams, text        sparseVector    // cosines with the subject's names and text
	lead                      sparseVector    // cosines of the first words of the text with names
	parents, above            [6]sparseVector // votes of neighbors: asserted, all
	byName, byDefinition      sparseVector    // votes by words for asserted superclasses
	byNameUp, byTextUp        sparseVector    // votes by words for all superclasses
	suffix, prefix, temporary sparseVector    // see affix; for any function
	ancestors                 sparseVector    // 1 for a superclass of the subject
	nameSet, textSet          sparseVector    // 1 for a word of a name, of the definition
	chosen                    sparseVector    // candidates
	general                   sparseVector    // see generalize

	analogies map[asserted.Restriction]analogy // those of superclasses with NoProperty

	restrictionVotes  [numKinds]sparseVector  // votes of neighbors for restrictions
	restrictionShares [numShares]sparseVector // shares of kinds of classes with restrictions
	anyProperty       sparseVector            // fillers of the neighbors, by any property
	finerVotes        [2]sparseVector         // fillers of one property: by name, of relatives
}

// Kinds of neighbors. Those of the first three are the nearest by a cosine.
const (
	ByWords    = iota // of the words of names
	ByGrams           // of the 4-grams of the label
	ByText            // of label and definition together
	siblings          // with a parent in common
	sharing           // with a restriction in common
	childrenOf        // children of the subject
	cousins           // siblings of the parents, and their children
	numKinds
)

// mention is a class whose name is in the definition.
type mention struct {
	class         int32
	start, length int
}

// query reads a subject and finds its neighbors. The caller must close it.
func (e *Engine) query(s Subject) *query {
	q, local := e.queryOfText(s)
	q.k.ancestors = e.ancestorsOf(s)
	q.ancestors.reset(len(e.classes))
	for _, a := range q.k.ancestors {
		q.ancestors.add(a, 1)
		if e.isBroad(a) {
			q.broad++
		}
	}
	q.ownWords = slices.Concat(q.k.names...)
	q.nameSet.reset(len(e.words.Words) + len(local))
	q.textSet.reset(len(e.words.Words) + len(local))
	for _, w := range q.ownWords {
		q.nameSet.raise(w, 1)
	}
	for _, w := range q.k.text {
		q.textSet.raise(w, 1)
	}
	q.compare(local)
	q.relate()
	q.vote()
	q.labelGroups = q.findLabelGroups()
	q.mentions = e.mentionsIn(q.k.text)
	q.affix()
	return q
}

// queryOfText reads the names and the definition of a subject. It also returns the words that the
// Engine does not know.
func (e *Engine) queryOfText(s Subject) (q *query, local []string) {
	q = &query{e: e, subject: s, scratch: e.scratch.Get().(*scratch)}
	q.k, local = e.readAlone(s)
	return q, local
}

// readAlone reads a subject without a change of the Engine. It returns the words that the Engine
// does not know; their numbers follow those of the known words.
func (e *Engine) readAlone(s Subject) (class, []string) {
	var local asserted.Vocabulary
	k := e.read(s, func(words []string) []int32 {
		list := make([]int32, len(words))
		for i, w := range words {
			n, known := e.words.Find(w)
			if !known {
				n = int32(len(e.words.Words)) + local.Number(w)
			}
			list[i] = n
		}
		return list
	})
	return k, local.Words
}

func (q *query) close() { q.e.scratch.Put(q.scratch) }

// ancestorsOf returns the superclasses of a subject, ascending.
func (e *Engine) ancestorsOf(s Subject) []int32 {
	if s.Class != NoClass && !s.AsNew {
		return e.classes[s.Class].ancestors
	}
	var list []int32
	for _, p := range s.Parents {
		list = append(append(list, p), e.classes[p].ancestors...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// isBroad reports whether a class has over a sixtieth of all classes below it.
func (e *Engine) isBroad(c int32) bool { return int(e.below[c])*60 > len(e.classes) }

// other reports whether a class can be a neighbor: it is usable and not the subject.
func (q *query) other(c int32) bool { return c != q.subject.Class && q.e.classes[c].usable }

const (
	nearestNames = 30
	leadingWords = 12
)

// compare finds the classes nearest by name and text.
func (q *query) compare(local []string) {
	e, n := q.e, len(q.e.classes)
	for _, t := range []*sparseVector{&q.words, &q.grams, &q.text, &q.lead} {
		t.reset(n)
	}
	for i, name := range first(q.k.names, mostGramNames) {
		e.byWord.scores(termsOf(name), &q.documents, &q.words)
		if i == 0 {
			e.byGram.scores(termsOf(e.knownGrams(name, local)), &q.documents, &q.grams)
		}
	}
	if len(q.k.text) > 0 || len(q.k.names) > 0 {
		e.byText.scores(e.textTerms(&q.k), &q.documents, &q.text)
	}
	if len(q.k.text) > 0 {
		e.byWord.scores(termsOf(first(q.k.text, leadingWords)), &q.documents, &q.lead)
	}
	for kind, t := range []*sparseVector{&q.words, &q.grams, &q.text} {
		q.neighbors[kind] = t.best(nearestNames, q.other)
		for i, w := range q.neighbors[kind] {
			q.neighbors[kind][i].weight = w.weight * w.weight
		}
		normalize(q.neighbors[kind])
	}
}

// normalize divides weights by their sum.
func normalize(list []weighted) {
	sum := float32(0)
	for _, w := range list {
		sum += w.weight
	}
	for i := range list {
		list[i].weight /= sum
	}
}

// knownGrams returns the numbers of the 4-grams of a name, new ones with a number beyond all. Local
// has the words that the Engine does not know.
func (e *Engine) knownGrams(name []int32, local []string) []int32 {
	var list []int32
	known := e.words.Words
	spell := func(w int32) string {
		if int(w) < len(known) {
			return known[w]
		}
		return local[int(w)-len(known)]
	}
	eachGram(name, spell, func(gram uint32) {
		n, ok := e.grams[gram]
		if !ok {
			n = math.MaxInt32
		}
		list = append(list, n)
	})
	return list
}

const mostRelatives = 200

// relate finds siblings, classes with a restriction in common, and children. Weights fall with the
// number of children of the parent, or of holders of the restriction.
func (q *query) relate() {
	e := q.e
	total := float64(len(e.classes))
	rarity := func(list []int32) float32 {
		return float32(math.Log(1 + total/float64(1+len(list))))
	}
	weights := make(map[int32]float32)
	add := func(list []int32, weight float32) {
		for _, c := range first(list, 4*mostRelatives) {
			if q.other(c) {
				weights[c] += weight
			}
		}
	}
	take := func(kind int) {
		var list []weighted
		for c, w := range weights {
			list = append(list, weighted{c, w})
		}
		q.neighbors[kind] = best(list, mostRelatives)
		normalize(q.neighbors[kind])
		clear(weights)
	}
	for _, p := range q.subject.Parents {
		add(e.children[p], rarity(e.children[p]))
	}
	take(siblings)
	for _, r := range q.subject.Restrictions {
		add(e.holdersOf(r), rarity(e.holdersOf(r)))
	}
	take(sharing)
	if q.subject.Class != NoClass {
		add(e.children[q.subject.Class], 1)
	}
	take(childrenOf)
}

// relateCousins finds the siblings of the parents and their children.
func (q *query) relateCousins() {
	e := q.e
	q.temporary.reset(len(e.classes))
	for _, p := range q.subject.Parents {
		for _, g := range e.classes[p].parents {
			w := float32(math.Log(1 + float64(len(e.classes))/float64(1+len(e.children[g]))))
			for _, u := range first(e.children[g], mostUncles) {
				if u != p && q.other(u) {
					q.temporary.add(u, w)
				}
				for _, c := range first(e.children[u], mostNephews) {
					if u != p && q.other(c) {
						q.temporary.add(c, w)
					}
				}
			}
		}
	}
	list := q.temporary.best(2*mostRelatives, func(int32) bool { return true })
	normalize(list)
	q.neighbors[cousins] = list
}

// The numbers of a class that others vote for: asserted superclasses, all superclasses, and
// restrictions.
func assertedOf(k *class) []int32     { return k.parents }
func inferredOf(k *class) []int32     { return k.ancestors }
func restrictionsOf(k *class) []int32 { return k.numbers }

// vote sums the votes of the neighbors, and of the users of the same words, for superclasses.
func (q *query) vote() {
	for kind := range q.parents {
		q.sumVotes(&q.parents[kind], q.neighbors[kind], assertedOf)
		q.sumVotes(&q.above[kind], q.neighbors[kind], inferredOf)
	}
	q.wordVotes(q.ownWords, q.e.nameUsers, &q.byName, &q.byNameUp)
	q.wordVotes(q.k.text, q.e.textUsers, &q.byDefinition, &q.byTextUp)
}

// sumVotes sums the weights of neighbors for each of their numbers.
func (q *query) sumVotes(t *sparseVector, neighbors []weighted, of func(*class) []int32) {
	t.reset(q.room())
	for _, w := range neighbors {
		for _, d := range of(&q.e.classes[w.number]) {
			t.add(d, w.weight)
		}
	}
}

// room is the length of vectors over classes or restrictions.
func (q *query) room() int { return max(len(q.e.classes), len(q.e.restrictions)) }

// raiseShares raises the share of some classes that have a number, for each of their numbers. It
// does nothing for fewer classes than least.
func (q *query) raiseShares(t *sparseVector, classes []int32, least int,
	of func(*class) []int32) {
	q.temporary.reset(q.room())
	n := 0
	for _, c := range classes {
		if q.other(c) {
			n++
			for _, d := range of(&q.e.classes[c]) {
				q.temporary.add(d, 1)
			}
		}
	}
	if n < least {
		return
	}
	for _, d := range q.temporary.touched {
		t.raise(d, q.temporary.values[d]/float32(n+1))
	}
}

const (
	mostWords     = 12  // rarest words that vote
	mostWordUsers = 150 // users of a word
)

// wordVotes raises, for the rarest words, the share of their other users with a superclass.
func (q *query) wordVotes(words []int32, users [][]int32, parents, above *sparseVector) {
	parents.reset(q.room())
	above.reset(q.room())
	for _, w := range q.rarest(words, users) {
		q.raiseShares(parents, users[w], 2, assertedOf)
		q.raiseShares(above, users[w], 2, inferredOf)
	}
}

// rarest returns the words with fewest users, up to a number of words and of users.
func (q *query) rarest(words []int32, users [][]int32) []int32 {
	var list []weighted
	seen := make(map[int32]bool)
	for _, w := range words {
		if int(w) < len(users) && !seen[w] && len(users[w]) > 0 && len(users[w]) <= mostWordUsers {
			seen[w] = true
			list = append(list, weighted{w, -float32(len(users[w]))})
		}
	}
	return bestNumbers(list, mostWords)
}

// mentionsIn returns the names in a text, the longest at each place.
func (e *Engine) mentionsIn(words []int32) []mention {
	var list []mention
	for start := range words {
		h := hashWords(nil)
		var longest []int32
		length := 0
		for i := start; i < min(len(words), start+mostMention); i++ {
			h = hashStep(h, words[i])
			if classes := e.named[h]; len(classes) > 0 {
				longest, length = classes, i+1-start
			}
		}
		for _, c := range first(longest, 5) {
			list = append(list, mention{c, start, length})
		}
	}
	return list
}

const mostMention = 7

// mentionOf returns the place of the first name of a class in the definition, or missing, and the
// length of its longest name there.
func (q *query) mentionOf(d int32) (at, words float32) {
	at = missing
	for _, m := range q.mentions {
		if m.class == d {
			if words == 0 {
				at = float32(m.start)
			}
			words = max(words, float32(m.length))
		}
	}
	return at, words
}

// affix finds the superclasses of the classes whose label has the longest end, or beginning, in
// common with the subject's.
func (q *query) affix() {
	n := len(q.e.classes)
	q.suffix.reset(n)
	q.prefix.reset(n)
	if len(q.k.names) == 0 {
		return
	}
	label := q.k.names[0]
	vote := func(t *sparseVector, word int32, common func([]int32) int) {
		if int(word) >= len(q.e.nameUsers) {
			return
		}
		longest := 0
		var with []int32
		for _, c := range q.e.nameUsers[word] {
			if !q.other(c) {
				continue
			}
			l := common(q.e.classes[c].names[0])
			if l > longest {
				longest, with = l, with[:0]
			}
			if l == longest && l > 0 && len(with) < 500 {
				with = append(with, c)
			}
		}
		for _, c := range with {
			for _, p := range q.e.classes[c].parents {
				t.add(p, 1/float32(len(with)))
			}
		}
	}
	vote(&q.suffix, label[len(label)-1],
		func(other []int32) int { return commonSuffix(label, other) })
	vote(&q.prefix, label[0], func(other []int32) int { return commonPrefix(label, other) })
}

func commonPrefix(a, b []int32) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b []int32) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
