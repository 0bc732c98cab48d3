package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Options are the options of Open.
type Options struct {
	// ReadOnly opens a store that must exist for reading; no byte of it changes. Default: false.
	ReadOnly bool
	// Wait is the time that a method waits for other processes before it returns ErrLocked.
	// Default: 5 s.
	Wait time.Duration
	// Now tells the time. Default: time.Now.
	Now func() time.Time

	migrations []migration // for tests; default: those in migrations/
}

func (o Options) withDefaults() Options {
	if o.Wait == 0 {
		o.Wait = 5 * time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.migrations == nil {
		o.migrations = migrations()
	}
	return o
}

// Store is an open store.
type Store struct {
	path    string
	wait    time.Duration
	now     func() time.Time
	version int64
	copying accessMode // of a connection that is good for a copy

	// write has one connection, so that writers within the process queue up for it and do not meet
	// in the file. It is nil in a store for reading.
	write *sql.DB
	read  *sql.DB
}

// Open opens the store in a file, and creates or migrates it if necessary. The directory must
// exist.
//
// It fails with ErrNewerStore, ErrNotStore, ErrDamaged, ErrReadOnly, ErrLocked or ErrFull, and with
// fs.ErrNotExist if the directory, or with ReadOnly the file, does not exist. It checks the tables
// of decisions, which cannot be made again.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	opts = opts.withDefaults()
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	var s *Store
	err = patiently(ctx, opts.Wait, func() error {
		s, err = open(ctx, path, opts)
		return err
	})
	if err != nil {
		return nil, explain(path, err)
	}
	return s, nil
}

// open makes one attempt.
func open(ctx context.Context, path string, opts Options) (*Store, error) {
	found, err := inspect(ctx, path)
	if err != nil {
		return nil, err
	}
	latest := opts.migrations[len(opts.migrations)-1].version
	switch {
	case found.version > latest:
		return nil, ErrNewerStore
	case opts.ReadOnly && found.empty:
		return nil, fmt.Errorf("%w: there is nothing in it", os.ErrNotExist)
	case opts.ReadOnly && found.version < latest:
		return nil, ErrOlderStore
	}
	s := &Store{path: path, wait: opts.Wait, now: opts.Now,
		version: latest, copying: inspecting}
	if opts.ReadOnly {
		mode := readOnly
		if found.still {
			mode, s.copying = immutable, inspecting+immutably
		}
		s.read = pool(dataSource(path, mode), readers)
	} else {
		if err := s.openForWriting(ctx, found, opts.migrations); err != nil {
			s.Close()
			return nil, err
		}
	}
	for _, table := range decisionTables(latest) {
		if err := checkTable(ctx, s.read, table); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// decisionTables returns the tables of decisions in a version of the schema.
func decisionTables(version int64) []string {
	if version < 7 {
		return []string{"decisions"} // tests open earlier versions
	}
	return []string{"operations", "operation_axioms"}
}

// readers is the maximum number of connections for reading.
const readers = 4

// openForWriting opens both pools and brings the schema up to date.
func (s *Store) openForWriting(ctx context.Context, found content, steps []migration) error {
	createPrivate(s.path)
	s.write = pool(dataSource(s.path, writing), 1)
	if found.version < s.version {
		if err := migrate(ctx, s.write, s.path, found, steps); err != nil {
			return err
		}
	}
	if err := s.writable(ctx); err != nil {
		return err
	}
	s.read = pool(dataSource(s.path, reading), readers)
	return nil
}

// createPrivate creates an empty database that only its user can read, if the file does not exist.
// SQLite gives its other files the same mode. It ignores errors, which SQLite reports when it opens
// the file.
func createPrivate(path string) {
	if file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		file.Close()
	}
}

// writable checks that the file may be written to, because SQLite opens a read-only file for
// reading and begins transactions without an error. It rolls back its test write.
func (s *Store) writable(ctx context.Context) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if conditionOf(err) == ErrLocked {
		return nil // another process is writing, so the file is writable
	}
	if err != nil {
		return err
	}
	defer tx.Rollback()
	_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", s.version))
	return err
}

// Close ends all use of the store.
func (s *Store) Close() error {
	var errs []error
	// the writer last: it leaves the file in one piece
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return explain(s.path, errors.Join(errs...))
}

// Path returns the absolute path of the file.
func (s *Store) Path() string { return s.path }

// update runs f once, in an immediate transaction. It waits for other writers before the
// transaction begins; none can interrupt it afterwards.
func (s *Store) update(ctx context.Context, f func(*sql.Tx) error) error {
	if s.write == nil {
		return explain(s.path, ErrReadOnly)
	}
	return explain(s.path, s.updateOnce(ctx, f))
}

func (s *Store) updateOnce(ctx context.Context, f func(*sql.Tx) error) error {
	var tx *sql.Tx
	err := patiently(ctx, s.wait, func() (err error) {
		tx, err = s.write.BeginTx(ctx, nil)
		return err
	})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	version, err := userVersion(ctx, tx)
	switch {
	case err != nil:
		return err
	case version > s.version:
		return ErrNewerStore // migrated while it was open here
	}
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// view runs f on one state of the store.
func (s *Store) view(ctx context.Context, f func(*sql.Tx) error) error {
	return explain(s.path, patiently(ctx, s.wait, func() error {
		tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return f(tx)
	}))
}

// patiently repeats f while another process holds the store, for a while. SQLite itself waits only
// for busyTimeout, because it ignores a canceled context while it waits.
func patiently(ctx context.Context, wait time.Duration, f func() error) error {
	for end := time.Now().Add(wait); ; {
		err := f()
		if err == nil || conditionOf(err) != ErrLocked || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

// explain adds the file and the remedy to an error, and a description of the result code of SQLite.
func explain(path string, err error) error {
	var already *storeError
	if err == nil || errors.As(err, &already) {
		return err
	}
	condition := conditionAt(path, err)
	for _, r := range remedies {
		switch {
		case errors.Is(err, r.condition):
		case condition == r.condition:
			err = fmt.Errorf("%w (%w)", condition, err)
		default:
			continue
		}
		return &storeError{err, fmt.Sprintf("%s: %v; %s", path,
			err, strings.ReplaceAll(r.remedy, "STORE", path))}
	}
	return err
}

// storeError is an error with the store and the remedy in its text.
type storeError struct {
	error
	text string
}

func (e *storeError) Error() string { return e.text }
func (e *storeError) Unwrap() error { return e.error }

// remedies has the remedy for each condition.
var remedies = []struct {
	condition error
	remedy    string
}{
	{ErrNewerStore, "update the program, or name another store; nothing was changed"},
	{ErrOlderStore, "open it once where it may be written to, and it will be migrated"},
	{ErrNotStore, "name another file; nothing was changed"},
	{ErrDamaged, "move it away and put a backup in its place (STORE.v*.bak are those made before migrations), " +
		"or save what can be read: sqlite3 STORE .recover | sqlite3 NEW"},
	{ErrReadOnly, "make the file and its folder writable, or name another store"},
	{ErrLocked, "wait until that process is done, or end it"},
	{ErrFull, "make room on its disk; what was acknowledged before is safe"},
}

// accessMode is the part of a data source name that sets the access.
type accessMode string

// The modes. Pragmas are in the name because a statement would reach one connection of a pool only.
const (
	busyTimeout = "_busy_timeout=100"
	checks      = "&_foreign_keys=1&_stmt_cache_size=32" // modernc's driver has no such cache

	writing accessMode = busyTimeout + checks +
		"&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate"
	reading    accessMode = busyTimeout + checks + "&_query_only=1"
	readOnly   accessMode = busyTimeout + checks + "&_query_only=1&mode=ro"
	immutable  accessMode = readOnly + immutably
	inspecting accessMode = busyTimeout + "&mode=ro"
	immutably             = "&immutable=1" // if not even a lock can be written
)

// dataSource names a file to SQLite, as a URI, so that every path can be named.
func dataSource(path string, mode accessMode) string {
	path = filepath.ToSlash(path)
	if runtime.GOOS == "windows" && !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", OmitHost: true, Path: path}).String() + "?" + string(mode)
}

// pool returns a pool of at most n connections, made on demand.
func pool(source string, size int) *sql.DB {
	db := sql.OpenDB(connector{source})
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db
}
