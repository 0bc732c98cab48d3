package embed

import (
	"math/bits"
	"slices"

	"box2el-owl/embed/dataset"
)

// planner draws the batches of each step. They depend on the data, the seed and the step alone, so
// that a step can be planned before the parameters of the step before it are known, and training
// goes on from any step.
type planner struct {
	data    *dataset.Dataset
	seed    uint64
	batch   int
	hyper   Hyper
	variant Variant

	wholeIfSmall, fixedNegatives bool

	first []int32 // first unit of each block
	terms []plannedTerm

	pool  []int32 // classes that negatives are drawn from
	known *known  // what negatives may not be; nil: anything goes

	unsorted, sorted []unitUse // of the plan that is being made
}

// plannedTerm is what planning has to know of a term.
type plannedTerm struct {
	source source
	parts  []part
	axioms dataset.Table
}

// plan is one step: which axioms each term takes, and for each unit that they touch, where its
// gradient comes from.
type plan struct {
	step    int       // counted from 1
	batches [][]int32 // of each term: the columns of its axioms, one axiom after the other
	counts  []int     // of each term: the number of its axioms

	units []int32 // touched units, ascending
	uses  []use   // grouped by unit, in the order of terms, axioms and parts
	start []int32 // uses[start[i]:start[i+1]] are those of units[i]
	next  []uint8 // in how many steps units[i] is touched again, or 0 where that is not planned yet
}

// use says that a unit is a part of an axiom of a term's batch: from the lowest bit on 3 bits for
// the part, 5 for the term, and the axiom's number. There are as many uses as all plans together
// have, so they are small.
type use uint32

const (
	mostParts  = 1 << 3
	mostTerms  = 1 << 5
	mostAxioms = 1 << 24 // of a batch
)

func (u use) part() int  { return int(u % mostParts) }
func (u use) term() int  { return int(u / mostParts % mostTerms) }
func (u use) axiom() int { return int(u / (mostParts * mostTerms)) }

// plan draws the batches of a step.
func (p *planner) plan(step int, into *plan) {
	into.step = step
	into.batches = resized(into.batches, len(p.terms))
	into.counts = resized(into.counts, len(p.terms))
	for i := range p.terms {
		t := &p.terms[i]
		batch := into.batches[i][:0]
		switch t.source.kind {
		case positives:
			batch = p.positives(i, step, batch)
		case negatives:
			batch = p.negatives(i, step, batch)
		case everything:
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
	if t.source.kind == everything {
		return 1
	}
	return len(t.source.form.Columns())
}

// positives appends the batch of a form: all its axioms if the model says so and they are few, and
// else as many as a batch has, with replacement, or in the shuffled variant the next ones of a
// permutation.
func (p *planner) positives(term, step int, batch []int32) []int32 {
	axioms := p.terms[term].axioms
	n := axioms.Len()
	if n == 0 {
		return batch
	}
	if n <= p.batch && (p.wholeIfSmall || p.variant.Shuffled) {
		return append(batch, axioms.IDs...)
	}
	random := newStream(p.seed, step, term)
	batch = slices.Grow(batch, p.batch*axioms.Width)
	for i := range p.batch {
		row := 0
		if p.variant.Shuffled {
			at := (step-1)*p.batch + i
			row = permuted(mix(p.seed, uint64(at/n), uint64(term)), at%n, n)
		} else {
			row = random.below(n)
		}
		batch = append(batch, axioms.Row(row)...)
	}
	return batch
}

// negatives appends corrupted axioms. As published, each axiom of the form has two corruptions in
// each of ω sets, its end replaced by anything and its beginning replaced by anything; as many
// numbers of corruptions as a batch has are drawn with replacement and taken from each set.
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
	batch = slices.Grow(batch, p.batch*sets*t.width())
	for range p.batch {
		number := random.below(corruptions)
		for set := range sets {
			// The replacement belongs to the corruption, whenever its number comes up in a step.
			draw := stream{mix(p.seed, uint64(drawnIn)<<20|uint64(term)<<10|uint64(set),
				uint64(number)+1)}
			batch = p.corrupt(batch, t.source.form, t.axioms.Row(number%n), ends[number/n], &draw)
		}
	}
	return batch
}

// endsOf returns the columns of a form that a corruption may replace; first the one that the
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

// mostDraws is how often a negative is drawn again before its axiom goes without.
const mostDraws = 20

// corrupt appends the axiom with a drawn id in the column, or nothing if only known ones were
// drawn.
func (p *planner) corrupt(batch []int32, form dataset.Form, axiom []int32, column int,
	draw *stream) []int32 {
	at := len(batch)
	batch = append(batch, axiom...)
	negative := batch[at:]
	for range mostDraws {
		if form == dataset.RoleAssertion {
			negative[column] = int32(draw.below(len(p.data.Individuals)))
		} else {
			negative[column] = p.pool[draw.below(len(p.pool))]
		}
		if p.known == nil || !p.known.holds(form, negative) {
			return batch
		}
	}
	return batch[:at]
}

// unitUse is a use and the unit that it is of.
type unitUse struct {
	unit int32
	use  use
}

// group finds the units that the batches touch and sorts their uses by unit. Units ascend, so that
// a step goes through memory in one direction.
func (p *planner) group(into *plan) {
	uses := 0
	for term := range p.terms {
		uses += into.counts[term] * len(p.terms[term].parts)
	}
	p.unsorted = roomFor(p.unsorted, uses)[:0]
	for term := range p.terms {
		t := &p.terms[term]
		width := t.width()
		for axiom := range into.counts[term] {
			row := into.batches[term][axiom*width:]
			for i := range t.parts {
				part := &t.parts[i]
				p.unsorted = append(p.unsorted,
					unitUse{p.first[part.block] + row[part.column],
						use((axiom*mostTerms+term)*mostParts + i)})
			}
		}
	}
	p.sortByUnit()
	units := 0
	for i := range p.sorted {
		if p.begins(i) {
			units++
		}
	}
	into.uses = roomFor(into.uses, uses)[:0]
	into.units, into.start = roomFor(into.units, units)[:0], roomFor(into.start, units+1)[:0]
	for i, u := range p.sorted {
		if p.begins(i) {
			into.units = append(into.units, u.unit)
			into.start = append(into.start, int32(i))
		}
		into.uses = append(into.uses, u.use)
	}
	into.start = append(into.start, int32(len(p.sorted)))
}

// begins reports whether another unit than before comes at i in sorted.
func (p *planner) begins(i int) bool { return i == 0 || p.sorted[i].unit != p.sorted[i-1].unit }

// sortByUnit puts what is in unsorted into sorted, uses of the same unit in their order: by digits
// of the unit, the lowest first.
func (p *planner) sortByUnit() {
	const digit = 11
	var place [1 << digit]int32
	p.sorted = roomFor(p.sorted, len(p.unsorted))
	for shift := 0; shift == 0 || p.units()>>shift > 0; shift += digit {
		if shift > 0 {
			p.unsorted, p.sorted = p.sorted, p.unsorted
		}
		clear(place[:])
		for i := range p.unsorted {
			place[p.unsorted[i].unit>>shift&(1<<digit-1)]++
		}
		end := int32(0)
		for d, n := range place {
			place[d] = end
			end += n
		}
		for _, u := range p.unsorted {
			at := &place[u.unit>>shift&(1<<digit-1)]
			p.sorted[*at] = u
			*at++
		}
	}
}

// units is the number of all units.
func (p *planner) units() int { return int(p.first[len(p.first)-1]) }

// roomFor returns n elements with anything in them: of s where it has room, and else fresh ones
// with room for a little more, as steps differ by the negatives that are found and by how often
// they touch the same row. There are as many of these slices as there are plans: what is left of
// growing them by and by would be as large as they are.
func roomFor[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n, n+n/16)
	}
	return s[:n]
}

func resized[E any](s []E, n int) []E {
	if cap(s) < n {
		return append(s[:cap(s)], make([]E, n-cap(s))...)
	}
	return s[:n]
}

// stream is a sequence of random numbers (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
// Generators", OOPSLA 2014: SplitMix64): its whole state is one number, so that each step and each
// corruption has its own.
type stream struct{ state uint64 }

func newStream(seed uint64, step, term int) stream {
	return stream{mix(seed, uint64(step), uint64(term)<<32)}
}

func (s *stream) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	return avalanche(s.state)
}

// below returns a number in [0, n), n ≤ 2³¹; the bias is below 2⁻³² n.
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

// permuted is where a random permutation of [0, n), one for each key, takes i: a Feistel network
// over the next power of four, walked until it leads back below n.
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
