package embed

import "box2el-owl/embed/dataset"

// known is what a negative may not be: an axiom that is asserted for training, or follows from what
// is.
type known struct {
	asserted map[[4]int32]struct{} // the form, then the columns
	closure  dataset.Closure       // nil: only what is asserted
}

func newKnown(train *dataset.Axioms, closure dataset.Closure) *known {
	forms := []dataset.Form{dataset.NF1, dataset.NF3, dataset.RoleAssertion}
	n := 0
	for _, form := range forms {
		n += train[form].Len()
	}
	k := &known{asserted: make(map[[4]int32]struct{}, n), closure: closure}
	for _, form := range forms {
		for i := range train[form].Len() {
			k.asserted[keyOf(form, train[form].Row(i))] = struct{}{}
		}
	}
	return k
}

func keyOf(form dataset.Form, axiom []int32) (key [4]int32) {
	key[0] = int32(form)
	copy(key[1:], axiom)
	return key
}

func (k *known) holds(form dataset.Form, axiom []int32) bool {
	if form == dataset.NF1 && axiom[0] == axiom[1] {
		return true
	}
	if _, ok := k.asserted[keyOf(form, axiom)]; ok {
		return true
	}
	return k.closure != nil && form != dataset.RoleAssertion && k.closure.Entails(form, axiom)
}
