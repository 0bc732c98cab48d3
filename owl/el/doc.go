// Package el is the normal form of EL++ that the reasoner saturates and the embeddings train on,
// and the check of an ontology against the OWL 2 EL profile.
//
// Normalize transforms axioms structurally, by polarity (Baader, Brandt, Lutz, "Pushing the EL
// Envelope", IJCAI 2005, section 4; Kazakov, Krötzsch, Simančík, "The Incredible ELK", JAR 2014,
// section 3). A class expression on the left of an axiom needs only the inclusion expression ⊑ name, one
// on the right only name ⊑ expression, and only what is needed is put out. Equal expressions get one
// name, whatever their polarity, and every name can be turned back into its expression.
//
// The normal form is sound on every ontology, and equivalent to it within OWL 2 EL. Of an axiom
// outside the profile it keeps what follows from it in EL: an expression is replaced by a smaller
// one on the left and by a larger one on the right, owl:Nothing and owl:Thing at worst. The Report
// has a line for each such loss.
//
// Literals are concepts by their value, and data ranges are concepts by what they say. What holds of these
// whatever an ontology says (the value spaces of the OWL 2 datatype map, Structural Specification, section 4) is not
// in the normal form: Vocabulary.DataTheory returns it to reasoners.
//
// Everything is linear in the size of the ontology, but for the sorting of operands, and
// deterministic: concepts are numbered in the order in which the axioms mention them.
//
// Extend and Extension do the same for a few further axioms and for the expressions of queries, over the ids
// of a normal form that is there already: the reasoner answers and edits by them.
//
// CheckProfile holds an ontology against the grammar of OWL 2 EL ("OWL 2 Profiles", section 2) and
// the conditions of OWL 2 DL ("Structural Specification", sections 3, 5 and 11).
package el
