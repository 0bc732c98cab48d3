package place

import (
	"context"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/rank"
)

// Term is a new class, or a class of the ontology that lacks axioms. Every field may be empty.
type Term struct {
	Label      string
	Synonyms   []string
	Definition string // textual

	// IRI is its IRI, or any IRI of its ID space. If a class of the ontology has it, that class is
	// placed, with the names and the definition of the Term.
	IRI owl.IRI

	// Parents and Restrictions are its known axioms.
	Parents      []int32
	Restrictions []asserted.Restriction

	// Feedback holds decisions about other classes. They change the order of the lists, but not the
	// probabilities.
	Feedback rank.Feedback
}

// Least probabilities of the tiers, and of rows that are listed at all.
const (
	leastLikely   = 0.8
	leastPossible = 0.3
	leastListed   = 0.03
	leastFirst    = 0.08 // of the first superclass; no superclass is listed if it has less
)

// tierOf returns the tier of a probability.
func tierOf(probability float64) evidence.Tier {
	switch {
	case probability >= leastLikely:
		return evidence.Likely
	case probability >= leastPossible:
		return evidence.Possible
	}
	return evidence.Speculative
}

// Row holds the fields that all proposals have.
type Row struct {
	Probability float64 // that the proposal is right
	Tier        evidence.Tier
	Evidence    []evidence.Evidence // the strongest first
}

// Parent proposes Term ⊑ Class.
type Parent struct {
	Row
	Class int32
}

// Restriction proposes Term ⊑ ∃Property.Filler.
type Restriction struct {
	Row
	asserted.Restriction
}

// Definition proposes Term ≡ Genus ⊓ Restrictions. It follows a pattern of defined classes, or is
// composed of a likely superclass and a likely restriction.
type Definition struct {
	Row
	Genus        int32
	Restrictions []asserted.Restriction
	ByPattern    bool
}

// Placement holds the proposals for a Term. Each list has the best row first and may be empty.
// Superclasses and restrictions are in the order of the Engine, so that their probabilities need
// not descend.
type Placement struct {
	Duplicates   []Duplicate
	Parents      []Parent
	Restrictions []Restriction
	Definitions  []Definition
}

// mostRows is the length of each list of a Placement.
const mostRows = 10

// Placer places new classes. It is safe for concurrent use.
type Placer struct {
	x        *asserted.Index
	e        *rank.Engine
	names    spellings
	patterns patterns
	own      selfTestResult
	prior    *coefficients
}

// New returns a Placer on an Engine that has weights. To measure its accuracy, it places up to 80
// classes of the ontology twice, with all text and with the label alone. The error is that of ctx.
func New(ctx context.Context, e *rank.Engine) (*Placer, error) {
	prior, err := shippedCoefficients()
	if err != nil {
		return nil, err
	}
	p := &Placer{x: e.Index(), e: e, prior: prior}
	p.names = newSpellings(p.x)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.patterns = newPatterns(p.x)
	p.own, err = p.selfTest(ctx)
	return p, err
}

// SubjectOf returns a Term as a subject of an Engine for an Index.
func SubjectOf(x *asserted.Index, t Term) rank.Subject {
	s := rank.Subject{Class: rank.NoClass, Definition: t.Definition, Space: -1,
		Parents: t.Parents, Restrictions: t.Restrictions}
	if t.IRI != (owl.IRI{}) {
		s.Space = int32(slices.Index(x.SpaceNames, asserted.Space(t.IRI)))
		if c, ok := x.Class(t.IRI); ok {
			s.Class = c
		}
	}
	for i, text := range append([]string{t.Label}, t.Synonyms...) {
		if n := asserted.NewName(text); len(n.Words) > 0 && (i > 0 || isName(text)) {
			s.Names = append(s.Names, n)
		}
	}
	return s
}

// isName reports whether a label is no number of four digits or more.
func isName(label string) bool {
	digits := asserted.LongestNumber(label)
	return digits < 4 || digits < len(label)
}

// Place proposes superclasses, restrictions, definitions and duplicates for a Term. There are no
// proposals for a Term without names and definition. The error is that of ctx.
func (p *Placer) Place(ctx context.Context, t Term) (Placement, error) {
	v, err := p.view(ctx, SubjectOf(p.x, t))
	if err != nil || v == nil {
		return Placement{}, err
	}
	v.feedback = t.Feedback
	var placed Placement
	placed.Duplicates = v.duplicates()
	placed.Parents = v.listParents(placed.Duplicates)
	placed.Restrictions = v.listRestrictions()
	placed.Definitions = v.listDefinitions()
	return placed, ctx.Err()
}

// Duplicates returns the classes that a Term may duplicate. The error is that of ctx.
func (p *Placer) Duplicates(ctx context.Context, t Term) ([]Duplicate, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v := &view{p: p, s: SubjectOf(p.x, t)}
	if len(v.s.Names) == 0 {
		return nil, nil
	}
	v.near = p.e.Near(v.s, mostNear)
	return v.duplicates(), ctx.Err()
}

// mostNear is the number of neighbors of each kind.
const mostNear = 15

// view holds a Term with its neighbors and ranked candidates.
type view struct {
	p         *Placer
	s         rank.Subject
	labelOnly bool

	near [3][]rank.Neighbor // by kind of cosine

	parents, restrictions []rank.Candidate
	feedback              rank.Feedback
	matches               []match // of patterns of definitions

	text  []string // words of the definition
	genus int      // the place in text where the genus begins

	rows map[asserted.Restriction]*scored // of the first candidates
}

// scored is a candidate with its probability and the evidence for it.
type scored struct {
	rank.Candidate
	place       int // rank from 0
	features    []float64
	probability float64
	support     support
}

// readDefinition sets the words of the definition, without "X is a" if it begins with a name X of
// the subject.
func (v *view) readDefinition() {
	v.text = asserted.Words(asserted.Clip(v.s.Definition, mostText))
	v.genus = afterArticles(v.text)
	for _, name := range v.s.Names {
		rest := v.text[v.genus:]
		n := len(name.Words)
		if n < len(rest) && slices.Equal(rest[:n], name.Words) && copulas[rest[n]] {
			v.text = rest[n+1:]
			v.genus = afterArticles(v.text)
			return
		}
	}
}

// afterArticles returns the place of the first word that is no article.
func afterArticles(words []string) int {
	return max(0, slices.IndexFunc(words, func(w string) bool { return !articles[w] }))
}

// view ranks the candidates for a subject. It returns nil for a subject without names and
// definition.
func (p *Placer) view(ctx context.Context, s rank.Subject) (*view, error) {
	if len(s.Names) == 0 && s.Definition == "" {
		return nil, ctx.Err()
	}
	v := &view{p: p, s: s, rows: make(map[asserted.Restriction]*scored)}
	v.near = p.e.Near(s, mostNear)
	v.readDefinition()
	ranked := s
	if p.own.labelOnly && len(s.Names) > 0 && (len(s.Names) > 1 || s.Definition != "") {
		v.labelOnly = true
		ranked = labelOf(s)
	}
	var err error
	if v.parents, err = p.e.Superclasses(ctx, ranked); err != nil {
		return nil, err
	}
	if v.restrictions, err = p.e.Restrictions(ctx, ranked, rank.NoProperty); err != nil {
		return nil, err
	}
	if len(s.Names) > 0 {
		v.matches = p.patterns.match(s.Names[0], s.Class)
	}
	for _, list := range [][]rank.Candidate{v.parents, v.restrictions} {
		for i, c := range list[:min(len(list), mostScored)] {
			v.rows[c.Restriction()] = v.score(list, i)
		}
	}
	return v, nil
}

// row returns the row of a superclass, or nil.
func (v *view) row(superclass int32) *scored {
	return v.rows[asserted.Restriction{Property: rank.NoProperty, Filler: superclass}]
}

// mostScored is the number of candidates of each form that get a probability.
const mostScored = 30

// labelOf returns a subject with its label alone.
func labelOf(s rank.Subject) rank.Subject {
	s.Names, s.Definition = s.Names[:1], ""
	return s
}
