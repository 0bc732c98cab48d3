// Command holdout measures how useful suggestions are: it takes statements out of an ontology, or a release that lacks
// what a later one says, and counts how many each method puts in front of the curator.
//
//	go run ./bench/holdout -models /tmp/models cl-edit.ofn.gz pato-base.owl.gz
//	go run ./bench/holdout -later cl-edit-2024-05-15.later.tsv cl-edit-2024-05-15.ofn.gz
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"

	"box2el-owl/embed"
	"box2el-owl/suggest"
)

// settings are the flags.
type settings struct {
	share   float64
	seeds   int
	most    int
	later   string
	models  string
	json    bool
	workers int
	noBoxes bool
	ours    bool
	ablate  bool
	global  string
	show    int
	places  string
}

func main() {
	var s settings
	flag.Float64Var(&s.share, "share", .1, "share of the statements to remove")
	flag.IntVar(&s.seeds, "seeds", 3, "removals to try, by the seeds 1, 2, …")
	flag.IntVar(&s.most, "most", 0, "look for so many of the missing statements at most, drawn by the seed; 0: for all")
	flag.StringVar(&s.later, "later", "", "instead of a removal: the `TABLE` of what a later release says")
	flag.StringVar(&s.models, "models", "models", "`FOLDER` to keep trained models in")
	flag.BoolVar(&s.json, "json", false, "write the figures as JSON")
	flag.IntVar(&s.workers, "workers", runtime.GOMAXPROCS(0), "threads that rank")
	flag.BoolVar(&s.noBoxes, "no-boxes", false, "leave out what needs training")
	flag.BoolVar(&s.ours, "ours", false, "only what suggestions are ranked by")
	flag.BoolVar(&s.ablate, "ablate", false, "also suggestions without each kind of signals")
	flag.StringVar(&s.global, "global", "", "also count what is among the best of all subjects together: \"named\", or \"all\", which takes long")
	flag.IntVar(&s.show, "show", 0, "show so many hits and misses")
	flag.StringVar(&s.places, "places", "", "write what is missing with the places that each method gives it to `FILE`, as TSV")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, s, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "holdout:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings, paths []string) error {
	if !slices.Contains([]string{"", "named", "all"}, s.global) {
		return fmt.Errorf("-global is named or all")
	}
	if len(paths) == 0 || !(s.share > 0 && s.share < 1) || s.seeds < 1 || s.later != "" && len(paths) != 1 {
		return fmt.Errorf("name ontologies, one where there is -later; -share lies between 0 and 1")
	}
	var all []*result
	measure := func(p *problem, err error) error {
		if err != nil {
			return err
		}
		r, err := measureProblem(ctx, s, p)
		all = append(all, r)
		return err
	}
	for _, path := range paths {
		o, err := read(ctx, path)
		if err != nil {
			return err
		}
		if s.later != "" {
			if err := measure(later(ctx, nameOf(path), o, s.later)); err != nil {
				return err
			}
			continue
		}
		for seed := range uint64(s.seeds) {
			if err := measure(holdOut(ctx, nameOf(path), o, s.share, seed+1)); err != nil {
				return err
			}
		}
	}
	if s.json {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "  ")
		return out.Encode(all)
	}
	return nil
}

// methodsOf are the baselines, then the suggestions.
func methodsOf(ctx context.Context, s settings, p *problem) ([]method, error) {
	var methods []method
	if !s.ours {
		popular, err := newPopularity(ctx, p.terms, p.known)
		if err != nil {
			return nil, err
		}
		methods = append(methods, popular, newNgrams(p.terms.labels), newWords(p.terms))
	}
	if s.noBoxes {
		ours, err := newFused(ctx, "ours, no model", p, nil, nil, 1)
		return append(methods, ours), err
	}
	if !s.ours {
		_, paper, err := boxesOf(ctx, s, p, "Box²EL, paper mode", embed.Paper())
		if err != nil {
			return nil, err
		}
		methods = append(methods, paper)
	}
	t, corrected, err := boxesOf(ctx, s, p, "Box²EL, default mode", embed.Corrected(embed.Box2EL))
	if err != nil {
		return nil, err
	}
	if !s.ours {
		plain, err := newFused(ctx, "ours, no model", p, t, nil, 1)
		if err != nil {
			return nil, err
		}
		methods = append(methods, corrected, plain)
	}
	if s.ablate {
		for _, kind := range []string{"geometry", "label", "definition", "votes", "words", "property", "structure"} {
			less, err := newFused(ctx, "ours without "+kind, p, t, corrected.Geometry, 1, kind)
			if err != nil {
				return nil, err
			}
			methods = append(methods, less)
		}
	}
	ours, err := newFused(ctx, "ours", p, t, corrected.Geometry, 1)
	return append(methods, ours), err
}

func boxesOf(ctx context.Context, s settings, p *problem, title string, variant embed.Variant) (*trained, *boxes, error) {
	t, err := train(ctx, p, variant, 1, s.models)
	if err != nil {
		return nil, nil, err
	}
	b, err := newBoxes(title, p, t)
	return t, b, err
}

func measureProblem(ctx context.Context, s settings, p *problem) (*result, error) {
	p.draw(s.most)
	methods, err := methodsOf(ctx, s, p)
	if err != nil {
		return nil, err
	}
	r := describe(p)
	all := make([][]placed, len(methods))
	for i, m := range methods {
		if all[i], err = p.place(ctx, m, s.workers); err != nil {
			return nil, err
		}
		scored := r.add(m.name(), all[i])
		if s.global != "" {
			if err := scored.addGlobal(ctx, p, m, s.global == "all", s.workers); err != nil {
				return nil, err
			}
		}
	}
	if ours, ok := methods[len(methods)-1].(*fused); ok && p.kind == "holdout" && s.most == 0 {
		for _, form := range []suggest.Form{suggest.Subclass, suggest.Existential} {
			c, err := ours.calibration(ctx, form, s.workers)
			if err != nil {
				return nil, err
			}
			r.Calibration = append(r.Calibration, c)
		}
	}
	if !s.json {
		r.print(os.Stdout)
	}
	if s.places != "" {
		if err := writePlaces(s.places, p, methods, all); err != nil {
			return nil, err
		}
	}
	for i, m := range methods {
		if ours, ok := m.(*fused); ok && s.show > 0 && i == len(methods)-1 {
			if err := ours.show(ctx, os.Stdout, all[i], s.show); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// writePlaces appends a table: what is missing, and its place by each method, of existentials that given the property and that
// among all pairs.
func writePlaces(path string, p *problem, methods []method, all [][]placed) error {
	var b strings.Builder
	b.WriteString("ontology\tkind\tseed\tclass\tproperty\ttarget")
	for _, m := range methods {
		b.WriteString("\t" + m.name())
	}
	b.WriteString("\n")
	for i, s := range p.missing {
		said := p.terms.said(s)
		fmt.Fprintf(&b, "%s\t%s\t%d\t%s\t%s\t%s", p.name, p.kind, p.seed, said.Class, text(said.Property), said.Target)
		for _, places := range all {
			fmt.Fprintf(&b, "\t%g", places[i].rank)
			if s.Property != suggest.NoProperty {
				fmt.Fprintf(&b, " / %g", places[i].pair)
			}
		}
		b.WriteString("\n")
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = file.WriteString(b.String())
	return errors.Join(err, file.Close())
}
