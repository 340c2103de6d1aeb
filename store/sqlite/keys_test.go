package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

func aKey(t *testing.T) (quarry.Key, quarry.Secret) {
	t.Helper()
	key, secret, err := quarry.NewKey("bot", quarry.ScopeWrite, [quarry.KeyEntropy]byte{7}, options().Now())
	if err != nil {
		t.Fatal(err)
	}
	return key, secret
}

func beside(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.OpenBeside(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func TestAKeyOfAnotherProcessIsKnownAtOnceAndSoIsItsEnd(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	server, command := open(t, path), beside(t, path)
	key, secret := aKey(t)
	if err := command.AddKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	known, err := server.Key(t.Context(), secret.ID())
	if err != nil || !known.Opens(secret) || known.State(options().Now()) != quarry.KeyValid {
		t.Errorf("the server knows %+v (%v), want the key that was made", known, err)
	}
	if _, err := command.RevokeKey(t.Context(), key.ID, options().Now()); err != nil {
		t.Fatal(err)
	}
	known, err = server.Key(t.Context(), key.ID)
	if err != nil || known.State(options().Now()) != quarry.KeyRevoked {
		t.Errorf("the server knows %+v (%v), want it revoked", known, err)
	}
}

// A session that began beside a server would end the server's, and its indexes
// would be built anew at the next start.
func TestAKeyMadeBesideAServerDoesNotCutOffItsFeed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	server := open(t, path)
	session, err := server.Session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	key, _ := aKey(t)
	if err := beside(t, path).AddKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	if _, err := server.SaveDocument(t.Context(), storetest.Mixed("later.md")); err != nil {
		t.Fatal(err)
	}
	revision, err := server.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if goesOn, err := server.Continues(t.Context(), session, revision); err != nil || !goesOn {
		t.Errorf("the session goes on up to %d: %t (%v)", revision, goesOn, err)
	}
	if got, err := server.Session(t.Context()); err != nil || got != session {
		t.Errorf("session %q (%v), want %q still", got, err, session)
	}
}

// Both wait for the other's transaction and neither fails.
func TestKeysAndDocumentsAreWrittenSideBySide(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	server, command := open(t, path), beside(t, path)
	key, _ := aKey(t)
	if err := command.AddKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		for range 50 {
			if err := command.NoteKeyUse(t.Context(), map[quarry.KeyID]time.Time{key.ID: options().Now()}); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for i := range 20 {
		if _, err := server.SaveDocument(t.Context(), storetest.Mixed(string(rune('a'+i))+".md")); err != nil {
			t.Error(err)
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := server.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestNothingIsMadeOrMigratedBesideAServer(t *testing.T) {
	t.Parallel()
	_, err := sqlite.OpenBeside(t.Context(), filepath.Join(t.TempDir(), "none.db"), options())
	if !quarry.IsKind(err, quarry.KindNotFound) {
		t.Errorf("no database: %v, want it not found", err)
	}
	_, err = sqlite.OpenBeside(t.Context(), ofSchema1(t, storetest.Mixed("old.md")), options())
	if !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("an older database: %v, want it unavailable", err)
	}
}
