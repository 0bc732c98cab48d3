package reasoner

import "context"

// Size of the layers over a base from which a new base is worth its cost. On obo-medium an edit
// takes about 20 kB; a fold takes the time of 50 edits.
const (
	foldEdits   = 1000
	foldChanged = 4096 // half of maxChanged, which edits during a fold must not reach
)

// Grown reports whether the layers over the base have reached the size from which Fold saves memory
// and time.
func (r *Reasoner) Grown() bool { return r.edits >= foldEdits || r.s.Changed() >= foldChanged }

// Fold returns a Reasoner for the same ontology, with the same answers, that is classified from
// scratch. It does not share memory with r, apart from the axioms. Its sources are different.
func (r *Reasoner) Fold(ctx context.Context) (*Reasoner, error) {
	opts := r.opts
	opts.Progress = nil
	folded, err := fromScratch(ctx, r.axioms.slice(), opts)
	if err == nil && folded.Consistent() {
		folded.s.Base.Inverted() // else the first edit would have to wait for it
	}
	return folded, err
}
