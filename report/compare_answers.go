package report

import (
	"cmp"
	"context"
	"slices"

	"box2el-owl/embed/dataset"
	"box2el-owl/embed/ranking"
	"box2el-owl/owl"
	"box2el-owl/reasoner"
	"box2el-owl/suggest"
)

// answer is a top prediction of the model for C ⊑ ?D that is not entailed.
type answer struct {
	sub, super int32
	rank       int
	distance   float32
	judgement  *reasoner.Judgement
}

func (a answer) axiom(c *comparing) owl.Axiom {
	return &owl.SubClassOf{Sub: c.class(a.sub), Super: c.class(a.super)}
}

// judgeAnswers checks the top predictions for a sample of classes with the reasoner.
func (c *comparing) judgeAnswers(ctx context.Context) error {
	scorer := c.scorers[dataset.NF1]
	if scorer == nil {
		return nil
	}
	subjects := sample(c.random(streamSubjects), c.current(), numSubjects)
	answers := make([][]answer, len(subjects))
	err := c.concurrently(ctx, "judging", len(subjects),
		func(ctx context.Context, i int) (err error) {
			answers[i], err = c.answers(ctx, scorer, subjects[i])
			return err
		})
	if err != nil {
		return err
	}
	d := &c.out.Disagreement
	var against []answer
	for _, list := range answers {
		d.Judged += len(list)
		for _, a := range list {
			if a.judgement.Verdict == suggest.Contradicts {
				against = append(against, a)
			}
		}
	}
	d.Contradictions = len(against)
	slices.SortFunc(against, func(a, b answer) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.distance, b.distance),
			cmp.Compare(a.sub, b.sub), cmp.Compare(a.super, b.super))
	})
	for _, a := range examples(against, func(a answer) []int32 { return []int32{a.sub} }) {
		shown, err := c.contradicting(ctx, a)
		if err != nil {
			return err
		}
		d.Contradicting = append(d.Contradicting, shown)
	}
	return nil
}

// answers returns the nearest superclasses that are not entailed, with their verdicts.
func (c *comparing) answers(ctx context.Context, scorer ranking.Scorer[float32],
	sub int32) ([]answer, error) {
	question := []int32{sub, sub}
	follows := c.filter[0].Answers(dataset.NF1, question, 1, nil)
	nearest, err := ranking.Top(ctx, scorer, question, numAnswers+len(follows)+c.auxiliaryNear())
	if err != nil {
		return nil, err
	}
	slices.Sort(follows)
	var list []answer
	for _, candidate := range nearest {
		if len(list) == numAnswers {
			break
		}
		if _, known := slices.BinarySearch(follows, candidate.ID); known ||
			!c.isClass(candidate.ID) || c.isDeprecated(candidate.ID) {
			continue
		}
		a := answer{sub: sub, super: candidate.ID, rank: len(list) + 1,
			distance: candidate.Distance}
		if a.judgement, err = c.Reasoner.Judge(ctx, a.axiom(c)); err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// auxiliaryNear returns an upper bound for the number of auxiliary classes expected among the
// nearest.
func (c *comparing) auxiliaryNear() int { return min(len(c.Named)-c.candidates(), 500) }

func (c *comparing) contradicting(ctx context.Context, a answer) (Contradicting, error) {
	conflict := &a.judgement.Conflict
	why, err := c.Reasoner.Refute(ctx, a.axiom(c), conflict)
	if err != nil {
		return Contradicting{}, err
	}
	shown := Contradicting{
		Axiom: c.axiom(a.axiom(c)), Rank: a.rank, Distance: float64(a.distance),
		Inconsistent: conflict.Inconsistent, Why: why,
	}
	for _, class := range conflict.Unsatisfiable[:min(mostExamples, len(conflict.Unsatisfiable))] {
		shown.Unsatisfiable = append(shown.Unsatisfiable, c.nameOf(class.IRI))
	}
	return shown, nil
}
