package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
)

// Check reads the whole database and reports damage, all that there is: pages
// and indexes that SQLite finds inconsistent, references that lead nowhere,
// questions in slots that are others', others that lead than should, answers that
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
	if err := s.checkClaims(ctx); err != nil {
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
		live += " AS e WHERE " + isLeader
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
	faults, err := collect(ctx, s.reader.db, func(scan scanFunc) (string, error) {
		var fault sql.NullString
		err := scan(&fault)
		return fault.String, err
	}, "SELECT * FROM ("+p.query+") LIMIT ?", mostFaults)
	if err != nil {
		return explain(err)
	}
	return damaged(p.fault, faults)
}

// damaged says that there are faults of one sort, if there are.
func damaged(sort string, faults []string) error {
	if len(faults) == 0 {
		return nil
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s: %s", sort, someFaults(faults)).WithCode("database_damaged")
}

// someFaults names the first faults, and says how many more there are. SQLite puts several
// into one row, a line each, under a heading.
func someFaults(rows []string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.Join(rows, "\n"), "\n") {
		if line != "" && !strings.HasPrefix(line, "*** in database") {
			lines = append(lines, line)
		}
	}
	named := strings.Join(lines[:min(len(lines), namedFaults)], "; ")
	if more := len(lines) - namedFaults; more > 0 {
		named += fmt.Sprintf("; and %d more", more)
	}
	return named
}

// checkClaims reads every spec that is said to claim something, and works out
// anew what it claims.
func (s *Store) checkClaims(ctx context.Context) error {
	const query = `SELECT ` + claimantColumns + ` WHERE e.number > ? AND e.claim <> '' ORDER BY e.number LIMIT ?`
	var faults []string
	for last, more := int64(0), true; more && len(faults) < mostFaults; {
		found, err := collectClaimants(ctx, s.reader.db, query, last, pageOfClaimants)
		if err != nil {
			return explain(err)
		}
		for _, c := range found {
			if last = c.number; claimOf(c.spec) != c.claim && len(faults) < mostFaults {
				faults = append(faults, string(c.spec.ID))
			}
		}
		more = len(found) == pageOfClaimants
	}
	return damaged("a spec is said to claim something else than it does", faults)
}
