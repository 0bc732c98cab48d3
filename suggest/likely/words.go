package likely

import (
	"cmp"
	"slices"

	"box2el-owl/suggest/asserted"
)

// mostTargets bounds the restrictions that are tried for one key of words.
const mostTargets = 24

// wordTarget is a key with a restriction that count of its classes have, at least fewestAsserted.
type wordTarget struct {
	asserted.Restriction
	entries []entry // of the key
	count   int
}

// wordKeys visits the keys of a label with their words: its n-grams of one to three words without
// stop words and words of fewer labels than a rule needs. Hyphens separate words. An n-gram that
// begins or ends the label has a further key.
func (f *finder) wordKeys(c int32, visit func(hash uint64, from, to int)) {
	parts := f.t.Parts[c]
	for from := range parts {
		hash, letters := uint64(3), 0
		for to := from + 1; to <= min(from+3, len(parts)); to++ {
			word := parts[to-1]
			if f.t.Function[word] || f.uses[word] <= fewestAsserted {
				break
			}
			hash = mix(hash, word)
			if letters += len(f.t.Words[word]); letters < 3 {
				continue
			}
			add := func(kind int8) { visit(ofKind(mix(hash, int32(kind)), kind), from, to) }
			add(containsKey)
			if from == 0 {
				add(startsKey)
			}
			if to == len(parts) {
				add(endsKey)
			}
		}
	}
}

// findWordRules finds rules over the words of labels.
func (f *finder) findWordRules() {
	f.uses = make([]int32, len(f.t.Words))
	for _, parts := range f.t.Parts {
		for _, word := range parts {
			f.uses[word]++
		}
	}
	var entries []entry
	for c := range int32(len(f.x.Classes)) {
		f.wordKeys(c, func(hash uint64, _, _ int) {
			entries = append(entries, entry{hash, c, -1})
		})
	}
	var targets []wordTarget
	for _, of := range f.groupByKey(entries) {
		targets = append(targets, f.wordTargets(of)...)
	}
	slices.SortStableFunc(targets, func(a, b wordTarget) int {
		return asserted.CompareRestrictions(a.Restriction, b.Restriction)
	})
	var groups [][]wordTarget
	sameRestriction := func(a, b wordTarget) bool { return a.Restriction == b.Restriction }
	for _, group := range asserted.Runs(targets, sameRestriction) {
		groups = append(groups, group)
	}
	f.each(len(groups), func(w *worker, k int) {
		group := groups[k]
		w.reverse(group[0].Property, group[0].Filler)
		all := make([][]member, len(group))
		for i, t := range group {
			all[i] = w.wordMembers(t)
		}
		for i, t := range group { // the tests overwrite w.reached
			if all[i] != nil {
				base := f.wordRule(t.entries[0])
				w.judge(all[i], t.Property, base, wordBound)
				w.judgeTypes(all[i], t.Property, base, wordBound)
			}
		}
	})
}

// wordRule returns a rule by the words of a key of a class.
func (f *finder) wordRule(e entry) rule {
	r := rule{family: wordFamily, key: e.kind(), hash: e.hash, pair: e.class, to: -1}
	f.wordKeys(e.class, func(hash uint64, from, to int) {
		if hash == e.hash && r.to < 0 {
			r.from, r.to = int16(from), int16(to)
		}
	})
	return r
}

// wordTargets returns the mostTargets restrictions that most classes with a key have.
func (f *finder) wordTargets(entries []entry) []wordTarget {
	var list []asserted.Restriction
	for _, e := range entries {
		for _, r := range f.x.Restrictions(e.class) {
			if !f.ignored[r.Property] && f.x.Live[r.Filler] {
				list = append(list, r)
			}
		}
	}
	slices.SortFunc(list, asserted.CompareRestrictions)
	var targets []wordTarget
	same := func(a, b asserted.Restriction) bool { return a == b }
	for _, of := range asserted.Runs(list, same) {
		if len(of) >= fewestAsserted {
			targets = append(targets, wordTarget{of[0], entries, len(of)})
		}
	}
	slices.SortStableFunc(targets,
		func(a, b wordTarget) int { return cmp.Compare(b.count, a.count) })
	return targets[:min(len(targets), mostTargets)]
}

// wordMembers returns the members of a rule by words, or nil if more of them have a narrower
// asserted filler than exactly this one. It reads w.reached.
func (w *worker) wordMembers(t wordTarget) []member {
	x, r := w.f.x, t.Restriction
	members := make([]member, len(t.entries))
	exact, narrower := 0, 0
	for i, e := range t.entries {
		m := member{class: e.class, filler: r.Filler, pair: -1, has: w.reached.Has(e.class)}
		if m.has {
			for _, s := range x.Restrictions(e.class) {
				if s == r {
					m.asserted = true
					exact++
				} else if x.IsSubProperty(s.Property, r.Property) && x.IsBelow(s.Filler, r.Filler) {
					narrower++
				}
			}
		}
		members[i] = m
	}
	if exact < narrower {
		return nil
	}
	return members
}
