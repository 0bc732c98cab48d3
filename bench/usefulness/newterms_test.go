package main

import "testing"

func TestMeasureParents(t *testing.T) {
	got := ranksOf(t, "parents", "nearest text")
	wantRanks(t, got["parents"], map[string]float64{
		"Z_51": 1, "Z_52": 1, "Z_53": 2, "Z_54": -1, "Z_56": 2})
	if len(got["parents, label"]) != 5 {
		t.Errorf("%d terms placed by label, want 5", len(got["parents, label"]))
	}
}

// TestMeasureSequence finds a parent that is itself new after the first half was placed only.
func TestMeasureSequence(t *testing.T) {
	got := ranksOf(t, "sequence", defaultMethod)
	if before := got["sequence, before"]["Z_55"]; before != -1 {
		t.Errorf("rank %v before the parent was placed", before)
	}
	if after := got["sequence"]["Z_55"]; after < 1 || after > 2 {
		t.Errorf("rank %v after the parent was placed", after)
	}
}

func TestMeasureNewRestrictions(t *testing.T) {
	got := ranksOf(t, "newRestrictions", "nearest text")
	wantRanks(t, got["newRestrictions"], map[string]float64{"Z_51 eats Z_12": 1,
		"Z_53 eats Z_12": 3, "Z_54 livesIn Z_21": 1, "Z_56 livesIn Z_21": 1})
}

func TestMeasureDefinitions(t *testing.T) {
	got := ranksOf(t, "definitions", defaultMethod)
	wantRanks(t, got["definitions"], map[string]float64{"Z_51": 1, "Z_54": 1})
}

func TestMeasureDuplicates(t *testing.T) {
	got := ranksOf(t, "duplicates", defaultMethod)
	for key, rank := range got["duplicates, plural"] {
		if rank != 1 {
			t.Errorf("plural of %s has rank %v", key, rank)
		}
	}
	if len(got["duplicates, synonyms"]) != 3 || len(got["duplicates, false alarms"]) != 6 {
		t.Errorf("%d synonyms, %d new terms", len(got["duplicates, synonyms"]),
			len(got["duplicates, false alarms"]))
	}
}

func TestParaphrases(t *testing.T) {
	for _, c := range []struct {
		of         func(string) string
		from, want string
	}{
		{reordered, "root of tooth", "tooth root"},
		{reordered, "tooth root", "root of tooth"},
		{reordered, "bird", ""},
		{plural, "biopsy", "biopsies"},
		{plural, "root cell", "root cells"},
		{plural, "pelvis", ""},
		{hyphenated, "T-cell line", "T cell line"},
		{hyphenated, "root cell line", "root-cell line"},
		{exchanged, "bronchus", "bronhcus"},
		{exchanged, "heart", ""},
	} {
		if got := c.of(c.from); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.from, got, c.want)
		}
	}
}

// TestMeasureLikely counts first parents by their probability.
func TestMeasureLikely(t *testing.T) {
	if got := ranksOf(t, "likely", defaultMethod); len(got["likely"]) != 5 {
		t.Errorf("%d terms, want 5", len(got["likely"]))
	}
	l := likelinessOf([]place{{rank: 1, listed: true, probability: .95},
		{rank: 2, listed: true, probability: .85}, {rank: 1, listed: true, probability: .25},
		{rank: 9, probability: .25}})
	if l.Share != .5 || l.Precision != .5 || l.CalibrationError < .349 ||
		l.CalibrationError > .351 {
		t.Errorf("%+v", l)
	}
}
