package dataset

const (
	wholeShare = 20   // one of this many axioms is held out
	wholeMost  = 1000 // per form
)

// SplitWhole splits a data set for a model for use. Of each of NF1 to NF4 and of the
// role assertions, 5 %, rounded down and at most 1,000 per form, are held out for validation; all
// other axioms are for training. An axiom stays in training if a name in it occurs in no other
// training axiom.
func SplitWhole(d *Dataset, seed uint64) *Dataset {
	s := newSplit(d, Whole, seed)
	heldOut := []Form{NF1, NF2, NF3, NF4, RoleAssertion}
	for _, form := range heldOut {
		places := s.shuffled(form)
		n := min(len(places)/wholeShare, wholeMost)
		s.out.Validation[form] = s.all[form].rows(places[:n])
		s.out.Train[form] = s.all[form].rows(places[n:])
	}
	s.returnUnseen(heldOut)
	return s.out
}

// returnUnseen moves axioms that dropUnseen would drop back to training. Those moved back count as
// training axioms for the following ones.
func (s *split) returnUnseen(heldOut []Form) {
	seen := s.seen(allForms())
	for _, form := range heldOut {
		validation := s.out.Validation[form]
		kept := Table{Width: validation.Width}
		for ids := range validation.Rows() {
			if seen.all(form, ids) {
				kept.IDs = append(kept.IDs, ids...)
				continue
			}
			seen.add(form, ids)
			s.out.Train[form].Append(ids...)
		}
		s.out.Validation[form] = kept
	}
}
