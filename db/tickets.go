package db

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"time"
)

// NewTicket returns a token that is valid for one use within a time. The store keeps only its
// SHA-256.
func (s *Store) NewTicket(ctx context.Context, good time.Duration) (token string, err error) {
	token = rand.Text()
	hash := sha256.Sum256([]byte(token))
	return token, s.update(ctx, func(tx *sql.Tx) error {
		now := s.now()
		if _, err := tx.ExecContext(ctx, "DELETE FROM tickets WHERE expires <= ?",
			now.UnixMicro()); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO tickets (token_hash, expires) VALUES (?, ?)",
			hash[:], now.Add(good).UnixMicro())
		return err
	})
}

// RedeemTicket invalidates a token, and reports whether it was valid.
func (s *Store) RedeemTicket(ctx context.Context, token string) (good bool, err error) {
	hash := sha256.Sum256([]byte(token))
	err = s.update(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx,
			"DELETE FROM tickets WHERE token_hash = ? AND expires > ?", hash[:], s.now().UnixMicro())
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		good = n == 1
		return err
	})
	return good && err == nil, err
}
