package suggest

import "context"

// Neighbor is a candidate with its distance from the subject, smaller is nearer.
type Neighbor struct {
	Class    int32 // row of the model
	Distance float32
}

// Geometry is what a trained model says: how far, in its space, an axiom is from holding. Rows are numbered as the model numbers
// them. It is safe for concurrent use.
type Geometry interface {
	// Classes and Roles are the IRIs of the rows. Names that the normalization has made up are among them.
	Classes() []string
	Roles() []string

	// Regions are the name spaces of Classes, as NameSpaces has them.
	Regions() []string

	// Superclasses returns the k candidates D for which class ⊑ D is nearest, exactly, nearest first.
	Superclasses(ctx context.Context, class int32, k int) ([]Neighbor, error)
	// SuperclassDistances writes, for each candidate, the distance of centers and the inclusion loss.
	SuperclassDistances(class int32, candidates []int32, distance, loss []float32)

	// Fillers and FillerDistances are the same of class ⊑ ∃role.D. Fillers does so for several roles at once.
	Fillers(ctx context.Context, class int32, roles []RoleQuery, k int) ([][]Neighbor, error)
	FillerDistances(class, role int32, candidates []int32, distance, loss []float32)
}

// RoleQuery is a role whose fillers are looked for in some regions; nil: in all.
type RoleQuery struct {
	Role    int32
	Regions []int32
}
