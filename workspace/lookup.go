package workspace

import (
	"sync"

	"box2el-owl/owl"
)

// lookup is what entities of a state are found by. Edits that change no name hand it on to the next state.
type lookup struct {
	names      *owl.Names
	manchester owl.Manchester
}

// newLookup returns what makes the lookup of a View when it is first needed, in linear time.
func newLookup(v *View) func() *lookup {
	return sync.OnceValue(func() *lookup {
		names := owl.NewNames(v.OWL())
		return &lookup{names: names, manchester: names.Manchester()}
	})
}

// Names find entities by what people call them.
func (v *View) Names() (*owl.Names, error) {
	if v.err != nil {
		return nil, v.err
	}
	return v.lookup().names, nil
}
