// Command box2el-owl reads OWL ontologies, classifies them, and tells what follows and what lies
// outside OWL 2 EL.
//
// The package only wires the others together: it parses and checks flags, calls rdfio, owl/el and
// reasoner, and renders the result. One file a verb; a verb is an options struct, newXCmd that
// parses, and runX that does the work on the streams it is given.
package main
