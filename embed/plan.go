package embed

import (
	"math/bits"
	"slices"

	"box2el-owl/embed/dataset"
)

// planner draws the batches of each step. They depend only on the data, the seed and the step, so a
// step can be planned before the parameters of the previous step are known.
type planner struct {
	data    *dataset.Dataset
	seed    uint64
	hyper   Hyper
	variant Variant

	fixedNegatives bool // see model

	first []int32 // id of the first row of each block
	terms []plannedTerm

	pool  []int32      // classes that negatives are drawn from
	known *knownAxioms // axioms that are no negatives; nil: none

	sorted []uint64 // buffer of group: the id of a row, then a use of it
}

// plannedTerm is the part of a term that planning needs, with its axioms.
type plannedTerm struct {
	source   source
	operands []operand
	axioms   dataset.Table
}

// plan is one step: the axioms of each term, and for each row of parameters that they use, the
// operands that contribute to its gradient.
type plan struct {
	step    int       // counted from 1
	batches [][]int32 // by term: the columns of its axioms, one axiom after the other
	counts  []int     // by term: the number of its axioms

	rowIDs []int32 // rows that the step uses, ascending
	uses   []use   // grouped by row, in the order of terms, axioms and operands
	start  []int32 // uses[start[i]:start[i+1]] are the uses of rowIDs[i]
	next   []uint8 // number of steps until rowIDs[i] is used again, or 0 if none of them is planned
}

// use identifies an operand of an axiom in a term's batch. The lowest 3 bits are the operand, the
// next 24 the index of the axiom, the others the term. It is packed because the plans of all coming
// steps are in memory.
type use uint32

const (
	maxOperands = 1 << 3
	maxBatch    = 1 << 24 // of a batch
)

func (u use) operand() int { return int(u % maxOperands) }
func (u use) axiom() int   { return int(u / maxOperands % maxBatch) }
func (u use) term() int    { return int(u / (maxOperands * maxBatch)) }

// plan draws the batches of a step and groups their uses of rows.
func (p *planner) plan(step int, into *plan) {
	into.step = step
	if into.batches == nil {
		into.batches, into.counts = make([][]int32, len(p.terms)), make([]int, len(p.terms))
	}
	for i := range p.terms {
		t := &p.terms[i]
		batch := into.batches[i][:0]
		switch t.source.kind {
		case positives:
			batch = p.positives(i, step, batch)
		case negatives:
			batch = p.negatives(i, step, batch)
		case allClasses:
			batch = slices.Grow(batch, len(p.data.Classes))
			for c := range p.data.Classes {
				batch = append(batch, int32(c))
			}
		}
		into.batches[i] = batch
		into.counts[i] = len(batch) / t.width()
	}
	p.group(into)
}

func (t *plannedTerm) width() int {
	if t.source.kind == allClasses {
		return 1
	}
	return len(t.source.form.Columns())
}

// positives appends the batch of a form. If the form has at most a batch of axioms, and the model
// draws negatives in each step or the variant is shuffled, these are all axioms. Otherwise axioms
// are drawn with replacement, or in the shuffled variant taken in the order of a permutation.
func (p *planner) positives(term, step int, batch []int32) []int32 {
	axioms := p.terms[term].axioms
	n := axioms.Len()
	if n == 0 {
		return batch
	}
	if n <= p.hyper.Batch && (!p.fixedNegatives || p.variant.Shuffled) {
		return append(batch, axioms.IDs...)
	}
	random := newStream(p.seed, step, term)
	batch = slices.Grow(batch, p.hyper.Batch*axioms.Width)
	for i := range p.hyper.Batch {
		row := 0
		if p.variant.Shuffled {
			at := (step-1)*p.hyper.Batch + i
			row = permuted(mix(p.seed, uint64(at/n), uint64(term)), at%n, n)
		} else {
			row = random.below(n)
		}
		batch = append(batch, axioms.Row(row)...)
	}
	return batch
}

// negatives appends corrupted axioms. As in the published code, each axiom of the form has two
// corruptions in each of ω sets: one with a random right end, one with a random left end. A batch
// of numbers of corruptions is drawn with replacement, and the corruptions of these numbers are
// taken from each set.
func (p *planner) negatives(term, step int, batch []int32) []int32 {
	t := &p.terms[term]
	n := t.axioms.Len()
	sets := p.hyper.Negatives
	if t.source.form == dataset.NF1 {
		sets = p.variant.NF1Negatives
	}
	if n == 0 || sets == 0 {
		return batch
	}
	random := newStream(p.seed, step, term)
	drawnIn := step
	if p.fixedNegatives {
		sets, drawnIn = 1, 0
	}
	ends := endsOf(t.source.form)
	corruptions := len(ends) * n
	batch = slices.Grow(batch, p.hyper.Batch*sets*t.width())
	for range p.hyper.Batch {
		number := random.below(corruptions)
		for set := range sets {
			// The stream depends on the number: a corruption drawn twice in a step has the same
			// replacement.
			draw := stream{mix(p.seed, uint64(drawnIn)<<20|uint64(term)<<10|uint64(set),
				uint64(number)+1)}
			batch = p.corrupt(batch, t.source.form, t.axioms.Row(number%n), ends[number/n], &draw)
		}
	}
	return batch
}

// endsOf returns the columns of a form that a corruption may replace. The first is the one that the
// published code replaces in the first half of its negatives.
func endsOf(f dataset.Form) []int {
	switch f {
	case dataset.NF1:
		return []int{1}
	case dataset.RoleAssertion:
		return []int{2, 1}
	}
	return []int{2, 0}
}

// maxDraws is the number of draws for a negative before it is left out.
const maxDraws = 20

// corrupt appends the axiom with a drawn id in the column, or nothing if maxDraws draws give only
// known axioms.
func (p *planner) corrupt(
	batch []int32, form dataset.Form, axiom []int32, column int, draw *stream,
) []int32 {
	at := len(batch)
	batch = append(batch, axiom...)
	negative := batch[at:]
	for range maxDraws {
		if form == dataset.RoleAssertion {
			negative[column] = int32(draw.below(len(p.data.Individuals)))
		} else {
			negative[column] = p.pool[draw.below(len(p.pool))]
		}
		if p.known == nil || !p.known.has(form, negative) {
			return batch
		}
	}
	return batch[:at]
}

// group lists the rows that the batches use, with the uses of each. Rows ascend, so a step reads
// memory in one direction.
func (p *planner) group(into *plan) {
	uses := 0
	for term := range p.terms {
		uses += into.counts[term] * len(p.terms[term].operands)
	}
	p.sorted = withLength(p.sorted, uses)[:0]
	for term := range p.terms {
		t := &p.terms[term]
		width := t.width()
		for axiom := range into.counts[term] {
			row := into.batches[term][axiom*width:]
			for i := range t.operands {
				o := &t.operands[i]
				id := p.first[o.block] + row[o.column]
				u := use((term*maxBatch+axiom)*maxOperands + i)
				p.sorted = append(p.sorted, uint64(id)<<32|uint64(u))
			}
		}
	}
	slices.Sort(p.sorted)
	rows := 0
	for i := range p.sorted {
		if p.begins(i) {
			rows++
		}
	}
	into.uses = withLength(into.uses, uses)[:0]
	into.rowIDs = withLength(into.rowIDs, rows)[:0]
	into.start = withLength(into.start, rows+1)[:0]
	for i, u := range p.sorted {
		if p.begins(i) {
			into.rowIDs = append(into.rowIDs, int32(u>>32))
			into.start = append(into.start, int32(i))
		}
		into.uses = append(into.uses, use(u))
	}
	into.start = append(into.start, int32(len(p.sorted)))
}

// begins reports whether sorted[i] is the first use of its row.
func (p *planner) begins(i int) bool { return i == 0 || p.sorted[i]>>32 != p.sorted[i-1]>>32 }

// numRows returns the number of rows of all blocks.
func (p *planner) numRows() int { return int(p.first[len(p.first)-1]) }

// withLength returns a slice of n elements with any content: s if its capacity suffices, and
// otherwise a new one with 1/16 more capacity, because the lengths differ a little between steps.
// append would leave up to as much unused memory again, in each plan of the schedule.
func withLength[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n, n+n/16)
	}
	return s[:n]
}

// stream is the random number generator SplitMix64 (Steele, Lea, Flood, "Fast Splittable
// Pseudorandom Number Generators", OOPSLA 2014). Its state is one number, so each step and each
// corruption can have its own stream.
type stream struct{ state uint64 }

func newStream(seed uint64, step, term int) stream {
	return stream{mix(seed, uint64(step), uint64(term)<<32)}
}

func (s *stream) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	return avalanche(s.state)
}

// below returns a number in [0, n), n ≤ 2³¹. The bias is below 2⁻³² n.
func (s *stream) below(n int) int {
	high, _ := bits.Mul64(s.next(), uint64(n))
	return int(high)
}

func avalanche(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func mix(a, b, c uint64) uint64 {
	return avalanche(avalanche(avalanche(a+0x9e3779b97f4a7c15)^b) + c*0x9e3779b97f4a7c15)
}

// permuted returns the image of i under a pseudorandom permutation of [0, n) that depends on key.
// It is a Feistel network over the next power of four, applied until the result is below n.
func permuted(key uint64, i, n int) int {
	half := (bits.Len(uint(n-1)) + 1) / 2
	mask := uint64(1)<<half - 1
	x := uint64(i)
	for {
		left, right := x>>half, x&mask
		for round := range uint64(4) {
			left, right = right, left^avalanche(key+round<<56^right)&mask
		}
		x = left<<half | right
		if x < uint64(n) {
			return int(x)
		}
	}
}

// knownAxioms are the axioms that no negative may be: the training axioms and what they entail.
type knownAxioms struct {
	asserted map[[4]int32]struct{} // the form, then the columns
	closure  dataset.Closure       // nil: only asserted axioms
}

func newKnownAxioms(train *dataset.Axioms, closure dataset.Closure) *knownAxioms {
	forms := []dataset.Form{dataset.NF1, dataset.NF3, dataset.RoleAssertion}
	n := 0
	for _, form := range forms {
		n += train[form].Len()
	}
	k := &knownAxioms{asserted: make(map[[4]int32]struct{}, n), closure: closure}
	for _, form := range forms {
		for axiom := range train[form].Rows() {
			k.asserted[keyOf(form, axiom)] = struct{}{}
		}
	}
	return k
}

func keyOf(form dataset.Form, axiom []int32) (key [4]int32) {
	key[0] = int32(form)
	copy(key[1:], axiom)
	return key
}

// has reports whether an axiom is known. C ⊑ C always is.
func (k *knownAxioms) has(form dataset.Form, axiom []int32) bool {
	if form == dataset.NF1 && axiom[0] == axiom[1] {
		return true
	}
	if _, ok := k.asserted[keyOf(form, axiom)]; ok {
		return true
	}
	return k.closure != nil && form != dataset.RoleAssertion && k.closure.Entails(form, axiom)
}
