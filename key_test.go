package quarry_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

func testKey(t *testing.T, scope quarry.Scope, first byte) (quarry.Key, quarry.Secret) {
	t.Helper()
	key, secret, err := quarry.NewKey("chatbot", scope, [quarry.KeyEntropy]byte{first, 2, 3}, time.Unix(1_700_000_000, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	return key, secret
}

func TestAKeyIsKnownAgainByItsSecret(t *testing.T) {
	t.Parallel()
	key, secret := testKey(t, quarry.ScopeRead, 1)
	sent, ok := quarry.ParseSecret(secret.Reveal())
	if !ok || sent.ID() != key.ID || !key.Opens(sent) {
		t.Errorf("%s was read as %v, %t, and opens: %t", key.ID, sent, ok, key.Opens(sent))
	}
	if len(key.ID) != 12 || !strings.HasPrefix(secret.Reveal(), "qk_"+string(key.ID)+"_") {
		t.Errorf("id %q, secret of %d bytes", key.ID, len(secret.Reveal()))
	}
	_, other := testKey(t, quarry.ScopeRead, 9)
	if key.Opens(other) || key.Opens(quarry.Secret{}) {
		t.Error("a key opens to another secret")
	}
}

func TestASecretIsNotShownByAccident(t *testing.T) {
	t.Parallel()
	_, secret := testKey(t, quarry.ScopeWrite, 1)
	written, err := json.Marshal(map[string]any{"secret": secret})
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("used", slog.Any("secret", secret), slog.Any("in", struct{ S quarry.Secret }{secret}))
	hidden := strings.TrimPrefix(secret.Reveal(), "qk_"+string(secret.ID())+"_")
	for name, text := range map[string]string{
		"%v": fmt.Sprintf("%v", secret), "%+v": fmt.Sprintf("%+v", secret), "%#v": fmt.Sprintf("%#v", secret),
		"String": secret.String(), "%q": fmt.Sprintf("%q", secret), "%x": fmt.Sprintf("%x", secret),
		"a field of a field": fmt.Sprintf("%+v", struct{ s quarry.Secret }{secret}), "json": string(written), "log": log.String(),
	} {
		if strings.Contains(text, hidden) || strings.Contains(text, fmt.Sprintf("%x", hidden)) {
			t.Errorf("%s shows the secret: %s", name, text)
		}
	}
}

func TestWhatIsNotASecretIsNotReadAsOne(t *testing.T) {
	t.Parallel()
	_, secret := testKey(t, quarry.ScopeRead, 1)
	good := secret.Reveal()
	for name, text := range map[string]string{
		"nothing": "", "a word": "letmein", "the prefix": "qk_", "without its end": good[:len(good)-1],
		"with more": good + "a", "in capitals": strings.ToUpper(good), "another alphabet": good[:len(good)-1] + "!",
		"a line break": good[:len(good)-1] + "\n", "no id": strings.Replace(good, string(secret.ID()), "", 1),
		"long": strings.Repeat(good, 1000),
	} {
		if got, ok := quarry.ParseSecret(text); ok {
			t.Errorf("%s was read as %v", name, got)
		}
	}
}

func TestAScopeAllowsWhatThoseBelowItDo(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		has, needed quarry.Scope
		want        bool
	}{
		{quarry.ScopeWrite, quarry.ScopeWrite, true},
		{quarry.ScopeWrite, quarry.ScopeRead, true},
		{quarry.ScopeWrite, quarry.ScopeStudy, true},
		{quarry.ScopeStudy, quarry.ScopeStudy, true},
		{quarry.ScopeStudy, quarry.ScopeRead, true},
		{quarry.ScopeStudy, quarry.ScopeWrite, false},
		{quarry.ScopeRead, quarry.ScopeRead, true},
		{quarry.ScopeRead, quarry.ScopeStudy, false},
		{quarry.ScopeRead, quarry.ScopeWrite, false},
		{"", quarry.ScopeRead, false},
		{"", quarry.ScopeStudy, false},
		{"", "", false},
		{quarry.ScopeWrite, "", false},
		{quarry.ScopeWrite, "admin", false},
		{"admin", quarry.ScopeRead, false},
	} {
		if got := tc.has.Allows(tc.needed); got != tc.want {
			t.Errorf("%q allows %q: %t, want %t", tc.has, tc.needed, got, tc.want)
		}
	}
}

func TestAKeyEndsWhenItExpiresOrIsRevoked(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	for name, tc := range map[string]struct {
		expires, revoked time.Time
		want             quarry.KeyState
	}{
		"for ever":            {want: quarry.KeyValid},
		"until later":         {expires: now.Add(1), want: quarry.KeyValid},
		"until now":           {expires: now, want: quarry.KeyExpired},
		"until earlier":       {expires: now.Add(-time.Hour), want: quarry.KeyExpired},
		"revoked":             {revoked: now, want: quarry.KeyRevoked},
		"revoked and expired": {revoked: now, expires: now.Add(-time.Hour), want: quarry.KeyRevoked},
	} {
		key := quarry.Key{Expires: tc.expires, Revoked: tc.revoked}
		if got := key.State(now); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

func TestAKeyHasANameAndAScope(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		name  string
		scope quarry.Scope
	}{
		"no name":              {"", quarry.ScopeRead},
		"spaces":               {"  ", quarry.ScopeRead},
		"two lines":            {"a\nb", quarry.ScopeRead},
		"a carriage return":    {"a\rb", quarry.ScopeRead},
		"a terminal's command": {"a\x1b[2J", quarry.ScopeRead},
		"broken":               {"a\xff", quarry.ScopeRead},
		"long":                 {strings.Repeat("ä", 101), quarry.ScopeRead},
		"no scope":             {"bot", ""},
		"another scope":        {"bot", "admin"},
	} {
		_, _, err := quarry.NewKey(tc.name, tc.scope, [quarry.KeyEntropy]byte{}, time.Time{})
		if !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%s: %v, want it refused", name, err)
		}
	}
}
