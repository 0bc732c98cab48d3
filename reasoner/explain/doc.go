// Package explain computes why an ontology entails an axiom: proofs, whose steps are instances of
// named rules, and justifications, the minimal sets of axioms that suffice.
//
//	e := explain.Of(reasoner, explain.Options{})
//	x, err := e.Subsumption(ctx, sub, super)
//	if x.Entailed() {
//		proof, err := x.Proof(ctx)
//		all, err := x.Justifications(ctx, explain.Limits{Count: explain.All})
//	}
//
// # Algorithm
//
// A goal is divided into claims (claim.go). For each claim, the locality module of its names is
// normalized (module.go), and the reference engine of package calculus saturates it from the left
// side of the claim. The engine records every instance of a rule: a hypergraph of facts and
// inferences. A module has all justifications of the axioms over its names (Cuenca Grau, Horrocks,
// Kazakov, Sattler, JAIR 2008). If the left side is satisfiable, axioms that cannot lead to the
// goal are left out (relevance.go).
//
// An axiom about properties is checked by example, like by Reasoner.Judge. Supposing explains why
// an axiom would contradict the ontology: justifications then cite it.
//
// The graph of a goal has a derivation from a set of axioms exactly if these entail the goal. So
// proofs, entailment from fewer axioms, and the hitting-set tree for all justifications (Reiter
// 1987) are searches in the graph. The smallest proof is found by Knuth's generalization of
// Dijkstra's algorithm (1977).
//
// # Guarantees
//
// Complete for OWL 2 EL, and for what el.Normalize keeps of axioms outside it; sound on every
// ontology. The answers depend only on the ontology and the goal, unless Limits.Time ends the
// search. An Explainer is safe for concurrent use.
//
// # Cost
//
// The first goal indexes the axioms of the ontology. A goal costs its module and the inferences
// about what its left side reaches, up to the cube of it for transitive roles; Options.Inferences
// bounds them. There may be exponentially many justifications; Limits bounds these.
package explain
