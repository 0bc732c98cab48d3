// Package place proposes what a class that is only being made needs: existing classes that it
// repeats, superclasses, restrictions and definitions.
//
// A Placer works on the Engine of package rank. Duplicates are found by the spelling of names.
// Definitions follow patterns of the classes that the ontology defines, or are composed of likely
// superclasses and restrictions. The probability of a row comes from logistic regressions over its
// score, its lead and the evidence for it, learned from what curators of other ontologies added.
package place
