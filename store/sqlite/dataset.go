package sqlite

import (
	"context"
	"fmt"
)

// DataID names the data set: a random name that a database gets when it is
// made, and keeps.
func (s *Store) DataID(ctx context.Context) (string, error) {
	var id string
	err := s.view(ctx, func(v *snapshot) error {
		return v.QueryRowContext(ctx, `SELECT id FROM data_set`).Scan(&id)
	})
	if err != nil {
		return "", fmt.Errorf("read the data set's name: %w", err)
	}
	return id, nil
}
