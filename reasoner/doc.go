// Package reasoner derives every subsumption between named classes of an EL++ ontology.
package reasoner
