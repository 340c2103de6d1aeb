package api

import (
	"context"
	"fmt"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Suggester completes what is typed.
type Suggester interface {
	Suggest(ctx context.Context, text string, limit int) (quarry.Suggested, error)
}

// The bounds of what is completed.
const (
	defaultSuggestions = 10
	mostSuggestions    = 20
	longestTyped       = 1 << 10 // bytes
	mostTyped          = 64      // words
)

// SuggestionsView completes a text, best first. The corrected query is what the
// items complete where nothing completes the text itself.
type SuggestionsView struct {
	// the text as it was sent
	Query string `json:"query" validate:"required" example:"gradeint che"`
	// what was completed instead, with slips of the pen put right; null where that is the text itself
	CorrectedQuery *string `json:"corrected_query" validate:"required" example:"gradient che" extensions:"x-nullable"`
	// what completes it, best first
	Items []SuggestionView `json:"items" validate:"required"`
}

// SuggestionView is one entry whose title completes a text.
type SuggestionView struct {
	// title of the entry, which completes the text
	Text string `json:"text" validate:"required" example:"What does gradient checkpointing save?"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"question" enums:"question,fact,spec,passage"`
	// id of the entry
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// address of the entry, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/questions/q_6xw2m7k4zntq5ravcbyh"`
}

// suggest completes what is typed.
//
//	@ID				suggest
//	@Summary		Complete as you type
//	@Description	Titles that hold every word of the text, the last one at least by its beginning: those first that begin with the text, then questions before passages, facts and specs. A text that ends in a space begins no further word. Where nothing completes the text, its slips of the pen are put right, and `corrected_query` says what was completed instead.
//	@Tags			search
//	@Produce		json
//	@Param			q		query		string	true	"what was typed so far: up to 64 words and 1,024 bytes"	minlength(1)	maxlength(1024)	example(gradient che)
//	@Param			limit	query		integer	false	"how many completions"									minimum(1)	maximum(20)	default(10)
//	@Success		200		{object}	SuggestionsView
//	@Success		304		"the caller has this answer already"
//	@Failure		503		{object}	Problem	"embedder_unavailable, engine_unavailable, index_unavailable, overloaded, timeout, unavailable"
//	@Router			/v1/suggest [get]
func (s *Server) suggest(c *gin.Context) {
	p := newParameters(c)
	text := typed(p)
	limit := p.whole("limit", span{1, mostSuggestions, defaultSuggestions})
	if err := p.err(); err != nil {
		s.fail(c, err)
		return
	}
	if s.suggester == nil {
		s.fail(c, errNoIndex())
		return
	}
	suggested, err := s.suggester.Suggest(c.Request.Context(), text, limit)
	if err != nil {
		s.fail(c, err)
		return
	}
	s.answerAt(c, suggested.Revision, SuggestionsView{
		Query: text, CorrectedQuery: nullable(suggested.CorrectedQuery), Items: mapped(suggested.Entries, viewSuggestion),
	})
}

// typed reads a text that is to be completed.
func typed(p *parameters) string {
	begun := p.text("q")
	switch {
	case strings.TrimSpace(begun) == "":
		p.refuse("q", "is needed: what was typed so far")
	case len(begun) > longestTyped:
		p.refuse("q", fmt.Sprintf("is longer than %d bytes", longestTyped))
	case text.WordCount(begun) > mostTyped:
		p.refuse("q", fmt.Sprintf("has more than %d words", mostTyped))
	}
	return begun
}

func errNoIndex() error {
	return quarry.Errorf(quarry.KindUnavailable, "there is no search index here").WithCode("engine_unavailable")
}

func viewSuggestion(e quarry.Entry) SuggestionView {
	return SuggestionView{Text: e.Title, Kind: string(e.Kind), ID: string(e.ID), URL: urlOf(e.EntryRef)}
}
