package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestFileModes checks that only the user can read the files that commands write to the home, with
// any umask, and that the files of --output follow the umask.
func TestFileModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for umask, want := range map[string]fs.FileMode{"000": 0o666, "022": 0o644, "077": 0o600} {
		t.Run(umask, func(t *testing.T) {
			dir := t.TempDir()
			home, document, output := filepath.Join(dir, "home"), filepath.Join(dir, "o.ofn"),
				filepath.Join(dir, "o.ttl")
			text := "Prefix(:=<http://e/#>)Ontology(<http://e/>" + strings.Repeat("SubClassOf(:A :B) SubClassOf(:B :C)", 2) + ")"
			if err := os.WriteFile(document, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{
				{"history", "accept", document, "SubClassOf(<http://e/#A> <http://e/#C>)"},
				{"history", "backup", filepath.Join(home, "copy.db")},
				{"train", document, "--dim", "4", "--steps", "20"},
				{"convert", document, output, "--format", "turtle"},
			} {
				cmd := exec.Command("sh",
					append([]string{"-c", `umask ` + umask + `; exec "$@"`, "sh", self},
						args...)...)
				cmd.Env = append(os.Environ(), runMain+"=1", "BOX2EL_HOME="+home)
				if text, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%q: %v: %s", args, err, text)
				}
			}
			files := 0
			err := filepath.WalkDir(home, func(path string, _ fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				info, err := os.Stat(path)
				if err != nil {
					return err
				}
				files++
				if info.Mode().Perm()&0o077 != 0 {
					t.Errorf("%s has mode %v", path, info.Mode())
				}
				return nil
			})
			if err != nil || files < 5 {
				t.Errorf("%d files in the home, %v", files, err)
			}
			if info, err := os.Stat(output); err != nil || info.Mode().Perm() != want {
				t.Errorf("the output has mode %v, %v; want %v", info.Mode(), err, want)
			}
		})
	}
}
