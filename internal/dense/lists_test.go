package dense_test

import (
	"slices"
	"testing"

	"box2el-owl/internal/dense"
)

func TestByKey(t *testing.T) {
	keys := []int32{2, -1, 0, 2, 2}
	l := dense.ByKey(4, len(keys), func(i int32) int32 { return keys[i] })
	for k, want := range [][]int32{{2}, {}, {0, 3, 4}, {}, {}} {
		if got := l.Of(int32(k)); !slices.Equal(got, want) {
			t.Errorf("key %d: %v, want %v", k, got, want)
		}
	}
}
