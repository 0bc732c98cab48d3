package api

import (
	"context"

	"box2el-owl/api/contract"
	"box2el-owl/db"
	"box2el-owl/owl"
	"box2el-owl/suggest"
	"box2el-owl/suggest/evidence"
	"box2el-owl/workspace"
)

// Suggest returns suggestions for a class.
func (s *Server) Suggest(
	ctx context.Context, r contract.SuggestRequestObject,
) (contract.SuggestResponseObject, error) {
	v := viewFrom(ctx)
	q := r.Body
	page, err := v.Suggest(ctx, owl.NewIRI(q.Subject), suggest.Request{
		Forms:    wordsOf[suggest.Form](q.Forms),
		Verdicts: wordsOf[suggest.Verdict](q.Verdicts), Properties: irisOf(q.Properties),
		TargetBelow:    irisOf(q.TargetBelow),
		MinProbability: float64(deref(q.MinProbability)), Decided: deref(q.Decided),
		Primary: deref(q.Primary),
		Tiers:   wordsOf[suggest.Tier](q.Tiers), Rejected: deref(q.Rejected),
		By: suggest.Order(deref(q.By)),
	}, workspace.Page{Cursor: deref(q.Cursor), Limit: deref(q.Limit)})
	return contract.Suggest200JSONResponse(presenterOf(v).suggestions(page)), err
}

// ListRuns lists the suggestion runs on an ontology.
func (s *Server) ListRuns(
	ctx context.Context, r contract.ListRunsRequestObject,
) (contract.ListRunsResponseObject, error) {
	runs, err := ontologyFrom(ctx).Runs(ctx)
	return contract.ListRuns200JSONResponse{Items: append([]db.Run{}, runs...)}, err
}

// ListRunSuggestions returns a page of the suggestions of a run.
func (s *Server) ListRunSuggestions(ctx context.Context,
	r contract.ListRunSuggestionsRequestObject) (contract.ListRunSuggestionsResponseObject, error) {
	f := db.ShownFilter{Tier: string(deref(r.Params.Tier)),
		Verdict: string(deref(r.Params.Verdict)), Subject: deref(r.Params.Subject)}
	switch sort := deref(r.Params.Sort); sort {
	case contract.Score, contract.Subject:
		f.Order = db.ShownOrder(sort)
	}
	page, err := ontologyFrom(ctx).RunSuggestions(ctx, r.Run, f,
		pageOf(r.Params.Cursor, r.Params.Limit))
	if err != nil {
		return nil, err
	}
	out := presenterNow(ctx).suggestions(page.SuggestionPage)
	out.Total = &page.Total
	return contract.ListRunSuggestions200JSONResponse(out), nil
}

// GetNeighbourhood returns the most similar classes of a class, as data or as an SVG plot.
func (s *Server) GetNeighbourhood(
	ctx context.Context, r contract.GetNeighbourhoodRequestObject,
) (contract.GetNeighbourhoodResponseObject, error) {
	v := viewFrom(ctx)
	n, err := v.Neighborhood(ctx, owl.NewIRI(r.Class))
	if err != nil {
		return nil, err
	}
	if prefers(ctx, mediaSVG) {
		return s.bufferResponse(mediaSVG, n.WriteSVG, contentSecurityPolicy, reportPolicy)
	}
	return contract.GetNeighbourhood200JSONResponse(*n), nil
}

func (p presenter) suggestions(page workspace.SuggestionPage) contract.SuggestionPage {
	return contract.SuggestionPage{
		Items: each(page.Items, func(found suggest.Suggestion) contract.Suggestion {
			out := p.suggestion(&found)
			if g := found.Group; g != nil {
				out.Group = p.group(g, page.DecisionOn)
			}
			return out
		}),
		Next: nonZero(page.Next), Stale: page.Stale, Revision: &page.Revision,
		Nothing: nonZero(p.sentence(page.Nothing)),
	}
}

func (p presenter) suggestion(found *suggest.Suggestion) contract.Suggestion {
	out := contract.Suggestion{
		Axiom: owl.Canonical(found.Axiom), Hash: owl.HashAxiom(found.Axiom).String(),
		Manchester: p.manchester.Axiom(found.Axiom),
		Subject:    p.Name(found.Subject), Form: contract.Form(found.Form),
		Target: p.Name(found.Target),
		Tier:   contract.Tier(found.Tier), Evidence: p.evidence(found.Evidence),
		From:  p.namesOf(found.From),
		Score: float32(found.Score), Rank: found.Rank,
		Verdict: contract.Verdict(found.Verdict), Exact: &found.Exact,
		Conflict: p.conflictIf(&found.Conflict), Outside: p.outsideIf(found.Outside),
		Unseen: nonZero(found.Unseen), Why: p.why(found),
	}
	out.Replaces = nonEmpty(each(found.Replaces, owl.Canonical))
	out.Replaced = nonEmpty(p.axioms(found.Replaces))
	out.Probability = nonZero(float32(found.Probability))
	var rejections []contract.Rejection
	for _, r := range found.RejectedBy {
		rejections = append(rejections,
			contract.Rejection{Check: r.Check, Sentence: p.sentence(r.Evidence)})
	}
	out.RejectedBy = nonEmpty(rejections)
	if !found.Property.IsZero() {
		property := p.Name(found.Property)
		out.Property = &property
	}
	out.Assuming = p.assuming(found.Assuming)
	if found.ImpliedBy != nil {
		out.ImpliedBy = nonZero(owl.Canonical(found.ImpliedBy))
	}
	out.Decision = nonZero(contract.Action(found.Decision))
	return out
}

// why returns the axioms that evidence cites.
func (p presenter) why(found *suggest.Suggestion) []contract.Reason {
	list := []contract.Reason{}
	for _, e := range found.Evidence {
		if len(e.Axioms) > 0 {
			list = append(list, contract.Reason{Kind: contract.ReasonKind(e.Kind),
				Text: p.sentence(e), Axioms: nonEmpty(p.axioms(e.Axioms))})
		}
	}
	return list
}

func (p presenter) group(g *suggest.Group,
	decision func(owl.Axiom) suggest.Decision) *contract.Group {
	out := &contract.Group{Id: g.ID, Rule: p.evidence([]evidence.Evidence{g.Rule})[0]}
	for i, a := range g.Axioms {
		out.Subjects = append(out.Subjects, p.Name(g.Subjects[i]))
		out.Axioms = append(out.Axioms, contract.Member{
			Axiom: owl.Canonical(a), Manchester: p.manchester.Axiom(a),
			Decision: nonZero(contract.Action(decision(a))),
		})
	}
	return out
}

// Place proposes axioms for a new class.
func (s *Server) Place(
	ctx context.Context, r contract.PlaceRequestObject,
) (contract.PlaceResponseObject, error) {
	v := viewFrom(ctx)
	q := r.Body
	c := suggest.NewClass{
		Label: deref(q.Label), Synonyms: deref(q.Synonyms), Definition: deref(q.Definition),
		Parents: irisOf(q.Parents),
	}
	if q.Class != nil {
		c.IRI = owl.NewIRI(*q.Class)
	}
	found, err := v.Place(ctx, c)
	if err != nil {
		return nil, err
	}
	present := presenterOf(v)
	out := contract.Placement{
		Duplicates: each(found.Duplicates, func(d suggest.Duplicate) contract.Duplicate {
			return contract.Duplicate{
				Class: present.Name(d.Class), Name: d.Name, Kind: string(d.Kind),
				Score: float32(d.Score), Evidence: present.evidence(d.Evidence),
			}
		}),
		Superclasses: present.placed(found.Superclasses),
		Restrictions: present.placed(found.Restrictions),
		Definitions:  present.placed(found.Definitions),
	}
	out.Tier = nonZero(contract.Tier(found.Tier))
	if iri, ok := v.NewIRI(); ok && q.Class == nil {
		out.Iri = &iri
	}
	return contract.Place200JSONResponse(out), nil
}

func (p presenter) placed(list []suggest.Suggestion) []contract.Placed {
	return each(list, func(x suggest.Suggestion) contract.Placed {
		return contract.Placed{
			Axiom: owl.Canonical(x.Axiom), Manchester: p.manchester.Axiom(x.Axiom),
			Tier:        contract.Tier(x.Tier),
			Probability: float32(x.Probability), Rank: x.Rank, Verdict: contract.Verdict(x.Verdict),
			Exact:    &x.Exact,
			Evidence: p.evidence(x.Evidence),
		}
	})
}

// ListDoubtful lists the asserted axioms that fail a check.
func (s *Server) ListDoubtful(
	ctx context.Context, r contract.ListDoubtfulRequestObject,
) (contract.ListDoubtfulResponseObject, error) {
	v := viewFrom(ctx)
	page, err := v.Doubtful(ctx, pageOf(r.Params.Cursor, r.Params.Limit))
	if err != nil {
		return nil, err
	}
	present := presenterOf(v)
	items := each(page.Items, func(d suggest.Doubt) contract.Doubt {
		return contract.Doubt{
			Subject: present.Name(d.Subject), Axiom: owl.Canonical(d.Axiom),
			Manchester: present.manchester.Axiom(d.Axiom), Evidence: present.evidence(d.Evidence),
		}
	})
	return contract.ListDoubtful200JSONResponse{
		Items: items, Next: nonZero(page.Next), Total: page.Total, Revision: &page.Revision,
	}, nil
}

// wordsOf converts words of a request.
func wordsOf[To, From ~string](list *[]From) []To {
	return each(deref(list), func(word From) To { return To(word) })
}
