package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"box2el-owl/embed"
	"box2el-owl/embed/dataset"
	"box2el-owl/internal/embedgen"
)

// BenchmarkCheckpoint keeps the state of a training of 45,907 classes × 200, and cancels one while its state is written.
func BenchmarkCheckpoint(b *testing.B) {
	d, _ := dataset.SplitWhole(embedgen.New(embedgen.GO, 1), 1)
	c := Checkpoint{File: filepath.Join(b.TempDir(), "checkpoint"), Last: func(context.Context) bool { return false }}.withDefaults()
	train := func(ctx context.Context, keep func(*embed.Checkpoint) error) error {
		_, err := embed.Train(ctx, d, embed.Options{Checkpoint: keep, CheckpointEvery: checkpointSteps, LastCheckpoint: c.Last})
		return err
	}
	b.Run("write", func(b *testing.B) {
		enough := errors.New("enough")
		var used time.Duration
		err := train(b.Context(), func(state *embed.Checkpoint) error {
			before := cpuTime()
			defer func() { used = cpuTime() - before }()
			for b.Loop() {
				if err := c.write(b.Context(), state); err != nil {
					b.Fatal(err)
				}
			}
			return enough
		})
		info, statErr := os.Stat(c.File)
		if !errors.Is(err, enough) || statErr != nil {
			b.Fatal(err, statErr)
		}
		b.ReportMetric(float64(info.Size())/1e6, "MB")
		b.ReportMetric(float64(used.Milliseconds())/float64(b.N), "ms-cpu/op")
	})
	b.Run("cancel", func(b *testing.B) {
		var longest time.Duration
		for i := range b.N {
			ctx, cancel := context.WithCancel(b.Context())
			var cancelled time.Time
			err := train(ctx, func(state *embed.Checkpoint) error {
				time.AfterFunc(time.Duration(i%10)*40*time.Millisecond, func() { cancelled = time.Now(); cancel() })
				c.write(ctx, state)
				<-ctx.Done() // where it was written before that
				return nil
			})
			if !errors.Is(err, context.Canceled) {
				b.Fatal(err)
			}
			longest = max(longest, time.Since(cancelled))
		}
		b.ReportMetric(float64(longest.Milliseconds()), "ms/longest")
	})
}
