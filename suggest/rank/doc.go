// Package rank orders the superclasses and restrictions that a class may lack, for classes of the
// ontology and for classes that are only being made.
//
// A Subject holds the text and the axioms of a class; each of the two may be empty. Candidates
// come from similar names, similar definitions, names within them, the class's relatives and
// analogies. Each candidate is described by a row of columns that compare across ontologies:
// shares, logarithms of counts, places in the subject's own list. Gradient-boosted trees (package
// trees), learned from what curators of other ontologies added, turn the row into a score.
// Nothing is learned from the ontology at hand.
package rank
