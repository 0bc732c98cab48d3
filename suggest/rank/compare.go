package rank

import (
	"math"
	"slices"

	"box2el-owl/suggest/asserted"
)

// covers compares the names of a class with those of the subject, with words weighted by rarity. It
// returns the greatest share of a name that is in a name of the subject, and the greatest share of
// the subject's label that is in a name of the class.
func (q *query) covers(names [][]int32) (covered, covering float32) {
	label := q.k.label()
	for _, name := range names {
		covered = max(covered, q.e.shareIn(name, &q.nameSet))
		covering = max(covering, q.e.shareOf(label, name))
	}
	return covered, covering
}

// share returns the share of words that fulfill a condition, weighted by rarity.
func (e *Engine) share(words []int32, is func(int32) bool) float32 {
	some, all := float32(0), float32(0)
	for _, w := range words {
		weight := e.rarity(w)
		all += weight
		if is(w) {
			some += weight
		}
	}
	if all == 0 {
		return 0
	}
	return some / all
}

// shareOf returns the share of words that are among others.
func (e *Engine) shareOf(words, others []int32) float32 {
	return e.share(words, func(w int32) bool { return slices.Contains(others, w) })
}

// shareIn returns the share of words that are in a set.
func (e *Engine) shareIn(words []int32, set *sparseVector) float32 {
	return e.share(words, func(w int32) bool { return set.marked[w] })
}

// rarity returns the IDF weight of a word, at least 0.3.
func (e *Engine) rarity(w int32) float32 {
	if int(w) < len(e.byWord.idf) {
		return max(e.byWord.idf[w], 0.3)
	}
	return e.byWord.rare()
}

// inDefinition returns the greatest share of a name's words in the subject's definition.
func (q *query) inDefinition(names [][]int32) float32 {
	if len(q.k.text) == 0 {
		return missing
	}
	most := float32(0)
	for _, name := range names {
		most = max(most, q.e.shareIn(name, &q.textSet))
	}
	return most
}

// inText returns the greatest share of a name's words in a text.
func (q *query) inText(text []int32, names [][]int32) float32 {
	if len(text) == 0 {
		return missing
	}
	most := float32(0)
	for _, name := range names {
		most = max(most, q.e.shareOf(name, text))
	}
	return most
}

// nameFit measures how the label of the subject contains the names of a class.
type nameFit struct {
	endsHead, ends, inside        float32 // share of the words
	sameHead, inOrder, oneDiffers float32
	suffix                        float32 // share of the label's words in common
	words                         float32
}

// fit compares the label of the subject with the names of a class.
func (q *query) fit(names [][]int32) nameFit {
	var f nameFit
	if len(names) > 0 {
		f.words = float32(len(names[0]))
	}
	if len(q.k.names) == 0 {
		return f
	}
	label := q.k.names[0]
	head := label[:q.k.head+1]
	for i, name := range names {
		n := float32(len(name))
		if asserted.EndsIn(head, name) {
			f.endsHead = max(f.endsHead, n/float32(len(head)))
		}
		if asserted.EndsIn(label, name) {
			f.ends = max(f.ends, n/float32(len(label)))
		}
		if asserted.SpanAt(label, name) >= 0 {
			f.inside = max(f.inside, n/float32(len(label)))
		}
		if isSubsequence(name, label) {
			f.inOrder = 1
		}
		if i == 0 {
			f.sameHead = oneIf(len(head) > 0 && slices.Contains(name, head[len(head)-1]) &&
				name[len(name)-1] == head[len(head)-1])
			_, one := asserted.Difference(label, name)
			f.oneDiffers = oneIf(one)
			f.suffix = float32(commonSuffix(label, name)) / float32(len(label))
		}
	}
	return f
}

// isSubsequence reports whether words are in others, in this order.
func isSubsequence(words, others []int32) bool {
	i := 0
	for _, w := range others {
		if i < len(words) && words[i] == w {
			i++
		}
	}
	return i == len(words)
}

// genusFit compares the names of a class with the definition of the subject. The results are
// shares: how much of the genus a name covers from its end, and how much of a name the definition
// begins with.
func (q *query) genusFit(names [][]int32) (genus, first float32) {
	if len(q.k.genus) == 0 {
		return missing, missing
	}
	start := slices.IndexFunc(q.k.text, func(w int32) bool { return w == q.k.genus[0] })
	for _, name := range names {
		if asserted.EndsIn(q.k.genus, name) {
			genus = max(genus, float32(len(name))/float32(len(q.k.genus)))
		}
		if rest := q.k.text[max(start, 0):]; len(name) <= len(rest) &&
			slices.Equal(rest[:len(name)], name) {
			first = max(first, float32(len(name)))
		}
	}
	return genus, first
}

// sameGenus returns 1 if the definitions of the subject and a class have the same genus, else 0.
func (q *query) sameGenus(t *class) float32 {
	if len(q.k.genus) == 0 || len(t.genus) == 0 {
		return missing
	}
	return oneIf(slices.Equal(q.k.genus, t.genus))
}

// childSimilarity holds the greatest cosines of the names and texts of the children of a class with
// the subject, and the share of the children with the same head word.
type childSimilarity struct{ words, grams, text, head float32 }

const mostChildrenCompared = 400

func (q *query) childSimilarityOf(d int32) childSimilarity {
	var k childSimilarity
	n := float32(0)
	for _, c := range first(q.e.children[d], mostChildrenCompared) {
		if c == q.subject.Class {
			continue
		}
		n++
		k.words, k.grams = max(k.words, q.words.of(c)), max(k.grams, q.grams.of(c))
		k.text = max(k.text, q.text.of(c))
		other := &q.e.classes[c]
		if len(q.k.names) > 0 && len(other.names) > 0 {
			label, name := q.k.names[0], other.names[0]
			k.head += oneIf(q.k.head >= 0 && other.head >= 0 && label[q.k.head] == name[other.head])
		}
	}
	if n == 0 {
		return childSimilarity{missing, missing, missing, missing}
	}
	k.head /= n + 1
	return k
}

// commonWith returns the information content of the lowest common superclass, the Jaccard
// similarity of the broad superclasses, and the share of the class's superclasses that the subject
// has.
func (q *query) commonWith(d int32) (common, jaccard, shared float32) {
	list := q.e.classes[d].ancestors
	both, broad, bothBroad := 0, 0, 0
	least := int32(math.MaxInt32)
	lowest := d
	visit := func(a int32) {
		shared := q.ancestors.marked[a]
		if shared {
			both++
			if n := q.e.below[a]; n < least {
				least, lowest = n, a
			}
		}
		if q.e.isBroad(a) {
			broad++
			if shared {
				bothBroad++
			}
		}
	}
	visit(d)
	for _, a := range list {
		visit(a)
	}
	if both > 0 {
		common = q.e.ic(lowest)
	}
	if all := broad + q.broad - bothBroad; all > 0 {
		jaccard = float32(bothBroad) / float32(all)
	}
	return common, jaccard, float32(both) / float32(len(list)+1)
}

// childOfParent reports whether a candidate is a sibling of the subject.
func (a *superclassCandidate) childOfParent() float32 {
	for _, p := range a.subject.Parents {
		if slices.Contains(a.t.parents, p) {
			return 1
		}
	}
	return 0
}

// restrictionCounts counts the restrictions of a class: all, those that the subject has, and the
// share whose filler is named in the subject's text.
type restrictionCounts struct{ all, both, named float32 }

func (h restrictionCounts) share() float32 { return h.both / (h.all + 1) }

// countRestrictions counts the restrictions of a class that the subject has or its text names.
func (q *query) countRestrictions(d int32) restrictionCounts {
	var h restrictionCounts
	for _, r := range q.e.classes[d].restrictions {
		h.all++
		h.both += oneIf(slices.Contains(q.subject.Restrictions, r))
		for _, name := range q.e.classes[r.Filler].names {
			if q.e.shareIn(name, &q.nameSet) == 1 ||
				len(q.k.text) > 0 && q.e.shareIn(name, &q.textSet) == 1 {
				h.named++
				break
			}
		}
	}
	h.named /= h.all + 1
	return h
}

// identifiers returns the logarithm of the distance of two identifiers of one ID space. Classes
// that were added together have consecutive ones.
func (a *superclassCandidate) identifiers() float32 {
	if a.subject.Class == NoClass || a.subject.AsNew || a.t.space != a.subject.Space {
		return missing
	}
	distance := float64(a.d - a.subject.Class)
	return float32(math.Log1p(math.Abs(distance)))
}
