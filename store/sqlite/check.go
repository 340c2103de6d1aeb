package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
	"github.com/quarrykb/quarry/store/sqlite/study"
)

// Check reads the whole database and reports damage, all that there is: pages
// and indexes that SQLite finds inconsistent, references that lead nowhere,
// questions and cards in slots that are others', others that lead than should, cards that are not
// what their last reviews left, answers that
// can be none, topics that are not their entry's, entries that the feed does not know
// or that it knows as deleted, specs that are said to claim something else than they
// do. It takes seconds for a large database. Each fault is a quarry.Error among those
// that the returned one joins.
func (s *Store) Check(ctx context.Context) error {
	var faults []error
	for _, probe := range probes() {
		if err := s.probe(ctx, probe); err != nil {
			faults = append(faults, fmt.Errorf("check database: %w", err))
		}
	}
	misstated, err := s.Misstated(ctx, mostFaults)
	if err == nil {
		err = damaged("a spec is said to claim something else than it does", misstated)
	}
	if err != nil {
		faults = append(faults, fmt.Errorf("check database: %w", err))
	}
	return errors.Join(faults...)
}

// probe is a query that returns a line for every fault.
type probe struct{ fault, query string }

func probes() []probe {
	probes := []probe{
		{"the file is damaged", `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`},
		{"a row refers to nothing", `SELECT "table" || ' row ' || rowid FROM pragma_foreign_key_check`},
		{"a question is in another one's slot", `SELECT q.id FROM questions q
			LEFT JOIN slots s ON s.slot = q.number WHERE s.question IS NOT q.id`},
		{"a question is drawn in another one's place", `SELECT q.id FROM questions q LEFT JOIN slots s ON s.slot = q.place
			WHERE s.question IS NOT CASE q.asks WHEN '' THEN q.id ELSE '=' || q.asks END`},
		{"another question leads than the first of those that ask the same", `SELECT e.id FROM questions e
			WHERE e.leads <> (e.asks = '' OR e.number = (SELECT q.number FROM questions q
				WHERE q.asks = e.asks AND q.asks <> '' ORDER BY ` + canonicalFirst + ` LIMIT 1))`},
		{"a conflict has other claims than it counts", `SELECT id FROM conflicts c
			WHERE claims <> (SELECT count(*) FROM conflict_claims m WHERE m.conflict = c.id)`},
		{"what answers a question can be no answer", `SELECT question FROM best_answers
			WHERE rank < 1 OR score NOT BETWEEN 0 AND 1 OR id = question OR kind NOT IN ('question', 'fact', 'passage')`},
		{"a spec has a number beyond all numbers", `SELECT id FROM specs
			WHERE 9e999 IN (abs(value_min), abs(value_max), value_step, abs(normalized_min), abs(normalized_max))`},
		{"a document has no content", `SELECT id FROM documents WHERE number NOT IN (SELECT document FROM contents)`},
	}
	faults := study.Probes()
	for _, fault := range sortedKeys(faults) {
		probes = append(probes, probe{fault, faults[fault]})
	}
	for _, kind := range quarry.EntryKinds() {
		probes = append(probes, topicProbe(kind))
	}
	for _, kind := range append(quarry.EntryKinds(), quarry.EntryDocument, quarry.EntryConflict) {
		probes = append(probes, feedProbe(kind))
	}
	return probes
}

// topicProbe finds entries whose topics do not stand in the table of topics as
// they stand in their own row, and the reverse.
func topicProbe(kind quarry.EntryKind) probe {
	name := string(kind)
	own := "SELECT e.number, t.value FROM " + name + "s e, json_each(e.topics) t"
	listed := "SELECT number, topic FROM " + name + "_topics"
	return probe{
		fault: "the topics of " + name + " rows differ from their list",
		query: "SELECT number FROM (" + own + " EXCEPT " + listed + ") UNION SELECT number FROM (" +
			listed + " EXCEPT " + own + ")",
	}
}

// feedProbe finds items that live without a put in the feed, and the reverse.
func feedProbe(kind quarry.EntryKind) probe {
	const puts = "SELECT id FROM changes WHERE op = 'put' AND kind = '"
	live := "SELECT id FROM " + string(kind) + "s"
	if kind == quarry.EntryQuestion {
		live += " AS e WHERE " + entries.IsLeader
	}
	fed := puts + string(kind) + "'"
	return probe{
		fault: "the feed and the " + string(kind) + " rows differ",
		query: "SELECT id FROM (" + live + " EXCEPT " + fed + ") UNION ALL SELECT id FROM (" + fed + " EXCEPT " + live + ")",
	}
}

// How many faults of one sort are looked for, and how many of them are named: a damaged
// page has many, and one cause.
const (
	mostFaults  = 100
	namedFaults = 3
)

func (s *Store) probe(ctx context.Context, p probe) error {
	faults, err := db.Collect(ctx, s.db.Reader, func(scan db.ScanFunc) (string, error) {
		var fault sql.NullString
		err := scan(&fault)
		return fault.String, err
	}, "SELECT * FROM ("+p.query+") LIMIT ?", mostFaults)
	if err != nil {
		return db.Explain(err)
	}
	return damaged(p.fault, faults)
}

// damaged says that there are faults of one sort, if there are.
func damaged[T ~string](sort string, faults []T) error {
	if len(faults) == 0 {
		return nil
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s: %s", sort, someFaults(faults)).WithCode("database_damaged")
}

// someFaults names the first faults, and says how many more there are. SQLite puts several
// into one row, a line each, under a heading.
func someFaults[T ~string](rows []T) string {
	var lines []string
	for _, row := range rows {
		for line := range strings.SplitSeq(string(row), "\n") {
			if line != "" && !strings.HasPrefix(line, "*** in database") {
				lines = append(lines, line)
			}
		}
	}
	named := strings.Join(lines[:min(len(lines), namedFaults)], "; ")
	if more := len(lines) - namedFaults; more > 0 {
		named += fmt.Sprintf("; and %d more", more)
	}
	return named
}

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
	return checkTexts(ctx, s.db.Reader, found, rest)
}

// checkTexts is CheckTexts for a database of any schema.
func checkTexts(ctx context.Context, h *sql.DB, found func(TextFault), rest func(context.Context) error) error {
	const query = `SELECT d.number, d.id, d.path, d.text_of, d.sha256, d.text_sha256, c.text, c.original
		FROM documents d JOIN contents c ON c.document = d.number WHERE d.number > ? ORDER BY d.number LIMIT 1`
	for last := int64(0); ; {
		var d quarry.Document
		var text, original []byte
		err := h.QueryRowContext(ctx, query, last).
			Scan(&last, &d.ID, &d.Path, &d.TextOf, &d.SHA256, &d.TextSHA256, &text, &original)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("check stored texts: %w", db.Explain(err))
		}
		for _, problem := range entries.WrongHashes(d, text, original) {
			found(TextFault{Document: d.ID, Path: d.Path, Problem: problem})
		}
		if err := rest(ctx); err != nil {
			return err
		}
	}
}

// CheckDigests reads a document and all that was extracted from it, of one moment, and
// works out the digest of each row anew. It returns what it read, which holds nothing
// where there is no such document any more, and the entries whose rows are not what was
// stored; the document itself is among them by its own id.
func (s *Store) CheckDigests(ctx context.Context, id quarry.DocumentID) (quarry.Knowledge, []quarry.EntryID, error) {
	var read quarry.Knowledge
	var wrong []quarry.EntryID
	err := s.db.View(ctx, func(v *db.Snapshot) error {
		f := quarry.Filter{Documents: []string{string(id)}} // and those that have the id as their path
		found, err := entries.ReadKnowledge(ctx, s.entryStore, v, f, quarry.PageRequest{Limit: entries.MostItems})
		if err != nil {
			return err
		}
		for _, k := range found.Items {
			if k.Document.ID == id {
				read = k
				wrong, err = wrongDigests(ctx, v, k)
			}
		}
		return err
	})
	return read, wrong, db.Wrap(err, "check the rows of %q", id)
}

// wrongDigests returns what has another digest than is stored.
func wrongDigests(ctx context.Context, v *db.Snapshot, k quarry.Knowledge) ([]quarry.EntryID, error) {
	was, err := readPast(ctx, v.Tx, k.Document.ID)
	if err != nil {
		return nil, err
	}
	is, err := prepare(k)
	if err != nil {
		return nil, err
	}
	var wrong []quarry.EntryID
	if is.document.Digest != was.digest {
		wrong = append(wrong, quarry.EntryID(k.Document.ID))
	}
	now := make(map[quarry.EntryRef]string, len(is.rows))
	for _, r := range is.rows {
		now[r.EntryRef] = r.Digest
	}
	for _, e := range was.entries {
		if e.digest != now[e.EntryRef] {
			wrong = append(wrong, e.ID)
		}
	}
	return wrong, nil
}
