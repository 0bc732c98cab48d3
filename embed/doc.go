// Package embed learns embeddings of EL++ ontologies: Box²EL (Jackermeier, Chen, Horrocks, "Dual
// Box Embeddings for the Description Logic EL++", WWW 2024) and the models that its evaluation
// compares with, trained on the normal forms of an ontology. An axiom with a small distance is
// probable; package reasoner decides what is entailed.
//
// # Models
//
// Concepts are boxes with center c and offset o, or balls with center x and radius ρ. γ is the
// margin, δ the distance of negatives, b_C the bump of C, and [x]₊ = max(0, x).
//
//	incl(A, B) = ‖[ |c_A − c_B| + o_A − o_B − γ ]₊‖      A is inside B
//	disj(A, B) = ‖[ −|c_A − c_B| + o_A + o_B − γ ]₊‖     A and B overlap in no dimension
//	μ(A, B)    = ‖[ |c_A − c_B| − o_A − o_B + γ ]₊‖      the gap between A and B
//
//	Box²EL (section 3)     C ⊑ D        incl(C, D)
//	                       C ⊓ D ⊑ E    incl(C∩D, E) + ‖[max(l_C, l_D) − min(u_C, u_D)]₊‖
//	                       C ⊑ ∃r.D     ½[incl(C + b_D, Head r) + incl(D + b_C, Tail r)]    (1)
//	                       ∃r.C ⊑ D     incl(Head r − b_C, D)
//	                       C ⊓ D ⊑ ⊥    disj(C, D)
//	                       r ⊑ s        ½[incl(Head r, Head s) + incl(Tail r, Tail s)]
//	                       r₁ ∘ r₂ ⊑ s  ½[incl(Head r₁, Head s) + incl(Tail r₂, Tail s)]
//	                       not C ⊑ ∃r.D (δ − μ(C + b_D, Head r))² + (δ − μ(D + b_C, Tail r))²
//	Box²EL-Tr (app. E.1)   a role is a vector: C ⊑ ∃r.D by incl(C + v_r, D)
//	ELBE                   the same, with overlap for ∃r.C ⊑ D and δ = 2
//	ELEm, EmEL++           balls and vectors; the latter with role axioms
//	BoxEL                  boxes as volumes, roles as affine maps
//
// Positive losses are squared and averaged over a batch. Each model's file has its whole loss, term
// by term. The intersection of two boxes that do not meet is a box of the size of the gap, as in
// the published code.
//
// Variant selects where training follows the published code, slips included (Paper), and where it
// is corrected (Corrected). docs/lab/evaluation.md has the effect of each change.
//
// # Training
//
// Train takes steps of Adam on one batch of every form. It is deterministic: the same data, options
// and seed give the same bits for any number of workers, with and without assembly
// (embed/internal/kernel). Adam is dense, as in PyTorch; the updates of a row that a batch does not
// use are skipped and applied before the row is used again (adam.go). A step costs what its batch
// uses, and for λ > 0 one pass over the arithmetic of the bumps, without their memory. Memory is
// the parameters, two moments of each, at most a quarter of that for plans and buffers, and the
// best parameters so far.
//
// # After training
//
// A Model ranks candidates for the open place of an axiom (Scorers; package embed/ranking has the
// metrics), is saved to one safetensors file, and is exported as word2vec text, npy or TSV. Models
// are safe for concurrent use. With a margin γ > 0, as in all tuned settings, a loss of 0 does not
// imply that the boxes are a model of the ontology (theorem 1 requires γ ≤ 0).
//
// The package imports owl/el only through embed/dataset. The caller passes the deductive closure as
// a dataset.Closure if entailed axioms must not be drawn as negatives.
package embed
