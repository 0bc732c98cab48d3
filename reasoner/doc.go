// Package reasoner derives every subsumption between the named classes of an EL++ ontology, and what
// follows for its individuals.
//
//	nf, report, err := el.Normalize(ctx, ontology, el.Options{})
//	taxonomy, err := reasoner.Classify(ctx, nf, reasoner.Options{})
//	for sub, super := range taxonomy.Direct() { … }
//
// Classify is index, saturate, reduce. The index numbers concepts by how the rules treat them, eliminates
// ranges and turns role chains into automata; saturation computes for each context C (named class, individual,
// filler of an existential) the set S(C) of its subsumers and its links C –r→ E; reduction keeps
// the direct subsumers.
//
// # Rules
//
//	init        ⟹ C ∈ S(C), ⊤ ∈ S(C)
//	NF1         D ∈ S(C), D ⊑ E                          ⟹ E ∈ S(C)
//	NF2         D₁, D₂ ∈ S(C), D₁ ⊓ D₂ ⊑ E               ⟹ E ∈ S(C)
//	NF3         D ∈ S(C), D ⊑ ∃r.E                       ⟹ C –r→ E
//	NF4         C –r→ E, F ∈ S(E), ∃s.F ⊑ G, r ⊑* s      ⟹ G ∈ S(C)
//	⊥           C –r→ E, ⊥ ∈ S(E)                        ⟹ ⊥ ∈ S(C)
//	disjoint    D₁ ≠ D₂ ∈ S(C) in one disjointness axiom ⟹ ⊥ ∈ S(C)
//	chain       C –r→ E –s→ F, r ∘ s ⊑ t                 ⟹ C –t→ F
//	self        ∃r.Self ∈ S(C)                           ⟹ C –r→ C
//	self⁻       C –r→ E, {a} ∈ S(C) ∩ S(E)               ⟹ ∃r.Self ∈ S(C)
//	nominal     C nonempty, {a} ∈ S(C)                   ⟹ C ∈ S({a})
//	universal   C nonempty                               ⟹ ⊤ –⊤role→ C
//
// init to chain are those of Baader, Brandt and Lutz, "Pushing the EL Envelope" (IJCAI'05, table 3), ranges
// their "… Further" (OWLED'08, section 3); contexts and saturation follow Kazakov, Krötzsch and Simančík, "The
// Incredible ELK" (JAR 2014, section 4), nominals and self their "Practical Reasoning with Nominals
// in the EL Family of Description Logics" (KR'12). Rules returns the same table; each row is one
// function of rules.go, composition.go or rounds.go. chain and self⁻ are compiled away where
// they can be: docs/decisions/0003-role-automata.md.
//
// # Soundness and completeness
//
// Sound on every input. Complete for OWL 2 EL without nominals outside assertions, keys and functional data properties: "nonempty"
// is taken as nonempty in every model (⊤, individuals, and what links reach from there). Not yet derived: what
// holds because a class, *if* it has an instance, forces another one to have one (nominal and
// universal under a condition), keys, and functional data properties. Data values and datatypes are concepts with the axioms
// of el.DataTheory; their ⊤ is rdfs:Literal and not owl:Thing. Where
// the global restriction of OWL 2 EL on ranges and chains is violated, the range of a chain's super-role does not reach
// the chain's last element. Of property hierarchies the told closure is reported.
//
// # Guarantees
//
// The result does not depend on Options.Workers: contexts have a least fixpoint each, and all output is
// sorted. Taxonomy and Realization are safe for concurrent readers. No call leaves a goroutine behind; a
// cancelled one ends within some tens of milliseconds.
//
// # Cost
//
// Time and memory grow about linearly with the derived facts, the pairs of a context and a
// subsumer: 4 bytes each, some 40 for each concept, and the axioms by their left sides. Contexts are solved parents and fillers first;
// a finished parent is copied (one hash probe a fact), links into finished contexts are not stored. BenchmarkClassify prints the numbers.
package reasoner
