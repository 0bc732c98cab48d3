package dataset

import "fmt"

// SplitLinks splits a data set for link prediction (paper, section 4.3): of the role assertions,
// 80 % are for training, 10 % for validation and the rest for test, rounded down. A held-out
// assertion is dropped if one of its individuals or its role occurs in no training axiom. All other
// axioms are for training. The error is ErrNothingToSplit if there are no role assertions.
func SplitLinks(d *Dataset, seed uint64) (*Dataset, error) {
	s := newSplit(d, LinkPrediction, seed)
	switch {
	case len(d.Individuals) == 0:
		return nil, fmt.Errorf(
			"%w: link prediction needs assertions r(a, b), but there are no individuals",
			ErrNothingToSplit)
	case s.all[RoleAssertion].Len() == 0:
		return nil, fmt.Errorf("%w: no role assertions between individuals", ErrNothingToSplit)
	}
	s.part(RoleAssertion, s.shuffled(RoleAssertion))
	s.dropUnseen([]Form{RoleAssertion}, allForms())
	return s.out, nil
}

func allForms() (forms []Form) {
	for form := range NumForms {
		forms = append(forms, form)
	}
	return forms
}
