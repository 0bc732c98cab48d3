package embed

import (
	"context"
	"fmt"

	"box2el-owl/embed/internal/kernel"
	"box2el-owl/embed/ranking"
)

// Search finds the classes nearest to an axiom with an open place: probable superclasses of a
// class, probable fillers of its roles, and similar classes. Distances are those of centers, exact
// and with the bits of the model's scorers. For Box²EL they are ‖c(C) − c(D)‖ for C ⊑ D and ‖c(C) +
// b_D − c(Head r)‖ + ‖c(D) + b_C − c(Tail r)‖ for C ⊑ ∃r.D. For BoxEL, which ranks by volumes, they
// are negated volumes. Search is safe for concurrent use.
type Search struct {
	model *Model
	among ranking.Answers

	superclassDistance, fillerDistance, alike ranking.Scorer[float32]
	superclassLoss, fillerLoss                ranking.Scorer[float32]
}

// mostPacked is the most numbers, of 4 bytes, that a search keeps as copies in the layout of the
// kernels: those of 160,000 classes in 200 dimensions. It then takes two thirds of the time.
const mostPacked = 1 << 26

// NewSearch prepares searches whose results are the classes marked in allowed, by row. Callers
// leave out auxiliary classes of the normal form, deprecated classes, owl:Thing and owl:Nothing.
// The subjects of questions are not restricted. region is the region of each class, by row, to
// which RoleQuery restricts results, for example its namespace; nil means one region, 0. Neither
// list may change afterwards.
func (m *Model) NewSearch(allowed []bool, region []int32) (*Search, error) {
	if len(allowed) != len(m.Classes) || region != nil && len(region) != len(m.Classes) {
		return nil, fmt.Errorf("preparing the search: %d marks and %d regions for %d classes",
			len(allowed), len(region), len(m.Classes))
	}
	architecture, err := newModel[float32](m.Architecture, m.Hyper, m.Variant)
	if err != nil {
		return nil, fmt.Errorf("preparing the search: %w", err)
	}
	views := newViews(kernel.Float32(), &m.matrices)
	v := views
	if 2*len(m.Classes)*m.Hyper.Dim <= mostPacked {
		v = newVectors(kernel.Float32(), &m.matrices) // centers and bumps
	}
	byLoss := func(q ranking.Question, otherwise ranking.Scorer[float32]) ranking.Scorer[float32] {
		if s := architecture.scorer(views, q, ByLoss); s != nil {
			return s
		}
		return otherwise // volumes and losses of BoxEL order candidates equally
	}
	s := &Search{model: m, among: ranking.Answers{Allowed: allowed, Region: region}}
	s.superclassDistance = architecture.scorer(v, ranking.SuperclassOf, ByCenters)
	s.fillerDistance = architecture.scorer(v, ranking.FillerOfExists, ByCenters)
	s.superclassLoss = byLoss(ranking.SuperclassOf, s.superclassDistance)
	s.fillerLoss = byLoss(ranking.FillerOfExists, s.fillerDistance)

	s.alike = s.superclassDistance
	if m.Architecture == BoxEL {
		s.alike = boxelSimilarity(v, m.Hyper.Dim)
	}
	return s, nil
}

// Neighbor is a class with its distance.
type Neighbor = ranking.Candidate[float32]

// Superclasses returns the k classes D with the smallest distances of class ⊑ D, ordered by
// distance, then by row. The class itself is left out.
func (s *Search) Superclasses(ctx context.Context, class int32, k int) ([]Neighbor, error) {
	if err := hasRow("class", class, s.model.Classes); err != nil {
		return nil, fmt.Errorf("superclasses: %w", err)
	}
	return s.nearest(ctx, s.superclassDistance, class, k)
}

// SuperclassDistances writes the distance of class ⊑ candidates[i] to distance[i] and its loss,
// incl(C, D), to loss[i]. Both are +Inf for the class itself. For BoxEL the loss is the distance.
func (s *Search) SuperclassDistances(class int32, candidates []int32, distance, loss []float32) {
	measured(s.superclassDistance, s.superclassLoss, []int32{class, 0}, candidates, distance, loss)
}

// RoleQuery is a search for fillers of a role in the given regions; nil means all regions.
type RoleQuery struct {
	Role    int32
	Regions []int32
}

// Fillers returns for each role the k classes D with the smallest distances of class ⊑ ∃role.D, in
// the order of Superclasses. The class itself may be among them. Several roles in one call take
// less time than several calls.
func (s *Search) Fillers(
	ctx context.Context, class int32, roles []RoleQuery, k int,
) ([][]Neighbor, error) {
	if err := hasRow("class", class, s.model.Classes); err != nil {
		return nil, fmt.Errorf("fillers: %w", err)
	}
	queries := make([]ranking.Query, len(roles))
	for i, r := range roles {
		if err := hasRow("role", r.Role, s.model.Roles); err != nil {
			return nil, fmt.Errorf("fillers: %w", err)
		}
		queries[i] = ranking.Query{Axiom: []int32{class, r.Role, 0}, Regions: r.Regions}
	}
	return ranking.Nearest(ctx, s.fillerDistance, queries, k, s.among)
}

// FillerDistances writes the distances and losses of class ⊑ ∃role.candidates[i]. The loss is the
// sum of the two inclusions, not its half.
func (s *Search) FillerDistances(class, role int32, candidates []int32, distance, loss []float32) {
	measured(s.fillerDistance, s.fillerLoss, []int32{class, role, 0}, candidates, distance, loss)
}

func measured(
	byDistance, byLoss ranking.Scorer[float32], axiom, candidates []int32, distance, loss []float32,
) {
	ranking.Measured([]ranking.Scorer[float32]{byDistance, byLoss}, axiom, candidates,
		[][]float32{distance, loss})
}

// Alike returns the k classes whose centers are nearest to that of the class, without the class
// itself. For all models but BoxEL these are its Superclasses.
func (s *Search) Alike(ctx context.Context, class int32, k int) ([]Neighbor, error) {
	if err := hasRow("class", class, s.model.Classes); err != nil {
		return nil, fmt.Errorf("classes alike: %w", err)
	}
	return s.nearest(ctx, s.alike, class, k)
}

// nearest returns the k nearest answers for the second place of [class, ?].
func (s *Search) nearest(
	ctx context.Context, scorer ranking.Scorer[float32], class int32, k int,
) ([]Neighbor, error) {
	queries := []ranking.Query{{Axiom: []int32{class, 0}}}
	found, err := ranking.Nearest(ctx, scorer, queries, k, s.among)
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// hasRow returns an error if the model has no such row.
func hasRow(what string, row int32, names []string) error {
	if row < 0 || int(row) >= len(names) {
		return fmt.Errorf("the model has no %s %d", what, row)
	}
	return nil
}
