package report

import (
	"fmt"
	"math"
	"strings"

	"box2el-owl/suggest"
	"box2el-owl/suggest/evidence"
)

// summarize returns the findings as sentences, the most important first.
func summarize(c *Comparison) []string {
	var s []string
	say := func(format string, args ...any) { s = append(s, fmt.Sprintf(format, args...)) }
	held, random := c.agreed(GroupHeldOut), c.agreed(GroupRandom)
	if n := held.N(); n > 0 {
		say("Of %s the model ranks %s in its top %d of %s (%s). "+
			"The other axioms entail %s of them. Together they find %s; %s are found by neither.",
			counted(n, "held-out axiom", "held-out axioms"), thousands(held.Predicted()),
			PredictedAt, thousands(c.candidates()), percent(held.Predicted(), n),
			percent(held.Entailed(), n), percent(n-held.Neither, n), percent(held.Neither, n))
	}
	if held.N() > 0 && random.N() > 0 {
		say(
			"Of those that are not entailed, which no reasoner can find, the model predicts %s; of random axioms %s.",
			percent(held.InductionOnly, held.InductionOnly+held.Neither), percent(
				random.Predicted(), random.N()))
	}
	if b := c.bestBaseline(); b != "" {
		say("%s", b)
	}
	d := c.Deduction
	switch derived := d.Subsumptions - d.Asserted; {
	case d.Subsumptions == 0:
		say("No subsumption between named classes is entailed.")
	case derived == 0:
		say("All %s entailed between named classes are asserted.",
			counted(d.Subsumptions, "subsumption", "subsumptions"))
	default:
		say("The reasoner infers %s in addition to %s. %s of the inferred subsumptions %s direct.",
			counted(derived, "subsumption", "subsumptions"),
			counted(d.Asserted, "asserted one", "asserted ones"),
			capital(none(d.DirectNew)), isOrAre(d.DirectNew))
	}
	if len(c.Suggestions) > 0 {
		say("%s", c.suggested())
	}
	if n := len(d.Unsatisfiable); n > 0 {
		say("Unsatisfiable classes: %s.", thousands(n))
	}
	if g := c.rankGroup("NF1", GroupEntailed); g != nil {
		say(
			"The model ranks %s of the subsumptions that are entailed and not asserted in its top 10; "+
				"the median rank is %s.", share(g.Metrics.Hits.At10), short(g.Metrics.Median))
	}
	if c.Depth != nil {
		say("%s", c.Depth.Sentence())
	}
	if g := c.Disagreement; g.Judged > 0 {
		say("The reasoner checked %s of the model that are not entailed: "+
			"%s contradict the ontology (%s).",
			counted(g.Judged, "top prediction", "top predictions"), none(g.Contradictions), percent(
				g.Contradictions, g.Judged))
	}
	if c.Untrained != "" {
		say("No model, so no comparison: %s.", strings.TrimSuffix(c.Untrained, "."))
	}
	return s
}

// agreed returns the sum of the matrices over all forms.
func (c *Comparison) agreed(axioms string) Agreement {
	sum := Agreement{Axioms: axioms}
	for _, a := range c.Agreement {
		if a.Axioms == axioms {
			sum.Both += a.Both
			sum.DeductionOnly += a.DeductionOnly
			sum.InductionOnly += a.InductionOnly
			sum.Neither += a.Neither
		}
	}
	return sum
}

func (c *Comparison) candidates() int {
	if len(c.Ranks) == 0 {
		return 0
	}
	return c.Ranks[0].Candidates
}

func (c *Comparison) rankGroup(form, group string) *RankGroup {
	for i, g := range c.Ranks {
		if g.Form == form && g.Group == group {
			return &c.Ranks[i]
		}
	}
	return nil
}

// bestBaseline compares the model with the better baseline, or returns "" if there are no metrics.
func (c *Comparison) bestBaseline() string {
	rows := c.metricRows()
	if len(rows) == 0 {
		return ""
	}
	var name string
	var model, best float64
	for _, row := range rows {
		if row.Form != combinedForms || row.Filter != rows[len(rows)-1].Filter {
			continue
		}
		if row.Ranker == modelRanker {
			model = row.MRR
		} else if row.MRR > best || name == "" {
			name, best = row.Ranker, row.MRR
		}
	}
	switch {
	case name == "":
		return ""
	case model > best:
		return fmt.Sprintf("The model’s mean reciprocal rank on test axioms is %.3f; "+
			"the better baseline (%s) reaches %.3f.", model, rankerNames[name], best)
	}
	return fmt.Sprintf("The model’s mean reciprocal rank on test axioms is %.3f, "+
		"not better than the baseline %s (%.3f): do not rely on its predictions.", model, rankerNames[name], best)
}

// suggested returns the numbers of suggestions by tier.
func (c *Comparison) suggested() string {
	if c.SuggestedBy == suggest.ByBoxes {
		return fmt.Sprintf("Suggestions: %d, ranked by the distance in the trained model alone.",
			len(c.Suggestions))
	}
	text := ""
	counts := make(map[suggest.Tier]int)
	for _, s := range c.Suggestions {
		counts[s.Tier]++
	}
	if n, m := counts[suggest.Likely], counts[suggest.Possible]; n+m > 0 {
		text = fmt.Sprintf(
			"Likely suggestions: %d, possible suggestions: %d; each is supported by two kinds of evidence. ", n, m)
	}
	if n := len(c.Suggestions) - counts[suggest.Likely] - counts[suggest.Possible]; n > 0 {
		return text + fmt.Sprintf("Speculative suggestions: %d.", n)
	}
	return text + "No others are shown."
}

// Sentence describes the relation of depth and rank, if the interval excludes 0.
func (s *DepthStudy) Sentence() string {
	figures := fmt.Sprintf("Spearman’s ρ = %s, %s interval %s to %s, %s", signed(s.Spearman),
		share(s.Confidence), signed(s.Low), signed(s.High), counted(s.Pairs, "subsumption",
			"subsumptions"))
	switch {
	case s.Low > 0:
		return "The model ranks subsumptions with deeper proofs lower (" + figures + ")."
	case s.High < 0:
		return "The model ranks subsumptions with deeper proofs higher (" + figures + ")."
	}
	return "There is no clear relation between proof depth and rank (" + figures + ")."
}

// thousands writes a count with commas.
func thousands(n int) string { return evidence.Thousands(n) }

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

func isOrAre(n int) string {
	if n <= 1 {
		return "is"
	}
	return "are"
}

func none(n int) string {
	if n == 0 {
		return "none"
	}
	return thousands(n)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// percent writes a part as a percentage of the whole.
func percent(part, whole int) string {
	if whole == 0 {
		return "0 %"
	}
	return share(float64(part) / float64(whole))
}

// share writes a number from 0 to 1 as a percentage, with one digit below 10 % and above 99 %.
func share(x float64) string {
	switch p := 100 * x; {
	case p > 0 && p < 0.1:
		return "< 0.1 %"
	case p > 0 && p < 10, p > 99 && p < 100:
		return fmt.Sprintf("%.1f %%", p)
	default:
		return fmt.Sprintf("%.0f %%", p)
	}
}

// short writes a rank, which may end in a half.
func short(x float64) string {
	if x >= 100 || x == float64(int(x)) {
		return thousands(int(math.RoundToEven(x)))
	}
	return fmt.Sprintf("%.1f", x)
}

// signed writes a number with its sign; 0 has no sign.
func signed(x float64) string {
	if math.Abs(x) < 0.005 {
		return "0.00"
	}
	return strings.Replace(fmt.Sprintf("%+.2f", x), "-", "−", 1)
}
