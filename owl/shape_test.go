package owl

import "testing"

// TestShapes checks that the rows of the tables are in the order of the kinds.
func TestShapes(t *testing.T) {
	for i := range AxiomShapes {
		if got := AxiomShapes[i].New().Kind(); got != AxiomKind(i) {
			t.Errorf("row %d of AxiomShapes is %v", i, got)
		}
	}
	for i := range ClassShapes {
		if got := ClassShapes[i].New().ExpressionKind(); got != ExpressionKind(i) {
			t.Errorf("row %d of ClassShapes is %s", i, ClassShapes[got].Name)
		}
	}
	for i := range DataRangeShapes {
		if got := DataRangeShapes[i].New().DataRangeKind(); got != DataRangeKind(i) {
			t.Errorf("row %d of DataRangeShapes is %s", i, DataRangeShapes[got].Name)
		}
	}
	if len(ClassShapes) != int(DataExactCardinalityKind)+1 ||
		len(DataRangeShapes) != int(DatatypeRestrictionKind)+1 {
		t.Error("a kind of expression without a row")
	}
}
