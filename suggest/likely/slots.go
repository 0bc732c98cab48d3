package likely

import (
	"cmp"
	"slices"

	"box2el-owl/suggest/asserted"
	"box2el-owl/suggest/texts"
)

// entry is a class under one of the keys of its label or of a pair.
type entry struct {
	hash        uint64
	class, pair int32 // the pair is −1 for words
}

// kind returns the kind of the key.
func (e entry) kind() int8 { return int8(e.hash & 15) }

// ofKind returns the hash of a key with its kind in the last four bits.
func ofKind(hash uint64, kind int8) uint64 { return hash&^15 | uint64(kind) }

// mix adds a number to a hash.
func mix(hash uint64, n int32) uint64 {
	hash = (hash ^ uint64(uint32(n)+1)) * 0x9E3779B97F4A7C15
	return hash ^ hash>>29
}

// hashTokens adds the words of tokens to a hash.
func hashTokens(hash uint64, tokens []texts.Token) uint64 {
	for _, t := range tokens {
		hash = mix(hash, t.Word)
	}
	return mix(hash, -2)
}

// around returns the words before and after a mention in a label that are a key; false if there are
// none.
func (f *finder) around(p *pair, key int8) (before, after []texts.Token, ok bool) {
	tokens := f.t.LabelTokens[p.class]
	before, after = tokens[:p.from], tokens[p.to:]
	switch key {
	case beforeKey:
		after = nil
	case afterKey:
		before = nil
	case previousKey:
		before, after = before[max(0, len(before)-1):], nil
	case nextKey:
		before, after = nil, after[:min(1, len(after))]
	}
	return before, after, key == fullKey || len(before)+len(after) > 0
}

// slotKeys visits the keys of a pair of a label.
func (f *finder) slotKeys(p *pair, visit func(kind int8, hash uint64)) {
	for key := fullKey; key < positionKey; key++ {
		if before, after, ok := f.around(p, key); ok {
			visit(key, hashTokens(hashTokens(mix(1, int32(key)), before), after))
		}
		if p.full {
			return
		}
	}
	position := int32(1)
	switch {
	case int(p.to) == len(f.t.LabelTokens[p.class]):
		position = 2
	case p.from == 0:
		position = 0
	}
	visit(positionKey, mix(mix(1, int32(positionKey)), position))
}

// cueKeys visits the keys of a pair of a definition: the one, two and three words before the
// mention, without articles. Punctuation ends them.
func (f *finder) cueKeys(p *pair, visit func(kind int8, hash uint64)) {
	tokens := f.t.DefinitionTokens[p.class]
	hash, n := uint64(2), int8(0)
	for i := int(p.from); i > 0 && n < 3; {
		if tokens[i].Cut != texts.None {
			return
		}
		i--
		if f.t.Article[tokens[i].Word] {
			continue
		}
		hash = mix(hash, tokens[i].Word)
		visit(cueKey1+n, mix(hash, int32(cueKey1+n)))
		n++
	}
}

// findSlotRules finds rules over the names of classes in labels.
func (f *finder) findSlotRules() {
	f.entries = f.entriesOf(0, f.slotPairs, f.slotKeys)
	groups := f.groupByKey(f.entries) // sorts them; no key of a slot occurs twice
	f.has = make([][]int32, len(f.pairs))
	f.relatePairs(0, f.slotPairs)
	f.each(len(groups), func(w *worker, i int) { w.judgeKey(groups[i], slotFamily, slotBound) })
}

// findCueRules finds rules over the words before the names of classes in definitions.
func (f *finder) findCueRules() {
	groups := f.groupByKey(f.entriesOf(f.slotPairs, len(f.pairs), f.cueKeys))
	f.relatePairs(f.slotPairs, len(f.pairs))
	f.each(len(groups), func(w *worker, i int) { w.judgeKey(groups[i], cueFamily, cueBound) })
}

// entriesOf returns the entries of the pairs from, …, to−1 of live classes.
func (f *finder) entriesOf(from, to int, keys func(*pair, func(int8, uint64))) []entry {
	entries := make([]entry, 0, 3*(to-from)) // most pairs have three keys or fewer
	for i := from; i < to; i++ {
		p := &f.pairs[i]
		if f.x.Live[p.class] {
			keys(p, func(kind int8, hash uint64) {
				entries = append(entries, entry{ofKind(hash, kind), p.class, int32(i)})
			})
		}
	}
	return entries
}

// groupByKey sorts entries and returns those of each key that more than fewestAsserted have, the
// largest groups first. Groups without a class whose candidates are wanted are left out.
func (f *finder) groupByKey(entries []entry) [][]entry {
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.class, b.class),
			cmp.Compare(a.pair, b.pair))
	})
	entries = slices.Compact(entries)
	var groups [][]entry
	sameHash := func(a, b entry) bool { return a.hash == b.hash }
	for _, of := range asserted.Runs(entries, sameHash) {
		isWanted := func(e entry) bool { return f.only == nil || f.only[e.class] }
		if len(of) > fewestAsserted && slices.ContainsFunc(of, isWanted) {
			groups = append(groups, of)
		}
	}
	slices.SortStableFunc(groups, func(a, b []entry) int { return cmp.Compare(len(b), len(a)) })
	return groups
}

// judgeKey judges the rules of one key: over all its members, and over those of each type.
func (w *worker) judgeKey(entries []entry, of family, bound float64) {
	f := w.f
	var uses []int32 // the properties of asserted restrictions
	for _, e := range entries {
		for _, property := range f.has[e.pair] {
			if f.isAsserted(e.pair, property) {
				uses = append(uses, property)
			}
		}
	}
	slices.Sort(uses)
	for _, same := range asserted.Runs(uses, func(a, b int32) bool { return a == b }) {
		if len(same) < fewestAsserted {
			continue
		}
		property := same[0]
		members := slices.Grow(w.members[:0], len(entries))
		for _, e := range entries {
			m := member{class: e.class, filler: f.pairs[e.pair].filler, pair: e.pair,
				has: slices.Contains(f.has[e.pair], property)}
			m.asserted = m.has && f.isAsserted(e.pair, property)
			members = append(members, m)
		}
		w.members = members
		base := rule{family: of, key: entries[0].kind(), hash: entries[0].hash}
		w.judge(members, property, base, bound)
		w.judgeTypes(members, property, base, bound)
	}
}

// isAsserted reports whether the class of a pair has the restriction to its filler asserted.
func (f *finder) isAsserted(pair, property int32) bool {
	p := &f.pairs[pair]
	return f.x.HasRestriction(p.class, asserted.Restriction{Property: property, Filler: p.filler})
}

// judgeTypes judges a rule over its members below each class, over those with a filler below each
// class and over those with a filler in each ID space.
func (w *worker) judgeTypes(members []member, property int32, base rule, bound float64) {
	f := w.f
	types := []int8{classType}
	if base.family != wordFamily {
		types = []int8{classType, fillerType, spaceType}
	}
	for _, kind := range types {
		of := func(m *member) []int32 {
			switch kind {
			case classType:
				return f.near.Of(m.class)
			case fillerType:
				return f.near.Of(m.filler)
			}
			return f.x.Spaces[m.filler : m.filler+1]
		}
		for _, t := range w.typesOf(members, of, bound) {
			w.ofType = w.ofType[:0]
			for i := range members {
				if slices.Contains(of(&members[i]), t) {
					w.ofType = append(w.ofType, members[i])
				}
			}
			if len(w.ofType) < len(members) || kind == spaceType {
				r := base
				r.types, r.class = kind, t
				w.judge(w.ofType, property, r, bound)
			}
		}
	}
}

// varies reports whether members have the restriction asserted with enough different fillers.
func varies(members []member) bool {
	var fillers []int32
	for i := range members {
		if m := &members[i]; m.asserted && !slices.Contains(fillers, m.filler) {
			if fillers = append(fillers, m.filler); len(fillers) == fewestAsserted {
				return true
			}
		}
	}
	return false
}

// typesOf returns the types whose members suffice for a bound, ascending.
func (w *worker) typesOf(members []member, of func(*member) []int32, bound float64) []int32 {
	w.byType.Clear()
	var types []int32
	for i := range members {
		m := &members[i]
		for _, t := range of(m) {
			if !w.byType.Has(t) {
				types = append(types, t)
			}
			w.byType.At(t).add(m)
		}
	}
	types = slices.DeleteFunc(types, func(t int32) bool { return !w.byType.At(t).suffice(bound) })
	slices.Sort(types)
	return types
}

// narrowerFails reports whether a narrower key of a slot has other members, and fewer than
// narrowerShare of them have the restriction.
func (w *worker) narrowerFails(m *member, property int32, key int8) bool {
	f := w.f
	fails := false
	f.slotKeys(&f.pairs[m.pair], func(kind int8, hash uint64) {
		if fails || !isNarrower(kind, key) {
			return
		}
		s := f.shareOf(ofKind(hash, kind), property)
		least := int32(fewestLocal)
		if kind == fullKey {
			least = fewestFull
		}
		others := s.all - 1 // without the member, which lacks the restriction
		fails = others >= least && float64(s.have) < narrowerShare*float64(others)
	})
	return fails
}

// shareOf counts the members of a key and those that have a restriction.
func (f *finder) shareOf(hash uint64, property int32) (s counts) {
	at, _ := slices.BinarySearchFunc(f.entries, hash,
		func(e entry, hash uint64) int { return cmp.Compare(e.hash, hash) })
	for ; at < len(f.entries) && f.entries[at].hash == hash; at++ {
		s.all++
		if slices.Contains(f.has[f.entries[at].pair], property) {
			s.have++
		}
	}
	return s
}

// isNarrower reports whether the members of one kind of key are among those of another.
func isNarrower(kind, than int8) bool {
	switch kind {
	case fullKey:
		return than != fullKey
	case beforeKey:
		return than == previousKey || than == positionKey
	case afterKey:
		return than == nextKey || than == positionKey
	case previousKey, nextKey:
		return than == positionKey
	}
	return false
}
