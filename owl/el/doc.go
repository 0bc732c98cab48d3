// Package el normalizes OWL ontologies to the normal form of EL++, which the reasoner saturates and
// the embeddings train on, and checks ontologies against the OWL 2 EL profile.
//
// Normalize transforms axioms structurally, by polarity (Baader, Brandt, Lutz, "Pushing the EL
// Envelope", IJCAI 2005, section 4; Kazakov, Krötzsch, Simančík, "The Incredible ELK", JAR 2014,
// section 3). A class expression on the left of an axiom needs only the inclusion expression ⊑
// name, one on the right only name ⊑ expression. Normalize adds only the needed direction. Equal
// expressions get one name for both polarities, and the vocabulary returns the expression of each
// name.
//
// The normal form is sound on every ontology, and equivalent to it within OWL 2 EL. An axiom
// outside the profile is weakened to EL: an expression is replaced by a smaller one on the left and
// by a larger one on the right, in the worst case owl:Nothing and owl:Thing. The Report lists each
// such loss.
//
// Literals are concepts by their value, and data ranges are concepts. The axioms about them that
// hold in every ontology (the value spaces of the OWL 2 datatype map, Structural Specification,
// section 4) are not in the normal form: Vocabulary.DataTheory returns them.
//
// All algorithms are linear in the size of the ontology, except for the sorting of operands, and
// deterministic: concepts are numbered in the order in which the axioms mention them.
//
// Extend and Extension do the same for additional axioms and for the expressions of queries, over
// the ids of an existing normal form. The reasoner uses them for queries and edits.
//
// CheckProfile checks an ontology against the grammar of OWL 2 EL ("OWL 2 Profiles", section 2) and
// the conditions of OWL 2 DL ("Structural Specification", sections 3, 5 and 11).
package el
