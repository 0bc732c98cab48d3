// Command box2el-owl reads OWL ontologies, classifies them, trains embeddings and suggests missing
// axioms.
//
// This package connects the others: it parses and checks flags, calls the packages and renders the
// results. Each command has a file with an options struct, a function newXCmd that defines flags,
// and a function runX that runs the command on the given streams.
package main
