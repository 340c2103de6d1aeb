package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

// TopicCounts counts the entries of every topic that any entry has, by kind
// and difficulty, and returns the revision of that; topics come by id. The
// counts are shared between callers, which do not change them.
func (s *Store) TopicCounts(ctx context.Context) ([]quarry.TopicCounts, quarry.Sequence, error) {
	counts, revision, err := counted(ctx, s, "topics", countTopics)
	if err != nil {
		return nil, 0, fmt.Errorf("count topics: %w", err)
	}
	return counts, revision, nil
}

func countTopics(ctx context.Context, v *snapshot) ([]quarry.TopicCounts, error) {
	byTopic := make(map[quarry.TopicID]quarry.TopicCounts)
	for _, kind := range quarry.EntryKinds() {
		counts, err := collect(ctx, v, readTopicCount, selectTopics(kind))
		if err != nil {
			return nil, err
		}
		for _, count := range counts {
			count.addTo(byTopic, kind)
		}
	}
	counts := make([]quarry.TopicCounts, 0, len(byTopic))
	for _, topic := range slices.Sorted(maps.Keys(byTopic)) {
		counts = append(counts, byTopic[topic])
	}
	return counts, nil
}

func selectTopics(kind quarry.EntryKind) string {
	name, which := string(kind), ""
	if kind == quarry.EntryQuestion {
		which = " WHERE " + isLeader
	}
	return "SELECT t.topic, e.difficulty, count(*) FROM " + name + "_topics t JOIN " + name +
		"s e ON e.number = t.number" + which + " GROUP BY t.topic, e.difficulty"
}

// topicCount is how many entries of one kind have a topic and a difficulty.
type topicCount struct {
	topic      quarry.TopicID
	difficulty quarry.Difficulty
	entries    int
}

func readTopicCount(scan scanFunc) (topicCount, error) {
	var c topicCount
	var difficulty sql.NullString
	err := scan(&c.topic, &difficulty, &c.entries)
	c.difficulty = quarry.Difficulty(difficulty.String)
	return c, err
}

func (c topicCount) addTo(byTopic map[quarry.TopicID]quarry.TopicCounts, kind quarry.EntryKind) {
	counts, ok := byTopic[c.topic]
	if !ok {
		counts = quarry.TopicCounts{Topic: c.topic, Counts: make(map[quarry.EntryKind]map[quarry.Difficulty]int)}
		byTopic[c.topic] = counts
	}
	if counts.Counts[kind] == nil {
		counts.Counts[kind] = make(map[quarry.Difficulty]int)
	}
	counts.Counts[kind][c.difficulty] += c.entries
}
