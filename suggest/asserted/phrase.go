package asserted

import "hash/maphash"

// Phrase is a hash of a sequence of words. Its zero value is that of no words if made by PhraseOf.
// Hashes differ between processes.
type Phrase struct{ hash, power uint64 }

var wordSeed = maphash.MakeSeed()

// PhraseOf returns the hash of some words.
func PhraseOf(words ...string) Phrase {
	p := Phrase{power: 1}
	for _, w := range words {
		p = p.Then(Phrase{maphash.String(wordSeed, w), 0x9E3779B97F4A7C15})
	}
	return p
}

// Then returns the hash of the words of p followed by those of q.
func (p Phrase) Then(q Phrase) Phrase {
	return Phrase{p.hash*q.power + q.hash, p.power * q.power}
}

// indexNames indexes the live classes by label and exact synonym.
func (x *Index) indexNames() {
	x.labelled = make(map[Phrase][]int32, len(x.Classes))
	x.synonymous = make(map[Phrase][]int32)
	for c := range x.Classes {
		if !x.Live[c] {
			continue
		}
		label := PhraseOf(x.Labels[c].Words...)
		x.labelled[label] = append(x.labelled[label], int32(c))
		for i := range x.Exact[c] {
			p := PhraseOf(x.Exact[c][i].Words...)
			list := x.synonymous[p]
			if p != label && (len(list) == 0 || list[len(list)-1] != int32(c)) {
				x.synonymous[p] = append(list, int32(c))
			}
		}
	}
}

// LabelledBy returns the live classes with a label of some words.
func (x *Index) LabelledBy(p Phrase) []int32 { return x.labelled[p] }

// SynonymousBy returns the live classes with an exact synonym of some words.
func (x *Index) SynonymousBy(p Phrase) []int32 { return x.synonymous[p] }

// NamedBy returns the live classes with a label of some words or, if there are none, with such an
// exact synonym.
func (x *Index) NamedBy(p Phrase) []int32 {
	if classes := x.labelled[p]; len(classes) > 0 {
		return classes
	}
	return x.synonymous[p]
}
