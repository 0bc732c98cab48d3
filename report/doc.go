// Package report draws what training and evaluation found.
//
// Each picture is a struct of plain numbers and names with one method, Draw, that writes it as SVG or
// PNG:
//
//	LossCurves     losses of each normal form against the step, with the validation metric beneath
//	RankHistogram  where the true answers stand in the rankings, beside baselines
//	Neighborhood   a class, its nearest and its asserted neighbours, projected by PCA
//	Boxes          two-dimensional boxes side by side, as in figure 3 of Jackermeier, Chen, Horrocks,
//	               "Dual Box Embeddings for the Description Logic EL++", WWW 2024
//
// Colours are those of Okabe and Ito, which people with any of the common colour deficiencies tell
// apart; what colour says is also said by a dash, a shape or a label. An SVG keeps its text as text and
// carries a title and a description for those who cannot see it. The same picture gives the same bytes.
// Names may hold anything: characters that XML forbids are left out, and what is too long is cut.
//
// The package may import owl, embed and suggest; the pictures need none of them.
package report
