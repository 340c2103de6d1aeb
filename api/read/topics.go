package read

import (
	"cmp"
	"context"
	"fmt"

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

// placedTopic is a topic and its place in the taxonomy, from 1.
type placedTopic struct {
	lexicon.Topic

	place  int
	counts map[quarry.EntryKind]map[quarry.Difficulty]int
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
//	@Description	The taxonomy, parents before their children, with counts per kind and difficulty, and behind it the topics that documents of other fields brought, as they call them. A topic counts the entries that bear it itself.
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
		place: func(t placedTopic) quarry.Position { return quarry.Position{Line: t.place, ID: quarry.EntryID(t.ID)} },
		usual: rest.MostPerPage, revision: revision,
	}, viewTopic)
}

// placeTopics puts the counts into the taxonomy. Topics that documents brought come last, as
// these call them, and those that no one names any more under their ids.
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
		placed[at[count.Topic]].counts = count.Counts
	}
	return placed
}
