package main

import (
	_ "embed"
	"strconv"
	"strings"
)

// earlierMethod is the ranking of commit a38ee38 without a model.
const earlierMethod = "a38ee38, no model"

// earlierRanks has the ranks of that commit: pair, subject, property, target, rank given the
// property, rank among the properties of relatives (for restrictions), number of candidates.
//
//go:embed a38ee38.tsv
var earlierRanks string

// addEarlier adds the ranks of the earlier commit for the rows that other methods were measured on.
func (r results) addEarlier() error {
	type ranks struct{ given, all float64 }
	byKey := make(map[string]ranks)
	for _, line := range strings.Split(earlierRanks, "\n")[1:] {
		fields := strings.Split(line, "\t")
		if len(fields) < 6 {
			continue
		}
		given, err := strconv.ParseFloat(fields[4], 64)
		if err != nil {
			return err
		}
		all := given
		if fields[5] != "" {
			if all, err = strconv.ParseFloat(fields[5], 64); err != nil {
				return err
			}
		}
		byKey[strings.Join(fields[:4], "\t")] = ranks{given, all}
	}
	for measurement, methods := range r {
		first := sortedKeys(methods)[0]
		for _, at := range methods[first] {
			earlier, ok := byKey[at.key]
			if !ok {
				continue
			}
			at.listed = true
			switch {
			case strings.HasPrefix(measurement, "superclasses"),
				measurement == "restrictions, property given":
				at.rank = earlier.given
			case measurement == "restrictions, all properties":
				at.rank = earlier.all
			default:
				continue
			}
			r.add(measurement, earlierMethod, at)
		}
	}
	return nil
}
