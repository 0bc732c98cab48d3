package rank

import "box2el-owl/suggest/asserted"

// Neighbor is a class with the cosines of its names and text with those of a subject: of words, of
// 4-grams, and of label and definition together.
type Neighbor struct {
	Class              int32
	Words, Grams, Text float64
}

// Near returns the k classes nearest to a subject by the words of their names, by their 4-grams,
// and by their text, each list with the nearest first. It uses the names and the definition alone.
func (e *Engine) Near(s Subject, k int) (byWords, byGrams, byText []Neighbor) {
	q, local := e.queryOfText(s)
	defer q.close()
	q.compare(local)
	var lists [3][]Neighbor
	for kind := range lists {
		nearest := q.nearest[kind]
		for _, w := range nearest[:min(k, len(nearest))] {
			lists[kind] = append(lists[kind], Neighbor{w.number, float64(q.words.of(w.number)),
				float64(q.grams.of(w.number)), float64(q.text.of(w.number))})
		}
	}
	return lists[0], lists[1], lists[2]
}

// Index returns the Index of the ontology.
func (e *Engine) Index() *asserted.Index { return e.x }

// Parents returns the asserted superclasses of a class, which may be an added one.
func (e *Engine) Parents(c int32) []int32 { return e.classes[c].parents }

// Ancestors returns the superclasses of a class, without itself.
func (e *Engine) Ancestors(c int32) []int32 { return e.classes[c].ancestors }

// RestrictionsOf returns the asserted restrictions of a class, which may be an added one.
func (e *Engine) RestrictionsOf(c int32) []asserted.Restriction { return e.classes[c].restrictions }

// IsBelow reports whether c ⊑ d is inferred; a class is below itself.
func (e *Engine) IsBelow(c, d int32) bool { return c == d || e.isBelow(c, d) }
