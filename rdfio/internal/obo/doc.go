// Package obo reads OBO 1.4 documents by the mapping from OBO to OWL.
package obo
