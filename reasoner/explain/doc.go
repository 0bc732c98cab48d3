// Package explain shows why an axiom follows from an ontology.
package explain
