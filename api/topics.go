package api

import (
	"context"
	"fmt"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// TopicReader counts the entries of each topic, and knows at which revision.
type TopicReader interface {
	TopicCounts(ctx context.Context) ([]quarry.TopicCounts, quarry.Sequence, error)
}

// TopicView is a node of the taxonomy with the entries that bear it. Entries
// of its children are not counted again.
type TopicView struct {
	// its id, to be used as topic
	ID string `json:"id" validate:"required" example:"memory"`
	// its name
	Name string `json:"name" validate:"required" example:"Memory"`
	// id of the topic that it belongs to; null at the top level
	Parent *string `json:"parent" validate:"required" example:"hardware" extensions:"x-nullable"`
	// entries that bear it themselves, without those of its children
	Counts TopicCountsView `json:"counts" validate:"required"`
}

// TopicCountsView counts a topic's entries by kind.
type TopicCountsView struct {
	// questions by difficulty
	Question DifficultyCountsView `json:"question" validate:"required"`
	// facts by difficulty
	Fact DifficultyCountsView `json:"fact" validate:"required"`
	// specs by difficulty
	Spec DifficultyCountsView `json:"spec" validate:"required"`
	// passages by difficulty
	Passage DifficultyCountsView `json:"passage" validate:"required"`
}

// DifficultyCountsView counts entries by difficulty; none are those of unknown
// difficulty.
type DifficultyCountsView struct {
	// easy ones
	Easy int `json:"easy" validate:"required" example:"3" minimum:"0"`
	// medium ones
	Medium int `json:"medium" validate:"required" example:"5" minimum:"0"`
	// hard ones
	Hard int `json:"hard" validate:"required" example:"2" minimum:"0"`
	// those of unknown difficulty
	None int `json:"none" validate:"required" example:"0" minimum:"0"`
}

// placedTopic is a topic and its place in the taxonomy, from 1.
type placedTopic struct {
	lexicon.Topic

	place  int
	counts map[quarry.EntryKind]map[quarry.Difficulty]int
}

func viewTopic(t placedTopic) TopicView {
	return TopicView{
		ID: string(t.ID), Name: t.Name, Parent: nullable(t.Parent),
		Counts: TopicCountsView{
			Question: viewDifficulties(t.counts[quarry.EntryQuestion]),
			Fact:     viewDifficulties(t.counts[quarry.EntryFact]),
			Spec:     viewDifficulties(t.counts[quarry.EntrySpec]),
			Passage:  viewDifficulties(t.counts[quarry.EntryPassage]),
		},
	}
}

func viewDifficulties(counts map[quarry.Difficulty]int) DifficultyCountsView {
	return DifficultyCountsView{
		Easy: counts[quarry.Easy], Medium: counts[quarry.Medium], Hard: counts[quarry.Hard], None: counts[""],
	}
}

// listTopics answers the taxonomy.
//
//	@ID				listTopics
//	@Summary		List topics
//	@Description	The taxonomy, parents before their children, with counts per kind and difficulty. A topic counts the entries that bear it itself.
//	@Tags			topics
//	@Produce		json
//	@Param			limit	query		integer	false	"topics per page"	minimum(1)	maximum(100)	default(100)
//	@Param			cursor	query		string	false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200		{object}	List[TopicView]
//	@Success		304		"the caller has this answer already"
//	@Router			/v1/topics [get]
func (s *Server) listTopics(c *gin.Context) {
	counted, revision, err := s.read.Topics.TopicCounts(c.Request.Context())
	if err != nil {
		s.fail(c, fmt.Errorf("count the topics: %w", err))
		return
	}
	serveListed(s, c, listed[placedTopic]{
		items: placeTopics(s.lexicon.Topics(), counted),
		place: func(t placedTopic) quarry.Position { return quarry.Position{Line: t.place, ID: quarry.EntryID(t.ID)} },
		usual: mostPerPage, revision: revision,
	}, viewTopic)
}

// placeTopics puts the counts into the taxonomy. A topic that entries bear and
// no lexicon names any more comes last, under its id.
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
			add(lexicon.Topic{ID: count.Topic, Name: string(count.Topic)})
		}
		placed[at[count.Topic]].counts = count.Counts
	}
	return placed
}
