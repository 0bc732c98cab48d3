package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"box2el-owl/suggest"
)

// show writes n statements that a ranker has put among the first ten, and n that it has not, drawn evenly, with the signals that
// count most for or against them.
func (f *fused) show(ctx context.Context, w io.Writer, places []placed, n int) error {
	var hits, misses []placed
	for _, p := range places {
		if p.list() <= 10 {
			hits = append(hits, p)
		} else {
			misses = append(misses, p)
		}
	}
	for _, part := range []struct {
		title string
		list  []placed
	}{{"hits", hits}, {"misses", misses}} {
		fmt.Fprintf(w, "%d %s of %s, of %d\n\n", min(n, len(part.list)), part.title, f.problem.name, len(part.list))
		for i := range min(n, len(part.list)) {
			if err := f.describe(ctx, w, part.list[i*len(part.list)/min(n, len(part.list))]); err != nil {
				return err
			}
		}
	}
	return nil
}

// list is the place on the subject's list of the form.
func (p placed) list() float64 {
	if p.Property == suggest.NoProperty {
		return p.rank
	}
	return p.pair
}

func (f *fused) describe(ctx context.Context, w io.Writer, p placed) error {
	t := f.problem.terms
	what := t.Label(p.Target)
	if p.Property != suggest.NoProperty {
		what = fmt.Sprintf("∃ %s . %s", t.PropertyLabel(p.Property), what)
	}
	fmt.Fprintf(w, "  %s ⊑ %s\n    place %g", t.Label(p.Class), what, p.list())
	if p.Property != suggest.NoProperty {
		fmt.Fprintf(w, " (%g given the property)", p.rank)
	}
	list, err := f.list(ctx, p.Class, p.Form())
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(c suggest.Candidate) bool { return c.Statement == p.Statement })
	if at < 0 {
		fmt.Fprintln(w, ", not among the candidates")
	} else {
		strongest, err := f.strongest(ctx, p.Statement)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, ", probability %.2g; %s\n", list[at].Probability, strongest)
	}
	for i, c := range list[:min(3, len(list))] {
		strongest, err := f.strongest(ctx, c.Statement)
		if err != nil {
			return err
		}
		what := t.Label(c.Target)
		if c.Property != suggest.NoProperty {
			what = fmt.Sprintf("∃ %s . %s", t.PropertyLabel(c.Property), what)
		}
		fmt.Fprintf(w, "    %d. %s, %.2g; %s\n", i+1, what, c.Probability, strongest)
	}
	return nil
}

func (f *fused) list(ctx context.Context, class int32, form suggest.Form) ([]suggest.Candidate, error) {
	if form == suggest.Subclass {
		return f.ranker.Superclasses(ctx, class, f.most)
	}
	return f.ranker.Existentials(ctx, class, nil, f.most)
}

// strongest names the signals that are largest.
func (f *fused) strongest(ctx context.Context, of suggest.Statement) (string, error) {
	names := f.ranker.Signals(of.Form())
	signals, err := f.ranker.SignalsOf(ctx, of)
	if err != nil {
		return "", err
	}
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(signals[b], signals[a]) })
	text := ""
	for _, i := range order[:min(4, len(order))] {
		text += fmt.Sprintf("%s %.2f  ", names[i], signals[i])
	}
	return text, nil
}
