package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// applicationID marks a file as a store (SQLite Database File Format, section 1.3.16); it reads
// "B2EL".
const applicationID = 0x4232454c

// content describes the content of a file.
type content struct {
	empty   bool  // no content, or only that of a process killed while it made the store
	version int64 // of the schema; 0 where it is empty or was never finished
	still   bool  // it can be read only as immutable
}

// inspect reads a file without changing it. It uses SQLite, not os.Open, because closing a file
// releases all locks on it that any connection of this process holds (fcntl).
func inspect(ctx context.Context, path string) (content, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return content{}, err
		}
		return content{empty: true}, nil
	case err != nil:
		return content{}, err
	case !info.Mode().IsRegular():
		return content{}, fmt.Errorf("%s: is no file", path)
	case info.Size() == 0 && size(path+"-wal") == 0:
		return content{empty: true}, nil
	}
	found, err := inspectIn(ctx, path, inspecting)
	if conditionOf(err) == ErrReadOnly && size(path+"-wal") == 0 {
		found, err = inspectIn(ctx, path, inspecting+immutably)
		found.still = true
	}
	return found, err
}

// size returns the size of a file; 0 if the file does not exist.
func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

func inspectIn(ctx context.Context, path string, mode accessMode) (content, error) {
	db := pool(dataSource(path, mode), 1)
	defer db.Close()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return content{}, err
	}
	defer tx.Rollback()
	var application, tables int64
	if err := tx.QueryRowContext(ctx, "PRAGMA application_id").Scan(&application); err != nil {
		return content{}, err
	}
	version, err := userVersion(ctx, tx)
	if err != nil {
		return content{}, err
	}
	if err := tx.QueryRowContext(ctx,
		"SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return content{}, err
	}
	switch {
	case application == applicationID:
		return content{version: version, empty: version == 0}, nil
	case application == 0 && version == 0 && tables == 0:
		return content{empty: true}, nil
	}
	return content{}, ErrNotStore
}

// userVersion returns the version of the schema.
func userVersion(ctx context.Context, db querier) (version int64, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}
