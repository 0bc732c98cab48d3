// Package goal divides an axiom into claims that together are equivalent to it. Claims are about
// class expressions and individuals only, so an engine for these decides all axioms: package
// reasoner by its saturation, package explain by the reference engine.
//
// An axiom about properties is checked by example: r ⊑ s is entailed exactly if r(x, y) entails
// s(x, y) for two individuals that occur nowhere else.
package goal
