package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

// Keyring keeps keys.
type Keyring interface {
	AddKey(ctx context.Context, key quarry.Key) error
	Key(ctx context.Context, id quarry.KeyID) (quarry.Key, error)
	Keys(ctx context.Context) ([]quarry.Key, error)
	RevokeKey(ctx context.Context, id quarry.KeyID, at time.Time) (quarry.Key, error)
	NoteKeyUse(ctx context.Context, used map[quarry.KeyID]time.Time) error
}

func keyTests() tests {
	return tests{
		"a key is found again as it was":                keyFound,
		"keys are listed by age":                        keysListed,
		"a key is revoked once":                         keyRevoked,
		"the last use of a key is noted":                keyUsed,
		"a key's id is not given twice":                 keyOnce,
		"there is no key that was not added":            keyMissing,
		"keys leave the change feed alone, and it them": keysApart,
	}
}

// keyMade is when the first of the tests' keys was made.
func keyMade() time.Time { return time.Date(2024, 6, 1, 12, 0, 0, 123_000, time.UTC) }

// newKey returns a key of its own for each number.
func newKey(t *testing.T, number byte) quarry.Key {
	t.Helper()
	key, _, err := quarry.NewKey("bot", quarry.ScopeWrite, [quarry.KeyEntropy]byte{number, 31: number}, keyMade().Add(-time.Duration(number)*time.Hour))
	return must(t, key, err)
}

func added(t *testing.T, store Keyring, key quarry.Key) quarry.Key {
	t.Helper()
	if err := store.AddKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	return key
}

func keyFound(t *testing.T, store Store) {
	t.Helper()
	plain, ending := newKey(t, 1), newKey(t, 2)
	ending.Scope, ending.Name, ending.Expires = quarry.ScopeRead, "Ünïcode 'bot'", keyMade().Add(time.Hour)
	for _, want := range []quarry.Key{added(t, store, plain), added(t, store, ending)} {
		got, err := store.Key(t.Context(), want.ID)
		equal(t, "key", must(t, got, err), want)
	}
}

func keysListed(t *testing.T, store Store) {
	t.Helper()
	none, err := store.Keys(t.Context())
	equal(t, "no keys", must(t, none, err), nil)
	younger, older := added(t, store, newKey(t, 1)), added(t, store, newKey(t, 2))
	all, err := store.Keys(t.Context())
	equal(t, "keys", must(t, all, err), []quarry.Key{older, younger})
}

func keyRevoked(t *testing.T, store Store) {
	t.Helper()
	key := added(t, store, newKey(t, 1))
	key.Revoked = keyMade().Add(time.Minute)
	for _, at := range []time.Time{key.Revoked, key.Revoked.Add(time.Hour)} {
		revoked, err := store.RevokeKey(t.Context(), key.ID, at)
		equal(t, "revoked key", must(t, revoked, err), key)
	}
	got, err := store.Key(t.Context(), key.ID)
	equal(t, "the key afterwards", must(t, got, err), key)
}

func keyUsed(t *testing.T, store Store) {
	t.Helper()
	key := added(t, store, newKey(t, 1))
	key.LastUsed = keyMade().Add(time.Hour)
	for _, at := range []time.Time{key.LastUsed, key.LastUsed.Add(-time.Minute)} {
		if err := store.NoteKeyUse(t.Context(), map[quarry.KeyID]time.Time{key.ID: at, "unknown": at}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := store.Key(t.Context(), key.ID)
	equal(t, "the key afterwards", must(t, got, err), key)
}

func keyOnce(t *testing.T, store Store) {
	t.Helper()
	key := added(t, store, newKey(t, 1))
	other := newKey(t, 2)
	other.ID = key.ID
	is(t, "add another key of the same id", store.AddKey(t.Context(), other), quarry.KindConflict)
	got, err := store.Key(t.Context(), key.ID)
	equal(t, "the first key", must(t, got, err), key)
}

func keyMissing(t *testing.T, store Store) {
	t.Helper()
	_, err := store.Key(t.Context(), "unknown")
	is(t, "find an unknown key", err, quarry.KindNotFound)
	_, err = store.RevokeKey(t.Context(), "unknown", keyMade())
	is(t, "revoke an unknown key", err, quarry.KindNotFound)
}

func keysApart(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	before := revisionOf(t, store)
	key := added(t, store, newKey(t, 1))
	if _, err := store.RevokeKey(t.Context(), key.ID, keyMade()); err != nil {
		t.Fatal(err)
	}
	equal(t, "revision", revisionOf(t, store), before)
	if _, err := store.DeleteDocument(t.Context(), Mixed("a.md").Document.ID); err != nil {
		t.Fatal(err)
	}
	all, err := store.Keys(t.Context())
	equal(t, "number of keys", len(must(t, all, err)), 1)
}
