package main

import (
	"math"
	"slices"
)

// likelyParent is the probability from which the first parent of a new term is likely.
const likelyParent = 0.8

// outcome is the object that -json prints.
type outcome struct {
	Superclasses      summary       `json:"superclasses"`
	RestrictionsGiven summary       `json:"restrictionsGiven"`
	RestrictionsAll   summary       `json:"restrictionsAll"`
	NewTerms          newTermShares `json:"newTerms"`
	Campaigns         campaigns     `json:"campaigns"`
	RelationChanged   *changeTable  `json:"relationChanged,omitempty"`
	Checks            *checkCounts  `json:"checks,omitempty"`
}

type newTermShares struct {
	Parents          summary    `json:"parents"`
	ParentsLabelOnly summary    `json:"parentsLabelOnly"`
	Sequence         sequence   `json:"sequence"`
	Restrictions     filtered   `json:"restrictions"`
	Definitions      summary    `json:"definitions"`
	Duplicates       duplicates `json:"duplicates"`
	Likely           likeliness `json:"likely"`
}

// sequence has the figures of the second half of the new terms after the first was placed.
type sequence struct {
	summary
	Before figures `json:"before"` // mean over ontologies with the release alone
}

// filtered has the figures of the restrictions of new terms.
type filtered struct {
	summary
	TwoOfAPair summary `json:"twoOfAPair"` // at most two with the same property and filler
}

// duplicates has three shares: of planted duplicates that are ranked first and reported, of new
// terms that are reported although they are new, and of unknown synonyms that are among the first
// three.
type duplicates struct {
	N           int                `json:"n"`
	Planted     float64            `json:"planted"`
	ByKind      map[string]float64 `json:"byKind"`
	FalseAlarms float64            `json:"falseAlarms"`
	NewTerms    int                `json:"newTerms"`
	Synonyms    float64            `json:"synonyms"`
}

// likeliness has the share of new terms whose first parent is likely, and the share of these that
// is right.
type likeliness struct {
	N                int     `json:"n"`
	Share            float64 `json:"share"`
	Precision        float64 `json:"precision"`
	CalibrationError float64 `json:"calibrationError"` // over ten bins of equal width
}

// campaigns has the shares of subjects that show a restriction among their first places after it
// was accepted for one class, and before.
type campaigns struct {
	Others        float64                  `json:"others"`
	Outside       float64                  `json:"outside"`
	OthersBefore  float64                  `json:"othersBefore"`
	OutsideBefore float64                  `json:"outsideBefore"`
	N             int                      `json:"n"`
	ByOntology    map[string]campaignShare `json:"byOntology"`
}

type campaignShare struct {
	Others  float64 `json:"others"`
	Outside float64 `json:"outside"`
	N       int     `json:"n"`
}

// Ontologies with fewer rows, or fewer new terms, are not in means.
const (
	fewestRows  = 3
	fewestTerms = 5
)

// outcomeOf condenses the places of one method.
func (r results) outcomeOf(method string) outcome {
	of := func(measurement string, fewest int) summary {
		return summarize(r[measurement][method], fewest)
	}
	return outcome{
		Superclasses:      of("superclasses", fewestRows),
		RestrictionsGiven: of("restrictions, property given", fewestRows),
		RestrictionsAll:   of("restrictions, all properties", fewestRows),
		NewTerms: newTermShares{
			Parents:          of("parents", fewestTerms),
			ParentsLabelOnly: of("parents, label", fewestTerms),
			Sequence: sequence{of("sequence", fewestTerms),
				of("sequence, before", fewestTerms).Mean},
			Restrictions: filtered{of("newRestrictions", fewestTerms),
				of("newRestrictions, two of a pair", fewestTerms)},
			Definitions: of("definitions", fewestTerms),
			Duplicates:  r.duplicatesOf(method),
			Likely:      likelinessOf(r["likely"][method]),
		},
		Campaigns: r.campaignsOf(method),
	}
}

func (r results) duplicatesOf(method string) duplicates {
	all := condense(r["duplicates"][method])
	alarms := condense(r["duplicates, false alarms"][method])
	d := duplicates{N: all.N, Planted: all.Hits1, ByKind: make(map[string]float64),
		FalseAlarms: alarms.Hits1, NewTerms: alarms.N,
		Synonyms: condense(r["duplicates, synonyms"][method]).Hits3}
	for _, kind := range paraphrases {
		d.ByKind[kind.name] = condense(r["duplicates, "+kind.name][method]).Hits1
	}
	return d
}

func likelinessOf(places []place) likeliness {
	l := likeliness{N: len(places)}
	type bin struct{ n, right, stated float64 }
	var bins [10]bin
	likely, right := 0.0, 0.0
	for _, at := range places {
		hit := hitAt(1)(at)
		b := &bins[min(max(int(at.probability*10), 0), 9)]
		*b = bin{b.n + 1, b.right + hit, b.stated + at.probability}
		if at.probability >= likelyParent {
			likely++
			right += hit
		}
	}
	if l.N > 0 {
		l.Share, l.Precision = likely/float64(l.N), right/max(likely, 1)
	}
	for _, b := range bins {
		l.CalibrationError += math.Abs(b.right-b.stated) / float64(max(l.N, 1))
	}
	return l
}

// shareAt returns the share of places that are among the first n.
func shareAt(places []place, n float64) float64 {
	hits := 0.0
	for _, at := range places {
		hits += hitAt(n)(at)
	}
	return hits / float64(max(len(places), 1))
}

func (r results) campaignsOf(method string) campaigns {
	of := func(name string) []place { return r["campaigns, "+name][method] }
	others, outside := of("others"), of("outside")
	c := campaigns{N: len(others), ByOntology: make(map[string]campaignShare),
		Others:        shareAt(others, campaignPlaces),
		Outside:       shareAt(outside, campaignPlaces),
		OthersBefore:  shareAt(of("others, before"), campaignPlaces),
		OutsideBefore: shareAt(of("outside, before"), campaignPlaces),
	}
	byOntology := func(p place) string { return p.ontology }
	without := group(outside, byOntology)
	for ontology, places := range group(others, byOntology) {
		c.ByOntology[ontology] = campaignShare{shareAt(places, campaignPlaces),
			shareAt(without[ontology], campaignPlaces), len(places)}
	}
	return c
}

// methods returns the names of the methods that have places, ascending, the default one last.
func (r results) methods(measurement string) []string {
	names := sortedKeys(r[measurement])
	if at := slices.Index(names, defaultMethod); at >= 0 {
		names = append(slices.Delete(names, at, at+1), defaultMethod)
	}
	return names
}
