package rank

import (
	"cmp"
	"math"
	"slices"
)

// cosines finds documents by the cosine of their TF-IDF vectors with a query. Every document
// belongs to a class; a class may have several, and its best counts.
type cosines struct {
	owners   []int32     // class of each document
	postings [][]posting // by term
	idf      []float32   // by term; 0: the term is too frequent to count
}

// posting is a document with the normalized TF-IDF weight of a term.
type posting struct {
	document int32
	weight   float32
}

// document is a text as terms, ascending, each with its count.
type document struct {
	class int32
	terms []term
}

type term struct {
	number int32
	count  float32
}

// newCosines indexes documents over a number of terms. Terms of more than a share of the documents
// are left out.
func newCosines(documents []document, terms int, share float64) *cosines {
	x := &cosines{
		owners: make([]int32, len(documents)), postings: make([][]posting, terms),
		idf: make([]float32, terms),
	}
	uses := make([]int32, terms)
	for _, d := range documents {
		for _, t := range d.terms {
			uses[t.number]++
		}
	}
	most := max(20, int32(share*float64(len(documents))))
	total := 0
	for t, n := range uses {
		if n > 0 && n <= most {
			x.idf[t] = float32(math.Log(1 + float64(len(documents))/float64(n)))
			total += int(n)
		}
	}
	room := make([]posting, total)
	for t, n := range uses {
		if x.idf[t] > 0 {
			x.postings[t], room = room[:0:n], room[n:]
		}
	}
	for i, d := range documents {
		x.owners[i] = d.class
		norm := x.norm(d.terms)
		for _, t := range d.terms {
			if x.idf[t.number] > 0 {
				x.postings[t.number] = append(x.postings[t.number],
					posting{int32(i), t.count * x.idf[t.number] / norm})
			}
		}
	}
	return x
}

// rare returns the weight of a term of one document.
func (x *cosines) rare() float32 { return float32(math.Log(1 + float64(len(x.owners)+1))) }

// norm returns the Euclidean norm of a vector. Terms that are not indexed have the weight of rare.
func (x *cosines) norm(terms []term) float32 {
	sum := float32(0)
	for _, t := range terms {
		w := t.count * x.rare()
		if int(t.number) < len(x.idf) {
			w = t.count * x.idf[t.number]
		}
		sum += w * w
	}
	return float32(math.Sqrt(float64(sum)))
}

// scores raises the values of classes to their cosines with a query. Documents is scratch.
func (x *cosines) scores(query []term, documents, classes *sparseVector) {
	documents.reset(len(x.owners))
	norm := x.norm(query)
	if norm == 0 {
		return
	}
	for _, t := range query {
		if int(t.number) >= len(x.postings) {
			continue
		}
		w := t.count * x.idf[t.number] / norm
		for _, p := range x.postings[t.number] {
			documents.add(p.document, w*p.weight)
		}
	}
	for _, d := range documents.touched {
		classes.raise(x.owners[d], documents.values[d])
	}
}

// termsOf counts numbers.
func termsOf(numbers []int32) []term {
	sorted := slices.Sorted(slices.Values(numbers))
	var terms []term
	for i, n := range sorted {
		if i > 0 && sorted[i-1] == n {
			terms[len(terms)-1].count++
		} else {
			terms = append(terms, term{n, 1})
		}
	}
	return terms
}

// sparseVector is a vector with few values, which is reset in time proportional to their number.
type sparseVector struct {
	values  []float32
	marked  []bool  // by place: it has a value
	touched []int32 // the places with a value
}

// reset makes all values zero and extends the vector to length n.
func (t *sparseVector) reset(n int) {
	for _, i := range t.touched {
		t.values[i], t.marked[i] = 0, false
	}
	t.touched = t.touched[:0]
	if len(t.values) < n {
		t.values = append(t.values, make([]float32, n-len(t.values))...)
		t.marked = append(t.marked, make([]bool, n-len(t.marked))...)
	}
}

// touch gives place i a value, 0 if it has none.
func (t *sparseVector) touch(i int32) {
	if !t.marked[i] {
		t.marked[i] = true
		t.touched = append(t.touched, i)
	}
}

func (t *sparseVector) add(i int32, v float32) {
	t.touch(i)
	t.values[i] += v
}

// raise replaces a value by a greater one.
func (t *sparseVector) raise(i int32, v float32) {
	t.touch(i)
	t.values[i] = max(t.values[i], v)
}

func (t *sparseVector) of(i int32) float32 { return t.values[i] }

// best returns the k numbers of the greatest values that are admitted, greatest first.
func (t *sparseVector) best(k int, admit func(int32) bool) []weighted {
	list := make([]weighted, 0, len(t.touched))
	for _, i := range t.touched {
		if t.values[i] > 0 && admit(i) {
			list = append(list, weighted{i, t.values[i]})
		}
	}
	return best(list, k)
}

// weighted is a number with a weight.
type weighted struct {
	number int32
	weight float32
}

func compareWeighted(a, b weighted) int {
	return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.number, b.number))
}

// best sorts the k greatest to the front and returns them. It modifies the list.
func best(list []weighted, k int) []weighted {
	if len(list) > 4*k {
		// Those below the k-th greatest of a sample cannot be among the best k.
		sample := slices.Clone(list[:2*k])
		slices.SortFunc(sample, compareWeighted)
		least := sample[k-1]
		list = slices.DeleteFunc(list,
			func(w weighted) bool { return compareWeighted(w, least) > 0 })
	}
	slices.SortFunc(list, compareWeighted)
	return list[:min(k, len(list))]
}

// bestNumbers returns the numbers of the k greatest, greatest first. It modifies the list.
func bestNumbers(list []weighted, k int) []int32 {
	var numbers []int32
	for _, w := range best(list, k) {
		numbers = append(numbers, w.number)
	}
	return numbers
}
