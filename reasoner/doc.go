// Package reasoner derives what must be true in an EL++ ontology: every subsumption between its named classes and
// what follows for its individuals, answers to questions, verdicts on further axioms, and all of that again after
// an edit.
//
//	nf, report, err := el.Normalize(ctx, ontology, el.Options{})
//	taxonomy, err := reasoner.Classify(ctx, nf, reasoner.Options{})     // the hierarchy, once
//
//	r, err := reasoner.New(ctx, ontology, reasoner.Options{})           // one that goes on answering
//	answer, err := r.Query(ctx, expression, true)
//	judgement, err := r.Judge(ctx, axiom)
//	edited, err := r.Apply(ctx, added, removed)
//
// Classify is index, saturate, reduce. The index numbers concepts by how the rules treat them, eliminates
// ranges and turns role chains into automata; saturation computes for each context C (named class, individual,
// filler of an existential) the set S(C) of its subsumers and its links C –r→ E; reduction keeps
// the direct subsumers. Why something follows is the matter of package explain.
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
//	key         {a}, {b} ⊑ C, equal values of C's key    ⟹ {a} ∈ S({b})
//	functional  C –r→ E, C –s→ F, r, s ⊑* d functional   ⟹ C –r→ E ⊓ F, C –s→ E ⊓ F
//	assumption  D ∈ S(C) if C is nonempty                ⟹ D ∈ S(C)
//
// init to chain are those of Baader, Brandt and Lutz, "Pushing the EL Envelope" (IJCAI'05, table 3), ranges
// their "… Further" (OWLED'08, section 3); contexts and saturation follow Kazakov, Krötzsch and Simančík, "The
// Incredible ELK" (JAR 2014, section 4), nominals and self their "Practical Reasoning with Nominals
// in the EL Family of Description Logics" (KR'12). Rules returns the same table; each row is one
// function. init to self⁻ look at one context and its links, and stand in rules.go and composition.go; chain and self⁻ are compiled
// away where they can be: docs/decisions/0003-role-automata.md.
//
// The last five look across contexts. They run in rounds between saturations (rounds.go), each adding axioms in a
// layer until none is left to add. Nonempty are ⊤, individuals, and what links reach from there (nonempty.go). Of
// a class it is not known whether it has an instance; but if it has none, everything follows for it, so
// that what follows if it has one, follows in any case. The classes on which that can have a bearing are
// saturated once more in a layer in which they are nonempty; those for which the same turns on it share one (assume.go).
//
// # Layers
//
// A layer is a saturation on top of a finished one (layer.go): it begins with all that is known there, takes axioms
// or gives some up (edit.go), and solves again the contexts that depend on them. It copies what it changes,
// so that the one underneath goes on being read; to roll back is to forget it. Rounds, assumptions, Query, Judge, Effect and
// Apply all work in layers, and fall back to a run from scratch where an axiom changes what the index rests
// on, such as the role box: docs/decisions/0004-layers.md.
//
// What a single inclusion between names contradicts is found without a layer, by handing whole sets of contexts what it adds
// (spread.go), unless rules across contexts have something to do with it.
//
// The right side of a question needs no layer: a definition E ⊑ P of a new name P derives nothing but P, so it
// is read over the finished links, like a query over data (evaluate.go). Most entailment checks add one context and no more.
//
// # Closure
//
// NewClosure saturates for every id of a normal form, introduced names included, and answers by the hundred thousand what
// follows of the forms NF1 to NF4 and which ids complete them: for whoever trains on a normal form and must not take for wrong
// what is true. ∃r.D above a concept is read over the links like a query, by the automaton of r; a conjunction or an
// existential below is a new context in a layer (closure.go).
//
// # States on disk
//
// Save writes what took long, Load makes a Reasoner of it that gives the same answers, some ten times as fast as New; Open does
// what is called for. A file that is damaged, forged, of another ontology or another version of the program is an error and no answer:
// docs/decisions/0006-saved-state.md.
//
// # Soundness and completeness
//
// Sound on every input. Complete for OWL 2 EL: for class subsumption, instances, equality of individuals, assertions of
// object and data properties, and consistency. Of property hierarchies the taxonomy reports the told closure;
// Entails and Judge ask for more by example. Outside OWL 2 EL what a sound consequence is cheap for is used, and
// el.Report lists the rest; Answer.Exact and Judgement.Exact then are false where something may be missing. Where the
// global restriction of OWL 2 EL on ranges and chains (Profiles, section 2.2.6) is violated, the range of a chain's super-role does
// not reach the chain's last element.
//
// Data values and datatypes are concepts with the axioms of el.DataTheory; their ⊤ is rdfs:Literal and not
// owl:Thing.
//
// The tests hold this against judges that nobody here wrote: HermiT's answers about 1,145 small ontologies (oracle_test.go), the
// test cases of the OWL working group, ELK's taxonomies; and against a naive saturation that is held to
// HermiT itself (naive_test.go), on random ontologies, edit scripts, queries and verdicts.
//
// # Guarantees
//
// The result does not depend on Options.Workers: contexts have a least fixpoint each, and all output is
// sorted. Taxonomy, Realization and Reasoner are safe for concurrent use; Apply returns another Reasoner and leaves
// its receiver as it was. No call leaves a goroutine behind; a cancelled one ends within some tens of milliseconds.
//
// # Cost
//
// Time and memory grow about linearly with the derived facts, the pairs of a context and a
// subsumer: 4 bytes each, some 40 for each concept, and the axioms by their left sides. Contexts are solved parents and fillers first;
// a finished parent is copied (one hash probe a fact), links into finished contexts are not stored. The first question
// that needs it inverts the facts, which takes as much memory again. A layer costs what it changes, and a table of pages: one pointer for
// 256 concepts. Assumptions cost a layer for each set of classes that are alike. BenchmarkClassify and BenchmarkInteractive print the numbers.
package reasoner
