package likely

import (
	"cmp"
	"slices"

	"box2el-owl/suggest/asserted"
)

// mostTargets bounds the restrictions that are tried for one word.
const mostTargets = 24

// gram is one to three words of a class's label.
type gram struct {
	hash     uint64
	class    int32
	from, to int16
}

// wordTarget is a key with a restriction that count classes with the key have, at least
// fewestAsserted.
type wordTarget struct {
	asserted.Restriction
	key   uint64
	count int
}

// grams appends the keys of a label: its n-grams of one to three words without stop words. Hyphens
// separate words. An n-gram that begins or ends the label has a further key.
func (f *finder) grams(c int32, list []gram) []gram {
	parts := f.t.Parts[c]
	for from := range parts {
		hash, letters := uint64(3), 0
		for to := from + 1; to <= min(from+3, len(parts)); to++ {
			word := parts[to-1]
			if f.t.Function[word] {
				break
			}
			hash = mix(hash, word)
			if letters += len(f.t.Words[word]); letters < 3 {
				continue
			}
			add := func(kind int8) {
				list = append(list,
					gram{mix(hash, int32(kind))&^15 | uint64(kind), c, int16(from), int16(to)})
			}
			add(containsKey)
			if from == 0 {
				add(startsKey)
			}
			if to == len(parts) {
				add(endsKey)
			}
		}
	}
	return list
}

// findWordRules finds rules over the words of labels.
func (f *finder) findWordRules() {
	targets := f.wordTargets()
	byKey := make(map[uint64][]gram) // the first of each class
	for _, t := range targets {
		byKey[t.key] = nil
	}
	var list []gram
	for c := range int32(len(f.x.Classes)) {
		list = f.grams(c, list[:0])
		for _, g := range list {
			of, wanted := byKey[g.hash]
			if wanted && (len(of) == 0 || of[len(of)-1].class != c) {
				byKey[g.hash] = append(of, g)
			}
		}
	}
	targets = slices.DeleteFunc(targets, func(t wordTarget) bool {
		return len(byKey[t.key]) <= fewestAsserted // there is no exception
	})
	slices.SortFunc(targets, func(a, b wordTarget) int {
		return cmp.Or(asserted.CompareRestrictions(a.Restriction, b.Restriction),
			cmp.Compare(a.key, b.key))
	})
	var groups [][]wordTarget
	sameRestriction := func(a, b wordTarget) bool { return a.Restriction == b.Restriction }
	for _, group := range asserted.Runs(targets, sameRestriction) {
		groups = append(groups, group)
	}
	f.each(len(groups), func(w *worker, k int) {
		w.reverse(groups[k][0].Property, groups[k][0].Filler)
		var all [][]member
		for _, t := range groups[k] {
			all = append(all, w.wordMembers(byKey[t.key], t.Restriction))
		}
		for i, t := range groups[k] { // the tests overwrite w.reached
			if all[i] == nil {
				continue
			}
			g := byKey[t.key][0]
			base := rule{family: wordFamily, key: int8(t.key & 15), hash: t.key, pair: g.class,
				from: g.from, to: g.to}
			w.judge(all[i], t.Property, base, wordBound)
			w.judgeTypes(all[i], t.Property, base, wordBound)
		}
	})
}

// wordTargets returns, for each key, the mostTargets restrictions that most classes with the key
// have. If candidates of some classes only are wanted, it returns those of their keys.
func (f *finder) wordTargets() []wordTarget {
	x := f.x
	var list []gram
	wanted := make(map[uint64]bool)
	for c, is := range f.only {
		if is {
			list = f.grams(int32(c), list)
		}
	}
	for _, g := range list {
		wanted[g.hash] = true
	}
	var targets []wordTarget
	var keys []uint64 // those of each class with the restriction
	for c := range int32(len(x.Classes)) {
		for _, r := range x.Restrictions(c) {
			holders := x.Holders(r)
			if holders[0] != c || len(holders) < fewestAsserted || f.ignored[r.Property] ||
				!x.Live[r.Filler] {
				continue
			}
			keys = keys[:0]
			for _, h := range holders {
				list = f.grams(h, list[:0])
				own := len(keys)
				for _, g := range list {
					if (f.only == nil || wanted[g.hash]) && !slices.Contains(keys[own:], g.hash) {
						keys = append(keys, g.hash)
					}
				}
			}
			slices.Sort(keys)
			for _, same := range asserted.Runs(keys, func(a, b uint64) bool { return a == b }) {
				if len(same) >= fewestAsserted {
					targets = append(targets, wordTarget{r, same[0], len(same)})
				}
			}
		}
	}
	slices.SortFunc(targets, func(a, b wordTarget) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.count, a.count),
			asserted.CompareRestrictions(a.Restriction, b.Restriction))
	})
	var best []wordTarget
	sameKey := func(a, b wordTarget) bool { return a.key == b.key }
	for _, same := range asserted.Runs(targets, sameKey) {
		best = append(best, same[:min(len(same), mostTargets)]...)
	}
	return best
}

// wordMembers returns the members of a rule by words, or nil if more of them have a narrower
// asserted filler than exactly this one. It reads w.reached.
func (w *worker) wordMembers(grams []gram, r asserted.Restriction) []member {
	x := w.f.x
	members := make([]member, 0, len(grams))
	exact, narrower := 0, 0
	for _, g := range grams {
		m := member{class: g.class, filler: r.Filler, pair: -1, has: w.reached.Has(g.class)}
		if m.has {
			for _, s := range x.Restrictions(g.class) {
				if s == r {
					m.asserted = true
					exact++
				} else if x.IsSubProperty(s.Property, r.Property) && x.IsBelow(s.Filler, r.Filler) {
					narrower++
				}
			}
		}
		members = append(members, m)
	}
	if exact < narrower {
		return nil
	}
	return members
}
