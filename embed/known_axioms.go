package embed

import "box2el-owl/embed/dataset"

// knownAxioms are the axioms that no negative may be: the training axioms and what they entail.
type knownAxioms struct {
	asserted map[[4]int32]struct{} // the form, then the columns
	closure  dataset.Closure       // nil: only asserted axioms
}

func newKnownAxioms(train *dataset.Axioms, closure dataset.Closure) *knownAxioms {
	forms := []dataset.Form{dataset.NF1, dataset.NF3, dataset.RoleAssertion}
	n := 0
	for _, form := range forms {
		n += train[form].Len()
	}
	k := &knownAxioms{asserted: make(map[[4]int32]struct{}, n), closure: closure}
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

// has reports whether an axiom is known. C ⊑ C always is.
func (k *knownAxioms) has(form dataset.Form, axiom []int32) bool {
	if form == dataset.NF1 && axiom[0] == axiom[1] {
		return true
	}
	if _, ok := k.asserted[keyOf(form, axiom)]; ok {
		return true
	}
	return k.closure != nil && form != dataset.RoleAssertion && k.closure.Entails(form, axiom)
}
