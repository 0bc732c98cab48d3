// Package saturate computes the subsumers of all contexts: the rules (rules.go), the order in which
// contexts are solved (saturate.go), the finished subsumers (store.go), and layers with added and
// removed axioms (layer.go, edit.go). A Base is computed from scratch, a Layer is over another
// saturation, and a Saturation is what both have in common. The rules that read several contexts
// are in rounds.go, nonempty.go, keys.go, functional.go and assume.go. See the comment of package
// reasoner.
package saturate
