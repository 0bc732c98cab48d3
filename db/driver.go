//go:build cgo

package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// Available is nil where the program has SQLite in it, and ErrNoCgo otherwise.
func Available() error { return nil }

// connector opens connections of one kind.
type connector struct{ dsn string }

var sqlite = &sqlite3.SQLiteDriver{ConnectHook: prepare}

// prepare makes the settings that a data source name cannot have: on macOS only F_FULLFSYNC writes
// data to the disk, and a schema by another program must not call functions.
func prepare(c *sqlite3.SQLiteConn) error {
	_, err := c.Exec(
		"PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1; PRAGMA trusted_schema = 0", nil)
	return err
}

func (c connector) Connect(context.Context) (driver.Conn, error) { return sqlite.Open(c.dsn) }
func (c connector) Driver() driver.Driver                        { return sqlite }

// conditionOf returns the sentinel of what SQLite complains about; nil where it is something else.
func conditionOf(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return nil
	}
	switch e.SystemErrno {
	case syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT:
		if e.Code == sqlite3.ErrFull || e.Code == sqlite3.ErrIoErr ||
			e.Code == sqlite3.ErrCantOpen {
			return ErrFull
		}
	case syscall.EROFS:
		return ErrReadOnly
	}
	switch e.Code {
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol:
		return ErrLocked
	case sqlite3.ErrNotADB, sqlite3.ErrCorrupt:
		return ErrDamaged
	case sqlite3.ErrReadonly, sqlite3.ErrPerm, sqlite3.ErrCantOpen:
		return ErrReadOnly
	case sqlite3.ErrFull:
		return ErrFull
	case sqlite3.ErrIoErr:
		if e.ExtendedCode == sqlite3.ErrIoErrShortRead {
			return ErrDamaged // the file ends in the middle of a page
		}
	}
	return nil
}
