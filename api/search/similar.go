package search

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// SimilarFinder finds the questions that are nearest to one.
type SimilarFinder interface {
	Similar(ctx context.Context, to quarry.Question, limit int) (quarry.Found, error)
}

const (
	defaultSimilar = 10
	mostSimilar    = 50
)

// ListSimilarQuestions answers the questions that are nearest to one.
//
//	@Summary		List similar questions
//	@Description	The questions that are nearest to one, by its words and by its stored vector: never itself, nor a variant of it. Those about another device than it asks for come behind all others; otherwise scores fall. The id of a variant stands for the canonical question, which `id` names. `degraded` names the engines that had nothing to compare it by.
//	@Param			limit	query		integer	false	"how many questions"	minimum(1)	maximum(50)	default(10)
//	@Success		200		{object}	view.Similar
//	@Header			200		{string}	ETag			"weak tag for If-None-Match; none where `degraded` names an engine that may be back"
//	@Failure		503		{object}	view.Problem	"embedder_unavailable, engine_unavailable, index_unavailable, overloaded, timeout, unavailable"
//	@Router			/v1/questions/{id}/similar [get]
func (h *Handlers) ListSimilarQuestions(c *gin.Context) error {
	p := rest.NewParameters(c)
	limit := p.Whole("limit", 1, mostSimilar, defaultSimilar)
	if err := p.Err(); err != nil {
		return err
	}
	if h.Similar == nil {
		return errNoIndex()
	}
	question, _, err := h.Questions.Question(c.Request.Context(), quarry.QuestionID(c.Param("id")))
	if err != nil {
		return err
	}
	found, err := h.Similar.Similar(c.Request.Context(), question, limit)
	if err != nil {
		return err
	}
	return h.AnswerFound(c, found.Revision, found.Degraded, view.Similar{
		ID: string(question.ID), Degraded: view.Texts(found.Degraded), Items: view.Map(found.Hits, view.NewHit),
	})
}
