package workspace

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"box2el-owl/db"
)

// formerHome holds the answers of a server of commit a38ee38 about the home in testdata, which it
// had made: four ontologies, two with one IRI, 733 edits and 752 decisions. It was then killed.
type formerHome struct {
	Ontologies []struct {
		ID, IRI, Content string
		Axioms           int
	}
	Decisions, History map[string][][]string // by IRI: key, axiom, action, time, reverts
}

// unpackFormer unpacks the home and what its server answered.
func unpackFormer(t *testing.T, folder string) (want formerHome) {
	t.Helper()
	open := func(name string) io.Reader {
		file, err := os.Open(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		r, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if err := json.NewDecoder(open("home-a38ee38.json.gz")).Decode(&want); err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(open("home-a38ee38.tar.gz")); ; {
		h, err := archive.Next()
		if err == io.EOF {
			return want
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, filepath.Clean(h.Name))
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o700)
		} else {
			var content []byte
			if content, err = io.ReadAll(archive); err == nil {
				err = os.WriteFile(path, content, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestFormerHome opens a home of an earlier version: its ontologies are as they were, after a
// second start too, and its decisions.
func TestFormerHome(t *testing.T) {
	folder := t.TempDir()
	want := unpackFormer(t, folder)
	computed := filepath.Join(folder, "ontologies", want.Ontologies[0].ID, "mining-abc")
	if err := os.WriteFile(computed, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for start := range 2 {
		w, end := openAt(t, folder)
		copies := 0
		for _, o := range want.Ontologies {
			is, err := w.Ontology(o.ID)
			if err != nil {
				t.Fatal(err)
			}
			if err := is.Await(t.Context()); err != nil {
				t.Fatal(err)
			}
			s := is.Status()
			if contentHash(is.axioms).String() != o.Content || s.Axioms != o.Axioms ||
				s.IRI.String() != o.IRI {
				t.Errorf("start %d: %+v, want %+v", start, s, o)
			}
			if s.Copy {
				copies++
			}
		}
		if copies != 1 {
			t.Errorf("%d copies, want one of the two with the same IRI", copies)
		}
		for iri := range want.History {
			history := linesOf(t, w, db.Filter{Ontology: iri, Newest: true})
			current := linesOf(t, w, db.Filter{Ontology: iri, Current: true})
			slices.Reverse(current)
			if !slices.EqualFunc(history, want.History[iri], slices.Equal) {
				t.Errorf("%s: %d decisions, other than the %d of before", iri, len(history),
					len(want.History[iri]))
			}
			// An edit of the journal may contradict a decision, which then is no longer current.
			if n := len(want.Decisions[iri]); len(current) > n || len(current) < n*9/10 {
				t.Errorf("%s: %d current decisions, of %d", iri, len(current), n)
			}
		}
		end()
	}
	if _, err := os.Stat(computed); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a suggestion run of an earlier version is there: %v", err)
	}
	for _, backup := range []string{"store.db.v6.bak", "ontologies.bak"} {
		if _, err := os.Stat(filepath.Join(folder, backup)); err != nil {
			t.Error(err)
		}
	}
}

func linesOf(t *testing.T, w *Workspace, f db.Filter) (lines [][]string) {
	t.Helper()
	decisions, err := w.opts.Store.History(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range decisions {
		lines = append(lines, []string{d.Key, d.Axiom, string(d.Action),
			d.At.Format(time.RFC3339Nano), d.Reverts})
	}
	return lines
}

// TestFormerKilled ends the migration at some moments: the next start continues.
func TestFormerKilled(t *testing.T) {
	for delay := time.Millisecond; delay < 300*time.Millisecond; delay = delay * 3 / 2 {
		folder := t.TempDir()
		want := unpackFormer(t, folder)
		store, err := db.Open(t.Context(), filepath.Join(folder, "store.db"), db.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), delay)
		w, err := Open(ctx, Options{Store: store, Documents: filepath.Join(folder, "documents"),
			Folder: filepath.Join(folder, "ontologies")})
		cancel()
		if err == nil {
			w.Close()
		} else if !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			t.Fatal(err)
		}
		store.Close()
		w, end := openAt(t, folder)
		for _, o := range want.Ontologies {
			is, err := w.Ontology(o.ID)
			if err != nil {
				t.Fatal(err)
			}
			if err := is.Await(t.Context()); err != nil ||
				contentHash(is.axioms).String() != o.Content {
				t.Errorf("ended after %v: %v, %+v", delay, err, is.Status())
			}
		}
		end()
	}
}
