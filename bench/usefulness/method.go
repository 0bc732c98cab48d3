package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"box2el-owl/curate"
	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	placing "box2el-owl/suggest/place"
	"box2el-owl/suggest/rank"
)

// subject is a class, or a term that is not in the ontology.
type subject struct {
	rank.Subject
	iri owl.IRI
}

// candidate is a superclass or a restriction with its score.
type candidate = rank.Candidate

// method ranks what a subject may be missing. Lists are descending by score.
type method interface {
	name() string
	superclasses(ctx context.Context, s subject) ([]candidate, error)
	// restrictions ranks fillers of a property, or pairs of property and filler for
	// rank.NoProperty.
	restrictions(ctx context.Context, s subject, property int32) ([]candidate, error)
}

// defaultMethod is the method whose figures are printed by ontology and as JSON. The two others
// use a trained model: with the ranking, and alone.
const (
	defaultMethod  = "ranking"
	modelledMethod = "ranking with a model"
	boxesMethod    = "boxes"
)

// makeMethods returns the methods for a release, the baselines first, or only the one of a name.
// Those with a model are among them if there is a folder of models.
func makeMethods(ctx context.Context, r *release, models, name string) ([]method, error) {
	e, err := newEngine(r, defaultMethod, nil)
	if err != nil {
		return nil, err
	}
	methods := baselines(e, name)
	if name != "" && len(methods) > 0 {
		return methods, nil
	}
	if models != "" {
		model, err := r.openModel(ctx, models, r.name)
		if err != nil {
			return nil, err
		}
		modelled, err := newEngine(r, modelledMethod, model)
		if err != nil {
			return nil, err
		}
		methods = append(methods, boxes{modelled}, modelled)
	}
	return append(methods, e), nil
}

// boxes ranks by the trained model alone. It lists nothing for new terms, and if there is no model.
type boxes struct{ engine *engine }

func (b boxes) name() string { return boxesMethod }

func (b boxes) superclasses(ctx context.Context, s subject) ([]candidate, error) {
	if s.Class == rank.NoClass || !b.engine.HasModel() {
		return nil, nil
	}
	return b.engine.NearestSuperclasses(ctx, s.Class, b.engine.release.targets)
}

func (b boxes) restrictions(ctx context.Context, s subject, property int32) ([]candidate, error) {
	if s.Class == rank.NoClass || !b.engine.HasModel() {
		return nil, nil
	}
	properties, k := []int32{property}, b.engine.release.targets
	if property == rank.NoProperty {
		properties, k = nil, 1000
	}
	return b.engine.NearestRestrictions(ctx, s.Class, properties, k)
}

// subjectOf returns a class with its names, text and asserted axioms.
func (r *release) subjectOf(c int32) subject {
	return subject{iri: r.index.Classes[c], Subject: rank.SubjectOf(r.index, c)}
}

// openModel returns the trained model of an ontology from a folder, nil if the folder is "" or the
// ontology has too little to train on. A model that the folder lacks is trained, with the options
// of the program, and kept there.
func (l *loaded) openModel(ctx context.Context, dir, name string) (rank.Model, error) {
	if dir == "" {
		return nil, nil
	}
	m, _, err := curate.OpenModel(ctx, curate.Source{Name: name, Ontology: l.ontology},
		l.reasoner, curate.Options{Models: dir})
	if errors.Is(err, curate.ErrInconsistent) {
		return nil, nil
	}
	if m == nil || err != nil {
		return nil, err
	}
	return curate.NewGeometry(m, l.index)
}

// stem returns the name of a file without folder and endings.
func stem(file string) string {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return name
}

// engine is the ranking of the program as a method.
type engine struct {
	*rank.Engine
	title   string
	release *release
	placer  *placing.Placer            // nil until its first use
	before  map[int32][]rank.Candidate // by class: all restrictions, without decisions

	feedback rank.Feedback
}

// newEngine returns the ranking of the program for a release. The model may be nil.
func newEngine(r *release, title string, model rank.Model) (*engine, error) {
	w, err := rank.Shipped()
	if err != nil {
		return nil, err
	}
	e := &engine{Engine: rank.New(r.index, w), title: title, release: r,
		before: make(map[int32][]rank.Candidate)}
	e.UseModel(model)
	return e, nil
}

func (e *engine) name() string { return e.title }

func (e *engine) superclasses(ctx context.Context, s subject) ([]candidate, error) {
	list, err := e.Superclasses(ctx, s.Subject)
	if err != nil {
		return nil, err
	}
	return e.release.shown(ctx, s.Class, list)
}

func (e *engine) restrictions(ctx context.Context, s subject, property int32) ([]candidate, error) {
	if s.Class == rank.NoClass || property != rank.NoProperty {
		return e.shownRestrictions(ctx, s, property)
	}
	list, known := e.before[s.Class]
	if !known {
		var err error
		if list, err = e.shownRestrictions(ctx, s, property); err != nil {
			return nil, err
		}
		e.before[s.Class] = list
	}
	return e.Adjust(s.Subject, list, e.feedback), nil
}

func (e *engine) shownRestrictions(ctx context.Context, s subject, property int32) ([]candidate,
	error) {
	list, err := e.Restrictions(ctx, s.Subject, property)
	if err != nil {
		return nil, err
	}
	return e.release.shown(ctx, s.Class, list)
}

// accepted returns the ranking after a restriction was accepted. It shares the cache of lists
// without decisions, because campaigns request them again after each accept.
func (e *engine) accepted(s asserted.Statement) *engine {
	after := *e
	after.feedback = rank.Feedback{s.Restriction(): {Accepted: []int32{s.Class}}}
	return &after
}

// place returns the superclasses, restrictions and definitions suggested for a new term.
func (e *engine) place(ctx context.Context, s subject) (placing.Placement, error) {
	if err := e.makePlacer(ctx); err != nil {
		return placing.Placement{}, err
	}
	return e.placer.Place(ctx, placedTerm(s))
}

func (e *engine) makePlacer(ctx context.Context) (err error) {
	if e.placer == nil {
		e.placer, err = placing.New(ctx, e.Engine)
	}
	return err
}

func placedTerm(s subject) placing.Term {
	t := placing.Term{Definition: s.Definition, IRI: s.iri, Parents: s.Parents,
		Restrictions: s.Restrictions}
	for i, n := range s.Names {
		if i == 0 {
			t.Label = n.Text
		} else {
			t.Synonyms = append(t.Synonyms, n.Text)
		}
	}
	return t
}

// duplicates returns the classes that a new term may duplicate. The score of a candidate is a
// probability: a duplicate is reported from surelyDuplicate.
func (e *engine) duplicates(ctx context.Context, s subject) ([]candidate, error) {
	if err := e.makePlacer(ctx); err != nil {
		return nil, err
	}
	found, err := e.placer.Duplicates(ctx, placedTerm(s))
	var list []candidate
	for _, d := range found {
		list = append(list, candidate{Property: rank.NoProperty, Target: d.Class, Score: d.Score})
	}
	return list, err
}

// popularity ranks superclasses by the number of their direct subclasses, restrictions by the
// number of classes that have them.
type popularity struct{ supers, pairs []candidate }

func newPopularity(r *release) *popularity {
	x := r.index
	supers, pairs := make(map[asserted.Restriction]float64), make(map[asserted.Restriction]float64)
	for c := range int32(len(x.Classes)) {
		supers[asserted.Restriction{Property: rank.NoProperty, Filler: c}] += 0
		for _, d := range x.DirectSupers(c) {
			supers[asserted.Restriction{Property: rank.NoProperty, Filler: d}]++
		}
		for _, s := range x.Restrictions(c) {
			pairs[s]++
		}
	}
	return &popularity{r.candidates(supers), r.candidates(pairs)}
}

// candidates returns the superclasses or restrictions whose class is a target, best first.
func (r *release) candidates(scores map[asserted.Restriction]float64) []candidate {
	var list []candidate
	for s, score := range scores {
		if r.isTarget[s.Filler] {
			list = append(list, candidate{Property: s.Property, Target: s.Filler, Score: score})
		}
	}
	rank.Sort(list)
	return list
}

func (p *popularity) name() string { return "popularity" }

func (p *popularity) superclasses(context.Context, subject) ([]candidate, error) {
	return p.supers, nil
}

func (p *popularity) restrictions(_ context.Context, _ subject, r int32) ([]candidate, error) {
	return ofProperty(p.pairs, r), nil
}

// ofProperty returns the candidates with a property, or all for rank.NoProperty.
func ofProperty(list []candidate, property int32) []candidate {
	if property == rank.NoProperty {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list),
		func(c candidate) bool { return c.Property != property })
}

// neighbors ranks by the nearest classes of a kind: superclasses by the greatest similarity of
// their asserted subclasses, restrictions by the votes of the nearest. With itself set, the nearest
// classes are the superclasses.
type neighbors struct {
	engine *engine
	title  string
	itself bool
	kind   int // of the cosine
}

// Numbers of nearest classes.
const (
	mostNear = 30
	voters   = 15
)

// baselines returns the methods to compare with, or only the one of a name.
func baselines(e *engine, name string) []method {
	methods := []method{newPopularity(e.release),
		&neighbors{engine: e, title: "labels, 4-grams", itself: true, kind: rank.ByGrams},
		&neighbors{engine: e, title: "nearest text", kind: rank.ByText}}
	return slices.DeleteFunc(methods, func(m method) bool { return name != "" && m.name() != name })
}

func (b *neighbors) name() string { return b.title }

// nearest returns classes with their similarity.
func (b *neighbors) nearest(s subject) []candidate {
	var list []candidate
	for _, n := range b.engine.Near(s.Subject, mostNear)[b.kind] {
		list = append(list, candidate{Target: n.Class, Score: n.Cosines[b.kind]})
	}
	return list
}

func (b *neighbors) superclasses(_ context.Context, s subject) ([]candidate, error) {
	scores := make(map[asserted.Restriction]float64)
	for _, n := range b.nearest(s) {
		supers := []int32{n.Target}
		if !b.itself {
			supers = b.engine.Index().Parents(n.Target)
		}
		for _, d := range supers {
			at := asserted.Restriction{Property: rank.NoProperty, Filler: d}
			scores[at] = max(scores[at], n.Score)
		}
	}
	return b.engine.release.candidates(scores), nil
}

func (b *neighbors) restrictions(_ context.Context, s subject, r int32) ([]candidate, error) {
	scores := make(map[asserted.Restriction]float64)
	near := b.nearest(s)
	for _, n := range near[:min(len(near), voters)] {
		for _, at := range b.engine.Index().Restrictions(n.Target) {
			scores[at] += n.Score * n.Score
		}
	}
	return ofProperty(b.engine.release.candidates(scores), r), nil
}
