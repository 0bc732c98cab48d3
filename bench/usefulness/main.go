// Command usefulness measures suggestions against judgements of people and axioms added by
// curators.
//
//	go run ./bench/usefulness -likely ../shared/data
//	go run ./bench/usefulness -pairs ../shared/data/history -split report
//	go run ./bench/usefulness -releases ../shared/data/releases -json
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"box2el-owl/suggest"
)

var verbose = flag.Bool("v", false, "with -checks: print the rows")

func main() {
	likelyData := flag.String("likely", "",
		"compare likely and possible suggestions with the judged rows of `DIR`/likely")
	checksData := flag.String("checks", "",
		"count the axioms of the pairs of releases in `DIR` that the checks reject")
	judgedData := flag.String("judged", "",
		"compare checks and reasoner with the judged rows in `DIR`")
	sheet := flag.Bool("sheet", false, "write the suggestions for each FILE as a table to judge")
	tier := flag.String("tier", "possible",
		"with -sheet: tiers down to `TIER`: likely, possible; speculative: that tier alone")
	lines := flag.Int("lines", 5000, "with -sheet: the first `N` lines of the list for an ontology")
	most := flag.Int("most", 0, "with -sheet: draw `N` rows of each ontology; 0: all")
	pairs := flag.String("pairs", "", "measure ranking on the pairs of releases in `DIR`")
	releases := flag.String("releases", "", "measure ranking on the releases in `DIR`")
	crossValidated := flag.String("cv", "", "measure ranking on the pairs of split learn in "+
		"`DIR`, by weights that are learned from other ontologies")
	split := flag.String("split", "", "with -pairs: only pairs of `SPLIT`, learn or report")
	const ranked = "with -pairs, -releases and -cv: "
	only := flag.String("only", "", ranked+"take the measurements of `LIST`, separated by "+
		"commas")
	asJSON := flag.Bool("json", false, ranked+"print one JSON object")
	of := flag.String("method", "", ranked+"the `METHOD` of the JSON object and of figures by "+
		"ontology. Default: the ranking of the program")
	places := flag.String("places", "", ranked+"write a line for each row and method to `FILE`")
	learn := flag.String("learn", "",
		"learn the weights of ranking from the pairs of releases in `DIR`")
	learnPlaced := flag.String("learn-place", "", "learn the probabilities of placing from the "+
		"pairs of releases in `DIR`")
	out := flag.String("out", "prior.bin.gz", "with -learn and -learn-place: write to `FILE`")
	seed := flag.Uint64("seed", 1, "with -learn: `SEED` of the random draws")
	models := flag.String("models", "", "with -learn, -cv, -pairs and -releases: also with the "+
		"trained models in `DIR`; those that it lacks are trained")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *likelyData != "":
		_, err = compareLikely(ctx, os.Stdout, *likelyData)
	case *checksData != "":
		err = measureChecks(ctx, os.Stdout, *checksData)
	case *judgedData != "":
		err = judgeSheets(ctx, os.Stdout, *judgedData)
	case *pairs != "" || *releases != "" || *crossValidated != "":
		err = measureRanking(ctx, os.Stdout, rankingOptions{*pairs, *releases, *crossValidated,
			*split, *only, *of, *places, *models, *asJSON})
	case *learn != "":
		err = learnPrior(ctx, os.Stdout, *learn, *models, *out, *seed)
	case *learnPlaced != "":
		err = learnPlace(ctx, *learnPlaced, *out)
	case *sheet:
		opts := sheetOptions{tiers: []suggest.Tier{suggest.Likely}, lines: *lines, most: *most}
		switch *tier {
		case "possible":
			opts.tiers = append(opts.tiers, suggest.Possible)
		case "speculative":
			opts.tiers = []suggest.Tier{suggest.Speculative}
		}
		err = writeSheets(ctx, os.Stdout, flag.Args(), opts)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "usefulness:", err)
		os.Exit(1)
	}
}
