package read

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// TopicReader counts the entries of each topic, and knows at which revision.
type TopicReader interface {
	TopicCounts(ctx context.Context) ([]quarry.TopicCounts, quarry.Sequence, error)
}

// placedTopic is a topic and its place in the taxonomy, from 1. One without entries stands behind
// all that have some.
type placedTopic struct {
	lexicon.Topic

	place  int
	isUsed bool // it has entries, or a child of it has
	counts map[quarry.EntryKind]map[quarry.Difficulty]int
}

// position is where the topic stands in the list.
func (t placedTopic) position() quarry.Position {
	at := quarry.Position{Line: t.place, ID: quarry.EntryID(t.ID)}
	if !t.isUsed {
		at.Path = "unused"
	}
	return at
}

func viewTopic(t placedTopic) view.Topic {
	return view.Topic{
		ID: string(t.ID), Name: t.Name, Parent: view.Nullable(t.Parent),
		Counts: view.TopicCounts{
			Question: view.NewDifficultyCounts(t.counts[quarry.EntryQuestion]),
			Fact:     view.NewDifficultyCounts(t.counts[quarry.EntryFact]),
			Spec:     view.NewDifficultyCounts(t.counts[quarry.EntrySpec]),
			Passage:  view.NewDifficultyCounts(t.counts[quarry.EntryPassage]),
		},
	}
}

// ListTopics answers the taxonomy.
//
//	@Summary		List topics
//	@Description	The topics that entries bear, with counts per kind and difficulty: the taxonomy, parents before their children, and behind it those that documents of other fields brought, as they call them. Behind them stands the rest of the taxonomy, of which there are no entries. A topic counts the entries that bear it itself.
//	@Param			limit	query		integer	false	"topics per page"	minimum(1)	maximum(100)	default(100)
//	@Success		200		{object}	view.List[view.Topic]
//	@Router			/v1/topics [get]
func (h *Handlers) ListTopics(c *gin.Context) error {
	counted, revision, err := h.Store.TopicCounts(c.Request.Context())
	if err != nil {
		return fmt.Errorf("count the topics: %w", err)
	}
	return serveListed(h, c, listed[placedTopic]{
		items: placeTopics(h.Lexicon.Topics(), counted),
		place: placedTopic.position,
		usual: rest.MostPerPage, revision: revision,
	}, viewTopic)
}

// placeTopics puts the counts into the taxonomy. Topics that documents brought come behind it, as
// these call them, and those that no one names any more under their ids; what has no entries
// comes last.
func placeTopics(taxonomy []lexicon.Topic, counted []quarry.TopicCounts) []placedTopic {
	placed := make([]placedTopic, 0, len(taxonomy))
	at := make(map[quarry.TopicID]int, len(taxonomy))
	add := func(topic lexicon.Topic) {
		at[topic.ID] = len(placed)
		placed = append(placed, placedTopic{Topic: topic, place: len(placed) + 1})
	}
	for _, topic := range taxonomy {
		add(topic)
	}
	for _, count := range counted {
		if _, known := at[count.Topic]; !known {
			add(lexicon.Topic{ID: count.Topic, Name: cmp.Or(count.Name, string(count.Topic))})
		}
		topic := &placed[at[count.Topic]]
		topic.counts, topic.isUsed = count.Counts, true
		if above, known := at[topic.Parent]; known {
			placed[above].isUsed = true
		}
	}
	slices.SortFunc(placed, func(a, b placedTopic) int { return rest.ComparePositions(a.position(), b.position()) })
	return placed
}
