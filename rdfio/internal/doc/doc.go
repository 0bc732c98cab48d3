// Package doc holds what every syntax shares: the window over the input, the buffer of the output,
// limits, errors with a place, and the report of findings.
package doc
