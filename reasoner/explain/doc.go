// Package explain shows why something follows from an ontology: by proofs whose steps are instances of named rules, and
// by justifications, the minimal sets of axioms that suffice.
//
//	e := explain.Of(reasoner, explain.Options{}) // or New(ontology, nil, …)
//	x, err := e.Subsumption(ctx, sub, super)
//	if x.Entailed() {
//		proof, err := x.Proof(ctx)
//		all, err := x.Justifications(ctx, explain.Limits{Count: explain.All})
//	}
//
// # Algorithm
//
// A prover saturates the normal form of owl/el from the left side of the goal, and from nothing that links
// do not reach from there, by the rules of package reasoner taken literally: chains are composed on
// links and no role becomes an automaton, so that proofs show the user's own properties. It records every instance of a rule: a
// hypergraph of facts and inferences. Rules returns the rules with their sources.
//
// The left side is assumed to have an instance. All contexts that the prover meets then have one,
// which makes the nominal, universal and key rules complete (Kazakov, Krötzsch, Simančík, "Practical Reasoning with
// Nominals in the EL Family of Description Logics", KR 2012); a proof that used the assumption says so and takes it
// back at the end.
//
// A goal with expressions that the ontology does not have extends the normal form and its index; nothing large is copied.
// An axiom about properties is asked by example, as Reasoner.Judge does. Supposing tells why an axiom would
// contradict: it is then one of those that a justification cites.
//
// The graph behind one goal has a derivation from a set of axioms exactly when these entail the goal. So proofs, tests of
// entailment from fewer axioms, and the hitting-set tree for all justifications (Reiter 1987) are searches in it, and the
// smallest proof is found by Knuth's generalization of Dijkstra's algorithm (1977).
//
// # Guarantees
//
// Complete for OWL 2 EL, and for what el.Normalize keeps of axioms outside it; sound on every
// ontology. The answers depend on nothing but the ontology and the goal, unless Limits.Time cuts them short. An Explainer
// may be used by several goroutines.
//
// # Cost
//
// Time and memory grow with the inferences about what the goal's left side reaches, up to the cube of it where roles
// are transitive; Options.Inferences bounds them. There may be exponentially many justifications; Limits bounds these.
package explain
