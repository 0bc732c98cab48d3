// Package xml is a lexer of XML 1.0 with namespaces and internal entities (Fifth Edition). It works
// on a window of the input and allocates nothing for a token.
package xml
