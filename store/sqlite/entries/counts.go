package entries

import (
	"context"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Stats counts what the store holds, at one moment.
func (s *Store) Stats(ctx context.Context) (quarry.Stats, error) {
	stats, _, err := db.Counted(ctx, s.db, "stats", countAll)
	return stats, db.Wrap(err, "count what is stored")
}

func countAll(ctx context.Context, v *db.Snapshot) (quarry.Stats, error) {
	const entries = `SELECT (SELECT count(*) FROM questions e WHERE ` + IsLeader + `), (SELECT count(*) FROM facts),
		(SELECT count(*) FROM specs), (SELECT count(*) FROM passages),
		(SELECT count(*) FROM questions e WHERE answered AND ` + IsLeader + `), (SELECT coalesce(sum(length(text)), 0) FROM contents)`
	const lines = `SELECT count(*), coalesce(sum(lines_entry), 0), coalesce(sum(lines_structure), 0),
		coalesce(sum(lines_furniture), 0), coalesce(sum(lines_prose), 0), coalesce(sum(lines_unaccounted), 0)
		FROM documents`
	stats := quarry.Stats{Revision: v.Revision, Coverage: 1}
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

// DeviceCounts returns every device that a stored spec is claimed of, by id,
// with the number of its specs, and the revision of all that. Where documents
// name one device differently the first name in the alphabet is taken. A device
// counts as discovered only where no document found it in the lexicon. The
// counts are shared between callers, which do not change them.
func (s *Store) DeviceCounts(ctx context.Context) ([]quarry.DeviceCount, quarry.Sequence, error) {
	const query = `SELECT device_id, min(device_name), max(vendor), max(class), max(family), min(device_discovered), count(*)
		FROM specs GROUP BY device_id ORDER BY device_id`
	counts, revision, err := db.Counted(ctx, s.db, "devices",
		func(ctx context.Context, v *db.Snapshot) ([]quarry.DeviceCount, error) {
			return db.Collect(ctx, v, db.Into(func(c *quarry.DeviceCount) []any {
				return []any{&c.ID, &c.Name, &c.Vendor, &c.Class, &c.Family, &c.Discovered, &c.Specs}
			}), query)
		})
	return counts, revision, db.Wrap(err, "count devices")
}

// DiscoveredAttributes returns the attributes of stored specs that the lexicon
// did not know, by id.
func (s *Store) DiscoveredAttributes(ctx context.Context) ([]quarry.Attribute, error) {
	const query = `SELECT attribute_id, min(attribute_name), max(attribute_kind), max(attribute_unit), 1
		FROM specs WHERE attribute_discovered GROUP BY attribute_id ORDER BY attribute_id`
	attributes, err := db.Collect(ctx, s.db.Reader, db.Into(func(a *quarry.Attribute) []any {
		return []any{&a.ID, &a.Name, &a.Kind, &a.Unit, &a.Discovered}
	}), query)
	return attributes, db.Wrap(db.Explain(err), "list discovered attributes")
}

// ClaimedAttributes returns, of each of some devices, the attributes that something is
// claimed in, once for each name and wording that documents have for it.
func (s *Store) ClaimedAttributes(
	ctx context.Context, devices []quarry.DeviceID,
) (map[quarry.DeviceID][]quarry.AttributeMention, error) {
	if len(devices) == 0 {
		return nil, nil
	}
	const query = `SELECT DISTINCT device_id, attribute_id, attribute_name, attribute_written, attribute_discovered
		FROM specs WHERE device_id IN (SELECT value FROM json_each(?))
		ORDER BY device_id, attribute_id, attribute_name, attribute_written`
	claimed := map[quarry.DeviceID][]quarry.AttributeMention{}
	err := db.Each(ctx, s.db.Reader, func(scan db.ScanFunc) error {
		var of quarry.DeviceID
		var a quarry.AttributeMention
		err := scan(&of, &a.ID, &a.Name, &a.Written, &a.Discovered)
		claimed[of] = append(claimed[of], a)
		return err
	}, query, db.JSONList(devices))
	return claimed, db.Wrap(db.Explain(err), "list the attributes of devices")
}

// TopicCounts counts the entries of every topic that any entry has, by kind
// and difficulty, and returns the revision of that; topics come by id. The
// counts are shared between callers, which do not change them.
func (s *Store) TopicCounts(ctx context.Context) ([]quarry.TopicCounts, quarry.Sequence, error) {
	counts, revision, err := db.Counted(ctx, s.db, "topics", countTopics)
	return counts, revision, db.Wrap(err, "count topics")
}

func countTopics(ctx context.Context, v *db.Snapshot) ([]quarry.TopicCounts, error) {
	byTopic := make(map[quarry.TopicID]map[quarry.EntryKind]map[quarry.Difficulty]int)
	for _, kind := range quarry.EntryKinds() {
		name, which := string(kind), ""
		if kind == quarry.EntryQuestion {
			which = " WHERE " + IsLeader
		}
		query := "SELECT t.topic, coalesce(" + gradeOf(kind).difficulty + ", ''), count(*) FROM " + name + "_topics t JOIN " + name +
			"s e ON e.number = t.number" + which + " GROUP BY 1, 2"
		err := db.Each(ctx, v, func(scan db.ScanFunc) error {
			var topic quarry.TopicID
			var difficulty quarry.Difficulty
			var entries int
			err := scan(&topic, &difficulty, &entries)
			if byTopic[topic] == nil {
				byTopic[topic] = make(map[quarry.EntryKind]map[quarry.Difficulty]int)
			}
			if byTopic[topic][kind] == nil {
				byTopic[topic][kind] = make(map[quarry.Difficulty]int)
			}
			byTopic[topic][kind][difficulty] += entries
			return err
		}, query)
		if err != nil {
			return nil, err
		}
	}
	names, err := topicNames(ctx, v)
	counts := make([]quarry.TopicCounts, 0, len(byTopic))
	for _, topic := range slices.Sorted(maps.Keys(byTopic)) {
		counts = append(counts, quarry.TopicCounts{Topic: topic, Name: names[topic], Counts: byTopic[topic]})
	}
	return counts, err
}

// topicNames returns what documents call the topics that they brought: the first name in the
// alphabet where they differ.
func topicNames(ctx context.Context, v *db.Snapshot) (map[quarry.TopicID]string, error) {
	const query = `SELECT json_extract(t.value, '$.id'), min(json_extract(t.value, '$.name'))
		FROM documents d, json_each(d.topics) t WHERE d.topics <> '[]' GROUP BY 1`
	names := map[quarry.TopicID]string{}
	err := db.Each(ctx, v, func(scan db.ScanFunc) error {
		var topic quarry.TopicID
		var name string
		err := scan(&topic, &name)
		names[topic] = name
		return err
	}, query)
	return names, err
}
