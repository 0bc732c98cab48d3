// Package embed is the inductive half: Box²EL (Jackermeier, Chen, Horrocks, "Dual Box Embeddings
// for the Description Logic EL++", WWW 2024) and the models that its evaluation compares with,
// trained on the normal forms of an ontology. What holds probably is near in the geometry; what
// holds certainly the reasoner says.
//
// # Models
//
// Concepts are boxes with center c and offset o, or balls with center x and radius ρ; γ is the
// margin, δ the distance asked of negatives, b_C the bump of C, [x]₊ = max(0, x).
//
//	incl(A, B) = ‖[ |c_A − c_B| + o_A − o_B − γ ]₊‖      A lies in B
//	disj(A, B) = ‖[ −|c_A − c_B| + o_A + o_B − γ ]₊‖     A and B overlap in no dimension
//	μ(A, B)    = ‖[ |c_A − c_B| − o_A − o_B + γ ]₊‖      the gap between A and B
//
//	Box²EL (section 3)     C ⊑ D           incl(C, D)
//	                       C ⊓ D ⊑ E       incl(C∩D, E) + ‖[max(l_C, l_D) − min(u_C, u_D)]₊‖
//	                       C ⊑ ∃r.D        ½[incl(C + b_D, Head r) + incl(D + b_C, Tail r)]    (equation 1)
//	                       ∃r.C ⊑ D        incl(Head r − b_C, D)
//	                       C ⊓ D ⊑ ⊥       disj(C, D)
//	                       r ⊑ s           ½[incl(Head r, Head s) + incl(Tail r, Tail s)]
//	                       r₁ ∘ r₂ ⊑ s     ½[incl(Head r₁, Head s) + incl(Tail r₂, Tail s)]
//	                       not C ⊑ ∃r.D    (δ − μ(C + b_D, Head r))² + (δ − μ(D + b_C, Tail r))²
//	Box²EL-Tr (app. E.1)   a role is a vector: C ⊑ ∃r.D by incl(C + v_r, D)
//	ELBE                   the same, with overlap for ∃r.C ⊑ D and δ = 2
//	ELEm, EmEL++           balls and vectors; the latter with role axioms
//	BoxEL                  boxes as volumes, roles as affine maps
//
// Positive losses are squared and averaged over a batch. The whole loss of each model stands in its
// file, term by term. An ∩ of boxes that do not meet is a box of the gap's size, as in the
// published code.
//
// Variant says where training follows the published code, slips included (Paper), and where it is
// corrected (Corrected): docs/evaluation.md shows what each change brings.
//
// # Training
//
// Train takes steps of Adam on one batch of every form. It is deterministic: the same data, options
// and seed give the same bits, whatever the number of workers, with and without assembly
// (embed/internal/kernel). Adam is dense, as in PyTorch; rows that a batch does not touch are
// caught up when they are next needed (adam.go), so that a step costs what its batch touches, and
// for λ > 0 one pass over the bumps' arithmetic but not over their memory. Memory is parameters and
// two moments, and at most a quarter of that besides, and once more the parameters: the best so
// far.
//
// # After training
//
// A Model ranks candidates for the open place of an axiom (Scorers; package embed/ranking has the
// metrics), is saved to one safetensors file, and is exported as word2vec text, npy or TSV. Models
// are safe for concurrent use. With a margin γ > 0, as all tuned settings have it, a loss of 0
// promises no model of the ontology (theorem 1 asks for γ ≤ 0): nothing here says what holds.
//
// The package imports owl/el only through embed/dataset. Where training wants the deductive
// closure, so that no entailed axiom is taken for a negative, the caller hands in a
// dataset.Closure.
package embed
