//go:build !cgo || modernc

package db

import (
	"context"
	"database/sql/driver"
	"errors"
	"syscall"

	"modernc.org/sqlite"
)

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	opener, err := sqlite.NewConnector(c.dsn)
	if err != nil {
		return nil, err
	}
	conn, err := opener.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.(driver.ExecerContext).ExecContext(ctx, settings, nil); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

func (c connector) Driver() driver.Driver { return &sqlite.Driver{} }

// resultOf returns the extended result code of SQLite. The driver does not return the error of the
// system call.
func resultOf(err error) (code int, errno syscall.Errno) {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code(), 0
	}
	return 0, 0
}
