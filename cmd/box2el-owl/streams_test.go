package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestWriteDir checks that a new or empty directory is filled completely or remains unchanged.
func TestWriteDir(t *testing.T) {
	errFull := errors.New("no space left")
	cases := []struct {
		name   string
		before []string // files and directories (with a slash) in the parent
		fail   bool
		want   []string
	}{
		{"New", nil, false, []string{"split", "split/a", "split/train", "split/train/b"}},
		{"Empty", []string{"split/"}, false, []string{"split", "split/a", "split/train", "split/train/b"}},
		{"InUse", []string{"split/", "split/own"}, false, []string{"split", "split/a", "split/own", "split/train", "split/train/b"}},
		{"NewFails", nil, true, nil},
		{"EmptyFails", []string{"split/"}, true, []string{"split"}},
		{"IsFile", []string{"split"}, true, []string{"split"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range c.before {
				path := filepath.Join(dir, name)
				var err error
				if name[len(name)-1] == '/' {
					err = os.Mkdir(path, 0o755)
				} else {
					err = os.WriteFile(path, nil, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			s := &streams{}
			err := s.writeDir(filepath.Join(dir, "split"), func(dir string) error {
				if base := filepath.Base(dir); base != "split" {
					t.Errorf("it is filled under the name %s", base)
				}
				err := errors.Join(os.WriteFile(filepath.Join(dir, "a"), nil, 0o644),
					os.Mkdir(filepath.Join(dir, "train"), 0o755), os.WriteFile(
						filepath.Join(dir, "train", "b"), nil, 0o644))
				if c.fail {
					err = errors.Join(err, errFull)
				}
				return err
			})
			if c.fail != (err != nil) {
				t.Errorf("error %v", err)
			}
			if got := filesBelow(t, dir); !slices.Equal(got, c.want) {
				t.Errorf("there are %q, want %q", got, c.want)
			}
		})
	}
}

// TestWriteDirInterrupted checks that a directory which is filled after files.Remove does
// not appear.
func TestWriteDirInterrupted(t *testing.T) {
	dir := t.TempDir()
	s := &streams{}
	err := s.writeDir(filepath.Join(dir, "split"), func(dir string) error {
		err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o644)
		s.files.Remove()
		return err
	})
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v, want %v", err, os.ErrClosed)
	}
	if got := filesBelow(t, dir); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
}

// filesBelow lists all files below a directory, including hidden ones.
func filesBelow(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if path != dir {
			name, _ := filepath.Rel(dir, path)
			list = append(list, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestProgressWords checks that progress bars have words of users for internal stages.
func TestProgressWords(t *testing.T) {
	for stage, want := range map[string]string{"train": "training", "saturating": "classifying",
		"rank": "ranking", "judging": "checking", "reading": "reading"} {
		var out bytes.Buffer
		s := &streams{err: &out, errTerminal: true}
		s.report(stage, 1, 2)
		s.bars.Load().Shutdown() // draws the bar
		if got := out.String(); !strings.Contains(got, want+" ") ||
			want != stage && strings.Contains(got, stage+" ") {
			t.Errorf("stage %s is drawn as %q", stage, got)
		}
	}
}
