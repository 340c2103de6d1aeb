package main

import (
	"context"
	"errors"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// validAgain names the keys that are revoked in one database and open something in another
// one; none where the first cannot be read any more.
func validAgain(ctx context.Context, before, after string, now time.Time) []string {
	revoked := map[quarry.KeyID]bool{}
	for _, key := range keysOf(ctx, before) {
		revoked[key.ID] = key.State(now) == quarry.KeyRevoked
	}
	var again []string
	for _, key := range keysOf(ctx, after) {
		if revoked[key.ID] && key.State(now) == quarry.KeyValid {
			again = append(again, string(key.ID))
		}
	}
	return again
}

// keysOf does not open an empty file, beside which a log may stand that SQLite removes.
func keysOf(ctx context.Context, database string) []quarry.Key {
	if isEmpty(database) {
		return nil
	}
	store, err := sqlite.OpenReadOnly(ctx, database, sqlite.Options{})
	if err != nil {
		return nil
	}
	keys, err := store.Keys(ctx)
	if errors.Join(err, store.Close()) != nil {
		return nil
	}
	return keys
}
