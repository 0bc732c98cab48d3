// Package superclass finds superclasses C ⊑ D that an ontology probably lacks. Two independent
// kinds of evidence (witnesses) must support a pair.
//
// Candidates come from names (the name of D ends the name of C), templates (C is named u X v and D
// u Y v, with X below Y) and the genus of textual definitions. Further witnesses are the
// differentia of D in the texts of C, superclasses of D that hold for C, and subclasses of C that
// are below D. A witness counts only if most pairs of classes for which it holds are entailed
// already. Thresholds are in thresholds.go; a pair of witnesses is a row of witnessPairs.
package superclass
