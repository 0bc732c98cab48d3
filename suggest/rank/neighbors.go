package rank

import "box2el-owl/suggest/asserted"

// Neighbor is a class with the cosines of its names and text with those of a subject, by kind.
type Neighbor struct {
	Class   int32
	Cosines [3]float64
}

// Near returns the k classes nearest to a subject by each kind, the nearest first. It uses the
// names and the definition alone.
func (e *Engine) Near(s Subject, k int) (lists [3][]Neighbor) {
	q, local := e.queryOfText(s)
	defer q.close()
	q.compare(local)
	for kind, nearest := range q.neighbors[:siblings] {
		for _, w := range first(nearest, k) {
			c := w.number
			lists[kind] = append(lists[kind], Neighbor{c, [3]float64{float64(q.words.of(c)),
				float64(q.grams.of(c)), float64(q.text.of(c))}})
		}
	}
	return lists
}

// Index returns the Index of the ontology.
func (e *Engine) Index() *asserted.Index { return e.x }
