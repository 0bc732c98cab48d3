package workspace

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
	checks "box2el-owl/suggest/check"
	"box2el-owl/suggest/evidence"
)

// shownMore is the JSON of the fields of a suggestion that have no column of their own. Axioms are
// in functional syntax.
type shownMore struct {
	SubjectRank   int                `json:"subjectRank,omitempty"`
	Exact         bool               `json:"exact,omitempty"`
	Outside       int                `json:"outside,omitempty"`
	FirstOutside  string             `json:"firstOutside,omitempty"`
	Assuming      []shownBuiltIn     `json:"assuming,omitempty"`
	Inconsistent  bool               `json:"inconsistent,omitempty"`
	Unsatisfiable []owl.IRI          `json:"unsatisfiable,omitempty"`
	Partial       bool               `json:"partial,omitempty"`
	ImpliedBy     string             `json:"impliedBy,omitempty"`
	Why           []shownReason      `json:"why,omitempty"`
	Stale         bool               `json:"stale,omitempty"`
	Unseen        bool               `json:"unseen,omitempty"`
	Witnesses     string             `json:"witnesses,omitempty"`
	RejectedBy    []checks.Rejection `json:"rejectedBy,omitempty"`
	Group         *shownGroup        `json:"group,omitempty"`
	From          []owl.IRI          `json:"from,omitempty"`
	Replaces      []string           `json:"replaces,omitempty"`
}

type shownBuiltIn struct {
	Axiom  string `json:"axiom"`
	Source string `json:"source"`
}

// shownGroup has no subjects: they are those of its axioms.
type shownGroup struct {
	ID     string            `json:"id"`
	Rule   evidence.Evidence `json:"rule"`
	Axioms []string          `json:"axioms"`
}

type shownReason struct {
	Kind   string   `json:"kind"`
	Text   string   `json:"text"`
	Axioms []string `json:"axioms,omitempty"`
}

// runOptions is the JSON of the request of a run, without zero values.
type runOptions struct {
	Classes []owl.IRI `json:"classes,omitempty"`
	suggest.Request
}

// SaveRun records the suggestions that a program shows as a run in the store. classes are the
// requested ones; none if the request is about the whole ontology. nothing is the evidence of a run
// without suggestions.
func SaveRun(ctx context.Context, store *db.Store, r db.Run, req suggest.Request,
	classes []owl.IRI, list []suggest.Suggestion, nothing []evidence.Evidence) (db.Run, error) {
	var err error
	r.Options, err = json.Marshal(runOptions{classes, req})
	if err != nil {
		return db.Run{}, err
	}
	if len(list) == 0 && len(nothing) > 0 {
		if r.Searched, err = json.Marshal(nothing[0]); err != nil {
			return db.Run{}, err
		}
	}
	shown := make([]db.Shown, len(list))
	for i := range list {
		if shown[i], err = shownOf(&list[i]); err != nil {
			return db.Run{}, err
		}
	}
	return store.SaveRun(ctx, r, shown)
}

// Run makes suggestions for the whole ontology, the most certain tier first, and records them.
// Errors are those of View.Suggest, and that of a context that has ended.
func (o *Ontology) Run(ctx context.Context, req suggest.Request, p owl.Progress) (db.Run, error) {
	v := o.View()
	ready, err := v.ready()
	if err != nil {
		return db.Run{}, err
	}
	r := db.Run{Ontology: v.key(), Document: v.Document().Number, Revision: ready.revision,
		Model: ready.modelName(), Stale: ready.Use.Stale, Client: o.w.opts.Program}
	if _, err := o.w.decisions.look(ctx, v.key()); err != nil {
		return db.Run{}, err
	}
	list, err := ready.Suggester.All(ctx, req, o.w.opts.Workers, p)
	if err != nil {
		return db.Run{}, err
	}
	var nothing []evidence.Evidence
	if len(list) == 0 {
		nothing = []evidence.Evidence{ready.Suggester.Nothing(owl.IRI{})}
	}
	return SaveRun(ctx, o.w.opts.Store, r, req, nil, list, nothing)
}

// Runs lists the runs on the ontology by all programs, the latest first.
func (o *Ontology) Runs(ctx context.Context) ([]db.Run, error) {
	return o.w.opts.Store.Runs(ctx, o.Key())
}

// RunPage is a part of the suggestions of a run. Total counts all that the filter selects.
type RunPage struct {
	SuggestionPage
	Total int
}

// RunSuggestions returns a part of the suggestions of a run, with the verdicts of the run and the
// current decisions. Errors are ErrUnknown and ErrStaleCursor.
func (o *Ontology) RunSuggestions(ctx context.Context, id int64, f db.ShownFilter,
	p Page) (RunPage, error) {
	store := o.w.opts.Store
	run, err := store.RunByID(ctx, o.Key(), id)
	if errors.Is(err, db.ErrUnknown) {
		return RunPage{}, fmt.Errorf("%w run %d", ErrUnknown, id)
	}
	if err != nil {
		return RunPage{}, err
	}
	about := []any{"run", id, f}
	if f.Offset, err = p.from(about...); err != nil {
		return RunPage{}, err
	}
	f.Limit = p.limit()
	shown, total, err := store.ShownIn(ctx, id, f)
	if err != nil {
		return RunPage{}, err
	}
	page := RunPage{Total: total}
	page.Stale = run.Stale
	if err := json.Unmarshal(run.Searched, &page.Nothing); err != nil {
		return RunPage{}, err
	}
	if page.decisions, err = o.w.decisions.look(ctx, o.Key()); err != nil {
		return RunPage{}, err
	}
	for _, x := range shown {
		s, err := suggestionOf(x)
		if err != nil {
			return RunPage{}, fmt.Errorf("%w: suggestion %d of run %d: %w; run again", ErrDamaged,
				x.Rank, id, err)
		}
		s.Decision = page.DecisionOn(s.Axiom)
		page.Items = append(page.Items, s)
	}
	if to := f.Offset + len(page.Items); to < total {
		page.Next = p.next(to, about...)
	}
	return page, nil
}

// shownOf returns a suggestion as a row of the store.
func shownOf(s *suggest.Suggestion) (db.Shown, error) {
	m := shownMore{
		SubjectRank: s.Rank, Exact: s.Exact, Inconsistent: s.Inconsistent, Partial: s.Partial,
		Stale: s.Stale, Unseen: s.Unseen, Witnesses: s.Witnesses, RejectedBy: s.RejectedBy,
		From: s.From, Replaces: mapped(s.Replaces, owl.Functional),
		Unsatisfiable: mapped(s.Unsatisfiable, func(c owl.Class) owl.IRI { return c.IRI }),
		Assuming: mapped(s.Assuming, func(a suggest.BuiltInAxiom) shownBuiltIn {
			return shownBuiltIn{owl.Functional(a.Axiom), a.Source}
		}),
	}
	axioms := []owl.Axiom{s.Axiom}
	if g := s.Group; g != nil {
		m.Group = &shownGroup{g.ID, g.Rule, mapped(g.Axioms, owl.Functional)}
		axioms = append(axioms, g.Axioms...)
	}
	if m.Outside = s.Outside.Axioms; m.Outside > 0 {
		m.FirstOutside = owl.Functional(s.Outside.First)
	}
	if s.ImpliedBy != nil {
		m.ImpliedBy = owl.Functional(s.ImpliedBy)
	}
	for _, e := range s.Evidence {
		if len(e.Axioms) > 0 {
			m.Why = append(m.Why, shownReason{e.Kind, e.Template, mapped(e.Axioms, owl.Functional)})
		}
	}
	x := db.Shown{
		Axiom: owl.Functional(s.Axiom), Axioms: mapped(axioms, owl.HashAxiom),
		Subject: s.Subject.String(), Form: string(s.Form), Tier: string(s.Tier), Score: s.Score,
		Probability: s.Probability, Verdict: string(s.Verdict),
	}
	var err, moreErr error
	x.Evidence, err = json.Marshal(s.Evidence)
	x.More, moreErr = json.Marshal(m)
	return x, errors.Join(err, moreErr)
}

// suggestionOf returns the suggestion of a row of the store.
func suggestionOf(x db.Shown) (suggest.Suggestion, error) {
	var m shownMore
	var list []evidence.Evidence
	err := errors.Join(json.Unmarshal(x.More, &m), json.Unmarshal(x.Evidence, &list))
	if err != nil {
		return suggest.Suggestion{}, err
	}
	var errs []error
	parse := func(text string) owl.Axiom {
		a, err := owl.ParseAxiom(text, nil)
		errs = append(errs, err)
		return a
	}
	s := suggest.Suggestion{
		Subject: owl.NewIRI(x.Subject), Form: suggest.Form(x.Form), Score: x.Score,
		Probability: x.Probability, Rank: m.SubjectRank, Stale: m.Stale, Unseen: m.Unseen,
		Tier:      cmp.Or(suggest.Tier(x.Tier), suggest.Speculative),
		Witnesses: m.Witnesses, Evidence: list, RejectedBy: m.RejectedBy, From: m.From,
		Axiom: parse(x.Axiom), Replaces: mapped(m.Replaces, parse),
		Assuming: mapped(m.Assuming, func(a shownBuiltIn) suggest.BuiltInAxiom {
			return suggest.BuiltInAxiom{Axiom: parse(a.Axiom), Source: a.Source}
		}),
	}
	s.Verdict, s.Exact, s.Inconsistent, s.Partial = suggest.Verdict(x.Verdict), m.Exact,
		m.Inconsistent, m.Partial
	s.Unsatisfiable = mapped(m.Unsatisfiable,
		func(iri owl.IRI) owl.Class { return owl.Class{IRI: iri} })
	if m.Outside > 0 {
		s.Outside = reasoner.Outside{Axioms: m.Outside, First: parse(m.FirstOutside)}
	}
	if sub, ok := s.Axiom.(*owl.SubClassOf); ok {
		switch super := sub.Super.(type) {
		case owl.Class:
			s.Target = super.IRI
		case *owl.ObjectSomeValuesFrom:
			property, _ := super.Property.(owl.ObjectProperty)
			filler, _ := super.Filler.(owl.Class)
			s.Property, s.Target = property.IRI, filler.IRI
		}
	}
	if g := m.Group; g != nil {
		s.Group = &suggest.Group{ID: g.ID, Rule: g.Rule, Axioms: mapped(g.Axioms, parse)}
		for _, a := range s.Group.Axioms {
			if sub, ok := a.(*owl.SubClassOf); ok {
				c, _ := sub.Sub.(owl.Class)
				s.Group.Subjects = append(s.Group.Subjects, c.IRI)
			}
		}
	}
	if m.ImpliedBy != "" {
		s.ImpliedBy = parse(m.ImpliedBy)
	}
	for _, why := range m.Why {
		for i := range s.Evidence {
			if s.Evidence[i].Kind == why.Kind && len(why.Axioms) > 0 {
				s.Evidence[i].Axioms = mapped(why.Axioms, parse)
			}
		}
	}
	return s, errors.Join(errs...)
}
