package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
)

// TextFault is a document whose stored bytes are not those that were read.
type TextFault struct {
	Document quarry.DocumentID
	Path     string
	Problem  string
}

// CheckTexts holds the stored text of every document, and its file's own bytes where they
// are stored too, against the hashes beside them, and calls found for each that is another
// one. A document is read by one statement of its own: the check sees whole documents
// beside a writer, holds one at a time in memory, and keeps nothing open between two. Rest
// is called between them; its error ends the check.
func (s *Store) CheckTexts(ctx context.Context, found func(TextFault), rest func(context.Context) error) error {
	return checkTexts(ctx, s.reader, found, rest)
}

// checkTexts is CheckTexts for a database of any schema.
func checkTexts(ctx context.Context, h *handle, found func(TextFault), rest func(context.Context) error) error {
	const query = `SELECT d.number, d.id, d.path, d.text_of, d.sha256, d.text_sha256, c.text, c.original
		FROM documents d JOIN contents c ON c.document = d.number WHERE d.number > ? ORDER BY d.number LIMIT 1`
	for last := int64(0); ; {
		var d quarry.Document
		var text, original []byte
		err := h.db.QueryRowContext(ctx, query, last).
			Scan(&last, &d.ID, &d.Path, &d.TextOf, &d.SHA256, &d.TextSHA256, &text, &original)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("check stored texts: %w", explain(err))
		}
		for _, problem := range wrongHashes(d, text, original) {
			found(TextFault{Document: d.ID, Path: d.Path, Problem: problem})
		}
		if err := rest(ctx); err != nil {
			return err
		}
	}
}

// wrongHashes says which bytes of a document are not those that were read. A text that is
// its whole file has one hash, and no other bytes.
func wrongHashes(d quarry.Document, text, original []byte) []string {
	var problems []string
	if hashOf(text) != d.TextSHA256 {
		problems = append(problems, "its stored text is not the one that was read: the hash is another")
	}
	if d.TextOf == quarry.TextOfFile {
		original = text
	}
	if d.SHA256 != d.TextSHA256 && hashOf(original) != d.SHA256 {
		problems = append(problems, "its file's own bytes are not those that were read: the hash is another")
	}
	return problems
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
