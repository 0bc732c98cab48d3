package rank

import (
	"cmp"
	"slices"
	"sort"

	"box2el-owl/suggest/asserted"
)

// analogyIndex finds labels that differ in one span of words: "lung cell" and "kidney cell" are the
// same label with a hole (wildcard) for "lung" and "kidney".
type analogyIndex struct{ list []holed }

// holed is a label with a hole for its words from start to end.
type holed struct {
	hash       uint64 // of the words around the hole
	class      int32
	start, end uint8
}

const (
	mostHole    = 3  // words in a hole
	mostAlike   = 60 // classes that are compared for one hole
	holeInWords = -2 // the hole among the words of a hash
)

// add makes the entries of a label. A call of sort must follow.
func (x *analogyIndex) add(c int32, label []int32) {
	eachHole(label, func(h holed) {
		h.class = c
		x.list = append(x.list, h)
	})
}

// sort sorts the entries.
func (x *analogyIndex) sort() {
	slices.SortFunc(x.list, func(a, b holed) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.class, b.class),
			cmp.Compare(a.start, b.start))
	})
}

// eachHole visits a label with each hole of up to three words that leaves a word.
func eachHole(label []int32, visit func(holed)) {
	n := len(label)
	for start := range n {
		prefix := hashStep(hashWords(label[:start]), holeInWords)
		for end := start + 1; end <= min(n, start+mostHole); end++ {
			if end-start == n {
				continue
			}
			h := hashOn(prefix, label[end:])
			visit(holed{hash: h, start: uint8(start), end: uint8(end)})
		}
	}
}

// with returns the labels with a hole of some hash.
func (x *analogyIndex) with(hash uint64) []holed {
	from := sort.Search(len(x.list), func(i int) bool { return x.list[i].hash >= hash })
	to := from
	for to < len(x.list) && x.list[to].hash == hash {
		to++
	}
	return x.list[from:to]
}

// analogy holds the greatest shares of the classes of a group that support a candidate.
type analogy struct {
	same     float32 // share with the axiom asserted
	entailed float32 // share with the axiom entailed
	moved    float32 // share with an axiom that becomes this one if holes are swapped
	support  float32 // number of classes of same
	movedBy  float32 // number of classes of moved
}

// group holds the classes whose labels equal the subject's label with a hole.
type group struct {
	hole    holed
	members []holed
}

// groups returns the holes of the subject's label with other classes.
func (q *query) findLabelGroups() []group {
	var list []group
	eachHole(q.k.label(), func(h holed) {
		members := slices.Clone(first(q.e.masked.with(h.hash), 4*mostAlike))
		members = slices.DeleteFunc(members,
			func(m holed) bool { return m.class == q.subject.Class })
		if len(members) > 0 {
			list = append(list, group{h, first(members, mostAlike)})
		}
	})
	return list
}

// findAnalogies computes analogies as the greatest shares over all groups, of the axioms that a
// function returns for a class.
func (q *query) findAnalogies(axioms func(*class) []asserted.Restriction) {
	q.analogies = make(map[asserted.Restriction]analogy)
	same := make(map[asserted.Restriction]float32) // classes of the group with the axiom
	// Those with an axiom that becomes it if the words of the holes are exchanged.
	moved := make(map[asserted.Restriction]float32)
	for i := range q.labelGroups {
		g := &q.labelGroups[i]
		clear(same)
		clear(moved)
		n := float32(len(g.members) + 1)
		for _, m := range g.members {
			for _, r := range axioms(&q.e.classes[m.class]) {
				same[r]++
				for _, d := range q.exchange(r.Filler, g, m) {
					moved[asserted.Restriction{Property: r.Property, Filler: d}]++
				}
			}
		}
		for r, k := range same {
			a := q.analogies[r]
			if share := k / n; share > a.same {
				a.same, a.support = share, k
			}
			q.analogies[r] = a
		}
		for r, k := range moved {
			a := q.analogies[r]
			if share := k / n; share > a.moved {
				a.moved, a.movedBy = share, k
			}
			q.analogies[r] = a
		}
	}
}

// exchange returns the classes named as a class is, the words of a member's hole replaced by those
// of the subject's.
func (q *query) exchange(named int32, g *group, m holed) []int32 {
	label, from := q.e.classes[named].label(), q.e.classes[m.class].label()[m.start:m.end]
	at := asserted.SpanAt(label, from)
	if at < 0 {
		return nil
	}
	to := q.k.label()[g.hole.start:g.hole.end]
	return q.e.named[hashOn(hashOn(hashWords(label[:at]), to), label[at+len(from):])]
}

// generalize finds the classes whose label is the subject's label with the name of a class replaced
// by that of a superclass, as "increased quality" for "increased length". The value of a class
// found is the greatest information content of such a superclass.
func (q *query) generalize() {
	e := q.e
	q.general.reset(len(e.classes))
	label := q.k.label()
	for start := range label {
		prefix := hashWords(label[:start])
		for end := start + 1; end <= min(len(label), start+mostHole); end++ {
			if end-start == len(label) {
				continue
			}
			for _, part := range first(e.named[hashWords(label[start:end])], 3) {
				for _, a := range e.classes[part].ancestors {
					for _, name := range first(e.classes[a].names, 3) {
						h := hashOn(hashOn(prefix, name), label[end:])
						for _, d := range e.named[h] {
							q.general.raise(d, e.ic(a))
						}
					}
				}
			}
		}
	}
}
