// Command usefulness measures suggestions against what people judged and what curators added.
//
//	go run ./bench/usefulness -likely ../shared/data
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

var verbose = flag.Bool("v", false, "print evidence and texts")

func main() {
	likelyData := flag.String("likely", "", "compare what the finder finds with the judged rows of `DIR`/likely")
	find := flag.Bool("find", false, "print what the finder finds in each FILE")
	checksData := flag.String("checks", "", "measure what the checks reject of the pairs of releases in `DIR`")
	judgedData := flag.String("judged", "", "compare checks and reasoner with the judged rows in `DIR`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *likelyData != "":
		err = compareLikely(ctx, os.Stdout, *likelyData)
	case *checksData != "":
		err = measureChecks(ctx, os.Stdout, *checksData)
	case *judgedData != "":
		err = judgeSheets(ctx, os.Stdout, *judgedData)
	case *find:
		for _, file := range flag.Args() {
			if err = printFound(ctx, os.Stdout, file); err != nil {
				break
			}
		}
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "usefulness:", err)
		os.Exit(1)
	}
}
