package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// apply writes a plan: the document, then its entries, then the feed. Changed
// entries are deleted and inserted under their old number.
func (s *Store) apply(ctx context.Context, tx *sql.Tx, p plan) error {
	if p.empty() {
		return nil
	}
	cards, err := p.readDeck(ctx, tx, s.db.Now())
	if err != nil {
		return err
	}
	number, err := writeDocument(ctx, tx, p)
	if err != nil {
		return err
	}
	if err := deleteRows(ctx, tx, append(p.stale, p.removed...)); err != nil {
		return err
	}
	if err := p.depose(ctx, tx); err != nil {
		return err
	}
	rows, err := withSlots(ctx, tx, slices.Concat(p.changed, p.added))
	if err != nil {
		return err
	}
	if err := insertRows(ctx, tx, number, rows); err != nil {
		return err
	}
	if err := p.enthrone(ctx, tx); err != nil {
		return err
	}
	if err := cards.follow(ctx, tx); err != nil {
		return err
	}
	if err := p.writeCorrections(ctx, tx); err != nil {
		return err
	}
	if err := s.db.Record(ctx, tx, p.feed()); err != nil || p.corrections == nil {
		return err
	}
	return s.preferLast(ctx, tx, *p.corrections)
}

// remove deletes a document with all that it has.
func (s *Store) remove(ctx context.Context, tx *sql.Tx, p plan) error {
	cards, err := p.readDeck(ctx, tx, s.db.Now())
	if err != nil {
		return err
	}
	if err := deleteRows(ctx, tx, p.removed); err != nil {
		return err
	}
	if err := p.enthrone(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM documents WHERE number = ?`, p.was.number); err != nil {
		return fmt.Errorf("delete document row: %w", err)
	}
	if err := cards.follow(ctx, tx); err != nil {
		return err
	}
	const lapse = `UPDATE corrections SET lapsed = 1, original = '' WHERE document = ?`
	if _, err := tx.ExecContext(ctx, lapse, p.was.id); err != nil {
		return fmt.Errorf("let corrections lapse: %w", err)
	}
	news := db.News{}
	news.Add(quarry.OpDelete, quarry.EntryRef{Kind: quarry.EntryDocument, ID: quarry.EntryID(p.was.id)})
	p.tell(&news)
	return s.db.Record(ctx, tx, news)
}

// writeDocument writes the document's row and its content as far as they
// changed, and returns its number.
func writeDocument(ctx context.Context, tx *sql.Tx, p plan) (int64, error) {
	number := p.was.number
	if p.documentChanged() {
		document := p.next.document
		args := append([]any{[]byte(document.Digest), document.IngestedAt.UnixMicro()}, document.Values...)
		columns := "digest, ingested_at, " + entries.DocumentColumns
		upsert := "INSERT INTO documents (" + columns + ") VALUES (" + db.Marks(columns) + ") ON CONFLICT (id) DO UPDATE SET (" +
			columns + ") = (excluded." + strings.ReplaceAll(columns, ", ", ", excluded.") + ") RETURNING number"
		if err := tx.QueryRowContext(ctx, upsert, args...).Scan(&number); err != nil {
			return 0, fmt.Errorf("write document row: %w", err)
		}
	}
	if !p.textChanged() {
		return number, nil
	}
	text := p.next.content.Text
	if text == nil {
		text = []byte{} // an empty document has a text; the driver stores nil as NULL
	}
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO contents (document, text, original) VALUES (?, ?, ?)`,
		number, text, p.next.content.Original)
	return number, db.Wrap(err, "write content")
}

// deleteRows deletes entries, one statement a kind. Their topics go with them.
func deleteRows(ctx context.Context, tx *sql.Tx, past []pastEntry) error {
	numbers := make(map[quarry.EntryKind][]int64)
	for _, entry := range past {
		numbers[entry.Kind] = append(numbers[entry.Kind], entry.number)
	}
	for kind, gone := range numbers {
		remove := "DELETE FROM " + string(kind) + "s WHERE number IN (SELECT value FROM json_each(?))" //nolint:gosec // one of the kinds
		if _, err := tx.ExecContext(ctx, remove, db.JSONList(gone)); err != nil {
			return fmt.Errorf("delete %s rows: %w", kind, err)
		}
	}
	return nil
}

// insertRows writes entries, and their topics once more. Those without a number get one.
func insertRows(ctx context.Context, tx *sql.Tx, document int64, rows []entries.Row) error {
	for _, kind := range quarry.EntryKinds() {
		table := string(kind) + "s"
		columns := "number, document, digest, path, " + entries.ColumnsOf(kind)
		insert := "INSERT INTO " + table + " (" + columns + ") VALUES (" + db.Marks(columns) + ")"
		var written []int64
		for _, r := range rows {
			if r.Kind != kind {
				continue
			}
			number, err := insertRow(ctx, tx, insert, document, r)
			if err != nil {
				return fmt.Errorf("write %s %q: %w", kind, r.ID, err)
			}
			written = append(written, number)
		}
		if len(written) == 0 {
			continue
		}
		topics := "INSERT OR IGNORE INTO " + string(kind) + "_topics (number, topic) SELECT e.number, t.value FROM " + table + //nolint:gosec // likewise
			" e, json_each(e.topics) t WHERE e.number IN (SELECT value FROM json_each(?))"
		if _, err := tx.ExecContext(ctx, topics, db.JSONList(written)); err != nil {
			return fmt.Errorf("write the topics of %ss: %w", kind, err)
		}
	}
	return nil
}

// insertRow writes an entry and returns its number.
func insertRow(ctx context.Context, tx *sql.Tx, insert string, document int64, r entries.Row) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	var number any // NULL takes the next one
	if r.Number != 0 {
		number = r.Number
	}
	args := append([]any{number, document, []byte(r.Digest), r.Path}, r.Values...)
	if r.Kind == quarry.EntryQuestion {
		args = append(args, r.Leads, r.Place)
	}
	// For a context that can end, the driver begins a goroutine for every row.
	written, err := tx.ExecContext(context.WithoutCancel(ctx), insert, args...)
	if err != nil {
		return 0, cmp.Or(ctx.Err(), err) // a transaction whose context has ended says less
	}
	return written.LastInsertId()
}

// withSlots numbers questions by their slots: a question that was never seen
// gets the next one, one that comes back its old one. What questions ask has a
// slot, too, which all that ask it share as their place in random draws: there
// it stays, whichever of them leads.
func withSlots(ctx context.Context, tx *sql.Tx, rows []entries.Row) ([]entries.Row, error) {
	var names []string
	for _, r := range rows {
		if r.Kind == quarry.EntryQuestion {
			names = append(names, string(r.ID), placedAs(r))
		}
	}
	if len(names) == 0 {
		return rows, nil
	}
	const take = `INSERT INTO slots (question) SELECT value FROM json_each(?) WHERE true
		ON CONFLICT (question) DO UPDATE SET question = excluded.question RETURNING question, slot`
	slots, err := db.Pairs[string, int64](ctx, tx, take, db.JSONList(names))
	if err != nil {
		return nil, fmt.Errorf("give out slots: %w", err)
	}
	rows = slices.Clone(rows)
	for i, r := range rows {
		if r.Kind == quarry.EntryQuestion {
			rows[i].Number, rows[i].Place = slots[string(r.ID)], slots[placedAs(r)]
		}
	}
	return rows, nil
}

// placedAs names the slot that is a question's place: its own, or that of what
// it asks, which no id looks like.
func placedAs(r entries.Row) string {
	if r.Claim == "" {
		return string(r.ID)
	}
	return "=" + r.Claim
}

// feed returns what a plan has to tell.
func (p plan) feed() db.News {
	n := make(db.News, 0, 1+len(p.removed)+len(p.changed)+len(p.added))
	if p.documentChanged() {
		n.Add(quarry.OpPut, quarry.EntryRef{Kind: quarry.EntryDocument, ID: quarry.EntryID(p.was.id)})
	}
	p.tell(&n)
	return n
}

// tell says what becomes of the entries. Of questions that ask the same only
// the one that leads is known to the feed; whatever becomes of the others is
// news of it.
func (p plan) tell(n *db.News) {
	for _, ref := range p.gone() {
		n.Add(quarry.OpDelete, ref)
	}
	for _, r := range slices.Concat(p.changed, p.added) {
		if r.Leads {
			n.Add(quarry.OpPut, r.EntryRef)
		}
	}
	for _, key := range sortedKeys(p.asking) {
		if a := p.asking[key]; a.stays.ID != "" && a.leader.ID == a.stays.ID {
			n.Add(quarry.OpPut, a.stays.EntryRef)
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
		if p.stale[i].leads && !r.Leads {
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
