// Package place proposes superclasses, restrictions and a definition for a new class, and finds
// existing classes that it may duplicate.
//
// A Placer ranks with the Engine of package rank. Duplicates are found by the spelling of names.
// Definitions follow patterns of the defined classes of the ontology, or are composed of probable
// superclasses and restrictions. The probability of a row is that of a logistic regression over its
// score, the gaps to other scores and the evidence for it. The coefficients were learned from
// additions of curators to other ontologies (TrainingSet).
package place
