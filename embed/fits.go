package embed

import (
	"errors"
	"fmt"
	"slices"

	"box2el-owl/embed/dataset"
)

// ErrOtherData is returned if a model was trained on other classes, roles or individuals.
var ErrOtherData = errors.New("the model was trained on other data")

// Fits reports whether the rows of the model are the classes, roles and individuals of a data set.
// The axioms may be others.
func (m *Model) Fits(d *dataset.Dataset) error {
	for _, names := range []struct {
		what         string
		model, other []string
	}{
		{"classes", m.Classes, d.Classes}, {"roles", m.Roles, d.Roles}, {"individuals", m.Individuals, d.Individuals},
	} {
		switch {
		case len(names.model) != len(names.other):
			return fmt.Errorf("%w: it has %d %s, the data set %d", ErrOtherData, len(names.model),
				names.what, len(names.other))
		case !slices.Equal(names.model, names.other):
			return fmt.Errorf("%w: the %s are not the same", ErrOtherData, names.what)
		}
	}
	return nil
}
