package rank

import (
	"slices"
)

// column is a column of a table: a name and how its value is found.
type column[T any] struct {
	name  string
	value func(T) float32
}

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

// about is a subject and a candidate superclass D.
type about struct {
	*query
	d int32
	t *class // D

	covered, covering       float32 // share of D's words in the subject's name, and the reverse
	name                    nameFit
	genus, first            float32
	mentionAt, mentionWords float32
	kids                    kids
	analogy                 analogy
	common                  float32 // information content of the lowest common superclass
	jaccard                 float32
	shared                  float32 // share of D's superclasses that the subject has
	subjectIC, parentIC     float32
	has                     hasRules
}

func (q *query) about() *about {
	a := &about{query: q, subjectIC: missing, parentIC: missing}
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

// lookAt computes what several columns of a candidate share.
func (q *query) lookAt(a *about, d int32) {
	a.d, a.t = d, &q.e.classes[d]
	a.covered, a.covering = q.covers(a.t.names)
	a.name = q.fit(a.t.names)
	a.genus, a.first = q.genusFit(a.t.names)
	a.mentionAt, a.mentionWords = missing, 0
	for _, m := range q.mentions {
		if m.class == d {
			if a.mentionWords == 0 {
				a.mentionAt = float32(m.start)
			}
			a.mentionWords = max(a.mentionWords, float32(m.length))
		}
	}
	a.kids = q.kidsOf(d)
	a.analogy = q.same[d]
	a.common, a.jaccard, a.shared = q.commonWith(d)
	a.has = q.rulesOf(d)
}

var superclassColumns = []column[*about]{
	{"cosine of words", func(a *about) float32 { return a.words.of(a.d) }},
	{"cosine of 4-grams", func(a *about) float32 { return a.grams.of(a.d) }},
	{"cosine of texts", func(a *about) float32 { return a.text.of(a.d) }},
	{"cosine of the definition's first words", func(a *about) float32 { return a.lead.of(a.d) }},
	{"share of its name in the subject's", func(a *about) float32 { return a.covered }},
	{"share of the subject's name in its", func(a *about) float32 { return a.covering }},
	{"its name ends the head phrase", func(a *about) float32 { return a.name.endsHead }},
	{"its name ends the label", func(a *about) float32 { return a.name.ends }},
	{"its name is within the label", func(a *about) float32 { return a.name.inside }},
	{"same head", func(a *about) float32 { return a.name.sameHead }},
	{"words in the same order", func(a *about) float32 { return a.name.inOrder }},
	{"one word differs", func(a *about) float32 { return a.name.oneDiffers }},
	{"last words in common", func(a *about) float32 { return a.name.suffix }},
	{"words of its label", func(a *about) float32 { return a.name.words }},

	{"best child by words", func(a *about) float32 { return a.kids.words }},
	{"best child by 4-grams", func(a *about) float32 { return a.kids.grams }},
	{"best child by text", func(a *about) float32 { return a.kids.text }},
	{"children with the same head", func(a *about) float32 { return a.kids.head }},

	{"genus", func(a *about) float32 { return a.genus }},
	{"the definition begins with its name", func(a *about) float32 { return a.first }},
	{"place of its name in the definition", func(a *about) float32 { return a.mentionAt }},
	{"length of its name in the definition", func(a *about) float32 { return a.mentionWords }},
	{"share of its name in the definition", func(a *about) float32 { return a.inDefinition(a.t.names) }},
	{"its definition names the subject", func(a *about) float32 { return a.inText(a.t.text, a.k.names[:min(1, len(a.k.names))]) }},
	{"same genus", func(a *about) float32 { return a.sameGenus(a.t) }},

	{"parents of near words", func(a *about) float32 { return share(a.parents[nearWords].of(a.d)) }},
	{"parents of near 4-grams", func(a *about) float32 { return share(a.parents[nearGrams].of(a.d)) }},
	{"parents of near texts", func(a *about) float32 { return share(a.parents[nearText].of(a.d)) }},
	{"superclasses of near words", func(a *about) float32 { return share(a.above[nearWords].of(a.d)) }},
	{"superclasses of near 4-grams", func(a *about) float32 { return share(a.above[nearGrams].of(a.d)) }},
	{"superclasses of near texts", func(a *about) float32 { return share(a.above[nearText].of(a.d)) }},
	{"superclasses of siblings", func(a *about) float32 { return a.needs(len(a.subject.Parents), share(a.above[siblings].of(a.d))) }},
	{"parents of classes with a restriction in common", func(a *about) float32 {
		return a.needs(len(a.subject.Restrictions), share(a.parents[sharing].of(a.d)))
	}},
	{"superclasses of classes with a restriction in common", func(a *about) float32 {
		return a.needs(len(a.subject.Restrictions), share(a.above[sharing].of(a.d)))
	}},
	{"parents by a word of the name", func(a *about) float32 { return share(a.byName.of(a.d)) }},
	{"superclasses by a word of the name", func(a *about) float32 { return share(a.byNameUp.of(a.d)) }},
	{"parents by a word of the definition", func(a *about) float32 { return share(a.byDefinition.of(a.d)) }},
	{"superclasses by a word of the definition", func(a *about) float32 { return share(a.byTextUp.of(a.d)) }},
	{"parents by the longest end of the label", func(a *about) float32 { return a.suffix.of(a.d) }},

	{"analogy, same parent", func(a *about) float32 { return a.analogy.same }},
	{"analogy, same superclass", func(a *about) float32 { return a.analogy.entailed }},
	{"analogy, fillers exchanged", func(a *about) float32 { return a.analogy.moved }},
	{"analogy, classes with the same parent", func(a *about) float32 { return log1p(a.analogy.support) }},
	{"analogy, classes with fillers exchanged", func(a *about) float32 { return log1p(a.analogy.movedBy) }},
	{"a part of the label generalized", func(a *about) float32 { return a.general.of(a.d) }},

	{"information content", func(a *about) float32 { return a.e.ic(a.d) }},
	{"information content beyond the parents", func(a *about) float32 { return a.e.ic(a.d) - a.parentIC }},
	{"information content beyond the subject", func(a *about) float32 { return a.e.ic(a.d) - a.subjectIC }},
	{"lowest common superclass", func(a *about) float32 { return a.needs(len(a.k.ancestors), a.common) }},
	{"broad superclasses in common", func(a *about) float32 { return a.needs(a.broad, a.jaccard) }},
	{"share of its superclasses that the subject has", func(a *about) float32 { return a.needs(len(a.k.ancestors), a.shared) }},
	{"children", func(a *about) float32 { return log1p(float32(len(a.e.children[a.d]))) }},
	{"descendants", func(a *about) float32 { return log1p(float32(a.e.below[a.d])) }},
	{"superclasses", func(a *about) float32 { return log1p(float32(len(a.t.ancestors))) }},
	{"asserted superclasses", func(a *about) float32 { return log1p(float32(len(a.t.parents))) }},
	{"below a parent", func(a *about) float32 { return a.needs(len(a.subject.Parents), truth(belowParentOf(a.t, &a.k))) }},
	{"child of a parent", func(a *about) float32 { return a.needs(len(a.subject.Parents), a.childOfParent()) }},
	{"share of its restrictions that the subject has", func(a *about) float32 {
		return a.needs(len(a.subject.Restrictions), a.has.share())
	}},
	{"its restrictions that the subject lacks", func(a *about) float32 { return log1p(a.has.all - a.has.both) }},
	{"its fillers that the subject's text names", func(a *about) float32 { return a.has.named }},
	{"distance of identifiers", func(a *about) float32 { return a.identifiers() }},

	{"superclasses of the subject", func(a *about) float32 { return log1p(float32(len(a.k.ancestors))) }},
	{"siblings of the subject", func(a *about) float32 { return log1p(float32(len(a.relatives[0]))) }},
	{"words of the definition", func(a *about) float32 { return log1p(float32(len(a.k.text))) }},
	{"words of the label", func(a *about) float32 {
		if len(a.k.names) == 0 {
			return 0
		}
		return float32(len(a.k.names[0]))
	}},
	{"information content of the parents", func(a *about) float32 { return a.parentIC }},
}

// placedSuperclassColumns are the columns that are also compared within the subject's list.
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

func truth(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// needs returns a value, or no value if there are none of what it is made from.
func (q *query) needs(n int, value float32) float32 {
	if n == 0 {
		return missing
	}
	return value
}
