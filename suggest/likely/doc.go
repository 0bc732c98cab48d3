// Package likely finds restrictions and definitions that an ontology probably lacks. Two
// independent kinds of evidence (witnesses) must support a restriction.
//
// A rule says that the classes with a key in common have a restriction. Keys are words of the label
// (with a constant filler), the label with a slot for the name of the filler, and cues: the words
// before the filler's name in the textual definition. The confidence of a rule is the lower limit
// of the Wilson interval of the share of its members that have the restriction already. Exceptions
// that resemble the other members are candidates. Definitions follow templates of labels in the
// same way.
//
// Thresholds are in thresholds.go; a pair of witnesses is a row of witnessPairs. The package also
// declares Finding and Options, which package superclass uses.
package likely
