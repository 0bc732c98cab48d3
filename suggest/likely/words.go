package likely

import (
	"cmp"
	"slices"
	"strings"

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

// wordTarget is a key with a restriction that fewestAsserted classes with the key have.
type wordTarget struct {
	asserted.Restriction
	run run
}

// grams appends the keys of a label: its n-grams of one to three words without stop words. Hyphens
// separate words. An n-gram that begins or ends the label has a further key.
func (f *finder) grams(c int32, list []gram) []gram {
	parts := f.parts[c]
	for from := range parts {
		hash, letters := uint64(3), 0
		for to := from + 1; to <= min(from+3, len(parts)); to++ {
			word := parts[to-1]
			if f.lex.stop[word] {
				break
			}
			hash = mix(hash, word)
			if letters += len(f.lex.Words[word]); letters < 3 {
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
	x := f.x
	n := len(x.Classes)
	f.parts = make([][]int32, n)
	for c := range n {
		for _, t := range f.labels[c] {
			f.parts[c] = f.lex.partsOf(t.word, f.parts[c])
		}
	}
	grams := f.frequentGrams()
	var targets []wordTarget
	counts := make(map[asserted.Restriction]int)
	sameHash := func(a, b gram) bool { return a.hash == b.hash }
	for i, of := range asserted.Runs(grams, sameHash) {
		if len(of) <= fewestAsserted {
			continue
		}
		clear(counts)
		for _, g := range of {
			for _, s := range x.Restrictions(g.class) {
				counts[s]++
			}
		}
		first := len(targets)
		for s, k := range counts {
			if k >= fewestAsserted && !f.ignored[s.Property] && x.Live[s.Filler] {
				targets = append(targets,
					wordTarget{s, run{int8(of[0].hash & 15), int32(i), int32(i + len(of))}})
			}
		}
		slices.SortFunc(targets[first:], func(a, b wordTarget) int {
			return cmp.Or(cmp.Compare(counts[b.Restriction], counts[a.Restriction]),
				asserted.CompareRestrictions(a.Restriction, b.Restriction))
		})
		targets = targets[:min(len(targets), first+mostTargets)]
	}
	slices.SortStableFunc(targets, func(a, b wordTarget) int {
		return asserted.CompareRestrictions(a.Restriction, b.Restriction)
	})
	var groups [][]wordTarget // by restriction
	sameRestriction := func(a, b wordTarget) bool { return a.Restriction == b.Restriction }
	for _, group := range asserted.Runs(targets, sameRestriction) {
		groups = append(groups, group)
	}
	f.each(len(groups), func(w *worker, k int) {
		w.reverse(groups[k][0].Property, groups[k][0].Filler)
		var all [][]member
		for _, t := range groups[k] {
			all = append(all, w.wordMembers(grams, t))
		}
		for i, t := range groups[k] { // the tests overwrite w.reached
			if all[i] == nil {
				continue
			}
			g := grams[t.run.from]
			base := rule{family: wordFamily, key: t.run.key, hash: g.hash, pair: g.class,
				from: g.from, to: g.to}
			w.judge(all[i], t.Property, base, wordBound)
			w.judgeTypes(all[i], t.Property, base, wordBound)
		}
	})
}

// frequentGrams returns the keys that can make a rule, by hash, class and place, each once a class.
func (f *finder) frequentGrams() []gram {
	x, n := f.x, len(f.x.Classes)
	// Only keys that enough classes with restrictions have can make a rule, and only those of a
	// wanted class give candidates. A table of counters by hash, without collision resolution,
	// excludes most of the others.
	const counters, wanted = 1 << 21, 128
	seen := make([]uint8, counters)
	var list []gram
	for c := range int32(n) {
		if len(x.Restrictions(c)) == 0 {
			continue
		}
		list = f.grams(c, list[:0])
		for _, g := range list {
			if at := g.hash >> 4 % counters; seen[at] < fewestAsserted {
				seen[at]++
			}
		}
	}
	least := uint8(fewestAsserted)
	if f.only != nil {
		least |= wanted
		for c := range int32(n) {
			if !f.only[c] {
				continue
			}
			list = f.grams(c, list[:0])
			for _, g := range list {
				seen[g.hash>>4%counters] |= wanted
			}
		}
	}
	var grams []gram
	for c := range int32(n) {
		list = f.grams(c, list[:0])
		for _, g := range list {
			if seen[g.hash>>4%counters] >= least {
				grams = append(grams, g)
			}
		}
	}
	slices.SortFunc(grams, func(a, b gram) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.class, b.class),
			cmp.Compare(a.from, b.from))
	})
	grams = slices.CompactFunc(grams, func(a, b gram) bool {
		return a.hash == b.hash && a.class == b.class
	})
	return grams
}

// wordMembers returns the members of a rule by words, or nil if more of them have a narrower
// asserted filler than exactly this one.
func (w *worker) wordMembers(grams []gram, t wordTarget) []member {
	x := w.f.x
	members := make([]member, 0, t.run.to-t.run.from)
	exact, narrower := 0, 0
	for _, g := range grams[t.run.from:t.run.to] {
		m := member{class: g.class, filler: t.Filler, pair: -1, has: w.reached.Has(g.class)}
		if m.has {
			for _, s := range x.Restrictions(g.class) {
				if s == t.Restriction {
					m.asserted = true
				} else if x.IsSubProperty(s.Property, t.Property) && x.IsBelow(s.Filler, t.Filler) {
					narrower++
				}
			}
			if m.asserted {
				exact++
			}
		}
		members = append(members, m)
	}
	if exact < narrower {
		return nil
	}
	return members
}

// partsOf appends the words that hyphens join.
func (l *lexicon) partsOf(word int32, list []int32) []int32 {
	text := l.Words[word]
	for {
		at := 1 + strings.IndexByte(text[min(1, len(text)):], '-')
		if at < 1 || at+1 == len(text) {
			return append(list, l.number(text))
		}
		list = append(list, l.number(text[:at]))
		text = text[at+1:]
	}
}
