package mcp

import (
	"context"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// defaultTokens is how much a model gets to answer from where it does not say.
const defaultTokens = 1_500

type contextAnswer struct {
	Answerable string            `json:"answerable"          jsonschema:"whether the passages answer the query: yes, partly or no; no: say that the documents do not tell"`
	Reason     string            `json:"reason"              jsonschema:"why"`
	Passages   []contextPassage  `json:"passages"            jsonschema:"what to answer from, best first"`
	Conflicts  []contextConflict `json:"conflicts"           jsonschema:"sources that disagree on what the passages say: give both claims"`
	Notes      []string          `json:"notes,omitempty"     jsonschema:"what to know about this answer"`
	Truncated  bool              `json:"truncated,omitempty" jsonschema:"passages or conflicts were left out or cut: ask for fewer tokens, or fetch them"`
}

type contextPassage struct {
	N      int    `json:"n"             jsonschema:"the number to cite it by: [1]"`
	ID     string `json:"id"            jsonschema:"for fetch"`
	Text   string `json:"text"          jsonschema:"what stands there"`
	Tokens int    `json:"tokens"        jsonschema:"how many tokens the text takes"`
	Cut    bool   `json:"cut,omitempty" jsonschema:"the entry goes on: fetch it for the rest"`
	cited
}

type contextConflict struct {
	ID    string `json:"id"    jsonschema:"for fetch"`
	Title string `json:"title" jsonschema:"on what they disagree"`
	Text  string `json:"text"  jsonschema:"the claims"`
}

func (s *Server) contextTool() tool {
	return tool{
		name: "get_context", title: "Get passages to answer from",
		about: "Get the passages that answer a question, within a token budget, numbered for citing, with sources that disagree. Call it first for any factual question. If answerable is no, the documents do not tell: say so.",
		arguments: append([]argument{
			{name: "query", sort: sortText, needed: true, about: "The question, in whole words."},
			{name: "max_tokens", sort: sortWhole, least: 100, most: 4_000, fallback: strconv.Itoa(defaultTokens), about: "How many tokens the passages may take together."},
		}, filters()...),
		output: outputOf[contextAnswer](),
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
	out := contextAnswer{
		Answerable: found.Answerable, Reason: cut(found.Reason, longestSnippet, "…"),
		Passages: []contextPassage{}, Notes: notesOf(found.Notes), Truncated: true,
	}
	conflicts := view.Map(found.Conflicts, func(conflict view.Conflict) contextConflict {
		return contextConflict{
			ID: conflict.ID, Title: cut(disagreement(conflict), longestTitle, "…"),
			Text: cut(strings.Join(view.Map(conflict.Claims, sentence), "; "), 1_500, " …"),
		}
	})
	out.Conflicts = fitting(conflicts, Budget/4)
	passages := view.Map(found.Passages, func(p view.ContextPassage) contextPassage {
		// One that would fill the answer alone is cut.
		mark := " … (cut; fetch " + p.ID + " for more)"
		return contextPassage{
			N: p.N, ID: p.ID, Text: cut(p.Text, Budget/2, mark), Tokens: p.Tokens,
			Cut: p.Cut || width(p.Text) > Budget/2, cited: s.cite(ctx, p.Source, textURL(p.Source)),
		}
	})
	out.Passages = fitting(passages, Budget-size(out))
	out.Truncated = len(out.Passages) < len(passages) || len(out.Conflicts) < len(conflicts)
	for i, passage := range out.Passages {
		out.Truncated = out.Truncated || passage.Text != found.Passages[i].Text
	}
	return out, nil
}
