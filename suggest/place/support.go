package place

import (
	"math"
	"slices"

	"box2el-owl/owl"
	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/evidence"
	"box2el-owl/suggest/rank"
)

// support holds the evidence for a candidate, apart from its score.
type support struct {
	// ends is the number of words of the longest name of the class that ends the label, divided by
	// that of the label. inside is the same for names anywhere in the label.
	ends, inside float64
	name         string // the name of inside
	end          string // the name of ends
	head         bool   // end is before a preposition, as "act" in "act of bribery"
	first        bool   // the definition begins with a name of the class
	mentioned    bool   // the definition has a name of the class
	quote        string // the phrase of the definition

	votes   [3]float64 // share of the neighbors with the candidate, by words, 4-grams and text
	nearest [3]float64 // 1 if the nearest neighbor has the candidate
	having  [3][]int32 // the neighbors with the candidate

	pattern float64 // share of the best pattern of definitions with the candidate
	match   *match
}

// vote adds the votes of the neighbors for a candidate, weighted by the square of their cosines.
func (s *support) vote(v *view, c rank.Candidate) {
	has := func(n int32) bool {
		if c.Property == rank.NoProperty {
			return slices.Contains(v.p.x.Parents(n), c.Target)
		}
		return slices.Contains(v.p.x.Restrictions(n), c.Restriction())
	}
	for kind, list := range v.near {
		sum := 0.0
		for i, n := range list {
			if n.Class == v.s.Class {
				continue
			}
			w := n.Cosines[kind] * n.Cosines[kind]
			sum += w
			if !has(n.Class) {
				continue
			}
			s.votes[kind] += w
			s.having[kind] = append(s.having[kind], n.Class)
			if i == 0 {
				s.nearest[kind] = 1
			}
		}
		if sum > 0 {
			s.votes[kind] /= sum
		}
	}
}

// findNames finds the names of a class in the label and in the definition.
func (s *support) findNames(v *view, c int32) {
	var label []string
	if len(v.s.Names) > 0 {
		label = v.s.Names[0].Words
		label = label[:min(len(label), mostWords)]
	}
	for _, name := range v.p.namesOf(c) {
		n := len(name.Words)
		if n == 0 {
			continue
		}
		if at := asserted.SpanAt(label, name.Words); at >= 0 && n < len(label) {
			share := float64(n) / float64(len(label))
			if share > s.inside {
				s.inside, s.name = share, name.Text
			}
			atEnd := at+n == len(label)
			if (atEnd || at+n == v.s.Names[0].Head+1) && share > s.ends {
				s.ends, s.end, s.head = share, name.Text, !atEnd
			}
		}
		if at := asserted.SpanAt(v.text, name.Words); at >= 0 &&
			(!s.mentioned || at == v.genus) {
			s.mentioned, s.quote = true, name.Text
			s.first = s.first || at <= v.genus && at+n > v.genus
		}
	}
}

const mostText = 600

// articles are words before the genus of a definition.
var (
	articles = asserted.WordSet("a an the any some type kind of")
	copulas  = asserted.WordSet("is are")
)

// namesOf returns the label and exact synonyms of a class.
func (p *Placer) namesOf(c int32) []asserted.Name {
	names := p.x.Exact[c]
	if len(p.x.Labels[c].Words) > 0 {
		names = append([]asserted.Name{p.x.Labels[c]}, names...)
	}
	return names
}

// nameOf returns the label of a class, or else its first exact synonym.
func (p *Placer) nameOf(c int32) string {
	if names := p.namesOf(c); len(names) > 0 {
		return names[0].Text
	}
	return ""
}

// score computes the evidence and the probability of candidate i of a list.
func (v *view) score(list []rank.Candidate, i int) *scored {
	s := &scored{Candidate: list[i], place: i}
	s.support.vote(v, s.Candidate)
	s.support.findNames(v, s.Target)
	for j := range v.matches {
		if m := &v.matches[j]; m.share > s.support.pattern && m.has(s.Candidate) {
			s.support.pattern, s.support.match = m.share, m
		}
	}
	s.features = v.rowFeatures(list, s)
	s.judge(v.p.prior)
	return s
}

// judge sets the probability of a row.
func (s *scored) judge(c *coefficients) {
	s.probability = c.of(modelOf(s.Candidate, s.place), s.features)
}

// has reports whether the definition has the class or the restriction of a candidate.
func (m *match) has(c rank.Candidate) bool {
	if c.Property == rank.NoProperty {
		return m.genus == c.Target
	}
	return slices.Contains(m.restrictions, c.Restriction())
}

// rowNames are the features of a superclass or restriction, in the order of rowFeatures.
var rowNames = []string{"score", "lead", "behind", "lead over the third", "place",
	"ends the label", "in the label", "begins the definition", "in the definition",
	"votes by words", "votes by 4-grams", "votes by text", "nearest by words",
	"nearest by 4-grams", "nearest by text", "agreement", "pattern", "own classes", "text"}

// rowFeatures returns the features of a candidate of a list, in the order of rowNames.
func (v *view) rowFeatures(list []rank.Candidate, s *scored) []float64 {
	lead, behind, third := 0.0, 0.0, 0.0
	switch {
	case s.place > 0:
		behind = list[0].Score - s.Score
	case len(list) > 1:
		lead = s.Score - list[1].Score
		third = lead
		if len(list) > 2 {
			third = s.Score - list[2].Score
		}
	default:
		lead, third = 3, 3
	}
	u := &s.support
	agreement := u.nearest[0] + u.nearest[1] + u.nearest[2] + oneIf(u.ends > 0) + oneIf(u.first) +
		oneIf(u.pattern > 0)
	return []float64{s.Score, min(lead, 4), min(behind, 8), min(third, 5),
		math.Log1p(float64(s.place)), u.ends, u.inside, oneIf(u.first), oneIf(u.mentioned),
		u.votes[0], u.votes[1], u.votes[2], u.nearest[0], u.nearest[1], u.nearest[2], agreement,
		u.pattern, v.p.own.first, oneIf(v.hasText())}
}

// hasText reports whether candidates are ranked by more text than the label.
func (v *view) hasText() bool {
	return !v.labelOnly && (len(v.s.Names) > 1 || v.s.Definition != "")
}

// oneIf returns 1 if b is true, else 0.
func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// listParents returns the superclasses with evidence and a sufficient probability, without classes
// that the subject duplicates. All are speculative if the subject has superclasses, because
// probabilities are those of a first superclass. Decisions do not move a likely first superclass.
func (v *view) listParents(duplicates []Duplicate) []Parent {
	if len(v.parents) == 0 {
		return nil
	}
	var list []Parent
	first := v.row(v.parents[0].Target)
	v.eachListed(&v.parents, first.probability >= leastFirst, func(s *scored, row Row) {
		repeated := slices.ContainsFunc(duplicates, func(d Duplicate) bool {
			return d.Class == s.Target &&
				(d.Kind == SameName || d.Kind == SameWords || d.Kind == Plural)
		})
		if len(v.s.Parents) > 0 {
			row.Tier = evidence.Speculative
		}
		switch {
		case repeated:
		case s == first && row.Tier == evidence.Likely:
			list = slices.Insert(list, 0, Parent{row, s.Target})
		default:
			list = append(list, Parent{row, s.Target})
		}
	}, rank.NoProperty)
	return list
}

// listRestrictions returns the restrictions with evidence and a sufficient probability.
func (v *view) listRestrictions() []Restriction {
	var list []Restriction
	v.eachListed(&v.restrictions, true, func(s *scored, row Row) {
		list = append(list, Restriction{row, s.Restriction()})
	})
	return list
}

// eachListed visits the first candidates of a list, adjusted by decisions about other classes (see
// rank.Engine.Adjust): those with evidence that decisions raise or, if the list is reliable, that
// have a sufficient probability.
func (v *view) eachListed(list *[]rank.Candidate, reliable bool, visit func(*scored, Row),
	properties ...int32) {
	adjusted := v.p.e.Adjust(v.s, *list, v.feedback, properties...)
	for _, c := range adjusted[:min(len(adjusted), mostRows)] {
		s := v.rowOf(list, c)
		added, sentences := 0.0, []evidence.Evidence(nil)
		if d, decided := v.feedback[s.Restriction()]; decided {
			added, sentences = v.p.e.Precedents(v.s, d)
		}
		sentences = append(sentences, v.sentences(s)...)
		if (added > 0 || reliable && s.probability >= leastListed) && len(sentences) > 0 {
			visit(s, Row{s.probability, tierOf(s.probability), sentences})
		}
	}
}

// rowOf returns the row of a candidate. It appends a candidate that is not in the list.
func (v *view) rowOf(list *[]rank.Candidate, c rank.Candidate) *scored {
	if s := v.rows[c.Restriction()]; s != nil {
		return s
	}
	at := slices.IndexFunc(*list, func(x rank.Candidate) bool {
		return x.Property == c.Property && x.Target == c.Target
	})
	if at < 0 {
		at = len(*list)
		if at > 0 {
			c.Score = (*list)[at-1].Score
		}
		*list = append(*list, c)
	}
	return v.score(*list, at)
}

var howNear = [3]string{"by the words of their names", "by their spelling", "by their text"}

// sentences returns the evidence for a candidate.
func (v *view) sentences(s *scored) []evidence.Evidence {
	d, u := v.p.x.Classes[s.Target], &s.support
	isParent := s.Property == rank.NoProperty
	var list []evidence.Evidence
	switch {
	case isParent && u.ends > 0 && u.head:
		list = append(list, v.mention("name", "Before its preposition, the label ends with",
			u.end, s.Target))
	case isParent && u.ends > 0:
		list = append(list, v.mention("name", "The label ends with", u.end, s.Target))
	case u.inside > 0:
		list = append(list, v.mention("name", "The label contains", u.name, s.Target))
	}
	switch {
	case isParent && u.first:
		list = append(list, v.mention("definition", "The definition begins with", u.quote,
			s.Target))
	case u.mentioned:
		list = append(list, v.mention("definition", "The definition mentions", u.quote, s.Target))
	}
	kind := u.mostVotes()
	if n := len(u.having[kind]); n > 0 {
		have, of := evidence.Verb(n, "is a subclass", "are subclasses")+" of %e", []any{d}
		if !isParent {
			have = evidence.Verb(n, "has", "have") + " %e some %e"
			of = []any{v.p.x.Properties[s.Property], d}
		}
		classes, args := v.nearest(kind, n)
		list = append(list, evidence.New("neighbors", classes+" "+have+"%p.",
			append(slices.Concat(args, of),
				evidence.Examples(v.p.x.Classes, u.having[kind], n))...))
	}
	if u.match != nil {
		list = append(list, v.patternSentence(u.match))
	}
	if isParent && len(list) == 0 {
		list = v.belowSentence(s, d)
	}
	return list
}

// belowSentence returns a sentence with the number of neighbors below a superclass, if there are
// any.
func (v *view) belowSentence(s *scored, d owl.IRI) []evidence.Evidence {
	for kind, near := range v.near {
		n := 0
		for _, w := range near {
			if w.Class != s.Target && v.p.x.IsBelow(w.Class, s.Target) {
				n++
			}
		}
		if n > 0 {
			classes, args := v.nearest(kind, n)
			return []evidence.Evidence{evidence.New("neighbors",
				classes+" "+evidence.Verb(n, "is", "are")+" below %e.", append(args, d)...)}
		}
	}
	return nil
}

// mention returns the sentence about a name of a class in the label or the definition. A name that
// is not that of the class in the ontology's labels is its synonym.
func (v *view) mention(kind, where, name string, c int32) evidence.Evidence {
	if name == v.p.x.Labels[c].Text {
		return evidence.New(kind, where+" %q.", name)
	}
	return evidence.New(kind, where+" %q, a synonym of %e.", name, v.p.x.Classes[c])
}

// nearest returns the beginning of a sentence about n of the neighbors of a kind.
func (v *view) nearest(kind, n int) (format string, args []any) {
	switch all := len(v.near[kind]); {
	case all == 1:
		how := [...]string{"by the words of its name", "by its spelling", "by its text"}[kind]
		return "The only class that is similar %s", []any{how}
	case n == all && all == 2:
		return "Both nearest classes %s", []any{howNear[kind]}
	case n == all:
		return "All %d nearest classes %s", []any{all, howNear[kind]}
	default:
		return "%d of the %d nearest classes %s", []any{n, all, howNear[kind]}
	}
}

// mostVotes returns the kind of neighbors with most votes.
func (u *support) mostVotes() int {
	kind := 0
	for k := range u.votes {
		if u.votes[k] > u.votes[kind] {
			kind = k
		}
	}
	return kind
}

// patternSentence names classes that are defined by a pattern.
func (v *view) patternSentence(m *match) evidence.Evidence {
	examples := evidence.Examples(v.p.x.Classes, m.shape.classes, m.shape.count)
	if m.of.members == 1 {
		return evidence.New("pattern",
			"The only defined class named “%s” is defined in this form%p.", m.of.label, examples)
	}
	return evidence.New("pattern", "%d of the %d defined classes named “%s” "+
		evidence.Verb(m.shape.count, "is", "are")+" defined in this form%p.", m.shape.count,
		m.of.members, m.of.label, examples)
}
