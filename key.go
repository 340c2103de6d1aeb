package quarry

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Scope is what a key allows.
type Scope string

// The scopes. Who may write may study as well, and who may study may read.
const (
	ScopeRead  Scope = "read"
	ScopeStudy Scope = "study" // to keep what learners answered, and to change no document
	ScopeWrite Scope = "write"
)

// Scopes returns every scope, each of which allows what those before it do.
func Scopes() []Scope { return []Scope{ScopeRead, ScopeStudy, ScopeWrite} }

// Allows reports whether this scope is enough where another is needed. The
// empty scope is enough for nothing, and nothing is enough for it.
func (s Scope) Allows(needed Scope) bool {
	known := Scopes()
	least := slices.Index(known, needed)
	return least >= 0 && slices.Index(known, s) >= least
}

// Validate refuses a scope that there is not (KindInvalid).
func (s Scope) Validate() error {
	if slices.Contains(Scopes(), s) {
		return nil
	}
	refused := Errorf(KindInvalid, "there is no scope %q", s)
	for _, scope := range Scopes() {
		refused = refused.WithFixes(string(scope))
	}
	return refused
}

// KeyID names a key: 12 characters of lower-case base32. It is no secret, and
// is what logs and lists say of a key.
type KeyID string

// Key is a permission of a caller. Its secret was shown once, when
// it was made; what is kept is the hash by which it is known again.
type Key struct {
	ID       KeyID
	Name     string // what it is for, in its owner's words
	Scope    Scope
	Hash     [sha256.Size]byte // of the secret
	Created  time.Time
	Expires  time.Time // zero for never
	LastUsed time.Time // to about a minute; zero for never
	Revoked  time.Time // zero where it is not
}

// KeyState says whether a key opens anything.
type KeyState string

// The states of a key. One that was revoked stays so, expired or not.
const (
	KeyValid   KeyState = "valid"
	KeyExpired KeyState = "expired"
	KeyRevoked KeyState = "revoked"
)

// Sizes of a key. A key is made of 8 random bytes for its id and 32 for what
// cannot be guessed.
const (
	KeyEntropy     = keyIDBytes + secretBytes
	LongestKeyName = 100 // characters

	keyIDBytes   = 8
	secretBytes  = 32
	keyIDLength  = 12 // 60 of the 64 bits
	secretLength = 52
	secretPrefix = "qk_"
)

// Secret is what the owner of a key sends: "qk_", the key's id, "_" and 52
// characters of lower-case base32, which are 256 random bits. The first two
// parts let a row be found, and let programs that look for leaked secrets know
// one when they see it. However it is formatted, only its id is shown: Reveal
// alone gives it away.
type Secret struct {
	id   KeyID
	text *string // a pointer, for what prints the fields of a value without asking for its methods
}

// NewKey makes a key and its secret out of KeyEntropy random bytes. It fails
// where the name or the scope is not one (KindInvalid).
func NewKey(name string, scope Scope, random [KeyEntropy]byte, created time.Time) (Key, Secret, error) {
	if err := scope.Validate(); err != nil {
		return Key{}, Secret{}, err
	}
	if err := validateKeyName(name); err != nil {
		return Key{}, Secret{}, err
	}
	id := KeyID(base32Text(random[:keyIDBytes])[:keyIDLength])
	text := secretPrefix + string(id) + "_" + base32Text(random[keyIDBytes:])
	secret := Secret{id: id, text: &text}
	return Key{ID: id, Name: name, Scope: scope, Hash: secret.Hash(), Created: created}, secret, nil
}

func validateKeyName(name string) error {
	unfit := func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }
	if strings.TrimSpace(name) == "" || utf8.RuneCountInString(name) > LongestKeyName || strings.ContainsFunc(name, unfit) {
		return Errorf(KindInvalid, "a key's name has 1 to %d printable characters in one line", LongestKeyName)
	}
	return nil
}

func base32Text(raw []byte) string {
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw))
}

// ParseSecret reads what a caller sent, and reports whether it looks like a
// secret at all.
func ParseSecret(text string) (Secret, bool) {
	rest, prefixed := strings.CutPrefix(text, secretPrefix)
	id, random, parted := strings.Cut(rest, "_")
	if !prefixed || !parted || len(id) != keyIDLength || len(random) != secretLength ||
		strings.Trim(id+random, "abcdefghijklmnopqrstuvwxyz234567") != "" {
		return Secret{}, false
	}
	return Secret{id: KeyID(id), text: &text}, true
}

// ID returns the id of the key that the secret claims to be of.
func (s Secret) ID() KeyID { return s.id }

// Reveal returns the secret itself, "" for the zero value.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// String returns the secret's id and hides the rest.
func (s Secret) String() string { return secretPrefix + string(s.id) + "_…" }

// GoString is String, for what prints values with their types.
func (s Secret) GoString() string { return s.String() }

// MarshalText is String, for logs and for what else writes values down.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Hash returns what is kept of a secret: its SHA-256. Slow hashes such as
// bcrypt protect words that people think of, of which there are few enough to
// try them all; of 256 random bits there are not, however fast one tries, and a
// slow hash would only make every request slow.
func (s Secret) Hash() [sha256.Size]byte { return sha256.Sum256([]byte(s.Reveal())) }

// Opens reports whether a secret is this key's. It takes the same time wherever
// the two differ.
func (k Key) Opens(s Secret) bool {
	hash := s.Hash()
	return subtle.ConstantTimeCompare(k.Hash[:], hash[:]) == 1
}

// State says whether the key opens anything at a moment. It is expired from the
// moment on at which it expires.
func (k Key) State(now time.Time) KeyState {
	switch {
	case !k.Revoked.IsZero():
		return KeyRevoked
	case !k.Expires.IsZero() && !now.Before(k.Expires):
		return KeyExpired
	}
	return KeyValid
}
