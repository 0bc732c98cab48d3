// Package functional reads and writes whole documents in OWL 2 functional syntax. Package owl
// parses and renders the axioms.
package functional
