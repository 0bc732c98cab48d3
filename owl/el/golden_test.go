package el_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"box2el-owl/internal/golden"
	"box2el-owl/rdfio"
)

// TestNormalForms compares the normal forms and reports of testdata/normalize/*.ofn with the .nf
// files.
func TestNormalForms(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "normalize", "*.ofn"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	used := make(map[string]bool)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			in, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			o, _, err := rdfio.Read(context.Background(), in, rdfio.ReadOptions{File: file})
			if err != nil {
				t.Fatal(err)
			}
			nf, report := normalize(t, o)
			want := strings.TrimSuffix(file, ".ofn") + ".nf"
			used[want] = true
			golden.Check(t, want, []byte(dump(nf, o.Prefixes)+dumpReport(report)))
		})
	}
	golden.Orphans(t, filepath.Join("testdata", "normalize", "*.nf"), used)
}
