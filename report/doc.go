// Package report shows what deduction and induction found: pictures, and the comparison of the two on one ontology.
//
// # The comparison
//
// Compare takes an ontology with what follows from it, a model that was trained on a part of its axioms with what follows
// from that part, and a reasoner to ask; what is handed in, it neither trains nor reasons itself. The Comparison that comes out is a JSON document;
// WriteHTML and WriteTSV write it for people and for tables. Everything in it is about names that the ontology has.
//
//	Deduction        what follows, what of it is asserted, direct subsumptions that nobody has stated, with proofs
//	Agreement        held-out and random axioms: entailed by the training axioms or not × predicted or not
//	Ranks            where asserted, entailed, held-out and random axioms stand
//	Prediction       the metrics of Jackermeier, Chen, Horrocks, "Dual Box Embeddings for the Description Logic
//	                 EL++", WWW 2024, section 4.2 and appendix G, beside baselines
//	PrecisionRecall  one threshold for all questions and candidates
//	Depth            whether what takes a longer derivation is ranked lower: the rank correlation, with its interval
//	Disagreement     what follows and is ranked low; what is ranked high and contradicts
//	Suggestions      what package suggest makes of both, with its calibration
//
// An axiom is predicted when its rank is at most PredictedAt among the named classes, answers that are right for another reason left out. The same
// sources and options give the same comparison, whatever the number of workers; samples are drawn by a seed. The cost is
// that of ranking some ten thousand axioms, proving some hundred subsumptions and judging some thousand.
//
// The page needs no script and makes no request; its policy (Content-Security-Policy) forbids both. It is dark where the reader's screen is,
// and prints.
//
// # Pictures
//
// Each picture is a struct of plain numbers and names with one method, Draw, that writes it as SVG or
// PNG:
//
//	LossCurves       losses of each normal form against the step, with the validation metric beneath
//	RankHistogram    where the true answers stand in the rankings, beside baselines
//	RankCurves       which share of a group of axioms reaches a rank
//	PrecisionCurves  precision against recall
//	Reliability      probabilities against what proved right
//	DepthBoxes       ranks by the depth of proofs
//	Neighborhood     a class, its nearest and its asserted neighbours, projected by PCA
//	Boxes            two-dimensional boxes side by side, as in figure 3 of the paper
//
// Colours are those of Okabe and Ito, which people with any of the common colour deficiencies tell
// apart; what colour says is also said by a dash, a shape or a label. An SVG keeps its text as text and
// carries a title and a description for those who cannot see it. The same picture gives the same bytes.
// Names may hold anything: characters that XML forbids are left out, and what is too long is cut.
package report
