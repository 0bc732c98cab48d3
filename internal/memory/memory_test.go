package memory

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestWatch(t *testing.T) {
	most := limit{inUse() + 64<<20, "limit of the test"}
	ctx, check := watch(t.Context(), most)
	var held [][]byte
	for len(held) < 4096 && ctx.Err() == nil {
		b := make([]byte, 1<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		held = append(held, b)
		time.Sleep(time.Millisecond)
	}
	err := check(ctx.Err())
	if !errors.Is(err, ErrExceeded) || !strings.Contains(err.Error(), "limit of the test") {
		t.Errorf("after %d MB: %v", len(held), err)
	}
	if len(held) > 1024 {
		t.Errorf("ended after %d MB, want some 64", len(held))
	}
	runtime.KeepAlive(held)
}

// TestWatchTwice checks that work inside of watched work is not measured again, and learns why it
// ended.
func TestWatchTwice(t *testing.T) {
	outer, check := watch(t.Context(), limit{0, "limit of the test"})
	derived, cancel := context.WithTimeout(outer, time.Minute)
	defer cancel()
	inner, innerCheck := Watch(derived)
	if inner != derived {
		t.Error("a watched context is watched again")
	}
	<-inner.Done()
	if err := innerCheck(inner.Err()); !errors.Is(err, ErrExceeded) {
		t.Errorf("inside: %v", err)
	}
	if err := check(outer.Err()); !errors.Is(err, ErrExceeded) {
		t.Errorf("outside: %v", err)
	}
}

func TestWatchWithinLimit(t *testing.T) {
	ctx, check := watch(t.Context(), limit{math.MaxInt64, ""})
	own := errors.New("own error")
	if ctx.Err() != nil || check(own) != own {
		t.Error("work within the limit ends with another error")
	}
	outer, cancel := context.WithCancel(t.Context())
	ctx, check = watch(outer, limit{math.MaxInt64, ""})
	cancel()
	if err := check(ctx.Err()); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestExceeded(t *testing.T) {
	const want = "not enough memory: this needs more than 2048 MB, and the program may use " +
		"768 MB, three quarters of the limit of the process (RLIMIT_DATA)"
	err := exceeded(2<<30, limit{768 << 20, "limit of the process (RLIMIT_DATA)"})
	if err.Error() != want {
		t.Errorf("%v", err)
	}
}
