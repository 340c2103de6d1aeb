package entries

import (
	"cmp"
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Evidence returns what an entry and each of its variants says, and the texts
// that it has to stand in, all of one moment, or KindNotFound. Of what was corrected, or is
// hidden, it returns what the source says.
func (s *Store) Evidence(ctx context.Context, ref quarry.EntryRef) (quarry.Evidence, error) {
	evidence, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Evidence, error) {
		claims, err := readClaims(ctx, v, ref)
		if err != nil {
			return quarry.Evidence{}, err
		}
		texts, err := readTexts(ctx, v, claims)
		return quarry.Evidence{Claims: claims, Texts: texts, Revision: v.Revision}, err
	})
	return evidence, db.Wrap(err, "read the evidence of %q", ref.ID)
}

func readClaims(ctx context.Context, v *db.Snapshot, ref quarry.EntryRef) ([]quarry.Claim, error) {
	for _, k := range []reader{Questions(), Facts(), Specs(), Passages()} {
		if k.kind() != ref.Kind {
			continue
		}
		found, err := db.Collect(ctx, v, k.readEntry, k.selectNamed(), string(ref.ID))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			entry, ok, err := hidden[quarry.Claimant](ctx, v, string(ref.ID))
			if err != nil || !ok {
				return nil, cmp.Or(err, notFound(ref.Kind, ref.ID))
			}
			found = append(found, entry)
		}
		if q, ok := found[0].(quarry.Question); ok {
			return sourced(ctx, v, q.Occurrences())
		}
		return sourced(ctx, v, []quarry.Claim{quarry.ClaimOf(found[0])})
	}
	return nil, notFound(ref.Kind, ref.ID)
}

func notFound(kind quarry.EntryKind, id quarry.EntryID) error {
	return quarry.Errorf(quarry.KindNotFound, "there is no %s %q", kind, id)
}

// readTexts reads each document once, however many claims rest on it.
func readTexts(ctx context.Context, v *db.Snapshot, claims []quarry.Claim) (map[quarry.DocumentID]quarry.StoredText, error) {
	const query = `SELECT c.text, d.text_sha256 FROM documents d JOIN contents c ON c.document = d.number WHERE d.id = ?`
	texts := make(map[quarry.DocumentID]quarry.StoredText, 1)
	for _, claim := range claims {
		id := claim.Source.DocumentID
		if _, known := texts[id]; known {
			continue
		}
		var stored quarry.StoredText
		if err := v.QueryRowContext(ctx, query, string(id)).Scan(&stored.Text, &stored.SHA256); err != nil {
			return nil, fmt.Errorf("read the text of %q: %w", id, err)
		}
		texts[id] = stored
	}
	return texts, nil
}
