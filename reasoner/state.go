package reasoner

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"box2el-owl/internal/sections"
	"box2el-owl/owl/el"
)

// The state of a Reasoner on disk holds what is expensive to compute: the normal form, the automata
// of complex roles, the subsumers of all contexts with the additions of rules across contexts, and
// the taxonomy. The index is made again from the normal form, so a file cannot make it
// inconsistent. A checksum of the index and a format number detect files of a program with other
// ids or rules. The asserted axioms are not stored.

// StateKey identifies the input of a saved state, for example by a hash of the ontology's files.
// The caller chooses it.
type StateKey [32]byte

// Errors of loading a state.
var (
	// ErrStateDamaged is returned if a file is not a complete output of Save.
	ErrStateDamaged = errors.New("the saved state is damaged")
	// ErrStateVersion is returned if another version of the program wrote the state.
	ErrStateVersion = errors.New("the saved state is of another version of the program")
	// ErrStateOther is returned if the state belongs to another ontology.
	ErrStateOther = errors.New("the saved state is of another ontology")
	// ErrNoAxioms is returned if a loaded Reasoner needs its axioms and cannot read them.
	ErrNoAxioms = errors.New("the reasoner was loaded without the axioms of its ontology")
)

const (
	stateMagic = "\x89b2elst\n"

	// stateVersion must be incremented if the same file would have another meaning: after a change
	// of the format, the rules, the normal form or the data theory. TestStateVersion detects such
	// changes.
	stateVersion = 1

	// stateChunk is the number of concept ids in a section of subsumers, unless one context has
	// more.
	stateChunk = 1 << 20
)

// Save writes the state of a Reasoner, from which Load makes one with the same answers. The bytes
// depend on the ontology and the key alone. It returns el.ErrUnwritable for an ontology that cannot
// be saved.
//
// Cost: the subsumers are sorted, with a copy of up to 4 MB of them at a time. A Reasoner made by
// Apply is classified from scratch first.
func (r *Reasoner) Save(ctx context.Context, w io.Writer, key StateKey) error {
	if r.generation > 0 {
		if err := r.axioms.err(); err != nil {
			return err
		}
		fresh, err := fromScratch(ctx, r.axioms.slice(), r.opts)
		if err != nil {
			return err
		}
		r = fresh
	}
	out := stateWriter{w: sections.NewWriter(w, stateMagic), r: r, x: r.s.x, base: r.s.plainIndex()}
	sections.Words(out.w, "version", []uint32{stateVersion, rulesSum()})
	out.w.Bytes("ontology", key[:])
	sections.Words(out.w, "axioms", []int32{int32(r.axioms.len())})
	if err := r.nf.Store(out.w); err != nil {
		return err
	}
	r.report.Store(out.w)
	var names []el.Concept
	if out.x.names != nil {
		names = out.x.names.by
	}
	sections.Words(out.w, "names", names)
	out.automata()
	sections.Words(out.w, "index", out.base.sums())
	if err := out.changes(); err != nil {
		return err
	}
	if err := out.subsumers(ctx); err != nil {
		return err
	}
	out.taxonomy()
	return out.w.Close()
}

// plainIndex returns the index without changes, as made from the normal form.
func (s *saturation) plainIndex() *index {
	root := s.base()
	if root.plain != nil {
		return root.plain
	}
	return root.x
}

// rulesSum is a checksum of the rule table.
func rulesSum() uint32 {
	sum := uint32(0)
	for _, rule := range ruleTable {
		sum = sections.Sum(sum, []rune(rule.Name+rule.Formula))
	}
	return sum
}

// sums returns the number of concept ids and checksums of what the rules read.
func (x *index) sums() []uint32 {
	sum := sections.Sum(0, x.concepts)
	sum = sections.Sum(sum, x.descriptors)
	sum = sections.Sum(sum, x.nf1)
	sum = sections.Sum(sum, x.nf2)
	sum = sections.Sum(sum, x.nf3)
	sum = sections.Sum(sum, x.negatives)
	sum = sections.Sum(sum, x.members.targets)
	sum = sections.Sum(sum, x.states)
	sum = sections.Sum(sum, x.representatives)
	sum = sections.Sum(sum, x.topPropagated.targets)
	sum = sections.Sum(sum, []int32{x.universal, int32(x.top), int32(x.bottom), int32(x.literal)})
	return []uint32{
		uint32(x.numConcepts), uint32(x.activeOnly), uint32(x.active), uint32(x.propagated),
		uint32(len(x.contexts)), sum,
	}
}

// stateWriter writes the parts of a state.
type stateWriter struct {
	w       *sections.Writer
	r       *Reasoner
	x, base *index
}

// automata writes the automata that are expensive to build. If links are composed, none is written.
func (out *stateWriter) automata() {
	var words []int32
	for _, a := range out.base.automata {
		if out.base.composing != nil || !out.base.box.complex[a.role] {
			continue
		}
		d := &a.forward
		words = append(words, a.role, boolWord(a.acceptsEmpty), int32(len(a.letters)), a.states,
			int32(d.columns))
		words = append(append(words, a.letters...), a.columns...)
		words = append(words, d.next...)
		for _, accept := range d.accept {
			words = append(words, boolWord(accept))
		}
	}
	sections.Words(out.w, "automata", words)
}

func boolWord(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// changes writes the changes of a layer: the concept ids that rules across contexts have
// introduced, and all axioms of the concepts to which they have added some.
func (out *stateWriter) changes() error {
	x, base := out.x, out.base
	if len(x.states) != len(base.states) || len(x.automata) != len(base.automata) ||
		len(x.nominals) != len(base.nominals) || x.disjoint != base.disjoint {
		// no rule does that
		return errors.New("a saturation from scratch has introduced more than inclusions and links")
	}
	s := out.r.s
	sections.Words(out.w, "layer",
		[]int32{int32(x.numConcepts - base.numConcepts), boolWord(s.rounded), s.assumed})
	sections.Words(out.w, "contexts", x.contexts[len(base.contexts):])
	var changed []conceptID
	for a := range x.numConcepts {
		if x.changed.has(a) {
			changed = append(changed, a)
		}
	}
	sections.Words(out.w, "changed", changed)
	counts := make([][6]int32, len(changed))
	var nf1 []conceptID
	var nf2 []conjunct
	var nf3 []existential
	var negatives []negativeOccurrence
	var members []int32
	for i, a := range changed {
		axioms := x.changes.of(a)
		counts[i] = [6]int32{
			int32(axioms.flags), int32(len(axioms.nf1)), int32(len(axioms.nf2)),
			int32(len(axioms.nf3)), int32(len(axioms.negatives)), int32(len(axioms.members)),
		}
		nf1, nf2, nf3 = append(nf1, axioms.nf1...), append(nf2, axioms.nf2...),
			append(nf3, axioms.nf3...)
		negatives, members = append(negatives, axioms.negatives...),
			append(members, axioms.members...)
	}
	sections.Words(out.w, "changed", counts)
	sections.Words(out.w, "nf1", nf1)
	sections.Words(out.w, "nf2", nf2)
	sections.Words(out.w, "nf3", nf3)
	sections.Words(out.w, "groups", negatives)
	sections.Words(out.w, "members", members)
	out.merged()
	return nil
}

// merged writes the merged values of functional properties.
func (out *stateWriter) merged() {
	parts := make(map[conceptID][]conceptID)
	for c := out.x.changes; c != nil; c = c.below {
		maps.Copy(parts, c.parts)
	}
	var words []conceptID
	for _, a := range slices.Sorted(maps.Keys(parts)) {
		words = append(append(words, a, conceptID(len(parts[a]))), parts[a]...)
	}
	sections.Words(out.w, "merged", words)
}

// subsumers writes the records of all contexts, and their subsumers in ascending order.
func (out *stateWriter) subsumers(ctx context.Context) error {
	store, contexts := out.r.s.store, out.x.contexts
	records := make([][4]int32, len(contexts))
	for i, c := range contexts {
		r := store.record(c)
		if !store.done(c) { // the ontology was found inconsistent before
			records[i] = [4]int32{-1, -1, -1, -1}
			continue
		}
		records[i] = [4]int32{r.activeOnly, r.active, r.propagated, r.all}
	}
	sections.Words(out.w, "records", records)
	sections.Words(out.w, "chunks", out.chunks())
	var chunk []conceptID
	for _, c := range contexts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !store.done(c) {
			continue
		}
		piece := store.subsumers(c)
		if len(chunk) > 0 && len(chunk)+len(piece) > stateChunk {
			sections.Words(out.w, "above", chunk)
			chunk = chunk[:0]
		}
		begin := len(chunk)
		chunk = append(chunk, piece...)
		slices.Sort(chunk[begin:])
	}
	if len(chunk) > 0 {
		sections.Words(out.w, "above", chunk)
	}
	var counts []int32
	var links []link
	if out.x.composing != nil {
		for _, c := range contexts {
			counts = append(counts, int32(len(store.links[c])))
			links = append(links, store.links[c]...)
		}
	}
	sections.Words(out.w, "links", counts)
	sections.Words(out.w, "links", links)
	return nil
}

// chunks returns the number of subsumers in each section. The subsumers of one context are in one
// section.
func (out *stateWriter) chunks() []int32 {
	var chunks []int32
	last := int32(0)
	for _, c := range out.x.contexts {
		n := int32(len(out.r.s.store.subsumers(c)))
		if last > 0 && last+n > stateChunk {
			chunks = append(chunks, last)
			last = 0
		}
		last += n
	}
	if last > 0 {
		chunks = append(chunks, last)
	}
	return chunks
}

func (out *stateWriter) taxonomy() {
	t := out.r.taxonomy
	concepts := make([]el.Concept, len(t.classes))
	for i, c := range t.classes {
		concepts[i], _ = out.r.nf.ConceptOf(c)
	}
	sections.Words(out.w, "classes", concepts)
	sections.Words(out.w, "groups", t.representative)
	sections.Words(out.w, "direct", t.direct.offsets)
	sections.Words(out.w, "direct", t.direct.targets)
	var counted [3][2]uint32
	for i, n := range [...]int64{
		t.statistics.NormalForms, t.statistics.Contexts, t.statistics.Derived,
	} {
		counted[i] = [2]uint32{uint32(n), uint32(n >> 32)}
	}
	sections.Words(out.w, "counted", counted[:])
}
