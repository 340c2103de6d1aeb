package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
)

// ChangesAfter returns the next changes after a sequence, in order, and no more
// than most of them. Nothing at or below the last sequence returned ever appears
// later.
func (s *Store) ChangesAfter(ctx context.Context, after quarry.Sequence, most int) ([]quarry.Change, error) {
	if most < 1 {
		return nil, quarry.Errorf(quarry.KindInvalid, "at least one change has to be asked for, not %d", most)
	}
	changes, err := collect(ctx, s.reader.db, readChange, selectChanges, int64(after), min(most, mostItems))
	if err != nil {
		return nil, fmt.Errorf("read changes after %d: %w", after, explain(err))
	}
	return changes, nil
}

const selectChanges = `SELECT sequence, kind, id, op, at FROM changes WHERE sequence > ? ORDER BY sequence LIMIT ?`

func readChange(scan scanFunc) (quarry.Change, error) {
	var c quarry.Change
	var at int64
	err := scan(&c.Sequence, &c.Kind, &c.ID, &c.Op, &at)
	c.At = time.UnixMicro(at).UTC()
	return c, err
}

// news is what one transaction has to tell the feed: op, kind and id.
type news [][3]string

func (n *news) add(op quarry.Op, ref quarry.EntryRef) {
	*n = append(*n, [3]string{string(op), string(ref.Kind), string(ref.ID)})
}

// feed returns what a plan has to tell.
func (p plan) feed() news {
	n := make(news, 0, 1+len(p.removed)+len(p.changed)+len(p.added))
	if p.documentChanged() {
		n.add(quarry.OpPut, quarry.EntryRef{Kind: quarry.EntryDocument, ID: quarry.EntryID(p.was.id)})
	}
	p.tell(&n)
	return n
}

// tell says what becomes of the entries. Of questions that ask the same only
// the one that leads is known to the feed; whatever becomes of the others is
// news of it.
func (p plan) tell(n *news) {
	for _, ref := range p.gone() {
		n.add(quarry.OpDelete, ref)
	}
	for _, r := range slices.Concat(p.changed, p.added) {
		if r.leads {
			n.add(quarry.OpPut, r.EntryRef)
		}
	}
	for _, key := range sortedKeys(p.asking) {
		if a := p.asking[key]; a.stays.ID != "" && a.leader.ID == a.stays.ID {
			n.add(quarry.OpPut, a.stays.EntryRef)
		}
	}
}

// gone names the entries that the feed knew so far.
func (p plan) gone() []quarry.EntryRef {
	var gone []quarry.EntryRef
	for _, entry := range p.removed {
		if entry.leads {
			gone = append(gone, entry.EntryRef)
		}
	}
	for i, r := range p.changed {
		if p.stale[i].leads && !r.leads {
			gone = append(gone, r.EntryRef)
		}
	}
	for _, key := range sortedKeys(p.asking) {
		if a := p.asking[key]; a.demoted() {
			gone = append(gone, a.stays.EntryRef)
		}
	}
	return gone
}

// record appends to the feed. An entry's earlier row makes way for the new
// one, which always has the highest sequence.
func (s *Store) record(ctx context.Context, tx *sql.Tx, n news) error {
	const insert = `INSERT OR REPLACE INTO changes (sequence, op, kind, id, at)
		SELECT (` + selectRevision + `) + 1 + key, value ->> 0, value ->> 1, value ->> 2, ? FROM json_each(?)`
	list, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("write changes: %w", err)
	}
	if _, err := tx.ExecContext(ctx, insert, microseconds(s.now()), string(list)); err != nil {
		return fmt.Errorf("write changes: %w", err)
	}
	return nil
}
