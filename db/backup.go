package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"box2el-owl/internal/outfile"
)

// Backup writes a copy of the store, compact and in one piece, to a file: the state of one moment.
// Other programs may use the store meanwhile. An existing file is replaced when the copy is
// complete and on the disk. Backup refuses to replace the store.
func (s *Store) Backup(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if sameFile(path, s.path) {
		return fmt.Errorf("%w backup: %s is the store itself", ErrInvalid, path)
	}
	source := pool(dataSource(s.path, s.copying),
		1) // so that no other reader waits
	defer source.Close()
	return explain(path, patiently(ctx, s.wait,
		func() error { return copyInto(ctx, source, path) }))
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// copyInto writes a copy of a database to a temporary file in the same directory, and renames it.
func copyInto(ctx context.Context, db *sql.DB, path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is no file", path)
	}
	part := fmt.Sprintf("%s.%08x.part", path, rand.Uint32())
	createPrivate(part) // VACUUM writes into an empty file, too
	err := func() error {
		if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
			return err
		}
		if err := syncFile(part); err != nil {
			return err
		}
		if err := outfile.Rename(part, path); err != nil {
			return err
		}
		return outfile.SyncDir(filepath.Dir(path))
	}()
	if err != nil {
		os.Remove(part)
	}
	return err
}

// syncFile syncs a file to disk.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Check checks the whole store (PRAGMA integrity_check and foreign_key_check). The error is
// ErrDamaged with the first findings.
func (s *Store) Check(ctx context.Context) error {
	return s.view(ctx, func(tx *sql.Tx) error {
		if err := findings(ctx, tx, "PRAGMA integrity_check(10)"); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, "PRAGMA foreign_key_check")
		if err != nil {
			return err
		}
		defer rows.Close()
		if rows.Next() {
			return fmt.Errorf("%w: rows refer to others that are not there", ErrDamaged)
		}
		return rows.Err()
	})
}

// checkTable is a faster Check of one table, or of all for "", which ignores the order of indexes.
func checkTable(ctx context.Context, db *sql.DB, table string) error {
	if table == "" {
		return findings(ctx, db, "PRAGMA quick_check(10)")
	}
	return findings(ctx, db, "PRAGMA quick_check('"+table+"')")
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// findings runs a check, whose rows are "ok" or one fault each.
func findings(ctx context.Context, db querier, check string) error {
	rows, err := db.QueryContext(ctx, check)
	if err != nil {
		return err
	}
	defer rows.Close()
	var faults []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return err
		}
		if line != "ok" {
			faults = append(faults, line)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("%w: %s", ErrDamaged, strings.Join(faults, "; "))
	}
	return nil
}
