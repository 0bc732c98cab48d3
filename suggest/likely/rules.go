package likely

import (
	"slices"
	"strings"

	"box2el-owl/suggest/asserted"
)

// family is a kind of evidence for restrictions.
type family int8

const (
	wordFamily family = iota // a word of the label, with a constant filler
	slotFamily               // the filler's name within the label
	cueFamily                // words before the filler's name in the definition
)

// Keys of slots, of cues (by the number of words) and of words.
const (
	fullKey     int8 = iota // the text before and after the mention
	beforeKey               // the text before it
	afterKey                // the text after it
	previousKey             // the word before it
	nextKey                 // the word after it
	positionKey             // whether it begins or ends the label, or neither
	cueKey1                 // the word before it in the definition
	cueKey2
	cueKey3
	containsKey // a word, or two or three words, of the label
	startsKey
	endsKey
)

// Types: the members that a rule is limited to.
const (
	anyType    int8 = iota
	classType       // members below a class
	fillerType      // members whose filler is below a class
	spaceType       // members whose filler is in an ID space
)

// rule is the rule that members with a key in common have a restriction: with a constant filler for
// words, with the mentioned class for slots and cues.
type rule struct {
	bound  float64 // lower limit of the share of members that have it; 0 for no rule
	counts         // its members
	except int32   // exceptions

	family family
	key    int8
	types  int8
	class  int32  // the class or ID space of types
	hash   uint64 // of the key
	pair   int32  // the pair of the candidate; for words, a class with the words
	from   int16  // the tokens of the mention, or the words in the label of that class
	to     int16
}

// offer replaces a rule by a better one.
func (r *rule) offer(other rule) {
	if other.bound > 0 && (r.bound == 0 || compareRules(&other, r) < 0) {
		*r = other
	}
}

// member is a class of a rule with its filler.
type member struct {
	class, filler int32
	pair          int32 // −1 for words
	has, asserted bool
}

// counts counts members of a rule.
type counts struct {
	all      int32
	have     int32 // members for which the restriction is entailed
	asserted int32 // members for which it is asserted
}

// add counts a member.
func (n *counts) add(m *member) {
	n.all++
	if m.has {
		n.have++
	}
	if m.asserted {
		n.asserted++
	}
}

// suffice reports whether some members are exceptions, and enough others have the restriction for a
// bound.
func (n *counts) suffice(bound float64) bool {
	return n.have < n.all && n.asserted >= fewestAsserted &&
		wilson(int(n.have), int(n.all)) >= bound
}

// judge computes the confidence of a rule and makes candidates of the exceptions that pass the
// tests. Only the exceptions without another one above them count.
func (w *worker) judge(members []member, property int32, r rule, bound float64) {
	for i := range members {
		r.add(&members[i])
	}
	if !r.suffice(bound) || r.family != wordFamily && !varies(members) {
		return
	}
	w.marked.Clear()
	for i := range members {
		if m := &members[i]; !m.has {
			w.marked.Add(m.class)
		}
	}
	exceptions := make([]int32, 0, 8)
	for i := range members {
		m := &members[i]
		if !m.has && !slices.ContainsFunc(w.f.x.Ancestors(m.class), w.marked.Has) {
			exceptions = append(exceptions, int32(i))
		}
	}
	r.except = int32(len(exceptions))
	r.bound = min(wilson(int(r.have), int(r.all)),
		wilson(int(r.asserted), int(r.asserted+r.except)))
	if r.bound < bound {
		return
	}
	t := tests{w: w, members: members, property: property, rule: r}
	for _, i := range exceptions {
		if w.f.only == nil || w.f.only[members[i].class] {
			t.try(&members[i])
		}
	}
}

// tests decides which exceptions of a rule are candidates. The features of the members are computed
// for the first exception that needs them.
type tests struct {
	w        *worker
	members  []member
	property int32
	rule     rule

	ready       bool // the next two fields are set
	sides       [2]shared
	otherFiller bool // half of the members that have the restriction have another filler
	counted     bool // w.local holds the counts of this rule
}

// shared holds the features that most members have.
type shared struct {
	supers       []int32
	restrictions []asserted.Restriction
}

// try makes a candidate of an exception if it passes the tests.
func (t *tests) try(m *member) {
	w, r := t.w, t.rule
	f := w.f
	s := asserted.Statement{Class: m.class, Property: t.property, Target: m.filler}
	if r.family != slotFamily && f.negated[m.class] && !f.negated[m.filler] {
		return
	}
	var p *pair
	if m.pair >= 0 {
		p = &f.pairs[m.pair]
		if p.either || r.family == slotFamily && r.key != fullKey && !p.begins ||
			r.family == cueFamily && (p.neighbor && f.x.PartLike[t.property] || p.inside) {
			return
		}
	}
	if !t.isLocal(m) || r.family == slotFamily && w.narrowerFails(m, t.property, r.key) ||
		!f.usesSpace(m.class, t.property, m.filler) && !t.usesSpace(m) || !w.isPossible(s) {
		return
	}
	t.prepare()
	// Features of the class that the statement would entail do not count.
	if !t.hasAll(m.class, t.sides[0], s, true) || !t.hasAll(m.filler, t.sides[1], s, false) ||
		!t.otherFiller && w.otherFiller(m.class, t.property, m.filler) {
		return
	}
	f.addRule(s, r, p, m.pair)
}

// addRule adds a rule to the evidence of a candidate. P is the pair with the number, nil for words.
func (f *finder) addRule(s asserted.Statement, r rule, p *pair, number int32) {
	f.lock.Lock()
	defer f.lock.Unlock()
	c := f.candidates[s]
	if c == nil {
		c = &candidate{Statement: s}
		f.candidates[s] = c
	}
	if p != nil {
		r.pair, r.from, r.to = number, p.from, p.to
		c.byLabel = c.byLabel || p.byLabel
		c.numbered = c.numbered || r.family == cueFamily && p.numbered
	}
	switch {
	case r.family == wordFamily:
		c.word.offer(r)
	case r.family == cueFamily:
		c.cue.offer(r)
		if r.key != cueKey1 {
			c.longCue.offer(r)
		}
		if r.key != cueKey1 || !f.endsInStopWord(p) {
			c.fullCue.offer(r)
		}
	case r.key == positionKey:
		c.position.offer(r)
	default:
		c.slot.offer(r)
	}
}

// usesSpace reports whether at least spaceShare of the asserted restrictions of members in the ID
// space of the class have fillers in the ID space of the filler.
func (t *tests) usesSpace(m *member) bool {
	x := t.w.f.x
	all, same := 0, 0
	for i := range t.members {
		if o := &t.members[i]; o.asserted && x.Spaces[o.class] == x.Spaces[m.class] {
			all++
			if x.Spaces[o.filler] == x.Spaces[m.filler] {
				same++
			}
		}
	}
	return same >= fewestAsserted && float64(same) >= spaceShare*float64(all)
}

// endsInStopWord reports whether the last word before a mention that is no article is a stop word.
func (f *finder) endsInStopWord(p *pair) bool {
	tokens := f.t.DefinitionTokens[p.class]
	for i := int(p.from) - 1; i >= 0; i-- {
		if !f.t.Article[tokens[i].Word] {
			return f.t.Function[tokens[i].Word]
		}
	}
	return true
}

// mostSampled bounds the members whose features are compared.
const mostSampled = 40

// prepare computes the features that the members with the restriction share.
func (t *tests) prepare() {
	if t.ready {
		return
	}
	t.ready = true
	var having []member
	for i := range t.members {
		if t.members[i].has {
			having = append(having, t.members[i])
		}
	}
	if n := len(having); n > mostSampled { // evenly spread
		for i := range mostSampled {
			having[i] = having[i*n/mostSampled]
		}
		having = having[:mostSampled]
	}
	classes, fillers := make([]int32, len(having)), make([]int32, len(having))
	others := 0
	for i, m := range having {
		classes[i], fillers[i] = m.class, m.filler
		if t.w.otherFiller(m.class, t.property, m.filler) {
			others++
		}
	}
	t.otherFiller = 2*others >= len(having)
	t.sides[0] = t.w.sharedBy(classes)
	if t.rule.family != wordFamily {
		t.sides[1] = t.w.sharedBy(fillers)
	}
}

// sharedBy returns the superclasses and restrictions of at least sharedByMost of some classes.
func (w *worker) sharedBy(classes []int32) shared {
	x := w.f.x
	var found shared
	n := len(classes)
	if n == 0 {
		return found
	}
	needed := int(sharedByMost*float64(n) + .999)
	pool := classes[:n-needed+1] // a shared feature is one of theirs
	w.marked.Clear()
	for _, c := range pool {
		for _, a := range x.Ancestors(c) {
			if w.marked.Add(a) {
				k := 0
				for _, c := range classes {
					if x.IsBelow(c, a) {
						k++
					}
				}
				if k >= needed {
					found.supers = append(found.supers, a)
				}
			}
		}
	}
	seen := make(map[asserted.Restriction]bool)
	for _, c := range pool {
		for _, s := range x.Inherited(c) {
			if seen[s] || len(seen) > 200 {
				continue
			}
			seen[s] = true
			k := 0
			for i, c := range classes {
				if w.inherits(c, s) {
					k++
				}
				if k+n-i-1 < needed {
					break
				}
			}
			if k >= needed {
				found.restrictions = append(found.restrictions, s)
			}
		}
	}
	return found
}

// inherits reports whether a class has an asserted or inherited restriction at or below another.
func (w *worker) inherits(c int32, s asserted.Restriction) bool {
	x := w.f.x
	for _, t := range x.Inherited(c) {
		if t == s || (t.Property == s.Property || x.IsSubProperty(t.Property, s.Property)) &&
			x.IsBelow(t.Filler, s.Filler) {
			return true
		}
	}
	return false
}

// hasAll reports whether a class has features or, if brings is true, would have them by the
// statement.
func (t *tests) hasAll(c int32, features shared, s asserted.Statement, brings bool) bool {
	w := t.w
	x := w.f.x
	for _, a := range features.supers {
		if !x.IsBelow(c, a) && !(brings && slices.ContainsFunc(features.supers, func(b int32) bool {
			return x.IsBelow(b, a) && w.f.definedBy(b, s)
		})) {
			return false
		}
	}
	for _, r := range features.restrictions {
		if w.inherits(c, r) || brings && x.IsSubProperty(s.Property, r.Property) &&
			(x.IsBelow(s.Target, r.Filler) ||
				x.Transitive[r.Property] && x.Related(s.Target, r)) {
			continue
		}
		if !x.Related(c, r) {
			return false
		}
	}
	return true
}

// definedBy reports whether a restriction that the statement implies is part of the definition of
// a class.
func (f *finder) definedBy(class int32, s asserted.Statement) bool {
	for _, h := range f.x.DefinitionsOf(class) {
		for _, r := range h.Restrictions {
			if f.x.IsSubProperty(s.Property, r.Property) && f.x.IsBelow(s.Target, r.Filler) {
				return true
			}
		}
	}
	return false
}

// otherFiller reports whether a class has an r-filler, asserted or inherited, that is not
// comparable to d.
func (w *worker) otherFiller(c, r, d int32) bool {
	x := w.f.x
	for _, s := range x.Inherited(c) {
		if s.Property == r && !x.Comparable(s.Filler, d) {
			return true
		}
	}
	return false
}

// isLocal reports whether the rule also holds near the class and near the filler: among the members
// below the lowest superclass with at least fewestLocal other members. The class or the filler must
// have such a superclass.
func (t *tests) isLocal(m *member) bool {
	w := t.w
	x := w.f.x
	if !t.counted {
		t.counted = true
		for side := range w.local {
			w.local[side].Clear()
		}
		for i := range t.members {
			o := &t.members[i]
			for _, a := range x.Ancestors(o.class) {
				w.local[0].At(a).add(o)
			}
			if t.rule.family != wordFamily {
				for _, a := range x.Ancestors(o.filler) {
					w.local[1].At(a).add(o)
				}
			}
		}
	}
	least := localShare
	if t.rule.family == cueFamily {
		least = localCueShare
	}
	found := false
	for side, c := range [2]int32{m.class, m.filler} {
		if side == 1 && t.rule.family == wordFamily {
			break
		}
		l := &w.local[side]
		lowest, size := int32(-1), 0
		for _, a := range x.Ancestors(c) {
			if l.Of(a).all-1 < fewestLocal {
				continue
			}
			if n := len(x.Descendants(a)); lowest < 0 || n < size {
				lowest, size = a, n
			}
		}
		if lowest < 0 {
			continue
		}
		found = true
		if s := l.Of(lowest); float64(s.have) < least*float64(s.all-1) {
			return false
		}
	}
	return found
}

// isPossible reports whether a statement may be suggested, regardless of its evidence.
func (w *worker) isPossible(s asserted.Statement) bool {
	f, x := w.f, w.f.x
	c, r, d := s.Class, s.Property, s.Target
	if !f.subjects[c] || !x.Live[d] || f.placeholder[d] || f.privative[c] && !f.privative[d] ||
		x.Comparable(c, d) || f.ignored[r] {
		return false
	}
	name := x.Labels[d].Key()
	for _, t := range x.Inherited(c) {
		if t.Property != r && t.Filler == d ||
			t.Property == r && t.Filler != d && (x.Labels[t.Filler].Key() == name ||
				!x.Comparable(t.Filler, d) && differOnScale(&x.Labels[t.Filler], &x.Labels[d])) {
			return false
		}
	}
	// d must not be related to c.
	seen := make([]int32, 0, 8)
	for _, t := range x.Inherited(d) {
		if slices.Contains(seen, t.Property) {
			continue
		}
		seen = append(seen, t.Property)
		back := slices.ContainsFunc(w.fillers(d, t.Property), func(e int32) bool {
			return x.IsBelow(e, c) || x.IsBelow(c, e) && len(x.Descendants(e)) < 50
		})
		if back {
			return false
		}
	}
	return true
}

// differOnScale reports whether two names differ in one word only, and both words are numbers or on
// a scale: "pharyngeal arch 6", "pharyngeal arch 7".
func differOnScale(a, b *asserted.Name) bool {
	at, only := asserted.Difference(a.Words, b.Words)
	return only && len(a.Words) > 1 && isOnScale(a.Words[at]) && isOnScale(b.Words[at])
}

// isOnScale reports whether a word has a digit or is a word of a scale.
func isOnScale(word string) bool {
	_, ok := asserted.Scale(word)
	return ok || strings.ContainsAny(word, "0123456789")
}

// fillers returns the asserted and inherited fillers of a property, and their fillers if it is
// transitive: about 1,000 at most. It overwrites w.expanded.
func (w *worker) fillers(c, r int32) []int32 {
	x := w.f.x
	var list []int32
	w.expanded.Clear()
	w.open = append(w.open[:0], c)
	for len(w.open) > 0 && len(list) < 1000 {
		at := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		for _, s := range x.Inherited(at) {
			if s.Property == r && w.expanded.Add(s.Filler) {
				list = append(list, s.Filler)
				if x.Transitive[r] {
					w.open = append(w.open, s.Filler)
				}
			}
		}
	}
	return list
}
