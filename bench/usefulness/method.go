package main

import (
	"context"
	"errors"
	"slices"

	"box2el-owl/curate"
	"box2el-owl/suggest/asserted"
	placing "box2el-owl/suggest/place"
	"box2el-owl/suggest/rank"
)

// candidate is a superclass or a restriction with its score.
type candidate = rank.Candidate

// method ranks what a subject may be missing. Lists are descending by score.
type method interface {
	name() string
	superclasses(ctx context.Context, s rank.Subject) ([]candidate, error)
	// restrictions ranks fillers of a property, or pairs of property and filler for
	// rank.NoProperty.
	restrictions(ctx context.Context, s rank.Subject, property int32) ([]candidate, error)
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
	methods := baselines(e)
	if models != "" {
		model, err := r.openModel(ctx, models)
		if err != nil {
			return nil, err
		}
		modelled, err := newEngine(r, modelledMethod, model)
		if err != nil {
			return nil, err
		}
		methods = append(methods, boxes{modelled}, modelled)
	}
	return slices.DeleteFunc(append(methods, e),
		func(m method) bool { return name != "" && m.name() != name }), nil
}

// openModel returns the trained model of an ontology from a folder, nil if the folder is "" or the
// ontology has too little to train on. A model that the folder lacks is trained with the program's
// options and kept there.
func (r *release) openModel(ctx context.Context, dir string) (rank.Model, error) {
	if dir == "" {
		return nil, nil
	}
	m, _, err := curate.OpenModel(ctx, curate.Source{Name: r.name, Ontology: r.ontology},
		r.reasoner, curate.Options{Models: dir})
	if errors.Is(err, curate.ErrInconsistent) {
		return nil, nil
	}
	if m == nil || err != nil {
		return nil, err
	}
	return curate.NewGeometry(m, r.index)
}

// engine is the ranking of the program as a method.
type engine struct {
	*rank.Engine
	title   string
	release *release
	placer  *placing.Placer       // nil until its first use
	all     map[int32][]candidate // by class: restrictions of all properties, once computed
}

// newEngine returns the ranking of the program for a release. The model may be nil.
func newEngine(r *release, title string, model rank.Model) (*engine, error) {
	weights := r.weights
	if weights == nil {
		var err error
		if weights, err = rank.Shipped(); err != nil {
			return nil, err
		}
	}
	e := &engine{Engine: rank.New(r.index, weights), title: title, release: r,
		all: make(map[int32][]candidate)}
	e.UseModel(model)
	return e, nil
}

func (e *engine) name() string { return e.title }

func (e *engine) superclasses(ctx context.Context, s rank.Subject) ([]candidate, error) {
	list, err := e.Superclasses(ctx, s)
	if err != nil {
		return nil, err
	}
	return e.release.shown(ctx, s.Class, list)
}

func (e *engine) restrictions(ctx context.Context, s rank.Subject, property int32) ([]candidate,
	error) {
	if list := e.all[s.Class]; list != nil && property == rank.NoProperty {
		return list, nil
	}
	list, err := e.Restrictions(ctx, s, property)
	if err != nil {
		return nil, err
	}
	list, err = e.release.shown(ctx, s.Class, list)
	if property == rank.NoProperty && s.Class != rank.NoClass {
		e.all[s.Class] = list
	}
	return list, err
}

// place returns the superclasses, restrictions and definitions suggested for a new term.
func (e *engine) place(ctx context.Context, t placing.Term) (placing.Placement, error) {
	if err := e.makePlacer(ctx); err != nil {
		return placing.Placement{}, err
	}
	return e.placer.Place(ctx, t)
}

func (e *engine) makePlacer(ctx context.Context) (err error) {
	if e.placer == nil {
		e.placer, err = placing.New(ctx, e.Engine)
	}
	return err
}

// duplicates returns the classes that a new term may duplicate. The score of a candidate is a
// probability: a duplicate is reported from surelyDuplicate.
func (e *engine) duplicates(ctx context.Context, t placing.Term) ([]candidate, error) {
	if err := e.makePlacer(ctx); err != nil {
		return nil, err
	}
	found, err := e.placer.Duplicates(ctx, t)
	var list []candidate
	for _, d := range found {
		list = append(list, candidate{Property: rank.NoProperty, Target: d.Class, Score: d.Score})
	}
	return list, err
}

// boxes ranks by the trained model alone. It lists nothing for new terms, and if there is no model.
type boxes struct{ engine *engine }

func (b boxes) name() string { return boxesMethod }

func (b boxes) superclasses(ctx context.Context, s rank.Subject) ([]candidate, error) {
	if s.Class == rank.NoClass || !b.engine.HasModel() {
		return nil, nil
	}
	return b.engine.NearestSuperclasses(ctx, s.Class, b.engine.release.targets)
}

func (b boxes) restrictions(ctx context.Context, s rank.Subject, property int32) ([]candidate,
	error) {
	if s.Class == rank.NoClass || !b.engine.HasModel() {
		return nil, nil
	}
	if property == rank.NoProperty {
		return b.engine.NearestRestrictions(ctx, s.Class, nil, 1000)
	}
	return b.engine.NearestRestrictions(ctx, s.Class, []int32{property}, b.engine.release.targets)
}

// popularity ranks superclasses by the number of their direct subclasses, restrictions by the
// number of classes that have them.
type popularity struct{ supers, pairs []candidate }

func newPopularity(r *release) *popularity {
	x := r.index
	supers, pairs := make(map[asserted.Restriction]float64), make(map[asserted.Restriction]float64)
	for c := range int32(len(x.Classes)) {
		supers[asserted.Restriction{Property: rank.NoProperty, Filler: c}] =
			float64(len(x.DirectSubs(c)))
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

func (p *popularity) superclasses(context.Context, rank.Subject) ([]candidate, error) {
	return p.supers, nil
}

func (p *popularity) restrictions(_ context.Context, _ rank.Subject, r int32) ([]candidate,
	error) {
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

// baselines returns the methods to compare with.
func baselines(e *engine) []method {
	return []method{newPopularity(e.release),
		&neighbors{engine: e, title: "labels, 4-grams", itself: true, kind: rank.ByGrams},
		&neighbors{engine: e, title: "nearest text", kind: rank.ByText}}
}

func (b *neighbors) name() string { return b.title }

func (b *neighbors) superclasses(_ context.Context, s rank.Subject) ([]candidate, error) {
	scores := make(map[asserted.Restriction]float64)
	for _, n := range b.engine.Near(s, mostNear)[b.kind] {
		supers := []int32{n.Class}
		if !b.itself {
			supers = b.engine.Index().Parents(n.Class)
		}
		for _, d := range supers {
			at := asserted.Restriction{Property: rank.NoProperty, Filler: d}
			scores[at] = max(scores[at], n.Cosines[b.kind])
		}
	}
	return b.engine.release.candidates(scores), nil
}

func (b *neighbors) restrictions(_ context.Context, s rank.Subject, r int32) ([]candidate, error) {
	scores := make(map[asserted.Restriction]float64)
	for _, n := range b.engine.Near(s, voters)[b.kind] {
		for _, at := range b.engine.Index().Restrictions(n.Class) {
			scores[at] += n.Cosines[b.kind] * n.Cosines[b.kind]
		}
	}
	return ofProperty(b.engine.release.candidates(scores), r), nil
}
