// Package dataset holds the training and test data of embeddings: EL++ axioms in normal form over
// dense ids, split into training, validation and test sets.
//
// A Dataset is made from the normal form of an ontology (FromNormalForm), from files in the layout
// of the authors of Box²EL (ReadLayout), or from the file of a data set or a model (Open). Splits
// follow sections 4.2 to 4.4 of Jackermeier, Chen, Horrocks, "Dual Box Embeddings for the
// Description Logic EL++", WWW 2024, and are a function of the axioms and a seed.
//
//	normal form ──FromNormalForm──▶ Dataset ──SplitPrediction, SplitInferences, … ──▶ Dataset
//	                                   │
//	                                   └──NormalForm──▶ reasoner ──ClosureOver──▶ Closure
//
// The ontology entails the result of FromNormalForm. Conversely, the result entails the ontology
// for satisfiable concepts, except for axioms without a form (reflexivity, self restrictions, keys,
// functional data properties, inverses), axioms about all literals, pairs of disjoint individuals,
// and pairs beyond MaxDisjointPairs. Report maps ids between the two. NormalForm converts any of
// the sets back, so that a reasoner can compute the entailments of the training set. ClosureOver
// returns its answers in the ids of the data set.
//
// All functions take time linear in the number of axioms, except SplitInferences, which is linear
// in the number of inferences. Results are the same on every machine. Files are not trusted: an
// error names the file and the defect.
package dataset
