// Package report is the place of the plots and of the comparison of deduction with induction.
//
// It holds nothing yet. It may import owl, embed and suggest.
package report
