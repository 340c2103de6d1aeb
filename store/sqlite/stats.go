package sqlite

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// Stats counts what the store holds, at one moment.
func (s *Store) Stats(ctx context.Context) (quarry.Stats, error) {
	stats, _, err := counted(ctx, s, "stats", countAll)
	if err != nil {
		return stats, fmt.Errorf("count what is stored: %w", err)
	}
	return stats, nil
}

func countAll(ctx context.Context, v *snapshot) (quarry.Stats, error) {
	const entries = `SELECT (SELECT count(*) FROM questions e WHERE ` + isLeader + `), (SELECT count(*) FROM facts),
		(SELECT count(*) FROM specs), (SELECT count(*) FROM passages),
		(SELECT count(*) FROM questions e WHERE answered AND ` + isLeader + `), (SELECT coalesce(sum(length(text)), 0) FROM contents)`
	const lines = `SELECT count(*), coalesce(sum(lines_entry), 0), coalesce(sum(lines_structure), 0),
		coalesce(sum(lines_furniture), 0), coalesce(sum(lines_prose), 0), coalesce(sum(lines_unaccounted), 0)
		FROM documents`
	stats := quarry.Stats{Revision: v.revision, Coverage: 1}
	c, l := &stats.Counts, &stats.Lines
	err := v.QueryRowContext(ctx, entries).
		Scan(&c.Question, &c.Fact, &c.Spec, &c.Passage, &stats.Answered, &stats.Bytes)
	if err != nil {
		return stats, err
	}
	err = v.QueryRowContext(ctx, lines).
		Scan(&stats.Documents, &l.Entry, &l.Structure, &l.Furniture, &l.Prose, &l.Unaccounted)
	if total := l.Total(); total > 0 {
		stats.Coverage = 1 - float64(l.Unaccounted)/float64(total)
	}
	return stats, err
}
