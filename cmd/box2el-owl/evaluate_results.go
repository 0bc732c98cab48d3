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

// resultsMagic is the beginning of a file written by evaluate --json.
const resultsMagic = `{"model":"`

// readResults reads a file written by evaluate --json without the summaries. Each result is one
// evaluated.
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
			Mean *json.RawMessage `json:"mean"` // set in a summary
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
			t := experiment{model: embed.Architecture(line.Model),
				title: titleOf(embed.Architecture(line.Model), line.Mode)}
			if options, _ := line.Options.(map[string]any); options != nil {
				variant, _ := options["variant"].(map[string]any)
				t.variant.Last, _ = variant["last"].(bool)
			}
			list = append(list, &evaluated{experiment: t, results: []*ranking.Result{&line.Result},
				read: true})
		}
	}
}

// checkResult returns an error if figures are missing or if a baseline has other figures than the
// model.
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

// shapeOf describes which figures an outcome has. ok is false if its parts differ in their forms or
// intervals.
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

// titleOf returns the title of a mode in tables. A mode with a single change has the title of the
// change.
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

// join combines results that differ only in their seeds, and groups the results of a data set.
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
		previous := byKey[key]
		if previous == nil {
			byKey[key] = e
			joined = append(joined, e)
			continue
		}
		if slices.ContainsFunc(previous.results,
			func(other *ranking.Result) bool { return other.Seed == r.Seed }) {
			return nil, inputError{fmt.Errorf("%s, %s (%s): two results with seed %d",
				r.Dataset, r.Model, r.Mode, r.Seed)}
		}
		previous.results = append(previous.results, r)
	}
	first := make(map[string]int)
	for i, e := range joined {
		if _, ok := first[e.results[0].Dataset]; !ok {
			first[e.results[0].Dataset] = i
		}
	}
	slices.SortStableFunc(joined, func(a, b *evaluated) int {
		return first[a.results[0].Dataset] - first[b.results[0].Dataset]
	})
	return joined, nil
}

// keyOf returns a key of a result that is independent of the seed.
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
		settings}) // cannot fail: the values are from JSON
	return key.String()
}
