// Package owlxml reads and writes OWL 2 XML by the table of shapes of package owl.
package owlxml
