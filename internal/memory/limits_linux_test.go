package memory

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestGroupLimits(t *testing.T) {
	root := t.TempDir()
	for file, text := range map[string]string{
		"memory.max": "max\n", "a/memory.max": "2000000000\n", "a/b/memory.max": "max\n", "a/b/c/memory.max": "1000000000\n",
		"memory/memory.limit_in_bytes": "9223372036854771712\n", "memory/old/memory.limit_in_bytes": "3000000000\n",
	} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for groups, want := range map[string][]int64{
		"0::/a/b/c\n":                            {1e9, 2e9},
		"0::/\n":                                 nil,
		"12:cpu:/x\n5:memory:/old/gone\n0::/a\n": {3e9, 2e9},
		"0::/../outside\n":                       nil,
		"nonsense":                               nil,
	} {
		var got []int64
		for _, l := range groupLimits(root, []byte(groups)) {
			got = append(got, l.bytes)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", groups, got, want)
		}
	}
	if len(limits()) == 0 {
		t.Error("the machine has no memory")
	}
}

// TestReserved checks that the limit on data is not taken for memory that work can use: the runtime
// reserves so much that with 300 MB the process ended in the middle of its work.
func TestReserved(t *testing.T) {
	if n := reserved(); n < 1<<20 || n > 1<<40 {
		t.Errorf("%d bytes are reserved", n)
	}
	got := dataLimit(300<<20, 100<<20)
	if got.bytes != 200<<20 || dataLimit(1, 100<<20).bytes != 1 {
		t.Errorf("%+v", got)
	}
	if want := "limit of the process (RLIMIT_DATA, 300 MB) without the 100 MB that the Go " +
		"runtime reserves"; got.by != want {
		t.Errorf("%s", got.by)
	}
}
