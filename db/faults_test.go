package db

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/owl"
)

// decided makes a store with some decisions in it, and returns its path and them.
func decided(t *testing.T, n int) (path string, decisions []Decision) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "store.db")
	atVersion(t, path, int64(len(migrations())), n)
	return path, openReadOnly(t, path, nil)
}

// TestDamaged: a file that is not a store is an error with a remedy, and not changed.
func TestDamaged(t *testing.T) {
	path, _ := decided(t, 500)
	good := must(os.ReadFile(path))
	other := filepath.Join(t.TempDir(), "other.db")
	raw := sql.OpenDB(connector{dataSource(other, busyTimeout)})
	if _, err := raw.Exec("CREATE TABLE bookmarks (url TEXT)"); err != nil {
		t.Fatal(err)
	}
	raw.Close()
	zeroed := bytes.Clone(good)
	clear(zeroed[4096 : len(zeroed)-4096])
	header := bytes.Clone(good)
	copy(header[100:], bytes.Repeat([]byte{0xff}, 64))
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"text":                    {[]byte(strings.Repeat("I am no database.\n", 300)), ErrDamaged},
		"a few bytes":             {[]byte("SQLite"), ErrDamaged},
		"half":                    {good[:len(good)/2], ErrDamaged},
		"cut within a page":       {good[:len(good)/2+100], ErrDamaged},
		"zeros":                   {zeroed, ErrDamaged},
		"first page":              {header, ErrDamaged},
		"only the header":         {good[:100], ErrDamaged},
		"database of another":     {must(os.ReadFile(other)), ErrNotStore},
		"zeros from start to end": {make([]byte, 8192), ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			if err := os.WriteFile(path, c.content, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, readOnly := range []bool{true, false} {
				_, err := Open(t.Context(), path, Options{ReadOnly: readOnly})
				if !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), path+": ") {
					t.Errorf("read only %v: %v", readOnly, err)
				}
			}
			if !bytes.Equal(must(os.ReadFile(path)), c.content) {
				t.Error("the file was changed")
			}
		})
	}
}

// TestNoStore: places where there can be none.
func TestNoStore(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]error{
		filepath.Join(dir, "missing", "store.db"): fs.ErrNotExist,
		dir: nil,
	} {
		if _, err := Open(t.Context(), path, Options{}); err == nil ||
			want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	path := filepath.Join(dir, "store.db")
	if _, err := Open(t.Context(), path, Options{ReadOnly: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading what is not there: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("reading has made a file")
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, Options{ReadOnly: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading an empty file: %v", err)
	}
	openAt(t, path, Options{})
	openAt(t, filepath.Join(dir, "100%? #1 'öß'.db"), Options{})
	if _, err := os.Stat(filepath.Join(dir, "100%? #1 'öß'.db")); err != nil {
		t.Error(err)
	}
}

// TestBytesFlipped: no content of the file makes a method panic or hang, and damage is reported as
// damage.
func TestBytesFlipped(t *testing.T) {
	path, want := decided(t, 200)
	good := must(os.ReadFile(path))
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	noticed := 0
	for round := range 150 {
		content := bytes.Clone(good)
		for range 1 + rng.IntN(8) {
			content[rng.IntN(len(content))] = byte(rng.Uint32())
		}
		path := filepath.Join(dir, fmt.Sprintf("%d.db", round))
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		err := useAll(t, path, want)
		os.Remove(path)
		switch {
		case err == nil:
		case errors.Is(err, ErrDamaged), errors.Is(err, ErrNewerStore), errors.Is(err, ErrNotStore),
			errors.Is(err, fs.ErrNotExist), errors.Is(err, errDiffers):
			noticed++
		default:
			t.Logf("seed %d, round %d: %v", seed, round, err) // in the text of the schema, say
			noticed++
		}
	}
	t.Logf("%d of 150 were noticed", noticed)
}

var errDiffers = errors.New("what is read is not what was written")

func useAll(t *testing.T, path string, want []Decision) error {
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	got, err := s.History(t.Context(), Filter{})
	if err != nil {
		return err
	}
	if _, err := s.Current(t.Context(), onto); err != nil {
		return err
	}
	if _, err := s.Decide(t.Context(), []Decision{{Ontology: onto, Axiom: subclass(1, 2),
		Action: Accept}}); err != nil {
		return err
	}
	if err := s.Check(t.Context()); err != nil {
		return err
	}
	if !cmp.Equal(got, want) {
		return errDiffers
	}
	return nil
}

// TestLocked: another process keeps the store to itself.
func TestLocked(t *testing.T) {
	path, want := decided(t, 10)
	s := openAt(t, path, Options{Wait: 300 * time.Millisecond})
	raw := sql.OpenDB(connector{dataSource(path, busyTimeout+"&_txlock=immediate")})
	defer raw.Close()
	tx, err := raw.Begin()
	if err != nil {
		t.Fatal(err)
	}
	one := Decision{Ontology: onto, Axiom: subclass(1, 2), Action: Accept}
	if _, err := s.Decide(t.Context(), []Decision{one}); !errors.Is(err, ErrLocked) ||
		!strings.Contains(err.Error(), "wait until") {
		t.Errorf("deciding while another writes: %v", err)
	}
	if got := history(t, s, Filter{}); !cmp.Equal(got, want) {
		t.Error("nothing can be read while another writes")
	}
	patient := openAt(t, path, Options{Wait: time.Minute})
	time.AfterFunc(100*time.Millisecond, func() { tx.Rollback() })
	decideOne(t, patient, one)
	patient.Close()
	s.Close()
	raw.Close()

	// In exclusive mode not even readers are let in.
	exclusive := sql.OpenDB(connector{dataSource(path, busyTimeout+"&_txlock=immediate")})
	exclusive.SetMaxOpenConns(1)
	defer exclusive.Close()
	if _, err := exclusive.Exec(
		"PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE mine (x)"); err != nil {
		t.Fatal(err)
	}
	for _, readOnly := range []bool{false, true} {
		if _, err := Open(t.Context(), path, Options{Wait: 200 * time.Millisecond,
			ReadOnly: readOnly}); !errors.Is(err, ErrLocked) {
			t.Errorf("opening what is locked, read only %v: %v", readOnly, err)
		}
	}
}

// TestBackup copies a store while it is written, and over an earlier copy.
func TestBackup(t *testing.T) {
	path, want := decided(t, 200)
	s := openAt(t, path, Options{})
	dir := t.TempDir()
	backup := filepath.Join(dir, "backup.db")
	writer := start(t, "decide", path, "more")
	for range 5 {
		if !writer.lines.Scan() {
			t.Fatal("the writer has ended")
		}
		if err := s.Backup(t.Context(), backup); err != nil {
			t.Fatal(err)
		}
		copied := openAt(t, backup, Options{ReadOnly: true})
		got := history(t, copied, Filter{Ontology: onto, Limit: len(want)})
		if !cmp.Equal(got, want) {
			t.Error("the copy is another")
		}
		if err := copied.Check(t.Context()); err != nil {
			t.Error(err)
		}
		copied.Close()
	}
	writer.kill(t, 0)
	if err := s.Backup(t.Context(), path); !errors.Is(err, ErrInvalid) {
		t.Errorf("a backup onto the store itself: %v", err)
	}
	if err := s.Backup(t.Context(), dir); err == nil {
		t.Error("a backup onto a folder")
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "missing", "backup.db")); err == nil {
		t.Error("a backup into a folder that is not there")
	}
	readOnly := openAt(t, path, Options{ReadOnly: true})
	if err := readOnly.Backup(t.Context(), filepath.Join(dir, "another.db")); err != nil {
		t.Errorf("a backup of a store opened for reading: %v", err)
	}
	for _, e := range must(os.ReadDir(dir)) {
		if strings.Contains(e.Name(), "part") {
			t.Errorf("%s was left", e.Name())
		}
	}
}

// TestInvalid: what no store holds.
func TestInvalid(t *testing.T) {
	s := openTest(t, Options{})
	fine := Decision{Ontology: onto, Axiom: subclass(1, 2), Action: Accept}
	two := 2.0
	for name, edit := range map[string]func(*Decision){
		"action":      func(d *Decision) { d.Action = "maybe" },
		"ontology":    func(d *Decision) { d.Ontology = "" },
		"axiom":       func(d *Decision) { d.Axiom = "SubClassOf(" },
		"no axiom":    func(d *Decision) { d.Axiom = "" },
		"two axioms":  func(d *Decision) { d.Axiom += d.Axiom },
		"hash":        func(d *Decision) { d.Hash = owl.Hash{1} },
		"UTF-8":       func(d *Decision) { d.Comment = "\xff" },
		"zero byte":   func(d *Decision) { d.Who = "a\x00" },
		"long":        func(d *Decision) { d.Comment = strings.Repeat("x", MaxField+1) },
		"probability": func(d *Decision) { d.Probability = &two },
	} {
		d := fine
		edit(&d)
		if _, err := s.Decide(t.Context(), []Decision{fine, d}); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := len(history(t, s, Filter{})); n != 0 {
		t.Errorf("%d decisions were recorded", n)
	}
	if _, err := s.SaveRun(t.Context(), Run{}, nil); !errors.Is(err, ErrInvalid) {
		t.Errorf("a run on no ontology: %v", err)
	}
	run := Run{Ontology: onto}
	if _, err := s.SaveRun(t.Context(), run, []Shown{{Axiom: "x"}}); !errors.Is(err, ErrInvalid) {
		t.Errorf("a run with a suggestion without a hash: %v", err)
	}
}
