// Package rank ranks the superclasses and restrictions that a class may lack, for classes of the
// ontology and for new classes.
//
// A Subject holds the text and the axioms of a class; each of the two may be empty. Candidates come
// from classes with similar names or definitions, names in the subject's text, its relatives and
// analogies. The features of a candidate (columns) are comparable across ontologies: shares,
// logarithms of counts, and ranks among the candidates of the subject. A column is one row of a
// table: superclassColumns, restrictionColumns or modelColumns. Gradient-boosted trees (package
// trees) compute the score from the columns. They were learned from additions of curators to other
// ontologies; nothing is learned from the ontology itself.
package rank
