package embed

import (
	"box2el-owl/embed/dataset"
	"box2el-owl/embed/internal/kernel"
)

// The blocks of Box²EL, as indices.
const (
	box2elClasses = iota // boxes of classes
	box2elBumps
	box2elHeads // boxes of roles
	box2elTails
	box2elIndividuals // points
	box2elIndividualBumps
)

// newBox2EL returns the model of section 3. A class is a box and a bump; a role is a head box and a
// tail box. C ⊑ ∃r.D holds if the box of C plus the bump of D is inside the head of r, and the box
// of D plus the bump of C inside its tail.
//
// Distances are those of appendix F, for candidates X:
//
//	C ⊑ X       by ‖c(C) − c(X)‖           or incl(C, X)
//	C ⊓ D ⊑ X   by ‖c(C∩D) − c(X)‖         or incl(C∩D, X)
//	X ⊑ ∃r.D    by ‖c(X) + b_D − c(Head r)‖ + ‖c(D) + b_X − c(Tail r)‖
//	            or incl(X + b_D, Head r) + incl(D + b_X, Tail r)
//	∃r.C ⊑ X    by ‖c(Head r) − b_C − c(X)‖ or incl(Head r − b_C, X)
//
// C ⊑ ∃r.X is ranked as X ⊑ ∃r.D with C and X in the places of X and D, and r(x, b) as X ⊑ ∃r.D
// with points for boxes.
func newBox2EL[T kernel.Float](h Hyper, v Variant) *model[T] {
	n, γ, δ := h.Dim, T(h.Margin), T(h.NegativeDistance)
	box := func(name string, rows dataset.Kind) Block {
		return Block{
			Name: name, Rows: rows, Cols: 2 * n, Absolute: n, low: -1, high: 1, normalized: true,
		}
	}
	vector := func(name string, rows dataset.Kind, regularization float64) Block {
		return Block{
			Name: name, Rows: rows, Cols: n, Absolute: n, low: -1, high: 1, normalized: true,
			regularization: regularization,
		}
	}
	positive := func(name string, form dataset.Form, reduce reduction[T], h ...hinge) term[T] {
		return boxTerm(name, source{positives, form}, n, γ, reduce, h...)
	}
	negative := func(name string, form dataset.Form, h []hinge) term[T] {
		return boxTerm(name, source{negatives, form}, n, γ, meanSquareFrom(δ), h...)
	}
	m := &model[T]{
		blocks: []Block{
			box2elClasses:         box("class_embeds", dataset.Class),
			box2elBumps:           vector("bumps", dataset.Class, h.Regularization),
			box2elHeads:           box("rel_heads", dataset.Role),
			box2elTails:           box("rel_tails", dataset.Role),
			box2elIndividuals:     vector("individual_embeds", dataset.Individual, 0),
			box2elIndividualBumps: vector("individual_bumps", dataset.Individual, h.Regularization),
		},
		dim: n,
	}
	m.terms = append(boxTerms(n, γ, v,
		// mean (½[ incl(C + b_D, Head r) + incl(D + b_C, Tail r) ])², equation 1
		positive("nf3", dataset.NF3, meanSquareOfHalfSum,
			inRole(inside, classEnd(0), 1, classEnd(2))...),
		// mean incl(Head r − b_C, D)²
		positive("nf4", dataset.NF4, meanOfSquares, hinge{
			relation: inside, a: rowAt{box2elHeads, 0}, b: rowAt{box2elClasses, 2},
			by: rowAt{box2elBumps, 1}, sign: -1,
		}),
		// mean (δ − μ(C + b_D, Head r))² + mean (δ − μ(D + b_C, Tail r))²
		negative("nf3_neg", dataset.NF3, inRole(apart, classEnd(0), 1, classEnd(2)))),
		// r ⊑ s: mean (½[ incl(Head r, Head s) + incl(Tail r, Tail s) ])²
		positive("role_inclusion", dataset.RoleInclusion, meanSquareOfHalfSum,
			roleInRole(0, 0, 1)...),
		// r₁ ∘ r₂ ⊑ s: mean (½[ incl(Head r₁, Head s) + incl(Tail r₂, Tail s) ])²; the tail
		// of r₁ and the head of r₂ do not occur (specification, section 13, row 10)
		positive("role_chain", dataset.RoleChain, meanSquareOfHalfSum, roleInRole(0, 1, 2)...),
		// r(a, b) and its negatives as NF3, with points for boxes
		positive("role_assertions", dataset.RoleAssertion, meanSquareOfHalfSum,
			inRole(inside, individualEnd(1), 0, individualEnd(2))...),
		negative("role_assertions_neg", dataset.RoleAssertion,
			inRole(apart, individualEnd(1), 0, individualEnd(2))),
		// {a} ⊑ ∃r.C as NF3, in columns r, C, a
		positive("concept_assertions", dataset.ExistsAssertion, meanSquareOfHalfSum,
			inRole(inside, individualEnd(2), 0, classEnd(1))...))
	if v.NF1Negatives > 0 {
		m.terms = append(m.terms, boxNF1Negatives(n, γ, δ))
	}
	if v.Extended { // not in the published code
		m.terms = append(m.terms,
			// C(a): mean incl(a, C)²
			positive("type_assertions", dataset.ConceptAssertion, meanOfSquares, hinge{
				relation: inside, a: rowAt{box2elIndividuals, 0}, b: rowAt{box2elClasses, 1},
			}),
			// range(r) ⊑ D: mean incl(Tail r, D)²
			positive("ranges", dataset.Range, meanOfSquares, hinge{
				relation: inside, a: rowAt{box2elTails, 0}, b: rowAt{box2elClasses, 1},
			}))
	}
	if h.Visual {
		m.terms = append(m.terms, visual[T](n))
	}
	return m
}

// roleEnd is one end of an assertion in a role: a class or an individual, with its bump.
type roleEnd struct{ region, bump rowAt }

func classEnd(column int) roleEnd {
	return roleEnd{rowAt{box2elClasses, column}, rowAt{box2elBumps, column}}
}

func individualEnd(column int) roleEnd {
	return roleEnd{rowAt{box2elIndividuals, column}, rowAt{box2elIndividualBumps, column}}
}

// inRole returns the hinges of equation 1 for two ends of the role in column role: the first is
// moved by the bump of the second and related to the head, the second is moved by the bump of the
// first and related to the tail.
func inRole(r relation, first roleEnd, role int, second roleEnd) []hinge {
	return []hinge{
		{r, first.region, rowAt{box2elHeads, role}, second.bump, +1},
		{r, second.region, rowAt{box2elTails, role}, first.bump, +1},
	}
}

// roleInRole returns the hinges for the head of the role in column first and the tail of the role
// in column last, inside those of the role in column super.
func roleInRole(first, last, super int) []hinge {
	return []hinge{
		{relation: inside, a: rowAt{box2elHeads, first}, b: rowAt{box2elHeads, super}},
		{relation: inside, a: rowAt{box2elTails, last}, b: rowAt{box2elTails, super}},
	}
}
