package sqlite

import (
	"context"
	"database/sql"
	"fmt"
)

// DeriveAgain lets everything that is derived begin at the first change again, as if
// another version had derived before. What was derived serves until it is derived
// anew. Nothing may be deriving meanwhile.
func (s *Store) DeriveAgain(ctx context.Context) error {
	err := s.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM derivations`)
		return err
	})
	if err != nil {
		return fmt.Errorf("derive again: %w", err)
	}
	s.judged.forget()
	return nil
}

// forget forgets what was judged.
func (j *judged) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.at, j.verdicts, j.cursor = nil, nil, nowhere
}
