package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"box2el-owl/embed"
	"box2el-owl/embed/ranking"
)

// resultsMagic is what evaluate --json begins a file with.
const resultsMagic = `{"model":"`

// readResults reads what evaluate --json has written, but for the summaries: each result is one evaluated.
func readResults(path string, opts evaluateOptions) ([]*evaluated, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, inputError{err}
	}
	defer file.Close()
	var list []*evaluated
	decoder := json.NewDecoder(file)
	for number := 1; ; number++ {
		var line struct {
			ranking.Result
			Mean *json.RawMessage `json:"mean"` // of a summary
		}
		err := decoder.Decode(&line)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err == nil && line.Mean == nil {
			err = checkResult(&line.Result)
		}
		if err != nil {
			return nil, inputError{fmt.Errorf("%s: result %d: %w", path, number, err)}
		}
		if line.Mean == nil {
			opts.cut(&line.Result)
			t := trial{model: embed.Architecture(line.Model),
				title: titleOf(embed.Architecture(line.Model), line.Mode)}
			list = append(list, &evaluated{trial: t, results: []*ranking.Result{&line.Result},
				read: true})
		}
	}
}

// checkResult finds what evaluate has never written: figures that are missing, or baselines with others than the model.
func checkResult(r *ranking.Result) error {
	shape, ok := shapeOf(&r.Outcome)
	for _, baseline := range r.Baselines {
		other, whole := shapeOf(baseline)
		ok = ok && whole && other == shape
	}
	if !ok {
		return errors.New("figures are missing")
	}
	return nil
}

// shapeOf says which figures there are. All parts of an outcome have those of the same forms, with intervals or without.
func shapeOf(o *ranking.Outcome) (shape string, ok bool) {
	if o == nil || o.Combined == nil {
		return "", false
	}
	forms := slices.Sorted(maps.Keys(o.Forms))
	for _, figures := range append(slices.Collect(maps.Values(o.Forms)), o.Combined) {
		if figures == nil || figures.Optimistic == nil || figures.Pessimistic == nil ||
			(figures.Interval == nil) != (o.Combined.Interval == nil) {
			return "", false
		}
	}
	shape = fmt.Sprint(forms, o.Combined.Interval != nil)
	filters := slices.Sorted(maps.Keys(o.Filtered))
	for _, name := range filters {
		if part, ok := shapeOf(o.Filtered[name]); !ok || part != shape+"[]" {
			return "", false
		}
	}
	shape += fmt.Sprint(filters)
	if o.WithoutAuxiliary != nil {
		if part, ok := shapeOf(o.WithoutAuxiliary); !ok || part != shape {
			return "", false
		}
		shape += "+"
	}
	return shape, true
}

// titleOf is what tables call a mode: that of a single change is named after the change.
func titleOf(model embed.Architecture, mode string) string {
	if name, ok := strings.CutPrefix(mode, "paper+"); ok {
		for _, change := range embed.Changes(model) {
			if change.Name == name {
				return "+ " + change.Title
			}
		}
	}
	return mode
}

// join puts results that were read together where they differ in their seeds alone, and those of one data set behind each other.
func join(all []*evaluated) ([]*evaluated, error) {
	var joined []*evaluated
	byKey := make(map[string]*evaluated)
	for _, e := range all {
		if !e.read {
			joined = append(joined, e)
			continue
		}
		r := e.results[0]
		key := keyOf(r)
		former := byKey[key]
		if former == nil {
			byKey[key] = e
			joined = append(joined, e)
			continue
		}
		if slices.ContainsFunc(former.results,
			func(other *ranking.Result) bool { return other.Seed == r.Seed }) {
			return nil, inputError{fmt.Errorf("%s, %s (%s): there are two results of seed %d",
				r.Dataset, r.Model, r.Mode, r.Seed)}
		}
		former.results = append(former.results, r)
	}
	first := make(map[string]int)
	for i, e := range joined {
		if _, ok := first[e.results[0].Dataset]; !ok {
			first[e.results[0].Dataset] = i
		}
	}
	slices.SortStableFunc(joined, func(a,
		b *evaluated) int {
		return first[a.results[0].Dataset] - first[b.results[0].Dataset]
	})
	return joined, nil
}

// keyOf says what a result is of, the seed apart and what the seed has made.
func keyOf(r *ranking.Result) string {
	options, _ := r.Options.(map[string]any)
	settings := make(map[string]any)
	for name, value := range options {
		if name != "keptAt" && name != "measures" && name != "splitSeed" {
			settings[name] = value
		}
	}
	var key bytes.Buffer
	_ = json.NewEncoder(&key).Encode([]any{r.Dataset, r.Task, r.Model, r.Mode, r.Ties,
		settings}) // it came from JSON
	return key.String()
}
