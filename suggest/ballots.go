package suggest

// ballots are what the classes around a subject say for classes as targets. What is said of one class stands side by side: of thousands that are
// asked for none is in the processor's cache.
type ballots struct {
	slate[ballot]
	voted []int32 // the classes of which something is said
}

type ballot struct {
	// direct is for a target itself, above for what is above the targets of those who vote.
	direct, above [likenesses]float64

	// words and wordsAbove are the largest shares that have the target, or something below it, among the classes with one of the subject's words.
	words, wordsAbove float64

	place int32 // among those nearest to the subject in the model; 0: it is none of them
}

// begin starts a round, in which nobody has voted.
func (b *ballots) begin() {
	b.voted = b.voted[:0]
	b.slate.begin()
}

// to is the ballot of a class, to be written to.
func (b *ballots) to(class int32) *ballot {
	x, first := b.slate.to(class)
	if first {
		b.voted = append(b.voted, class)
	}
	return x
}

var noBallot ballot

// on is what was said for a class.
func (b *ballots) on(class int32) *ballot {
	if x := b.slate.on(class); x != nil {
		return x
	}
	return &noBallot
}

// chosen reports whether someone has the target itself.
func (x *ballot) chosen() bool {
	return x.words > 0 || x.direct != [likenesses]float64{}
}

// near reports whether someone has the target, or something below it; of those with one of the subject's words only the target counts.
func (x *ballot) near() bool {
	return x.words > 0 || x.above != [likenesses]float64{}
}

// tally counts classes.
type tally struct {
	count   []int32 // by class: zeros between uses
	touched []int32
}

func (t *tally) add(class int32) {
	if t.count[class] == 0 {
		t.touched = append(t.touched, class)
	}
	t.count[class]++
}

// settle hands out what share of n classes has been counted for each, and begins anew. Two more classes are taken to have none.
func (t *tally) settle(n int, to func(class int32, share float64)) {
	for _, c := range t.touched {
		to(c, float64(t.count[c])/float64(n+2))
		t.count[c] = 0
	}
	t.touched = t.touched[:0]
}
