// Package propagate finds the contexts that become unsatisfiable when one inclusion is added to a
// finished saturation. It applies the rules to sets of contexts instead of solving contexts again.
package propagate
