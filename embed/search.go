package embed

import (
	"context"
	"fmt"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
	"box2el-owl/embed/search"
)

// Search answers what a curator asks of a model: which classes are nearest above a class, what it
// is probably related to, and which are its like. Distances are those of centers, of Box²EL ‖c(C) −
// c(D)‖ for C ⊑ D and ‖c(C) + b_D − c(Head r)‖ + ‖c(D) + b_C − c(Tail r)‖ for C ⊑ ∃r.D, exact and
// with the bits of the model's scorers; of BoxEL, which has no centers, what it scores by: volumes,
// of which more is smaller. It is safe for concurrent use, as long as the model is not closed.
type Search struct {
	model *Model

	superclasses, fillers, alike       *search.Index
	superclassDistance, fillerDistance ranking.Scorer[float32]
	superclassLoss, fillerLoss         ranking.Scorer[float32]
}

// NewSearch prepares searches among the classes that are marked, by row: leave out names that the
// normalization has made, deprecated classes, owl:Thing and owl:Nothing. Only answers are
// restricted, not what is asked for. Region numbers, by row, what questions may be restricted to,
// the name spaces of classes for one; nil: there is region 0.
func (m *Model) NewSearch(allowed []bool, region []int32) (*Search, error) {
	if len(allowed) != len(m.Classes) || region != nil && len(region) != len(m.Classes) {
		return nil, fmt.Errorf("preparing the search: %d marks and %d regions for %d classes",
			len(allowed), len(region), len(m.Classes))
	}
	architecture, err := newModel[float32](m.Architecture, m.Hyper, m.Variant)
	if err != nil {
		return nil, fmt.Errorf("preparing the search: %w", err)
	}
	v := newViews(kernel.Float32(), &m.matrices)
	byLoss := func(q ranking.Question, otherwise ranking.Scorer[float32]) ranking.Scorer[float32] {
		if s := architecture.scorer(v, q, ByLoss); s != nil {
			return s
		}
		return otherwise // volumes order candidates as losses do
	}
	s := &Search{model: m}
	s.superclassDistance = architecture.scorer(v, ranking.SuperclassOf, ByCenters)
	s.fillerDistance = architecture.scorer(v, ranking.FillerOfExists, ByCenters)
	s.superclassLoss = byLoss(ranking.SuperclassOf, s.superclassDistance)
	s.fillerLoss = byLoss(ranking.FillerOfExists, s.fillerDistance)

	space := search.NewSpace(allowed, region)
	s.superclasses = space.Index(s.superclassDistance)
	s.fillers = space.Index(s.fillerDistance)
	s.alike = s.superclasses
	if m.Architecture == BoxEL {
		s.alike = space.Index(boxelSimilarity(v, m.Hyper.Dim))
	}
	return s, nil
}

// Superclasses returns the k classes D for which class ⊑ D is nearest, nearest first, the smaller
// row first where distances tie. The class itself is none of them.
func (s *Search) Superclasses(ctx context.Context, class int32, k int) ([]search.Neighbor, error) {
	if err := hasRow("class", class, s.model.Classes); err != nil {
		return nil, fmt.Errorf("superclasses: %w", err)
	}
	return s.superclasses.Nearest(ctx, []int32{class, 0}, k)
}

// SuperclassDistances writes the distance of class ⊑ candidates[i] to distance[i] and its loss,
// incl(C, D), to loss[i]; +Inf where the candidate is the class itself. BoxEL's loss is its
// distance.
func (s *Search) SuperclassDistances(class int32, candidates []int32, distance, loss []float32) {
	measured(s.superclassDistance, s.superclassLoss, []int32{class, 0}, candidates, distance, loss)
}

// RoleQuery is a role whose fillers are looked for in some regions; nil: in all.
type RoleQuery struct {
	Role    int32
	Regions []int32
}

// Fillers returns for each role the k classes D for which class ⊑ ∃role.D is nearest, ordered as
// by Superclasses. The class itself may be among them. Several roles in one call take less time
// than several calls.
func (s *Search) Fillers(ctx context.Context, class int32, roles []RoleQuery,
	k int) ([][]search.Neighbor, error) {
	if err := hasRow("class", class, s.model.Classes); err != nil {
		return nil, fmt.Errorf("fillers: %w", err)
	}
	queries := make([]search.Query, len(roles))
	for i, r := range roles {
		if err := hasRow("role", r.Role, s.model.Roles); err != nil {
			return nil, fmt.Errorf("fillers: %w", err)
		}
		queries[i] = search.Query{Axiom: []int32{class, r.Role, 0}, Regions: r.Regions}
	}
	return s.fillers.NearestEach(ctx, queries, k)
}

// FillerDistances is SuperclassDistances for class ⊑ ∃role.candidates[i]. The loss is the sum of
// inclusions, not halved.
func (s *Search) FillerDistances(class, role int32, candidates []int32, distance, loss []float32) {
	measured(s.fillerDistance, s.fillerLoss, []int32{class, role, 0}, candidates, distance, loss)
}

func measured(byDistance, byLoss ranking.Scorer[float32], axiom, candidates []int32, distance,
	loss []float32) {
	ranking.MeasuredEach([]ranking.Scorer[float32]{byDistance, byLoss}, axiom, candidates,
		[][]float32{distance, loss})
}

// Alike returns the k classes whose centers are nearest to that of the class, without itself: of
// most models its Superclasses.
func (s *Search) Alike(ctx context.Context, class int32, k int) ([]search.Neighbor, error) {
	if err := hasRow("class", class, s.model.Classes); err != nil {
		return nil, fmt.Errorf("classes alike: %w", err)
	}
	return s.alike.Nearest(ctx, []int32{class, 0}, k)
}

// hasRow refuses rows that the model has not.
func hasRow(what string, row int32, names []string) error {
	if row < 0 || int(row) >= len(names) {
		return fmt.Errorf("the model has no %s %d", what, row)
	}
	return nil
}
