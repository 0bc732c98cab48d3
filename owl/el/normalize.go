package el

import "box2el-owl/owl"

// Normalize brings an ontology into normal form.
func Normalize(o *owl.Ontology) *Ontology { panic("not written yet") }
