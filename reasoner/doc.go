// Package reasoner is a consequence-based reasoner for EL++. It computes all subsumptions between
// named classes and the types and property assertions of individuals, answers queries, checks
// further axioms, and updates its results after an edit.
//
//	nf, report, err := el.Normalize(ctx, ontology, el.Options{})
//	taxonomy, err := reasoner.Classify(ctx, nf, reasoner.Options{}) // the hierarchy, once
//
//	r, err := reasoner.New(ctx, ontology, reasoner.Options{}) // for questions and edits
//	answer, err := r.Query(ctx, expression, true)
//	judgement, err := r.Judge(ctx, axiom)
//	edited, err := r.Apply(ctx, added, removed)
//
// Classify has three steps: index, saturate, reduce. The index assigns concept ids, eliminates
// ranges and compiles role chains to automata. Saturation computes for each context C (a named
// class, an individual, or the filler of an existential) the set S(C) of its subsumers and its
// links C –r→ E. Reduction keeps the direct subsumers. Package explain finds justifications and
// proofs.
//
// The roles are in internal/role, the index in internal/index, saturation with its rules and layers
// in internal/saturate. The files named below are those of internal/saturate.
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
//	self link   ∃r.Self ∈ S(C)                           ⟹ C –r→ C
//	self⁻       C –r→ E, {a} ∈ S(C) ∩ S(E)               ⟹ ∃r.Self ∈ S(C)
//	nominal     C nonempty, {a} ∈ S(C)                   ⟹ C ∈ S({a})
//	universal   C nonempty                               ⟹ ⊤ –⊤role→ C
//	key         {a}, {b} ⊑ C, equal values of C's key    ⟹ {a} ∈ S({b})
//	functional  C –r→ E, C –s→ F, r, s ⊑* d functional   ⟹ C –r→ E ⊓ F, C –s→ E ⊓ F
//	assumption  D ∈ S(C) if C is nonempty                ⟹ D ∈ S(C)
//
// The rules init to chain are those of Baader, Brandt and Lutz, "Pushing the EL Envelope"
// (IJCAI'05, table 3), with ranges as in their "Pushing the EL Envelope Further" (OWLED'08, section
// 3). Contexts and saturation follow Kazakov, Krötzsch and Simančík, "The Incredible ELK" (JAR
// 2014, section 4). Nominals and self follow their "Practical Reasoning with Nominals in the EL
// Family of Description Logics" (KR'12). The names are those of calculus.Rules and of the
// functions. The rules init to self⁻ read one context and its links, and are implemented in
// internal/saturate/rules.go. Where possible, the index compiles chain and self⁻ away:
// docs/decisions/0003-role-automata.md.
//
// The last five rules read several contexts. They are applied in rounds between saturations
// (rounds.go); each round adds axioms in a layer, until none is new. Nonempty contexts are ⊤, the
// individuals, and everything that their links reach (nonempty.go). Whether a class has an instance
// is unknown. An entailment of a class that holds if the class has an instance holds without this
// condition, because a class without instances is subsumed by everything. Each class for which the
// condition can matter is therefore saturated again in a layer in which it is nonempty (assume.go).
//
// # Layers
//
// A layer is a copy-on-write saturation over a finished one, a base or a layer (layer.go). It
// starts with all facts of the one below, adds or removes axioms (edit.go), and solves the contexts
// that depend on them again. The one below stays readable; a rollback drops the layer. Rounds,
// assumptions, Query, Judge, Effect and Apply all use layers. They fall back to a run from scratch
// if an axiom changes what the index is built from, such as the role box:
// docs/decisions/0004-layers.md.
//
// The conflicts of a single inclusion between names are found without a layer, by propagating its
// consequences over sets of contexts (package internal/propagate), unless a rule across contexts is
// involved.
//
// The right side of an entailment check needs no layer. A definition E ⊑ P of a new name P entails
// nothing but P, so E is evaluated over the finished links, like a query over data (evaluate.go).
// Most entailment checks add one context.
//
// # Closure
//
// NewClosure saturates every concept of a normal form, introduced names included. It decides by the
// hundred thousand whether axioms of the forms NF1 to NF4 are entailed and lists the concepts that
// complete them. Training uses it to avoid entailed axioms as negative samples. An ∃r.D on the
// right is evaluated over the links, by the automaton of r; a conjunction or an existential on the
// left is a new context in a layer.
//
// # Soundness and completeness
//
// The reasoner is sound on every input. It is complete for OWL 2 EL: for class subsumption,
// instances, equality of individuals, assertions of object and data properties, and consistency.
// The taxonomy reports the asserted closure of property hierarchies; Entails and Judge decide more
// by a counterexample. Outside OWL 2 EL the reasoner uses the sound consequences that are cheap to
// compute, and el.Report lists the rest; Answer.Exact and Judgement.Exact are false if an
// entailment may be missing. An ontology may violate the global restriction of OWL 2 EL on ranges
// and chains (Profiles, section 2.2.6). Then the range of a chain's super-role does not reach the
// last element of the chain.
//
// Data values and datatypes are concepts with the axioms of el.DataTheory; their ⊤ is rdfs:Literal,
// not owl:Thing.
//
// The tests compare the reasoner with independent results: HermiT's answers on 1,145 small
// ontologies (oracle_test.go), the test cases of the OWL working group, and ELK's taxonomies. On
// random ontologies they compare it with the reference engine of package calculus, which is itself
// tested against HermiT; edits, queries and verdicts with runs from scratch. TestRuleTable compares
// the engines rule by rule.
//
// # Guarantees
//
// The result does not depend on Options.Workers: every context has one least fixpoint, and all
// output is sorted. Taxonomy, Realization and Reasoner are safe for concurrent use. Apply returns a
// new Reasoner and leaves its receiver unchanged. No call leaves a goroutine running; a cancelled
// call returns within 50 ms on obo-medium (TestCancel).
//
// # Cost
//
// Time and memory grow about linearly with the derived facts, the pairs of a context and a
// subsumer: 4 bytes each, about 40 for each concept. The axioms are indexed by their left sides.
// Contexts are solved in dependency order: parents and fillers first. The subsumers of a finished
// parent are copied (one hash probe a fact), and links into finished contexts are not stored. The
// first question that needs the inverse index builds it, which takes as much memory again. A layer
// costs what it changes, and a page table: one pointer for 256 concepts. The layer of an edit holds
// the changes of all edits since the base; Fold replaces both by a new base. An assumption costs a
// layer for each class. BenchmarkClassify and BenchmarkInteractive measure all of this.
package reasoner
