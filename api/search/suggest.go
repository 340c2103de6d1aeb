package search

import (
	"context"
	"fmt"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
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

// Suggest completes what is typed.
//
//	@Summary		Complete as you type
//	@Description	Titles that hold every word of the text, the last one at least by its beginning: those first that begin with the text, then questions before passages, facts and specs. A text that ends in a space begins no further word. Where nothing completes the text, its slips of the pen are put right, and `corrected_query` says what was completed instead.
//	@x-whole		true
//	@Tags			search
//	@Param			q		query		string	true	"what was typed so far: up to 64 words and 1,024 bytes"	minlength(1)	maxlength(1024)	example(gradient che)
//	@Param			limit	query		integer	false	"how many completions"									minimum(1)	maximum(20)	default(10)
//	@Success		200		{object}	view.Suggestions
//	@Failure		503		{object}	view.Problem	"embedder_unavailable, engine_unavailable, index_unavailable, overloaded, timeout, unavailable"
//	@Router			/v1/suggest [get]
func (h *Handlers) Suggest(c *gin.Context) error {
	p := rest.NewParameters(c)
	text := typed(p)
	limit := p.Whole("limit", 1, mostSuggestions, defaultSuggestions)
	if err := p.Err(); err != nil {
		return err
	}
	if h.Suggester == nil {
		return errNoIndex()
	}
	suggested, err := h.Suggester.Suggest(c.Request.Context(), text, limit)
	if err != nil {
		return err
	}
	return h.AnswerAt(c, suggested.Revision, view.Suggestions{
		Query: text, CorrectedQuery: view.Nullable(suggested.CorrectedQuery),
		Items: view.Map(suggested.Entries, view.NewSuggestion),
	})
}

// typed reads a text that is to be completed.
func typed(p *rest.Parameters) string {
	begun := p.Text("q")
	switch {
	case strings.TrimSpace(begun) == "":
		p.Refuse("q", "is needed: what was typed so far")
	case len(begun) > longestTyped:
		p.Refuse("q", fmt.Sprintf("is longer than %d bytes", longestTyped))
	case text.WordCount(begun) > mostTyped:
		p.Refuse("q", fmt.Sprintf("has more than %d words", mostTyped))
	}
	return begun
}
