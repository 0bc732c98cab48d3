package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"box2el-owl/suggest/likely"
)

func compareLikely(ctx context.Context, w io.Writer, dir string) error {
	return compareRestrictions(ctx, w, dir)
}

func printFound(ctx context.Context, w io.Writer, file string) error {
	start := time.Now()
	l, err := load(ctx, file)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, file, len(l.index.Classes), time.Since(start))
	return printRestrictions(ctx, w, l, likely.Possible)
}
