package report

import (
	"fmt"
	"math"
	"strings"

	"box2el-owl/suggest"
)

// summarize says in plain sentences what was found, the most important first.
func summarize(c *Comparison) []string {
	var s []string
	say := func(format string, args ...any) { s = append(s, fmt.Sprintf(format, args...)) }
	held, random := c.agreed(GroupHeldOut), c.agreed(GroupRandom)
	if n := held.N(); n > 0 {
		say("Of %s the model puts %s among its first %d of %s answers (%s). Deduction from the other axioms recovers %s of them. Together they find %s; %s neither finds.",
			counted(n, "held-out axiom", "held-out axioms"), thousands(held.Predicted()), PredictedAt, thousands(c.candidates()), percent(held.Predicted(), n),
			percent(held.Entailed(), n), percent(n-held.Neither, n), percent(held.Neither, n))
	}
	if held.N() > 0 && random.N() > 0 {
		say("%s of those that do not follow, and that no reasoner can find, are among them. Of axioms made up at random it is %s.",
			percent(held.InductionOnly, held.InductionOnly+held.Neither), percent(random.Predicted(), random.N()))
	}
	if b := c.bestBaseline(); b != "" {
		say("%s", b)
	}
	d := c.Deduction
	switch derived := d.Subsumptions - d.Asserted; {
	case d.Subsumptions == 0:
		say("No subsumption between named classes follows.")
	case derived == 0:
		say("All %s between classes that follow are asserted: deduction adds none.", counted(d.Subsumptions, "subsumption", "subsumptions"))
	default:
		say("Deduction turns %s into %s. Of those that it adds, %s direct: places in the hierarchy that nobody has stated.",
			counted(d.Asserted, "asserted subsumption", "asserted subsumptions"), thousands(d.Subsumptions),
			are(d.DirectNew))
	}
	if len(c.Suggestions) > 0 {
		say("%s", c.suggested())
	}
	if n := len(d.Unsatisfiable); n > 0 {
		say("%s can have no instance: the axioms about %s contradict each other.", counted(n, "class", "classes"), map[bool]string{true: "it", false: "them"}[n == 1])
	}
	if g := c.rankGroup("NF1", GroupEntailed); g != nil {
		say("Of what follows without being asserted, the model puts %s among its first ten; the median rank is %s.", share(g.Metrics.Hits.At10), short(g.Metrics.Median))
	}
	if c.Depth != nil {
		say("%s", c.Depth.Sentence())
	}
	if g := c.Disagreement; g.Judged > 0 {
		say("%s of the model’s first answers that do not follow were put to the reasoner: %s contradict the ontology (%s), so a verdict belongs beside each.",
			capital(thousands(g.Judged)), none(g.Contradictions), percent(g.Contradictions, g.Judged))
	}
	if c.Untrained != "" {
		say("There is no model, and so nothing to compare with: %s.", strings.TrimSuffix(c.Untrained, "."))
	}
	return s
}

// agreed adds up the matrices of all forms.
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

// bestBaseline says whether the model ranks better than what has learned nothing.
func (c *Comparison) bestBaseline() string {
	rows := c.metricRows()
	if len(rows) == 0 {
		return ""
	}
	var name string
	var model, best float64
	for _, row := range rows {
		if row.form != combinedForms || row.filter != rows[len(rows)-1].filter {
			continue
		}
		if row.ranker == modelRanker {
			model = row.MRR
		} else if row.MRR > best || name == "" {
			name, best = row.ranker, row.MRR
		}
	}
	switch {
	case name == "":
		return ""
	case model > best:
		return fmt.Sprintf("The model’s mean reciprocal rank on test axioms is %.3f; the better of two ways that learn nothing, %s, reaches %.3f.", model, rankerNames[name], best)
	}
	return fmt.Sprintf("The model’s mean reciprocal rank on test axioms is %.3f, which does not beat %s (%.3f), a way that learns nothing: do not rely on its predictions.", model, rankerNames[name], best)
}

// suggested says how many suggestions there are, by tier.
func (c *Comparison) suggested() string {
	if c.SuggestedBy == suggest.ByBoxes {
		return fmt.Sprintf("Suggestions: %d, ranked by the distance in the trained model alone.", len(c.Suggestions))
	}
	text := ""
	counts := make(map[suggest.Tier]int)
	for _, s := range c.Suggestions {
		counts[s.Tier]++
	}
	if n, m := counts[suggest.Likely], counts[suggest.Possible]; n+m > 0 {
		text = fmt.Sprintf("Likely suggestions: %d, possible ones: %d; on each of them two kinds of evidence agree. ", n, m)
	}
	if n := len(c.Suggestions) - counts[suggest.Likely] - counts[suggest.Possible]; n > 0 {
		return text + fmt.Sprintf("Speculative ones: %d, ranked by what curators of other ontologies added.", n)
	}
	return text + "No further one is shown."
}

// Sentence says what the study found, as far as the interval allows.
func (s *DepthStudy) Sentence() string {
	figures := fmt.Sprintf("Spearman’s ρ = %s, %s interval %s to %s, %s", signed(s.Spearman), share(s.Confidence), signed(s.Low), signed(s.High), counted(s.Pairs, "subsumption", "subsumptions"))
	switch {
	case s.Low > 0:
		return "The more inferences a subsumption takes, the worse the model ranks it (" + figures + ")."
	case s.High < 0:
		return "The more inferences a subsumption takes, the better the model ranks it (" + figures + ")."
	}
	return "Whether a subsumption takes few inferences or many shows no clear relation to its rank (" + figures + ")."
}

// thousands writes a count with commas.
func thousands(n int) string { return number(float64(n), 1) }

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

func are(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "1 is"
	}
	return thousands(n) + " are"
}

func none(n int) string {
	if n == 0 {
		return "none"
	}
	return thousands(n)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// percent writes a part of a whole.
func percent(part, whole int) string {
	if whole == 0 {
		return "0 %"
	}
	return share(float64(part) / float64(whole))
}

// share writes a number from 0 to 1 as a percentage, with a digit where it is small.
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
		return number(x, 1)
	}
	return number(x, 0.1)
}

// signed writes a number with its sign, which 0 does not have.
func signed(x float64) string {
	if math.Abs(x) < 0.005 {
		return "0.00"
	}
	return strings.Replace(fmt.Sprintf("%+.2f", x), "-", "−", 1)
}
