package search

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// Grounder makes of what is stored what a chatbot needs to answer a query.
type Grounder interface {
	Ground(ctx context.Context, r quarry.GroundingRequest) (quarry.Grounding, error)
}

// What a context may have, and what it has where nothing is said.
const (
	LongestContext = 1 << 17 // bytes of a body
	leastTokens    = 50
	mostTokens     = 32_000
	usualTokens    = 1_500
)

// GetContext grounds a chatbot.
//
//	@Summary		Ground a chatbot
//	@Description	Finds what answers a query and writes it so that a model can answer from it alone: numbered passages without repetition, what sources disagree on, citations, and `prompt`, which holds all of it. The texts of the passages never have more than `max_tokens` tokens together, and neither has the prompt where its frame takes at most half of them. `answerable` says whether the passages seem to answer the query, `reason` why. For models with another tokenizer than the one named, counts are approximate.
//	@Tags			search
//	@Param			context	body		view.ContextRequest	true	"what to ground"
//	@Success		200		{object}	view.Grounding
//	@Header			200		{integer}	Quarry-Revision	"change sequence that the answer was computed from"
//	@Router			/v1/context [post]
func (h *Handlers) GetContext(c *gin.Context) error {
	values, err := h.contextValues(rest.BodyOf(c))
	if err != nil {
		return err
	}
	p := &rest.Parameters{Values: values}
	request := quarry.GroundingRequest{
		MaxTokens: p.Whole("max_tokens", leastTokens, mostTokens, usualTokens),
		Tokenizer: rest.OneOf(p, "tokenizer", quarry.Tokenizers()),
	}
	request.Query = quarry.Query{Text: p.Text("query"), Mode: rest.OneOf(p, "mode", quarry.Modes())}
	if strings.TrimSpace(request.Query.Text) == "" {
		p.Refuse("query", `is needed: send the question, as in {"query": "How many threads has a warp?"}`)
	}
	if utf8.RuneCountInString(request.Query.Text) > rest.LongestValue {
		p.Refuse("query", fmt.Sprintf("is longer than %d characters", rest.LongestValue))
	}
	asked, err := h.Filter(c.Request.Context(), p)
	if err != nil {
		return err
	}
	request.Query.Filter = asked.Filter
	start := h.Now()
	if h.Grounder == nil {
		return errNoIndex()
	}
	found, err := h.Grounder.Ground(c.Request.Context(), request)
	if err != nil {
		return err
	}
	shown := view.NewGrounding(request, found)
	shown.Notes, shown.TookMS = asked.Notes, h.Since(start)
	return h.AnswerAt(c, found.Revision, shown)
}

// contextValues reads the fields of a body as parameters, the filters as a search has them.
// What is null is left out.
func (h *Handlers) contextValues(body []byte) (url.Values, error) {
	fields, err := rest.FieldsOf(body, "a context has", "query", "max_tokens", "filters", "mode", "tokenizer")
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(fields, func(_ string, written json.RawMessage) bool { return string(written) == "null" })
	values := url.Values{}
	if object, narrowed := fields["filters"]; narrowed {
		if object[0] != '{' {
			return nil, rest.RefuseField("filters", rest.CodeParameter, "must be an object")
		}
		filters, err := rest.FieldsOf(object, "filters have",
			"kind", "topic", "difficulty", "style", "document", "collection", "answered")
		if err != nil {
			return nil, err
		}
		if values, err = h.valuesOf(filters); err != nil {
			return nil, err
		}
		delete(fields, "filters")
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		value, single := rest.ValueOf(fields[name])
		switch isText := single && fields[name][0] == '"'; {
		case name == "max_tokens" && (!single || isText):
			return nil, rest.RefuseField(name, rest.CodeParameter, "must be a whole number, without quotes")
		case name != "max_tokens" && !isText:
			return nil, rest.RefuseField(name, rest.CodeParameter, "must be a text in quotes")
		}
		values.Set(name, value)
	}
	return values, nil
}
