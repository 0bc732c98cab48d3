package dataset

const (
	wholeShare = 20   // one in so many axioms is held out
	wholeMost  = 1000 // of each form
)

// SplitWhole parts a data set for a model that is to be used: of each of NF1 to NF4 and of the role assertions 5 %, rounded
// down, are held out for validation, at most 1,000 a form, and all else is for training. An axiom of which a name stands in no
// other training axiom stays there.
func SplitWhole(d *Dataset, seed uint64) (*Dataset, *SplitReport) {
	s := newSplit(d, Whole, seed)
	heldOut := []Form{NF1, NF2, NF3, NF4, RoleAssertion}
	for _, form := range heldOut {
		places := s.shuffled(form)
		n := min(len(places)/wholeShare, wholeMost)
		s.out.Validation[form] = s.all[form].rows(places[:n])
		s.out.Train[form] = s.all[form].rows(places[n:])
	}
	s.returnUnseen(heldOut)
	return s.out, s.report
}

// returnUnseen moves back to training what dropUnseen would drop. What has moved back counts for those after it.
func (s *split) returnUnseen(heldOut []Form) {
	seen := s.seen(allForms())
	for _, form := range heldOut {
		validation := s.out.Validation[form]
		kept := Table{Width: validation.Width}
		for i := range validation.Len() {
			ids := validation.Row(i)
			if seen.all(form, ids) {
				kept.IDs = append(kept.IDs, ids...)
				continue
			}
			s.report.Kept[form]++
			seen.add(form, ids)
			s.out.Train[form].Append(ids...)
		}
		s.out.Validation[form] = kept
	}
}
