package rank

import (
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// Decisions are statements that a curator accepted or rejected, by numbers of the Engine.
type Decisions struct{ Accepted, Rejected []asserted.Statement }

// Feedback holds decisions by the form of the statements.
type Feedback struct{ Superclasses, Restrictions Decisions }

// Of returns the decisions about statements with a property, which may be NoProperty.
func (f Feedback) Of(property int32) Decisions {
	if property == NoProperty {
		return f.Superclasses
	}
	return f.Restrictions
}

// About returns the decisions about one superclass or restriction.
func (d Decisions) about(r asserted.Restriction) Decisions {
	return d.filter(func(s asserted.Statement) bool {
		return s.Property == r.Property && s.Target == r.Filler
	})
}

// With returns the decisions about restrictions with some properties.
func (d Decisions) With(properties ...int32) Decisions {
	return d.filter(func(s asserted.Statement) bool {
		return slices.Contains(properties, s.Property)
	})
}

func (d Decisions) filter(keep func(asserted.Statement) bool) Decisions {
	chosen := func(list []asserted.Statement) (kept []asserted.Statement) {
		for _, s := range list {
			if keep(s) {
				kept = append(kept, s)
			}
		}
		return kept
	}
	return Decisions{chosen(d.Accepted), chosen(d.Rejected)}
}

// comparison compares a subject with the class of a decision.
type comparison struct {
	e       *Engine
	a, b    *class // the class of the decision, the subject
	other   int32  // number of the class of the decision
	subject int32  // number of the subject, or NoClass
}

// similarity is a measure from 0 to 1 of how like two classes are, with the log-odds that it adds.
type similarity struct {
	name   string
	weight float64
	value  func(*comparison) float32
}

// similarities holds the features that distinguish the other classes of a campaign (three or more
// additions of one restriction between two releases) if one of them is known. The weights were
// learned from the pairs of split learn, by a logistic regression on the similarities and the gap
// to the score at rank 20, and divided by the weight of the gap.
var similarities = []similarity{
	{"information content of the lowest common superclass", 3, (*comparison).common},
	{"label equal but for a hole", 3, (*comparison).hole},
	{"words of the labels in common", 5, func(c *comparison) float32 {
		x, y := c.a.label(), c.b.label()
		return (c.e.shareOf(x, y) + c.e.shareOf(y, x)) / 2
	}},
	{"restrictions in common", 7.5, func(c *comparison) float32 {
		return inCommon(c.a.restrictions, c.b.restrictions)
	}},
	{"superclasses in common", 4.5, func(c *comparison) float32 {
		return inCommon(c.a.ancestors, c.b.ancestors)
	}},
	{"below a parent of the other", 2, func(c *comparison) float32 {
		return (oneIf(belowParentOf(c.a, c.b)) + oneIf(belowParentOf(c.b, c.a))) / 2
	}},
}

const (
	leastSimilarity = 1.25 // log-odds that similarity must exceed to count
	manyRejects     = 2    // rejections of one axiom after which it is demoted for all classes
	demotion        = 6.0  // log-odds by which it is demoted
)

// Adjust returns the candidates for a subject, best first. The score of a superclass or restriction
// rises if it was accepted for similar classes and falls if it was rejected for them. With at least
// two rejections, and more rejections than acceptances, it falls for all classes. Axioms accepted
// for very similar classes become candidates. The decisions should be of the form of the
// candidates; those about the subject do not count. Adjust takes time linear in their number.
func (e *Engine) Adjust(s Subject, list []Candidate, d Decisions) []Candidate {
	if len(d.Accepted)+len(d.Rejected) == 0 {
		return list
	}
	of := e.classOf(s)
	gains := e.gains(s, of, d)
	list = slices.Clone(list)
	lowest := 0.0
	for i, c := range list {
		if i == 0 || c.Score < lowest {
			lowest = c.Score
		}
		if g := gains[c.Restriction()]; g != nil {
			g.listed = true
			list[i].Score += g.total()
		}
	}
	for r, g := range gains {
		if !g.listed && g.total() > 0 && e.mayHave(s, of, r) {
			list = append(list, Candidate{r.Property, r.Filler, lowest + g.total()})
		}
	}
	Sort(list)
	return list
}

// gains returns the changes of scores by decisions.
func (e *Engine) gains(s Subject, of *class, d Decisions) map[asserted.Restriction]*gain {
	gains := make(map[asserted.Restriction]*gain)
	collect := func(statements []asserted.Statement, add func(*gain, asserted.Statement, float64)) {
		for _, a := range statements {
			if a.Class == s.Class {
				continue
			}
			r := a.Restriction()
			if gains[r] == nil {
				gains[r] = new(gain)
			}
			c := comparison{e, &e.classes[a.Class], of, a.Class, s.Class}
			add(gains[r], a, c.similarity())
		}
	}
	collect(d.Accepted, func(g *gain, a asserted.Statement, like float64) {
		g.up = max(g.up, like)
		g.accepted.add(a.Class, like)
	})
	collect(d.Rejected, func(g *gain, a asserted.Statement, like float64) {
		g.down += like
		g.rejected.add(a.Class, like)
	})
	return gains
}

// gain holds the decisions about one superclass or restriction.
type gain struct {
	up, down           float64
	accepted, rejected decided
	listed             bool
}

// decided holds the classes of decisions: all, and those that are similar to the subject.
type decided struct{ all, similar []int32 }

func (d *decided) add(class int32, similarity float64) {
	d.all = append(d.all, class)
	if similarity > 0 {
		d.similar = append(d.similar, class)
	}
}

// isDemoted reports whether the rejections count for all classes.
func (g *gain) isDemoted() bool {
	return len(g.rejected.all) >= manyRejects && len(g.rejected.all) > len(g.accepted.all)
}

// total returns the change of the score.
func (g *gain) total() float64 {
	sum := g.up - g.down
	if g.isDemoted() {
		sum -= demotion
	}
	return sum
}

// Precedents returns the change of the score of one superclass or restriction by decisions, and the
// sentences for and against it.
func (e *Engine) Precedents(s Subject, r asserted.Restriction,
	d Decisions) (added float64, list []evidence.Evidence) {
	of := e.classOf(s)
	g := e.gains(s, of, d.about(r))[r]
	if g == nil {
		return 0, nil
	}
	if len(g.accepted.similar) > 0 {
		list = append(list, e.precedent("accepted", of, g.accepted.similar))
	}
	rejected := g.rejected.similar
	if g.isDemoted() {
		rejected = g.rejected.all
	}
	if len(rejected) > 0 {
		list = append(list, e.precedent("rejected", of, rejected).Objecting())
	}
	return g.total(), list
}

// precedent formats the sentence about the classes of decisions.
func (e *Engine) precedent(kind string, of *class, classes []int32) evidence.Evidence {
	isSibling := func(c int32) bool {
		return slices.ContainsFunc(e.classes[c].parents, func(p int32) bool {
			return slices.Contains(of.parents, p)
		})
	}
	noun := "classes"
	switch siblings := !slices.ContainsFunc(classes, func(c int32) bool { return !isSibling(c) }); {
	case siblings && len(classes) == 1:
		noun = "sibling"
	case siblings:
		noun = "siblings"
	case len(classes) == 1:
		noun = "class"
	}
	shown := min(len(classes), mostPrecedents)
	link := ": "
	if shown < len(classes) {
		link = ", for example "
	}
	args := []any{len(classes), noun}
	for _, c := range classes[:shown] {
		args = append(args, e.x.Classes[c])
	}
	return evidence.New(kind, "You "+kind+" the same for %d %s"+link+
		[...]string{"%e", "%e and %e", "%e, %e and %e"}[shown-1]+".", args...)
}

// mostPrecedents is the number of classes that a sentence names.
const mostPrecedents = 3

// similarity returns the log-odds that the decision about the other class applies to the subject; 0
// if the two are not similar.
func (c *comparison) similarity() float64 {
	sum := -leastSimilarity
	for _, l := range similarities {
		sum += l.weight * float64(l.value(c))
	}
	return max(sum, 0)
}

// common returns the information content of the lowest common superclass, either class included.
func (c *comparison) common() float32 {
	most := float32(0)
	for _, x := range c.a.ancestors {
		if _, both := slices.BinarySearch(c.b.ancestors, x); both || x == c.subject {
			most = max(most, c.e.ic(x))
		}
	}
	if _, below := slices.BinarySearch(c.b.ancestors, c.other); below {
		most = max(most, c.e.ic(c.other))
	}
	return most
}

// hole returns the share of the longer label around the hole if the labels are equal but for one.
func (c *comparison) hole() float32 {
	x, y := c.a.label(), c.b.label()
	prefix := commonPrefix(x, y)
	suffix := min(commonSuffix(x, y), min(len(x), len(y))-prefix)
	n := max(len(x), len(y))
	if n == 0 || n-prefix-suffix > mostHole {
		return 0
	}
	return float32(prefix+suffix) / float32(n)
}

// belowParentOf reports whether a class is below a parent of another.
func belowParentOf(a, b *class) bool {
	return slices.ContainsFunc(b.parents, func(p int32) bool {
		_, below := slices.BinarySearch(a.ancestors, p)
		return below
	})
}

// inCommon returns the share of the members of two sets that both have.
func inCommon[T comparable](a, b []T) float32 {
	both := 0
	for _, x := range a {
		if slices.Contains(b, x) {
			both++
		}
	}
	if both == 0 {
		return 0
	}
	return float32(both) / float32(len(a)+len(b)-both)
}

// mayHave reports whether a superclass or restriction may be suggested for a subject.
func (e *Engine) mayHave(s Subject, of *class, r asserted.Restriction) bool {
	d := r.Filler
	if !e.classes[d].usable || d == s.Class {
		return false
	}
	if r.Property == NoProperty {
		_, above := slices.BinarySearch(of.ancestors, d)
		return !above && (s.Class == NoClass || !e.x.IsBelow(d, s.Class))
	}
	follows := func(s asserted.Restriction) bool {
		return s.Property == r.Property && e.x.IsBelow(s.Filler, d)
	}
	return !slices.ContainsFunc(s.Restrictions, follows) && !slices.ContainsFunc(of.ancestors,
		func(a int32) bool { return slices.ContainsFunc(e.classes[a].restrictions, follows) })
}

// classOf reads a subject.
func (e *Engine) classOf(s Subject) *class {
	if s.Class != NoClass {
		return &e.classes[s.Class]
	}
	k, _ := e.readAlone(s)
	k.ancestors = e.ancestorsOf(s)
	return &k
}
