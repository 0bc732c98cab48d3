package place

import (
	"bytes"
	"context"
	"crypto/md5"
	"slices"

	"box2el-owl/suggest/rank"
)

// selfTestResult holds figures of placing some of the ontology's own classes.
type selfTestResult struct {
	n         int
	first     float64 // share with a right first superclass, smoothed
	text      float64 // mean reciprocal rank with all text
	label     float64 // mean reciprocal rank with the label alone
	labelOnly bool    // the label alone is better by leastGain
}

const (
	mostTested  = 80
	fewTested   = 20   // with fewer tested classes, all text is used
	leastGain   = 0.03 // of the mean reciprocal rank
	priorTested = 8    // number of tested classes that the prior of first weighs
	priorFirst  = 0.5
)

// selfTest places classes without subclasses as if they were new.
func (p *Placer) selfTest(ctx context.Context) (selfTestResult, error) {
	var t selfTestResult
	right := 0.0
	for _, c := range p.tested() {
		s := p.e.Subject(c)
		parents := s.Parents
		s.AsNew, s.Parents, s.Restrictions = true, nil, nil
		text, err := p.placeOf(ctx, s, parents)
		if err != nil {
			return t, err
		}
		label, err := p.placeOf(ctx, labelOf(s), parents)
		if err != nil {
			return t, err
		}
		t.n++
		t.text += 1 / float64(text)
		t.label += 1 / float64(label)
		if text == 1 {
			right++
		}
	}
	if t.n > 0 {
		t.text /= float64(t.n)
		t.label /= float64(t.n)
	}
	t.first = (right + priorTested*priorFirst) / float64(t.n+priorTested)
	t.labelOnly = t.n >= fewTested && t.label >= t.text+leastGain
	return t, nil
}

// unfound is the rank of a superclass that is no candidate.
const unfound = 1000

// placeOf returns the rank, from 1, of the first asserted superclass of a subject.
func (p *Placer) placeOf(ctx context.Context, s rank.Subject, parents []int32) (int, error) {
	list, err := p.e.Superclasses(ctx, s)
	at := slices.IndexFunc(list, func(c rank.Candidate) bool {
		return slices.Contains(parents, c.Target)
	})
	if at < 0 {
		at = unfound - 1
	}
	return at + 1, err
}

// tested returns up to mostTested classes with a label, more text and superclasses, but without
// subclasses.
func (p *Placer) tested() []int32 {
	x := p.x
	return p.drawn(mostTested, func(c int32) bool {
		return x.Live[c] && len(x.Children(c)) == 0 && len(x.Descendants(c)) == 0 &&
			(x.Texts[c] != "" || len(x.Exact[c])+len(x.Other[c]) > 0) &&
			slices.ContainsFunc(x.Parents(c), func(d int32) bool { return x.Usable[d] })
	})
}

// drawn returns up to n classes that a condition holds for, those with the least MD5 of their IRIs.
func (p *Placer) drawn(n int, condition func(int32) bool) []int32 {
	type keyed struct {
		key   [md5.Size]byte
		class int32
	}
	var all []keyed
	for c := range int32(len(p.x.Classes)) {
		if condition(c) {
			all = append(all, keyed{md5.Sum([]byte(p.x.Classes[c].String())), c})
		}
	}
	slices.SortFunc(all, func(a, b keyed) int { return bytes.Compare(a.key[:], b.key[:]) })
	var list []int32
	for _, k := range all[:min(len(all), n)] {
		list = append(list, k.class)
	}
	return list
}
