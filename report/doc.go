// Package report draws plots and compares what the reasoner entails with what a model predicts.
//
// # The comparison
//
// Compare takes an ontology with its entailments, a model trained on a part of its axioms with the
// entailments of that part, and a reasoner to query. It does not train or classify. The resulting
// Comparison is a JSON document; WriteHTML and WriteTSV write it for people and for tables.
// Auxiliary classes introduced by normalization are left out.
//
//	Deduction        entailed, asserted and direct subsumptions, with proofs
//	Agreement        held-out and random axioms: entailed or not × predicted or not
//	Ranks            ranks of asserted, entailed, held-out and random axioms
//	Prediction       the metrics of Jackermeier, Chen, Horrocks, "Dual Box Embeddings for the
//	                 Description Logic EL++", WWW 2024, section 4.2 and appendix G, with baselines
//	PrecisionRecall  one threshold on the distance for all questions and candidates
//	Depth            rank correlation of proof depth and rank, with its confidence interval
//	Disagreement     entailed axioms ranked low, and contradicting axioms ranked high
//	Suggestions      the suggestions of package suggest
//
// An axiom is predicted if its rank among the named classes is at most PredictedAt; other right
// answers are filtered out. The same sources and options give the same comparison with any
// number of workers; samples are drawn with a seed. The cost is that of ranking about 10,000
// axioms, proving a few hundred subsumptions and checking a few thousand axioms.
//
// The page needs no script and makes no request; its Content-Security-Policy forbids both. It
// follows the color scheme of the reader and can be printed.
//
// # Plots
//
// Each plot is a struct of numbers and names with one method, Draw, that writes it as SVG:
//
//	ShareCurves   share of a group of axioms by rank, or precision against recall
//	Neighborhood  a class, its nearest and its asserted neighbors, projected by PCA
//	Boxes         two-dimensional boxes side by side, as in figure 3 of the paper
//
// The palette is that of Okabe and Ito, which is distinguishable with the common color vision
// deficiencies. Each color is paired with a dash, a shape or a label. An SVG keeps its text as text
// and has a title and a description for screen readers. The same plot gives the same bytes. Names
// may hold any characters: those that XML forbids are removed, and long names are cut.
package report
