package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
)

// Check reads the whole database and reports damage: pages and indexes that
// SQLite finds inconsistent, references that lead nowhere, entries that the
// feed does not know or that it knows as deleted. It takes seconds for a
// large database.
func (s *Store) Check(ctx context.Context) error {
	for _, probe := range probes() {
		if err := s.probe(ctx, probe); err != nil {
			return fmt.Errorf("check database: %w", err)
		}
	}
	return nil
}

// probe is a query that returns a line for every fault.
type probe struct{ fault, query string }

func probes() []probe {
	probes := []probe{
		{"the file is damaged", `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`},
		{"a row refers to nothing", `SELECT "table" || ' row ' || rowid FROM pragma_foreign_key_check`},
		{"a document has no content", `SELECT id FROM documents WHERE number NOT IN (SELECT document FROM contents)`},
	}
	for _, kind := range append(quarry.EntryKinds(), quarry.EntryDocument) {
		probes = append(probes, feedProbe(kind))
	}
	return probes
}

// feedProbe finds items that live without a put in the feed, and the reverse.
func feedProbe(kind quarry.EntryKind) probe {
	const puts = "SELECT id FROM changes WHERE op = 'put' AND kind = '"
	live := "SELECT id FROM " + string(kind) + "s"
	fed := puts + string(kind) + "'"
	return probe{
		fault: "the feed and the " + string(kind) + " rows differ",
		query: "SELECT id FROM (" + live + " EXCEPT " + fed + ") UNION ALL SELECT id FROM (" + fed + " EXCEPT " + live + ")",
	}
}

// mostFaults is how many faults of one sort are named.
const mostFaults = 5

func (s *Store) probe(ctx context.Context, p probe) error {
	rows, err := s.reader.db.QueryContext(ctx, p.limited(), mostFaults)
	if err != nil {
		return explain(err)
	}
	faults, err := collect(rows, func(scan scanFunc) (string, error) {
		var fault sql.NullString
		err := scan(&fault)
		return fault.String, err
	})
	if err != nil {
		return explain(err)
	}
	if len(faults) > 0 {
		return quarry.Errorf(quarry.KindUnavailable, "%s: %s", p.fault, strings.Join(faults, "; ")).
			WithCode("database_damaged")
	}
	return nil
}

func (p probe) limited() string { return "SELECT * FROM (" + p.query + ") LIMIT ?" }
