//go:build !cgo

package db

import (
	"context"
	"database/sql/driver"
)

// Available is nil where the program has SQLite in it, and ErrNoCgo otherwise.
func Available() error { return ErrNoCgo }

// connector opens nothing: SQLite is written in C.
type connector struct{ dsn string }

func (c connector) Connect(context.Context) (driver.Conn, error) { return nil, ErrNoCgo }
func (c connector) Driver() driver.Driver                        { return nil }

func conditionOf(error) error { return nil }
