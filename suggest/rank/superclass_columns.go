package rank

import (
	"slices"

	"box2el-owl/suggest/asserted"
)

// column is a feature of a candidate.
type column[T any] struct {
	name  string
	value func(T) float32
}

// columnNames returns the names of columns and of their ranks and gaps.
func columnNames[T any](columns []column[T], placed []int) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	for _, p := range placed {
		names = append(names, "place by "+columns[p].name, "gap by "+columns[p].name)
	}
	return names
}

// candidate is a subject and a target D with values that columns of both forms use.
type candidate struct {
	*query
	d int32
	t *class // D

	covered, covering       float32 // share of D's words in the subject's name, and the reverse
	name                    nameFit
	mentionAt, mentionWords float32 // place and length of D's name in the definition
	analogy                 analogy
	common                  float32 // information content of the lowest common superclass
	jaccard                 float32 // Jaccard similarity of the broad superclasses
	shared                  float32 // share of D's superclasses that the subject has
}

// describe computes the values of a candidate.
func (a *candidate) describe(r asserted.Restriction) {
	a.d, a.t = r.Filler, &a.e.classes[r.Filler]
	a.covered, a.covering = a.covers(a.t.names)
	a.name = a.fit(a.t.names)
	a.mentionAt, a.mentionWords = a.mentionOf(a.d)
	a.analogy = a.analogies[r]
	a.common, a.jaccard, a.shared = a.commonWith(a.d)
}

// superclassCandidate is a subject and a candidate superclass D.
type superclassCandidate struct {
	candidate
	genus, first        float32 // see genusFit
	children            childSimilarity
	subjectIC, parentIC float32
	has                 restrictionCounts
}

// newSuperclassCandidate returns a candidate without D.
func (q *query) newSuperclassCandidate() *superclassCandidate {
	a := &superclassCandidate{candidate: candidate{query: q}, subjectIC: missing, parentIC: missing}
	if q.subject.Class != NoClass && !q.subject.AsNew {
		a.subjectIC = q.e.ic(q.subject.Class)
	}
	for i, p := range q.subject.Parents {
		if ic := q.e.ic(p); i == 0 || ic > a.parentIC {
			a.parentIC = ic
		}
	}
	return a
}

// describe computes the values that several columns of a candidate use.
func (a *superclassCandidate) describe(d int32) {
	a.candidate.describe(superclass(d))
	a.genus, a.first = a.genusFit(a.t.names)
	a.children = a.childSimilarityOf(d)
	a.has = a.countRestrictions(d)
}

var superclassColumns = []column[*superclassCandidate]{
	{"cosine of words", func(a *superclassCandidate) float32 { return a.words.of(a.d) }},
	{"cosine of 4-grams", func(a *superclassCandidate) float32 { return a.grams.of(a.d) }},
	{"cosine of texts", func(a *superclassCandidate) float32 { return a.text.of(a.d) }},
	{"cosine of the definition's first words", func(a *superclassCandidate) float32 { return a.lead.of(a.d) }},
	{"share of its name in the subject's", func(a *superclassCandidate) float32 { return a.covered }},
	{"share of the subject's name in its", func(a *superclassCandidate) float32 { return a.covering }},
	{"its name ends the head phrase", func(a *superclassCandidate) float32 { return a.name.endsHead }},
	{"its name ends the label", func(a *superclassCandidate) float32 { return a.name.ends }},
	{"its name is within the label", func(a *superclassCandidate) float32 { return a.name.inside }},
	{"same head", func(a *superclassCandidate) float32 { return a.name.sameHead }},
	{"words in the same order", func(a *superclassCandidate) float32 { return a.name.inOrder }},
	{"one word differs", func(a *superclassCandidate) float32 { return a.name.oneDiffers }},
	{"last words in common", func(a *superclassCandidate) float32 { return a.name.suffix }},
	{"words of its label", func(a *superclassCandidate) float32 { return a.name.words }},

	{"best child by words", func(a *superclassCandidate) float32 { return a.children.words }},
	{"best child by 4-grams", func(a *superclassCandidate) float32 { return a.children.grams }},
	{"best child by text", func(a *superclassCandidate) float32 { return a.children.text }},
	{"children with the same head", func(a *superclassCandidate) float32 { return a.children.head }},

	{"genus", func(a *superclassCandidate) float32 { return a.genus }},
	{"the definition begins with its name", func(a *superclassCandidate) float32 { return a.first }},
	{"place of its name in the definition", func(a *superclassCandidate) float32 { return a.mentionAt }},
	{"length of its name in the definition", func(a *superclassCandidate) float32 { return a.mentionWords }},
	{"share of its name in the definition", func(a *superclassCandidate) float32 { return a.inDefinition(a.t.names) }},
	{"its definition names the subject", func(a *superclassCandidate) float32 { return a.inText(a.t.text, first(a.k.names, 1)) }},
	{"same genus", func(a *superclassCandidate) float32 { return a.sameGenus(a.t) }},

	{"parents of near words", func(a *superclassCandidate) float32 { return spread(a.parents[ByWords].of(a.d)) }},
	{"parents of near 4-grams", func(a *superclassCandidate) float32 { return spread(a.parents[ByGrams].of(a.d)) }},
	{"parents of near texts", func(a *superclassCandidate) float32 { return spread(a.parents[ByText].of(a.d)) }},
	{"superclasses of near words", func(a *superclassCandidate) float32 { return spread(a.above[ByWords].of(a.d)) }},
	{"superclasses of near 4-grams", func(a *superclassCandidate) float32 { return spread(a.above[ByGrams].of(a.d)) }},
	{"superclasses of near texts", func(a *superclassCandidate) float32 { return spread(a.above[ByText].of(a.d)) }},
	{"superclasses of siblings", func(a *superclassCandidate) float32 {
		return a.needs(len(a.subject.Parents), spread(a.above[siblings].of(a.d)))
	}},
	{"parents of classes with a restriction in common", func(a *superclassCandidate) float32 {
		return a.needs(len(a.subject.Restrictions), spread(a.parents[sharing].of(a.d)))
	}},
	{"superclasses of classes with a restriction in common", func(a *superclassCandidate) float32 {
		return a.needs(len(a.subject.Restrictions), spread(a.above[sharing].of(a.d)))
	}},
	{"parents by a word of the name", func(a *superclassCandidate) float32 { return spread(a.byName.of(a.d)) }},
	{"superclasses by a word of the name", func(a *superclassCandidate) float32 { return spread(a.byNameUp.of(a.d)) }},
	{"parents by a word of the definition", func(a *superclassCandidate) float32 { return spread(a.byDefinition.of(a.d)) }},
	{"superclasses by a word of the definition", func(a *superclassCandidate) float32 { return spread(a.byTextUp.of(a.d)) }},
	{"parents by the longest end of the label", func(a *superclassCandidate) float32 { return a.suffix.of(a.d) }},

	{"analogy, same parent", func(a *superclassCandidate) float32 { return a.analogy.same }},
	{"analogy, same superclass", func(a *superclassCandidate) float32 { return a.analogy.entailed }},
	{"analogy, fillers exchanged", func(a *superclassCandidate) float32 { return a.analogy.moved }},
	{"analogy, classes with the same parent", func(a *superclassCandidate) float32 { return log1p(a.analogy.support) }},
	{"analogy, classes with fillers exchanged", func(a *superclassCandidate) float32 { return log1p(a.analogy.movedBy) }},
	{"a part of the label generalized", func(a *superclassCandidate) float32 { return a.general.of(a.d) }},

	{"information content", func(a *superclassCandidate) float32 { return a.e.ic(a.d) }},
	{"information content beyond the parents", func(a *superclassCandidate) float32 { return a.e.ic(a.d) - a.parentIC }},
	{"information content beyond the subject", func(a *superclassCandidate) float32 { return a.e.ic(a.d) - a.subjectIC }},
	{"lowest common superclass", func(a *superclassCandidate) float32 { return a.needs(len(a.k.ancestors), a.common) }},
	{"broad superclasses in common", func(a *superclassCandidate) float32 { return a.needs(a.broad, a.jaccard) }},
	{"share of its superclasses that the subject has", func(a *superclassCandidate) float32 { return a.needs(len(a.k.ancestors), a.shared) }},
	{"children", func(a *superclassCandidate) float32 { return log1p(float32(len(a.e.children[a.d]))) }},
	{"descendants", func(a *superclassCandidate) float32 { return log1p(float32(a.e.below[a.d])) }},
	{"superclasses", func(a *superclassCandidate) float32 { return log1p(float32(len(a.t.ancestors))) }},
	{"asserted superclasses", func(a *superclassCandidate) float32 { return log1p(float32(len(a.t.parents))) }},
	{"below a parent", func(a *superclassCandidate) float32 {
		return a.needs(len(a.subject.Parents), oneIf(belowParentOf(a.t, &a.k)))
	}},
	{"child of a parent", func(a *superclassCandidate) float32 { return a.needs(len(a.subject.Parents), a.childOfParent()) }},
	{"share of its restrictions that the subject has", func(a *superclassCandidate) float32 {
		return a.needs(len(a.subject.Restrictions), a.has.share())
	}},
	{"its restrictions that the subject lacks", func(a *superclassCandidate) float32 { return log1p(a.has.all - a.has.both) }},
	{"its fillers that the subject's text names", func(a *superclassCandidate) float32 { return a.has.named }},
	{"distance of identifiers", func(a *superclassCandidate) float32 { return a.identifiers() }},

	{"superclasses of the subject", func(a *superclassCandidate) float32 { return log1p(float32(len(a.k.ancestors))) }},
	{"siblings of the subject", func(a *superclassCandidate) float32 { return log1p(float32(len(a.neighbors[siblings]))) }},
	{"words of the definition", func(a *superclassCandidate) float32 { return log1p(float32(len(a.k.text))) }},
	{"words of the label", func(a *superclassCandidate) float32 { return float32(len(a.k.label())) }},
	{"information content of the parents", func(a *superclassCandidate) float32 { return a.parentIC }},
}

// placedSuperclassColumns are the places of the columns whose ranks are columns, too.
var placedSuperclassColumns = placesOf(superclassColumns,
	"cosine of words", "cosine of 4-grams", "cosine of texts", "share of its name in the subject's",
	"best child by words", "best child by text", "genus", "share of its name in the definition",
	"parents of near 4-grams", "parents of near texts",
	"superclasses of near words", "superclasses of near texts",
	"superclasses by a word of the name",
	"parents by the longest end of the label", "analogy, same parent", "analogy, fillers exchanged")

// placesOf returns the places of columns by name.
func placesOf[T any](columns []column[T], names ...string) []int {
	var places []int
	for _, name := range names {
		i := slices.IndexFunc(columns, func(c column[T]) bool { return c.name == name })
		if i < 0 {
			panic("rank: no column " + name)
		}
		places = append(places, i)
	}
	return places
}

// oneIf returns 1 if b is true, else 0.
func oneIf(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// needs returns a value that is computed from n items, or missing if n is 0.
func (q *query) needs(n int, value float32) float32 {
	if n == 0 {
		return missing
	}
	return value
}
