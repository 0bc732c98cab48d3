// Package outside finds the test data that does not lie in the project. Only tests import it.
package outside

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Data returns the path of a file or folder of the outside test data, looked for in
// $BOX2EL_TEST_DATA, then in ../shared/data beside the project. Where it is absent the test is
// skipped, and says what it missed.
func Data(t testing.TB, elem ...string) string {
	t.Helper()
	roots := []string{os.Getenv("BOX2EL_TEST_DATA")}
	if _, here, _, ok := runtime.Caller(0); ok {
		roots = append(roots, filepath.Join(filepath.Dir(here), "..", "..", "..", "shared", "data"))
	}
	for _, root := range roots {
		if root == "" {
			continue
		}
		path := filepath.Join(append([]string{root}, elem...)...)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skipf(
		"outside test data is not part of the project; if you have it, set BOX2EL_TEST_DATA to its folder (%s)",
		filepath.Join(elem...))
	return ""
}

// Glob returns the outside files that match the pattern, sorted; the test is skipped where the
// folder is absent, and fails where it is there but nothing matches.
func Glob(t testing.TB, pattern ...string) []string {
	t.Helper()
	dir := Data(t, pattern[:len(pattern)-1]...)
	files, err := filepath.Glob(filepath.Join(dir, pattern[len(pattern)-1]))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no file matches %s in %s", pattern[len(pattern)-1], dir)
	}
	return files
}
