//go:build cgo && !modernc

package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

var sqlite = &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
	_, err := c.Exec(settings, nil)
	return err
}}

func (c connector) Connect(context.Context) (driver.Conn, error) { return sqlite.Open(c.dsn) }
func (c connector) Driver() driver.Driver                        { return sqlite }

// resultOf returns the extended result code of SQLite and the error of the system call behind it.
func resultOf(err error) (code int, errno syscall.Errno) {
	var e sqlite3.Error
	if errors.As(err, &e) {
		return max(int(e.Code), int(e.ExtendedCode)), e.SystemErrno
	}
	return 0, 0
}
