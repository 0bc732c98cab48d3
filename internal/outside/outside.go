// Package outside finds test data outside of the project. Only tests import it.
package outside

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Data returns the path of a file or directory of the outside test data, in $BOX2EL_TEST_DATA or in
// ../shared/data next to the project. If it is missing, the test is skipped with a message.
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
		"outside test data is not part of the project; set BOX2EL_TEST_DATA to its folder (%s)",
		filepath.Join(elem...))
	return ""
}

// Glob returns the outside files that match the pattern, sorted. The test is skipped if the
// directory is missing, and fails if no file in it matches.
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
