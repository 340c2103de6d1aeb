package mcp

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"strings"

	"github.com/quarrykb/quarry/api/view"
)

// filters are the arguments that narrow searches and draws.
func filters() []argument {
	return []argument{
		{name: "topic", sort: sortText, about: "Topic ids, with commas."},
		{name: "difficulty", sort: sortText, oneOf: []string{"easy", "medium", "hard"}},
		{name: "document", sort: sortText, about: "Path or id."},
	}
}

func (s *Server) searchTool() tool {
	return tool{
		name: "search", title: "Search",
		about: "Search questions, facts, hardware specs and passages by words and meaning. fetch an id for the whole text. To answer a question call get_context.",
		arguments: append([]argument{
			{name: "query", sort: sortText, needed: true, about: "Any words; \"a phrase\" must stand so, -word must not."},
			{name: "kind", sort: sortText, oneOf: []string{"question", "fact", "spec", "passage"}},
			{name: "limit", sort: sortWhole, least: 1, most: 20, fallback: "10", about: "How many results."},
		}, filters()...),
		output: outputOf("results:array"),
		call:   s.search,
	}
}

// hitFields are what a search shows: the shape that connectors of ChatGPT expect, and a little more.
const hitFields = "id,kind,title,snippet,url,difficulty" + placeFields

func (s *Server) search(ctx context.Context, a given) (any, error) {
	query := url.Values{"q": {a["query"]}, "highlight": {"false"}, "limit": {"10"}, "fields": {hitFields + ",source.title"}}
	a.into(query, "kind", "limit", "topic", "difficulty", "document")
	var found view.Search
	if _, err := s.get(ctx, "/v1/search", query, &found); err != nil {
		return nil, err
	}
	notes := notesOf(found.Notes)
	if corrected := said(found.CorrectedQuery); corrected != "" {
		notes = append(notes, cut(fmt.Sprintf("looked for %q instead", corrected), longestNote, "…"))
	}
	if len(found.Degraded) > 0 {
		notes = append(notes, cut("not asked this time: "+strings.Join(found.Degraded, ", "), longestNote, "…"))
	}
	for i, hit := range found.Items {
		found.Items[i].Title = titleOf(hit.Title, hit.Source.Title, hit.Source.Path)
		found.Items[i].Snippet = html.UnescapeString(hit.Snippet)
	}
	out := answer{"total": found.Total}.with("answerable", said(found.Answerable)).with("notes", notes)
	return s.listed(ctx, out, "results", func(t *telling) ([]any, error) {
		return tellAll(t, found.Items, hitFields, longestEntry, Budget-size(out)-roomLeft)
	})
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
