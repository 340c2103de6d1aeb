package study

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// StudyStats returns how a learner gets on with the questions that a filter lets through, at one
// moment. Reviews of questions that are stored no more count where nothing is filtered.
func (s *Store) StudyStats(ctx context.Context, r quarry.StudyStatsRequest) (quarry.StudyStats, error) {
	stats, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.StudyStats, error) {
		stats := quarry.StudyStats{Revision: v.Revision}
		counted := history{from: v, learner: r.Learner, where: entries.Where{}}
		if narrows(r.Filter) {
			w := entries.WhereQuestion(r.Filter)
			counted.where.Add("question IN (SELECT e.id FROM questions e WHERE "+w.Gather()+")", w.Args...)
		}
		var err error
		if stats.Days, err = counted.days(ctx, r.Past); err != nil {
			return stats, err
		}
		if stats.Streak, err = counted.streak(ctx, r.Streak); err != nil {
			return stats, err
		}
		known, may, err := s.matching(ctx, v, r.Filter)
		if err != nil {
			return stats, err
		}
		return stats, progressOf(ctx, v, r, known, may, &stats)
	})
	return stats, db.Wrap(err, "count how learner %q gets on", r.Learner)
}

// history is the reviews of a learner that are counted.
type history struct {
	from    *db.Snapshot
	learner quarry.Learner
	where   entries.Where
}

func daysList(days []quarry.StudyDay) string {
	spans := make([][2]int64, len(days))
	for i, day := range days {
		spans[i] = [2]int64{day.Begins.UnixMicro(), day.Ends.UnixMicro()}
	}
	return db.JSONList(spans)
}

// on joins the reviews of each day of a list.
func (h history) on() string {
	return ` FROM json_each(?) d CROSS JOIN reviews r ON r.learner = ? AND r.undone IS NULL
		AND r.at >= d.value ->> 0 AND r.at < d.value ->> 1 WHERE ` + h.where.Test()
}

func (h history) args(days []quarry.StudyDay) []any {
	return append([]any{daysList(days), string(h.learner)}, h.where.Args...)
}

// days counts what was done on some days.
func (h history) days(ctx context.Context, days []quarry.StudyDay) ([]quarry.StudiedDay, error) {
	counts := make([]quarry.StudiedDay, len(days))
	for i, day := range days {
		counts[i].Date = day.Date
	}
	all := `SELECT d.key, count(*), sum(r.rating > 1), sum(r.state = 'new'), sum(r.took)` + h.on() + ` GROUP BY d.key`
	err := db.Each(ctx, h.from, func(scan db.ScanFunc) error {
		var i int
		var c quarry.StudiedDay
		var took int64
		if err := scan(&i, &c.Reviews, &c.Passed, &c.New, &took); err != nil {
			return err
		}
		c.Date, c.Again, c.Took = counts[i].Date, c.Reviews-c.Passed, time.Duration(took)*time.Millisecond
		counts[i] = c
		return nil
	}, all, h.args(days)...)
	if err != nil {
		return nil, err
	}
	// Of the rows of a group, SQLite takes the columns from the one with the least number.
	first := `SELECT day, count(*), sum(rating > 1) FROM (SELECT d.key AS day, r.rating AS rating, min(r.number)` + h.on() +
		` AND r.state = 'review' GROUP BY d.key, r.question) GROUP BY day`
	err = db.Each(ctx, h.from, func(scan db.ScanFunc) error {
		var i, tested, recalled int
		err := scan(&i, &tested, &recalled)
		counts[i].Tested, counts[i].Recalled = tested, recalled
		return err
	}, first, h.args(days)...)
	return counts, err
}

// streak counts the days in a row that have reviews, backwards; the first of them need not.
func (h history) streak(ctx context.Context, days []quarry.StudyDay) (int, error) {
	if len(days) == 0 {
		return 0, nil
	}
	idle := `SELECT d.key FROM json_each(?) d WHERE NOT EXISTS (SELECT 1 FROM reviews r WHERE r.learner = ? AND r.undone IS NULL
		AND r.at >= d.value ->> 0 AND r.at < d.value ->> 1 AND ` + h.where.Test() + `) LIMIT 2`
	gaps, err := db.Collect(ctx, h.from, db.ReadValue[int], idle, h.args(days)...)
	switch {
	case err != nil:
		return 0, err
	case len(gaps) == 0:
		return len(days), nil
	case gaps[0] > 0:
		return gaps[0], nil
	case len(gaps) == 1: // today is the only one
		return len(days) - 1, nil
	}
	return gaps[1] - 1, nil
}

// standing is a card as far as it is counted.
type standing struct {
	quarry.Schedule

	slot              uint32
	suspended, buried bool
	changed           bool
}

// selectStanding selects the cards of a learner as one text, a line each: a row each would take
// ten times as long. A stability is told to a ten-thousandth of a day.
const selectStanding = `SELECT group_concat(slot || ' ' || state || ' ' || due || ' ' || coalesce(last_review, 0) || ' ' ||
	CAST(stability * 10000 AS INTEGER) || ' ' || (suspended + 2 * (coalesce(buried_until, 0) > ?2) + 4 * (changed IS NOT NULL)), char(10))
	FROM cards WHERE learner = ?1`

func readStanding(line string) (standing, error) {
	var failed []error
	number := func() int64 {
		field, rest, _ := strings.Cut(line, " ")
		line = rest
		value, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			failed = append(failed, err)
		}
		return value
	}
	var c standing
	c.slot = uint32(number() - 1) //nolint:gosec // slots have 32 bits
	state, rest, _ := strings.Cut(line, " ")
	c.State, line = quarry.CardState(state), rest
	c.Due, c.LastReview, c.Stability = fromMicro(number()), fromMicro(number()), float64(number())/10_000
	flags := number()
	c.suspended, c.buried, c.changed = flags&1 != 0, flags&2 != 0, flags&4 != 0
	return c, db.Wrap(errors.Join(failed...), "read a card")
}

// progress is what is added up of one group of questions.
type progress struct {
	seen, due int
	recall    float64
}

// progressOf counts cards and what comes of them.
func progressOf(
	ctx context.Context, v *db.Snapshot, r quarry.StudyStatsRequest, known *catalogue, may *roaring.Bitmap, stats *quarry.StudyStats,
) error {
	var lines sql.NullString
	if err := v.QueryRowContext(ctx, selectStanding, string(r.Learner), r.At.UnixMicro()).Scan(&lines); err != nil {
		return err
	}
	stats.Due = make([]int, len(r.Coming))
	stats.Cards.New = int(may.GetCardinality()) //nolint:gosec // slots have 32 bits
	byGroup := make([]progress, len(known.groups))
	for line := range strings.SplitSeq(lines.String, "\n") {
		if line == "" {
			continue
		}
		card, err := readStanding(line)
		if err != nil {
			return err
		}
		if !may.Contains(card.slot) {
			continue
		}
		countCard(card, r.Coming, stats)
		if card.State == quarry.CardNew {
			continue
		}
		group := &byGroup[known.groupOf[card.slot]]
		group.seen++
		group.recall += r.Recall(card.Schedule)
		if len(r.Coming) > 0 && card.Due.Before(r.Coming[0].Ends) && !card.suspended && !card.buried {
			group.due++
		}
	}
	stats.Topics = known.progress(byGroup, may)
	return nil
}

// countCard counts a card by its state and the day that it is due on.
func countCard(card standing, coming []quarry.StudyDay, stats *quarry.StudyStats) {
	c := &stats.Cards
	isNew := card.State == quarry.CardNew
	if !isNew || card.suspended || card.buried {
		c.New--
	}
	if card.changed {
		c.Changed++
	}
	switch {
	case card.suspended:
		c.Suspended++
		return
	case card.buried:
		c.Buried++
	case card.State == quarry.CardLearning:
		c.Learning++
	case card.State == quarry.CardReview:
		c.Review++
	case card.State == quarry.CardRelearning:
		c.Relearning++
	}
	if isNew {
		return
	}
	day, _ := slices.BinarySearchFunc(coming, card.Due, func(day quarry.StudyDay, due time.Time) int {
		if day.Ends.After(due) {
			return 1
		}
		return -1
	})
	if day < len(coming) {
		stats.Due[day]++
	}
}

// progress adds groups up by topic and difficulty, of the questions that count.
func (c *catalogue) progress(byGroup []progress, may *roaring.Bitmap) []quarry.TopicProgress {
	type cell struct {
		topic      quarry.TopicID
		difficulty quarry.Difficulty
	}
	cells := map[cell]quarry.TopicProgress{}
	for i, g := range c.groups {
		total := int(g.slots.AndCardinality(may)) //nolint:gosec // slots have 32 bits
		if total == 0 {
			continue
		}
		for _, topic := range g.topics {
			p := cells[cell{topic, g.difficulty}]
			p.Topic, p.Difficulty = topic, g.difficulty
			p.Total += total
			p.Seen += byGroup[i].seen
			p.Due += byGroup[i].due
			p.Recall += byGroup[i].recall
			cells[cell{topic, g.difficulty}] = p
		}
	}
	all := make([]quarry.TopicProgress, 0, len(cells))
	for _, p := range cells {
		if p.Seen > 0 {
			p.Recall /= float64(p.Seen)
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b quarry.TopicProgress) int {
		return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(rankOf(a.Difficulty), rankOf(b.Difficulty)))
	})
	return all
}
