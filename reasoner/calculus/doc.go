// Package calculus is the reference engine for EL++. It applies the rules of its table literally,
// in rounds, until no new fact is found, and records every instance of a rule with its premises.
// Package explain reads proofs and justifications from the record; tests use the engine to judge
// package reasoner.
//
//	s, err := calculus.Saturate(ctx, nf, concept, calculus.Options{})
//
// # Algorithm
//
// The engine saturates a normal form from one root concept. A fact is about contexts: the root, ⊤,
// and what links reach from them. A round applies each rule to the facts of earlier rounds, and
// records an instance only if one of its premises is new in that round (semi-naive evaluation). So
// each instance is recorded once. Chains are composed on links, keys compare values, and nothing is
// compiled away: proofs show the user's own properties.
//
// The root is assumed to have an instance. Then every context has one, which makes the nominal,
// universal and key rules complete (Kazakov, Krötzsch, Simančík, "Practical Reasoning with Nominals
// in the EL Family of Description Logics", KR 2012). An inference that needs the assumption has a
// premise of the rule Assumption behind it.
//
// # Cost
//
// Time and memory grow with the inferences, up to the cube of the contexts for transitive roles.
// The engine is meant for small normal forms: those of a locality module.
package calculus
