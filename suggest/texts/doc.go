// Package texts holds the labels and the textual definitions of the classes of an ontology as
// numbered words, and finds the names of classes in them.
//
// The finders of packages superclass and likely share one Texts, so that both cut definitions into
// words and sentences, choose among classes of the same name and compare definitions alike.
package texts
