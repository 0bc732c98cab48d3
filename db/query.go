package db

import (
	"context"
	"database/sql"
	"errors"
)

// query is a statement with its arguments.
type query struct {
	text string
	args []any
}

func (q *query) add(text string, args ...any) {
	q.text, q.args = q.text+text, append(q.args, args...)
}

// given adds a condition on a value, unless it is the zero value.
func given[T comparable](q *query, condition string, value T) {
	var zero T
	if value != zero {
		q.add(" AND "+condition, value)
	}
}

// page adds an order, and a limit; 0 is no limit.
func (q *query) page(order string, limit int) {
	if limit <= 0 {
		limit = -1
	}
	q.add(" ORDER BY "+order+" LIMIT ?", limit)
}

// scanner is a row of a result.
type scanner interface{ Scan(...any) error }

// read returns the result of a function on one state of the store.
func read[T any](ctx context.Context, s *Store, f func(*sql.Tx) (T, error)) (result T, err error) {
	err = s.view(ctx, func(tx *sql.Tx) error {
		result, err = f(tx)
		return err
	})
	return result, err
}

// value returns the column of the only row of a query.
func value[T any](ctx context.Context, s *Store, query string, args ...any) (T, error) {
	return read(ctx, s, func(tx *sql.Tx) (v T, err error) {
		return v, tx.QueryRowContext(ctx, query, args...).Scan(&v)
	})
}

// list returns all rows of a query in a transaction of its own.
func list[T any](ctx context.Context, s *Store, q query, scan func(scanner) (T, error)) ([]T,
	error) {
	return read(ctx, s, func(tx *sql.Tx) ([]T, error) { return rowsOf(ctx, tx, q, scan) })
}

// rowsOf returns all rows of a query.
func rowsOf[T any](ctx context.Context, tx *sql.Tx, q query, scan func(scanner) (T, error)) ([]T,
	error) {
	rows, err := tx.QueryContext(ctx, q.text, q.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// first returns the first row; ok is false if there is none.
func first[T any](rows []T, err error) (one T, ok bool, _ error) {
	if err != nil || len(rows) == 0 {
		return one, false, err
	}
	return rows[0], true, nil
}

// orNone scans a row. If the row does not exist, the values remain unchanged.
func orNone(row scanner, values ...any) error {
	if err := row.Scan(values...); !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return nil
}
