package sqlite

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// CheckDigests reads a document and all that was extracted from it, of one moment, and
// works out the digest of each row anew. It returns what it read, which holds nothing
// where there is no such document any more, and the entries whose rows are not what was
// stored; the document itself is among them by its own id.
func (s *Store) CheckDigests(ctx context.Context, id quarry.DocumentID) (quarry.Knowledge, []quarry.EntryID, error) {
	var read quarry.Knowledge
	var wrong []quarry.EntryID
	err := s.view(ctx, func(v *snapshot) error {
		f := quarry.Filter{Documents: []string{string(id)}}
		found, err := readKnowledge(ctx, s, v, f, quarry.PageRequest{Limit: pageOfClaimants})
		if err != nil {
			return err
		}
		for _, k := range found.Items {
			if k.Document.ID == id {
				read = k
			}
		}
		if read.Document.ID == "" {
			return nil
		}
		wrong, err = wrongDigests(ctx, v, read)
		return err
	})
	if err != nil {
		return quarry.Knowledge{}, nil, fmt.Errorf("check the rows of %q: %w", id, err)
	}
	return read, wrong, nil
}

// wrongDigests returns what has another digest than is stored.
func wrongDigests(ctx context.Context, v *snapshot, k quarry.Knowledge) ([]quarry.EntryID, error) {
	was, err := readPast(ctx, v.Tx, k.Document.ID)
	if err != nil {
		return nil, err
	}
	document, err := rowOfDocument(k.Document)
	if err != nil {
		return nil, err
	}
	var wrong []quarry.EntryID
	if document.digest != was.digest {
		wrong = append(wrong, quarry.EntryID(k.Document.ID))
	}
	rows, err := rowsOf(k)
	if err != nil {
		return nil, err
	}
	now := make(map[quarry.EntryRef]string, len(rows))
	for _, r := range rows {
		now[r.EntryRef] = r.digest
	}
	for _, e := range was.entries {
		if e.digest != now[e.EntryRef] {
			wrong = append(wrong, e.ID)
		}
	}
	return wrong, nil
}
