package mcp

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// searchAnswer is what the search tool answers, in the shape that connectors of
// ChatGPT expect, and a little more.
type searchAnswer struct {
	Results    []searchResult `json:"results"              jsonschema:"what was found, best first"`
	Total      int            `json:"total"                jsonschema:"how many entries the words find, shown or not"`
	Answerable string         `json:"answerable,omitempty" jsonschema:"whether something here answers the query: yes, partly or no"`
	Notes      []string       `json:"notes,omitempty"      jsonschema:"what to know about this search"`
	Truncated  bool           `json:"truncated,omitempty"  jsonschema:"results were left out to keep the answer short"`
}

type searchResult struct {
	ID         string `json:"id"                   jsonschema:"for fetch"`
	Title      string `json:"title"                jsonschema:"the question, subject, value or heading"`
	URL        string `json:"url"                  jsonschema:"for citing"`
	Kind       string `json:"kind"                 jsonschema:"question, fact, spec or passage"`
	Snippet    string `json:"snippet"              jsonschema:"the part that matched"`
	Difficulty string `json:"difficulty,omitempty" jsonschema:"easy, medium or hard"`
	Path       string `json:"path"                 jsonschema:"the document's file"`
	Lines      string `json:"lines"                jsonschema:"the lines in it"`
}

// filters are the arguments that narrow searches and draws.
func filters() []argument {
	return []argument{
		{name: "topic", sort: sortText, about: "Topic id such as memory or networking; several with commas. A topic includes its children."},
		{name: "difficulty", sort: sortText, oneOf: []string{"easy", "medium", "hard"}, about: "Only entries this hard."},
		{name: "document", sort: sortText, about: "Path or id of a document; only entries from it."},
	}
}

func (s *Server) searchTool() tool {
	return tool{
		name: "search", title: "Search the study documents",
		about: "Search questions, facts, hardware specs and passages by words and by meaning. Use it to find what the documents have on a topic; then fetch an id for the whole text. To answer a question, get_context is the shorter way.",
		arguments: append([]argument{
			{name: "query", sort: sortText, needed: true, about: "What to look for, in any words; \"a phrase\" must stand so, -word must not."},
			{name: "kind", sort: sortText, oneOf: []string{"question", "fact", "spec", "passage"}, about: "Only this kind of entry."},
			{name: "limit", sort: sortWhole, least: 1, most: 20, fallback: "10", about: "How many results."},
		}, filters()...),
		output: outputOf[searchAnswer](),
		call:   s.search,
	}
}

func (s *Server) search(ctx context.Context, a given) (any, error) {
	query := url.Values{"q": {a["query"]}, "highlight": {"false"}, "limit": {"10"}}
	a.into(query, "kind", "limit", "topic", "difficulty", "document")
	var found view.Search
	if _, err := s.get(ctx, "/v1/search", query, &found); err != nil {
		return nil, err
	}
	out := searchAnswer{
		Results: []searchResult{}, Total: found.Total, Answerable: said(found.Answerable), Notes: notesOf(found.Notes),
	}
	if corrected := said(found.CorrectedQuery); corrected != "" {
		out.Notes = append(out.Notes, cut(fmt.Sprintf("looked for %q instead", corrected), longestNote, "…"))
	}
	if len(found.Degraded) > 0 {
		out.Notes = append(out.Notes, cut("not asked this time: "+strings.Join(found.Degraded, ", "), longestNote, "…"))
	}
	results := view.Map(found.Items, func(hit view.Hit) searchResult {
		at := s.cite(ctx, hit.Source, hit.URL)
		return searchResult{
			ID: hit.ID, Title: titleOf(hit.Title, hit.Source.Title, hit.Source.Path), URL: at.URL, Kind: hit.Kind,
			Snippet:    cut(html.UnescapeString(hit.Snippet), longestSnippet, "…"),
			Difficulty: said(hit.Difficulty), Path: at.Path, Lines: at.Lines,
		}
	})
	out.Truncated = true
	out.Results = fitting(results, Budget-size(out))
	out.Truncated = len(out.Results) < len(results)
	return out, nil
}

// titleOf returns the first title that is not empty: connectors show it.
func titleOf(candidates ...string) string {
	for _, candidate := range candidates {
		if strings.TrimSpace(candidate) != "" {
			return cut(candidate, longestTitle, "…")
		}
	}
	return "untitled"
}

// only returns those of the named arguments that are there.
func (a given) only(names ...string) given {
	kept := given{}
	for _, name := range names {
		if value, there := a[name]; there {
			kept[name] = value
		}
	}
	return kept
}

// into copies the arguments that are there into a query that calls them the same.
func (a given) into(query url.Values, names ...string) {
	for name, value := range a.only(names...) {
		query.Set(name, value)
	}
}

// said returns what may be null, or nothing.
func said(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
