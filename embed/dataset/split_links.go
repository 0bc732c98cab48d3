package dataset

import "fmt"

// AllRoles makes SplitLinks use the assertions of every role.
const AllRoles = None

// SplitLinks splits a data set for link prediction (paper, section 4.3): of the assertions of a
// role, or of all roles, 80 % are for training, 10 % for validation and the rest for test, rounded
// down. A held-out assertion is dropped if one of its individuals or its role occurs in no training
// axiom. All other axioms are for training. The error is ErrNothingToSplit if there are no such
// assertions.
func SplitLinks(d *Dataset, role int32, seed uint64) (*Dataset, error) {
	s := newSplit(d, LinkPrediction, seed)
	assertions := s.all[RoleAssertion]
	var places, others []int
	for _, i := range s.shuffled(RoleAssertion) {
		if role == AllRoles || assertions.Row(i)[0] == role {
			places = append(places, i)
		} else {
			others = append(others, i)
		}
	}
	if len(places) == 0 {
		return nil, d.noLinks(role)
	}
	s.part(RoleAssertion, places)
	train := &s.out.Train[RoleAssertion]
	train.IDs = append(train.IDs, assertions.rows(others).IDs...)
	s.dropUnseen([]Form{RoleAssertion}, allForms())
	return s.out, nil
}

func (d *Dataset) noLinks(role int32) error {
	switch {
	case len(d.Individuals) == 0:
		return fmt.Errorf(
			"%w: link prediction needs assertions r(a, b), but there are no individuals",
			ErrNothingToSplit)
	case role >= 0 && int(role) < len(d.Roles):
		return fmt.Errorf("%w: no assertions of the role %s between individuals",
			ErrNothingToSplit, d.Roles[role])
	}
	return fmt.Errorf("%w: no role assertions between individuals", ErrNothingToSplit)
}

func allForms() (forms []Form) {
	for form := range NumForms {
		forms = append(forms, form)
	}
	return forms
}
