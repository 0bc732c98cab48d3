package rank

import (
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
)

// Decisions holds the classes for which a curator accepted or rejected a superclass or restriction.
type Decisions struct{ Accepted, Rejected []int32 }

// Feedback holds decisions by restriction, those about superclasses with NoProperty.
type Feedback map[asserted.Restriction]Decisions

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

// similarities holds the features that tell the classes of a campaign from others if one class of
// it is known. A campaign is three or more additions of one restriction between two releases. The
// weights were learned from the pairs of split learn, by a logistic regression on the similarities
// and the gap to the score at rank 20, and divided by the weight of the gap.
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
// for very similar classes become candidates. Decisions about restrictions on some properties count
// (about superclasses for NoProperty) or, if there are no properties, those about all restrictions;
// those about the subject do not. Adjust takes time linear in their number.
func (e *Engine) Adjust(s Subject, list []Candidate, f Feedback, properties ...int32) []Candidate {
	if len(f) == 0 {
		return list
	}
	of := e.classOf(s)
	added := make(map[asserted.Restriction]float64)
	for r, d := range f {
		if slices.Contains(properties, r.Property) ||
			properties == nil && r.Property != NoProperty {
			added[r] = e.precedents(s, of, d).added
		}
	}
	list = slices.Clone(list)
	lowest := 0.0
	for i, c := range list {
		if i == 0 || c.Score < lowest {
			lowest = c.Score
		}
		list[i].Score += added[c.Restriction()]
		delete(added, c.Restriction())
	}
	for r, more := range added {
		if more > 0 && e.mayHave(s, of, r) {
			list = append(list, Candidate{r.Property, r.Filler, lowest + more})
		}
	}
	Sort(list)
	return list
}

// precedents holds what decisions about one superclass or restriction mean for a subject.
type precedents struct {
	added              float64 // to the score
	accepted, rejected []int32 // the classes whose decisions count
}

// precedents compares a subject with the classes of decisions.
func (e *Engine) precedents(s Subject, of *class, d Decisions) (p precedents) {
	// like returns the other classes, and calls count for those that are similar to the subject.
	like := func(classes []int32, count func(c int32, similarity float64)) (others []int32) {
		for _, c := range classes {
			if c == s.Class {
				continue
			}
			others = append(others, c)
			x := comparison{e, &e.classes[c], of, c, s.Class}
			if similarity := x.similarity(); similarity > 0 {
				count(c, similarity)
			}
		}
		return others
	}
	up, down := 0.0, 0.0
	accepted := like(d.Accepted, func(c int32, similarity float64) {
		up = max(up, similarity)
		p.accepted = append(p.accepted, c)
	})
	rejected := like(d.Rejected, func(c int32, similarity float64) {
		down += similarity
		p.rejected = append(p.rejected, c)
	})
	p.added = up - down
	if len(rejected) >= manyRejects && len(rejected) > len(accepted) {
		p.added -= demotion
		p.rejected = rejected
	}
	return p
}

// Precedents returns the change of the score of a superclass or restriction by decisions about it,
// and the sentences for and against it.
func (e *Engine) Precedents(s Subject, d Decisions) (added float64, list []evidence.Evidence) {
	of := e.classOf(s)
	p := e.precedents(s, of, d)
	if len(p.accepted) > 0 {
		list = append(list, e.precedent("accepted", of, p.accepted))
	}
	if len(p.rejected) > 0 {
		list = append(list, e.precedent("rejected", of, p.rejected).Objecting())
	}
	return p.added, list
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
	return evidence.New(kind, "You "+kind+" the same for %d %s%p.", len(classes), noun,
		evidence.Examples(e.x.Classes, classes, len(classes)))
}

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
