// Package memory cancels work that needs more memory than the process may use, and returns an
// error. Without it the runtime of Go would end the process.
package memory

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// ErrExceeded is returned by Room, and by the check of Watch, if work needs too much memory.
var ErrExceeded = errors.New("not enough memory")

// limit is a bound on the memory of the process, with the name of its source.
type limit struct {
	bytes int64
	by    string
}

// ceiling returns the number of bytes that work may use: a part of the least limit, because the
// runtime needs some memory and memory grows between two measurements. It also sets the soft limit
// of the garbage collector, which then runs more often near the limit.
var ceiling = sync.OnceValue(func() limit {
	least := limit{math.MaxInt64, ""}
	if of := debug.SetMemoryLimit(-1); of < math.MaxInt64 {
		least = limit{of, "GOMEMLIMIT"}
	}
	for _, l := range limits() {
		if l.bytes > 0 && l.bytes < least.bytes {
			least = l
		}
	}
	if least.bytes == math.MaxInt64 {
		return least
	}
	if least.by != "GOMEMLIMIT" {
		debug.SetMemoryLimit(least.bytes / 20 * 13)
	}
	return limit{least.bytes / 4 * 3, least.by}
})

// between is the time between two measurements of the memory in use. Shorter work is not measured.
const between = 10 * time.Millisecond

// Watch returns a context that ends when the memory in use passes the ceiling of the process, which
// is three quarters of the least of: the machine's memory, the limit of its control group,
// RLIMIT_DATA and GOMEMLIMIT. The caller must call check with the error of the work when it is
// done. It returns that error, or one that wraps ErrExceeded with the memory needed if the memory
// was the reason. A context that is watched already is not measured twice.
func Watch(ctx context.Context) (watched context.Context, check func(error) error) {
	if ctx.Value(watchedKey{}) != nil {
		return ctx, func(err error) error { return reason(ctx, err) }
	}
	most := ceiling()
	if most.bytes == math.MaxInt64 {
		return ctx, func(err error) error { return err }
	}
	return watch(ctx, most)
}

// reason returns the error of work under a watched context, or ErrExceeded if that ended it.
func reason(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); err != nil && errors.Is(cause, ErrExceeded) {
		return cause
	}
	return err
}

// watchedKey is the key by which a context is known to be watched.
type watchedKey struct{}

// watchedContext also calls Err of its parent, which may be set before Done is closed.
type watchedContext struct {
	context.Context
	parent context.Context
}

func (w watchedContext) Err() error {
	if err := w.Context.Err(); err != nil {
		return err
	}
	return w.parent.Err()
}

func (w watchedContext) Value(key any) any {
	if key == (watchedKey{}) {
		return true
	}
	return w.Context.Value(key)
}

func watch(parent context.Context, most limit) (context.Context, func(error) error) {
	ctx, cancel := context.WithCancelCause(parent)
	done := make(chan struct{})
	go func() {
		ticker := time.NewTicker(between)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			if used := inUse(); used > most.bytes {
				cancel(exceeded(used, most))
				return
			}
		}
	}()
	return watchedContext{ctx, parent}, func(err error) error {
		close(done)
		defer cancel(nil)
		return reason(ctx, err)
	}
}

// Room returns an error that wraps ErrExceeded if allocating bytes more would exceed the
// ceiling.
func Room(bytes int64) error {
	most := ceiling()
	if used := inUse(); most.bytes < math.MaxInt64 && bytes > most.bytes-used {
		return exceeded(used+bytes, most)
	}
	return nil
}

func exceeded(needed int64, most limit) error {
	return fmt.Errorf(
		"%w: this needs more than %s, and the program may use %s, three quarters of the %s",
		ErrExceeded, inMB(needed), inMB(most.bytes), most.by)
}

func inMB(bytes int64) string { return fmt.Sprintf("%d MB", bytes>>20) }

// inUse returns the number of bytes that the runtime has from the system and that are not free for
// the next allocations.
func inUse() int64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64() - samples[2].Value.Uint64())
}
