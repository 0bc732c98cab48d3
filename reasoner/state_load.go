package reasoner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"box2el-owl/internal/sections"
	"box2el-owl/owl"
	"box2el-owl/owl/el"
)

// Load makes a Reasoner from a state that Save has written for an ontology with this key. It has
// the answers of the saved Reasoner, and its statistics have the same counts and no durations.
//
// The function axioms serves Apply, questions about annotations and declarations, and explanations.
// It is called once, on first use, and must return the axioms of the saved Reasoner in their order.
// It may be nil; then these calls fail with ErrNoAxioms.
//
// The file is not trusted. Errors are ErrStateDamaged, ErrStateVersion, ErrStateOther, those of
// reading, and that of the context. Memory is proportional to the bytes read.
func Load(
	ctx context.Context, r io.Reader, key StateKey, axioms func() ([]owl.Axiom, error),
	opts Options,
) (*Reasoner, error) {
	opts = opts.withDefaults()
	opts.incremental = true
	opts.Progress.Report("loading", 0, 1)
	l := stateLoader{r: sections.NewReader(r, stateMagic), opts: opts}
	reasoner, err := l.load(ctx, key)
	if err != nil {
		if errors.Is(err, sections.ErrDamaged) {
			err = fmt.Errorf("%w: %w", ErrStateDamaged, err)
		}
		return nil, err
	}
	reasoner.axioms.first.load = axioms
	opts.Progress.Report("loading", 1, 1)
	return reasoner, nil
}

// damaged returns an ErrStateDamaged for a defect that a checksum cannot find.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrStateDamaged, fmt.Sprintf(format, args...))
}

// stateLoader reads the parts of a state and assembles them.
type stateLoader struct {
	r    *sections.Reader
	opts Options
	nf   *el.Ontology
	x    *index

	layer      []int32     // introduced concept ids, whether rounds added axioms, assumed classes
	contexts   []conceptID // additional contexts
	changed    []conceptID
	counts     [][6]int32
	axioms     conceptAxioms // all changed concepts
	merged     []conceptID
	records    [][4]int32
	chunks     []*[]conceptID
	linkCounts []int32
	links      []link

	classes        []el.Concept
	representative []int32
	direct         graph
	statistics     Statistics
}

func (l *stateLoader) load(ctx context.Context, key StateKey) (*Reasoner, error) {
	version := sections.ReadWords[uint32](l.r, "version")
	if l.r.Err() == nil && !slices.Equal(version, []uint32{stateVersion, rulesSum()}) {
		return nil, ErrStateVersion
	}
	of := l.r.ReadBytes("ontology")
	if l.r.Err() == nil && string(of) != string(key[:]) {
		return nil, ErrStateOther
	}
	counts := sections.ReadWords[int32](l.r, "axioms")
	if len(counts) != 1 || counts[0] < 0 {
		l.r.Fail("there is no number of axioms")
		return nil, l.r.Err()
	}
	l.nf = el.Load(l.r, int(counts[0]))
	report := el.LoadReport(l.r, int(counts[0]))
	names := sections.ReadWords[el.Concept](l.r, "names")
	automata := sections.ReadWords[int32](l.r, "automata")
	sums := sections.ReadWords[uint32](l.r, "index")
	if err := l.r.Err(); err != nil {
		return nil, err
	}
	var indexed error
	var wg sync.WaitGroup
	wg.Go(func() { indexed = l.makeIndex(ctx, names, automata) })
	l.read()
	wg.Wait()
	if err := cmp.Or(indexed, l.r.Err()); err != nil {
		return nil, err
	}
	if !slices.Equal(sums, l.x.sums()) {
		return nil, ErrStateVersion
	}
	s, err := l.saturation()
	if err != nil {
		return nil, err
	}
	t, err := l.taxonomy(s)
	if err != nil {
		return nil, err
	}
	return &Reasoner{
		opts: l.opts, axioms: axiomList{first: &firstAxioms{n: int(counts[0])}}, report: report,
		nf: l.nf, s: s, taxonomy: t,
	}, nil
}

// makeIndex makes the index from the normal form.
func (l *stateLoader) makeIndex(ctx context.Context, by []el.Concept, words []int32) (err error) {
	var names *collapse
	if len(by) > 0 {
		names = &collapse{by: by}
		if !names.fits(l.nf) {
			return damaged("concepts are represented by others of another kind")
		}
	}
	opts := l.opts
	box := newRoleBox(l.nf)
	if opts.automata, err = readAutomata(words, box); err != nil {
		return err
	}
	l.x, err = newIndex(ctx, l.nf, names, opts)
	return err
}

// readAutomata is the inverse of stateWriter.automata.
func readAutomata(words []int32, box *roleBox) (map[int32]*automaton, error) {
	automata := make(map[int32]*automaton)
	take := func(n int) []int32 {
		list := words[:n:n]
		words = words[n:]
		return list
	}
	for len(words) > 0 {
		if len(words) < 5 {
			return nil, damaged("an automaton of %d numbers", len(words))
		}
		head := take(5)
		role, letters, states, columns := head[0], int(head[2]), int(head[3]), int(head[4])
		if role < 0 || int(role) >= box.size || !box.complex[role] ||
			letters < 0 || letters > box.size || states < 1 || states > maxStates || columns < 0 ||
			columns > box.size ||
			len(words) < 2*letters+2*states*columns {
			return nil, damaged("automaton %v", head)
		}
		a := &automaton{
			role: role, states: int32(states), acceptsEmpty: head[1] != 0, letters: take(letters),
			columns: take(letters),
		}
		a.forward = dfa{
			states: states, columns: columns, next: take(states * columns),
			accept: make([]bool, states*columns),
		}
		for i, w := range take(states * columns) {
			a.forward.accept[i] = w != 0
		}
		for i, letter := range a.letters {
			if letter < 0 || int(letter) >= box.size || i > 0 && letter <= a.letters[i-1] ||
				a.columns[i] < 0 || int(a.columns[i]) >= columns {
				return nil, damaged("letter %d of the automaton of role %d", letter, role)
			}
		}
		if slices.ContainsFunc(a.forward.next, func(q int32) bool {
			return q < -1 || int(q) >= states
		}) {
			return nil, damaged("the automaton of role %d leads to no state", role)
		}
		a.into = a.forward.backward()
		automata[role] = a
	}
	return automata, nil
}

// read reads the sections after the checksums of the index. They are checked after the index is
// made.
func (l *stateLoader) read() {
	r := l.r
	l.layer = sections.ReadWords[int32](r, "layer")
	l.contexts = sections.ReadWords[conceptID](r, "contexts")
	l.changed = sections.ReadWords[conceptID](r, "changed")
	l.counts = sections.ReadWords[[6]int32](r, "changed")
	l.axioms = conceptAxioms{
		nf1:       sections.ReadWords[conceptID](r, "nf1"),
		nf2:       sections.ReadWords[conjunct](r, "nf2"),
		nf3:       sections.ReadWords[existential](r, "nf3"),
		negatives: sections.ReadWords[negativeOccurrence](r, "groups"),
		members:   sections.ReadWords[int32](r, "members"),
	}
	l.merged = sections.ReadWords[conceptID](r, "merged")
	l.records = sections.ReadWords[[4]int32](r, "records")
	chunks := sections.ReadWords[int32](r, "chunks")
	for range chunks {
		chunk := sections.ReadWords[conceptID](r, "above")
		if r.Err() != nil {
			return
		}
		l.chunks = append(l.chunks, &chunk)
	}
	l.linkCounts = sections.ReadWords[int32](r, "links")
	l.links = sections.ReadWords[link](r, "links")
	l.classes = sections.ReadWords[el.Concept](r, "classes")
	l.representative = sections.ReadWords[int32](r, "groups")
	l.direct.offsets = sections.ReadWords[int32](r, "direct")
	l.direct.targets = sections.ReadWords[int32](r, "direct")
	counted := sections.ReadWords[[2]uint32](r, "counted")
	if len(counted) != 3 || len(l.layer) != 3 {
		r.Fail("there are %d statistics and %d numbers of the layer", len(counted), len(l.layer))
		return
	}
	number := func(i int) int64 { return int64(counted[i][0]) | int64(counted[i][1])<<32 }
	l.statistics = Statistics{NormalForms: number(0), Contexts: number(1), Derived: number(2)}
	r.Close()
}

// saturation makes the base of later layers: the index with the additions of rules across contexts,
// and the store.
func (l *stateLoader) saturation() (*saturation, error) {
	plain := l.x
	if err := l.addLayer(); err != nil {
		return nil, err
	}
	x := l.x
	s := &saturation{
		x: x, plain: plain, store: newStore(x), rounded: l.layer[1] != 0, assumed: l.layer[2],
		statistics: l.statistics,
	}
	if len(l.records) != len(x.contexts) {
		return nil, damaged("%d records of %d contexts", len(l.records), len(x.contexts))
	}
	if err := l.fill(s); err != nil {
		return nil, err
	}
	if x.composing != nil {
		return s, l.fillLinks(s)
	}
	return s, nil
}

// addLayer adds concept ids, and the axioms of changed ones, to the index.
func (l *stateLoader) addLayer() error {
	base, introduced := l.x, conceptID(l.layer[0])
	if introduced < 0 || int(introduced) > len(l.changed) || base.numConcepts > 1<<31-1-introduced {
		return damaged("%d introduced concepts", introduced)
	}
	if len(l.changed) == 0 && len(l.contexts) == 0 {
		return nil
	}
	x := base.layer()
	l.x = x
	x.numConcepts += introduced
	for range introduced {
		x.concepts = append(x.concepts, noConcept)
	}
	if len(l.counts) != len(l.changed) {
		return damaged("%d counts for %d changed concepts", len(l.counts), len(l.changed))
	}
	for i, a := range l.changed {
		if a < 0 || a >= x.numConcepts || i > 0 && a <= l.changed[i-1] {
			return damaged("changed concept %d", a)
		}
		axioms, err := l.takeAxioms(l.counts[i])
		if err != nil {
			return err
		}
		was := uint8(0)
		if a < base.numConcepts {
			was = base.flags[a]
		}
		if fixed := isNominal | isSelf; axioms.flags&fixed != was&fixed {
			return damaged("concept %d has flags %b and not %b", a, axioms.flags, was)
		}
		x.changes.axioms[a] = axioms
		x.changed = x.changed.with(a)
	}
	for a := base.numConcepts; a < x.numConcepts; a++ {
		if !x.changed.has(a) {
			return damaged("introduced concept %d has no axioms", a)
		}
	}
	for _, c := range l.contexts {
		if c < 0 || c >= x.numConcepts || !x.isContext(c) ||
			c < base.numConcepts && base.flags[c]&isContext != 0 {
			return damaged("context %d", c)
		}
	}
	x.contexts = append(x.contexts, l.contexts...)
	return l.addMerged()
}

// takeAxioms takes the axioms of the next changed concept.
func (l *stateLoader) takeAxioms(n [6]int32) (*conceptAxioms, error) {
	x, all := l.x, &l.axioms
	for i, have := range [...]int{
		1 << 8, len(all.nf1), len(all.nf2), len(all.nf3), len(all.negatives), len(all.members),
	} {
		if n[i] < 0 || int(n[i]) > have {
			return nil, damaged("%d axioms of a concept where %d are left", n[i], have)
		}
	}
	a := &conceptAxioms{flags: uint8(n[0])}
	a.nf1, all.nf1 = all.nf1[:n[1]:n[1]], all.nf1[n[1]:]
	a.nf2, all.nf2 = all.nf2[:n[2]:n[2]], all.nf2[n[2]:]
	a.nf3, all.nf3 = all.nf3[:n[3]:n[3]], all.nf3[n[3]:]
	a.negatives, all.negatives = all.negatives[:n[4]:n[4]], all.negatives[n[4]:]
	a.members, all.members = all.members[:n[5]:n[5]], all.members[n[5]:]
	ok := true
	known := func(b conceptID) { ok = ok && b >= 0 && b < x.numConcepts }
	for _, b := range a.nf1 {
		known(b)
	}
	for _, b := range a.nf2 {
		known(b.other)
		known(b.super)
	}
	for _, b := range a.nf3 {
		known(b.filler)
		ok = ok && b.roleID >= 0 && int(b.roleID) < len(x.representatives)
	}
	for _, g := range a.negatives {
		ok = ok && l.isOccurrence(g)
	}
	for _, m := range a.members {
		ok = ok && m >= 0 && m < x.disjoint
	}
	if !ok {
		return nil, damaged("an axiom is about concepts that do not exist")
	}
	return a, nil
}

func (l *stateLoader) isOccurrence(g negativeOccurrence) bool {
	x := l.x
	if g.automaton < 0 || int(g.automaton) >= len(x.automata) || g.first < 0 {
		return false
	}
	if g.at < 0 {
		return conceptID(g.first) < x.numConcepts
	}
	states := x.automata[g.automaton].states
	return g.at <= states && int(g.first)+int(states) <= len(x.states)
}

// addMerged is the inverse of stateWriter.merged.
func (l *stateLoader) addMerged() error {
	for words := l.merged; len(words) > 0; {
		if len(words) < 2 || words[1] < 0 || int(words[1]) > len(words)-2 {
			return damaged("a merged value of %d ids", len(words))
		}
		a, parts := words[0], words[2:2+words[1]]
		for _, b := range words[:2+words[1]] {
			if b < 0 || b >= l.x.numConcepts {
				return damaged("merged conceptID %d", b)
			}
		}
		l.x.changes.merge(a, parts)
		words = words[2+len(parts):]
	}
	return nil
}

// fill copies the subsumers into the store.
func (l *stateLoader) fill(s *saturation) error {
	s.store.chunks.Store(&l.chunks)
	chunk, begin := 0, 0
	for i, c := range s.x.contexts {
		n := l.records[i]
		if n[3] < 0 {
			continue
		}
		r := record{activeOnly: n[0], active: n[1], propagated: n[2], all: n[3]}
		if r.all > 0 {
			if chunk < len(l.chunks) && begin == len(*l.chunks[chunk]) {
				chunk, begin = chunk+1, 0
			}
			if chunk == len(l.chunks) || int(r.all) > len(*l.chunks[chunk])-begin {
				return damaged("there are too few subsumers")
			}
			r.chunk, r.begin = int32(chunk), int32(begin)
			begin += int(r.all)
		}
		piece := r.piece(s.store)
		if _, itself := slices.BinarySearch(piece, c); !s.x.inBlocks(&r, piece) ||
			!itself && r.all > 0 {
			return damaged("the subsumers of context %d", c)
		}
		*s.store.record(c) = r
		s.store.state(c).Store(stateDone)
	}
	if chunk < len(l.chunks)-1 || chunk < len(l.chunks) && begin < len(*l.chunks[chunk]) {
		return damaged("there are too many subsumers")
	}
	return nil
}

// inBlocks reports whether a list of concept ids ascends and has the blocks of a record.
func (x *index) inBlocks(r *record, list []conceptID) bool {
	if r.activeOnly < 0 || r.activeOnly > r.active || r.active > r.propagated ||
		r.propagated > r.all {
		return false
	}
	before := conceptID(-1)
	ascends := true
	for _, a := range list {
		ascends = ascends && a > before
		before = a
	}
	ends := [...]int32{r.activeOnly, r.active, r.propagated}
	for i, block := range [...]conceptID{x.activeOnly, x.active, x.propagated} {
		n := ends[i]
		ascends = ascends && (n == 0 || list[n-1] < block) && (n == r.all || list[n] >= block)
	}
	return ascends && before < x.numConcepts
}

// fillLinks copies the links into the store, if chains are composed.
func (l *stateLoader) fillLinks(s *saturation) error {
	if len(l.linkCounts) != len(s.x.contexts) {
		return damaged("links of %d contexts", len(l.linkCounts))
	}
	links := l.links
	for _, k := range links {
		if k.roleID < 0 || int(k.roleID) >= len(s.x.representatives) || k.target < 0 ||
			k.target >= s.x.numConcepts {
			return damaged("link %v", k)
		}
	}
	for i, c := range s.x.contexts {
		n := l.linkCounts[i]
		if n < 0 || int(n) > len(links) {
			return damaged("%d links where %d are left", n, len(links))
		}
		s.store.links[c], links = links[:n:n], links[n:]
	}
	return nil
}

// taxonomy makes the taxonomy; see reduce.
func (l *stateLoader) taxonomy(s *saturation) (*Taxonomy, error) {
	t := &Taxonomy{
		s: s, consistent: s.consistent(), representative: l.representative, direct: l.direct,
		statistics: l.statistics,
	}
	if !t.consistent {
		return &Taxonomy{s: s, statistics: l.statistics}, nil
	}
	seen := make(map[el.Concept]bool, len(l.classes))
	named := make([]namedID, len(l.classes))
	for i, c := range l.classes {
		if c < 0 || int(c) >= l.nf.NumConcepts() || l.nf.Kind(c) != el.NamedClass || seen[c] {
			return nil, damaged("class %d is not one", i)
		}
		seen[c] = true
		named[i] = namedID{id: s.x.idOf[c], concept: c}
	}
	t.rankAll(named)
	return t, t.check()
}

// check reports whether groups and direct subsumers are valid, so that a search through them ends.
func (t *Taxonomy) check() error {
	n := int32(len(t.classes))
	if len(t.representative) != int(n) || len(t.direct.offsets) != int(n)+1 ||
		t.direct.offsets[0] != 0 || int(t.direct.offsets[n]) != len(t.direct.targets) {
		return damaged("%d groups of %d classes", len(t.representative), n)
	}
	represents := func(r int32) bool { return r >= 0 && r < n && t.representative[r] == r }
	for i, r := range t.representative {
		if r != thing && r != nothing && !represents(r) {
			return damaged("class %d is represented by %d", i, r)
		}
		if t.direct.offsets[i] > t.direct.offsets[i+1] {
			return damaged("class %d has less than no direct superclasses", i)
		}
	}
	for _, d := range t.direct.targets {
		if !represents(d) {
			return damaged("direct superclass %d represents no group", d)
		}
	}
	if _, count := t.direct.components(); count != n {
		return damaged("classes are above each other")
	}
	return nil
}
