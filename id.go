package quarry

import (
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// IDScheme names the way in which ids are made. It is part of every id and of
// every document's fingerprint: another scheme gives other ids.
const IDScheme = "quarry-id/1"

// The typed ids. Each is a letter for the kind, an underscore and 20
// characters of lower-case base32 (100 bits of a SHA-256).
type (
	// DocumentID names a document ("d_…").
	DocumentID string
	// QuestionID names a question ("q_…").
	QuestionID string
	// FactID names a fact ("f_…").
	FactID string
	// SpecID names a spec ("s_…").
	SpecID string
	// PassageID names a passage ("p_…").
	PassageID string
	// ConflictID names a conflict ("c_…").
	ConflictID string
	// EntryID names an entry of any kind.
	EntryID string
)

const idLength = 20

// Identity is what an id is made of. Two entries with the same identity are
// the same entry, whichever run of ingest met them.
type Identity struct {
	Kind       EntryKind
	Collection string
	Path       string
	// Key is the entry's own text: the question; subject and statement; device,
	// attribute, conditions and value as written; heading path and text.
	Key []string
	// Ordinal counts entries of the same key within one document, from 0.
	Ordinal int
}

// NewID returns the id of what the identity describes. Every part is
// length-prefixed before it is hashed, so that no two identities run together,
// and every key text passes keyText first.
func NewID(i Identity) EntryID {
	parts := []string{IDScheme, string(i.Kind), i.Collection, norm.NFC.String(i.Path)}
	for _, key := range i.Key {
		parts = append(parts, keyText(key))
	}
	parts = append(parts, strconv.Itoa(i.Ordinal))
	hash := sha256.New()
	for _, part := range parts {
		hash.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	encoded := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(hash.Sum(nil))
	return EntryID(i.Kind.letter() + "_" + strings.ToLower(encoded[:idLength]))
}

// keyText brings a text into the form that ids are made of: NFC, emphasis and
// code marks dropped, white space collapsed. It depends on x/text for NFC
// because two callers who each normalise in their own way would give one
// question two ids.
func keyText(text string) string {
	bare := strings.Map(func(r rune) rune {
		if r == '*' || r == '`' {
			return -1
		}
		return r
	}, norm.NFC.String(text))
	return strings.Join(strings.Fields(bare), " ")
}
