package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"box2el-owl/internal/golden"
)

// futureMigrations are those that there are and two that may come: they take a while on a store of
// some size.
func futureMigrations() []migration {
	files := make(fstest.MapFS)
	present := migrations()
	for _, name := range must(fs.Glob(present[0].files, "*.sql")) {
		files[name] = &fstest.MapFile{Data: must(fs.ReadFile(present[0].files, name))}
	}
	for i := range int64(2) {
		version := present[len(present)-1].version + 1 + i
		name := fmt.Sprintf("%04d_future.sql", version)
		files[name] = &fstest.MapFile{Data: fmt.Appendf(nil, `-- +goose Up
CREATE TABLE copies%[1]d AS SELECT key || d AS key, axiom
FROM decisions, (SELECT 1 AS d UNION ALL SELECT 2 UNION ALL SELECT 3);
CREATE INDEX copies%[1]d_by_key ON copies%[1]d (key);
PRAGMA user_version = %[1]d;
`, version)}
	}
	return must(migrationsIn(files))
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestMigrationsStay: a migration that has been released never changes, since stores have been made
// by it. Each sets the version that its name says.
func TestMigrationsStay(t *testing.T) {
	var sums bytes.Buffer
	for i, m := range migrations() {
		if m.version != int64(i+1) {
			t.Errorf("migration %d has the number %d", i+1, m.version)
		}
		name := must(fs.Glob(m.files, fmt.Sprintf("%04d_*.sql", m.version)))[0]
		text := must(fs.ReadFile(m.files, name))
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), name)
		if !bytes.HasSuffix(text, fmt.Appendf(nil, "\nPRAGMA user_version = %d;\n", m.version)) {
			t.Errorf("%s does not end by setting its version", name)
		}
	}
	golden.Check(t, "testdata/migrations.sha256", sums.Bytes())
}

// atVersion makes a store of the version of the program with this number of migrations.
func atVersion(t *testing.T, path string, version int64, decisions int) {
	t.Helper()
	s, err := Open(t.Context(), path, Options{migrations: migrations()[:1], Now: clock()})
	if err != nil {
		t.Fatal(err)
	}
	tx := must(s.write.Begin())
	for i := range decisions { // as version 1 wrote them
		d := Decision{Key: fmt.Sprint("k", i), Ontology: onto, Axiom: subclass(i, i/2),
			Action: Actions()[i%3]}
		if err := d.normalize(); err != nil {
			t.Fatal(err)
		}
		insertFormerDecision(t, tx, d, s.now().UnixMicro())
		if i%20 == 19 {
			d.Key, d.Action, d.Reverts = fmt.Sprint("r", i), Revert, d.Key
			insertFormerDecision(t, tx, d, s.now().UnixMicro())
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s, err = Open(t.Context(), path, Options{migrations: migrations()[:version]})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	for _, bak := range must(filepath.Glob(path + "*.bak")) {
		os.Remove(bak)
	}
}

// insertFormerDecision writes a row of the table of versions 1 to 6.
func insertFormerDecision(t *testing.T, tx *sql.Tx, d Decision, at int64) {
	t.Helper()
	var reverts any
	if d.Reverts != "" {
		reverts = d.Reverts
	}
	_, err := tx.Exec(`INSERT INTO decisions (key, ontology, axiom_hash, axiom, action, at,
		reverts, who, comment, client, probability, verdict)
		VALUES (?, ?, ?, ?, ?, ?, ?, 'ann', 'why', 'page', 0.25, 'new')`,
		d.Key, d.Ontology, d.Hash[:], d.Axiom, string(d.Action), at, reverts)
	if err != nil {
		t.Fatal(err)
	}
}

// TestMigrates opens a store of each earlier version, and a store of this version with a later
// version.
func TestMigrates(t *testing.T) {
	latest := int64(len(migrations()))
	for version := int64(1); version <= latest; version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			atVersion(t, path, version, 100)
			before := openReadOnly(t, path, migrations()[:version])
			current := currentReadOnly(t, path, migrations()[:version])
			if len(before) != 105 || len(current) != 95 {
				t.Fatalf("%d decisions, %d current", len(before), len(current))
			}
			if version < latest {
				if _, err := Open(t.Context(), path, Options{ReadOnly: true}); !errors.Is(err,
					ErrOlderStore) {
					t.Errorf("reading it without migrating: %v", err)
				}
			}
			s := openAt(t, path, Options{migrations: futureMigrations()})
			if s.version != latest+2 {
				t.Errorf("version %d after migrating", s.version)
			}
			if diff := cmp.Diff(before, history(t, s, Filter{})); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(current, history(t, s, Filter{Current: true})); diff != "" {
				t.Error(diff)
			}
			if got := must(s.Operations(t.Context(), OperationFilter{Ontology: onto})); len(
				got) != 105 || got[20].Kind != Undo || got[20].Undoes != "k19" {
				t.Errorf("%d operations: %+v", len(got), got[20])
			}
			if err := s.Check(t.Context()); err != nil {
				t.Error(err)
			}
			copied := fmt.Sprintf("%s.v%d.bak", path, version)
			if diff := cmp.Diff(before,
				openReadOnly(t, copied, migrations()[:version])); diff != "" {
				t.Errorf("the copy: %s", diff)
			}
		})
	}
}

func openReadOnly(t *testing.T, path string, steps []migration) []Decision {
	t.Helper()
	s, err := Open(t.Context(), path, Options{ReadOnly: true, migrations: steps})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return history(t, s, Filter{})
}

func currentReadOnly(t *testing.T, path string, steps []migration) []Decision {
	t.Helper()
	s, err := Open(t.Context(), path, Options{ReadOnly: true, migrations: steps})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return history(t, s, Filter{Current: true})
}

// TestMigrationFails: a migration that fails leaves the store as it was, at the version before.
func TestMigrationFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	latest := int64(len(migrations()))
	atVersion(t, path, latest, 10)
	before := openReadOnly(t, path, nil)
	files := make(fstest.MapFS)
	for name, f := range futureMigrations()[0].files.(fstest.MapFS) {
		files[name] = f
	}
	files[fmt.Sprintf("%04d_wrong.sql", latest+1)] = &fstest.MapFile{
		Data: []byte("-- +goose Up\nCREATE TABLE fine (x);\nCREATE TABLE decisions (x);\n")}
	if _, err := Open(t.Context(), path,
		Options{migrations: must(migrationsIn(files))}); err == nil {
		t.Fatal("a wrong migration is no error")
	}
	s := openAt(t, path, Options{migrations: futureMigrations()})
	if diff := cmp.Diff(before, history(t, s, Filter{})); diff != "" {
		t.Error(diff)
	}
	var fine int
	err := s.read.QueryRow("SELECT count(*) FROM sqlite_schema WHERE name = 'fine'").Scan(&fine)
	if err != nil || fine != 0 {
		t.Errorf("half a migration is there: %d, %v", fine, err)
	}
}

// TestNewerStore: a store of a later version is refused, and not a byte of it changes.
func TestNewerStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	old, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	decideOne(t, old, Decision{Ontology: onto, Axiom: subclass(1, 2), Action: Accept})
	// while the old program uses it
	newer, err := Open(t.Context(), path, Options{migrations: futureMigrations()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.Decide(t.Context(), []Decision{{Ontology: onto, Axiom: subclass(1, 3),
		Action: Accept}}); !errors.Is(err, ErrNewerStore) {
		t.Errorf("deciding in a store that was migrated meanwhile: %v", err)
	}
	decideOne(t, newer, Decision{Ontology: onto, Axiom: subclass(1, 4), Action: Accept})
	for _, closed := range []bool{false, true} { // with a write-ahead log, and without
		if closed {
			newer.Close()
			old.Close()
		}
		before := folder(t, filepath.Dir(path))
		for _, readOnly := range []bool{false, true} {
			if _, err := Open(t.Context(), path, Options{ReadOnly: readOnly}); !errors.Is(err,
				ErrNewerStore) {
				t.Errorf("opening: %v", err)
			}
		}
		if diff := cmp.Diff(before, folder(t, filepath.Dir(path))); diff != "" {
			t.Errorf("closed %v: it was touched: %s", closed, diff)
		}
	}
}

// folder returns the hashes of the files in a folder, but for the wal-index, which is shared
// memory.
func folder(t *testing.T, path string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	for _, entry := range must(os.ReadDir(path)) {
		if filepath.Ext(entry.Name()) != ".db-shm" {
			files[entry.Name()] = fmt.Sprintf("%x",
				sha256.Sum256(must(os.ReadFile(filepath.Join(path, entry.Name())))))
		}
	}
	delete(files, "store.db-wal") // empty, or compared below
	if wal, err := os.ReadFile(filepath.Join(path, "store.db-wal")); err == nil && len(wal) > 0 {
		files["store.db-wal"] = fmt.Sprintf("%x", sha256.Sum256(wal))
	}
	return files
}

// TestCreatedAtOnce: many open a store that is not there yet; all of them can use it.
func TestCreatedAtOnce(t *testing.T) {
	for range 5 {
		path := filepath.Join(t.TempDir(), "store.db")
		const n = 6
		var running []*process
		for i := range n {
			running = append(running, start(t, "decide", path, fmt.Sprint("p", i), "3"))
		}
		for _, p := range running {
			for p.lines.Scan() {
			}
			if err := p.Wait(); err != nil {
				t.Error(err)
			}
		}
		s := openAt(t, path, Options{})
		keys := make(map[string]bool)
		for _, d := range history(t, s, Filter{}) {
			keys[d.Key] = true
		}
		if len(keys) != 3*n {
			t.Errorf("%d decisions are there: %v", len(keys), slices.Sorted(maps.Keys(keys)))
		}
	}
}

// interrupted is a folder of migrations. Another process comes before a file is first opened.
type interrupted struct {
	fs.FS
	file  string
	other *sync.Once
	do    func()
}

func (f interrupted) Open(name string) (fs.File, error) {
	if name == f.file {
		f.other.Do(f.do)
	}
	return f.FS.Open(name)
}

// TestMigratedMeanwhile: before a process does a step, another one does it and all that follow, and
// a third one repeats step 9, so that the version of the store is 9 again.
func TestMigratedMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	present := migrations()
	folder := interrupted{present[0].files, "0010_runs.sql", new(sync.Once), func() {
		s := openAt(t, path, Options{})
		decideOne(t, s, Decision{Ontology: onto, Axiom: subclass(1, 2), Action: Accept})
		must(s.write.Exec("PRAGMA user_version = 9"))
		s.Close()
	}}
	s := openAt(t, path, Options{migrations: must(migrationsIn(folder))})
	if list := history(t, s, Filter{}); len(list) != 1 {
		t.Errorf("%d decisions, want 1", len(list))
	}
	latest := present[len(present)-1].version
	if got := must(userVersion(t.Context(), s.write)); got != latest {
		t.Errorf("the version is %d, want %d", got, latest)
	}
}

// TestAppendOnly: no program that keeps the triggers can change what was decided.
func TestAppendOnly(t *testing.T) {
	s := openTest(t, Options{})
	decideOne(t, s, Decision{Key: "k", Ontology: onto, Axiom: subclass(1, 2), Action: Accept})
	before := history(t, s, Filter{})
	for _, statement := range []string{
		"UPDATE operations SET kind = 'reject'",
		"DELETE FROM operations",
		"INSERT OR REPLACE INTO operations SELECT * FROM operations",
		"UPDATE operation_axioms SET edit = 'added'",
		"DELETE FROM operation_axioms",
		"REPLACE INTO operation_axioms SELECT * FROM operation_axioms",
	} {
		// as a program that knows nothing of our settings
		raw := sql.OpenDB(connector{dataSource(s.path, busyTimeout)})
		_, err := raw.ExecContext(context.Background(), statement)
		if err == nil || !strings.Contains(err.Error(), "operations are never") {
			t.Errorf("%s: error %v", statement, err)
		}
		raw.Close()
	}
	if diff := cmp.Diff(before, history(t, s, Filter{})); diff != "" {
		t.Error(diff)
	}
}
