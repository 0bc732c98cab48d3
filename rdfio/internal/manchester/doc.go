// Package manchester reads and writes whole documents in OWL 2 Manchester syntax. Package owl
// parses and renders the expressions.
package manchester
