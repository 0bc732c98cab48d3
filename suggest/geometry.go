package suggest

import (
	"context"
	"iter"
	"slices"

	"box2el-owl/owl"
)

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

// NameSpaces parts IRIs by their name space (see Namespace): number has that of each IRI, names
// those that there are, in the order of their first IRI.
func NameSpaces(iris iter.Seq[string]) (number []int32, names []string) {
	numbers := make(map[string]int32)
	for iri := range iris {
		space := nameSpace(iri)
		n, ok := numbers[space]
		if !ok {
			n = int32(len(numbers))
			numbers[space] = n
			names = append(names, space)
		}
		number = append(number, n)
	}
	return number, names
}

// matched finds the rows of a model's names: by number among n of a terminology, and by row the
// number; −1 if the other side does not know the name.
func matched(names []string, n int, number func(owl.IRI) (int32, bool)) (rows, numbers []int32) {
	rows, numbers = slices.Repeat([]int32{-1}, n), slices.Repeat([]int32{-1}, len(names))
	for row, name := range names {
		if i, ok := number(owl.NewIRI(name)); ok {
			rows[i], numbers[row] = int32(row), i
		}
	}
	return rows, numbers
}
