package mcp

import (
	"context"
	"strconv"

	"github.com/quarrykb/quarry/api/view"
)

// defaultTokens is how much a model gets to answer from where it does not say.
const defaultTokens = 1_500

// What is shown of passages, and of what sources disagree on.
const (
	passageFields  = "n,id,text,tokens,cut,corrected" + placeFields
	conflictFields = "id,device.name,attribute.name,conditions,claims.id,claims.value.text,claims.conditions," +
		"claims.source.path,claims.source.line_start,claims.source.line_end"
)

func (s *Server) contextTool() tool {
	return tool{
		name: "get_context", title: "Get context",
		about: "Get the passages that answer a question, numbered for citing, with sources that disagree. Call it first for any factual question. If answerable is no, say that the documents do not tell.",
		arguments: append([]argument{
			{name: "query", sort: sortText, needed: true, about: "The question, in whole words."},
			{name: "max_tokens", sort: sortWhole, least: 100, most: 4_000, fallback: strconv.Itoa(defaultTokens), about: "Of the passages."},
		}, filters()...),
		output: outputOf("answerable:string", "passages:array"),
		call:   s.ground,
	}
}

func (s *Server) ground(ctx context.Context, a given) (any, error) {
	tokens := defaultTokens
	if n, err := strconv.Atoi(a["max_tokens"]); err == nil {
		tokens = n
	}
	body := map[string]any{"query": a["query"], "max_tokens": tokens}
	if only := a.only("topic", "difficulty", "document"); len(only) > 0 {
		body["filters"] = only
	}
	var found view.Grounding
	if _, err := s.post(ctx, "/v1/context", body, &found); err != nil {
		return nil, err
	}
	out := answer{"answerable": found.Answerable, "reason": cut(found.Reason, longestEntry, "…")}.with("notes", notesOf(found.Notes))
	return s.listed(ctx, out, "passages", func(t *telling) ([]any, error) {
		var err error
		if out["conflicts"], err = tellAll(t, found.Conflicts, conflictFields, longestEntry, Budget/4); err != nil {
			return nil, err
		}
		// A passage that would fill the answer alone is cut.
		t.mark = " … (cut; fetch its id for more)"
		return tellAll(t, found.Passages, passageFields, Budget/2, Budget-size(out)-roomLeft)
	})
}
